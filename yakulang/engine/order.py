"""The order of play: which event can follow which. What a rule file may decide is not asked here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic, HandError
from yakulang.notation.events import event_spans

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from yakulang.notation.events import Event

ROBBABLE = ("added_kan", "closed_kan", "aside")
_OWN_TURN = ("discard", "riichi", "added_kan", "closed_kan", "aside", "tsumo")
_SPOKEN = {
    "draw": "drawn a tile",
    "replacement": "drawn a replacement tile",
    "discard": "discarded",
    "chii": "called chii",
    "pon": "called pon",
    "open_kan": "called an open kan",
    "added_kan": "added a tile to a pon",
    "closed_kan": "declared a closed kan",
    "aside": "set a tile aside",
    "riichi": "declared riichi",
    "ron": "won",
    "tsumo": "won",
}


@dataclass(slots=True)
class Order:
    """Follows the events of a hand and refuses the first that can't happen where it stands.

    Attributes:
        seats: the seat winds in the order of play, the dealer's first.
        aside: the kinds that may be set aside.
        events: all events.
    """

    seats: str
    aside: Collection[int]
    events: Sequence[Event]
    pons: dict[str, int] = field(default_factory=dict)
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
            message, hint = wrong
            span = event_spans(self.events)[1][place]
            raise HandError([Diagnostic("YK597", f"event {place + 1}: {message}", span, hint, "wrong_order")])
        if event.do == "pon":
            self.pons[event.seat] = self.pons.get(event.seat, 0) + 1
        elif event.do == "added_kan":
            self.pons[event.seat] -= 1
        elif event.do == "riichi":
            self.riichi.add(event.seat)
        if event.do in ("ron", "tsumo"):
            self.won.append(event.seat)
        if event.do != "ron":
            self.last = event

    def _wrong(self, event: Event) -> tuple[str, str | None] | None:
        seat, do, last = event.seat, event.do, self.last
        if seat not in self.seats:
            return f"nobody sits {seat} at this table", f"the seats are {' '.join(self.seats)}"
        if self.won and (do != "ron" or (last is not None and last.do == "tsumo")):
            return f"the hand is over, {self.won[0]} has won", None
        if do == "aside" and not self.aside:
            return "no tile is set aside at this table", None
        if last is None:
            if (seat, do) != (self.seats[0], "draw"):
                return "a hand begins with the dealer's draw", f"{self.seats[0]} draw ..."
            return None
        if do == "ron":
            return self._wrong_ron(seat, last)
        allowed, hint = self._after(last)
        if (seat, do) in allowed:
            return self._wrong_declaration(seat, do)
        return self._refused(seat, do, last), hint

    def _after(self, last: Event) -> tuple[set[tuple[str, str]], str]:
        """Return what may follow an event, a ron apart, and what is said where something else does."""
        seat = last.seat
        match last.do:
            case "draw" | "replacement":
                return {(seat, do) for do in _OWN_TURN}, f"it is {seat}'s turn: {', '.join(_OWN_TURN)}"
            case "chii" | "pon" | "riichi":
                return {(seat, "discard")}, f"{seat} has {_SPOKEN[last.do]} and discards"
            case "open_kan" | "added_kan" | "closed_kan" | "aside":
                return {(seat, "replacement")}, f"{seat} has {_SPOKEN[last.do]} and draws a replacement tile"
        after = self.next(seat)
        others = [wind for wind in self.seats if wind != seat]
        calls = {(wind, do) for wind in others for do in ("pon", "open_kan")}
        return {(after, "draw"), (after, "chii"), *calls}, f"{after} draws, or the discard is called"

    def next(self, seat: str) -> str:
        """Return who plays after a seat."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def _refused(self, seat: str, do: str, last: Event) -> str:
        if last.do == "discard":
            if do == "chii" and seat != last.seat:
                return f"{seat} can't call chii of {last.seat}; only the next player can"
            if seat == last.seat and do in ("chii", "pon", "open_kan"):
                return f"{seat} can't call the own discard"
            if do in ("added_kan", "closed_kan", "riichi", "aside", "tsumo"):
                return f"{seat} has drawn no tile to do `{do}`"
        elif seat == last.seat and last.do in ("chii", "pon") and do in _OWN_TURN:
            return f"{seat} has drawn no tile to do `{do}`"
        elif seat == last.seat:
            return f"`{do}` can't follow `{last.do}`"
        return f"it is not {seat}'s turn to `{do}`: {last.seat} has {_SPOKEN[last.do]}"

    def _wrong_ron(self, seat: str, last: Event) -> tuple[str, str | None] | None:
        if last.do != "discard" and last.do not in ROBBABLE:
            return "there is no tile to win on", f"{last.seat} has {_SPOKEN[last.do]}"
        if seat == last.seat:
            return f"{seat} can't win on a tile of their own", None
        if seat in self.won:
            return f"{seat} wins twice", None
        return None

    def _wrong_declaration(self, seat: str, do: str) -> tuple[str, str | None] | None:
        if do == "added_kan" and not self.pons.get(seat):
            return f"{seat} has no pon to add a tile to", None
        if do == "riichi" and seat in self.riichi:
            return f"{seat} has declared riichi before", None
        return None
