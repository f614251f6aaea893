"""A report on a terminal, in colour; the text is that of `layout.plain`."""

from __future__ import annotations

import os
from typing import IO, TYPE_CHECKING

from yakulang.report.layout import plain, segments

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from yakulang.report.layout import Line, Role, Segment

COLOURLESS = ("dumb", "unknown")  # what terminals without colours call themselves
_STYLES: dict[Role, str] = {  # the numbers that a terminal knows a style by
    "plain": "",
    "hand": "1",  # bold
    "heading": "36",  # cyan
    "name": "",
    "value": "",
    "detail": "2",  # dim
    "place": "2",
    "total": "1",
    "refusal": "1;31",  # bold, red
}


def print_to_terminal(lines: Iterable[Line], stream: IO[str]) -> None:
    """Print a report with colours to a terminal."""
    if os.name == "nt":  # not every console there knows the numbers
        from rich.ansi import AnsiDecoder  # noqa: PLC0415
        from rich.console import Console  # noqa: PLC0415

        console = Console(file=stream, highlight=False, markup=False, emoji=False)
        for line in segments(lines):
            console.print(AnsiDecoder().decode_line("".join(coloured(line))), soft_wrap=True)
        return
    if os.environ.get("TERM", "").strip().lower() in COLOURLESS:
        stream.writelines(f"{line}\n" for line in plain(lines))
        return
    for line in segments(lines):
        stream.write("".join(coloured(line)) + "\n")
    stream.flush()


def coloured(line: Sequence[Segment]) -> Iterator[str]:
    """Yield the pieces of a line with their styles, without spaces at its end."""
    left = len("".join(text for text, _ in line).rstrip())
    for text, role in line:
        shown = text[:left]
        left -= len(shown)
        style = _STYLES[role]
        yield f"\x1b[{style}m{shown}\x1b[0m" if style and shown else shown
