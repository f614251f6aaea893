"""A failure as people read it: what was expected beside what came out, and the ruling with its reasons."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from yakulang.engine.table_ruling import TableRuling
from yakulang.engine.timeline import Standing
from yakulang.errors import render
from yakulang.report.layout import plain
from yakulang.report.ruling_text import payment_report, ruling_text
from yakulang.report.standing_text import standing_text
from yakulang.report.winners_text import table_text
from yakulang.source import caret, display_width
from yakulang.testing.hands import words_placed
from yakulang.testing.told import Told

if TYPE_CHECKING:
    from yakulang.engine.ruling import Ruling
    from yakulang.rules.model import Rulebook
    from yakulang.source import Span
    from yakulang.testing.cases import Trial
    from yakulang.testing.expect import Difference
    from yakulang.testing.judge import Outcome

LANG = "en"
INDENT = "    "


def failure_text(trial: Trial, outcome: Outcome) -> str:
    """Return what is shown of a trial whose ruling is not the one expected."""
    case = trial.case
    lines = [f"{case.span.place}: {trial.name}" + (f": {case.about}" if case.about else ""), ""]
    for difference in outcome.differences:
        lines += _beside(difference, trial.spans.get(difference.field.partition(".")[0]))
    what = "what stands" if isinstance(outcome.ruling, Standing) else "the ruling"
    lines += ["", f"{what} by {trial.table.id}:", *indented(_ruling(trial, outcome.ruling))]
    return "\n".join(lines)


def example_text(place: Span, title: str, wrong: str, ruling: str = "") -> str:
    """Return what is shown of an example that does not hold."""
    lines = [f"{place.place}: {title}", "", *caret(place), "", wrong]
    if ruling:
        lines += ["", "the ruling:", *indented(ruling)]
    return "\n".join(lines)


def indented(text: str) -> list[str]:
    """Return the lines of a text, set in."""
    return [f"{INDENT}{line}".rstrip() for line in text.splitlines()]


def ruling_of(ruling: Ruling, rulebook: Rulebook) -> str:
    """Return a ruling on a hand as text; what can't be read as its problems."""
    if ruling.hand is None:
        return "\n".join(map(render, ruling.errors))
    return ruling_text(ruling, rulebook, LANG)


def _beside(difference: Difference, span: Span | None) -> list[str]:
    """Return what was expected above what came out, in the same columns."""
    place = f"    {span.place}" if span else ""
    wide = max(12, display_width(difference.field))
    name = difference.field + " " * (wide - display_width(difference.field))
    return [f"{name}  expected  {difference.expected}{place}", f"{' ' * wide}  came out  {difference.got}"]


def _ruling(trial: Trial, ruling: Ruling | TableRuling | Standing | Told) -> str:
    asked = trial.case.payment
    if isinstance(ruling, Told):
        return ruling.text(LANG)
    if isinstance(ruling, Standing):
        return standing_text(ruling, LANG)
    if isinstance(ruling, TableRuling):
        return table_text(ruling, trial.table.rulebook, LANG)
    if trial.case.hand is not None:
        ruling = replace(ruling, errors=words_placed(ruling.errors, trial.case.hand, trial.case.situation))
    if asked is None or not ruling.ok:
        return ruling_of(ruling, trial.table.rulebook)
    return "\n".join(plain(payment_report(ruling, trial.table.rulebook, LANG, [asked["seat"]], asked["method"])))
