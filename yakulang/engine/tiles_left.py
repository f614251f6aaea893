"""The tiles that are left while hands are made up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.tiles import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from yakulang.tiles import Tile


class TilesLeft:
    """The tiles not yet used; which copy of a kind is taken, a subclass says.

    Attributes:
        rng: chooses.
        left: how many of each kind there are still.
        kinds: those that a hand is made of.
    """

    rng: Random
    left: list[int]
    kinds: list[int]

    def take(self, kind: int) -> Tile:
        """Take a tile of a kind."""
        raise NotImplementedError

    def alike(self, number: int, among: Iterable[int] | None = None) -> list[Tile] | None:
        """Take some tiles of one kind; None where no kind has as many."""
        kinds = [kind for kind in (self.kinds if among is None else among) if self.left[kind] >= number]
        if not kinds:
            return None
        kind = self.rng.choice(kinds)
        return [self.take(kind) for _ in range(number)]

    def in_a_row(self) -> list[Tile] | None:
        """Take three tiles in a row; None where there are none."""
        starts = [k for k in self.kinds if k < 27 and k % 9 < 7 and min(self.left[k : k + 3]) > 0]
        if not starts:
            return None
        start = self.rng.choice(starts)
        return [self.take(start + offset) for offset in range(3)]


def kinds_of_suits(suits: Iterable[int]) -> list[int]:
    """Return the kinds of some suits, honors being the fourth."""
    return [kind for suit in suits for kind in range(9 * suit, min(9 * suit + 9, KINDS))]
