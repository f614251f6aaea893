"""Making one ruleset of another: a rule file that extends the one and changes just what differs to what the other says.

What the overview shows as different is all that is changed, so that the file is equal to the other ruleset only if
nothing else matters.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from yakulang.rules.draft import is_entry
from yakulang.rules.nodes import find, plain
from yakulang.rules.overview import differences
from yakulang.rules.slots import slot

if TYPE_CHECKING:
    from collections.abc import Iterable

    from yakulang.rules.merge import Merged
    from yakulang.rules.nodes import Node

Parts = tuple[str, ...]


def differing(one: Merged, other: Merged) -> list[str]:
    """Return the paths at which two rulesets are shown as different."""
    return [difference.path for difference in differences(other, one)]


def transplanted(one: Merged, other: Merged, paths: Iterable[str], name: str) -> str:
    """Return a rule file that extends a bundled ruleset and says at some paths what another says.

    Args:
        one: the bundled ruleset that is extended.
        other: says what stands at the paths.
        paths: some of those that `differing` gives.
        name: the id of the file.
    """
    change: dict[str, Any] = {}
    disable: list[str] = []
    sections: dict[str, Any] = {}
    for path in paths:
        parts = _stated(one, other, tuple(path.split(".")))
        value = find(other.tree, parts)
        where = ".".join(parts)
        if value is None:
            if is_entry(parts):
                disable += [where] if where not in disable else []
            elif not _ousted(other, parts):
                change[where] = "none"
        elif find(one.tree, parts) is not None or not (len(parts) == 1 or is_entry(parts)):
            change[where] = plain(value)
        else:
            _put(sections, parts, value)
    lines = ["yakulang: 1", f"id: {name}", f"extends: {one.chain[-1].id}"]
    if disable:
        lines.append(f"disable: {json.dumps(disable)}")
    lines += [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in sections.items()]
    if change:
        lines += ["change:", *(f"  {key}: {json.dumps(v, ensure_ascii=False)}" for key, v in change.items())]
    return "\n".join(lines) + "\n"


def _stated(one: Merged, other: Merged, parts: Parts) -> Parts:
    """Return the path at which something can be stated: a whole value, and not below what one of them has not."""
    for length in range(1, len(parts)):
        outer = parts[:length]
        where = slot(outer)
        if where is not None and where.whole:
            return outer
        section = where is not None and where.kind == "entries"
        if not section and (find(one.tree, outer) is None or find(other.tree, outer) is None):
            return outer
    return parts


def _ousted(other: Merged, parts: Parts) -> bool:
    """Return whether a field goes because another takes its place, of those of which one only may be there."""
    around = slot(parts[:-1])
    rivals = around.one_of if around is not None and parts[-1] in around.one_of else ()
    return any(find(other.tree, (*parts[:-1], name)) is not None for name in rivals)


def _put(sections: dict[str, Any], parts: Parts, value: Node) -> None:
    inner = sections
    for part in parts[:-1]:
        inner = inner.setdefault(part, {})
    inner[parts[-1]] = plain(value)
