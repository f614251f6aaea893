"""Whether the items of `contain` may find members, where things may still stand."""

from __future__ import annotations

from itertools import permutations, product
from typing import TYPE_CHECKING

from yakulang.lang.ir import ALL
from yakulang.rules.proof.counting import tiles_of
from yakulang.rules.proof.masks import Members, cells_for, sort_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from yakulang.lang import typed
    from yakulang.lang.cells import Cell
    from yakulang.rules.proof.masks import Masks
    from yakulang.rules.proof.setting import Setting

MAX_TRIED = 1 << 11  # items of one phrase times what its letters can be


def needs(node: typed.Contain, masks: Masks) -> Iterator[tuple[Members, int]]:
    """Yield what `contain` needs at least: as many members as items, of each kind, and as many suits as letters."""
    members = masks.members(node.members)
    yield members, len(node.items)
    if node.suit_letters:
        yield Members("suits", {}), node.suit_letters
    for kind in {item.kind for item in node.items if item.kind}:
        wanted = {"triplet", "quad"} if kind == "triplet" else {kind}
        at = {cell.name: members.at[cell.name] for cell in cells_for(node.members.noun) if cell.kind in wanted}
        yield Members("groups", at), sum(item.kind == kind for item in node.items)


def may_be_found(node: typed.Contain, allowed: Mapping[str, int], setting: Setting, masks: Masks) -> bool:
    """Return whether, for some letters, each item has a place and no place has too many."""
    if len(node.items) * 9 ** len(node.rank_letters) > MAX_TRIED:
        return True
    places = _places(node, allowed, masks)
    for suits in permutations(range(3), node.suit_letters):
        for ranks in product(range(1, 10), repeat=len(node.rank_letters)):
            if _fit(node, places, suits, dict(zip(node.rank_letters, ranks, strict=True)), setting):
                return True
    return False


def _places(node: typed.Contain, allowed: Mapping[str, int], masks: Masks) -> list[int]:
    """Return for each item the positions at which it may stand, its own rank and suit apart."""
    among = masks.members(node.members)
    found = []
    for item in node.items:
        places = 0
        for cell in cells_for(node.members.noun):
            if _can_be(cell, item):
                here = among.may(cell.name) & (
                    tiles_of(allowed) if cell.name == "tile" else allowed.get(cell.name, ALL)
                )
                for adjective in item.adjectives:
                    here &= masks.adjective(adjective, cell).may
                places |= here
        found.append(places)
    return found


def _can_be(cell: Cell, item: typed.Item) -> bool:
    alike = item.kind == "triplet" and cell.kind == "quad"
    return (item.kind is None or item.kind == cell.kind or alike) and item.mark in (0, cell.mark)


def _fit(
    node: typed.Contain, places: list[int], suits: typed.Assignment, letters: Mapping[str, int], setting: Setting
) -> bool:
    here: dict[tuple[int, str | None], int] = {}
    for item, among in zip(node.items, places, strict=True):
        suit = suits[-item.suit - 1] if item.suit < 0 else item.suit
        rank = item.rank + (letters[item.letter] if item.letter else 0)
        kind = 9 * suit + rank - 1
        if not 1 <= rank <= 9 or not among >> kind & 1:
            return False
        here[kind, item.kind] = here.get((kind, item.kind), 0) + 1
    if sort_of(node.members.noun) == "kinds":
        return max(here.values()) == 1
    most = {"triplet": 1, "quad": 1, "pair": 1 if setting.distinct else max(1, setting.copies // 2)}
    return all(number <= most.get(kind or "", setting.copies) for (_, kind), number in here.items())
