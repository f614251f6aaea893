"""2,000 random hands under every bundled ruleset, by the reference evaluator, compiled functions and columns.

The hands are dealt once for all rulesets, as what these have in common is asked once. They stand in two halves, each
in a test file of its own, so that two processes share the work.
"""

from __future__ import annotations

from functools import cache

from yakulang import load_ruleset
from yakulang.testing import agree
from yakulang.testing.agree import Tally, rulesets

HALF = 1000
NAMES = [*rulesets(), "local/ancient-yaku"]  # of the mix-ins the one with many conditions


@cache
def compared(half: int) -> Tally:
    """What was compared of one half of the hands."""
    return agree.agree(NAMES, seed=1, count=HALF, first=half * HALF)


def agrees(name: str, half: int) -> None:
    """Hold that nothing differed under a ruleset."""
    tally, id_ = compared(half), load_ruleset(name).id
    found = [line for line in tally.differences if line.startswith(f"{id_} ")]
    assert found == []
    assert tally.by_rules[id_] > HALF * 0.6, "most hands win"


def everything_was_compared(half: int) -> None:
    """Hold that every hand was judged by each ruleset in each way."""
    tally = compared(half)
    assert tally.hands == HALF
    assert tally.rulings.total() == HALF * len(NAMES)
    assert {"ok", "no_yaku", "invalid"} <= set(tally.rulings)
    assert tally.answers > 8 * tally.rulings.total()
    assert tally.fields == 17 * tally.rulings.total()
    assert tally.differences == []
