"""What people write by mistake, and what to say to them.

First signs and phrases that no condition has, then, where a condition could not be read, other wordings of the same
thing, then the place where the reading stopped. Nothing here shows a parser's own words.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from yakulang.errors import did_you_mean
from yakulang.lang.synonyms import FOREIGN_SIGNS, KANJI, TILE_WORDS, find_kanji, in_english, synonym
from yakulang.lang.unfinished import explain_end, plural_of
from yakulang.lang.vocabulary import FACTS, NOUNS, WIND_WORDS, WINNING_SUBJECTS
from yakulang.lang.wording import Mistake, Phrases, tidy
from yakulang.lang.wordings import LONGEST, find_always, find_wording

if TYPE_CHECKING:
    from collections.abc import Callable

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
ALLOWED = "conditions are written in small ASCII letters, digits and ( ) + - * ^ = < >"
PHRASES: tuple[tuple[str, str, str, str | None, str | None], ...] = (
    # pattern, code, message, hint; or, without a hint, what stands instead of the whole match
    (r"\b(?:[a-z_0-9]*[A-Z][A-Za-z_0-9]*)", "YK205", "words are written small", None, "{small}"),
    (
        r"\b((?:every|each)\s+(?:group|meld|set|block|sequence|triplet)\s+(?:contains?|has|have|includes?))\b",
        "YK207",
        "`{0}`: all groups are described by an adjective",
        "with 19mps: some tile of the group is one of these, as in: all groups are (with 19mps)",
        None,
    ),
    (r"\b((?:every|each)\s+suit)\b", "YK207", "`{0}` is not a word of conditions", None, "exactly 3 suits"),
    (r"\b(every|each)\b", "YK207", "`{0}` is not a word of conditions", "all ... are", None),
    (r"\ball\b(?:(?!\b(?:and|or|are)\b).)*?\b(is)\b", "YK208", "after `all` comes `are`", "all tiles are simple", None),
    (r"\bno (?:more|fewer|less) than [0-9]+", "YK211", "write at least or at most", None, "{bound}"),
    (r"\b(?:more|fewer|less) than [0-9]+", "YK211", "write at least or at most", None, "{beyond}"),
    (r"\b(the|a|an)\s+(?=[a-z0-9]{2})", "YK214", "leave out the article", None, ""),
    (r"\b((?:winner|player)\s+is)\s+(?:east|south|west|north)\b", "YK232", "say it without `{0}`", None, "{seat}"),
    (r"\b((?:winner|player)\s+is)\b", "YK232", "say it without `{0}`", None, ""),
    (r"\b(?:hands? is)\b", "YK232", "say it without `hand is`", "closed, open, all tiles are ...", ""),
    (r"\b[nk][mpsabc]\+[0-9]", "YK218", "the suit letter comes last", "na n+1a n+2a", None),
)
QUANTIFIER = re.compile(r"\b(any|no|all|exactly [0-9]+|at least [0-9]+|at most [0-9]+)\b")
WINDS_SHORT = dict(zip("ESWN", WIND_WORDS, strict=True))
_FLAG_VALUE = re.compile(r"\b([a-z_0-9]+)\s*(?:={1,3}|!=|:)\s*(true|false|yes|no|1|0)\b")


def explain_signs(text: str) -> Mistake | None:
    """Return what is wrong with signs and phrases that are no part of conditions, or None."""
    contraction = re.search(r"\b(?:do|does|is|are|has|have)n['’]t\b", text)
    if contraction:
        verb = contraction[0][:-3]
        words = f" {verb} not " if verb in {"is", "are"} else " not "
        spelt = tidy(text[: contraction.start()] + words + text[contraction.end() :])
        start, end = contraction.span()
        return Mistake("YK207", f"`{contraction[0]}` is not a word of conditions", start, end, instead=spelt)
    return _characters(text) or _phrases(text) or _equals(text) or find_always(text)


def _characters(text: str) -> Mistake | None:
    for index, character in enumerate(text):
        sign = text[index : index + 2] if text[index : index + 2] in SIGNS else character
        if sign in SIGNS and text[index : index + 2] != "!=":
            code = SIGNS[sign][1]
            return Mistake(code, SIGN_MESSAGES[code], index, index + len(sign), instead=_without_signs(text))
        if not character.isascii() or not (character.isprintable() or character in "\n\t "):
            return _foreign(text, index)
    return None


def _foreign(text: str, index: int) -> Mistake:
    """What to say of a character that no condition has."""
    character = text[index]
    if "！" <= character <= "～" or character == "\u3000":
        wide = re.compile("[！-～\u3000]+").match(text, index)
        end = wide.end() if wide else index + 1
        message = f"`{text[index:end]}` is in full-width characters"
        return Mistake("YK202", message, index, end, instead=tidy(unicodedata.normalize("NFKC", text)))
    if character in FOREIGN_SIGNS:
        return Mistake("YK203", f"`{character}` is no sign of conditions", index, index + 1, instead=in_english(text))
    word = find_kanji(text, index)
    if word:
        message = f"`{word.group()}` is called `{KANJI[word.group()]}`"
        return Mistake("YK215", message, *word.span(), instead=in_english(text))
    message = f"`{character}` can't stand in a condition" if character.isprintable() else "an invisible character"
    return Mistake("YK202", message, index, index + 1, ALLOWED)


def _phrases(text: str) -> Mistake | None:
    for pattern, code, message, hint, instead in PHRASES:
        found = re.search(pattern, text)
        if not found:
            continue
        group = 1 if found.re.groups else 0
        start, end = found.span(group)
        whole = None
        if instead is not None:
            words = instead.format(small="", bound="", beyond="", seat=f"seat is {found[0].split()[-1]}")
            if instead == "{small}":
                return Mistake(code, message, start, end, instead=_small(text))
            if instead == "{bound}":
                number = re.sub(r"\D", "", found[0])
                words = f"at {'most' if 'more' in found[0] else 'least'} {number}"
            if instead == "{beyond}":
                number = re.sub(r"\D", "", found[0])
                more = "more" in found[0]
                words = f"at {'least' if more else 'most'} {int(number[:9]) + (1 if more else -1)}"
            whole = tidy(text[: found.start()] + words + text[found.end() :])
        return Mistake(code, message.format(found.group(group)), start, end, hint, whole)
    return None


def _small(text: str) -> str:
    """Return a text in small letters: `E` is a wind, `isClosed` two words."""
    winds = re.sub(r"\b(is|is not)\s+([ESWN])\b", lambda found: f"{found[1]} {WINDS_SHORT[found[2]]}", text)
    winds = re.sub(r"\b([ESWN])\s+(?=[a-z])", lambda found: f"{WINDS_SHORT[found[1]]} ", winds)
    return tidy(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", winds).lower())


def _without_signs(text: str) -> str:
    """Return the text in words, as a hint; spaces as they should be."""
    text = re.sub(r"!(?!\s*[\w(])", "", text.replace("!=", "\0"))
    for sign, (word, _) in SIGNS.items():
        text = text.replace(sign, word)
    return tidy(text.replace("\0", "!="))


def _equals(text: str) -> Mistake | None:
    """What to say of `=` alone, of signs turned around, and of a flag that is compared."""
    for found in _FLAG_VALUE.finditer(text):
        fact = FACTS.get(found[1])
        if fact is not None and fact.type == "flag":
            true = (found[2] in {"true", "yes", "1"}) != ("!=" in found[0])
            whole = tidy(text[: found.start()] + ("" if true else "not ") + found[1] + text[found.end() :])
            return Mistake("YK256", f"`{found[1]}` is true or false by itself", *found.span(), instead=whole)
    turned = re.search(r"=[<>]|===|!==", text)
    if turned:
        right = {"=>": ">=", "=<": "<=", "===": "==", "!==": "!="}[turned[0]]
        whole = text[: turned.start()] + right + text[turned.end() :]
        return Mistake("YK228", f"write `{right}`", *turned.span(), instead=whole)
    found_equals = re.search(r"(\w*)\s*(?<![<>=!])=(?!=)\s*", text)
    if not found_equals:
        return None
    end = found_equals.end(1)
    name = found_equals.group(1)
    choice = name in WINNING_SUBJECTS or (name in FACTS and FACTS[name].type == "choice")
    message = "compare a choice with `is`" if choice else "compare numbers with `==`, a choice with `is`"
    whole = f"{text[:end]} {'is' if choice else '=='} {text[found_equals.end() :]}".strip()
    place = text.index("=", end)
    return Mistake("YK228", message, place, place + 1, instead=whole)


def explain_unexpected(position: int | None, text: str) -> Mistake:
    """Return what is wrong where reading stopped; None is the end of the text."""
    at_end = position is None or not 0 <= position < len(text)
    last = len(text) if at_end or position is None else position
    other = find_wording(text, last) or _words_of_others(text, last)
    if other:
        return other
    if at_end or position is None:
        return explain_end(text)
    word = word_at(text, position)
    end = position + len(word)
    before = text[:position].split()
    if word in {"and", "or"}:
        return _joined(text, position, word)
    if plural := plural_of(word):
        if before and before[-1].isdigit() and not _said_how(before):
            return _bare_number(text, before[-1], position)
        hint = _phrase_from_quantifier(text, position, plural)
        instead = text[:position] + plural + text[end:]
        return Mistake("YK209", "nouns are plural", position, end, hint, instead)
    if before and before[-1].isdigit() and not _said_how(before):
        return _bare_number(text, before[-1], position)
    near = did_you_mean(word, NOUNS)
    if near and word not in NOUNS:
        return Mistake("YK215", f"`{word}` is not a noun of conditions", position, end, f"did you mean `{near}`?")
    if word == ")":
        closed = text[: position + 1].count(")") <= text[:position].count("(")
        if closed:
            return Mistake("YK219", "something is missing before this parenthesis", position, end)
        without = tidy(text[:position] + " " + text[end:])
        return Mistake("YK219", "this parenthesis closes nothing", position, end, instead=without)
    if word not in "()+-*^<>=!" and not re.match(r"\w", word):
        return Mistake("YK203", f"`{word}` is no sign of conditions", position, end, ALLOWED)
    return Mistake("YK212", f"`{word}` can't stand here", position, end, after(before))


def _said_how(before: list[str]) -> bool:
    """Return whether the number that ends some words is one that is compared or said to be exact."""
    return len(before) > 1 and (before[-2] in {"exactly", "least", "most"} or before[-2][-1] in "=<>!+-*^")


def _words_of_others(text: str, last: int) -> Mistake | None:
    """The first noun of another rule book that stands where a noun must stand."""
    for found in re.finditer(r"[a-z_]+", text):
        other = synonym(found[0])
        if other in NOUNS and found.start() <= last:
            quantifiers = [q for q in QUANTIFIER.finditer(text) if q.end() <= found.start()]
            start = quantifiers[-1].start() if quantifiers else 0
            hint = f"{text[start : found.start()]}{other}{text[found.end() :]}"
            return Mistake("YK215", f"`{found[0]}` are called `{other}`", *found.span(), instead=hint)
    return None


def _grouped(text: str) -> dict[str, str]:
    """Return how `and` and `or` may be meant: by parentheses around the alternatives of one subject, else both ways."""
    if "(" in text:
        return {}
    inner = " and ".join(f"({part})" if " or " in part else part for part in text.split(" and "))
    outer = " or ".join(f"({part})" if " and " in part else part for part in text.split(" or "))
    alternatives = next(part for part in text.split(" and ") if " or " in part).split(" or ")
    if text.count(" and ") == 1 and len({part.split()[0] for part in alternatives if part.split()}) == 1:
        return {"instead": inner}
    return {"hint": f"{outer}, if that is meant, or {inner}"}


def _joined(text: str, position: int, word: str) -> Mistake:
    """`and` or `or` where it can't stand: adjectives without parentheses, or the two words mixed."""
    end = position + len(word)
    quantifiers = [found for found in QUANTIFIER.finditer(text) if found.end() < position]
    noun = re.search(rf"\b({'|'.join(NOUNS)})\b", text[position:])
    if quantifiers and noun:
        start = quantifiers[-1].end()
        between = text[start:position]
        if not re.search(rf"\b({'|'.join(NOUNS)})\b", between):
            rest = text[position : position + noun.start()].strip()
            hint = f"{quantifiers[-1].group()} ({between.strip()} {rest}) {noun.group()}"
            whole = text[: quantifiers[-1].start()] + hint + text[position + noun.end() :]
            message = f"adjectives joined by `{word}` need parentheses"
            return Mistake("YK217", message, position, end, Phrases(hint), whole)
    if len(set(re.findall(r"\b(and|or)\b", text))) == 2:
        message = "`and` and `or` are mixed; say with parentheses which belong together"
        return Mistake("YK206", message, position, end, **_grouped(text))
    segment = explain_end(text[:position])
    if segment.code in {"YK209", "YK216", "YK248", "YK257"}:
        rest = text[position:]
        mended_text = f"{segment.instead} {rest}" if segment.instead else None
        return Mistake(segment.code, segment.message, segment.start, segment.end, segment.hint, mended_text)
    return Mistake("YK213", f"something is missing before `{word}`", position, end)


