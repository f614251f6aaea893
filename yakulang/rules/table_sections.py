"""The sections `setup:` and `settlement:` of a rule file, from their entries to typed data."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic, RuleError
from yakulang.rules.gathered import Gathered
from yakulang.rules.model import Share, Valued
from yakulang.rules.nodes import Scalar, SeqNode
from yakulang.rules.table_model import (
    Chosen,
    DealRules,
    ExtraRule,
    OkaRules,
    RoundingRules,
    SettlementRules,
    SetupRules,
    UmaRule,
    WallRules,
)
from yakulang.rules.taken_names import OF_A_RESULT, refuse_taken
from yakulang.source import shortened

if TYPE_CHECKING:
    from typing import TypeVar

    from yakulang.rules.sections import Sections
    from yakulang.rules.tree import Part
    from yakulang.source import Span

    T = TypeVar("T")

REST = "rest"  # the sticks whose number makes up the start
_BEHIND = 6  # digits behind the point of a result


def setup(read: Sections) -> SetupRules | None:
    """Read `setup:`; None where a ruleset has none."""
    part = read.root.part("setup")
    if part is None:
        return None
    sticks = _sticks(part)
    return SetupRules(
        start=part.valued("start"),
        sticks=sticks,
        sticks_span=part.at("sticks"),
        dice=part.valued("dice.count"),
        faces=part.valued("dice.faces"),
        throws=part.valued("first_dealer_throws"),
        wall=_wall(part) if part.has("wall") else None,
        deal=_deal(part) if part.has("deal") else None,
        span=part.span,
    )


def _sticks(part: Part) -> dict[int, Valued | None]:
    found: dict[int, Valued | None] = {}
    made_up: list[Span] = []
    for worth, stick in part.children("sticks"):
        is_rest = isinstance(stick.node, Scalar) and stick.node.value == REST
        found[int(worth)] = None if is_rest else part.valued(f"sticks.{worth}")
        made_up += [stick.span] if is_rest else []
    if len(made_up) > 1:
        raise RuleError([Diagnostic("YK372", "only one kind of stick makes up the rest", made_up[1])])
    if not found:
        raise RuleError([part.missing("sticks")])
    return found


def _wall(part: Part) -> WallRules:
    return WallRules(
        stacks=part.maybe("wall.stacks"),
        dead=part.valued("wall.dead"),
        replacements=part.valued("wall.replacements"),
        indicator=part.valued("wall.indicator"),
    )


def _deal(part: Part) -> DealRules:
    return DealRules(part.valued("deal.rounds"), part.valued("deal.block"), part.valued("deal.dealer"))


def settlement(read: Sections) -> SettlementRules | None:
    """Read `settlement:`; None where a ruleset has none."""
    part = read.root.part("settlement")
    if part is None:
        return None
    gathered = Gathered()
    floating = gathered.entries(part, "floating", lambda key, uma: _floating(read, key, uma))
    extras = gathered.entries(part, "extras", lambda key, extra: _extra(read, key, extra))
    afloat = gathered.read(lambda: read.optional(part, "afloat", "afloat"))
    rest = gathered.read(lambda: _whole(part))
    if gathered.problems or rest is None:
        raise RuleError(gathered.problems)
    returned, unit, step, uma = rest
    return SettlementRules(
        returned=returned,
        unit=unit,
        share_step=step,
        uma=uma,
        floating=floating,
        afloat=afloat,
        oka=_oka(part) if part.has("oka") else None,
        ties=_chosen(part, "ties"),
        deposits=_chosen(part, "deposits"),
        floor=part.maybe("floor"),
        rounding=RoundingRules(part.valued("rounding.to"), _chosen(part, "rounding.way"))
        if part.has("rounding")
        else None,
        rest=_chosen(part, "rest") if part.has("rest") else None,
        extras=extras,
        span=part.span,
    )


def _whole(part: Part) -> tuple[Valued, Valued, Valued, UmaRule]:
    uma = UmaRule("uma", {"en": "uma"}, _places(part, "uma"), None, part.at("uma"))
    return part.valued("return"), part.valued("unit"), part.valued("share_step"), uma


def _chosen(part: Part, path: str) -> Chosen:
    return Chosen(part.text(path), part.at(path))


def _oka(part: Part) -> OkaRules:
    return OkaRules(_chosen(part, "oka.plus"), _chosen(part, "oka.minus"), part.maybe("oka.points"))


def _places(part: Part, path: str) -> tuple[Share, ...]:
    node = part.get(path)
    if not isinstance(node, SeqNode):
        raise RuleError([part.missing(path)])
    return tuple(Share(_exact(item), item.span) for item in node.items if isinstance(item, Scalar))


def _exact(number: Scalar) -> Fraction:
    """Return a number as it is written: `7.5` is 15/2.

    Raises:
        RuleError: it has too many digits; as a fraction 1e-99999999 would fill the memory.
    """
    if isinstance(number.value, int):
        return Fraction(number.value)
    try:
        exponent = Decimal(number.text).as_tuple().exponent
    except InvalidOperation:  # more digits than there can be
        exponent = "n"
    if not isinstance(exponent, int) or abs(exponent) > _BEHIND:
        text = f"`{shortened(number.text)}` has more than {_BEHIND} digits behind the point"
        raise RuleError([Diagnostic("YK144", text, number.span, hint="points of the result, e.g. -10 or 2.5")])
    return Fraction(number.text)


def _floating(read: Sections, key: str, part: Part) -> UmaRule:
    refuse_taken(key, part, OF_A_RESULT, "a part of every result")
    when = read.checker.condition(part.written("when"), "uma")
    return UmaRule(key, part.names("name", key), _places(part, "uma"), when, part.at("uma"))


def _extra(read: Sections, key: str, part: Part) -> ExtraRule:
    refuse_taken(key, part, OF_A_RESULT, "a part of every result")
    each = read.checker.number(part.written("each"), "extra_each") if part.has("each") else None
    when = read.optional(part, "when", "extra")
    if each is None and when is None:
        message = f"`{key}` needs `when:` or `each:`: about whom is it?"
        raise RuleError([Diagnostic("YK373", message, part.span, hint="when: points < 0")])
    points = part.get("points")
    if not isinstance(points, Scalar):
        raise RuleError([part.missing("points")])
    return ExtraRule(
        id=key,
        names=part.names("name", key),
        when=when,
        each=each,
        points=Share(_exact(points), points.span),
        to=_chosen(part, "to"),
        among=read.optional(part, "among", "extra"),
        paid_by=_chosen(part, "paid_by") if part.has("paid_by") else None,
        span=part.span,
    )
