"""How many members a collection can have, given where things may still stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.lang.cells import GROUP_CELLS, TILES_BY_BOTH
from yakulang.lang.ir import ALL
from yakulang.rules.proof.ranges import ANY, Range
from yakulang.rules.proof.setting import TILE_CELLS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from yakulang.rules.proof.masks import Members
    from yakulang.rules.proof.setting import Setting

SUITS = tuple(0x1FF << 9 * suit for suit in range(3))
HONORS = ALL & ~sum(SUITS)
_SEQUENCES = tuple(cell for cell in GROUP_CELLS if cell.kind == "sequence")
_ALIKE = tuple(cell for cell in GROUP_CELLS if cell.kind in ("triplet", "quad"))
_PAIRS = tuple(cell for cell in GROUP_CELLS if cell.kind == "pair")
_WON = frozenset(cell.name for cell in (*GROUP_CELLS, *TILES_BY_BOTH) if cell.winning)
PAIR_CELLS = tuple(cell.name for cell in _PAIRS)
OTHER_CELLS = tuple(cell.name for cell in (*_SEQUENCES, *_ALIKE))

Places = dict[str, int]  # positions by cell


def tiles_of(places: Mapping[str, int]) -> int:
    """Return the kinds of which there may be a tile."""
    found = 0
    for cell in TILE_CELLS:
        found |= places.get(cell, 0)
    return found


def most_groups(places: Mapping[str, int], setting: Setting) -> tuple[int, int]:
    """Return the most groups of three or four, and the most pairs, that these places can hold."""
    groups = 0
    for cells, number in ((_SEQUENCES, setting.copies), (_ALIKE, 1)):
        here = won = 0
        for cell in cells:
            if cell.winning:
                won |= places.get(cell.name, 0)
            else:
                here |= places.get(cell.name, 0)
        groups += number * here.bit_count() + bool(won & ~here if number == 1 else won)
    held, won = places.get("pair_held", 0), places.get("pair_won", 0)
    pairs = held.bit_count() * (1 if setting.distinct else max(1, setting.copies // 2)) + bool(won & ~held)
    return min(groups, setting.groups), min(pairs, setting.pairs)


def most_tiles(places: Mapping[str, int], setting: Setting) -> int:
    """Return the most tiles that these places can hold."""
    here: dict[int | None, int] = {}
    for cell in TILES_BY_BOTH:
        here[cell.mark] = here.get(cell.mark, 0) | places.get(cell.name, 0)
    most = setting.copies * here[0].bit_count()
    for mark, numbers in setting.marked.items():
        for kind, number in numbers.items():
            most += number * ((here[mark] >> kind & 1) - (here[0] >> kind & 1))
    if not any(places.get(cell, 0) for cell in TILE_CELLS if cell not in _WON):
        most = min(most, 1)
    return min(most, setting.tiles.high or most)


def count_range(members: Members, allowed: Mapping[str, int], setting: Setting) -> Range:
    """Return how many members a collection can have."""
    match members.sort:
        case "groups":
            return _groups(members, allowed, setting)
        case "tiles":
            inside = {cell: allowed[cell] & members.may(cell) for cell in TILE_CELLS}
            outside = {cell: allowed[cell] & ~members.sure(cell) for cell in TILE_CELLS}
            low, high = (setting.tiles.low or 0) - most_tiles(outside, setting), most_tiles(inside, setting)
            if not any(outside[cell] for cell in TILE_CELLS if cell in _WON):
                low = max(low, 1)  # the winning tile
            if setting.exactly is not None:  # of each kind one, and of some a second
                low = max(low, (setting.exactly & ~tiles_of(outside)).bit_count())
                spare = (setting.tiles.high or 0) - setting.exactly.bit_count()
                high = min(high, (setting.exactly & tiles_of(inside)).bit_count() + spare)
            return Range(max(0, low), high)
        case "kinds":
            return _kinds(members, tiles_of(allowed), setting)
        case "suits":
            return suits_range(tiles_of(allowed), setting)
    return ANY if any(bounds.may for bounds in members.at.values()) else Range(0, 0)


def _groups(members: Members, allowed: Mapping[str, int], setting: Setting) -> Range:
    inside = {cell.name: allowed[cell.name] & members.may(cell.name) for cell in GROUP_CELLS}
    most = sum(most_groups(inside, setting))
    if not any(places for cell, places in inside.items() if cell not in _WON):
        most = min(most, 1)
    if not setting.read:
        return Range(0, most)
    outside = {cell.name: allowed[cell.name] & ~members.sure(cell.name) for cell in GROUP_CELLS}
    others, pairs = most_groups(outside, setting)
    return Range(max(0, setting.groups - others) + max(0, setting.pairs - pairs), most)


def _kinds(members: Members, tiles: int, setting: Setting) -> Range:
    may, sure = members.may("tile"), members.sure("tile")
    if setting.exactly is not None:
        return Range((setting.exactly & sure).bit_count(), (setting.exactly & may).bit_count())
    inside, outside = (tiles & may).bit_count(), (tiles & ~sure).bit_count()
    high = inside if setting.kinds.high is None else min(inside, setting.kinds.high)
    return Range(max(0, (setting.kinds.low or 0) - outside), high)


def suits_range(tiles: int, setting: Setting) -> Range:
    """Return how many suits tiles of these kinds can be of."""
    if setting.exactly is not None:
        number = sum(bool(setting.exactly & suit) for suit in SUITS)
        return Range(number, number)
    return Range(0 if tiles & HONORS else 1, sum(bool(tiles & suit) for suit in SUITS))


def rank_sum(members: Members, allowed: Mapping[str, int], setting: Setting) -> Range:
    """Return what the ranks of the members can add up to; honors add nothing."""
    count = count_range(members, allowed, setting)
    places = 0
    for cell in members.at:
        places |= members.may(cell) & allowed.get(cell, ALL)
    ranks = [
        0 if kind >= 27 else kind % 9 + 1 for kind in range(34) if places >> kind & 1 for _ in range(setting.copies)
    ]
    most = None if count.high is None else sum(sorted(ranks, reverse=True)[: count.high])
    return Range(sum(sorted(ranks)[: count.low or 0]), most)


def restricted(places: Places, cells: Iterable[str], masks: Mapping[str, int]) -> bool:
    """Leave only some positions of some cells; return whether that changed anything."""
    changed = False
    for cell in cells:
        left = places[cell] & masks.get(cell, 0)
        changed |= left != places[cell]
        places[cell] = left
    return changed
