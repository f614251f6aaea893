"""Every reading of every hand of a chunk, as columns: shape x decomposition x place of the winning tile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from yakulang.columns.chunk import planes
from yakulang.columns.suits import (
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
from yakulang.engine.suits import GROUP_WORDS
from yakulang.tiles import KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from yakulang.columns.chunk import Chunk
    from yakulang.rules.model import ShapeRule

assert len(GROUP_WORDS) == 4  # noqa: S101
_SUITS = 4


def _weights() -> NDArray[np.float32]:
    """Return what gives the code of each suit and its number of tiles as a product with the counts."""
    weights = np.zeros((KINDS, 2 * _SUITS), np.float32)
    for kind in range(KINDS):
        suit = kind // 9
        weights[kind, suit] = BASE ** (kind % 9)
        weights[kind, _SUITS + suit] = 1
    return weights


_WEIGHTS = _weights()
# the place of a suit's row: 0 without the winning tile, else its rank
_PLACE = np.zeros((_SUITS, 64), np.int64)
for _kind in range(KINDS):
    _PLACE[_kind // 9, _kind] = _kind % 9 + 1


@dataclass(slots=True)
class Readings:
    """The readings of a chunk.

    Attributes:
        hand: the hand each is of. shape: the index of its shape. wait: of `WAITS`.
        words: as in `SuitTable.entries`, of the whole hand.
        grouped: how many of them, the first ones, are of shapes with groups. Those of a hand and a shape stand
            together.
        runs: for each shape with groups, the places where readings of another hand begin.
        entries: for each suit the entry of each grouped reading.
    """

    hand: NDArray[np.intp]
    shape: NDArray[np.int16]
    wait: NDArray[np.uint8]
    words: tuple[NDArray[np.int64], ...]
    entries: tuple[NDArray[np.intp], ...]

    def lane(self, name: str, at: NDArray[np.intp]) -> NDArray[np.int64]:
        """Return a lane of some readings."""
        word, shift, mask = _LANES[name]
        column = self.words[word][at]
        if shift:
            column >>= shift
        if mask:
            column &= mask
        return column


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
        products = chunk.hands.counts.astype(np.float32) @ _WEIGHTS
        codes = products[:, :_SUITS].astype(np.int32)
        sizes = products[:, _SUITS:].sum(axis=1).astype(np.int16)
        chunk.bad |= sizes != 14 - 3 * chunk.meld_count.astype(np.int16)
        if chunk.bad.any():
            codes[chunk.bad] = 0
        parts: list[tuple[NDArray[np.intp], int, NDArray[np.uint8], tuple[NDArray[np.int64], ...]]] = []
        runs: list[NDArray[np.int64]] = []
        entries: tuple[NDArray[np.intp], ...] = tuple(np.zeros(0, np.intp) for _ in range(_SUITS))
        for index, shape in enumerate(self.shapes):
            if shape.loose is not None:
                continue
            if shape.one_of_each:
                parts.append(_one_of_each(chunk, index, shape))
            elif not shape.groups:
                parts.append(_pairs(chunk, index, shape, sizes))
            else:
                runs = runs or self._runs(codes, chunk)
                part, more = self._grouped(chunk, index, shape, sizes, runs)
                parts.append(part)
                entries = tuple(np.concatenate([old, new]) for old, new in zip(entries, more, strict=True))
                continue
            none = np.zeros(len(parts[-1][0]), np.intp)
            entries = tuple(np.concatenate([old, none]) for old in entries)
        return Readings(
            hand=np.concatenate([part[0] for part in parts]),
            shape=np.concatenate([np.full(len(part[0]), part[1], np.int16) for part in parts]),
            wait=np.concatenate([part[2] for part in parts]),
            words=tuple(np.concatenate([part[3][word] for part in parts]) for word in range(WORDS)),
            entries=entries,
        )

    def _runs(self, codes: NDArray[np.int32], chunk: Chunk) -> list[NDArray[np.int64]]:
        """Return for each suit how the concealed tiles of each hand can be read."""
        rows = [self.suits.rows(codes[:, suit], honors=suit == _SUITS - 1) for suit in range(_SUITS)]
        table = self.suits.table
        return [table.runs[row * np.int64(PLACES) + _PLACE[suit][chunk.win_kind]] for suit, row in enumerate(rows)]

    def _grouped(
        self, chunk: Chunk, index: int, shape: ShapeRule, sizes: NDArray[np.int16], runs: list[NDArray[np.int64]]
    ) -> tuple[
        tuple[NDArray[np.intp], int, NDArray[np.uint8], tuple[NDArray[np.int64], ...]], tuple[NDArray[np.intp], ...]
    ]:
        table = self.suits.table
        counts = [run & (1 << COUNT_BITS) - 1 for run in runs]
        pairs = sum(run >> COUNT_BITS & (1 << PAIR_BITS) - 1 for run in runs)
        number = counts[0] * counts[1] * counts[2] * counts[3]
        groups = shape.groups - chunk.meld_count.astype(np.int16)
        number *= (pairs == shape.pairs) & (sizes == 3 * groups + 2 * shape.pairs) & (groups >= 0) & ~chunk.bad
        hand = np.repeat(np.arange(chunk.size), number)
        chosen = [(run >> COUNT_BITS + PAIR_BITS)[hand] for run in runs]
        if len(hand) and int(number.max()) > 1:
            self._spread(hand, number, counts, chosen)
        words = []
        for column in table.entries:
            word = column[chosen[0]]
            for suit in range(1, _SUITS):
                if suit < _SUITS - 1 or column is not table.entries[_SEQUENCES]:  # honors make no sequences
                    word |= column[chosen[suit]] << 9 * suit
            words.append(word)
        wait = table.waits[chosen[0]]
        for suit in range(1, _SUITS):
            wait |= table.waits[chosen[suit]]
        return (hand, index, wait, tuple(words)), tuple(chosen)

    @staticmethod
    def _spread(
        hand: NDArray[np.intp],
        number: NDArray[np.int64],
        counts: list[NDArray[np.int64]],
        chosen: list[NDArray[np.int64]],
    ) -> None:
        """Give the readings of each hand different entries, those of the first suit changing last."""
        several = np.flatnonzero(number[hand] > 1)
        starts = np.cumsum(number) - number
        owner = hand[several]
        left = several - starts[owner]
        for suit in range(_SUITS - 1, -1, -1):
            here = counts[suit][owner]
            if int(here.max()) > 1:
                left, digit = np.divmod(left, here)
                chosen[suit][several] += digit

    def order(self, readings: Readings, at: NDArray[np.intp]) -> NDArray[np.int64]:
        """Return numbers by which the readings of one hand are ordered, as `Reading.order` does."""
        table = self.suits.table
        total = readings.shape[at].astype(np.int64) << 3 | readings.wait[at]
        for suit in range(_SUITS):
            total = total << 8 | table.order[readings.entries[suit][at]]
        for suit in range(_SUITS):
            total = total << 3 if not suit else total
            total |= table.places[readings.entries[suit][at]]
        return total


def _nothing(hands: NDArray[np.intp]) -> list[NDArray[np.int64]]:
    return [np.zeros(len(hands), np.int64) for _ in range(WORDS)]


def _one_of_each(
    chunk: Chunk, index: int, shape: ShapeRule
) -> tuple[NDArray[np.intp], int, NDArray[np.uint8], tuple[NDArray[np.int64], ...]]:
    mask = sum(1 << kind for kind in shape.one_of_each)
    could = np.flatnonzero((_plane(chunk, 1) == mask) & (chunk.meld_count == 0) & ~chunk.bad)
    counts = chunk.held[could]
    twice = (counts == 2).sum(axis=1)
    hands = could[(twice == shape.repeat) & (counts.max(axis=1, initial=0) <= 2)]
    return hands, index, np.full(len(hands), TANKI, np.uint8), tuple(_nothing(hands))


def _pairs(
    chunk: Chunk, index: int, shape: ShapeRule, sizes: NDArray[np.int16]
) -> tuple[NDArray[np.intp], int, NDArray[np.uint8], tuple[NDArray[np.int64], ...]]:
    first = _plane(chunk, 1)
    wanted = (sizes == 2 * shape.pairs) & (chunk.meld_count == 0) & ~chunk.bad
    could = np.flatnonzero(wanted & (np.bitwise_count(first) == shape.pairs))
    hands = could[(chunk.held[could] % 2 == 0).all(axis=1) & (chunk.held[could].max(axis=1, initial=0) == 2)]
    words = _nothing(hands)
    won = np.left_shift(np.int64(1), chunk.win_kind[hands].astype(np.int64))
    words[_PAIRS] = first[hands] & ~won
    words[_WON] = won << NARROW
    return hands, index, np.full(len(hands), TANKI, np.uint8), tuple(words)


def _plane(chunk: Chunk, number: int) -> NDArray[np.int64]:
    """Return a plane of the concealed tiles."""
    if chunk.everything is chunk.held:
        return chunk.register(f"tile_{number}")
    if "held" not in chunk.known:
        chunk.known["held"] = planes(chunk.held, 1)
    found: NDArray[np.int64] = chunk.known["held"]
    return found
