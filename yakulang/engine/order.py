"""The order of play: which event can follow which. What a rule file may decide is not asked here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from yakulang.engine.sayings import saying
from yakulang.errors import Diagnostic, HandError
from yakulang.message import message
from yakulang.notation.events import event_spans
from yakulang.notation.parts import MAX_MELDS
from yakulang.notation.tile_text import WIND_NAMES

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from yakulang.notation.events import Event
    from yakulang.rules.model import Statement

MELDS = ("chii", "pon", "open_kan", "closed_kan")  # an added kan makes none, it is a pon before
ROBBABLE = ("added_kan", "closed_kan", "aside")
_OWN_TURN = ("discard", "riichi", "added_kan", "closed_kan", "aside", "tsumo")
_SPOKEN = {
    "draw": message("drawn a tile"),
    "replacement": message("drawn a replacement tile"),
    "discard": message("discarded"),
    "chii": message("called chii"),
    "pon": message("called pon"),
    "open_kan": message("called an open kan"),
    "added_kan": message("added a tile to a pon"),
    "closed_kan": message("declared a closed kan"),
    "aside": message("set a tile aside"),
    "riichi": message("declared riichi"),
    "ron": message("won"),
    "tsumo": message("won"),
}


@dataclass(slots=True)
class Order:
    """Follows the events of a hand and refuses the first that can't happen where it stands.

    Attributes:
        seats: the seat winds in the order of play, the dealer's first.
        aside: the kinds that may be set aside.
        undeclarable: what nobody can declare at this table, with the statement of the rules that says so.
        undeclarable_in_riichi: and what nobody in riichi can.
        events: all events.
    """

    seats: str
    aside: Collection[int]
    undeclarable: Mapping[str, Statement]
    undeclarable_in_riichi: Mapping[str, Statement]
    events: Sequence[Event]
    melds: dict[str, list[str]] = field(default_factory=dict)  # of each player, as declared
    riichi: set[str] = field(default_factory=set)
    won: list[str] = field(default_factory=list)
    last: Event | None = None  # the last event that is no ron

    def follow(self, place: int) -> None:
        """Take in the event at a place.

        Raises:
            HandError: it can't happen there (YK597).
        """
        event = self.events[place]
        wrong = self._wrong(event)
        if wrong:
            sentence, hint = wrong
            text = message("event {n}: {sentence}", n=place + 1, sentence=sentence)
            span = event_spans(self.events)[1][place]
            raise HandError([Diagnostic("YK597", text, span, hint, "wrong_order")])
        melds = self.melds.setdefault(event.seat, [])
        if event.do in MELDS:
            melds.append(event.do)
        elif event.do == "added_kan":
            melds[melds.index("pon")] = event.do
        elif event.do == "riichi":
            self.riichi.add(event.seat)
        if event.do in ("ron", "tsumo"):
            self.won.append(event.seat)
        if event.do != "ron":
            self.last = event

    def _wrong(self, event: Event) -> tuple[str, str | None] | None:
        seat, do, last = event.seat, event.do, self.last
        if seat not in self.seats:
            seats = message("the seats are {seats}", seats=" ".join(self.seats))
            return message("nobody sits {seat} at this table", seat=WIND_NAMES[seat]), seats
        if self.won and (do != "ron" or (last is not None and last.do == "tsumo")):
            return message("the hand is over, {seat} has won", seat=WIND_NAMES[self.won[0]]), None
        if do == "aside" and not self.aside:
            return message("no tile is set aside at this table"), None
        if do in self.undeclarable:
            return _said(self.undeclarable[do])
        if last is None:
            if (seat, do) != (self.seats[0], "draw"):
                first = message("{text}", text=f"{self.seats[0]} draw ...")
                return message("a hand begins with the dealer's draw"), first
            return None
        if do == "ron":
            return self._wrong_ron(seat, last)
        allowed, hint = self._after(last)
        if (seat, do) in allowed:
            return self._wrong_declaration(seat, do)
        return self._refused(seat, do, last), hint

    def _after(self, last: Event) -> tuple[set[tuple[str, str]], str]:
        """Return what may follow an event, a ron apart, and what is said where something else does."""
        seat, name, done = last.seat, WIND_NAMES[last.seat], _SPOKEN[last.do]
        match last.do:
            case "draw" | "replacement":
                hint = message("it is {seat}'s turn: {words}", seat=name, words=", ".join(_OWN_TURN))
                return {(seat, do) for do in _OWN_TURN}, hint
            case "chii" | "pon" | "riichi":
                return {(seat, "discard")}, message("{seat} has {done} and discards", seat=name, done=done)
            case "open_kan" | "added_kan" | "closed_kan" | "aside":
                hint = message("{seat} has {done} and draws a replacement tile", seat=name, done=done)
                return {(seat, "replacement")}, hint
        after = self.next(seat)
        others = [wind for wind in self.seats if wind != seat]
        calls = {(wind, do) for wind in others for do in ("pon", "open_kan")}
        hint = message("{seat} draws, or the discard is called", seat=WIND_NAMES[after])
        return {(after, "draw"), (after, "chii"), *calls}, hint

    def next(self, seat: str) -> str:
        """Return who plays after a seat."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def _refused(self, seat: str, do: str, last: Event) -> str:
        name, other = WIND_NAMES[seat], WIND_NAMES[last.seat]
        without = message("{seat} has drawn no tile to do `{action}`", seat=name, action=do)
        if last.do == "discard":
            if do == "chii" and seat != last.seat:
                return message("{seat} can't call chii of {other}; only the next player can", seat=name, other=other)
            if seat == last.seat and do in ("chii", "pon", "open_kan"):
                return message("{seat} can't call the own discard", seat=name)
            if do in ("added_kan", "closed_kan", "riichi", "aside", "tsumo"):
                return without
        elif seat == last.seat and last.do in ("chii", "pon") and do in _OWN_TURN:
            return without
        elif seat == last.seat:
            return message("`{action}` can't follow `{other}`", action=do, other=last.do)
        return message(
            "it is not {seat}'s turn to `{action}`: {other} has {done}",
            seat=name,
            action=do,
            other=other,
            done=_SPOKEN[last.do],
        )

    def _wrong_ron(self, seat: str, last: Event) -> tuple[str, str | None] | None:
        if last.do != "discard" and last.do not in ROBBABLE:
            hint = message("{seat} has {done}", seat=WIND_NAMES[last.seat], done=_SPOKEN[last.do])
            return message("there is no tile to win on"), hint
        if seat == last.seat:
            return message("{seat} can't win on a tile of their own", seat=WIND_NAMES[seat]), None
        if seat in self.won:
            return message("{seat} wins twice", seat=WIND_NAMES[seat]), None
        return None

    def _wrong_declaration(self, seat: str, do: str) -> tuple[str, str | None] | None:
        melds, name = self.melds.get(seat, []), WIND_NAMES[seat]
        if do == "added_kan" and "pon" not in melds:
            return message("{seat} has no pon to add a tile to", seat=name), None
        if do == "riichi" and seat in self.riichi:
            return message("{seat} has declared riichi before", seat=name), None
        if do in MELDS and len(melds) == MAX_MELDS:
            return message("{seat} has {n} melds and no tiles for another", seat=name, n=len(melds)), None
        made = melds if do == "riichi" else [do] if seat in self.riichi else []
        refused = next((meld for meld in made if meld in self.undeclarable_in_riichi), None)
        return _said(self.undeclarable_in_riichi[refused]) if refused else None


def _said(statement: Statement) -> tuple[str, str]:
    place, condition = statement.span.place, statement.when.span.text
    return saying(statement.say), message("{place} says so: {condition}", place=place, condition=condition)
