"""The reference evaluator for many rulesets at once: a condition that several of them share is asked once a hand.

What a condition means depends on the view it is asked of and on nothing else. Rulesets that extend the same file share
most of their conditions, so that judging a hand by all of them costs little more than judging it by one.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from yakulang.engine.reference import ReferenceConditions
from yakulang.lang import typed
from yakulang.lang.evaluator import holds
from yakulang.lang.vocabulary import GROUP
from yakulang.lang.walk import held_in, walk

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from yakulang.engine.conditions import Standing
    from yakulang.engine.situation import Situation
    from yakulang.hand import Hand
    from yakulang.lang.view import GroupView, View
    from yakulang.rules.model import Rulebook

Answer = TypeVar("Answer")
FEW = 2  # groups that are met again and again
OF_GROUPS = (typed.AllOf, typed.AnyOf, typed.Not, typed.Term, typed.Quantity, typed.Every, typed.Contain)


class Memory:
    """Answers about one hand, and the conditions known by their text: equal ones have one number."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}
        self._views: dict[int, tuple[View, int]] = {}
        self._keys: dict[Hashable, int] = {}
        self._answers: dict[Hashable, Any] = {}
        self._lasting: dict[Hashable, Any] = {}

    def forget(self) -> None:
        """Start with another hand."""
        self._views.clear()
        self._keys.clear()
        self._answers.clear()

    def number(self, *parts: Any) -> int:
        """Return the number of some conditions; the same for others that say the same elsewhere."""
        return self._numbers.setdefault(_bare(parts), len(self._numbers))

    def key(self, view: View) -> int:
        """Return the number of a view; the same for another with the same content."""
        known = self._views.get(id(view))
        if known is None:
            content = tuple(
                tuple(sorted(value.items())) if isinstance(value, dict) else value
                for value in (getattr(view, field.name) for field in fields(view))
            )
            known = self._views[id(view)] = (view, self._keys.setdefault(content, len(self._keys)))
        return known[1]

    def answer(self, question: Hashable, ask: Callable[[], Answer]) -> Answer:
        """Return what is known as the answer to a question, or ask."""
        if question not in self._answers:
            self._answers[question] = ask()
        found: Answer = self._answers[question]
        return found

    def answer_of_groups(self, number: int, groups: tuple[GroupView, ...], ask: Callable[[], bool]) -> bool:
        """Return what a condition that looks at these groups alone says; of few groups it is kept for other hands."""
        answers = self._lasting if len(groups) <= FEW else self._answers
        question = (number, groups)
        if question not in answers:
            answers[question] = ask()
        found: bool = answers[question]
        return found


class RememberedConditions(ReferenceConditions):
    """Answers as the reference evaluator does, sharing what was asked with other rulesets; see `Conditions`."""

    def __init__(self, rulebook: Rulebook, memory: Memory) -> None:
        super().__init__(rulebook)
        self.memory = memory
        number = memory.number
        self._yaku = [(number(rule.when), bool(held_in(rule.when)), _groups_asked(rule.when)) for rule in rulebook.yaku]
        self._lists = {
            "impossible": number([statement.when for statement in rulebook.impossible]),
            "forbidden": number([statement.when for statement in rulebook.forbidden]),
            "dora": number([(kind.when, kind.each) for kind in rulebook.dora]),
            "fixed_fu": number([item.when for item in rulebook.fu.fixed]),
            "fu": number([(item.when, item.each) for item in rulebook.fu.items]),
            "chips": number([(rule.when, rule.each) for rule in rulebook.chips]),
            "floors": number([item.when for item in rulebook.fu.floors]),
            "limits": number([(limit.when, limit.base) for limit in rulebook.limits]),
        }

    def impossible(self, table: tuple[Hand, Situation, View]) -> Sequence[int]:
        """See `Conditions.impossible`."""
        ask = super().impossible
        return self._known("impossible", table[2], (), lambda: ask(table))

    def held(self, case: View) -> int:
        """See `Conditions.held`."""
        closed = "closed" in case.flags
        key = self.memory.key(case)
        held = 0
        for index in self.rulebook.order:
            rule = self.rulebook.yaku[index]
            if not rule.has_value(closed=closed):
                continue
            number, asks_held, kinds = self._yaku[index]
            ask = partial(holds, rule.when, case)
            if asks_held:
                value = holds(rule.when, case.with_(held=self._ids(held)))
            elif kinds:
                groups = tuple(group for group in case.groups if group.kind in kinds)
                value = self.memory.answer_of_groups(number, groups, ask)
            else:
                value = self.memory.answer((number, key), ask)
            held |= value << index
        return held

    def forbidden(self, case: View, held: int) -> int:
        """See `Conditions.forbidden`."""
        ask = super().forbidden
        return self._known("forbidden", case, self._ids(held), lambda: ask(case, held))

    def dora(self, case: View, standing: Standing) -> Sequence[int]:
        """See `Conditions.dora`."""
        ask = super().dora
        return self._known("dora", case, self._named(standing), lambda: ask(case, standing))

    def fixed_fu(self, case: View, standing: Standing) -> int:
        """See `Conditions.fixed_fu`."""
        ask = super().fixed_fu
        return self._known("fixed_fu", case, self._named(standing), lambda: ask(case, standing))

    def fu(self, case: View, standing: Standing) -> Sequence[int]:
        """See `Conditions.fu`."""
        ask = super().fu
        return self._known("fu", case, self._named(standing), lambda: ask(case, standing))

    def chips(self, case: View, standing: Standing) -> Sequence[int]:
        """See `Conditions.chips`."""
        ask = super().chips
        return self._known("chips", case, self._named(standing), lambda: ask(case, standing))

    def floors(self, case: View, standing: Standing, subtotal: int) -> Sequence[bool]:
        """See `Conditions.floors`."""
        ask = super().floors
        asked = (self._named(standing), subtotal)
        return self._known("floors", case, asked, lambda: ask(case, standing, subtotal))

    def limits(self, case: View, standing: Standing, han: int, fu: int, base: int) -> Sequence[tuple[bool, int]]:
        """See `Conditions.limits`."""
        ask = super().limits
        asked = (self._named(standing), han, fu, base)
        return self._known("limits", case, asked, lambda: ask(case, standing, han, fu, base))

    def _named(self, standing: Standing) -> Hashable:
        return self._ids(standing.held), self._ids(standing.awarded), standing.yakuman

    def _known(self, name: str, view: View, asked: Hashable, ask: Callable[[], Answer]) -> Answer:
        return self.memory.answer((self._lists[name], self.memory.key(view), asked), ask)


def _groups_asked(condition: typed.Condition) -> frozenset[str]:
    """Return the kinds of groups that a condition looks at; nothing where it looks at anything else."""
    kinds: set[str] = set()
    for part in walk(condition):
        if isinstance(part, typed.Members) and part.noun.member == GROUP and not part.noun.melds:
            kinds.update(part.noun.kinds)
        elif not isinstance(part, (*OF_GROUPS, typed.Item, typed.InList, typed.Trait)):
            return frozenset()
    return frozenset(kinds)


def _bare(node: Any) -> Hashable:
    """Return what conditions say, without their places."""
    if isinstance(node, (tuple, list)):
        return tuple(map(_bare, node))
    if is_dataclass(node) and hasattr(node, "span"):
        return (type(node).__name__, *(_bare(getattr(node, f.name)) for f in fields(node) if f.name != "span"))
    return node  # type: ignore[no-any-return]
