"""Suits read as groups, as arrays: a row for each suit that was seen, a run of entries for each way to read it.

Counts of a suit are a number in base 5. A row has ten places: how the suit is read without the winning tile, and for
each rank how it is read with the winning tile there. An entry holds masks of nine positions, two lanes a number:
shifted to its suit, it can be joined with those of the other suits.
"""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from yakulang.engine.readings import wait_of
from yakulang.engine.suits import PAIR, SEQUENCE, TRIPLET, split_suit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulang.engine.suits import Split

BASE = 5
SUIT_CODES, HONOR_CODES = BASE**9, BASE**7
PLACES = 10  # of a row: without the winning tile, and with it at each rank
NARROW, WIDE = 27, 34  # positions of sequences, and of triplets and pairs
NARROW_MASK, WIDE_MASK = (1 << NARROW) - 1, (1 << WIDE) - 1
COUNT_BITS, PAIR_BITS = 8, 4
WORDS = 5  # of an entry
COLUMNS = WORDS + 3
_UNKNOWN, _NONE = -1, 0


class SuitTable(NamedTuple):
    """The rows and entries made so far.

    Attributes:
        runs: for each place of each row the first entry, pairs and number of entries, packed.
        entries: for each entry `sequences` (first and second copies), `triplets` (and third copies of sequences),
            `pairs` (and fourth copies), `won` (the sequence or pair with the winning tile), `won_triplet`.
        waits: the wait of an entry with the winning tile. order: among the entries of its place, by groups. places:
            which group has the winning tile.
    """

    runs: NDArray[np.int64]
    entries: tuple[NDArray[np.int64], ...]
    waits: NDArray[np.uint8]
    order: NDArray[np.uint8]
    places: NDArray[np.uint8]


class Suits:
    """Makes rows for suits when they are first seen. Tables handed out are not changed; threads may share this."""

    def __init__(self) -> None:
        self._suited = np.full(SUIT_CODES, _UNKNOWN, np.int16)
        self._honors = np.full(HONOR_CODES, _UNKNOWN, np.int16)
        self._runs: list[int] = [0] * PLACES  # row 0 can't be read
        self._entries: list[tuple[int, ...]] = [(0,) * COLUMNS]
        self._lock = Lock()
        empty = np.zeros(0, np.int64)
        small = np.zeros(0, np.uint8)
        self.table = SuitTable(empty, (empty,) * WORDS, small, small, small)
        self.table = self._grown()

    def rows(self, codes: NDArray[np.intp], *, honors: bool) -> NDArray[np.int16]:
        """Return the row of each suit, 0 where it can't be read. Ask for the `table` afterwards."""
        known = self._honors if honors else self._suited
        rows = known.take(codes)
        if rows.size and rows.min() < 0:
            with self._lock:
                fresh = [int(code) for code in np.unique(codes[rows < 0]) if known[code] < 0]
                numbers = [self._row(code, honors=honors) for code in fresh]
                self.table = self._grown()
                known[fresh] = numbers
            rows = known.take(codes)
        return rows

    def _grown(self) -> SuitTable:
        """Return the table with what was made since."""
        before = self.table
        made = np.array(self._entries, np.int64).reshape(-1, COLUMNS).T
        runs = np.concatenate([before.runs, np.array(self._runs, np.int64)])
        words = tuple(np.concatenate([old, new]) for old, new in zip(before.entries, made, strict=False))
        kept = (before.waits, before.order, before.places)
        small = [np.concatenate([old, new.astype(np.uint8)]) for old, new in zip(kept, made[WORDS:], strict=True)]
        self._runs, self._entries = [], []
        return SuitTable(runs, words, *small)

    def _row(self, code: int, *, honors: bool) -> int:
        counts = tuple(code // BASE**rank % BASE for rank in range(7 if honors else 9))
        pairs = {0: 0, 2: 1}.get(sum(counts) % 3)
        splits = () if pairs is None else split_suit(counts, pairs, 27 if honors else 0)
        if pairs is None or not splits:
            return _NONE
        first = 27 if honors else 0
        row = (len(self.table.runs) + len(self._runs)) // PLACES
        self._run(pairs, [(_entry(split, first), 0, number, 0) for number, split in enumerate(splits)])
        for rank in range(9):
            here = []
            for number, split in enumerate(splits):
                for place, group in enumerate(split):
                    wait = wait_of(group, first + rank)
                    if wait is not None and not (place and split[place - 1] == group):
                        here.append((_entry(split, first, place), wait, number, place))
            self._run(pairs, here)
        return row

    def _run(self, pairs: int, found: list[tuple[tuple[int, ...], int, int, int]]) -> None:
        first = len(self.table.waits) + len(self._entries)
        self._runs.append((first << PAIR_BITS | pairs) << COUNT_BITS | len(found))
        self._entries += [(*words, wait, number, place) for words, wait, number, place in found]


def _entry(split: Split, first: int, won: int = -1) -> tuple[int, ...]:
    """Return the words of the groups of a suit; positions count from the suit's lowest tile."""
    planes: dict[int, list[int]] = {SEQUENCE: [0] * 4, TRIPLET: [0], PAIR: [0] * 2}
    ready = [0, 0, 0]
    for place, (low, what) in enumerate(split):
        bit = 1 << low - first
        if place == won:
            ready[what if what != PAIR else 2] |= bit
            continue
        plane = next(n for n, mask in enumerate(planes[what]) if not mask & bit)
        planes[what][plane] |= bit
    one, two, three, four = planes[SEQUENCE]
    return (
        one | two << NARROW,
        planes[TRIPLET][0] | three << WIDE,
        planes[PAIR][0] | four << WIDE,
        ready[SEQUENCE] | ready[2] << NARROW,
        ready[TRIPLET],
    )
