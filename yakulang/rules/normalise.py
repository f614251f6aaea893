"""One form for what may be written in several ways, so that a path means the same whatever the author wrote.

`han: 2` becomes `{closed: 2, open: 2}`, a name without a language becomes the English one, `yes` and `no` become
true and false where nothing else is wanted, a single fact or source becomes a list of one, sentences of `unknown`
get ids, and marked tiles are named by their kind (`0m` and `r5m` are `5m`). What is made keeps the place it came from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic, Label, RuleError
from yakulang.rules.nodes import MapNode, Node, Scalar, SeqNode
from yakulang.rules.slots import root_slot, slot
from yakulang.tiles import MARK_BY_LETTER

if TYPE_CHECKING:
    from collections.abc import Callable

    from yakulang.rules.slots import Slot
    from yakulang.source import Span


def normalise(root: MapNode) -> MapNode:
    """Return a rule file in its normal form, the new values of its `change` included.

    Raises:
        RuleError: one thing is written in two ways, e.g. a red five as `0m` and as `5m`.
    """
    node = _normal(_with_ids(root), root_slot())
    change = root.items.get("change")
    if not isinstance(node, MapNode) or not isinstance(change, MapNode):
        return node if isinstance(node, MapNode) else root
    items: dict[str, Node] = {}
    keys: dict[str, Span] = {}
    for key, item in change.items.items():
        parts = tuple(key.split("."))
        around, found = slot(parts[:-1]), slot(parts)
        path = ".".join((*parts[:-1], _kind(parts[-1]))) if around is not None and around.form == "by_tile" else key
        items[path] = _normal(item, found) if found is not None and not removes(item) else item
        keys[path] = change.keys[key]
    return MapNode({**node.items, "change": MapNode(items, keys, change.span)}, node.keys, node.span)


def _with_ids(root: MapNode) -> MapNode:
    """Give ids to the sentences of a list under `unknown`, other ones in every file: `friday-table-1`."""
    unknown, own = root.items.get("unknown"), root.items.get("id")
    if not isinstance(unknown, SeqNode) or not isinstance(own, Scalar):
        return root
    items = {f"{own.text}-{number}": item for number, item in enumerate(unknown.items, start=1)}
    named = MapNode(items, {key: item.span for key, item in items.items()}, unknown.span)
    return MapNode({**root.items, "unknown": named}, root.keys, root.span)


def removes(node: Node) -> bool:
    """Return whether the new value of a `change` takes the old one away."""
    return isinstance(node, Scalar) and node.value == "none"


def _normal(node: Node, where: Slot) -> Node:
    if where.form is not None:
        node = _FORMS[where.form](node)
    if not isinstance(node, MapNode):
        return node
    changed = {}
    for key, item in node.items.items():
        found = where.child(key)
        if found is not None:
            normal = _normal(item, found)
            if normal is not item:
                changed[key] = normal
    return MapNode({**node.items, **changed}, node.keys, node.span) if changed else node


def _by_language(node: Node) -> Node:
    if isinstance(node, Scalar) and node.value is not None:
        return MapNode({"en": node}, {"en": node.span}, node.span)
    return node


def _by_hand(node: Node) -> Node:
    if isinstance(node, Scalar) and isinstance(node.value, int) and not isinstance(node.value, bool):
        return MapNode({"closed": node, "open": node}, {"closed": node.span, "open": node.span}, node.span)
    return node


def _flag(node: Node) -> Node:
    if isinstance(node, Scalar) and node.value in {"yes", "no"}:
        return Scalar(node.value == "yes", node.text, node.span)
    return node


def _list(node: Node) -> Node:
    if isinstance(node, Scalar) and node.value is not None:
        return SeqNode((node,), node.span)
    return node


def _by_tile(node: Node) -> Node:
    if not isinstance(node, MapNode):
        return node
    names: dict[str, str] = {}
    for key in node.items:
        kind = _kind(key)
        if kind in names:
            first = Label(node.keys[names[kind]], "the first")
            message = f"`{key}` and `{names[kind]}` are the same tile"
            raise RuleError([Diagnostic("YK105", message, node.keys[key], hint="keep one of the two", labels=(first,))])
        names[kind] = key
    items = {kind: node.items[key] for kind, key in names.items()}
    return MapNode(items, {kind: node.keys[key] for kind, key in names.items()}, node.span)


def _kind(tile: str) -> str:
    return (tile[1:] if tile[:1] in MARK_BY_LETTER else tile).replace("0", "5")


_FORMS: dict[str, Callable[[Node], Node]] = {
    "by_language": _by_language,
    "by_hand": _by_hand,
    "flag": _flag,
    "list": _list,
    "by_tile": _by_tile,
}
