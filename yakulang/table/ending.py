"""The end of a game as people state it: points and what was said beside them, checked against the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from yakulang.errors import Diagnostic, Label
from yakulang.lang import typed
from yakulang.lang.walk import walk
from yakulang.message import message
from yakulang.notation.tile_text import SEAT_NAMES
from yakulang.source import Source, Span
from yakulang.table.given import check_by_seat, check_points, check_seat, check_seats, wrong_kind
from yakulang.table.settlement import SettleError, called

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from yakulang.rules.model import Rulebook
    from yakulang.rules.table_model import ExtraRule, SettlementRules, SetupRules


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a game.

    Attributes:
        points: of each seat, by the wind at the start of the game, in any order.
        deposits: riichi sticks left over.
        owners: whose they are, by seat; where they go back it must be said.
        last_dealer: the seat of the dealer of the last hand.
        busted_by: for players below 0 the seat of whoever busted them.
        unlit: who won no hand; with a seat, who won the last hand only and on whose discard. None: not said.
        chips: won (below 0: lost) by seat; None: not said.
        chombo: how many, by seat.
    """

    points: Mapping[str, int]
    deposits: int = 0
    owners: Mapping[str, int] | None = None
    last_dealer: str | None = None
    busted_by: Mapping[str, str] = field(default_factory=dict)
    unlit: Mapping[str, str | None] | None = None
    chips: Mapping[str, int] | None = None
    chombo: Mapping[str, int] = field(default_factory=dict)


def ending_of(
    rules: Rulebook,
    points: Sequence[int] | Mapping[Any, int],
    deposits: int | Mapping[Any, int],
    *,
    last_dealer: str | None,
    busted_by: Mapping[Any, Any] | None,
    unlit: Collection[Any] | Mapping[Any, Any] | None,
    chips: Mapping[Any, int] | None,
    chombo: Mapping[Any, int] | None,
) -> Ending:
    """Return the end of a game as `Ruleset.settle` is told it; only numbers are checked yet.

    Raises:
        TypeError: points, riichi sticks, chips or chombo are no whole numbers.
        ValueError: riichi sticks or chombo below 0.
    """
    check_points(points)
    if points is None:
        raise wrong_kind("points", "a list of numbers, or numbers by seat", points)
    check_seat("last_dealer", last_dealer)
    check_by_seat("busted_by", busted_by, "who busted whom, seats", (str,))
    if isinstance(unlit, Mapping):
        check_by_seat("unlit", unlit, "seats or None", (str, type(None)))
    else:
        check_seats("unlit", unlit)
    check_by_seat("chips", chips, "whole numbers")
    check_by_seat("chombo", chombo, "whole numbers")
    if isinstance(deposits, Mapping):
        check_by_seat("deposits", deposits, "whole numbers")
    counts = [*(deposits.values() if isinstance(deposits, Mapping) else [deposits]), *(chombo or {}).values()]
    whole = [*(points.values() if isinstance(points, Mapping) else points), *(chips or {}).values(), *counts]
    if any(type(number) is not int for number in whole):
        raise TypeError("points, riichi sticks, chips and chombo are whole numbers")
    if any(number < 0 for number in counts):
        raise ValueError(message("riichi sticks and chombo are numbers from 0 on"))
    by_seat = (
        {**points} if isinstance(points, Mapping) else dict(zip(seats_for(rules, len(points)), points, strict=True))
    )
    owners = {**deposits} if isinstance(deposits, Mapping) else None
    without = unlit if unlit is None or isinstance(unlit, Mapping) else dict.fromkeys(unlit)
    return Ending(
        points=by_seat,
        deposits=deposits if not isinstance(deposits, Mapping) else sum(deposits.values()),
        owners=owners,
        last_dealer=last_dealer,
        busted_by={**(busted_by or {})},
        unlit=None if without is None else {**without},
        chips=None if chips is None else {**chips},
        chombo={**(chombo or {})},
    )


def seats_for(rules: Rulebook, players: int) -> list[str]:
    """Return the seats of so many players; more than there are have numbers, and are refused later."""
    more = (f"{number}." for number in range(rules.players + 1, players + 1))
    return [*rules.seats, *more][:players]


def check(ending: Ending, rules: Rulebook) -> tuple[SetupRules, SettlementRules]:
    """Return the rules that settle an ending.

    Raises:
        SettleError: the rules can't settle a game, or the ending can't be; everything is listed.
    """
    setup, settlement = rules.setup, rules.settlement
    if setup is None or settlement is None:
        section = "setup" if setup is None else "settlement"
        raise SettleError([_without(rules, section)])
    problems = [*ending_points(ending, rules, setup)]
    problems += [*_seats(ending, rules), *_said(ending, rules, settlement)] if not problems else []
    problems += uma_problems(rules, settlement)
    if problems:
        raise SettleError(problems)
    return setup, settlement


