"""The reference evaluator: what a checked condition means, said as plainly as possible.

It is slow and obvious on purpose. It defines the language and makes every explanation; compiled code must agree.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING

from yakulang.lang import typed
from yakulang.lang.view import GroupView, TileView, View
from yakulang.lang.vocabulary import DECLARATIONS, GROUP_KINDS, KIND, MARK_OF, MAX_POWER, SUIT
from yakulang.tiles import is_honor, rank_of, suit_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

Member = TileView | GroupView
SUITS = 3
RANKS = range(1, 10)
COMPARISONS = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The value of a condition, the members that witness it, and the verdicts on its parts."""

    node: typed.Condition
    value: bool
    witnesses: tuple[Member, ...] = ()
    parts: tuple[Verdict, ...] = ()


def holds(condition: typed.Condition, view: View) -> bool:
    """Return whether a condition is true of a view."""
    return judge(condition, view).value


def judge(condition: typed.Condition, view: View) -> Verdict:
    """Return whether a condition is true of a view, and why."""
    match condition:
        case typed.AllOf(parts=parts):
            verdicts = tuple(judge(part, view) for part in parts)
            return Verdict(condition, all(v.value for v in verdicts), (), verdicts)
        case typed.AnyOf(parts=parts):
            verdicts = tuple(judge(part, view) for part in parts)
            return Verdict(condition, any(v.value for v in verdicts), (), verdicts)
        case typed.Not(part=part):
            verdict = judge(part, view)
            return Verdict(condition, not verdict.value, verdict.witnesses, (verdict,))
        case typed.Term(means=means):
            verdict = judge(means, view)
            return Verdict(condition, verdict.value, verdict.witnesses, (verdict,))
        case typed.Quantity(members=collection, low=low, high=high):
            found = tuple(members(collection, view))
            return Verdict(condition, low <= len(found) and (high is None or len(found) <= high), found)
        case typed.Every():
            return _every(condition, view)
        case typed.Contain():
            witnesses = _contain(condition, view)
            return Verdict(condition, witnesses is not None, witnesses or ())
        case typed.ChoiceIs(name=name, values=values):
            return Verdict(condition, view.choices.get(name) in values)
        case typed.WinningIs(subject=subject, adjective=adjective):
            among = view.groups if subject == "winning_group" else view.lists["tiles"]
            found = tuple(m for m in among if m.winning and fits(adjective, m, view))
            return Verdict(condition, bool(found), found)
        case typed.Compare(operator=sign, left=left, right=right):
            return Verdict(condition, COMPARISONS[sign](number(left, view), number(right, view)))
        case typed.Flag(name=name):
            return Verdict(condition, name in view.flags)
        case typed.Held(yaku=yaku):
            return Verdict(condition, yaku in view.held)
        case typed.Awarded(yaku=yaku):
            return Verdict(condition, yaku in view.awarded)
    raise TypeError(condition)


def number(node: typed.Number, view: View) -> int:
    """Return the value of a number."""
    match node:
        case typed.Literal(value=value):
            return value
        case typed.NumberFact(name=name):
            return view.numbers.get(name, 0)
        case typed.NumberTerm(means=means):
            return number(means, view)
        case typed.Count(members=collection):
            return len(tuple(members(collection, view)))
        case typed.Total(members=collection):
            return sum(0 if is_honor(k) else rank_of(k) for m in members(collection, view) for k in m.kinds)
        case typed.Arithmetic(operator=sign, left=left, right=right):
            a, b = number(left, view), number(right, view)
            return {"+": a + b, "-": a - b, "*": a * b}[sign] if sign != "^" else a ** min(max(0, b), MAX_POWER)
    raise TypeError(node)


def members(collection: typed.Members, view: View) -> Iterator[Member]:
    """Yield the members of a collection for which every adjective is true."""
    for member in _of_noun(collection, view):
        if all(fits(adjective, member, view) for adjective in collection.adjectives):
            yield member


def _of_noun(collection: typed.Members, view: View) -> Sequence[Member]:
    noun = collection.noun
    if noun.tally:
        return view.lists.get(noun.tally, ())
    if noun.member == KIND:
        return [TileView(kind) for kind in sorted({tile.kind for tile in view.lists["tiles"]})]
    if noun.member == SUIT:
        suits = sorted({suit_of(t.kind) for t in view.lists["tiles"] if not is_honor(t.kind)})
        return [TileView(9 * suit) for suit in suits]
    return [g for g in view.groups if g.kind in noun.kinds and (g.declared is not None or not noun.melds)]


