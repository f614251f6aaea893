"""Mix-ins beside each other: two that set one path differently are an error until a file that includes both decides."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from yakulang.errors import Label
from yakulang.rules.draft import is_entry
from yakulang.rules.nodes import MapNode, Node, find, leaves, place, same
from yakulang.rules.slots import entry_of, slot

if TYPE_CHECKING:
    from yakulang.rules.draft import Draft, Parts
    from yakulang.rules.family import Family, RuleFile
    from yakulang.source import Span


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
class MixIns:
    """What the mix-ins of one file, and theirs, did so far; and what they disagree about."""

    family: Family
    draft: Draft
    named: frozenset[str]  # those that the file itself names, as wholes
    acts: dict[Parts, list[_Act]] = field(default_factory=dict)  # by entry
    conflicts: list[_Conflict] = field(default_factory=list)

    def foreign(self, file: RuleFile, parts: Parts) -> list[_Act]:
        """Return what mix-ins that a mix-in does not build on did to a path."""
        lineage = self.family.lineage[file.key]
        acts = self.acts.get(entry_of(parts), ())
        return [act for act in acts if act.file.key not in lineage and _overlap(act.parts, parts)]

    def agrees(
        self, file: RuleFile, parts: Parts, node: Node | None, span: Span, *, mixin: bool, added: bool = False
    ) -> bool:
        """Return whether a mix-in may do this: no other mix-in touched the path. Note what disagrees."""
        if not mixin:
            return True
        act = _Act(file, parts, node, span, added)
        others = self.foreign(file, parts)
        # what the mix-in builds on is settled by it
        below = self.family.lineage[file.key] - {file.key}
        acts = self.acts.get(entry_of(parts), ())
        kept = [old for old in acts if old.file.key not in below or old.parts[: len(parts)] != parts]
        self.acts[entry_of(parts)] = [*kept, act]
        # one that is named beside what builds on it and says something else
        direct = {other.key for _, other in self.family.includes[file.key]} & self.named
        both = [old for old in acts if old.file.key in direct and _overlap(old.parts, parts)]
        for other in (*others, *both):
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

    def report(self) -> None:
        """Note what mix-ins disagree about and nobody decided."""
        disputes: dict[tuple[object, object], list[_Conflict]] = {}
        for conflict in self.conflicts:
            first, second = conflict.first, conflict.second
            below = first.file.key in self.family.lineage[second.file.key]  # one of the two is too much, told once
            key = (first.file.key, second.file.key) if below else (id(first), id(second))
            disputes.setdefault(key, []).append(conflict)
        for conflicts in disputes.values():
            self._report(conflicts)

    def _report(self, conflicts: list[_Conflict]) -> None:
        first, second = conflicts[0].first, conflicts[0].second
        parts = conflicts[0].parts
        built_on = first.file.key in self.family.lineage[second.file.key]
        if len(conflicts) > 1 and not built_on:
            parts = second.parts
        path = ".".join(parts)
        message = f"`{first.file.source.name}` and `{second.file.source.name}` set `{path}` differently"
        what = ", ".join(f"{'.'.join(name)}: ..." for name in _fields(conflicts, parts))
        hint = f"decide in the file that includes both: change: {{{what}}}"
        if built_on:
            hint = f"leave `{first.file.id}` out: `{second.file.id}` builds on it"
        out = next((act for act in (first, second) if act.node is None and is_entry(act.parts)), None)
        if out is not None:
            hint = f"leave one of them out, or decide in the file that includes both: disable: [{'.'.join(out.parts)}]"
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
    told = [path.split(".") for path in paths]
    return [(*longer, *path) for path in told if "examples" not in path]  # which show a value and are none
