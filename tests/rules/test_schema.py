"""Fields and values of rule files: every mistake is told at its place in the words of rule files."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from yakulang.rules.bundle import bundled_files, rulesets_folder
from yakulang.rules.normalise import normalise
from yakulang.rules.nodes import plain
from yakulang.rules.reader import read, read_file
from yakulang.rules.schema import check
from yakulang.rules.slots import entry_of, slot, title
from yakulang.source import Source

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
aliases: [fri, 1]
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
shapes: {s: {groups: 4, pairs: 1}, p: {pairs: 7, distinct: yes}, o: {one_of_each: 19m, repeat: 1}, l: {loose: x, name: y}}
winning_tile_free: tsumo
yaku:
  a: {han: 2, when: x}
  b: {yakuman: {closed: 1}, when: x, replaces: [a], excludes: [a], status: unknown, source: m, note: x, about: y}
  c: {at_least: big, when: x, each: quads, examples: [{win: 1m +1m, with: [riichi, {indicators: 4p}], not: x, none: true}]}
draws: {d: {pays: big, when: x, also: [this, 1]}}
stacking: {yakuman: add, han_beside_yakuman: counted, yakuman_as_han: 13}
minimum_han: 1
fu:
  fixed: {a: {fu: 25, when: x}}
  items: {a: {fu: 2, each: 4}, b: {fu: 2}}
  floors: {a: {fu: 30, when: x}}
  round_up_to: 10
dora: {next: [19m], kinds: {a: {han: 1, shown_by: indicators}, b: {han: 1, each: red tiles, as: a, next: [19m]}}}
limits: {a: {base: 2000, when: base >= 2000}, b: {base: 8000 * yakuman}}
payments: {base: fu, round_up_to: 100, ron: {dealer: 6, other: 1/2}, tsumo: {other_pays: 1}, honba: {ron: 300}, riichi_stick: 1}
pao: {kinds: {a: {covers: all, when: x}, b: {covers: [a], sealed_when: x}}, tsumo: {liable: 1, honba: each}, ron: {liable: 1/2}}
impossible: {a: {when: x, say: y, error: z}}
forbidden: {a: {when: x, say: y}}
aside: {tiles: 4z, replaced_from: dead_wall, breaks: [ippatsu], keeps_closed: yes}
change: {a.b: 1, c.d: {e: [f]}, g: none}
disable: [a.b]
"""
    assert mistakes(text) == []


@pytest.mark.parametrize(
    ("text", "code", "where", "message", "hint"),
    [
        ("yakku: {}", "YK140", "yakku", "`yakku` is not a field of a rule file", "did you mean `yaku`?"),
        (
            "yaku: {a: {hann: 2, when: x}}", "YK140", "hann",
            "`hann` is not a field of a yaku", "did you mean `han`?",
        ),
        (
            "yaku: {a: {han: two, when: x}}", "YK141", "two",
            "`han` wants a whole number or {closed:, open:}", None,
        ),
        ("yaku: {a: {han: '2', when: x}}", "YK141", "'2'", "`han` wants a whole number or {closed:, open:}", "write 2"),
        ("yaku: {a: {han: 010, when: x}}", "YK141", "010", "`han` wants a whole number or {closed:, open:}", "write 10"),
        ("yaku: {a: {han: 1.0, when: x}}", "YK141", "1.0", "`han` wants a whole number or {closed:, open:}", None),
        ("yaku: {a: {han: true, when: x}}", "YK141", "true", "`han` wants a whole number or {closed:, open:}", None),
        ("yaku: {a: {han: {shut: 2}, when: x}}", "YK140", "shut", "`shut` is not a field of a value by hand", "its fields are `closed`, `open`"),
        ("yaku: {a: {han: -1, when: x}}", "YK144", "-1", "`han` is -1; it lies between 0 and 1000", None),
        ("yaku: {a: {han: 1, when: }}", "YK146", "when", "`when` has no value", None),
        ("yaku: {a: {han: 1, when: true}}", "YK141", "true", "`when` wants a condition", None),
        ("yaku: {a: {han: 1}}", "YK142", "a", "a yaku needs `when`", None),
        ("yaku: {a: {when: x}}", "YK147", "a", "`a` has no value: give han, yakuman or at_least", None),
        ("yaku: {a: {when: x, han: 1, yakuman: 1}}", "YK147", "a", "`a` has two values: give han, yakuman or at_least", None),
        ("yaku: {a: 5}", "YK141", "5", "`a` wants {name:, han:, when:}", None),
        ("yaku: {Two Shot: {han: 1, when: x}}", "YK145", "Two Shot", "`Two Shot` can't be an id; an id has small letters, digits and `_`, a letter first", "write `two_shot`"),
        ("yaku: {a: {han: 1, when: x, replaces: [b, b]}}", "YK147", "b", "`b` is listed twice", "list it once"),
        ("yaku: {a: {han: 1, when: x, replaces: b}}", "YK141", "b", "`replaces` wants a list of ids in [ ]", None),
        ("yaku: {a: {han: 1, when: x, replaces: [b, C]}}", "YK141", "C", "number 2 of `replaces` wants an id of small letters, digits and `_`", None),
        ("yaku: {a: {han: 1, when: x, examples: [{winn: y}]}}", "YK140", "winn", "`winn` is not a field of an example", "did you mean `win`?"),
        ("yaku: ", "YK146", "yaku", "`yaku` has no value", None),
        ("status: stabel", "YK143", "stabel", "`status` is one of `stable`, `draft`", "did you mean `stable`?"),
        ("players: 9", "YK144", "9", "`players` is 9; it lies between 2 and 4", None),
        ("reds: {5q: 1}", "YK140", "5q", "`5q` is not a field of the red tiles", "a mapping of tiles to counts, e.g. {5m: 1}"),
        ("name: {jp2: x}", "YK140", "jp2", "`jp2` is not a field of a name by language", "text, or texts by language like {en:, ja:}"),
        ("sources: {a: {title: one, two and three}}", "YK140", "two and three", "`two and three` is not a field of a source", "a text that holds a comma needs quotes"),
        ("limits: {a: {when: x}}", "YK142", "a", "a limit needs `base`", None),
        ("fu: {floors: {a: {}}}", "YK142", "a", "a floor needs `fu` and `when`", None),
        ("shapes: {a: {groups: 4}}", "YK142", "groups", "`groups` needs `pairs` beside it", None),
        ("shapes: {a: {name: x}}", "YK147", "a", "`a` says nothing of the tiles: give groups and pairs, one_of_each and repeat, or loose", None),
        ("facts: {a: {type: choice, doc: x}}", "YK142", "a", "a fact needs `values`", None),
        ("payments: {ron: {dealer: 1/0}}", "YK141", "1/0", "`dealer` wants a share: a whole number or a fraction like 1/2", None),
        ("change: {a.b: }", "YK146", "a.b", "`a.b` has no value", "write `none` to take a value away"),
        ("disable: a.b", "YK141", "a.b", "`disable` wants a list in [ ]", None),
        ("about: false", "YK141", "false", "`about` wants text", "put it in quotes if it is text"),
    ],
)  # fmt: skip
def test_mistakes(text: str, code: str, where: str, message: str, hint: str | None) -> None:
    assert mistakes(text) == [(code, where, message, hint)]


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
    items = ", ".join(["a", "1"] * 5000)
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
    assert title(("fu", "items", "x")) == "a fu item"
    assert entry_of(("fu", "items", "x", "fu")) == ("fu", "items", "x")
    assert entry_of(("fu", "round_up_to")) == ("fu",)
