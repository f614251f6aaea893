"""One way of saying something that conditions don't have, and the pieces that patterns of such ways are made of."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from yakulang.lang.synonyms import NUMBER_WORDS
from yakulang.lang.vocabulary import ADJECTIVES, FACTS, GROUP_KINDS, NOUNS, WINNING_SUBJECTS

if TYPE_CHECKING:
    from collections.abc import Callable


class Whole(str):
    """A hint that is the whole condition as it should be."""

    __slots__ = ()


class Phrases(Whole):
    """A hint that is a phrase of the condition as it should be, or several to choose from with commas between.

    Attributes:
        text: the whole condition with the first of them, where that can be told.
    """

    __slots__ = ("text",)
    text: str | None

    def __new__(cls, hint: str, text: str | None = None) -> Phrases:
        """Make a hint of phrases."""
        self = super().__new__(cls, hint)
        self.text = text
        return self

    def __reduce__(self) -> tuple[type[Phrases], tuple[str, str | None]]:
        return Phrases, (str(self), self.text)


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong with the text of a condition.

    Attributes:
        code: the code of the diagnostic.
        message: the sentence.
        start, end: the offsets of the caret.
        hint: what to say, or None.
        instead: the whole text with this mistake mended, or None; it takes the place of a missing hint.
            A hint that is a phrase of a condition, or several, is a `Phrases`.
    """

    code: str
    message: str
    start: int
    end: int
    hint: str | None = None
    instead: str | None = None


@dataclass(frozen=True, slots=True)
class Wording:
    """A way of saying something. `{0}` in the message is the text under the caret, `caret` the group it stands in."""

    pattern: re.Pattern[str]
    code: str
    message: str
    instead: str | Callable[[re.Match[str]], str] | None = None
    caret: int | str = 0
    hint: str | None = None

    def find(self, text: str, last: int) -> Mistake | None:
        """Return the mistake where the text has this wording, beginning at or before the offset `last`."""
        found = self.pattern.search(text)
        if not found or found.start(self.caret) > last:
            return None
        start, end = found.span(self.caret)
        instead = None
        if self.instead is not None:
            words = found.expand(self.instead) if isinstance(self.instead, str) else self.instead(found)
            instead = tidy(text[: found.start()] + words + text[found.end() :])
        shown = text[start:end].strip()
        end = start + len(text[start:end].rstrip())
        return Mistake(self.code, self.message.format(shown), start, max(end, start + 1), self.hint, instead)


def tidy(text: str) -> str:
    """Return a text with single spaces, none inside parentheses."""
    return re.sub(r"\( | (?=\))", lambda found: found.group().strip(), " ".join(text.split()))


WORD = r"[a-z][a-z0-9_]*"
N = "(?:" + "|".join(sorted(NOUNS, key=len, reverse=True)) + r")\b"
S = rf"(?:tile|kind|suit|group|meld|discard|indicator|{'|'.join(GROUP_KINDS)})\b"
TILES = r"(?:[0-9]+[mpsabcz]+)+\b"
SPOT = r"[nk](?:\+[1-8])?[mpsabc]\b"
KEYWORD = r"(?:and|or|not|any|no|all|exactly|at|least|most|are|is|contain|with|count|sum)\b"
ADJ = rf"(?!{KEYWORD}|{N})(?:{WORD}|{TILES})"
COLLECTION = rf"\b(?:(?:{ADJ}|\([^()]*\))\s+)*{N}"
COUNTED = r"(?:any|no|exactly [0-9]+|at least [0-9]+|at most [0-9]+)"
VALUE = rf"(?:not\s+)?(?:\([^()]*\)|(?!{KEYWORD})(?:{WORD}|{TILES}))"
COMPARE = r"(?:==|!=|<=|>=|<|>)"
NUMBERS = "|".join(NUMBER_WORDS)
_JOINED = sorted(
    {name for name in (*FACTS, *WINNING_SUBJECTS, *NOUNS, *ADJECTIVES) if "_" in name}, key=len, reverse=True
)
TWO_WORDS = "|".join(name.replace("_", "[ -]") for name in _JOINED)
