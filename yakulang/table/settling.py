"""How a game is settled: places, riichi sticks left over, rounding, uma, oka and what else is paid."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from yakulang.enumerated import all_of
from yakulang.lang.evaluator import holds, number
from yakulang.lang.view import View
from yakulang.message import message
from yakulang.notation.tile_text import SEAT_NAMES
from yakulang.table.ending import Ending, asked_in, check, extra_name, only_one
from yakulang.table.rounding import rounded, shares
from yakulang.table.settlement import Part, PlayerResult, Settlement

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from yakulang.rules.model import Rulebook
    from yakulang.rules.table_model import ExtraRule, SettlementRules, UmaRule
    from yakulang.source import Span

FIRST = "first"
SHARED = "shared"
NOBODY = "nobody"


def settle(rules: Rulebook, ending: Ending) -> Settlement:
    """Return the results of a game.

    Raises:
        SettleError: the rules can't settle it, or it can't have ended so.
    """
    setup, settlement = check(ending, rules)
    table = _Table(rules, settlement, ending)
    table.points(rules.players * (settlement.returned.value - setup.start.value))
    for extra in settlement.extras:
        table.pay_extra(extra)
    table.not_said()
    players = tuple(
        PlayerResult(seat, points, table.place(seat), tuple(table.parts[seat]))
        for seat, points in ending.points.items()
    )
    return Settlement(rules.id, players, tuple(table.notes))


@dataclass(slots=True)
class _Table:
    rules: Rulebook
    settlement: SettlementRules
    ending: Ending
    order: list[str] = field(init=False)  # the first place first
    parts: dict[str, list[Part]] = field(init=False)
    notes: list[str] = field(init=False)

    def __post_init__(self) -> None:
        seats = [seat for seat in self.rules.seats if seat in self.ending.points]
        self.order = sorted(seats, key=lambda seat: -self.ending.points[seat])  # stable: nearer the first dealer first
        self.parts = {seat: [] for seat in seats}
        self.notes = []

    # --- places ---------------------------------------------------------------------------------

    def place(self, seat: str) -> int:
        """Return a place from 1 on; players who share places have the highest of them."""
        return self.order.index(self.alike(seat)[0]) + 1

    def alike(self, seat: str) -> Sequence[str]:
        """Return who shares the places of a seat, nearer the first dealer first."""
        if self.settlement.ties.value != SHARED:
            return [seat]
        return [other for other in self.order if self.ending.points[other] == self.ending.points[seat]]

    def group(self, which: str) -> Sequence[str]:
        """Return who is `first` or `last`."""
        return self.alike(self.order[0 if which == FIRST else -1])

    # --- points, uma and oka --------------------------------------------------------------------

    def give(self, player: str, kind: str, points: Fraction | int, span: Span, **about: Any) -> None:
        """Note a part of a player's result, given in points. `about` are further fields of the part."""
        if points:
            result = Fraction(points) / self.settlement.unit.value
            self.parts[player].append(Part(kind, result, span.place, **about))

    def points(self, oka: int) -> None:
        """Count points, uma and oka."""
        settlement = self.settlement
        returned = settlement.returned
        taken = self._deposits()
        changed = Fraction(0)
        for seat in self.parts:
            points = self.ending.points[seat]
            working = f"{points} - {returned.value}"
            result = Fraction(points - returned.value, settlement.unit.value)
            self.parts[seat].append(Part("points", result, returned.span.place, working=working))
            counted = Fraction(points)
            if settlement.floor is not None and points < settlement.floor.value:
                counted = Fraction(settlement.floor.value)
                self.give(seat, "floor", counted - points, settlement.floor.span)
                changed += counted - points
            if seat in taken:
                self.give(seat, "deposits", taken[seat], settlement.deposits.span)
                counted += taken[seat]
            if (rounding := settlement.rounding) is not None:
                to = rounded(counted, rounding.to.value, rounding.way.value)
                self.give(seat, "rounding", to - counted, rounding.way.span, working=f"{counted} -> {to}")
                changed += to - counted
        self._uma()
        self._oka(oka)
        if changed and settlement.rest is not None and settlement.rest.value == FIRST:
            self.give(self.order[0], "rest", -changed, settlement.rest.span)

    def _deposits(self) -> Mapping[str, Fraction]:
        ending, to = self.ending, self.settlement.deposits.value
        stick = self.rules.payments.stick.value
        whole = Fraction(ending.deposits * stick)
        if not whole or to == NOBODY:
            return {}
        if to == "back":
            return {seat: Fraction(n * stick) for seat, n in (ending.owners or {}).items()}
        if to == "last_dealer":
            return {ending.last_dealer or "": whole}
        takers = self.order[:1]
        if to == "first_shared":
            takers = [seat for seat in self.order if ending.points[seat] == ending.points[self.order[0]]]
        return dict(zip(takers, shares(whole, len(takers), self.settlement.share_step.value), strict=True))

    def _uma(self) -> None:
        uma = self._uma_rule()
        unit = self.settlement.unit.value
        done: set[str] = set()
        for seat in self.order:
            among = self.alike(seat)
            if seat in done:
                continue
            at = self.order.index(seat)
            places = uma.places[at : at + len(among)]
            pool = sum((place.value for place in places), Fraction(0)) * unit
            for other, part in zip(among, shares(pool, len(among), self.settlement.share_step.value), strict=True):
                about = {"about": uma.id, "names": uma.names} if uma.when is not None else {}
                self.give(other, "uma", part, places[0].span, **about)
                done.add(other)

    def _uma_rule(self) -> UmaRule:
        view = self._view()
        holding = [rule for rule in self.settlement.floating if rule.when is not None and holds(rule.when, view)]
        only_one([(rule.id, rule.names, rule.span) for rule in holding])
        return holding[0] if holding else self.settlement.uma

    def _oka(self, points: int) -> None:
        rules = self.settlement.oka
        if rules is None:
            return
        working = None
        if rules.points is not None:
            points = rules.points.value
        else:
            working = f"{self.rules.players} * ({self.settlement.returned.value} - {self._start()})"
        who = rules.plus if points > 0 else rules.minus
        if who.value == NOBODY or not points:
            return
        among = self.group(who.value)
        span = rules.points.span if rules.points is not None else who.span
        for seat, part in zip(
            among, shares(Fraction(points), len(among), self.settlement.share_step.value), strict=True
        ):
            self.give(seat, "oka", part, span, working=working)

    def _start(self) -> int:
        assert self.rules.setup is not None  # noqa: S101  the ending was checked
        return self.rules.setup.start.value

    # --- other payments -------------------------------------------------------------------------

    def _view(self, seat: str | None = None) -> View:
        afloat = self.settlement.afloat
        numbers = {}
        if afloat is not None:
            numbers["afloat"] = sum(holds(afloat, self._of(other)) for other in self.order)
        return self._of(seat, numbers) if seat else View(numbers=numbers)

    def _of(self, seat: str, numbers: Mapping[str, int] | None = None) -> View:
        ending = self.ending
        own = {
            "points": ending.points[seat],
            "place": self.place(seat),
            "chips": (ending.chips or {}).get(seat, 0),
            "chombo": ending.chombo.get(seat, 0),
        }
        flags = frozenset({"unlit"}) if seat in (ending.unlit or {}) else frozenset[str]()
        return View(numbers={**(numbers or {}), **own}, flags=flags)

    def pay_extra(self, rule: ExtraRule) -> None:
        """Pay what an extra rule gives each player it is about, or takes from them."""
        for seat in self.parts:
            view = self._view(seat)
            if rule.when is not None and not holds(rule.when, view):
                continue
            times = number(rule.each, view) if rule.each is not None else 1
            if times:
                self._pay(rule, seat, rule.points.value * times * self.settlement.unit.value)

    def _pay(self, rule: ExtraRule, seat: str, points: Fraction) -> None:
        others = self._others(rule, seat)
        if others is None:
            return
        payer = seat
        if rule.paid_by is not None:
            payer = (self.ending.unlit or {}).get(seat) or seat
        each = rule.to.value == "each_other"
        own = points * len(others) if each else points
        about = {"about": rule.id, "names": rule.names}
        self.give(payer, "extra", own, rule.points.span, **about, seat=others[0] if len(others) == 1 else None)
        if others:
            parts = [points] * len(others) if each else self._divided(points, len(others))
            for other, part in zip(others, parts, strict=True):
                self.give(other, "extra", -part, rule.points.span, **about, seat=payer)

    def _divided(self, points: Fraction, among: int) -> Sequence[Fraction]:
        return [-part for part in shares(-points, among, self.settlement.share_step.value)]

    def _others(self, rule: ExtraRule, seat: str) -> Sequence[str] | None:
        """Return who is on the other side, nearer the first dealer first; None where the payment is not made."""
        to = rule.to.value
        if to == NOBODY:
            return []
        if to == "busted_by":
            by = self.ending.busted_by.get(seat)
            if by is None:
                text = message(
                    "{extra}: who busted {seat} is not said, so nobody gets it",
                    extra=extra_name(rule),
                    seat=SEAT_NAMES[seat],
                )
                self.notes.append(text)
            return None if by is None else [by]
        if to in ("others", "each_other"):
            found: Iterable[str] = (other for other in self.parts if other != seat)
            found = [o for o in found if rule.among is None or holds(rule.among, self._view(o))]
            return found or None
        among = self.group(to)
        return None if seat in among else among

    def not_said(self) -> None:
        """Note what the rules ask for and nobody said."""
        asked = asked_in(self.settlement)
        if "unlit" in asked and self.ending.unlit is None:
            self.notes.append(message("who won no hand is not said; nobody pays for it"))
        if "chips" in asked and self.ending.chips is None:
            self.notes.append(message("chips are not said; none are counted"))
        chips = self.ending.chips or {}
        if "chips" in asked and (total := sum(chips.values())):
            missing = all_of(SEAT_NAMES[seat] for seat in self.rules.seats if seat not in chips)
            self.notes.append(
                message(
                    "chips won and lost sum to {total}; of {seats} none are said, and none are counted",
                    total=total,
                    seats=missing,
                )
            )
