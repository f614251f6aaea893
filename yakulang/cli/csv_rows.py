"""CSV files of hands: every cell is text, an empty one says nothing, and a row that is wrong is one row."""

from __future__ import annotations

import csv
import json
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from yakulang.cli.lines import open_text
from yakulang.errors import Diagnostic, YakulangError
from yakulang.message import message
from yakulang.notation.tile_text import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from yakulang.cli.lines import TextLines

_NUMBERS = ("honba", "sticks", "nuki")
_TILES = ("dora", "kandora", "ura", "kanura")
_WORDS = "flags"
_SEPARATORS = {";": ";", "\t": "TAB", "|": "|"}  # that other programs write


class CsvRow(NamedTuple):
    """A row below the header: its cells, None where nothing is said; or what is wrong with it."""

    cells: list[str | None]
    problem: Diagnostic | None = None


class CsvRows:
    """The rows of a CSV file; blank lines are none.

    Attributes:
        header: the names of the columns.
    """

    def __init__(self, lines: TextLines) -> None:
        """Read the header.

        Raises:
            YakulangError: there is none, or it can't be read.
        """
        self._text = _Text(lines)
        # a quote that is left open is a mistake of one row, not the rest of the file as one cell
        self._reader = csv.reader(self._text, strict=True)
        first = self._next()
        if first is None or first.problem:
            why = message("the file is empty") if first is None else first.problem and first.problem.message
            raise _unreadable(lines.name, why or "")
        self.header = [name.strip() if name else "" for name in first.cells]
        (only, *others) = self.header
        separator = next((one for one in _SEPARATORS if not others and one in only), None)
        if separator:
            why = message("its columns stand apart by {separator}", separator=_SEPARATORS[separator])
            raise _unreadable(lines.name, why, message("separate them by commas"))

    def __iter__(self) -> Iterator[CsvRow]:
        """Give each row, wrong ones included."""
        while (row := self._next()) is not None:
            given, wanted = len(row.cells), len(self.header)
            if row.problem is None and given != wanted:
                text = message(
                    "the row has another number of cells ({n}) than the header ({wanted})", n=given, wanted=wanted
                )
                hint = message("a cell with a comma in it stands in double quotes") if given > wanted else None
                row = CsvRow([], Diagnostic("YK625", text, hint=hint, name="bad_row"))
            yield row if row.problem is None else row._replace(cells=[None] * wanted)

    def _next(self) -> CsvRow | None:
        while True:
            try:
                cells = next(self._reader, None)
            except _LineError as error:
                return CsvRow([], error.problem)
            except csv.Error as error:
                return CsvRow([], _not_csv(error))
            if cells is None:
                return None
            if cells and (len(cells) > 1 or cells[0].strip()):
                return CsvRow([cell if cell.strip() else None for cell in cells])


@contextmanager
def open_csv(name: str) -> Iterator[CsvRows]:
    """Open a CSV file; `.gz` is unpacked.

    Raises:
        OSError: the file can't be opened or read.
        YakulangError: it has no header.
    """
    with open_text(name) as lines:
        yield CsvRows(lines)


def record_of(names: Sequence[str], cells: Sequence[str | None]) -> dict[str, Any]:
    """Return the hand record that the cells of a row say; what is not said is left out.

    A cell that begins with a bracket is JSON. Lists of tiles and of words stand with commas or spaces between them.
    """
    return {name: _value(name, cell) for name, cell in zip(names, cells, strict=True) if cell is not None}


def _value(name: str, cell: str) -> Any:
    text = cell.strip()
    if text[0] in "[{":
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return text  # the record says that it is none of its values
    if name in _NUMBERS and re.fullmatch(r"-?[0-9]{1,9}(\.0)?", text):
        return int(text.removesuffix(".0"))
    if name in _TILES or name == _WORDS:
        return [one for one in re.split(r"[\s,、]+", text) if one]
    return text


class _LineError(Exception):
    """A line that is no text."""

    def __init__(self, problem: Diagnostic | None) -> None:
        self.problem = problem


class _Text:
    """The text of lines; one that is none is an error, and the next call gives what follows."""

    def __init__(self, lines: TextLines) -> None:
        self._lines = iter(lines)

    def __iter__(self) -> _Text:
        return self

    def __next__(self) -> str:
        line = next(self._lines)
        if line.text is None:
            raise _LineError(line.problem)
        return line.text


def _not_csv(error: csv.Error) -> Diagnostic:
    """Return what is wrong with a row that can't be taken apart."""
    if "limit" in str(error):
        text = message("a cell is too long; at most {most:,} characters are read", most=csv.field_size_limit())
        hint = message('a double quote (") is open, perhaps, that does not end')
        return Diagnostic("YK601", text, hint=hint, name="line_too_long")
    text = message("the double quotes of the row don't fit")
    hint = message('they stand around a whole cell; one inside it is written twice: ""')
    return Diagnostic("YK625", text, hint=hint, name="bad_row")


def _unreadable(file: str, why: str, hint: str | None = None) -> YakulangError:
    text = message("{file} can't be read as a table: {why}", file=shown(file), why=why)
    return YakulangError([Diagnostic("YK624", text, hint=hint, name="unreadable_table")])
