"""Rules while they are merged: adding, changing and taking out, with the place of everything that was before."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic, Label, RuleError, did_you_mean
from yakulang.rules.many import EXPLAINED, bounded
from yakulang.rules.nodes import MapNode, Node, SeqNode, find, leaves, place, same
from yakulang.rules.normalise import removes
from yakulang.rules.slots import entry_of, slot

if TYPE_CHECKING:
    from collections.abc import Mapping

    from yakulang.rules.slots import Slot
    from yakulang.source import Source, Span

Parts = tuple[str, ...]

IDENTITY = ("yakulang", "id", "name", "aliases", "instead_of", "status", "about")  # what a file says of itself only
DIRECTIVES = ("extends", "include", "change", "disable")  # what a file does
CITED = ("sources", "unknown")  # where two files use one id for different things, both are kept
SPARED = (
    "draws",
    "setup",
    "settlement",
    "match",
)  # whole sections that may be taken out: no ruling on a hand asks them
LONGEST_PATH = 12  # names in a path; the longest there is has five
LONG = 160  # characters of a value that a hint repeats


@dataclass(slots=True)
class Draft:
    """The rules merged so far.

    Attributes:
        tree: the rules.
        history: for every value that was changed or taken out, the places that set it before, oldest first.
        removed: the places that took values or entries out, by path.
        touched: the entries whose values were changed.
        problems: what is wrong.
    """

    tree: MapNode
    history: dict[str, tuple[Span, ...]] = field(default_factory=dict)
    removed: dict[str, Span] = field(default_factory=dict)
    touched: set[Parts] = field(default_factory=set)
    problems: list[Diagnostic] = field(default_factory=list)

    def report(self, code: str, message: str, span: Span, hint: str | None = None, *labels: Label) -> None:
        """Note a problem."""
        self.problems.append(Diagnostic(code, message, span, hint=hint, labels=labels))

    def refuse(self) -> RuleError:
        """Return the error that says what is wrong."""
        return RuleError(bounded(self.problems))

    def insert(self, parts: Parts, nodes: Mapping[str, Node], keys: Mapping[str, Span]) -> None:
        """Put values by name beside each other where there are none; `parts` is the path of any of them."""
        for name, node in nodes.items():
            _put(self.tree, (*parts[:-1], name), node, keys[name])
            self.removed.pop(".".join((*parts[:-1], name)), None)

    def replace(self, parts: Parts, node: Node, key: Span) -> None:
        """Put a value in the place of another, or of a field that only one of may be there."""
        before = dict(leaves(old, ".".join(parts))) if (old := find(self.tree, parts)) is not None else {}
        ousted: tuple[Span, ...] = ()
        for other in self.rivals(parts):
            spans = dict.fromkeys(leaf.span for _, leaf in leaves(self.tree_at(other)))
            ousted += tuple(spans)
            _drop(self.tree, other)
        _put(self.tree, parts, node, key)
        self.touched.add(entry_of(parts))
        after = dict(leaves(node, ".".join(parts)))
        for path, leaf in before.items():
            self.history[path] = (*self.history.get(path, ()), leaf.span)
            if path not in after:
                self.removed[path] = key
        for path in after:
            self.removed.pop(path, None)
            if path not in before and ousted:
                self.history[path] = (*self.history.get(path, ()), *ousted)

    def remove(self, parts: Parts, span: Span) -> None:
        """Take a value or an entry out."""
        for path, leaf in leaves(self.tree_at(parts), ".".join(parts)):
            self.history[path] = (*self.history.get(path, ()), leaf.span)
        _drop(self.tree, parts)
        self.removed[".".join(parts)] = span
        if not is_entry(parts):
            self.touched.add(entry_of(parts))

    def rivals(self, parts: Parts) -> list[Parts]:
        """Return the paths of present fields that can't stay beside a field, e.g. another kind of value."""
        parent = slot(parts[:-1])
        if parent is None or parts[-1] not in parent.one_of:
            return []
        others = [(*parts[:-1], name) for name in parent.one_of if name != parts[-1]]
        return [other for other in others if find(self.tree, other) is not None]

    def tree_at(self, parts: Parts) -> Node:
        """Return what stands at a path that exists."""
        node = find(self.tree, parts)
        if node is None:
            raise KeyError(".".join(parts))
        return node

    # --- what a file asks for ---

    def check_change(self, parts: Parts, node: Node, key: Span, source: Source, *, decides: bool, mixin: bool) -> bool:
        """Return whether a change may be made; note what is wrong.

        `decides`: mix-ins disagree about the path, so a value is chosen even where it is the present one.
        """
        path = ".".join(parts)
        if len(parts) > LONGEST_PATH:
            self.no_such(parts, key, node)
            return False
        now = find(self.tree, parts)
        where = slot(parts)
        if parts[0] in IDENTITY + DIRECTIVES:
            self.report("YK325", f"`{parts[0]}` is each file's own and can't be changed", key)
            return False
        if now is None:
            return self._check_new_field(parts, node, key)
        if _has_entries(where) and not (removes(node) and path in SPARED):
            hint = f"change its entries one by one: {path}.ID: ..., or take them out with `disable`"
            self.report("YK325", f"`{path}` is a whole section", key, hint)
            return False
        if removes(node):
            if is_entry(parts):
                self.report(
                    "YK326", f"`{path}` is an entry, which is taken out by `disable`", key, f"disable: [{path}]"
                )
                return False
            return True
        mine = [leaf.span for _, leaf in leaves(now) if leaf.span.source is source]
        if mine:
            first = Label(mine[0], "set here")
            self.report("YK331", f"`{path}` is set twice by this file", key, "keep one of the two", first)
            return False
        if same(now, node) and not decides:
            label = Label(place(self.tree, parts), "set here")
            hint = "leave the mix-in out of `include`" if mixin else "remove the line"
            self.report("YK324", f"`{path}` has this value already", key, hint, label)
            return False
        return True

    def _check_new_field(self, parts: Parts, node: Node, key: Span) -> bool:
        path = ".".join(parts)
        parent = find(self.tree, parts[:-1])
        around = slot(parts[:-1])
        optional = around is not None and around.kind == "fields" and around.child(parts[-1]) is not None
        outside = len(parts) > 2 and not is_entry(parts[:-1]) and find(self.tree, parts[:-2]) is not None
        if optional and parent is None and outside and not removes(node):
            outer = ".".join(parts[:-1])
            hint = f"change: {{{outer}: {{{parts[-1]}: {_short(written(node))}}}}}"
            self.report("YK323", f"there is no `{outer}`", key, hint)
            return False
        if not optional or parent is None or len(parts) == 1:
            self.no_such(parts, key, node)
            return False
        if removes(node):
            self.report("YK326", f"`{path}` is not set, so there is nothing to take away", key, "remove the line")
            return False
        return True

    def check_disable(self, parts: Parts, span: Span) -> bool:
        """Return whether an entry can be taken out; note what is wrong."""
        path = ".".join(parts)
        if find(self.tree, parts) is None:
            self.no_such(parts, span, None)
            return False
        if is_entry(parts):
            return True
        where = slot(parts)
        if _has_entries(where) and path not in SPARED:
            hint = f"name its entries: {path}.ID"
            self.report("YK327", f"`{path}` is a whole section; `disable` takes single entries out", span, hint)
        else:
            hint = f"change: {{{path}: none}}"
            self.report("YK327", f"`{path}` is no entry; `disable` takes entries out", span, hint)
        return False

    def exists(self, parts: Parts, node: Node, key: Span) -> None:
        """Note that a section adds what is there already, and say how to change it."""
        path = ".".join(parts)
        now = self.tree_at(parts)
        first = now_key(self.tree, parts)
        changes = _changes(path, node, now, whole=bool((where := slot(parts)) and where.whole))
        hint = f"change: {{{', '.join(changes)}}}" if changes else "it is the same there; leave it out"
        message = f"`{path}` is there already; a section only adds"
        if is_entry(parts) and any(change.startswith(f"{path}.when:") for change in changes):
            message += f", and what is not `{parts[-1]}` has another id"
        self.report("YK322", message, key, hint, Label(first, "the first"))

    def no_such(self, parts: Parts, span: Span, node: Node | None) -> None:
        """Note that a path leads nowhere, and what it may have meant."""
        path = ".".join(parts)
        if not all(parts) or len(parts) > LONGEST_PATH:
            shown = path if len(path) <= LONG else f"{path[:LONG]}..."
            self.report(
                "YK323", f"`{shown}` is no path", span, "a path is names with dots between, e.g. fu.round_up_to"
            )
            return
        for length in range(len(parts), 0, -1):
            taken = self.removed.get(".".join(parts[:length]))
            if taken is not None:
                gone = ".".join(parts[:length])
                again = None
                elsewhere = taken.source is not span.source  # else one of the two lines is a slip
                if node is not None and not removes(node) and length < len(parts) and elsewhere:
                    again = f"write the whole entry anew, without `change`: {nested(parts, node)}"
                self.report("YK323", f"there is no `{gone}`", span, again, Label(taken, "it was taken out here"))
                return
        near = self._nearest(parts) or self._called(path) if len(self.problems) < EXPLAINED else None
        if near:
            hint: str | None = f"did you mean `{near}`?"
        elif node is not None and slot(parts) is not None and not removes(node):
            hint = f"nothing is there to change; write it without `change`: {nested(parts, node)}"
            if any(is_entry(parts[:length]) for length in range(2, len(parts))):
                hint = "a new entry stands in its section, not in `change`"
        else:
            hint = None
        self.report("YK323", f"there is no `{path}`", span, hint)

    def _nearest(self, parts: Parts) -> str | None:
        """Return the path that was probably meant: names misspelt, or the beginning left out."""
        meant: Parts = ()
        for part in parts:
            around = find(self.tree, meant)
            where = slot(meant)
            fields = where.fields if where is not None and meant else {}
            known = [*(around.items if isinstance(around, MapNode) else ()), *fields]
            near = part if part in known else did_you_mean(part, [key for key in known if key not in IDENTITY])
            if near is None:
                break
            meant = (*meant, near)
        if len(meant) == len(parts) and meant != parts:
            return ".".join(meant)
        path = ".".join(parts)
        if spelt := self._other_signs(path):
            return spelt
        whole = [leaf.split(".") for leaf, _ in leaves(self.tree)]
        known_paths = dict.fromkeys(".".join(names[:end]) for names in whole for end in range(1, len(names) + 1))
        ends = [other for other in known_paths if other.endswith(f".{path}")]
        return ends[0] if len(ends) == 1 else None

    def _called(self, name: str) -> str | None:
        """Return the path of the one thing that people call so, such as ウマ."""
        from yakulang.rules.everyday import aliases_of, entries, names_of  # noqa: PLC0415  a slip asks for it, no rule
        from yakulang.rules.typed_names import folded  # noqa: PLC0415
        from yakulang.rules.wording import place_names  # noqa: PLC0415

        wanted = folded(name)
        called = {path: names for path, names in place_names().items() if find(self.tree, tuple(path.split(".")))}
        named = {".".join(parts): (*names_of(e), *aliases_of(e)) for parts, e in entries(self.tree)}
        found = [path for path, names in {**called, **named}.items() if wanted in map(folded, names)]
        return found[0] if wanted and len(found) == 1 else None

    def _other_signs(self, path: str) -> str | None:
        """Return the path that was meant by one with other signs than dots: `yaku/x/han`, `yaku[x].han`."""
        for signs in (r"\s*(?:->|=>|[][/:>.\\ ])\s*", r"[_.]"):
            names = [name for name in re.split(signs, path) if name]
            if len(names) > 1 and ".".join(names) != path and find(self.tree, tuple(names)) is not None:
                return ".".join(names)
        return None


