"""What a game is worth: from the points at its end to the result of each player, part by part.

Everything is counted exactly, in points; a result is points divided by the unit of the rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from yakulang.errors import YakulangError
from yakulang.message import Name

if TYPE_CHECKING:
    from collections.abc import Mapping


class SettleError(YakulangError):
    """The points of a game, or what is said of it, can't be as they are given; `diagnostics` says why."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a player's result.

    Attributes:
        kind: `points`, `floor`, `deposits`, `rounding`, `uma`, `oka`, `rest` or `extra`.
        result: in points of the result, exact.
        rule: the place of the rule that gives it.
        about: the id of a floating uma or of an extra payment, else None.
        names: what that is called, by language.
        seat: the player on the other side of an extra payment, or None.
        working: the arithmetic in points, e.g. `54300 - 30000`, or None.
    """

    kind: str
    result: Fraction
    rule: str
    about: str | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    seat: str | None = None
    working: str | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the part as plain data."""
        data: dict[str, Any] = {"kind": self.kind, "result": exact(self.result), "rule": self.rule}
        optional = {"about": self.about, "seat": self.seat, "working": self.working}
        return data | {name: value for name, value in optional.items() if value is not None}


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """A player at the end.

    Attributes:
        seat: the wind at the start of the game; E was the first dealer.
        points: at the end, riichi sticks left over not included.
        place: 1 for the first. Players who share places have the same.
        parts: of the result, which is their sum.
    """

    seat: str
    points: int
    place: int
    parts: tuple[Part, ...]

    @property
    def result(self) -> Fraction:
        """The result in points of the result, exact."""
        return sum((part.result for part in self.parts), Fraction(0))

    def as_json(self) -> dict[str, Any]:
        """Return the player as plain data."""
        return {
            "seat": self.seat,
            "points": self.points,
            "place": self.place,
            "result": exact(self.result),
            "parts": [part.as_json() for part in self.parts],
        }


@dataclass(frozen=True, slots=True)
class Settlement:
    """The results of a game.

    Attributes:
        rules: the id of the ruleset.
        players: in the order in which their points were given.
        notes: what the rules ask for and nobody said.
    """

    rules: str
    players: tuple[PlayerResult, ...]
    notes: tuple[str, ...] = ()

    @property
    def results(self) -> Mapping[str, Fraction]:
        """The result of each seat, exact."""
        return {player.seat: player.result for player in self.players}

    @property
    def total(self) -> Fraction:
        """What the results sum to: 0, or what the rules leave to nobody."""
        return sum((player.result for player in self.players), Fraction(0))

    def as_json(self) -> dict[str, Any]:
        """Return the results as plain data: whole and decimal numbers, for what is neither a text like `1/3`."""
        data: dict[str, Any] = {
            "rules": self.rules,
            "players": [player.as_json() for player in self.players],
            "total": exact(self.total),
        }
        return data | ({"notes": [str(note) for note in self.notes]} if self.notes else {})


def exact(number: Fraction) -> int | float | str:
    """Return a number as JSON has it: whole, decimal where that says all of it, else as text."""
    if number.denominator == 1:
        return int(number)
    decimal = float(number)
    return decimal if Fraction(repr(decimal)) == number else str(number)


def called(names: Mapping[str, str], otherwise: str) -> Name:
    """Return the name of a rule, to be said in any language."""
    return Name(names.get("en", otherwise), names)
