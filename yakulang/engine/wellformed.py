"""Whether a `Hand` that was built by hand is one at all: types, values, numbers of tiles.

What text and records are checked for while they are read is asked again here of the finished object, so that a hand
made in code is refused the same way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from yakulang.errors import Diagnostic
from yakulang.hand import NOBODY, Meld
from yakulang.message import message
from yakulang.notation.liable import MAX_LIABLE, liable_fault
from yakulang.notation.parts import (
    LETTER_OF,
    MAX_COUNTER,
    MAX_FACT,
    count_fault,
    discarder_faults,
    mark_faults,
    meld_fault,
    name_fault,
    number_fault,
    word_fault,
)
from yakulang.notation.tile_text import ALL_TILES
from yakulang.tiles import WINDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yakulang.hand import Hand

LISTS = ("indicators", "kan_indicators", "ura_indicators", "kan_ura_indicators", "aside")
MAX_TILES = 40
MAX_WORDS = 100
LONG = 64  # bits from which a number is not worth showing


def malformed(hand: Hand) -> list[Diagnostic]:
    """Return what is wrong with the fields of a hand; nothing for a hand that was read from text or a record."""
    problems = list(_fields(hand))
    if problems:
        return problems
    faults = [
        fault for meld in hand.melds for fault in (meld_fault(meld.type, meld.tiles), *mark_faults(meld)) if fault
    ]
    if not faults:
        fault = count_fault(list(hand.closed), len(hand.melds), hand.win)
        faults = [fault] if fault else []
    faults += discarder_faults(hand.method, hand.seat, hand.discarder)
    faults += [fault] if (fault := liable_fault(hand.liable, hand.seat)) else []
    return [Diagnostic(fault.code, fault.message, None, fault.hint, fault.name) for fault in faults]


def _fields(hand: Hand) -> Iterator[Diagnostic]:
    if hand.method not in ("ron", "tsumo"):
        yield _wrong("method", hand.method, message("ron or tsumo"))
    for name in ("seat", "round", "discarder"):
        wind = getattr(hand, name)
        if not _is_wind(wind) and (wind is not None or name == "round"):
            yield _wrong(name, wind, message("one of E S W N"))
    if not _is_tile(hand.win):
        yield _wrong("win", hand.win, message("a tile"))
    for name in ("closed", *LISTS):
        tiles = getattr(hand, name)
        if not isinstance(tiles, tuple) or len(tiles) > MAX_TILES or not all(map(_is_tile, tiles)):
            yield _wrong(name, tiles, message("a tuple of at most {most} tiles", most=MAX_TILES))
    if not isinstance(hand.melds, tuple) or len(hand.melds) > MAX_TILES or not all(map(_is_meld, hand.melds)):
        yield _wrong("melds", hand.melds, message("a tuple of melds"))
    for name in ("honba", "deposits"):
        if number_fault(getattr(hand, name), MAX_COUNTER):
            yield _wrong(name, getattr(hand, name), message("a whole number from 0 to {most}", most=MAX_COUNTER))
    if not _is_liable(hand.liable):
        yield _wrong("liable", hand.liable, message("one of E S W N none, or a mapping of ids to these"))
    yield from _words(hand)


def _words(hand: Hand) -> Iterator[Diagnostic]:
    flags, facts = hand.flags, hand.facts
    known = isinstance(flags, frozenset) and len(flags) <= MAX_WORDS
    if not known or not all(isinstance(word, str) and not name_fault(word) for word in flags):
        yield _wrong("flags", flags, message("a frozenset of words"))
    if not isinstance(facts, Mapping) or len(facts) > MAX_WORDS or not all(_is_fact(*fact) for fact in facts.items()):
        yield _wrong("facts", facts, message("a mapping of words to numbers or words"))


def _is_tile(tile: Any) -> bool:
    return type(tile) is int and tile in ALL_TILES


def _is_wind(wind: Any) -> bool:
    return isinstance(wind, str) and len(wind) == 1 and wind in WINDS


def _is_liable(said: Any) -> bool:
    if not isinstance(said, Mapping):
        return said is None or said == NOBODY or _is_wind(said)
    names = all(isinstance(name, str) and not word_fault(name) for name in said)
    return names and len(said) <= MAX_LIABLE and all(seat == NOBODY or _is_wind(seat) for seat in said.values())


def _is_meld(meld: Any) -> bool:
    return (
        isinstance(meld, Meld)
        and isinstance(meld.type, str)
        and meld.type in LETTER_OF
        and isinstance(meld.tiles, tuple)
        and all(map(_is_tile, meld.tiles))
        and all(tile is None or _is_tile(tile) for tile in (meld.called, meld.added))
        and (meld.feeder is None or _is_wind(meld.feeder))
    )


def _is_fact(name: Any, value: Any) -> bool:
    if not isinstance(name, str) or name_fault(name):
        return False
    return not word_fault(value) if isinstance(value, str) else not number_fault(value, MAX_FACT)


def _wrong(name: str, value: Any, wanted: str) -> Diagnostic:
    shown = type(value).__name__
    if isinstance(value, str | float | None) or (isinstance(value, int) and value.bit_length() < LONG):
        shown = repr(value)
    text = message("`{name}` of a hand is {wanted}, not {value}", name=name, wanted=wanted, value=shown[:40])
    if isinstance(value, tuple):  # what is wrong is in it
        text = message("`{name}` of a hand is {wanted}; something in it is none, or there are too many", name=name,
                       wanted=wanted)  # fmt: skip
    return Diagnostic("YK567", text, name="malformed_hand")
