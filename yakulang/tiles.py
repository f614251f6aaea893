"""Tiles: kinds, marks, and their names.

A *kind* is one of the 34 faces, numbered 0–8 (1m–9m), 9–17 (1p–9p), 18–26 (1s–9s), 27–33 (1z–7z).
A *tile* is a physical piece: a kind and perhaps a mark (a red five). It is a whole number,
`kind + 64 * mark`, so that tiles compare, hash and sort without objects.
"""

from __future__ import annotations

from typing import NewType

Kind = NewType("Kind", int)
Tile = NewType("Tile", int)

KINDS = 34
SUITS = "mps"
LETTERS = "mpsz"
WINDS = "ESWN"  # the wind tiles 1z to 4z in the order of play
RED = 1  # the mark of a red tile

_MARK_SHIFT = 6


def make_tile(kind: int, mark: int = 0) -> Tile:
    """Return the tile of a kind with a mark (0 none, 1 red)."""
    return Tile(kind + (mark << _MARK_SHIFT))


def kind_of(tile: int) -> Kind:
    """Return the kind of a tile: a red five is the kind five."""
    return Kind(tile & 63)


def is_red(tile: int) -> bool:
    """Return whether the tile bears the red mark."""
    return tile >> _MARK_SHIFT == RED


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
    if mark != RED:
        return kind_name(kind)
    if rank_of(kind) == 5 and not is_honor(kind):
        return f"0{LETTERS[suit_of(kind)]}"
    return f"r{kind_name(kind)}"


_NAMES = {make_tile(kind, mark): _name(kind, mark) for kind in range(KINDS) for mark in (0, RED)}
_ORDER = {tile: place for place, tile in enumerate(sorted(_NAMES, key=lambda t: (t & 63, -t)))}


def tile_name(tile: int) -> str:
    """Return the name of a tile: `5m`, `0m` for a red five, `r3p` for another red tile."""
    return _NAMES[Tile(tile)]


def tile_order(tile: int) -> int:
    """Sort key: by kind, the red copy before the plain ones."""
    return _ORDER[Tile(tile)]


def wind_kind(wind: str) -> Kind:
    """Return the kind of a wind letter: E is 1z."""
    return Kind(27 + WINDS.index(wind))
