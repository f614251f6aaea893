"""The sections of a ruleset as rows of a table: name, value, detail and the place that decides.

Each takes merged rules, the tree whose entries it tells (all of the rules, or a part), and a language.
"""

from __future__ import annotations

from dataclasses import replace
from textwrap import wrap
from typing import TYPE_CHECKING

from yakulang.engine.sayings import saying
from yakulang.message import translated
from yakulang.report.layout import Row
from yakulang.report.rules_values import in_words
from yakulang.report.rules_words import place_of, said, value_said
from yakulang.report.words import name_in, separator
from yakulang.rules.nodes import MapNode, SeqNode, find, leaves, place
from yakulang.rules.overview import comment_of, value_text
from yakulang.tiles import MARKS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from yakulang.rules.merge import Merged
    from yakulang.rules.nodes import Node

LONGEST = 90  # columns of a detail in a line
PAYERS = ("dealer_wins", "dealer_pays", "other_pays")  # of a self-draw
WIDEST = 110  # of a sentence in a line


def folded(told: Sequence[Row]) -> list[Row]:
    """Return rows whose names and details are not too long for a line; the rest of one goes on in the next."""
    found: list[Row] = []
    for row in told:
        names = wrap(row.name, WIDEST) or [""]
        details = wrap(row.detail, LONGEST, break_on_hyphens=False, break_long_words=False) or [""]  # addresses as one
        found.append(replace(row, name=names[0], detail=details[0]))
        found += [Row("", f"  {line}") for line in names[1:]]
        found += [Row("", "", "", f"  {line}") for line in details[1:]]
    return found


def name_of(node: Node, otherwise: Node | str, lang: str) -> str:
    """Return the name of an entry in a language, or what it is called otherwise."""
    own = otherwise if isinstance(otherwise, str) else value_text(otherwise)
    names = node.items.get("name") if isinstance(node, MapNode) else None
    if isinstance(names, MapNode):
        return name_in({key: value_text(item) for key, item in names.items.items()}, lang, own)
    return value_text(names) or own


def entries(tree: MapNode, section: str) -> Iterator[tuple[str, MapNode]]:
    """Yield the entries of a section that are mappings."""
    node = find(tree, tuple(section.split(".")))
    for key, item in node.items.items() if isinstance(node, MapNode) else ():
        if isinstance(item, MapNode):
            yield key, item


def field_of(node: MapNode, name: str) -> str:
    """Return a field of an entry as text, nothing where it has none."""
    return value_text(node.items.get(name))


def at(merged: Merged, path: str) -> str:
    """Return the place that decides what stands at a path: where a part of it was changed, the last such place."""
    changed = [inner for inner in merged.history if f"{inner}.".startswith(f"{path}.")]
    spans = [merged.removed.get(inner) or place(merged.tree, tuple(inner.split("."))) for inner in changed]
    order = [file.source for file in merged.chain]
    known = [span for span in spans if span.source in order]
    decides = max(known, key=lambda span: order.index(span.source), default=None)
    return (decides or place(merged.tree, tuple(path.split(".")))).place


def labelled(key: str, node: MapNode, lang: str) -> str:
    """Return the name of an entry with its id."""
    name = name_of(node, key, lang)
    return key if name == key else f"{name} ({key})"


def table(merged: Merged, tree: MapNode, lang: str) -> Iterator[Row]:
    """Yield players, tiles and what is needed to win."""
    for path in ("players", "tiles.copies", "tiles.remove", *(mark.section for mark in MARKS), "aside", "minimum_han"):
        node = find(tree, tuple(path.split(".")))
        if node is not None:
            yield Row("", said(path, lang), "", in_words(path, node, lang), at(merged, path))
    for mark in MARKS:  # a dora that the table has no tiles for
        each = [field_of(node, "each").split() for _, node in entries(tree, "dora.kinds")]
        if mark.section not in tree.items and any(mark.word in words for words in each):
            yield Row("", said(mark.section, lang), "", said("nothing", lang))
    stacking = tree.items.get("stacking")
    for key, item in stacking.items.items() if isinstance(stacking, MapNode) else ():
        yield Row(
            "", said(f"stacking.{key}", lang), "", value_said(value_text(item), lang), at(merged, f"stacking.{key}")
        )


