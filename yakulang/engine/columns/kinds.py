"""Kinds of hands and readings as bits, and columns grouped by them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from yakulang.engine.fast.text import Kind

if TYPE_CHECKING:
    from numpy.typing import NDArray

# what may be there stands last, so that groups to be merged are neighbours
TRIPLETS, SELDOM, CLOSED, MELDS, SHAPE = (1 << bit for bit in range(5))
FEW = 4096  # readings that are not worth a function of their own


def grouped(kinds: NDArray[np.int16]) -> list[tuple[int, NDArray[np.intp]]]:
    """Return for each kind the places where it stands, the kinds in order."""
    if not kinds.size:
        return []
    order = np.argsort(kinds, kind="stable")
    ordered = kinds[order]
    ends = np.flatnonzero(ordered[1:] != ordered[:-1]) + 1
    return [(int(kinds[rows[0]]), rows) for rows in np.split(order, ends)]


def ranges(kinds: NDArray[np.int16]) -> list[tuple[int, slice]]:
    """Return where each kind stands in a column that is in order."""
    ends = [*(np.flatnonzero(kinds[1:] != kinds[:-1]) + 1).tolist(), len(kinds)]
    return [(int(kinds[start]), slice(start, end)) for start, end in zip([0, *ends], ends, strict=False) if end]


def merged(parts: list[tuple[int, slice]]) -> list[tuple[int, slice]]:
    """Return kinds of readings, small ones together with those that differ only in what may be there."""
    found: list[tuple[int, slice]] = []
    for bits, part in parts:
        if found:
            before, others = found[-1]
            same = before | TRIPLETS | SELDOM == bits | TRIPLETS | SELDOM
            if same and min(part.stop - part.start, others.stop - others.start) < FEW:
                found[-1] = (before | bits, slice(others.start, part.stop))
                continue
        found.append((bits, part))
    return found


def kind_of_bits(bits: int) -> Kind:
    """Return what is alike in hands or readings with these bits."""
    return Kind(
        closed=bool(bits & CLOSED),
        tsumo=False,  # one function for both methods
        shape=bits // SHAPE,
        triplets=bool(bits & TRIPLETS),
        melds=bool(bits & MELDS),
        seldom=bool(bits & SELDOM),
    )
