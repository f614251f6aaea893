"""Cases about a match: folded from its hands, and held against what is expected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from yakulang.engine.match_file import start_of
from yakulang.errors import render
from yakulang.report.match_text import match_text
from yakulang.table.match_step import MatchError
from yakulang.testing.expect import Difference, written
from yakulang.testing.told import Told

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from yakulang.engine.match_fold import Match
    from yakulang.engine.ruleset import Ruleset
    from yakulang.errors import Diagnostic
    from yakulang.table.declaring import Declaring

OVER = "over"


@dataclass(frozen=True, slots=True)
class MatchTold(Told):
    """What rules say of a match, or of a declaration; or what is wrong with it."""

    rules: Ruleset
    match: Match | None = None
    declaring: Declaring | None = None
    errors: tuple[Diagnostic, ...] = ()

    def text(self, lang: str) -> str:
        """Return it as text."""
        if self.declaring is not None:
            return str(self.declaring.as_json())
        sheet = [match_text(self.match, self.rules.rulebook, lang)] if self.match is not None else []
        return "\n".join([*sheet, *(render(error, lang) for error in self.errors)])


def matched(asked: Mapping[str, Any], rules: Ruleset) -> MatchTold:
    """Return what rules say of a match as a case states it."""
    try:
        if "declare" in asked:
            said = {"points": asked.get("points"), "tiles_left": asked.get("tiles_left")}
            return MatchTold(rules, declaring=rules.may_declare(asked["declare"], **said))
        start = start_of(asked["start"], rules.rulebook) if "start" in asked else None
        played = rules.match(asked.get("hands", ()), players=asked.get("players"), start=start)
        return MatchTold(rules, played, errors=played.errors)
    except MatchError as error:
        return MatchTold(rules, errors=error.diagnostics)


def _last(match: Match) -> Any:
    return match.hands[-1].step


_OF_MATCH: dict[str, Callable[[Match], Any]] = {
    "next": lambda match: match.state.name if match.state is not None else OVER,
    "counters": lambda match: match.state.honba if match.state is not None else 0,
    "after": lambda match: dict(match.points),
    "deposits_left": lambda match: match.deposits,
    "reasons": lambda match: [reason.about or reason.kind for reason in _last(match).reasons],
    "loans": lambda match: {seat: [loan.sticks, loan.outside] for seat, loan in _last(match).loans.items()},
    "results": lambda match: (
        {seat: float(r) for seat, r in match.settlement.results.items()} if match.settlement is not None else {}
    ),
}
_OF_DECLARING: dict[str, Callable[[Declaring], Any]] = {
    "allowed": lambda declaring: declaring.allowed,
    "missing": lambda declaring: [need.id for need in declaring.missing],
}
FIELDS = (*_OF_MATCH, *_OF_DECLARING)  # what can be expected of a match


def matched_differences(expected: Mapping[str, Any], got: MatchTold) -> Iterator[Difference]:
    """Yield what of an expectation did not come out."""
    if "error" in expected:
        if not any(expected["error"] in (error.name, error.code) for error in got.errors):
            yield Difference("error", str(expected["error"]), written([error.code for error in got.errors]))
        return
    if got.errors:
        yield Difference("status", "ok", "invalid")
        return
    for name, wanted in expected.items():
        came = _came(name, got)
        if isinstance(wanted, dict) and isinstance(came, dict) and name in ("after", "results"):
            came = {seat: came.get(seat) for seat in wanted}
        elif isinstance(wanted, list) and isinstance(came, dict):
            came = [*came.values()]
        elif name == "reasons":  # those that are named, in any order
            came = [reason for reason in wanted if reason in came] if set(wanted) <= set(came) else came
        if came != wanted:
            yield Difference(name, written(wanted), written(came))


def _came(name: str, got: MatchTold) -> Any:
    if got.match is not None and name in _OF_MATCH:
        return _OF_MATCH[name](got.match)
    if got.declaring is not None and name in _OF_DECLARING:
        return _OF_DECLARING[name](got.declaring)
    return None
