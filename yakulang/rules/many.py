"""Many problems of one file: the first of each kind are told, then how many more there are; none is lost."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from yakulang.errors import Diagnostic

if TYPE_CHECKING:
    from collections.abc import Iterable

    from yakulang.source import Span

EXPLAINED = 100  # so many problems of a file are looked into; of what follows not everything is worked out
MOST = 20  # problems of one kind in one file that are told one by one
_CODES = {"error": "YK130", "warning": "YK446"}


@dataclass(frozen=True)
class More(Diagnostic):
    """The line that stands for the problems of a file that are not told one by one.

    Attributes:
        left: these problems, by place.
        unread: how many entries of the file were not looked at.
    """

    left: tuple[Diagnostic, ...] = field(default=(), repr=False)
    unread: int = 0

    def as_json(self) -> dict[str, Any]:
        """Return the line as plain data, with the counts."""
        return super().as_json() | {"count": len(self.left), "unread": self.unread}


def bounded(problems: Iterable[Diagnostic], unread: int = 0) -> list[Diagnostic]:
    """Return the problems by place, of each file the first of each kind and a line about the others.

    Args:
        problems: all there are; lines about others are taken apart again.
        unread: how many entries of the file were not looked at, for there are enough problems without.
    """
    given = list(problems)
    unread += sum(problem.unread for problem in given if isinstance(problem, More))
    found = sorted(dict.fromkeys(everything(given)), key=_place)
    told: list[Diagnostic] = []
    left: dict[tuple[str, str], list[Diagnostic]] = {}
    seen: Counter[tuple[str, str]] = Counter()
    for problem in found:
        file = problem.span.source.name if problem.span else ""
        seen[file, problem.code] += 1
        if seen[file, problem.code] <= MOST:
            told.append(problem)
        else:
            left.setdefault((file, problem.severity), []).append(problem)
    lines = [_more(tuple(others), 0) for others in left.values()]
    if unread and found:
        line = next((n for n, more in enumerate(lines) if more.severity == "error"), None)
        if line is None:
            lines.append(_more((), unread, found[-1].span))
        else:
            lines[line] = _more(lines[line].left, unread)
    return sorted([*told, *lines], key=_place)


def everything(problems: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the problems with those that a line stands for in place of the line."""
    return [one for problem in problems for one in (problem.left if isinstance(problem, More) else (problem,))]


def open_lines(problems: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return every problem by place; a line remains for what was not looked at only."""
    found = list(problems)
    unread = [replace(more, left=(), message=_message(Counter(), more.unread)) for more in found
              if isinstance(more, More) and more.unread]  # fmt: skip
    return [*sorted(everything(found), key=_place), *unread]


def _more(left: tuple[Diagnostic, ...], unread: int, span: Span | None = None) -> More:
    severity = left[0].severity if left else "error"
    message = _message(Counter(problem.code for problem in left), unread)
    span = left[-1].span if left else span
    hint = "mend the first ones; `yakulang check --json` lists all" if left else None
    return More(_CODES[severity], message, span, hint=hint, severity=severity, left=left, unread=unread)


def _message(kinds: Counter[str], unread: int) -> str:
    said = []
    if kinds:
        counts = " and ".join(f"{number:,} more of {code}" for code, number in kinds.most_common())
        said.append(f"{counts} {'is' if kinds.total() == 1 else 'are'} not shown; the last stands here")
    if unread:
        entries = "1 further entry is" if unread == 1 else f"{unread:,} further entries are"
        said.append(f"{entries} not looked at before these are mended")
    return "; ".join(said)


def _place(problem: Diagnostic) -> tuple[str, int, str]:
    span = problem.span
    return (span.source.name, span.start, problem.code) if span else ("", 0, problem.code)
