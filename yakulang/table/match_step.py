"""What a match goes on with after a hand, and why."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from yakulang.errors import YakulangError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from yakulang.table.hand_end import MatchState

Kind = Literal["stays", "passes", "honba", "extension", "over", "choice", "replayed"]


class MatchError(YakulangError):
    """A match, or the end of a hand, can't be as it is given; `diagnostics` says why."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a match goes on as it does.

    Attributes:
        kind: `stays` or `passes` (the deal), `honba`, `extension`, `over`, `choice` (the dealer may end the match) or
            `replayed`.
        text: a sentence.
        rule: the file and line that says so.
        about: the id of an end of the match, else None.
        because: the facts that the rule asks for and that hold, e.g. `dealer_tenpai`.
    """

    kind: Kind
    text: str
    rule: str
    about: str | None = None
    because: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the reason as plain data."""
        data: dict[str, Any] = {"kind": self.kind, "text": str(self.text), "rule": self.rule}
        data |= {"about": self.about} if self.about else {}
        return data | ({"because": list(self.because)} if self.because else {})


@dataclass(frozen=True, slots=True)
class Loan:
    """What a player below 0 goes on with: how many sticks of the reserve, and how many points from outside."""

    sticks: int
    outside: int
    rule: str

    def as_json(self) -> dict[str, Any]:
        """Return the loan as plain data."""
        return {"sticks": self.sticks, "outside": self.outside, "rule": self.rule}


@dataclass(frozen=True, slots=True)
class MatchStep:
    """Where a match stands after a hand.

    Attributes:
        state: before the next hand; None where the match is over.
        points: of each player, by the seat at the start of the match.
        deposits: riichi sticks on the table, left over where the match is over.
        stays: whether the dealer deals again; asked of the last hand of a match too.
        reasons: why, in the order in which it was asked.
        loans: what players below 0 borrow to go on, by the seat at the start.
    """

    state: MatchState | None
    points: Mapping[str, int]
    deposits: int
    stays: bool
    reasons: tuple[Reason, ...]
    loans: Mapping[str, Loan] = field(default_factory=dict)

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.state is None

    @property
    def telling(self) -> tuple[Reason, ...]:
        """The reasons that people are told: of who deals next only where somebody does."""
        return tuple(reason for reason in self.reasons if not (self.over and reason.kind in ("stays", "passes")))

    @property
    def choice(self) -> bool:
        """Whether the match goes on only if the dealer wants it to."""
        return self.state is not None and any(reason.kind == "choice" for reason in self.reasons)

    def as_json(self) -> dict[str, Any]:
        """Return the step as plain data."""
        data: dict[str, Any] = {
            "state": self.state.as_json() if self.state is not None else None,
            "points": dict(self.points),
            "deposits": self.deposits,
            "stays": self.stays,
            "over": self.over,
            "reasons": [reason.as_json() for reason in self.reasons],
        }
        return data | ({"loans": {seat: loan.as_json() for seat, loan in self.loans.items()}} if self.loans else {})
