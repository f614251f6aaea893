"""`yakulang check`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from yakulang.cli import main
from yakulang.rules.bundle import bundled_files
from yakulang.rules.lint import LINTS

Capture = pytest.CaptureFixture[str]
HEAD = "yakulang: 1\nid: club\nextends: tenhou\n"


@pytest.fixture(name="club")
def _club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path / "club.yaml"


def checked(capsys: Capture, *arguments: str) -> tuple[int, Any]:
    status = main(["check", "--json", *arguments])
    return status, json.loads(capsys.readouterr().out)


def codes(capsys: Capture, *arguments: str) -> list[str]:
    return [problem["code"] for one in checked(capsys, *arguments)[1] for problem in one["diagnostics"]]


def test_bundled_rulesets_are_fine(capsys: Capture) -> None:
    names = list(bundled_files())
    assert main(["check", "--strict", *names]) == 0
    assert capsys.readouterr().out.splitlines() == [f"{name}: fine" for name in names]


def test_a_file_without_problems(capsys: Capture, club: Path) -> None:
    club.write_text(HEAD + "change: {limits.mangan.when: base >= 1920}\n", "utf-8")
    assert main(["check", "club.yaml"]) == 0
    assert capsys.readouterr().out == "club.yaml: fine\n"


@pytest.mark.parametrize(
    ("lang", "said", "summary"),
    [
        (
            "ja",
            "警告[YK400]: `place == 5` は決して成り立たない: `place` は1から4まで; `last` は支払われることがない",
            "警告1件",
        ),
        ("zh", "警告[YK400]: `place == 5` 永远不成立: `place` 在1到4之间; `last` 从不支付", "1个警告"),
    ],
)
def test_in_other_languages(capsys: Capture, club: Path, lang: str, said: str, summary: str) -> None:
    club.write_text(HEAD + "settlement: {extras: {last: {when: place == 5, points: -10, to: first}}}\n", "utf-8")
    assert main(["check", "club.yaml", "--lang", lang]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert (lines[0], lines[-1]) == (said, f"club.yaml: {summary}")
    assert main(["check", "tenhou", "--lang", lang]) == 0
    assert capsys.readouterr().out == f"tenhou: {'問題なし' if lang == 'ja' else '没有问题'}\n"
    club.write_text(HEAD + "yaku: {x: {han: 1, wen: tsumo}}\n", "utf-8")
    assert main(["check", "club.yaml", "--lang", lang]) == 1  # what is wrong with rules is said in English
    assert capsys.readouterr().out.startswith("error[YK1")


def test_a_warning_fails_only_where_that_is_asked(capsys: Capture, club: Path) -> None:
    club.write_text(HEAD + "yaku: {x: {han: 1, when: exactly 5 quads}}\n", "utf-8")
    assert main(["check", "club.yaml"]) == 0
    assert capsys.readouterr().out == (
        "warning[YK400]: `exactly 5 quads` is never true: there are at most 4; no hand holds `x`\n"
        "  --> club.yaml:4:26\n"
        "   4 | yaku: {x: {han: 1, when: exactly 5 quads}}\n"
        "     |                          ^^^^^^^^^^^^^^^\n"
        "\n"
        "club.yaml: 1 warning\n"
    )
    assert main(["check", "--strict", "club.yaml"]) == 1


def test_json_is_for_editors(capsys: Capture, club: Path) -> None:
    club.write_text(HEAD + "yaku: {x: {han: 1, when: ippatsu and open}}\n", "utf-8")
    status, data = checked(capsys, "club.yaml", "riichi")
    assert status == 0
    assert [one["file"] for one in data] == ["club.yaml", "riichi"]
    assert data[1]["diagnostics"] == []
    (problem,) = data[0]["diagnostics"]
    assert (problem["code"], problem["severity"]) == ("YK400", "warning")
    assert (problem["file"], problem["line"], problem["column"]) == ("club.yaml", 4, 26)
    assert problem["text"] == "ippatsu and open"
    assert problem["related"][0]["file"] == "riichi.yaml"


def test_all_that_is_wrong_is_told_in_one_run(capsys: Capture, club: Path) -> None:
    """What can't be loaded because of a field is looked through for conditions, references and changes all the same."""
    club.write_text(
        HEAD
        + """yaku:
  x1: {hann: 2, when: tsumo}
  x2: {han: 2, when: all tiles are terminal or honor}
  x3: {han: 1, when: held(x1) and wait = tanki, replaces: [toitoy]}
limits: {l: {base: 3000, when: hann >= 3}}
draws: {d: {when: all discards is honor}}
change: {limits.mangen.when: base > 3, yaku.tanyao.when: all tiles is simple}
""",
        "utf-8",
    )
    status, data = checked(capsys, "club.yaml")
    assert status == 1
    told = [(problem["line"], problem["code"], problem["text"]) for problem in data[0]["diagnostics"]]
    assert told == [
        (5, "YK140", "hann"),
        (6, "YK204", "honor"),
        (7, "YK228", "="),
        (7, "YK350", "toitoy"),
        (8, "YK215", "hann"),
        (9, "YK208", "is"),
        (10, "YK323", "limits.mangen.when"),
        (10, "YK208", "is"),
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        # the section of a word is misspelt, or the word itself is wrong: its use is no second error
        ("term: {foo: tsumo}\nyaku: {x: {han: 1, when: foo}}", ["YK140"]),
        (
            "terms: {foo: all tiles is simple}\nyaku: {x: {han: 2, when: foo}, y: {hann: 1, when: foo}}",
            ["YK208", "YK140"],
        ),
        ("yaku: [x]\nchange: {minimum_han: 2}", ["YK141"]),
        ("facts: {foo: {type: falg, doc: x}}\nyaku: {x: {han: 1, when: foo}}", ["YK143"]),
        ("include: [nowhere.yaml]\nyaku: {x: {han: 1, when: foo}}", ["YK303"]),
        ("yaku: {tanyao: {hann: 2, when: tsumo}}", ["YK322", "YK140"]),
        ("disable: [yaku.tanyo]\nyaku: {x: {han: 1, when: held(tanyao)}}", ["YK323"]),
        ("change: {players: 1.5}", ["YK141"]),
        ("change: {players: none}", ["YK362"]),
        ("include: x", ["YK141"]),
        ("facts: {han: {type: flag, doc: x}}\nyaku: {x: {han: 1, when: han}}", ["YK356"]),
        ("about: *a b", ["YK110"]),
        ("change: {dora.next: [11m]}", ["YK354"]),
        ("yaku: {x: {at_least: Mangan, when: tsumo}}", ["YK141"]),
        # no lint where there is an error
        ("yaku: {x: {han: 1, when: exactly 5 quads}, y: {han: 1, when: exactly 5 quad}}", ["YK209"]),
    ],
)
def test_no_error_that_follows_from_another(capsys: Capture, club: Path, text: str, told: list[str]) -> None:
    club.write_text(HEAD + text + "\n", "utf-8")
    assert codes(capsys, "club.yaml") == told


