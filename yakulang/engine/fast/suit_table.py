"""The concealed tiles of a suit read as groups, every way there is, as words that can be joined by `|`.

A word holds one mask of 34 kinds a lane. Suits take different positions, so the word of a hand in a reading is the
union of the words of its suits. Made from `suits.split_suit` and remembered: the same counts come up again and again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.engine.fast.packed import RANK
from yakulang.engine.readings import wait_of
from yakulang.engine.suits import PAIR, SEQUENCE, Split, split_suit

if TYPE_CHECKING:
    from collections.abc import Iterable

LANE = 34  # bits a lane
# the lanes that are seldom filled stand last, so that one comparison says whether any is
LANES = (
    "sequence_held_1", "sequence_won_1", "pair_held_1", "pair_won_1", "sequence_held_2",
    "triplet_held_1", "triplet_won_1", "sequence_held_3", "sequence_held_4", "pair_held_2",
)  # fmt: skip
TRIPLETS = 1 << LANE * LANES.index("triplet_held_1")
SELDOM = 1 << LANE * LANES.index("sequence_held_3")
_FIRST = (0, 9, 18, 27)
_RANKS = (9, 9, 9, 7)
_LANE = {name: LANE * place for place, name in enumerate(LANES)}
_HELD = {SEQUENCE: ("sequence_held", 4), PAIR: ("pair_held", 2)}

Won = tuple[int, int, Split, int]  # the word, the wait, the groups, which of them is the winning one


def _counts(suit: int, key: int) -> tuple[int, ...]:
    return tuple(key >> RANK * rank & (1 << RANK) - 1 for rank in range(_RANKS[suit]))


def word_of(groups: Iterable[tuple[int, int]], won: tuple[int, int] | None = None) -> int:
    """Return the word of some concealed groups and of the one that the winning tile finished."""
    word = 0
    for low, what in groups:
        cell, planes = _HELD.get(what, ("triplet_held", 1))
        place = next(p for p in range(1, planes + 1) if not word >> _LANE[f"{cell}_{p}"] + low & 1)
        word |= 1 << _LANE[f"{cell}_{place}"] + low
    if won is not None:
        low, what = won
        cell = {SEQUENCE: "sequence_won_1", PAIR: "pair_won_1"}.get(what, "triplet_won_1")
        word |= 1 << _LANE[cell] + low
    return word


# A suit as one number: the packed counts of its tiles, `SUIT` bits further up, and the suit. The keys of the tables
# below are these numbers with what is asked behind them.
SUIT = 2
PAIRS = 3  # bits of the number of pairs
WIN = 6  # bits of a kind


class HeldWords(dict[int, tuple[tuple[int, Split], ...]]):
    """For a suit and how many pairs it gives (`suit << PAIRS | pairs`): for each way to split it its word and groups.

    Args:
        distinct: whether no group may stand twice.
    """

    def __init__(self, *, distinct: bool) -> None:
        super().__init__()
        self._distinct = distinct

    def __missing__(self, key: int) -> tuple[tuple[int, Split], ...]:
        found = tuple((word_of(split), split) for split in _splits(key >> PAIRS, key & 7, distinct=self._distinct))
        self[key] = found
        return found


class WonWords(dict[int, tuple[Won, ...]]):
    """The same for the suit of the winning tile (`(suit << WIN | win) << PAIRS | pairs`), for each place it can take.

    Args:
        distinct: whether no group may stand twice.
    """

    def __init__(self, *, distinct: bool) -> None:
        super().__init__()
        self._distinct = distinct

    def __missing__(self, key: int) -> tuple[Won, ...]:
        win = key >> PAIRS & (1 << WIN) - 1
        found: list[Won] = []
        for split in _splits(key >> PAIRS + WIN, key & 7, distinct=self._distinct):
            for place, group in enumerate(split):
                if place and split[place - 1] == group:
                    continue  # the same reading again
                wait = wait_of(group, win)
                if wait is not None:
                    others = (*split[:place], *split[place + 1 :])
                    found.append((word_of(others, group), wait, split, place))
        self[key] = tuple(found)
        return self[key]


HELD = HeldWords(distinct=False), HeldWords(distinct=True)  # by whether groups are distinct
WON = WonWords(distinct=False), WonWords(distinct=True)


def _splits(number: int, pairs: int, *, distinct: bool) -> Iterable[Split]:
    suit = number & 3
    splits = split_suit(_counts(suit, number >> SUIT), pairs, _FIRST[suit])
    return [split for split in splits if not distinct or len(set(split)) == len(split)]


class Shares(dict[tuple[int, ...], tuple[tuple[int, ...], ...]]):
    """By how many tiles each suit has: how many pairs each can give, so that groups of three remain."""

    def __init__(self, pairs: int) -> None:
        super().__init__()
        self._pairs = pairs

    def __missing__(self, sizes: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        found = self[sizes] = _pair_shares(sizes, self._pairs)
        return found


SHARES = tuple(map(Shares, range(8)))  # by the number of pairs


def _pair_shares(sizes: tuple[int, ...], pairs: int) -> tuple[tuple[int, ...], ...]:
    if not sizes:
        return () if pairs else ((),)
    return tuple(
        (here, *rest)
        for here in range(pairs + 1)
        if 2 * here <= sizes[0] and (sizes[0] - 2 * here) % 3 == 0
        for rest in _pair_shares(sizes[1:], pairs - here)
    )
