"""The members of a collection as masks: for each cell the positions that surely fit and those that may."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal

from yakulang.lang import ir, typed
from yakulang.lang.cells import GROUP_CELLS, TILES_BY_BOTH, Cell, cells_of, list_cells
from yakulang.lang.lowering import Lowering
from yakulang.lang.vocabulary import KIND, SUIT, WIND_WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from yakulang.lang.vocabulary import Noun

_NODES = (typed.Condition, typed.Number, typed.Adjective, typed.Members, typed.Item)
Sort = Literal["groups", "tiles", "kinds", "suits", "list"]
ALL = ir.ALL
WINDS = sum(1 << 27 + place for place in range(len(WIND_WORDS)))


@dataclass(frozen=True, slots=True)
class Bounds:
    """The positions that surely fit, and those that may."""

    sure: int
    may: int


NOTHING, EVERYTHING, UNKNOWN = Bounds(0, 0), Bounds(ALL, ALL), Bounds(0, ALL)


@dataclass(frozen=True, slots=True)
class Members:
    """What a collection counts: `at` has the bounds of each cell; those of one `sign` are the same."""

    sort: Sort
    at: Mapping[str, Bounds]
    sign: object = None

    def may(self, cell: str) -> int:
        """Return the positions of a cell that may belong to it."""
        found = self.at.get(cell)
        return found.may if found else 0

    def sure(self, cell: str) -> int:
        """Return the positions of a cell that surely belong to it."""
        found = self.at.get(cell)
        return found.sure if found else 0


def sort_of(noun: Noun) -> Sort:
    """Return how the members of a noun are counted."""
    if noun.kinds:
        return "groups"
    if noun.member == SUIT:
        return "suits"
    if noun.member == KIND:
        return "kinds"
    return "tiles" if noun.tally == "tiles" else "list"


def cells_for(noun: Noun) -> tuple[Cell, ...]:
    """Return the cells of a noun, tiles split by mark and place whatever is asked."""
    match sort_of(noun):
        case "tiles":
            return TILES_BY_BOTH
        case "list":
            return list_cells(noun.tally or "", by_mark=True)
        case "suits":
            return ()
    return cells_of(noun, by_mark=False, by_place=False)


class Masks:
    """Makes members of collections. One serves all settings in which the hand is won in one way."""

    def __init__(self, *, tsumo: bool) -> None:
        self._known: Mapping[str, Bounds] = {
            "self_drawn": EVERYTHING if tsumo else NOTHING,
            "seat_bit": Bounds(0, WINDS),
            "round_bit": Bounds(0, WINDS),
            "indicated": UNKNOWN,
        }
        self._lower = Lowering({}, {}, {}, {})
        self._masks: dict[tuple[int, str, typed.Assignment], tuple[typed.Adjective, Bounds]] = {}
        self._signs: dict[int, tuple[typed.Typed, object]] = {}
        self._members: dict[tuple[int, int, typed.Assignment], tuple[object, Members]] = {}

    def adjective(self, adjective: typed.Adjective, cell: Cell, suits: typed.Assignment = ()) -> Bounds:
        """Return which positions of a cell fit an adjective."""
        key = (id(adjective), cell.name, suits)
        if key not in self._masks:
            self._masks[key] = (adjective, self._bounds(self._lower.mask(adjective, cell, suits)))
        return self._masks[key][1]

    def members(self, collection: typed.Members) -> Members:
        """Return the members of a collection."""
        key = (id(collection), 0, ())
        if key not in self._members:
            at = {cell.name: self._fitting(collection.adjectives, cell) for cell in cells_for(collection.noun)}
            self._members[key] = (collection, Members(sort_of(collection.noun), at, self.sign(collection)))
        return self._members[key][1]

    def failing(self, node: typed.Every, suits: typed.Assignment) -> Members:
        """Return the members that don't fit the adjective of `all ... are`."""
        key = (id(node), 1, suits)
        if key not in self._members:
            at = {}
            for cell in cells_for(node.members.noun):
                among = self._fitting(node.members.adjectives, cell)
                good = self.adjective(node.adjective, cell, suits)
                at[cell.name] = Bounds(among.sure & ~good.may, among.may & ~good.sure)
            self._members[key] = (node, Members(sort_of(node.members.noun), at, (self.sign(node), suits)))
        return self._members[key][1]

    def sign(self, node: typed.Typed) -> object:
        """Return what a phrase says, wherever it stands: two of one sign mean the same."""
        if id(node) not in self._signs:
            self._signs[id(node)] = (node, _sign(node))
        return self._signs[id(node)][1]

    def winning(self, node: typed.WinningIs) -> Members:
        """Return the winning tiles, or groups, that fit."""
        key = (id(node), 2, ())
        if key not in self._members:
            cells = GROUP_CELLS if node.subject == "winning_group" else TILES_BY_BOTH
            at = {cell.name: self.adjective(node.adjective, cell) for cell in cells if cell.winning}
            self._members[key] = (node, Members("groups" if node.subject == "winning_group" else "tiles", at))
        return self._members[key][1]

    def _fitting(self, adjectives: Sequence[typed.Adjective], cell: Cell) -> Bounds:
        sure = may = ALL
        for adjective in adjectives:
            found = self.adjective(adjective, cell)
            sure, may = sure & found.sure, may & found.may
        return Bounds(sure, may)

    def _bounds(self, expression: ir.Expr) -> Bounds:
        match expression:
            case ir.Const(value=value):
                return Bounds(value, value)
            case ir.Register(name=name):
                return self._known.get(name, UNKNOWN)
            case ir.ShiftRight(part=part, by=by):
                found = self._bounds(part)
                return Bounds(found.sure >> by, found.may >> by)
            case ir.Bits(operator="^", parts=(part, _)):
                found = self._bounds(part)
                return Bounds(ALL & ~found.may, ALL & ~found.sure)
            case ir.Bits(operator="&", parts=parts):
                sure, may = ALL, ALL
                for found in map(self._bounds, parts):
                    sure, may = sure & found.sure, may & found.may
                return Bounds(sure, may)
            case ir.Bits(operator="|", parts=parts):
                sure = may = 0
                for found in map(self._bounds, parts):
                    sure, may = sure | found.sure, may | found.may
                return Bounds(sure, may)
        return UNKNOWN


def _sign(node: Any) -> object:
    """Return a phrase without its places, and words replaced by what they stand for."""
    if isinstance(node, typed.Trait | typed.Term | typed.NumberTerm):
        return _sign(node.means)
    found: list[object] = [type(node).__name__]
    for name in (field.name for field in fields(node) if field.name != "span"):
        value = getattr(node, name)
        if isinstance(value, tuple):
            found.append(tuple(_sign(part) if isinstance(part, _NODES) else part for part in value))
        elif isinstance(value, typed.TileList):
            found.append(tuple(sorted(set(value.entries))))
        else:
            found.append(_sign(value) if isinstance(value, _NODES) else value)
    return tuple(found)
