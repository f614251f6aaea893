"""The answer: what a hand is worth under a ruleset, with the place of every reason."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

    from yakulang.errors import Diagnostic
    from yakulang.hand import Hand, Wind


class Unread(Protocol):
    """Where the fields of a ruling come from that nobody has read yet."""

    def fill(self, fields: dict[str, Any], parts: Any) -> None:
        """Put every field that is missing into `fields`; `parts` is what the ruling was made with."""


def _none() -> None:
    return None


Status = Literal["ok", "no_yaku", "not_winning", "not_allowed", "invalid"]


@dataclass(frozen=True, slots=True)
class Award:
    """A yaku, or a kind of dora, that counts.

    Exactly one of `han`, `yakuman` and `at_least` is given. `rule` is the file and line that gives the value.
    """

    id: str
    names: Mapping[str, str]
    rule: str
    han: int | None = None
    yakuman: int | None = None
    at_least: str | None = None
    is_dora: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return `{id, han | yakuman | at_least, rule}`."""
        values = {"han": self.han, "yakuman": self.yakuman, "at_least": self.at_least}
        return {"id": self.id, **{k: v for k, v in values.items() if v is not None}, "rule": self.rule}


@dataclass(frozen=True, slots=True)
class FuLine:
    """One line of the fu count. `tiles` are those it came from, empty where it is about the whole hand."""

    id: str
    names: Mapping[str, str]
    fu: int
    tiles: str
    rule: str

    def as_json(self) -> dict[str, Any]:
        """Return `{id, fu, tiles, rule}`."""
        return {"id": self.id, "fu": self.fu, "tiles": self.tiles, "rule": self.rule}


@dataclass(frozen=True, slots=True)
class Limit:
    """The limit that set the base. `base` is in points before shares."""

    id: str
    names: Mapping[str, str]
    base: int
    rule: str


@dataclass(frozen=True, slots=True)
class Payment:
    """Points that change hands.

    `payer` is a seat wind, `discarder` where the discarder's seat is not known, or `table` for the deposits.
    `reason` is `hand`, `honba`, `deposits`, or `liable` with the id of the liability in `about`. `times` is what the
    share was multiplied by, and `multipliers` are the ids of the rules that say so. `base` is the part of the base that
    a share is taken of; 0 for honba and deposits.
    """

    payer: str
    points: int
    reason: Literal["hand", "honba", "deposits", "liable"]
    rule: str
    about: str | None = None
    times: int = 1
    multipliers: tuple[str, ...] = ()
    base: int = 0

    def as_json(self) -> dict[str, Any]:
        """Return `{payer, points, reason, rule}`, and `about`, `times` and `multipliers` where there is something."""
        data: dict[str, Any] = {"payer": self.payer, "points": self.points, "reason": self.reason, "rule": self.rule}
        data |= {"about": self.about} if self.about else {}
        return data | ({"times": self.times, "multipliers": list(self.multipliers)} if self.multipliers else {})


@dataclass(frozen=True, slots=True)
class ChipLine:
    """What is paid in chips for one thing, by the discarder or by each other player: `chips`, for `count` of it."""

    id: str
    names: Mapping[str, str]
    count: int
    chips: int
    rule: str

    def as_json(self) -> dict[str, Any]:
        """Return `{id, count, chips, rule}`."""
        return {"id": self.id, "count": self.count, "chips": self.chips, "rule": self.rule}


@dataclass(frozen=True, slots=True)
class ReadGroup:
    """One group of the chosen reading, as it is shown.

    `kind` is `sequence triplet quad pair`, or `tiles` for a shape without groups. `tiles` is canonical text;
    `winning` says that the winning tile stands in it; `meld` is the meld type or None for concealed tiles.
    """

    kind: str
    tiles: str
    winning: bool = False
    meld: str | None = None


class _ReadAsDraft:
    """A `ReadAs` that is being made: the same in memory, and its fields can be set."""

    __slots__ = ("groups", "shape", "wait", "winning_tile")


@dataclass(frozen=True, slots=True)
class ReadAs(_ReadAsDraft):
    """How the hand was read: its shape, its groups, the wait and the tile that was taken as the winning one."""

    shape: str
    wait: str
    groups: tuple[ReadGroup, ...]
    winning_tile: str

    @classmethod
    def made(cls, shape: str, wait: str, groups: tuple[ReadGroup, ...], winning_tile: str) -> ReadAs:
        """Return the same as the class does, in less time."""
        draft: Any = _ReadAsDraft()
        draft.shape, draft.wait, draft.groups, draft.winning_tile = shape, wait, groups, winning_tile
        draft.__class__ = cls
        return draft  # type: ignore[no-any-return]  # it is one now

    def as_json(self) -> dict[str, Any]:
        """Return `{shape, wait, winning_tile, groups: [{kind, tiles, winning?, meld?}]}`."""
        groups = []
        for group in self.groups:
            data: dict[str, Any] = {"kind": group.kind, "tiles": group.tiles}
            if group.winning:
                data["winning"] = True
            if group.meld:
                data["meld"] = group.meld
            groups.append(data)
        return {"shape": self.shape, "wait": self.wait, "winning_tile": self.winning_tile, "groups": groups}


@dataclass(frozen=True, slots=True)
class SeatRuling:
    """The ruling for some seats, where the winner's seat was not said."""

    seats: tuple[Wind, ...]
    ruling: Ruling


@dataclass(frozen=True, slots=True)
class LiableRuling:
    """The ruling for one answer to who is liable, where the hand does not tell.

    `answer` has the seat of the liable player by id of the liability, None for nobody.
    """

    answer: Mapping[str, Wind | None]
    ruling: Ruling

    def as_json(self) -> dict[str, Any]:
        """Return `{answer, ruling}`."""
        return {"answer": dict(self.answer), "ruling": self.ruling.as_json()}


