"""All evaluators on random hands under every bundled ruleset: the first half of them."""

from __future__ import annotations

import pytest
from agreeing import NAMES, agrees, everything_was_compared

pytest.importorskip("numpy")


@pytest.mark.parametrize("name", NAMES)
def test_all_evaluators_say_the_same(name: str) -> None:
    agrees(name, 0)


def test_every_ruling_was_compared() -> None:
    everything_was_compared(0)
