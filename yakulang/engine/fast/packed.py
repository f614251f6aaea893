"""A hand as masks and small numbers, made once and kept with the hand. No ruleset is asked.

A mask has bit `kind` set; plane n of a cell holds the kinds with at least n members, as in `lang.cells`. Counts are
packed, `FIELD` bits a kind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.tiles import KINDS, RED, mark_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from yakulang.hand import Hand

FIELD = 10  # bits of a kind in packed counts: more than a hand and its lists can hold of it
_PLACE = tuple(1 << FIELD * kind for kind in range(KINDS))
_BIT = tuple(1 << kind for kind in range(KINDS))
_RANK = tuple(1 << 3 * (kind % 9) for kind in range(KINDS))
_SUIT = tuple(kind // 9 for kind in range(KINDS))
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

Planes = tuple[int, int, int, int]


def planes(kinds: Iterable[int]) -> Planes:
    """Return the four planes of some kinds."""
    first = second = third = fourth = 0
    for kind in kinds:
        bit = _BIT[kind]
        if not first & bit:
            first |= bit
        elif not second & bit:
            second |= bit
        elif not third & bit:
            third |= bit
        else:
            fourth |= bit
    return first, second, third, fourth


class Packed:
    """A hand as masks and numbers.

    Attributes:
        keys: for each suit the counts of its concealed tiles, the winning one included, three bits a rank.
        sizes: how many tiles those are; concealed: their sum.
        order: the melds in the order they were declared, as (place in `DECLARED`, lowest kind).
        triplets: whether a meld is a triplet or quad.
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
        "list_counts", "lists", "melds", "most", "order", "other_marks", "own", "reds", "seen", "shown", "sizes",
        "tile", "tile_called", "tile_held", "tile_red", "triplets", "win", "win_bit",
    )  # fmt: skip

    def __init__(self, hand: Hand) -> None:
        keys, sizes = [0, 0, 0, 0], [0, 0, 0, 0]
        counts = marks = first = second = third = fourth = 0
        for tile in hand.closed:
            kind = tile & KIND
            marks |= tile
            suit = _SUIT[kind]
            keys[suit] += _RANK[kind]
            sizes[suit] += 1
            counts += _PLACE[kind]
            bit = _BIT[kind]
            if not first & bit:
                first |= bit
            elif not second & bit:
                second |= bit
            elif not third & bit:
                third |= bit
            else:
                fourth |= bit
        self.tile_held = held = (first, second, third, fourth)
        self.tile_called = _NONE
        self.win = win = hand.win & KIND
        self.win_bit = bit = _BIT[win]
        marks |= hand.win
        suit = _SUIT[win]
        keys[suit] += _RANK[win]
        sizes[suit] += 1
        counts += _PLACE[win]
        if not first & bit:
            first |= bit
        elif not second & bit:
            second |= bit
        elif not third & bit:
            third |= bit
        else:
            fourth |= bit
        self.tile = (first, second, third, fourth)
        self.keys, self.sizes, self.concealed = tuple(keys), tuple(sizes), sum(sizes)
        self.closed, self.melds, self.triplets = True, len(hand.melds), False
        self.declared, self.feeders = _NO_MELDS, frozenset[str]()
        self.order: tuple[tuple[int, int], ...] = ()
        if hand.melds:
            counts, marks = self._melds(hand, held, counts, marks)
        self.own = counts >> FIELD * win & COUNT
        self.lists, self.list_counts, self.aside = _NO_LISTS, _NO_COUNTS, 0
        self.seen = self.tile[0]
        for tile in hand.aside:
            counts += _PLACE[tile & KIND]
        self.counts = counts
        self.shown = 0
        shown = (*hand.indicators, *hand.kan_indicators, *hand.ura_indicators, *hand.kan_ura_indicators)
        for tile in shown:
            counts += _PLACE[tile & KIND]
        for tile in (*shown, *hand.aside):
            marks |= tile
            self.seen |= _BIT[tile & KIND]
        if shown or hand.aside:
            self.aside = sum({_BIT[tile & KIND] for tile in hand.aside})
            self.shown = sum(tile & KIND == win for tile in shown)
            self._lists(hand)
        self.most = KINDS if (counts + _UP_TO) & HIGH else FOUR
        self.reds, self.tile_red, self.other_marks = 0, _NONE, False
        if marks > KIND:
            self._marks(hand, shown)
        self.honba, self.deposits = hand.honba, hand.deposits
        facts = tuple(sorted(hand.facts.items())) if hand.facts else ()
        types = tuple(meld.type for meld in hand.melds) if hand.melds else ()
        self.key = (hand.flags, hand.method, hand.seat, hand.round, types, facts, bool(hand.aside))

    def _melds(self, hand: Hand, held: Planes, counts: int, marks: int) -> tuple[int, int]:
        """Add the melds; return packed counts and joined marks with theirs."""
        called: list[int] = []
        concealed: list[int] = []
        declared: tuple[list[int], ...] = ([], [], [], [], [])
        for meld in hand.melds:
            kinds = [tile & KIND for tile in meld.tiles]
            declared[_DECLARED[meld.type]].append(kinds[0])
            (called if meld.is_called else concealed).extend(kinds)
            for tile in meld.tiles:
                marks |= tile
        for kind in (*called, *concealed):
            counts += _PLACE[kind]
        self.closed = not called
        self.feeders = frozenset(meld.feeder for meld in hand.melds if meld.feeder)
        self.order = tuple((_DECLARED[meld.type], meld.tiles[0] & KIND) for meld in hand.melds)
        self.triplets = any(declared[1:])
        self.declared = tuple(planes(kinds) if kinds else _NONE for kinds in declared)
        self.tile_called = planes(called) if called else _NONE
        self.tile_held = _more(held, concealed)
        self.tile = _more(self.tile, (*called, *concealed))
        return counts, marks

    def _lists(self, hand: Hand) -> None:
        lists = [getattr(hand, name) for name in LISTS]
        self.list_counts = tuple(map(len, lists))
        self.lists = tuple(planes([tile & KIND for tile in tiles]) if tiles else _NONE for tiles in lists)

    def _marks(self, hand: Hand, shown: Sequence[int]) -> None:
        own = [*hand.closed, hand.win, *(tile for meld in hand.melds for tile in meld.tiles)]
        self.tile_red = planes([tile & KIND for tile in own if mark_of(tile) == RED])
        everything = (*own, *shown, *hand.aside)
        self.other_marks = any(mark_of(tile) > RED for tile in everything)
        self.reds = sum(_PLACE[tile & KIND] for tile in everything if mark_of(tile) == RED)


def _more(known: Planes, kinds: Iterable[int]) -> Planes:
    """Return planes with some kinds more."""
    result = list(known)
    for kind in kinds:
        bit = _BIT[kind]
        place = next((i for i, plane in enumerate(result) if not plane & bit), 3)
        result[place] |= bit
    return result[0], result[1], result[2], result[3]
