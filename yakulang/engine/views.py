"""Hands and readings as the reference evaluator sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.engine.suits import GROUP_WORDS, SEQUENCE, SIZES, TRIPLET, meld_word
from yakulang.lang.view import GroupView, TileView, View
from yakulang.lang.vocabulary import WAITS
from yakulang.tiles import kind_of, mark_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from yakulang.engine.readings import Reading
    from yakulang.engine.situation import Situation
    from yakulang.hand import Hand, Meld
    from yakulang.rules.model import Rulebook
    from yakulang.tiles import Tile

SIZE = SIZES


def meld_view(meld: Meld) -> GroupView:
    """Return a meld as a group."""
    kinds = tuple(kind_of(tile) for tile in meld.tiles)
    return GroupView(meld_word(meld), kinds, concealed=not meld.is_called, declared=meld.type)


def situation_view(situation: Situation) -> View:
    """Return what is known before any tile is looked at."""
    return View(
        flags=situation.flags,
        numbers=situation.numbers,
        choices=situation.choices,
        seat_wind=situation.seat_wind,
        round_wind=situation.round_wind,
    )


def hand_view(hand: Hand, situation: Situation, rulebook: Rulebook, win: Tile | None = None) -> View:
    """Return what is known before any reading: the tiles, the melds and the situation."""
    won = hand.win if win is None else win
    concealed = [*hand.closed, hand.win]
    concealed.remove(won)
    tiles = [TileView(kind_of(won), mark_of(won), winning=True), *_tiles(concealed)]
    for meld in hand.melds:
        tiles += [TileView(kind_of(tile), mark_of(tile), called=meld.is_called) for tile in meld.tiles]
    return View(
        groups=tuple(map(meld_view, hand.melds)),
        lists={
            "tiles": tuple(tiles),
            "aside": tuple(_tiles(hand.aside)),
            "indicators": tuple(_tiles(hand.indicators)),
            "kan_indicators": tuple(_tiles(hand.kan_indicators)),
            "ura_indicators": tuple(_tiles(hand.ura_indicators)),
            "kan_ura_indicators": tuple(_tiles(hand.kan_ura_indicators)),
        },
        flags=situation.flags,
        numbers=situation.numbers,
        choices=situation.choices,
        seat_wind=situation.seat_wind,
        round_wind=situation.round_wind,
        indicated=_indicated(hand, rulebook),
    )


def reading_view(hand: Hand, situation: Situation, reading: Reading, rulebook: Rulebook) -> View:
    """Return a hand in one reading."""
    view = hand_view(hand, situation, rulebook, reading.win)
    groups = []
    for index, (low, what) in enumerate(reading.groups):
        winning = index == reading.winning
        kinds = (low, low + 1, low + 2) if what == SEQUENCE else (low,) * SIZE[what]
        by_ron = winning and what == TRIPLET and "ron" in situation.flags
        groups.append(GroupView(GROUP_WORDS[what], kinds, concealed=not by_ron, winning=winning))
    shape = rulebook.shapes[reading.shape]
    has_groups = bool(shape.groups or shape.pairs)
    return view.with_(
        groups=(*groups, *view.groups) if has_groups else (),
        choices={**view.choices, "wait": WAITS[reading.wait], "shape": shape.id},
    )


def _tiles(tiles: Iterable[Tile]) -> list[TileView]:
    return [TileView(kind_of(tile), mark_of(tile)) for tile in tiles]


def _indicated(hand: Hand, rulebook: Rulebook) -> frozenset[int]:
    """Return the kinds that a first indicator shows, by the cycle of the kind of dora that reads it."""
    cycles = [kind.next for kind in rulebook.dora if kind.shown_by == "indicators"]
    return frozenset(cycle[kind_of(tile)] for cycle in cycles for tile in hand.indicators)
