"""A hand that nobody won, ruled on: which draw it is, who is ready, who pays whom."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from yakulang.errors import Diagnostic
from yakulang.lang.unsure import verdict
from yakulang.message import message
from yakulang.notation.tile_text import SEAT_NAMES
from yakulang.rules.draw_model import EXHAUSTIVE
from yakulang.table.draws import DrawError, DrawPart, DrawRuling
from yakulang.table.hand_end import HandEnd
from yakulang.table.noten import noten_payments
from yakulang.table.seen import seen
from yakulang.table.settlement import called
from yakulang.table.tenpai import readiness, unsure
from yakulang.table.which_draw import alone, no_payment, which

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from yakulang.notation.held import HeldHand
    from yakulang.rules.draw_model import DrawRule, DrawRules, NotenRules
    from yakulang.rules.model import Rulebook
    from yakulang.source import Span
    from yakulang.table.drawn import Drawn
    from yakulang.table.draws import Readiness


class Scoring(Protocol):
    """What a draw asks of the rules of hands."""

    def waits(self, hand: HeldHand) -> tuple[int, ...]:
        """Return the kinds that would complete a hand."""

    def winnable(self, hand: HeldHand, kind: int, seat: str, round: str, *, riichi: bool) -> bool:
        """Return whether a ron on a tile would win."""

    def self_draw(self, limit: str, seat: str, honba: int) -> Sequence[tuple[str, int, str, str]]:
        """Return what is paid to a seat for a self-draw of a limit: payer, points, reason, place of the rule."""


def rule_on(rules: Rulebook, drawn: Drawn, scoring: Scoring) -> DrawRuling:
    """Return what the rules say of a hand that nobody won.

    Raises:
        DrawError: the rules don't say, have no such draw, or what is given speaks against what is said.
    """
    section = rules.draws
    if section is None:
        raise DrawError([_without(rules, "draws")])
    rule, judged = which(rules, section, drawn)
    table = _Table(rules, drawn)
    if rule is not None:
        alone(rule, drawn)
        return table.abortive(rule, judged=judged)
    if section.noten is None:
        raise DrawError([_without(rules, f"draws.{EXHAUSTIVE}")])
    ready = readiness(rules, section, drawn, scoring)
    return table.exhausted(section, section.noten, ready, scoring)


def _without(rules: Rulebook, path: str) -> Diagnostic:
    text = message("`{rules}` does not say what a draw is: `{section}` is missing", rules=rules.id, section=path)
    return Diagnostic("YK830", text, hint=message("write {text}", text=f"`{path.partition('.')[0]}:`"))


# --- what is paid ---------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Table:
    rules: Rulebook
    drawn: Drawn
    parts: dict[str, list[DrawPart]] = field(init=False)
    notes: list[str] = field(init=False)
    deposits: int = field(init=False)

    def __post_init__(self) -> None:
        self.parts = {seat: [] for seat in self.rules.seats}
        self.notes = []
        self.deposits = self.drawn.deposits

    def give(self, seat: str, part: DrawPart) -> None:
        """Note points that a player gains or loses."""
        if part.points:
            self.parts[seat].append(part)

    # --- before the last tile -------------------------------------------------------------------

    def abortive(self, rule: DrawRule, *, judged: bool) -> DrawRuling:
        """Return the ruling on a draw before the last tile."""
        laid = list(self.drawn.riichi or ())
        if rule.riichi_discard.value == "paid":
            laid += self._lay(rule.riichi_discard.span)
        if rule.sticks.value == "back":
            for seat in laid:
                self.give(seat, DrawPart("returned", self._stick, rule.sticks.span.place))
            self.deposits -= len(laid)
            laid = []
        end = HandEnd(draw=rule.id, riichi=tuple(laid), changes=dict.fromkeys(self.rules.seats, 0))
        return self._ruling(rule.id, rule.names, rule.span, end, judged=judged, abortive=True)

    def _lay(self, span: Span) -> list[str]:
        """Lay the stick of a riichi with the last discard, if there is one, and return whose it is."""
        seat = self.drawn.riichi_discard
        if seat is None:
            return []
        self.give(seat, DrawPart("stick", -self._stick, span.place))
        self.deposits += 1
        return [seat]

    @property
    def _stick(self) -> int:
        return self.rules.payments.stick.value

    # --- after it -------------------------------------------------------------------------------

    def exhausted(
        self, section: DrawRules, noten: NotenRules, ready: tuple[Readiness, ...], scoring: Scoring
    ) -> DrawRuling:
        """Return the ruling on the draw after the last tile."""
        self.notes += unsure(ready)
        laid = [*(self.drawn.riichi or ()), *self._lay(self.rules.payments.stick.span)]
        paid = self._paid(section)
        tenpai = tuple(one.seat for one in ready if one.ready)
        if all(rule.noten.value for rule in paid.values()):
            for seat, points, place in noten_payments(self.rules, noten, tenpai):
                self.give(seat, DrawPart("noten", points, place))
        taken = self._pay(paid, scoring)
        changes = {
            seat: sum(part.points for part in parts if part.kind in ("noten", "limit", "honba"))
            for seat, parts in self.parts.items()
        }
        rule = next(iter(paid.values()), None)
        wins = rule is not None and rule.as_win.value
        end = HandEnd(
            draw=None if wins else rule.id if rule is not None else EXHAUSTIVE,
            winners=tuple(paid) if wins else (),
            tenpai=tenpai,
            riichi=tuple(laid),
            changes=changes,
            taken_by=taken,
        )
        if rule is None:
            return self._ruling(EXHAUSTIVE, noten.names, noten.span, end, ready=ready)
        return self._ruling(rule.id, rule.names, rule.span, end, ready=ready, paid=paid)

    def _paid(self, section: DrawRules) -> dict[str, DrawRule]:
        """Return who is paid at the draw by which entry, in turn from the dealer."""
        kinds = {rule.id: rule for rule in section.paid()}
        found = {}
        for seat in self.rules.seats:
            rule = self._paid_to(seat, section, kinds)
            if rule is not None:
                found[seat] = rule
        if found and (first := next(iter(found.values()))).nearest_only.value and len(found) > 1:
            self.notes.append(
                message(
                    "of several the nearest in turn from the dealer is paid alone: {place}",
                    place=first.nearest_only.span.place,
                )
            )
            return {next(iter(found)): first}
        return found

    def _paid_to(self, seat: str, section: DrawRules, kinds: Mapping[str, DrawRule]) -> DrawRule | None:
        """Return the entry by which a seat is paid: what is said, else the first of which the condition holds."""
        now = seen(self.rules, self.drawn, seat)
        drawn = self.drawn
        if seat in drawn.nagashi:
            name = drawn.nagashi[seat]
            rule = next(iter(kinds.values()), None) if name is None else kinds.get(name)
            if rule is None:
                raise DrawError([no_payment(self.rules, section, name)])
            if verdict(rule.when, now.view, now.unknown) is False:
                text = message(
                    "{seat}: by what is given that is no {draw}: {condition}",
                    seat=SEAT_NAMES[seat],
                    draw=called(rule.names, rule.id),
                    condition=" ".join(rule.when.span.text.split()),
                )
                raise DrawError([Diagnostic("YK836", text, rule.when.span)])
            return rule
        if not drawn.discards.get(seat):
            return None
        for rule in kinds.values():
            said = verdict(rule.when, now.view, now.unknown)
            if said:
                return rule
            if said is None:
                self.notes.append(
                    message(
                        "{seat} may be paid for {draw}; what decides that is not said",
                        seat=SEAT_NAMES[seat],
                        draw=called(rule.names, rule.id),
                    )
                )
        return None

    def _pay(self, paid: Mapping[str, DrawRule], scoring: Scoring) -> str | None:
        """Pay those who are paid at the draw; return who takes the riichi sticks, if somebody does."""
        several = self.rules.several_winners
        taken = None
        for number, (seat, rule) in enumerate(paid.items()):
            assert rule.pays is not None  # noqa: S101  these entries have it
            honba = self.drawn.honba if rule.honba.value and (number == 0 or several.honba == "each") else 0
            for payer, points, reason, place in scoring.self_draw(rule.pays.value, seat, honba):
                kind = "honba" if reason == "honba" else "limit"
                where = rule.pays.span.place if kind == "limit" else place
                self.give(seat, DrawPart(kind, points, where, payer, rule.id))
                self.give(payer, DrawPart(kind, -points, where, seat, rule.id))
            if rule.deposits.value and taken is None:
                taken = seat
                self.give(seat, DrawPart("deposits", self.deposits * self._stick, rule.deposits.span.place))
                self.deposits = 0
        return taken

    # --- the whole ------------------------------------------------------------------------------

    def _ruling(
        self,
        draw: str,
        names: Mapping[str, str],
        span: Span,
        end: HandEnd,
        *,
        judged: bool = True,
        abortive: bool = False,
        ready: tuple[Readiness, ...] = (),
        paid: Mapping[str, DrawRule] | None = None,
    ) -> DrawRuling:
        before = self.drawn.points
        after = None
        if before is not None:
            after = {seat: points + sum(part.points for part in self.parts[seat]) for seat, points in before.items()}
        return DrawRuling(
            rules=self.rules.id,
            draw=draw,
            names=names,
            rule=span.place,
            judged=judged,
            abortive=abortive,
            readiness=ready,
            paid={seat: rule.id for seat, rule in (paid or {}).items()},
            parts={seat: tuple(parts) for seat, parts in self.parts.items()},
            honba=self.drawn.honba,
            carried=self.drawn.deposits - len(self.drawn.riichi or ()),
            deposits=self.deposits,
            end=end,
            points=after,
            notes=tuple(self.notes),
        )
