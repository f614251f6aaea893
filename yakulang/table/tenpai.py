"""Who is ready when a hand ends without a winner: judged from tiles and melds, or said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic
from yakulang.lang.unsure import asked_in, verdict
from yakulang.lang.view import View
from yakulang.message import message
from yakulang.notation.tile_text import SEAT_NAMES
from yakulang.table.drawn import BEFORE_DRAW, wrong_size
from yakulang.table.draws import DrawError, Readiness, Wait
from yakulang.tiles import kind_name, kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yakulang.notation.held import HeldHand
    from yakulang.rules.draw_model import DrawRules
    from yakulang.rules.model import Rulebook
    from yakulang.table.drawing import Scoring
    from yakulang.table.drawn import Drawn

FURITEN, WINNABLE = "furiten", "winnable"


def readiness(rules: Rulebook, section: DrawRules, drawn: Drawn, scoring: Scoring) -> tuple[Readiness, ...]:
    """Return whether each player is ready, in the order of the seats.

    Raises:
        DrawError: a hand has a wrong number of tiles, is said to be ready and is not, or a player in riichi is not.
    """
    found = tuple(_of(rules, section, drawn, seat, scoring) for seat in rules.seats)
    problems = [wrong_size(seat, hand, BEFORE_DRAW) for seat, hand in drawn.hands.items() if hand.size != BEFORE_DRAW]
    if not problems:
        problems = [problem for one in found if not one.ready for problem in _refused(one, drawn)]
    if problems:
        raise DrawError(problems)
    return found


def _of(rules: Rulebook, section: DrawRules, drawn: Drawn, seat: str, scoring: Scoring) -> Readiness:
    hand = drawn.hands.get(seat)
    if hand is None or hand.size != BEFORE_DRAW:
        return Readiness(seat, seat in drawn.tenpai)
    kinds = scoring.waits(hand)
    asked = _Asked(rules, section, drawn, scoring)
    waits = tuple(Wait(kind, asked.counts(seat, kinds, kind)) for kind in kinds)
    return Readiness(seat, any(wait.counts is not False for wait in waits), waits, section.counts_span.place)


@dataclass(frozen=True, slots=True)
class _Asked:
    rules: Rulebook
    section: DrawRules
    drawn: Drawn
    scoring: Scoring

    def counts(self, seat: str, kinds: tuple[int, ...], kind: int) -> bool | None:
        """Return whether a tile waited for counts; None where that hangs on discards that are not given."""
        if self.section.counts is None:
            return True
        drawn = self.drawn
        hand = drawn.hands[seat]
        flags: set[str] = set()
        unknown: set[str] = set()
        discards = drawn.discards.get(seat)
        if discards is None:
            unknown.add(FURITEN)
        elif set(kinds) & set(map(kind_of, discards)):
            flags.add(FURITEN)
        if WINNABLE in asked_in(self.section.counts):
            round_ = drawn.round or self.rules.seats[0]
            if self.scoring.winnable(hand, kind, seat, round_, riichi=seat in drawn.in_riichi):
                flags.add(WINNABLE)
        numbers = {"wait_in_hand": hand.counts()[kind], "wait_held": _held(hand, kind)}
        return verdict(self.section.counts, View(flags=frozenset(flags), numbers=numbers), unknown)


def _held(hand: HeldHand, kind: int) -> int:
    return sum(kind_of(tile) == kind for tile in hand.tiles)


def _refused(one: Readiness, drawn: Drawn) -> Iterator[Diagnostic]:
    """Yield why a player can't be not ready: it was said otherwise, or the player is in riichi."""
    span = drawn.hands[one.seat].span if one.seat in drawn.hands else None
    hint = None
    if one.waits:
        waits = " ".join(kind_name(wait.kind) for wait in one.waits)
        hint = message("it waits for {tiles}, which does not count: {place}", tiles=waits, place=one.rule)
    seat = SEAT_NAMES[one.seat]
    if one.seat in drawn.in_riichi:
        text = message("{seat} is in riichi and not ready; what that costs is not a rule of the draw", seat=seat)
        if one.waits is None:
            hint = message("name {seat} among those who are ready", seat=seat)
        yield Diagnostic("YK835", text, span, hint=hint)
    elif one.seat in drawn.tenpai:
        yield Diagnostic(
            "YK834", message("{seat} is said to be ready, and the hand is not", seat=seat), span, hint=hint
        )


def unsure(found: tuple[Readiness, ...]) -> Iterator[str]:
    """Yield notes on hands that are ready only if nothing that nobody said speaks against it."""
    for one in found:
        counting = [wait.counts for wait in one.waits or ()]
        if one.ready and None in counting and True not in counting:
            yield message(
                "{seat} counts as ready; whether a tile waited for was discarded is not said", seat=SEAT_NAMES[one.seat]
            )
