"""Scoring columns: chunk by chunk, what columns can't decide a hand at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from yakulang.columns.chunk import INDICATORS, MOST_COPIES, WIDTH, Chunk, planes, rows_of
from yakulang.columns.hands import FEEDER_SHIFT, KIND_MASK, LISTS, UNKNOWN
from yakulang.columns.printing import TooLargeError
from yakulang.columns.program import ColumnProgram
from yakulang.columns.readings import Reader
from yakulang.columns.result import NONE, STATUSES, RulingColumns
from yakulang.columns.situations import Situations
from yakulang.columns.worth import ASK, FINE, FU, HAN, TOO_LITTLE, ColumnPaid, ColumnWorths, Deltas
from yakulang.engine.compiled import CompiledConditions
from yakulang.engine.fast.program import Kind
from yakulang.engine.situation import facts_of
from yakulang.tiles import KINDS, RED

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulang.columns.hands import HandColumns
    from yakulang.columns.program import HandCode, ReadingCode
    from yakulang.columns.readings import Readings
    from yakulang.engine.ruleset import Ruleset

CHUNK = 1 << 14  # hands; what is in work at a time stays in the caches of a core
FEW = 4096  # readings that are not worth a function of their own
MOST_COUNTER, MOST_FACT, MOST_TILES = 999, 999_999, 40
_CLOSED, _MELDS, _TRIPLETS, _SELDOM, _SHAPE = (1 << bit for bit in range(5))
# bits of points, yakuman, han, fu and raw fu in the number that makes one reading better than another
_RANK = (26, 6, 9, 11, 11)
_NOT_WINNING, _NO_YAKU = STATUSES.index("not_winning"), STATUSES.index("no_yaku")
_DERIVED = {"tsumo", "ron", "closed", "open", "own_copies", "shown_copies"}
_CODES = {_NOT_WINNING: "YK580", _NO_YAKU: "YK581"}


class ColumnScorer:
    """Scores columns of hands under one ruleset. What it keeps only saves time; threads may share it."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._rulebook = ruleset.rulebook
        self._can = False
        if isinstance(ruleset.code, CompiledConditions):
            self._prepare(ruleset.code)

    def _prepare(self, code: CompiledConditions) -> None:
        rules = code.rulebook
        self._program = program = ColumnProgram(code)
        self._can = program.can
        if not self._can:
            return
        self._situations = Situations(code, program)
        self._reader = Reader(rules.shapes)
        self._worths = [ColumnWorths(rules, program.words, closed=closed) for closed in (False, True)]
        self._paid = [ColumnPaid(code, worths) for worths in self._worths]
        self._deltas = Deltas(rules)
        self._hand_codes: dict[tuple[int, frozenset[str]], HandCode | None] = {}
        self._reading_codes: dict[tuple[int, frozenset[str]], ReadingCode | None] = {}
        self._next = [np.array([*kind.next, *([-1] * (WIDTH - len(kind.next)))], np.int64) for kind in rules.dora]
        liability = rules.liability
        self._always_liable = liability is not None and any(kind.when is not None for kind in liability.kinds)
        self._removed = sum(1 << kind for kind in rules.tiles.removed)
        self._aside = sum(1 << kind for kind in rules.tiles.aside)
        self._reds = np.zeros(WIDTH, np.uint8)
        for kind, count in rules.tiles.reds.items():
            self._reds[kind] = count
        self._red_mask = sum(1 << kind for kind in rules.tiles.reds)

    def score(self, hands: HandColumns, chunk: int = CHUNK) -> RulingColumns:
        """Return the rulings on hands.

        Args:
            hands: any number of them.
            chunk: how many are worked on at a time. No result depends on it.
        """
        out = RulingColumns.empty(self._rulebook, len(hands))
        for start in range(0, len(hands), chunk):
            part = hands.part(start, min(start + chunk, len(hands)))
            rows = np.arange(len(part))
            if self._can:
                rows = np.flatnonzero(_Work(self, part, out, start).done())
            for row in rows.tolist():
                out.put(start + row, self._ruleset.score(part.hand(row)), self._rulebook)
        return out

    def hand_code(self, bits: int, unsaid: frozenset[str]) -> HandCode | None:
        """Return what is asked of hands of a kind; None where columns can't."""
        key = bits, unsaid
        if key not in self._hand_codes:
            try:
                self._hand_codes[key] = self._program.hand_code(_kind(bits | _TRIPLETS | _SELDOM), unsaid)
            except TooLargeError:
                self._hand_codes[key] = None
        return self._hand_codes[key]

    def unsaid(self, hands: HandColumns) -> frozenset[str]:
        """Return the flags, numbers and lists that no hand has because there is no column for them."""
        given = set(hands.numbers)
        for word in hands.flags:
            given.update(facts_of(word, self._rulebook))
        given.update(name for name in ("honba", "deposits") if getattr(hands, name) is not None)
        given.update(name for name in LISTS if getattr(hands, name) is not None and len(getattr(hands, name).values))
        lower = self._program.lower
        could = {*lower.flags, *(n for n, r in lower.numbers.items() if r.startswith("number_")), *LISTS[1:]}
        return frozenset(could - given - _DERIVED)

    def reading_code(self, bits: int, unsaid: frozenset[str]) -> ReadingCode | None:
        """Return what is asked of readings of a kind; None where columns can't."""
        key = bits, unsaid
        if key not in self._reading_codes:
            try:
                self._reading_codes[key] = self._program.reading_code(_kind(bits), unsaid)
            except TooLargeError:
                self._reading_codes[key] = None
        return self._reading_codes[key]


