"""The rule files that make up one ruleset: what each extends and includes, loops refused."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic, Label, RuleError
from yakulang.rules.nodes import MapNode, Node, Scalar, SeqNode
from yakulang.rules.pick import picked, yaku_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from yakulang.source import Source

MAX_FILES = 64
MAX_TAKEN = 256  # yaku of files that are not included as a whole


@dataclass(frozen=True, slots=True)
class RuleFile:
    """A rule file that was read.

    Attributes:
        key: what tells it from every other file.
        source: its text.
        root: its content in normal form.
        folder: where the files lie that it may name, or None where it may name none.
        picked: of a file from which single yaku are taken, the one that this part of it holds.
        beside: and all yaku of that file.
    """

    key: str
    source: Source
    root: MapNode
    folder: Path | None = None
    picked: Scalar | None = None
    beside: frozenset[str] = frozenset()

    @property
    def id(self) -> str:
        """The id it gives itself."""
        node = self.root.items.get("id")
        return node.text if isinstance(node, Scalar) else self.source.name

    @property
    def whole(self) -> str:
        """The key of the whole file, of which this may be a part."""
        return self.key if self.picked is None else self.key.removesuffix(_part_key(self.picked))

    def pick(self, yaku: Scalar, shown: str) -> RuleFile:
        """Return the part of the file that holds one of its yaku.

        Raises:
            RuleError: there is no such yaku, or the file says more than what yaku are.
        """
        root = picked(self.root, yaku, shown)
        beside = frozenset(yaku_of(self.root))
        return replace(self, key=self.key + _part_key(yaku), root=root, picked=yaku, beside=beside)


def _part_key(yaku: Scalar) -> str:
    return f"#{yaku.text}"


if TYPE_CHECKING:
    Finder = Callable[[RuleFile, Scalar], RuleFile]  # the file that a file names; raises RuleError


@dataclass(slots=True)
class Family:
    """A rule file and all it builds on.

    Attributes:
        bases: for each file the one it extends.
        includes: for each file the mix-ins it names, with the place; one of which single yaku are taken, in parts.
        lineage: for each file the keys of itself and of the mix-ins it includes, directly or not.
        looked_for: how many names were looked for, found or not.
        known: what was found by folder and name: a file that many build on is looked for once.
        taken: how many yaku were taken of files that are not included as a whole.
    """

    bases: dict[str, RuleFile] = field(default_factory=dict)
    includes: dict[str, tuple[tuple[Scalar, RuleFile], ...]] = field(default_factory=dict)
    lineage: dict[str, frozenset[str]] = field(default_factory=dict)
    looked_for: int = 1
    known: dict[tuple[Path | None, str], RuleFile] = field(default_factory=dict)
    taken: int = 0


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
    references = [_Reference(name, is_base=True) for name in _names(file.root.items.get("extends"), Scalar)]
    references += _included(file.root.items.get("include"))
    for place, reference in enumerate(references):
        name = reference.name
        found = family.known.get((file.folder, name.text))
        if found is None and family.looked_for >= MAX_FILES:
            message, left = f"one ruleset is built from at most {MAX_FILES} files", len(references) - place
            message += f"; {left:,} more are named here" if left > 1 else ""
            problems.append(Diagnostic("YK321", message, name.span))
            break
        if found is None:
            family.looked_for += 1
            try:
                found = family.known[file.folder, name.text] = find_file(file, name)
            except RuleError as error:
                problems += error.diagnostics
                continue
        keys = [link.whole for link in chain]
        if found.key in keys:
            loop = [link.source.name for link in chain[keys.index(found.key) :]]
            way = " -> ".join([*loop, loop[0]])
            verb = "extends" if reference.is_base else "includes"
            message = f"`{file.source.name}` {verb} what is built on it: {way}"
            problems.append(Diagnostic("YK320", message, name.span, hint="break the loop at one of these files"))
            continue
        for part in _parts(found, reference, family, problems):
            if part.key not in family.lineage:
                _visit(part, find_file, family, problems, [*chain, part])
            if reference.is_base:
                family.bases[file.key] = part
            elif any(part.key == other.key for _, other in included):
                first = next(place.span for place, other in included if other.key == part.key)
                again, labels = part.picked or name, (Label(first, "the first"),)
                problems.append(Diagnostic("YK330", f"`{again.text}` is included twice", again.span, labels=labels))
            else:
                included.append((name, part))
                family.lineage[file.key] |= family.lineage[part.key] | {part.whole}
    family.includes[file.key] = tuple(included)


def _parts(file: RuleFile, reference: _Reference, family: Family, problems: list[Diagnostic]) -> list[RuleFile]:
    """Return the file that is referred to, or the parts of it that hold the yaku that are taken; note what is wrong."""
    if not reference.yaku:
        return [file]
    parts: list[RuleFile] = []
    for yaku in reference.yaku:
        family.taken += 1
        if family.taken > MAX_TAKEN:
            message = f"at most {MAX_TAKEN} yaku are taken one by one"
            problems.append(Diagnostic("YK321", message, yaku.span, hint="include the whole file"))
            break
        try:
            parts.append(file.pick(yaku, reference.name.text))
        except RuleError as error:
            problems += error.diagnostics
    return parts


@dataclass(frozen=True, slots=True)
class _Reference:
    """A file that another names, and the yaku that are taken of it alone; none: all of it."""

    name: Scalar
    yaku: tuple[Scalar, ...] = ()
    is_base: bool = False


def _included(node: Node | None) -> list[_Reference]:
    """Return what `include` names: files, or mappings of one to the yaku that are taken of it."""
    found: dict[tuple[str, ...], _Reference] = {}
    for item in node.items if isinstance(node, SeqNode) else ():
        if isinstance(item, MapNode):
            for key, span in item.keys.items():
                yaku = tuple(_names(item.items[key], SeqNode))
                found.setdefault((key, *(name.text for name in yaku)), _Reference(Scalar(key, key, span), yaku))
    whole: dict[tuple[str, ...], _Reference] = {(name.text,): _Reference(name) for name in _names(node, SeqNode)}
    return sorted({**whole, **found}.values(), key=lambda reference: reference.name.span.start)


def _names(node: Node | None, wanted: type[Scalar | SeqNode]) -> list[Scalar]:
    """Return the files named in a field, each once. What is no name, or stands in no list, the schema tells."""
    items = node.items if isinstance(node, SeqNode) else (node,)
    texts = [item for item in items if isinstance(item, Scalar) and isinstance(item.value, str) and item.value]
    return list({item.text: item for item in reversed(texts)}.values())[::-1] if isinstance(node, wanted) else []
