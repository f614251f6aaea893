"""What readings are worth: asked a kind at a time, then looked up for all of them together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from yakulang.engine.columns.worth import ASK, FINE, FU, HAN, TOO_LITTLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from yakulang.engine.columns.readings import Readings
    from yakulang.engine.columns.work import Work

# bits of points, yakuman, han, fu and raw fu in the number that makes one reading better than another
RANK = _POINTS, _YAKUMAN, _HAN, _FU, _RAW = 26, 6, 9, 11, 11


class Columns(dict[str, Any]):
    """Registers of some hands or readings by name, made when they are asked for, and room to work in."""

    def __init__(self, make: Callable[[str], NDArray[Any]], room: Callable[..., NDArray[Any]]) -> None:
        super().__init__()
        self._make, self.room = make, room

    def __missing__(self, name: str) -> Any:
        column = self[name] = self._make(name)
        return column


class Values:
    """The worth of the readings of a chunk, which stand in the order of their kinds.

    It does not keep the work it belongs to: what keeps one another waits for the garbage collector.

    Attributes:
        rank: the greater the better; 0 for too little.
        base, limit, counted: of each reading; `counted` is whether han and fu are.
        awarded: words of the awarded yaku; where chips are paid see `ColumnWorths.look`.
        held: words of the held yaku.
        late: the han of dora that depend on the reading, by label.
    """

    def __init__(self, work: Work, readings: Readings) -> None:
        self._readings, self._scorer = readings, work.scorer
        self._hand = hand = readings.hand
        self._size = len(hand)
        self._wait = work.program.lower.choices["wait"][0]
        self.held = [word.take(hand) for word in work.held]
        self._raw = np.empty(self._size, np.int64)
        self._fu = np.empty(self._size, np.int64)
        self._more = work.more.take(hand)
        self._closed = work.chunk.closed.take(hand)
        self.late: dict[str, NDArray[np.int64]] = {}

    def ask(self, work: Work, bits: int, part: slice) -> None:
        """Ask which yaku the readings of a kind hold, and their fu and dora."""
        scorer = self._scorer
        code = scorer.reading_code(bits, work.unsaid)
        hand = self._hand[part]
        if code is None:
            work.judge[hand] = True
            self._raw[part] = self._fu[part] = 0
            return
        held = [word[part] for word in self.held]

        def register(name: str) -> NDArray[Any]:
            if name.startswith("yaku_"):
                return bit_of(held, int(name[5:]))
            if name == self._wait:
                return self._readings.wait[part]
            if name.startswith(("sequence_held", "sequence_won", "triplet_held", "triplet_won", "pair_")):
                return self._readings.lane(name, part)
            return work.chunk.register(name).take(hand)

        columns = Columns(register, scorer.rooms.columns)
        size = len(hand)
        judge, *found = code.hold(columns, size)
        if judge is not None and judge.any():
            work.judge[hand[judge]] = True
        for whole, word in zip(held, found[: len(held)], strict=True):
            if word is not None:
                np.bitwise_or(whole, word.view(np.uint64), out=whole)
        scored = found[len(held) :]
        if code.score is not None:
            _, yakuman, _, _, _, *awarded = scorer.worths.look(held, self._closed[part])
            for index in code.awarded:
                columns[f"awarded_{index}"] = bit_of(awarded, index)
            columns["yakuman"] = yakuman
            scored = code.score(columns, size)
        raw, fu, more, *each = scored
        self._raw[part] = code.raw if raw is None else raw
        self._fu[part] = code.fu if fu is None else fu
        if more is not None:
            self._more[part] += more
        for label, column in zip(code.labels, each, strict=True):
            if label not in self.late:
                self.late[label] = np.zeros(self._size, np.int64)
            self.late[label][part] = column

    def pay(self, work: Work) -> None:
        """Look up what the readings are worth, and leave to the judge what can't be."""
        hand, raw, fu, extra = self._hand, self._raw, self._fu, self._more
        status, yakuman, han, counted, named, *self.awarded = self._scorer.worths.look(self.held, self._closed)
        if not counted.all():
            extra *= counted
            raw *= counted
            fu *= counted
        han += extra
        known: NDArray[np.bool_] | None = None
        if not _within(((han, _HAN), (fu, _FU), (raw, _RAW))):
            known = (fu < 1 << FU) & (han < 1 << HAN) & (han >= 0) & (fu >= 0) & (raw >= 0)
            han, fu, raw = np.where(known, han, 0), np.where(known, fu, 0), np.where(known, raw, 0)
        paid, points, self.base, self.limit = self._scorer.paid.look(work.way.take(hand), named, yakuman, han, fu)
        parts = ((points, _POINTS), (yakuman, _YAKUMAN), (han, _HAN), (fu, _FU), (raw, _RAW))
        if known is not None or not paid.all() or not _within(parts[:2]):
            known = paid if known is None else known & paid
            for part, bits in parts:
                known &= part < 1 << bits
        self.rank = rank = points.copy()
        for part, bits in parts[1:]:
            rank <<= bits
            rank |= part
        rank += 1
        self.counted = counted
        bad = status == ASK if known is None else (status == ASK) | ((status == FINE) & ~known)
        if bad.any():
            work.judge[hand[bad]] = True
        if (little := status == TOO_LITTLE).any():
            rank[little] = 0


def bit_of(words: list[NDArray[np.uint64]], index: int) -> NDArray[np.bool_]:
    """Return whether the bit of a yaku is set in words."""
    found: NDArray[np.bool_] = (words[index >> 6] & np.uint64(1 << (index & 63))) != 0
    return found


def _within(columns: Iterable[tuple[NDArray[np.int64], int]]) -> bool:
    """Whether all numbers of some columns are 0 or more and fit their bits."""
    return all(not column.size or (column.min() >= 0 and column.max() < 1 << bits) for column, bits in columns)
