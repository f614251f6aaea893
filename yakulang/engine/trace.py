"""How a ruling came about: every reading with its score, every yaku in it with the verdict on its condition.

Made with the reference evaluator, which says of every condition why it holds; explanations are views of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from yakulang.engine.judge import Judge
from yakulang.engine.parts import read_as
from yakulang.engine.readings import readings
from yakulang.engine.reference import ReferenceConditions
from yakulang.engine.ruleset import Ruleset
from yakulang.engine.situation import situation_of
from yakulang.lang.evaluator import judge
from yakulang.tiles import KINDS, kind_of, make_tile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulang.engine.judge import Judged
    from yakulang.engine.readings import Reading
    from yakulang.engine.ruling import ReadAs, Ruling
    from yakulang.hand import Hand
    from yakulang.lang.evaluator import Verdict
    from yakulang.lang.view import View
    from yakulang.rules.model import Rulebook, Statement, YakuRule


@dataclass(frozen=True, slots=True)
class YakuTrace:
    """One yaku in one reading.

    Attributes:
        rule: the yaku.
        verdict: on its condition, `held(...)` of all other yaku known.
        has_value: whether the hand, closed or open as it is, has a value for it.
        times: how often it counts; 1 where the rule has no `each`.
        replaced_by: the ids of yaku that are held and replace it.
        excluded_by: the ids of awarded yaku that it can't stand beside, where the choice fell on them.
        awarded: whether it is among the yaku of the score.
        counted: whether its value is; beside a yakuman other yaku may not count.
    """

    rule: YakuRule
    verdict: Verdict
    has_value: bool
    times: int
    replaced_by: tuple[str, ...]
    excluded_by: tuple[str, ...]
    awarded: bool
    counted: bool

    @property
    def held(self) -> bool:
        """Whether its condition is met and the hand has a value for it."""
        return self.verdict.value and self.has_value


@dataclass(frozen=True, slots=True)
class ReadingTrace:
    """One reading.

    Attributes:
        reading: shape, groups and wait.
        read_as: the same as it is shown.
        view: what its conditions see, the score included.
        judged: the score, or None where it has no yaku or too few han.
        forbidden: the statement that forbids this win, or None.
        yaku: every yaku of the ruleset, in the order of the rule file.
    """

    reading: Reading
    read_as: ReadAs
    view: View
    judged: Judged | None
    forbidden: Statement | None
    yaku: tuple[YakuTrace, ...]

    @property
    def wins(self) -> bool:
        """Whether the hand may win in this reading."""
        return self.judged is not None and self.forbidden is None

    def of(self, yaku: str) -> YakuTrace:
        """Return what there is of a yaku, by id."""
        return next(one for one in self.yaku if one.rule.id == yaku)


@dataclass(frozen=True, slots=True)
class Trace:
    """A ruling and what led to it.

    `readings` has the chosen one first, for the refusals too, and the better before the worse; it is empty where the
    hand is not complete or impossible.
    """

    hand: Hand
    ruling: Ruling
    readings: tuple[ReadingTrace, ...]

    @property
    def chosen(self) -> ReadingTrace | None:
        """The reading that the ruling shows."""
        return self.readings[0] if self.readings else None


def trace(ruleset: Ruleset, hand: Hand) -> Trace:
    """Return how the ruling on a hand comes about.

    Args:
        ruleset: compiled or not; its rulebook is asked by the reference evaluator.
        hand: whose seat is known.
    """
    rulebook = ruleset.rulebook
    code = ReferenceConditions(rulebook)
    ruling = Ruleset(rulebook, code).score(hand)
    if ruling.status in ("invalid", "not_winning"):
        return Trace(hand, ruling, ())
    tracer = _Tracer(rulebook, code, hand)
    traced = [tracer.reading(reading) for reading in tracer.found()]
    places = {id(one): place for place, one in enumerate(traced)}

    def order(one: ReadingTrace) -> tuple[object, ...]:
        if one.judged is None:
            return (2, one.reading.order)
        if one.forbidden is not None:
            return (1, places[id(one)])
        return (0, tuple(-part for part in one.judged.rank), one.reading.order)

    return Trace(hand, ruling, tuple(sorted(traced, key=order)))


def completing(ruleset: Ruleset, hand: Hand) -> list[int]:
    """Return the kinds that would complete the hand in place of its winning tile, as far as a copy is left."""
    rulebook = ruleset.rulebook
    code = ReferenceConditions(rulebook)
    own: list[int] = [kind_of(tile) for tile in hand.tiles]
    own.remove(kind_of(hand.win))
    kinds = [k for k in range(KINDS) if k not in rulebook.tiles.removed and own.count(k) < rulebook.tiles.copies]
    return [kind for kind in kinds if _Tracer(rulebook, code, replace(hand, win=make_tile(kind))).found()]


class _Tracer:
    """Traces the readings of one hand."""

    def __init__(self, rulebook: Rulebook, code: ReferenceConditions, hand: Hand) -> None:
        self.rulebook, self.code, self.hand = rulebook, code, hand
        situation, _ = situation_of(hand, rulebook, code.said)
        self.table = code.table(hand, situation)
        self.judge = Judge(rulebook, code)

    def found(self) -> Sequence[Reading]:
        table = self.table
        loose = self.code.loose(table)
        return readings(self.hand, self.rulebook, any_win=self.code.any_win(table), loose_holds=loose)

    def reading(self, reading: Reading) -> ReadingTrace:
        rules = self.rulebook
        case = self.code.reading(self.table, reading)
        judged = self.judge.judge(self.hand, case, reading)
        held = self.code.held(case) if judged is None else judged.held
        forbidden = self.code.forbidden(case, held) if judged is not None and rules.forbidden else -1
        view = self._view(case, held, judged)
        return ReadingTrace(
            reading=reading,
            read_as=read_as(self.hand, reading, rules),
            view=view,
            judged=judged,
            forbidden=rules.forbidden[forbidden] if forbidden >= 0 else None,
            yaku=self._yaku(view, judged),
        )

    def _view(self, case: View, held: int, judged: Judged | None) -> View:
        """Return what conditions see once everything is decided; each asks only for what its slot may see."""
        rules = self.rulebook
        names = frozenset(rule.id for i, rule in enumerate(rules.yaku) if held >> i & 1)
        if judged is None:
            return case.with_(held=names)
        numbers = {
            "yakuman": judged.yakuman,
            "subtotal": sum(rules.fu.items[i].fu.value * times for i, times in judged.fu.items),
            "han": judged.han,
            "fu": judged.fu.total,
            "base": self.code.base(judged.han, judged.fu.total) if judged.counted else 0,
        }
        awarded = frozenset(rules.yaku[index].id for index, _ in judged.yaku)
        return case.with_(held=names, awarded=awarded, numbers={**case.numbers, **numbers})

    def _yaku(self, view: View, judged: Judged | None) -> tuple[YakuTrace, ...]:
        rules, closed = self.rulebook, self.hand.is_closed
        by_id = {rule.id: rule for rule in rules.yaku}
        times = {rules.yaku[i].id: n for i, n in judged.yaku} if judged else {}
        gone = {name for name in view.held if any(name in by_id[other].replaces for other in times)}
        left = view.held - set(times) - gone  # what a choice fell against, and what counts 0 times
        excluding = {name: [other for other in times if _apart(by_id[name], by_id[other])] for name in left}
        kept = [name for name in view.held if not excluding.get(name)]
        found = []
        for index, rule in enumerate(rules.yaku):
            replaced_by = [one.id for one in rules.yaku if one.id in kept and rule.id in one.replaces]
            held, awarded = rule.id in view.held, rule.id in times
            by_itself = rule.han is None or judged is None or judged.counted
            found.append(
                YakuTrace(
                    rule=rule,
                    verdict=judge(rule.when, view),
                    has_value=rule.has_value(closed=closed),
                    times=times.get(rule.id, self.code.times(view, index) if held else 0),
                    replaced_by=tuple(replaced_by) if held and not awarded else (),
                    excluded_by=tuple(excluding.get(rule.id, ())),
                    awarded=awarded,
                    counted=awarded and by_itself,
                )
            )
        return tuple(found)


def _apart(one: YakuRule, other: YakuRule) -> bool:
    return other.id in one.excludes or one.id in other.excludes
