"""Single yaku of a mix-in: `include: [{local/x: [yaku]}]` takes those alone, each with what its condition needs.

A yaku is picked by itself, as if it stood in a file of its own, so that several files may pick from one. With it come
the entries of its file that its conditions name, in turn, and what the file says about the facts among them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic, RuleError, did_you_mean
from yakulang.rules.nodes import MapNode, Node, Scalar, leaves

if TYPE_CHECKING:
    from collections.abc import Iterator

YAKU = "yaku"
NEEDED = ("traits", "terms", "facts", "shapes", "limits")  # what conditions name
ABOUT = ("words", "impossible", "forbidden")  # what is said about facts
KEPT = ("yakulang", "id", "name", "aliases", "extends", "instead_of", "status", "about", "sources")
LEFT = ("include", "unknown")  # what concerns the other yaku of the file

_WORD = re.compile(r"[a-z][a-z0-9_]*")


def yaku_of(root: MapNode) -> tuple[str, ...]:
    """Return the yaku that stand in a file."""
    return tuple(_section(root, YAKU))


def picked(root: MapNode, name: Scalar, shown: str) -> MapNode:
    """Return a rule file with one of its yaku and what that needs.

    Args:
        root: the file, in normal form.
        name: the yaku.
        shown: what messages call the file.

    Raises:
        RuleError: it has no such yaku, or says more than what yaku are.
    """
    known = yaku_of(root)
    if name.text not in known:
        hint = _other(root, name.text, known, shown)
        raise RuleError([Diagnostic("YK333", f"`{shown}` has no yaku `{name.text}`", name.span, hint=hint)])
    more = next((key for key in root.items if key not in (YAKU, *NEEDED, *ABOUT, *KEPT, *LEFT)), None)
    if more is not None:
        message = f"`{shown}` is included as a whole: it has `{more}:` beside its yaku"
        raise RuleError([Diagnostic("YK334", message, name.span, hint=f"write `{shown}` alone")])
    wanted = _needed(root, name.text)
    items: dict[str, Node] = {}
    for key, node in root.items.items():
        if key in KEPT:
            items[key] = node
        elif isinstance(node, MapNode) and (chosen := [entry for entry in node.items if (key, entry) in wanted]):
            items[key] = MapNode({entry: node.items[entry] for entry in chosen}, node.keys, node.span)
    return MapNode(items, root.keys, root.span)


def _other(root: MapNode, name: str, known: tuple[str, ...], shown: str) -> str:
    """Return what may have been meant by a yaku that does not stand in a file."""
    if near := did_you_mean(name, known):
        return f"did you mean `{near}`?"
    if "include" in root.items:
        return f"take it of the file in which it stands: `{shown}` includes others"
    return f"it has {', '.join(known)}" if known else f"write `{shown}` alone"


def _needed(root: MapNode, yaku: str) -> set[tuple[str, str]]:
    """Return the entries that go with a yaku, itself included, each by its section and id."""
    wanted = {(YAKU, yaku)}
    open_ = [_section(root, YAKU)[yaku]]
    while open_:
        words = set(_words(open_.pop()))
        facts = words & _section(root, "facts").keys()
        found = [(section, key) for section in NEEDED for key in _section(root, section) if key in words]
        found += [
            (section, key)
            for section in ABOUT
            for key, node in _section(root, section).items()
            if facts & set(_words(node))
        ]
        for entry in found:
            if entry not in wanted:
                wanted.add(entry)
                open_.append(_section(root, entry[0])[entry[1]])
    return wanted


def _section(root: MapNode, name: str) -> dict[str, Node]:
    node = root.items.get(name)
    return dict(node.items) if isinstance(node, MapNode) else {}


def _words(node: Node) -> Iterator[str]:
    """Yield the words of an entry that may name another: those of its conditions, its limit, its facts."""
    for path, leaf in leaves(node):
        if path.split(".")[0] not in {"name", "examples", "doc", "say", "note", "about", "redundant", "allow"}:
            for item in (leaf,) if isinstance(leaf, Scalar) else leaf.items:
                yield from _WORD.findall(item.text) if isinstance(item, Scalar) else ()
