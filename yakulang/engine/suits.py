"""Splitting the tiles of one suit into groups and pairs, every way there is.

The work is done a suit at a time and remembered: the 34 kinds fall apart into four small problems, and the same
nine counts come up again and again.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from yakulang.hand import Meld

SEQUENCE, TRIPLET, QUAD, PAIR = range(4)
GROUP_WORDS = ("sequence", "triplet", "quad", "pair")
SIZES = {SEQUENCE: 3, TRIPLET: 3, PAIR: 2}  # tiles of a concealed group

Split = tuple[tuple[int, int], ...]  # (lowest kind, SEQUENCE | TRIPLET | PAIR), in tile order


def meld_word(meld: Meld) -> str:
    """Return the word for what a meld is."""
    return GROUP_WORDS[SEQUENCE if meld.type == "chii" else QUAD if meld.is_kan else TRIPLET]


@cache
def split_suit(counts: tuple[int, ...], pairs: int, first: int) -> tuple[Split, ...]:
    """Return every way to split the counts of one suit into groups of three and exactly `pairs` pairs.

    Args:
        counts: how many of each rank, nine numbers (seven for honors).
        pairs: how many pairs there must be.
        first: the kind of the suit's lowest tile; 27 are the honors, which make no sequences.
    """
    tiles = sum(counts)
    if tiles < 2 * pairs or (tiles - 2 * pairs) % 3:
        return ()
    return tuple(sorted({tuple(sorted(split)) for split in _split(list(counts), pairs, first, 0)}))


def _split(counts: list[int], pairs: int, first: int, rank: int) -> Iterator[Split]:
    while rank < len(counts) and counts[rank] == 0:
        rank += 1
    if rank == len(counts):
        if pairs == 0:
            yield ()
        return
    low = first + rank
    for size, kind in ((3, TRIPLET), (2, PAIR)):
        if counts[rank] >= size and (kind == TRIPLET or pairs):
            counts[rank] -= size
            for rest in _split(counts, pairs - (kind == PAIR), first, rank):
                yield ((low, kind), *rest)
            counts[rank] += size
    if first < 27 and rank < 7 and counts[rank + 1] and counts[rank + 2]:
        for offset in range(3):
            counts[rank + offset] -= 1
        for rest in _split(counts, pairs, first, rank):
            yield ((low, SEQUENCE), *rest)
        for offset in range(3):
            counts[rank + offset] += 1


def split_hand(counts: Sequence[int], groups: int, pairs: int) -> list[Split]:
    """Return every way to split 34 counts into that many groups of three and pairs, in tile order."""
    suits = [tuple(counts[first : first + 9]) for first in (0, 9, 18, 27)]
    tiles = [sum(suit) for suit in suits]
    if sum(tiles) != 3 * groups + 2 * pairs:
        return []
    found: list[Split] = []
    for share in _pair_shares(tiles, pairs):
        parts = [split_suit(suit, share[i], 9 * i) for i, suit in enumerate(suits)]
        if all(parts):
            found += [a + b + c + d for a, b, c, d in product(*parts)]
    return found


def _pair_shares(tiles: Sequence[int], pairs: int) -> Iterator[tuple[int, ...]]:
    """Yield how many pairs each suit can give, so that groups of three remain."""
    if not tiles:
        if pairs == 0:
            yield ()
        return
    for here in range(pairs + 1):
        if 2 * here <= tiles[0] and (tiles[0] - 2 * here) % 3 == 0:
            for rest in _pair_shares(tiles[1:], pairs - here):
                yield (here, *rest)
