"""The conditions of a ruleset asked of the reference evaluator: slow, obvious, and the measure for compiled code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.engine.views import hand_view, reading_view, situation_view
from yakulang.lang.evaluator import holds, number
from yakulang.lang.view import View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulang.engine.conditions import Standing
    from yakulang.engine.readings import Reading
    from yakulang.engine.situation import Situation
    from yakulang.hand import Hand
    from yakulang.lang import typed
    from yakulang.rules.model import Rulebook


class ReferenceConditions:
    """Answers by walking the checked conditions; see `conditions.Conditions` for the methods."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.ids = [rule.id for rule in rulebook.yaku]

    def said(self, condition: typed.Condition, situation: Situation) -> bool:
        """See `Conditions.said`."""
        return holds(condition, situation_view(situation))

    def no_case(self) -> View:
        """See `Conditions.no_case`."""
        return View(lists={"tiles": ()})

    def table(self, hand: Hand, situation: Situation) -> tuple[Hand, Situation, View]:
        """See `Conditions.table`."""
        return hand, situation, hand_view(hand, situation, self.rulebook)

    def impossible(self, table: tuple[Hand, Situation, View]) -> Sequence[int]:
        """See `Conditions.impossible`."""
        return [i for i, statement in enumerate(self.rulebook.impossible) if holds(statement.when, table[2])]

    def any_win(self, table: tuple[Hand, Situation, View]) -> bool:
        """See `Conditions.any_win`."""
        free = self.rulebook.winning_tile_free
        return free is not None and holds(free, table[2])

    def loose(self, table: tuple[Hand, Situation, View]) -> Sequence[bool]:
        """See `Conditions.loose`."""
        return [shape.loose is not None and holds(shape.loose, table[2]) for shape in self.rulebook.shapes]

    def reading(self, table: tuple[Hand, Situation, View], reading: Reading) -> View:
        """See `Conditions.reading`."""
        hand, situation, _ = table
        return reading_view(hand, situation, reading, self.rulebook)

    def held(self, case: View) -> int:
        """See `Conditions.held`."""
        closed = "closed" in case.flags
        held = 0
        for index in self.rulebook.order:
            rule = self.rulebook.yaku[index]
            if rule.has_value(closed=closed) and holds(rule.when, case.with_(held=self._ids(held))):
                held |= 1 << index
        return held

    def times(self, case: View, yaku: int) -> int:
        """See `Conditions.times`."""
        each = self.rulebook.yaku[yaku].each
        return 1 if each is None else number(each, case)

    def forbidden(self, case: View, held: int) -> int:
        """See `Conditions.forbidden`."""
        view = case.with_(held=self._ids(held))
        return next((i for i, s in enumerate(self.rulebook.forbidden) if holds(s.when, view)), -1)

    def dora(self, case: View, standing: Standing) -> Sequence[int]:
        """See `Conditions.dora`."""
        view = self._scored(case, standing)
        counts = []
        for kind in self.rulebook.dora:
            if kind.when is not None and not holds(kind.when, view):
                counts.append(0)
            else:
                counts.append(-1 if kind.each is None else number(kind.each, view))
        return counts

    def fixed_fu(self, case: View, standing: Standing) -> int:
        """See `Conditions.fixed_fu`."""
        view = self._scored(case, standing)
        fixed = self.rulebook.fu.fixed
        return next((i for i, item in enumerate(fixed) if item.when is None or holds(item.when, view)), -1)

    def fu(self, case: View, standing: Standing) -> Sequence[int]:
        """See `Conditions.fu`."""
        view = self._scored(case, standing)
        return [_counted(item.when, item.each, view) for item in self.rulebook.fu.items]

    def floors(self, case: View, standing: Standing, subtotal: int) -> Sequence[bool]:
        """See `Conditions.floors`."""
        view = self._scored(case, standing, subtotal=subtotal)
        return [item.when is None or holds(item.when, view) for item in self.rulebook.fu.floors]

    def chips(self, case: View, standing: Standing) -> Sequence[int]:
        """See `Conditions.chips`."""
        view = self._scored(case, standing)
        return [_counted(rule.when, rule.each, view) for rule in self.rulebook.chips]

    def base(self, han: int, fu: int) -> int:
        """See `Conditions.base`."""
        return number(self.rulebook.payments.base, View(numbers={"han": han, "fu": fu}))

    def limits(self, case: View, standing: Standing, han: int, fu: int, base: int) -> Sequence[tuple[bool, int]]:
        """See `Conditions.limits`."""
        view = self._scored(case, standing, han=han, fu=fu, base=base)
        return [
            (limit.when is not None and holds(limit.when, view), number(limit.base, view))
            for limit in self.rulebook.limits
        ]

    def _ids(self, bits: int) -> frozenset[str]:
        return frozenset(name for i, name in enumerate(self.ids) if bits >> i & 1)

    def _scored(self, case: View, standing: Standing, **numbers: int) -> View:
        return case.with_(
            held=self._ids(standing.held),
            awarded=self._ids(standing.awarded),
            numbers={**case.numbers, "yakuman": standing.yakuman, **numbers},
        )


def _counted(when: typed.Condition | None, each: typed.Number | None, view: View) -> int:
    """Return how often something counts, once where nothing is said."""
    if when is not None and not holds(when, view):
        return 0
    return 1 if each is None else number(each, view)
