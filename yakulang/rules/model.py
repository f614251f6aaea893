"""A ruleset as typed, frozen data: what `build.py` makes of merged rule files and the engine reads.

Every value keeps the span of the text that gives it, so that a ruling can say where each point comes from.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from yakulang.rules.declarable import undeclarable
from yakulang.tiles import RED

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from yakulang.lang.typed import Condition, Number
    from yakulang.lang.vocabulary import Fact
    from yakulang.rules.merge import Merged
    from yakulang.rules.table_model import SettlementRules, SetupRules
    from yakulang.source import Span


@dataclass(frozen=True, slots=True)
class Valued:
    """A whole number and the place that gives it."""

    value: int
    span: Span


@dataclass(frozen=True, slots=True)
class Share:
    """A share, whole or a fraction, and the place that gives it."""

    value: Fraction
    span: Span


@dataclass(frozen=True, slots=True)
class Sides:
    """A value for a closed and for an open hand; None where the hand has none."""

    closed: Valued | None
    open: Valued | None

    def of(self, *, closed: bool) -> Valued | None:
        """Return the value of one side."""
        return self.closed if closed else self.open


@dataclass(frozen=True, slots=True)
class ShapeRule:
    """A pattern of a complete hand. Exactly one of the three forms is used.

    Groups and pairs; one of each of some kinds and some of them repeated; or loose tiles that meet a condition.
    """

    id: str
    names: Mapping[str, str]
    span: Span
    groups: int = 0
    pairs: int = 0
    distinct: bool = False
    one_of_each: tuple[int, ...] = ()
    repeat: int = 0
    loose: Condition | None = None


@dataclass(frozen=True, slots=True)
class YakuRule:
    """A yaku: its condition and one kind of value. `each` multiplies the value; `aliases` are everyday names."""

    id: str
    names: Mapping[str, str]
    span: Span
    when: Condition
    each: Number | None
    han: Sides | None
    yakuman: Sides | None
    at_least: str | None
    at_least_span: Span | None
    replaces: tuple[str, ...]
    excludes: tuple[str, ...]
    status: str | None
    aliases: tuple[str, ...] = ()

    def has_value(self, *, closed: bool) -> bool:
        """Return whether a closed or an open hand can hold it."""
        sides = self.han or self.yakuman
        return self.at_least is not None or (sides is not None and sides.of(closed=closed) is not None)


@dataclass(frozen=True, slots=True)
class FuRule:
    """An item, a fixed count or a floor of fu. Without `when` it always applies."""

    id: str
    names: Mapping[str, str]
    fu: Valued
    when: Condition | None = None
    each: Number | None = None


@dataclass(frozen=True, slots=True)
class DoraKind:
    """A kind of dora: counted over its own collection, or over the tiles that a list of indicators shows.

    `label` is the id it has in a result. `next` gives for each kind of indicator the kind it shows, or -1.
    """

    id: str
    label: str
    names: Mapping[str, str]
    han: Valued
    when: Condition | None
    each: Number | None
    shown_by: str | None
    next: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LimitRule:
    """A limit. Without `when` only a yaku that names it reaches it."""

    id: str
    names: Mapping[str, str]
    base: Number
    when: Condition | None
    span: Span


@dataclass(frozen=True, slots=True)
class AbsentShare:
    """Which part of an absent seat's share of a self-draw each payer pays; `rounded`: of the rounded share."""

    dealer_wins: Share
    dealer_pays: Share
    other_pays: Share
    rounded: bool


@dataclass(frozen=True, slots=True)
class Multiplier:
    """What the player of a seat pays and receives for a hand is multiplied. `fact` is the choice that says which."""

    id: str
    names: Mapping[str, str]
    times: Valued
    fact: str


@dataclass(frozen=True, slots=True)
class StatedSelfDraw:
    """What a table states that is paid for a self-draw at a base: points by `dealer_wins` and the like."""

    id: str
    base: int
    points: Mapping[str, Valued]


@dataclass(frozen=True, slots=True)
class PaymentRules:
    """Base and shares. Shares of `ron` and `tsumo` multiply the base; honba and sticks are points."""

    base: Number
    base_span: Span
    round_up_to: int
    ron_dealer: Share
    ron_other: Share
    tsumo_dealer_wins: Share
    tsumo_dealer_pays: Share
    tsumo_other_pays: Share
    absent: AbsentShare | None
    self_draws: tuple[StatedSelfDraw, ...]
    multipliers: tuple[Multiplier, ...]
    honba_ron: Valued
    honba_tsumo_each: Valued
    stick: Valued

    @property
    def absent_rounded(self) -> bool:
        """Whether an absent seat's share is rounded before a part of it is taken."""
        return self.absent is not None and self.absent.rounded


