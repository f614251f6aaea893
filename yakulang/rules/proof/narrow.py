"""Phrases that must hold together, in one setting: what they leave is narrowed until nothing changes or is left."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from yakulang.lang import typed
from yakulang.lang.cells import GROUP_CELLS, TILES_BY_BOTH
from yakulang.rules.proof.counting import (
    OTHER_CELLS,
    PAIR_CELLS,
    Places,
    count_range,
    most_groups,
    most_tiles,
    rank_sum,
    restricted,
    suits_range,
    tiles_of,
)
from yakulang.rules.proof.items import may_be_found, needs
from yakulang.rules.proof.masks import Bounds, Masks, Members
from yakulang.rules.proof.ranges import ANY, EVERY, MIRRORED, OPPOSITE, Range, compare, joined, satisfying
from yakulang.rules.proof.setting import CALLED, TILE_CELLS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulang.rules.proof.setting import Setting
    from yakulang.rules.proof.terms import Literal

MAX_ROUNDS = 8  # narrowing stops by itself; this only bounds its time
MAX_TOGETHER = 6  # counts that are added up against each other
_WINNING = {  # which groups a wait ends in
    "sequence_won": ("ryanmen", "kanchan", "penchan"),
    "triplet_won": ("shanpon",),
    "pair_won": ("tanki",),
}
_WON_TILES = tuple(cell.name for cell in TILES_BY_BOTH if cell.winning)
_WON_GROUPS = tuple(_WINNING)


class Narrowing:
    """What phrases leave in one setting. `dead` says that they leave nothing: they can't hold together there."""

    def __init__(self, setting: Setting, masks: Masks) -> None:
        self.setting = setting
        self.masks = masks
        self.dead = False
        self.flags = dict(setting.flags)
        self.choices = dict(setting.choices)
        self.numbers = dict(setting.numbers)
        self.allowed: Places = dict(setting.allowed)
        self.said: dict[object, bool] = {}
        self.counts: list[tuple[Members, Range]] = []
        self.contains: list[typed.Contain] = []
        self.compared: list[tuple[str, typed.Compare]] = []

    # --- taking phrases in ----------------------------------------------------------------------

    def take(self, literals: Sequence[Literal]) -> None:
        """Add phrases."""
        for literal in literals:
            sign = (self.masks.sign(literal.node), literal.suits)
            self.dead |= self.said.setdefault(sign, literal.positive) is not literal.positive
            self._take(literal.node, literal.suits, positive=literal.positive)
            if self.dead:
                return

    def _take(self, node: typed.Condition, suits: typed.Assignment, *, positive: bool) -> None:
        match node:
            case typed.Flag(name=name):
                self.set_flag(name, value=positive)
            case typed.ChoiceIs(name=name, values=values):
                self.set_choice(name, frozenset(values), positive=positive)
            case typed.Quantity(members=collection, low=low, high=high):
                self._quantity(self.masks.members(collection), Range(low, high), positive=positive)
            case typed.Every():
                self._count(self.masks.failing(node, suits), Range(0, 0) if positive else Range(1, None))
            case typed.WinningIs():
                self._winning(node, positive=positive)
            case typed.Compare(operator=operator):
                self._compare(node, operator if positive else OPPOSITE[operator])
            case typed.Contain() if positive:
                self.contains.append(node)
                for members, least in needs(node, self.masks):
                    self._count(members, Range(least, None))

    def set_flag(self, name: str, *, value: bool) -> None:
        """Take a flag as true or false."""
        self.dead |= self.flags.setdefault(name, value) is not value

    def set_choice(self, name: str, values: frozenset[str], *, positive: bool) -> None:
        """Leave some values of a choice, or all but some."""
        known = self.choices.get(name)
        if known is not None:
            self.choices[name] = known & values if positive else known - values
            self.dead |= not self.choices[name]

    def _quantity(self, members: Members, wanted: Range, *, positive: bool) -> None:
        if positive:
            self._count(members, wanted)
        elif not wanted.low and wanted.high is None:
            self.dead = True
        elif not wanted.low:
            self._count(members, Range((wanted.high or 0) + 1, None))
        elif wanted.high is None:
            self._count(members, Range(0, wanted.low - 1))

    def _count(self, members: Members, wanted: Range) -> None:
        if wanted.high == 0:
            self._forbid(members)
        self.counts.append((members, wanted))

    def _forbid(self, members: Members) -> None:
        if members.sort == "kinds":
            for cell in TILE_CELLS:
                self.allowed[cell] &= ~members.sure("tile")
        elif members.sort != "suits":
            for cell in members.at:
                if cell in self.allowed:
                    self.allowed[cell] &= ~members.sure(cell)

    def _winning(self, node: typed.WinningIs, *, positive: bool) -> None:
        members = self.masks.winning(node)
        if not positive:
            self._forbid(members)
            return
        for cell in members.at:
            self.allowed[cell] &= members.may(cell)
        if node.subject == "winning_group":  # there must be one
            self.counts.append((members, Range(1, None)))

    def _compare(self, node: typed.Compare, operator: str) -> None:
        self.compared.append((operator, node))
        for sign, one, other in ((operator, node.left, node.right), (MIRRORED[operator], node.right, node.left)):
            bare = _bare(one)
            if isinstance(bare, typed.Count) and sign != "!=":
                self._count(self.masks.members(bare.members), satisfying(sign, self.range(other)).both(ANY))

    # --- numbers --------------------------------------------------------------------------------

    def range(self, number: typed.Number) -> Range:
        """Return what a number can be."""
        match number:
            case typed.Literal(value=value):
                return Range(value, value)
            case typed.NumberFact(name=name):
                return self.numbers.get(name, ANY)
            case typed.NumberTerm(means=means):
                return self.range(means)
            case typed.Count(members=collection):
                return count_range(self.masks.members(collection), self.allowed, self.setting)
            case typed.Total(members=collection):
                return rank_sum(self.masks.members(collection), self.allowed, self.setting)
            case typed.Arithmetic(operator=operator, left=left, right=right):
                return joined(operator, self.range(left), self.range(right))
        return EVERY

    def _compared(self) -> bool:
        changed = False
        for operator, node in self.compared:
            left, right = self.range(node.left), self.range(node.right)
            if compare(operator, left, right) is False:
                self.dead = True
                return False
            changed |= self._refine(node.left, satisfying(operator, right))
            changed |= self._refine(node.right, satisfying(MIRRORED[operator], left))
        return changed

    def _refine(self, number: typed.Number, to: Range) -> bool:
        fact = _bare(number)
        if not isinstance(fact, typed.NumberFact):
            return False
        before = self.numbers.get(fact.name, ANY)
        after = before.both(to)
        self.numbers[fact.name] = after
        self.dead |= after.empty
        return after != before

    # --- narrowing ------------------------------------------------------------------------------

    def settle(self) -> bool:
        """Narrow until nothing changes; return whether something is left."""
        for _ in range(MAX_ROUNDS):
            if self.dead:
                return False
            changed = self._tiles_and_groups() | self._compared()
            changed |= self._waits()
            for members, wanted in self.counts:
                changed |= self._saturated(members, wanted)
            if not changed:
                break
        self.dead = self.dead or not (self._enough() and self._counts_fit() and all(map(self._found, self.contains)))
        return not self.dead

    def _tiles_and_groups(self) -> bool:
        """Groups stand where their tiles may be, and in shapes of groups tiles are where groups may stand."""
        if not self.setting.grouped:
            return False
        tiles = tiles_of(self.allowed)
        starts = tiles & (tiles >> 1) & (tiles >> 2)
        won = self.allowed["tile_won_plain"] | self.allowed["tile_won_red"]
        won_starts = won | won >> 1 | won >> 2
        at = {}
        cover = won_cover = 0
        for cell in GROUP_CELLS:
            places = self.allowed[cell.name] & (starts if cell.kind == "sequence" else tiles)
            if cell.winning:
                places &= won_starts if cell.kind == "sequence" else won
            at[cell.name] = places
            covered = places | places << 1 | places << 2 if cell.kind == "sequence" else places
            cover |= covered
            won_cover |= covered if cell.winning else 0
        changed = restricted(self.allowed, at, at)
        covers = {cell: won_cover if cell in _WON_TILES else cover for cell in TILE_CELLS}
        return restricted(self.allowed, covers, covers) or changed

    def _waits(self) -> bool:
        """The wait says which kind of group is finished, and the other way round."""
        if not self.setting.grouped:
            return False
        changed = False
        for cell, waits in _WINNING.items():
            if not self.choices["wait"].intersection(waits) and self.allowed[cell]:
                self.allowed[cell] = 0
                changed = True
            if not self.allowed[cell] and self.choices["wait"].intersection(waits):
                self.choices["wait"] -= frozenset(waits)
                changed = True
        self.dead |= not self.choices["wait"]
        return changed

    def _saturated(self, members: Members, wanted: Range) -> bool:
        """Where as many groups are wanted as there are, every one of them is among the members."""
        if not self.setting.grouped or members.sort != "groups" or wanted.low is None:
            return False
        inside = {cell.name: self.allowed[cell.name] & members.may(cell.name) for cell in GROUP_CELLS}
        groups, pairs = most_groups(inside, self.setting)
        changed = False
        if self.setting.groups and wanted.low - pairs >= self.setting.groups:
            changed |= restricted(self.allowed, OTHER_CELLS, inside)
        if self.setting.pairs and wanted.low - groups >= self.setting.pairs:
            changed |= restricted(self.allowed, PAIR_CELLS, inside)
        return changed

    # --- is anything left? ----------------------------------------------------------------------

    def _enough(self) -> bool:
        """Return whether there can be as many groups and tiles as a hand has."""
        setting, allowed = self.setting, self.allowed
        if not any(allowed[cell] for cell in _WON_TILES):
            return False
        if setting.exactly is not None:
            return setting.exactly & ~tiles_of(allowed) == 0
        if most_tiles(allowed, setting) < (setting.tiles.low or 0):
            return False
        if not setting.flags["closed"] and not any(allowed[cell] for cell in CALLED):
            return False
        if not setting.grouped:
            return True
        return most_groups(allowed, setting) == (setting.groups, setting.pairs) and any(
            allowed[cell] for cell in _WON_GROUPS
        )

    def _counts_fit(self) -> bool:
        for members, wanted in self.counts:
            if self._known(members).both(wanted).empty:
                return False
        least = [(m, w.low) for m, w in self.counts if w.low and m.sort == "groups"][:MAX_TOGETHER]
        for size in range(2, len(least) + 1):
            for some in combinations(least, size):
                if self._apart([members for members, _ in some]):
                    together = _union([members for members, _ in some])
                    most = count_range(together, self.allowed, self.setting).high
                    if most is not None and sum(low for _, low in some) > most:
                        return False
        return True

    def _apart(self, collections: Sequence[Members]) -> bool:
        """Return whether no group can belong to two of the collections."""
        return not any(
            one.may(cell) & other.may(cell) & self.allowed[cell]
            for one, other in combinations(collections, 2)
            for cell in one.at
        )

    def _found(self, node: typed.Contain) -> bool:
        suits = suits_range(tiles_of(self.allowed), self.setting).high or 0
        for members, wanted in self.counts:
            if members.sort == "suits" and wanted.high is not None:
                suits = min(suits, wanted.high)
        return node.suit_letters <= suits and may_be_found(node, self.allowed, self.setting, self.masks)

    # --- what follows ---------------------------------------------------------------------------

    def _known(self, members: Members) -> Range:
        """Return how many members there can be, what was said of smaller and larger collections included."""
        found = count_range(members, self.allowed, self.setting)
        for other, wanted in self.counts:
            if other.sort != members.sort or other.sort == "suits":
                continue
            alike = other.sign is not None and other.sign == members.sign
            if wanted.low and (alike or _within(other, members)):
                found = found.both(Range(wanted.low, None))
            if wanted.high is not None and (alike or _within(members, other)):
                found = found.both(Range(None, wanted.high))
        return found

    def says(self, literal: Literal) -> bool | None:
        """Return whether a phrase surely holds with what was taken in, surely does not, or None."""
        found = self._says(literal.node, literal.suits)
        return found if found is None or literal.positive else not found

    def _says(self, node: typed.Condition, suits: typed.Assignment) -> bool | None:
        match node:
            case typed.Flag(name=name):
                return self.flags.get(name)
            case typed.ChoiceIs(name=name, values=values):
                known = self.choices.get(name)
                if known is None:
                    return None
                return True if known <= set(values) else None if known & set(values) else False
            case typed.Quantity(members=collection, low=low, high=high):
                return _inside(self._known(self.masks.members(collection)), low, high)
            case typed.Every():
                return _inside(self._known(self.masks.failing(node, suits)), 0, 0)
            case typed.Compare(operator=operator, left=left, right=right):
                return compare(operator, self.range(left), self.range(right))
        return None


def _inside(found: Range, low: int, high: int | None) -> bool | None:
    if found.low is not None and found.low >= low and (high is None or (found.high is not None and found.high <= high)):
        return True
    return False if found.both(Range(low, high)).empty else None


def _within(one: Members, other: Members) -> bool:
    """Return whether every member of one collection surely is one of the other."""
    return all(not bounds.may & ~other.sure(cell) for cell, bounds in one.at.items())


def _bare(number: typed.Number) -> typed.Number:
    while isinstance(number, typed.NumberTerm):
        number = number.means
    return number


def _union(collections: Sequence[Members]) -> Members:
    cells = {cell for members in collections for cell in members.at}
    at = {}
    for cell in cells:
        may = 0
        for members in collections:
            may |= members.may(cell)
        at[cell] = Bounds(0, may)
    return Members("groups", at)
