"""What a rule file says of the table and of the end of a game, as typed data: `setup:` and `settlement:`.

Points are whole; results, uma and what players pay each other at the end are exact fractions of points of the result.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from yakulang.lang.typed import Condition, Number
    from yakulang.rules.model import Share, Valued
    from yakulang.source import Span


@dataclass(frozen=True, slots=True)
class Chosen:
    """One word of several, and the place that chooses it."""

    value: str
    span: Span


@dataclass(frozen=True, slots=True)
class WallRules:
    """The wall: `stacks` a side (two tiles high), the dead wall and the tiles in it.

    Attributes:
        stacks: of each side; None where the tiles are shared out evenly.
        dead: how many tiles stay undrawn.
        replacements: how many of them are replacement tiles, at the far end.
        indicator: on which stack from the far end the first indicator lies, counted from 1.
    """

    stacks: Valued | None
    dead: Valued
    replacements: Valued
    indicator: Valued


@dataclass(frozen=True, slots=True)
class DealRules:
    """How tiles are dealt: `rounds` times `block` tiles to each, one tile each, and the dealer has `dealer` tiles."""

    rounds: Valued
    block: Valued
    dealer: Valued


@dataclass(frozen=True, slots=True)
class SetupRules:
    """The table before the first hand.

    Attributes:
        start: points of each player.
        sticks: how many sticks of each worth pay them out; None for the worth that makes up the rest.
        sticks_span: where the sticks stand.
        dice: how many are thrown.
        faces: of a die.
        throws: after how many throws the first dealer is known; with 0 it is whoever drew the first wind.
        wall: where tiles are taken from; None where a file leaves it out.
        deal: how they are dealt; None where a file leaves it out.
    """

    start: Valued
    sticks: Mapping[int, Valued | None]
    sticks_span: Span
    dice: Valued
    faces: Valued
    throws: Valued
    wall: WallRules | None
    deal: DealRules | None
    span: Span

    @property
    def smallest_stick(self) -> int:
        """The points all scores are multiples of."""
        return min(self.sticks)


@dataclass(frozen=True, slots=True)
class UmaRule:
    """Uma by place, in points of the result. Without `when` it is the usual one."""

    id: str
    names: Mapping[str, str]
    places: tuple[Share, ...]
    when: Condition | None
    span: Span


@dataclass(frozen=True, slots=True)
class OkaRules:
    """What is left of the starting points when the result is counted from more (or fewer) points.

    `plus` and `minus` say who takes and who bears it: `first`, `last` or `nobody`. `points` is stated where it is
    something else than the players' difference between return and start.
    """

    plus: Chosen
    minus: Chosen
    points: Valued | None


@dataclass(frozen=True, slots=True)
class RoundingRules:
    """How points are rounded: to a multiple of `to`, by `way`."""

    to: Valued
    way: Chosen


@dataclass(frozen=True, slots=True)
class ExtraRule:
    """A payment at the end, e.g. a prize: about each player in turn of whom `when` holds.

    Attributes:
        each: how often it counts, once where it is None.
        points: what the player gets, in points of the result; below 0 what the player pays.
        to: who is on the other side: `nobody`, `others` (shared), `each_other`, `first`, `last` or `busted_by`.
        among: a condition on those of `others` and `each_other`, or None for all.
        paid_by: `dealt_in` where another player, if one is named, pays in place of the player; else `self`.
    """

    id: str
    names: Mapping[str, str]
    when: Condition | None
    each: Number | None
    points: Share
    to: Chosen
    among: Condition | None
    paid_by: Chosen | None
    span: Span


@dataclass(frozen=True, slots=True)
class SettlementRules:
    """What a game is worth to each player.

    Attributes:
        returned: the points from which results are counted.
        unit: how many points make a point of the result.
        share_step: the points to which shares that don't divide are rounded.
        uma: by place.
        floating: uma of its own for some outcomes; one of them holds at most.
        afloat: who counts as afloat for them, or None.
        oka: who takes it, or None.
        ties: `seat` or `shared`.
        deposits: who takes those left over: `first`, `first_shared`, `last_dealer`, `nobody` or `back`.
        floor: the least points that are counted, or None where all are.
        rounding: None where points are kept as they are.
        rest: who takes what rounding and the floor change: `first` or `nobody`; None is nobody.
        extras: payments beside uma and oka.
    """

    returned: Valued
    unit: Valued
    share_step: Valued
    uma: UmaRule
    floating: tuple[UmaRule, ...]
    afloat: Condition | None
    oka: OkaRules | None
    ties: Chosen
    deposits: Chosen
    floor: Valued | None
    rounding: RoundingRules | None
    rest: Chosen | None
    extras: tuple[ExtraRule, ...]
    span: Span
