"""The reference pages of rulesets: an index with the mix-ins, a statement of each table, and all tables compared.

What is compared is listed in `comparison.json` beside the rule files: this module shows values and knows no rule.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from yakulang.engine.load import load_ruleset
from yakulang.report.markdown import NOTE, code, table
from yakulang.report.rules_between import word_said
from yakulang.report.rules_words import said, value_said
from yakulang.report.statement import as_markdown, statement
from yakulang.rules.build import build
from yakulang.rules.bundle import bundled_files, rulesets_folder
from yakulang.rules.catalogue import load, root_of
from yakulang.rules.listing import listed
from yakulang.rules.nodes import MapNode, Scalar, SeqNode, find, plain, same
from yakulang.rules.overview import value_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from yakulang.engine.ruleset import Ruleset
    from yakulang.rules.listing import Listed
    from yakulang.rules.merge import Merged
    from yakulang.rules.model import Rulebook
    from yakulang.rules.nodes import Node

LANG = "en"
LANGUAGES = ("en", "ja", "zh")
NONE = "-"
ABOUT_COMPARED = f"""\
Points are those of a player who is not the dealer; {NONE}: there is none. Where no source says a value, which the page
of each table tells, it is that of the rules the table builds on.
"""


def pages() -> dict[str, str]:
    """Return the text of every page of this module by its file name."""
    found = {"rulesets.md": rulesets_page(), "comparison.md": comparison_page()}
    for one in tables():
        merged = load(one.id)
        page = as_markdown(statement(merged, root_of(merged), LANG), LANG)
        names = " · ".join(dict.fromkeys(one.names[lang] for lang in LANGUAGES if lang in one.names))
        title, _, rest = page.partition("\n")
        found[f"rulesets/{one.id}.md"] = f"{NOTE}\n{title}\n\n{names}\n{rest}"
    return found


@cache
def tables() -> tuple[Listed, ...]:
    """Return the bundled rulesets that are whole tables and no mix-ins."""
    return tuple(one for one in listed() if not one.mixin)


# --- the index and the mix-ins ------------------------------------------------------------------------


def rulesets_page() -> str:
    """Return the page of the bundled rulesets: tables by name, and what each mix-in changes."""
    rows = [
        (
            f"[{one.id}](rulesets/{one.id}.md)",
            one.names.get("en", one.id),
            one.names.get("ja", ""),
            str(one.players or ""),
            one.status or "",
            one.extends or "",
            ", ".join(one.aliases),
        )
        for one in tables()
    ]
    sections = [
        NOTE,
        "# Rulesets\n",
        "Each table's page is what `yakulang rules show` prints of it. [All tables compared](comparison.md).\n",
        table(("id", "name", "日本語", "players", "status", "extends", "also called"), rows),
        "# Mix-ins\n",
        "House rules, one a file, to be added with `include:`.\n",
    ]
    for name in (name for name in bundled_files() if "/" in name):
        merged = load(name)
        sections.append(_mixin_entry(name, merged, build(merged)))
    return "\n".join(sections)


def _mixin_entry(name: str, merged: Merged, rulebook: Rulebook) -> str:
    own = merged.chain[-1].root
    names = dict.fromkeys(rulebook.names[language] for language in LANGUAGES if language in rulebook.names)
    lines = [f"## {name}\n", " · ".join(names) + "\n"]
    facts = [f"- {key}: {node.text}" for key in ("extends", "status") if isinstance(node := own.items.get(key), Scalar)]
    for key, heading in (("include", "with"), ("aliases", "also called")):
        node = own.items.get(key)
        if isinstance(node, SeqNode):
            items = [short(plain(item)) for item in node.items]
            facts.append(f"- {heading}: {', '.join(map(code, items) if key == 'include' else items)}")
    lines.append("\n".join(facts) + "\n")
    changes = own.items.get("change")
    if isinstance(changes, MapNode):
        rows = [(code(path), code(short(plain(node)))) for path, node in changes.items.items()]
        lines.append(table(("changed", "to"), rows))
    disabled = own.items.get("disable")
    if isinstance(disabled, SeqNode):
        lines.append("Without: " + ", ".join(code(str(plain(item))) for item in disabled.items) + "\n")
    lines += _list("Sources", own.items.get("sources"))
    lines += _list("No source says", own.items.get("unknown"))
    return "\n".join(lines)


def short(value: object) -> str:
    """Return plain data on one line."""
    if isinstance(value, dict):
        return ", ".join(f"{key}: {short(item)}" for key, item in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _list(title: str, node: object) -> list[str]:
    if not isinstance(node, MapNode):
        return []
    return [f"{title}:\n", "\n".join(f"- {_source(plain(item))}" for item in node.items.values()) + "\n"]


def _source(item: object) -> str:
    """Return a source with its address and the day it was read; any other text as code."""
    if not isinstance(item, dict):
        return code(str(item))
    where = f" <{item['url']}>" if "url" in item else ""
    return f"{item['title']}{where}" + (f", read {item['read']}" if "read" in item else "")


# --- the comparison -----------------------------------------------------------------------------------


def comparison_page() -> str:
    """Return the page on which all tables stand beside each other."""
    compared = json.loads(rulesets_folder().joinpath("comparison.json").read_text("utf-8"))
    sections = [
        NOTE,
        "# Rulesets compared\n",
        ABOUT_COMPARED,
    ]
    beside: list[tuple[str, Merged, Merged, Ruleset]] = []
    for one in tables():
        merged = load(one.id)
        beside.append((one.id, merged, root_of(merged) or merged, load_ruleset(one.id)))
    for part in compared["tables"]:
        rows = [
            (f"[{name}](rulesets/{name}.md)", *(_cell(column, merged, root, rules) for column in part["columns"]))
            for name, merged, root, rules in beside
        ]
        sections += [f"## {part['title']}\n", table(("ruleset", *(column["head"] for column in part["columns"])), rows)]
    return "\n".join(sections)


def _cell(column: Mapping[str, Any], merged: Merged, root: Merged, rules: Ruleset) -> str:
    if "if" in column and merged.node(column["if"]) is None:
        return NONE
    node = merged.node(column["path"]) if "path" in column else None
    match column["show"]:
        case "there":
            return "yes" if node is not None else "no"
        case "not there":
            return "no" if node is not None else "yes"
        case "changed":
            other = root.node(column["path"])
            return "no" if node is not None and other is not None and same(node, other) else "yes"
        case "first":
            return next((word for word, path in column["of"].items() if merged.node(path) is not None), NONE)
        case "worth":
            return _worth(node)
        case "twice":
            return ", ".join(_twice(node)) or NONE
        case "names":
            return ", ".join(node.items) if isinstance(node, MapNode) and node.items else NONE
        case "points":
            return str(_paid(column, rules, "ron").points)
        case "self-draw":
            paid = _paid(column, rules, "tsumo")
            return " / ".join(str(payment.points) for payment in paid.payments)
        case "list":
            return value_text(node).strip("[]") if node is not None else NONE
        case "word":
            return word_said(value_text(node), LANG) if node is not None else NONE
        case "oka":
            return _oka(rules) if node is not None else NONE
        case _:
            return _value(node)


def _paid(column: Mapping[str, Any], rules: Ruleset, method: str) -> Any:
    seat = rules.rulebook.seats[1]
    return rules.payment(han=column["han"], fu=column["fu"], seat=seat, method=method)  # type: ignore[arg-type]


def _oka(rules: Ruleset) -> str:
    """Return what is paid as oka, in points of the result: that of a game in which nobody won anything."""
    book = rules.rulebook
    start = book.setup.start.value if book.setup is not None else 0
    ended = rules.settle([start] * len(book.seats))
    oka = [part.result for player in ended.players for part in player.parts if part.kind == "oka"]
    return f"{float(sum(paid for paid in oka if paid > 0)):g}"


def _value(node: Node | None) -> str:
    if node is None:
        return NONE
    if isinstance(node, MapNode):
        return " ".join(f"{key}×{value_text(item)}" for key, item in node.items.items())
    return value_said(value_text(node), LANG)


def _worth(node: Node | None) -> str:
    """Return what a yaku is worth, closed."""
    if not isinstance(node, MapNode):
        return NONE
    if "at_least" in node.items:
        return value_text(node.items["at_least"])
    for unit in ("yakuman", "han"):
        value = find(node, (unit, "closed"))
        if value is not None:
            return said(f"n_{unit}", LANG, n=value_text(value))
    return NONE


def _twice(node: Node | None) -> list[str]:
    """Return the yaku that count as more than one yakuman."""
    found = []
    for key, entry in node.items.items() if isinstance(node, MapNode) else ():
        value = find(entry, ("yakuman", "closed"))
        if isinstance(value, Scalar) and isinstance(value.value, int) and value.value > 1:
            found.append(key)
    return found


__all__ = ["comparison_page", "pages", "rulesets_page", "short", "tables"]
