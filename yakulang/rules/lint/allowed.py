"""`allow:` beside an entry: warnings that are meant so, each with the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic
from yakulang.rules.nodes import MapNode

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from yakulang.rules.lint.subject import Finding, Subject
    from yakulang.rules.nodes import Node
    from yakulang.source import Span


def allowed(subject: Subject, findings: Sequence[Finding]) -> list[Diagnostic]:
    """Return the findings that no entry allows, each once, and what is allowed for nothing (YK445)."""
    allowing = {(path, code): span for path, code, span in _allowing(subject.root.node)}
    used = {(finding.path, finding.diagnostic.code) for finding in findings}
    kept = [finding.diagnostic for finding in findings if (finding.path, finding.diagnostic.code) not in allowing]
    for (path, code), span in allowing.items():
        if (path, code) not in used and span.source == subject.own:
            message = f"`{path}` gives no warning {code}, so there is nothing to allow"
            kept.append(Diagnostic("YK445", message, span, hint="remove the line", severity="warning"))
    found: dict[tuple[str, Span | None], Diagnostic] = {}
    for diagnostic in kept:  # a term that is used twice is told once
        found.setdefault((diagnostic.code, diagnostic.span), diagnostic)
    return list(found.values())


def _allowing(node: Node, path: str = "") -> Iterator[tuple[str, str, Span]]:
    if not isinstance(node, MapNode):
        return
    for key, item in node.items.items():
        if key == "allow" and path and isinstance(item, MapNode):
            yield from ((path, code, item.keys[code]) for code in item.items)
        elif key != "examples":
            yield from _allowing(item, f"{path}.{key}" if path else key)
