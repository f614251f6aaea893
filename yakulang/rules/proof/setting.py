"""The settings a condition is tried in: for each shape, closed and open, ron and tsumo, what can be there at all."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING

from yakulang.lang.cells import GROUP_CELLS, TILES_BY_BOTH
from yakulang.lang.ir import ALL
from yakulang.lang.vocabulary import SLOTS, WAITS, WIND_WORDS
from yakulang.rules.proof.between import BETWEEN, drawn_numbers, numbers_between, outcomes
from yakulang.rules.proof.ranges import ANY, Range

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from yakulang.rules.model import Rulebook, ShapeRule

BESIDE_YAKUMAN = ("chip", "chip_each")
HAND_TILES = 14  # with the winning one and without the fourth tiles of kans
CALLED = tuple(cell.name for cell in GROUP_CELLS if cell.called)
TILE_CELLS = tuple(cell.name for cell in TILES_BY_BOTH)
SEQUENCE_STARTS = sum(0x7F << 9 * suit for suit in range(3))


@dataclass(frozen=True, slots=True)
class Setting:
    """What is fixed while a condition is tried.

    Attributes:
        shape: the shape, or None before a hand is read.
        groups, pairs: how many there are; before a hand is read the most melds, and no pairs.
        read: whether the hand is read, so that there are exactly so many.
        grouped: whether all tiles stand in groups.
        tiles: how many tiles there are.
        kinds: how many kinds of tiles there are.
        exactly: the kinds that are all there and no others, or None.
        flags: what is true or false.
        choices: what choices may be.
        numbers: the range of numbers that have one.
        allowed: for each cell the positions where something may stand.
        copies: of each kind. marked: those that bear a mark, by the mark and the kind.
        distinct: whether no two pairs are alike.
    """

    shape: ShapeRule | None
    groups: int
    pairs: int
    read: bool
    grouped: bool
    tiles: Range
    kinds: Range
    exactly: int | None
    flags: Mapping[str, bool]
    choices: Mapping[str, frozenset[str]]
    numbers: Mapping[str, Range]
    allowed: Mapping[str, int]
    copies: int
    marked: Mapping[int, Mapping[int, int]]
    distinct: bool


def settings(rulebook: Rulebook, slot: str) -> tuple[Setting, ...]:
    """Return every setting in which a condition of a slot may be asked."""
    sees = SLOTS[slot].sees
    if slot in BETWEEN:
        return tuple(_between(rulebook, slot))
    shapes: list[ShapeRule | None] = [*rulebook.shapes] if "reading" in sees else [None]
    found: list[Setting] = []
    for shape, closed, ron in product(shapes, (True, False), (True, False)):
        if closed or shape is None or shape.groups:
            found += _scored(_setting(rulebook, shape, closed=closed, ron=ron), rulebook, slot)
    return tuple(found)


def _between(rulebook: Rulebook, slot: str) -> Iterator[Setting]:
    """Yield the settings of a slot that sees no hand; what is said of one in them is not asked."""
    setting = _setting(rulebook, None, closed=True, ron=True)
    numbers = {**setting.numbers, **numbers_between(rulebook)}
    if "hand_end" not in SLOTS[slot].sees:
        yield replace(setting, numbers=numbers)
        return
    for flags, choices in outcomes(rulebook):
        yield replace(
            setting,
            flags={**setting.flags, **flags},
            choices={**setting.choices, **choices},
            numbers=numbers,
        )


def _setting(rulebook: Rulebook, shape: ShapeRule | None, *, closed: bool, ron: bool) -> Setting:
    present = ALL
    for kind in rulebook.tiles.removed:
        present &= ~(1 << kind)
    copies = rulebook.tiles.copies
    groups = shape.groups if shape else max((s.groups for s in rulebook.shapes), default=0)
    pairs = shape.pairs if shape else 0
    exactly = None
    tiles, kinds = Range(HAND_TILES, HAND_TILES), Range(-(-HAND_TILES // copies), HAND_TILES)
    if shape is None:
        tiles, kinds = Range(1, HAND_TILES + groups), Range(1, HAND_TILES)
    elif shape.one_of_each:
        exactly = sum(1 << kind for kind in shape.one_of_each)
        present &= exactly
        number = len(shape.one_of_each)
        tiles, kinds = Range(number + shape.repeat, number + shape.repeat), Range(number, number)
    elif shape.groups or shape.pairs:
        least = 3 * groups + 2 * pairs
        tiles = Range(least, least + groups)
        fewest = pairs if shape.distinct and not groups else -(-least // copies)
        kinds = Range(fewest, 3 * groups + pairs)
    allowed = {cell.name: _start(cell.kind, present) for cell in GROUP_CELLS}
    bearing = {
        mark: sum(1 << kind for kind, number in numbers.items() if number)
        for mark, numbers in rulebook.tiles.marked.items()
    }
    allowed |= {cell.name: present & (bearing[cell.mark] if cell.mark else ALL) for cell in TILES_BY_BOTH}
    for cell in GROUP_CELLS:
        no_groups = not groups and cell.kind != "pair"
        # before a hand is read, its groups are the melds
        if (closed and cell.called) or no_groups or (shape is None and not cell.declared):
            allowed[cell.name] = 0
        if cell.kind == "pair" and not pairs:
            allowed[cell.name] = 0
    if closed:
        allowed |= {cell.name: 0 for cell in TILES_BY_BOTH if cell.called}
    seats = frozenset(WIND_WORDS[: rulebook.players])
    choices = {fact.name: frozenset(fact.values) for fact in rulebook.facts.values() if fact.type == "choice"}
    choices |= {"seat": seats, "round": frozenset(WIND_WORDS), "wait": frozenset(_waits(shape))}
    calls = {"none", "closed_kan"} if closed else {"none", "chii", "pon", "open_kan", "added_kan", "closed_kan"}
    choices["last_call"] = frozenset(calls if groups else {"none"})
    choices["shape"] = frozenset({shape.id} if shape else {s.id for s in rulebook.shapes})
    return Setting(
        shape=shape,
        groups=groups,
        pairs=pairs,
        read=shape is not None,
        grouped=shape is not None and bool(shape.groups or shape.pairs),
        tiles=tiles,
        kinds=kinds,
        exactly=exactly,
        flags={"ron": ron, "tsumo": not ron, "closed": closed, "open": not closed},
        choices=choices,
        numbers={"own_copies": Range(1, copies), "shown_copies": Range(0, copies), **drawn_numbers(rulebook)},
        allowed=allowed,
        copies=copies,
        marked=rulebook.tiles.marked,
        distinct=shape is not None and shape.distinct,
    )


def _start(kind: str | None, present: int) -> int:
    """Return where a group may stand: a sequence at its lowest tile, and all its tiles must exist."""
    if kind == "sequence":
        return present & (present >> 1) & (present >> 2) & SEQUENCE_STARTS
    return present


def _waits(shape: ShapeRule | None) -> tuple[str, ...]:
    if shape is None:
        return WAITS
    if shape.loose is not None:
        return ("none",)
    in_groups = ("ryanmen", "kanchan", "penchan", "shanpon") if shape.groups else ()
    return (*in_groups, "tanki") if shape.pairs or shape.one_of_each else in_groups


def _scored(setting: Setting, rulebook: Rulebook, slot: str) -> Iterator[Setting]:
    """Yield the setting without and with yakuman, where the slot sees how many count."""
    sees = SLOTS[slot].sees
    if "yakuman" not in sees:
        yield setting
        return
    yield replace(setting, numbers={**setting.numbers, "yakuman": Range(0, 0)})
    ignored = rulebook.stacking.han_beside_yakuman == "ignored"
    if "han_fu" not in sees and ignored and slot not in BESIDE_YAKUMAN:
        return  # nothing but limits and chips is asked of a hand with a yakuman
    beside = Range(0, 0) if ignored else ANY
    numbers = {"yakuman": Range(1, None), "han": beside, "fu": beside, "base": beside}
    yield replace(setting, numbers={**setting.numbers, **numbers})
