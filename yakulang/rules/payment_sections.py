"""The sections `payments:`, `several_winners:` and `pao:` of a rule file, from their entries to typed data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic, RuleError, did_you_mean
from yakulang.fixed import Fixed
from yakulang.lang.vocabulary import WIND_WORDS
from yakulang.rules.model import (
    AbsentShare,
    LiabilityKind,
    LiabilityRules,
    Multiplier,
    PaymentRules,
    SeveralWinners,
    StatedSelfDraw,
)
from yakulang.rules.sections import both

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from yakulang.rules.sections import Sections
    from yakulang.rules.tree import Part

LIABLE_PARTIES = ("liable", "discarder", "each")


def payments(read: Sections) -> PaymentRules:
    """Read `payments:`."""
    part = read.root.part("payments")
    if part is None:
        raise RuleError([])  # its absence is reported with the other missing sections
    return PaymentRules(
        base=read.checker.number(part.written("base"), "payment_base"),
        base_span=part.at("base"),
        round_up_to=part.number("round_up_to"),
        ron_dealer=part.share("ron.dealer"),
        ron_other=part.share("ron.other"),
        tsumo_dealer_wins=part.share("tsumo.dealer_wins"),
        tsumo_dealer_pays=part.share("tsumo.dealer_pays"),
        tsumo_other_pays=part.share("tsumo.other_pays"),
        absent=_absent(part) if part.has("absent") else None,
        self_draws=tuple(_self_draw(key, entry) for key, entry in part.children("self_draws")),
        multipliers=tuple(_multiplier(read, key, entry) for key, entry in part.children("multipliers")),
        honba_ron=part.valued("honba.ron"),
        honba_tsumo_each=part.valued("honba.tsumo_each"),
        stick=part.valued("riichi_stick"),
    )


def _absent(part: Part) -> AbsentShare:
    return AbsentShare(
        part.share("absent.dealer_wins"),
        part.share("absent.dealer_pays"),
        part.share("absent.other_pays"),
        rounded=part.text("absent.of") == "rounded",
    )


def _self_draw(key: str, part: Part) -> StatedSelfDraw:
    payers = ("dealer_wins", "dealer_pays", "other_pays")
    return StatedSelfDraw(key, part.number("base"), {who: part.valued(who) for who in payers if part.has(who)})


def _multiplier(read: Sections, key: str, part: Part) -> Multiplier:
    name = part.text("seat")
    fact = read.checker.scope.facts.get(name)
    if fact is None or not set(WIND_WORDS) & set(fact.values):
        near = did_you_mean(name, [f.name for f in read.checker.scope.facts.values() if f.type == "choice"])
        hint = f"did you mean `{near}`?" if near else "a choice of `facts:`: east, south, west, north"
        raise RuleError([Diagnostic("YK353", f"`{name}` is no choice of a seat", part.at("seat"), hint=hint)])
    return Multiplier(key, part.names("name", key), part.valued("times"), name)


def several_winners(read: Sections) -> SeveralWinners:
    """Read `several_winners:`."""
    part = read.root.part("several_winners")
    if part is None:
        raise RuleError([])  # its absence is reported with the other missing sections
    return SeveralWinners(
        most=part.valued("most"),
        draw_from=part.maybe("draw_from"),
        honba=part.text("honba"),
        deposits=part.text("deposits"),
        honba_span=part.at("honba"),
        deposits_span=part.at("deposits"),
    )


def liability(read: Sections, key: str, part: Part) -> LiabilityKind:
    """Read an entry of `pao.kinds:`."""
    covers = part.texts("covers")
    (sealed, when), known = both(
        lambda: both(lambda: read.optional(part, "sealed_when", "sealed"), lambda: read.optional(part, "when", "pao")),
        lambda: None if covers == ("all",) else read.refer(part, "covers", "yaku"),
    )
    if (sealed is None) == (when is None):
        message = f"`{key}` needs `sealed_when:` or `when:`"
        raise RuleError([Diagnostic("YK366", message, part.span)])
    return LiabilityKind(key, part.names("name", key), known, sealed, when, part.span)


def liability_rules(read: Sections, kinds: tuple[LiabilityKind, ...]) -> LiabilityRules | None:
    """Read what belongs to `pao:` as a whole."""
    if not kinds:
        return None
    tsumo, ron = _shares(read, "pao.tsumo"), _shares(read, "pao.ron")
    return LiabilityRules(kinds, tsumo, _honba(read, "pao.tsumo.honba"), ron, _honba(read, "pao.ron.honba"))


def _shares(read: Sections, path: str) -> Mapping[str, Fraction]:
    part = read.root
    names = [name for name, _ in part.children(path) if name != "honba"]
    shares = {name: part.share(f"{path}.{name}").value for name in names}
    if sum(shares.values()) != 1:
        message = f"the shares of `{path}` make {sum(shares.values())}, not 1"
        taken = part.merged.removed.items()  # a share that was taken out is the place of a wrong sum
        span = next((span for key, span in taken if f"{key}.".startswith(f"{path}.")), part.at(path))
        raise RuleError([Diagnostic("YK366", message, span)])
    return Fixed(shares)


def _honba(read: Sections, path: str) -> str:
    who = read.root.text(path)
    if who not in LIABLE_PARTIES:
        hint = " or ".join(LIABLE_PARTIES)
        raise RuleError([Diagnostic("YK366", f"`{who}` can't pay honba", read.root.at(path), hint=hint)])
    return who
