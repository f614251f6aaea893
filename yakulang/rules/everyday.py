"""What people call things: names in any language, however they are typed, and the mix-ins that a name belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.rules.bundle import bundled_files
from yakulang.rules.listing import listed, names_in, text_in, texts_in
from yakulang.rules.nodes import MapNode, find, leaves
from yakulang.rules.reader import read, read_file
from yakulang.rules.slots import slot
from yakulang.rules.typed_names import folded

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from yakulang.rules.merge import Merged
    from yakulang.rules.nodes import Node

_OF_FILES = {"yakulang", "id", "name", "aliases", "status", "about", "sources", "unknown"}  # no rules


def entries(node: Node, parts: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Node]]:
    """Yield every entry of a ruleset, or of one file of it, with its path."""
    where = slot(parts)
    if not isinstance(node, MapNode) or where is None or where.kind == "value":
        return
    for key, item in node.items.items():
        if where.kind == "entries":
            if parts[0] not in _OF_FILES:
                yield (*parts, key), item
        else:
            yield from entries(item, (*parts, key))


def names_of(entry: Node) -> tuple[str, ...]:
    """Return the names of an entry in all languages."""
    return tuple(filter(None, names_in(entry.items.get("name"), "").values())) if isinstance(entry, MapNode) else ()


def aliases_of(entry: Node) -> tuple[str, ...]:
    """Return what an entry is called beside its names."""
    return texts_in(entry.items.get("aliases")) if isinstance(entry, MapNode) else ()


def mixins_called(asked: str) -> list[str]:
    """Return the bundled mix-ins that have a name, by id."""
    wanted = folded(asked)
    return [
        one.id
        for one in listed()
        if one.mixin and wanted in map(folded, (one.id, one.id.rpartition("/")[2], *one.names.values(), *one.aliases))
    ]


def mixins_with(asked: str, merged: Merged, *, paths: Sequence[str] = (), section: str | None = None) -> list[str]:
    """Return the bundled mix-ins that would give a ruleset what people call so, and that it does not include.

    These are the ones of that name, and those that add an entry of that name, or what is meant by it, where the ruleset
    has none.

    Args:
        asked: a name.
        merged: the ruleset.
        paths: what is meant by it: mix-ins that change it or take it out are found too, and those that state something
            of it where the ruleset has nothing.
        section: where an entry must stand, if not anywhere.
    """
    here = {file.key.removeprefix("bundled:") for file in merged.chain}
    wanted = folded(asked)
    called = mixins_called(asked)
    absent = [path for path in paths if merged.node(path) is None]
    found = []
    for name, path in bundled_files().items():
        if "/" not in name or name in here:
            continue
        root = read(read_file(path, path.name))
        if text_in(root.items.get("extends")) not in here:
            continue  # it is for tables of another kind
        added = ((parts, entry) for parts, entry in entries(root) if section in (None, parts[0]))
        if (
            name in called
            or any(_adds(parts, entry, wanted, merged) for parts, entry in added)
            or any(f"{said}.".startswith(f"{path}.") for said in _changed(root) for path in paths)
            or any(f"{said}.".startswith(f"{path}.") for said, _ in leaves(root) for path in absent)
        ):
            found.append(name)
    return found


def _changed(root: MapNode) -> Iterator[str]:
    """Yield the paths that a file changes or takes out."""
    change = root.items.get("change")
    yield from change.items if isinstance(change, MapNode) else ()
    yield from texts_in(root.items.get("disable"))


def _adds(parts: tuple[str, ...], entry: Node, wanted: str, merged: Merged) -> bool:
    called = map(folded, (parts[-1], *names_of(entry), *aliases_of(entry)))
    return wanted in called and find(merged.tree, parts) is None
