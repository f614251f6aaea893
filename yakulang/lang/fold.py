"""Putting known values into an expression: what becomes constant folds away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.lang import ir

if TYPE_CHECKING:
    from collections.abc import Mapping


def substituted(expression: ir.Expr, known: Mapping[ir.Expr, ir.Expr], memo: dict[ir.Expr, ir.Expr]) -> ir.Expr:
    """Return an expression in which some parts are replaced, folded again.

    Args:
        expression: what to rewrite.
        known: what stands for a part, e.g. a constant for a register.
        memo: results so far, shared by calls with the same `known`.
    """
    if expression in known:
        return known[expression]
    found = memo.get(expression)
    if found is None:
        found = memo[expression] = _rebuilt(expression, known, memo)
    return found


def _rebuilt(expression: ir.Expr, known: Mapping[ir.Expr, ir.Expr], memo: dict[ir.Expr, ir.Expr]) -> ir.Expr:
    def again(part: ir.Expr) -> ir.Expr:
        return substituted(part, known, memo)

    match expression:
        case ir.Bits(parts=parts) if tuple(map(again, parts)) == parts:
            return expression  # flags and held yaku may be longer than a mask
        case ir.Bits(operator="&", parts=parts):
            return ir.both(*map(again, parts))
        case ir.Bits(operator="|", parts=parts):
            return ir.either(*map(again, parts))
        case ir.Bits(parts=(part, _)):
            return ir.without(again(part))
        case ir.ShiftRight(part=part, by=by):
            return ir.shifted(again(part), by)
        case ir.Popcount(part=part):
            return ir.popcount(again(part))
        case ir.Arith(operator=operator, left=left, right=right):
            return ir.arith(operator, again(left), again(right))
        case ir.Compare(operator=operator, left=left, right=right):
            return ir.compared(operator, again(left), again(right))
        case ir.AllTrue(parts=parts):
            return ir.all_true(map(again, parts))
        case ir.AnyTrue(parts=parts):
            return ir.any_true(map(again, parts))
        case ir.Untrue(part=part):
            return ir.untrue(again(part))
    return expression
