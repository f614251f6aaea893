"""Yaku that a hand nearly has: one condition is false and the rest true, or an open hand has no value for it.

What is worth telling is decided by what the false condition asks for, never by which yaku it is:

- a condition about the situation alone (riichi, the last tile) could be true of any hand and says nothing of this one;
- a number of members, `all ... are` and `contain` must be missed by one group;
- any other condition, and the very first member of a kind, need something else about the tiles that is true;
- a yaku that would not count, being replaced or beside a yakuman, is nobody's loss.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from yakulang.lang import typed
from yakulang.lang.evaluator import fits, holds, members
from yakulang.lang.nearest import nearest
from yakulang.lang.repair import conjuncts
from yakulang.lang.vocabulary import ADJECTIVES, FACTS, GROUP, GROUP_KINDS
from yakulang.lang.walk import walk
from yakulang.tiles import WINDS, wind_kind

if TYPE_CHECKING:
    from yakulang.engine.trace import ReadingTrace, YakuTrace
    from yakulang.lang.evaluator import Member, Verdict
    from yakulang.lang.view import GroupView, TileView, View

SITUATION = "facts"  # the layer of the vocabulary that holds what was said, not what lies on the table


@dataclass(frozen=True, slots=True)
class Miss:
    """A yaku that is not held: the condition that is false, or None where the hand only has no value for it."""

    yaku: YakuTrace
    false: Verdict | None


def near_misses(reading: ReadingTrace, *, everything: bool = False) -> list[Miss]:
    """Return the yaku that one thing keeps from being held in a reading, in the order of the rule file.

    Args:
        reading: as traced.
        everything: whether those are listed too that say nothing of the hand.
    """
    found = []
    for yaku in reading.yaku:
        failing = [part for part in conjuncts(yaku.verdict) if not part.value]
        if len(failing) + (not yaku.has_value) != 1:
            continue
        miss = Miss(yaku, failing[0] if failing else None)
        if everything or (_would_count(yaku, reading) and _worth_telling(miss, reading)):
            found.append(miss)
    return found


def _would_count(yaku: YakuTrace, reading: ReadingTrace) -> bool:
    rule = yaku.rule
    if not (rule.has_value(closed=True) or rule.has_value(closed=False)):
        return False
    if any(one.held and rule.id in one.rule.replaces for one in reading.yaku):
        return False
    return reading.judged is None or reading.judged.counted or rule.han is None


def _worth_telling(miss: Miss, reading: ReadingTrace) -> bool:
    verdict = miss.yaku.verdict
    if miss.false is None:
        return not about_situation(verdict.node)
    false = miss.false
    if about_situation(false.node):
        return False
    if _one_group_off(false, reading.view):
        return True
    rest = any(part.value and _says_something(part) for part in conjuncts(verdict))
    match false.node:
        case typed.Quantity(low=low):
            return rest and low == 1 and not false.witnesses
        case typed.Every() | typed.Contain() | typed.AnyOf():
            return False
    return rest


def _says_something(verdict: Verdict) -> bool:
    """Return whether a true condition says something of the hand, and not only that there is nothing of a kind."""
    if isinstance(verdict.node, typed.Quantity | typed.Every) and not verdict.witnesses:
        return False
    return not about_situation(verdict.node)


def about_situation(node: typed.Condition) -> bool:
    """Return whether a condition asks for nothing but what was said of the situation, tiles and melds left out."""
    for part in walk(node):
        if isinstance(part, typed.Members | typed.WinningIs | typed.Held | typed.Awarded):
            return False
        if isinstance(part, typed.Flag | typed.NumberFact | typed.ChoiceIs):
            fact = FACTS.get(part.name)
            if fact is not None and fact.layer != SITUATION:
                return False
    return True


def _one_group_off(verdict: Verdict, view: View) -> bool:
    """Return whether a condition would hold if one group were another one, as far as it asks for groups and tiles."""
    node = verdict.node
    match node:
        case typed.Quantity(low=low):
            found = len(verdict.witnesses)
            if found >= low:
                return _one_too_many(node, view)
            return low - found == 1 and (found > 0 or _could_be_one(node.members, view))
        case typed.Every():
            return _one_too_many(node, view)
        case typed.Contain():
            near = nearest(node, view)
            return len(near.missing) == 1 and len(near.present) > 1
        case typed.AnyOf():
            return any(_one_group_off(part, view) for part in verdict.parts)
    return False


def _one_too_many(node: typed.Condition, view: View) -> bool:
    """Return whether a condition would hold with some group and its tiles left out."""
    return any(holds(node, _without(place, view)) for place in range(len(view.groups)))


def _without(place: int, view: View) -> View:
    group = view.groups[place]
    tiles = list(view.lists["tiles"])
    for kind in group.kinds:
        tiles.remove(min((tile for tile in tiles if tile.kind == kind), key=lambda tile: _strangeness(tile, group)))
    groups = (*view.groups[:place], *view.groups[place + 1 :])
    return view.with_(groups=groups, lists={**view.lists, "tiles": tuple(tiles)})


def _strangeness(tile: TileView, group: GroupView) -> tuple[bool, bool]:
    return (tile.winning != group.winning, tile.called != group.called)


def _could_be_one(collection: typed.Members, view: View) -> bool:
    """Return whether a member has the right tiles and only the seat, the call or the way of winning is against it."""
    if collection.noun.member != GROUP:
        return False
    bare = typed.Members(collection.span, collection.noun, ())
    return any(
        all(_could_fit(adjective, member, view) for adjective in collection.adjectives)
        for member in members(bare, view)
    )


def _could_fit(adjective: typed.Adjective, member: Member, view: View) -> bool:
    match adjective:
        case typed.BuiltIn(name=name) if ADJECTIVES[name].layer == SITUATION:
            winds = [wind_kind(wind) for wind in WINDS]
            return any(fits(adjective, member, view.with_(seat_wind=wind, round_wind=wind)) for wind in winds)
        case typed.BuiltIn(name=name):
            return name not in GROUP_KINDS or fits(adjective, member, view)
        case typed.Trait(means=means):
            return _could_fit(means, member, view)
        case typed.AllAdjectives(parts=parts):
            return all(_could_fit(part, member, view) for part in parts)
        case typed.AnyAdjective(parts=parts):
            return any(_could_fit(part, member, view) for part in parts)
    return fits(adjective, member, view)
