"""Rulesets as text: the list of them, one as a statement of a page, single values with all that had a say in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.report.layout import Row, Text, headed
from yakulang.report.rules_words import said
from yakulang.report.words import name_in, separator
from yakulang.rules.nodes import MapNode, find, leaves, place
from yakulang.rules.overview import comment_of, value_text
from yakulang.source import display_width
from yakulang.tiles import MARKS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from yakulang.report.layout import Line
    from yakulang.rules.listing import Listed
    from yakulang.rules.merge import Merged
    from yakulang.rules.nodes import Node
    from yakulang.rules.overview import Difference, Effective

LONGEST = 72  # characters of a value in a table


def list_report(rulesets: Sequence[Listed], lang: str) -> list[Line]:
    """Return the list of bundled rulesets."""
    rows: list[Line] = []
    for one in rulesets:
        about = [one.status] if one.status else []
        about += [f"{said('for' if one.mixin else 'extends', lang)} {one.extends}"] if one.extends else []
        players = str(one.players) if one.players and not one.mixin else ""
        rows.append(
            Row(
                heading=one.id,
                name=name_in(one.names, lang, one.id),
                value=said("n_players", lang, n=players) if players else "",
                detail=separator(lang).join(about),
                place=separator(lang).join(one.aliases),
            )
        )
    return rows


# --- single values ------------------------------------------------------------------------------------


def values_report(values: Sequence[Effective], lang: str) -> list[Line]:
    """Return values, each with the places that had a say before it and what the file says of it."""
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
    return [*lines, *([Text()] if told else []), *(Text(line) for line in told)]


# --- a whole ruleset ----------------------------------------------------------------------------------


def ruleset_report(merged: Merged, differing: Sequence[Difference], base: str | None, lang: str) -> list[list[Line]]:
    """Return a ruleset as a compact statement, section by section: each is set in columns of its own.

    What it does otherwise than what it extends comes first.
    """
    files = " <- ".join(file.source.name for file in reversed(merged.chain) if file.key not in merged.included)
    sections: list[tuple[str, list[Row]]] = []
    if base is not None:
        rows = [_difference(one, lang) for one in differing] or [Row("", said("nothing", lang))]
        sections.append((said("unlike", lang, base=base), rows))
    if with_rows := [*_mixins(merged)]:
        sections.append((said("with", lang), with_rows))
    sections += [(said(make.__name__.strip("_"), lang), list(make(merged, merged.tree, lang))) for make in _SECTIONS]
    width = max(display_width(heading) for heading, rows in sections if rows)
    report: list[list[Line]] = [[Text(_title(merged, lang), "hand"), Text(f"{said('files', lang)} {files}")]]
    for heading, rows in sections:
        if rows:
            report.append([Text(), *headed(rows, heading + " " * (width - display_width(heading)))])
    return report


def _title(merged: Merged, lang: str) -> str:
    name = _name(merged.tree, merged.tree.items["id"], lang)
    own = value_text(merged.tree.items["id"])
    status = value_text(merged.tree.items.get("status"))
    return separator(lang).join(part for part in (name if name == own else f"{name} ({own})", status) if part)


def _mixins(merged: Merged) -> Iterator[Row]:
    """Yield the mix-ins with what the files that include them say of them."""
    for span in merged.included.values():
        yield Row("", span.text, "", _cut(comment_of(span) or ""), span.place)


def _difference(one: Difference, lang: str) -> Row:
    was, now = (_cut(value_text(node)) for node in (one.was, one.now))
    text = said("taken_out", lang) if one.now is None else now if one.was is None else f"{was} -> {now}"
    return Row("", one.path, "", text, one.span.place)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def _name(node: Node, otherwise: Node | str, lang: str) -> str:
    own = otherwise if isinstance(otherwise, str) else value_text(otherwise)
    names = node.items.get("name") if isinstance(node, MapNode) else None
    if isinstance(names, MapNode):
        return name_in({key: value_text(item) for key, item in names.items.items()}, lang, own)
    return value_text(names) or own


def _entries(tree: MapNode, section: str) -> Iterator[tuple[str, MapNode]]:
    node = find(tree, tuple(section.split(".")))
    for key, item in node.items.items() if isinstance(node, MapNode) else ():
        if isinstance(item, MapNode):
            yield key, item


def _field(node: MapNode, name: str) -> str:
    return value_text(node.items.get(name))


def _at(merged: Merged, path: str) -> str:
    return place(merged.tree, tuple(path.split("."))).place


def _labelled(key: str, node: MapNode, lang: str) -> str:
    name = _name(node, key, lang)
    return key if name == key else f"{name} ({key})"


def _table(merged: Merged, tree: MapNode, lang: str) -> Iterator[Row]:
    for path in ("players", "tiles.copies", "tiles.remove", *(mark.section for mark in MARKS), "aside", "minimum_han"):
        node = find(tree, tuple(path.split(".")))
        if node is not None:
            yield Row("", said(path, lang), "", value_text(node), _at(merged, path))
    stacking = tree.items.get("stacking")
    for key, item in stacking.items.items() if isinstance(stacking, MapNode) else ():
        yield Row("", said(f"stacking.{key}", lang), "", value_text(item), _at(merged, f"stacking.{key}"))


def _shapes(merged: Merged, tree: MapNode, lang: str) -> Iterator[Row]:
    for key, node in _entries(tree, "shapes"):
        yield Row("", _labelled(key, node, lang), "", _cut(value_text(node)), _at(merged, f"shapes.{key}"))


def _yaku(merged: Merged, tree: MapNode, lang: str) -> Iterator[Row]:
    for key, node in _entries(tree, "yaku"):
        field = next((name for name in ("han", "yakuman", "at_least") if name in node.items), "")
        value, detail = _worth(node, field, lang)
        replaced = _field(node, "replaces").strip("[]")
        detail += [f"{said('replaces', lang)} {replaced}"] if replaced else []
        detail += [f"{said('each', lang)} {_field(node, 'each')}"] if "each" in node.items else []
        yield Row(
            "",
            _labelled(key, node, lang),
            value,
            _cut(separator(lang).join(detail)),
            _at(merged, f"yaku.{key}.{field}"),
        )


def _worth(node: MapNode, field: str, lang: str) -> tuple[str, list[str]]:
    value = node.items.get(field)
    if not isinstance(value, MapNode):
        return said("at_least", lang, limit=value_text(value)), []
    sides = {side: value_text(value.items.get(side)) for side in ("closed", "open")}
    unit = f"n_{field}"
    if sides["closed"] == sides["open"]:
        return said(unit, lang, n=sides["closed"]), []
    if not sides["open"]:
        return said(unit, lang, n=sides["closed"]), [said("closed_only", lang)]
    if not sides["closed"]:
        return said(unit, lang, n=sides["open"]), [said("open_only", lang)]
    return said(unit, lang, n=sides["closed"]), [said("when_open", lang, n=sides["open"])]


def _fu(merged: Merged, tree: MapNode, lang: str) -> Iterator[Row]:
    for section in ("fu.fixed", "fu.items", "fu.floors"):
        for key, node in _entries(tree, section):
            value = said(f"{section}.n", lang, n=_field(node, "fu"))
            yield Row("", _labelled(key, node, lang), value, _when(node, lang), _at(merged, f"{section}.{key}.fu"))
    if (step := find(tree, ("fu", "round_up_to"))) is not None:
        yield Row("", said("round_up_to", lang), value_text(step), "", _at(merged, "fu.round_up_to"))


def _when(node: MapNode, lang: str) -> str:
    each, when = _field(node, "each"), _field(node, "when")
    parts = [f"{said('each', lang)} {each}" if each else "", when]
    return _cut(separator(lang).join(part for part in parts if part))


def _dora(merged: Merged, tree: MapNode, lang: str) -> Iterator[Row]:
    for key, node in _entries(tree, "dora.kinds"):
        shown = _field(node, "shown_by")
        detail = separator(lang).join(part for part in (shown, _when(node, lang)) if part)
        value = said("n_han", lang, n=_field(node, "han"))
        yield Row("", _labelled(key, node, lang), value, detail, _at(merged, f"dora.kinds.{key}.han"))


def _limits(merged: Merged, tree: MapNode, lang: str) -> Iterator[Row]:
    for key, node in _entries(tree, "limits"):
        path = next((p for p in ("base", "when") if f"limits.{key}.{p}" in merged.history), "base")
        when = _when(node, lang) or said("named_only", lang)
        yield Row("", _labelled(key, node, lang), _field(node, "base"), when, _at(merged, f"limits.{key}.{path}"))


def _payments(merged: Merged, tree: MapNode, lang: str) -> Iterator[Row]:
    node = tree.items.get("payments")
    if node is not None:
        for path, leaf in sorted(
            leaves(node, "payments"), key=lambda item: (item[1].span.source.name, item[1].span.start)
        ):
            if path.startswith("payments.multipliers."):
                continue
            name = said(path, lang)
            short = len(value_text(leaf)) <= 8
            text = value_text(leaf)
            yield Row("", name, text if short else "", "" if short else text, _at(merged, path))

    for key, rule in _entries(tree, "payments.multipliers"):
        times = said("times", lang, n=_field(rule, "times"))
        yield Row(
            "", _labelled(key, rule, lang), times, _field(rule, "seat"), _at(merged, f"payments.multipliers.{key}")
        )


def _pao(merged: Merged, tree: MapNode, lang: str) -> Iterator[Row]:
    for key, node in _entries(tree, "pao.kinds"):
        covers = _field(node, "covers").strip("[]")
        when = _field(node, "sealed_when") or _field(node, "when")
        detail = f"{when}{separator(lang)}{said('covers', lang)} {covers}"
        yield Row("", _labelled(key, node, lang), "", _cut(detail), _at(merged, f"pao.kinds.{key}.covers"))
    for method in ("tsumo", "ron"):
        if (shares := find(tree, ("pao", method))) is not None:
            yield Row("", said(f"pao.{method}", lang), "", value_text(shares).strip("{}"), _at(merged, f"pao.{method}"))


def _draws(merged: Merged, tree: MapNode, lang: str) -> Iterator[Row]:
    for key, node in _entries(tree, "draws"):
        detail = separator(lang).join(part for part in (_field(node, "pays"), _field(node, "when")) if part)
        yield Row("", _labelled(key, node, lang), "", _cut(detail), _at(merged, f"draws.{key}"))


def _refusals(merged: Merged, tree: MapNode, lang: str) -> Iterator[Row]:
    for key, node in _entries(tree, "forbidden"):
        yield Row("", _field(node, "say"), "", _field(node, "when"), _at(merged, f"forbidden.{key}"))
    number = sum(1 for _ in _entries(tree, "impossible"))
    if number:
        yield Row("", said("impossible", lang, n=number), "", "impossible", _at(merged, "impossible"))


def _unknown(merged: Merged, tree: MapNode, lang: str) -> Iterator[Row]:  # noqa: ARG001  a section like the others
    node = tree.items.get("unknown")
    for item in node.items.values() if isinstance(node, MapNode) else ():
        yield Row("", value_text(item), "", "", item.span.place)


def _sources(merged: Merged, tree: MapNode, lang: str) -> Iterator[Row]:  # noqa: ARG001
    for key, node in _entries(tree, "sources"):
        yield Row("", key, "", _field(node, "title"), _at(merged, f"sources.{key}"))


_SECTIONS: tuple[Callable[[Merged, MapNode, str], Iterator[Row]], ...] = (
    _table, _shapes, _yaku, _fu, _dora, _limits, _payments, _pao, _draws, _refusals, _unknown, _sources,
)  # fmt: skip
