"""Which tiles would complete a hand, whatever it would be worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.engine.suits import split_hand
from yakulang.engine.views import meld_view
from yakulang.lang.evaluator import holds
from yakulang.lang.view import TileView, View
from yakulang.tiles import KINDS, is_honor, kind_of, mark_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from yakulang.notation.held import HeldHand
    from yakulang.rules.model import Rulebook, ShapeRule


def waits(hand: HeldHand, rulebook: Rulebook) -> tuple[int, ...]:
    """Return the kinds of which one more tile makes a shape of the rules, in tile order.

    Kinds that the table is played without are none. A shape of loose tiles counts as soon as its condition holds of
    the tiles, as far as it asks nothing of the situation.
    """
    counts = hand.counts()
    return tuple(kind for kind in _possible(counts, rulebook) if _completes(hand, counts, kind, rulebook))


def _possible(counts: Sequence[int], rulebook: Rulebook) -> Iterator[int]:
    """Yield the kinds that are worth trying: near a tile of the hand, or of a shape without groups."""
    anywhere = {kind for shape in rulebook.shapes for kind in shape.one_of_each}
    if any(shape.loose is not None for shape in rulebook.shapes):
        anywhere = set(range(KINDS))
    for kind in range(KINDS):
        around = range(kind - 2, kind + 3) if not is_honor(kind) else (kind,)
        near = any(0 <= other < KINDS and other // 9 == kind // 9 and counts[other] for other in around)
        if (near or kind in anywhere) and kind not in rulebook.tiles.removed:
            yield kind


def _completes(hand: HeldHand, counts: list[int], kind: int, rulebook: Rulebook) -> bool:
    counts[kind] += 1
    try:
        return any(_is_shape(hand, counts, kind, shape) for shape in rulebook.shapes)
    finally:
        counts[kind] -= 1


def _is_shape(hand: HeldHand, counts: Sequence[int], kind: int, shape: ShapeRule) -> bool:
    if shape.loose is not None:
        return not hand.melds and holds(shape.loose, _loose_view(hand, kind))
    if shape.one_of_each:
        inside = [counts[one] for one in shape.one_of_each]
        whole = len(shape.one_of_each) + shape.repeat
        return not hand.melds and min(inside) >= 1 and sum(inside) == sum(counts) == whole
    groups = shape.groups - len(hand.melds)
    if groups < 0:
        return False
    found = split_hand(counts, groups, shape.pairs)
    return any(not shape.distinct or len(set(split)) == len(split) for split in found)


def _loose_view(hand: HeldHand, kind: int) -> View:
    tiles = (TileView(kind, winning=True), *(TileView(kind_of(tile), mark_of(tile)) for tile in hand.closed))
    return View(groups=tuple(map(meld_view, hand.melds)), lists={"tiles": tiles})