def shapes(merged: Merged, tree: MapNode, lang: str) -> Iterator[Row]:
    """Yield the shapes of complete hands."""
    for key, node in entries(tree, "shapes"):
        yield Row("", labelled(key, node, lang), "", in_words("shapes", node, lang), at(merged, f"shapes.{key}"))


def yaku(merged: Merged, tree: MapNode, lang: str) -> Iterator[Row]:
    """Yield the yaku with their worth."""
    for key, node in entries(tree, "yaku"):
        field = next((name for name in ("han", "yakuman", "at_least") if name in node.items), "")
        value, detail = _worth(merged.tree, node, field, lang)
        if "replaces" in node.items:
            detail.append(f"{said('replaces', lang)} {_yaku_named(merged.tree, node.items['replaces'], lang)}")
        detail += [f"{said('each', lang)} {field_of(node, 'each')}"] if "each" in node.items else []
        yield Row(
            "",
            labelled(key, node, lang),
            value,
            separator(lang).join(detail),
            at(merged, f"yaku.{key}.{field}"),
        )


def limit_name(tree: MapNode, limit: str, lang: str) -> str:
    """Return what a limit is called, the id where the rules have none of that id."""
    node = find(tree, ("limits", limit))
    return name_of(node, limit, lang) if node is not None else limit


def _yaku_named(tree: MapNode, node: Node | None, lang: str) -> str:
    """Return the names of yaku that a rule lists, the ids of those that the rules don't have."""
    listed = [value_text(item) for item in node.items] if isinstance(node, SeqNode) else [value_text(node)]
    known = {own: find(tree, ("yaku", own)) for own in listed}
    names = [own if item is None else name_of(item, own, lang) for own, item in known.items()]
    return separator(lang).join(value_said(name, lang) for name in names)


def _worth(tree: MapNode, node: MapNode, field: str, lang: str) -> tuple[str, list[str]]:
    value = node.items.get(field)
    if not isinstance(value, MapNode):
        return said("at_least", lang, limit=limit_name(tree, value_text(value), lang)), []
    sides = {side: value_text(value.items.get(side)) for side in ("closed", "open")}
    unit = f"n_{field}"
    if sides["closed"] == sides["open"]:
        return said(unit, lang, n=sides["closed"]), []
    if not sides["open"]:
        return said(unit, lang, n=sides["closed"]), [said("closed_only", lang)]
    if not sides["closed"]:
        return said(unit, lang, n=sides["open"]), [said("open_only", lang)]
    return said(unit, lang, n=sides["closed"]), [said("when_open", lang, n=sides["open"])]


def fu(merged: Merged, tree: MapNode, lang: str) -> Iterator[Row]:
    """Yield what fu are counted for."""
    for section in ("fu.fixed", "fu.items", "fu.floors"):
        for key, node in entries(tree, section):
            value = said(f"{section}.n", lang, n=field_of(node, "fu"))
            yield Row("", labelled(key, node, lang), value, _when(node, lang), at(merged, f"{section}.{key}.fu"))
    if (step := find(tree, ("fu", "round_up_to"))) is not None:
        yield Row("", said("round_up_to", lang), value_text(step), "", at(merged, "fu.round_up_to"))


def _when(node: MapNode, lang: str) -> str:
    each, when = field_of(node, "each"), field_of(node, "when")
    parts = [f"{said('each', lang)} {each}" if each else "", when]
    return separator(lang).join(part for part in parts if part)


