"""Lines of a report: free text, and rows whose columns stand under each other in any script."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from yakulang.source import display_width

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Role = Literal["plain", "hand", "heading", "name", "value", "detail", "place", "total", "refusal"]
Segment = tuple[str, Role]

GAP = "  "


@dataclass(frozen=True, slots=True)
class Text:
    """A line of free text; an empty one separates parts."""

    text: str = ""
    role: Role = "plain"


@dataclass(frozen=True, slots=True)
class Row:
    """A row: the heading (in the first row of a section), what it is about, its value, a detail, the rule's place."""

    heading: str
    name: str = ""
    value: str = ""
    detail: str = ""
    place: str = ""
    total: bool = False

    @property
    def cells(self) -> tuple[str, ...]:
        """The five columns."""
        return self.heading, self.name, self.value, self.detail, self.place


Line = Text | Row

_ROLES: tuple[Role, ...] = ("heading", "name", "value", "detail", "place")
_TO_THE_RIGHT = _ROLES.index("value")


def headed(rows: Sequence[Row], heading: str) -> list[Row]:
    """Return the rows of a section with its heading before the first of them."""
    return [
        Row(heading if place == 0 else "", row.name, row.value, row.detail, row.place, row.total)
        for place, row in enumerate(rows)
    ]


def segments(lines: Iterable[Line]) -> list[list[Segment]]:
    """Return each line as pieces of text with a role; the columns of all rows have one width."""
    lines = list(lines)
    rows = [line.cells for line in lines if isinstance(line, Row)]
    widths = [max(map(display_width, column)) for column in zip(*rows, strict=True)]
    return [_row(line, widths) if isinstance(line, Row) else [(line.text, line.role)] for line in lines]


def plain(lines: Iterable[Line]) -> list[str]:
    """Return the lines as plain text."""
    return ["".join(text for text, _ in line).rstrip() for line in segments(lines)]


def _row(row: Row, widths: Sequence[int]) -> list[Segment]:
    pieces: list[Segment] = []
    for column, (cell, width) in enumerate(zip(row.cells, widths, strict=True)):
        if not width:
            continue
        fill = " " * (width - display_width(cell))
        padded = fill + cell if column == _TO_THE_RIGHT else cell + fill
        role: Role = "total" if row.total and column in (1, 2) else _ROLES[column]
        pieces.append((padded + GAP, role))
    return pieces
