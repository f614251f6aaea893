"""Where in a written part of a score sheet a field stands: it is read again, and only where something is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.errors import RuleError
from yakulang.rules.nodes import MapNode, SeqNode
from yakulang.rules.reader import read_node
from yakulang.source import Source, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yakulang.rules.nodes import Node


def value_place(span: Span, name: str) -> Span:
    """Return the place of the value of the field of a name, or of the whole where there is none, or several."""
    found = [value for _, value in _fields(span, name)]
    return found[0] if len(found) == 1 else span


def key_place(span: Span, name: str) -> Span:
    """Return the place of the name of a field, or of the whole where there is none, or several."""
    found = [key for key, _ in _fields(span, name)]
    return found[0] if len(found) == 1 else span


def _fields(span: Span, name: str) -> Iterator[tuple[Span, Span]]:
    """Yield the places of the names and values of the fields of a name."""
    margin = " " * (span.column - 1)  # its first line is not indented less than the others
    read = Source(span.source.name, margin + span.text)

    def placed(inner: Span) -> Span:
        moved = span.start - len(margin)
        return Span(span.source, moved + inner.start, moved + inner.end)

    try:
        node = read_node(read)
    except RuleError:
        return  # it stood in something else
    for key, value in _named(node, name):
        yield placed(key), placed(value if value.start < value.end else key)


def _named(node: Node | None, name: str) -> Iterator[tuple[Span, Span]]:
    if isinstance(node, MapNode):
        if name in node.items:
            yield node.keys[name], node.items[name].span
        for inner in node.items.values():
            yield from _named(inner, name)
    elif isinstance(node, SeqNode):
        for inner in node.items:
            yield from _named(inner, name)
