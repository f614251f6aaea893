"""`yakulang score` on tables: Parquet, Arrow and CSV files, read and written batch by batch."""

from __future__ import annotations

import json
import re
from contextlib import ExitStack, contextmanager
from typing import IO, TYPE_CHECKING, Any

from yakulang.cli.batch import is_table, one_line, open_target, table_ending, write_line
from yakulang.cli.lines import STANDARD
from yakulang.cli.streams import FINE, NO, WRONG_USE, json_text, print_result, say, say_all
from yakulang.cli.table_parts import read_parts
from yakulang.engine.extras import need
from yakulang.errors import Diagnostic, YakulangError, render
from yakulang.message import message, translated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import pyarrow as pa

    from yakulang.cli.table_parts import Part
    from yakulang.engine.ruleset import Ruleset

_SHOWN = 20  # failed rows whose problems are told


def score_table(
    ruleset: Ruleset, source: str, target: str, lang: str, *, keep: Sequence[str] = (), yaku_ids: bool = False
) -> int:
    """Score every hand of a table, or into one, and return the exit status; see `batch.score_file`.

    Raises:
        OSError: a file can't be read or written.
    """
    told = _Told(ruleset, source, keep, lang)
    try:
        need("numpy", "pyarrow")
        from pyarrow import ArrowInvalid, ArrowNotImplementedError  # noqa: PLC0415  an extra

        try:
            with _writer(target) as write:
                for part in read_parts(ruleset, source, keep):
                    result = _with_codes(ruleset.score_batch(part.batch, keep=keep, yaku_ids=True), part.problems or {})
                    told.report(part, result)
                    write(_readable(result, target, yaku_ids=yaku_ids))
        except (ArrowInvalid, ArrowNotImplementedError) as error:  # what is kept may have no place in the file
            text = message("{file} can't be written: {why}", file=target, why=str(error).splitlines()[0][:200])
            raise YakulangError([Diagnostic("YK624", text, name="unwritable_table")]) from None
    except YakulangError as error:
        say_all(error.diagnostics, lang)
        return WRONG_USE
    if told.failed:
        text = message("{failed} of {total} rows failed", failed=told.failed, total=told.total)
        say(translated(text, lang))
    return NO if told.failed else FINE


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


class _Told:
    """What is told of failed rows on standard error.

    Attributes:
        total, failed: how many rows there were, and how many of them failed.
    """

    def __init__(self, ruleset: Ruleset, source: str, keep: Sequence[str], lang: str) -> None:
        self._ruleset, self._keep, self._lang = ruleset, keep, lang
        self._name = "<stdin>" if source == STANDARD else source
        self.total = self.failed = 0

    def report(self, part: Part, result: pa.RecordBatch) -> None:
        """Tell what is wrong with the failed rows of a part, as long as they are few."""
        import pyarrow.compute as pc  # noqa: PLC0415

        rows = pc.indices_nonzero(pc.equal(result.column("status").cast("string"), "invalid")).to_pylist()
        left = max(0, _SHOWN - self.failed)
        for row in rows[:left]:
            known = (part.problems or {}).get(row)
            where = f"{self._name}: row {part.first + row}"
            if part.numbers is not None:
                where = f"{self._name}:{part.numbers[row]}"
            found = (known,) if known else self._ruleset.batches.problems(part.batch, row, self._keep)
            for problem in found:
                say(f"{where}: {render(problem, self._lang)}")
        self.total += len(result)
        self.failed += len(rows)
        if self.failed - len(rows) <= _SHOWN < self.failed:
            more = message("more rows failed; their codes stand in the column `error`")
            say(f"{self._name}: {translated(more, self._lang)}")


# --- writing ----------------------------------------------------------------------------------------


@contextmanager
def _writer(target: str) -> Iterator[Callable[[pa.RecordBatch], None]]:
    """Give a function that writes a batch. A file appears under its name only when everything was written."""
    if target == STANDARD:
        yield lambda batch: _each_line(batch, print_result, _printed)
        return
    with open_target(target) as stream, ExitStack() as stack:
        writers: list[Any] = []

        def write(batch: pa.RecordBatch) -> None:
            if not is_table(target):
                _each_line(batch, lambda text: write_line(stream, text), _json)
                return
            if not writers:
                writers.append(stack.enter_context(_table_writer(target, stream, batch.schema)))
            writers[0].write_batch(batch)

        yield write


def _table_writer(target: str, stream: IO[bytes], schema: pa.Schema) -> Any:
    ending = table_ending(target)
    if ending == ".parquet":
        from pyarrow.parquet import ParquetWriter  # noqa: PLC0415

        return ParquetWriter(stream, schema)
    if ending == ".csv":
        from pyarrow.csv import CSVWriter  # noqa: PLC0415

        return CSVWriter(stream, schema)
    import pyarrow as pa  # noqa: PLC0415

    return pa.ipc.new_file(stream, schema)


def _readable(batch: pa.RecordBatch, target: str, *, yaku_ids: bool) -> pa.RecordBatch:
    """Return a result as the file has it: bits of yaku for programs, their ids for what people read."""
    import pyarrow as pa  # noqa: PLC0415
    import pyarrow.compute as pc  # noqa: PLC0415

    names = batch.schema.names
    if is_table(target) and table_ending(target) != ".csv":
        return batch.select([name for name in names if name != "yaku" or yaku_ids])
    columns = {name: _finite(batch.column(name)) for name in names if not re.fullmatch("yaku_[0-9]+", name)}
    if is_table(target):
        columns["yaku"] = pc.binary_join(columns["yaku"].cast(pa.list_(pa.string())), " ")
        columns = {name: _cells(column) for name, column in columns.items()}
    return pa.RecordBatch.from_arrays(list(columns.values()), names=list(columns))


def _finite(column: Any) -> Any:
    """Return a column without numbers that JSON has no form for."""
    import pyarrow as pa  # noqa: PLC0415
    import pyarrow.compute as pc  # noqa: PLC0415

    if not pa.types.is_floating(column.type):
        return column
    return pc.if_else(pc.is_finite(column), column, pa.scalar(None, column.type))


def _cells(column: Any) -> Any:
    """Return a column as a CSV file can hold it."""
    import pyarrow as pa  # noqa: PLC0415

    kind = column.type
    if pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_boolean(kind) or kind == pa.string():
        return column
    nested = pa.types.is_nested(kind)
    texts = [None if one is None else _json(one) if nested else _text(one) for one in column.to_pylist()]
    return pa.array(texts, pa.string())


def _json(value: Any) -> str:
    """Return JSON; what JSON has no form for, such as a time in a column that is kept, as text."""
    return json.dumps(value, ensure_ascii=False, default=_text)


def _printed(value: Any) -> str:
    return json_text(value, default=_text)


def _text(value: Any) -> str:
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else str(value)


def _each_line(batch: pa.RecordBatch, write: Callable[[str], None], text: Callable[[Any], str]) -> None:
    for row in batch.to_pylist():
        write(one_line(text(row)))
