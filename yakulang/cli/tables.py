"""`yakulang score` on tables: Parquet, Arrow and CSV files, read and written batch by batch."""

from __future__ import annotations

import json
import os
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from yakulang.cli.batch import is_table
from yakulang.cli.lines import STANDARD, open_lines
from yakulang.cli.streams import FINE, NO, WRONG_USE, json_text, print_result, say, say_all
from yakulang.errors import Diagnostic, YakulangError, render

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pyarrow as pa

    from yakulang.engine.ruleset import Ruleset

ROWS = 1 << 16  # of a batch
_SHOWN = 10  # failed rows that are named


def score_table(ruleset: Ruleset, source: str, target: str) -> int:
    """Score every hand of a table, or into one, and return the exit status; see `batch.score_file`.

    Raises:
        OSError: a file can't be read or written.
    """
    missing = [name for name in ("numpy", "pyarrow") if find_spec(name) is None]
    if missing:
        hint = "pip install yakulang[columns]"
        say_all([Diagnostic("YK623", f"tables need {' and '.join(missing)}", hint=hint, name="extra_missing")])
        return WRONG_USE
    import pyarrow as pa  # noqa: PLC0415  an extra

    total = failed = 0
    try:
        with _writer(target) as write:
            for batch in _batches(source):
                result = _readable(ruleset.score_batch(batch, yaku_ids=True), target)
                failed += _report(result, source, total, shown=max(0, _SHOWN - failed))
                total += len(batch)
                write(result)
    except YakulangError as error:
        say_all(error.diagnostics)
        return WRONG_USE
    except pa.ArrowInvalid as error:
        message = f"{source} can't be read as a table: {str(error).splitlines()[0][:200]}"
        say_all([Diagnostic("YK624", message, name="unreadable_table")])
        return WRONG_USE
    if failed:
        say(f"{failed} of {total} rows failed")
    return NO if failed else FINE


def _report(result: pa.RecordBatch, source: str, before: int, *, shown: int) -> int:
    """Name failed rows on standard error, and return how many there are."""
    import pyarrow.compute as pc  # noqa: PLC0415

    invalid = pc.equal(result.column("status").cast("string"), "invalid")
    rows = pc.indices_nonzero(invalid).to_pylist()
    for row in rows[:shown]:
        say(f"{source}: row {before + row + 1}: {result.column('error')[row]}")
    return len(rows)


# --- reading ----------------------------------------------------------------------------------------


def _batches(source: str) -> Iterator[pa.RecordBatch]:
    """Yield the record batches of a file, at most `ROWS` rows each."""
    import pyarrow as pa  # noqa: PLC0415

    if not is_table(source):
        yield from _records(source)
        return
    with Path(source).open("rb") as stream, ExitStack() as stack:
        ending = Path(source).suffix.lower()
        found: Any
        if ending == ".parquet":
            from pyarrow.parquet import ParquetFile  # noqa: PLC0415

            found = ParquetFile(stream).iter_batches(batch_size=ROWS)
        elif ending == ".csv":
            from pyarrow.csv import open_csv  # noqa: PLC0415

            found = stack.enter_context(open_csv(stream))
        else:
            reader = stack.enter_context(pa.ipc.open_file(stream))
            found = (reader.get_batch(number) for number in range(reader.num_record_batches))
        for batch in found:
            for start in range(0, len(batch), ROWS):
                yield batch.slice(start, ROWS)


def _records(source: str) -> Iterator[pa.RecordBatch]:
    """Yield the hand records of a file of JSON lines; a line that can't be read is a record that is none."""
    import pyarrow as pa  # noqa: PLC0415

    rows: list[dict[str, Any]] = []
    with open_lines(source) as lines:
        for line in lines:
            row = line.value if line.value is not None else {}
            if line.problem:
                say(f"{'<stdin>' if source == STANDARD else source}:{line.number}: {render(line.problem)}")
            record, name = (row["input"], row.get("id")) if "input" in row else (row, None)
            rows.append({"id": str(line.number if name is None else name), "record": json.dumps(record)})
            if len(rows) == ROWS:
                yield pa.RecordBatch.from_pylist(rows)
                rows = []
    if rows:
        yield pa.RecordBatch.from_pylist(rows)


# --- writing ----------------------------------------------------------------------------------------


@contextmanager
def _writer(target: str) -> Iterator[Callable[[pa.RecordBatch], None]]:
    """Give a function that writes a batch. A file appears under its name only when everything was written."""
    if target == STANDARD:
        yield lambda batch: _each_line(batch, print_result, json_text)
        return
    part = Path(target).with_name(f".{Path(target).name}.{os.getpid()}.part")
    try:
        with ExitStack() as stack:
            stream = stack.enter_context(part.open("xb"))
            writers: list[Any] = []

            def write(batch: pa.RecordBatch) -> None:
                if not is_table(target):
                    _each_line(batch, lambda text: _put(stream, text), lambda row: json.dumps(row, ensure_ascii=False))
                    return
                if not writers:
                    writers.append(stack.enter_context(_table_writer(target, stream, batch.schema)))
                writers[0].write_batch(batch)

            yield write
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _table_writer(target: str, stream: Any, schema: pa.Schema) -> Any:
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
    return pa.RecordBatch.from_pydict(columns)


def _each_line(batch: pa.RecordBatch, write: Callable[[str], None], text: Callable[[Any], str]) -> None:
    for row in batch.to_pylist():
        write(text(row))


def _put(stream: Any, text: str) -> None:
    stream.write(text.encode(errors="backslashreplace") + b"\n")