@dataclass(frozen=True)
class Ruling:
    """What a ruleset says of a hand.

    Fields that were not asked for yet may be worked out when they are; it makes no difference but in time.

    Attributes:
        status: `ok`; `no_yaku`, `not_winning` (not complete), `not_allowed` (a win the rules forbid), `invalid`.
        rules: the id of the ruleset.
        hand: the hand that was judged.
        yaku: what counts, in the order of the rule file, dora kinds last.
        han, fu: as counted; None beside a yakuman and for the refusals.
        fu_raw: the fu before rounding, floors included.
        limit: the limit that set the base, or None.
        yakuman: how many yakuman, 0 for none.
        base: the base in points before shares.
        points: what the payers pay together, honba, deposits and multipliers left out; None where it depends on the
            seat.
        payments: every payment to the winner; empty where the seat is not known, or who is liable.
        deltas: change by seat wind, honba and deposits included; None where a seat that matters is not known.
        by_seat: one ruling for each group of seats, where the winner's seat was not said.
        by_liable: one ruling for each answer to who is liable, where the hand does not tell and it makes a difference;
            the ruling itself has the payments and deltas only as far as all answers agree.
        chips: what is paid in chips beside the points, where the ruleset has such.
        notes: what the input could not decide, in plain sentences.
        errors: why there is no `ok`; never empty for the other statuses.
    """

    status: Status
    rules: str
    hand: Hand | None
    yaku: tuple[Award, ...] = field(default_factory=tuple)
    han: int | None = field(default_factory=_none)
    fu: int | None = field(default_factory=_none)
    fu_raw: int | None = field(default_factory=_none)
    fu_items: tuple[FuLine, ...] = field(default_factory=tuple)
    limit: Limit | None = field(default_factory=_none)
    yakuman: int = field(default_factory=int)
    base: int | None = field(default_factory=_none)
    points: int | None = field(default_factory=_none)
    payments: tuple[Payment, ...] = field(default_factory=tuple)
    deltas: Mapping[str, int] | None = field(default_factory=_none)
    reading: ReadAs | None = field(default_factory=_none)
    by_seat: tuple[SeatRuling, ...] = field(default_factory=tuple)
    by_liable: tuple[LiableRuling, ...] = field(default_factory=tuple)
    chips: tuple[ChipLine, ...] = field(default_factory=tuple)
    notes: tuple[str, ...] = field(default_factory=tuple)
    errors: tuple[Diagnostic, ...] = field(default_factory=tuple)

    def __hash__(self) -> int:
        return hash((self.status, self.rules, self.hand, self.points))

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in _FIELDS}

    @property
    def ok(self) -> bool:
        """Whether the win counts."""
        return self.status == "ok"

    @property
    def chip_deltas(self) -> Mapping[str, int] | None:
        """How many chips each seat wins or loses; None where a seat that matters is not known."""
        hand = self.hand
        if hand is None or hand.seat is None or self.deltas is None:
            return None
        paid = sum(line.chips for line in self.chips)
        payers = [seat for seat in self.deltas if seat != hand.seat and hand.discarder in (None, seat)]
        return {seat: paid * len(payers) if seat == hand.seat else -paid * (seat in payers) for seat in self.deltas}

    def as_json(self) -> dict[str, Any]:
        """Return the ruling as plain data; the fields are those of the class."""
        data: dict[str, Any] = {"status": self.status, "rules": self.rules}
        if self.errors:
            first = self.errors[0]
            data["error"] = {
                "code": first.code,
                "message": first.message,
                **({"name": first.name} if first.name else {}),
                **({"hint": first.hint} if first.hint else {}),
            }
            data["errors"] = [error.as_json() for error in self.errors]
        if self.status != "ok":
            return data | ({"reading": self.reading.as_json()} if self.reading else {})
        data |= {
            "yaku": [award.as_json() for award in self.yaku],
            "han": self.han,
            "fu": self.fu,
            "fu_raw": self.fu_raw,
            "fu_items": [line.as_json() for line in self.fu_items],
            "limit": self.limit.id if self.limit else None,
            "yakuman": self.yakuman,
            "points": self.points,
            "payments": [payment.as_json() for payment in self.payments],
            "deltas": dict(self.deltas) if self.deltas is not None else None,
            "reading": self.reading.as_json() if self.reading else None,
        }
        if self.by_seat:
            data["by_seat"] = [{"seats": list(s.seats), "ruling": s.ruling.as_json()} for s in self.by_seat]
        if self.by_liable:
            data["by_liable"] = [part.as_json() for part in self.by_liable]
        if self.chips:
            changes = self.chip_deltas
            data["chips"] = [line.as_json() for line in self.chips]
            data["chip_deltas"] = None if changes is None else dict(changes)
        if self.notes:
            data["notes"] = list(self.notes)
        return data


class RulingDraft:
    """A ruling that is being made: its fields can be set, in less time than a mapping takes.

    `unread` is who fills in the fields that are not set, and from what. With the class `Ruling` it is one.
    """

    if TYPE_CHECKING:
        unread: tuple[Unread, Any]

        def __setattr__(self, name: str, value: Any) -> None: ...


class _Later:
    """Stands in the class for a field: what is asked where an instance has not got it yet."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, ruling: Ruling | None, owner: type[Ruling]) -> Any:
        if ruling is None:
            raise AttributeError(self.name)  # as for any field without a default
        fields = ruling.__dict__
        source, parts = fields["unread"]
        source.fill(fields, parts)
        return fields[self.name]


_FIELDS = tuple(Ruling.__dataclass_fields__)
for _name in _FIELDS:
    setattr(Ruling, _name, _Later(_name))