@dataclass(frozen=True, slots=True)
class SeveralWinners:
    """How many may win on one tile, who takes counters and sticks.

    `draw_from`: from how many on nobody wins and the hand is a draw, or None. `honba`: `nearest` or `each`;
    `deposits`: `nearest` or `own_back`.
    """

    most: Valued
    draw_from: Valued | None
    honba: str
    deposits: str
    honba_span: Span
    deposits_span: Span


@dataclass(frozen=True, slots=True)
class LiabilityKind:
    """Which yakuman a feeder can become liable for, and when. `covers` None is the whole hand."""

    id: str
    names: Mapping[str, str]
    covers: tuple[str, ...] | None
    sealed_when: Condition | None
    when: Condition | None
    span: Span


@dataclass(frozen=True, slots=True)
class LiabilityRules:
    """How a liable player pays: shares of the covered part on tsumo and ron, and who pays honba."""

    kinds: tuple[LiabilityKind, ...]
    tsumo: Mapping[str, Fraction]
    tsumo_honba: str
    ron: Mapping[str, Fraction]
    ron_honba: str


@dataclass(frozen=True, slots=True)
class Statement:
    """A condition that must not be true, with the sentence that says so. `name` is the stable word of the error."""

    id: str
    when: Condition
    say: str
    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class WordRule:
    """A word of logs and people: the facts it sets, and when it may be used."""

    id: str
    names: Mapping[str, str]
    facts: tuple[str, ...]
    when: Condition | None
    say: str
    span: Span
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Stacking:
    """How yakuman add up: `add` or `highest`, `most` at most; han beside them `ignored` or `counted`."""

    yakuman: str
    han_beside_yakuman: str
    yakuman_as_han: int | None
    most: int | None


@dataclass(frozen=True, slots=True)
class FuRules:
    """Fixed counts come first; else items, floors and rounding."""

    fixed: tuple[FuRule, ...]
    items: tuple[FuRule, ...]
    floors: tuple[FuRule, ...]
    round_up_to: int


@dataclass(frozen=True, slots=True)
class TileSet:
    """The tiles of the table: copies of each kind, kinds removed, tiles that may be set aside.

    `marked` has for the number of each mark how many copies of a kind bear it: 1 are the red ones.
    """

    copies: int
    removed: frozenset[int]
    marked: Mapping[int, Mapping[int, int]]
    aside: frozenset[int]

    @property
    def reds(self) -> Mapping[int, int]:
        """How many copies of a kind are red."""
        return self.marked[RED]


@dataclass(frozen=True, slots=True)
class AsideRules:
    """What setting a tile aside does: which facts it `breaks`, and where the tile that replaces it comes from."""

    breaks: frozenset[str]
    replaced_from: str


@dataclass(frozen=True)
class Rulebook:
    """The merged, checked rules of one table."""

    id: str
    names: Mapping[str, str]
    players: int
    tiles: TileSet
    aside: AsideRules
    facts: Mapping[str, Fact]
    words: Mapping[str, WordRule]
    shapes: tuple[ShapeRule, ...]
    winning_tile_free: Condition | None
    yaku: tuple[YakuRule, ...]
    order: tuple[int, ...]
    stacking: Stacking
    minimum_han: int
    fu: FuRules
    dora: tuple[DoraKind, ...]
    limits: tuple[LimitRule, ...]
    payments: PaymentRules
    several_winners: SeveralWinners
    turned: Mapping[str, str]
    liability: LiabilityRules | None
    impossible: tuple[Statement, ...]
    forbidden: tuple[Statement, ...]
    setup: SetupRules | None
    settlement: SettlementRules | None
    merged: Merged

    @property
    def seats(self) -> str:
        """The seat winds in the order of play, the dealer's first."""
        return "ESWN"[: self.players]

    @cached_property
    def undeclarable(self) -> Mapping[str, Statement]:
        """The declarations (`chii`, `pon`, kans) that nobody makes, each with the statement that says so."""
        return undeclarable(self.impossible)

    @cached_property
    def undeclarable_in_riichi(self) -> Mapping[str, Statement]:
        """The declarations that nobody in riichi makes or has made before, each with the statement that says so."""
        return undeclarable(self.impossible, riichi=True)