class _Columns(dict[str, Any]):
    """Registers of some hands or readings by name, made when they are asked for."""

    def __init__(self, make: Any) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, name: str) -> Any:
        column = self[name] = self._make(name)
        return column


class _Work:
    """One chunk at work."""

    def __init__(self, scorer: ColumnScorer, hands: HandColumns, out: RulingColumns, start: int) -> None:
        self.scorer, self.hands, self.out, self.start = scorer, hands, out, start
        self.rules = scorer._rulebook  # noqa: SLF001  one module
        self.program = scorer._program  # noqa: SLF001
        self.chunk = Chunk(hands)
        self.size = self.chunk.size
        self.unsaid = scorer.unsaid(hands)

    def done(self) -> NDArray[np.bool_]:
        """Score the chunk, and return which hands are for the judge."""
        scorer, chunk, size = self.scorer, self.chunk, self.size
        self._check()
        situation = scorer._situations.of(chunk)  # noqa: SLF001
        chunk.bad |= ~situation.fine
        self._register_numbers()
        readings = scorer._reader.read(chunk)  # noqa: SLF001
        self.judge = chunk.bad.copy()
        self.kinds = chunk.closed * np.int16(_CLOSED) + (chunk.meld_count > 0) * np.int16(_MELDS)
        self.way = (self.hands.seat == 0) + self.hands.tsumo * np.int64(2)
        self.held = situation.held
        self.more = np.zeros(size, np.int64)
        self.dora = {label: np.zeros(size, np.int64) for label in self.out.dora}
        for bits, rows in _grouped(np.where(self.judge, np.int16(-1), self.kinds)):
            if bits >= 0:
                self._ask_hands(bits, rows)
        self._ask_readings(readings)
        self._choose(readings)
        return self.judge

    # --- before reading -------------------------------------------------------------------------

    def _check(self) -> None:
        """Mark hands that are impossible, or no hands at all."""
        chunk, hands, rules, scorer = self.chunk, self.hands, self.rules, self.scorer
        bad, players = chunk.bad, self.rules.players
        seat, discarder = hands.seat, hands.discarder
        bad |= (seat >= players) | (hands.round > 3) | ((discarder >= players) & (discarder != UNKNOWN))
        bad |= (discarder == seat) | (hands.tsumo & (discarder != UNKNOWN))
        for rows, numbers, _, _ in chunk.melds:
            feeder = numbers >> FEEDER_SHIFT
            wrong = (feeder > players) | (feeder == seat[rows] + 1)
            bad[rows[wrong]] = True
        for numbers in (hands.honba, hands.deposits):
            if numbers is not None and len(numbers):
                bad |= (numbers < 0) | (numbers > MOST_COUNTER)
        seen = chunk.everything
        for name in LISTS:
            lists = getattr(hands, name)
            if lists is None or not len(lists.values):
                continue
            rows, values = chunk.rows(name), lists.values
            if int(values.max()) >= KINDS:
                wrong = ((values & KIND_MASK) >= KINDS) | (values >= (KINDS if name == "reds" else 2 * WIDTH))
                bad[rows[wrong]] = True
            bad |= np.diff(lists.offsets) > MOST_TILES
            if name == "aside":
                fits = np.array([scorer._aside >> kind & 1 for kind in range(WIDTH)], np.bool_)  # noqa: SLF001
                bad[rows[~fits[values & KIND_MASK]]] = True
                seen = self._with(seen, chunk.everything, rows, values)
        chunk.known["counted"] = seen  # what dora are counted over
        for name in INDICATORS:
            lists = getattr(hands, name)
            if lists is not None and len(lists.values):
                seen = self._with(seen, chunk.known["counted"], chunk.rows(name), lists.values)
        chunk.known["seen"] = seen
        copies = min(rules.tiles.copies, 255)
        if self.size and int(seen.max()) > copies:
            bad |= seen.max(axis=1) > copies
        if scorer._removed:  # noqa: SLF001
            bad |= (planes(seen, 1) & scorer._removed) != 0  # noqa: SLF001
        self._check_reds()

    @staticmethod
    def _with(
        seen: NDArray[np.uint8], before: NDArray[np.uint8], rows: NDArray[np.intp], values: NDArray[np.uint8]
    ) -> NDArray[np.uint8]:
        """Return counts with some tiles added; those of `before` are not changed."""
        if seen is before:
            seen = seen.copy()
        np.add.at(seen.ravel(), rows * WIDTH + (values & KIND_MASK), np.uint8(1))
        return seen

    def _check_reds(self) -> None:
        """Mark hands with more red tiles than there are, or than they have tiles of the kind."""
        chunk, hands, bad = self.chunk, self.hands, self.chunk.bad
        held, red_win = chunk.held.ravel(), hands.win >= WIDTH
        if int(self.scorer._reds.max()) <= 1:  # noqa: SLF001  each red kind at most once
            every = chunk.red_masks(self._red_lists())
            bad |= every & ~self.scorer._red_mask != 0  # noqa: SLF001
            own, win = chunk.known["held_red_1"], chunk.register("tile_won_1")
            bad |= own & ~chunk.held_kinds() != 0
            here = own & win != 0
            bad |= np.where(red_win, ~here, here & (held[chunk.win_at] <= 1))
            return
        own = chunk.matrix("held_red").ravel()
        if hands.reds is not None:
            at = rows_of(hands.reds) * WIDTH + (hands.reds.values & KIND_MASK)
            self._refuse(at, own[at] > held[at])
        # the winning tile is one of them: red or plain as it is
        here = own[chunk.win_at]
        bad |= np.where(red_win, here == 0, here >= held[chunk.win_at])
        red = chunk.matrix("tile_red")
        others = self._red_lists()
        if others:
            red = red.copy()
        places = []
        for rows, kinds in others:
            at = rows * WIDTH + kinds
            np.add.at(red.ravel(), at, np.uint8(1))
            places.append(at)
        if hands.reds is not None:
            places.append(rows_of(hands.reds) * WIDTH + (hands.reds.values & KIND_MASK))
        places += chunk.red_melds
        for at in places:
            self._refuse(at, red.ravel()[at] > self.scorer._reds[at % WIDTH])  # noqa: SLF001

    def _red_lists(self) -> list[tuple[NDArray[np.intp], NDArray[np.uint8]]]:
        """Return the red tiles beside the hand: which hand's, and their kinds."""
        found = []
        for name in LISTS[1:]:
            lists = getattr(self.hands, name)
            if lists is not None and len(lists.values) and int(lists.values.max()) >= WIDTH:
                red = np.flatnonzero(lists.values >= WIDTH)
                found.append((self.chunk.rows(name)[red], lists.values[red] & KIND_MASK))
        return found

    def _refuse(self, at: NDArray[np.intp], wrong: NDArray[np.bool_]) -> None:
        if wrong.any():
            self.chunk.bad[at[wrong] // WIDTH] = True

    def _register_numbers(self) -> None:
        """Make the registers of numbers and of dora that are shown."""
        chunk, hands, size = self.chunk, self.hands, self.size
        numbers = self.program.lower.numbers
        known = chunk.known
        zeros = np.zeros(size, np.int64)
        for name, register in numbers.items():
            given = hands.numbers.get(name)
            if given is not None:
                wrong = given > MOST_FACT
                chunk.bad |= wrong | (given < -1)
                known[register] = np.maximum(given, 0)
            elif register.startswith("number_"):
                known[register] = zeros
        known[numbers["honba"]] = zeros if hands.honba is None else hands.honba
        known[numbers["deposits"]] = zeros if hands.deposits is None else hands.deposits
        for name in ("own_copies", "shown_copies"):
            known.pop(numbers[name], None)
        chunk.makers[numbers["own_copies"]] = lambda: chunk.everything.ravel()[chunk.win_at].astype(np.int64)
        chunk.makers[numbers["shown_copies"]] = self._shown_copies
        for index in range(len(self.rules.dora)):
            chunk.makers[f"shown_{index}"] = lambda index=index: self._shown(index)
        chunk.makers["indicated"] = self._indicated

    def _shown_copies(self) -> NDArray[np.int64]:
        known, at = self.chunk.known, self.chunk.win_at
        return (known["seen"].ravel()[at] - known["counted"].ravel()[at]).astype(np.int64)

    def _shown(self, index: int) -> NDArray[np.int16]:
        """Return how many dora of a kind are shown: every indicator times every tile it shows."""
        kind = self.rules.dora[index]
        lists = getattr(self.hands, kind.shown_by or "")
        if lists is None or not len(lists.values):
            return np.zeros(self.size, np.int16)
        rows = self.chunk.rows(kind.shown_by or "")
        shown = self.scorer._next[index][lists.values & KIND_MASK]  # noqa: SLF001
        counts = self.chunk.known["counted"].ravel()[rows * WIDTH + (shown & KIND_MASK)]  # -1 is a column without tiles
        return np.bincount(rows, weights=counts, minlength=self.size).astype(np.int16)

    def _indicated(self) -> NDArray[np.int64]:
        found = np.zeros(self.size, np.int64)
        lists = self.hands.indicators
        for index, kind in enumerate(self.rules.dora):
            if kind.shown_by == "indicators" and lists is not None:
                shown = self.scorer._next[index][lists.values & KIND_MASK]  # noqa: SLF001
                rows = rows_of(lists)[shown >= 0]
                np.bitwise_or.at(found, rows, np.int64(1) << shown[shown >= 0])
        return found

    # --- hands and readings ---------------------------------------------------------------------

    def _ask_hands(self, bits: int, rows: NDArray[np.intp]) -> None:
        code = self.scorer.hand_code(bits, self.unsaid)
        if code is None:
            self.judge[rows] = True
            return
        columns = _Columns(lambda name: self.chunk.register(name)[rows])
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
        triplets |= self.chunk.meld_triplets[hand] | seldom
        kinds = self.kinds[hand] + readings.shape * np.int16(_SHAPE)
        kinds += triplets * np.int16(_TRIPLETS) + seldom * np.int16(_SELDOM)
        for bits, rows in _merged(_grouped(kinds)):
            self._ask_kind(bits, rows, readings)

    def _ask_kind(self, bits: int, rows: NDArray[np.intp], readings: Readings) -> None:
        scorer, words = self.scorer, self.program.words
        code = scorer.reading_code(bits, self.unsaid)
        hand = readings.hand[rows]
        if code is None:
            self.judge[hand] = True
            return
        size = len(rows)
        wait = self.program.lower.choices["wait"][0]
        held = [word[hand] for word in self.held]

        def register(name: str) -> NDArray[Any]:
            if name.startswith("yaku_"):
                index = int(name[5:])
                return (held[index >> 6] >> np.uint64(index & 63) & np.uint64(1)).astype(np.bool_)
            if name == wait:
                return readings.wait[rows]
            if name.startswith(("sequence_held", "sequence_won", "triplet_held", "triplet_won", "pair_")):
                return readings.lane(name, rows)
            return self.chunk.register(name)[hand]

        columns = _Columns(register)
        judge, *found = code.hold(columns, size)
        if judge is not None:
            self.judge[hand[judge]] = True
        for word, more in zip(held, found[:words], strict=True):
            if more is not None:
                word |= more.view(np.uint64)
        closed = bool(bits & _CLOSED)
        status, yakuman, han, counted, named, *awarded = scorer._worths[closed].look(held)  # noqa: SLF001
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
        extra = self.more[hand]
        if more is not None:
            extra = extra + more
        for label, column in zip(code.labels, each, strict=True):
            self.late.setdefault(label, np.zeros(len(readings.hand), np.int64))[rows] = column
        uncounted = ~counted
        if uncounted.any():
            extra = extra * counted
            raw, fu = raw * counted, fu * counted
        han = han + extra
        fits = (fu < 1 << FU) & (han < 1 << HAN) & (han >= 0) & (fu >= 0) & (raw >= 0)
        if not fits.all():
            han, fu, raw = np.where(fits, han, 0), np.where(fits, fu, 0), np.where(fits, raw, 0)
        paid = scorer._paid[closed].look(self.way[hand], named, yakuman, han, fu)  # noqa: SLF001
        known, points, base, limit = paid
        rank = points.copy()
        small = points < 1 << _RANK[0]
        for size_bits, part in zip(_RANK[1:], (yakuman, han, fu, raw), strict=True):
            small &= part < 1 << size_bits
            rank <<= size_bits
            rank |= part
        rank += 1
        bad = (status == ASK) | ((status == FINE) & ~(known & fits & small))
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
        could = np.flatnonzero(rank == best[hand])
        chosen = np.full(size, -1, np.int64)
        chosen[hand[could]] = could
        times = np.bincount(hand[could], minlength=size)
        if len(times) and int(times.max()) > 1:
            alike = could[times[hand[could]] > 1]
            order = np.lexsort((self.scorer._reader.order(readings, alike), hand[alike]))  # noqa: SLF001
            alike = alike[order]
            first = np.ones(len(alike), np.bool_)
            first[1:] = hand[alike[1:]] != hand[alike[:-1]]
            chosen[hand[alike[first]]] = alike[first]
        self._liable(chosen, best)
        self._write(readings, chosen, best)

    def _liable(self, chosen: NDArray[np.int64], best: NDArray[np.int64]) -> None:
        """Leave to the judge whoever may not be paid by everybody alike."""
        rules = self.rules
        if rules.liability is not None and self.chunk.melds:
            yakuman = (best - 1) >> sum(_RANK[2:]) & (1 << _RANK[1]) - 1
            liable = (self.chunk.meld_count > 0) & (best > 0)
            self.judge |= liable if self.scorer._always_liable else liable & (yakuman > 0)  # noqa: SLF001
        for rule in rules.payments.multipliers:
            said = self.hands.choices.get(rule.fact)
            if said is not None:
                self.judge |= said.codes >= 0

    def _write(self, readings: Readings, chosen: NDArray[np.int64], best: NDArray[np.int64]) -> None:
        """Put the rulings into the result; those for the judge are replaced afterwards."""
        out, start = self.out, self.start
        part = slice(start, start + self.size)
        if not len(readings.hand):
            chosen = chosen[:0]
            out.clear(part, _NOT_WINNING)
        read, fine = chosen >= 0, best > 0
        whole = bool(fine.all())
        if not whole:
            out.clear(part, _NOT_WINNING)
            out.status[part][read] = _NO_YAKU
            for code, rows in ((_NOT_WINNING, ~read), (_NO_YAKU, read & ~fine)):
                out.errors.update(dict.fromkeys((np.flatnonzero(rows & ~self.judge) + start).tolist(), _CODES[code]))
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
        for column, change in zip(out.deltas, self.scorer._deltas.of(base, self.hands, rows), strict=True):  # noqa: SLF001
            column[to] = change


def _grouped(kinds: NDArray[np.int16]) -> list[tuple[int, NDArray[np.intp]]]:
    """Return for each kind the places where it stands, the kinds in order."""
    if not kinds.size:
        return []
    order = np.argsort(kinds, kind="stable")
    ordered = kinds[order]
    ends = np.flatnonzero(ordered[1:] != ordered[:-1]) + 1
    return [(int(kinds[rows[0]]), rows) for rows in np.split(order, ends)]


def _merged(groups: list[tuple[int, NDArray[np.intp]]]) -> list[tuple[int, NDArray[np.intp]]]:
    """Return groups of readings, small ones together with those that differ only in what may be there."""
    found: list[tuple[int, NDArray[np.intp]]] = []
    for bits, rows in groups:
        if found:
            before, others = found[-1]
            same = before | _TRIPLETS | _SELDOM == bits | _TRIPLETS | _SELDOM
            if same and min(len(rows), len(others)) < FEW:
                found[-1] = (before | bits, np.concatenate([others, rows]))
                continue
        found.append((bits, rows))
    return found


def _kind(bits: int) -> Kind:
    return Kind(
        closed=bool(bits & _CLOSED),
        tsumo=False,  # one function for both methods
        shape=bits // _SHAPE,
        triplets=bool(bits & _TRIPLETS),
        melds=bool(bits & _MELDS),
        seldom=bool(bits & _SELDOM),
    )


assert MOST_COPIES == 4 and RED == 1  # noqa: S101, PT018
