"""How a hand ended and where a match stands: what draws and wins tell the match."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

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
    """

    draw: str | None = None
    winners: tuple[str, ...] = ()
    discarder: str | None = None
    tenpai: tuple[str, ...] = ()
    riichi: tuple[str, ...] = ()
    changes: Mapping[str, int] = field(default_factory=dict)
    taken_by: str | None = None


@dataclass(frozen=True, slots=True)
class MatchState:
    """Where a match stands before a hand.

    Attributes:
        wind: of the round, e.g. `E`.
        hand: of the round, from 1; the seat at the start of the match that deals it follows from it.
        honba: counters on the table.
        deposits: riichi sticks on the table.
        points: of each player, by the seat at the start of the match.
    """

    wind: str
    hand: int
    honba: int
    deposits: int
    points: Mapping[str, int]
