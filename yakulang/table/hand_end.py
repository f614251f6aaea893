"""How a hand ended and where a match stands: what draws and wins tell the match."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from yakulang.message import message
from yakulang.notation.tile_text import WIND_NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class HandEnd:
    """How a hand ended. Seats are the winds of that hand: the first of the ruleset is the dealer.

    Attributes:
        draw: None for a win; else the id that the ruleset's `draws:` gives this draw.
        winners: who won, in turn from the discarder or the dealer; empty for a draw.
        discarder: whose tile was won on; None for a self-draw and a draw.
        tenpai: who was ready at a draw, as the ruleset counts it.
        riichi: who laid a riichi stick in this hand.
        changes: points that each seat gained or lost, sticks laid and taken not counted.
        taken_by: who takes the riichi sticks on the table; None where they stay.
        taken: how many each takes, where several do; then `taken_by` counts for nothing.
        chombo: who made one; then nobody won, and riichi sticks of the hand go back.
        replayed: after a chombo whether the hand is played again; None where the ruleset says it.
        stops: whether the dealer ends the match where the ruleset leaves it to him.
    """

    draw: str | None = None
    winners: tuple[str, ...] = ()
    discarder: str | None = None
    tenpai: tuple[str, ...] = ()
    riichi: tuple[str, ...] = ()
    changes: Mapping[str, int] = field(default_factory=dict)
    taken_by: str | None = None
    taken: Mapping[str, int] = field(default_factory=dict)
    chombo: tuple[str, ...] = ()
    replayed: bool | None = None
    stops: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return the end as plain data, what there is nothing of left out."""
        data: dict[str, Any] = {
            "draw": self.draw,
            "winners": list(self.winners),
            "from": self.discarder,
            "tenpai": list(self.tenpai),
            "riichi": list(self.riichi),
            "changes": dict(self.changes),
            "taken_by": self.taken_by if not self.taken else None,
            "taken": dict(self.taken),
            "chombo": list(self.chombo),
            "replayed": self.replayed,
            "stops": self.stops,
        }
        return {name: value for name, value in data.items() if value or (name == "replayed" and value is not None)}


@dataclass(frozen=True, slots=True)
class MatchState:
    """Where a match stands before a hand.

    Attributes:
        wind: of the round, e.g. `E`.
        hand: of the round, from 1; the seat at the start of the match that deals it follows from it.
        honba: counters on the table.
        deposits: riichi sticks on the table.
        points: of each player, by the seat at the start of the match.
        extended: whether the round is one of the extension.
        dealer_wins: how many hands in a row the dealer won before this one.
        dealer_hands: how many hands in a row the dealer dealt before this one.
    """

    wind: str
    hand: int
    honba: int
    deposits: int
    points: Mapping[str, int]
    extended: bool = False
    dealer_wins: int = 0
    dealer_hands: int = 0

    @property
    def name(self) -> str:
        """The hand as players call it, e.g. `E1`."""
        return f"{self.wind}{self.hand}"

    @property
    def called(self) -> str:
        """The hand with its counters, in any language: `E1`, `E1 (2 honba)`."""
        wind = WIND_NAMES.get(self.wind, self.wind)
        if not self.honba:
            return message("{wind}{n}", wind=wind, n=self.hand)
        return message("{wind}{n} ({honba} honba)", wind=wind, n=self.hand, honba=self.honba)

    def as_json(self) -> dict[str, Any]:
        """Return the state as plain data; `extended` and the dealer's counts only where there is something."""
        data: dict[str, Any] = {
            "wind": self.wind,
            "hand": self.hand,
            "honba": self.honba,
            "deposits": self.deposits,
            "points": dict(self.points),
        }
        counts = {"dealer_wins": self.dealer_wins, "dealer_hands": self.dealer_hands}
        data |= {name: number for name, number in counts.items() if number}
        return data | ({"extended": True} if self.extended else {})
