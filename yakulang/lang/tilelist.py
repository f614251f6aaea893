"""Reading a tile list of a condition: `19mps1234567z`, `147a258b369c`, `0m`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic, RuleError
from yakulang.lang.typed import TileList
from yakulang.tiles import LETTERS, RED

if TYPE_CHECKING:
    from yakulang.source import Span

SUIT_LETTERS = "abc"
_PART = re.compile(r"([0-9]+)([mpsabcz]+)")


def suit_number(letter: str) -> int:
    """Return 0 to 3 for m p s z, and -1, -2, -3 for the letters a b c."""
    return LETTERS.index(letter) if letter in LETTERS else -1 - SUIT_LETTERS.index(letter)


def read_tile_list(text: str, span: Span) -> TileList:
    """Return the entries of a tile list.

    Raises:
        RuleError: an honor beyond 7z, or a red honor.
    """
    entries: list[tuple[int, int, int]] = []
    for part in _PART.finditer(text):
        digits, suits = part.groups()
        for suit in suits:
            for offset, digit in enumerate(digits):
                if suit == "z" and digit in "089":
                    start = part.start() + offset
                    message = f"`{digit}z` is no tile: honors are 1z to 7z"
                    hint = "1z to 4z are the winds, 5z 6z 7z the dragons"
                    place = span.within(start, start + 1) if len(span.text) == len(text) else span
                    raise RuleError([Diagnostic("YK221", message, place, hint=hint)])
                entries.append((suit_number(suit), 5 if digit == "0" else int(digit), RED if digit == "0" else 0))
    return TileList(text, tuple(entries))
