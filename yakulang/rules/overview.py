"""What there is to know of merged rules without building them: values with their history, differences."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from yakulang.errors import did_you_mean
from yakulang.rules.draft import IDENTITY, is_entry
from yakulang.rules.everyday import aliases_of, entries, mixins_called, names_of
from yakulang.rules.listing import texts_in
from yakulang.rules.nodes import MapNode, Node, Scalar, SeqNode, find, leaves, place, plain, same
from yakulang.rules.slots import slot
from yakulang.rules.typed_names import folded
from yakulang.rules.wording import place_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from yakulang.rules.merge import Merged
    from yakulang.source import Span

NO_RULES = (*IDENTITY, "sources", "unknown")  # what a file says of itself
_NO_RULE_FIELDS = {"examples", "name", "aliases", "note", "about", "source", "allow", "redundant"}


@dataclass(frozen=True, slots=True)
class Cited:
    """A source: the id and what the file says of it."""

    id: str
    title: str
    url: str | None
    read: str | None


@dataclass(frozen=True, slots=True)
class Effective:
    """A value of a ruleset and where it comes from.

    Attributes:
        path: where it stands.
        node: the value, or None where it was taken out.
        span: the place that decides.
        before: the places that had a say before, oldest first.
        comment: what the file says of it in a comment.
        sources: the sources that the file names for it, and those of the file that includes it.
        included: of a value that a mix-in gives, the place that includes the mix-in.
    """

    path: str
    node: Node | None
    span: Span
    before: tuple[Span, ...]
    comment: str | None
    sources: tuple[Cited, ...]
    included: Span | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """Something a ruleset does otherwise than the one it extends. `was` or `now` is None where there is nothing."""

    path: str
    was: Node | None
    now: Node | None
    span: Span


# --- finding a path -----------------------------------------------------------------------------------


def paths_of(merged: Merged, asked: str) -> list[str]:
    """Return the paths that a user may mean.

    That is the path itself; else what has this id or name, what people call so, and what an included mix-in of this
    name sets; else the end of a path.
    """
    if merged.node(asked) is not None or asked in merged.removed or asked in merged.history:
        return [asked]
    if not folded(asked):
        return []
    found = [*_named(merged, asked), *_of_mixins(merged, asked)]
    if found:
        return _outermost(found)
    ends = [path for path in _known(merged) if path.endswith(f".{asked}")]
    return _outermost(ends or [path for path in merged.removed if path.endswith(f".{asked}")])


def _named(merged: Merged, asked: str) -> list[str]:
    """Return what an id, a name or an everyday name belongs to; of several with this id or name, the yaku."""
    wanted = folded(asked)
    named, called = [], []
    for path, entry in _entries(merged):
        if wanted in map(folded, (path.rpartition(".")[2], *names_of(entry))):
            named.append(path)
        elif wanted in map(folded, aliases_of(entry)):
            called.append(path)
    yaku = [path for path in named if path.startswith("yaku.")]
    return [*(yaku or named), *called, *(path for path in places_called(asked) if _is_there(merged, path))]


def places_called(asked: str) -> list[str]:
    """Return the paths of what has no name of its own and is called so, whether or not a ruleset has it."""
    return [path for path, names in place_names().items() if folded(asked) in map(folded, names)]


def _is_there(merged: Merged, path: str) -> bool:
    if merged.node(path) is not None or any(_below(gone, path) for gone in merged.removed):
        return True
    around = any(_below(path, gone) for gone in merged.removed)
    return around and any(_below(before, path) for before in merged.history)


def _of_mixins(merged: Merged, asked: str) -> list[str]:
    """Return the paths that the mix-ins of a name set or take out, among those that a ruleset includes."""
    called = {f"bundled:{name}" for name in mixins_called(asked)}
    sources = [file.source for file in merged.chain if file.key in called]
    if not sources:
        return []
    set_there = [path for path, leaf in leaves(merged.tree) if leaf.span.source in sources]
    rules = [path for path in set_there if path.split(".")[0] not in NO_RULES]
    return [*rules, *(path for path, span in merged.removed.items() if span.source in sources)]


def _outermost(paths: list[str]) -> list[str]:
    """Return paths without those that lie below another one of them."""
    return [path for path in dict.fromkeys(paths) if not any(path.startswith(f"{other}.") for other in paths)]


def near_path(merged: Merged, asked: str) -> str | None:
    """Return the path, id or name that was probably meant."""
    if "." in asked:
        known = _known(merged)
        return did_you_mean(asked, known) or next(
            (path for path in known if path.endswith(f".{did_you_mean(asked.rpartition('.')[2], _last(known))}")), None
        )
    found = [*merged.tree.items]
    for path, entry in _entries(merged):
        found += [path.rpartition(".")[2], *names_of(entry), *aliases_of(entry)]
    return did_you_mean(asked, [*found, *(name for names in place_names().values() for name in names)])


def _last(paths: list[str]) -> list[str]:
    return [path.rpartition(".")[2] for path in paths]


def _known(merged: Merged) -> list[str]:
    found: dict[str, None] = {}
    for path, _ in leaves(merged.tree):
        parts = path.split(".")
        for length in range(1, len(parts) + 1):
            found.setdefault(".".join(parts[:length]))
    return [*found]


def _entries(merged: Merged) -> Iterator[tuple[str, Node]]:
    """Yield every entry with its path, and those that a file of the ruleset took out."""
    found = {".".join(parts): entry for parts, entry in entries(merged.tree)}
    for file in merged.chain:
        for parts, entry in entries(file.root):
            path = ".".join(parts)
            if path in merged.removed:
                found.setdefault(path, entry)
    yield from found.items()


# --- values with their history ------------------------------------------------------------------------


def effective(merged: Merged, path: str) -> list[Effective]:
    """Return the values at a path and below, and those that were taken out there."""
    parts = tuple(path.split("."))
    node = find(merged.tree, parts)
    found = []
    if node is not None:
        for inner, leaf in leaves(node, path):
            if _NO_RULE_FIELDS.isdisjoint(inner.split(".")[len(parts) :]) or inner == path:
                found.append(_value(merged, inner, leaf, leaf.span))
    for gone, span in merged.removed.items():
        if find(merged.tree, tuple(gone.split("."))) is None and (_below(gone, path) or _below(path, gone)):
            inside = [p for p in merged.history if _below(p, gone) and (_below(p, path) or _below(path, p))]
            told = [p for p in inside if _NO_RULE_FIELDS.isdisjoint(p.split("."))]
            found += [_value(merged, inner, None, span) for inner in told or [gone]]
    return found


def _below(path: str, other: str) -> bool:
    return f"{path}.".startswith(f"{other}.")


def _value(merged: Merged, path: str, node: Node | None, span: Span) -> Effective:
    comment = comment_of(span)
    before = merged.history.get(path, ())
    sources = dict.fromkeys(_sources(merged, path, span, comment))
    included = including(merged, span)
    if included is not None:
        sources |= dict.fromkeys(_cited(merged, included, comment_of(included)))
    return Effective(path, node, span, before, comment, tuple(sources), included)


def including(merged: Merged, span: Span) -> Span | None:
    """Return the place that includes the mix-in in which a place stands, however many files there are between.

    Args:
        merged: the rules.
        span: a place in one of their files.

    Returns:
        The place in a file that is no mix-in, or None where the first place stands in none.
    """
    file = next((file for file in merged.chain if file.source == span.source), None)
    place_of = merged.included.get(file.key) if file is not None else None
    return None if place_of is None else including(merged, place_of) or place_of


def comment_of(span: Span) -> str | None:
    """Return the comment that a file has on the line of a value, or on lines of their own above it."""
    source = span.source
    last = source.position(max(span.start, span.end - 1))[0]
    start = source.line_starts[last - 1]
    trailing = re.search(r"\s#\s*(\S.*)$", source.line(last)[max(0, span.end - start) :])
    if trailing:
        return trailing[1].rstrip()
    above: list[str] = []
    number = span.line - 1
    while number >= 1 and (found := re.fullmatch(r"\s*#+\s*(.*)", source.line(number))):
        if not above and _is_heading(found[1]):
            return None
        above.insert(0, found[1].strip())
        number -= 1
    return " ".join(above) or None


def _is_heading(comment: str) -> bool:
    return bool(re.match(r"-{2,}", comment.strip()))


def _sources(merged: Merged, path: str, span: Span, comment: str | None) -> Iterator[Cited]:
    """Yield the sources of a value: those of its entry if the same file gives both, and those its comment names."""
    parts = path.split(".")
    ids: dict[str, None] = {}
    for length in range(len(parts), 0, -1):
        around = find(merged.tree, tuple(parts[:length]))
        if isinstance(around, MapNode) and (node := around.items.get("source")) and node.span.source == span.source:
            ids |= dict.fromkeys(texts_in(node))
    yield from _cited(merged, span, comment, ids)


def _cited(merged: Merged, span: Span, comment: str | None, ids: Iterable[str] = ()) -> Iterator[Cited]:
    """Yield the sources that a comment names, of the file in which a place stands, after those of some ids."""
    file = next((file for file in merged.chain if file.source == span.source), None)
    known = file.root.items.get("sources") if file is not None else None
    if not isinstance(known, MapNode):
        return
    head = (comment or "").partition(":")[0]
    words = [word for word in re.findall(r"[a-z0-9][a-z0-9_-]*", head) if word in known.items]
    for name in dict.fromkeys([*ids, *words]):
        entry = known.items.get(name)
        if isinstance(entry, MapNode):
            fields = {key: item.text for key, item in entry.items.items() if isinstance(item, Scalar)}
            yield Cited(name, fields.get("title", name), fields.get("url"), fields.get("read"))


# --- differences --------------------------------------------------------------------------------------


def differences(merged: Merged, base: Merged) -> list[Difference]:
    """Return what a ruleset does otherwise than another, in the order of its sections; a new entry is one thing."""
    found: dict[str, Difference] = {}
    now = {path: leaf for path, leaf in leaves(merged.tree) if path.split(".")[0] not in NO_RULES}
    was = {path: leaf for path, leaf in leaves(base.tree) if path.split(".")[0] not in NO_RULES}
    for path in dict.fromkeys((*now, *was)):
        one, other = was.get(path), now.get(path)
        if one is not None and other is not None and same(one, other):
            continue
        parts = tuple(path.split("."))
        if "examples" in parts:
            continue
        entry = next((parts[:length] for length in range(1, len(parts) + 1) if _is_one(parts[:length])), parts)
        before, after = find(base.tree, entry), find(merged.tree, entry)
        whole = before is None or after is None
        shown = ".".join(entry if whole else parts)
        span = merged.span_of(shown) if after is not None and not whole else _place(merged, shown, after)
        found.setdefault(shown, Difference(shown, before if whole else one, after if whole else other, span))
    return [*found.values()]


def _is_one(parts: tuple[str, ...]) -> bool:
    """Return whether what stands at a path is stated as one thing."""
    where = slot(parts)
    return is_entry(parts) or (where is not None and where.whole)


def _place(merged: Merged, path: str, node: Node | None) -> Span:
    if node is None:
        return merged.removed.get(path) or merged.span_of(path)
    return place(merged.tree, tuple(path.split(".")))


def value_text(node: Node | None) -> str:
    """Return a value as one line of text."""
    match node:
        case None:
            return ""
        case Scalar():
            return " ".join(node.text.split())
        case SeqNode(items=items):
            return "[" + ", ".join(map(value_text, items)) + "]"
    fields = {key: item for key, item in node.items.items() if key not in _NO_RULE_FIELDS}
    if fields.keys() == {"closed", "open"} and same(fields["closed"], fields["open"]):
        return value_text(fields["closed"])
    return "{" + ", ".join(f"{key}: {value_text(item)}" for key, item in fields.items()) + "}"


def value_json(node: Node | None) -> object:
    """Return a value as plain data."""
    return None if node is None else plain(node)
