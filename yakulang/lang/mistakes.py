"""What people write by mistake, and what to say to them.

First patterns on the text (signs and phrases of other languages), then the place where the parser stopped.
Nothing here shows a parser's own words.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic, did_you_mean
from yakulang.lang.vocabulary import FACTS, NOUNS

if TYPE_CHECKING:
    from collections.abc import Callable

    from lark.exceptions import UnexpectedInput

    from yakulang.source import Span

SIGNS = {
    "&&": (" and ", "YK202"),
    "||": (" or ", "YK202"),
    "&": (" and ", "YK202"),
    "|": (" or ", "YK202"),
    "!": ("not ", "YK202"),
    ",": (" ", "YK203"),
    ";": (" ", "YK203"),
    "[": ("(", "YK203"),
    "]": (")", "YK203"),
    "{": ("(", "YK203"),
    "}": (")", "YK203"),
    '"': ("", "YK203"),
    "'": ("", "YK203"),
    "`": ("", "YK203"),
}
SIGN_MESSAGES = {
    "YK202": "write `and`, `or`, `not` as words",
    "YK203": "a condition has no commas, brackets or quotes",
}
PHRASES: tuple[tuple[str, str, str, str | None], ...] = (
    (r"\b[A-Z][A-Za-z_0-9]*", "YK205", "words are written small", "{lower}"),
    (r"\b(every|each)\b", "YK207", "`{0}` is not a word of conditions", "all ... are"),
    (r"\ball\b(?:(?!\b(?:and|or|are)\b).)*?\b(is)\b", "YK208", "after `all` comes `are`", "all tiles are simple"),
    (
        r"\b(?:more|fewer|less) than [0-9]+",
        "YK211",
        "write at least or at most",
        "`more than 2` is `at least 3`, `fewer than 2` is `at most 1`",
    ),
    (r"\b(the|a|an)\s+(?=[a-z]{2})", "YK214", "leave out the article", "{rest}"),
    (r"\bhand is\b", "YK232", "say it without `hand is`", "closed, open, all tiles are ..."),
    (r"\b[nk][mpsabc]\+[0-9]", "YK218", "the suit letter comes last", "na n+1a n+2a"),
)
QUANTIFIER = re.compile(r"\b(any|no|all|exactly [0-9]+|at least [0-9]+|at most [0-9]+)\b")


def explain_wording(text: str, at: Callable[[int, int], Span]) -> Diagnostic | None:
    """Return the diagnostic for signs and phrases that are no part of conditions, or None."""
    for index, character in enumerate(text):
        sign = text[index : index + 2] if text[index : index + 2] in SIGNS else character
        if sign in SIGNS and text[index : index + 2] != "!=":
            code = SIGNS[sign][1]
            return Diagnostic(code, SIGN_MESSAGES[code], at(index, index + len(sign)), hint=_without_signs(text))
        if not character.isascii() or not (character.isprintable() or character in "\n\t "):
            message = (
                f"`{character}` can't stand in a condition" if character.isprintable() else "an invisible character"
            )
            allowed = "conditions are written in small ASCII letters, digits and ( ) + - * ^ = < >"
            return Diagnostic("YK202", message, at(index, index + 1), hint=allowed)
    for pattern, code, message, hint in PHRASES:
        found = re.search(pattern, text)
        if found:
            group = 1 if found.re.groups else 0
            word = found.group(group)
            rest = text[found.end() :].strip()
            written = hint.format(lower=word.lower(), rest=rest) if hint else None
            return Diagnostic(code, message.format(word), at(found.start(group), found.end(group)), hint=written)
    return _single_equals(text, at)


def _without_signs(text: str) -> str:
    """Return the text in words, as a hint; spaces as they should be."""
    text = text.replace("!=", "\0")
    for sign, (word, _) in SIGNS.items():
        text = text.replace(sign, word)
    return " ".join(text.replace("\0", "!=").split())


def _single_equals(text: str, at: Callable[[int, int], Span]) -> Diagnostic | None:
    found = re.search(r"(\w*)\s*(?<![<>=!])=(?!=)\s*", text)
    if not found:
        return None
    choice = found.group(1) in FACTS and FACTS[found.group(1)].type == "choice"
    message = "compare a choice with `is`" if choice else "compare numbers with `==`, a choice with `is`"
    hint = f"{text[: found.end(1)]} {'is' if choice else '=='} {text[found.end() :]}".strip()
    place = text.index("=", found.end(1))
    return Diagnostic("YK228", message, at(place, place + 1), hint=hint)


def explain_unexpected(error: UnexpectedInput, text: str, at: Callable[[int, int], Span]) -> Diagnostic:
    """Return the diagnostic for the place where the parser stopped."""
    position = error.pos_in_stream
    at_end = getattr(getattr(error, "token", None), "type", "") == "$END"
    if at_end or position is None or not 0 <= position < len(text):
        return _at_the_end(text, at)
    word = _word_at(text, position)
    span = at(position, position + len(word))
    before = text[:position].split()
    if word in {"and", "or"}:
        return _joined(text, position, word, span)
    if plural := _plural(word):
        return Diagnostic("YK209", "nouns are plural", span, hint=_phrase_from_quantifier(text, position, plural))
    if before and before[-1].isdigit() and (len(before) < 2 or before[-2] not in {"exactly", "least", "most"}):
        return _bare_number(text, before[-1], position, at)
    other = synonym(word)
    if other and other in NOUNS:
        return Diagnostic("YK215", f"`{word}` are called `{other}`", span, hint=text.replace(word, other))
    near = did_you_mean(word, NOUNS)
    if near and word not in NOUNS:
        return Diagnostic("YK215", f"`{word}` is not a noun of conditions", span, hint=f"did you mean `{near}`?")
    if word == ")":
        return Diagnostic("YK219", "this parenthesis closes nothing, or something before it is missing", span)
    return Diagnostic("YK212", f"`{word}` can't stand here", span, hint=_after(before))


def _joined(text: str, position: int, word: str, span: Span) -> Diagnostic:
    """`and` or `or` where it can't stand: adjectives without parentheses, or the two words mixed."""
    quantifiers = [found for found in QUANTIFIER.finditer(text) if found.end() < position]
    noun = re.search(rf"\b({'|'.join(NOUNS)})\b", text[position:])
    if quantifiers and noun:
        start = quantifiers[-1].end()
        between = text[start:position]
        if not re.search(rf"\b({'|'.join(NOUNS)})\b", between):
            after = text[position : position + noun.start()].strip()
            hint = f"{quantifiers[-1].group()} ({between.strip()} {after}) {noun.group()}"
            return Diagnostic("YK217", f"adjectives joined by `{word}` need parentheses", span, hint=hint)
    if len(set(re.findall(r"\b(and|or)\b", text))) == 2:
        message = "`and` and `or` are mixed; say with parentheses which belong together"
        parts = [f"({part})" if " or " in part else part for part in text.split(" and ")]
        return Diagnostic("YK206", message, span, hint=None if "(" in text else " and ".join(parts))
    return Diagnostic("YK213", f"something is missing before `{word}`", span)


