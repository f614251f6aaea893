"""Rulings held against those of columns: hands are gathered, scored together, and compared field by field."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

import numpy as np

from yakulang.engine.called import in_words
from yakulang.engine.columns.hands import HandColumns
from yakulang.engine.columns.result import RulingColumns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yakulang.engine.ruleset import Ruleset
    from yakulang.engine.ruling import Ruling
    from yakulang.hand import Hand

FIELDS = tuple(one.name for one in fields(RulingColumns))


class InColumns:
    """Gathers hands with their rulings under one ruleset.

    Args:
        ruleset: scores the columns.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._waiting: list[tuple[int, Hand, Ruling]] = []

    def add(self, number: int, hand: Hand, ruling: Ruling) -> None:
        """Note a hand, its number and the ruling that is expected."""
        self._waiting.append((number, hand, ruling))

    def compare(self) -> tuple[int, list[tuple[int, str]]]:
        """Score the hands that were gathered; return how many fields were compared, and those that differ by number."""
        if not self._waiting:
            return 0, []
        hands = [in_words(hand, self._ruleset.rulebook) for _, hand, _ in self._waiting]
        return self.compare_with(self._ruleset.score_columns(HandColumns.of(hands)))

    def compare_with(self, found: RulingColumns) -> tuple[int, list[tuple[int, str]]]:
        """Compare rulings in columns with those that are expected of the hands that were gathered; see `compare`."""
        waiting, self._waiting = self._waiting, []
        rulebook = self._ruleset.rulebook
        expected = RulingColumns.empty(rulebook, len(waiting))
        for row, (_, _, ruling) in enumerate(waiting):
            expected.put(row, ruling, rulebook)
        differ = [
            (waiting[row][0], f"{name}: {value(expected, name, row)}, in columns {value(found, name, row)}")
            for name, row in _unlike(expected, found)
        ]
        return len(FIELDS) * len(waiting), differ


def _unlike(one: RulingColumns, other: RulingColumns) -> Iterator[tuple[str, int]]:
    """Yield each field and row in which two rulings are different."""
    for name in FIELDS:
        a, b = getattr(one, name), getattr(other, name)
        if name == "errors":
            rows = {row for row in {*a, *b} if a.get(row) != b.get(row)}
        elif isinstance(a, dict):
            rows = {int(row) for label in a for row in np.flatnonzero(a[label] != b[label])}
        else:
            rows = {int(row) for row in np.nonzero(a != b)[-1]}
        for row in sorted(rows):
            yield name, row


def value(rulings: RulingColumns, name: str, row: int) -> Any:
    """Return a field of one ruling as plain numbers."""
    column = getattr(rulings, name)
    if name == "errors":
        return column.get(row)
    if isinstance(column, dict):
        return {label: int(values[row]) for label, values in column.items()}
    return column[..., row].tolist()
