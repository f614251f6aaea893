"""Parts of a ruling that need no condition: awards, the groups as they were read, notes on what is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.engine.ruling import Award, ReadAs, ReadGroup
from yakulang.engine.suits import GROUP_WORDS, SEQUENCE, SIZES, meld_word
from yakulang.lang.facts import WAITS
from yakulang.message import message
from yakulang.notation import tiles_text
from yakulang.notation.tile_text import SEAT_NAMES
from yakulang.tiles import kind_of, tile_name, tile_order

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from yakulang.engine.judge import Judged
    from yakulang.engine.readings import Reading
    from yakulang.engine.situation import Situation
    from yakulang.hand import Hand
    from yakulang.rules.model import Rulebook, YakuRule
    from yakulang.tiles import Tile

INDICATORS = {
    "indicators": message("indicators"),
    "kan_indicators": message("kan indicators"),
    "ura_indicators": message("ura indicators"),
    "kan_ura_indicators": message("kan ura indicators"),
}


def awards_of(judged: Judged, rulebook: Rulebook, *, closed: bool) -> Iterator[Award]:
    """Yield what the yaku of a reading count for."""
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


def unmade(hand: Hand, situation: Situation) -> Iterator[str]:
    """Yield what becomes of the riichi that was declared with the discard won on, where that is said."""
    if "riichi_discard" in situation.flags:
        yield unmade_riichi(hand.discarder)


def unmade_riichi(discarder: str | None) -> str:
    """Return what becomes of the riichi that was declared with the discard won on."""
    return message(
        "the riichi declared with this discard is not made: {who} gives no stick, and none is among the deposits",
        who=SEAT_NAMES[discarder] if discarder else message("the discarder"),
    )


def read_as(hand: Hand, reading: Reading, rulebook: Rulebook) -> ReadAs:
    """Return how a hand was read, each physical tile in its group: the winning one in the group it finished."""
    left = sorted([*hand.closed, hand.win], key=tile_order)
    left.remove(reading.win)
    groups: list[ReadGroup] = []
    order = sorted(range(len(reading.groups)), key=lambda i: i != reading.winning)
    taken: dict[int, list[Tile]] = {}
    for index in order:  # the winning group first, so that it gets the winning tile
        low, what = reading.groups[index]
        kinds = [low, low + 1, low + 2] if what == SEQUENCE else [low] * SIZES[what]
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
    groups += [ReadGroup(meld_word(meld), tiles_text(meld.tiles), meld=meld.type) for meld in hand.melds]
    shape = rulebook.shapes[reading.shape]
    return ReadAs(shape.id, WAITS[reading.wait], tuple(groups), tile_name(reading.win))
