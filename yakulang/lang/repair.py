"""What a false condition misses: the fewest parts that would have to be true for the whole to be true.

All parts of `and` that are false; of `or` the part that misses least; terms are looked through; anything else, a
`not` included, is one condition by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.lang import typed

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from yakulang.lang.evaluator import Verdict


def conjuncts(verdict: Verdict) -> Iterator[Verdict]:
    """Yield the verdicts that must all be true, terms looked through; a condition without `and` is one of them."""
    match verdict.node:
        case typed.AllOf():
            for part in verdict.parts:
                yield from conjuncts(part)
        case typed.Term():
            yield from conjuncts(verdict.parts[0])
        case _:
            yield verdict


def repair(verdict: Verdict) -> tuple[Verdict, ...]:
    """Return the fewest false parts that would make a condition true; nothing where it is true.

    Every part that is returned is needed: with the others alone the condition stays false.
    """
    needed = _repair(verdict)
    for part in needed:
        others = tuple(other for other in needed if other is not part)
        if true_given(verdict, [other.node for other in others]):
            needed = others
    return needed


def true_given(verdict: Verdict, granted: Collection[typed.Condition]) -> bool:
    """Return whether a condition is true once some of its parts are taken as true."""
    if verdict.node in granted:
        return True
    match verdict.node:
        case typed.AllOf():
            return all(true_given(part, granted) for part in verdict.parts)
        case typed.AnyOf():
            return any(true_given(part, granted) for part in verdict.parts)
        case typed.Term():
            return true_given(verdict.parts[0], granted)
    return verdict.value


def _repair(verdict: Verdict) -> tuple[Verdict, ...]:
    if verdict.value:
        return ()
    match verdict.node:
        case typed.AllOf():
            found: list[Verdict] = []
            for part in verdict.parts:
                found += [need for need in _repair(part) if all(need.node != known.node for known in found)]
            return tuple(found)
        case typed.AnyOf():
            return min((_repair(part) for part in verdict.parts), key=len)
        case typed.Term():
            return _repair(verdict.parts[0])
    return (verdict,)
