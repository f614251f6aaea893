"""What each player pays, as rows of a report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.engine.payment import TABLE, UNKNOWN_DISCARDER
from yakulang.report.layout import Row, headed
from yakulang.report.words import knows, name_in, separator, word
from yakulang.tiles import WINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulang.engine.ruling import Payment, Ruling
    from yakulang.rules.model import Rulebook


def seats_label(seats: Sequence[str], lang: str, rulebook: Rulebook) -> str:
    """Return who is meant by some seats: the dealer, the others, or both."""
    said = " ".join(word(seat, lang) for seat in seats)
    dealer = rulebook.seats[0]
    if dealer not in seats:
        return word("not_dealer", lang, seats=said)
    return word("dealer", lang, seats=said) if len(seats) == 1 else said


def chip_rows(ruling: Ruling, lang: str) -> list[Row]:
    """Return what is paid in chips for which thing, and by whom."""
    by_ron = ruling.hand is not None and ruling.hand.method == "ron"
    payer = word("from_discarder" if by_ron else "from_each", lang)
    return [Row("", name_in(one.names, lang, one.id), str(one.chips), payer, one.rule) for one in ruling.chips]


def payment_rows(ruling: Ruling, lang: str, rulebook: Rulebook, seats: Sequence[str]) -> list[Row]:
    """Return who pays what for which reason, what the winner receives and how every seat changes.

    Args:
        ruling: with its payments.
        lang: `en`, `ja` or `zh`.
        rulebook: names liabilities and the dealer's seat.
        seats: whom the ruling holds for; where there are several, payers are named by what they are, not by seat.
    """
    rows: list[Row] = []
    for payers, paid in by_payer(ruling.payments, merge=len(seats) > 1, dealer=rulebook.seats[0]):
        label = payer_label(payers, lang, rulebook, by_seat=len(seats) == 1)
        for place, payment in enumerate(paid):
            name = label if place == 0 else ""
            rows.append(Row("", name, str(payment.points), reason_label(payment, lang, rulebook), payment.rule))
        if len(paid) > 1:
            rows.append(Row("", "", str(sum(p.points for p in paid)), word("sum", lang), total=True))
    rows = headed(rows, word("pays", lang))
    if not ruling.payments:
        return rows
    winner = word(seats[0], lang) if len(seats) == 1 else word("winner", lang)
    received = sum(payment.points for payment in ruling.payments)
    rows.append(Row(word("receives", lang), winner, str(received), total=True))
    if ruling.deltas is not None and len(seats) == 1:
        changes = [
            Row("", word(seat, lang), f"{change:+d}" if change else "0") for seat, change in ruling.deltas.items()
        ]
        rows += headed(changes, word("change", lang))
    if ruling.chips and len(seats) == 1 and (won := ruling.chip_deltas) is not None:
        changes = [Row("", word(seat, lang), f"{chips:+d}" if chips else "0") for seat, chips in won.items()]
        rows += headed(changes, word("chip_change", lang))
    return rows


def by_payer(payments: Sequence[Payment], *, merge: bool, dealer: str) -> list[tuple[list[str], list[Payment]]]:
    """Return the payments of each payer; with `merge`, players who pay the same stand together, the dealer alone."""
    by_payer: dict[str, list[Payment]] = {}
    for payment in payments:
        by_payer.setdefault(payment.payer, []).append(payment)
    found: list[tuple[list[str], list[Payment]]] = []
    for payer, paid in by_payer.items():
        alike = [p.points for p in paid]
        for payers, other in found if merge and payer in WINDS and payer != dealer else ():
            if payers[0] in WINDS and payers[0] != dealer and [p.points for p in other] == alike:
                payers.append(payer)
                break
        else:
            found.append(([payer], paid))
    return found


def payer_label(payers: Sequence[str], lang: str, rulebook: Rulebook, *, by_seat: bool) -> str:
    """Return who pays: by seat wind, or by what they are where the winner's seat is one of several."""
    first = payers[0]
    if first in (TABLE, UNKNOWN_DISCARDER):
        return word("table" if first == TABLE else "discarder", lang)
    if by_seat:
        return word(first, lang)
    if first == rulebook.seats[0]:
        return word("dealer_pays", lang)
    return word("others_each" if len(payers) > 1 else "other_player", lang)


def reason_label(payment: Payment, lang: str, rulebook: Rulebook) -> str:
    """Return what a payment is for, with the liability it follows from and what multiplies it."""
    reason = word(payment.reason, lang) if knows(payment.reason) else payment.reason
    if payment.about:
        kinds = rulebook.liability.kinds if rulebook.liability else ()
        names = next((kind.names for kind in kinds if kind.id == payment.about), {})
        reason += f": {name_in(names, lang, payment.about)}"
    if not payment.multipliers:
        return reason
    rules = [rule for rule in rulebook.payments.multipliers if rule.id in payment.multipliers]
    return separator(lang).join(
        [reason, *(f"{name_in(rule.names, lang, rule.id)} x{rule.times.value}" for rule in rules)]
    )
