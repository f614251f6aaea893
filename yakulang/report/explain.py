"""A ruling explained: what was awarded and why, what nearly was, what the other readings lack, who pays and why.

Every sentence comes from rule files and the vocabulary; which yaku there are is unknown here.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from yakulang.engine.called import in_words
from yakulang.engine.remarks import remarks
from yakulang.engine.trace import completing, trace
from yakulang.lang.evaluator import judge
from yakulang.message import translated
from yakulang.report.because import Because
from yakulang.report.item import Item
from yakulang.report.liability import answer_label
from yakulang.report.lost import lost_because, points_less
from yakulang.report.near_miss import near_misses
from yakulang.report.payment_text import chip_rows
from yakulang.report.points import base_item, dora_item, fu_items, payment_items
from yakulang.report.ruling_text import award_row
from yakulang.report.why_not import beside_yakuman, excluded, missing, replaced, why_not
from yakulang.report.words import name_in, word
from yakulang.tiles import kind_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from yakulang.engine.ruleset import Ruleset
    from yakulang.engine.ruling import Award, LiableRuling, ReadAs, Ruling
    from yakulang.engine.trace import ReadingTrace, Trace, YakuTrace
    from yakulang.hand import Hand
    from yakulang.report.reason import Reason
    from yakulang.report.why_not import WhyNot
    from yakulang.rules.model import Rulebook, YakuRule


@dataclass(frozen=True, slots=True)
class OneReading:
    """A reading of the hand: its score, what it pays less than the chosen one, and why it was not chosen.

    `han`, `fu`, `yakuman` and `points` are None where the hand can't win in it.
    """

    read_as: ReadAs
    chosen: bool
    han: int | None
    fu: int | None
    yakuman: int | None
    points: int | None
    less: int | None
    text: str

    def as_json(self) -> dict[str, Any]:
        """Return the fields as plain data."""
        names = ("chosen", "han", "fu", "yakuman", "points", "less", "text")
        return {"reading": self.read_as.as_json(), **{name: getattr(self, name) for name in names}}


@dataclass(frozen=True, slots=True)
class LiablePayments:
    """What is paid for one answer to who is liable, where the hand does not tell.

    `answer` has the seat of the liable player by id of the liability, None for nobody; `text` says it.
    """

    answer: Mapping[str, str | None]
    text: str
    payments: tuple[Item, ...]

    def as_json(self) -> dict[str, Any]:
        """Return `{answer, payments}`."""
        return {"answer": dict(self.answer), "payments": [item.as_json() for item in self.payments]}


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a ruling is as it is, for one seat of the winner or for several that don't differ.

    Attributes:
        seats: the winner's seat, or all seats for which this holds.
        ruling: the ruling; payments and deltas are those of the first seat.
        awarded: yaku and dora that count.
        not_counted: yaku that are held and don't count: replaced, excluded, beside a yakuman.
        fu: line by line.
        base: the limit that was paid, or the formula; None for a refusal.
        payments: one by one.
        by_liable: the payments for each answer to who is liable, where the hand does not tell.
        chips: what is paid in chips, one by one.
        near_misses: yaku that one thing keeps from being held.
        others: every other yaku, where everything was asked for.
        readings: every reading, the chosen one first.
        why_not: answers about the yaku that were asked for.
        notes: what else is to be said, in sentences.
    """

    seats: tuple[str, ...]
    ruling: Ruling
    awarded: tuple[Item, ...] = ()
    not_counted: tuple[Item, ...] = ()
    fu: tuple[Item, ...] = ()
    base: Item | None = None
    payments: tuple[Item, ...] = ()
    by_liable: tuple[LiablePayments, ...] = ()
    chips: tuple[Item, ...] = ()
    near_misses: tuple[Item, ...] = ()
    others: tuple[Item, ...] = ()
    readings: tuple[OneReading, ...] = ()
    why_not: tuple[WhyNot, ...] = ()
    notes: tuple[str, ...] = field(default=())

    def as_json(self) -> dict[str, Any]:
        """Return the explanation as plain data; docs/explain.md describes it."""
        data: dict[str, Any] = {"seats": list(self.seats), "ruling": self.ruling.as_json()}
        for name in ("awarded", "not_counted", "fu", "payments", "near_misses", "others", "readings", "why_not"):
            data[name] = [item.as_json() for item in getattr(self, name)]
        if self.by_liable:
            data["by_liable"] = [part.as_json() for part in self.by_liable]
        if self.chips:
            data["chips"] = [item.as_json() for item in self.chips]
        data["base"] = self.base.as_json() if self.base else None
        data["notes"] = list(self.notes)
        return data


