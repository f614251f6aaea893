"""A ruleset as a statement of one page: what its table plays, told where it is not what every table plays.

The same sections are set as text or as Markdown. Yaku, fu and shares that are as in the root rules are not repeated.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from yakulang.engine.sayings import saying
from yakulang.message import translated
from yakulang.report import rules_rows as rows
from yakulang.report.layout import Row, Text, headed
from yakulang.report.rules_between import match, settlement, setup
from yakulang.report.rules_text import mixins, title
from yakulang.report.rules_words import said
from yakulang.report.words import separator
from yakulang.rules.draft import is_entry
from yakulang.rules.nodes import MapNode, find, leaves, same
from yakulang.rules.overview import comment_of, value_text
from yakulang.source import display_width

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from yakulang.report.layout import Line
    from yakulang.rules.merge import Merged
    from yakulang.rules.nodes import Node

# Sections of which an entry is told only where it is not as in the root rules; shares, numbers and the table likewise.
_REPEATED = (
    "shapes", "yaku", "fu", "fu.items", "fu.fixed", "fu.floors", "payments", "payments.ron", "payments.tsumo", "setup",
    "settlement", "match", "match.riichi", "match.kan",
)  # fmt: skip
_ALWAYS_TOLD = {
    "payments": {"honba", "riichi_stick", "round_up_to", "absent", "multipliers", "self_draws"},
    "setup": {"start"},
    "settlement": {"return", "uma", "oka", "ties", "deposits"},
    "match": {"winds", "target", "dealer_stays", "extension", "ends", "riichi", "kan"},
}
_ENTRIES = (
    "shapes",
    "yaku",
    "fu.items",
    "fu.fixed",
    "fu.floors",
    "dora.kinds",
    "limits",
    "draws",
    "chips",
    "pao.kinds",
    "forbidden",
    "impossible",
    "match.ends",
    "match.riichi",
    "match.kan",
)
_AS_ONE = {"reds", "blues", "aside", "pao.tsumo", "pao.ron"}  # told on a line
_NO_RULES = {"examples", "name", "note", "about", "allow", "redundant", "source"}


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a statement under a heading."""

    heading: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Statement:
    """A ruleset as a page.

    Attributes:
        title: name, id, status.
        facts: what the file says of itself: pairs of a heading and a text.
        sections: the rules, those with nothing to tell left out.
    """

    title: str
    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]


def statement(merged: Merged, root: Merged | None, lang: str, *, part: bool = False) -> Statement:
    """Return a ruleset as a statement.

    Args:
        merged: the rules.
        root: the rules that all of these begin with, or None where these are the root.
        lang: `en`, `ja` or `zh`.
        part: it is a house rule and no table: what it adds and changes is told, and nothing else. `root` are the rules
            it is for.
    """
    tree = merged.tree if root is None else _changed(merged, root.tree) if part else _told(merged.tree, root.tree)
    sections = [
        Section(said(make.__name__, lang), tuple(make(merged, tree, lang)))
        for make in (
            rows.table, rows.shapes, rows.dora, rows.yaku, rows.fu, rows.limits, rows.payments, rows.chips,
            rows.winners, rows.pao, rows.draws, setup, match, settlement, rows.refusals,
        )
    ]  # fmt: skip
    if root is not None:
        sections.append(Section(said("off", lang), tuple(_off(merged, root, lang))))
    sections.append(Section(said("with", lang), tuple(mixins(merged, own_file=part))))
    sections.append(Section(said("unknown", lang), tuple(rows.unknown(merged, tree, lang))))
    sections.append(Section(said("sources", lang), tuple(_sources(merged, lang, part=part))))
    facts = tuple(_facts(merged, lang, part=part))
    return Statement(title(merged, lang), facts, tuple(s for s in sections if s.rows))


def _facts(merged: Merged, lang: str, *, part: bool) -> Iterator[tuple[str, str]]:
    own = merged.chain[-1].root
    files = " <- ".join(file.source.name for file in reversed(merged.chain) if file.key not in merged.included)
    yield said("files", lang), files
    for field, heading in (("aliases", "also_called"), ("about", "about")):
        if (node := own.items.get(field)) is not None:
            yield said(heading, lang), value_text(node).strip("[]")
    if part and (comment := comment_of(own.keys["yakulang"])):  # it says what the rule is
        yield said("about", lang), comment


def _changed(merged: Merged, base: MapNode) -> MapNode:
    """Return what rules say that those they extend do not: entries as wholes, else the values that differ.

    What the file itself says belongs to it, even where it only takes back what it includes.
    """
    own = merged.chain[-1].source

    def said_here(node: Node) -> bool:
        return any(leaf.span.source == own for _, leaf in leaves(node))

    def unlike(node: MapNode, parts: tuple[str, ...]) -> MapNode:
        found: dict[str, Node] = {}
        for key, item in node.items.items():
            path = (*parts, key)
            other = find(base, path)
            if not _differs(item, other) and not said_here(item):
                continue
            whole = other is None or is_entry(path) or ".".join(path) in _AS_ONE
            found[key] = unlike(item, path) if isinstance(item, MapNode) and not whole else item
        return MapNode(found, {key: node.keys[key] for key in found}, node.span)

    return unlike(merged.tree, ())