def is_entry(parts: Parts) -> bool:
    """Return whether a path is that of an entry, e.g. `limits.x`."""
    around = slot(parts[:-1])
    return len(parts) > 1 and around is not None and around.kind == "entries"


def _has_entries(where: Slot | None) -> bool:
    return where is not None and (where.kind == "entries" or any(s.kind == "entries" for s in where.fields.values()))


def now_key(tree: MapNode, parts: Parts) -> Span:
    """Return the place of the key at a path that exists."""
    around = find(tree, parts[:-1])
    return around.keys[parts[-1]] if isinstance(around, MapNode) else tree.span


def written(node: Node) -> str:
    """Return a value as it may be written on one line."""
    if isinstance(node, MapNode):
        spans = {leaf.span for _, leaf in leaves(node)}
        if spans == {node.span}:  # made from one value, e.g. `han: 2`
            return node.span.text
        return "{" + ", ".join(f"{key}: {written(item)}" for key, item in node.items.items()) + "}"
    if isinstance(node, SeqNode):
        return "[" + ", ".join(map(written, node.items)) + "]"
    raw = node.span.text
    return node.text if "\n" in raw or raw.startswith(("|", ">")) else raw


def nested(parts: Parts, node: Node) -> str:
    """Return a value with its path as a section writes it, e.g. `stacking: {yakuman: add}`."""
    text = _short(written(node))
    for part in reversed(parts[1:]):
        text = f"{{{part}: {text}}}"
    return f"{parts[0]}: {text}"


