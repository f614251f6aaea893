"""Walking over checked conditions: which yaku, flags and nouns they mention."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from yakulang.lang import typed
from yakulang.lang.vocabulary import FACTS, MARK_OF

if TYPE_CHECKING:
    from collections.abc import Iterator

_NODES = (typed.Condition, typed.Number, typed.Adjective, typed.Members, typed.Item)


def walk(node: Any) -> Iterator[Any]:
    """Yield a node and everything in it, what terms and traits stand for included."""
    yield node
    for name in (f.name for f in fields(node)):
        value = getattr(node, name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, _NODES):
                yield from walk(part)


def asks_for(node: Any, noun: str) -> bool:
    """Return whether a phrase, if there is one, counts the members of a noun."""
    return node is not None and any(isinstance(part, typed.Members) and part.noun.name == noun for part in walk(node))


def names_mark(node: Any, mark: int) -> bool:
    """Return whether a phrase, if there is one, tells tiles with a mark from others."""
    return node is not None and any(
        (isinstance(part, typed.BuiltIn) and MARK_OF.get(part.name) == mark)
        or (isinstance(part, typed.InList) and any(mark == own for _, _, own in part.tiles.entries))
        or (isinstance(part, typed.Item) and part.mark == mark)
        for part in walk(node)
    )


@dataclass(frozen=True, slots=True)
class Extent:
    """How many parts a condition has, and how many of them stand within each other."""

    parts: int
    depth: int


def extent_of(node: Any, known: dict[int, Extent]) -> Extent:
    """Return how large a condition is with all that its terms and traits stand for.

    What a term or trait stands for is measured once and kept in `known` by its identity: a chain of terms that
    double in size is measured, not walked.
    """
    if isinstance(node, typed.Term | typed.NumberTerm | typed.Trait):
        key = id(node.means)
        if key not in known:
            known[key] = extent_of(node.means, known)
        return Extent(1 + known[key].parts, 1 + known[key].depth)
    parts, depth = 1 + (_ways(node) if isinstance(node, typed.Contain) else 0), 0
    for name in (f.name for f in fields(node)):
        value = getattr(node, name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, _NODES):
                inner = extent_of(part, known)
                parts, depth = parts + inner.parts, max(depth, inner.depth)
    return Extent(parts, depth + 1)


def _ways(node: typed.Contain) -> int:
    """Return what `contain` weighs: the ways its letters can stand, times the sets of items that can compete."""
    suits = (1, 3, 6, 6)[node.suit_letters]
    classes = len({frozenset(getattr(word, "name", "") for word in item.adjectives) for item in node.items})
    ways: int = suits * 9 ** len(node.rank_letters) * len(node.items) * (2**classes - 1)
    return ways // 4


def held_in(node: Any) -> set[str]:
    """Return the yaku that `held(...)` names."""
    return {part.yaku for part in walk(node) if isinstance(part, typed.Held)}


def flags_in(node: Any) -> set[str]:
    """Return the flags that a condition asks."""
    return {part.name for part in walk(node) if isinstance(part, typed.Flag)}


def counts_copies(node: Any) -> bool:
    """Return whether a condition counts copies of the winning kind."""
    numbers = (part.name for part in walk(node) if isinstance(part, typed.NumberFact))
    return any(name in FACTS and FACTS[name].layer == "tiles" for name in numbers)
