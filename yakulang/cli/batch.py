"""`yakulang score --input FILE`: rulings for many hands, one JSON object a line, in the order of the input."""

from __future__ import annotations

import gzip
import json
import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from yakulang.cli.lines import STANDARD, open_lines
from yakulang.cli.streams import FINE, NO, WRONG_USE, json_text, print_result, say
from yakulang.errors import Diagnostic, HandError, render
from yakulang.hand import Hand
from yakulang.message import message, translated
from yakulang.notation.winners import is_winners_record, read_winners

TABLES = (".parquet", ".arrow", ".feather", ".csv")

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from yakulang.cli.lines import JsonLine, JsonLines
    from yakulang.engine.ruleset import Ruleset


_LINE_ENDS = frozenset("\x85\u2028\u2029")


def score_file(
    ruleset: Ruleset, source: str, target: str, lang: str = "en", *, keep: Sequence[str] = (), yaku_ids: bool = False
) -> int:
    """Score every hand of a file and return the exit status.

    A result is `{"line", "id"?, "ruling"}`, with `table` in place of `ruling` for several winners;
    `{"line", "id"?, "error", "errors"}` where no hand could be read. A line failed if it has an error, or if its hand
    is impossible.

    Args:
        ruleset: the rules.
        source: a file of JSON lines; `-` is standard input, `.gz` is unpacked. Or a table, by its ending.
        target: where results go; `-` is standard output, `.gz` is packed; or a table, by its ending. A file is
            replaced when all is done.
        lang: the language of what is said of lines; results are the same in all.
        keep: columns that go into the result; where one of both is a table.
        yaku_ids: whether a Parquet or Arrow table has a column of yaku ids beside their bits.

    Raises:
        OSError: a file can't be read or written.
    """
    if unfit := _unfit(source, target):
        say(translated(unfit, lang))
        return WRONG_USE
    if is_table(source) or is_table(target):
        from yakulang.cli.tables import score_table  # noqa: PLC0415  an extra

        return score_table(ruleset, source, target, lang, keep=keep, yaku_ids=yaku_ids)
    if keep or yaku_ids:
        option = "--keep" if keep else "--yaku-ids"
        say(translated(message("{option} is for tables; neither file is one by its name", option=option), lang))
        return WRONG_USE
    total = failed = 0
    shown = "<stdin>" if source == STANDARD else source
    with open_lines(source) as reader, _writer(target) as write, _progress(reader, source, target) as advance:
        for line in reader:
            result, problems = _result(ruleset, line)
            total += 1
            failed += bool(problems)
            for problem in problems:
                say(f"{shown}:{line.number}: {render(problem, lang)}")
            write(one_line(json_text(result) if target == STANDARD else json.dumps(result, ensure_ascii=False)))
            advance()
    if failed:
        say(translated(message("{failed} of {total} lines failed", failed=failed, total=total), lang))
    return NO if failed else FINE


def one_line(text: str) -> str:
    """Return JSON without characters that some readers take for the end of a line."""
    return "".join(f"\\u{ord(c):04x}" if c in _LINE_ENDS else c for c in text) if _LINE_ENDS & set(text) else text


def is_table(name: str) -> bool:
    """Whether a file is a table of columns, by the ending of its name."""
    return table_ending(name) in TABLES


def is_packed(name: str) -> bool:
    """Whether a file is packed, by the ending of its name."""
    return name.lower().endswith(".gz")


def table_ending(name: str) -> str:
    """Return the ending of a name that says what the file is: of `hands.csv.gz` it is `.csv`."""
    return Path(name.lower().removesuffix(".gz")).suffix


def _unfit(source: str, target: str) -> str | None:
    """Return why two names can't be read from and written to."""
    for option, name in (("--input", source), ("--output", target)):
        if not name.strip():
            return message("{option} is empty: give the name of a file, or -", option=option)
    if source != STANDARD and Path(source).is_dir():
        return message("{file}: this is a folder", file=source)
    if target == STANDARD:
        return None
    path = Path(target)
    if path.is_dir():
        return message("{file}: this is a folder", file=target)
    if not path.parent.is_dir():
        return message("{file}: there is no folder {folder}", file=target, folder=path.parent)
    if source != STANDARD and path.exists() and Path(source).exists() and path.samefile(source):
        return message("{file}: --input and --output are the same file; give the results another name", file=target)
    return None


