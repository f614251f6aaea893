"""JSON lines in: one object a line, from a file, a .gz file or standard input, in bounded memory."""

from __future__ import annotations

import errno
import gzip
import sys
import zlib
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from yakulang.cli.strict_json import JsonError, read_json
from yakulang.errors import Diagnostic
from yakulang.message import message
from yakulang.source import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_LINE = 1 << 20  # bytes of one line; a hand record has some 500
MAX_SKIPPED = 1 << 28  # bytes of a line that are passed over; one that is longer still may have no end
STANDARD = "-"

_BOM = b"\xef\xbb\xbf"
_SPACES = " \t\r\n"  # of JSON


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
        yield JsonLines(sys.stdin.buffer, sys.stdin.buffer, "<stdin>")
        return
    with Path(name).open("rb") as raw:
        if name.endswith(".gz"):
            with gzip.open(raw) as stream:
                yield JsonLines(raw, stream, name)
        else:
            yield JsonLines(raw, raw, name)


class JsonLines:
    """The lines of a stream, blank ones left out."""

    def __init__(self, raw: IO[bytes], stream: IO[bytes] | gzip.GzipFile, name: str = "<lines>") -> None:
        self._raw = raw
        self._stream = stream
        self._name = name

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
                ends = self._skip_line(line) if too_long else True
            except (EOFError, zlib.error, gzip.BadGzipFile) as error:
                yield JsonLine(number, None, Diagnostic("YK606", _damage(error), name="damaged_file"))
                return
            if not line:
                return
            if number == 1:
                line = line.removeprefix(_BOM)
            if too_long:
                long = message("the line is too long; at most {most:,} bytes are read", most=MAX_LINE)
                if not ends:
                    long = message(
                        "the line does not end within {most:,} bytes; nothing behind it is read", most=MAX_SKIPPED
                    )
                yield JsonLine(number, None, Diagnostic("YK601", long, name="line_too_long"))
                if not ends:
                    return
            elif line.strip(_SPACES.encode()):
                yield _parsed(number, line, self._name)

    def _skip_line(self, line: bytes) -> bool:
        """Read on to the end of a line; return whether there was one near enough."""
        left = MAX_SKIPPED
        while line and not line.endswith(b"\n"):
            if left <= 0:
                return False
            line = self._stream.readline(MAX_LINE)
            left -= len(line)
        return True


def _damage(error: Exception) -> str:
    """Return what is wrong with a compressed file."""
    if isinstance(error, EOFError):
        return message("the compressed file ends too early; what follows is missing")
    if isinstance(error, gzip.BadGzipFile) and "Not a gzipped" in str(error):
        return message("this is no .gz file, though its name says so")
    return message("the compressed file is damaged from here on")


def _parsed(number: int, line: bytes, name: str) -> JsonLine:
    try:
        text = line.decode().rstrip(_SPACES)
    except UnicodeDecodeError as error:
        byte = f"{line[error.start]:#04x}"
        broken = message("the line is not UTF-8: byte {n} is {byte}", n=error.start + 1, byte=byte)
        return JsonLine(number, None, Diagnostic("YK602", broken, name="not_utf8"))
    try:
        value = read_json(Source(name, text, number), _not_json)
    except JsonError as error:
        return JsonLine(number, None, error.diagnostic)
    if not isinstance(value, dict):
        other = message("the line is no hand record: it is no JSON object")
        return JsonLine(number, None, Diagnostic("YK605", other, name="not_a_record"))
    return JsonLine(number, value)


def _not_json(what: str) -> str:
    return message("the line is not JSON: {what}", what=what)
