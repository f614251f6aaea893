"""The reference evaluator with a memory: what conditions saw of a hand, and what unchanged conditions said of it.

A mutated ruleset differs from its origin in one condition; a hand judged again needs only that one asked again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from yakulang.engine.reference import ReferenceConditions
from yakulang.engine.views import meld_view, situation_view
from yakulang.lang.evaluator import holds
from yakulang.lang.view import View
from yakulang.lang.walk import held_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulang.engine.conditions import Standing
    from yakulang.engine.readings import Reading
    from yakulang.engine.situation import Situation
    from yakulang.hand import Hand
    from yakulang.lang import typed
    from yakulang.rules.model import Rulebook

Seen = tuple["Hand", "Situation", View]


@dataclass(slots=True)
class Memory:
    """What is remembered of one example or case.

    Attributes:
        seen: the views conditions were asked of, by section.
        tables, readings: the views made of hands and readings.
        said: what conditions said of a view.
    """

    seen: dict[str, list[View]] = field(default_factory=dict)
    tables: dict[Hand, Seen] = field(default_factory=dict)
    readings: dict[tuple[Hand, Reading], View] = field(default_factory=dict)
    said: dict[tuple[int, int], bool] = field(default_factory=dict)


def lasting(rulebook: Rulebook) -> frozenset[int]:
    """Return the conditions of a rulebook that ask nothing but the view, by identity; the rulebook must stay."""
    conditions = [rule.when for rule in rulebook.yaku if not held_in(rule.when)]
    conditions += [statement.when for statement in rulebook.impossible]
    return frozenset(map(id, conditions))


class Replay(ReferenceConditions):
    """Answers from a memory where it can.

    Args:
        rulebook: the rules, perhaps mutated.
        memory: of the example or case that is judged.
        lasting: the conditions of the rules they come from, whose answers are remembered.
        recording: whether the views that conditions are asked of are kept.
    """

    def __init__(self, rulebook: Rulebook, memory: Memory, lasting: frozenset[int], *, recording: bool = False) -> None:
        super().__init__(rulebook)
        self.memory = memory
        self.lasting = lasting
        self.recording = recording

    def _saw(self, section: str, *views: View) -> None:
        if self.recording:
            known = self.memory.seen.setdefault(section, [])
            known += [view for view in views if all(view is not other for other in known)]

    def _holds(self, condition: typed.Condition, view: View) -> bool:
        """Return whether a condition is true of a view that is remembered."""
        if id(condition) not in self.lasting:
            return holds(condition, view)
        key = id(condition), id(view)
        if key not in self.memory.said:
            self.memory.said[key] = holds(condition, view)
        return self.memory.said[key]

    def said(self, condition: typed.Condition, situation: Situation) -> bool:
        """See `Conditions.said`."""
        view = situation_view(situation)
        self._saw("words", view)
        return holds(condition, view)

    def table(self, hand: Hand, situation: Situation) -> Seen:
        """See `Conditions.table`."""
        if hand not in self.memory.tables:
            self.memory.tables[hand] = super().table(hand, situation)
        found = self.memory.tables[hand]
        for section in ("table", "loose", "free"):
            self._saw(section, found[2])
        if self.recording:
            melds = tuple(map(meld_view, hand.melds))
            self._saw("sealed", *(View(groups=melds[:count]) for count in range(1, len(melds) + 1)))
        return found

    def impossible(self, table: Seen) -> Sequence[int]:
        """See `Conditions.impossible`."""
        return [i for i, statement in enumerate(self.rulebook.impossible) if self._holds(statement.when, table[2])]

    def reading(self, table: Seen, reading: Reading) -> View:
        """See `Conditions.reading`."""
        key = table[0], reading
        if key not in self.memory.readings:
            self.memory.readings[key] = super().reading(table, reading)
        self._saw("liable", self.memory.readings[key])
        return self.memory.readings[key]

    def held(self, case: View) -> int:
        """See `Conditions.held`."""
        closed = "closed" in case.flags
        held = 0
        for index in self.rulebook.order:
            rule = self.rulebook.yaku[index]
            if rule.has_value(closed=closed):
                view = case if id(rule.when) in self.lasting else case.with_(held=self._ids(held))
                if self._holds(rule.when, view):
                    held |= 1 << index
        if self.recording:
            self._saw("yaku", case.with_(held=self._ids(held)))
        return held

    def dora(self, case: View, standing: Standing) -> Sequence[int]:
        """See `Conditions.dora`; dora and fu are asked of the same view."""
        self._saw("fu", self._scored(case, standing))
        return super().dora(case, standing)

    def floors(self, case: View, standing: Standing, subtotal: int) -> Sequence[bool]:
        """See `Conditions.floors`."""
        self._saw("floors", self._scored(case, standing, subtotal=subtotal))
        return super().floors(case, standing, subtotal)

    def limits(self, case: View, standing: Standing, han: int, fu: int, base: int) -> Sequence[tuple[bool, int]]:
        """See `Conditions.limits`."""
        self._saw("limits", self._scored(case, standing, han=han, fu=fu, base=base))
        return super().limits(case, standing, han, fu, base)