def explain(
    ruleset: Ruleset, hand: Hand, *, asked: Sequence[YakuRule] = (), everything: bool = False, lang: str = "en"
) -> list[Explanation]:
    """Return why a hand gets its ruling: one explanation, or one for each group of seats that differ.

    Args:
        ruleset: the rules.
        hand: with or without a seat.
        asked: yaku to be answered for, whether they count or not.
        everything: whether near misses that say nothing of the hand are listed, and all other yaku too.
        lang: `en`, `ja` or `zh`, the language of sentences.
    """
    hand = in_words(hand, ruleset.rulebook)
    if hand.seat is not None:
        return [_with_payments(_explained(ruleset, hand, asked, everything=everything, lang=lang), ruleset, lang)]
    overall = ruleset.score(hand)
    refused = {seat: group.ruling.errors for group in overall.by_seat for seat in group.seats}
    groups: list[Explanation] = []
    for seat in ruleset.rulebook.seats:
        if seat == hand.discarder:
            continue
        seated = replace(hand, seat=seat)  # type: ignore[arg-type]
        one = _explained(ruleset, seated, asked, everything=everything, lang=lang)
        if not one.ruling.ok:  # errors point into the hand as it was given, without a seat
            errors = refused.get(seat, overall.errors)  # type: ignore[call-overload]
            one = replace(one, ruling=replace(one.ruling, errors=errors))
        for place, other in enumerate(groups):
            if _alike(one, other, dealer=ruleset.rulebook.seats[0]):
                groups[place] = replace(other, seats=(*other.seats, seat))
                break
        else:
            groups.append(one)
    return [_with_payments(group, ruleset, lang) for group in groups]


def _alike(one: Explanation, other: Explanation, dealer: str) -> bool:
    """Return whether two seats get the same explanation but for who is who."""
    if one.ruling.ok and dealer in (*one.seats, *other.seats):
        return False
    first, second = one.as_json(), other.as_json()
    for data in (first, second):
        data.pop("seats")
        for name in ("payments", "deltas", "error", "errors"):
            data["ruling"].pop(name, None)
        data["errors"] = ()
    first["errors"], second["errors"] = ([e.message for e in each.ruling.errors] for each in (one, other))
    return first == second


def _with_payments(one: Explanation, ruleset: Ruleset, lang: str) -> Explanation:
    def items(ruling: Ruling) -> tuple[Item, ...]:
        return tuple(payment_items(ruling, one.seats, ruleset.rulebook, lang))

    def answered(part: LiableRuling) -> LiablePayments:
        return LiablePayments(part.answer, answer_label(part, ruleset.rulebook, lang), items(part.ruling))

    return replace(one, payments=items(one.ruling), by_liable=tuple(map(answered, one.ruling.by_liable)))


def _explained(ruleset: Ruleset, hand: Hand, asked: Sequence[YakuRule], *, everything: bool, lang: str) -> Explanation:
    traced = trace(ruleset, hand)
    ruling, chosen = traced.ruling, traced.chosen
    ruling = replace(ruling, notes=(*ruling.notes, *remarks(ruleset, hand, ruling)))
    one = _Explainer(traced, ruleset.rulebook, lang)
    notes = [translated(note, lang) for note in ruling.notes]
    if ruling.status == "not_winning":
        waits = completing(ruleset, hand)
        tiles = " ".join(map(kind_name, waits))
        notes.append(word("waits_for", lang, tiles=tiles) if waits else word("waits_for_none", lang))
    found = Explanation(
        seats=(str(hand.seat),),
        ruling=ruling,
        why_not=tuple(why_not(rule, traced, ruleset.rulebook, lang) for rule in asked),
        notes=tuple(notes),
    )
    if chosen is None:
        return found
    near = one.near(everything=everything)
    return replace(
        found,
        awarded=tuple(map(one.award, ruling.yaku)),
        not_counted=tuple(one.not_counted()),
        fu=tuple(fu_items(ruling, chosen, ruleset.rulebook, lang)),
        base=base_item(ruling, chosen, ruleset.rulebook, lang),
        chips=tuple(one.chips()),
        near_misses=tuple(near),
        others=tuple(one.others({item.id for item in near})) if everything else (),
        readings=tuple(map(one.reading, traced.readings)),
    )


