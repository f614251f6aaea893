"""From a judged reading to a ruling: indices become ids, names, tiles and the places of rules."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from yakulang.engine.claims import claims_of, share_out
from yakulang.engine.liability import MOST_ANSWERS, liable, yakuman_of
from yakulang.engine.parts import INDICATORS, awards_of, dora_awards, read_as, unmade
from yakulang.engine.payment import Win, deltas, multiplied, payments, undecided
from yakulang.engine.ruling import FuLine, LiableRuling, Limit, Ruling
from yakulang.engine.views import reading_view
from yakulang.hand import NOBODY
from yakulang.lang import typed
from yakulang.lang.evaluator import holds, members
from yakulang.lang.walk import asks_for
from yakulang.message import message
from yakulang.notation import tiles_text
from yakulang.tiles import make_tile

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from yakulang.engine.judge import Judged
    from yakulang.engine.liability import Answer, Liable
    from yakulang.engine.ruling import ChipLine
    from yakulang.engine.situation import Situation
    from yakulang.hand import Hand, LiableSeat, Wind
    from yakulang.lang.view import View
    from yakulang.rules.model import FuRule, Rulebook


def describe(
    hand: Hand, situation: Situation, judged: Judged, rulebook: Rulebook, chips: tuple[ChipLine, ...]
) -> Ruling:
    """Return the ruling of the chosen reading; `chips` are what is paid beside the points."""
    view = reading_view(hand, situation, judged.reading, rulebook)
    limit = rulebook.limits[judged.limit] if judged.limit >= 0 else None
    base_rule = (limit.span if limit else rulebook.payments.base_span).place
    assert hand.seat is not None  # noqa: S101  the caller tries each seat where it is not said
    multipliers = multiplied(rulebook, situation.choices)
    win = Win(hand.seat, hand.method, hand.discarder, hand.honba, hand.deposits, multipliers)
    answers = liable(hand, rulebook, judged, view)
    if answers.problems:
        return Ruling("invalid", rulebook.id, hand, errors=answers.problems)
    unknown = undecided(win)
    ruling = Ruling(
        status="ok",
        rules=rulebook.id,
        hand=hand,
        yaku=(*awards_of(judged, rulebook, closed=hand.is_closed), *dora_awards(judged.dora, rulebook)),
        han=judged.han if judged.counted else None,
        fu=judged.fu.total if judged.counted else None,
        fu_raw=judged.fu.raw if judged.counted else None,
        fu_items=tuple(_fu_lines(judged, rulebook, view)),
        limit=Limit(limit.id, limit.names, judged.base, base_rule) if limit else None,
        yakuman=judged.yakuman,
        base=judged.base,
        points=judged.points,
        reading=read_as(hand, judged.reading, rulebook),
        chips=chips,
        notes=(*unknown, *_uncounted(hand, judged, rulebook, view), *unmade(hand, situation)),
    )
    multiples = yakuman_of(rulebook, judged, closed=hand.is_closed)
    paid = []
    for answer in answers.answers:
        parts = share_out(claims_of(rulebook, answer, multiples), judged.base, judged.yakuman)
        points = payments(rulebook, win, judged.base, base_rule, parts)
        paid.append(replace(ruling, payments=points, deltas=deltas(rulebook, win, points)))
    found = _together(ruling, answers, paid)
    return replace(found, payments=(), deltas=None) if unknown else found


def _together(ruling: Ruling, answers: Liable, paid: list[Ruling]) -> Ruling:
    """Return a ruling with what is paid whoever is liable, and with each answer where they differ."""
    first = paid[0]
    if all((one.payments, one.deltas) == (first.payments, first.deltas) for one in paid):
        return first
    few = len(paid) <= MOST_ANSWERS
    return replace(
        ruling,
        payments=first.payments if all(one.payments == first.payments for one in paid) else (),
        deltas=first.deltas if all(one.deltas == first.deltas for one in paid) else None,
        by_liable=tuple(map(_answered, answers.answers, paid)) if few else (),
        notes=(*answers.notes, *ruling.notes),
    )


def _answered(answer: Answer, ruling: Ruling) -> LiableRuling:
    """Return the ruling for one answer, of a hand that gives it."""
    assert ruling.hand is not None  # noqa: S101  a hand is described
    said = {name: cast("LiableSeat", seat or NOBODY) for name, seat in answer.items()}
    return LiableRuling(
        cast("Mapping[str, Wind | None]", answer), replace(ruling, hand=replace(ruling.hand, liable=said))
    )


def _uncounted(hand: Hand, judged: Judged, rulebook: Rulebook, view: View) -> Iterator[str]:
    """Yield a sentence for each list of indicators that is given but does not count for this hand."""
    if not judged.counted:
        return
    awarded = frozenset(rulebook.yaku[index].id for index, _ in judged.yaku)
    for kind in rulebook.dora:
        if kind.shown_by and kind.when is not None and getattr(hand, kind.shown_by):
            scored = view.with_(awarded=awarded, numbers={**view.numbers, "yakuman": judged.yakuman})
            if not holds(kind.when, scored):
                condition = kind.when.span
                yield message(
                    "{tiles} count only when {condition} ({place})",
                    tiles=INDICATORS.get(kind.shown_by, kind.shown_by),
                    condition=condition.text,
                    place=condition.place,
                )
    for name, tiles in INDICATORS.items():
        if getattr(hand, name) and not any(
            kind.shown_by == name or asks_for(kind.each, name) for kind in rulebook.dora
        ):
            yield message("{tiles} don't count under `{rules}`; it has no such dora", tiles=tiles, rules=rulebook.id)


def _fu_lines(judged: Judged, rulebook: Rulebook, view: View) -> Iterator[FuLine]:
    if judged.fu.fixed >= 0:
        item = rulebook.fu.fixed[judged.fu.fixed]
        yield FuLine(item.id, item.names, item.fu.value, "", item.fu.span.place)
        return
    raw = 0
    for index, times in judged.fu.items:
        item = rulebook.fu.items[index]
        raw += item.fu.value * times
        each = _tiles_of(item, view)
        if len(each) == times:
            yield from (FuLine(item.id, item.names, item.fu.value, tiles, item.fu.span.place) for tiles in each)
        else:
            yield FuLine(item.id, item.names, item.fu.value * times, "", item.fu.span.place)
    for index in judged.fu.floors:
        floor = rulebook.fu.floors[index]
        yield FuLine(floor.id, floor.names, floor.fu.value - raw, "", floor.fu.span.place)
        raw = floor.fu.value


def _tiles_of(item: FuRule, view: View) -> list[str]:
    """Return the tiles an item came from, one text for each member of the collection that it counts."""
    if not isinstance(item.each, typed.Count):
        return []
    return [tiles_text([make_tile(kind) for kind in m.kinds]) for m in members(item.each.members, view)]
