"""The answer about all who call ron on one discard: who wins, what each is paid, what the table changes by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from yakulang.engine.ruling import Ruling
    from yakulang.errors import Diagnostic
    from yakulang.hand import Wind

TableStatus = Literal["ok", "abortive_draw", "no_win", "invalid"]
Reason = Literal["bumped", "abortive_draw", "no_win"]


@dataclass(frozen=True, slots=True)
class Winner:
    """One who wins. The payments and changes of `ruling` are those made at this table, with what others win."""

    seat: Wind
    ruling: Ruling

    def as_json(self) -> dict[str, Any]:
        """Return `{seat, ruling}`."""
        return {"seat": self.seat, "ruling": self.ruling.as_json()}


@dataclass(frozen=True, slots=True)
class Unpaid:
    """One who called ron and is paid nothing.

    Attributes:
        seat: the seat wind.
        reason: `bumped` (others are nearer to the discarder), `abortive_draw` (too many win), `no_win` (the hand is
            none; its ruling says why).
        rule: the file and line that says so, None where the ruling does.
        ruling: what the hand is worth, without payments; or why it is no win.
    """

    seat: Wind
    reason: Reason
    rule: str | None
    ruling: Ruling

    def as_json(self) -> dict[str, Any]:
        """Return `{seat, reason, rule?, ruling}`."""
        rule = {"rule": self.rule} if self.rule else {}
        return {"seat": self.seat, "reason": self.reason, **rule, "ruling": self.ruling.as_json()}


@dataclass(frozen=True, slots=True)
class Taken:
    """Counters or riichi sticks that count for a winner: how many, the points they are, the rule that gives them."""

    seat: Wind
    number: int
    points: int
    rule: str

    def as_json(self) -> dict[str, Any]:
        """Return `{seat, number, points, rule}`."""
        return {"seat": self.seat, "number": self.number, "points": self.points, "rule": self.rule}


@dataclass(frozen=True, slots=True)
class TableRuling:
    """What a ruleset says of all who call ron on one discard.

    Attributes:
        status: `ok` (at least one wins), `abortive_draw` (more would win than may), `no_win` (no hand is a win),
            `invalid` (the hands contradict each other, or one of them can't exist).
        rules: the id of the ruleset.
        discarder: the seat wind of the discarder; None only where it is `invalid`.
        winners: in the order of turn after the discarder.
        unpaid: who called ron and is paid nothing, in the same order.
        honba: whose win the counters are paid with.
        deposits: who takes riichi sticks.
        deposits_left: riichi sticks that stay on the table.
        deltas: the change of each seat by all wins together; None where a liable player is not known.
        notes: what the input could not decide, and what does not count, in plain sentences.
        errors: why it is `invalid`.
    """

    status: TableStatus
    rules: str
    discarder: Wind | None = None
    winners: tuple[Winner, ...] = ()
    unpaid: tuple[Unpaid, ...] = ()
    honba: tuple[Taken, ...] = ()
    deposits: tuple[Taken, ...] = ()
    deposits_left: int = 0
    deltas: Mapping[str, int] | None = None
    notes: tuple[str, ...] = ()
    errors: tuple[Diagnostic, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether somebody wins."""
        return self.status == "ok"

    def ruling(self, seat: str) -> Ruling | None:
        """Return the ruling on the hand of a seat, won or not; None where that seat did not call ron."""
        called: tuple[Winner | Unpaid, ...] = (*self.winners, *self.unpaid)
        return next((one.ruling for one in called if one.seat == seat), None)

    def as_json(self) -> dict[str, Any]:
        """Return the ruling as plain data; the fields are those of the class, the discarder under `from`."""
        data: dict[str, Any] = {"status": self.status, "rules": self.rules}
        if self.errors:
            errors = [error.as_json() for error in self.errors]
            return data | {"error": errors[0], "errors": errors}
        data |= {
            "from": self.discarder,
            "winners": [winner.as_json() for winner in self.winners],
            "unpaid": [one.as_json() for one in self.unpaid],
            "honba": [taken.as_json() for taken in self.honba],
            "deposits": [taken.as_json() for taken in self.deposits],
            "deposits_left": self.deposits_left,
            "deltas": dict(self.deltas) if self.deltas is not None else None,
        }
        return data | ({"notes": list(self.notes)} if self.notes else {})
