"""Merge a rule file with what it extends and includes, and keep the place of every value.

The order is: what is extended, the mix-ins, then of the file itself `disable`, the sections, `change`. Sections only
add. Mix-ins of one file that set a path differently are an error until the file itself decides.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from yakulang.errors import Label, RuleError
from yakulang.rules.draft import CITED, DIRECTIVES, IDENTITY, Draft, is_entry, now_key
from yakulang.rules.nodes import MapNode, Node, Scalar, SeqNode, find, leaves, place, same
from yakulang.rules.normalise import removes
from yakulang.rules.slots import slot

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from yakulang.rules.draft import Parts
    from yakulang.rules.family import Family, RuleFile
    from yakulang.source import Source, Span


@dataclass(frozen=True)
class Merged:
    """The rules of one table, merged.

    Attributes:
        tree: the rules in normal form; `id`, `name`, `aliases`, `status` and `about` are those of the file asked for.
        history: for every value (dotted path) that was changed or taken out, the places before, oldest first.
        removed: the places that took values or entries out, by dotted path.
        chain: the files, in the order they were merged; the file asked for is the last.
        touched: the paths of the entries that were changed.
    """

    tree: MapNode
    history: Mapping[str, tuple[Span, ...]]
    removed: Mapping[str, Span]
    chain: tuple[RuleFile, ...]
    touched: frozenset[Parts] = frozenset()

    @property
    def files(self) -> tuple[Source, ...]:
        """The texts of the files, in the order they were merged."""
        return tuple(file.source for file in self.chain)

    def node(self, path: str) -> Node | None:
        """Return what stands at a dotted path, or None."""
        return find(self.tree, tuple(path.split(".")))

    def span_of(self, path: str) -> Span:
        """Return the place that set a path, or took it out; for what never was, the nearest thing around it."""
        return self.removed.get(path) or place(self.tree, tuple(path.split(".")))


def merge(entry: RuleFile, family: Family) -> Merged:
    """Merge a rule file with all it builds on, as `gather` found it.

    Raises:
        RuleError: files add, change or take out what they can't, or disagree; every problem is listed.
    """
    merger = _Merger(family, Draft(MapNode({}, {}, entry.root.span)))
    merger.level(entry)
    draft = merger.draft
    if draft.problems:
        raise RuleError(draft.problems)
    tree = MapNode(draft.tree.items, draft.tree.keys, entry.root.span)
    return Merged(tree, draft.history, draft.removed, tuple(merger.chain), frozenset(draft.touched))


@dataclass(frozen=True, slots=True)
class _Act:
    """What a mix-in did to a path. `node` is the value it set, None where it took it out."""

    file: RuleFile
    parts: Parts
    node: Node | None
    span: Span
    added: bool = False


@dataclass(frozen=True, slots=True)
class _Conflict:
    """Two mix-ins that do different things to a path."""

    parts: Parts
    first: _Act
    second: _Act


@dataclass(slots=True)
class _Merger:
    family: Family
    draft: Draft
    chain: list[RuleFile] = field(default_factory=list)
    before: set[str] = field(default_factory=set)  # the files merged before the present level
    acts: list[_Act] = field(default_factory=list)  # of the mix-ins of the present level
    conflicts: list[_Conflict] = field(default_factory=list)

    def level(self, file: RuleFile) -> None:
        """Merge a file that is not a mix-in, after what it extends."""
        base = self.family.bases.get(file.key)
        if base is not None:
            self.level(base)
        items = {key: node for key, node in self.draft.tree.items.items() if key not in IDENTITY}
        own = {key: node for key, node in file.root.items.items() if key in IDENTITY}
        keys = {**self.draft.tree.keys, **{key: file.root.keys[key] for key in own}}
        self.draft.tree = MapNode({**own, **items}, {key: keys[key] for key in (*own, *items)}, file.root.span)
        self.before, self.acts, self.conflicts = {link.key for link in self.chain}, [], []
        self.apply(file, mixin=False)
        disputes: dict[tuple[int, int], list[_Conflict]] = {}
        for conflict in self.conflicts:
            disputes.setdefault((id(conflict.first), id(conflict.second)), []).append(conflict)
        for conflicts in disputes.values():
            self.report(conflicts)

    def apply(self, file: RuleFile, *, mixin: bool) -> None:
        """Merge the mix-ins of a file, then what it says itself."""
        for name, other in self.family.includes[file.key]:
            merged = any(link.key == other.key for link in self.chain)
            if not merged and self.may_include(name, other):
                self.apply(other, mixin=True)
            elif other.key in self.before and not mixin:
                message = f"these rules build on `{name.text}` already"
                self.draft.report("YK330", message, name.span, "leave it out")
        self.chain.append(file)
        for parts, span in _disabled(file):
            self.disable(file, parts, span, mixin=mixin)
        for key, node in file.root.items.items():
            if key not in IDENTITY + DIRECTIVES:
                self.add(file, (key,), node, file.root.keys[key], mixin=mixin)
        for parts, node, span in _changes(file):
            self.change(file, parts, node, span, mixin=mixin)

    def may_include(self, name: Scalar, file: RuleFile) -> bool:
        """Return whether a mix-in fits: what it extends must be among the rules already."""
        base = self.family.bases.get(file.key)
        if base is None or any(link.key == base.key for link in self.chain):
            return True
        message = f"`{name.text}` is made for `{base.id}`, which these rules don't build on"
        label = Label(place(file.root, ("extends",)), "it says so here")
        self.draft.report("YK329", message, name.span, None, label)
        return False

    def add(self, file: RuleFile, parts: Parts, node: Node, key: Span, *, mixin: bool) -> None:
        """Add a section, a field or an entry."""
        now = find(self.draft.tree, parts)
        where = slot(parts)
        mergeable = where is not None and where.kind != "value" and not where.whole and not is_entry(parts)
        if mergeable and isinstance(node, MapNode) and (now is None or isinstance(now, MapNode)):
            if now is None:
                self.draft.insert(parts, MapNode({}, {}, node.span), key)
            for name, item in node.items.items():
                self.add(file, (*parts, name), item, node.keys[name], mixin=mixin)
        elif now is None:
            if self.agrees(file, parts, node, key, mixin=mixin, added=True):
                self.draft.insert(parts, node, key)
        elif parts[0] in CITED and len(parts) > 1:
            if not same(now, node):
                self.keep_both(parts, node, key)
        elif mixin and any(act.added and act.parts == parts and self.is_foreign(act, file) for act in self.acts):
            self.agrees(file, parts, node, key, mixin=mixin, added=True)
        else:
            self.draft.exists(parts, node, key)

    def keep_both(self, parts: Parts, node: Node, key: Span) -> None:
        """Two files use one id for different sources: the one there before is named with its file."""
        now, before = self.draft.tree_at(parts), now_key(self.draft.tree, parts)
        owner = next((file.id for file in self.chain if file.source is before.source), before.source.name)
        self.draft.insert((*parts[:-1], f"{owner}:{parts[-1]}"), now, before)
        self.draft.insert(parts, node, key)

    def change(self, file: RuleFile, parts: Parts, node: Node, key: Span, *, mixin: bool) -> None:
        """Change a value, set an optional field, or take a value away."""
        value = None if removes(node) else node
        decided = self.decide(file, parts)
        if mixin and any(_overlap(act.parts, parts) and self.is_foreign(act, file) for act in self.acts):
            self.agrees(file, parts, value, key, mixin=mixin)  # only the file that includes both can decide
        elif self.draft.check_change(parts, node, key, file.source, decides=decided, mixin=mixin):
            self.agrees(file, parts, value, key, mixin=mixin)
            if value is None:
                self.draft.remove(parts, key)
            else:
                self.draft.replace(parts, value, key)

    def disable(self, file: RuleFile, parts: Parts, span: Span, *, mixin: bool) -> None:
        """Take an entry out."""
        self.decide(file, parts)
        again = [act for act in self.acts if act.parts == parts and act.node is None and self.is_foreign(act, file)]
        if mixin and again:
            return
        if self.draft.check_disable(parts, span) and self.agrees(file, parts, None, span, mixin=mixin):
            self.draft.remove(parts, span)

    # --- mix-ins beside each other ---

    def is_foreign(self, act: _Act, file: RuleFile) -> bool:
        """Return whether something was done by a mix-in that a mix-in does not build on."""
        return act.file.key not in self.family.lineage[file.key]

    def agrees(
        self, file: RuleFile, parts: Parts, node: Node | None, span: Span, *, mixin: bool, added: bool = False
    ) -> bool:
        """Return whether a mix-in may do this: no other mix-in touched the path. Note what disagrees."""
        if not mixin:
            return True
        act = _Act(file, parts, node, span, added)
        # what the mix-in builds on is settled by it
        lineage = self.family.lineage[file.key] - {file.key}
        self.acts = [old for old in self.acts if old.file.key not in lineage or old.parts[: len(parts)] != parts]
        others = [other for other in self.acts if _overlap(other.parts, parts) and self.is_foreign(other, file)]
        self.acts.append(act)
        for other in others:
            self.conflicts += [_Conflict(path, other, act) for path in _differences(other, act)]
        return not others

    def decide(self, file: RuleFile, parts: Parts) -> bool:
        """Settle conflicts at a path between mix-ins that a file includes; return whether there were any."""
        lineage = self.family.lineage[file.key]
        mine = [
            conflict
            for conflict in self.conflicts
            if _overlap(conflict.parts, parts) and {conflict.first.file.key, conflict.second.file.key} <= lineage
        ]
        self.conflicts = [conflict for conflict in self.conflicts if conflict not in mine]
        return bool(mine)

    def report(self, conflicts: list[_Conflict]) -> None:
        """Note what two mix-ins disagree about, where nobody decided."""
        first, second = conflicts[0].first, conflicts[0].second
        parts = conflicts[0].parts
        if len(conflicts) > 1:
            parts = second.parts
        path = ".".join(parts)
        message = f"`{first.file.source.name}` and `{second.file.source.name}` set `{path}` differently"
        what = ", ".join(f"{'.'.join(name)}: ..." for name in _fields(conflicts, parts))
        hint = f"decide in the file that includes both: change: {{{what}}}"
        self.draft.report("YK328", message, _shown(second, parts), hint, Label(_shown(first, parts), "the first"))


def _fields(conflicts: list[_Conflict], outer: Parts) -> list[Parts]:
    """Return the fields in dispute below a path, one only of those that can't stand beside each other."""
    found: dict[Parts, Parts] = {}
    for conflict in conflicts:
        name = conflict.parts[: len(outer) + 1] if len(conflicts) > 1 else conflict.parts
        around = slot(name[:-1])
        alone = around is None or name[-1] not in around.one_of
        found.setdefault(name if alone else (*name[:-1], ""), name)
    return [*found.values()]


