"""Words, terms and sources that a file defines and nobody uses, and names that two yaku share."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from yakulang.errors import Label, did_you_mean
from yakulang.rules.lint.subject import warn
from yakulang.rules.nodes import MapNode, Scalar, SeqNode, leaves
from yakulang.rules.typed_names import folded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yakulang.rules.lint.subject import Finding, Subject
    from yakulang.rules.model import YakuRule
    from yakulang.rules.nodes import Node
    from yakulang.source import Span

_WORD = re.compile(r"[a-z][a-z0-9_]*")
_NO_CONDITION = {"name", "examples", "about", "note", "doc", "say", "unknown", "sources", "source", "status", "aliases"}
_WHAT = {"traits": "trait", "terms": "term", "facts": "fact", "words": "word"}


def unused(subject: Subject) -> Iterator[Finding]:
    """YK430: what the file itself defines and no condition of the ruleset uses.

    A file that builds on nothing is the ground for others, so what it defines may be for them.
    """
    root = subject.root
    if subject.file is subject.rulebook.merged.chain[0]:
        return
    used = _mentioned(root.node)
    for section, what in _WHAT.items():
        for name, part in root.children(section):
            if part.span.source != subject.own:
                continue
            if section == "words":
                if any(fact in used for fact in part.texts("fact")):
                    continue
                message = f"no condition asks for what the word `{name}` says: {', '.join(part.texts('fact'))}"
            elif name in used:
                continue
            else:
                message = f"the {what} `{name}` is not used"
            yield warn(f"{section}.{name}", "YK430", message, part.span)


def same_name(subject: Subject) -> Iterator[Finding]:
    """YK417: two yaku have one name, so that nobody can tell which of them a ruling means."""
    seen: dict[tuple[str, str], YakuRule] = {}
    told: set[tuple[str, str]] = set()
    for rule in subject.rulebook.yaku:
        for language, name in rule.names.items():
            other = seen.setdefault((language, folded(name)), rule)
            if other is rule or (rule.id, other.id) in told:
                continue
            told.add((rule.id, other.id))
            path = f"yaku.{rule.id}"
            place = subject.root.at(f"{path}.name.{language}")
            label = Label(subject.root.at(f"yaku.{other.id}.name.{language}"), f"that of `{other.id}`")
            message = f"`{rule.id}` and `{other.id}` have one name: {name}"
            hint = "give each a name of its own; what players call both of them stands under `aliases:`"
            yield warn(path, "YK417", message, place, label, hint=hint)


def _mentioned(root: Node) -> set[str]:
    """Return every word that stands in a value that may be a condition, without that of its own definition."""
    found: set[str] = set()
    for path, leaf in leaves(root):
        parts = path.split(".")
        if _NO_CONDITION.intersection(parts) or parts[-1] == "fact" or not isinstance(leaf, Scalar):
            continue
        own = {parts[-1]} if parts[0] in ("traits", "terms") else set()
        found |= set(_WORD.findall(leaf.text)) - own
    return found


def sources(subject: Subject) -> Iterator[Finding]:
    """YK431 and YK432: sources that are not cited, and citations of what is no source."""
    own = subject.file.root
    listed = own.items.get("sources")
    known = listed.items if isinstance(listed, MapNode) else {}
    cited = list(_cited(own))
    everywhere = {name for name, _ in subject.root.children("sources")}
    for path, item in cited:
        if item.text not in everywhere:
            near = did_you_mean(item.text, everywhere)
            hint = f"did you mean `{near}`?" if near else f"list it: sources: {{{item.text}: {{title: ...}}}}"
            message = f"no source `{item.text}`"
            yield warn(path, "YK432", message, item.span, hint=hint)
    if not cited or not isinstance(listed, MapNode):
        return  # a file may cite in comments
    text = own.span.source.text
    for name in known:
        key = listed.keys[name]
        elsewhere = text[: key.start] + text[key.end :]
        if not re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", elsewhere):
            message = f"the source `{name}` is not cited"
            yield warn("", "YK431", message, key)


def _cited(node: Node, path: str = "") -> Iterator[tuple[str, Scalar]]:
    """Yield what stands under `source`, with the path of its entry."""
    if not isinstance(node, MapNode):
        return
    for key, item in node.items.items():
        inner = f"{path}.{key}" if path else key
        if key == "source" and path:
            items = item.items if isinstance(item, SeqNode) else (item,)
            yield from ((path, one) for one in items if isinstance(one, Scalar))
        elif key != "examples":
            yield from _cited(item, inner)


def grounds(subject: Subject) -> Iterator[Finding]:
    """YK433 and YK434: a stable file without sources, a draft that names nothing unknown."""
    own = subject.file.root
    status = own.items.get("status")
    if not isinstance(status, Scalar):
        return
    if status.text == "draft" and "unknown" not in own.items:
        message = "the file is a draft, but does not say what is unknown"
        hint = "list it under `unknown:`, or write `status: stable`"
        yield warn("", "YK434", message, status.span, hint=hint)
    if status.text != "stable" or "sources" in own.items:
        return
    for place, what in _unsourced(own):
        message = f"the file is stable, but {what} has no source"
        hint = "list where the values are from under `sources:`, or write `status: draft`"
        yield warn("", "YK433", message, place, hint=hint)
        return  # one is enough: the rest has none either


_NO_VALUES = {
    "yakulang", "id", "name", "aliases", "extends", "include", "status", "about", "unknown", "sources",
    "traits", "terms", "facts", "words",
}  # fmt: skip


def _unsourced(own: MapNode) -> Iterator[tuple[Span, str]]:
    for section, node in own.items.items():
        if section in _NO_VALUES:
            continue
        if isinstance(node, SeqNode) and node.items:
            yield node.items[0].span, f"what `{section}` does"
        elif isinstance(node, MapNode):
            for key, item in node.items.items():
                if not any(True for _ in _cited(item, key)):
                    path = key if section == "change" else f"{section}.{key}"
                    yield node.keys[key], f"`{path}`"
        elif isinstance(node, Scalar):
            yield own.keys[section], f"`{section}`"
