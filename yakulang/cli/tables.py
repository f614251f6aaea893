"""`yakulang score` on tables: Parquet, Arrow and CSV files, read and written batch by batch."""

from __future__ import annotations

import json
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from yakulang.cli.batch import is_table, one_line, open_target, write_line
from yakulang.cli.lines import STANDARD, open_lines
from yakulang.cli.streams import FINE, NO, WRONG_USE, json_text, print_result, say, say_all
from yakulang.engine.extras import need
from yakulang.errors import Diagnostic, YakulangError, render
from yakulang.message import message, translated
from yakulang.notation.winners import is_winners_record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pyarrow as pa

    from yakulang.engine.ruleset import Ruleset

ROWS = 1 << 15  # of a batch
_SHOWN = 20  # failed rows whose problems are told


class _Part(NamedTuple):
    """Some rows: the number of the first or of each, and what is wrong with some before they are hands."""

    batch: pa.RecordBatch
    first: int
    numbers: list[int] | None = None
    problems: dict[int, Diagnostic] | None = None


def score_table(ruleset: Ruleset, source: str, target: str, lang: str) -> int:
    """Score every hand of a table, or into one, and return the exit status; see `batch.score_file`.

    Raises:
        OSError: a file can't be read or written.
    """
    total = failed = 0
    try:
        need("numpy", "pyarrow")
        import pyarrow as pa  # noqa: PLC0415  an extra

        unreadable = (pa.ArrowInvalid, pa.ArrowNotImplementedError, pa.ArrowKeyError, UnicodeDecodeError)
        with _writer(target) as write:
            for part in _read(source, unreadable):
                result = _with_codes(ruleset.score_batch(part.batch, yaku_ids=True), part.problems or {})
                result = _readable(result, target)
                failed += _report(ruleset, part, result, source, lang, shown=max(0, _SHOWN - failed))
                total += len(result)
                write(result)
    except YakulangError as error:
        say_all(error.diagnostics, lang)
        return WRONG_USE
    if failed:
        say(translated(message("{failed} of {total} rows failed", failed=failed, total=total), lang))
    return NO if failed else FINE


def _with_codes(result: pa.RecordBatch, problems: dict[int, Diagnostic]) -> pa.RecordBatch:
    """Return a result with the codes of what was wrong before there were hands."""
    if not problems:
        return result
    import pyarrow as pa  # noqa: PLC0415

    codes = result.column("error").to_pylist()
    for row, problem in problems.items():
        codes[row] = problem.code
    place = result.schema.names.index("error")
    return result.set_column(place, "error", pa.array(codes, pa.string()))


def _report(ruleset: Ruleset, part: _Part, result: pa.RecordBatch, source: str, lang: str, *, shown: int) -> int:
    """Tell what is wrong with failed rows on standard error, and return how many there are."""
    import pyarrow.compute as pc  # noqa: PLC0415

    rows = pc.indices_nonzero(pc.equal(result.column("status").cast("string"), "invalid")).to_pylist()
    name = "<stdin>" if source == STANDARD else source
    for row in rows[:shown]:
        known = (part.problems or {}).get(row)
        where = f"{name}: row {part.first + row}" if part.numbers is None else f"{name}:{part.numbers[row]}"
        for problem in (known,) if known else ruleset.batches.problems(part.batch, row):
            say(f"{where}: {render(problem, lang)}")
    if shown and len(rows) > shown:
        more = message("more rows failed; their codes stand in the column `error`")
        say(f"{name}: {translated(more, lang)}")
    return len(rows)


# --- reading ----------------------------------------------------------------------------------------


def _read(source: str, unreadable: tuple[type[Exception], ...]) -> Iterator[_Part]:
    """Yield the rows of a file some at a time.

    Raises:
        YakulangError: the file is no table of the form that its ending says.
    """
    if not is_table(source):
        yield from _records(source)
        return
    with ExitStack() as stack:
        batches = None
        first = 1
        while True:
            try:
                if batches is None:
                    batches = _batches(source, stack)
                batch = next(batches, None)
            except unreadable as error:
                why = str(error).splitlines()[0][:200] if str(error) else type(error).__name__
                text = message("{file} can't be read as a table: {why}", file=source, why=why)
                raise YakulangError([Diagnostic("YK624", text, name="unreadable_table")]) from None
            if batch is None:
                return
            for start in range(0, len(batch), ROWS):
                yield _Part(batch.slice(start, ROWS), first + start)
            first += len(batch)


