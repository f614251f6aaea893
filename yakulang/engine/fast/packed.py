"""A hand as masks and small numbers, made once and kept with the hand. No ruleset is asked.

A mask has bit `kind` set; plane n of a cell holds the kinds with at least n members, as in `lang.cells`. Counts are
packed four bits a kind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.tiles import KINDS, RED, kind_of, mark_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from yakulang.hand import Hand
    from yakulang.tiles import Tile

NIBBLE = 4
_PLACE = tuple(1 << NIBBLE * kind for kind in range(KINDS))
_BIT = tuple(1 << kind for kind in range(KINDS))
_RANK = tuple(1 << 3 * (kind % 9) for kind in range(KINDS))
_SUIT = tuple(kind // 9 for kind in range(KINDS))
DECLARED = ("chii", "pon", "open_kan", "added_kan", "closed_kan")
LISTS = ("aside", "indicators", "kan_indicators", "ura_indicators", "kan_ura_indicators")
_DECLARED = {name: place for place, name in enumerate(DECLARED)}
_NONE = (0, 0, 0, 0)

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
        seen: the mask of all kinds seen, indicators too; most: most copies of one kind; reds: red copies, packed.
        other_marks: whether a tile bears another mark than red.
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
        held = [kind_of(tile) for tile in hand.closed]
        win: int = kind_of(hand.win)
        self.win = win
        for kind in (*held, win):
            suit = _SUIT[kind]
            keys[suit] += _RANK[kind]
            sizes[suit] += 1
        self.keys, self.sizes = tuple(keys), tuple(sizes)
        called: list[int] = []
        declared: tuple[list[int], ...] = ([], [], [], [], [])
        feeders = set()
        closed = True
        for meld in hand.melds:
            declared[_DECLARED[meld.type]].append(kind_of(meld.tiles[0]))
            if meld.is_called:
                closed = False
                called += map(kind_of, meld.tiles)
            else:
                held += map(kind_of, meld.tiles)
            if meld.feeder:
                feeders.add(meld.feeder)
        self.honba, self.deposits = hand.honba, hand.deposits
        facts = tuple(sorted(hand.facts.items())) if hand.facts else ()
        types = tuple(meld.type for meld in hand.melds)
        self.key = (hand.flags, hand.method, hand.seat, hand.round, types, facts, bool(hand.aside))
        self.closed, self.melds, self.feeders = closed, len(hand.melds), frozenset(feeders)
        self.declared = tuple(planes(kinds) if kinds else _NONE for kinds in declared)
        self.order = tuple((_DECLARED[meld.type], kind_of(meld.tiles[0])) for meld in hand.melds) if hand.melds else ()
        self.triplets = any(declared[1:])
        self.concealed = sum(sizes)
        self.tile_held, self.tile_called = planes(held), planes(called)
        self.win_bit = _BIT[win]
        everything = [*held, *called, win]
        self.tile = planes(everything)
        aside = [kind_of(tile) for tile in hand.aside]
        counts = 0
        for kind in (*everything, *aside):
            counts += _PLACE[kind]
        self.counts = counts
        shown = (*hand.indicators, *hand.kan_indicators, *hand.ura_indicators, *hand.kan_ura_indicators)
        self.own = everything.count(win)
        self.shown = sum(kind_of(tile) == win for tile in shown)
        for tile in shown:
            counts += _PLACE[kind_of(tile)]
        kinds = set(everything)
        self.aside = 0
        for kind in aside:
            kinds.add(kind)
            self.aside |= _BIT[kind]
        kinds.update(map(kind_of, shown))
        self.seen = sum(_BIT[kind] for kind in kinds)
        self.most = max((counts >> NIBBLE * kind) & 15 for kind in kinds)
        if len(everything) + len(aside) + len(shown) > 60:
            self.most = KINDS
        red: list[Tile] = [tile for tile in hand.closed if tile > KINDS]
        if hand.win > KINDS:
            red.append(hand.win)
        red += [tile for meld in hand.melds for tile in meld.tiles if tile > KINDS]
        lists = [getattr(hand, name) for name in LISTS]
        self.list_counts = tuple(map(len, lists))
        self.lists = tuple(planes(map(kind_of, tiles)) if tiles else _NONE for tiles in lists)
        self.tile_red = planes(kind_of(tile) for tile in red if mark_of(tile) == RED) if red else _NONE
        self.other_marks = any(mark_of(tile) > RED for tile in (*red, *hand.aside, *shown))
        self.reds = sum(_PLACE[kind_of(tile)] for tile in (*red, *hand.aside, *shown) if mark_of(tile) == RED)
