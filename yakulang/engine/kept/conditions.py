"""The conditions of a kept ruleset: steps worked out for a hand. See `conditions.Conditions` for the methods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yakulang.engine.kept.decode import FLAGS, PASSING
from yakulang.engine.kept.steps import Case, check_steps
from yakulang.engine.words import WordMaker

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from yakulang.engine.conditions import Standing
    from yakulang.engine.kept.decode import Book, When
    from yakulang.engine.readings import Reading
    from yakulang.engine.situation import Situation
    from yakulang.hand import Hand

HELD, AWARDED, YAKUMAN, HAN, FU, BASE, SUBTOTAL = range(len(PASSING))


class KeptConditions:
    """Answers from data.

    Args:
        rules: what stands in for the rulebook.
        data: `steps`, and what `WordMaker` needs: `index`, `flags`, `numbers`, `choices`.

    Raises:
        ValueError: the data are none.
    """

    def __init__(self, rules: Any, data: Mapping[str, Any]) -> None:
        self.rules: Any = rules
        self.book: Book = rules
        self.steps = data["steps"]
        index: dict[str, int] = data["index"]
        if (*list(index)[: len(PASSING) + 1],) != (*PASSING, FLAGS) or list(index.values()) != list(range(len(index))):
            raise ValueError(index)
        self._passing = check_steps(self.steps, len(index), range(len(PASSING)))
        choices = {name: (register, values) for name, (register, values) in data["choices"].items()}
        cycles = [kind.next for kind in rules.dora if kind.shown_by == "indicators"]
        self._words = WordMaker(index, data["flags"], data["numbers"], choices, cycles)
        self._closed = 1 << data["flags"]["closed"]
        self._has_groups = [bool(shape.groups or shape.pairs) for shape in rules.shapes]

    def _case(self, words: list[int]) -> Case:
        return Case(self.steps, self._passing, words)

    def _stand(self, case: Case, standing: Standing) -> None:
        held, awarded, yakuman = standing
        case.put(HELD, held)
        case.put(AWARDED, awarded)
        case.put(YAKUMAN, yakuman)

    def said(self, condition: Any, situation: Situation) -> bool:
        """See `Conditions.said`."""
        return bool(self._case(self._words.situation(situation)).value(condition.place))

    def no_case(self) -> Case:
        """See `Conditions.no_case`."""
        return self._case([0] * len(self._words.index))

    def table(self, hand: Hand, situation: Situation) -> tuple[Hand, Case]:
        """See `Conditions.table`."""
        return hand, self._case(self._words.hand(hand, situation))

    def impossible(self, table: tuple[Hand, Case]) -> Sequence[int]:
        """See `Conditions.impossible`."""
        return [i for i, statement in enumerate(self.rules.impossible) if table[1].value(statement.when.place)]

    def any_win(self, table: tuple[Hand, Case]) -> bool:
        """See `Conditions.any_win`."""
        free = self.rules.winning_tile_free
        return free is not None and bool(table[1].value(free.place))

    def loose(self, table: tuple[Hand, Case]) -> Sequence[bool]:
        """See `Conditions.loose`."""
        shapes = self.rules.shapes
        return [shape.loose is not None and bool(table[1].value(shape.loose.place)) for shape in shapes]

    def reading(self, table: tuple[Hand, Case], reading: Reading) -> Case:
        """See `Conditions.reading`."""
        hand, case = table
        has_groups = self._has_groups[reading.shape]
        return self._case(self._words.reading(case.words, hand, reading, has_groups=has_groups))

    def held(self, case: Case) -> int:
        """See `Conditions.held`."""
        closed = bool(case.words[len(PASSING)] & self._closed)
        held = 0
        case.put(HELD, 0)
        for index in self.rules.order:
            rule = self.rules.yaku[index]
            if rule.has_value(closed=closed) and case.value(rule.when.place):
                held |= 1 << index
                case.put(HELD, held)
        return held

    def times(self, case: Case, yaku: int) -> int:
        """See `Conditions.times`."""
        return case.value(self.rules.yaku[yaku].each.place)

    def forbidden(self, case: Case, held: int) -> int:
        """See `Conditions.forbidden`."""
        case.put(HELD, held)
        return next((i for i, s in enumerate(self.rules.forbidden) if case.value(s.when.place)), -1)

    def dora(self, case: Case, standing: Standing) -> Sequence[int]:
        """See `Conditions.dora`."""
        self._stand(case, standing)
        return [self._counted(case, kind.when, kind.each, -1) for kind in self.rules.dora]

    def fixed_fu(self, case: Case, standing: Standing) -> int:
        """See `Conditions.fixed_fu`."""
        self._stand(case, standing)
        return next((i for i, item in enumerate(self.rules.fu.fixed) if self._holds(case, item.when)), -1)

    def fu(self, case: Case, standing: Standing) -> Sequence[int]:
        """See `Conditions.fu`."""
        self._stand(case, standing)
        return [self._counted(case, item.when, item.each, 1) for item in self.rules.fu.items]

    def floors(self, case: Case, standing: Standing, subtotal: int) -> Sequence[bool]:
        """See `Conditions.floors`."""
        self._stand(case, standing)
        case.put(SUBTOTAL, subtotal)
        return [self._holds(case, item.when) for item in self.rules.fu.floors]

    def chips(self, case: Case, standing: Standing) -> Sequence[int]:
        """See `Conditions.chips`."""
        self._stand(case, standing)
        return [self._counted(case, rule.when, rule.each, 1) for rule in self.rules.chips]

    def base(self, han: int, fu: int) -> int:
        """See `Conditions.base`."""
        case = self.no_case()
        case.put(HAN, han)
        case.put(FU, fu)
        return case.value(self.rules.payments.base.place)

    def limits(self, case: Case, standing: Standing, han: int, fu: int, base: int) -> Sequence[tuple[bool, int]]:
        """See `Conditions.limits`."""
        self._stand(case, standing)
        for register, value in ((HAN, han), (FU, fu), (BASE, base)):
            case.put(register, value)
        return [
            (limit.when is not None and self._holds(case, limit.when), case.value(limit.base.place))
            for limit in self.rules.limits
        ]

    def holds(self, case: Case, condition: When | None, standing: Standing) -> bool:
        """Return whether a condition holds of a reading that stands so; without a condition it does."""
        self._stand(case, standing)
        return self._holds(case, condition)

    def _holds(self, case: Case, condition: When | None) -> bool:
        return condition is None or bool(case.value(condition.place))

    def _counted(self, case: Case, when: When | None, each: When | None, uncounted: int) -> int:
        if not self._holds(case, when):
            return 0
        return uncounted if each is None else case.value(each.place)
