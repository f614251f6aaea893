"""What to say where a condition ends too early: what its last phrase lacks."""

from __future__ import annotations

import re

from yakulang.lang.synonyms import SYNONYMS, synonym
from yakulang.lang.vocabulary import ADJECTIVES, FACTS, GROUP, NOUNS, TILE
from yakulang.lang.wording import Mistake, Phrases

_QUANTIFIER = re.compile(r"\b(any|no|all|exactly [0-9]+|at least [0-9]+|at most [0-9]+)\b")
_LAST_PHRASE = re.compile(r"(?:^|\b(?:and|or|not)\b|\()\s*(?!.*(?:\b(?:and|or|not)\b|\())(\S.*)$", re.DOTALL)
_OPEN_WORDS = {"and", "or", "not", "is", "are", "contain", "at", "any", "no", "all", "with", "held", "awarded"}
_AFTER = {
    "at": "at least 2 ..., at most 2 ...",
    "contain": "na nb nc, 123a 456a, triplet na",
    "is": "wait is ryanmen, seat is east, winning_tile is 5p",
    "are": "all tiles are simple, all tiles are (terminal or honor)",
    "with": "with 19mps: some tile of the group is one of these",
    "held": "held(...): the id of a yaku stands in parentheses",
    "awarded": "awarded(...): the id of a yaku stands in parentheses",
}


def plural_of(word: str) -> str | None:
    """Return the noun that a singular word is one of."""
    plural = f"{word}s"
    return plural if plural in NOUNS and word not in NOUNS else None


def explain_end(text: str) -> Mistake:
    """Return what a condition lacks at its end."""
    stripped = text.rstrip()
    found = re.search(r"\S+$", stripped)
    start, end = (found.start() if found else 0), len(stripped)
    word = found.group() if found else ""
    if stripped.count("(") > stripped.count(")"):
        opening = stripped.rindex("(")
        return Mistake("YK219", "a parenthesis is not closed", opening, opening + 1, instead=f"{stripped})")
    if word in {"exactly", "least", "most"}:
        return Mistake("YK210", "a number and a noun must follow", start, end, f"{stripped} 3 triplets")
    if word in _OPEN_WORDS:
        joins = "two conditions are joined by `and` or `or`"
        hint = (
            f"{word} tiles, {word} groups, {word} (terminal or honor) tiles" if word in {"any", "no", "all"} else joins
        )
        return Mistake("YK213", f"something must follow `{word}`", start, end, _AFTER.get(word, hint))
    if re.search(r"[-+*^=<>!]$", word):
        sign = re.search(r"[-+*^=<>!]+$", stripped)
        begin = sign.start() if sign else start
        return Mistake("YK213", f"a number must follow `{stripped[begin:]}`", begin, end)
    quantifiers = list(_QUANTIFIER.finditer(stripped))
    if quantifiers and quantifiers[-1].end() == len(stripped):
        hint = f"{quantifiers[-1][0]} triplets, {quantifiers[-1][0]} red tiles"
        return Mistake("YK213", f"a noun must follow `{word}`", start, end, hint)
    if quantifiers and quantifiers[-1].end() < len(stripped):
        counted = _counted(stripped, quantifiers[-1], word, start)
        if counted:
            return counted
    return _bare(stripped, word, start)


