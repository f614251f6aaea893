"""Hands written in the usual way, read without looking at every character.

Whatever is written otherwise, or is wrong, is left to the full reader, so that there is one place for what may be
written and for every message. What recurs in many hands, suits, melds and lists, is read once.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from yakulang.hand import CHECKED, NO_FACTS, Hand, HandDraft
from yakulang.notation.hand_scanner import SIGNS, written_meld
from yakulang.notation.parts import MAX_MELDS, MAX_WORD, MELD_LETTERS, QUICK, WORD, indicator_lists
from yakulang.notation.text_reader import MAX_LIST, MAX_TEXT
from yakulang.notation.tile_text import ONE_TILE, SUITS_BY_LETTER, sort_tiles
from yakulang.tiles import LETTERS, WINDS

if TYPE_CHECKING:
    from yakulang.hand import Meld, Method, Wind
    from yakulang.tiles import Tile

LONG = 24  # characters of a word that are worth remembering
_GROUP = re.compile(r"[0-9]+[mpsz]")
_BRACKET = r"([cpkda])\(([0-9mpszrb']+)\)(?:<([ESWN]))?"  # compiled when there is one
_ASIDE = r"n\(([0-9]+[mpsz])\)"
_WON: dict[str, tuple[Method, Tile]] = {
    f"{sign}{name}": (method, tile)
    for sign, method in SIGNS.items()
    for name, tile in ONE_TILE.items()
    if name.isascii()
}
_DIGITS = frozenset("0123456789")
_WINDS = {f"{key}={wind}": (key, wind) for key in ("seat", "round", "from") for wind in WINDS}
_NUMBERS = {str(number): number for number in range(100)}


def quick_hand(text: str) -> Hand | None:
    """Return the hand of a text in the usual words; None for any other text, right or wrong."""
    if len(text) > MAX_TEXT:
        return None
    closed: tuple[Tile, ...] = ()
    last = -1
    melds: list[Meld] = []
    won: tuple[Method, Tile] | None = None
    aside: tuple[Tile, ...] | None = None
    said: dict[str, Any] = {}
    for word in text.split(" "):
        if word in _WINDS:
            key, value = _WINDS[word]
            if key in said:
                return None
            said[key] = value
        elif word in _WON:
            if won is not None:
                return None
            won = _WON[word]
        elif word[:1] in _DIGITS:
            groups = _GROUP.findall(word)
            if sum(map(len, groups)) != len(word):
                return None
            for group in groups:
                suit, tiles = _suit(group) if len(group) < LONG else (-1, None)
                if tiles is None:
                    return None
                closed = closed + tiles if suit > last else sort_tiles((*closed, *tiles))
                last = max(suit, last)
        elif word[1:2] == "(":
            if len(word) > LONG:
                return None
            if word[0] == "n":
                if aside is not None or not (aside := _aside(word)):
                    return None
            elif (meld := _meld(word)) is not None:
                melds.append(meld)
            else:
                return None
        elif word:
            key, _, value = word.partition("=")
            read = _pair(key, value) if len(value) <= LONG else None
            if read is None or key in said:
                return None
            said[key] = read
    if won is None or len(melds) > MAX_MELDS or len(closed) != 13 - 3 * len(melds):
        return None
    seat, discarder = said.get("seat"), said.get("from")
    if discarder is not None and (discarder == seat or won[0] == "tsumo"):
        return None
    if seat is not None and melds and any(meld.feeder == seat for meld in melds):
        return None
    hand: Any = HandDraft()
    hand.closed, hand.method, hand.win = closed, *won
    hand.melds = tuple(melds)
    hand.seat, hand.round, hand.discarder = seat, said.get("round", "E"), discarder
    hand.indicators, hand.kan_indicators = said.get("dora", _NONE)
    hand.ura_indicators, hand.kan_ura_indicators = said.get("ura", _NONE)
    hand.aside = aside or ()
    hand.honba, hand.deposits = said.get("honba", 0), said.get("sticks", 0)
    hand.flags, hand.facts, hand.liable = said.get("with", _NO_WORDS), NO_FACTS, None
    hand._packed = CHECKED  # noqa: SLF001  as `known_good` says it
    hand.__class__ = Hand
    return cast("Hand", hand)


_NONE: tuple[tuple[Tile, ...], tuple[Tile, ...]] = ((), ())
_NO_WORDS = frozenset[str]()


@lru_cache(maxsize=1 << 15)
def _suit(group: str) -> tuple[int, tuple[Tile, ...] | None]:
    """Return the place of a suit and the sorted tiles of `123m`; None where there is no such tile."""
    table = SUITS_BY_LETTER[group[-1]]
    tiles = [table[digit] for digit in group[:-1] if digit in table]
    return LETTERS.index(group[-1]), sort_tiles(tiles) if len(tiles) == len(group) - 1 else None


@lru_cache(maxsize=1 << 12)
def _meld(word: str) -> Meld | None:
    found = re.fullmatch(_BRACKET, word)
    if found is None or len(found[2]) > QUICK:
        return None
    return written_meld(MELD_LETTERS[found[1]], found[2], cast("Wind | None", found[3]))


@lru_cache(maxsize=1 << 10)
def _aside(word: str) -> tuple[Tile, ...] | None:
    found = re.fullmatch(_ASIDE, word)
    return _suit(found[1])[1] if found else None


@lru_cache(maxsize=1 << 12)
def _pair(key: str, value: str) -> Any:
    """Return what `key=value` says; None where the full reader must look."""
    if key in ("dora", "ura"):
        names = value.split(",")
        tiles = [ONE_TILE[name] for name in names if name in ONE_TILE]
        return indicator_lists(tiles, None) if len(tiles) == len(names) <= MAX_LIST else None
    if key in ("honba", "sticks"):
        return _NUMBERS.get(value)
    if key == "with":
        words = value.split(",")
        return frozenset(words) if all(len(word) <= MAX_WORD and WORD.match(word) for word in words) else None
    return None