MANY = 2500


def test_many_problems_of_one_kind_are_counted(capsys: Capture, club: Path) -> None:
    wrong = "".join(f"  y{n}: {{hann: 1, wen: riichi}}\n" for n in range(MANY))
    club.write_text(f"{HEAD}{'yaku:'}\n{wrong}change: {{minimum_han: 1}}\n", "utf-8")
    assert main(["check", "club.yaml"]) == 1
    said = capsys.readouterr().out
    assert len(re.findall(r"^error\[YK140\]", said, re.MULTILINE)) == 20
    assert "error[YK130]: 4,980 more of YK140 are not shown; the last stands here\n  --> club.yaml:2504:20\n" in said
    assert "error[YK324]" in said  # what is of another kind is not lost among them
    assert said.endswith(f"club.yaml: {2 * MANY + 1} errors\n")
    every = checked(capsys, "club.yaml")[1][0]["diagnostics"]
    assert [problem["code"] for problem in every] == ["YK140"] * 2 * MANY + ["YK324"]
    assert [problem["line"] for problem in every] == sorted(problem["line"] for problem in every)


def test_what_was_not_looked_at_is_counted(capsys: Capture, club: Path) -> None:
    club.write_text(HEAD + "yaku:\n" + "".join(f"  y{n}: {{han: 1, when: foo}}\n" for n in range(MANY)), "utf-8")
    assert main(["check", "club.yaml"]) == 1
    assert (
        "80 more of YK215 are not shown; the last stands here; "
        "2,400 further entries are not looked at before these are mended\n"
    ) in capsys.readouterr().out
    every = checked(capsys, "club.yaml")[1][0]["diagnostics"]
    assert [problem["code"] for problem in every] == ["YK215"] * 100 + ["YK130"]
    assert (every[-1]["count"], every[-1]["unread"]) == (0, MANY - 100)


