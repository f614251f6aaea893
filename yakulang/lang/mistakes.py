"""What people write by mistake, and what to say to them.

First patterns on the text (signs and phrases of other languages), then the place where the parser stopped.
Nothing here shows a parser's own words.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic, did_you_mean
from yakulang.lang.vocabulary import GROUP_KINDS, NOUNS

if TYPE_CHECKING:
    from collections.abc import Callable

    from lark.exceptions import UnexpectedInput

    from yakulang.source import Span

SIGNS = {
    "&&": ("YK202", "write `and`, `or`, `not` as words", None),
    "||": ("YK202", "write `and`, `or`, `not` as words", None),
    "!": ("YK202", "write `and`, `or`, `not` as words", None),
    "&": ("YK202", "write `and`, `or`, `not` as words", None),
    "|": ("YK202", "write `and`, `or`, `not` as words", None),
    ",": ("YK203", "a condition has no commas, brackets or quotes", "groups and tiles are listed with spaces between"),
    "[": ("YK203", "a condition has no commas, brackets or quotes", "use ( and )"),
    "{": ("YK203", "a condition has no commas, brackets or quotes", "use ( and )"),
    '"': ("YK203", "a condition has no commas, brackets or quotes", None),
    "'": ("YK203", "a condition has no commas, brackets or quotes", None),
}
PHRASES: tuple[tuple[str, str, str, str | None], ...] = (
    (r"\b[A-Z][A-Za-z_]*", "YK205", "words are written small", "{lower}"),
    (r"\b(every|each)\b", "YK207", "`{0}` is not a word of conditions", "all ... are"),
    (r"\ball\b(?:(?!\b(?:and|or|are)\b).)*?\b(is)\b", "YK208", "after `all` comes `are`", "all tiles are simple"),
    (r"\b(?:more|fewer|less) than [0-9]+", "YK211", "write at least or at most", "`more than 2` is `at least 3`, `fewer than 2` is `at most 1`"),
    (r"\b(the|a|an)\s+(?=[a-z]{2})", "YK214", "leave out the article", None),
    (r"\bhand is\b", "YK232", "say it without `hand is`", "closed, open, all tiles are ..."),
    (r"\b[nk][mpsabc]\+[0-9]", "YK218", "the suit letter comes last", "na n+1a n+2a"),
    (r"(?<![<>=!])=(?!=)", "YK228", "compare numbers with ==, a choice with `is`", None),
)


def explain_wording(text: str, at: Callable[[int, int], Span]) -> Diagnostic | None:
    """Return the diagnostic for signs and phrases that are no part of conditions, or None."""
    for index, character in enumerate(text):
        for sign in (text[index : index + 2], character):
            if sign in SIGNS and not (sign == "!" and text[index : index + 2] == "!="):
                code, message, hint = SIGNS[sign]
                return Diagnostic(code, message, at(index, index + len(sign)), hint=hint)
        if not character.isascii() or not (character.isprintable() or character in "\n\t "):
            message = f"`{character}` can't stand in a condition" if character.isprintable() else "an invisible character"
            hint = "conditions are written in small ASCII letters, digits and ( ) + - * ^ = < >"
            return Diagnostic("YK202", message, at(index, index + 1), hint=hint)
    for pattern, code, message, hint in PHRASES:
        found = re.search(pattern, text)
        if found:
            group = 1 if found.re.groups else 0
            word = found.group(group)
            span = at(found.start(group), found.end(group))
            shown = hint.format(lower=word.lower()) if hint and "{" in hint else hint
            return Diagnostic(code, message.format(word), span, hint=shown)
    return None




def explain_unexpected(error: UnexpectedInput, text: str, at: Callable[[int, int], Span]) -> Diagnostic:
    """Return the diagnostic for the place where the parser stopped."""
    position = error.pos_in_stream
    if position is None or position < 0 or position >= len(text):
        return _at_the_end(text, at)
    word = _word_at(text, position)
    span = at(position, position + len(word))
    before = text[:position].split()
    if word in {"and", "or"} and _mixed(text):
        message = "`and` and `or` are mixed; say with parentheses which belong together"
        return Diagnostic("YK206", message, span)
    singular = _singular(word)
    if singular and before and before[-1] not in {"contain", "is", "not", "("}:
        return Diagnostic("YK209", "nouns are plural", span, hint=f"{singular}")
    if before and before[-1].isdigit() and (len(before) < 2 or before[-2] not in {"exactly", "least", "most"}):
        number = before[-1]
        start = text.rindex(number, 0, position)
        hint = f"exactly {number} ..., at least {number} ..., at most {number} ..."
        return Diagnostic("YK210", "say how the number is meant", at(start, start + len(number)), hint=hint)
    other = synonym(word)
    if other and other in NOUNS:
        return Diagnostic("YK215", f"`{word}` are called `{other}`", span, hint=text.replace(word, other))
    near = did_you_mean(word, NOUNS)
    if near and word not in NOUNS:
        return Diagnostic("YK215", f"`{word}` is not a noun of conditions", span, hint=f"did you mean `{near}`?")
    if word == ")":
        return Diagnostic("YK219", "this parenthesis closes nothing, or something before it is missing", span)
    return Diagnostic("YK212", f"`{word}` can't stand here", span, hint=_after(before))


def _at_the_end(text: str, at: Callable[[int, int], Span]) -> Diagnostic:
    stripped = text.rstrip()
    last = re.search(r"\S+$", stripped)
    span = at(last.start() if last else 0, len(stripped))
    if stripped.count("(") > stripped.count(")"):
        opening = stripped.rindex("(")
        return Diagnostic("YK219", "a parenthesis is not closed", at(opening, opening + 1))
    word = last.group() if last else ""
    singular = _singular(word)
    if singular:
        return Diagnostic("YK209", "nouns are plural", span, hint=singular)
    if word in {"exactly", "least", "most"}:
        return Diagnostic("YK210", "a number and a noun must follow", span, hint=f"{word} 3 triplets")
    if word in {"and", "or", "not", "is", "are", "contain", "at"}:
        return Diagnostic("YK213", f"something must follow `{word}`", span)
    quantified = re.search(r"\b(any|no|all|exactly [0-9]+|at least [0-9]+|at most [0-9]+)\b", stripped)
    if quantified:
        hint = f"{stripped[quantified.start() :]} tiles"
        return Diagnostic("YK216", f"`{word}` is not a noun; a noun must follow", span, hint=hint)
    return Diagnostic("YK213", "the condition is not finished", span)


def _singular(word: str) -> str | None:
    plural = f"{word}s"
    return plural if plural in NOUNS and (word in GROUP_KINDS or word not in NOUNS) else None


def _mixed(text: str) -> bool:
    words = set(re.findall(r"\b(and|or)\b", text))
    return len(words) == 2


def _word_at(text: str, position: int) -> str:
    found = re.match(r"[a-zA-Z0-9_]+|\S", text[position:])
    return found.group() if found else text[position]


def _after(before: list[str]) -> str | None:
    if not before:
        return "a condition begins like: all tiles are, any, no, exactly 2, wait is, riichi"
    if before[-1] == "at":
        return "at least 2 ..., at most 2 ..."
    if before[-1] in {"contain"}:
        return "na nb nc, 123a 456a, triplet na"
    return "two conditions are joined by `and` or `or`"


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
