"""Exit statuses and standard streams: reports as text, in colour on a terminal, and JSON. No option is known here."""

from __future__ import annotations

import errno
import io
import json
import os
import sys
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from yakulang.report.layout import Line

FINE = 0
NO = 1
WRONG_USE = 2

DEFAULT_RULES = "default"  # an alias: which ruleset it is, the rule files say


def prepare() -> None:
    """Make the standard streams print whatever comes: what their encoding lacks is written as an escape."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def drop(stream: IO[str]) -> None:
    """Send what is still to be written to a stream nowhere, so that closing it is quiet."""
    try:
        number = stream.fileno()
    except (OSError, ValueError):
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, number)
    os.close(nowhere)


def json_text(data: Any, *, indent: int | None = None, default: Callable[[Any], Any] | None = None) -> str:
    """Return data as JSON text; characters are escaped only where standard output needs it.

    Args:
        data: what to write.
        indent: of nested values; all stands in one line if not given.
        default: makes what JSON has a form for of other values.
    """
    encoding = (getattr(sys.stdout, "encoding", None) or "utf-8").lower().replace("-", "")
    return json.dumps(data, ensure_ascii=encoding != "utf8", indent=indent, default=default)


def print_result(text: str) -> None:
    """Print a result on standard output, at once."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, "standard output is closed", "<stdout>")
    print(text, flush=True)  # noqa: T201  this is what the commands are for


def print_json(data: Any) -> None:
    """Print JSON on standard output, indented."""
    print_result(json_text(data, indent=2))


def print_report(lines: Sequence[Line]) -> None:
    """Print a report on standard output, in colour on a terminal that wants it."""
    stream = sys.stdout
    if stream is not None and stream.isatty() and not os.environ.get("NO_COLOR"):
        from yakulang.report.terminal import print_to_terminal  # noqa: PLC0415  pipes need no colours

        print_to_terminal(lines, stream)
        return
    from yakulang.report.layout import plain  # noqa: PLC0415

    print_result("\n".join(plain(lines)))
