"""Whether a hand can exist with the tiles and players of a table, before any rule is asked."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic, did_you_mean
from yakulang.hand import NOBODY
from yakulang.message import message
from yakulang.notation.tile_text import WIND_NAMES
from yakulang.source import Source, Span
from yakulang.tiles import is_red, kind_name, kind_of, make_tile, tile_name

if TYPE_CHECKING:
    from collections.abc import Iterator

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


def _span(hand: Hand, *needles: str) -> Span:
    """Return the hand's text with the first of the needles that stands in it."""
    text = str(hand)
    source = Source("<hand>", text)
    for needle in needles:
        found = text.find(needle)
        if found >= 0:
            return Span(source, found, found + len(needle))
    return Span(source, 0, len(text))


def _tiles(hand: Hand, rulebook: Rulebook) -> Iterator[Diagnostic]:
    tiles = rulebook.tiles
    seen = _everywhere(hand)
    by_kind = Counter(kind_of(tile) for tile in seen)
    reds = Counter(kind_of(tile) for tile in seen if is_red(tile))
    for kind in sorted(by_kind):
        name = kind_name(kind)
        if kind in tiles.removed:
            text = message("{tile} is not among the tiles of `{rules}`", tile=name, rules=rulebook.id)
            yield Diagnostic("YK561", text, _span(hand, name), name="tile_not_in_set")
        elif by_kind[kind] > tiles.copies:
            text = message(
                "{n} copies of {tile}, indicators counted; there are {copies}",
                n=by_kind[kind],
                tile=name,
                copies=tiles.copies,
            )
            yield Diagnostic("YK562", text, _span(hand, name), name="five_of_a_kind")
        elif reds[kind] > tiles.reds.get(kind, 0):
            yield _too_many_reds(hand, rulebook, kind, reds[kind])
    for tile in sorted({kind_of(tile) for tile in hand.aside} - tiles.aside):
        text = message("{tile} can't be set aside under `{rules}`", tile=kind_name(tile), rules=rulebook.id)
        yield Diagnostic("YK564", text, _span(hand, "n("), name="aside_not_allowed")


def _too_many_reds(hand: Hand, rulebook: Rulebook, kind: int, count: int) -> Diagnostic:
    held, name, red = rulebook.tiles.reds.get(kind, 0), kind_name(kind), tile_name(make_tile(kind, 1))
    if held:
        text = message(
            "{n} red {tile} ({red}); `{rules}` has {held}", n=count, tile=name, red=red, rules=rulebook.id, held=held
        )
        hint = message("reds: {{{tile}: {n}}} in a ruleset of your own", tile=name, n=count)
    else:
        text = message("{n} red {tile} ({red}); `{rules}` has none", n=count, tile=name, red=red, rules=rulebook.id)
        hint = message("write {text}", text=name)
    return Diagnostic("YK563", text, _span(hand, red), hint=hint, name="too_many_red_fives")


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
        text = message("{seat} can't win on a discard of their own", seat=WIND_NAMES[hand.seat])
        yield Diagnostic("YK566", text, name="own_discard")
    for meld in hand.melds:
        if hand.seat and meld.feeder == hand.seat:
            text = message("{seat} can't call a discard of their own", seat=WIND_NAMES[hand.seat])
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
            text = message("{seat} can't be liable for a win of their own", seat=WIND_NAMES[seat])
            yield Diagnostic("YK568", text, span, name="own_liability")
