"""The rows of a file some at a time, as record batches of hands: Parquet, Arrow, CSV, or records as JSON lines."""

from __future__ import annotations

import json
import tempfile
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from yakulang.cli.batch import is_packed, is_table, table_ending
from yakulang.cli.csv_rows import open_csv, record_of
from yakulang.cli.lines import open_lines, open_text
from yakulang.errors import Diagnostic, YakulangError
from yakulang.message import message
from yakulang.notation.winners import is_winners_record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pyarrow as pa

    from yakulang.cli.csv_rows import CsvRow
    from yakulang.cli.lines import JsonLine
    from yakulang.engine.ruleset import Ruleset

ROWS = 1 << 15  # of a batch
_TEXTS = 1 << 23  # characters of a batch that is made of texts
_ID, _TEXT, _RECORD = "id", "text", "record"
_LISTS = ("counts", "tiles")
_DAMAGED = message("it is damaged, or its texts are not UTF-8")


class Part(NamedTuple):
    """Some rows: the number of the first or of each, and what is wrong with some before they are hands."""

    batch: pa.RecordBatch
    first: int
    numbers: list[int] | None = None
    problems: dict[int, Diagnostic] | None = None


def read_parts(ruleset: Ruleset, source: str, keep: Sequence[str]) -> Iterator[Part]:
    """Yield the rows of a file some at a time; of a table without rows one empty part.

    Args:
        ruleset: the rules, whose columns a CSV file may have.
        source: the name of the file.
        keep: columns that are none of the hand's.

    Raises:
        OSError: the file can't be read.
        YakulangError: the file is no table of the form that its ending says.
    """
    if not is_table(source):
        return _records(source, keep)
    return _csv(ruleset, source, keep) if table_ending(source) == ".csv" else _batches(source)


# --- Parquet and Arrow --------------------------------------------------------------------------------


def _batches(source: str) -> Iterator[Part]:
    import pyarrow as pa  # noqa: PLC0415  an extra

    unreadable = (pa.ArrowInvalid, pa.ArrowNotImplementedError, pa.ArrowKeyError, EOFError)
    with ExitStack() as stack:
        batches: Iterator[pa.RecordBatch] | None = None
        first = 1
        while True:
            try:
                if batches is None:
                    batches = _opened(source, stack.enter_context(_binary(source)), stack)
                batch = next(batches, None)
            except unreadable as error:
                raise _unreadable(source, str(error).splitlines()[0][:200] if str(error) else _DAMAGED) from None
            except (OSError, UnicodeDecodeError) as error:
                if isinstance(error, OSError) and error.errno is not None:  # no matter of what stands in it
                    raise
                raise _unreadable(source, _DAMAGED) from None
            if batch is None:
                return
            try:  # the reader takes lengths and texts as they come
                batch.validate(full=True)
            except pa.ArrowInvalid:
                raise _unreadable(source, _DAMAGED) from None
            for start in range(0, len(batch) or 1, ROWS):
                yield Part(batch.slice(start, ROWS), first + start)
            first += len(batch)


def _unreadable(source: str, why: str) -> YakulangError:
    text = message("{file} can't be read as a table: {why}", file=source, why=why)
    return YakulangError([Diagnostic("YK624", text, name="unreadable_table")])


def _opened(source: str, stream: IO[bytes], stack: ExitStack) -> Iterator[pa.RecordBatch]:
    """Return the record batches of a stream, at least one.

    No thread reads ahead: one that waits for the interpreter when that ends would end the process with a crash.
    """
    import pyarrow as pa  # noqa: PLC0415

    if table_ending(source) == ".parquet":
        from pyarrow.parquet import ParquetFile  # noqa: PLC0415

        file = ParquetFile(stream, pre_buffer=False)
        schema, batches = file.schema_arrow, file.iter_batches(batch_size=ROWS, use_threads=False)
    else:
        options = pa.ipc.IpcReadOptions(use_threads=False)
        reader = stack.enter_context(pa.ipc.open_file(stream, options=options))
        schema, batches = reader.schema, (reader.get_batch(number) for number in range(reader.num_record_batches))
    list(schema.names)  # one that is no text is refused here
    return _at_least_one(batches, schema)