def _without(rules: Rulebook, section: str) -> Diagnostic:
    text = message(
        "`{rules}` does not say how a game is settled: `{section}` is missing", rules=rules.id, section=section
    )
    taken = rules.merged.removed.get(section)
    if taken is not None:
        return Diagnostic("YK807", text, labels=(Label(taken, message("it was taken out here")),))
    return Diagnostic("YK807", text, hint=message("write {text}", text=f"`{section}:`"))


def ending_points(ending: Ending, rules: Rulebook, setup: SetupRules) -> Iterator[Diagnostic]:
    """Yield why the players can't have these points."""
    given = list(ending.points.values())
    source = Source("<points>", " ".join(map(str, given)))
    if len(given) != rules.players:
        text = message(
            "{n} players' points; under `{rules}` there are {players}",
            n=len(given),
            rules=rules.id,
            players=rules.players,
        )
        yield Diagnostic("YK800", text, Span(source, 0, len(source.text)), hint=_seats_hint(rules))
        return
    wrong = False
    at = 0
    for points in given:
        span = Span(source, at, at + len(str(points)))
        at += len(str(points)) + 1
        if problem := stick_problem(setup, points, span):
            wrong = True
            yield problem
    start, deposit = rules.players * setup.start.value, rules.payments.stick.value
    total, left = sum(given), ending.deposits * deposit
    if total + left != start and not wrong:
        yield Diagnostic(
            "YK802",
            _sum_text(ending, rules, setup, total),
            Span(source, 0, len(source.text)),
            hint=_sum_hint(start - total, deposit, ending),
        )


def stick_problem(setup: SetupRules, points: int, span: Span | None = None) -> Diagnostic | None:
    """Return why nobody can have or pay so many points, or None; `span` is where they are said."""
    stick = setup.smallest_stick
    if not points % stick:
        return None
    text = message("{points} is no multiple of {stick}, the smallest stick", points=points, stick=stick)
    return Diagnostic("YK801", text, span, hint=message("the sticks: {place}", place=setup.sticks_span.place))


def _sum_text(ending: Ending, rules: Rulebook, setup: SetupRules, total: int) -> str:
    start = rules.players * setup.start.value
    if ending.deposits:
        return message(
            "the points sum to {total}, and to {both} with the riichi sticks; {players} players begin with {start}",
            total=total,
            both=total + ending.deposits * rules.payments.stick.value,
            players=rules.players,
            start=start,
        )
    return message(
        "the points sum to {total}; {players} players begin with {start}",
        total=total,
        players=rules.players,
        start=start,
    )


def _sum_hint(missing: int, stick: int, ending: Ending) -> str:
    sticks, rest = divmod(missing, stick) if stick else (0, missing)  # where riichi costs nothing none is missing
    if 0 < sticks <= MOST_STICKS and not rest and sticks != ending.deposits:
        return message("that is {n} times a riichi stick: are any left over?", n=sticks)
    gap = missing - ending.deposits * stick
    if gap > 0:
        return message("{points} are missing", points=gap)
    return message("there are {points} too many", points=-gap)


MOST_STICKS = 20  # that a hint supposes to be left over


def _seats_hint(rules: Rulebook) -> str:
    return message("the seats are {seats}", seats=" ".join(rules.seats))


def _seats(ending: Ending, rules: Rulebook) -> Iterator[Diagnostic]:
    named = [*ending.points, *(ending.owners or ()), *(ending.unlit or ()), *(ending.chips or ()), *ending.chombo]
    named += [seat for pair in ending.busted_by.items() for seat in pair]
    named += [seat for seat in (ending.unlit or {}).values() if seat is not None]
    named += [ending.last_dealer] if ending.last_dealer is not None else []
    for seat in dict.fromkeys(named):
        if seat not in rules.seats:
            text = message("`{rules}` has no seat {seat}", rules=rules.id, seat=seat)
            yield Diagnostic("YK803", text, hint=_seats_hint(rules))


