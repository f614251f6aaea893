"""Liability as people read it: who answers for what, and how a liable player's payment is reckoned."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from yakulang.engine.payment import paying, self_draw_share, share_of, total_points
from yakulang.report.reason import remark
from yakulang.report.words import name_in, separator, word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yakulang.engine.payment import Win
    from yakulang.engine.ruling import LiableRuling, Payment
    from yakulang.report.reason import Reason
    from yakulang.rules.model import Rulebook


def answer_label(part: LiableRuling, rulebook: Rulebook, lang: str) -> str:
    """Return an answer to who is liable as a heading."""
    kinds = rulebook.liability.kinds if rulebook.liability else ()
    said = []
    for kind in kinds:
        if kind.id in part.answer:
            seat, name = part.answer[kind.id], name_in(kind.names, lang, kind.id)
            said.append(word("liable_is", lang, seat=word(seat or "nobody", lang), name=name))
    return separator(lang).join(said)


def part_of_base(payment: Payment, base: int, rulebook: Rulebook, lang: str) -> Iterator[Reason]:
    """Yield which part of the base a payment is reckoned from, where it is not the whole."""
    if payment.base != base:
        share = Fraction(payment.base, base)
        text = word("part", lang, base=base, share=share, product=payment.base)
        yield remark(text, _place(f"pao.kinds.{payment.about}.covers", rulebook) if payment.about else "", holds=True)


def liable_share(payment: Payment, win: Win, rulebook: Rulebook, lang: str) -> Iterator[Reason]:
    """Yield how a share of what a liability is for comes about."""
    base, step, share = payment.base, rulebook.payments.round_up_to, share_of(rulebook, win, payment.payer)
    ron = win.method == "ron"
    whole = total_points(rulebook, base, dealer=win.seat == rulebook.seats[0], ron=ron)
    if ron:
        exact = base * share.value
        text = word("share", lang, base=base, share=share.value, product=exact)
        if exact != whole:
            text += separator(lang) + word("rounded", lang, step=step)
        yield remark(text, share.span.place, holds=True)
    else:
        others = [seat for seat in rulebook.seats if seat != win.seat]
        shares = " + ".join(str(self_draw_share(rulebook, base, paying(rulebook, win, seat))) for seat in others)
        yield remark(word("all_shares", lang, shares=shares, product=whole), share.span.place, holds=True)
    path = f"pao.{win.method}"
    if ron and payment.reason == "liable" and payment.payer == win.discarder:
        yield remark(word("liable_discarded", lang), _place(path, rulebook), holds=True)
        return
    liability = rulebook.liability
    who = "liable" if payment.reason == "liable" else "discarder"
    part = (liability.ron if ron else liability.tsumo)[who] if liability else Fraction(1)
    text = word("share", lang, base=whole, share=part, product=whole * part)
    if (whole * part) % step:
        text += separator(lang) + word("rounded", lang, step=step)
    yield remark(text, _place(f"{path}.{who}", rulebook), holds=True)


def honba_of_liable(win: Win, rulebook: Rulebook, lang: str) -> Iterator[Reason]:
    """Yield who pays the counters beside a liability: the liable player, the discarder, or each as usual."""
    rules = rulebook.liability
    if rules is None:
        return
    who = rules.ron_honba if win.method == "ron" else rules.tsumo_honba
    yield remark(word(f"honba_of_{who}", lang), _place(f"pao.{win.method}.honba", rulebook), holds=True)


def _place(path: str, rulebook: Rulebook) -> str:
    return rulebook.merged.span_of(path).place
