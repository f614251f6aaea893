"""Who sits where, who deals first, and the sticks each begins with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic, RuleError
from yakulang.message import message
from yakulang.table.shuffle import Chance

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from yakulang.rules.model import Rulebook
    from yakulang.rules.table_model import SetupRules


class TableError(RuleError):
    """The rules don't say how a table is set up, or what they say does not fit; `diagnostics` says why."""


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw of the dice: the thrower's seat, the faces shown, and the seat the total counts to."""

    thrower: str
    faces: tuple[int, ...]
    hits: str

    @property
    def total(self) -> int:
        """The sum of the faces."""
        return sum(self.faces)


def setup_of(rules: Rulebook) -> SetupRules:
    """Return how a table is set up.

    Raises:
        TableError: the rules don't say.
    """
    if rules.setup is None:
        text = message(
            "`{rules}` does not say how a table is set up: `{section}` is missing", rules=rules.id, section="setup"
        )
        raise TableError([Diagnostic("YK807", text, hint=message("begin with {text}", text="`extends: riichi`"))])
    return rules.setup


def draw_seats(rules: Rulebook, players: Sequence[str], seed: str) -> Mapping[str, str]:
    """Return who draws which wind, by wind: there are as many winds as seats, so no North with three players.

    Winds sit counter-clockwise in the order of play.

    Raises:
        ValueError: not as many players as seats.
    """
    if len(players) != rules.players:
        raise ValueError(
            message(
                "{n} players; under `{rules}` there are {players}",
                n=len(players),
                rules=rules.id,
                players=rules.players,
            )
        )
    return dict(zip(Chance(seed, "seats").shuffled(rules.seats), players, strict=True))


def hit(seats: Sequence[str], thrower: str, total: int) -> str:
    """Return the seat a total of the dice counts to: counter-clockwise, the thrower is 1."""
    return seats[(seats.index(thrower) + total - 1) % len(seats)]


def throw_dice(rules: Rulebook, chance: Chance) -> tuple[int, ...]:
    """Return the faces of the dice."""
    setup = setup_of(rules)
    return tuple(chance.below(setup.faces.value) + 1 for _ in range(setup.dice.value))


def first_dealer(rules: Rulebook, throws: Sequence[tuple[int, ...]]) -> tuple[str, tuple[Throw, ...]]:
    """Return the seat of the first dealer by the winds drawn, and the throws that find it.

    The first seat throws; whoever a throw hits makes the next one; whom the last one hits deals first. Where the
    rules want no throw it is the first seat at once.

    Args:
        rules: say how many throws are made.
        throws: the faces of each throw, as many as the rules want or more.
    """
    thrower = rules.seats[0]
    made = []
    for faces in throws[: setup_of(rules).throws.value]:
        made.append(Throw(thrower, faces, hit(rules.seats, thrower, sum(faces))))
        thrower = made[-1].hits
    return thrower, tuple(made)


def sticks(rules: Rulebook) -> Mapping[int, int]:
    """Return how many sticks of each worth a player begins with, the largest first.

    Raises:
        TableError: they don't make the points at the start.
    """
    setup = setup_of(rules)
    fixed = {worth: number.value for worth, number in setup.sticks.items() if number is not None}
    left = setup.start.value - sum(worth * number for worth, number in fixed.items())
    open_ = [worth for worth, number in setup.sticks.items() if number is None]
    if left < 0 or (left and not open_) or (open_ and left % open_[0]):
        text = message("these sticks don't make {start} points", start=setup.start.value)
        hint = message("the start: {place}", place=setup.start.span.place)
        raise TableError([Diagnostic("YK811", text, setup.sticks_span, hint=hint)])
    found = {**fixed, **({open_[0]: left // open_[0]} if open_ else {})}
    return dict(sorted(found.items(), reverse=True))
