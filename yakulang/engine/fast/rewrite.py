"""Expressions rewritten so that they need fewer steps; what they say stays the same.

Parts that are alike are brought together: the parts of a mask stand in one order, common masks are taken out, groups
that can't stand at one position are counted in one mask. Where every alternative needs some member of one mask, that
is asked first.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from yakulang.lang import ir
from yakulang.lang.emit import parts_of

if TYPE_CHECKING:
    from collections.abc import Iterable

# cells of which at most one has a member at a position: there are not tiles enough for two
_TRIPLETS = ("triplet_held_1", "triplet_won_1", "triplet_called_1", "quad_open_1", "quad_added_1", "quad_closed_1")
_PAIRS = ("pair_held_1", "pair_won_1")
MOST_COPIES = 5  # of a kind, for which that holds of triplets
_WIDE = {"flags", "held", "awarded"}  # words that may be longer than a mask
MOST = 200  # parts among which something in common is looked for: the work grows with their square
MANY = 3  # alternatives from which a question ahead of them is worth it


class Rewriter:
    """Rewrites expressions; what was rewritten before is remembered.

    Args:
        copies: how many tiles of a kind there are.
        pairs_apart: whether no reading has a pair twice.
        ahead: whether what all alternatives need is asked first; of no use where nothing is left out afterwards.
    """

    def __init__(self, copies: int, *, pairs_apart: bool, ahead: bool = True) -> None:
        self._families = dict.fromkeys(_TRIPLETS, 0) if copies <= MOST_COPIES else {}
        self._families |= dict.fromkeys(_PAIRS, 1) if pairs_apart else {}
        self._ahead = ahead
        self._done: dict[ir.Expr, ir.Expr] = {}
        self._order: dict[ir.Expr, int] = {}

    def __call__(self, expression: ir.Expr) -> ir.Expr:
        """Return an expression rewritten."""
        stack = [(expression, False)]
        while stack:
            part, ready = stack.pop()
            if part in self._done:
                continue
            if ready:
                self._done[part] = self._rewritten(part)
            else:
                stack.append((part, True))
                stack += [(inner, False) for inner in parts_of(part)]
        return self._done[expression]

    def _rewritten(self, expression: ir.Expr) -> ir.Expr:
        done = self._done
        match expression:
            case ir.Bits(parts=parts) if any(map(_is_wide, parts)):
                return ir.Bits(expression.operator, tuple(done[part] for part in parts))
            case ir.Bits(operator="^", parts=(part, other)):
                return ir.Bits("^", (done[part], done[other]))
            case ir.Bits(operator="&", parts=parts):
                return self._joined("&", [done[part] for part in parts])
            case ir.Bits(operator="|", parts=parts):
                return self._either([done[part] for part in parts])
            case ir.ShiftRight(part=part, by=by):
                return ir.shifted(done[part], by)
            case ir.Popcount(part=part):
                return ir.popcount(done[part])
            case ir.Arith(operator="+"):
                return self._sum([done[part] for part in _summands(expression)])
            case ir.Arith(operator=operator, left=left, right=right):
                return ir.arith(operator, done[left], done[right])
            case ir.Compare(operator=operator, left=left, right=right):
                return _tested(operator, done[left], done[right])
            case ir.AllTrue(parts=parts):
                return ir.all_true(self._sorted(done[part] for part in parts))
            case ir.AnyTrue(parts=parts):
                return self._any([done[part] for part in parts])
            case ir.Untrue(part=part):
                return ir.untrue(done[part])
        return expression

    def _sorted(self, parts: Iterable[ir.Expr]) -> list[ir.Expr]:
        """Return parts once each, in the order they were first seen anywhere."""
        return sorted(dict.fromkeys(parts), key=lambda part: self._order.setdefault(part, len(self._order)))

    def _joined(self, operator: str, parts: Iterable[ir.Expr]) -> ir.Expr:
        """Return masks joined in order, constants last."""
        flat: list[ir.Expr] = []
        for part in parts:
            flat += part.parts if isinstance(part, ir.Bits) and part.operator == operator else (part,)
        make = ir.both if operator == "&" else ir.either
        return make(*self._sorted(flat))

    def _either(self, parts: list[ir.Expr]) -> ir.Expr:
        """Return masks joined by |, with what is common to several taken out."""
        flat: list[ir.Expr] = []
        for part in parts:
            flat += part.parts if isinstance(part, ir.Bits) and part.operator == "|" else (part,)
        flat = list(dict.fromkeys(flat))
        while len(flat) <= MOST:
            common = Counter(inner for part in flat for inner in dict.fromkeys(_factors(part)))
            factor, times = max(common.items(), key=lambda item: item[1], default=(ir.ZERO, 0))
            if times < 2:
                break
            those = [part for part in flat if factor in _factors(part)]
            rests = [ir.both(*(inner for inner in _factors(part) if inner != factor)) for part in those]
            together = self._joined("&", [self._either(rests), factor])
            flat = [part for part in flat if part not in those] + [together]
        return self._joined("|", flat)

    def _any(self, parts: Iterable[ir.Expr]) -> ir.Expr:
        """Return whether some part is true, with what is common to several asked once."""
        flat: list[ir.Expr] = []
        for part in parts:
            flat += part.parts if isinstance(part, ir.AnyTrue) else (part,)
        flat = self._two_of(self._positions(flat))
        while 1 < len(flat) <= MOST:
            common = Counter(inner for part in flat for inner in _conditions(part))
            factor, times = max(common.items(), key=lambda item: item[1], default=(ir.ZERO, 0))
            if times < 2:
                break
            those = [part for part in flat if factor in _conditions(part)]
            rests = [ir.all_true(inner for inner in _conditions(part) if inner != factor) for part in those]
            together = ir.all_true(self._sorted([factor, self._any(rests)]))
            flat = self._positions([part for part in flat if part not in those] + [together])
        found = ir.any_true(self._sorted(flat))
        ahead = _ahead(flat) if self._ahead and len(flat) >= MANY else None
        return found if ahead is None else ir.all_true([ahead, found])

    def _positions(self, parts: Iterable[ir.Expr]) -> list[ir.Expr]:
        """Return conditions in which those that ask for some positions of one mask are asked together."""
        asked: dict[ir.Expr, int] = {}
        others = []
        for part in dict.fromkeys(parts):
            found = _positions_of(part)
            if found is None:
                others.append(part)
            else:
                asked[found[0]] = asked.get(found[0], 0) | found[1]
        return [*(ir.nonzero(ir.both(mask, ir.Const(bits))) for mask, bits in asked.items()), *others]

    def _two_of(self, parts: list[ir.Expr]) -> list[ir.Expr]:
        """Return conditions in which `this position and another one`, for each of some positions, is one count."""
        pairs: dict[tuple[ir.Expr, int], dict[int, ir.Expr]] = {}
        for part in parts:
            found = [_positions_of(inner) for inner in _conditions(part)]
            if len(found) == 2 and found[0] and found[1] and found[0][0] == found[1][0]:
                (mask, one), (_, other) = sorted((f for f in found if f), key=lambda item: item[1].bit_count())
                if one.bit_count() == 1 and not one & other:
                    pairs.setdefault((mask, one | other), {})[one] = part
        gone: set[ir.Expr] = set()
        counts = []
        for (mask, whole), known in pairs.items():
            if sum(known) == whole:
                gone.update(known.values())
                counts.append(ir.compared(">=", ir.popcount(ir.both(mask, ir.Const(whole))), ir.Const(2)))
        return [*(part for part in parts if part not in gone), *counts]

    def _sum(self, parts: Iterable[ir.Expr]) -> ir.Expr:
        """Return a sum in which cells of a family under one mask are counted together."""
        counted: dict[tuple[int, tuple[ir.Expr, ...]], list[ir.Expr]] = {}
        others = []
        for part in parts:
            found = self._counted(part)
            if found is None:
                others.append(part)
            else:
                family, mask, cell = found
                there = counted.setdefault((family, mask), [])
                if cell in there:
                    others.append(part)  # counted twice on purpose
                else:
                    there.append(cell)
        joined = []
        for (_, mask), cells in counted.items():
            whole = self._joined("|", cells)
            joined.append(ir.popcount(self._joined("&", [whole, *mask]) if mask else whole))
        return ir.added([*joined, *others])

    def _counted(self, part: ir.Expr) -> tuple[int, tuple[ir.Expr, ...], ir.Expr] | None:
        """Return family, masks and cell of a count of one cell."""
        if not isinstance(part, ir.Popcount):
            return None
        inner = part.part.parts if isinstance(part.part, ir.Bits) and part.part.operator == "&" else (part.part,)
        cells = [one for one in inner if isinstance(one, ir.Register) and one.name in self._families]
        if len(cells) != 1 or not isinstance(cells[0], ir.Register):
            return None
        mask = tuple(self._sorted(one for one in inner if one != cells[0]))
        return self._families[cells[0].name], mask, cells[0]


def _factors(part: ir.Expr) -> tuple[ir.Expr, ...]:
    return part.parts if isinstance(part, ir.Bits) and part.operator == "&" else ()


def _summands(expression: ir.Expr) -> list[ir.Expr]:
    found: list[ir.Expr] = []
    stack = [expression]
    while stack:
        part = stack.pop()
        if isinstance(part, ir.Arith) and part.operator == "+":
            stack += [part.right, part.left]
        else:
            found.append(part)
    return found


def _conditions(part: ir.Expr) -> tuple[ir.Expr, ...]:
    return part.parts if isinstance(part, ir.AllTrue) else ()


def _tested(operator: str, left: ir.Expr, right: ir.Expr) -> ir.Expr:
    """Return a comparison; whether one position is set is always asked in one way, of the mask as it stands."""
    if operator in ("==", "!=") and isinstance(left, ir.Bits) and left.operator == "&":
        *masks, bits = left.parts
        if isinstance(bits, ir.Const) and isinstance(right, ir.Const):
            if operator == "==" and right == bits and bits.value.bit_count() == 1:
                operator, right = "!=", ir.ZERO
            if right == ir.ZERO and len(masks) == 1 and isinstance(masks[0], ir.ShiftRight):
                return ir.compared(operator, ir.both(masks[0].part, ir.Const(bits.value << masks[0].by)), right)
            return ir.compared(operator, ir.Bits("&", (*masks, bits)), right)
    return ir.compared(operator, left, right)


def _positions_of(part: ir.Expr) -> tuple[ir.Expr, int] | None:
    """Return a mask and the positions of which a condition asks whether some is set."""
    match part:
        case ir.Compare(operator="!=", left=ir.Bits(operator="&", parts=(*masks, ir.Const(value=bits))), right=ir.ZERO):
            if not any(map(_is_wide, masks)):
                return ir.both(*masks), bits
    return None


def _is_wide(part: ir.Expr) -> bool:
    return isinstance(part, ir.Register) and part.name in _WIDE


def _ahead(alternatives: Iterable[ir.Expr]) -> ir.Expr | None:
    """Return what must hold for any of some alternatives: that a mask which all of them ask has a member."""
    whole: dict[ir.Expr, int] | None = None
    for alternative in alternatives:
        needed = dict(filter(None, map(_needed, _conditions(alternative) or (alternative,))))
        if whole is None:
            whole = needed
        else:
            whole = {mask: bits | needed[mask] for mask, bits in whole.items() if mask in needed}
    if not whole:
        return None
    mask, bits = next(iter(whole.items()))
    return ir.nonzero(ir.both(mask, ir.Const(bits)))


def _needed(condition: ir.Expr) -> tuple[ir.Expr, int] | None:
    """Return a mask and positions of which a condition needs one or more."""
    match condition:
        case ir.Compare(
            operator=("==" | ">=" | ">") as operator,
            left=ir.Popcount(part=ir.Bits(operator="&", parts=(*masks, ir.Const(value=bits)))),
            right=ir.Const(value=count),
        ) if count > 0 or (operator == ">" and count == 0):
            return ir.both(*masks), bits
        case ir.Compare(
            operator="==", left=ir.Bits(operator="&", parts=(*masks, ir.Const(value=bits))), right=ir.Const(value=asked)
        ) if asked and not any(map(_is_wide, masks)):
            return ir.both(*masks), bits
    return _positions_of(condition)
