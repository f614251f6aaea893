"""What comes after a hand that nobody won: the deal, the counters and the riichi sticks, by the rules of the match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from yakulang.message import message
from yakulang.table.hand_end import MatchState
from yakulang.table.match import after, after_without_points
from yakulang.table.match_checks import placed, state_problems

if TYPE_CHECKING:
    from yakulang.rules.model import Rulebook
    from yakulang.table.draws import DrawRuling
    from yakulang.table.match_step import MatchStep


def state_before(rules: Rulebook, ruling: DrawRuling, wind: str, hand: int) -> MatchState:
    """Return where the match stood before a hand that was ruled on.

    Args:
        rules: the rules of the table.
        ruling: says what was on the table; points that it does not know are those at the start.
        wind: of the round.
        hand: of the round, from 1.
    """
    stick = rules.payments.stick.value
    start = rules.setup.start.value if rules.setup is not None else 0
    laid = dict.fromkeys(rules.seats, 0) | dict.fromkeys(ruling.end.riichi, stick)
    deltas = ruling.deltas
    seats = rules.seats
    points = {}
    for place, seat in enumerate(seats):
        first = seats[(place + hand - 1) % len(seats)]  # who deals the n-th hand sat n-th at the start
        after = None if ruling.points is None else ruling.points[seat] - deltas[seat] + laid[seat]
        points[first] = start if after is None else after
    return MatchState(wind, hand, ruling.honba, ruling.carried, {seat: points[seat] for seat in seats})


@dataclass(frozen=True, slots=True)
class CarriedOn:
    """What comes after a hand that nobody won.

    Attributes:
        step: of the match; where `note` says so, only if the match goes on.
        note: what hangs on points that nobody said, None where nothing does.
    """

    step: MatchStep | None
    note: str | None = None


def carried_on(rules: Rulebook, ruling: DrawRuling, wind: str, hand: int, *, known: bool = True) -> CarriedOn:
    """Return the next step of the match, none where the rules have no `match:`.

    Args:
        rules: the rules of the table.
        ruling: on the hand.
        wind: of the round.
        hand: of the round, from 1.
        known: whether that is the hand played; else the first of a match stands for it, and the end is not asked.
    """
    if rules.match is None or rules.setup is None:
        return CarriedOn(None)
    before = state_before(rules, ruling, wind, hand)
    if ruling.points is not None or not known or _is_first(rules, before):
        return CarriedOn(after(rules, before, ruling.end))
    step, unsure = after_without_points(rules, before, ruling.end)
    if step is None:
        return CarriedOn(None, message("who deals next hangs on the points before the hand: give --points"))
    if unsure and not step.over:
        return CarriedOn(step, message("whether the match goes on hangs on the points before the hand: give --points"))
    return CarriedOn(step)


def _is_first(rules: Rulebook, state: MatchState) -> bool:
    """Return whether a hand can only be the first of a match: then everybody has the points of the start."""
    match = rules.match
    first = match is not None and state.wind == match.rounds.winds[0] and state.hand == 1
    return first and not state.honba and not state.deposits


def not_played(rules: Rulebook, wind: str, hand: int) -> str | None:
    """Return why the rules play no such hand of a round; None where they do, or don't say what is played."""
    if rules.match is None:
        return None
    state = MatchState(wind, hand, 0, 0, dict.fromkeys(rules.seats, 0))
    problem = next(state_problems(rules, rules.match, placed(rules.match, state)), None)
    if problem is None or problem.hint is None:
        return problem.message if problem is not None else None
    return message("{problem}; {hint}", problem=problem.message, hint=problem.hint)
