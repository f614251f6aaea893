"""Merge a rule file with what it extends and includes, and keep the place of every value.

The order is: what is extended, the mix-ins, then of the file itself `disable`, the sections, `change`. Sections only
add. Mix-ins of one file that set a path differently are an error until the file itself decides.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from yakulang.errors import Label
from yakulang.rules.draft import CITED, DIRECTIVES, IDENTITY, Draft, is_entry, now_key
from yakulang.rules.mixins import MixIns
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
        included: for every mix-in of the chain, by its key, the place that names it.
        left: the yaku beside those that are taken alone of a file: other yaku may name them all the same.
    """

    tree: MapNode
    history: Mapping[str, tuple[Span, ...]]
    removed: Mapping[str, Span]
    chain: tuple[RuleFile, ...]
    touched: frozenset[Parts] = frozenset()
    included: Mapping[str, Span] = field(default_factory=dict)
    left: frozenset[str] = frozenset()

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
    merger.check_ids()
    merger.check_choices()
    if draft.problems:
        raise draft.refuse()
    tree = MapNode(draft.tree.items, draft.tree.keys, entry.root.span)
    left = {name for file in merger.chain for name in file.beside if f"yaku.{name}" not in draft.removed}
    return Merged(
        tree,
        draft.history,
        draft.removed,
        tuple(merger.chain),
        frozenset(draft.touched),
        merger.included,
        frozenset(left),
    )