def _bare_number(text: str, number: str, position: int) -> Mistake:
    start = text.rindex(number, 0, position)
    rest = text[position:]
    what = re.match(rf".*?\b({'|'.join(NOUNS)})\b", rest)
    one = re.match(rf"((?:\w+\s+)*?)({'|'.join(name.removesuffix('s') for name in NOUNS)})\b", rest)
    phrase = what.group() if what else f"{one.group()}s" if one else "..."
    hint = ", ".join(f"{how} {number} {phrase}" for how in ("exactly", "at least", "at most"))
    if phrase != "...":
        hint = Phrases(hint)
    instead = f"{text[:start]}exactly {text[start:]}"
    return Mistake("YK210", "say how the number is meant", start, start + len(number), hint, instead)


def _phrase_from_quantifier(text: str, position: int, plural: str) -> str:
    quantifiers = [found for found in QUANTIFIER.finditer(text) if found.end() <= position]
    start = quantifiers[-1].start() if quantifiers else position
    return Phrases(f"{text[start:position]}{plural}") if quantifiers else plural


def word_at(text: str, position: int) -> str:
    """Return the word or the sign at an offset."""
    found = re.match(r"[a-zA-Z0-9_]+|\S", text[position:])
    return found.group() if found else text[position]


AFTER = {
    "at": "at least 2 ..., at most 2 ...",
    "contain": "na nb nc, 123a 456a, triplet na",
    "is": "wait is ryanmen, seat is east, winning_tile is 5p",
    "are": "all tiles are simple, all tiles are (terminal or honor)",
    "with": "with 19mps: some tile of the group is one of these",
}


