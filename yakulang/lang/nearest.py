"""How near a hand comes to `C contain I J K`: the most items that find a member, and those that don't."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from yakulang.lang.evaluator import assignments, is_item, members, members_of_items, rank_choices

if TYPE_CHECKING:
    from collections.abc import Mapping

    from yakulang.lang import typed
    from yakulang.lang.evaluator import Member
    from yakulang.lang.view import View

HIGHEST = {"sequence": 7}  # the lowest tile of a sequence
SIZES = {"sequence": 3, "triplet": 3, "quad": 4, "pair": 2}


@dataclass(frozen=True, slots=True)
class Nearest:
    """The members that are there, and for each item without one the kinds of tiles that it asks for."""

    present: tuple[Member, ...]
    missing: tuple[tuple[int, ...], ...]


def nearest(condition: typed.Contain, view: View) -> Nearest:
    """Return what is there and what is missing for the letters that leave the least missing; the first of several."""
    among = tuple(members(condition.members, view))
    best: Nearest | None = None
    for suits in assignments(condition.suit_letters):
        for ranks in rank_choices(condition.rank_letters):
            wanted = [_kinds(item, suits, ranks) for item in condition.items]
            if not all(wanted):
                continue
            candidates = [
                [i for i, member in enumerate(among) if is_item(member, item, suits, ranks, view)]
                for item in condition.items
            ]
            owner = members_of_items(candidates)
            if best is None or len(owner) > len(best.present):
                missing = tuple(kinds for item, kinds in enumerate(wanted) if item not in owner.values())
                best = Nearest(tuple(among[i] for i in sorted(owner, key=owner.__getitem__)), missing)
    return best or Nearest((), ())


def _kinds(item: typed.Item, suits: typed.Assignment, ranks: Mapping[str, int]) -> tuple[int, ...]:
    """Return the kinds of an item, or nothing where its ranks would pass 9."""
    suit = suits[-item.suit - 1] if item.suit < 0 else item.suit
    rank = item.rank + (ranks[item.letter] if item.letter else 0)
    if rank > HIGHEST.get(item.kind or "", 9):
        return ()
    low = 9 * suit + rank - 1
    if item.kind == "sequence":
        return (low, low + 1, low + 2)
    return (low,) * SIZES.get(item.kind or "", 1)
