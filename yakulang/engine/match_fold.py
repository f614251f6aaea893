"""A whole match folded from its score sheet: every hand with what it changed and why, and the result at the end."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from yakulang.engine.match_ends import end_of
from yakulang.engine.match_entries import CORRECTION, named_twice, read_entries
from yakulang.engine.match_places import value_place
from yakulang.engine.match_players import Players
from yakulang.errors import Diagnostic
from yakulang.fixed import Fixed
from yakulang.message import message
from yakulang.notation.naming import named, with_names
from yakulang.notation.tile_text import SEAT_NAMES
from yakulang.table.declaring import may_declare
from yakulang.table.ending import asked_in
from yakulang.table.match import after, first, loans_of, seat_at_start
from yakulang.table.match_checks import changes_problem, placed, points_problems, rules_of, state_faults
from yakulang.table.match_step import MatchError, MatchStep
from yakulang.table.settlement import SettleError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from yakulang.engine.match_entries import Entry
    from yakulang.engine.ruleset import Ruleset
    from yakulang.engine.ruling import Ruling
    from yakulang.engine.table_ruling import TableRuling
    from yakulang.source import Span
    from yakulang.table.draws import DrawRuling
    from yakulang.table.hand_end import HandEnd, MatchState
    from yakulang.table.settlement import Settlement


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A line of a match.

    Attributes:
        kind: `win`, `draw`, `chombo` or `correction`.
        before: where the match stood.
        end: how the hand ended, by the winds of that hand; None for a correction.
        changes: of each player, sticks included, by the seat at the start.
        step: where the match stands after it, and why.
        ruling: on the winning hands, where the rules were asked.
        notes: what is to be noted of the hand, e.g. who called ron and is not paid, in plain sentences.
    """

    kind: str
    before: MatchState
    end: HandEnd | None
    changes: Mapping[str, int]
    step: MatchStep
    ruling: Ruling | TableRuling | DrawRuling | None = None
    notes: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the line as plain data."""
        data: dict[str, Any] = {"kind": self.kind, "before": self.before.as_json()}
        if self.end is not None:
            data["end"] = self.end.as_json()
        data |= {"changes": dict(self.changes), **self.step.as_json()}
        data |= {"ruling": self.ruling.as_json()} if self.ruling is not None else {}
        return data | ({"notes": [str(note) for note in self.notes]} if self.notes else {})


@dataclass(frozen=True, slots=True)
class Match:
    """A match, as far as it was played.

    Attributes:
        rules: the id of the ruleset.
        players: names by the seat at the start, where they are said.
        hands: every line in order.
        state: before the next hand; None where the match is over.
        points: of each player, by the seat at the start.
        deposits: riichi sticks on the table.
        settlement: the result; None where the match goes on, or the rules don't say how it is settled.
        errors: why it can't be settled.
    """

    rules: str
    players: Mapping[str, str]
    hands: tuple[PlayedHand, ...]
    state: MatchState | None
    points: Mapping[str, int]
    deposits: int
    settlement: Settlement | None = None
    errors: tuple[Diagnostic, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.state is None

    def as_json(self) -> dict[str, Any]:
        """Return the match as plain data."""
        data: dict[str, Any] = {"rules": self.rules}
        data |= {"players": dict(self.players)} if self.players else {}
        data |= {
            "hands": [hand.as_json() for hand in self.hands],
            "over": self.over,
            "state": self.state.as_json() if self.state is not None else None,
            "points": dict(self.points),
            "deposits": self.deposits,
        }
        data |= {"settlement": self.settlement.as_json()} if self.settlement is not None else {}
        return data | ({"errors": [problem.as_json() for problem in self.errors]} if self.errors else {})


def fold(
    ruleset: Ruleset,
    entries: Sequence[tuple[object, Span | None]],
    names: Mapping[str, str],
    start: MatchState | None,
    place: Span | None = None,
) -> Match:
    """Return the match that a score sheet tells of.

    Args:
        ruleset: the rules.
        entries: the lines as plain data, each with its place if it has one.
        names: of players, by the seat at the start; may be empty.
        start: where the match stood before the first line; None for the beginning.
        place: of what is said of the start.

    Raises:
        MatchError: a line can't be read, can't be, or stands after the end. Of lines that depend on others the first is
            told.
    """
    rulebook = ruleset.rulebook
    match = rules_of(rulebook)[0]
    state = first(rulebook) if start is None else placed(match, start)
    faults = [*state_faults(rulebook, match, state)]
    if start is not None and not faults:
        faults += [("points", problem) for problem in points_problems(rulebook, state)]
    if faults:
        raise MatchError([replace(p, span=value_place(place, about)) if place else p for about, p in faults])
    players = Players(rulebook, names)
    read = read_entries(entries, players)
    return _Fold(ruleset, players, state).all([*read])


@dataclass(slots=True)
class _Fold:
    ruleset: Ruleset
    players: Players
    state: MatchState
    hands: list[PlayedHand] = field(default_factory=list)
    owners: list[str] = field(default_factory=list)  # of the riichi sticks on the table

    def all(self, entries: Sequence[Entry]) -> Match:
        step: MatchStep | None = None
        for number, entry in enumerate(entries):
            if step is not None and step.state is None:
                raise MatchError([_after_end(entry, step)])
            try:
                step = self._step(entry, last=number == len(entries) - 1)
            except MatchError as error:
                raise MatchError(map(self._told, error.diagnostics)) from None
            self.state = step.state or self.state
        if step is None:
            return Match(self.ruleset.id, self.players.names, (), self.state, self.state.points, self.state.deposits)
        played = Match(self.ruleset.id, self.players.names, tuple(self.hands), step.state, step.points, step.deposits)
        try:
            return replace(played, settlement=self._settlement(step)) if step.over else played
        except SettleError as error:
            names = self.players.names
            told = [with_names(p, lambda seat: names.get(seat, SEAT_NAMES[seat])) for p in error.diagnostics]
            return replace(played, errors=tuple(told))

    def _step(self, entry: Entry, *, last: bool) -> MatchStep:
        if twice := named_twice(entry, self.players, self.state):
            raise MatchError(twice)
        return self._correct(entry) if entry.kind == CORRECTION else self._play(entry, last=last)

    def _told(self, problem: Diagnostic) -> Diagnostic:
        """Return what is wrong with a hand with the hand before it, and its players by name."""
        problem = with_names(problem, lambda wind: self.players.called(wind, self.state))
        text = message("{hand}: {sentence}", hand=self.state.called, sentence=problem.message)
        return replace(problem, message=text)

    def _play(self, entry: Entry, *, last: bool) -> MatchStep:
        before, rulebook = self.state, self.ruleset.rulebook
        judged = end_of(self.ruleset, before, entry, self.players)
        self._check_riichi(entry, judged.end)
        end = replace(judged.end, stops=False)
        step = self._after(entry, end)
        if entry.stop and not (step.over or step.choice):
            text = message("`{rules}` gives the dealer no choice to end the match here", rules=self.ruleset.id)
            hint = message("leave {text} out", text="`stop`")
            raise MatchError([Diagnostic("YK862", text, entry.span, hint=hint)])
        if entry.stop:
            end = judged.end
            step = self._after(entry, end)
        if last and step.choice:  # nothing was played after it: the dealer ended the match
            end = replace(end, stops=True)
            step = self._after(entry, end)
        changes = {seat: step.points[seat] - before.points[seat] for seat in rulebook.seats}
        self._note_owners(end)
        notes = tuple(named(note, lambda wind: self.players.called(wind, before)) for note in judged.notes)
        self.hands.append(PlayedHand(entry.kind, before, end, Fixed(changes), step, judged.ruling, notes))
        return step

    def _after(self, entry: Entry, end: HandEnd) -> MatchStep:
        try:
            return after(self.ruleset.rulebook, self.state, end)
        except MatchError as error:
            own = "YK852"  # the changes of the entry
            placed = [replace(p, span=entry.span) if p.span is None or p.code == own else p for p in error.diagnostics]
            raise MatchError(placed) from None

    def _correct(self, entry: Entry) -> MatchStep:
        """Return where the match stands after points were put right between hands."""
        changes = dict.fromkeys(self.ruleset.rulebook.seats, 0)
        for who, change in (entry.changes or {}).items():
            changes[seat_at_start(self.ruleset.rulebook, self.state, self.players.wind(who, self.state))] += change
        if problem := changes_problem(changes):
            raise MatchError([replace(problem, span=entry.span)])
        points = Fixed({seat: self.state.points[seat] + change for seat, change in changes.items()})
        state = replace(self.state, points=points)
        loans = loans_of(rules_of(self.ruleset.rulebook)[0], points)
        step = MatchStep(state, points, state.deposits, stays=True, reasons=(), loans=loans)
        self.hands.append(PlayedHand(entry.kind, self.state, None, Fixed(changes), step))
        return step

    def _check_riichi(self, entry: Entry, end: HandEnd) -> None:
        problems: list[Diagnostic] = []
        for wind in end.riichi:
            points = self.state.points[seat_at_start(self.ruleset.rulebook, self.state, wind)]
            who = self.players.called(wind, self.state)
            said = may_declare(self.ruleset.rulebook, "riichi", points=points)
            for need in said.missing:
                text = message("{who} has {points} points and may not declare riichi", who=who, points=points)
                hint = message("{place} says so: {condition}", place=need.rule, condition=need.condition)
                problems.append(Diagnostic("YK857", text, entry.span, hint=hint))
        if problems:
            raise MatchError(problems)

    def _note_owners(self, end: HandEnd) -> None:
        """Remember whose the sticks on the table are."""
        if end.chombo:
            return
        at_start = {
            wind: seat_at_start(self.ruleset.rulebook, self.state, wind) for wind in self.ruleset.rulebook.seats
        }
        self.owners += [at_start[wind] for wind in end.riichi]
        if end.taken:
            left = len(self.owners) - sum(end.taken.values())
            self.owners = self.owners[:left]
        elif end.taken_by is not None:
            self.owners = []

    # --- the end --------------------------------------------------------------------------------

    def _settlement(self, step: MatchStep) -> Settlement | None:
        rulebook = self.ruleset.rulebook
        if rulebook.settlement is None:
            return None
        asked = asked_in(rulebook.settlement)
        back = rulebook.settlement.deposits.value == "back"
        deposits = {seat: self.owners.count(seat) for seat in dict.fromkeys(self.owners)}
        played = [hand for hand in self.hands if hand.end is not None]
        said: dict[str, Any] = {
            "deposits": deposits if back else step.deposits,
            "last_dealer": self._at_start(played[-1], rulebook.seats[0]) if played else None,
            "busted_by": dict(self._busted_by(played, step)) if "busted_by" in asked else None,
            "unlit": self._unlit(played) if "unlit" in asked else None,
            "chombo": self._chombo(played) if "chombo" in asked else None,
        }
        return self.ruleset.settle(dict(step.points), **said)  # type: ignore[arg-type]

    def _at_start(self, hand: PlayedHand, wind: str) -> str:
        return seat_at_start(self.ruleset.rulebook, hand.before, wind)

    def _busted_by(self, played: Sequence[PlayedHand], step: MatchStep) -> Iterator[tuple[str, str]]:
        """Yield who is below 0 and who won the hand that brought them there."""
        for seat, points in step.points.items():
            if points >= 0:
                continue
            there = [hand for hand in played if hand.before.points[seat] >= 0 > hand.step.points[seat]]
            end = there[-1].end if there else None
            if end is not None and end.winners:
                yield seat, self._at_start(there[-1], end.winners[0])

    def _unlit(self, played: Sequence[PlayedHand]) -> Mapping[str, str | None]:
        """Return who won no hand; who won the last one only, with the discarder."""
        won: dict[str, int] = {}
        for number, hand in enumerate(played):
            for wind in hand.end.winners if hand.end is not None else ():
                won.setdefault(self._at_start(hand, wind), number)
        found: dict[str, str | None] = {seat: None for seat in self.ruleset.rulebook.seats if seat not in won}
        settlement = self.ruleset.rulebook.settlement
        last = played[-1] if played else None
        if last is None or last.end is None or settlement is None or "dealt_in" not in asked_in(settlement):
            return found
        for seat, number in won.items():
            if number == len(played) - 1 and last.end.discarder is not None:
                found[seat] = self._at_start(last, last.end.discarder)
        return found

    def _chombo(self, played: Sequence[PlayedHand]) -> Mapping[str, int]:
        found: dict[str, int] = {}
        for hand in played:
            for wind in hand.end.chombo if hand.end is not None else ():
                seat = self._at_start(hand, wind)
                found[seat] = found.get(seat, 0) + 1
        return found


def _after_end(entry: Entry, step: MatchStep) -> Diagnostic:
    ended = [reason for reason in step.reasons if reason.kind == "over"]
    hint = message("{place}: {reason}", place=ended[0].rule, reason=ended[0].text) if ended else None
    return Diagnostic("YK853", message("the match was over before this hand"), entry.span, hint=hint)
