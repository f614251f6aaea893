"""The words of a reading: masks of 34 positions that say which tiles and groups there are.

A noun is a disjoint union of *cells*; everything in one cell has the same properties but for its position. A
sequence stands at its lowest tile. Plane i of a cell (from 1) has the positions with at least i members.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from yakulang.lang.ir import Register
from yakulang.tiles import MARK_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yakulang.lang.vocabulary import Noun


@dataclass(frozen=True, slots=True)
class Cell:
    """Members alike in everything but position; `None` is a property that the cell leaves open.

    `mark` is the number of the mark that its tiles bear, 0 for plain ones.
    """

    name: str
    planes: int
    kind: str | None = None
    declared: str | None = None
    winning: bool | None = False
    called: bool | None = False
    mark: int | None = 0
    by_method: bool = False  # concealed only when self-drawn

    def plane(self, number: int) -> Register:
        """Return the register of a plane."""
        return Register(f"{self.name}_{number}")


GROUP_CELLS = (
    Cell("sequence_called", 4, "sequence", "chii", called=True),
    Cell("sequence_won", 1, "sequence", winning=True),
    Cell("sequence_held", 4, "sequence"),
    Cell("triplet_held", 1, "triplet"),
    Cell("triplet_won", 1, "triplet", winning=True, by_method=True),
    Cell("triplet_called", 1, "triplet", "pon", called=True),
    Cell("quad_open", 1, "quad", "open_kan", called=True),
    Cell("quad_added", 1, "quad", "added_kan", called=True),
    Cell("quad_closed", 1, "quad", "closed_kan"),
    Cell("pair_won", 1, "pair", winning=True),
    Cell("pair_held", 2, "pair"),
)

MARK_NAMES = MARK_WORDS


def _by_mark(name: str, planes: int, *, winning: bool | None = False, called: bool | None = False) -> tuple[Cell, ...]:
    return tuple(
        Cell(f"{name}_{word}", planes, winning=winning, called=called, mark=mark)
        for mark, word in enumerate(MARK_NAMES)
    )


# The same tiles, split more or less finely: a condition uses the coarsest split that tells what it asks.
TILES_WHOLE = (Cell("tile", 4, winning=None, called=None, mark=None),)
TILES_BY_MARK = _by_mark("tile", 4, winning=None, called=None)
TILES_BY_PLACE = (
    Cell("tile_won", 1, winning=True, mark=None),
    Cell("tile_held", 4, mark=None),
    Cell("tile_called", 4, called=True, mark=None),
)
TILES_BY_BOTH = (
    *_by_mark("tile_won", 1, winning=True),
    *_by_mark("tile_held", 4),
    *_by_mark("tile_called", 4, called=True),
)


def list_cells(tally: str, *, by_mark: bool) -> tuple[Cell, ...]:
    """Return the cells of a list of tiles beside the hand: set aside, indicators."""
    return _by_mark(tally, 4) if by_mark else (Cell(tally, 4, mark=None),)


def cells_of(noun: Noun, *, by_mark: bool, by_place: bool) -> tuple[Cell, ...]:
    """Return the cells of a noun, split by mark and by place in the hand only where that is asked."""
    if noun.kinds:
        return tuple(c for c in GROUP_CELLS if c.kind in noun.kinds and (c.declared or not noun.melds))
    if noun.tally == "tiles":
        if by_place:
            return TILES_BY_BOTH if by_mark else TILES_BY_PLACE
        return TILES_BY_MARK if by_mark else TILES_WHOLE
    if noun.tally:
        return list_cells(noun.tally, by_mark=by_mark)
    return (Cell("tile", 1, winning=None, called=None, mark=None),)  # kinds: plane 1 of the tiles


def ways(number: int, cells: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to share a number among some cells."""
    if cells == 1:
        yield (number,)
        return
    for here in range(number + 1):
        for rest in ways(number - here, cells - 1):
            yield (here, *rest)