def _is_table(merged: Merged, tree: MapNode) -> bool:
    """Return whether the rules told are those of a table, not the root rules and not a house rule."""
    return len(merged.chain) > 1 and "players" in tree.items


def dora(merged: Merged, tree: MapNode, lang: str) -> Iterator[Row]:
    """Yield the kinds of dora."""
    without = {mark.word for mark in MARKS if mark.section not in merged.tree.items}
    lacking = without if _is_table(merged, tree) else set()
    for key, node in entries(tree, "dora.kinds"):
        if lacking & {*field_of(node, "each").split()}:
            continue  # for tiles that the table has none of, which the section of the table says
        shown = field_of(node, "shown_by")
        detail = separator(lang).join(part for part in (shown, _when(node, lang)) if part)
        value = said("n_han", lang, n=field_of(node, "han"))
        yield Row("", labelled(key, node, lang), value, detail, at(merged, f"dora.kinds.{key}.han"))
    turned = find(tree, ("dora", "turned"))
    for key, item in turned.items.items() if isinstance(turned, MapNode) else ():
        path = f"dora.turned.{key}"
        yield Row("", said(path, lang), "", value_said(value_text(item), lang), at(merged, path))


def limits(merged: Merged, tree: MapNode, lang: str) -> Iterator[Row]:
    """Yield the limits."""
    for key, node in entries(tree, "limits"):
        path = next((p for p in ("base", "when") if f"limits.{key}.{p}" in merged.history), "base")
        when = _when(node, lang) or said("named_only", lang)
        yield Row("", labelled(key, node, lang), field_of(node, "base"), when, at(merged, f"limits.{key}.{path}"))


def payments(merged: Merged, tree: MapNode, lang: str) -> Iterator[Row]:
    """Yield shares, counters and sticks."""
    node = tree.items.get("payments")
    if node is not None:
        for path, leaf in sorted(leaves(node, "payments"), key=lambda item: place_of(item[0])):
            if path.startswith(("payments.multipliers.", "payments.self_draws.")):
                continue
            name = said(path, lang)
            short = len(value_text(leaf)) <= 8
            text = value_said(value_text(leaf), lang)
            yield Row("", name, text if short else "", "" if short else text, at(merged, path))

    for key, stated in entries(tree, "payments.self_draws"):
        paid = [
            f"{said(f'payments.tsumo.{who}', lang)} {field_of(stated, who)}" for who in stated.items if who in PAYERS
        ]
        heading = said("payments.self_draws", lang, base=field_of(stated, "base"))
        yield Row("", heading, "", separator(lang).join(paid), at(merged, f"payments.self_draws.{key}"))
    for key, rule in entries(tree, "payments.multipliers"):
        times = said("times", lang, n=field_of(rule, "times"))
        yield Row(
            "", labelled(key, rule, lang), times, field_of(rule, "seat"), at(merged, f"payments.multipliers.{key}")
        )


def winners(merged: Merged, tree: MapNode, lang: str) -> Iterator[Row]:
    """Yield how many may win on one discard and who takes counters and sticks."""
    node = tree.items.get("several_winners")
    for key, item in node.items.items() if isinstance(node, MapNode) else ():
        path = f"several_winners.{key}"
        yield Row("", said(path, lang), "", value_said(value_text(item), lang), at(merged, path))


def chips(merged: Merged, tree: MapNode, lang: str) -> Iterator[Row]:
    """Yield for what chips are paid, by the discarder and for a self-draw by each."""
    for key, node in entries(tree, "chips"):
        value = said("n_chips", lang, ron=field_of(node, "ron"), each=field_of(node, "tsumo_each"))
        of = f"{said('each', lang)} {field_of(node, 'dora')}" if "dora" in node.items else ""
        detail = separator(lang).join(part for part in (of, _when(node, lang)) if part)
        yield Row("", labelled(key, node, lang), value, detail, at(merged, f"chips.{key}"))


