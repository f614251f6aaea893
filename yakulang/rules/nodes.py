"""The tree a rule file is read into: values with the place each one was written at."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from yakulang.source import Span

MAX_SEARCHED = 4096  # characters of a text in which a place is looked for


@dataclass(frozen=True, slots=True)
class Scalar:
    """A single value.

    Attributes:
        value: what it is read as: text, a number, true, false or None.
        text: its text, without quotes and with folded lines joined; for a value that is not text, as written.
        span: where it stands; for a plain one-line value exactly its text.
    """

    value: str | int | float | bool | None
    text: str
    span: Span

    def at(self, start: int, end: int) -> Span:
        """Return the place in the file of `text[start:end]`.

        Where text and file differ (escapes, lines joined), the place is found by the words themselves; if they
        stand in the file more or less often than in the text, the whole value is the place.
        """
        raw = self.span.text
        if raw == self.text:
            return self.span.within(start, end)
        if raw[:1] in {"'", '"'} and raw[1:-1] == self.text:
            return self.span.within(start + 1, end + 1)
        return self._found(raw, start, end) or self.span

    def _found(self, raw: str, start: int, end: int) -> Span | None:
        words = self.text[start:end].split()
        if not words or len(self.text) > MAX_SEARCHED:
            return None
        pattern = re.compile(r"\s+".join(map(re.escape, words)))
        here = [match.start() for match in pattern.finditer(self.text)]
        there = list(pattern.finditer(raw))
        if start not in here or len(here) != len(there):
            return None
        return self.span.within(*there[here.index(start)].span())


@dataclass(frozen=True, slots=True)
class MapNode:
    """A mapping: values by key in file order, with the place of each key."""

    items: Mapping[str, Node]
    keys: Mapping[str, Span]
    span: Span


@dataclass(frozen=True, slots=True)
class SeqNode:
    """A list."""

    items: tuple[Node, ...]
    span: Span


Node = Scalar | MapNode | SeqNode


def plain(node: Node) -> Any:
    """Return the node as plain data, without places."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, SeqNode):
        return [plain(item) for item in node.items]
    return {key: plain(item) for key, item in node.items.items()}


def same(one: Node, other: Node) -> bool:
    """Return whether two nodes say the same, wherever they stand; the order of keys is no difference."""
    if isinstance(one, Scalar) and isinstance(other, Scalar):
        return one.value == other.value and type(one.value) is type(other.value)
    if isinstance(one, SeqNode) and isinstance(other, SeqNode):
        return len(one.items) == len(other.items) and all(map(same, one.items, other.items))
    if isinstance(one, MapNode) and isinstance(other, MapNode):
        return one.items.keys() == other.items.keys() and all(same(v, other.items[k]) for k, v in one.items.items())
    return False


def leaves(node: Node, path: str = "") -> Iterator[tuple[str, Scalar | SeqNode]]:
    """Yield every value below a node with its dotted path, in file order; a list is one value."""
    if not isinstance(node, MapNode):
        yield path, node
        return
    for key, item in node.items.items():
        yield from leaves(item, f"{path}.{key}" if path else key)


def find(node: Node, parts: tuple[str, ...]) -> Node | None:
    """Return the node at a path, or None where there is none."""
    for part in parts:
        if not isinstance(node, MapNode) or part not in node.items:
            return None
        node = node.items[part]
    return node


def place(root: MapNode, parts: tuple[str, ...]) -> Span:
    """Return the place that best shows the node at a path: its value, or the key where the value is a mapping.

    A path that does not exist is shown by the nearest mapping around it.
    """
    span = root.span
    node: Node = root
    for part in parts:
        if not isinstance(node, MapNode) or part not in node.items:
            return span
        key = node.keys[part]
        node = node.items[part]
        empty = isinstance(node, MapNode) or node.span.start == node.span.end
        span = key if empty else node.span
    return span
