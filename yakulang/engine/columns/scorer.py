"""Scoring columns: chunk by chunk, what columns can't decide a hand at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from yakulang.engine.columns.hands import LISTS
from yakulang.engine.columns.kinds import SELDOM, TRIPLETS, kind_of_bits
from yakulang.engine.columns.printing import TooLargeError
from yakulang.engine.columns.program import ColumnProgram
from yakulang.engine.columns.readings import Reader
from yakulang.engine.columns.result import RulingColumns
from yakulang.engine.columns.rooms import Rooms, keep_memory
from yakulang.engine.columns.situations import Situations
from yakulang.engine.columns.table import Table
from yakulang.engine.columns.work import Work
from yakulang.engine.columns.worth import ColumnPaid, ColumnWorths, Deltas
from yakulang.engine.compiled import CompiledConditions
from yakulang.engine.situation import facts_of

if TYPE_CHECKING:
    from yakulang.engine.columns.hands import HandColumns
    from yakulang.engine.columns.program import ChipCode, HandCode, ReadingCode
    from yakulang.engine.ruleset import Ruleset

CHUNK = 1 << 14  # hands; what is in work at a time stays in the caches of a core
_DERIVED = {"tsumo", "ron", "closed", "open", "own_copies", "shown_copies"}


class ColumnScorer:
    """Scores columns of hands under one ruleset. What it keeps only saves time; threads may share it."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        keep_memory()
        self.rooms = Rooms()
        self.rulebook = ruleset.rulebook
        self._can = False
        if isinstance(ruleset.code, CompiledConditions):
            self._prepare(ruleset.code)

    def _prepare(self, code: CompiledConditions) -> None:
        rules = code.rulebook
        self.program = program = ColumnProgram(code)
        self._can = program.can
        if not self._can:
            return
        self.table = Table(rules, program.lower.numbers)
        self.situations = Situations(code, program)
        self.reader = Reader(rules.shapes)
        self.worths = ColumnWorths(rules, program.words)
        self.paid = ColumnPaid(code, self.worths)
        self.deltas = Deltas(rules)
        self._hand_codes: dict[tuple[int, frozenset[str]], HandCode | None] = {}
        self._reading_codes: dict[tuple[int, frozenset[str]], ReadingCode | None] = {}
        self._chip_codes: dict[tuple[int, frozenset[str]], ChipCode | None] = {}
        liability = rules.liability
        self.always_liable = liability is not None and any(kind.when is not None for kind in liability.kinds)

    def score(self, hands: HandColumns, chunk: int = CHUNK) -> RulingColumns:
        """Return the rulings on hands.

        Args:
            hands: any number of them.
            chunk: how many are worked on at a time. No result depends on it.
        """
        out = RulingColumns.empty(self.rulebook, len(hands))
        for start in range(0, len(hands), chunk):
            part = hands.part(start, min(start + chunk, len(hands)))
            rows = np.arange(len(part))
            if self._can:
                rows = np.flatnonzero(Work(self, part, out, start).done())
            for row in rows.tolist():
                out.put(start + row, self._ruleset.score(part.hand(row)), self.rulebook)
        return out

    def hand_code(self, bits: int, unsaid: frozenset[str]) -> HandCode | None:
        """Return what is asked of hands of a kind; None where columns can't."""
        key = bits, unsaid
        if key not in self._hand_codes:
            try:
                self._hand_codes[key] = self.program.hand_code(kind_of_bits(bits | TRIPLETS | SELDOM), unsaid)
            except TooLargeError:
                self._hand_codes[key] = None
        return self._hand_codes[key]

    def unsaid(self, hands: HandColumns) -> frozenset[str]:
        """Return the flags, numbers and lists that no hand has because there is no column for them."""
        given = set(hands.numbers)
        for word in hands.flags:
            given.update(facts_of(word, self.rulebook))
        given.update(name for name in ("honba", "deposits") if getattr(hands, name) is not None)
        given.update(name for name in LISTS if getattr(hands, name) is not None and len(getattr(hands, name).values))
        lower = self.program.lower
        could = {*lower.flags, *(n for n, r in lower.numbers.items() if r.startswith("number_")), *LISTS[1:]}
        return frozenset(could - given - _DERIVED)

    def reading_code(self, bits: int, unsaid: frozenset[str]) -> ReadingCode | None:
        """Return what is asked of readings of a kind; None where columns can't."""
        key = bits, unsaid
        if key not in self._reading_codes:
            try:
                self._reading_codes[key] = self.program.reading_code(kind_of_bits(bits), unsaid)
            except TooLargeError:
                self._reading_codes[key] = None
        return self._reading_codes[key]

    def chip_code(self, bits: int, unsaid: frozenset[str]) -> ChipCode | None:
        """Return what is asked where chips are paid for readings of a kind; None where columns can't."""
        key = bits, unsaid
        if key not in self._chip_codes:
            try:
                self._chip_codes[key] = self.program.chip_code(kind_of_bits(bits), unsaid)
            except TooLargeError:
                self._chip_codes[key] = None
        return self._chip_codes[key]
