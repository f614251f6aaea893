"""Where points come from: dora by indicator, fu by tiles, the limit by its condition, payments by share."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from yakulang.engine.payment import Win, absent_share, paying, round_up, share_of, stated_self_draw
from yakulang.lang.evaluator import judge
from yakulang.report.because import Because
from yakulang.report.item import Item
from yakulang.report.liability import honba_of_liable, liable_share, part_of_base
from yakulang.report.payment_text import by_payer, payer_label, reason_label
from yakulang.report.reason import remark
from yakulang.report.ruling_text import award_row, base_row
from yakulang.report.words import name_in, separator, word
from yakulang.tiles import kind_name, kind_of, tile_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from yakulang.engine.ruling import Award, FuLine, Payment, Ruling
    from yakulang.engine.trace import ReadingTrace
    from yakulang.hand import Hand
    from yakulang.report.reason import Reason
    from yakulang.rules.model import DoraKind, FuRule, Rulebook, Share


def dora_item(award: Award, hand: Hand, reading: ReadingTrace, rulebook: Rulebook, lang: str) -> Item:
    """Return a kind of dora with the indicators that show tiles of the hand, or the tiles that count by themselves."""
    row, because = award_row(award, lang, rulebook), Because(reading.view, rulebook, lang)
    counting = [rulebook.dora[index] for index, _ in reading.judged.dora] if reading.judged else []
    reasons: list[Reason] = []
    for kind in counting:
        if kind.label == award.id:
            reasons += _shown(kind, hand, lang) if kind.shown_by else because.counted(kind.each)
            reasons += because.asked(kind.when)
    return Item(award.id, row.name, row.value, "", award.rule, tuple(reasons), award.as_json())


def _shown(kind: DoraKind, hand: Hand, lang: str) -> Iterator[Reason]:
    tiles: list[int] = [kind_of(tile) for tile in (*hand.tiles, *hand.aside)]
    for indicator in getattr(hand, kind.shown_by or ""):
        shown = kind.next[kind_of(indicator)]
        if n := tiles.count(shown):
            text = word("shows", lang, indicator=tile_name(indicator), tile=kind_name(shown), n=n)
            yield remark(text, kind.han.span.place, holds=True)


def fu_items(ruling: Ruling, reading: ReadingTrace, rulebook: Rulebook, lang: str) -> Iterator[Item]:
    """Yield each line of fu with the tiles it came from and why it counts."""
    because = Because(reading.view, rulebook, lang)
    for line in ruling.fu_items:
        rule = _fu_rule(line, reading, rulebook)
        reasons = (*because.asked(rule.when), *_counted(rule, line, because)) if rule else ()
        name, value = name_in(line.names, lang, line.id), word("n_fu", lang, n=line.fu)
        yield Item(line.id, name, value, line.tiles, line.rule, reasons, line.as_json())
    if ruling.fu is not None and ruling.fu != ruling.fu_raw:
        detail = f"{ruling.fu_raw} -> {ruling.fu}"
        place = rulebook.merged.span_of("fu.round_up_to").place
        rounded = word("rounded", lang, step=rulebook.fu.round_up_to)
        data = {"id": "round_up_to", "fu": ruling.fu - (ruling.fu_raw or 0), "tiles": "", "rule": place}
        yield Item("round_up_to", rounded, word("n_fu", lang, n=ruling.fu), detail, place, (), data)


def _counted(rule: FuRule, line: FuLine, because: Because) -> Iterator[Reason]:
    """Yield what a line counts: of several lines of one rule, each has its own tiles beside it."""
    for reason in because.counted(rule.each):
        yield replace(reason, text=reason.condition, tiles=(line.tiles,)) if line.tiles else reason


def _fu_rule(line: FuLine, reading: ReadingTrace, rulebook: Rulebook) -> FuRule | None:
    fixed = reading.judged is not None and reading.judged.fu.fixed >= 0
    rules = rulebook.fu.fixed if fixed else (*rulebook.fu.items, *rulebook.fu.floors)
    return next((rule for rule in rules if rule.id == line.id and rule.fu.span.place == line.rule), None)


def base_item(ruling: Ruling, reading: ReadingTrace, rulebook: Rulebook, lang: str) -> Item | None:
    """Return the limit that set the base and why it applies, or the formula with the numbers of the hand."""
    row = base_row(ruling, lang, rulebook)
    if row is None:
        return None
    rule = next((limit for limit in rulebook.limits if ruling.limit and limit.id == ruling.limit.id), None)
    data = {"limit": rule.id if rule else None, "base": ruling.base, "rule": row.place}
    reasons: tuple[Reason, ...] = ()
    if rule is not None:
        because = Because(reading.view, rulebook, lang)
        verdict = judge(rule.when, reading.view) if rule.when is not None else None
        if verdict is not None and verdict.value:
            reasons = because.why(verdict)
        else:
            naming = [yaku for yaku in reading.yaku if yaku.awarded and yaku.rule.at_least == rule.id]
            reasons = tuple(
                remark(
                    word("named_by", lang, yaku=because.yaku(yaku.rule.id)),
                    yaku.rule.at_least_span.place if yaku.rule.at_least_span else "",
                    holds=True,
                )
                for yaku in naming
            )
    return Item(rule.id if rule else "base", row.name, row.value, row.detail, row.place, reasons, data)


def payment_items(ruling: Ruling, seats: Sequence[str], rulebook: Rulebook, lang: str) -> Iterator[Item]:
    """Yield each payment to the winner with how it is reckoned."""
    for payers, paid in by_payer(ruling.payments, merge=len(seats) > 1, dealer=rulebook.seats[0]):
        name = payer_label(payers, lang, rulebook, by_seat=len(seats) == 1)
        for payment in paid:
            reason = reason_label(payment, lang, rulebook)
            reasons = tuple(_reckoned(payment, ruling, rulebook, lang))
            data = {**payment.as_json(), "payers": payers}
            data.pop("payer")
            yield Item(payment.reason, name, str(payment.points), reason, payment.rule, reasons, data)


def _reckoned(payment: Payment, ruling: Ruling, rulebook: Rulebook, lang: str) -> Iterator[Reason]:
    """Yield how a payment comes from the base or from counters; a liability has shares of its own."""
    hand, base = ruling.hand, ruling.base
    if hand is None or hand.seat is None or base is None:
        return
    win = Win(hand.seat, hand.method, hand.discarder, 0, 0)
    if payment.reason in ("honba", "deposits"):
        number = hand.honba if payment.reason == "honba" else hand.deposits
        each = payment.points // number
        one = rulebook.payments.honba_tsumo_each.value
        of_all = payment.reason == "honba" and win.method == "tsumo" and each > one > 0
        counted = f"{number} * {one}" if of_all else number  # one player pays them for all
        text = word("share", lang, base=counted, share=each // one if of_all else each, product=payment.points)
        yield remark(text, payment.rule, holds=True)
        if payment.reason == "honba" and any(one.reason == "liable" for one in ruling.payments):
            yield from honba_of_liable(win, rulebook, lang)
        return
    yield from part_of_base(payment, base, rulebook, lang)
    if payment.about:
        yield from liable_share(payment, win, rulebook, lang)
    else:
        base = payment.base
        who = paying(rulebook, win, payment.payer) if win.method == "tsumo" else ""
        if (stated := stated_self_draw(rulebook, base, who)) is not None:
            yield remark(word("stated", lang, base=base, points=stated.value), stated.span.place, holds=True)
            return
        share = share_of(rulebook, win, payment.payer)
        product = base * share.value
        text = word("share", lang, base=base, share=share.value, product=product)
        absent = absent_share(rulebook, win, payment.payer)
        if product * payment.times != payment.points and (absent is None or rulebook.payments.absent_rounded):
            text += separator(lang) + word("rounded", lang, step=rulebook.payments.round_up_to)
        yield remark(text, share.span.place, holds=True)
        if absent is not None:
            yield _absent(base, *absent, rulebook, lang)
    for rule in rulebook.payments.multipliers:
        if rule.id in payment.multipliers:
            text = f"{name_in(rule.names, lang, rule.id)} x{rule.times.value}"
            yield remark(text, rule.times.span.place, holds=True)


def _absent(base: int, whole: Share, part: Share, rulebook: Rulebook, lang: str) -> Reason:
    """Return which part of the absent seats' share is added."""
    share = base * whole.value
    if rulebook.payments.absent_rounded:
        share = Fraction(round_up(share, rulebook.payments.round_up_to))
    product = share * part.value
    text = word("absent", lang, share=share, part=part.value, product=product)
    if product % rulebook.payments.round_up_to:
        text += separator(lang) + word("rounded", lang, step=rulebook.payments.round_up_to)
    return remark(text, part.span.place, holds=True)
