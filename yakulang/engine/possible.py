"""Whether a hand can exist with the tiles and players of a table, before any rule is asked."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic, did_you_mean
from yakulang.hand import NOBODY
from yakulang.source import Source, Span
from yakulang.tiles import is_red, kind_name, kind_of, make_tile, tile_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yakulang.hand import Hand
    from yakulang.rules.model import Rulebook
    from yakulang.tiles import Tile


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
            message = f"{name} is not among the tiles of `{rulebook.id}`"
            yield Diagnostic("YK561", message, _span(hand, name), name="tile_not_in_set")
        elif by_kind[kind] > tiles.copies:
            message = f"{by_kind[kind]} copies of {name}, indicators counted; there are {tiles.copies}"
            yield Diagnostic("YK562", message, _span(hand, name), name="five_of_a_kind")
        elif reds[kind] > tiles.reds.get(kind, 0):
            red = tile_name(make_tile(kind, 1))
            held = tiles.reds.get(kind, 0)
            message = f"{reds[kind]} red {name} ({red}); `{rulebook.id}` has {held or 'none'}"
            hint = f"reds: {{{name}: {reds[kind]}}} in a ruleset of your own" if held else f"write {name}"
            yield Diagnostic("YK563", message, _span(hand, red), hint=hint, name="too_many_red_fives")
    for tile in sorted({kind_of(tile) for tile in hand.aside} - tiles.aside):
        message = f"{kind_name(tile)} can't be set aside under `{rulebook.id}`"
        yield Diagnostic("YK564", message, _span(hand, "n("), name="aside_not_allowed")


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


def _liable(hand: Hand, rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Yield what is said of liable players that no melds need be looked at for."""
    said = hand.liable
    if said is None:
        return
    known = [kind.id for kind in rulebook.liability.kinds] if rulebook.liability else []
    for name, seat in {"": said}.items() if isinstance(said, str) else said.items():
        where = f"{name}:{seat}" if name else f"liable={seat}"
        if (name and name not in known) or (not known and seat != NOBODY):
            message = (
                f"`{name}` is no liability of `{rulebook.id}`" if name else f"nobody is ever liable by `{rulebook.id}`"
            )
            near = did_you_mean(name, known)
            hint = f"did you mean `{near}`?" if near else f"known are {', '.join(known)}" if known and name else None
            yield Diagnostic("YK574", message, _span(hand, where), hint, "unknown_liability")
        elif seat != NOBODY and seat not in rulebook.seats:
            message = f"the liable player sits {seat}; `{rulebook.id}` has the seats {' '.join(rulebook.seats)}"
            yield Diagnostic("YK565", message, _span(hand, where), name="no_such_seat")
        elif seat == hand.seat:
            message = f"{seat} can't be liable for a win of their own"
            yield Diagnostic("YK568", message, _span(hand, where), name="own_liability")
