"""`yakulang rules`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from yakulang.cli import main
from yakulang.report.words import LANGUAGES
from yakulang.rules.bundle import bundled_files, rulesets_folder
from yakulang.rules.catalogue import load
from yakulang.rules.overview import comment_of
from yakulang.source import Source, Span, display_width

Capture = pytest.CaptureFixture[str]
LINE = re.compile(r"(?<=\.yaml:)\d+")


def shown(capsys: Capture, *arguments: str) -> str:
    assert main(["rules", *arguments]) == 0
    return capsys.readouterr().out


def data(capsys: Capture, *arguments: str) -> Any:
    return json.loads(shown(capsys, *arguments, "--json"))


def values(capsys: Capture, *arguments: str) -> dict[str, Any]:
    return {value["path"]: value for value in data(capsys, "show", *arguments)["values"]}


# --- the list -----------------------------------------------------------------------------------------


def test_the_list(capsys: Capture) -> None:
    text = shown(capsys, "list")
    assert text == shown(capsys)
    assert [line.split()[0] for line in text.splitlines()] == list(bundled_files())
    row = next(line for line in text.splitlines() if line.startswith("tenhou "))
    assert all(part in row for part in ("Tenhou", "4 players", "stable", "extends riichi", "default", "天鳳"))


def test_the_list_as_data(capsys: Capture) -> None:
    listed = {one["id"]: one for one in data(capsys, "list")}
    assert listed.keys() == bundled_files().keys()
    one = listed["m-league"]
    assert (one["status"], one["players"], one["extends"], one["file"]) == ("stable", 4, "riichi", "m-league.yaml")
    assert one["name"]["ja"] == "Mリーグ"
    assert "M规" in one["aliases"]


def test_the_list_says_what_the_merged_rules_say(capsys: Capture) -> None:
    for one in data(capsys, "list"):
        merged = load(one["id"])
        assert merged.node("players").value == one["players"]  # type: ignore[union-attr]


def test_columns_stand_under_each_other_in_any_script(capsys: Capture) -> None:
    lines = shown(capsys, "list", "--lang", "ja").splitlines()
    assert len({display_width(line[: re.search("stable|draft", line).start()]) for line in lines}) == 1  # type: ignore[union-attr]


def test_the_folder(capsys: Capture) -> None:
    folder = Path(shown(capsys, "path").rstrip("\n"))
    assert folder == rulesets_folder()
    assert (folder / "riichi.yaml").is_file()


# --- a whole ruleset ----------------------------------------------------------------------------------


def test_what_differs_comes_first(capsys: Capture) -> None:
    text = shown(capsys, "show", "m-league", "--all")
    head = text.split("\n\n")
    assert head[0] == "M-League (m-league), stable\nfiles m-league.yaml <- riichi.yaml"
    assert head[1].startswith("unlike riichi")
    assert re.search(r"fu\.items\.double_wind_pair\.fu +4 -> 2 +local/double-wind-2-fu\.yaml:\d+", head[1])
    assert re.search(r"limits\.counted_yakuman +taken out +local/no-counted-yakuman\.yaml:\d+", head[1])
    assert re.search(r"reds +\{5m: 1, 5p: 1, 5s: 1\} +local/reds-3\.yaml:\d+", head[1])
    assert re.search(r"^with +local/reds-3 .*m-league\.yaml:\d+", head[2])
    assert re.search(r"local/double-wind-2-fu +articles 6-3 +m-league\.yaml:\d+", head[2])
    assert re.search(r"pao\.kinds\.suukantsu +\{covers: \[suukantsu\]", head[1])
    order = ["the table", "complete hands", "yaku", "fu", "dora", "limits", "payments", "liability", "not allowed"]
    found = [re.search(rf"^{section}  ", text, re.MULTILINE) for section in order]
    places = [place.start() for place in found if place]
    assert len(places) == len(order)
    assert places == sorted(places)


def test_every_rule_of_a_hand_is_on_the_page(capsys: Capture) -> None:
    merged = load("tenhou")
    text = shown(capsys, "show", "tenhou", "--all")
    for section in (
        "yaku",
        "limits",
        "fu.items",
        "fu.fixed",
        "fu.floors",
        "dora.kinds",
        "pao.kinds",
        "draws",
        "shapes",
    ):
        for name in merged.node(section).items:  # type: ignore[union-attr]
            assert f"({name})" in text or name in ("tenpai", "exhaustive"), name  # told by what they say
    for path in ("payments.base", "payments.honba.ron", "minimum_han"):
        assert merged.span_of(path).place in text


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", [*bundled_files()])
def test_every_ruleset_in_every_language(capsys: Capture, name: str, lang: str) -> None:
    text = shown(capsys, "show", name, "--all", "--lang", lang)
    sections = [part for part in text.split("\n\n")[2:] if not part.startswith(("unknown", "不明"))]
    assert not re.search(r"(?<![\w-])(stacking|payments|pao|tiles)\.[a-z]", "".join(sections))  # a word is missing
    widest = max(display_width(line) for line in text.splitlines())
    assert widest < 200


def test_a_file_of_ones_own(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "club.yaml"
    file.write_text("yakulang: 1\nid: club\nname: {ja: 会}\nextends: tenhou\n", "utf-8")
    text = shown(capsys, "show", str(file), "--all")
    assert text.startswith("club\nfiles ")
    assert re.search(r"^unlike tenhou +nothing$", text, re.MULTILINE)
    assert shown(capsys, "show", str(file), "--all", "--lang", "ja").startswith("会 (club)\n")
    file.write_text("yakulang: 1\nid: club\nextends: tenhou\nyaku: {x: {han: {open: 1}, when: tsumo}}\n", "utf-8")
    assert re.search(r"^ +x +1 han +open only ", shown(capsys, "show", str(file), "--all"), re.MULTILINE)


def test_a_ruleset_as_data(capsys: Capture) -> None:
    found = data(capsys, "show", "m-league")
    files = [file for file in found["files"] if not file.startswith("local/")]
    assert (found["id"], found["extends"], files) == ("m-league", "riichi", ["riichi.yaml", "m-league.yaml"])
    changed = {one["path"]: one for one in found["differences"]}
    assert (changed["fu.items.double_wind_pair.fu"]["was"], changed["fu.items.double_wind_pair.fu"]["now"]) == (4, 2)
    assert changed["limits.counted_yakuman"]["now"] is None
    assert found["rules"]["yaku"]["tanyao"]["han"] == {"closed": 1, "open": 1}


def test_a_ruleset_without_one_to_differ_from(capsys: Capture) -> None:
    assert "unlike" not in shown(capsys, "show", "riichi", "--all")
    assert data(capsys, "show", "riichi")["differences"] == []


# --- single values ------------------------------------------------------------------------------------


def test_a_changed_value_with_its_history(capsys: Capture) -> None:
    found = values(capsys, "m-league", "limits.mangan")
    when = found["limits.mangan.when"]
    assert when["value"] == "base >= 2000 or (base >= 1920 and han >= 3)"
    assert when["file"] == "local/kiriage.yaml"
    assert [(old["value"], old["file"]) for old in when["before"]] == [("base >= 2000", "riichi.yaml")]
    assert when["comment"].startswith("m_league: 60 fu 3 han")
    assert when["included"]["file"] == "m-league.yaml"
    assert when["included"]["comment"].startswith("official: 30 fu 4 han and 60 fu 3 han")
    assert [source["id"] for source in when["sources"]] == ["m_league", "official"]
    assert when["sources"][1]["title"] == "Mリーグ公式ルール"
    assert found["limits.mangan.base"]["before"] == []


def test_every_file_that_had_a_say(capsys: Capture, tmp_path: Path) -> None:
    base, club = tmp_path / "base.yaml", tmp_path / "club.yaml"
    base.write_text("yakulang: 1\nid: base\nextends: m-league\nchange: {limits.mangan.when: base >= 1900}\n", "utf-8")
    club.write_text(
        "yakulang: 1\nid: club\nextends: base.yaml\nsources: {vote: {title: Our vote}}\n"
        "change: {limits.mangan.when: base >= 1800}    # vote: in March\n",
        "utf-8",
    )
    found = values(capsys, str(club), "limits.mangan.when")["limits.mangan.when"]
    assert [Path(old["file"]).name for old in found["before"]] == ["riichi.yaml", "kiriage.yaml", "base.yaml"]
    assert (found["value"], found["line"], found["comment"]) == ("base >= 1800", 5, "vote: in March")
    assert [source["title"] for source in found["sources"]] == ["Our vote"]
    rows = [line for line in shown(capsys, "show", str(club), "limits.mangan.when").splitlines() if "base >=" in line]
    assert [re.search(r"\d{4}", row)[0] for row in rows[1:]] == ["1900", "2000", "2000"]  # type: ignore[index]


def test_the_source_beside_an_entry(capsys: Capture, tmp_path: Path) -> None:
    club = tmp_path / "club.yaml"
    club.write_text(
        "yakulang: 1\nid: club\nextends: tenhou\nsources: {book: {title: A book, read: 2026-11-30}}\n"
        "yaku: {x: {han: 1, when: tsumo, source: book}}\n",
        "utf-8",
    )
    found = values(capsys, str(club), "x")
    assert list(found) == ["yaku.x.han.closed", "yaku.x.han.open", "yaku.x.when"]
    assert found["yaku.x.when"]["sources"] == [{"id": "book", "title": "A book", "read": "2026-11-30"}]


@pytest.mark.parametrize(
    ("asked", "paths"),
    [
        ("yaku.tanyao.han.open", ["yaku.tanyao.han.open"]),
        ("tanyao.han.open", ["yaku.tanyao.han.open"]),
        ("tanyao", ["yaku.tanyao.han.closed", "yaku.tanyao.han.open", "yaku.tanyao.when"]),
        ("断么九", ["yaku.tanyao.han.closed", "yaku.tanyao.han.open", "yaku.tanyao.when"]),
        ("断幺九", ["yaku.tanyao.han.closed", "yaku.tanyao.han.open", "yaku.tanyao.when"]),
        ("all SIMPLES", ["yaku.tanyao.han.closed", "yaku.tanyao.han.open", "yaku.tanyao.when"]),
        ("跳満", ["limits.haneman.base", "limits.haneman.when"]),
        ("minimum_han", ["minimum_han"]),
        ("round_up_to", ["fu.round_up_to", "payments.round_up_to"]),
        ("honba.ron", ["payments.honba.ron"]),
        ("disc_rd", None),
    ],
)
def test_how_a_value_may_be_named(capsys: Capture, asked: str, paths: list[str] | None) -> None:
    if paths is None:
        assert main(["rules", "show", "tenhou", asked]) == 2
    else:
        assert list(values(capsys, "tenhou", asked)) == paths


def test_what_was_taken_out(capsys: Capture) -> None:
    for asked in ("limits.counted_yakuman", "counted_yakuman"):
        found = values(capsys, "m-league", asked)
        assert list(found) == ["limits.counted_yakuman.base", "limits.counted_yakuman.when"]
        when = found["limits.counted_yakuman.when"]
        assert (when["value"], when["taken_out"], when["file"]) == (None, True, "local/no-counted-yakuman.yaml")
        assert [old["value"] for old in when["before"]] == ["han >= 13"]
    assert re.search(
        r"^limits\.counted_yakuman\.when +taken out ", shown(capsys, "show", "m-league", asked), re.MULTILINE
    )


def test_a_side_that_was_taken_away(capsys: Capture, tmp_path: Path) -> None:
    club = tmp_path / "club.yaml"
    club.write_text("yakulang: 1\nid: club\nextends: tenhou\nchange: {yaku.tanyao.han.open: none}\n", "utf-8")
    found = values(capsys, str(club), "tanyao")
    assert found["yaku.tanyao.han.open"]["taken_out"]
    assert [old["value"] for old in found["yaku.tanyao.han.open"]["before"]] == ["1"]
    assert found["yaku.tanyao.han.closed"]["value"] == 1


@pytest.mark.parametrize(
    ("asked", "hint"),
    [
        ("tanyo", "did you mean `tanyao`?"),
        ("yaku.tanyo.han", "did you mean `yaku.tanyao.han`?"),
        ("limits.mangen.when", "did you mean `limits.mangan.when`?"),
        ("limit.mangan", "did you mean `limits.mangan`?"),
        ("zzzzz", "`yakulang rules show tenhou` shows what there is"),
        ("", "`yakulang rules show tenhou` shows what there is"),
        ("a..b", None),
    ],
)
def test_a_misspelt_path(capsys: Capture, asked: str, hint: str | None) -> None:
    assert main(["rules", "show", "tenhou", asked]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"error[YK370]: there is no `{asked}` in `tenhou`")
    assert hint is None or f"hint: {hint}" in captured.err


def test_no_such_ruleset(capsys: Capture) -> None:
    assert main(["rules", "show", "tenhu"]) == 2
    assert "did you mean `tenhou`?" in capsys.readouterr().err
    assert main(["rules", "shw"]) == 2


def test_the_value_of_the_page(capsys: Capture) -> None:
    page = (Path(__file__).parents[2] / "docs" / "check.md").read_text("utf-8")
    found = re.search(r"^\$ yakulang rules show (\S+) (\S+)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert found
    assert LINE.sub("N", shown(capsys, "show", found[1], found[2])) == LINE.sub("N", found[3])


# --- comments -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "comment"),
    [
        ("x: VALUE", None),
        ("x: VALUE    # why", "why"),
        ("x: VALUE#no comment", None),
        ("# why\nx: VALUE", "why"),
        ("# a long\n# reason\nx: VALUE   ", "a long reason"),
        ("y: 1    # of y\nx: VALUE", None),
        ("# --- a heading ---\nx: VALUE", None),
        ("# far\n\nx: VALUE", None),
        ("{x: VALUE, y: 2}   # both", "both"),
    ],
)
def test_comments_beside_a_value(text: str, comment: str | None) -> None:
    start = text.index("VALUE")
    assert comment_of(Span(Source("x.yaml", text), start, start + len("VALUE"))) == comment
