"""The command `settle`: players by seat or name, what is said beside points, what is refused."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from yakulang.cli import main

if TYPE_CHECKING:
    from pathlib import Path

CLUB = "yakulang: 1\nid: club\nextends: riichi\nchange: {settlement.uma: [8, 4, -4, -8]}\n"
EXTRAS = """settlement:
  extras:
    bust: {when: points < 0, points: -10, to: busted_by}
    yakitori: {when: unlit, points: -6, to: others, paid_by: dealt_in}
    chips: {each: chips, points: 2, to: nobody}
    chombo: {each: chombo, points: -20, to: nobody}
"""
WINDS = "a wind says who sits there, and is no name: give each of E S W N once, without --seats and --first-dealer"
POINTS = ["54300", "29000", "19700", "-3000"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "club.yaml").write_text(CLUB, "utf-8")
    (tmp_path / "extras.yaml").write_text(CLUB.replace("club", "extras") + EXTRAS, "utf-8")
    return tmp_path


def results(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> dict[str, float]:
    """Return the result of each player by name or seat."""
    assert main(["settle", *arguments, "--json"]) == status
    players = json.loads(capsys.readouterr().out)["players"]
    return {player.get("name", player["seat"]): player["result"] for player in players}


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return what is said of a wrong use."""
    assert main(["settle", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    return captured.err.strip().splitlines()[-1]


@pytest.mark.usefixtures("folder")
def test_a_club_evening(capsys: pytest.CaptureFixture[str]) -> None:
    """E6: the worked numbers, and where each part comes from."""
    assert main(["settle", *POINTS, "--rules", "club.yaml"]) == 0
    out = capsys.readouterr().out
    assert [line.split()[2] for line in out.splitlines()[2:6]] == ["+52.3", "+3.0", "-14.3", "-41.0"]
    assert "club.yaml:4" in out
    assert "54300 - 30000" in out
    assert "4 * (30000 - 25000)" in out


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("lang", "words"), [("ja", ["東", "1位", "オカ", "ウマ"]), ("zh", ["东", "第1位", "冈点", "马点"])]
)
def test_other_languages(lang: str, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    main(["settle", *POINTS, "--rules", "club.yaml", "--lang", lang])
    out = capsys.readouterr().out
    assert all(word in out for word in words)


@pytest.mark.usefixtures("folder")
def test_who_sat_where(capsys: pytest.CaptureFixture[str]) -> None:
    tied = ["30000", "30000", "20000", "20000"]
    assert results(capsys, *tied) == {"E": 40, "S": 10, "W": -20, "N": -30}
    assert results(capsys, *tied, "--seats", "S,W,N,E") == {"S": 40, "W": 10, "N": -30, "E": -20}
    assert results(capsys, *tied, "--first-dealer", "4") == {"S": 40, "W": 10, "N": -30, "E": -20}
    assert results(capsys, "Aki=30000", "Ben=30000", "Chie=20,000", "Dan=20000", "--first-dealer", "2") == {
        "Aki": 10, "Ben": 40, "Chie": -20, "Dan": -30,
    }  # fmt: skip


@pytest.mark.usefixtures("folder")
def test_a_wind_is_a_seat_and_no_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert results(capsys, "N=20000", "東=30000", "W=20000", "south=30000") == {"E": 40, "S": 10, "W": -20, "N": -30}


@pytest.mark.usefixtures("folder")
def test_what_is_said_beside_points(capsys: pytest.CaptureFixture[str]) -> None:
    said = ["--busted-by", "N:S", "--unlit", "W", "--chips", "E:3,N:-3", "--chombo", "S"]
    got = results(capsys, *POINTS, "--rules", "extras.yaml", *said)
    assert got == {"E": 52.3 + 6 + 2, "S": 3 + 10 + 2 - 20, "W": -14.3 - 6, "N": -41 - 10 - 6 + 2}
    names = ["A=54300", "B=29000", "C=19700", "D=−3000"]
    said = ["--busted-by", "d:b", "--unlit", "C:A", "--chips", "none", "--chombo", "B:0"]
    got = results(capsys, *names, "--rules", "extras.yaml", *said)
    assert got == {"A": 52.3 - 4, "B": 15, "C": -14.3, "D": -49}


@pytest.mark.usefixtures("folder")
def test_what_nobody_said_is_noted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settle", *POINTS, "--rules", "extras.yaml", "--lang", "ja"]) == 0
    notes = [line for line in capsys.readouterr().out.splitlines() if line.startswith("注記")]
    assert len(notes) == 3


@pytest.mark.usefixtures("folder")
def test_points_that_can_not_be(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settle", "54300", "29000", "19700", "-4000", "--json"]) == 1
    captured = capsys.readouterr()
    assert json.loads(captured.out)["errors"][0]["code"] == "YK802"
    assert "^^^" in captured.err
    assert results(capsys, "54300", "29000", "19700", "-4000", "--deposits", "1")["E"] == 65.3
    assert main(["settle", *POINTS, "--deposits", "1"]) == 1
    assert "there are 1000 too many" in capsys.readouterr().err
    assert main(["settle", "1", "2", "--lang", "zh"]) == 1
    assert "YK800" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "Error: there are no POINTS"),
        (["x"], "Error: 'x' is no number of points"),
        (["=5"], "Error: '=5' is no number of points"),
        ([*POINTS, "--depsits"], "Error: no such option: --depsits; did you mean `--deposits`?"),
        ([*POINTS, "--seats", "E,S"], "Error: --seats names each of E S W N once, in the order of the POINTS"),
        ([*POINTS, "--first-dealer", "5"], "Error: --first-dealer is the number of one of the POINTS, from 1 to 4"),
        ([*POINTS, "--first-dealer", "1", "--seats", "E,S,W,N"], "Error: give --seats or --first-dealer"),
        ([*POINTS, "--busted-by", "N"], "Error: --busted-by is two players with a colon between, such as W:E"),
        ([*POINTS, "--unlit", "Q"], "Error: --unlit: 'Q' is no wind and no player"),
        ([*POINTS, "--unlit", "S,S"], "Error: --unlit names a player twice"),
        ([*POINTS, "--chips", "S"], "Error: --chips: '' is no whole number"),
        ([*POINTS, "--chombo", "S:-1"], "Error: --chombo: '-1' is no whole number"),
        ([*POINTS, "--deposits", "-1"], "Error: --deposits is a whole number from 0 to 999, and not '-1'"),
        (["A=1", "A=2"], "Error: two players have one name"),
        (["N=1", "E=2", "S=3", "Dan=4"], f"Error: {WINDS}"),
        (["N=1", "E=2", "S=3", "W=4", "--first-dealer", "2"], f"Error: {WINDS}"),
    ],
)
def test_wrong_use(arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, *arguments) == told