class _Explainer:
    """Turns the parts of a trace into items."""

    def __init__(self, traced: Trace, rulebook: Rulebook, lang: str) -> None:
        self.trace, self.rulebook, self.lang = traced, rulebook, lang

    @property
    def chosen(self) -> ReadingTrace:
        return self.trace.readings[0]

    def award(self, award: Award) -> Item:
        """Return a yaku that counts with the members that witness its condition; a kind of dora with its tiles."""
        if award.is_dora:
            return dora_item(award, self.trace.hand, self.chosen, self.rulebook, self.lang)
        row, yaku = award_row(award, self.lang, self.rulebook), self.chosen.of(award.id)
        because = Because(self.chosen.view, self.rulebook, self.lang)
        reasons = (*because.why(yaku.verdict), *because.counted(yaku.rule.each))
        return Item(award.id, row.name, row.value, "", award.rule, reasons, award.as_json())

    def chips(self) -> Iterator[Item]:
        """Yield what is paid in chips with what its condition says of the hand."""
        because = Because(self.chosen.view, self.rulebook, self.lang)
        rules = {rule.id: rule for rule in self.rulebook.chips}
        for line, row in zip(self.trace.ruling.chips, chip_rows(self.trace.ruling, self.lang), strict=True):
            rule = rules[line.id]
            reasons = () if rule.when is None else because.why(judge(rule.when, self.chosen.view))
            reasons = (*reasons, *because.counted(rule.each))
            yield Item(line.id, row.name, row.value, row.detail, line.rule, reasons, line.as_json())

    def not_counted(self) -> Iterator[Item]:
        """Yield the yaku that are held and don't count."""
        for yaku in self.chosen.yaku:
            if not yaku.held or yaku.counted:
                continue
            why, reasons = self._against(yaku)
            yield self._item(yaku, reasons, {"why": why})

    def _against(self, yaku: YakuTrace) -> tuple[str, tuple[Reason, ...]]:
        ways: list[tuple[str, bool, Callable[[], tuple[Reason, ...]]]] = [
            ("replaced", bool(yaku.replaced_by), lambda: replaced(yaku, self.rulebook, self.lang)),
            ("excluded", bool(yaku.excluded_by), lambda: excluded(yaku, self.rulebook, self.lang)),
            ("beside_yakuman", yaku.awarded, lambda: beside_yakuman(self.rulebook, self.lang)),
        ]
        for why, applies, reasons in ways:
            if applies:
                return why, reasons()
        answer = why_not(yaku.rule, self.trace, self.rulebook, self.lang)
        return answer.answer, answer.reasons

    def near(self, *, everything: bool) -> list[Item]:
        """Return the near misses: of the chosen reading, or of every reading where the hand does not win."""
        readings = self.trace.readings[:1] if self.trace.ruling.ok else self.trace.readings
        items: dict[tuple[str, tuple[str, ...]], Item] = {}
        for place, reading in enumerate(readings):
            for miss in near_misses(reading, everything=everything):
                reasons = missing(miss.yaku, reading, self.rulebook, self.lang)
                key = (miss.yaku.rule.id, tuple(reason.text for reason in reasons))
                before = items[key].data["readings"] if key in items else []
                items[key] = self._item(miss.yaku, reasons, {"readings": [*before, place]})
        return list(items.values())

    def others(self, listed: set[str]) -> Iterator[Item]:
        """Yield the yaku of which several conditions are false."""
        for yaku in self.chosen.yaku:
            if not yaku.held and yaku.rule.id not in listed:
                yield self._item(yaku, missing(yaku, self.chosen, self.rulebook, self.lang), {})

    def reading(self, reading: ReadingTrace) -> OneReading:
        """Return a reading with what it lacks."""
        judged, chosen = reading.judged if reading.wins else None, reading is self.chosen
        plain = judged is not None and judged.counted
        lost = not chosen or not self.trace.ruling.ok
        return OneReading(
            read_as=reading.read_as,
            chosen=chosen,
            han=judged.han if judged and plain else None,
            fu=judged.fu.total if judged and plain else None,
            yakuman=judged.yakuman if judged else None,
            points=judged.points if judged else None,
            less=points_less(reading, self.chosen),
            text=lost_because(reading, self.chosen, self.rulebook, self.lang) if lost else "",
        )

    def _item(self, yaku: YakuTrace, reasons: tuple[Reason, ...], data: dict[str, Any]) -> Item:
        rule = yaku.rule
        place = rule.when.span.place
        name = name_in(rule.names, self.lang, rule.id)
        return Item(rule.id, name, "", "", place, reasons, {"id": rule.id, **data, "rule": place})