def _said(ending: Ending, rules: Rulebook, settlement: SettlementRules) -> Iterator[Diagnostic]:
    """Yield what is said without effect, or not said though it must be."""
    asked = asked_in(settlement)
    given = {
        "unlit": bool(ending.unlit),
        "chips": ending.chips is not None and any(ending.chips.values()),
        "chombo": any(ending.chombo.values()),
        "busted_by": bool(ending.busted_by),
    }
    for name, is_given in given.items():
        if is_given and name not in asked:
            text = message("{what} are said, but `{rules}` has no rule for them", what=SAID[name], rules=rules.id)
            path = "settlement.extras"
            hint = message("a rule is written under `{path}`, e.g. {text}", path=path, text=_RULES[name])
            yield Diagnostic("YK804", text, hint=hint)
    for winner, discarder in (ending.unlit or {}).items():
        if discarder == winner:
            yield Diagnostic("YK806", message("{seat} can't win on a discard of their own", seat=SEAT_NAMES[winner]))
        elif discarder is not None and "dealt_in" not in asked and "unlit" in asked:
            text = message(
                "under `{rules}` who wins in the last hand pays no penalty, and nobody pays it for them", rules=rules.id
            )
            yield Diagnostic("YK804", text, hint=message("leave {seat} out", seat=SEAT_NAMES[winner]))
    for seat, other in ending.busted_by.items():
        if seat == other or ending.points.get(seat, 0) >= 0:
            text = message(
                "{seat} has {points} points; nobody busted them",
                seat=SEAT_NAMES[seat],
                points=ending.points.get(seat, 0),
            )
            if seat == other:
                text = message("{seat} can't bust themselves", seat=SEAT_NAMES[seat])
            yield Diagnostic("YK806", text)
    if "chips" in asked and (problem := _chips(ending, rules)):
        yield problem
    taken = settlement.deposits.value
    if ending.deposits and taken == "last_dealer" and ending.last_dealer is None:
        yield Diagnostic(
            "YK805", message("the last dealer takes the riichi sticks left over; who that was is not said")
        )
    if ending.deposits and taken == "back" and sum((ending.owners or {}).values()) != ending.deposits:
        text = message("riichi sticks left over go back; whose they are is not said")
        yield Diagnostic("YK805", text, hint=message("name the owners of all {n}", n=ending.deposits))


def _chips(ending: Ending, rules: Rulebook) -> Diagnostic | None:
    """Return that what all won and lost in chips is not 0; where it is said of some only, that is noted."""
    chips = ending.chips or {}
    total = sum(chips.values())
    if not total or set(chips) != set(rules.seats):
        return None
    source = Source("<chips>", " ".join(f"{seat}:{number}" for seat, number in chips.items()))
    text = message("chips won and lost sum to {total}, and not to 0", total=total)
    hint = message("what somebody won another lost: below 0, e.g. {text}", text="E:3,W:-3")
    return Diagnostic("YK814", text, Span(source, 0, len(source.text)), hint=hint)


_RULES = {  # a rule for each
    "unlit": "yakitori: {when: unlit, points: ..., to: others}",
    "chips": "chips: {each: chips, points: ..., to: nobody}",
    "chombo": "chombo: {each: chombo, points: ..., to: nobody}",
    "busted_by": "bust: {when: points < 0, points: ..., to: busted_by}",
}
SAID = {
    "unlit": message("players without a win"),
    "chips": message("chips"),
    "chombo": message("chombo"),
    "busted_by": message("players who busted others"),
}


def asked_in(settlement: SettlementRules) -> set[str]:
    """Return the facts and the other players that the payments at the end ask for."""
    found: set[str] = set()
    for extra in settlement.extras:
        for node in (extra.when, extra.each, extra.among):
            parts = walk(node) if node is not None else ()
            found |= {part.name for part in parts if isinstance(part, typed.Flag | typed.NumberFact)}
        found |= {extra.to.value, *([extra.paid_by.value] if extra.paid_by else [])}
    return found


def uma_problems(rules: Rulebook, settlement: SettlementRules) -> Iterator[Diagnostic]:
    """Yield lists of uma that are for another number of players."""
    for uma in (settlement.uma, *settlement.floating):
        if len(uma.places) != rules.players:
            text = message("uma for {n} places; there are {players} players", n=len(uma.places), players=rules.players)
            yield Diagnostic("YK808", text, uma.span)


def only_one(holding: list[tuple[str, Mapping[str, str], Span]]) -> None:
    """Refuse rules of which two hold at once.

    Raises:
        SettleError: they do.
    """
    for (one, names, _), (other, others, span) in pairwise(holding):
        text = message("two floating uma hold: {one} and {other}", one=called(names, one), other=called(others, other))
        raise SettleError([Diagnostic("YK809", text, span)])


def extra_name(extra: ExtraRule) -> str:
    """Return what an extra payment is called."""
    return called(extra.names, extra.id)
