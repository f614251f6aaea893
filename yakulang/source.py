"""Where a piece of text came from: files, spans and the caret that points at them."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True)
class Source:
    """A text with a name: a rule file, a hand typed on a command line, a line of a batch.

    `name` is what a message shows, e.g. `riichi.yaml` or `<hand>`; `text` is the whole text, or the part of a file that
    begins at its line `first_line`.
    """

    name: str
    text: str = field(repr=False)
    first_line: int = 1

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """The offset of the first character of each line."""
        starts = [0]
        at = self.text.find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = self.text.find("\n", at + 1)
        return tuple(starts)

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset, both counted from 1."""
        line = bisect_right(self.line_starts, offset)
        return line + self.first_line - 1, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """Return line `number` (from 1) without its line end."""
        number -= self.first_line - 1
        start = self.line_starts[number - 1]
        end = self.line_starts[number] - 1 if number < len(self.line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r")


@dataclass(frozen=True)
class Span:
    """A stretch of a source, from offset `start` up to, not including, `end`."""

    source: Source = field(repr=False)
    start: int
    end: int

    @property
    def line(self) -> int:
        """The line it starts on, from 1."""
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        """The column it starts at, from 1."""
        return self.source.position(self.start)[1]

    @property
    def text(self) -> str:
        """The stretch itself."""
        return self.source.text[self.start : self.end]

    @property
    def place(self) -> str:
        """`file:line`, the short form used beside a result."""
        return f"{self.source.name}:{self.line}"

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"

    def within(self, start: int, end: int) -> Span:
        """Return the part of this span between two offsets counted from its start."""
        return Span(self.source, self.start + start, self.start + end)


LONG_WORD = 160  # characters of a word of the input that a message repeats
LONG_QUOTE = 240  # characters of anything in back quotes that a message repeats
_WORD = rf"\S{{{LONG_WORD + 1},}}"
_QUOTE = rf"`[^`\n]{{{LONG_QUOTE + 1},}}`"


def shortened(text: str) -> str:
    """Return a sentence with what is endless in it shortened, so that the rest of the sentence can still be read."""
    if len(text) <= LONG_WORD:
        return text
    text = re.sub(_WORD, lambda found: _cut(found[0], LONG_WORD), text)
    return re.sub(_QUOTE, lambda found: _cut(found[0], LONG_QUOTE), text)


def _cut(word: str, length: int) -> str:
    """Return the beginning and the end of a word: the name of a file, what closes the word in its sentence."""
    return f"{word[: length // 2]}...{word[-length // 4 :]}"


WINDOW = 120  # columns of a long line that are shown around a caret


def display_width(text: str) -> int:
    """Return the columns a terminal gives the text (a kanji takes two)."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def caret(span: Span) -> list[str]:
    """Return the source line with its number, and a line of carets under the span.

    Control characters are shown as `?`; of a very long line only a window is shown.
    """
    number, column = span.source.position(span.start)
    line = span.source.line(number)
    length = max(1, min(span.end - span.start, len(line) - column + 1))
    first = 0
    if len(line) > WINDOW:
        first = max(0, column - 1 - WINDOW // 2)
        line = line[first : first + WINDOW]
        length = max(1, min(length, first + WINDOW - column + 1))
    shown = "".join(c if c.isprintable() else " " if c == "\t" else "?" for c in line)
    begin = column - 1 - first
    label = f"{number:>4} | "
    marked = shown[begin : begin + length] or " "
    return [
        label + shown,
        " " * (len(label) - 2) + "| " + " " * display_width(shown[:begin]) + "^" * display_width(marked),
    ]