def fits(adjective: typed.Adjective, member: Member, view: View, suits: typed.Assignment = ()) -> bool:
    """Return whether an adjective is true of a member, suit letters standing for `suits`."""
    match adjective:
        case typed.InList(tiles=tiles, some=some):
            wanted = tiles.kinds(suits)
            own = member.mark if isinstance(member, TileView) else 0
            inside = [any(k == kind and mark in (0, own) for k, mark in wanted) for kind in member.kinds]
            return any(inside) if some else all(inside)
        case typed.BuiltIn(name=name):
            return _built_in(name, member, view)
        case typed.Trait(means=means):
            return fits(means, member, view, suits)
        case typed.AllAdjectives(parts=parts):
            return all(fits(part, member, view, suits) for part in parts)
        case typed.AnyAdjective(parts=parts):
            return any(fits(part, member, view, suits) for part in parts)
        case typed.NotAdjective(part=part):
            return not fits(part, member, view, suits)
    raise TypeError(adjective)


def _built_in(name: str, member: Member, view: View) -> bool:
    match name:
        case "seat_wind":
            return all(kind == view.seat_wind for kind in member.kinds)
        case "round_wind":
            return all(kind == view.round_wind for kind in member.kinds)
        case "indicated":
            return all(kind in view.indicated for kind in member.kinds)
        case "winning":
            return member.winning
        case "called":
            return member.called
    if isinstance(member, TileView):
        if name in MARK_OF:
            return member.mark == MARK_OF[name]
    elif name == "triplet":
        return member.kind in ("triplet", "quad")
    elif name in GROUP_KINDS:
        return member.kind == name
    elif name in DECLARATIONS:
        return member.declared == name
    elif name in ("concealed", "open"):
        return member.concealed == (name == "concealed")
    raise TypeError(name)


def assignments(letters: int) -> Iterator[typed.Assignment]:
    """Yield each way the letters a, b, c can stand for different suits."""
    return permutations(range(SUITS), letters)


def _every(condition: typed.Every, view: View) -> Verdict:
    among = tuple(members(condition.members, view))
    failing: tuple[Member, ...] = ()
    for suits in assignments(condition.letters):
        failing = tuple(m for m in among if not fits(condition.adjective, m, view, suits))
        if not failing:
            return Verdict(condition, value=True, witnesses=among)
    return Verdict(condition, value=False, witnesses=failing)


def _contain(condition: typed.Contain, view: View) -> tuple[Member, ...] | None:
    """Return members matched to the items, one each, or None."""
    among = tuple(members(condition.members, view))
    if len(among) < len(condition.items):
        return None
    letters = condition.rank_letters
    for suits in assignments(condition.suit_letters):
        for ranks in rank_choices(letters):
            candidates: list[list[int]] = []
            for item in condition.items:
                candidates.append([i for i, one in enumerate(among) if is_item(one, item, suits, ranks, view)])
                if not candidates[-1]:
                    break
            else:
                chosen = _match(candidates)
                if chosen is not None:
                    return tuple(among[i] for i in chosen)
    return None


def rank_choices(letters: Sequence[str]) -> Iterator[Mapping[str, int]]:
    """Yield each way the rank letters can stand for ranks; they may be equal."""
    if not letters:
        yield {}
        return
    for rest in rank_choices(letters[1:]):
        for rank in RANKS:
            yield {letters[0]: rank, **rest}


def is_item(member: Member, item: typed.Item, suits: typed.Assignment, ranks: Mapping[str, int], view: View) -> bool:
    """Return whether a member is what an item asks for, its letters standing for these suits and ranks."""
    suit = suits[-item.suit - 1] if item.suit < 0 else item.suit
    rank = item.rank + (ranks[item.letter] if item.letter else 0)
    first = member.kinds[0]
    if suit_of(first) != suit or rank_of(first) != rank:
        return False
    if isinstance(member, GroupView):
        if item.kind != member.kind and not (item.kind == "triplet" and member.kind == "quad"):
            return False
    elif item.mark not in (0, member.mark):
        return False
    return all(fits(adjective, member, view) for adjective in item.adjectives)


def _match(candidates: Sequence[Sequence[int]]) -> tuple[int, ...] | None:
    """Give each item a member of its own, or return None."""
    owner = members_of_items(candidates)
    return tuple(sorted(owner, key=lambda member: owner[member])) if len(owner) == len(candidates) else None


def members_of_items(candidates: Sequence[Sequence[int]]) -> dict[int, int]:
    """Give as many items as possible a member of their own (augmenting paths); return the item of each member used."""
    owner: dict[int, int] = {}

    def place(item: int, seen: set[int]) -> bool:
        for member in candidates[item]:
            if member not in seen:
                seen.add(member)
                if member not in owner or place(owner[member], seen):
                    owner[member] = item
                    return True
        return False

    for item in range(len(candidates)):
        place(item, set())
    return owner
