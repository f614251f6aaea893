"""One chunk of hands at work: hands and readings asked, worth and payment looked up, the best reading chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from yakulang.engine.columns.chips import put_chips
from yakulang.engine.columns.chunk import Chunk
from yakulang.engine.columns.kinds import CLOSED, MELDS, SELDOM, SHAPE, TRIPLETS, grouped, merged, ranges
from yakulang.engine.columns.result import NONE, STATUSES
from yakulang.engine.columns.values import RANK, Columns, Values

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulang.engine.columns.hands import HandColumns
    from yakulang.engine.columns.program import ColumnProgram
    from yakulang.engine.columns.readings import Readings
    from yakulang.engine.columns.result import RulingColumns
    from yakulang.engine.columns.scorer import ColumnScorer

_NOT_WINNING, _NO_YAKU = STATUSES.index("not_winning"), STATUSES.index("no_yaku")
_CODES = {_NOT_WINNING: "YK580", _NO_YAKU: "YK581"}


class Work:
    """One chunk at work.

    Attributes:
        program, chunk: what is asked, and of which hands; unsaid: what no hand says.
        judge: which hands are for the judge.
        held: words of the yaku that need no reading. more, dora: the han of dora that need none, whole and by label.
        way: who wins how, as `ColumnPaid.look` takes it.
    """

    judge: NDArray[np.bool_]
    held: list[NDArray[np.uint64]]
    more: NDArray[np.int64]
    way: NDArray[np.int64]
    values: Values

    def __init__(self, scorer: ColumnScorer, hands: HandColumns, out: RulingColumns, start: int) -> None:
        self.scorer, self.hands, self.out, self.start = scorer, hands, out, start
        self.rules = scorer.rulebook
        self.program: ColumnProgram = scorer.program
        self.chunk: Chunk = Chunk(hands, scorer.rooms)
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
        readings = self._ask_readings(readings)
        self._choose(readings)
        chunk.makers.clear()  # they hold the chunk, which else would wait for the garbage collector
        return self.judge

    # --- hands and readings ---------------------------------------------------------------------

    def _ask_hands(self, bits: int, rows: NDArray[np.intp]) -> None:
        code = self.scorer.hand_code(bits, self.unsaid)
        if code is None:
            self.judge[rows] = True
            return
        columns = Columns(lambda name: self.chunk.register(name).take(rows), self.scorer.rooms.columns)
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

    def _ask_readings(self, readings: Readings) -> Readings:
        """Ask what readings are worth, and return them in the order in which that stands here."""
        hand = readings.hand
        triplets = (readings.words[1] | readings.words[4]) != 0
        seldom = (readings.words[1] | readings.words[2]) >> 34 != 0
        triplets |= self.chunk.meld_triplets.take(hand) | seldom
        kinds = self.kinds.take(hand) + readings.shape * np.int16(SHAPE)
        kinds += triplets * np.int16(TRIPLETS) + seldom * np.int16(SELDOM)
        order = np.argsort(kinds, kind="stable")
        readings = readings.ordered(order)
        values = Values(self, readings)
        for bits, part in merged(ranges(kinds.take(order))):
            values.ask(self, bits, part)
        values.pay(self)
        self.values = values
        return readings

    # --- the best reading -----------------------------------------------------------------------

    def _choose(self, readings: Readings) -> None:
        hand, rank, size = readings.hand, self.values.rank, self.size
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
            yakuman = (best - 1) >> sum(RANK[2:]) & (1 << RANK[1]) - 1
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
        counted = self.values.counted.take(at)
        uncounted = None if counted.all() else np.flatnonzero(~counted)
        for name, bits in zip(("fu_raw", "fu", "han", "yakuman"), reversed(RANK), strict=False):
            value = rank & (1 << bits) - 1
            if uncounted is not None and name != "yakuman":
                value[uncounted] = NONE
            getattr(out, name)[to] = value
            rank >>= bits
        out.points[to] = rank
        base = self.values.base.take(at)
        out.base[to], out.limit[to] = base, self.values.limit.take(at)
        for words, word in zip(out.yaku, self.values.awarded, strict=False):
            words[to] = word.take(at)
        for label, column in self.dora.items():
            han = column[rows]
            if label in self.values.late:
                han = han + self.values.late[label].take(at)
            if uncounted is not None:
                han = han * counted
            out.dora[label][to] = han
        put_chips(self, readings, at, rows, to)
        for column, change in zip(out.deltas, self.scorer.deltas.of(base, self.hands, rows), strict=True):
            column[to] = change
