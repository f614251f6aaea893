"""From checked conditions to expressions over the words of a reading.

Adjectives become masks, quantities become counts of set positions, and letters become shifts: nothing is searched at
run time.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

from yakulang.lang import ir, typed
from yakulang.lang.cells import GROUP_CELLS, Cell, cells_of
from yakulang.lang.ir import ALL, FALSE, FULL, ZERO, Const, Expr, Register
from yakulang.lang.matching import Eligible, contained
from yakulang.lang.vocabulary import DECLARATIONS, GROUP_KINDS, MARK_OF, NOUNS, SUIT
from yakulang.lang.walk import walk

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


SUITS = tuple(0x1FF << 9 * suit for suit in range(3))
SUITED = sum(SUITS)
SEQUENCE_STARTS = sum(0x7F << 9 * suit for suit in range(3))
METHOD_MASK = Register("self_drawn")  # every position when self-drawn, none otherwise
INDICATED, SEAT, ROUND = Register("indicated"), Register("seat_bit"), Register("round_bit")


class Lowering:
    """Lowers the conditions of one ruleset.

    Args:
        flags: the bit of each flag in the word of flags.
        numbers: the register of each number.
        choices: for each choice its values in order; its register holds the index.
        yaku: the bit of each yaku.
    """

    def __init__(
        self,
        flags: Mapping[str, int],
        numbers: Mapping[str, str],
        choices: Mapping[str, tuple[str, Sequence[str]]],
        yaku: Mapping[str, int],
    ) -> None:
        self.flags = flags
        self.numbers = numbers
        self.choices = choices
        self.yaku = yaku
        self._terms: dict[int, tuple[typed.Condition, Expr]] = {}  # each term once, kept with what it lowers

    # --- conditions -----------------------------------------------------------------------------

    def condition(self, node: typed.Condition) -> Expr:
        """Return the truth value of a condition."""
        match node:
            case typed.AllOf(parts=parts):
                return ir.all_true(map(self.condition, parts))
            case typed.AnyOf(parts=parts):
                return ir.any_true(map(self.condition, parts))
            case typed.Not(part=part):
                return ir.untrue(self.condition(part))
            case typed.Term(means=means):
                if id(means) not in self._terms:
                    self._terms[id(means)] = (means, self.condition(means))
                return self._terms[id(means)][1]
            case typed.Flag(name=name):
                return self.bit("flags", self.flags[name])
            case typed.Held(yaku=yaku):
                return self.bit("held", self.yaku[yaku])
            case typed.Awarded(yaku=yaku):
                return self.bit("awarded", self.yaku[yaku])
            case typed.Compare(operator=operator, left=left, right=right):
                return ir.compared(operator, self.number(left), self.number(right))
            case typed.ChoiceIs(name=name, values=values):
                return self._choice(name, values)
            case typed.Quantity():
                return self._quantity(node)
            case typed.Every():
                return self._every(node)
            case typed.WinningIs():
                return self._winning_is(node)
            case typed.Contain():
                return contained(node, self._items_eligible(node))
        raise TypeError(node)

    def bit(self, register: str, bit: int) -> Expr:
        """Return whether a bit of a register is set."""
        return ir.nonzero(ir.Bits("&", (Register(register), Const(1 << bit))))

    def _choice(self, name: str, values: Sequence[str]) -> Expr:
        register, known = self.choices[name]
        return ir.any_true(ir.compared("==", Register(register), Const(known.index(value))) for value in values)

    def _quantity(self, node: typed.Quantity) -> Expr:
        low, high = node.low, node.high
        if high is not None and high < low:
            return FALSE
        if node.members.noun.member != SUIT and (low, high) in ((1, None), (0, 0)):
            present = ir.either(*(ir.both(cell.plane(1), mask) for cell, mask in self.members(node.members)))
            return ir.nonzero(present) if low else ir.iszero(present)
        count = self._count(node.members)
        if low == high:
            return ir.compared("==", count, Const(low))
        bounds = [ir.compared(">=", count, Const(low))] if low else []
        if high is not None:
            bounds.append(ir.compared("<=", count, Const(high)))
        return ir.all_true(bounds)

    def _every(self, node: typed.Every) -> Expr:
        either_way = []
        for suits in permutations(range(3), node.letters):
            failing = [
                ir.both(cell.plane(1), mask, ir.without(self.mask(node.adjective, cell, suits)))
                for cell, mask in self.members(node.members, node.adjective)
            ]
            either_way.append(ir.iszero(ir.either(*failing)))
        return ir.any_true(either_way)

    def _winning_is(self, node: typed.WinningIs) -> Expr:
        if node.subject == "winning_group":
            cells = [cell for cell in GROUP_CELLS if cell.winning]
        else:
            by_mark = _names_mark(node.adjective)
            cells = [c for c in cells_of(NOUNS["tiles"], by_mark=by_mark, by_place=True) if c.winning]
        return ir.nonzero(ir.either(*(ir.both(cell.plane(1), self.mask(node.adjective, cell)) for cell in cells)))

    def _items_eligible(self, node: typed.Contain) -> list[Eligible]:
        """Return for each item the cells and masks of the members that can be it, position apart."""
        adjectives = [adjective for item in node.items for adjective in item.adjectives]
        names_mark = any(item.mark for item in node.items)
        among = self.members(node.members, *adjectives, names_mark=names_mark)
        found: list[Eligible] = []
        for item in node.items:
            eligible = []
            for cell, mask in among:
                if not _can_be(cell, item):
                    continue
                fitting = ir.both(mask, *(self.mask(adjective, cell) for adjective in item.adjectives))
                if fitting != ZERO:
                    eligible.append((cell, fitting))
            found.append(tuple(eligible))
        return found

    # --- numbers --------------------------------------------------------------------------------

    def number(self, node: typed.Number) -> Expr:
        """Return the value of a number."""
        match node:
            case typed.Literal(value=value):
                return Const(value)
            case typed.NumberFact(name=name):
                return Register(self.numbers[name])
            case typed.NumberTerm(means=means):
                return self.number(means)
            case typed.Count(members=members):
                return self._count(members)
            case typed.Total(members=members):
                return self._total(members)
            case typed.Arithmetic(operator="^", left=left, right=right):
                return ir.arith("**", self.number(left), self.number(right))
            case typed.Arithmetic(operator=operator, left=left, right=right):
                return ir.arith(operator, self.number(left), self.number(right))
        raise TypeError(node)

    def _count(self, members: typed.Members) -> Expr:
        if members.noun.member == SUIT:
            kinds = Register("tile_1")
            return ir.added(ir.nonzero(ir.both(kinds, Const(suit))) for suit in SUITS)
        if members.noun.tally and members.noun.tally != "tiles" and not members.adjectives:
            return Register(f"{members.noun.tally}_count")
        return ir.added(
            ir.popcount(ir.both(cell.plane(number), mask))
            for cell, mask in self.members(members)
            for number in range(1, cell.planes + 1)
        )

    def _total(self, members: typed.Members) -> Expr:
        terms = []
        for cell, mask in self.members(members):
            for number in range(1, cell.planes + 1):
                here = ir.both(cell.plane(number), mask)
                for rank in range(1, 10):
                    of_rank = sum(1 << 9 * suit + rank - 1 for suit in range(3))
                    terms.append(ir.arith("*", ir.popcount(ir.both(here, Const(of_rank))), Const(rank)))
        return ir.added(terms)

    # --- members and masks ----------------------------------------------------------------------

    def members(
        self, members: typed.Members, *more: typed.Adjective, names_mark: bool = False
    ) -> list[tuple[Cell, Expr]]:
        """Return the cells of a collection, each with the mask of positions that its adjectives leave."""
        adjectives = (*members.adjectives, *more)
        by_mark = names_mark or any(map(_names_mark, adjectives))
        by_place = any(map(_names_place, adjectives))
        found = []
        for cell in cells_of(members.noun, by_mark=by_mark, by_place=by_place):
            mask = ir.both(FULL, *(self.mask(adjective, cell) for adjective in members.adjectives))
            if mask != ZERO:
                found.append((cell, mask))
        return found

    def mask(self, adjective: typed.Adjective, cell: Cell, suits: typed.Assignment = ()) -> Expr:
        """Return the positions at which a member of the cell fits an adjective."""
        match adjective:
            case typed.InList(tiles=tiles, some=some):
                return Const(_list_mask(tiles, cell, suits, some=some))
            case typed.BuiltIn(name=name):
                return _built_in(name, cell)
            case typed.Trait(means=means):
                return self.mask(means, cell, suits)
            case typed.AllAdjectives(parts=parts):
                return ir.both(*(self.mask(part, cell, suits) for part in parts))
            case typed.AnyAdjective(parts=parts):
                return ir.either(*(self.mask(part, cell, suits) for part in parts))
            case typed.NotAdjective(part=part):
                return ir.without(self.mask(part, cell, suits))
        raise TypeError(adjective)


def _names_mark(adjective: typed.Adjective) -> bool:
    return any(
        (isinstance(part, typed.BuiltIn) and part.name in MARK_OF)
        or (isinstance(part, typed.InList) and part.tiles.names_mark)
        for part in walk(adjective)
    )


def _names_place(adjective: typed.Adjective) -> bool:
    return any(isinstance(part, typed.BuiltIn) and part.name in ("winning", "called") for part in walk(adjective))


def _can_be(cell: Cell, item: typed.Item) -> bool:
    if item.kind is None:
        return item.mark in (0, cell.mark)
    return cell.kind == item.kind or (item.kind == "triplet" and cell.kind == "quad")


def _list_mask(tiles: typed.TileList, cell: Cell, suits: typed.Assignment, *, some: bool) -> int:
    listed = 0
    for kind, mark in tiles.kinds(suits):
        if mark in (0, cell.mark):
            listed |= 1 << kind
    if cell.kind != "sequence":
        return listed
    parts = (listed, listed >> 1, listed >> 2)
    together = (parts[0] | parts[1] | parts[2]) if some else (parts[0] & parts[1] & parts[2])
    return together & SEQUENCE_STARTS


def _whole_group(mask: Register, cell: Cell) -> Expr:
    """All tiles of the member are in a mask that is known only at run time."""
    if cell.kind != "sequence":
        return mask
    return ir.both(mask, ir.shifted(mask, 1), ir.shifted(mask, 2), Const(SEQUENCE_STARTS))


def _built_in(name: str, cell: Cell) -> Expr:
    if name == "indicated":
        return _whole_group(INDICATED, cell)
    if name in ("seat_wind", "round_wind"):
        return ZERO if cell.kind == "sequence" else (SEAT if name == "seat_wind" else ROUND)
    if name in ("concealed", "open"):
        concealed = METHOD_MASK if cell.by_method else Const(0 if cell.called else ALL)
        return concealed if name == "concealed" else ir.without(concealed)
    true = {
        "winning": cell.winning,
        "called": cell.called,
        **{word: None if cell.mark is None else cell.mark == mark for word, mark in MARK_OF.items()},
        "triplet": cell.kind in ("triplet", "quad"),
        **{kind: cell.kind == kind for kind in GROUP_KINDS if kind != "triplet"},
        **{way: cell.declared == way for way in DECLARATIONS},
    }[name]
    if true is None:
        raise TypeError(name)
    return FULL if true else ZERO
