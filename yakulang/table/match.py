"""The match: from where it stands and how a hand ended to where it goes on, by the section `match:` of the rules."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from yakulang.fixed import Fixed
from yakulang.lang import typed
from yakulang.lang.evaluator import holds, judge, number
from yakulang.lang.facts import WIND_WORDS
from yakulang.lang.unsure import verdict
from yakulang.lang.view import View
from yakulang.lang.walk import walk
from yakulang.message import Name, message
from yakulang.table.hand_end import MatchState
from yakulang.table.match_checks import check, placed, rules_of
from yakulang.table.match_step import Loan, MatchStep, Reason
from yakulang.tiles import WINDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from yakulang.lang.evaluator import Verdict
    from yakulang.lang.typed import Condition
    from yakulang.rules.match_model import EndRule, MatchRules
    from yakulang.rules.model import Rulebook
    from yakulang.table.hand_end import HandEnd

REPLAYED = "replayed"
SHARED = "shared"
_OF_POINTS = frozenset({"highest", "lowest", "dealer_points", "dealer_place"})


def first(rules: Rulebook) -> MatchState:
    """Return where a match stands before its first hand.

    Raises:
        MatchError: the rules don't say how a match is played.
    """
    match, setup = rules_of(rules)
    return MatchState(match.rounds.winds[0], 1, 0, 0, Fixed(dict.fromkeys(rules.seats, setup.start.value)))


def seat_at_start(rules: Rulebook, state: MatchState, wind: str) -> str:
    """Return the seat at the start of the match of who has a seat wind in a hand."""
    return rules.seats[(rules.seats.index(wind) + state.hand - 1) % rules.players]


def wind_in(rules: Rulebook, state: MatchState, seat: str) -> str:
    """Return the seat wind in a hand of who had a seat at the start of the match."""
    return rules.seats[(rules.seats.index(seat) - state.hand + 1) % rules.players]


def after(rules: Rulebook, state: MatchState, end: HandEnd) -> MatchStep:
    """Return where a match goes on after a hand.

    Args:
        rules: with `match:` and `setup:`.
        state: before the hand.
        end: how it ended; seats are the winds of that hand.

    Raises:
        MatchError: the rules don't say how a match is played, or state or end can't be; every problem is listed.
    """
    state = placed(rules_of(rules)[0], state)
    match = check(rules, state, end)
    hand = _Hand(rules, match, state, end)
    return hand.chombo() if end.chombo else hand.step()


def after_without_points(rules: Rulebook, state: MatchState, end: HandEnd) -> tuple[MatchStep | None, bool]:
    """Return where a match goes on after a hand, if it does, where nobody said the points; and whether they decide it.

    Args:
        rules: with `match:` and `setup:`.
        state: before the hand; its points are looked at by nothing.
        end: how it ended.

    Returns:
        The next step, None where even the deal hangs on points; and whether something hangs on them.

    Raises:
        MatchError: as `after` does.
    """
    state = placed(rules_of(rules)[0], state)
    hand = _Hand(rules, check(rules, state, end), state, end, points_said=False)
    step = hand.step()
    return None if hand.deal_unsure else step, hand.unsure


@dataclass(slots=True)
class _Hand:
    rules: Rulebook
    match: MatchRules
    state: MatchState
    end: HandEnd
    points_said: bool = True
    unsure: bool = field(init=False, default=False)  # whether something hangs on points that nobody said
    deal_unsure: bool = field(init=False, default=False)  # whether the deal or the counters do
    dealer: str = field(init=False)  # by the seat at the start
    points: dict[str, int] = field(init=False)
    deposits: int = field(init=False)
    reasons: list[Reason] = field(init=False)

    def __post_init__(self) -> None:
        self.reasons = []
        self.dealer = self.at_start(self.rules.seats[0])
        self.points = {seat: self.state.points[seat] for seat in self.rules.seats}
        for wind, change in self.end.changes.items():
            self.points[self.at_start(wind)] += change
        self.deposits = self.state.deposits
        if not self.end.chombo:
            self._sticks()

    def at_start(self, wind: str) -> str:
        return seat_at_start(self.rules, self.state, wind)

    def _sticks(self) -> None:
        stick = self.rules.payments.stick.value
        for wind in self.end.riichi:
            self.points[self.at_start(wind)] -= stick
        self.deposits += len(self.end.riichi)
        taken = self.end.taken or ({self.end.taken_by: self.deposits} if self.end.taken_by else {})
        for wind, sticks in taken.items():
            self.points[self.at_start(wind)] += sticks * stick
            self.deposits -= sticks

    # --- what conditions see --------------------------------------------------------------------

    @property
    def last(self) -> bool:
        extension = self.match.extension
        rounds = extension.rounds if self.state.extended and extension is not None else self.match.rounds
        return self.state.wind == rounds.winds[-1] and self.state.hand == self.rules.players

    def place(self, seat: str) -> int:
        """Return a place from 1 on: of the same points the seat nearer the first dealer, or both, as results are."""
        points, settlement = self.points, self.rules.settlement
        above = sum(points[other] > points[seat] for other in points)
        if settlement is not None and settlement.ties.value == SHARED:
            return above + 1
        order = self.rules.seats
        nearer = sum(points[o] == points[seat] and order.index(o) < order.index(seat) for o in points)
        return above + nearer + 1

    def view(self) -> View:
        end, rules = self.end, self.rules
        dealer = rules.seats[0]
        won = dealer in end.winners
        flags = {
            "always": True,
            "drawn": not end.winners,
            "abortive": not end.winners and is_abortive(rules, end.draw),
            "dealer_won": won,
            "dealer_won_first": won and self._nearest() == dealer,
            "dealer_tenpai": not end.winners and dealer in end.tenpai,
            "last_hand": self.last,
            "extended": self.state.extended,
        }
        numbers = {
            "highest": max(self.points.values()),
            "lowest": min(self.points.values()),
            "dealer_points": self.points[self.dealer],
            "dealer_place": self.place(self.dealer),
            "start_points": rules.setup.start.value if rules.setup is not None else 0,
            "return_points": rules.settlement.returned.value if rules.settlement is not None else 0,
        }
        choices = {"played_round": WIND_WORDS[WINDS.index(self.state.wind)]}
        if end.draw is not None:
            choices["draw"] = end.draw
        view = View(
            numbers=numbers, flags=frozenset(name for name, holding in flags.items() if holding), choices=choices
        )
        if self.match.target is not None:
            numbers["target"] = number(self.match.target, view)
        return view

    def _nearest(self) -> str:
        """Return the winner who is nearest in turn to the discarder."""
        seats = self.rules.seats
        turn = seats.index(self.end.discarder) if self.end.discarder is not None else 0
        return min(self.end.winners, key=lambda wind: (seats.index(wind) - turn) % self.rules.players)

    def note(self, reason: Reason) -> None:
        self.reasons.append(reason)

    def holds(self, condition: Condition, view: View, *, deal: bool = False) -> bool:
        """Return whether a condition holds; where that hangs on points that nobody said, note so, and no."""
        if self.points_said:
            return holds(condition, view)
        said = verdict(condition, view, _unsaid(self.match))
        self.unsure |= said is None
        self.deal_unsure |= deal and said is None
        return said is True

    # --- what follows ---------------------------------------------------------------------------

    def chombo(self) -> MatchStep:
        """Return what follows a chombo: the same hand again, or the end."""
        rule, said = self.match.chombo, self.end.replayed
        again = said if said is not None else rule is not None and rule.value == REPLAYED
        place = rule.span.place if rule is not None and said is None else ""
        if again:
            self.note(Reason("replayed", message("the hand is played again"), place))
            return self._go_on(replace(self.state, points=Fixed(self.points)), stays=True)
        self.note(Reason("over", message("a chombo ends the match"), place))
        return self._over(stays=True)

    def step(self) -> MatchStep:
        """Return what follows a hand."""
        view, match = self.view(), self.match
        stays = self.holds(match.dealer_stays, view, deal=True)
        text = message("the dealer stays") if stays else message("the deal passes")
        place = match.dealer_stays.span.place
        self.note(Reason("stays" if stays else "passes", text, place, because=_because(match.dealer_stays, view)))
        if stays:
            view = view.with_(flags=view.flags | {"dealer_stays"})
        ended = False
        for rule in match.ends:
            if self.holds(rule.when, view):
                ended |= self._ends(rule, view)
        if ended or not self._goes_on(stays=stays, view=view):
            return self._over(stays=stays)
        return self._go_on(self._next(stays=stays, view=view), stays=stays)

    def _ends(self, rule: EndRule, view: View) -> bool:
        """Note what a rule says about the end; return whether it ends the match."""
        name, place = Name(rule.names.get("en", rule.id), rule.names), rule.span.place
        about = {"about": rule.id, "because": _because(rule.when, view)}
        if rule.choice is None or self.end.stops:
            self.note(Reason("over", message("the match is over: {end}", end=name), place, **about))  # type: ignore[arg-type]
            return True
        self.note(Reason("choice", message("the dealer may end the match: {end}", end=name), place, **about))  # type: ignore[arg-type]
        return False

    def _goes_on(self, *, stays: bool, view: View) -> bool:
        """Return whether there is another hand; note why, or why not, where that is the question."""
        extension, state = self.match.extension, self.state
        ends_round = self.last and not stays
        if extension is None:
            if ends_round:
                self.note(Reason("over", message("the last hand is over"), self.match.rounds.span.place))
            return not ends_round
        place = extension.until.span.place
        asked = not state.extended or extension.asked is None or self.holds(extension.asked, view)
        if (ends_round or (state.extended and asked)) and self.holds(extension.until, view):
            said = message("the last hand is over") if ends_round else message("the extension has its end")
            self.note(Reason("over", said, place, because=_because(extension.until, view)))
            return False
        if ends_round and state.extended:
            self.note(Reason("over", message("the last hand of the extension is over"), extension.rounds.span.place))
            return False
        if ends_round and not self.unsure:
            self.note(Reason("extension", message("the match is extended"), place))
        return True

    def _next(self, *, stays: bool, view: View) -> MatchState:
        """Return where the match stands before the next hand; there is one."""
        state, honba = self.state, self._honba(view)
        if stays:
            wins = state.dealer_wins + 1 if "dealer_won" in view.flags else 0
            counts = {"dealer_wins": wins, "dealer_hands": state.dealer_hands + 1}
            return replace(state, honba=honba, deposits=self.deposits, points=Fixed(self.points), **counts)  # type: ignore[arg-type]
        if state.hand < self.rules.players:
            wind, hand, extended = state.wind, state.hand + 1, state.extended
        else:
            wind, extended = self._next_round()
            hand = 1
        return MatchState(wind, hand, honba, self.deposits, Fixed(self.points), extended)

    def _next_round(self) -> tuple[str, bool]:
        extension, state = self.match.extension, self.state
        beyond = extension.rounds.winds if extension is not None else ()
        if state.extended:
            return beyond[beyond.index(state.wind) + 1], True
        winds = self.match.rounds.winds
        at = winds.index(state.wind) + 1
        return (winds[at], False) if at < len(winds) else (beyond[0], True)

    def _honba(self, view: View) -> int:
        rules, now = self.match.honba, self.state.honba
        if self.holds(rules.grows, view, deal=True):
            honba, rule = now + 1, rules.grows.span
            if rules.most is not None and honba > rules.most.value:
                honba, rule = rules.most.value, rules.most.span
        elif rules.kept is not None and self.holds(rules.kept, view, deal=True):
            honba, rule = now, rules.kept.span
        else:
            honba, rule = 0, rules.grows.span
        if honba != now:
            self.note(Reason("honba", message("{n} honba on the table", n=honba), rule.place))
        return honba

    def _over(self, *, stays: bool) -> MatchStep:
        return MatchStep(None, Fixed(self.points), self.deposits, stays, tuple(self.reasons))

    def _go_on(self, state: MatchState, *, stays: bool) -> MatchStep:
        loans = loans_of(self.match, self.points)
        return MatchStep(state, Fixed(self.points), self.deposits, stays, tuple(self.reasons), loans)


def _unsaid(match: MatchRules) -> frozenset[str]:
    """Return the names of the numbers that hang on points."""
    target = match.target
    asked = {node.name for node in walk(target) if isinstance(node, typed.NumberFact)} if target is not None else set()
    return _OF_POINTS | {"target"} if asked & _OF_POINTS else _OF_POINTS


def is_abortive(rules: Rulebook, draw: str | None) -> bool:
    """Return whether a draw comes before the last tile."""
    rule = rules.draws.kinds.get(draw) if rules.draws is not None and draw is not None else None
    return rule is not None and rule.abortive


def loans_of(match: MatchRules, points: Mapping[str, int]) -> dict[str, Loan]:
    """Return what each player below 0 borrows to go on."""
    return {seat: loan for seat, number in points.items() if (loan := loan_of(match, number)) is not None}


def loan_of(match: MatchRules, points: int) -> Loan | None:
    """Return what a player borrows to go on; None at 0 and above, and where the rules know no loans."""
    rules = match.loans
    if rules is None or points >= 0:
        return None
    missing, sticks = -points, 0
    if rules.worth is not None and rules.sticks is not None and rules.worth.value:
        sticks = min(rules.sticks.value, -(-missing // rules.worth.value))
        missing -= sticks * rules.worth.value
    outside = 0
    if missing > 0 and rules.outside is not None:
        outside = -(-missing // rules.outside.value) * rules.outside.value
    deciding = rules.sticks if sticks else rules.outside
    return Loan(sticks, outside, (deciding or rules).span.place) if sticks or outside else None


def _because(condition: Condition, view: View) -> tuple[str, ...]:
    """Return what a condition asks for and holds: facts by name, anything else as it is written."""
    return tuple(dict.fromkeys(_holding(judge(condition, view))))


def _holding(verdict: Verdict) -> Iterator[str]:
    node = verdict.node
    if isinstance(node, typed.AllOf | typed.AnyOf | typed.Term):
        for part in verdict.parts if verdict.value else ():
            yield from _holding(part)
    elif verdict.value:
        yield node.name if isinstance(node, typed.Flag) else node.span.text
