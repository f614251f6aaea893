"""Small steps in making the expressions of columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.engine.columns.printing import LONG, Value
from yakulang.lang import ir
from yakulang.lang.emit import parts_of

if TYPE_CHECKING:
    from yakulang.engine.columns.printing import Block


def truth_of(block: Block, condition: ir.Expr) -> Value | None:
    """Return a condition as a column, None where it never holds."""
    if condition == ir.FALSE:
        return None
    if condition == ir.TRUE:
        return block.always()
    return block.value(condition)


def know(known: dict[ir.Expr, ir.Expr], bit: ir.Expr, value: ir.Expr) -> None:
    """Let a value stand for a condition, and its opposite for the opposite."""
    known[bit] = value
    known[ir.untrue(bit)] = ir.untrue(value)


def long_of(block: Block, value: Value) -> Value:
    """Return a column as one of 64-bit numbers."""
    wide = block.cast(value, LONG)
    assert isinstance(wide, Value)  # noqa: S101  no constant
    return wide


def scaled(count: ir.Expr, value: int) -> ir.Expr:
    """Return a count times a value."""
    return count if value == 1 else ir.arith("*", count, ir.Const(value))


def every_part(expression: ir.Expr) -> list[ir.Expr]:
    """Return an expression and all that it is made of, each once."""
    found, stack = [], [expression]
    seen: set[ir.Expr] = set()
    while stack:
        part = stack.pop()
        if part not in seen:
            seen.add(part)
            found.append(part)
            stack += parts_of(part)
    return found
