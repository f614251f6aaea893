"""From a judged reading to a ruling: indices become ids, names, tiles and the places of rules."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from yakulang.engine.claims import claims_of, share_out
from yakulang.engine.liability import MOST_ANSWERS, liable, yakuman_of
from yakulang.engine.payment import Win, deltas, multiplied, payments, undecided
from yakulang.engine.ruling import Award, FuLine, LiableRuling, Limit, ReadAs, ReadGroup, Ruling
from yakulang.engine.suits import GROUP_WORDS, SEQUENCE
from yakulang.engine.views import SIZE, meld_view, reading_view
from yakulang.hand import NOBODY
from yakulang.lang import typed
from yakulang.lang.evaluator import holds, members
from yakulang.lang.vocabulary import WAITS
from yakulang.lang.walk import asks_for
from yakulang.message import message
from yakulang.notation import tiles_text
from yakulang.notation.tile_text import WIND_NAMES
from yakulang.tiles import kind_of, make_tile, tile_name, tile_order

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from yakulang.engine.judge import Judged
    from yakulang.engine.liability import Answer, Liable
    from yakulang.engine.readings import Reading
    from yakulang.engine.situation import Situation
    from yakulang.hand import Hand, LiableSeat, Wind
    from yakulang.lang.view import View
    from yakulang.rules.model import FuRule, Rulebook, YakuRule
    from yakulang.tiles import Tile

_INDICATORS = {
    "indicators": message("indicators"),
    "kan_indicators": message("kan indicators"),
    "ura_indicators": message("ura indicators"),
    "kan_ura_indicators": message("kan ura indicators"),
}


def describe(hand: Hand, situation: Situation, judged: Judged, rulebook: Rulebook) -> Ruling:
    """Return the ruling of the chosen reading."""
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
        yaku=(*_yaku(judged, rulebook, closed=hand.is_closed), *dora_awards(judged.dora, rulebook)),
        han=judged.han if judged.counted else None,
        fu=judged.fu.total if judged.counted else None,
        fu_raw=judged.fu.raw if judged.counted else None,
        fu_items=tuple(_fu_lines(judged, rulebook, view)),
        limit=Limit(limit.id, limit.names, judged.base, base_rule) if limit else None,
        yakuman=judged.yakuman,
        base=judged.base,
        points=judged.points,
        reading=read_as(hand, judged.reading, rulebook),
        notes=(*unknown, *_uncounted(hand, judged, rulebook, view), *_unmade(hand, situation)),
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


def _yaku(judged: Judged, rulebook: Rulebook, *, closed: bool) -> Iterator[Award]:
    for index, times in judged.yaku:
        award = award_of(rulebook.yaku[index], times, closed=closed, counted=judged.counted)
        if award is not None:
            yield award


def award_of(rule: YakuRule, times: int, *, closed: bool, counted: bool) -> Award | None:
    """Return what a yaku counts for, as often as it does; None where it has no value or han do not count."""
    if rule.at_least and rule.at_least_span:
        return Award(rule.id, rule.names, rule.at_least_span.place, at_least=rule.at_least)
    if rule.yakuman and (value := rule.yakuman.of(closed=closed)):
        return Award(rule.id, rule.names, value.span.place, yakuman=value.value * times)
    if counted and rule.han and (value := rule.han.of(closed=closed)):
        return Award(rule.id, rule.names, value.span.place, han=value.value * times)
    return None


def dora_awards(dora: Sequence[tuple[int, int]], rulebook: Rulebook) -> list[Award]:
    """Return kinds of dora by (index, count). Those with one label are added; the first gives name and place."""
    found: dict[str, Award] = {}
    for index, count in dora:
        kind = rulebook.dora[index]
        han = kind.han.value * count
        if kind.label in found:
            first = found[kind.label]
            found[kind.label] = Award(first.id, first.names, first.rule, han=(first.han or 0) + han, is_dora=True)
        else:
            named = next((k for k in rulebook.dora if k.id == kind.label), kind)
            found[kind.label] = Award(kind.label, named.names, kind.han.span.place, han=han, is_dora=True)
    return list(found.values())


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
                    tiles=_INDICATORS.get(kind.shown_by, kind.shown_by),
                    condition=condition.text,
                    place=condition.place,
                )
    for name, tiles in _INDICATORS.items():
        if getattr(hand, name) and not any(
            kind.shown_by == name or asks_for(kind.each, name) for kind in rulebook.dora
        ):
            yield message("{tiles} don't count under `{rules}`; it has no such dora", tiles=tiles, rules=rulebook.id)


def _unmade(hand: Hand, situation: Situation) -> Iterator[str]:
    if "riichi_discard" in situation.flags:
        yield unmade_riichi(hand.discarder)


def unmade_riichi(discarder: str | None) -> str:
    """Return what becomes of the riichi that was declared with the discard won on."""
    return message(
        "the riichi declared with this discard is not made: {who} gives no stick, and none is among the deposits",
        who=WIND_NAMES[discarder] if discarder else message("the discarder"),
    )


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


def read_as(hand: Hand, reading: Reading, rulebook: Rulebook) -> ReadAs:
    """Return how a hand was read, each physical tile in its group: the winning one in the group it finished."""
    left = sorted([*hand.closed, hand.win], key=tile_order)
    left.remove(reading.win)
    groups: list[ReadGroup] = []
    order = sorted(range(len(reading.groups)), key=lambda i: i != reading.winning)
    taken: dict[int, list[Tile]] = {}
    for index in order:  # the winning group first, so that it gets the winning tile
        low, what = reading.groups[index]
        kinds = [low, low + 1, low + 2] if what == SEQUENCE else [low] * SIZE[what]
        tiles: list[Tile] = []
        if index == reading.winning:
            tiles.append(reading.win)
            kinds.remove(kind_of(reading.win))
        for kind in kinds:
            tile = next(t for t in left if kind_of(t) == kind)
            left.remove(tile)
            tiles.append(tile)
        taken[index] = tiles
    for index, (_, what) in enumerate(reading.groups):
        groups.append(ReadGroup(GROUP_WORDS[what], tiles_text(taken[index]), winning=index == reading.winning))
    if not reading.groups:
        groups.append(ReadGroup("tiles", tiles_text([*left, reading.win])))
    groups += [ReadGroup(meld_view(meld).kind, tiles_text(meld.tiles), meld=meld.type) for meld in hand.melds]
    shape = rulebook.shapes[reading.shape]
    return ReadAs(shape.id, WAITS[reading.wait], tuple(groups), tile_name(reading.win))