def after(before: list[str]) -> str | None:
    """Return what may follow the words before a place."""
    if not before:
        return "a condition begins like: all tiles are, any, no, exactly 2, wait is, riichi"
    if before[-1] in {"any", "no", "all"}:
        return f"{before[-1]} tiles, {before[-1]} groups, {before[-1]} (terminal or honor) tiles"
    return AFTER.get(before[-1], "two conditions are joined by `and` or `or`")


_ONE = "tile|group|meld|sequence|triplet|quad|pair"
_SOFT: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    # what can be read and is wrong all the same: a hint must not say it
    (
        re.compile(rf"\b({_ONE})\s+is\s+(not\s+)?([a-z0-9_]+|\([^()]*\))"),
        lambda found: f"{'no' if found[2] else 'any'} {found[3]} {found[1]}s",
    ),
    (re.compile(r"\bnot not "), lambda _: ""),
    (re.compile(r"\bis_([a-z]+)\b"), lambda found: found[1]),
    (re.compile(r"\b(seat|round)_wind\s+is\b"), lambda found: f"{found[1]} is"),
    (
        re.compile(rf"\b({'|'.join(TILE_WORDS)})\s+(?=(?:{'|'.join(NOUNS)})\b)"),
        lambda found: f"{TILE_WORDS[found[1]]} ",
    ),
    (
        re.compile(r"\b(honors|honours|honour|terminals|simples|dragons|winds)\b"),
        lambda found: str(synonym(found[1])),
    ),
)
MOST_STEPS = 6


def mended(text: str, stop: Callable[[str], int | bool | None]) -> str:
    """Return a text with one mistake mended, with the others mended as well where that can be told.

    `stop` returns where reading a text stops: True where it does not, None at the end.
    """
    first = text
    if len(text) > LONGEST:
        return first
    for _ in range(MOST_STEPS):
        mistake = explain_signs(text)
        if mistake is None:
            place = stop(text)
            if place is True:
                for pattern, words in _SOFT:
                    text = pattern.sub(words, text)
                return text
            mistake = explain_unexpected(place if place is not None else None, text)
        if not mistake.instead or mistake.instead == text:
            return first
        text = mistake.instead
    return first
