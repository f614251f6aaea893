"""The bundled rule files as wholes: names in three languages, sources, and no change without one."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml

from yakulang.rules.bundle import bundled_files
from yakulang.rules.catalogue import load, load_named
from yakulang.rules.nodes import MapNode, Node, Scalar, SeqNode
from yakulang.rules.overview import comment_of, differences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yakulang.source import Span

CASES = sorted((Path(__file__).parent / "cases").glob("*.cases.yaml"))
TABLES = [name for name in bundled_files() if "/" not in name]

NAMED = (
    "shapes",
    "yaku",
    "limits",
    "draws",
    "fu.items",
    "fu.fixed",
    "fu.floors",
    "dora.kinds",
    "pao.kinds",
    "words",
    "chips",
)


def entries(tree: MapNode, section: str) -> list[tuple[str, Node]]:
    node: Node | None = tree
    for part in section.split("."):
        node = node.items.get(part) if isinstance(node, MapNode) else None
    return list(node.items.items()) if isinstance(node, MapNode) else []


@pytest.mark.parametrize("name", sorted(bundled_files()))
def test_everything_a_ruling_shows_has_a_name_in_three_languages(name: str) -> None:
    merged = load(name)
    missing = []
    for section in NAMED:
        for key, entry in entries(merged.tree, section):
            names = entry.items.get("name") if isinstance(entry, MapNode) else None
            has = set(names.items) if isinstance(names, MapNode) else set()
            missing += [f"{section}.{key} {language}" for language in ("en", "ja", "zh") if language not in has]
    assert not missing


@pytest.mark.parametrize("name", sorted(bundled_files()))
def test_every_ruleset_has_sources_and_a_status(name: str) -> None:
    own = load(name, validate=True).chain[-1].root
    assert "sources" in own.items
    assert "status" in own.items


# --- sources ---------------------------------------------------------------------------------------------

OF_ITSELF = {"yakulang", "id", "name", "aliases", "extends", "status", "sources", "unknown", "about"}
BUILT_FROM = {"include", "instead_of"}  # of a mix-in, which has its sources itself
NO_VALUES = {"name", "examples", "doc", "redundant", "allow", "facts", "terms"}


@cache
def own(name: str) -> MapNode:
    return load(name).chain[-1].root


def status(root: MapNode) -> str:
    return root.items["status"].text if isinstance(root.items["status"], Scalar) else ""


def unsourced(root: MapNode, *, mixin: bool) -> Iterator[str]:
    """Yield what a file changes, adds, takes out or includes without naming one of its sources in a comment there."""
    sources = root.items["sources"]
    assert isinstance(sources, MapNode)

    def cites(node: Node | Span) -> bool:
        span = node.span if isinstance(node, Node) else node
        comments = [comment_of(span) or ""]
        if isinstance(node, MapNode):  # one line of an entry may speak for it
            comments += [comment_of(key) or "" for key in node.keys.values()]
            comments += [comment_of(item.span) or "" for item in node.items.values()]
        return any(set(re.findall(r"[a-z0-9_]+", comment)) & set(sources.items) for comment in comments)

    def below(node: Node, path: str) -> Iterator[str]:
        if isinstance(node, MapNode):
            for key, item in node.items.items():
                if key.rpartition(".")[2] not in NO_VALUES and not cites(node.keys[key]) and not cites(item):
                    yield from below(item, f"{path}.{key}" if path else key)
        elif isinstance(node, SeqNode):
            yield from (
                f"{path}: {item.text}" for item in node.items if isinstance(item, Scalar) and not cites(item.span)
            )
        elif not cites(node):
            yield path

    passed = OF_ITSELF | NO_VALUES | (BUILT_FROM if mixin else set())
    for section, node in root.items.items():
        if section not in passed and not cites(root.keys[section]):
            yield from below(node, section)


@pytest.mark.parametrize("name", [name for name in bundled_files() if status(own(name)) == "stable"])
def test_every_value_of_a_stable_file_names_its_source(name: str) -> None:
    """The root rules say in `sources` which sections each is for."""
    root = own(name)
    if "extends" in root.items:
        assert [*unsourced(root, mixin="/" in name)] == []


@pytest.mark.parametrize("name", [name for name in bundled_files() if status(own(name)) == "draft"])
def test_a_draft_says_what_is_unknown(name: str) -> None:
    unknown = own(name).items.get("unknown")
    assert isinstance(unknown, (SeqNode, MapNode))
    assert unknown.items


@pytest.mark.parametrize("name", [name for name in TABLES if status(own(name)) == "draft"])
def test_a_draft_differs_from_what_it_builds_on_or_says_why_not(name: str) -> None:
    merged = load(name)
    file = merged.chain[-1]
    extended = file.root.items["extends"]
    assert isinstance(extended, Scalar)
    assert bool(differences(merged, load_named(extended, file.folder))) != ("about" in file.root.items)


# --- cases -----------------------------------------------------------------------------------------------


@cache
def judged() -> Counter[str]:
    """How many expectations with a reason each table has, or with the winners of several."""
    found: Counter[str] = Counter()
    for path in CASES:
        data = yaml.load(path.read_text("utf-8"), yaml.CBaseLoader)  # noqa: S506  it resolves no tags
        for case in data["cases"].values():
            expected = case["expect"] if isinstance(case["expect"], list) else [case["expect"]]
            for one in expected:
                rules = one.get("rules", case.get("rules", data.get("rules", "riichi")))
                if one.keys() & {"because", "winners", "status"}:
                    found.update(
                        name for name in (rules if isinstance(rules, list) else [rules]) if isinstance(name, str)
                    )
    return found


@pytest.mark.parametrize("name", TABLES)
def test_every_table_has_cases_that_say_why(name: str) -> None:
    assert judged()[name] >= 3
