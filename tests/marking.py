"""Hands with red and blue tiles of any kind, made from hands that have fewer."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from yakulang.tiles import ALL_MARKS, kind_of, make_tile, tile_order

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from yakulang.hand import Hand
    from yakulang.tiles import Tile


def marked(hand: Hand, rng: Random) -> Hand:
    """Return the hand with its tiles marked anew: of the four copies of a kind one bears each mark, the others none."""
    copies = [*ALL_MARKS[1:], *[0] * (4 - len(ALL_MARKS[1:]))]
    left: dict[int, list[int]] = defaultdict(lambda: rng.sample(copies, 4))

    def again(tile: Tile) -> Tile:
        return make_tile(kind_of(tile), left[kind_of(tile)].pop())

    def every(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
        return tuple(sorted(map(again, tiles), key=tile_order))

    return replace(
        hand,
        closed=every(hand.closed),
        win=again(hand.win),
        melds=tuple(replace(meld, tiles=every(meld.tiles)) for meld in hand.melds),
        indicators=every(hand.indicators),
        kan_indicators=every(hand.kan_indicators),
        ura_indicators=every(hand.ura_indicators),
        kan_ura_indicators=every(hand.kan_ura_indicators),
    )
