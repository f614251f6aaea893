"""The language of lowered conditions: whole numbers, masks of 34 positions, and yes or no.

An expression names only registers and integers. Constructors fold constants, so that what is always true or false
disappears before any code is made. `emit.py` prints expressions.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from yakulang.lang.vocabulary import MAX_POWER

if TYPE_CHECKING:
    from collections.abc import Iterable

ALL = (1 << 34) - 1  # every position of a mask


@dataclass(frozen=True)
class Expr:
    """A whole number, a mask, or a truth value. Its hash is kept: expressions are looked up again and again."""

    @cached_property
    def _hash(self) -> int:
        return hash((type(self).__name__, *vars(self).values()))

    def __hash__(self) -> int:
        return self._hash


@dataclass(frozen=True)
class Const(Expr):
    """An integer. Truth values are 0 and 1."""

    value: int

    __hash__ = Expr.__hash__


@dataclass(frozen=True)
class Register(Expr):
    """A word of the hand or the reading, by name."""

    name: str

    __hash__ = Expr.__hash__


@dataclass(frozen=True)
class Bits(Expr):
    """Masks joined by & | or ^."""

    operator: str
    parts: tuple[Expr, ...]

    __hash__ = Expr.__hash__


@dataclass(frozen=True)
class ShiftRight(Expr):
    """A mask moved down by some positions."""

    part: Expr
    by: int

    __hash__ = Expr.__hash__


@dataclass(frozen=True)
class Popcount(Expr):
    """How many positions of a mask are set."""

    part: Expr

    __hash__ = Expr.__hash__


@dataclass(frozen=True)
class Arith(Expr):
    """Numbers joined by + - * or ** (the exponent is never negative)."""

    operator: str
    left: Expr
    right: Expr

    __hash__ = Expr.__hash__


@dataclass(frozen=True)
class Compare(Expr):
    """A truth value: two numbers compared."""

    operator: str
    left: Expr
    right: Expr

    __hash__ = Expr.__hash__


@dataclass(frozen=True)
class AllTrue(Expr):
    """A truth value: every part is true."""

    parts: tuple[Expr, ...]

    __hash__ = Expr.__hash__


@dataclass(frozen=True)
class AnyTrue(Expr):
    """A truth value: some part is true."""

    parts: tuple[Expr, ...]

    __hash__ = Expr.__hash__


@dataclass(frozen=True)
class Untrue(Expr):
    """A truth value: the part is not true."""

    part: Expr

    __hash__ = Expr.__hash__


ZERO, ONE, FULL = Const(0), Const(1), Const(ALL)
TRUE, FALSE = ONE, ZERO
_FOLD = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def both(*parts: Expr) -> Expr:
    """Return the positions that are in all masks."""
    constant, rest = ALL, []
    for part in _flat("&", parts):
        if isinstance(part, Const):
            constant &= part.value
        elif part not in rest:
            rest.append(part)
    if constant == 0 or not rest:
        return Const(constant)
    if constant != ALL:
        rest.append(Const(constant))
    return rest[0] if len(rest) == 1 else Bits("&", tuple(rest))


def either(*parts: Expr) -> Expr:
    """Return the positions that are in some mask."""
    constant, rest = 0, []
    for part in _flat("|", parts):
        if isinstance(part, Const):
            constant |= part.value
        elif part not in rest:
            rest.append(part)
    if constant == ALL or not rest:
        return Const(constant)
    if constant:
        rest.append(Const(constant))
    return rest[0] if len(rest) == 1 else Bits("|", tuple(rest))


def without(part: Expr) -> Expr:
    """Return the positions that are not in a mask."""
    if isinstance(part, Const):
        return Const(ALL ^ part.value)
    if isinstance(part, Bits) and part.operator == "^" and part.parts[1] == FULL:
        return part.parts[0]
    return Bits("^", (part, FULL))


def _flat(operator: str, parts: Iterable[Expr]) -> Iterable[Expr]:
    for part in parts:
        if isinstance(part, Bits) and part.operator == operator:
            yield from part.parts
        else:
            yield part


def shifted(part: Expr, by: int) -> Expr:
    """Return a mask moved down."""
    if isinstance(part, Const):
        return Const(part.value >> by)
    return ShiftRight(part, by) if by else part


def popcount(part: Expr) -> Expr:
    """Return how many positions are set."""
    return Const(part.value.bit_count()) if isinstance(part, Const) else Popcount(part)


def arith(operator: str, left: Expr, right: Expr) -> Expr:
    """Return two numbers joined by + - * or **."""
    if isinstance(left, Const) and isinstance(right, Const):
        a, b = left.value, right.value
        return Const(
            {"+": a + b, "-": a - b, "*": a * b}[operator] if operator != "**" else a ** min(max(0, b), MAX_POWER)
        )
    if operator in "+-" and right == ZERO:
        return left
    if operator == "+" and left == ZERO:
        return right
    return Arith(operator, left, right)


def times(when: Expr, count: Expr) -> Expr:
    """Return a count where a condition holds, else 0."""
    if when == TRUE:
        return count
    if when == FALSE or count == ZERO:
        return ZERO
    return arith("*", count, when)


def added(parts: Iterable[Expr]) -> Expr:
    """Return the sum of numbers."""
    total: Expr = ZERO
    for part in parts:
        total = arith("+", total, part)
    return total


def compared(operator: str, left: Expr, right: Expr) -> Expr:
    """Return a comparison."""
    if isinstance(left, Const) and isinstance(right, Const):
        return Const(int(_FOLD[operator](left.value, right.value)))
    return Compare(operator, left, right)


def nonzero(part: Expr) -> Expr:
    """Return whether a number is not 0."""
    return compared("!=", part, ZERO)


def iszero(part: Expr) -> Expr:
    """Return whether a number is 0."""
    return compared("==", part, ZERO)


def all_true(parts: Iterable[Expr]) -> Expr:
    """Return whether every part is true."""
    kept: list[Expr] = []
    for part in parts:
        for piece in part.parts if isinstance(part, AllTrue) else (part,):
            if piece == FALSE:
                return FALSE
            if piece != TRUE and piece not in kept:
                kept.append(piece)
    if not kept:
        return TRUE
    return kept[0] if len(kept) == 1 else AllTrue(tuple(kept))


def any_true(parts: Iterable[Expr]) -> Expr:
    """Return whether some part is true."""
    kept: list[Expr] = []
    for part in parts:
        for piece in part.parts if isinstance(part, AnyTrue) else (part,):
            if piece == TRUE:
                return TRUE
            if piece != FALSE and piece not in kept:
                kept.append(piece)
    if not kept:
        return FALSE
    return kept[0] if len(kept) == 1 else AnyTrue(tuple(kept))


_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def untrue(part: Expr) -> Expr:
    """Return whether a part is not true."""
    match part:
        case Const(value=value):
            return Const(1 - value)
        case Compare(operator=operator, left=left, right=right):
            return Compare(_OPPOSITE[operator], left, right)
        case Untrue(part=inner):
            return inner
    return Untrue(part)
