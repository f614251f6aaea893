"""The bundled rulesets as their own files describe them, without merging anything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from yakulang.rules.bundle import bundled_files, rulesets_folder
from yakulang.rules.nodes import MapNode, Node, Scalar, SeqNode
from yakulang.rules.reader import read, read_file

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Listed:
    """A bundled ruleset as its own file describes it; `players` may come from a file it extends.

    `mixin`: it stands in a folder of its own, to be included by others.
    """

    id: str
    names: Mapping[str, str]
    status: str | None
    players: int | None
    extends: str | None
    aliases: tuple[str, ...]
    file: str
    mixin: bool


def listed() -> list[Listed]:
    """Return every bundled ruleset. Only the files themselves are read."""
    folder = rulesets_folder()
    roots = {name: read(read_file(path, path.name)) for name, path in bundled_files().items()}
    found = []
    for name, root in roots.items():
        file = bundled_files()[name].relative_to(folder).as_posix()
        players = _inherited("players", name, roots)
        found.append(
            Listed(
                id=name,
                names=names_in(root.items.get("name"), name),
                status=text_in(root.items.get("status")),
                players=int(players) if players else None,
                extends=text_in(root.items.get("extends")),
                aliases=texts_in(root.items.get("aliases")),
                file=file,
                mixin="/" in name,
            )
        )
    return found


def _inherited(field: str, name: str, roots: Mapping[str, MapNode]) -> str | None:
    for _ in roots:
        if name not in roots:
            return None
        value = text_in(_set_in(field, roots[name]))
        if value is not None:
            return value
        name = text_in(roots[name].items.get("extends")) or ""
    return None


def _set_in(field: str, root: MapNode) -> Node | None:
    """Return the value that a file gives a field, in its section or as a change."""
    changes = root.items.get("change")
    changed = changes.items.get(field) if isinstance(changes, MapNode) else None
    return changed or root.items.get(field)


def text_in(node: Node | None) -> str | None:
    """Return the text of a single value, or None."""
    return node.text if isinstance(node, Scalar) else None


def texts_in(node: Node | None) -> tuple[str, ...]:
    """Return the texts of a list; a single value is a list of one."""
    items = node.items if isinstance(node, SeqNode) else (node,)
    return tuple(item.text for item in items if isinstance(item, Scalar))


def names_in(node: Node | None, otherwise: str) -> Mapping[str, str]:
    """Return names by language; a single one is English."""
    if isinstance(node, MapNode):
        return {key: item.text for key, item in node.items.items() if isinstance(item, Scalar)}
    return {"en": text_in(node) or otherwise}