@dataclass(slots=True)
class _Merger:
    family: Family
    draft: Draft
    chain: list[RuleFile] = field(default_factory=list)
    before: set[str] = field(default_factory=set)  # the files merged before the present level
    included: dict[str, Span] = field(default_factory=dict)  # where each mix-in is named first
    mixins: MixIns = field(init=False)  # of the present level

    def __post_init__(self) -> None:
        self.mixins = MixIns(self.family, self.draft, frozenset())

    def check_ids(self) -> None:
        """Note files that give themselves the id of another: results and sources name rules by it."""
        known: dict[str, RuleFile] = {}
        for file in self.chain:
            other = known.setdefault(file.id, file)
            if other.whole != file.whole:
                message = f"`{file.id}` is the id of a file that these rules build on; choose another"
                label = Label(place(other.root, ("id",)), "the first")
                self.draft.report("YK332", message, place(file.root, ("id",)), None, label)

    def check_choices(self) -> None:
        """Note mix-ins of which one says that it is instead of the other."""
        known = {file.id: file for file in self.chain}
        for file in self.chain:
            named = file.root.items.get("instead_of")
            for item in named.items if isinstance(named, SeqNode) else ():
                other = known.get(item.text) if isinstance(item, Scalar) else None
                if other is not None and self.still_there(other):
                    self._one_or_other(file, other, item.span)

    def still_there(self, file: RuleFile) -> bool:
        """Return whether anything that a mix-in said still holds: another may have taken the place of all of it."""
        if any(span.source == file.source for span in self.draft.removed.values()):
            return True
        rules = (node for key, node in self.draft.tree.items.items() if key not in (*IDENTITY, *CITED))
        return any(leaf.span.source == file.source for node in rules for _, leaf in leaves(node))

    def _one_or_other(self, file: RuleFile, other: RuleFile, said: Span) -> None:
        first, second = sorted((file, other), key=self.chain.index)
        places = [self.included.get(one.key, place(one.root, ("id",))) for one in (first, second)]
        message = f"`{first.id}` and `{second.id}` are one or the other"
        labels = (Label(places[0], "the first"), Label(said, "it says so here"))
        self.draft.report("YK335", message, places[1], "leave one of them out", *labels)

    def level(self, file: RuleFile) -> None:
        """Merge a file that is not a mix-in, after what it extends."""
        base = self.family.bases.get(file.key)
        if base is not None:
            self.level(base)
        items = {key: node for key, node in self.draft.tree.items.items() if key not in IDENTITY}
        own = {key: node for key, node in file.root.items.items() if key in IDENTITY}
        keys = {**self.draft.tree.keys, **{key: file.root.keys[key] for key in own}}
        self.draft.tree = MapNode({**own, **items}, {key: keys[key] for key in (*own, *items)}, file.root.span)
        self.before = {link.key for link in self.chain}
        named = frozenset(other.key for _, other in self.family.includes[file.key] if other.picked is None)
        self.mixins = MixIns(self.family, self.draft, named)
        self.apply(file, mixin=False)
        self.mixins.report()

    def apply(self, file: RuleFile, *, mixin: bool) -> None:
        """Merge the mix-ins of a file, then what it says itself."""
        fits = [self.fits(name, other) for name, other in self.family.includes[file.key]]
        if not all(fits):
            raise self.draft.refuse()  # what follows would be about what is missing
        for name, other in self.family.includes[file.key]:
            if all(link.key not in {other.key, other.whole} for link in self.chain):
                self.included[other.key] = name.span
                self.apply(other, mixin=True)
            elif {other.key, other.whole} & self.before and not mixin and not self.still_there(other):
                self.apply(other, mixin=True)  # another took its place, and now it takes that one's
            elif {other.key, other.whole} & self.before and not mixin:
                named = other.picked or name
                message = f"these rules build on `{named.text}` already"
                self.draft.report("YK330", message, named.span, "leave it out")
        self.chain.append(file)
        for parts, span in _disabled(file):
            self.disable(file, parts, span, mixin=mixin)
        for key, node in file.root.items.items():
            if key not in IDENTITY + DIRECTIVES:
                self.add(file, (key,), node, file.root.keys[key], mixin=mixin)
        for parts, node, span in _changes(file):
            self.change(file, parts, node, span, mixin=mixin)

    def fits(self, name: Scalar, file: RuleFile) -> bool:
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
        if _is_section(parts) and isinstance(node, MapNode) and (now is None or isinstance(now, MapNode)):
            self.add_to(file, parts, node, key, mixin=mixin)
        elif now is not None and mixin and now_key(self.draft.tree, parts) == key:
            return  # another part of the same file brought it
        elif now is None:
            if self.mixins.agrees(file, parts, node, key, mixin=mixin, added=True):
                self.draft.insert(parts, {parts[-1]: node}, {parts[-1]: key})
        elif parts[0] in CITED and len(parts) > 1:
            if not same(now, node):
                self.keep_both(parts, node, key)
        elif mixin and any(act.added and act.parts == parts for act in self.mixins.foreign(file, parts)):
            self.mixins.agrees(file, parts, node, key, mixin=mixin, added=True)
        elif mixin and self.takes_the_place(parts):
            if self.mixins.agrees(file, parts, node, key, mixin=mixin, added=True) and not same(now, node):
                self.draft.replace(parts, node, key)
        else:
            self.draft.exists(parts, node, key)

    def takes_the_place(self, parts: Parts) -> bool:
        """Return whether a mix-in may bring another thing than the rules built on have: as it may change a value there.

        That is an entry that a mix-in of theirs brought (two house rules of one name are two ways of one thing), and
        what is stated as a whole, as the red tiles are.
        """
        where = slot(parts)
        if where is not None and where.whole:
            return True
        source = now_key(self.draft.tree, parts).source
        return any(file.source == source for file in self.chain if file.key in self.included)

    def add_to(self, file: RuleFile, parts: Parts, node: MapNode, key: Span, *, mixin: bool) -> None:
        """Add what is new to a section that may be there already."""
        now = find(self.draft.tree, parts)
        if now is None:
            self.draft.insert(parts, {parts[-1]: MapNode({}, {}, node.span)}, {parts[-1]: key})
        known = now.items if isinstance(now, MapNode) else {}
        fresh: dict[str, Node] = {}
        for name, item in node.items.items():
            inner, place_of = (*parts, name), node.keys[name]
            if name in known or _is_section(inner):
                self.add(file, inner, item, place_of, mixin=mixin)
            elif self.mixins.agrees(file, inner, item, place_of, mixin=mixin, added=True):
                fresh[name] = item
        self.draft.insert((*parts, ""), fresh, node.keys)

    def keep_both(self, parts: Parts, node: Node, key: Span) -> None:
        """Two files use one id for different sources: the one there before is named with its file."""
        now, before = self.draft.tree_at(parts), now_key(self.draft.tree, parts)
        owner = next((file.id for file in self.chain if file.source is before.source), before.source.name)
        kept, name = f"{owner}:{parts[-1]}", parts[-1]
        self.draft.insert(parts, {kept: now, name: node}, {kept: before, name: key})

    def change(self, file: RuleFile, parts: Parts, node: Node, key: Span, *, mixin: bool) -> None:
        """Change a value, set an optional field, or take a value away."""
        value = None if removes(node) else node
        decided = self.mixins.decide(file, parts)
        if mixin and self.mixins.foreign(file, parts):
            self.mixins.agrees(file, parts, value, key, mixin=mixin)  # only the file that includes both can decide
        elif self.draft.check_change(parts, node, key, file.source, decides=decided, mixin=mixin):
            self.mixins.agrees(file, parts, value, key, mixin=mixin)
            if value is None:
                self.draft.remove(parts, key)
            else:
                self.draft.replace(parts, value, key)

    def disable(self, file: RuleFile, parts: Parts, span: Span, *, mixin: bool) -> None:
        """Take an entry out."""
        if self.mixins.decide(file, parts) and find(self.draft.tree, parts) is None:
            return  # one of two mix-ins took it out already
        if mixin and any(act.parts == parts and act.node is None for act in self.mixins.foreign(file, parts)):
            return
        if self.draft.check_disable(parts, span) and self.mixins.agrees(file, parts, None, span, mixin=mixin):
            self.draft.remove(parts, span)


def _is_section(parts: Parts) -> bool:
    """Return whether several files may add to the mapping at a path."""
    where = slot(parts)
    return where is not None and where.kind != "value" and not where.whole and not is_entry(parts)


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