def _shown(act: _Act, parts: Parts) -> Span:
    below = parts[len(act.parts) :]
    if act.node is None or not below or not isinstance(act.node, MapNode):
        return act.span if act.node is None or isinstance(act.node, MapNode) else act.node.span
    return place(act.node, below)


def _overlap(one: Parts, other: Parts) -> bool:
    """Return whether one path lies at or below the other, or both are fields of which only one may be there."""
    for index, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            around = slot(one[:index])
            return around is not None and left in around.one_of and right in around.one_of
    return True


def _differences(one: _Act, other: _Act) -> list[Parts]:
    """Return the paths at which two acts do different things."""
    longer = max(one.parts, other.parts, key=len)
    if one.node is None or other.node is None:
        return [] if one.node is other.node and one.parts == other.parts else [longer]
    shorter = min(one.parts, other.parts, key=len)
    if longer[: len(shorter)] != shorter:
        return [longer]
    whole, part = (one.node, other.node) if len(one.parts) <= len(other.parts) else (other.node, one.node)
    inner = find(whole, longer[len(shorter) :])
    if inner is None:
        return [longer]
    if not isinstance(inner, MapNode) or not isinstance(part, MapNode):
        return [] if same(inner, part) else [longer]
    left, right = dict(leaves(inner)), dict(leaves(part))
    paths = [
        path for path in {**left, **right} if path not in left or path not in right or not same(left[path], right[path])
    ]
    return [(*longer, *path.split(".")) for path in paths]


def _disabled(file: RuleFile) -> Iterator[tuple[Parts, Span]]:
    node = file.root.items.get("disable")
    for item in node.items if isinstance(node, SeqNode) else ():
        if isinstance(item, Scalar):
            yield tuple(item.text.split(".")), item.span


def _changes(file: RuleFile) -> Iterator[tuple[Parts, Node, Span]]:
    node = file.root.items.get("change")
    if isinstance(node, MapNode):
        for key, item in node.items.items():
            yield tuple(key.split(".")), item, node.keys[key]
