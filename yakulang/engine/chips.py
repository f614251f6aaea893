"""What a winning hand is paid in chips: how many for what, from the discarder or from each other player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yakulang.engine.conditions import Standing
from yakulang.engine.judge import MAX_COUNT, shown_by
from yakulang.engine.ruling import ChipLine

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from yakulang.engine.conditions import Conditions
    from yakulang.engine.judge import Judged
    from yakulang.engine.ruling import Ruling
    from yakulang.hand import Hand
    from yakulang.rules.model import Rulebook


def chip_lines(hand: Hand, judged: Judged, rulebook: Rulebook, code: Conditions, table: Any) -> tuple[ChipLine, ...]:
    """Return what is paid in chips for the reading that counts, in the order of the rule file.

    Args:
        hand: that wins.
        judged: the reading.
        rulebook: says what chips are paid for.
        code: answers its conditions.
        table: the case of the hand before any reading.
    """
    if not rulebook.chips:
        return ()
    case = code.reading(table, judged.reading)
    standing = Standing(judged.held, sum(1 << index for index, _ in judged.yaku), judged.yakuman)
    counts = [*code.chips(case, standing)]
    if any(rule.dora for rule in rulebook.chips):
        dora = code.dora(case, standing)
        for place, rule in enumerate(rulebook.chips):
            if rule.dora is not None and counts[place]:
                counts[place] = sum(_dora_of(rule.dora, hand, dora, rulebook))
    return lines_of(counts, hand, rulebook)


def _dora_of(name: str, hand: Hand, counts: Sequence[int], rulebook: Rulebook) -> Iterator[int]:
    """Yield how many there are of each kind of dora of a name; those beside a yakuman count for chips."""
    for kind, count in zip(rulebook.dora, counts, strict=True):
        if name in (kind.id, kind.label) and count:
            yield shown_by(hand, kind) if kind.each is None else count


def lines_of(counts: Sequence[int], hand: Hand, rulebook: Rulebook) -> tuple[ChipLine, ...]:
    """Return what is paid for as much as there is of each thing; a count below 0 is nothing."""
    lines = []
    for rule, times in zip(rulebook.chips, counts, strict=True):
        paid = rule.ron if hand.method == "ron" else rule.tsumo_each
        if times > 0 and paid.value:
            lines.append(ChipLine(rule.id, rule.names, times, times * paid.value, paid.span.place))
    return tuple(lines)


def too_many(ruling: Ruling) -> bool:
    """Whether a ruling has more chips than anybody can pay; a rule file can ask for any number."""
    return any(line.chips > MAX_COUNT for line in ruling.chips)
