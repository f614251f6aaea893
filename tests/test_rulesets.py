"""The bundled rule files as wholes: names in three languages, sources, and no change without one."""

from __future__ import annotations

import pytest

from yakulang.rules.bundle import bundled_files
from yakulang.rules.catalogue import load
from yakulang.rules.nodes import MapNode, Node

NAMED = ("shapes", "yaku", "limits", "draws", "fu.items", "fu.fixed", "fu.floors", "dora.kinds", "pao.kinds", "words")


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