def _result(ruleset: Ruleset, line: JsonLine) -> tuple[dict[str, Any], tuple[Diagnostic, ...]]:
    """Return the result of a line, and the problems that make it a failed one."""
    result: dict[str, Any] = {"line": line.number}
    record: Any = line.value
    problems: tuple[Diagnostic, ...] = (line.problem,) if line.problem else ()
    if record is not None and ("input" in record or is_winners_record(record)):
        if isinstance(record.get("id", ""), (str, int, float)) and not isinstance(record.get("id"), bool):
            result |= {"id": record["id"]} if "id" in record else {}
        else:
            problems = (Diagnostic("YK605", message("`id` is neither a text nor a number"), name="not_a_record"),)
        record = record.get("input", record)
        if isinstance(record, dict) and "input" in record:
            again = message("the record in `input` has an `input` again")
            like = '{"id": 1, "input": {"closed": "123m456p78s11m555z", "win": "9s", "method": "ron"}}'
            hint = message("write {text}", text=like)
            problems = (*problems, Diagnostic("YK605", again, hint=hint, name="not_a_record"))
    if not problems:
        try:
            return _scored(ruleset, record, result)
        except HandError as error:
            problems = error.diagnostics
    errors = [problem.as_json() for problem in problems]
    return result | {"error": errors[0], "errors": errors}, problems


def _scored(ruleset: Ruleset, record: Any, result: dict[str, Any]) -> tuple[dict[str, Any], tuple[Diagnostic, ...]]:
    """Return a result with the ruling on the hand of a record or on its several, and what makes it a failed one."""
    if is_winners_record(record):
        table = ruleset.score_winners(read_winners(record))
        return result | {"table": table.as_json()}, table.errors
    ruling = ruleset.score(Hand.from_record(record))
    return result | {"ruling": ruling.as_json()}, ruling.errors if ruling.status == "invalid" else ()


@contextmanager
def _writer(target: str) -> Iterator[Callable[[str], None]]:
    """Give a function that writes a line. A file appears under its name only when everything was written."""
    if target == STANDARD:
        yield print_result
        return
    with open_target(target) as stream:
        yield lambda text: write_line(stream, text)


@contextmanager
def open_target(target: str) -> Iterator[IO[bytes]]:
    """Open a file to write results into, packed if its name ends so; it has its name when everything was written."""
    path = Path(os.path.realpath(target))
    regular = path.is_file() or not path.exists()
    part = path.with_name(f".{path.name}.{os.getpid()}.part") if regular else path
    try:
        with part.open("xb" if regular else "wb") as raw, _packed(raw, target) as stream:
            yield stream
        if regular:
            part.replace(path)
    except BaseException as error:
        if regular:
            part.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename == str(part):
            error.filename = target  # the name that was asked for
        raise


def _packed(raw: IO[bytes], target: str) -> IO[bytes]:
    if not is_packed(target):
        return raw
    return gzip.GzipFile("", "wb", fileobj=raw, mtime=0)  # type: ignore[return-value]  # it has what is used of it


def write_line(stream: IO[bytes], text: str) -> None:
    """Write a line of text."""
    stream.write(text.encode(errors="backslashreplace") + b"\n")


@contextmanager
def _progress(reader: JsonLines, source: str, target: str) -> Iterator[Callable[[], None]]:
    """Give a function to call after each line: it moves a bar on standard error where that is a terminal."""
    stream = sys.stderr
    wanted = stream is not None and stream.isatty()
    if not wanted or (target == STANDARD and sys.stdout is not None and sys.stdout.isatty()):
        yield lambda: None
        return
    from rich.console import Console  # noqa: PLC0415  only a terminal needs it
    from rich.progress import Progress  # noqa: PLC0415

    total = Path(source).stat().st_size if source != STANDARD else None
    with Progress(console=Console(file=stream), transient=True, redirect_stdout=False) as bar:
        task = bar.add_task("hands", total=total)
        yield lambda: bar.update(task, completed=reader.read)
