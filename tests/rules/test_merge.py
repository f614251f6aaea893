"""Merging rule files: adding, changing, taking out, and the place of every value."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml

from yakulang.errors import RuleError
from yakulang.rules.catalogue import load, load_text
from yakulang.rules.nodes import plain

if TYPE_CHECKING:
    from yakulang.rules.merge import Merged

BASE = """yakulang: 1
id: base
name: Base
players: 4
terms: {flush: exactly 1 suits}
yaku:
  tanyao: {han: {closed: 1, open: 1}, when: all tiles are simple}
  toitoi: {han: 2, when: exactly 4 triplets}
  four_winds: {yakuman: 1, when: exactly 4 wind triplets, replaces: [toitoi]}
stacking: {yakuman: add}
minimum_han: 1
fu: {items: {base: {fu: 20}}, floors: {open_ron: {fu: 30, when: open and ron}}, round_up_to: 10}
limits: {mangan: {base: 2000, when: base >= 2000}, yakuman: {base: 8000, when: yakuman >= 1}}
"""
CASES = yaml.safe_load((Path(__file__).parent / "merge_mistakes.yaml").read_text(encoding="utf-8"))
HEAD = "yakulang: 1\nid: house\nextends: base.yaml\n"


@pytest.fixture(name="folder")
def _folder(tmp_path: Path) -> Path:
    (tmp_path / "base.yaml").write_text(BASE, encoding="utf-8")
    return tmp_path


def merged(folder: Path, text: str) -> Merged:
    return load_text(HEAD + text, "house.yaml", folder)


def refusals(folder: Path, text: str) -> list[tuple[str, str, str, str | None]]:
    with pytest.raises(RuleError) as caught:
        merged(folder, text)
    found = [(d.code, d.span.text if d.span else "", d.message, d.hint) for d in caught.value.diagnostics]
    assert all("house.yaml" in str(d.span) for d in caught.value.diagnostics)
    return found


def value(rules: Merged, path: str) -> object:
    node = rules.node(path)
    return None if node is None else plain(node)


def places(rules: Merged, path: str) -> list[str]:
    return [span.place for span in rules.history.get(path, ())]


def test_nothing_changed(folder: Path) -> None:
    rules = merged(folder, "")
    assert value(rules, "yaku.toitoi.han") == {"closed": 2, "open": 2}
    assert (value(rules, "id"), value(rules, "name"), value(rules, "extends")) == ("house", None, None)
    assert [source.name for source in rules.files] == ["base.yaml", "house.yaml"]
    assert rules.span_of("yaku.toitoi.han.open").place == "base.yaml:8"
    assert rules.span_of("yaku.toitoi").text == "toitoi"
    assert (rules.history, rules.removed, rules.touched) == ({}, {}, frozenset())


def test_sections_add(folder: Path) -> None:
    rules = merged(
        folder,
        "yaku: {new: {han: 1, when: flush}}\nreds: {5m: 1}\nfu: {fixed: {x: {fu: 25, when: flush}}}\n"
        "stacking: {yakuman_as_han: 13}\nwinning_tile_free: tsumo\nforbidden: {f: {when: x, say: y}}\n",
    )
    assert list(value(rules, "yaku") or ()) == ["tanyao", "toitoi", "four_winds", "new"]
    assert value(rules, "stacking") == {"yakuman": "add", "yakuman_as_han": 13}
    assert value(rules, "reds") == {"5m": 1}
    assert value(rules, "winning_tile_free") == "tsumo"
    assert rules.span_of("yaku.new.han.open").place == "house.yaml:4"


def test_sections_do_not_overwrite(folder: Path) -> None:
    found = refusals(
        folder,
        "yaku: {tanyao: {han: 2, when: all tiles are simple}, toitoi: {han: 2, when: exactly 4 triplets}}\n"
        "players: 3\nfu: {round_up_to: 100}\nterms: {flush: exactly 2 suits}\nlimits: {mangan: {base: 2000}}\n",
    )
    assert {code for code, *_ in found} == {"YK322"}
    assert [(message.split("`")[1], hint) for _, _, message, hint in found] == [
        ("yaku.tanyao", "change: {yaku.tanyao.han: 2}"),
        ("yaku.toitoi", "it is the same there; leave it out"),
        ("players", "change: {players: 3}"),
        ("fu.round_up_to", "change: {fu.round_up_to: 100}"),
        ("terms.flush", "change: {terms.flush: exactly 2 suits}"),
        ("limits.mangan", "it is the same there; leave it out"),
    ]


def test_what_the_hint_says_is_right(folder: Path) -> None:
    hint = refusals(folder, "yaku: {tanyao: {han: {closed: 1}, when: flush, source: s}}\n")[0][3]
    assert hint == "change: {yaku.tanyao.han: {closed: 1}, yaku.tanyao.when: flush, yaku.tanyao.source: [s]}"
    rules = merged(folder, hint)
    assert value(rules, "yaku.tanyao") == {"han": {"closed": 1}, "when": "flush", "source": ["s"]}


def test_reds_are_stated_as_a_whole(folder: Path) -> None:
    (folder / "red.yaml").write_text("yakulang: 1\nid: red\nreds: {5m: 1}\n", encoding="utf-8")
    with pytest.raises(RuleError) as caught:
        load_text("yakulang: 1\nid: x\nextends: red.yaml\nreds: {5p: 1}", "x.yaml", folder)
    assert caught.value.diagnostics[0].hint == "change: {reds: {5p: 1}}"
    rules = load_text("yakulang: 1\nid: x\nextends: red.yaml\nchange: {reds.0p: 1, reds.5m: 2}", "x.yaml", folder)
    assert value(rules, "reds") == {"5m": 2, "5p": 1}


def test_changes(folder: Path) -> None:
    rules = merged(
        folder,
        "change:\n  limits.mangan.when: base >= 1920\n  yaku.tanyao.han.open: none\n  yaku.toitoi.han: 3\n"
        "  yaku.four_winds.at_least: mangan\n  yaku.toitoi.replaces: [tanyao]\n  minimum_han: 2\n",
    )
    assert value(rules, "limits.mangan") == {"base": 2000, "when": "base >= 1920"}
    assert rules.span_of("limits.mangan.when").place == "house.yaml:5"
    assert rules.span_of("limits.mangan.base").place == "base.yaml:13"
    assert places(rules, "limits.mangan.when") == ["base.yaml:13"]
    assert value(rules, "yaku.tanyao.han") == {"closed": 1}
    assert rules.removed["yaku.tanyao.han.open"].place == "house.yaml:6"
    assert rules.span_of("yaku.tanyao.han.open").place == "house.yaml:6"
    assert value(rules, "yaku.toitoi.han") == {"closed": 3, "open": 3}
    assert places(rules, "yaku.toitoi.han.open") == ["base.yaml:8"]
    winds = value(rules, "yaku.four_winds")
    assert winds == {"when": "exactly 4 wind triplets", "replaces": ["toitoi"], "at_least": "mangan"}
    assert places(rules, "yaku.four_winds.at_least") == ["base.yaml:9"]
    assert list(rules.removed) == ["yaku.tanyao.han.open"]
    assert ("limits", "mangan") in rules.touched


def test_history_over_three_files(folder: Path) -> None:
    (folder / "middle.yaml").write_text(HEAD + "change: {yaku.toitoi.han: {closed: 3}}\n", encoding="utf-8")
    rules = load_text("yakulang: 1\nid: x\nextends: middle.yaml\nchange: {yaku.toitoi.han: 4}\n", "x.yaml", folder)
    assert value(rules, "yaku.toitoi.han") == {"closed": 4, "open": 4}
    assert places(rules, "yaku.toitoi.han.closed") == ["base.yaml:8", "middle.yaml:4"]
    assert places(rules, "yaku.toitoi.han.open") == ["base.yaml:8"]
    assert rules.removed == {}


def test_disable(folder: Path) -> None:
    rules = merged(folder, "disable: [limits.mangan, fu.floors.open_ron]\n")
    assert value(rules, "limits.mangan") is None
    assert {path: span.text for path, span in rules.removed.items()} == {
        "limits.mangan": "limits.mangan",
        "fu.floors.open_ron": "fu.floors.open_ron",
    }
    assert places(rules, "limits.mangan.base") == ["base.yaml:13"]


def test_an_entry_may_be_taken_out_and_written_anew(folder: Path) -> None:
    rules = merged(folder, "disable: [limits.mangan]\nlimits: {mangan: {base: 1}}\n")
    assert value(rules, "limits.mangan") == {"base": 1}
    assert rules.removed == {}
    assert places(rules, "limits.mangan.base") == ["base.yaml:13"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"])
def test_what_can_not_be(folder: Path, case: dict[str, str]) -> None:
    found = refusals(folder, case["text"] + "\n")
    assert [(code, message, hint) for code, _, message, hint in found] == [
        (case["code"], case["message"], case.get("hint"))
    ]


def test_one_file_decides_a_thing_once(folder: Path) -> None:
    found = refusals(
        folder,
        "disable: [limits.mangan]\nyaku: {new: {han: 1, when: x}}\n"
        "change: {limits.mangan.when: x, yaku.new.han: 2, yaku.toitoi.han: 5, yaku.toitoi.han.open: 3}\n",
    )
    assert [(code, where) for code, where, _, _ in found] == [
        ("YK323", "limits.mangan.when"), ("YK331", "yaku.new.han"), ("YK331", "yaku.toitoi.han.open"),
    ]  # fmt: skip


def test_sources_of_both_files_are_kept(folder: Path) -> None:
    (folder / "one.yaml").write_text(
        "yakulang: 1\nid: one\nsources: {m: {title: first}, k: {title: same}}\nunknown: [a]\n", encoding="utf-8"
    )
    text = "yakulang: 1\nid: two\nextends: one.yaml\nsources: {m: {title: second}, k: {title: same}}\nunknown: [b]\n"
    rules = load_text(text, "two.yaml", folder)
    titles = {"m": {"title": "second"}, "one:m": {"title": "first"}, "k": {"title": "same"}}
    assert value(rules, "sources") == titles
    assert value(rules, "unknown") == {"one-1": "a", "two-1": "b"}


def test_loops(folder: Path) -> None:
    for name, other in (("a", "b"), ("b", "c"), ("c", "a")):
        (folder / f"{name}.yaml").write_text(f"yakulang: 1\nid: {name}\nextends: {other}.yaml\n", encoding="utf-8")
    (folder / "self.yaml").write_text("yakulang: 1\nid: self\ninclude: [self.yaml]\n", encoding="utf-8")
    for name, chain in (("a", "a.yaml -> b.yaml -> c.yaml -> a.yaml"), ("self", "self.yaml -> self.yaml")):
        with pytest.raises(RuleError) as caught:
            load(folder / f"{name}.yaml")
        assert [d.code for d in caught.value.diagnostics] == ["YK320"]
        assert caught.value.diagnostics[0].message.replace(f"{folder}/", "").endswith(chain)


def test_the_number_of_files_is_bounded(folder: Path) -> None:
    for number in range(80):
        (folder / f"f{number}.yaml").write_text(
            f"yakulang: 1\nid: f{number}\nextends: f{number + 1}.yaml\n", encoding="utf-8"
        )
    with pytest.raises(RuleError) as caught:
        load(folder / "f0.yaml")
    assert [d.code for d in caught.value.diagnostics] == ["YK321"]


def test_problems_of_all_files_are_told_and_none_that_follow(folder: Path) -> None:
    (folder / "broken.yaml").write_text("yakulang: 1\nid: broken\nyaku: {a: 1, a: 2}\n", encoding="utf-8")
    (folder / "wrong.yaml").write_text("yakulang: 1\nid: wrong\nfoo: 1\n", encoding="utf-8")
    text = "yakulang: 1\nid: x\nextends: broken.yaml\ninclude: [wrong.yaml]\nbar: 1\nchange: {limits.x.when: y}\n"
    with pytest.raises(RuleError) as caught:
        load_text(text, "x.yaml", folder)
    assert [(d.code, d.span.source.name) for d in caught.value.diagnostics if d.span] == [
        ("YK105", "broken.yaml"), ("YK140", "wrong.yaml"), ("YK140", "x.yaml"),
    ]  # fmt: skip
