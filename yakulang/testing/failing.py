"""By which part of its condition a hand misses a yaku: what `fails` of an example is held against."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.engine.trace import trace
from yakulang.lang.repair import repair

if TYPE_CHECKING:
    from yakulang.engine.ruleset import Ruleset
    from yakulang.hand import Hand


def failing(rules: Ruleset, hand: Hand, yaku: str) -> list[tuple[str, ...]]:
    """Return for each reading of a hand the parts of a yaku's condition that would have to be true as well.

    They are written as in the rule file, on one line; nothing where the condition is met. The best reading is the
    first; a hand that is not complete, or can't be, has none.
    """
    return [
        tuple(" ".join(part.node.span.text.split()) for part in repair(reading.of(yaku).verdict))
        for reading in trace(rules, hand).readings
    ]
