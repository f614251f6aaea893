"""Lines in, JSON objects or any text, from a file, a .gz file or standard input, in bounded memory."""

from __future__ import annotations

import errno
import gzip
import sys
import zlib
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from yakulang.errors import Diagnostic
from yakulang.message import message
from yakulang.notation.strict_json import JsonError, read_json
from yakulang.source import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_LINE = 1 << 20  # bytes of one line; a hand record has some 500
MAX_SKIPPED = 1 << 28  # bytes of a line that are passed over; one that is longer still may have no end
STANDARD = "-"

_BOM = b"\xef\xbb\xbf"
_SPACES = " \t\r\n"  # of JSON


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line with its end: its number from 1, and the text or what is wrong with it."""

    number: int
    text: str | None
    problem: Diagnostic | None = None


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
    with open_text(name) as lines:
        yield JsonLines(lines)


@contextmanager
def open_text(name: str) -> Iterator[TextLines]:
    """Open a file of text by name; `-` is standard input.

    Raises:
        OSError: the file can't be opened or read.
    """
    if name == STANDARD:
        if sys.stdin is None:
            raise OSError(errno.EBADF, "standard input is closed", "<stdin>")
        yield TextLines(sys.stdin.buffer, sys.stdin.buffer, "<stdin>")
        return
    with Path(name).open("rb") as raw:
        if name.lower().endswith(".gz"):
            with gzip.open(raw) as stream:
                yield TextLines(raw, stream, name)
        else:
            yield TextLines(raw, raw, name)


class TextLines:
    """The lines of a stream in UTF-8. A line that is too long is passed over.

    Attributes:
        name: what the stream is called in messages.
    """

    def __init__(self, raw: IO[bytes], stream: IO[bytes] | gzip.GzipFile, name: str = "<lines>") -> None:
        self._raw = raw
        self._stream = stream
        self.name = name

    @property
    def read(self) -> int:
        """How many bytes of the file were read, as they lie on the disk."""
        return self._raw.tell() if self._raw.seekable() else 0

    def unpack(self, target: IO[bytes]) -> Diagnostic | None:
        """Copy the whole stream, and return what is wrong with it if it is not packed as its name says."""
        try:
            while part := self._stream.read(MAX_LINE):
                target.write(part)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            return Diagnostic("YK606", _damage(error), name="damaged_file")
        return None

    def __iter__(self) -> Iterator[TextLine]:
        """Give each line with its number, wrong ones included."""
        number = 0
        while True:
            number += 1
            try:
                line = self._stream.readline(MAX_LINE + 1)
                too_long = len(line) > MAX_LINE
                ends = self._skip_line(line) if too_long else True
            except (EOFError, zlib.error, gzip.BadGzipFile) as error:
                yield TextLine(number, None, Diagnostic("YK606", _damage(error), name="damaged_file"))
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
                yield TextLine(number, None, Diagnostic("YK601", long, name="line_too_long"))
                if not ends:
                    return
            else:
                yield _decoded(number, line)

    def _skip_line(self, line: bytes) -> bool:
        """Read on to the end of a line; return whether there was one near enough."""
        left = MAX_SKIPPED
        while line and not line.endswith(b"\n"):
            if left <= 0:
                return False
            line = self._stream.readline(MAX_LINE)
            left -= len(line)
        return True


class JsonLines:
    """The JSON objects on lines of text, blank ones left out."""

    def __init__(self, lines: TextLines) -> None:
        self._lines = lines

    @property
    def read(self) -> int:
        """How many bytes of the file were read, as they lie on the disk."""
        return self._lines.read

    def __iter__(self) -> Iterator[JsonLine]:
        """Give each line with its number, wrong ones included."""
        for line in self._lines:
            if line.text is None:
                yield JsonLine(line.number, None, line.problem)
            elif text := line.text.rstrip(_SPACES):
                yield _parsed(line.number, text, self._lines.name)


def _damage(error: Exception) -> str:
    """Return what is wrong with a compressed file."""
    if isinstance(error, EOFError):
        return message("the compressed file ends too early; what follows is missing")
    if isinstance(error, gzip.BadGzipFile) and "Not a gzipped" in str(error):
        return message("this is no .gz file, though its name says so")
    return message("the compressed file is damaged from here on")


def _decoded(number: int, line: bytes) -> TextLine:
    try:
        return TextLine(number, line.decode())
    except UnicodeDecodeError as error:
        byte = f"{line[error.start]:#04x}"
        broken = message("the line is not UTF-8: byte {n} is {byte}", n=error.start + 1, byte=byte)
        return TextLine(number, None, Diagnostic("YK602", broken, name="not_utf8"))


def _parsed(number: int, text: str, name: str) -> JsonLine:
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
