"""Rounding exact numbers, and sharing them out in steps."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_HALF = Fraction(1, 2)


def rounded(points: Fraction, step: int, way: str) -> Fraction:
    """Return points rounded to a multiple of a step.

    Args:
        points: what is rounded.
        step: in points.
        way: `up`, `down`, `away` (from 0) or `to_zero`; with `half_` before it to the nearest, and a half that way.
    """
    exact = Fraction(points) / step
    below = floor(exact)
    if exact == below:
        return Fraction(points)
    half = way.startswith("half_")
    if half and exact - below != _HALF:
        return Fraction(step * (below + (exact - below > _HALF)))
    direction = way.removeprefix("half_")
    upward = {"up": True, "down": False, "away": exact > 0, "to_zero": exact < 0}[direction]
    return Fraction(step * (ceil(exact) if upward else below))


def shares(points: Fraction, among: int, step: int) -> Sequence[Fraction]:
    """Return points in as many parts, as even as multiples of a step allow; the larger parts come first.

    What is no multiple of the step itself is divided exactly.
    """
    steps = Fraction(points) / step
    if steps.denominator != 1:
        return [Fraction(points) / among] * among
    least, more = divmod(int(steps), among)
    return [Fraction(step * (least + (place < more))) for place in range(among)]
