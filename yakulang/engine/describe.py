"""From a judged reading to a ruling: indices become ids, names, tiles and the places of rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.engine.liability import liabilities
from yakulang.engine.payment import Win, deltas, payments
from yakulang.engine.ruling import Award, FuLine, Limit, ReadAs, ReadGroup, Ruling
from yakulang.engine.suits import GROUP_WORDS, SEQUENCE
from yakulang.engine.views import SIZE, meld_view, reading_view
from yakulang.lang import typed
from yakulang.lang.evaluator import holds, members
from yakulang.lang.vocabulary import WAITS
from yakulang.lang.walk import asks_for
from yakulang.notation import tiles_text
from yakulang.tiles import kind_of, make_tile, tile_name, tile_order

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yakulang.engine.judge import Judged
    from yakulang.engine.readings import Reading
    from yakulang.engine.situation import Situation
    from yakulang.hand import Hand
    from yakulang.lang.view import View
    from yakulang.rules.model import FuRule, Rulebook
    from yakulang.tiles import Tile


INDICATORS = ("indicators", "kan_indicators", "ura_indicators", "kan_ura_indicators")


def describe(hand: Hand, situation: Situation, judged: Judged, rulebook: Rulebook) -> Ruling:
    """Return the ruling of the chosen reading."""
    view = reading_view(hand, situation, judged.reading, rulebook)
    limit = rulebook.limits[judged.limit] if judged.limit >= 0 else None
    base_rule = (limit.span if limit else rulebook.payments.base_span).place
    assert hand.seat is not None  # noqa: S101  the caller tries each seat where it is not said
    win = Win(hand.seat, hand.method, hand.discarder, hand.honba, hand.deposits)
    liable = liabilities(hand, rulebook, judged, view)
    paid = payments(rulebook, win, judged.base, base_rule, liable.known)
    return Ruling(
        status="ok",
        rules=rulebook.id,
        hand=hand,
        yaku=(*_yaku(judged, rulebook, closed=hand.is_closed), *_dora(judged, rulebook)),
        han=judged.han if judged.counted else None,
        fu=judged.fu.total if judged.counted else None,
        fu_raw=judged.fu.raw if judged.counted else None,
        fu_items=tuple(_fu_lines(judged, rulebook, view)),
        limit=Limit(limit.id, limit.names, judged.base, base_rule) if limit else None,
        yakuman=judged.yakuman,
        base=judged.base,
        points=judged.points,
        payments=paid if not liable.unknown else (),
        deltas=deltas(rulebook, win, paid) if not liable.unknown else None,
        reading=read_as(hand, judged.reading, rulebook),
        notes=(*liable.unknown, *_uncounted(hand, judged, rulebook, view)),
    )


def _yaku(judged: Judged, rulebook: Rulebook, *, closed: bool) -> Iterator[Award]:
    for index, times in judged.yaku:
        rule = rulebook.yaku[index]
        if rule.at_least and rule.at_least_span:
            yield Award(rule.id, rule.names, rule.at_least_span.place, at_least=rule.at_least)
        elif rule.yakuman and (value := rule.yakuman.of(closed=closed)):
            yield Award(rule.id, rule.names, value.span.place, yakuman=value.value * times)
        elif judged.counted and rule.han and (value := rule.han.of(closed=closed)):
            yield Award(rule.id, rule.names, value.span.place, han=value.value * times)


def _dora(judged: Judged, rulebook: Rulebook) -> list[Award]:
    """Kinds of dora with one label are added; the first of them gives name and place."""
    found: dict[str, Award] = {}
    for index, count in judged.dora:
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
                yield f"{kind.shown_by.replace('_', ' ')} count only when {condition.text} ({condition.place})"
    for name in INDICATORS:
        if getattr(hand, name) and not any(
            kind.shown_by == name or asks_for(kind.each, name) for kind in rulebook.dora
        ):
            yield f"{name.replace('_', ' ')} don't count under `{rulebook.id}`; it has no such dora"


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
