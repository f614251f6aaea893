"""A condition as alternatives: each a list of simple phrases, or their opposites, that must hold together."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING

from yakulang.lang import typed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from yakulang.rules.model import YakuRule

MAX_TERMS = 128  # alternatives of one condition; more are not looked at


class TooManyError(Exception):
    """A condition has more alternatives than are looked at."""


@dataclass(frozen=True, slots=True, eq=False)
class Literal:
    """A phrase that must hold, or with `positive` False must not. `suits` are what letters of `all ... are` mean."""

    node: typed.Condition
    positive: bool
    suits: typed.Assignment = ()


Term = tuple[Literal, ...]


class Splitter:
    """Splits the conditions of one ruleset; `held(...)` is replaced by the yaku's own condition."""

    def __init__(self, yaku: Sequence[YakuRule]) -> None:
        self._yaku: Mapping[str, YakuRule] = {rule.id: rule for rule in yaku}
        self._known: dict[tuple[int, bool], tuple[typed.Condition, tuple[Term, ...]]] = {}
        self._meanings: dict[str, typed.Condition] = {}

    def terms(
        self, node: typed.Condition, *, positive: bool = True, taken: Mapping[int, bool] | None = None
    ) -> tuple[Term, ...]:
        """Return the alternatives of a condition or, with `positive` False, of its opposite.

        Args:
            node: the condition.
            positive: False for the opposite.
            taken: phrases that are taken as true or false whatever they say, by the identity of their node.

        Raises:
            TooManyError: there are more than `MAX_TERMS`.
        """
        if taken is not None:
            return self._split(node, taken, positive=positive)
        key = (id(node), positive)
        if key not in self._known:
            self._known[key] = (node, self._split(node, {}, positive=positive))  # the node is kept: ids stay its own
        return self._known[key][1]

    def _split(self, node: typed.Condition, taken: Mapping[int, bool], *, positive: bool) -> tuple[Term, ...]:
        if id(node) in taken:
            return ((),) if taken[id(node)] == positive else ()
        match node:
            case typed.AllOf(parts=parts) | typed.AnyOf(parts=parts):
                branches = [self._inner(part, taken, positive=positive) for part in parts]
                return _together(branches) if isinstance(node, typed.AllOf) == positive else _either(branches)
            case typed.Not(part=part):
                return self._inner(part, taken, positive=not positive)
            case typed.Term(means=means):
                return self._inner(means, taken, positive=positive)
            case typed.Held(yaku=yaku):
                return self._inner(self._meaning(yaku), taken, positive=positive)
            case typed.Awarded(yaku=yaku):
                return self._inner(self._meaning(yaku), taken, positive=True) if positive else ((),)
            case typed.Quantity(members=members, low=low, high=high) if low and high is not None and not positive:
                fewer = typed.Quantity(node.span, members, 0, low - 1)
                more = typed.Quantity(node.span, members, high + 1, None)
                return ((Literal(fewer, positive=True),), (Literal(more, positive=True),))
            case typed.Every(letters=letters) if letters:
                ways = [((Literal(node, positive, suits),),) for suits in permutations(range(3), letters)]
                return _either(ways) if positive else _together(ways)
        return ((Literal(node, positive),),)

    def _inner(self, node: typed.Condition, taken: Mapping[int, bool], *, positive: bool) -> tuple[Term, ...]:
        return self.terms(node, positive=positive, taken=taken or None)

    def _meaning(self, yaku: str) -> typed.Condition:
        """Return when a yaku is held: its condition, and a hand that it has a value for."""
        if yaku not in self._meanings:
            rule = self._yaku[yaku]
            sides = [side for side, closed in (("closed", True), ("open", False)) if rule.has_value(closed=closed)]
            flags = typed.AnyOf(rule.when.span, tuple(typed.Flag(rule.when.span, side) for side in sides))
            both = typed.AllOf(rule.when.span, (rule.when, flags))
            self._meanings[yaku] = rule.when if len(sides) == 2 else both
        return self._meanings[yaku]


def _either(branches: Sequence[tuple[Term, ...]]) -> tuple[Term, ...]:
    found = tuple(term for branch in branches for term in branch)
    if len(found) > MAX_TERMS:
        raise TooManyError
    return found


def _together(branches: Sequence[tuple[Term, ...]]) -> tuple[Term, ...]:
    found: tuple[Term, ...] = ((),)
    for branch in branches:
        if len(found) * len(branch) > MAX_TERMS:
            raise TooManyError
        found = tuple((*one, *other) for one in found for other in branch)
    return found