def _bare_number(text: str, number: str, position: int, at: Callable[[int, int], Span]) -> Diagnostic:
    start = text.rindex(number, 0, position)
    what = re.match(rf".*?\b({'|'.join(NOUNS)})\b", text[position:])
    phrase = what.group() if what else "..."
    hint = ", ".join(f"{how} {number} {phrase}" for how in ("exactly", "at least", "at most"))
    return Diagnostic("YK210", "say how the number is meant", at(start, start + len(number)), hint=hint)


def _phrase_from_quantifier(text: str, position: int, plural: str) -> str:
    quantifiers = [found for found in QUANTIFIER.finditer(text) if found.end() <= position]
    start = quantifiers[-1].start() if quantifiers else position
    return f"{text[start:position]}{plural}"


def _at_the_end(text: str, at: Callable[[int, int], Span]) -> Diagnostic:
    stripped = text.rstrip()
    last = re.search(r"\S+$", stripped)
    start = last.start() if last else 0
    word = last.group() if last else ""
    span = at(start, len(stripped))
    if stripped.count("(") > stripped.count(")"):
        opening = stripped.rindex("(")
        return Diagnostic("YK219", "a parenthesis is not closed", at(opening, opening + 1))
    quantifiers = list(QUANTIFIER.finditer(stripped))
    if (plural := _plural(word)) and quantifiers:
        return Diagnostic("YK209", "nouns are plural", span, hint=_phrase_from_quantifier(stripped, start, plural))
    if word in {"exactly", "least", "most"}:
        return Diagnostic("YK210", "a number and a noun must follow", span, hint=f"{stripped} 3 triplets")
    if word in {"and", "or", "not", "is", "are", "contain", "at", "any", "no", "all", "with"}:
        return Diagnostic("YK213", f"something must follow `{word}`", span, hint=_after([word]))
    if quantifiers:
        phrase = stripped[quantifiers[-1].start() :]
        other = synonym(word)
        if other in NOUNS:
            hint = phrase.replace(word, str(other))
            return Diagnostic("YK215", f"`{word}` are called `{other}`", span, hint=hint)
        hint = f"{phrase} tiles, {phrase} triplets, {phrase} pairs"
        return Diagnostic("YK216", f"`{word}` is an adjective; a noun must follow", span, hint=hint)
    return Diagnostic("YK213", "the condition is not finished", span)