def test_examples_are_judged(capsys: Capture, club: Path) -> None:
    club.write_text(
        HEAD
        + """yaku:
  sanrenkou:
    han: 2
    when: triplets contain na n+1a n+2a
    examples:
      - {win: 111222333m567s8p +8p}
      - {win: 111m222m444m567s8p +8p}
      - {win: 111m222m444m567s8p +8p, not: 3 is skipped}
      - {win: 111222333m567s8p +8p, not: a slip}
      - {win: 1112x}
""",
        "utf-8",
    )
    status, data = checked(capsys, "club.yaml")
    assert status == 0
    first, second, *broken = data[0]["diagnostics"]
    assert (first["code"], first["line"], first["text"]) == ("YK440", 10, "111m222m444m567s8p +8p")
    assert first["message"] == "this example does not hold: `sanrenkou` is not awarded"
    assert (second["code"], second["line"]) == ("YK440", 12)
    assert second["hint"].startswith("the ruling: sanankou, sanrenkou")
    assert broken
    assert {(problem["line"], problem["severity"]) for problem in broken} == {(13, "warning")}
    assert all(problem["code"].startswith("YK5") for problem in broken)


def test_a_mix_in_that_builds_on_nothing_is_tried_on_the_common_rules(capsys: Capture, club: Path) -> None:
    text = "yakulang: 1\nid: club\nterms: {spare: closed}\nyaku: {x: {han: 1, when: tsumo and ron}}\n"
    club.write_text(text, "utf-8")
    assert codes(capsys, "club.yaml") == ["YK430", "YK400"]


def test_what_two_files_share_is_told_once(capsys: Capture, club: Path) -> None:
    base = club.with_name("base.yaml")
    base.write_text("yakulang: 1\nid: base\nextends: tenhou\nyaku: {x: {han: 1, when: exactly 5 quads}}\n", "utf-8")
    club.write_text("yakulang: 1\nid: club\nextends: base.yaml\n", "utf-8")
    assert codes(capsys, "base.yaml", "club.yaml", "club.yaml") == ["YK400"]
    assert codes(capsys, "club.yaml") == ["YK400"]


def test_problems_are_sorted_by_place(capsys: Capture, club: Path) -> None:
    text = "status: draft\nterms: {spare: closed}\nyaku: {x: {han: 0, when: tsumo, replaces: [x]}}\n"
    text += "limits: {l: {base: 9}}\n"
    club.write_text(HEAD + text, "utf-8")
    assert codes(capsys, "club.yaml") == ["YK434", "YK430", "YK411", "YK414", "YK420"]


@pytest.mark.parametrize("name", ["nowhere.yaml", "nowhere", ".", "nul\0l.yaml", "x" * 300 + ".yaml"])
def test_no_such_file(capsys: Capture, club: Path, name: str) -> None:
    club.write_text(HEAD + "yaku: {x: {han: 1, when: foo}}\n", "utf-8")
    status, data = checked(capsys, "club.yaml", name)
    assert status == 2
    assert [problem["code"] for problem in data[0]["diagnostics"]] == ["YK215"]  # the others are checked all the same
    assert [problem["code"] for problem in data[1]["diagnostics"]] in (["YK100"], ["YK300"])


def test_wrong_use(capsys: Capture) -> None:
    assert main(["check"]) == 2
    assert main(["check", "--wrong", "riichi"]) == 2
    assert capsys.readouterr().out == ""


def test_the_page_lists_every_lint() -> None:
    page = (Path(__file__).parents[2] / "docs" / "check.md").read_text("utf-8")
    listed = re.findall(r"^\| (YK4\d\d) \|", page, re.MULTILINE)
    assert listed == list(LINTS)


def test_the_exception_on_the_page_works(capsys: Capture, club: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "check.md").read_text("utf-8")
    (text,) = re.findall(r"^```yaml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    club.write_text(HEAD + text, "utf-8")
    assert codes(capsys, "club.yaml") == []
    club.write_text(HEAD + re.sub(r"^ *allow:.*\n", "", text, flags=re.MULTILINE), "utf-8")
    assert codes(capsys, "club.yaml") == ["YK413"]
