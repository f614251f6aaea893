"""What a rule file says of hands that nobody wins, as typed data: `draws:`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from yakulang.lang.typed import Condition
    from yakulang.rules.model import Valued
    from yakulang.rules.table_model import Chosen
    from yakulang.source import Span

EXHAUSTIVE = "exhaustive"


@dataclass(frozen=True, slots=True)
class Switched:
    """Yes or no, and the place that says so."""

    value: bool
    span: Span


@dataclass(frozen=True, slots=True)
class NotenRules:
    """What those who are not ready pay those who are, at the draw after the last tile.

    Attributes:
        names: what that draw is called, by language.
        aliases: other names.
        pool: points that they pay together, in equal shares.
        each_pays: in place of it what each pays, by how many are ready.
    """

    names: Mapping[str, str]
    aliases: tuple[str, ...]
    pool: Valued | None
    each_pays: Mapping[int, Valued]
    span: Span

    def paid(self, ready: int, paying: int) -> tuple[int, Valued] | None:
        """Return what is paid together where so many are ready and pay, and the value that says so.

        None where the rules don't say what is paid with so many ready.
        """
        if self.pool is not None:
            return self.pool.value, self.pool
        each = self.each_pays.get(ready)
        return (each.value * paying, each) if each is not None else None


@dataclass(frozen=True, slots=True)
class DrawRule:
    """A kind of draw.

    With `pays` it is asked of each player at the exhaustive draw; without, the hand is a draw at once.

    Attributes:
        id: its key in the rule file.
        names: what it is called, by language.
        aliases: other names.
        when: when it holds.
        pays: the limit that the player is paid, like a self-draw, and the place that says so; None where nobody is.
        as_win: whether that counts as a win.
        honba: whether counters are paid with it.
        deposits: whether riichi sticks go with it.
        nearest_only: whether of several players the nearest in turn from the dealer is paid, and no other.
        noten: whether those who are not ready pay beside it.
        declared: whether it is a draw only if a player says so.
        riichi_discard: `paid` or `unpaid`: the stick for a riichi with the last discard.
        sticks: `stay` or `back`: the riichi sticks of the hand.
    """

    id: str
    names: Mapping[str, str]
    aliases: tuple[str, ...]
    when: Condition
    pays: Chosen | None
    as_win: Switched
    honba: Switched
    deposits: Switched
    nearest_only: Switched
    noten: Switched
    declared: bool
    riichi_discard: Chosen
    sticks: Chosen
    span: Span

    @property
    def abortive(self) -> bool:
        """Whether the hand is a draw at once, before its last tile."""
        return self.pays is None


@dataclass(frozen=True, slots=True)
class DrawRules:
    """The draws of a table.

    Attributes:
        counts: which of the tiles waited for make a hand ready; None where a file does not say.
        counts_span: where that stands.
        noten: the exhaustive draw; None where a file does not say.
        kinds: the other kinds of draw, by id, in file order.
    """

    counts: Condition | None
    counts_span: Span
    noten: NotenRules | None
    kinds: Mapping[str, DrawRule]
    span: Span

    def paid(self) -> Iterator[DrawRule]:
        """Yield the kinds of draw at which a player is paid."""
        return (rule for rule in self.kinds.values() if not rule.abortive)

    def abortive(self) -> Iterator[DrawRule]:
        """Yield the kinds of draw before the last tile."""
        return (rule for rule in self.kinds.values() if rule.abortive)


def shareable(points: int, ready: int, paying: int, stick: int) -> bool:
    """Return whether points can be paid in equal parts and taken in equal parts, in sticks of `stick`."""
    return not points % (paying * stick) and not points % (ready * stick)
