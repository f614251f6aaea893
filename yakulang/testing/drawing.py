"""Cases about hands that nobody won: ruled on, and held against what is expected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from yakulang.errors import HandError, render
from yakulang.report.draw_text import draw_text
from yakulang.table.draws import DrawError
from yakulang.testing.expect import Difference, written
from yakulang.testing.told import Told
from yakulang.tiles import kind_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from yakulang.engine.ruleset import Ruleset
    from yakulang.errors import Diagnostic
    from yakulang.table.draws import DrawRuling


@dataclass(frozen=True, slots=True)
class DrawTold(Told):
    """What rules say of a hand that nobody won: a ruling, or what is wrong with it."""

    ruling: DrawRuling | None
    errors: tuple[Diagnostic, ...] = ()

    def text(self, lang: str) -> str:
        """Return it as text."""
        if self.ruling is None:
            return "\n".join(render(error, lang) for error in self.errors)
        return draw_text(self.ruling, lang)


def drawn(asked: Mapping[str, Any], rules: Ruleset) -> DrawTold:
    """Return what rules say of a hand that nobody won as a case states it."""
    try:
        return DrawTold(rules.draw(**asked))
    except (DrawError, HandError) as error:
        return DrawTold(None, error.diagnostics)


_FIELDS: dict[str, Callable[[DrawRuling], Any]] = {
    "draw": lambda ruling: ruling.draw,
    "judged": lambda ruling: ruling.judged,
    "tenpai": lambda ruling: list(ruling.tenpai),
    "waits": lambda ruling: {
        one.seat: [kind_name(wait.kind) for wait in one.waits if wait.counts is not False]
        for one in ruling.readiness
        if one.waits is not None
    },
    "deltas": lambda ruling: dict(ruling.deltas),
    "after": lambda ruling: dict(ruling.points or {}),
    "deposits_left": lambda ruling: ruling.deposits,
    "taken_by": lambda ruling: ruling.end.taken_by,
    "counts_as_win": lambda ruling: bool(ruling.end.winners),
    "notes": lambda ruling: len(ruling.notes),
}
FIELDS = tuple(_FIELDS)  # what can be expected of a draw


def drawn_differences(expected: Mapping[str, Any], got: DrawTold) -> Iterator[Difference]:
    """Yield what of an expectation did not come out."""
    if "error" in expected:
        if not any(expected["error"] in (error.name, error.code) for error in got.errors):
            yield Difference("error", str(expected["error"]), written([error.code for error in got.errors]))
        return
    if got.ruling is None:
        yield Difference("status", "ok", "invalid")
        return
    for name, wanted in expected.items():
        came = _FIELDS[name](got.ruling)
        if isinstance(wanted, dict) and name in ("deltas", "after"):
            came = {seat: came.get(seat) for seat in wanted}
        elif isinstance(wanted, list) and isinstance(came, dict):
            came = [*came.values()]
        if came != wanted:
            yield Difference(name, written(wanted), written(came))
