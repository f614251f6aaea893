"""Reading values out of a merged tree: by dotted path, with the place of each."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic, RuleError
from yakulang.fixed import Fixed
from yakulang.lang.scope import Written
from yakulang.rules.model import Share, Valued
from yakulang.rules.nodes import MapNode, Node, Scalar, SeqNode, find, place

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from yakulang.rules.merge import Merged
    from yakulang.source import Span


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a merged ruleset: a node, its path, and the place to show for it."""

    node: Node
    path: tuple[str, ...]
    span: Span
    merged: Merged

    def get(self, path: str) -> Node | None:
        """Return the node at a path below this part, or None."""
        return find(self.node, tuple(path.split(".")))

    def has(self, path: str) -> bool:
        """Return whether there is something at a path."""
        return self.get(path) is not None

    def at(self, path: str) -> Span:
        """Return the place of a value below this part, or of the nearest thing around it."""
        if not isinstance(self.node, MapNode):
            return self.span
        return place(self.node, tuple(path.split("."))) if self.has(path) else self.span

    def children(self, path: str) -> Iterator[tuple[str, Part]]:
        """Yield the entries of a mapping, in file order."""
        node = self.get(path)
        if isinstance(node, MapNode):
            for key, child in node.items.items():
                yield key, Part(child, (*self.path, *path.split("."), key), node.keys[key], self.merged)

    def part(self, key: str) -> Part | None:
        """Return the entry of that key, or None."""
        if isinstance(self.node, MapNode) and key in self.node.items:
            return Part(self.node.items[key], (*self.path, key), self.node.keys[key], self.merged)
        return None

    def text(self, path: str) -> str:
        """Return a text."""
        return self._scalar(path).text

    def texts(self, path: str) -> tuple[str, ...]:
        """Return a list of texts; a single value is a list of one; nothing is an empty list."""
        node = self.get(path)
        if isinstance(node, SeqNode):
            return tuple(item.text for item in node.items if isinstance(item, Scalar))
        return (node.text,) if isinstance(node, Scalar) else ()

    def deciding(self, *paths: str) -> Span:
        """Return the place of the value that a later file changed, or of the first of them."""
        for path in paths:
            if ".".join((*self.path, *path.split("."))) in self.merged.history:
                return self.at(path)
        return self.at(paths[0])

    def item_span(self, path: str, index: int) -> Span:
        """Return the place of one item of a list."""
        node = self.get(path)
        return node.items[index].span if isinstance(node, SeqNode) else self.at(path)

    def number(self, path: str) -> int:
        """Return a whole number."""
        value = self._scalar(path).value
        if isinstance(value, int):
            return value
        raise RuleError([Diagnostic("YK361", f"`{path}` is a whole number", self.at(path))])

    def valued(self, path: str) -> Valued:
        """Return a whole number with its place."""
        return Valued(self.number(path), self.at(path))

    def share(self, path: str) -> Share:
        """Return a share, whole or a fraction like `1/2`, with its place."""
        text, span = self.text(path), self.at(path)
        try:
            return Share(Fraction(text), span)
        except (ValueError, ZeroDivisionError):
            raise RuleError([Diagnostic("YK366", f"`{text}` is no share", span, hint="1 or 1/2")]) from None

    def maybe(self, path: str) -> Valued | None:
        """Return a whole number with its place, or None where there is none."""
        return self.valued(path) if self.has(path) else None

    def written(self, path: str) -> Written:
        """Return a condition as it was written."""
        scalar = self._scalar(path)
        return Written(scalar.text, scalar.at)

    def names(self, path: str, default: str) -> Mapping[str, str]:
        """Return names by language; English is the id where there is none."""
        node = self.get(path)
        names = {"en": default}
        if isinstance(node, MapNode):
            names |= {key: item.text for key, item in node.items.items() if isinstance(item, Scalar)}
        elif isinstance(node, Scalar):
            names["en"] = node.text
        return Fixed(names)

    def _scalar(self, path: str) -> Scalar:
        node = self.get(path)
        if isinstance(node, Scalar):
            return node
        raise RuleError([self.missing(path)])

    def missing(self, path: str) -> Diagnostic:
        """Return the diagnostic for a value that a ruleset can't be without; the place took it out, if one did."""
        parts = (*self.path, *path.split("."))
        whole = ".".join(parts)
        for length in range(len(parts), 0, -1):
            if taken := self.merged.removed.get(".".join(parts[:length])):
                return Diagnostic("YK362", f"a ruleset can't be without `{whole}`", taken, hint="remove the line")
        return Diagnostic("YK362", f"`{whole}` is missing", self.span)
