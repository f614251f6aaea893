"""Random complete hands of four players with one red five a suit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.testing.deal import Kit
from yakulang.testing.deal import deal as deal_from
from yakulang.tiles import RED, make_tile

if TYPE_CHECKING:
    from random import Random

    from yakulang.hand import Hand

ORPHANS = (0, 8, 9, 17, 18, 26, *range(27, 34))
FOUR_PLAYERS = Kit(4, 4, tuple(range(34)), (), ORPHANS, tuple((make_tile(five, RED), 1) for five in (4, 13, 22)))


def deal(rng: Random) -> Hand:
    """Return a random complete hand with a situation that fits it."""
    return deal_from(rng, FOUR_PLAYERS)
