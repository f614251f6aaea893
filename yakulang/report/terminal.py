"""A report on a terminal, in colour; the text is that of `layout.plain`."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING

from yakulang.report.layout import segments

if TYPE_CHECKING:
    from collections.abc import Iterable

    from yakulang.report.layout import Line, Role

_STYLES: dict[Role, str] = {
    "plain": "",
    "hand": "bold",
    "heading": "cyan",
    "name": "",
    "value": "",
    "detail": "dim",
    "place": "dim",
    "total": "bold",
    "refusal": "bold red",
}


def print_to_terminal(lines: Iterable[Line], stream: IO[str]) -> None:
    """Print a report with colours to a terminal."""
    from rich.console import Console  # noqa: PLC0415  only a terminal needs it
    from rich.text import Text  # noqa: PLC0415

    console = Console(file=stream, highlight=False, markup=False, emoji=False)
    for line in segments(lines):
        text = Text.assemble(*((piece, _STYLES[role]) for piece, role in line))
        text.rstrip()
        console.print(text, soft_wrap=True)
