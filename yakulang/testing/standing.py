"""Cases about the events of a hand: what stands after them, held against what is expected."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from yakulang.engine.timeline import timeline
from yakulang.errors import Diagnostic, HandError
from yakulang.rules.nodes import Scalar, plain
from yakulang.testing.expect import Difference, written

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from yakulang.engine.ruleset import Ruleset
    from yakulang.engine.timeline import Standing
    from yakulang.hand import Wind
    from yakulang.rules.nodes import Node

FIELDS = {"turned", "pending", "facts", "not_facts"}  # that are expected of events


def standing_after(events: Node, rules: Ruleset, seat: Wind | None) -> Standing:
    """Return what stands after the events of a case.

    Args:
        events: as words, or as a list of objects.
        rules: say what is turned, and what breaks what.
        seat: whose facts are asked for; the first winner's if not said.

    Raises:
        HandError: they can't be read, or can't happen; the problems are shown where they stand in the case file.
    """
    try:
        return timeline(rules, events.text if isinstance(events, Scalar) else plain(events), seat=seat)
    except HandError as error:
        raise HandError([_placed(problem, events) for problem in error.diagnostics]) from None
    except ValueError as error:  # nobody has that seat
        raise HandError([Diagnostic("YK597", str(error), events.span, name="wrong_order")]) from None


def _placed(problem: Diagnostic, events: Node) -> Diagnostic:
    span = problem.span
    if span is not None and isinstance(events, Scalar) and span.source.text == events.text:
        return replace(problem, span=events.at(span.start, span.end))
    return replace(problem, span=events.span)


def standing_differences(expected: Mapping[str, Any], standing: Standing) -> Iterator[Difference]:
    """Yield what of an expectation did not come out."""
    got: dict[str, Any] = {**dict.fromkeys(sorted(standing.flags), True), **standing.facts}
    for field, wanted in expected.items():
        if field == "turned" and wanted != standing.turned:
            yield Difference(field, written(wanted), written(standing.turned))
        elif field == "pending" and wanted != list(standing.pending):
            yield Difference(field, written(wanted), written(standing.pending))
        elif field == "facts":
            facts = _facts(wanted)
            if any(name not in got or got[name] != value for name, value in facts.items()):
                yield Difference(field, _written(facts), _written(got))
        elif field == "not_facts" and (true := _true(wanted, got)):
            yield Difference(field, "without " + written(true), _written(got))


def _facts(value: Any) -> dict[str, Any]:
    """Return facts as a case writes them: words, and mappings of numbers and choices."""
    found: dict[str, Any] = {}
    for item in value if isinstance(value, list) else [value]:
        found |= item if isinstance(item, dict) else {item: True}
    return found


def _written(facts: Mapping[str, Any]) -> str:
    return ", ".join(name if value is True else f"{name} {value}" for name, value in facts.items()) or "none"


def _true(names: str | list[str], got: Mapping[str, Any]) -> list[str]:
    """Return which of some facts are true; a number is where it is not 0, a choice where it is not `none`."""
    return [name for name in ([names] if isinstance(names, str) else names) if got.get(name, "none") not in (0, "none")]
