"""A hand as masks and small numbers, made once and kept with the hand. No ruleset is asked.

A mask has bit `kind` set; plane n of a cell holds the kinds with at least n members, as in `lang.cells`. Counts are
packed, `FIELD` bits a kind.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from yakulang.engine.words import planes
from yakulang.notation.tile_text import ALL_TILES
from yakulang.tiles import KINDS, RED, kind_of, mark_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from yakulang.hand import Hand, MeldType

FIELD = 10  # bits of a kind in packed counts: more than a hand and its lists can hold of it
RANK = 4  # bits of a kind where only concealed tiles are counted
_BIT = tuple(1 << kind for kind in range(KINDS))
DECLARED = ("chii", "pon", "open_kan", "added_kan", "closed_kan")
LISTS = ("aside", "indicators", "kan_indicators", "ura_indicators", "kan_ura_indicators")
_DECLARED = {name: place for place, name in enumerate(DECLARED)}
_NONE = (0, 0, 0, 0)
_NO_MELDS, _NO_LISTS, _NO_COUNTS = (_NONE,) * len(DECLARED), (_NONE,) * len(LISTS), (0,) * len(LISTS)
KIND = 63  # the part of a tile that is its kind
FOUR = 4  # copies of a kind, or less; a fifth is found by packed counts
COUNT = (1 << FIELD) - 1
HIGH = sum(1 << FIELD * kind + FIELD - 1 for kind in range(KINDS))  # the highest bit of each field
_UP_TO = sum((1 << FIELD - 1) - 1 - FOUR << FIELD * kind for kind in range(KINDS))  # what makes five reach it
_MARKS = RANK * KINDS  # where the number of tiles with a mark is counted beside the tiles
_TILE = {tile: (1 << RANK * kind_of(tile)) + (bool(mark_of(tile)) << _MARKS) for tile in ALL_TILES}
_TILE_OF = _TILE.__getitem__
_SUIT = 9 * RANK  # bits of a suit
_RANKS, _HONORS = (1 << _SUIT) - 1, (1 << 7 * RANK) - 1
_CLOSED_KAN = _DECLARED["closed_kan"]
_NOBODY, _NO_ORDER = frozenset[str](), tuple[tuple[int, int], ...]()
MOST = 1 << 16  # suits that are remembered

Planes = tuple[int, int, int, int]


class _Suits(dict[int, tuple[int, int, int, int, int, int]]):
    """The counts of a suit, with the suit in the lowest bits: how many tiles, packed counts, and planes."""

    def __missing__(self, key: int) -> tuple[int, int, int, int, int, int]:
        suit = key & 3
        ranks = range(9 if suit < 3 else 7)
        kinds = [9 * suit + rank for rank in ranks for _ in range(key >> 2 + RANK * rank & (1 << RANK) - 1)]
        found = (len(kinds), _packed(kinds), *planes(kinds))
        if len(self) < MOST:
            self[key] = found
        return found


_SUITS = _Suits()
_EMPTY = (0, 0, 0, 0, 0, 0)


def _packed(kinds: Iterable[int]) -> int:
    return sum(1 << FIELD * kind for kind in kinds)


@lru_cache(maxsize=1 << 12)
def _plain(flags: frozenset[str]) -> bool:
    return all(map(str.isascii, flags))


@lru_cache(maxsize=1 << 12)
def _list(tiles: tuple[int, ...]) -> tuple[Planes, int, int, int, bool]:
    """Return planes, packed counts, number, packed red copies of a list, and whether a tile bears another mark."""
    kinds = [tile & KIND for tile in tiles]
    reds = _packed(tile & KIND for tile in tiles if mark_of(tile) == RED)
    return planes(kinds), _packed(kinds), len(kinds), reds, any(mark_of(tile) > RED for tile in tiles)


@lru_cache(maxsize=1 << 12)
def _meld(type: MeldType, tiles: tuple[int, ...]) -> tuple[int, int, int, Planes, bool]:
    """Return what a meld is in `DECLARED`, its lowest kind, packed counts, planes, and whether a tile has a mark."""
    kinds = [tile & KIND for tile in tiles]
    return _DECLARED[type], kinds[0], _packed(kinds), planes(kinds), max(tiles) > KIND


class Packed:
    """A hand as masks and numbers.

    Attributes:
        keys: for each suit the counts of its concealed tiles, the winning one included, `RANK` bits a rank, and the
            suit in the lowest bits; 0 for none.
        plain: whether every word of the situation is said as conditions say it.
        sizes: how many tiles those are; concealed: their sum.
        order: the melds in the order they were declared, as (place in `DECLARED`, lowest kind).
        triplets: whether a meld is a triplet or quad.
        marked: the kinds of the concealed tiles that bear a mark, the winning one left out.
        win: the kind of the winning tile. closed: whether nothing was called.
        own, shown: copies of the winning kind in the hand, and among all indicators.
        key: what the situation depends on but for the numbers that stand here.
        melds: how many melds; feeders: the seats that fed them.
        counts: the tiles of the hand and those set aside, packed; what dora are counted over.
        seen: the mask of all kinds seen, indicators too; reds: red copies, packed.
        other_marks: whether a tile bears another mark than red.
        most: 4, or more where there are five copies of a kind.
        aside: the mask of kinds set aside.
        declared: planes of the melds, by their lowest tile, for each of `DECLARED`.
        tile, tile_held, tile_called, tile_red: planes of all tiles; concealed ones without the winning tile; those of
            called melds; red ones.
        lists, list_counts: planes and numbers of the lists of `LISTS`.
    """

    __slots__ = (
        "aside", "closed", "concealed", "counts", "declared", "deposits", "feeders", "honba", "key", "keys",
        "list_counts", "lists", "marked", "melds", "most", "order", "other_marks", "own", "plain", "reds",
        "seen", "shown", "sizes", "tile", "tile_called", "tile_held", "tile_red", "triplets", "win", "win_bit",
    )  # fmt: skip

    def __init__(self, hand: Hand) -> None:
        win = hand.win
        held = sum(map(_TILE_OF, hand.closed))
        marks = held >> _MARKS
        man, pin, sou = held & _RANKS, held >> _SUIT & _RANKS, held >> 2 * _SUIT & _RANKS
        honors = held >> 3 * _SUIT & _HONORS
        in_man, counts_man, first_man, second_man, third_man, fourth_man = _SUITS[man << 2] if man else _EMPTY
        in_pin, counts_pin, first_pin, second_pin, third_pin, fourth_pin = _SUITS[pin << 2 | 1] if pin else _EMPTY
        in_sou, counts_sou, first_sou, second_sou, third_sou, fourth_sou = _SUITS[sou << 2 | 2] if sou else _EMPTY
        in_z, counts_z, first_z, second_z, third_z, fourth_z = _SUITS[honors << 2 | 3] if honors else _EMPTY
        first, second = first_man | first_pin | first_sou | first_z, second_man | second_pin | second_sou | second_z
        third, fourth = third_man | third_pin | third_sou | third_z, fourth_man | fourth_pin | fourth_sou | fourth_z
        self.tile_held = (first, second, third, fourth)
        self.win = kind = win & KIND
        self.win_bit = bit = _BIT[kind]
        counts = counts_man + counts_pin + counts_sou + counts_z + (1 << FIELD * kind)
        if not first & bit:
            first |= bit
        elif not second & bit:
            second |= bit
        elif not third & bit:
            third |= bit
        else:
            fourth |= bit
        self.tile = (first, second, third, fourth)
        if kind < 9:
            man += 1 << RANK * kind
            in_man += 1
        elif kind < 18:
            pin += 1 << RANK * (kind - 9)
            in_pin += 1
        elif kind < 27:
            sou += 1 << RANK * (kind - 18)
            in_sou += 1
        else:
            honors += 1 << RANK * (kind - 27)
            in_z += 1
        self.keys = (man << 2, pin and pin << 2 | 1, sou and sou << 2 | 2, honors and honors << 2 | 3)
        self.sizes = (in_man, in_pin, in_sou, in_z)
        self.concealed = in_man + in_pin + in_sou + in_z
        self.marked = tuple([tile & KIND for tile in hand.closed if tile > KIND]) if marks else ()
        self.tile_called, self.declared, self.order = _NONE, _NO_MELDS, _NO_ORDER
        self.closed, self.triplets, self.feeders = True, False, _NOBODY
        types: tuple[str, ...] = ()
        melds = hand.melds
        self.melds = len(melds)
        if melds:
            called, marked, types = self._melds(hand)
            counts += called
            marks = marks or marked
        self.own = counts >> FIELD * kind & COUNT
        self.lists, self.list_counts = _NO_LISTS, _NO_COUNTS
        self.counts, self.seen, self.shown, self.aside = counts, self.tile[0], 0, 0
        self.reds, self.tile_red, self.other_marks = 0, _NONE, False
        if hand.indicators or hand.aside or hand.ura_indicators or hand.kan_indicators or hand.kan_ura_indicators:
            counts = self._lists(hand, counts)
        self.most = KINDS if (counts + _UP_TO) & HIGH else FOUR
        if marks or win > KIND:
            self._marks(hand)
        self.honba, self.deposits = hand.honba, hand.deposits
        self.plain = _plain(hand.flags)
        facts: tuple[Any, ...] = ()
        if hand.facts:
            facts = tuple(sorted(hand.facts.items()))
            self.plain = self.plain and all(map(str.isascii, hand.facts))
        self.key = (hand.flags, hand.method, hand.seat, hand.round, types, facts, bool(hand.aside))

    def _melds(self, hand: Hand) -> tuple[int, bool, tuple[str, ...]]:
        """Add the melds; return their packed counts, whether there are marks, and the types."""
        counts, marks = 0, False
        declared = [_NONE] * len(DECLARED)
        order, types, feeders = [], [], set[str]()
        called = concealed = _NONE
        for meld in hand.melds:
            place, low, tiles, kinds, marked = _meld(meld.type, meld.tiles)
            counts += tiles
            marks = marks or marked
            declared[place] = _joined(declared[place], (_BIT[low], 0, 0, 0))
            if place == _CLOSED_KAN:
                concealed = _joined(concealed, kinds)
            else:
                called = _joined(called, kinds)
                self.closed = False
            if place:
                self.triplets = True
            if meld.feeder:
                feeders.add(meld.feeder)
            order.append((place, low))
            types.append(meld.type)
        self.order, self.declared, self.tile_called = tuple(order), tuple(declared), called
        if feeders:
            self.feeders = frozenset(feeders)
        self.tile = _joined(self.tile, called)
        if concealed[0]:
            self.tile, self.tile_held = _joined(self.tile, concealed), _joined(self.tile_held, concealed)
        return counts, marks, tuple(types)

    def _lists(self, hand: Hand, counts: int) -> int:
        """Add the lists; return the packed counts of everything that is seen."""
        aside, one = _list(hand.aside), _list(hand.indicators)
        two, three, four = _list(hand.kan_indicators), _list(hand.ura_indicators), _list(hand.kan_ura_indicators)
        self.lists = aside[0], one[0], two[0], three[0], four[0]
        self.list_counts = aside[2], one[2], two[2], three[2], four[2]
        self.aside = aside[0][0]
        self.seen |= self.aside | one[0][0] | two[0][0] | three[0][0] | four[0][0]
        indicated = one[1] + two[1] + three[1] + four[1]
        self.shown = indicated >> FIELD * self.win & COUNT
        self.reds = aside[3] + one[3] + two[3] + three[3] + four[3]
        self.other_marks = aside[4] or one[4] or two[4] or three[4] or four[4]
        self.counts = counts + aside[1]
        return self.counts + indicated

    def _marks(self, hand: Hand) -> None:
        own = [tile for tile in (*hand.closed, hand.win) if tile > KIND]
        own += [tile for meld in hand.melds for tile in meld.tiles if tile > KIND]
        reds = [tile & KIND for tile in own if mark_of(tile) == RED]
        self.tile_red = planes(reds)
        self.reds += _packed(reds)
        self.other_marks = self.other_marks or len(reds) < len(own)


def _joined(one: Planes, other: Planes) -> Planes:
    """Return the planes of what two planes have together."""
    a, b, c, d = one
    e, f, g, h = other
    if not a & e:
        return a | e, b | f, c | g, d | h
    return a | e, b | f | a & e, c | g | b & e | a & f, d | h | c & e | b & f | a & g


EVERY_LIST = Packed.__new__(Packed)  # stands for a hand with some tile in each list
EVERY_LIST.list_counts = (1,) * len(LISTS)
