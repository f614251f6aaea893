"""Every complete closed hand there is, as columns, in a fixed order and from any place on.

A suit alone fits a shape in parts: it gives some of the groups, some of the pairs. Suits that fit the same parts of the
same shapes are a class; four classes whose parts add up to a whole shape give a product of complete hands. A hand
belongs to one product only, however many ways there are to read it.
"""

from __future__ import annotations

from itertools import accumulate, product
from math import prod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from yakulang.engine.columns.hands import UNKNOWN, HandColumns
from yakulang.engine.suits import split_suit
from yakulang.tiles import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from yakulang.rules.model import Rulebook, ShapeRule

    Classes = dict["Class", NDArray[np.uint8]]

SUITS = ((0, 9), (9, 9), (18, 9), (27, 7))  # first kind and length
Part = tuple[int, int, int]  # index of the shape, groups (or kinds there must be one of), pairs (or repeated kinds)
Class = frozenset[Part]
Counts = tuple[int, ...]  # of the ranks of a suit
HONORS = 27
DIGIT = 4  # bits


class Product(NamedTuple):
    """Hands whose suits are taken freely from four lists of counts."""

    lists: tuple[NDArray[np.uint8], ...]
    size: int


class CompleteHands:
    """The complete closed hands of a rulebook: sets of tiles, the winning one included.

    Shapes of loose tiles (`loose:`) are conditions and can't be counted up; `left_out` names them.

    Args:
        rulebook: the rules; its shapes, tiles and copies are asked.
    """

    def __init__(self, rulebook: Rulebook) -> None:
        shapes = [shape for shape in rulebook.shapes if shape.loose is None]
        self.left_out = tuple(shape.id for shape in rulebook.shapes if shape.loose is not None)
        suits, wanted = _classes(shapes, rulebook), [_whole(shape) for shape in shapes]
        self._products = [Product(lists, prod(map(len, lists))) for lists in _joined(suits, wanted)]
        self._ends = list(accumulate(one.size for one in self._products))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def counts(self, start: int, end: int) -> NDArray[np.uint8]:
        """Return how many of each of the 34 kinds the hands from `start` to `end` have, a row each."""
        parts = [np.zeros((0, KINDS), np.uint8)]
        place = 0
        for one, last in zip(self._products, self._ends, strict=True):
            if last > start and place < end:
                parts.append(_taken(one, max(start, place) - place, min(end, last) - place))
            place = last
        return np.concatenate(parts)

    def won(self, start: int, end: int, *, tsumo: bool, seat: int, round_: int = 0) -> HandColumns:
        """Return the hands from `start` to `end`, each with every tile it can be won by.

        Args:
            start: the number of the first hand.
            end: the number after that of the last.
            tsumo: whether they are won by self-draw.
            seat: the winner's seat, 0 to 3 for E S W N.
            round_: the prevalent wind, likewise.
        """
        counts = self.counts(start, end)
        rows, kinds = np.nonzero(counts)
        size = len(rows)
        return HandColumns(
            counts=counts[rows],
            win=kinds.astype(np.uint8),
            tsumo=np.full(size, tsumo, np.bool_),
            seat=np.full(size, seat, np.uint8),
            round=np.full(size, round_, np.uint8),
            discarder=np.full(size, UNKNOWN, np.uint8),
        )


def _whole(shape: ShapeRule) -> tuple[int, int]:
    """Return what the parts of a shape must add up to."""
    if shape.one_of_each:
        return len(shape.one_of_each), shape.repeat
    return shape.groups, shape.pairs


def _classes(shapes: Sequence[ShapeRule], rulebook: Rulebook) -> list[Classes]:
    """Return for each suit the counts that fit something, by what they fit."""
    found: list[Classes] = []
    known: dict[object, Classes] = {}  # suits are alike unless a shape or the tiles tell them apart
    for first, length in SUITS:
        most = [0 if first + rank in rulebook.tiles.removed else rulebook.tiles.copies for rank in range(length)]
        named = [[first + rank in shape.one_of_each for rank in range(length)] for shape in shapes]
        key = repr((most, named))
        if key not in known:
            known[key] = _classes_of(shapes, most, named, first)
        found.append(known[key])
    return found


def _classes_of(
    shapes: Sequence[ShapeRule], most: Sequence[int], named: Sequence[Sequence[bool]], first: int
) -> Classes:
    parts: dict[Counts, set[Part]] = {}
    for index, shape in enumerate(shapes):
        fitting = _one_of_each(shape, most, named[index]) if shape.one_of_each else _grouped(shape, most, first)
        for counts, part in fitting:
            parts.setdefault(counts, set()).add((index, *part))
    found: dict[Class, list[Counts]] = {}
    for counts in sorted(parts):
        found.setdefault(frozenset(parts[counts]), []).append(counts)
    return {kind: np.array(rows, np.uint8).reshape(-1, len(most)) for kind, rows in found.items()}


