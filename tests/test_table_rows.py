"""Every row of the tables of platforms and leagues is held against the ruleset of that name.

What a row says is written in `platform_rows.yaml` and `league_rows.yaml`: under the row's title the paths of the merged
ruleset with their values. Beside paths a row may have

- `absent` as a value: nothing stands at that path;
- `open`: what stands under the ruleset's own `unknown`, because no source says it or sources differ;
- `cases`: ids of cases that show what no single value says;
- `not a rule of the files`: why nothing of it stands in a rule file;
- `the rest`, for a name: every table of the section (`all of`) that the row does not name;
- `in NAME`: what the row says of another ruleset than the section is of;
- `note`: why the file has another value than the row, or how the row was read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from comparing import Tally
from corpus import CORPUS
from test_league_values import VALUES

from yakulang.rules.catalogue import load, load_text
from yakulang.rules.nodes import MapNode, Scalar, SeqNode, leaves, plain, same
from yakulang.rules.reader import read_file, read_node

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from yakulang.rules.merge import Merged
    from yakulang.rules.nodes import Node

HERE = Path(__file__).parent
TABLES = {"platform_rows.yaml": "platforms.md", "league_rows.yaml": "leagues.md"}
WORDS = {"open", "cases", "not a rule of the files", "note"}
ELSEWHERE = {
    "platforms.md": {"0", "10", "11", "12"},  # sources; test_platform_rows.py; conflicts and names of the tables before
    "leagues.md": {"0", "13", "14"},  # sources; the head of 13a and 13b; what is open
}


@dataclass(frozen=True, slots=True)
class Row:
    """What one row says of one ruleset: paths with values, and the words beside them."""

    section: str
    title: str
    table: str
    values: Mapping[str, Node]
    words: Mapping[str, Node]


def mapping(node: Node | None) -> dict[str, Node]:
    assert isinstance(node, MapNode)
    return dict(node.items)


@cache
def sections(name: str) -> dict[str, dict[str, Node]]:
    return {key: mapping(part) for key, part in mapping(read_node(read_file(HERE / name, name))).items()}


@cache
def merged(name: str) -> Merged:
    """Return a bundled ruleset; `mahjongsoul+kiriage` is one with a mix-in."""
    base, *mixins = name.split("+")
    if not mixins:
        return load(name)
    included = ", ".join(f"local/{mixin}" for mixin in mixins)
    text = f"yakulang: 1\nid: with-mixins\nextends: {base}\ninclude: [{included}]\n"
    return load_text(text, "with-mixins.yaml")


def rows_of(part: Mapping[str, Node], section: str) -> Iterator[Row]:
    """Yield the rows of a section: of its one ruleset, or of each that a row names."""
    only, every = plain(part["of"]) if "of" in part else None, names_in(part.get("all of"))
    for kind in ("rows", "prose"):
        for title, said in mapping(part[kind]).items() if kind in part else ():
            items = mapping(said)
            other = {key.removeprefix("in "): entry for key, entry in items.items() if key.startswith("in ")}
            entries = {only: MapNode({k: v for k, v in items.items() if k[:3] != "in "}, {}, said.span), **other}
            for names, entry in entries.items() if only else items.items():
                here = mapping(entry)
                values = {path: value for path, value in here.items() if path not in WORDS}
                words = {word: value for word, value in here.items() if word in WORDS}
                rest = [name for name in every if name not in " ".join(items).split()]
                for name in rest if names == "the rest" else names.split():
                    yield Row(section, title, name, values, words)


@cache
def rows(file: str) -> tuple[Row, ...]:
    """Return every row; `else as` takes those of another section whose paths the section itself does not name."""
    found: list[Row] = []
    for section, part in sections(file).items():
        own = list(rows_of(part, section))
        found += own
        if "else as" in part:
            named = {path for row in own for path in row.values}
            other = plain(part["else as"])
            first = sections(file)[other]
            for row in (row for row in rows_of(first, other) if row.table == plain(first["of"])):
                values = {path: value for path, value in row.values.items() if not covered(path, named)}
                found.append(Row(section, f"as {row.title}", own[0].table, values, {}))
    return tuple(found)


def covered(path: str, named: set[str]) -> bool:
    """Return whether a path, or one above or below it, is among those named."""
    return any(path == one or path.startswith(f"{one}.") or one.startswith(f"{path}.") for one in named)


@pytest.mark.parametrize("file", TABLES)
def test_every_row_of_the_tables_is_named(file: str) -> None:
    path = CORPUS.parent / "rules" / TABLES[file]
    if not path.exists():
        pytest.skip(f"no {path}")
    texts = dict(re.findall(r"^#{2,3} (.*)\n((?:(?!#{2,3} ).*\n?)*)", path.read_text("utf-8"), re.MULTILINE))
    told = {title: title.split()[0].rstrip(".") for title in texts}
    assert [title for title in texts if told[title] not in ELSEWHERE[TABLES[file]]] == list(sections(file))
    wrong: list[str] = []
    for title, part in sections(file).items():
        lines = [line for line in texts[title].splitlines() if line.startswith("|")]
        firsts = [line.strip("|").split("|")[0].strip() for line in lines]
        heads = {firsts[n - 1] for n, first in enumerate(firsts) if n and set(first) <= set("-: ")}
        wanted = [first for first in firsts if first not in heads and not set(first) <= set("-: ")]
        if told[title] in {"13a", "13b"}:
            wanted = [first for first in wanted if first not in VALUES]
        named = list(mapping(part["rows"])) if "rows" in part else []
        wrong += [f"{title}: {row} is not named" for row in wanted if row not in named]
        wrong += [f"{title}: there is no row {row}" for row in named if row not in wanted]
        quoted = mapping(part["prose"]) if "prose" in part else []
        wrong += [f"{title}: does not say {said}" for said in quoted if said not in texts[title]]
    assert wrong == []


def test_every_row_of_several_tables_speaks_of_each() -> None:
    wrong = []
    for file in TABLES:
        for section, part in sections(file).items():
            for title, said in mapping(part["rows"]).items() if "all of" in part else ():
                named = {name for names in mapping(said) for name in names.split()}
                left = set(names_in(part["all of"])) - named if "the rest" not in mapping(said) else ()
                wrong += [f"{section}: {title} is silent of {name}" for name in sorted(left)]
    assert wrong == []


OPEN = {"platform_rows.yaml": 121, "league_rows.yaml": 228}
COUNTS = {
    "platform_rows.yaml": {"rows": 318, "fields": 866, "left_out": 54},
    "league_rows.yaml": {"rows": 998, "fields": 1583, "left_out": 106},
}


@pytest.mark.parametrize("file", TABLES)
def test_every_value_holds(file: str) -> None:
    tally = Tally(f"rows of {TABLES[file]}")
    for row in rows(file):
        name = f"{row.section} | {row.title} | {row.table}"
        assert row.values or row.words or row.title.startswith("as "), f"{name} says nothing"
        if not row.values:
            tally.leave_out(name, ", ".join(row.words) or "of the other table")
            continue
        tree = merged(row.table)
        tally.compare(name, {path: compared(value, tree.node(path)) for path, value in row.values.items()})
    tally.finish(**COUNTS[file])


def compared(wanted: Node, got: Node | None) -> tuple[object, object]:
    """Return both as plain data; the same object where they say the same."""
    if got is None:
        return plain(wanted), "absent"
    return (plain(got), plain(got)) if same(wanted, got) else (plain(wanted), plain(got))


@cache
def unknown(name: str) -> tuple[str, ...]:
    """Return what a ruleset, and what it builds on, lists as unknown."""
    node = merged(name).node("unknown")
    return tuple(leaf.text for _, leaf in leaves(node) if isinstance(leaf, Scalar)) if node else ()


def listed(node: Node | None) -> list[Scalar]:
    return [item for item in node.items if isinstance(item, Scalar)] if isinstance(node, SeqNode) else []


@pytest.mark.parametrize("file", TABLES)
def test_what_is_open_is_said_under_unknown(file: str) -> None:
    asked = [(row, item.text) for row in rows(file) for item in listed(row.words.get("open"))]
    missing = [f"{row.table}: {item} ({row.title})" for row, item in asked if not said_of(row.table, item)]
    assert missing == []
    assert len(asked) == OPEN[file]


def said_of(name: str, item: str) -> bool:
    """Return whether a ruleset lists a path, one above it, or a sentence that begins with these words."""
    begins = (f"{item} ", f"{item};", f"{item},")
    return any(item == one or item.startswith(f"{one}.") or one.startswith(begins) for one in unknown(name))


def test_the_cases_named_are_there() -> None:
    texts = [path.read_text("utf-8") for path in (HERE / "cases").glob("*.cases.yaml")]
    ids = {found for text in texts for found in re.findall(r"^  ([\w-]+):", text, re.MULTILINE)}
    named = {case.text for file in TABLES for row in rows(file) for case in listed(row.words.get("cases"))}
    assert named - ids == set()


# what a row brings with it: norths that are not set aside need no more replacement tiles, and so on
BROUGHT = {
    "setup.wall.replacements", "setup.wall.indicator", "impossible.robbed_aside_is_settable.when", "terms.two_pairs",
    "terms.north_wait", "fu.items.north_pair.each", "draws.suufon_renda", "draws.suucha_riichi", "yaku.renhou.when",
    "settlement.extras.chombo.each", "settlement.extras.chombo.to", "pao.kinds.suukantsu.sealed_when",
    "impossible.ippatsu_over_at_last_discard", "dora.turned", "impossible.forced_discard_is_ron",
    "facts.forced_discard",
}  # fmt: skip
ENTRY = {"yaku": 2, "fu": 3}  # a yaku or a line of fu that a table adds is one entry
CORE = {"riichi.yaml", "sanma.yaml"}
ABOUT = {"name", "aliases", "examples", "note", "say", "redundant", "about", "sources", "unknown", "id", "status"}


def test_no_value_of_a_table_is_without_a_row() -> None:
    """What a ruleset changes of the rules that it builds on is what some row of a table says, or leaves open."""
    parts = [part for file in TABLES for part in sections(file).values()]
    wholly = {name for part in parts for key in ("of", "all of") for name in names_in(part.get(key))}
    named: dict[str, set[str]] = {name: set() for name in wholly}
    for row in (row for file in TABLES for row in rows(file)):
        named.setdefault(row.table, set()).update(row.values, (item.text for item in listed(row.words.get("open"))))
    alone = []
    for name in sorted(wholly):
        tree = merged(name)
        places = [(path, leaf.span) for path, leaf in leaves(tree.tree) if not ABOUT & set(path.split("."))]
        for path, span in [*places, *tree.removed.items()]:
            changed = span.source.name not in CORE and "." in path
            entry = ".".join(path.split(".")[: ENTRY.get(path.split(".")[0])])
            if changed and not covered(entry, named[name] | BROUGHT):
                alone.append(f"{name}: {path} ({span.place})")
    assert alone == []


def names_in(node: Node | None) -> list[str]:
    return plain(node).split() if node else []
