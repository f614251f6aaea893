"""The rule files that make up one ruleset: what each extends and includes, loops refused."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic, Label, RuleError
from yakulang.rules.nodes import MapNode, Node, Scalar, SeqNode

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from yakulang.source import Source

MAX_FILES = 32


@dataclass(frozen=True, slots=True)
class RuleFile:
    """A rule file that was read.

    Attributes:
        key: what tells it from every other file.
        source: its text.
        root: its content in normal form.
        folder: where the files lie that it may name, or None where it may name none.
    """

    key: str
    source: Source
    root: MapNode
    folder: Path | None = None

    @property
    def id(self) -> str:
        """The id it gives itself."""
        node = self.root.items.get("id")
        return node.text if isinstance(node, Scalar) else self.source.name


if TYPE_CHECKING:
    Finder = Callable[[RuleFile, Scalar], RuleFile]  # the file that a file names; raises RuleError


@dataclass(slots=True)
class Family:
    """A rule file and all it builds on.

    Attributes:
        bases: for each file the one it extends.
        includes: for each file the mix-ins it names, with the place.
        lineage: for each file the keys of itself and of the mix-ins it includes, directly or not.
        looked_for: how many names were looked for, found or not.
    """

    bases: dict[str, RuleFile] = field(default_factory=dict)
    includes: dict[str, tuple[tuple[Scalar, RuleFile], ...]] = field(default_factory=dict)
    lineage: dict[str, frozenset[str]] = field(default_factory=dict)
    looked_for: int = 1


def gather(entry: RuleFile, find_file: Finder) -> Family:
    """Read all that a rule file builds on.

    Raises:
        RuleError: a file can't be read or found, or extends or includes itself; all such problems are listed.
    """
    family = Family()
    problems: list[Diagnostic] = []
    _visit(entry, find_file, family, problems, [entry])
    if problems:
        raise RuleError(dict.fromkeys(problems))  # a file that two others name is told once
    return family


def _visit(
    file: RuleFile, find_file: Finder, family: Family, problems: list[Diagnostic], chain: list[RuleFile]
) -> None:
    family.includes[file.key] = ()
    family.lineage[file.key] = frozenset({file.key})
    included: list[tuple[Scalar, RuleFile]] = []
    references = [(name, True) for name in _names(file.root.items.get("extends"), Scalar)]
    references += [(name, False) for name in _names(file.root.items.get("include"), SeqNode)]
    for place, (name, is_base) in enumerate(references):
        if family.looked_for >= MAX_FILES:
            message, left = f"one ruleset is built from at most {MAX_FILES} files", len(references) - place
            message += f"; {left:,} more are named here" if left > 1 else ""
            problems.append(Diagnostic("YK321", message, name.span))
            break
        family.looked_for += 1
        try:
            found = find_file(file, name)
        except RuleError as error:
            problems += error.diagnostics
            continue
        keys = [link.key for link in chain]
        if found.key in keys:
            loop = [link.source.name for link in chain[keys.index(found.key) :]]
            way = " -> ".join([*loop, loop[0]])
            verb = "extends" if is_base else "includes"
            message = f"`{file.source.name}` {verb} what is built on it: {way}"
            problems.append(Diagnostic("YK320", message, name.span, hint="break the loop at one of these files"))
            continue
        if found.key not in family.lineage:
            _visit(found, find_file, family, problems, [*chain, found])
        if is_base:
            family.bases[file.key] = found
        elif any(found.key == other.key for _, other in included):
            first = next(place.span for place, other in included if other.key == found.key)
            problems.append(
                Diagnostic("YK330", f"`{name.text}` is included twice", name.span, labels=(Label(first, "the first"),))
            )
        else:
            included.append((name, found))
            family.lineage[file.key] |= family.lineage[found.key]
    family.includes[file.key] = tuple(included)


def _names(node: Node | None, wanted: type[Scalar | SeqNode]) -> list[Scalar]:
    """Return the files named in a field, each once. What is no name, or stands in no list, the schema tells."""
    items = node.items if isinstance(node, SeqNode) else (node,)
    texts = [item for item in items if isinstance(item, Scalar) and isinstance(item.value, str) and item.value]
    return list({item.text: item for item in reversed(texts)}.values())[::-1] if isinstance(node, wanted) else []