def _plural(word: str) -> str | None:
    """Return the noun that a singular word is one of."""
    plural = f"{word}s"
    return plural if plural in NOUNS and word not in NOUNS else None


def _word_at(text: str, position: int) -> str:
    found = re.match(r"[a-zA-Z0-9_]+|\S", text[position:])
    return found.group() if found else text[position]


AFTER = {
    "at": "at least 2 ..., at most 2 ...",
    "contain": "na nb nc, 123a 456a, triplet na",
    "is": "wait is ryanmen, seat is east, winning_tile is 5p",
    "are": "all tiles are simple, all tiles are (terminal or honor)",
    "with": "with 19mps: some tile of the group is one of these",
}


def _after(before: list[str]) -> str | None:
    if not before:
        return "a condition begins like: all tiles are, any, no, exactly 2, wait is, riichi"
    if before[-1] in {"any", "no", "all"}:
        return f"{before[-1]} tiles, {before[-1]} groups, {before[-1]} (terminal or honor) tiles"
    return AFTER.get(before[-1], "two conditions are joined by `and` or `or`")


SYNONYMS = {
    "menzen": "closed",
    "concealed_hand": "closed",
    "honors": "honor",
    "honour": "honor",
    "honours": "honor",
    "terminals": "terminal",
    "simples": "simple",
    "dragons": "dragon",
    "winds": "wind",
    "pungs": "triplets",
    "pung": "triplet",
    "pons": "triplets",
    "kotsu": "triplets",
    "koutsu": "triplets",
    "chows": "sequences",
    "chow": "sequence",
    "runs": "sequences",
    "shuntsu": "sequences",
    "kans": "quads",
    "kongs": "quads",
    "kan": "quad",
    "kong": "quad",
    "toitsu": "pairs",
    "eyes": "pairs",
    "head": "pair",
    "sets": "groups",
    "mentsu": "groups",
    "calls": "melds",
    "two_sided": "ryanmen",
    "open_wait": "ryanmen",
    "closed_wait": "kanchan",
    "edge": "penchan",
    "edge_wait": "penchan",
    "pair_wait": "tanki",
    "single_wait": "tanki",
    "single": "tanki",
    "dual_pon": "shanpon",
    "self_draw": "tsumo",
    "self_drawn": "tsumo",
    "selfdraw": "tsumo",
    "discard_win": "ron",
    "dealer": "east",
    "reach": "riichi",
    "one_shot": "ippatsu",
    "manzu": "man",
    "pinzu": "pin",
    "souzu": "sou",
    "characters": "man",
    "circles": "pin",
    "dots": "pin",
    "bamboo": "sou",
    "bamboos": "sou",
    "aka": "red",
}


def synonym(word: str) -> str | None:
    """Return the vocabulary's word for one that other books use."""
    return SYNONYMS.get(word)
