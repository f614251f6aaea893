"""Fields and values of rule files: every mistake is told at its place in the words of rule files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from yakulang.rules.bundle import bundled_files, rulesets_folder
from yakulang.rules.form import rule_form
from yakulang.rules.nodes import plain
from yakulang.rules.normalise import normalise
from yakulang.rules.reader import read, read_file
from yakulang.rules.schema import check
from yakulang.rules.slots import entry_of, ruleset_schema, slot
from yakulang.source import Source, shortened

if TYPE_CHECKING:
    from collections.abc import Iterator

CASES = yaml.safe_load((Path(__file__).parent / "schema_mistakes.yaml").read_text(encoding="utf-8"))
HEAD = "yakulang: 1\nid: friday-table\n"


def mistakes(text: str) -> list[tuple[str, str, str, str | None]]:
    found = check(read(Source("my.yaml", HEAD + text)))
    ordered = sorted(found, key=lambda d: d.span.start if d.span else 0)
    return [(d.code, d.span.text if d.span else "", d.message, d.hint) for d in ordered]


def test_the_schema_is_a_schema() -> None:
    schema = json.loads((rulesets_folder() / "schema" / "ruleset.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("name", bundled_files())
def test_bundled_files_are_right_as_written_and_in_normal_form(name: str) -> None:
    root = read(read_file(bundled_files()[name], name))
    assert check(root) == []
    assert check(normalise(root)) == []
    assert plain(root)["id"] == name.rsplit("/", 1)[-1]


def test_all_that_is_known() -> None:
    text = """
name: Friday
aliases: [fri, "1"]
extends: other
include: [a.yaml]
status: draft
about: of a club
players: 3
unknown: {a: nobody says}
sources: {m: {title: x, url: https://example.org/x, read: 2026-11-29}}
reds: {5m: 1, 0p: 2, r3s: 1, r7z: 1}
tiles: {copies: 4, remove: 2345678m}
traits: {simple: 2345678mps}
words: {haitei: {fact: last_tile, when: tsumo, say: it is a self-draw, name: {en: x}}, w: {fact: [a, b]}}
facts: {f: {type: flag, doc: x}, c: {type: choice, doc: x, values: [a, b]}}
terms: {t: exactly 1 suits}
shapes: {s: {groups: 4, pairs: 1}, p: {pairs: 7, distinct: yes}, o: {one_of_each: 19m, repeat: 1}, l: {loose: x}}
winning_tile_free: tsumo
yaku:
  a: {han: 2, when: x}
  b: {yakuman: {closed: 1}, when: x, replaces: [a], excludes: [a], status: unknown, source: m, note: x, about: y}
  c: {at_least: big, when: x, each: quads, examples: [{win: 1m +1m, with: [x, {y: 4p}], not: z, none: true}]}
draws: {d: {pays: big, when: x, about: y}}
stacking: {yakuman: add, han_beside_yakuman: counted, yakuman_as_han: 13}
minimum_han: 1
fu:
  fixed: {a: {fu: 25, when: x}}
  items: {a: {fu: 2, each: 4}, b: {fu: 2}}
  floors: {a: {fu: 30, when: x}}
  round_up_to: 10
dora: {next: [19m], kinds: {a: {han: 1, shown_by: indicators}, b: {han: 1, each: red tiles, as: a, next: [19m]}}}
limits: {a: {base: 2000, when: base >= 2000}, b: {base: 8000 * yakuman}}
payments:
  {base: fu, round_up_to: 100, ron: {dealer: 6, other: 1/2}, tsumo: {other_pays: 1}, honba: {ron: 3}, riichi_stick: 1}
pao:
  kinds: {a: {covers: all, when: x}, b: {covers: [a], sealed_when: x}}
  tsumo: {liable: 1, honba: each}
  ron: {liable: 1/2}
impossible: {a: {when: x, say: y, error: z}}
forbidden: {a: {when: x, say: y}}
aside: {tiles: 4z, replaced_from: dead_wall, breaks: [ippatsu], keeps_closed: yes}
change: {a.b: 1, c.d: {e: [f]}, g: none}
disable: [a.b]
"""
    assert mistakes(text) == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"])
def test_mistakes(case: dict[str, str]) -> None:
    assert mistakes(case["text"]) == [(case["code"], case["where"], case["message"], case.get("hint"))]


def test_all_mistakes_are_told() -> None:
    found = mistakes("players: x\nyaku: {a: {hann: 1, when: y}, b: {han: z, when: }, c: {}}\nfoo: 1\n")
    assert [(code, where) for code, where, _, _ in found] == [
        ("YK141", "x"), ("YK140", "hann"), ("YK141", "z"), ("YK146", "when"),
        ("YK142", "c"), ("YK147", "c"), ("YK140", "foo"),
    ]  # fmt: skip


def test_a_rule_file_needs_its_head() -> None:
    found = check(read(Source("my.yaml", "players: 4")))
    assert [d.message for d in found] == ["a rule file needs `yakulang` and `id`"]


@pytest.mark.parametrize("version", ["2", "'1'", "1.0", "x"])
def test_another_version_is_told_alone(version: str) -> None:
    found = check(read(Source("my.yaml", f"yakulang: {version}\nwhatever: 1\n")))
    assert [d.code for d in found] == ["YK148"]


def test_many_equal_items_take_no_long_time() -> None:
    items = ", ".join(["a", "b"] * 5000)
    found = mistakes(f"aliases: [{items}]\n")
    assert {code for code, *_ in found} == {"YK147"}


def test_what_stands_where() -> None:
    assert slot(("nothing",)) is None
    assert slot(("limits", "x", "nothing")) is None
    limits, limit, names = slot(("limits",)), slot(("limits", "x")), slot(("name",))
    assert limits is not None
    assert limit is not None
    assert names is not None
    assert (limits.kind, limit.kind, names.kind) == ("entries", "fields", "fields")
    assert rule_form().title(("fu", "items", "x"), {}) == "a fu item"
    assert entry_of(("fu", "items", "x", "fu")) == ("fu", "items", "x")
    assert entry_of(("fu", "round_up_to")) == ("fu",)


def parts(schema: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every part of a JSON Schema with where it stands."""
    if isinstance(schema, dict):
        yield path, schema
    items = schema.items() if isinstance(schema, dict) else enumerate(schema) if isinstance(schema, list) else ()
    for key, part in items:
        yield from parts(part, f"{path}/{key}")


def test_no_part_of_the_schema_takes_unknown_fields_or_refuses_without_words() -> None:
    for path, part in parts(ruleset_schema()):
        kinds = part.get("type", ())
        if (
            path.endswith(("/properties", "/if"))
            or "/if/" in path
            or "const" in part
            or not isinstance(kinds, str | list)
        ):
            continue
        if "object" in ([kinds] if isinstance(kinds, str) else kinds):
            assert "additionalProperties" in part, f"{path}: any field may stand here"
        if path and part.keys() & {"type", "minItems", "pattern"} and not path.endswith("/not"):
            assert "errorMessage" in part, f"{path}: nothing can be said of a wrong value"


def test_long_words_are_shortened() -> None:
    assert shortened("a" * 160) == "a" * 160
    assert (
        shortened(f"no `{'a' * 3000}b`, and {'c' * 200}")
        == f"no `{'a' * 79}...{'a' * 37}b`, and {'c' * 80}...{'c' * 40}"
    )
