"""Lowering `C contain I J K`: each item needs a member of its own.

Items at different positions never compete. Items at one position do, and can be satisfied together exactly if every
set of them has as many members as items (Hall's condition). A rank letter becomes a *lane*: nine bits of which bit i
says that the letter may stand for rank i + 1.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import combinations, permutations
from typing import TYPE_CHECKING

from yakulang.lang import ir
from yakulang.lang.cells import Cell, ways
from yakulang.lang.ir import FALSE, Const, Expr

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from yakulang.lang import typed

Eligible = tuple[tuple[Cell, Expr], ...]
Position = tuple[int, int]  # suit, rank from 1
Needs = Counter[Eligible]  # how many items of each class stand at one position


def contained(node: typed.Contain, eligible: Sequence[Eligible]) -> Expr:
    """Return whether the members can be matched to the items; `eligible` says who can be which item."""
    if not all(eligible):
        return FALSE
    either_way: list[Expr] = []
    for suits in permutations(range(3), node.suit_letters):
        placed = [
            (suits[-item.suit - 1] if item.suit < 0 else item.suit, item.rank, item.letter, who)
            for item, who in zip(node.items, eligible, strict=True)
        ]
        either_way += _with_letters(placed, node.rank_letters)
    return ir.any_true(either_way)


Placed = tuple[int, int, "str | None", Eligible]


def _with_letters(placed: Sequence[Placed], letters: Sequence[str]) -> Iterator[Expr]:
    """Fix every letter but the last to each rank; the last one becomes a lane."""
    if len(letters) > 1:
        for rank in range(1, 10):
            fixed = [
                (suit, offset + rank if letter == letters[0] else offset, None if letter == letters[0] else letter, who)
                for suit, offset, letter, who in placed
            ]
            if all(letter is not None or at <= 9 for _, at, letter, _ in fixed):
                yield from _with_letters(fixed, letters[1:])
        return
    fixed_needs: dict[Position, Needs] = {}
    lane_needs: dict[Position, Needs] = {}  # by suit and offset from the letter
    for suit, rank, letter, who in placed:
        needs = lane_needs if letter else fixed_needs
        needs.setdefault((suit, rank), Counter())[who] += 1
    conditions = list(_fixed(fixed_needs))
    if lane_needs:
        lanes = [_lane(suit, offset, needs, fixed_needs) for (suit, offset), needs in lane_needs.items()]
        conditions.append(ir.nonzero(ir.both(*lanes)))
    yield ir.all_true(conditions)


def _fixed(needs: dict[Position, Needs]) -> Iterator[Expr]:
    """Yield that each position has the members it needs; alike requirements are asked of one mask together."""
    together: dict[tuple[int, Eligible], int] = {}
    for (suit, rank), here in needs.items():
        for requirement in _requirements(here):
            together[requirement] = together.get(requirement, 0) | 1 << 9 * suit + rank - 1
    for (number, who), wanted in together.items():
        yield ir.compared("==", ir.both(at_least(number, who), Const(wanted)), Const(wanted))


def _lane(suit: int, offset: int, needs: Needs, fixed: dict[Position, Needs]) -> Expr:
    """Return the ranks for which the items at an offset from the letter find their members."""
    free = (1 << 9 - offset) - 1
    shared: list[Expr] = []
    for (fixed_suit, rank), others in fixed.items():
        bit = 1 << rank - 1 - offset if rank > offset else 0
        if fixed_suit == suit and bit and any(_overlap(a, b) for a in needs for b in others):
            free &= ~bit
            shared.append(_ranks(suit, offset, needs + others, bit))
    return ir.either(_ranks(suit, offset, needs, free), *shared)


def _ranks(suit: int, offset: int, needs: Needs, among: int) -> Expr:
    moved = [ir.shifted(at_least(number, who), 9 * suit + offset) for number, who in _requirements(needs)]
    return ir.both(*moved, Const(among))


def _overlap(one: Eligible, other: Eligible) -> bool:
    return bool({cell for cell, _ in one} & {cell for cell, _ in other})


def _requirements(needs: Needs) -> Iterator[tuple[int, Eligible]]:
    """Yield (number, who): at least so many members among these, for every set of classes."""
    classes = list(needs)
    for size in range(1, len(classes) + 1):
        for chosen in combinations(classes, size):
            if size > 1 and not _connected(chosen):
                continue  # classes without common members don't compete
            yield sum(needs[c] for c in chosen), _union(chosen)


def _connected(classes: Sequence[Eligible]) -> bool:
    reached, left = [classes[0]], list(classes[1:])
    while left:
        nearby = [c for c in left if any(_overlap(c, r) for r in reached)]
        if not nearby:
            return False
        reached += nearby
        left = [c for c in left if c not in nearby]
    return True


def _union(classes: Iterable[Eligible]) -> Eligible:
    masks: dict[Cell, Expr] = {}
    for eligible in classes:
        for cell, mask in eligible:
            masks[cell] = ir.either(masks[cell], mask) if cell in masks else mask
    return tuple(masks.items())


@lru_cache(maxsize=4096)
def at_least(number: int, eligible: Eligible) -> Expr:
    """Return the positions with at least so many members: an OR over the ways to share them among the cells."""
    options = []
    for shares in ways(number, len(eligible)):
        if all(share <= cell.planes for share, (cell, _) in zip(shares, eligible, strict=True)):
            planes = [ir.both(cell.plane(s), mask) for s, (cell, mask) in zip(shares, eligible, strict=True) if s]
            options.append(ir.both(*planes))
    return ir.either(*options)