def pao(merged: Merged, tree: MapNode, lang: str) -> Iterator[Row]:
    """Yield for what a player is liable and how it is paid."""
    for key, node in entries(tree, "pao.kinds"):
        covers = _yaku_named(merged.tree, node.items.get("covers"), lang)
        when = field_of(node, "sealed_when") or field_of(node, "when")
        detail = f"{when}{separator(lang)}{said('covers', lang)} {covers}"
        yield Row("", labelled(key, node, lang), "", detail, at(merged, f"pao.kinds.{key}.covers"))
    for method in ("tsumo", "ron"):
        shares = find(tree, ("pao", method))
        if shares is not None and any(entries(merged.tree, "pao.kinds")):  # else nobody is liable for anything
            path = f"pao.{method}"
            yield Row("", said(path, lang), "", in_words(path, shares, lang), at(merged, path))


def draws(merged: Merged, tree: MapNode, lang: str) -> Iterator[Row]:
    """Yield who is ready at a draw, what those pay who are not, and the other kinds of draw."""
    for key, node in entries(tree, "draws"):
        path = f"draws.{key}"
        if (counts := field_of(node, "counts")) or key == "exhaustive":
            amount = field_of(node, "pool") or field_of(node, "each_pays").strip("{}")
            field = "counts" if counts else "pool" if "pool" in node.items else "each_pays"
            short = amount if amount.isdigit() else ""
            yield Row("", said(path, lang), short, counts or ("" if short else amount), at(merged, f"{path}.{field}"))
            continue
        if "draw_from" in field_of(node, "when") and merged.node("several_winners.draw_from") is None:
            continue  # no number of winners makes a draw there
        told = [name for name, usual in _USUAL.items() if field_of(node, name) not in ("", usual)]
        more = [said(f"draws.{name}", lang) for name in told]
        parts = [limit_name(merged.tree, field_of(node, "pays"), lang), *more, field_of(node, "when")]
        yield Row("", labelled(key, node, lang), "", separator(lang).join(filter(None, parts)), at(merged, path))


# what a kind of draw need not tell: its fields as they usually are
_USUAL = {
    "as": "payment", "honba": "no", "deposits": "no", "several": "all", "noten": "no", "riichi_discard": "paid",
    "sticks": "stay",
}  # fmt: skip


def refusals(merged: Merged, tree: MapNode, lang: str) -> Iterator[Row]:
    """Yield what may not win."""
    for key, node in entries(tree, "forbidden"):
        say = translated(saying(field_of(node, "say")), lang)
        yield Row("", say, "", field_of(node, "when"), at(merged, f"forbidden.{key}"))
    number = sum(1 for _ in entries(tree, "impossible"))
    if number:
        yield Row("", said("impossible", lang, n=number), "", "impossible", at(merged, "impossible"))


def unknown(merged: Merged, tree: MapNode, lang: str) -> Iterator[Row]:  # noqa: ARG001
    """Yield what no source says; what a file that builds on the one that does not know it states is known."""
    node = tree.items.get("unknown")
    order = {file.source: place for place, file in enumerate(merged.chain)}
    told: set[str] = set()  # what two files don't know is told once
    for item in node.items.values() if isinstance(node, MapNode) else ():
        comment = comment_of(item.span) or ""
        text = f"{value_text(item)}: {comment}" if comment else value_text(item)
        about = find(merged.tree, tuple(value_text(item).split(".")))
        stated = [leaf.span.source for _, leaf in leaves(about)] if about is not None else []
        if stated and all(order.get(source, 0) > order.get(item.span.source, 0) for source in stated):
            continue
        if text not in told:
            told.add(text)
            yield Row("", text, "", "", item.span.place)


def sources(merged: Merged, tree: MapNode, lang: str) -> Iterator[Row]:  # noqa: ARG001
    """Yield the sources."""
    for key, node in entries(tree, "sources"):
        yield Row("", key, "", field_of(node, "title"), at(merged, f"sources.{key}"))
