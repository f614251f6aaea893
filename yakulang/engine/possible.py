"""Whether a hand can exist with the tiles and players of a table, before any rule is asked."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic
from yakulang.source import Source, Span
from yakulang.tiles import MARKS, kind_name, kind_of, make_tile, mark_of, tile_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from yakulang.hand import Hand
    from yakulang.rules.model import Rulebook
    from yakulang.tiles import Tile


def impossibilities(hand: Hand, rulebook: Rulebook) -> list[Diagnostic]:
    """Return what can't be on this table: tiles, copies, reds, seats; each thing once."""
    return list(dict.fromkeys([*_tiles(hand, rulebook), *_seats(hand, rulebook)]))


def _everywhere(hand: Hand) -> list[Tile]:
    """Every tile that is seen: the hand, tiles set aside and indicators, each a piece of its own."""
    return [
        *hand.tiles,
        *hand.aside,
        *hand.indicators,
        *hand.kan_indicators,
        *hand.ura_indicators,
        *hand.kan_ura_indicators,
    ]


def _span(hand: Hand, needle: str) -> Span:
    """Return the hand's text and in it the needle; a tile may stand apart from its suit letter, as in `b56p`."""
    text = str(hand)
    source = Source("<hand>", text)
    before, last = re.escape(needle[:-1]), re.escape(needle[-1])
    found = re.search(before + last, text) or re.search(rf"{before}(?=[0-9rb']+{last})", text)
    return Span(source, *found.span()) if found else Span(source, 0, len(text))


def _tiles(hand: Hand, rulebook: Rulebook) -> Iterator[Diagnostic]:
    tiles = rulebook.tiles
    seen = _everywhere(hand)
    by_kind = Counter(kind_of(tile) for tile in seen)
    marked = Counter(tile for tile in seen if mark_of(tile))
    for kind in sorted(by_kind):
        name = kind_name(kind)
        if kind in tiles.removed:
            message = f"{name} is not among the tiles of `{rulebook.id}`"
            yield Diagnostic("YK561", message, _span(hand, name), name="tile_not_in_set")
        elif by_kind[kind] > tiles.copies:
            message = f"{by_kind[kind]} copies of {name}, indicators counted; there are {tiles.copies}"
            yield Diagnostic("YK562", message, _span(hand, name), name="five_of_a_kind")
        elif marked:
            yield from _marked(hand, kind, marked, rulebook)
    for tile in sorted({kind_of(tile) for tile in hand.aside} - tiles.aside):
        message = f"{kind_name(tile)} can't be set aside under `{rulebook.id}`"
        yield Diagnostic("YK564", message, _span(hand, "n("), name="aside_not_allowed")


def _marked(hand: Hand, kind: int, seen: Mapping[Tile, int], rulebook: Rulebook) -> Iterator[Diagnostic]:
    name = kind_name(kind)
    for mark in MARKS:
        tile = make_tile(kind, mark.number)
        number, held = seen.get(tile, 0), rulebook.tiles.marked[mark.number].get(kind, 0)
        if number > held:
            shown = tile_name(tile)
            message = f"{number} {mark.word} {name} ({shown}); `{rulebook.id}` has {held or 'none'}"
            hint = f"{mark.section}: {{{name}: {number}}} in a ruleset of your own" if held else f"write {name}"
            yield Diagnostic("YK563", message, _span(hand, shown), hint=hint, name=mark.excess)


def _seats(hand: Hand, rulebook: Rulebook) -> Iterator[Diagnostic]:
    seats = rulebook.seats
    named = [("the winner", hand.seat), ("the discarder", hand.discarder)]
    named += [("a feeder", meld.feeder) for meld in hand.melds]
    for who, seat in named:
        if seat and seat not in seats:
            message = f"{who} sits {seat}; `{rulebook.id}` has the seats {' '.join(seats)}"
            yield Diagnostic("YK565", message, name="no_such_seat")
    if hand.seat and hand.discarder == hand.seat:
        yield Diagnostic("YK566", f"{hand.seat} can't win on a discard of their own", name="own_discard")
    for meld in hand.melds:
        if hand.seat and meld.feeder == hand.seat:
            yield Diagnostic("YK566", f"{hand.seat} can't call a discard of their own", name="own_discard")
