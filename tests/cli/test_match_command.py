"""The command `match`: a score sheet in, hand by hand out; what is refused."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING

import pytest

from yakulang.cli import main

if TYPE_CHECKING:
    from pathlib import Path

SHEET = """players: [Aki, Ben, Chie, Dan]
hands:
  - {win: Aki, from: Ben, hand: 123m456p78s11m555z +9s with=riichi}
  - {draw: exhaustive, tenpai: [Aki, Chie], riichi: [Chie]}
  - {win: Ben, han: 3, fu: 40}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "evening.yaml").write_text(SHEET, "utf-8")
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_a_sheet_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "evening.yaml", "--rules", "tenhou"]) == 0
    printed = capsys.readouterr().out
    assert "Exhaustive draw, tenpai Aki, Chie, riichi Chie" in printed
    assert "the dealer stays (dealer_tenpai)  riichi.yaml:" in printed
    assert printed.endswith("next: E2, 0 honba, 0 riichi sticks\n")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("lang", "said"), [("ja", "連荘 (親の和了)"), ("zh", "连庄 (庄家和牌)")])
def test_in_other_languages(lang: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "evening.yaml", "--lang", lang]) == 0
    assert said in capsys.readouterr().out


@pytest.mark.usefixtures("folder")
def test_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "evening.yaml", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["state"] == {"wind": "E", "hand": 2, "honba": 0, "deposits": 0, "points": data["points"]}
    assert data["hands"][1]["ruling"]["tenpai"] == ["E", "W"]
    assert "settlement" not in data


def test_from_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    lines = '{"players": ["Aki", "Ben", "Chie", "Dan"]}\n{"win": "Aki", "han": 1, "fu": 30}\n'
    stream = io.TextIOWrapper(io.BytesIO(lines.encode()), "utf-8")
    monkeypatch.setattr("sys.stdin", stream)
    assert main(["match", "-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["players"]["E"] == "Aki"


def test_three_players(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "three.yaml").write_text("- {win: W, from: E, han: 1, fu: 30}\n", "utf-8")
    assert main(["match", "three.yaml", "--rules", "sanma", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["points"] == {"E": 34000, "S": 35000, "W": 36000}


def test_what_is_wrong_is_told_with_its_place(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "wrong.yaml").write_text("- {win: E, from: S, yakuman: 1}\n- {win: E, han: 1, fu: 30}\n", "utf-8")
    assert main(["match", "wrong.yaml", "--json"]) == 1
    captured = capsys.readouterr()
    assert "error[YK853]: the match was over before this hand\n  --> wrong.yaml:2:3" in captured.err
    assert json.loads(captured.out)["status"] == "invalid"


def test_files_that_are_none(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "odd.yaml").write_text("- {win: E\n", "utf-8")
    assert main(["match", "none.yaml"]) == 2
    assert "the score sheet `none.yaml` does not exist" in capsys.readouterr().err
    assert main(["match", "odd.yaml"]) == 1
    assert "rule file" not in capsys.readouterr().err


def test_a_start_that_cannot_be_is_told_at_its_place(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    start = "start: {wind: E, hand: 2, points: [25000, 25000, 25000, 24000]}\nhands: []\n"
    (folder / "start.yaml").write_text(start, "utf-8")
    assert main(["match", "start.yaml"]) == 1
    assert "the points sum to 99000; 4 players begin with 100000\n  --> start.yaml:1:35" in capsys.readouterr().err


def test_a_match_that_cannot_be_settled_is_printed_all_the_same(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = "yakulang: 1\nid: three\nextends: tenhou\nchange: {settlement.uma: [10, 0, -10]}\n"
    (folder / "three.yaml").write_text(rules, "utf-8")
    (folder / "short.yaml").write_text("- {win: E, from: S, yakuman: 1}\n", "utf-8")
    assert main(["match", "short.yaml", "--rules", "three.yaml"]) == 1
    captured = capsys.readouterr()
    assert "the match is over" in captured.out
    assert "error[YK808]: uma for 3 places; there are 4 players\n  --> three.yaml:4:" in captured.err
    assert main(["match", "short.yaml", "--rules", "three.yaml", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["errors"][0]["code"] == "YK808"


@pytest.mark.parametrize(("said", "code"), [("yes", 0), ("no", 0), ("true", 0), ("maybe", 1), ("1", 1)])
def test_a_start_is_of_the_extension_or_not(said: str, code: int, folder: Path) -> None:
    start = f"start: {{wind: W, hand: 2, points: [25000, 25000, 25000, 25000], extended: {said}}}\nhands: []\n"
    (folder / "west.yaml").write_text(start, "utf-8")
    assert main(["match", "west.yaml", "--rules", "tenhou"]) == code  # West is of the extension, said or not