def _batches(source: str, stack: ExitStack) -> Iterator[pa.RecordBatch]:
    """Return the record batches of a file."""
    import pyarrow as pa  # noqa: PLC0415

    stream = stack.enter_context(Path(source).open("rb"))  # noqa: SIM115  closed by the stack
    ending = Path(source).suffix.lower()
    if ending == ".parquet":
        from pyarrow.parquet import ParquetFile  # noqa: PLC0415

        found: Iterator[pa.RecordBatch] = ParquetFile(stream).iter_batches(batch_size=ROWS)
        return found
    if ending == ".csv":
        from pyarrow.csv import ConvertOptions, open_csv  # noqa: PLC0415

        texts = dict.fromkeys(("id", "text", "record"), pa.string())
        return iter(stack.enter_context(open_csv(stream, convert_options=ConvertOptions(column_types=texts))))
    reader = stack.enter_context(pa.ipc.open_file(stream))
    return (reader.get_batch(number) for number in range(reader.num_record_batches))


def _records(source: str) -> Iterator[_Part]:
    """Yield the hand records of a file of JSON lines; a line that can't be read is a record that is none."""
    import pyarrow as pa  # noqa: PLC0415

    def part() -> _Part:
        return _Part(pa.RecordBatch.from_pydict({"id": ids, "record": records}), 0, numbers, problems)

    ids, records, numbers, problems = _nothing()
    with open_lines(source) as lines:
        for line in lines:
            row = line.value or {}
            problem = line.problem
            record, name = (row["input"], row.get("id")) if "input" in row else (line.value, None)
            if is_winners_record(record) or is_winners_record(row):
                text = message("several winners of one discard are no row of a table")
                hint = message("give the results a name that ends in .jsonl: each line has its own form there")
                problem = Diagnostic("YK605", text, hint=hint, name="not_a_record")
            if problem:
                problems[len(ids)], record = problem, None
            ids.append(str(line.number if name is None else name).encode("utf-8", "backslashreplace").decode())
            records.append(None if record is None else json.dumps(record))
            numbers.append(line.number)
            if len(ids) == ROWS:
                yield part()
                ids, records, numbers, problems = _nothing()
    if ids:
        yield part()


def _nothing() -> tuple[list[str], list[str | None], list[int], dict[int, Diagnostic]]:
    return [], [], [], {}


# --- writing ----------------------------------------------------------------------------------------


@contextmanager
def _writer(target: str) -> Iterator[Callable[[pa.RecordBatch], None]]:
    """Give a function that writes a batch. A file appears under its name only when everything was written."""
    if target == STANDARD:
        yield lambda batch: _each_line(batch, print_result, json_text)
        return
    with open_target(target) as stream, ExitStack() as stack:
        writers: list[Any] = []

        def write(batch: pa.RecordBatch) -> None:
            if not is_table(target):
                _each_line(
                    batch, lambda text: write_line(stream, text), lambda row: json.dumps(row, ensure_ascii=False)
                )
                return
            if not writers:
                writers.append(stack.enter_context(_table_writer(target, stream, batch.schema)))
            writers[0].write_batch(batch)

        yield write


def _table_writer(target: str, stream: IO[bytes], schema: pa.Schema) -> Any:
    ending = Path(target).suffix.lower()
    if ending == ".parquet":
        from pyarrow.parquet import ParquetWriter  # noqa: PLC0415

        return ParquetWriter(stream, schema)
    if ending == ".csv":
        from pyarrow.csv import CSVWriter  # noqa: PLC0415

        return CSVWriter(stream, schema)
    import pyarrow as pa  # noqa: PLC0415

    return pa.ipc.new_file(stream, schema)


def _readable(batch: pa.RecordBatch, target: str) -> pa.RecordBatch:
    """Return a result as the file has it: bits of yaku for programs, their ids for what people read."""
    import pyarrow as pa  # noqa: PLC0415
    import pyarrow.compute as pc  # noqa: PLC0415

    names = batch.schema.names
    if is_table(target) and not target.lower().endswith(".csv"):
        return batch.select([name for name in names if name != "yaku"])
    batch = batch.select([name for name in names if not name.startswith("yaku_")])
    columns = dict(zip(batch.schema.names, batch.columns, strict=True))
    if is_table(target):
        for name, column in columns.items():
            if pa.types.is_dictionary(column.type):
                columns[name] = column.cast("string")
        columns["yaku"] = pc.binary_join(columns["yaku"].cast(pa.list_(pa.string())), " ")
    return pa.RecordBatch.from_arrays(list(columns.values()), names=list(columns))


def _each_line(batch: pa.RecordBatch, write: Callable[[str], None], text: Callable[[Any], str]) -> None:
    for row in batch.to_pylist():
        write(one_line(text(row)))
