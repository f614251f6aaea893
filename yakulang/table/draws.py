"""What a hand comes to that nobody wins: who is ready, what is paid, what stays on the table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from yakulang.errors import YakulangError
from yakulang.tiles import kind_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from yakulang.table.hand_end import HandEnd


class DrawError(YakulangError):
    """A draw, or what is said of it, can't be as it is given; `diagnostics` says why."""


@dataclass(frozen=True, slots=True)
class Wait:
    """A tile that would complete a hand.

    Attributes:
        kind: the kind of tile.
        counts: whether it makes the hand ready; None where that hangs on something nobody said.
    """

    kind: int
    counts: bool | None

    def as_json(self) -> dict[str, Any]:
        """Return `{tile, counts}`."""
        return {"tile": kind_name(self.kind), "counts": self.counts}


@dataclass(frozen=True, slots=True)
class Readiness:
    """Whether a player is ready.

    Attributes:
        seat: the seat wind.
        ready: whether the player is, as the rules count it.
        waits: the tiles that would complete the hand; None where no hand is given and it was only said.
        rule: the place of the rule that says which tiles count; None where no hand is given.
    """

    seat: str
    ready: bool
    waits: tuple[Wait, ...] | None = None
    rule: str | None = None

    def as_json(self) -> dict[str, Any]:
        """Return `{seat, ready, waits?, rule?}`."""
        data: dict[str, Any] = {"seat": self.seat, "ready": self.ready}
        if self.waits is not None:
            data |= {"waits": [wait.as_json() for wait in self.waits], "rule": self.rule}
        return data


@dataclass(frozen=True, slots=True)
class DrawPart:
    """Points that a player gains or loses.

    Attributes:
        kind: `noten`; `limit` (what a limit pays at the draw); `honba`; `deposits` (sticks taken), `stick` (one laid
            with the last discard) or `returned` (sticks of the hand that go back).
        points: in points, below 0 where they are paid.
        rule: the place of the rule that says so.
        seat: the player on the other side, or None where it is the table or several.
        about: the id of the draw that pays, or None.
    """

    kind: str
    points: int
    rule: str
    seat: str | None = None
    about: str | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the part as plain data."""
        data: dict[str, Any] = {"kind": self.kind, "points": self.points, "rule": self.rule}
        optional = {"seat": self.seat, "about": self.about}
        return data | {name: value for name, value in optional.items() if value is not None}


@dataclass(frozen=True, slots=True)
class DrawRuling:
    """What a ruleset says of a hand that nobody won.

    Attributes:
        rules: the id of the ruleset.
        draw: which draw it is: `exhaustive`, or the id of an entry of `draws:`.
        names: what that is called, by language.
        rule: the place of the rule.
        judged: whether its condition was asked of what is given; else it was said.
        abortive: whether the hand ended before its last tile.
        readiness: of each player at the exhaustive draw, in the order of the seats; empty at any other.
        paid: who is paid by an entry of `draws:`, each with its id.
        parts: what each seat gains and loses, part by part.
        honba: counters on the table in this hand.
        carried: riichi sticks on the table from hands before.
        deposits: riichi sticks that stay on the table.
        end: how the hand ended, for the match.
        points: of each seat after it, where those before it were given.
        notes: what the input could not decide, in plain sentences.
    """

    rules: str
    draw: str
    names: Mapping[str, str]
    rule: str
    judged: bool
    abortive: bool
    readiness: tuple[Readiness, ...]
    paid: Mapping[str, str]
    parts: Mapping[str, tuple[DrawPart, ...]]
    honba: int
    carried: int
    deposits: int
    end: HandEnd
    points: Mapping[str, int] | None = None
    notes: tuple[str, ...] = field(default=())

    @property
    def tenpai(self) -> tuple[str, ...]:
        """Who is ready."""
        return tuple(one.seat for one in self.readiness if one.ready)

    @property
    def deltas(self) -> Mapping[str, int]:
        """What each seat gains or loses, riichi sticks included."""
        return {seat: sum(part.points for part in parts) for seat, parts in self.parts.items()}

    def as_json(self) -> dict[str, Any]:
        """Return the ruling as plain data; the fields are those of the class, `changes` being the parts by seat."""
        data: dict[str, Any] = {
            "rules": self.rules,
            "draw": self.draw,
            "rule": self.rule,
            "judged": self.judged,
            "abortive": self.abortive,
            "tenpai": list(self.tenpai),
            "readiness": [one.as_json() for one in self.readiness],
            "paid": dict(self.paid),
            "deltas": dict(self.deltas),
            "changes": {seat: [part.as_json() for part in parts] for seat, parts in self.parts.items()},
            "honba": self.honba,
            "deposits": self.deposits,
            "taken_by": self.end.taken_by,
        }
        data |= {"points": dict(self.points)} if self.points is not None else {}
        return data | ({"notes": [str(note) for note in self.notes]} if self.notes else {})
