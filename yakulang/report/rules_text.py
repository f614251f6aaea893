"""Rulesets as text: the list of them, one as a statement of a page, single values with all that had a say in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.report import rules_rows as rows
from yakulang.report.layout import Row, Text, headed
from yakulang.report.rules_between import match, settlement, setup
from yakulang.report.rules_words import said
from yakulang.report.words import name_in, separator
from yakulang.rules.draft import CITED, IDENTITY
from yakulang.rules.nodes import leaves
from yakulang.rules.overview import comment_of, value_text
from yakulang.source import display_width

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from yakulang.report.layout import Line
    from yakulang.rules.listing import Listed
    from yakulang.rules.merge import Merged
    from yakulang.rules.nodes import MapNode
    from yakulang.rules.overview import Difference, Effective
    from yakulang.source import Span

WIDEST = 100  # characters of two values on one line


def list_report(rulesets: Sequence[Listed], lang: str) -> list[Line]:
    """Return the list of bundled rulesets."""
    lines: list[Line] = []
    for one in rulesets:
        about = [one.status] if one.status else []
        about += [f"{said('for' if one.mixin else 'extends', lang)} {one.extends}"] if one.extends else []
        players = str(one.players) if one.players and not one.mixin else ""
        lines.append(
            Row(
                heading=one.id,
                name=name_in(one.names, lang, one.id),
                value=said("n_players", lang, n=players) if players else "",
                detail=separator(lang).join(about),
                place=separator(lang).join(one.aliases),
            )
        )
    return lines


# --- single values ------------------------------------------------------------------------------------


def values_report(values: Sequence[Effective], lang: str, mixins: Sequence[str] = ()) -> list[Line]:
    """Return values, each with the places that had a say before it and what the file says of it.

    Args:
        values: the values.
        lang: the language of the words around them.
        mixins: house rules of the same name that the ruleset does not include.
    """
    lines: list[Line] = []
    for value in values:
        now = value_text(value.node) if value.node is not None else said("taken_out", lang)
        lines.append(Row(value.path, now, "", "", value.span.place))
        lines += [
            Row("", " ".join(span.text.split()), "", said("before", lang), span.place)
            for span in reversed(value.before)
        ]
    told: dict[str, None] = {}
    for value in values:
        for source in value.sources:
            parts = [source.title, source.url, said("read", lang, date=source.read) if source.read else None]
            told.setdefault(f"{said('source', lang)} {source.id}: {separator(lang).join(p for p in parts if p)}")
        for span in (value.span, value.included):
            if span is not None and (comment := comment_of(span)):
                told.setdefault(f"{span.place}: {comment}")
    if mixins:
        told.setdefault(said("not_included", lang, mixins=separator(lang).join(mixins)))
    return [*lines, *([Text()] if told else []), *(Text(line) for line in told)]


# --- a whole ruleset ----------------------------------------------------------------------------------


def ruleset_report(merged: Merged, differing: Sequence[Difference], base: str | None, lang: str) -> list[list[Line]]:
    """Return a ruleset as a compact statement, section by section: each is set in columns of its own.

    What it does otherwise than what it extends comes first.
    """
    files = " <- ".join(file.source.name for file in reversed(merged.chain) if file.key not in merged.included)
    sections: list[tuple[str, list[Row]]] = []
    if base is not None:
        changed = [row for one in differing for row in _difference(one, lang)] or [Row("", said("nothing", lang))]
        sections.append((said("unlike", lang, base=base), changed))
    if with_rows := [*mixins(merged)]:
        sections.append((said("with", lang), with_rows))
    sections += [(said(make.__name__, lang), list(make(merged, merged.tree, lang))) for make in _SECTIONS]
    width = max(display_width(heading) for heading, told in sections if told)
    report: list[list[Line]] = [[Text(title(merged, lang), "hand"), Text(f"{said('files', lang)} {files}")]]
    for heading, told in sections:
        if told:
            report.append([Text(), *headed(rows.folded(told), heading + " " * (width - display_width(heading)))])
    return report


def title(merged: Merged, lang: str) -> str:
    """Return name, id and status of a ruleset."""
    name = rows.name_of(merged.tree, merged.tree.items["id"], lang)
    own = value_text(merged.tree.items["id"])
    status = value_text(merged.tree.items.get("status"))
    return separator(lang).join(part for part in (name if name == own else f"{name} ({own})", status) if part)


def mixins(merged: Merged, *, own_file: bool = False) -> Iterator[Row]:
    """Yield the mix-ins with what the files that include them say of them; not those whose place others took.

    Args:
        merged: the rules.
        own_file: whether only those are asked for that the last file includes, not those of the rules it builds on.
    """
    taken: dict[Span, list[str]] = {}
    rules = [node for key, node in merged.tree.items.items() if key not in (*IDENTITY, *CITED)]
    deciding = {leaf.span.source for node in rules for _, leaf in leaves(node)}
    deciding |= {span.source for span in merged.removed.values()}
    for file in merged.chain:
        own = any(key not in (*IDENTITY, *CITED, "extends", "include") for key in file.root.items)
        if own and file.source not in deciding:
            continue
        span = merged.included.get(file.key)
        if span is not None and (not own_file or span.source == merged.chain[-1].source):
            taken.setdefault(span, []).extend([file.picked.text] if file.picked else [])
    for span, yaku in taken.items():
        name = f"{span.text}: {', '.join(yaku)}" if yaku else span.text
        yield Row("", name, "", comment_of(span) or "", span.place)


def _difference(one: Difference, lang: str) -> list[Row]:
    """Return what differs; two values that are long stand below each other."""
    was, now = (value_text(node) for node in (one.was, one.now))
    if one.was is not None and one.now is not None and len(was) + len(now) > WIDEST:
        return [Row("", one.path, "", was), Row("", "", "", f"-> {now}", one.span.place)]
    text = said("taken_out", lang) if one.now is None else now if one.was is None else f"{was} -> {now}"
    return [Row("", one.path, "", text, one.span.place)]


_SECTIONS: tuple[Callable[[Merged, MapNode, str], Iterator[Row]], ...] = (
    rows.table, rows.shapes, rows.yaku, rows.fu, rows.dora, rows.limits, rows.payments, rows.chips, rows.winners,
    rows.pao, rows.draws, setup, match, settlement, rows.refusals, rows.unknown, rows.sources,
)  # fmt: skip
