"""Whether a hand can exist with the tiles and players of a table, before any rule is asked."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic, did_you_mean
from yakulang.hand import NOBODY
from yakulang.message import message
from yakulang.notation.tile_text import MARK_NAMES, SEAT_NAMES, WIND_NAMES
from yakulang.source import Source, Span
from yakulang.tiles import MARKS, kind_name, kind_of, make_tile, mark_of, tile_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from yakulang.hand import Hand
    from yakulang.rules.model import Rulebook
    from yakulang.tiles import Tile

_WINNER, _DISCARDER, _FEEDER = message("the winner"), message("the discarder"), message("a feeder")


def impossibilities(hand: Hand, rulebook: Rulebook) -> list[Diagnostic]:
    """Return what can't be on this table: tiles, copies, reds, seats; each thing once."""
    return list(dict.fromkeys([*_tiles(hand, rulebook), *_seats(hand, rulebook), *_liable(hand, rulebook)]))


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
    held = Counter(map(kind_of, hand.tiles))
    marked = Counter(tile for tile in seen if mark_of(tile))
    for kind in sorted(by_kind):
        name = kind_name(kind)
        if kind in tiles.removed:
            text = message("{tile} is not among the tiles of `{rules}`", tile=name, rules=rulebook.id)
            yield Diagnostic("YK561", text, _span(hand, name), name="tile_not_in_set")
        elif by_kind[kind] > tiles.copies_of(kind):
            text = message(
                "{n} copies of {tile}, indicators counted; there are {copies}",
                n=by_kind[kind],
                tile=name,
                copies=tiles.copies_of(kind),
            )
            yield Diagnostic("YK562", text, _span(hand, name), name="five_of_a_kind")
        elif held[kind] > tiles.copies:
            text = message(
                "{n} copies of {tile} in the hand; more than {copies} are read only where they are set aside",
                n=held[kind],
                tile=name,
                copies=tiles.copies,
            )
            yield Diagnostic("YK562", text, _span(hand, name), name="five_of_a_kind")
        elif marked:
            yield from _marked(hand, kind, marked, rulebook)
    for tile in sorted({kind_of(tile) for tile in hand.aside} - tiles.aside):
        text = message("{tile} can't be set aside under `{rules}`", tile=kind_name(tile), rules=rulebook.id)
        yield Diagnostic("YK564", text, _span(hand, "n("), name="aside_not_allowed")


def _marked(hand: Hand, kind: int, seen: Mapping[Tile, int], rulebook: Rulebook) -> Iterator[Diagnostic]:
    name = kind_name(kind)
    for mark in MARKS:
        tile = make_tile(kind, mark.number)
        number, held = seen.get(tile, 0), rulebook.tiles.marked[mark.number].get(kind, 0)
        if number > held:
            shown = tile_name(tile)
            text = message(
                "{n} {mark} {tile} ({shown}); `{rules}` has none",
                n=number,
                mark=MARK_NAMES[mark.word],
                tile=name,
                shown=shown,
                rules=rulebook.id,
            )
            hint = message("write {text}", text=name)
            if held:
                text = message(
                    "{n} {mark} {tile} ({shown}); `{rules}` has {held}",
                    n=number,
                    mark=MARK_NAMES[mark.word],
                    tile=name,
                    shown=shown,
                    rules=rulebook.id,
                    held=held,
                )
                written = f"{mark.section}: {{{name}: {number}}}"
                hint = message("{text} in a ruleset of your own", text=written)
            yield Diagnostic("YK563", text, _span(hand, shown), hint=hint, name=mark.excess)


def _seats(hand: Hand, rulebook: Rulebook) -> Iterator[Diagnostic]:
    seats = rulebook.seats
    named = [(_WINNER, hand.seat), (_DISCARDER, hand.discarder)]
    named += [(_FEEDER, meld.feeder) for meld in hand.melds]
    for who, seat in named:
        if seat and seat not in seats:
            text = message(
                "{who} sits {seat}; `{rules}` has the seats {seats}",
                who=who,
                seat=WIND_NAMES[seat],
                rules=rulebook.id,
                seats=" ".join(seats),
            )
            yield Diagnostic("YK565", text, name="no_such_seat")
    if hand.seat and hand.discarder == hand.seat:
        text = message("{seat} can't win on a discard of their own", seat=SEAT_NAMES[hand.seat])
        yield Diagnostic("YK566", text, name="own_discard")
    for meld in hand.melds:
        if hand.seat and meld.feeder == hand.seat:
            text = message("{seat} can't call a discard of their own", seat=SEAT_NAMES[hand.seat])
            yield Diagnostic("YK566", text, name="own_discard")


def _liable(hand: Hand, rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Yield what is said of liable players that no melds need be looked at for."""
    said = hand.liable
    if said is None:
        return
    known = [kind.id for kind in rulebook.liability.kinds] if rulebook.liability else []
    for name, seat in {"": said}.items() if isinstance(said, str) else said.items():
        where = f"{name}:{seat}" if name else f"liable={seat}"
        span = _span(hand, where)
        if (name and name not in known) or (not known and seat != NOBODY):
            text = message("nobody is ever liable by `{rules}`", rules=rulebook.id)
            if name:
                text = message("`{liability}` is no liability of `{rules}`", liability=name, rules=rulebook.id)
            near = did_you_mean(name, known)
            hint = message("did you mean `{word}`?", word=near) if near else None
            if near is None and known and name:
                hint = message("known are {words}", words=", ".join(known))
            yield Diagnostic("YK574", text, span, hint, "unknown_liability")
        elif seat != NOBODY and seat not in rulebook.seats:
            text = message(
                "the liable player sits {seat}; `{rules}` has the seats {seats}",
                seat=WIND_NAMES[seat],
                rules=rulebook.id,
                seats=" ".join(rulebook.seats),
            )
            yield Diagnostic("YK565", text, span, name="no_such_seat")
        elif seat == hand.seat:
            text = message("{seat} can't be liable for a win of their own", seat=SEAT_NAMES[seat])
            yield Diagnostic("YK568", text, span, name="own_liability")
