"""One chunk of hands at work: hands and readings asked, worth and payment looked up, the best reading chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from yakulang.engine.columns.chunk import Chunk
from yakulang.engine.columns.kinds import CLOSED, MELDS, SELDOM, SHAPE, TRIPLETS, grouped, merged
from yakulang.engine.columns.result import NONE, STATUSES
from yakulang.engine.columns.worth import ASK, FINE, FU, HAN, TOO_LITTLE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from yakulang.engine.columns.hands import HandColumns
    from yakulang.engine.columns.readings import Readings
    from yakulang.engine.columns.result import RulingColumns
    from yakulang.engine.columns.scorer import ColumnScorer

# bits of points, yakuman, han, fu and raw fu in the number that makes one reading better than another
_RANK = _POINTS, _YAKUMAN, _HAN, _FU, _RAW = 26, 6, 9, 11, 11
_NOT_WINNING, _NO_YAKU = STATUSES.index("not_winning"), STATUSES.index("no_yaku")
_CODES = {_NOT_WINNING: "YK580", _NO_YAKU: "YK581"}


class _Columns(dict[str, Any]):
    """Registers of some hands or readings by name, made when they are asked for, and room to work in."""

    def __init__(self, make: Any, room: Any) -> None:
        super().__init__()
        self._make, self.room = make, room

    def __missing__(self, name: str) -> Any:
        column = self[name] = self._make(name)
        return column


class Work:
    """One chunk at work."""

    def __init__(self, scorer: ColumnScorer, hands: HandColumns, out: RulingColumns, start: int) -> None:
        self.scorer, self.hands, self.out, self.start = scorer, hands, out, start
        self.rules = scorer.rulebook
        self.program = scorer.program
        self.chunk = Chunk(hands, scorer.rooms)
        self.size = self.chunk.size
        self.unsaid = scorer.unsaid(hands)

    def done(self) -> NDArray[np.bool_]:
        """Score the chunk, and return which hands are for the judge."""
        scorer, chunk, size = self.scorer, self.chunk, self.size
        scorer.table.check(chunk)
        situation = scorer.situations.of(chunk)
        chunk.bad |= ~situation.fine
        scorer.table.registers(chunk)
        readings = scorer.reader.read(chunk)
        self.judge = chunk.bad.copy()
        self.kinds = chunk.closed * np.int16(CLOSED) + (chunk.meld_count > 0) * np.int16(MELDS)
        self.way = (self.hands.seat == 0) + self.hands.tsumo * np.int64(2)
        self.held = situation.held
        self.more = np.zeros(size, np.int64)
        self.dora = {label: np.zeros(size, np.int64) for label in self.out.dora}
        for bits, rows in grouped(np.where(self.judge, np.int16(-1), self.kinds)):
            if bits >= 0:
                self._ask_hands(bits, rows)
        self._ask_readings(readings)
        self._choose(readings)
        chunk.makers.clear()  # they hold the chunk, which else would wait for the garbage collector
        return self.judge

    # --- hands and readings ---------------------------------------------------------------------

    def _ask_hands(self, bits: int, rows: NDArray[np.intp]) -> None:
        code = self.scorer.hand_code(bits, self.unsaid)
        if code is None:
            self.judge[rows] = True
            return
        columns = _Columns(lambda name: self.chunk.register(name).take(rows), self.scorer.rooms.columns)
        judge, *found = code.ask(columns, len(rows))
        if judge is not None:
            self.judge[rows[judge]] = True
        for held, word in zip(self.held, found[: self.program.words], strict=True):
            if word is not None:
                held[rows] |= word.view(np.uint64)
        more, *each = found[self.program.words :]
        if more is not None:
            self.more[rows] = more
        for label, column in zip(code.labels, each, strict=True):
            self.dora[label][rows] = column

    def _ask_readings(self, readings: Readings) -> None:
        hand = readings.hand
        count = len(hand)
        self.rank = np.zeros(count, np.int64)
        self.base = np.zeros(count, np.int64)
        self.limit = np.zeros(count, np.int16)
        self.counted = np.zeros(count, np.bool_)
        self.awarded = np.zeros((self.program.words, count), np.uint64)
        self.late: dict[str, NDArray[np.int64]] = {}
        triplets = (readings.words[1] | readings.words[4]) != 0
        seldom = (readings.words[1] | readings.words[2]) >> 34 != 0
        triplets |= self.chunk.meld_triplets.take(hand) | seldom
        kinds = self.kinds.take(hand) + readings.shape * np.int16(SHAPE)
        kinds += triplets * np.int16(TRIPLETS) + seldom * np.int16(SELDOM)
        for bits, rows in merged(grouped(kinds)):
            self._ask_kind(bits, rows, readings)

    def _ask_kind(self, bits: int, rows: NDArray[np.intp], readings: Readings) -> None:
        scorer, words = self.scorer, self.program.words
        code = scorer.reading_code(bits, self.unsaid)
        hand = readings.hand.take(rows)
        if code is None:
            self.judge[hand] = True
            return
        size = len(rows)
        wait = self.program.lower.choices["wait"][0]
        held = [word.take(hand) for word in self.held]

        def register(name: str) -> NDArray[Any]:
            if name.startswith("yaku_"):
                index = int(name[5:])
                return (held[index >> 6] >> np.uint64(index & 63) & np.uint64(1)).astype(np.bool_)
            if name == wait:
                return readings.wait.take(rows)
            if name.startswith(("sequence_held", "sequence_won", "triplet_held", "triplet_won", "pair_")):
                return readings.lane(name, rows)
            return self.chunk.register(name).take(hand)

        columns = _Columns(register, scorer.rooms.columns)
        judge, *found = code.hold(columns, size)
        if judge is not None:
            self.judge[hand[judge]] = True
        for place, more in enumerate(found[:words]):
            if more is not None:
                held[place] |= more.view(np.uint64)
        closed = bool(bits & CLOSED)
        status, yakuman, han, counted, named, *awarded = scorer.worths[closed].look(held)
        if code.score is not None:
            for index in code.awarded:
                columns[f"awarded_{index}"] = (awarded[index >> 6] >> np.uint64(index & 63) & np.uint64(1)) != 0
            columns["yakuman"] = yakuman
            scored = code.score(columns, size)
        else:
            scored = found[words:]
        raw, fu, more, *each = scored
        raw = np.full(size, code.raw) if raw is None else raw
        fu = np.full(size, code.fu) if fu is None else fu
        extra = self.more.take(hand)
        if more is not None:
            extra = extra + more
        for label, column in zip(code.labels, each, strict=True):
            self.late.setdefault(label, np.zeros(len(readings.hand), np.int64))[rows] = column
        uncounted = ~counted
        if uncounted.any():
            extra = extra * counted
            raw, fu = raw * counted, fu * counted
        han = han + extra
        large = not _within(((han, _HAN), (fu, _FU), (raw, _RAW)))
        if large:
            fits = (fu < 1 << FU) & (han < 1 << HAN) & (han >= 0) & (fu >= 0) & (raw >= 0)
            han, fu, raw = np.where(fits, han, 0), np.where(fits, fu, 0), np.where(fits, raw, 0)
        paid = scorer.paid[closed].look(self.way.take(hand), named, yakuman, han, fu)
        known, points, base, limit = paid
        rank = points.copy()
        small = None if _within(((points, _POINTS), (yakuman, _YAKUMAN))) else points < 1 << _POINTS
        for size_bits, part in zip(_RANK[1:], (yakuman, han, fu, raw), strict=True):
            if large or small is not None:
                small = part < 1 << size_bits if small is None else small & (part < 1 << size_bits)
            rank <<= size_bits
            rank |= part
        rank += 1
        bad = status == ASK
        if large:
            known = known & fits
        if small is not None:
            known = known & small
        if not known.all():
            bad |= (status == FINE) & ~known
        if bad.any():
            self.judge[hand[bad]] = True
        self.rank[rows] = np.where(status == TOO_LITTLE, 0, rank)
        self.base[rows], self.limit[rows], self.counted[rows] = base, limit, counted
        for whole, part in zip(self.awarded, awarded, strict=True):
            whole[rows] = part

    # --- the best reading -----------------------------------------------------------------------

    def _choose(self, readings: Readings) -> None:
        hand, rank, size = readings.hand, self.rank, self.size
        best = np.zeros(size, np.int64)
        np.maximum.at(best, hand, rank)
        could = np.flatnonzero(rank == best.take(hand))
        chosen = np.full(size, -1, np.int64)
        chosen[hand[could]] = could
        times = np.bincount(hand[could], minlength=size)
        if len(times) and int(times.max()) > 1:
            alike = could[times[hand[could]] > 1]
            order = np.lexsort((self.scorer.reader.order(readings, alike), hand[alike]))
            alike = alike[order]
            first = np.ones(len(alike), np.bool_)
            first[1:] = hand[alike[1:]] != hand[alike[:-1]]
            chosen[hand[alike[first]]] = alike[first]
        self._liable(best)
        self._write(readings, chosen, best)

    def _liable(self, best: NDArray[np.int64]) -> None:
        """Leave to the judge whoever may not be paid by everybody alike."""
        rules = self.rules
        if rules.liability is not None and self.chunk.melds:
            yakuman = (best - 1) >> sum(_RANK[2:]) & (1 << _RANK[1]) - 1
            liable = (self.chunk.meld_count > 0) & (best > 0)
            self.judge |= liable if self.scorer.always_liable else liable & (yakuman > 0)
        for rule in rules.payments.multipliers:
            said = self.hands.choices.get(rule.fact)
            if said is not None:
                self.judge |= said.codes >= 0

    def _write(self, readings: Readings, chosen: NDArray[np.int64], best: NDArray[np.int64]) -> None:
        """Put the rulings into the result; those for the judge are replaced afterwards."""
        out, start = self.out, self.start
        part = slice(start, start + self.size)
        read, fine = chosen >= 0, best > 0
        whole = bool(fine.all())
        if not whole:
            out.clear(part, _NOT_WINNING)
            out.status[part][read] = _NO_YAKU
            for code, those in ((_NOT_WINNING, ~read), (_NO_YAKU, read & ~fine)):
                out.errors.update(dict.fromkeys((np.flatnonzero(those & ~self.judge) + start).tolist(), _CODES[code]))
            some = np.flatnonzero(read)
            out.wait[some + start], out.shape[some + start] = readings.wait[chosen[some]], readings.shape[chosen[some]]
        rows: NDArray[np.intp] | slice = slice(None) if whole else np.flatnonzero(fine)
        to = part if isinstance(rows, slice) else rows + start
        at = chosen[rows]
        if not len(at):
            return
        out.status[to] = 0
        out.wait[to], out.shape[to] = readings.wait.take(at), readings.shape.take(at)
        rank = best[rows] - 1
        counted = self.counted.take(at)
        uncounted = None if counted.all() else np.flatnonzero(~counted)
        for name, bits in zip(("fu_raw", "fu", "han", "yakuman"), reversed(_RANK), strict=False):
            value = rank & (1 << bits) - 1
            if uncounted is not None and name != "yakuman":
                value[uncounted] = NONE
            getattr(out, name)[to] = value
            rank >>= bits
        out.points[to] = rank
        base = self.base.take(at)
        out.base[to], out.limit[to] = base, self.limit.take(at)
        for words, word in zip(out.yaku, self.awarded, strict=True):
            words[to] = word.take(at)
        for label, column in self.dora.items():
            han = column[rows]
            if label in self.late:
                han = han + self.late[label].take(at)
            if uncounted is not None:
                han = han * counted
            out.dora[label][to] = han
        for column, change in zip(out.deltas, self.scorer.deltas.of(base, self.hands, rows), strict=True):
            column[to] = change


def _within(columns: Iterable[tuple[NDArray[np.int64], int]]) -> bool:
    """Whether all numbers of some columns are 0 or more and fit their bits."""
    return all(not column.size or (column.min() >= 0 and column.max() < 1 << bits) for column, bits in columns)
