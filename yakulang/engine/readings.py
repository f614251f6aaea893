"""Every reading of a hand: shape x decomposition x place of the winning tile. Nothing is left out as inferior."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from yakulang.engine.suits import PAIR, SEQUENCE, TRIPLET, Split, split_hand
from yakulang.lang.facts import WAITS
from yakulang.tiles import kind_of, rank_of, tile_order

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from yakulang.hand import Hand
    from yakulang.rules.model import Rulebook, ShapeRule
    from yakulang.tiles import Tile

RYANMEN, KANCHAN, PENCHAN, SHANPON, TANKI, NO_WAIT = range(len(WAITS))


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a hand.

    Attributes:
        shape: the index of the shape in the rulebook.
        groups: the concealed groups as (lowest kind, kind of group), in tile order; empty for shapes without groups.
        winning: the index of the group the winning tile stands in, or -1.
        wait: the index of the wait in `WAITS`.
        win: the tile taken as the winning one.
    """

    shape: int
    groups: Split
    winning: int
    wait: int
    win: Tile

    @property
    def order(self) -> tuple[int, int, Split, int, int]:
        """The last resort between readings alike in everything that counts: smaller comes first."""
        return (self.shape, self.wait, self.groups, self.winning, self.win)


def readings(
    hand: Hand, rulebook: Rulebook, *, any_win: bool = False, loose_holds: Sequence[bool] = ()
) -> list[Reading]:
    """Return every reading of a hand.

    Args:
        hand: the hand.
        rulebook: gives the shapes.
        any_win: whether every concealed tile may be taken as the winning one.
        loose_holds: for each shape whether its `loose` condition holds of the hand's tiles.
    """
    counts = hand.kind_counts()
    wins = sorted({*hand.closed, hand.win}, key=tile_order) if any_win else [hand.win]
    found: list[Reading] = []
    for index, shape in enumerate(rulebook.shapes):
        for win in wins:
            if shape.loose is not None:
                if loose_holds[index] and not hand.melds:
                    found.append(Reading(index, (), -1, NO_WAIT, win))
            elif shape.one_of_each:
                if not hand.melds and _is_one_of_each(counts, shape):
                    found.append(Reading(index, (), -1, TANKI, win))
            else:
                found += _grouped(index, shape, hand, counts, win)
    return found


def _is_one_of_each(counts: Sequence[int], shape: ShapeRule) -> bool:
    kinds = shape.one_of_each
    inside = [counts[kind] for kind in kinds]
    return min(inside) >= 1 and max(inside) <= 2 and sum(inside) == sum(counts) == len(kinds) + shape.repeat


def _grouped(index: int, shape: ShapeRule, hand: Hand, counts: Sequence[int], win: Tile) -> Iterator[Reading]:
    if len(hand.melds) > shape.groups:
        return
    kind = kind_of(win)
    for groups in split_hand(counts, shape.groups - len(hand.melds), shape.pairs):
        if shape.distinct and len(set(groups)) < len(groups):
            continue
        for place, group in enumerate(groups):
            if place and groups[place - 1] == group:
                continue  # the same reading again
            wait = wait_of(group, kind)
            if wait is not None:
                yield Reading(index, groups, place, wait, win)


def wait_of(group: tuple[int, int], win: int) -> int | None:
    """Return the wait that a kind finished a concealed group on, or None where the kind is not in the group."""
    low, what = group
    if what == SEQUENCE:
        place = win - low
        if not 0 <= place <= 2:
            return None
        if place == 1:
            return KANCHAN
        edge = rank_of(low) == (1 if place == 2 else 7)
        return PENCHAN if edge else RYANMEN
    if low != win:
        return None
    return {TRIPLET: SHANPON, PAIR: TANKI}[what]
