"""House rules beside each other: they add up, or the file that includes them decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from yakulang.errors import RuleError
from yakulang.rules.catalogue import load
from yakulang.rules.nodes import plain

if TYPE_CHECKING:
    from pathlib import Path

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
        ("kiriage builds_on", "base >= 7"),
        ("builds_on kiriage", "base >= 7"),
        ("settles", "base >= 1700"),
        ("settles generous kiriage", "base >= 1700"),
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


def test_a_file_that_many_build_on_is_one_file(folder: Path) -> None:
    """Twenty house rules that each extend the same rules are 22 files, not 42."""
    names = [f"rule_{number}" for number in range(20)]
    for number, name in enumerate(names):
        text = f"yakulang: 1\nid: rule-{number}\nextends: base.yaml\nforbidden: {{f{number}: {{when: x, say: y}}}}\n"
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    found = table(folder, " ".join(names))["forbidden"]
    assert isinstance(found, dict)
    assert len(found) == 20
