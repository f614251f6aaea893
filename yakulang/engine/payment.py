"""Points that change hands: from a base to what each player pays, with honba, deposits and liability."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod
from typing import TYPE_CHECKING, Literal

from yakulang.engine.ruling import Payment
from yakulang.lang.facts import WIND_WORDS
from yakulang.message import Name, message
from yakulang.notation.tile_text import SEAT_NAMES
from yakulang.tiles import WINDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from yakulang.rules.model import LiabilityRules, Multiplier, Rulebook, Share, Valued

UNKNOWN_DISCARDER = "discarder"
TABLE = "table"
DEALER_WINS, DEALER_PAYS, OTHER_PAYS = "dealer_wins", "dealer_pays", "other_pays"


@dataclass(frozen=True, slots=True)
class Win:
    """Who won how: the seat winds of winner and discarder (None where not known), counters and sticks.

    `multiplied` are the multipliers that apply, each with the seat wind it is for.
    """

    seat: str
    method: Literal["ron", "tsumo"]
    discarder: str | None
    honba: int
    deposits: int
    multiplied: tuple[tuple[Multiplier, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Liability:
    """A player who is liable: for which part of the base (`covered`, the rest is paid as usual)."""

    id: str
    seat: str
    covered: int
    rule: str


def round_up(points: int | Fraction, step: int) -> int:
    """Return points rounded up to a multiple of `step`."""
    return int(-(-points // step) * step)


def total_points(rulebook: Rulebook, base: int, *, dealer: bool, ron: bool) -> int:
    """Return what the payers pay together for a base, honba and deposits left out."""
    rules = rulebook.payments
    if ron:
        return round_up(base * (rules.ron_dealer if dealer else rules.ron_other).value, rules.round_up_to)
    others = rulebook.players - 1
    if dealer:
        return others * self_draw_share(rulebook, base, DEALER_WINS)
    return self_draw_share(rulebook, base, DEALER_PAYS) + (others - 1) * self_draw_share(rulebook, base, OTHER_PAYS)


def self_draw_share(rulebook: Rulebook, base: int, who: str) -> int:
    """Return what one player pays for a self-draw, part of the absent seats' shares included.

    Args:
        rulebook: gives the shares.
        base: in points.
        who: `dealer_wins` (somebody pays the dealer), `dealer_pays` or `other_pays`.
    """
    if (stated := stated_self_draw(rulebook, base, who)) is not None:
        return stated.value
    rules = rulebook.payments
    step = rules.round_up_to
    own: Fraction | int = getattr(rules, f"tsumo_{who}").value
    if rules.absent is None:
        return round_up(base * own, step)
    part: Fraction = getattr(rules.absent, who).value * len(WINDS[rulebook.players :])
    whole = _absent_whole(rulebook, who)
    if rules.absent_rounded:
        return round_up(base * own, step) + round_up(round_up(base * whole.value, step) * part, step)
    return round_up(base * (own + part * whole.value), step)


def stated_self_draw(rulebook: Rulebook, base: int, who: str) -> Valued | None:
    """Return what the rules state that a player pays for a self-draw at a base, or None where it pays a share of it."""
    return next((one.points.get(who) for one in rulebook.payments.self_draws if one.base == base), None)


def absent_share(rulebook: Rulebook, win: Win, payer: str) -> tuple[Share, Share] | None:
    """Return the share of the absent seat and which part of it a payer adds; None where nothing is added."""
    absent = rulebook.payments.absent
    if absent is None or win.method == "ron":
        return None
    who = paying(rulebook, win, payer)
    part: Share = getattr(absent, who)
    return (_absent_whole(rulebook, who), part) if part.value else None


def _absent_whole(rulebook: Rulebook, who: str) -> Share:
    """Return what an absent seat would pay: it is never the dealer."""
    rules = rulebook.payments
    return rules.tsumo_dealer_wins if who == DEALER_WINS else rules.tsumo_other_pays


def payments(
    rulebook: Rulebook, win: Win, base: int, base_rule: str, liabilities: Sequence[Liability] = ()
) -> tuple[Payment, ...]:
    """Return every payment to the winner.

    Args:
        rulebook: gives shares, honba, sticks and how a liable player pays.
        win: who won how.
        base: in points, the limits applied.
        base_rule: the place of the rule that set the base.
        liabilities: who is liable for which part of the base; the parts do not overlap.
    """
    found: list[Payment] = []
    rest = base - sum(part.covered for part in liabilities)
    if rest or not liabilities:
        found += _shares(rulebook, win, rest, base_rule)
    for part in liabilities:
        found += _liable_shares(rulebook, win, part)
    found = [_multiplied(payment, win) for payment in found]
    found += _honba(rulebook, win, liabilities)
    if win.deposits:
        stick = rulebook.payments.stick
        found.append(Payment(TABLE, win.deposits * stick.value, "deposits", stick.span.place))
    return tuple(payment for payment in found if payment.points)


def multiplied(rulebook: Rulebook, choices: Mapping[str, str]) -> tuple[tuple[Multiplier, str], ...]:
    """Return the multipliers whose seat is said, each with the seat wind; where none is said it is nobody's."""
    found = []
    for rule in rulebook.payments.multipliers:
        said = choices.get(rule.fact)
        if said in WIND_WORDS and WINDS[WIND_WORDS.index(said)] in rulebook.seats:
            found.append((rule, WINDS[WIND_WORDS.index(said)]))
    return tuple(found)


