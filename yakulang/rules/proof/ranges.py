"""Ranges of whole numbers: what a number of a condition can be."""

from __future__ import annotations

from dataclasses import dataclass

from yakulang.lang.vocabulary import MAX_POWER

HUGE = 10**12  # what is larger counts as without bound


@dataclass(frozen=True, slots=True)
class Range:
    """The whole numbers from `low` to `high`; None is no bound."""

    low: int | None
    high: int | None

    @property
    def empty(self) -> bool:
        """Whether there is no such number."""
        return self.low is not None and self.high is not None and self.low > self.high

    def both(self, other: Range) -> Range:
        """Return the numbers in both ranges."""
        lows = [bound for bound in (self.low, other.low) if bound is not None]
        highs = [bound for bound in (self.high, other.high) if bound is not None]
        return Range(max(lows, default=None), min(highs, default=None))


ANY = Range(0, None)  # what is counted
EVERY = Range(None, None)


def compare(operator: str, left: Range, right: Range) -> bool | None:
    """Return whether a comparison holds for all numbers of two ranges, for none, or None for some."""
    match operator:
        case "<":
            return _below(left, right, equal=False)
        case "<=":
            return _below(left, right, equal=True)
        case ">":
            return _below(right, left, equal=False)
        case ">=":
            return _below(right, left, equal=True)
    if left.both(right).empty:
        return operator == "!="
    if left == right and left.low is not None and left.low == left.high:
        return operator == "=="
    return None


def _below(left: Range, right: Range, *, equal: bool) -> bool | None:
    margin = 0 if equal else 1
    if left.high is not None and right.low is not None and left.high + margin <= right.low:
        return True
    if left.low is not None and right.high is not None and left.low + margin > right.high:
        return False
    return None


def satisfying(operator: str, right: Range) -> Range:
    """Return what the left side of a comparison that holds can be."""
    match operator:
        case "==":
            return right
        case "<":
            return Range(None, None if right.high is None else right.high - 1)
        case "<=":
            return Range(None, right.high)
        case ">":
            return Range(None if right.low is None else right.low + 1, None)
        case ">=":
            return Range(right.low, None)
    return EVERY


OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
MIRRORED = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}


def joined(operator: str, left: Range, right: Range) -> Range:
    """Return what two numbers joined by + - * or ^ can be."""
    match operator:
        case "+":
            return _bounded(_sum(left.low, right.low), _sum(left.high, right.high))
        case "-":
            return _bounded(_difference(left.low, right.high), _difference(left.high, right.low))
        case "*":
            return _product(left, right)
    return _power(left, right)


def _sum(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


def _difference(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one - other


def _product(left: Range, right: Range) -> Range:
    if left.low is None or right.low is None or min(left.low, right.low) < 0:
        if None in (left.low, left.high, right.low, right.high):
            return EVERY
        ends = [
            a * b for a in (left.low, left.high) for b in (right.low, right.high) if a is not None and b is not None
        ]
        return _bounded(min(ends), max(ends))
    if 0 in (left.high, right.high):
        return Range(0, 0)
    high = None if left.high is None or right.high is None else left.high * right.high
    return _bounded(left.low * right.low, high)


def _power(left: Range, right: Range) -> Range:
    if left.low is None or left.low < 0:
        return EVERY
    low = _raised(left.low, max(0, right.low or 0)) if left.low else 0
    high = None if left.high is None or right.high is None else _raised(max(1, left.high), max(0, right.high))
    return _bounded(HUGE if low is None else low, high)


def _raised(base: int, exponent: int) -> int | None:
    if base > 1 and (exponent > MAX_POWER or exponent * (base.bit_length() - 1) > HUGE.bit_length()):
        return None
    return int(base**exponent)


def _bounded(low: int | None, high: int | None) -> Range:
    low = None if low is not None and low < -HUGE else low
    high = None if high is not None and high > HUGE else high
    return Range(low if low is None else min(low, HUGE), high)
