"""Cases about the end of a game: settled, and held against what is expected."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from yakulang.errors import render
from yakulang.report.settle_text import result_text, settlement_text
from yakulang.table.settlement import SettleError
from yakulang.testing.expect import Difference, written
from yakulang.testing.told import Told

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from yakulang.engine.ruleset import Ruleset
    from yakulang.errors import Diagnostic
    from yakulang.table.settlement import Settlement

FIELDS = ("results", "places", "parts", "total", "notes")  # what can be expected of a settlement


@dataclass(frozen=True, slots=True)
class Settled(Told):
    """What rules say of the end of a game: a settlement, or what is wrong with it."""

    settlement: Settlement | None
    errors: tuple[Diagnostic, ...] = ()

    def text(self, lang: str) -> str:
        """Return it as text."""
        if self.settlement is None:
            return "\n".join(render(error, lang) for error in self.errors)
        return settlement_text(self.settlement, lang)


def settled(asked: Mapping[str, Any], rules: Ruleset) -> Settled:
    """Return what rules say of a game's end as a case states it."""
    try:
        return Settled(rules.settle(**asked))
    except SettleError as error:
        return Settled(None, error.diagnostics)


def settled_differences(expected: Mapping[str, Any], got: Settled) -> Iterator[Difference]:
    """Yield what of an expectation did not come out; that a game can be settled is expected if nothing else is."""
    if "error" in expected:
        if not any(expected["error"] in (error.name, error.code) for error in got.errors):
            yield Difference("error", str(expected["error"]), written([error.code for error in got.errors]))
        return
    settlement = got.settlement
    if settlement is None:
        yield Difference("status", "ok", "invalid")
        return
    seats = [player.seat for player in settlement.players]
    if "results" in expected:
        yield from _compared("results", expected["results"], dict(settlement.results), seats)
    if "places" in expected:
        yield from _compared(
            "places", expected["places"], {p.seat: Fraction(p.place) for p in settlement.players}, seats
        )
    for name, values in expected.get("parts", {}).items():
        parts: Counter[str] = Counter()
        for player in settlement.players:
            own = [part.result for part in player.parts if name in (part.kind, part.about)]
            parts[player.seat] = sum(own, Fraction(0))  # type: ignore[assignment]
        yield from _compared(f"parts.{name}", values, dict(parts), seats)  # type: ignore[arg-type]
    if "total" in expected and _exact(expected["total"]) != settlement.total:
        yield Difference("total", str(expected["total"]), result_text(settlement.total))
    if "notes" in expected and expected["notes"] != len(settlement.notes):
        yield Difference("notes", str(expected["notes"]), written([str(note) for note in settlement.notes]))


def _compared(name: str, wanted: Any, got: Mapping[str, Fraction], seats: list[str]) -> Iterator[Difference]:
    by_seat = wanted if isinstance(wanted, dict) else dict(zip(seats, wanted, strict=False))
    values = {seat: _exact(value) for seat, value in by_seat.items()}
    if (not isinstance(wanted, dict) and len(wanted) != len(seats)) or any(
        got.get(seat) != value for seat, value in values.items()
    ):
        shown = {seat: result_text(result) if name != "places" else str(result) for seat, result in got.items()}
        yield Difference(name, written(by_seat), written(shown))


def _exact(number: float) -> Fraction:
    return Fraction(str(number))
