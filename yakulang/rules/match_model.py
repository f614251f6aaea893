"""What a rule file says of a match as typed data: `match:`, who deals, how long it is, when it is over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from yakulang.lang.typed import Condition, Number
    from yakulang.rules.model import Valued
    from yakulang.rules.table_model import Chosen
    from yakulang.source import Span


@dataclass(frozen=True, slots=True)
class Rounds:
    """Winds of rounds in the order they are played; in each every player deals once."""

    winds: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class HonbaRules:
    """Counters after a hand: one more where `grows` holds, as many where `kept` holds, else none; at most `most`."""

    grows: Condition
    kept: Condition | None
    most: Valued | None


@dataclass(frozen=True, slots=True)
class ExtensionRules:
    """Rounds beyond the last one.

    Attributes:
        rounds: that may be played.
        until: the match is over after the last hand, or in the extension, where this holds.
        asked: after which hands of the extension `until` is asked; after each where it is None.
    """

    rounds: Rounds
    until: Condition
    asked: Condition | None


@dataclass(frozen=True, slots=True)
class EndRule:
    """What ends a match before its last hand is over.

    Attributes:
        choice: `dealer` where the dealer may end it so, None where it is over at once.
    """

    id: str
    names: Mapping[str, str]
    when: Condition
    choice: Chosen | None
    span: Span


@dataclass(frozen=True, slots=True)
class NeedRule:
    """What a player needs to declare riichi or a kan."""

    id: str
    names: Mapping[str, str]
    when: Condition
    span: Span


@dataclass(frozen=True, slots=True)
class LoanRules:
    """How a player below 0 goes on: by `sticks` sticks of `worth` in reserve, then by `outside` points at a time."""

    worth: Valued | None
    sticks: Valued | None
    outside: Valued | None
    span: Span


@dataclass(frozen=True, slots=True)
class MatchRules:
    """A match.

    Attributes:
        rounds: of its usual length.
        target: the points it is about, e.g. for an extension; None where no rule asks for it.
        dealer_stays: when the dealer deals again.
        honba: counters.
        extension: None where there is none.
        ends: what ends it earlier, in file order.
        riichi: what riichi needs.
        kan: what a kan needs.
        loans: None where nothing is said.
        chombo: what a chombo does: the hand is `replayed`, or the match is `over`; None where nothing is said.
    """

    rounds: Rounds
    target: Number | None
    dealer_stays: Condition
    honba: HonbaRules
    extension: ExtensionRules | None
    ends: tuple[EndRule, ...]
    riichi: tuple[NeedRule, ...]
    kan: tuple[NeedRule, ...]
    loans: LoanRules | None
    chombo: Chosen | None
    span: Span

    def asking(self) -> Iterator[Condition | Number]:
        """Yield every condition and number that sees where the match stands."""
        yield from (node for node in (self.target, self.dealer_stays, self.honba.grows, self.honba.kept) if node)
        if self.extension is not None:
            yield from (node for node in (self.extension.until, self.extension.asked) if node)
        yield from (rule.when for rule in self.ends)
