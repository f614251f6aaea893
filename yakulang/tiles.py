"""Tiles: kinds, marks, and their names.

A *kind* is one of the 34 faces, numbered 0–8 (1m–9m), 9–17 (1p–9p), 18–26 (1s–9s), 27–33 (1z–7z).
A *tile* is a physical piece: a kind and perhaps a mark (a red five). It is a whole number,
`kind + 64 * mark`, so that tiles compare, hash and sort without objects.
"""

from __future__ import annotations

from typing import NamedTuple, NewType

Kind = NewType("Kind", int)
Tile = NewType("Tile", int)

KINDS = 34
SUITS = "mps"
LETTERS = "mpsz"
WINDS = "ESWN"  # the wind tiles 1z to 4z in the order of play


class Mark(NamedTuple):
    """What sets a copy of a tile apart: its number in the tile, its word in conditions, its letter in text."""

    number: int
    word: str
    letter: str

    @property
    def section(self) -> str:
        """The section of a rule file that says how many copies bear the mark: `reds`."""
        return f"{self.word}s"

    @property
    def excess(self) -> str:
        """The stable word of the error that a hand has more such tiles than there are."""
        return "too_many_red_fives" if self.number == RED else f"too_many_{self.section}"


RED = 1
MARKS = (Mark(RED, "red", "r"), Mark(2, "blue", "b"))  # words, cells, notation and sections are made from these
MARK_WORDS = ("plain", *(mark.word for mark in MARKS))  # by the number of the mark
MARK_BY_LETTER = {mark.letter: mark for mark in MARKS}

_MARK_SHIFT = 6


def make_tile(kind: int, mark: int = 0) -> Tile:
    """Return the tile of a kind with the number of a mark, 0 for none."""
    return Tile(kind + (mark << _MARK_SHIFT))


def kind_of(tile: int) -> Kind:
    """Return the kind of a tile: a red five is the kind five."""
    return Kind(tile & 63)


def mark_of(tile: int) -> int:
    """Return the number of the mark that a tile bears, 0 for none."""
    return tile >> _MARK_SHIFT


def suit_of(kind: int) -> int:
    """Return 0, 1, 2 for man, pin, sou and 3 for honors."""
    return kind // 9


def rank_of(kind: int) -> int:
    """Return 1 to 9 for suited tiles, 1 to 7 for honors."""
    return kind % 9 + 1


def is_honor(kind: int) -> bool:
    """Return whether the kind is a wind or a dragon (it belongs to no suit)."""
    return kind >= 27


def kind_name(kind: int) -> str:
    """Return the name of a kind, e.g. `5m`, `7z`."""
    return f"{rank_of(kind)}{LETTERS[suit_of(kind)]}"


def _name(kind: int, mark: int) -> str:
    if not mark:
        return kind_name(kind)
    if mark == RED and rank_of(kind) == 5 and not is_honor(kind):
        return f"0{LETTERS[suit_of(kind)]}"
    return f"{MARKS[mark - 1].letter}{kind_name(kind)}"


ALL_MARKS = (0, *(mark.number for mark in MARKS))
_NAMES = {make_tile(kind, mark): _name(kind, mark) for kind in range(KINDS) for mark in ALL_MARKS}
_ORDER = {
    tile: place for place, tile in enumerate(sorted(_NAMES, key=lambda t: (kind_of(t), mark_of(t) or len(ALL_MARKS))))
}


def tile_name(tile: int) -> str:
    """Return the name of a tile: `5m`, `0m` for a red five, `r3p` and `b3p` for other red and blue tiles."""
    return _NAMES[Tile(tile)]


def tile_order(tile: int) -> int:
    """Sort key: by kind, red and blue copies before the plain ones."""
    return _ORDER[Tile(tile)]


def wind_kind(wind: str) -> Kind:
    """Return the kind of a wind letter: E is 1z."""
    return Kind(27 + WINDS.index(wind))