def _at_least_one(batches: Iterator[pa.RecordBatch], schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa  # noqa: PLC0415

    batch = None
    for batch in batches:
        yield batch
    if batch is None:
        yield pa.RecordBatch.from_arrays([pa.array([], field.type) for field in schema], schema=schema)


@contextmanager
def _binary(source: str) -> Iterator[IO[bytes]]:
    """Open a file; one that is packed is unpacked beside, as tables are not read from front to end.

    Raises:
        YakulangError: it is not packed as its name says.
    """
    if not is_packed(source):
        with Path(source).open("rb") as stream:
            yield stream
        return
    with tempfile.TemporaryFile() as stream, open_text(source) as lines:
        if problem := lines.unpack(stream):
            raise YakulangError([problem])
        stream.seek(0)
        yield stream


# --- rows that are made batches ----------------------------------------------------------------------


class _Rows:
    """Rows that become a batch: the text or record of each, its id, and what is kept.

    Args:
        columns: the names of what is copied.
        form: the column that says what the hands are.
        first: the number of the first row; None where each has its own.
    """

    def __init__(self, columns: Sequence[str], form: str, first: int | None) -> None:
        self._names, self._form = columns, form
        self._first = first
        self._empty()

    def _empty(self) -> None:
        self._rows: list[Sequence[str | None]] = []
        self._hands: list[str | None] = []
        self._numbers: list[int] = []
        self._problems: dict[int, Diagnostic] = {}
        self._size = 0

    @property
    def full(self) -> bool:
        """Whether these are as many as a batch holds."""
        return len(self._hands) >= ROWS or self._size > _TEXTS

    def __len__(self) -> int:
        return len(self._hands)

    def add(self, hand: str | None, copied: Sequence[str | None], problem: Diagnostic | None, number: int = 0) -> None:
        """Add a row."""
        if problem:
            self._problems[len(self._hands)], hand = problem, None
        self._hands.append(hand)
        self._rows.append(copied)
        self._numbers.append(number)
        self._size += len(hand or "") + sum(len(text or "") for text in copied)

    def part(self) -> Part:
        """Return the rows, and begin anew."""
        import pyarrow as pa  # noqa: PLC0415

        columns = [pa.array([row[place] for row in self._rows], pa.string()) for place in range(len(self._names))]
        columns.append(pa.array(self._hands, pa.string()))
        batch = pa.RecordBatch.from_arrays(columns, names=[*self._names, self._form])
        part = Part(batch, self._first or 0, None if self._first else self._numbers, self._problems)
        if self._first:
            self._first += len(self._hands)
        self._empty()
        return part


def _csv(ruleset: Ruleset, source: str, keep: Sequence[str]) -> Iterator[Part]:
    import pyarrow as pa  # noqa: PLC0415

    with open_csv(source) as rows:
        names = rows.header
        for name in _LISTS:
            if name in names and name not in keep:
                wanted = message("lists of numbers")
                text = message(
                    "the column `{name}` holds {wanted}, not {found}", name=name, wanted=wanted, found=message("texts")
                )
                hint = message("one of {names} does", names=", ".join((_TEXT, _RECORD, "closed")))
                raise YakulangError([Diagnostic("YK622", text, hint=hint, name="wrong_column")])
        empty = pa.RecordBatch.from_arrays([pa.array([], pa.string())] * len(names), names=names)
        ruleset.batches.check(empty, keep)
        copied = [place for place, name in enumerate(names) if name == _ID or name in keep]
        others = [place for place in range(len(names)) if place not in copied]
        form = next((name for name in (_RECORD, _TEXT) if name in names), None)
        found = _Rows([names[place] for place in copied if names[place] != form], form or _RECORD, 1)
        copied = [place for place in copied if names[place] != form]

        def hand(row: CsvRow) -> str | None:
            if form:
                return row.cells[names.index(form)]
            return json.dumps(record_of([names[n] for n in others], [row.cells[n] for n in others]))

        anything = False
        for row in rows:
            anything = True
            found.add(None if row.problem else hand(row), [row.cells[place] for place in copied], row.problem)
            if found.full:
                yield found.part()
        if len(found) or not anything:
            yield found.part()


def _records(source: str, keep: Sequence[str]) -> Iterator[Part]:
    """Yield the hand records of a file of JSON lines; a line that can't be read is a record that is none."""
    kept = [name for name in keep if name != _ID]
    found = _Rows([_ID, *kept], _RECORD, None)
    with open_lines(source) as lines:
        for line in lines:
            record, name, problem = _read(line)
            row = line.value or {}
            copied = [_well(str(line.number if name is None else name)), *(_field(row.get(one)) for one in kept)]
            found.add(None if record is None else json.dumps(record), copied, problem, line.number)
            if found.full:
                yield found.part()
    if len(found):
        yield found.part()


def _read(line: JsonLine) -> tuple[Any, Any, Diagnostic | None]:
    """Return the record of a line, the id of its row, and what is wrong with it."""
    row = line.value or {}
    record, name = (row["input"], row.get("id")) if "input" in row else (line.value, None)
    problem = line.problem
    if is_winners_record(record) or is_winners_record(row):
        text = message("several winners of one discard are no row of a table")
        hint = message("give the results a name that ends in .jsonl: each line has its own form there")
        problem = Diagnostic("YK605", text, hint=hint, name="not_a_record")
    return record, name, problem


def _field(value: Any) -> str | None:
    """Return a field of a row as text."""
    if value is None:
        return None
    return _well(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def _well(text: str) -> str:
    """Return a text that Arrow can hold."""
    return text.encode("utf-8", "backslashreplace").decode()