def _short(text: str) -> str:
    return text if len(text) <= LONG else "..."


def _changes(path: str, new: Node, now: Node, *, whole: bool) -> list[str]:
    """Return the lines of a `change` that make `now` what `new` says, as far as a section could say it."""
    if same(new, now):
        return []
    if isinstance(new, MapNode) and isinstance(now, MapNode) and not whole:
        return [
            f"{path}.{key}: {_short(written(item))}"
            for key, item in new.items.items()
            if key != "examples" and (key not in now.items or not same(item, now.items[key]))
        ]
    return [f"{path}: {_short(written(new))}"]


def _owned(node: Node) -> Node:
    """Return a copy whose mappings belong to the draft, which changes them in place."""
    if not isinstance(node, MapNode):
        return node
    return MapNode({key: _owned(item) for key, item in node.items.items()}, dict(node.keys), node.span)


def _inside(tree: MapNode, parts: Parts) -> tuple[dict[str, Node], dict[str, Span]]:
    """Return the values and the places of the keys of a mapping of the draft."""
    node = find(tree, parts)
    if isinstance(node, MapNode) and isinstance(node.items, dict) and isinstance(node.keys, dict):
        return node.items, node.keys
    raise KeyError(".".join(parts))


def _put(tree: MapNode, parts: Parts, node: Node, key: Span) -> None:
    items, keys = _inside(tree, parts[:-1])
    items[parts[-1]], keys[parts[-1]] = _owned(node), key


def _drop(tree: MapNode, parts: Parts) -> None:
    items, keys = _inside(tree, parts[:-1])
    del items[parts[-1]], keys[parts[-1]]
