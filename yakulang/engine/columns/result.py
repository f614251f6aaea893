"""Rulings as columns of numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from yakulang.engine.ruling import Status
from yakulang.lang.vocabulary import WAITS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulang.engine.ruling import Ruling
    from yakulang.rules.model import Rulebook

STATUSES: tuple[str, ...] = get_args(Status)
NONE = np.iinfo(np.int64).min  # a number that there is not
WORD = 64  # yaku a column
NUMBERS = ("points", "han", "fu", "fu_raw", "yakuman", "base")


@dataclass(frozen=True, slots=True)
class RulingColumns:
    """Rulings as columns, one entry a hand. Numbers that there are not are `NONE`.

    Attributes:
        status: places in `STATUSES`.
        errors: the code of the first error by row, for the rows that have one.
        points, han, fu, fu_raw, yakuman, base: as in `Ruling`.
        limit: the place of the limit in the rulebook, -1 for none.
        yaku: bit i of word w is the yaku 64 w + i of the rulebook, where it is awarded.
        dora: the han of each label of dora that count, by label.
        deltas: the change of each seat of the table.
        chips: by what they are paid for, how many the discarder pays, or each other player for a self-draw.
        chips_won: how many the winner gets in all; 0 where the ruleset pays none.
        chip_deltas: how many each seat wins or loses; no rows where the ruleset pays none.
        wait: the place of the wait in `WAITS`, -1 for none. shape: of the shape in the rulebook.
    """

    status: NDArray[np.int8]
    errors: dict[int, str]
    points: NDArray[np.int64]
    han: NDArray[np.int64]
    fu: NDArray[np.int64]
    fu_raw: NDArray[np.int64]
    yakuman: NDArray[np.int64]
    base: NDArray[np.int64]
    limit: NDArray[np.int16]
    yaku: NDArray[np.uint64]
    dora: dict[str, NDArray[np.int64]]
    deltas: NDArray[np.int64]
    chips: dict[str, NDArray[np.int64]]
    chips_won: NDArray[np.int64]
    chip_deltas: NDArray[np.int64]
    wait: NDArray[np.int8]
    shape: NDArray[np.int16]

    def __len__(self) -> int:
        return len(self.status)

    @classmethod
    def empty(cls, rulebook: Rulebook, size: int) -> RulingColumns:
        """Return columns for rulings to be put into; nothing stands in them yet."""
        labels = dict.fromkeys(kind.label for kind in rulebook.dora)
        numbers = {name: np.empty(size, np.int64) for name in NUMBERS}
        return cls(
            status=np.empty(size, np.int8),
            errors={},
            limit=np.empty(size, np.int16),
            yaku=np.empty((-(-len(rulebook.yaku) // WORD), size), np.uint64),
            dora={label: np.empty(size, np.int64) for label in labels},
            deltas=np.empty((len(rulebook.seats), size), np.int64),
            chips={rule.id: np.empty(size, np.int64) for rule in rulebook.chips},
            chips_won=np.empty(size, np.int64),
            chip_deltas=np.empty((len(rulebook.seats) if rulebook.chips else 0, size), np.int64),
            wait=np.empty(size, np.int8),
            shape=np.empty(size, np.int16),
            **numbers,
        )

    def clear(self, part: slice, status: int) -> None:
        """Put a status and nothing else into some rows."""
        self.status[part] = status
        for name in NUMBERS:
            getattr(self, name)[part] = 0 if name == "yakuman" else NONE
        for column in (self.limit, self.wait, self.shape):
            column[part] = -1
        self.yaku[:, part] = 0
        for counts in (*self.dora.values(), *self.chips.values()):
            counts[part] = 0
        self.chips_won[part] = self.deltas[:, part] = self.chip_deltas[:, part] = NONE

    def fill(self, rows: NDArray[np.intp], others: RulingColumns) -> None:
        """Put other rulings into some rows."""
        names = ("status", *NUMBERS, "limit", "wait", "shape", "chips_won")
        for name in names:
            getattr(self, name)[rows] = getattr(others, name)
        self.yaku[:, rows] = others.yaku
        self.deltas[:, rows] = others.deltas
        self.chip_deltas[:, rows] = others.chip_deltas
        for own, given in ((self.dora, others.dora), (self.chips, others.chips)):
            for name, counts in own.items():
                counts[rows] = given[name]
        self.errors.update((int(rows[row]), code) for row, code in others.errors.items())

    def put(self, row: int, ruling: Ruling, rulebook: Rulebook) -> None:
        """Put a ruling into a row."""
        self.status[row] = STATUSES.index(ruling.status)
        self.errors.pop(row, None)
        if ruling.errors:
            self.errors[row] = ruling.errors[0].code
        values: dict[str, Any] = {name: getattr(ruling, name) for name in NUMBERS}
        for name, value in values.items():
            getattr(self, name)[row] = NONE if value is None else value
        limits = [limit.id for limit in rulebook.limits]
        self.limit[row] = limits.index(ruling.limit.id) if ruling.limit else -1
        places = {rule.id: place for place, rule in enumerate(rulebook.yaku)}
        bits = 0
        for column in self.dora.values():
            column[row] = 0
        for award in ruling.yaku:
            if award.is_dora:
                self.dora[award.id][row] = award.han or 0
            else:
                bits |= 1 << places[award.id]
        for word, column in enumerate(self.yaku):
            column[row] = bits >> WORD * word & (1 << WORD) - 1
        for seat, column in zip(rulebook.seats, self.deltas, strict=True):
            column[row] = NONE if ruling.deltas is None else ruling.deltas[seat]
        self._put_chips(row, ruling, rulebook)
        shapes = [shape.id for shape in rulebook.shapes]
        self.wait[row] = WAITS.index(ruling.reading.wait) if ruling.reading else -1
        self.shape[row] = shapes.index(ruling.reading.shape) if ruling.reading else -1

    def _put_chips(self, row: int, ruling: Ruling, rulebook: Rulebook) -> None:
        paid = {line.id: line.chips for line in ruling.chips}
        for name, column in self.chips.items():
            column[row] = paid.get(name, 0)
        known = ruling.ok and all(part.ruling.chips == ruling.chips for part in ruling.by_seat if part.ruling.ok)
        tsumo = ruling.hand is not None and ruling.hand.method == "tsumo"
        payers = len(rulebook.seats) - 1 if tsumo else 1
        self.chips_won[row] = sum(paid.values()) * payers if known else NONE
        changes = ruling.chip_deltas
        for seat, column in zip(rulebook.seats, self.chip_deltas, strict=bool(rulebook.chips)):
            column[row] = NONE if changes is None else changes[seat]