def _counted(text: str, quantifier: re.Match[str], word: str, start: int) -> Mistake | None:
    """A phrase that says how many, but of what?"""
    end = len(text)
    phrase = text[quantifier.start() :]
    if re.search(r"\b(?:and|or)\b", phrase) and "(" not in phrase:
        return None  # the quantifier belongs to an earlier phrase
    if plural := plural_of(word):
        several = Phrases(f"{text[quantifier.start() : start]}{plural}")
        return Mistake("YK209", "nouns are plural", start, end, several, text[: quantifier.start()] + several)
    other = SYNONYMS.get(word)
    if other and plural_of(other):
        hint = f"{text[quantifier.start() : start]}{plural_of(other)}"
        return Mistake(
            "YK215", f"`{word}` are called `{plural_of(other)}`", start, end, instead=text[: quantifier.start()] + hint
        )
    if other in ADJECTIVES:
        noun = "tiles" if ADJECTIVES[other].of == (TILE,) else "melds"
        instead = f"{text[:start]}{other} {noun}"
        return Mistake("YK215", f"`{word}` is called `{other}`", start, end, instead=instead)
    fact = FACTS.get(word)
    if fact and fact.type == "flag" and word not in ADJECTIVES and quantifier[0] in {"any", "no"}:
        hint = f"not {word}" if quantifier[0] == "no" else word
        return Mistake("YK256", f"`{word}` is true or false by itself", start, end, hint)
    if word in NOUNS:
        before = text[: quantifier.start()].split()
        return _unknown_before(text, before, quantifier) if before else None
    adjective = other if other and other not in NOUNS else word
    begun = f"{text[quantifier.start() : start]}{adjective}"
    if quantifier[0] == "all":
        hint = Phrases(instead := f"all tiles are {adjective}")
    else:
        hint = Phrases(", ".join(f"{begun} {noun}" for noun in _nouns(word)))
        instead = hint.partition(",")[0]
    return Mistake(
        "YK216", f"`{word}` is an adjective; a noun must follow", start, end, hint, text[: quantifier.start()] + instead
    )


def _unknown_before(text: str, before: list[str], quantifier: re.Match[str]) -> Mistake | None:
    if before[-1] in {"and", "or", "not"} or before[-1].endswith("("):
        return None
    begin = text.rindex(before[-1], 0, quantifier.start())
    message = f"`{before[-1]}` can't stand before `{quantifier[0].split()[0]}`"
    hint = "two conditions are joined by `and` or `or`"
    return Mistake("YK212", message, begin, begin + len(before[-1]), hint)


def _nouns(word: str) -> tuple[str, ...]:
    """Return nouns that an adjective describes."""
    known = ADJECTIVES.get(word)
    if known is None:
        return ("tiles", "triplets", "pairs")
    if known.of == (TILE,):
        return ("tiles",)
    return ("groups", "triplets", "melds") if known.of == (GROUP,) else ("tiles", "groups")


def _bare(text: str, word: str, start: int) -> Mistake:
    """A last phrase that says neither how many nor what is true of it."""
    found = _LAST_PHRASE.search(text)
    begin = found.start(1) if found else 0
    phrase = text[begin:]
    words = phrase.split()
    end = len(text)
    if word in NOUNS:
        hint = Phrases(f"any {phrase}, no {phrase}, exactly 2 {phrase}")
        return Mistake("YK248", f"say how many `{phrase}` are meant", begin, end, hint, text[:begin] + f"any {phrase}")
    if (plural := plural_of(word)) and (len(words) > 1 or begin):
        several = f"{text[begin:start]}{plural}"
        hint = Phrases(f"any {several}, no {several}, exactly 1 {several}")
        return Mistake(
            "YK209", "nouns are plural, and it is said how many", start, end, hint, text[:begin] + f"any {several}"
        )
    if len(words) > 1:
        return _side_by_side(text, begin, words)
    return Mistake("YK213", "the condition is not finished", start, end)


def _side_by_side(text: str, begin: int, words: list[str]) -> Mistake:
    place = begin + len(words[0])
    place += len(text[place:]) - len(text[place:].lstrip())
    end = place + len(words[1])
    flags = [name for name, fact in FACTS.items() if fact.type == "flag"]
    if any(w in flags or synonym(w) in flags for w in words):
        instead = text[:begin] + " and ".join(words)
        return Mistake("YK257", "two conditions stand side by side", place, end, instead=instead)
    hint = "two conditions are joined by `and` or `or`; a name has no space in it"
    return Mistake("YK257", f"`{words[0]}` and `{words[1]}` stand side by side", place, end, hint)