def _told(tree: MapNode, root: MapNode) -> MapNode:
    """Return the rules without what is as in the root and need not be said again."""

    def without(node: Node, parts: tuple[str, ...]) -> Node:
        if not isinstance(node, MapNode):
            return node
        path = ".".join(parts)
        repeated, kept = path in _REPEATED, _ALWAYS_TOLD.get(path, set())
        items = {
            key: without(item, (*parts, key))
            for key, item in node.items.items()
            if key in kept or not repeated or _differs(item, find(root, (*parts, key)))
        }
        return MapNode(items, {key: node.keys[key] for key in items}, node.span)

    kept = without(tree, ())
    assert isinstance(kept, MapNode)  # noqa: S101  it is a tree as the one given
    items = {key: item for key, item in kept.items.items() if key != "impossible"}
    return MapNode(items, kept.keys, kept.span)


def _differs(node: Node, other: Node | None) -> bool:
    """Return whether an entry is another rule than in the root; names and examples are none."""
    if not isinstance(node, MapNode) or not isinstance(other, MapNode):
        return other is None or not same(node, other)
    keys = [key for key in {**node.items, **other.items} if key not in _NO_RULES]
    return any(
        key not in node.items or key not in other.items or _differs(node.items[key], other.items[key]) for key in keys
    )


def _off(merged: Merged, root: Merged, lang: str) -> Iterator[Row]:
    """Yield the entries of the root rules that are taken out."""
    for section in _ENTRIES:
        for key, node in rows.entries(root.tree, section):
            path = f"{section}.{key}"
            if merged.node(path) is None:
                name = rows.labelled(key, node, lang)
                if sentence := rows.field_of(node, "say"):  # which says what may not be
                    name = said("no_such_rule", lang, say=translated(saying(sentence), lang))
                span = next(
                    (merged.removed[gone] for gone in merged.removed if f"{path}.".startswith(f"{gone}.")), None
                )
                yield Row("", name, "", path, span.place if span is not None else "")

    for section in ("aside", "setup", "settlement", "match", "match.extension"):
        if merged.node(section) is None and root.node(section) is not None and section in merged.removed:
            yield Row("", said(section, lang), "", section, merged.removed[section].place)


def _sources(merged: Merged, lang: str, *, part: bool) -> Iterator[Row]:
    """Yield the sources of the file and of those it extends; what mix-ins cite stands in them."""
    own = [file for file in merged.chain[1:] if file.key not in merged.included]
    own = own if own and not part else [merged.chain[-1]]
    told: set[tuple[str, str]] = set()  # a source of two files is told once
    for key, node in (entry for file in reversed(own) for entry in rows.entries(file.root, "sources")):
        date = rows.field_of(node, "read")
        parts = [rows.field_of(node, "title"), rows.field_of(node, "url")]
        parts += [said("read", lang, date=date)] if date else []
        text = separator(lang).join(part for part in parts if part)
        if (key, text) not in told:
            told.add((key, text))
            yield Row("", key, "", text)


# --- as text and as Markdown --------------------------------------------------------------------------


def as_text(page: Statement) -> list[list[Line]]:
    """Return a statement as reports, section by section: each is set in columns of its own."""
    width = max((display_width(section.heading) for section in page.sections), default=0)
    report: list[list[Line]] = [[Text(page.title, "hand"), *(Text(f"{head} {text}") for head, text in page.facts)]]
    for section in page.sections:
        heading = section.heading + " " * (width - display_width(section.heading))
        report.append([Text(), *headed(rows.folded(section.rows), heading)])
    return report


def as_markdown(page: Statement, lang: str, *, level: int = 1) -> str:
    """Return a statement as Markdown; the lines of the files are left out, so that it stays as long as the rules do.

    Args:
        page: the statement.
        lang: of the heads of the tables.
        level: of the title; sections stand one below.
    """
    lines = [f"{'#' * level} {page.title}", "", *(f"- {head}: {_code(text)}" for head, text in page.facts), ""]
    for section in page.sections:
        lines += [f"{'#' * (level + 1)} {section.heading}", ""]
        used: list[tuple[str, Callable[[Row], str]]] = [
            ("rule", lambda row: _code(row.name)),
            ("value", lambda row: row.value),
            ("detail", lambda row: _code(row.detail)),
        ]
        columns = [(head, cell) for head, cell in used if any(cell(row) for row in section.rows)]
        if len(columns) == 1:
            lines += [f"- {columns[0][1](row)}" for row in section.rows]
        else:
            lines.append("| " + " | ".join(said(head, lang) for head, _ in columns) + " |")
            lines.append("| " + " | ".join("---" for _ in columns) + " |")
            lines += ["| " + " | ".join(cell(row).replace("|", "\\|") for _, cell in columns) + " |"
                      for row in section.rows]  # fmt: skip
        lines.append("")
    return "\n".join(lines)


def _code(text: str) -> str:
    """Return text with the signs escaped that Markdown would read as its own."""
    return "".join(f"\\{sign}" if sign in "*_<>`[]" else sign for sign in text)
