"""What is asked of a match and of the end of a hand before anything is counted: that they can be."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic, did_you_mean
from yakulang.lang import typed
from yakulang.lang.walk import walk
from yakulang.message import message
from yakulang.notation.tile_text import SEAT_NAMES, WIND_NAMES
from yakulang.rules.draw_model import EXHAUSTIVE
from yakulang.source import Source, Span
from yakulang.table.ending import Ending, ending_points
from yakulang.table.match_step import MatchError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from yakulang.rules.match_model import MatchRules
    from yakulang.rules.model import Rulebook
    from yakulang.rules.table_model import SetupRules
    from yakulang.table.hand_end import HandEnd, MatchState


def rules_of(rules: Rulebook) -> tuple[MatchRules, SetupRules]:
    """Return the rules of a match.

    Raises:
        MatchError: the ruleset has none.
    """
    if rules.match is None or rules.setup is None:
        section = "match" if rules.match is None else "setup"
        text = message(
            "`{rules}` does not say how a match is played: `{section}` is missing", rules=rules.id, section=section
        )
        raise MatchError([Diagnostic("YK850", text, hint=message("write {text}", text=f"`{section}:`"))])
    if problems := list(dict.fromkeys(missing_numbers(rules, rules.match))):
        raise MatchError(problems)
    return rules.match, rules.setup


def missing_numbers(rules: Rulebook, match: MatchRules) -> Iterator[Diagnostic]:
    """Yield numbers that are asked for and that the rules, without the section they are taken of, don't have."""
    missing = {"return_points": "settlement"} if rules.settlement is None else {}
    missing |= {"target": "match.target"} if match.target is None else {}
    optional = {id(rule.when): f"`match.ends.{rule.id}`" for rule in match.ends}
    if match.extension is not None:
        optional |= dict.fromkeys(map(id, (match.extension.until, match.extension.asked)), "`match.extension`")
    asking: dict[tuple[str, Span], list[str | None]] = {}
    for node in match.asking() if missing else ():
        for inner in walk(node):
            if isinstance(inner, typed.NumberFact) and inner.name in missing:
                asking.setdefault((inner.name, inner.span), []).append(optional.get(id(node)))
    for (name, span), paths in asking.items():
        text = message(
            "`{name}` is taken of `{section}`, which `{rules}` does not have",
            name=name, section=missing[name], rules=rules.id,
        )  # fmt: skip
        out = list(dict.fromkeys(path for path in paths if path is not None))
        hint = message("write the number of points")
        if len(out) == len(set(paths)):  # nothing asks for it that a match must have
            hint = message("write the number of points, or take out {paths}", paths=", ".join(out))
        yield Diagnostic("YK860", text, span, hint=hint)


def placed(match: MatchRules, state: MatchState) -> MatchState:
    """Return where a match stands; a round past the last one is of the extension, where there is one."""
    beyond = match.extension.rounds.winds if match.extension is not None else ()
    if state.extended or state.wind in match.rounds.winds or state.wind not in beyond:
        return state
    return replace(state, extended=True)


def check(rules: Rulebook, state: MatchState, end: HandEnd) -> MatchRules:
    """Return the rules of a match that a hand may belong to.

    Raises:
        MatchError: the ruleset has none, or state or end can't be; every problem is listed.
    """
    match, _ = rules_of(rules)
    problems = [*_seats(rules, end), *state_problems(rules, match, state)] or [*_end(rules, match, state, end)]
    if problems:
        raise MatchError(problems)
    return match


def _seats_hint(rules: Rulebook) -> str:
    return message("the seats are {seats}", seats=" ".join(rules.seats))


def _seats(rules: Rulebook, end: HandEnd) -> Iterator[Diagnostic]:
    named = [*end.winners, *end.tenpai, *end.riichi, *end.changes, *end.taken, *end.chombo]
    named += [seat for seat in (end.discarder, end.taken_by) if seat is not None]
    for seat in dict.fromkeys(named):
        if seat not in rules.seats or not seat:
            text = message("`{rules}` has no seat {seat}", rules=rules.id, seat=seat)
            yield Diagnostic("YK851", text, hint=_seats_hint(rules))
    for seats in (end.winners, end.tenpai, end.riichi, end.chombo):
        for place, seat in enumerate(seats):
            if seat in seats[:place]:
                yield Diagnostic("YK862", message("{seat} is named twice", seat=SEAT_NAMES.get(seat, seat)))


def state_problems(rules: Rulebook, match: MatchRules, state: MatchState) -> Iterator[Diagnostic]:
    """Yield why a match can't stand so."""
    yield from (problem for _, problem in state_faults(rules, match, state))


