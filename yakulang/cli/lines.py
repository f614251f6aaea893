"""JSON lines in: one object a line, from a file, a .gz file or standard input, in bounded memory."""

from __future__ import annotations

import errno
import gzip
import json
import sys
import zlib
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from yakulang.errors import Diagnostic
from yakulang.source import Source, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_LINE = 1 << 20  # bytes of one line; a hand record has some 500
STANDARD = "-"

_BOM = b"\xef\xbb\xbf"
_SPACES = b" \t\r\n"


@dataclass(frozen=True, slots=True)
class JsonLine:
    """A line that is not blank: its number from 1, and the JSON object on it or what is wrong with it."""

    number: int
    value: dict[str, Any] | None
    problem: Diagnostic | None = None


@contextmanager
def open_lines(name: str) -> Iterator[JsonLines]:
    """Open a file of JSON lines by name; `-` is standard input.

    Raises:
        OSError: the file can't be opened or read.
    """
    if name == STANDARD:
        if sys.stdin is None:
            raise OSError(errno.EBADF, "standard input is closed", "<stdin>")
        yield JsonLines(sys.stdin.buffer, sys.stdin.buffer)
        return
    with Path(name).open("rb") as raw:
        if name.endswith(".gz"):
            with gzip.open(raw) as stream:
                yield JsonLines(raw, stream)
        else:
            yield JsonLines(raw, raw)


class JsonLines:
    """The lines of a stream, blank ones left out."""

    def __init__(self, raw: IO[bytes], stream: IO[bytes] | gzip.GzipFile) -> None:
        self._raw = raw
        self._stream = stream

    @property
    def read(self) -> int:
        """How many bytes of the file were read, as they lie on the disk."""
        return self._raw.tell() if self._raw.seekable() else 0

    def __iter__(self) -> Iterator[JsonLine]:
        """Give each line with its number, wrong ones included."""
        number = 0
        while True:
            number += 1
            try:
                line = self._stream.readline(MAX_LINE + 1)
                too_long = len(line) > MAX_LINE
                if too_long:
                    self._skip_line(line)
            except (EOFError, zlib.error, gzip.BadGzipFile) as error:
                message = f"the compressed file is damaged from here on: {error}"
                yield JsonLine(number, None, Diagnostic("YK606", message, name="damaged_file"))
                return
            if not line:
                return
            if number == 1:
                line = line.removeprefix(_BOM)
            if too_long:
                message = f"the line is too long; at most {MAX_LINE:,} bytes are read"
                yield JsonLine(number, None, Diagnostic("YK601", message, name="line_too_long"))
            elif line.strip(_SPACES):
                yield _parsed(number, line)

    def _skip_line(self, line: bytes) -> None:
        while line and not line.endswith(b"\n"):
            line = self._stream.readline(MAX_LINE)


class _RefusedError(ValueError):
    """JSON that Python reads, but that says nothing definite."""


def _parsed(number: int, line: bytes) -> JsonLine:
    try:
        text = line.decode().strip()
    except UnicodeDecodeError as error:
        message = f"the line is not UTF-8: byte {error.start + 1} is {line[error.start]:#04x}"
        return JsonLine(number, None, Diagnostic("YK602", message, name="not_utf8"))
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_constant, parse_float=_float)
    except json.JSONDecodeError as error:
        return JsonLine(number, None, _not_json(number, text, error))
    except RecursionError:
        return JsonLine(number, None, Diagnostic("YK604", "the JSON is nested too deeply", name="too_deep"))
    except ValueError as error:
        message = str(error) if isinstance(error, _RefusedError) else "a number has too many digits"
        return JsonLine(number, None, Diagnostic("YK604", message, name="bad_json"))
    if not isinstance(value, dict):
        message = "the line is no hand record: it is no JSON object"
        return JsonLine(number, None, Diagnostic("YK605", message, name="not_a_record"))
    return JsonLine(number, value)


_MISSING = {  # what the reader of JSON says, in the words of the people who write it
    "Expecting value": "a value is missing here",
    "Expecting ',' delimiter": "a comma is missing before this, or a bracket is not closed",
    "Expecting ':' delimiter": "a `:` is missing before this",
    "Expecting property name enclosed in double quotes": "a name in double quotes must stand here",
    "Illegal trailing comma before end of object": "a comma stands before the end of the object",
    "Illegal trailing comma before end of array": "a comma stands before the end of the list",
    "Extra data": "something stands behind the object",
    "Unterminated string starting at": "the text that begins here is not closed",
    "Invalid control character at": "a character that can't be seen stands in a text",
    "Invalid \\escape": "a `\\` that means nothing stands in a text",
    "Invalid \\uXXXX escape": "`\\u` needs four digits behind it",
}


def _not_json(number: int, text: str, error: json.JSONDecodeError) -> Diagnostic:
    said = next((ours for theirs, ours in _MISSING.items() if error.msg.startswith(theirs)), "it can't be read here")
    span = Span(Source(f"<line {number}>", text), min(error.pos, len(text)), min(error.pos + 1, len(text)))
    return Diagnostic("YK603", f"the line is not JSON: {said}", span, name="not_json")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise _RefusedError(f"the key `{twice[:40]}` stands twice in one object")
    return found


def _constant(name: str) -> Any:
    raise _RefusedError(f"{name} is not JSON")


def _float(digits: str) -> float:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        raise _RefusedError(f"{digits[:40]} is too large a number")
    return value
