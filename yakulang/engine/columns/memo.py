"""A table of what keys of 64 bits stand for, filled when a key is first seen, looked up for whole columns."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

BITS = 14  # of the places; a table rarely holds more than some thousand keys
MOST = 1 << 18  # rows; then the table starts anew
_FACTORS = (np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F))
_NO_KEY = (1 << 64) - 1
_SHIFT = np.uint64(64 - BITS)


class Table(NamedTuple):
    """Rows of a memo: a key and the columns of what it stands for; row 0 is no key's."""

    places: tuple[NDArray[np.intp], NDArray[np.intp]]
    keys: NDArray[np.uint64]
    columns: tuple[NDArray[Any], ...]
    rows: dict[int, int]


class Memo:
    """Remembers what `make` returns for a key.

    Tables that were handed out are never changed but for rows they do not have yet, so threads may share a memo.

    Args:
        make: returns the row of a key, one number a column.
        dtypes: of the columns.
        most: how many rows are kept before the memo starts anew; None for all.
    """

    def __init__(
        self, make: Callable[[int], Sequence[int]], dtypes: Sequence[Any] = (), most: int | None = MOST
    ) -> None:
        self._make, self._dtypes, self._most = make, tuple(dtypes), most
        self._lock = Lock()
        self._table = self._empty(64)

    def _empty(self, size: int) -> Table:
        places = np.zeros(1 << BITS, np.intp), np.zeros(1 << BITS, np.intp)
        return Table(places, np.full(size, _NO_KEY, np.uint64), tuple(np.zeros(size, d) for d in self._dtypes), {})

    def look(self, keys: NDArray[np.uint64]) -> tuple[NDArray[np.intp], tuple[NDArray[Any], ...]]:
        """Return the row of each key, and the columns that the rows are of."""
        table = self._table
        if self._most is not None and len(table.rows) > self._most:
            table = self._table = self._empty(64)
        rows = _at(table, keys, 0)
        missing = np.flatnonzero(table.keys.take(rows) != keys)
        if missing.size:
            others = keys[missing]
            second = _at(table, others, 1)
            good = table.keys[second] == others
            rows[missing[good]] = second[good]
            missing = missing[~good]
            if missing.size:
                table = self._filled(rows, missing, keys[missing])
        return rows, table.columns

    def key(self, row: int) -> int:
        """Return the key of a row."""
        return int(self._table.keys[row])

    def _filled(self, rows: NDArray[np.intp], missing: NDArray[np.intp], keys: NDArray[np.uint64]) -> Table:
        """Make the rows of missing keys and put them into `rows`; return the table that has them."""
        unique, which = np.unique(keys, return_inverse=True)
        with self._lock:
            table = self._table
            fresh = [key for key in map(int, unique) if key not in table.rows]
            if len(table.rows) + len(fresh) >= len(table.keys):
                table = self._grown(table, len(fresh))
            for key in fresh:
                row = len(table.rows) + 1
                table.keys[row] = key
                for column, value in zip(table.columns, self._make(key), strict=True):
                    column[row] = value
                table.rows[key] = row
                for which_place in (0, 1):
                    place = (key * int(_FACTORS[which_place]) & (1 << 64) - 1) >> 64 - BITS
                    if not table.places[which_place][place]:
                        table.places[which_place][place] = row
                        break
            self._table = table
            found = np.array([table.rows[key] for key in map(int, unique)], np.intp)
        rows[missing] = found[which]
        return table

    def _grown(self, table: Table, more: int) -> Table:
        size = max(2 * len(table.keys), len(table.rows) + more + 1)
        keys = np.full(size, _NO_KEY, np.uint64)
        keys[: len(table.keys)] = table.keys
        columns = []
        for column in table.columns:
            columns.append(np.zeros(size, column.dtype))
            columns[-1][: len(column)] = column
        places = table.places[0].copy(), table.places[1].copy()
        return Table(places, keys, tuple(columns), dict(table.rows))


def _at(table: Table, keys: NDArray[np.uint64], which: int) -> NDArray[np.intp]:
    at = keys * _FACTORS[which]
    at >>= _SHIFT
    return table.places[which].take(at.view(np.int64))


class Chain:
    """Makes one number of 64 bits of several, and these of it again."""

    def __init__(self, length: int) -> None:
        self._memos = [(Memo(_nothing, most=None), Memo(_nothing, most=None)) for _ in range(length - 1)]

    def join(self, words: Sequence[NDArray[np.uint64]]) -> NDArray[np.uint64]:
        """Return a number for each row of the words; alike rows have the same one, as long as the chain lives."""
        total = words[0]
        for (first, second), word in zip(self._memos, words[1:], strict=True):
            before, _ = first.look(total)
            here, _ = second.look(word)
            total = before.astype(np.uint64) << np.uint64(32) | here.astype(np.uint64)
        return total

    def split(self, key: int) -> list[int]:
        """Return the words of a number."""
        words: list[int] = []
        for first, second in reversed(self._memos):
            words.insert(0, second.key(key & 0xFFFFFFFF))
            key = first.key(key >> 32)
        return [key, *words]


def _nothing(_: int) -> tuple[int, ...]:
    return ()