def undecided(win: Win) -> tuple[str, ...]:
    """Return what a multiplier leaves open: an unknown discarder may be the one who pays it."""
    if win.method != "ron" or win.discarder is not None:
        return ()
    open_to = [(rule, seat) for rule, seat in win.multiplied if seat != win.seat and rule.times.value != 1]
    return tuple(
        message(
            "{multiplier}: {seat} pays {times} times, and who discarded is not said",
            multiplier=Name(rule.id, rule.names),
            seat=SEAT_NAMES[seat],
            times=rule.times.value,
        )
        for rule, seat in open_to
    )


def _multiplied(payment: Payment, win: Win) -> Payment:
    """Return a payment for the hand as it is with the multipliers of winner and payer."""
    rules = [rule for rule, seat in win.multiplied if seat in (win.seat, payment.payer)]
    times = prod(rule.times.value for rule in rules)
    if not rules:
        return payment
    return replace(payment, points=payment.points * times, times=times, multipliers=tuple(rule.id for rule in rules))


def deltas(rulebook: Rulebook, win: Win, paid: Sequence[Payment]) -> Mapping[str, int] | None:
    """Return the change of each seat, or None where the discarder's seat is not known."""
    if any(payment.payer == UNKNOWN_DISCARDER for payment in paid):
        return None
    change = dict.fromkeys(rulebook.seats, 0)
    for payment in paid:
        change[win.seat] += payment.points
        if payment.payer != TABLE:
            change[payment.payer] -= payment.points
    return change


def paying(rulebook: Rulebook, win: Win, payer: str) -> str:
    """Return which share of a self-draw a payer pays: `dealer_wins`, `dealer_pays` or `other_pays`."""
    dealer = rulebook.seats[0]
    return DEALER_WINS if win.seat == dealer else DEALER_PAYS if payer == dealer else OTHER_PAYS


def share_of(rulebook: Rulebook, win: Win, payer: str) -> Share:
    """Return by what the base is multiplied for a payer who is not liable, absent seats left out."""
    rules = rulebook.payments
    if win.method == "ron":
        return rules.ron_dealer if win.seat == rulebook.seats[0] else rules.ron_other
    share: Share = getattr(rules, f"tsumo_{paying(rulebook, win, payer)}")
    return share


def _shares(rulebook: Rulebook, win: Win, base: int, base_rule: str) -> list[Payment]:
    rules = rulebook.payments
    if win.method == "ron":
        payer = win.discarder or UNKNOWN_DISCARDER
        points = round_up(base * share_of(rulebook, win, payer).value, rules.round_up_to)
        return [Payment(payer, points, "hand", base_rule, base=base)]
    return [
        Payment(payer, self_draw_share(rulebook, base, paying(rulebook, win, payer)), "hand", base_rule, base=base)
        for payer in rulebook.seats
        if payer != win.seat
    ]


def _liable_shares(rulebook: Rulebook, win: Win, part: Liability) -> list[Payment]:
    rules = rulebook.liability
    assert rules is not None  # noqa: S101  liabilities come from these rules
    whole = total_points(rulebook, part.covered, dealer=win.seat == rulebook.seats[0], ron=win.method == "ron")
    step = rulebook.payments.round_up_to
    shares = rules.ron if win.method == "ron" else rules.tsumo
    seats = {"liable": part.seat, "discarder": win.discarder or UNKNOWN_DISCARDER}
    if win.discarder == part.seat:
        return [Payment(part.seat, whole, "liable", part.rule, part.id, base=part.covered)]
    return [
        Payment(
            seats[who],
            round_up(whole * share, step),
            "liable" if who == "liable" else "hand",
            part.rule,
            part.id,
            base=part.covered,
        )
        for who, share in shares.items()
    ]


def _honba(rulebook: Rulebook, win: Win, liabilities: Sequence[Liability]) -> list[Payment]:
    """Return who pays the counters: of several liable players the one who is liable for the largest part."""
    if not win.honba:
        return []
    rules = rulebook.payments
    who = _honba_payer(rulebook.liability, win, liabilities)
    liable = max(liabilities, key=lambda part: part.covered).seat if liabilities else ""
    if win.method == "ron":
        payer = liable if who == "liable" else win.discarder or UNKNOWN_DISCARDER
        return [Payment(payer, win.honba * rules.honba_ron.value, "honba", rules.honba_ron.span.place)]
    each = win.honba * rules.honba_tsumo_each.value
    place = rules.honba_tsumo_each.span.place
    payers = [seat for seat in rulebook.seats if seat != win.seat]
    if who == "liable":
        return [Payment(liable, each * len(payers), "honba", place)]
    return [Payment(payer, each, "honba", place) for payer in payers]


def _honba_payer(rules: LiabilityRules | None, win: Win, liabilities: Sequence[Liability]) -> str:
    if rules is None or not liabilities:
        return "each"
    return rules.ron_honba if win.method == "ron" else rules.tsumo_honba
