"""Every reading of every hand of a chunk, as columns: shape x decomposition x place of the winning tile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from yakulang.engine.columns.suits import (
    BASE,
    COUNT_BITS,
    NARROW,
    NARROW_MASK,
    PAIR_BITS,
    PLACES,
    WIDE,
    WIDE_MASK,
    WORDS,
    Suits,
)
from yakulang.engine.readings import TANKI
from yakulang.tiles import KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from yakulang.engine.columns.chunk import Chunk
    from yakulang.rules.model import ShapeRule

_SUITS = 4
_BLOCK = 1 << 11
_COUNT_MASK = (1 << COUNT_BITS) - 1
_PAIR_MASK = (1 << PAIR_BITS) - 1 << COUNT_BITS


def _weights() -> NDArray[np.float32]:
    """Return what gives the code of each suit and the number of tiles as a product with the counts."""
    weights = np.zeros((_SUITS + 1, KINDS), np.float32)
    for kind in range(KINDS):
        weights[kind // 9, kind] = BASE ** (kind % 9)
        weights[_SUITS, kind] = 1
    return weights


_WEIGHTS = _weights()
# the place of a suit's row: 0 without the winning tile, else its rank
_PLACE = np.zeros((_SUITS, 64), np.int64)
for _kind in range(KINDS):
    _PLACE[_kind // 9, _kind] = _kind % 9 + 1
# the suit of a kind; a number that is none has any
_SUIT_OF = np.minimum(np.arange(64) // 9, _SUITS - 1).astype(np.intp)


@dataclass(slots=True)
class Readings:
    """The readings of a chunk.

    Attributes:
        hand: the hand each is of. shape: the index of its shape. wait: of `WAITS`.
        words: as in `SuitTable.entries`, of the whole hand.
        entries: for each suit the entry of each reading of a shape with groups, a row a suit.
        origin: the place of each reading in `entries`, if they stand in another order.
    """

    hand: NDArray[np.intp]
    shape: NDArray[np.int16]
    wait: NDArray[np.uint8]
    words: tuple[NDArray[np.int64], ...]
    entries: NDArray[np.intp]
    origin: NDArray[np.intp] | None = None

    def ordered(self, order: NDArray[np.intp]) -> Readings:
        """Return the readings in another order; entries stay where they are and are found by `origin`."""
        words = tuple(word.take(order) for word in self.words)
        hand, shape, wait = self.hand.take(order), self.shape.take(order), self.wait.take(order)
        return Readings(hand, shape, wait, words, self.entries, order)

    def lane(self, name: str, part: slice) -> NDArray[np.int64]:
        """Return a lane of some readings."""
        word, shift, mask = _LANES[name]
        column = self.words[word][part]
        if shift:
            column = column >> shift
        return column & mask if mask else column


_SEQUENCES, _TRIPLETS, _PAIRS, _WON, _WON_TRIPLET = range(WORDS)
_LANES = {
    "sequence_held_1": (_SEQUENCES, 0, NARROW_MASK),
    "sequence_held_2": (_SEQUENCES, NARROW, 0),
    "triplet_held_1": (_TRIPLETS, 0, WIDE_MASK),
    "sequence_held_3": (_TRIPLETS, WIDE, 0),
    "pair_held_1": (_PAIRS, 0, WIDE_MASK),
    "sequence_held_4": (_PAIRS, WIDE, 0),
    "sequence_won_1": (_WON, 0, NARROW_MASK),
    "pair_won_1": (_WON, NARROW, 0),
    "triplet_won_1": (_WON_TRIPLET, 0, 0),
}


class Reader:
    """Reads the hands of chunks by the shapes of a rulebook."""

    def __init__(self, shapes: Sequence[ShapeRule]) -> None:
        self.shapes = shapes
        self.suits = Suits()

    def read(self, chunk: Chunk) -> Readings:
        """Return the readings of all hands that are no bad ones. Concealed tiles that are too many or few make bad."""
        products = chunk.rooms.take("products", np.float32, _SUITS + 1, chunk.size)
        for start in range(0, chunk.size, _BLOCK):  # small products stay on one core and in its caches
            block = slice(start, start + _BLOCK)
            np.matmul(_WEIGHTS, chunk.hands.counts[block].astype(np.float32).T, products[:, block])
        codes = products[:_SUITS].astype(np.intp)
        sizes = products[_SUITS].astype(np.int16)
        chunk.bad |= sizes != 14 - 3 * chunk.meld_count.astype(np.int16)
        for shape in self.shapes:
            if shape.pairs and not shape.groups and not shape.distinct:
                chunk.bad[_alike(chunk, shape, sizes)] = True  # which no word of a reading tells
        if chunk.bad.any():
            codes[:, chunk.bad] = 0
        numbers, runs = self._numbers(codes, chunk, sizes)
        found: list[tuple[NDArray[np.intp], NDArray[np.int64] | None]] = []
        for index, shape in enumerate(self.shapes):
            if index in numbers:
                found.append((np.repeat(np.arange(chunk.size), numbers[index]), numbers[index]))
            elif shape.loose is not None:
                found.append((np.zeros(0, np.intp), None))
            else:
                found.append((_one_of_each(chunk, shape) if shape.one_of_each else _pairs(chunk, shape, sizes), None))
        count = sum(len(hand) for hand, _ in found)
        readings = Readings(
            hand=np.concatenate([hand for hand, _ in found]) if found else np.zeros(0, np.intp),
            shape=np.repeat(np.arange(len(found), dtype=np.int16), [len(hand) for hand, _ in found]),
            wait=np.empty(count, np.uint8),
            words=tuple(np.empty((WORDS, count), np.int64)),
            entries=np.empty((_SUITS, count), np.intp),
        )
        start = 0
        for index, (hand, number) in enumerate(found):
            part = slice(start, start + len(hand))
            if number is not None:
                self._grouped(readings, part, number, runs, _SUIT_OF.take(chunk.win_kind))
            else:
                _ungrouped(readings, part, hand, chunk, self.shapes[index])
            start += len(hand)
        return readings

    def _numbers(
        self, codes: NDArray[np.intp], chunk: Chunk, sizes: NDArray[np.int16]
    ) -> tuple[dict[int, NDArray[np.int64]], list[NDArray[np.int64]]]:
        """Return for each shape with groups how many readings each hand has, and how its suits can be read."""
        grouped = {index: shape for index, shape in enumerate(self.shapes) if shape.groups}
        if not grouped:
            return {}, []
        runs = self._runs(codes, chunk)
        number, pairs = None, None
        for run in runs:
            here, more = run & _COUNT_MASK, run & _PAIR_MASK
            number = here if number is None else number * here
            pairs = more if pairs is None else pairs + more
        assert number is not None and pairs is not None  # noqa: S101, PT018  there are suits
        melds = chunk.meld_count.astype(np.int16)
        found = {}
        for index, shape in grouped.items():
            groups = shape.groups - melds
            fits = (sizes == 3 * groups + 2 * shape.pairs) & (groups >= 0) & ~chunk.bad
            found[index] = number * (fits & (pairs == shape.pairs << COUNT_BITS))
        return found, runs

    def _runs(self, codes: NDArray[np.intp], chunk: Chunk) -> list[NDArray[np.int64]]:
        """Return for each suit how the concealed tiles of each hand can be read."""
        rows = [self.suits.rows(codes[suit], honors=suit == _SUITS - 1) for suit in range(_SUITS)]
        table = self.suits.table
        found = []
        for place, row in zip(_PLACE, rows, strict=True):
            at = place.take(chunk.win_kind)
            at += row * np.int64(PLACES)
            found.append(table.runs.take(at))
        return found

    def _grouped(
        self,
        readings: Readings,
        part: slice,
        number: NDArray[np.int64],
        runs: list[NDArray[np.int64]],
        suits: NDArray[np.intp],
    ) -> None:
        """Fill in the readings of a shape with groups.

        Args:
            readings: gets them.
            part: where they stand.
            number: how many each hand has.
            runs: how each suit of each hand can be read.
            suits: the suit of the winning tile of each hand.
        """
        table, hand = self.suits.table, readings.hand[part]
        chosen = readings.entries[:, part]
        for run, entry in zip(runs, chosen, strict=True):
            np.take(run >> COUNT_BITS + PAIR_BITS, hand, out=entry, mode="clip")
        self._spread(number, [run & _COUNT_MASK for run in runs], chosen)
        for place, column in enumerate(table.entries[:_WON]):
            word = column.take(chosen[0])
            for suit in range(1, _SUITS):
                if suit < _SUITS - 1 or place != _SEQUENCES:  # honors make no sequences
                    more = column.take(chosen[suit])
                    more <<= 9 * suit
                    word |= more
            readings.words[place][part] = word
        # the winning tile stands in one suit only
        suit_won = suits.take(hand)
        won = readings.entries.ravel().take(suit_won * readings.entries.shape[1] + np.arange(part.start, part.stop))
        suit_won *= 9
        for place in (_WON, _WON_TRIPLET):
            np.left_shift(table.entries[place].take(won), suit_won, out=readings.words[place][part])
        readings.wait[part] = table.waits.take(won)

    @staticmethod
    def _spread(number: NDArray[np.int64], counts: list[NDArray[np.int64]], chosen: NDArray[np.intp]) -> None:
        """Give the readings of each hand different entries, those of the first suit changing last."""
        hands = np.flatnonzero(number > 1)
        if not hands.size:
            return
        total = number.take(hands)
        first = (np.cumsum(number) - number).take(hands)
        left = np.arange(total.sum()) - np.repeat(np.cumsum(total) - total, total)
        several = np.repeat(first, total) + left
        owner = np.repeat(hands, total)
        for suit in range(_SUITS - 1, -1, -1):
            left, digit = np.divmod(left, counts[suit].take(owner))
            chosen[suit, several] += digit

    def order(self, readings: Readings, at: NDArray[np.intp]) -> NDArray[np.int64]:
        """Return numbers by which the readings of one hand are ordered, as `Reading.order` does."""
        table = self.suits.table
        total = readings.shape[at].astype(np.int64) << 3 | readings.wait[at]
        at = at if readings.origin is None else readings.origin[at]
        for suit in range(_SUITS):
            total = total << 8 | table.order[readings.entries[suit].take(at)]
        for suit in range(_SUITS):
            total = total << 3 if not suit else total
            total |= table.places[readings.entries[suit].take(at)]
        return total


def _one_of_each(chunk: Chunk, shape: ShapeRule) -> NDArray[np.intp]:
    """Return the hands that have one of each kind and some of them twice."""
    mask = sum(1 << kind for kind in shape.one_of_each)
    could = np.flatnonzero((chunk.held_kinds == mask) & (chunk.meld_count == 0) & ~chunk.bad)
    counts = chunk.hands.counts[could]
    twice = (counts == 2).sum(axis=1)
    found: NDArray[np.intp] = could[(twice == shape.repeat) & (counts.max(axis=1, initial=0) <= 2)]
    return found


def _pairs(chunk: Chunk, shape: ShapeRule, sizes: NDArray[np.int16]) -> NDArray[np.intp]:
    """Return the hands that are different pairs."""
    some = (np.bitwise_count(chunk.held_kinds) == shape.pairs) & (sizes == 2 * shape.pairs)
    could = np.flatnonzero(some & (chunk.meld_count == 0) & ~chunk.bad)
    counts = chunk.hands.counts[could]
    found: NDArray[np.intp] = could[((counts == 2) | (counts == 0)).all(axis=1)]
    return found


def _alike(chunk: Chunk, shape: ShapeRule, sizes: NDArray[np.int16]) -> NDArray[np.intp]:
    """Return the hands that are pairs of which some are alike."""
    some = (np.bitwise_count(chunk.held_kinds) < shape.pairs) & (sizes == 2 * shape.pairs)
    could = np.flatnonzero(some & (chunk.meld_count == 0) & ~chunk.bad)
    found: NDArray[np.intp] = could[(chunk.hands.counts[could] % 2 == 0).all(axis=1)]
    return found


def _ungrouped(readings: Readings, part: slice, hands: NDArray[np.intp], chunk: Chunk, shape: ShapeRule) -> None:
    """Fill in the readings of a shape without groups."""
    readings.wait[part] = TANKI
    readings.entries[:, part] = 0
    for column in readings.words:
        column[part] = 0
    if shape.pairs:
        won = np.left_shift(np.int64(1), chunk.win_kind[hands].astype(np.int64))
        readings.words[_PAIRS][part] = chunk.held_kinds[hands] & ~won
        readings.words[_WON][part] = won << NARROW
