"""House rules beside each other: they add up, or the file that includes them decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from yakulang.errors import RuleError
from yakulang.rules.build import build
from yakulang.rules.catalogue import load
from yakulang.rules.nodes import MapNode, plain

if TYPE_CHECKING:
    from pathlib import Path

    from yakulang.rules.merge import Merged

FILES = {
    "base": "yaku: {t: {han: 2, when: x}}\nlimits: {mangan: {base: 2000, when: base >= 2000}}\nminimum_han: 1",
    "kiriage": "change: {limits.mangan.when: base >= 1920}",
    "kiriage_too": "change: {limits.mangan.when: base >= 1920}",
    "generous": "change: {limits.mangan.when: base >= 1600}",
    "no_mangan": "disable: [limits.mangan]",
    "no_mangan_too": "disable: [limits.mangan]",
    "one_yakuman": "yaku: {renhou: {yakuman: 1, when: ron}}",
    "five_han": "yaku: {renhou: {han: 5, when: ron}}",
    "five_han_too": "yaku: {renhou: {han: 5, when: ron}}",
    "forbid_a": "forbidden: {a: {when: x, say: y}}\nstacking: {yakuman: add}",
    "forbid_b": "forbidden: {b: {when: x, say: y}}\nstacking: {yakuman_as_han: 13}",
    "builds_on": "include: [kiriage.yaml]\nchange: {limits.mangan.when: base >= 7}",
    "settles": "include: [kiriage.yaml, generous.yaml]\nchange: {limits.mangan.when: base >= 1700}",
    "other_base": "players: 3",
    "for_other": "extends: other_base.yaml\nchange: {minimum_han: 2}",
    "for_base": "extends: base.yaml\nchange: {minimum_han: 2}",
}


@pytest.fixture(name="folder")
def _folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / f"{name}.yaml").write_text(f"yakulang: 1\nid: {name.replace('_', '-')}\n{text}\n", encoding="utf-8")
    return tmp_path


def table(folder: Path, include: str, more: str = "", base: str = "base") -> dict[str, object]:
    names = ", ".join(f"{name}.yaml" for name in include.split())
    path = folder / "table.yaml"
    path.write_text(f"yakulang: 1\nid: table\nextends: {base}.yaml\ninclude: [{names}]\n{more}\n", encoding="utf-8")
    rules = load(path)
    data = plain(rules.tree)
    assert isinstance(data, dict)
    return data


def refusal(folder: Path, include: str, more: str = "", base: str = "base") -> list[tuple[str, str]]:
    with pytest.raises(RuleError) as caught:
        table(folder, include, more, base)
    return [(d.code, d.message.replace(f"{folder}/", "")) for d in caught.value.diagnostics]


@pytest.mark.parametrize(
    ("include", "when"),
    [
        ("kiriage", "base >= 1920"),
        ("kiriage kiriage_too", "base >= 1920"),
        ("builds_on", "base >= 7"),
        ("settles", "base >= 1700"),
    ],
)
def test_agreeing(folder: Path, include: str, when: str) -> None:
    assert table(folder, include)["limits"] == {"mangan": {"base": 2000, "when": when}}


def test_adding_to_the_same_sections(folder: Path) -> None:
    rules = table(folder, "forbid_a forbid_b five_han five_han_too for_base")
    assert list(rules["forbidden"]) == ["a", "b"]  # type: ignore[call-overload]
    assert rules["stacking"] == {"yakuman": "add", "yakuman_as_han": 13}
    assert rules["minimum_han"] == 2
    assert "id" in rules
    assert rules["id"] == "table"


def test_taking_out_twice(folder: Path) -> None:
    assert table(folder, "no_mangan no_mangan_too")["limits"] == {}


@pytest.mark.parametrize(
    ("include", "path"),
    [
        ("kiriage generous", "limits.mangan.when"),
        ("generous kiriage", "limits.mangan.when"),
        ("kiriage no_mangan", "limits.mangan.when"),
        ("no_mangan kiriage", "limits.mangan.when"),
        ("one_yakuman five_han", "yaku.renhou"),
        ("builds_on generous", "limits.mangan.when"),
        ("settles builds_on", "limits.mangan.when"),
    ],
)
def test_disagreeing(folder: Path, include: str, path: str) -> None:
    first, second = include.split()
    assert refusal(folder, include) == [("YK328", f"`{first}.yaml` and `{second}.yaml` set `{path}` differently")]


@pytest.mark.parametrize("include", ["kiriage builds_on", "builds_on kiriage"])
def test_one_beside_what_builds_on_it(folder: Path, include: str) -> None:
    """Nobody can tell which of the two values is meant; without the first name there is one only."""
    said = "`kiriage.yaml` and `builds_on.yaml` set `limits.mangan.when` differently"
    assert refusal(folder, include) == [("YK328", said)]
    with pytest.raises(RuleError) as caught:
        table(folder, include)
    assert caught.value.diagnostics[0].hint == "leave `kiriage` out: `builds-on` builds on it"
    decided = table(folder, include, "change: {limits.mangan.when: base >= 7}")["limits"]
    assert decided == {"mangan": {"base": 2000, "when": "base >= 7"}}


def test_a_mix_in_takes_the_place_of_what_a_lower_table_included(folder: Path) -> None:
    """Two ways of one thing: the rules built on have one, the table has the other, and its lines say so."""
    (folder / "club.yaml").write_text("yakulang: 1\nid: c\nextends: base.yaml\ninclude: [one_yakuman.yaml]\n")
    yaku = table(folder, "five_han", "", "club")["yaku"]
    assert isinstance(yaku, dict)
    assert yaku["renhou"] == {"han": {"closed": 5, "open": 5}, "when": "ron"}
    rules = load(folder / "table.yaml")
    assert [span.source.name.rpartition("/")[2] for span in rules.history["yaku.renhou.yakuman.closed"]] == [
        "one_yakuman.yaml"
    ]
    # what the table built on says itself is changed by its path, not by a mix-in of the same name
    (folder / "own.yaml").write_text("yakulang: 1\nid: o\nextends: base.yaml\nyaku: {renhou: {han: 1, when: x}}\n")
    assert refusal(folder, "five_han", "", "own")[0][0] == "YK322"


def test_back_to_what_was_replaced(folder: Path) -> None:
    (folder / "lower.yaml").write_text("yakulang: 1\nid: l\nextends: base.yaml\ninclude: [one_yakuman.yaml]\n")
    (folder / "club.yaml").write_text("yakulang: 1\nid: c\nextends: lower.yaml\ninclude: [five_han.yaml]\n")
    yaku = table(folder, "one_yakuman", "", "club")["yaku"]
    assert isinstance(yaku, dict)
    assert yaku["renhou"] == {"yakuman": {"closed": 1, "open": 1}, "when": "ron"}


def test_red_tiles_are_stated_as_a_whole(folder: Path) -> None:
    (folder / "own.yaml").write_text("yakulang: 1\nid: o\nextends: base.yaml\nreds: {5m: 1, 5p: 1}\n")
    (folder / "reds.yaml").write_text("yakulang: 1\nid: r\nreds: {5p: 4}\n")
    assert table(folder, "reds", "", "own")["reds"] == {"5p": 4}
    assert table(folder, "reds")["reds"] == {"5p": 4}


def test_both_lines_are_shown(folder: Path) -> None:
    with pytest.raises(RuleError) as caught:
        table(folder, "kiriage generous")
    found = caught.value.diagnostics[0]
    assert found.span is not None
    assert (found.span.text, found.labels[0].span.text) == ("base >= 1600", "base >= 1920")
    assert found.hint == "decide in the file that includes both: change: {limits.mangan.when: ...}"


@pytest.mark.parametrize(
    ("include", "more", "when"),
    [
        ("kiriage generous", "change: {limits.mangan.when: base >= 1}", "base >= 1"),
        ("kiriage generous", "change: {limits.mangan.when: base >= 1920}", "base >= 1920"),
        ("kiriage generous", "disable: [limits.mangan]", None),
        ("kiriage no_mangan", "disable: [limits.mangan]", None),
        ("no_mangan kiriage", "disable: [limits.mangan]", None),
    ],
)
def test_the_file_that_includes_both_decides(folder: Path, include: str, more: str, when: str | None) -> None:
    assert table(folder, include, more)["limits"] == ({"mangan": {"base": 2000, "when": when}} if when else {})


def test_deciding_about_an_entry(folder: Path) -> None:
    yaku = table(folder, "one_yakuman five_han", "change: {yaku.renhou.han: 4}")["yaku"]
    assert isinstance(yaku, dict)
    assert yaku["renhou"] == {"when": "ron", "han": {"closed": 4, "open": 4}}


def test_what_does_not_fit(folder: Path) -> None:
    text = "`for_other.yaml` is made for `other-base`, which these rules don't build on"
    assert refusal(folder, "for_other") == [("YK329", text)]
    assert refusal(folder, "for_base", "", "for_base")[0][0] == "YK330"
    (folder / "has_two.yaml").write_text("yakulang: 1\nid: h\nextends: base.yaml\nchange: {minimum_han: 2}\n")
    assert refusal(folder, "for_base", "", "has_two") == [("YK324", "`minimum_han` has this value already")]


def test_a_mix_in_of_the_base_may_be_changed_again(folder: Path) -> None:
    (folder / "club.yaml").write_text("yakulang: 1\nid: c\nextends: base.yaml\ninclude: [kiriage.yaml]\n")
    limits = table(folder, "generous", "", "club")["limits"]
    assert limits == {"mangan": {"base": 2000, "when": "base >= 1600"}}
    assert refusal(folder, "kiriage", "", "club") == [("YK330", "these rules build on `kiriage.yaml` already")]


# --- single yaku of a file ------------------------------------------------------------------------------------

WINDS = """
traits: {easterly: 1z}
facts: {noon: {type: flag, doc: at noon}, night: {type: flag, doc: at night}}
words: {lunch: {fact: noon}, moon: {fact: night}}
terms: {east_wind: any easterly triplets, unused: any 2z triplets}
limits: {lofty: {base: 2500}}
yaku:
  east: {han: 1, when: east_wind}
  east_twice: {han: 2, when: east_wind and any easterly quads, replaces: [east]}
  high_noon: {at_least: lofty, when: noon, excludes: [east]}
