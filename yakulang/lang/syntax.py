"""What a condition says, as it was written: an untyped tree with the place of every word.

The parser makes it; the checker turns it into the typed tree of `typed.py` and never changes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from yakulang.source import Span


@dataclass(frozen=True, slots=True)
class Node:
    """A piece of a condition."""

    span: Span


@dataclass(frozen=True, slots=True)
class Word(Node):
    """A name whose meaning the checker finds: a flag, a term, a trait, a number, a choice."""

    name: str


@dataclass(frozen=True, slots=True)
class TileSet(Node):
    """A tile list, `19mps1234567z`; suit letters a b c may stand for suits."""

    text: str


@dataclass(frozen=True, slots=True)
class WithTiles(Node):
    """`with 19mps`: some tile of the group is in the list."""

    text: str


@dataclass(frozen=True, slots=True)
class Integer(Node):
    """A whole number."""

    value: int


@dataclass(frozen=True, slots=True)
class Paren(Node):
    """Something in parentheses."""

    inner: Node


@dataclass(frozen=True, slots=True)
class AllOf(Node):
    """Parts joined by `and`."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class AnyOf(Node):
    """Parts joined by `or`."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Negate(Node):
    """`not` before a phrase."""

    part: Node


@dataclass(frozen=True, slots=True)
class Compare(Node):
    """Two numbers compared; `operator` is one of == != < <= > >=."""

    operator: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Is(Node):
    """`CHOICE is VALUE`, `CHOICE is not VALUE`."""

    subject: Word
    value: Node
    negated: bool


@dataclass(frozen=True, slots=True)
class Collection(Node):
    """Adjectives before a plural noun."""

    adjectives: tuple[Node, ...]
    noun: str
    noun_span: Span


@dataclass(frozen=True, slots=True)
class Quantity(Node):
    """`any`, `no`, `exactly N`, `at least N`, `at most N` of a collection."""

    quantifier: str
    number: int
    collection: Collection


@dataclass(frozen=True, slots=True)
class Every(Node):
    """`all C are A`."""

    collection: Collection
    value: Node


@dataclass(frozen=True, slots=True)
class Item(Node):
    """One thing after `contain`: adjectives, then a tile list or a spot, perhaps with a kind of group before it."""

    adjectives: tuple[Word, ...]
    kind: str | None
    spot: str | None
    tiles: str | None


@dataclass(frozen=True, slots=True)
class Contain(Node):
    """`C contain I J K`."""

    collection: Collection
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Arithmetic(Node):
    """Two numbers joined by + - * or ^."""

    operator: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Tally(Node):
    """`count(C)` or `sum(C)`."""

    function: str
    collection: Collection


@dataclass(frozen=True, slots=True)
class YakuRef(Node):
    """`held(Y)` or `awarded(Y)`."""

    function: str
    yaku: str
    yaku_span: Span