def state_faults(rules: Rulebook, match: MatchRules, state: MatchState) -> Iterator[tuple[str, Diagnostic]]:
    """Yield why a match can't stand so, each with the field of the state that it is about."""
    extension = match.extension
    beyond = extension.rounds.winds if extension is not None else ()
    rounds = beyond if state.extended else (*match.rounds.winds, *(w for w in beyond if w not in match.rounds.winds))
    if state.wind not in (beyond if state.extended else match.rounds.winds):
        text = message(
            "`{rules}` plays no round of {wind}", rules=rules.id, wind=WIND_NAMES.get(state.wind, state.wind)
        )
        hint = message("the rounds are {winds}", winds=" ".join(rounds)) if rounds else None
        yield "wind", Diagnostic("YK855", text, hint=hint)
    if not 1 <= state.hand <= rules.players:
        text = message("a round has hands 1 to {n}, and not {hand}", n=rules.players, hand=state.hand)
        yield "hand", Diagnostic("YK855", text)
    if state.honba < 0 or state.deposits < 0:
        text = message("counters and riichi sticks are numbers from 0 on")
        yield "honba" if state.honba < 0 else "deposits", Diagnostic("YK855", text)
    if sorted(state.points) != sorted(rules.seats):
        text = message(
            "points of {given}; the seats are {seats}", given=" ".join(state.points), seats=" ".join(rules.seats)
        )
        yield "points", Diagnostic("YK855", text)


def points_problems(rules: Rulebook, state: MatchState) -> Iterator[Diagnostic]:
    """Yield why nobody can have the points with which a match is taken up; where the rules lend, any sum may be."""
    if rules.setup is None:
        return
    lent = rules.match is not None and rules.match.loans is not None
    for problem in ending_points(Ending(state.points, state.deposits), rules, rules.setup):
        if not (lent and problem.code == "YK802"):
            yield problem


def _end(rules: Rulebook, match: MatchRules, state: MatchState, end: HandEnd) -> Iterator[Diagnostic]:
    if problem := changes_problem(end.changes):
        yield problem
    if end.discarder in end.winners:
        text = message("{seat} can't win on a discard of their own", seat=SEAT_NAMES[end.discarder or ""])
        yield Diagnostic("YK862", text)
    if len(end.winners) > 1 and end.discarder is None and not _several_draw(rules):
        yield Diagnostic("YK862", message("several win on one discard; who discarded is not said"))
    if end.draw is not None:
        yield from _draw(rules, end.draw)
    elif not end.winners and not end.chombo:
        yield Diagnostic("YK862", message("nobody won; which draw it was is not said"))
    there = state.deposits + len(end.riichi)
    taken = sum(end.taken.values())
    if taken > there or any(sticks < 0 for sticks in end.taken.values()):
        text = message("{taken} riichi sticks are taken; there are {there}", taken=taken, there=there)
        yield Diagnostic("YK857", text)
    if end.chombo and match.chombo is None and end.replayed is None:
        text = message("`{rules}` does not say what follows a chombo", rules=rules.id)
        hint = message(
            "write `replayed: yes` or `replayed: no`, or in the rules {text}", text="`match: {chombo: replayed}`"
        )
        yield Diagnostic("YK859", text, hint=hint)


def _several_draw(rules: Rulebook) -> bool:
    """Return whether several may win a hand without a discard: at the draw, where being paid is a win for all."""
    paid = rules.draws.paid() if rules.draws is not None else ()
    return any(rule.as_win.value and not rule.nearest_only.value for rule in paid)


def _draw(rules: Rulebook, draw: str) -> Iterator[Diagnostic]:
    known = [EXHAUSTIVE, *rules.draws.kinds] if rules.draws is not None else []
    if draw not in known:
        near = did_you_mean(draw, known)
        hint = (
            message("did you mean `{word}`?", word=near) if near else message("it has {names}", names=" ".join(known))
        )
        yield Diagnostic("YK864", message("`{rules}` has no draw `{draw}`", rules=rules.id, draw=draw), hint=hint)


def changes_problem(changes: Mapping[str, int]) -> Diagnostic | None:
    """Return what is wrong with changes that don't sum to 0, or None."""
    total = sum(changes.values())
    if not total:
        return None
    source = Source("<changes>", " ".join(f"{seat}{change:+}" for seat, change in changes.items()))
    text = message("the changes sum to {total}, and not to 0; riichi sticks are counted apart", total=total)
    return Diagnostic("YK852", text, Span(source, 0, len(source.text)))