impossible: {not_both: {when: noon and night, say: noon is not night}}
unknown: [what the west is worth]
"""


@pytest.fixture(name="winds")
def _winds(tmp_path: Path) -> Path:
    write(tmp_path, "winds", WINDS)
    return tmp_path


def write(folder: Path, name: str, text: str) -> None:
    (folder / f"{name}.yaml").write_text(f"yakulang: 1\nid: {name}\n{text}\n", encoding="utf-8")


def merged_with(folder: Path, include: str, base: str = "riichi", more: str = "") -> Merged:
    write(folder, "club", f"extends: {base}\ninclude: {include}\n{more}")
    return load(folder / "club.yaml")


def added(rules: Merged) -> dict[str, list[str]]:
    """What a ruleset has beside that of the common rules, by section."""
    root = load("riichi").tree
    found = {}
    for section, node in rules.tree.items.items():
        before = root.items.get(section)
        known = before.items if isinstance(before, MapNode) else {}
        if isinstance(node, MapNode) and section not in {"name", "sources"}:
            found[section] = [key for key in node.items if key not in known]
    return {section: keys for section, keys in found.items() if keys}


@pytest.mark.parametrize(
    ("include", "has"),
    [
        ("[{winds.yaml: [east]}]", {"traits": ["easterly"], "terms": ["east_wind"], "yaku": ["east"]}),
        (
            "[{winds.yaml: [high_noon]}]",
            {
                "facts": ["noon", "night"],  # a statement names both
                "words": ["lunch", "moon"],
                "limits": ["lofty"],
                "yaku": ["high_noon"],
                "impossible": ["not_both"],
            },
        ),
        (
            "[{winds.yaml: [east_twice, east]}]",
            {"traits": ["easterly"], "terms": ["east_wind"], "yaku": ["east", "east_twice"]},
        ),
        (
            "[{winds.yaml: [east]}, {winds.yaml: [east_twice]}]",
            {"traits": ["easterly"], "terms": ["east_wind"], "yaku": ["east", "east_twice"]},
        ),
    ],
)
def test_a_yaku_comes_with_what_it_needs(winds: Path, include: str, has: dict[str, list[str]]) -> None:
    assert {key: sorted(names) for key, names in added(merged_with(winds, include)).items()} == {
        key: sorted(names) for key, names in has.items()
    }


def test_a_yaku_may_name_those_that_are_left(winds: Path) -> None:
    one, both = build(merged_with(winds, "[{winds.yaml: [east_twice]}]")), build(merged_with(winds, "[winds.yaml]"))
    assert [rule.replaces for rule in one.yaku if rule.id == "east_twice"] == [()]
    assert [rule.replaces for rule in both.yaku if rule.id == "east_twice"] == [("east",)]


def test_several_files_may_take_from_one(winds: Path) -> None:
    """What a table took before and what is added later are as if they had been taken at once."""
    write(winds, "base", "extends: riichi\ninclude: [{winds.yaml: [east]}]\nchange: {yaku.east.han: 3}")
    later = merged_with(winds, "[{winds.yaml: [east_twice]}]", "base.yaml")
    assert [rule.replaces for rule in build(later).yaku if rule.id == "east_twice"] == [("east",)]
    assert str(later.node("yaku.east.han.closed").text) == "3"  # type: ignore[union-attr]
    whole = merged_with(winds, "[winds.yaml]", "base.yaml")
    assert added(whole)["yaku"] == ["east", "east_twice", "high_noon"]
    assert str(whole.node("yaku.east.han.closed").text) == "3"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("include", "code", "says"),
    [
        ("[{winds.yaml: [eats]}]", "YK333", "`winds.yaml` has no yaku `eats`"),
        ("[{winds.yaml: [east, east]}]", "YK147", "`east` is listed twice"),
        ("[{winds.yaml: [east]}, {winds.yaml: [east, high_noon]}]", "YK330", "`east` is included twice"),
        ("[{winds.yaml: []}]", "YK141", "wants the yaku that are taken, in [ ]"),
        ("[{winds.yaml: east}]", "YK141", "wants the yaku that are taken, in [ ]"),
        ("[{local/kiriage: [east]}]", "YK333", "`local/kiriage` has no yaku `east`"),
        ("[{local/zan: [east]}]", "YK300", "there is no ruleset `local/zan`"),
    ],
)
def test_what_can_not_be_taken(winds: Path, include: str, code: str, says: str) -> None:
    with pytest.raises(RuleError) as caught:
        merged_with(winds, include)
    first = caught.value.diagnostics[0]
    assert (first.code, says in first.message) == (code, True), first.message


def test_what_is_there_already_can_not_be_taken(winds: Path) -> None:
    write(winds, "base", "extends: riichi\ninclude: [{winds.yaml: [east]}]")
    for base, include in (("base.yaml", "[{winds.yaml: [east]}]"), ("whole.yaml", "[{winds.yaml: [high_noon]}]")):
        write(winds, "whole", "extends: riichi\ninclude: [winds.yaml]")
        with pytest.raises(RuleError) as caught:
            merged_with(winds, include, base)
        assert [d.code for d in caught.value.diagnostics] == ["YK330"]


def test_a_file_that_changes_something_is_taken_as_a_whole(winds: Path) -> None:
    write(winds, "more", "change: {minimum_han: 2}\nyaku: {south: {han: 1, when: any 2z triplets}}")
    with pytest.raises(RuleError) as caught:
        merged_with(winds, "[{more.yaml: [south]}]")
    assert [d.code for d in caught.value.diagnostics] == ["YK334"]


def test_at_most_so_many_are_taken(winds: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yakulang.rules.family.MAX_TAKEN", 2)
    with pytest.raises(RuleError) as caught:
        merged_with(winds, "[{winds.yaml: [east, east_twice, high_noon]}]")
    assert [d.code for d in caught.value.diagnostics] == ["YK321"]


# --- one or the other -----------------------------------------------------------------------------------------


def test_one_or_the_other(tmp_path: Path) -> None:
    write(tmp_path, "low", "change: {minimum_han: 2}")
    write(tmp_path, "high", "instead_of: [low]\nchange: {payments.riichi_stick: 500}")
    for include in ("[low.yaml, high.yaml]", "[high.yaml, low.yaml]"):
        with pytest.raises(RuleError) as caught:
            merged_with(tmp_path, include)
        (problem,) = caught.value.diagnostics
        names = include.strip("[]").split(", ")
        assert (problem.code, problem.span and problem.span.text) == ("YK335", names[1])
        assert [label.span.text for label in problem.labels] == [names[0], "low"]
    assert merged_with(tmp_path, "[high.yaml]").node("instead_of") is None


def test_a_file_that_many_build_on_is_one_file(folder: Path) -> None:
    """Twenty house rules that each extend the same rules are 22 files, not 42."""
    names = [f"rule_{number}" for number in range(20)]
    for number, name in enumerate(names):
        text = f"yakulang: 1\nid: rule-{number}\nextends: base.yaml\nforbidden: {{f{number}: {{when: x, say: y}}}}\n"
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    found = table(folder, " ".join(names))["forbidden"]
    assert isinstance(found, dict)
    assert len(found) == 20
