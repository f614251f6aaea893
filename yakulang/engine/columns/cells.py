"""Arrow columns read as numpy ones. A column of a wrong type is refused; a wrong cell is noted and the rest read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from yakulang.engine.columns.hands import MARKED, MOST_MELDS, UNKNOWN, Choices, Lists
from yakulang.errors import BatchError, Diagnostic
from yakulang.message import message
from yakulang.notation.tile_text import shown
from yakulang.tiles import KINDS, WINDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

NO_SEAT = 254  # stands for what is no seat
_TEXTS = [pa.string(), pa.large_string(), *([pa.string_view()] if hasattr(pa, "string_view") else [])]
_SHOWN = 20  # characters of a wrong text


def is_text(kind: Any) -> bool:
    """Whether a type of Arrow is one of texts."""
    return kind in _TEXTS


def plain(column: Any) -> Any:
    """Return a column with each value in its row, where Arrow keeps values that repeat apart."""
    if pa.types.is_dictionary(column.type):
        return column.dictionary_decode()
    if pa.types.is_run_end_encoded(column.type):
        return pc.run_end_decode(column)
    return column


def refuse(code: str, text: str, hint: str | None = None, *, name: str) -> NoReturn:
    """Say that columns are not those of hands.

    Raises:
        BatchError: always.
    """
    raise BatchError([Diagnostic(code, text, hint=hint, name=name)])


def wrong_type(name: str, wanted: str, found: object, hint: str | None = None) -> NoReturn:
    """Say that a column is of another type than it must be.

    Raises:
        BatchError: always.
    """
    text = message("the column `{name}` holds {wanted}, not {found}", name=name, wanted=wanted, found=found)
    refuse("YK622", text, hint, name="wrong_column")


class CellReader:
    """Reads the columns of one batch.

    Args:
        problems: what is wrong with a row is noted here, the first thing only. In its place stands what is no tile, no
            seat or no number of a hand.
    """

    def __init__(self, problems: dict[int, Diagnostic]) -> None:
        self.problems = problems

    # --- what is in a row -------------------------------------------------------------------------

    def integers(self, name: str, column: Any, wanted: Any, null: int) -> NDArray[Any]:
        """Return whole numbers, `null` where there are none."""
        values, valid, wrong = self._fitting(name, column, np.dtype(wanted))
        if wrong is not None:
            self._note_outside(name, column, np.flatnonzero(wrong), values.dtype)
        return values if valid is None else np.where(valid, values, values.dtype.type(null))

    def truth(self, name: str, column: Any) -> NDArray[np.bool_]:
        """Return truth values; null is no."""
        column = plain(column)
        if pa.types.is_null(column.type):
            return np.zeros(len(column), np.bool_)
        if column.type != pa.bool_():
            wrong_type(name, message("truth values"), column.type)
        values, valid = _values(column)
        return values if valid is None else values & valid

    def seats(self, name: str, column: Any, size: int) -> NDArray[np.uint8]:
        """Return seats as numbers."""
        if column is None or pa.types.is_null(column.type):
            return np.full(size, UNKNOWN, np.uint8)
        wanted = message("E S W N, or 0 to 3")
        if not pa.types.is_dictionary(column.type) or not is_text(column.type.value_type):
            column = plain(column)
        if pa.types.is_integer(column.type):
            values, valid, outside = self._fitting(name, column, np.dtype(np.uint8))
            wrong = values >= len(WINDS)
            if valid is not None:
                values, wrong = np.where(valid, values, np.uint8(UNKNOWN)), wrong & valid
            elif outside is None and not wrong.any():
                return values
            for row in np.flatnonzero(wrong).tolist():
                self._note(row, name, wanted, column[row].as_py())
            return np.where(wrong, np.uint8(NO_SEAT), values)
        choice = self.choices(name, column)
        codes = [WINDS.index(value) if value in WINDS and len(value) == 1 else NO_SEAT for value in choice.values]
        found = np.array([*codes, UNKNOWN], np.uint8)[choice.codes]
        for row in np.flatnonzero(found == NO_SEAT).tolist():
            self._note(row, name, wanted, f"`{shown(choice.values[choice.codes[row]][:_SHOWN])}`")
        return found

    def choices(self, name: str, column: Any) -> Choices:
        """Return words, each of them once."""
        if pa.types.is_run_end_encoded(column.type):
            column = plain(column)
        if is_text(column.type):
            column = column.cast(pa.string()).dictionary_encode()
        if not pa.types.is_dictionary(column.type) or not is_text(column.type.value_type):
            wrong_type(name, message("texts"), column.type)
        codes = self.integers(name, column.indices, np.int32, -1)
        values = column.dictionary.to_pylist()
        if None in values:
            absent = np.array([value is None for value in values])
            codes = np.where((codes >= 0) & absent[codes], np.int32(-1), codes)
        return Choices(codes, tuple(value or "" for value in values))

    def lists(self, name: str, column: Any, wanted: Any = np.uint8) -> Lists:
        """Return lists of numbers; a list that is null is empty."""
        column = plain(column)
        kind = column.type
        size = len(column)
        if pa.types.is_null(kind):
            return Lists(np.zeros(size + 1, np.int64), np.zeros(0, wanted))
        if not _is_list(kind):
            wrong_type(name, message("lists of numbers"), kind)
        if column.null_count:
            column = pc.coalesce(column.cast(pa.list_(kind.value_type)), pa.scalar([], pa.list_(kind.value_type)))
        elif not pa.types.is_list(kind):
            column = column.cast(pa.list_(kind.value_type))
        if not size:
            return Lists(np.zeros(1, np.int64), np.zeros(0, wanted))
        offsets = np.frombuffer(column.buffers()[1], np.int32, size + 1, 4 * column.offset).astype(np.int64)
        inner = column.values.slice(int(offsets[0]), int(offsets[-1] - offsets[0]))
        offsets -= offsets[0]
        values, valid, wrong = self._fitting(name, inner, np.dtype(wanted))
        if wrong is not None:
            places = np.flatnonzero(wrong)
            self._note_outside(name, inner, places, values.dtype, offsets)
        if valid is not None:
            values = np.where(valid, values, np.iinfo(values.dtype).max)
            for row in _rows_of(np.flatnonzero(~valid), offsets):
                self._note(row, name, message("numbers"), message("null in a list"))
        return Lists(offsets, values)

    # --- what a hand is made of -------------------------------------------------------------------

    def counts(self, column: Any) -> NDArray[np.uint8]:
        """Return the tiles of each hand, counted by kind; no tiles where that is null."""
        if pa.types.is_fixed_size_list(column.type) and column.type.list_size == KINDS and not column.null_count:
            flat = column.flatten()
            if flat.type == pa.uint8() and not flat.null_count:
                found: NDArray[np.uint8] = flat.to_numpy().reshape(-1, KINDS)
                return found
        lists = self.lists("counts", column)
        lengths = np.diff(lists.offsets)
        for row in np.flatnonzero((lengths != KINDS) & (lengths != 0)).tolist():
            self._note(row, "counts", message("{n} numbers a hand", n=KINDS), int(lengths[row]))
        counts = np.zeros((len(lengths), KINDS), np.uint8)
        whole = lengths == KINDS
        counts[whole] = lists.values[np.repeat(whole, lengths)].reshape(-1, KINDS)
        return counts

    def counted(self, column: Any, size: int) -> tuple[NDArray[np.uint8], dict[str, Lists]]:
        """Return counts and marked kinds of lists of tiles; a hand with a number that is no tile has no tiles."""
        tiles = self.lists("tiles", column)
        kinds, marks = tiles.values & 63, tiles.values >> 6
        rows = np.repeat(np.arange(size), np.diff(tiles.offsets))
        good = (kinds < KINDS) & (marks <= len(MARKED))
        counts = np.zeros((size, KINDS), np.uint8)
        np.add.at(counts.reshape(-1), rows[good] * KINDS + kinds[good], np.uint8(1))
        counts[rows[~good]] = 0
        marked = {}
        for name, mark in MARKED.items():
            those = good & (marks == mark)
            if those.any():
                offsets = np.zeros(size + 1, np.int64)
                np.cumsum(np.bincount(rows[those], minlength=size), out=offsets[1:])
                marked[name] = Lists(offsets, kinds[those].astype(np.uint8))
        return counts, marked

    def melds(self, name: str, column: Any, wanted: Any) -> NDArray[Any]:
        """Return four numbers a hand, one a meld."""
        if pa.types.is_fixed_size_list(column.type) and column.type.list_size == MOST_MELDS and not column.null_count:
            flat = column.flatten()
            if flat.type == pa.from_numpy_dtype(wanted) and not flat.null_count:
                found: NDArray[Any] = flat.to_numpy().reshape(-1, MOST_MELDS)
                return found
        lists = self.lists(name, column, wanted)
        lengths = np.diff(lists.offsets)
        melds = np.zeros((len(lengths), MOST_MELDS), lists.values.dtype)
        rows = np.repeat(np.arange(len(lengths)), lengths)
        places = np.arange(len(rows)) - lists.offsets[rows]
        fits = places < MOST_MELDS
        melds[rows[fits], places[fits]] = lists.values[fits]
        melds[lengths > MOST_MELDS] = np.iinfo(melds.dtype).max  # no meld has this number
        return melds

    # --- what is wrong ----------------------------------------------------------------------------

    def _fitting(
        self, name: str, column: Any, dtype: np.dtype[Any]
    ) -> tuple[NDArray[Any], NDArray[np.bool_] | None, NDArray[np.bool_] | None]:
        """Return numbers of a type, where there are some, and where they did not fit it: there stands its largest."""
        column = plain(column)
        if pa.types.is_null(column.type):
            return np.zeros(len(column), dtype), np.zeros(len(column), np.bool_), None
        if not pa.types.is_integer(column.type):
            wrong_type(name, message("whole numbers"), column.type)
        values, valid = _values(column)
        if values.dtype == dtype or np.can_cast(values.dtype, dtype) or not values.size:
            return values.astype(dtype, copy=False), valid, None
        most = np.iinfo(dtype)
        wrong = (values > most.max) | (values < most.min)
        if valid is not None:
            wrong &= valid
        if not wrong.any():
            return values.astype(dtype), valid, None
        found = values.astype(dtype)
        found[wrong] = most.max
        return found, valid, wrong

    def _note_outside(
        self, name: str, column: Any, places: NDArray[np.intp], dtype: Any, offsets: NDArray[np.int64] | None = None
    ) -> None:
        """Note numbers that are too large or too small for a column, or for the lists of one."""
        most = np.iinfo(dtype)
        wanted = message("numbers from {least} to {most}", least=most.min, most=most.max)
        rows = places.tolist() if offsets is None else _rows_of(places, offsets)
        for row, place in zip(rows, places.tolist(), strict=True):
            if row not in self.problems:
                self._note(row, name, wanted, column[place].as_py())

    def _note(self, row: int, name: str, wanted: str, found: object) -> None:
        if row not in self.problems:
            text = message("the column `{name}` holds {wanted}, not {found}", name=name, wanted=wanted, found=found)
            self.problems[row] = Diagnostic("YK622", text, name="wrong_column")


def _rows_of(places: NDArray[np.intp], offsets: NDArray[np.int64]) -> Iterable[int]:
    """Return the rows whose lists hold some values."""
    rows: list[int] = (np.searchsorted(offsets, places, side="right") - 1).tolist()
    return rows


def _values(column: Any) -> tuple[NDArray[Any], NDArray[np.bool_] | None]:
    """Return the numbers of a column without a copy, and where there are some; None where there are everywhere."""
    known, data = column.buffers()
    size, start = len(column), column.offset
    if not size:
        return np.zeros(0, column.type.to_pandas_dtype()), None
    valid = _bits(known, start, size) if column.null_count else None
    if column.type == pa.bool_():
        return _bits(data, start, size), valid
    dtype = np.dtype(column.type.to_pandas_dtype())
    return np.frombuffer(data, dtype, size, start * dtype.itemsize), valid


def _bits(buffer: Any, start: int, size: int) -> NDArray[np.bool_]:
    whole = np.frombuffer(buffer, np.uint8, (start + size + 7) // 8 - start // 8, start // 8)
    first = start % 8
    return np.unpackbits(whole, bitorder="little")[first : first + size].view(np.bool_)


def _is_list(kind: Any) -> bool:
    one = pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind)
    return one and bool(pa.types.is_integer(kind.value_type) or pa.types.is_null(kind.value_type))
