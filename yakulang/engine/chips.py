"""What a winning hand is paid in chips: how many for what, from the discarder or from each other player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.engine.judge import shown_by
from yakulang.engine.ruling import ChipLine
from yakulang.lang.evaluator import holds, number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yakulang.engine.judge import Judged
    from yakulang.hand import Hand
    from yakulang.lang.view import View
    from yakulang.rules.chip_rules import ChipRule
    from yakulang.rules.model import Rulebook


def chip_lines(hand: Hand, judged: Judged, rulebook: Rulebook, view: View) -> Iterator[ChipLine]:
    """Yield what is paid in chips for a reading, in the order of the rule file.

    Args:
        hand: that wins.
        judged: the reading that counts.
        rulebook: says what chips are paid for.
        view: the reading as conditions see it, before its score.
    """
    if not rulebook.chips:
        return
    names = [rule.id for rule in rulebook.yaku]
    scored = view.with_(
        held=frozenset(name for index, name in enumerate(names) if judged.held >> index & 1),
        awarded=frozenset(names[index] for index, _ in judged.yaku),
        numbers={**view.numbers, "yakuman": judged.yakuman},
    )
    for rule in rulebook.chips:
        if rule.when is not None and not holds(rule.when, scored):
            continue
        times = _times(rule, hand, rulebook, scored)
        paid = rule.ron if hand.method == "ron" else rule.tsumo_each
        if times > 0 and paid.value:
            yield ChipLine(rule.id, rule.names, times, times * paid.value, paid.span.place)


def _times(rule: ChipRule, hand: Hand, rulebook: Rulebook, view: View) -> int:
    if rule.each is not None:
        return number(rule.each, view)
    if rule.dora is None:
        return 1
    kinds = [kind for kind in rulebook.dora if rule.dora in (kind.id, kind.label)]
    counting = [kind for kind in kinds if kind.when is None or holds(kind.when, view)]
    return sum(shown_by(hand, kind) if kind.each is None else number(kind.each, view) for kind in counting)