def _one_of_each(
    shape: ShapeRule, most: Sequence[int], named: Sequence[bool]
) -> Iterator[tuple[Counts, tuple[int, int]]]:
    """Yield the counts of a suit that have every kind the shape names, some of them repeated."""
    spare = [min(shape.repeat, count - 1) if one else 0 for count, one in zip(most, named, strict=True)]
    if min(spare, default=0) < 0:
        return
    for repeated in product(*(range(count + 1) for count in spare)):
        if sum(repeated) <= shape.repeat:
            yield tuple(one + more for one, more in zip(named, repeated, strict=True)), (sum(named), sum(repeated))


def _grouped(shape: ShapeRule, most: Sequence[int], first: int) -> Iterator[tuple[Counts, tuple[int, int]]]:
    """Yield the counts of a suit that are some groups of three and some pairs of the shape."""
    full = _packed([7 - min(count, 7) for count in most])  # a digit with too many tiles overflows into its fourth bit
    over = _packed([8] * len(most))
    blocks = _blocks(len(most), first)
    seen: dict[int, set[tuple[int, int]]] = {0: {(0, 0)}}
    edge = dict(seen)
    while edge:
        grown: dict[int, set[tuple[int, int]]] = {}
        for code, parts in edge.items():
            for block, groups, pairs in blocks:
                more = code + block
                if more + full & over:
                    continue
                new = {(g + groups, p + pairs) for g, p in parts} - seen.get(more, set())
                new = {(g, p) for g, p in new if g <= shape.groups and p <= shape.pairs}
                if new:
                    grown.setdefault(more, set()).update(new)
                    seen.setdefault(more, set()).update(new)
        edge = grown
    for code, parts in seen.items():
        counts = tuple(code >> DIGIT * rank & 7 for rank in range(len(most)))
        for part in parts:
            if not shape.distinct or _distinct(counts, part[1], first):
                yield counts, part


def _packed(digits: Sequence[int]) -> int:
    return sum(digit << DIGIT * rank for rank, digit in enumerate(digits))


def _blocks(length: int, first: int) -> list[tuple[int, int, int]]:
    """Return the groups and pairs of a suit, packed, each with how many groups and pairs it is."""
    ones = [1 << DIGIT * rank for rank in range(length)]
    found = [(3 * one, 1, 0) for one in ones] + [(2 * one, 0, 1) for one in ones]
    return found + [(sum(ones[low : low + 3]), 1, 0) for low in range(length - 2) if first < HONORS]


def _distinct(counts: Counts, pairs: int, first: int) -> bool:
    """Return whether the counts can be split so that no two groups or pairs are alike."""
    return any(len(set(split)) == len(split) for split in split_suit(counts, pairs, first))


def _joined(suits: Sequence[Classes], wanted: Sequence[tuple[int, int]]) -> Iterator[tuple[NDArray[np.uint8], ...]]:
    """Yield the lists of counts, one a suit, whose classes add up to a shape."""
    later: list[Class] = [frozenset((index, 0, 0) for index in range(len(wanted)))]
    for classes in reversed(suits):  # what the suits from here on can add up to
        later.append(_sums(later[-1], frozenset(part for kind in classes for part in kind), wanted))
    later.reverse()

    def join(at: int, so_far: Class, lists: tuple[NDArray[np.uint8], ...]) -> Iterator[tuple[NDArray[np.uint8], ...]]:
        if at == len(suits):
            yield lists
            return
        for kind, rows in sorted(suits[at].items(), key=lambda item: sorted(item[0])):
            sums = _sums(so_far, kind, wanted)
            hopeful = frozenset(
                (i, g, p) for i, g, p in sums if (i, wanted[i][0] - g, wanted[i][1] - p) in later[at + 1]
            )
            if hopeful:
                yield from join(at + 1, hopeful, (*lists, rows))

    yield from join(0, later[-1], ())


def _sums(parts: Class, others: Class, wanted: Sequence[tuple[int, int]]) -> Class:
    """Return what parts of the same shape add up to, where that is not too much."""
    return frozenset(
        (index, g + more_g, p + more_p)
        for index, g, p in parts
        for other, more_g, more_p in others
        if other == index and g + more_g <= wanted[index][0] and p + more_p <= wanted[index][1]
    )


def _taken(one: Product, start: int, end: int) -> NDArray[np.uint8]:
    """Return some of the hands of a product; the last suit changes quickest."""
    places = np.arange(start, end)
    found = []
    for rows in reversed(one.lists):
        places, here = np.divmod(places, len(rows))
        found.append(rows[here])
    return np.concatenate(found[::-1], axis=1)
