"""The command `draw`: who is ready, what is paid, what is refused."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from yakulang.cli import main

if TYPE_CHECKING:
    from pathlib import Path

READY = "123m456p78s11m555z"


def told(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> dict[str, Any]:
    """What is printed as JSON."""
    assert main(["draw", *arguments, "--json"]) == status
    data: dict[str, Any] = json.loads(capsys.readouterr().out)
    return data


def test_noten_payments_and_what_stays(capsys: pytest.CaptureFixture[str]) -> None:
    """W5."""
    asked = ["E", "W", "--riichi", "W", "--honba", "1", "--deposits", "2", "--rules", "m-league"]
    data = told(capsys, *asked, "--points", "26000,25000,23000,24000")
    assert data["deltas"] == {"E": 1500, "S": -1500, "W": 1500, "N": -1500}
    assert data["points"] == {"E": 27500, "S": 23500, "W": 24500, "N": 22500}
    assert (data["deposits"], data["tenpai"], data["draw"]) == (2, ["E", "W"], "exhaustive")
    assert main(["draw", *asked]) == 0
    out = capsys.readouterr().out
    assert "riichi.yaml:" in out
    assert "stay on the table" in out


def test_seats_in_any_language_and_hands(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "東,west")["tenpai"] == ["E", "W"]
    data = told(capsys, f"E={READY}", "S", "W=4447z p(111s) p(999s) c(234s)", "N=1111z234567p567s")
    assert data["tenpai"] == ["E", "S", "W"]
    assert [wait["tile"] for wait in data["readiness"][0]["waits"]] == ["6s", "9s"]
    assert data["readiness"][3]["waits"] == [{"tile": "1z", "counts": False}]


@pytest.mark.parametrize(
    ("lang", "words"), [("ja", ["流し満貫", "南", "ノーテン"]), ("zh", ["流局满贯", "南", "未听牌"])]
)
def test_other_languages(lang: str, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    main(["draw", "--nagashi", "S", "--lang", lang])
    out = capsys.readouterr().out
    assert all(word in out for word in words)


def test_draws_before_the_last_tile(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "--abortive", "九種九牌", "E=139m3469p18s12346z")["draw"] == "kyuushu_kyuuhai"
    data = told(capsys, "--riichi", "E,S,W", "--riichi-discard", "N")
    assert (data["draw"], data["deltas"]["N"], data["deposits"]) == ("suucha_riichi", -1000, 4)
    assert told(capsys, "--kans", "E:3,S")["draw"] == "suukaikan"
    assert told(capsys, "--ron", "S,W,N")["draw"] == "sanchahou"


def test_nagashi_from_discards(capsys: pytest.CaptureFixture[str]) -> None:
    """Y7."""
    data = told(capsys, "--discards", "S=19m19p1z", "--called", "none", "--honba", "2", "--deposits", "1")
    assert (data["draw"], data["deltas"]["S"], data["deposits"]) == ("nagashi_mangan", 8000, 1)
    data = told(capsys, "--nagashi", "S", "--honba", "2", "--deposits", "1", "--rules", "sega-mj")
    assert (data["deltas"]["S"], data["deposits"], data["taken_by"]) == (9600, 0, "S")


def test_what_can_not_be(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "E", "--riichi", "S", "--json", "--lang", "ja"]) == 1
    captured = capsys.readouterr()
    assert json.loads(captured.out)["errors"][0]["code"] == "YK835"
    assert "リーチ" in captured.err
    assert main(["draw", "N", "--rules", "sanma"]) == 1
    assert "YK831" in capsys.readouterr().err
    assert main(["draw", "E=123m+"]) == 1
    assert "^" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["Q"], "Error: SEAT: 'Q' is no wind; the winds are E S W N"),
        (["E,E"], "Error: SEAT names a player twice"),
        (["E="], "Error: SEAT=HAND is a seat with tiles behind `=`, and not 'E='"),
        (["--discards", "19m"], "Error: --discards is a seat with tiles behind `=`, and not '19m'"),
        (["--honba", "-1"], "Error: --honba is a whole number from 0 to 999, and not '-1'"),
        (["--kans", "E:x"], "Error: --kans is a whole number from 0 to 999, and not 'x'"),
        (["--points", "1,x"], "Error: 'x' is no number of points"),
        (["--round", "Q9"], "Error: --round: 'Q9' is no wind; the winds are E S W N"),
        (["--riichi", "E,E"], "Error: --riichi names a player twice"),
    ],
)
def test_wrong_use(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.strip().splitlines()[-1] == said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--round", "N1"], "--round: `tenhou` plays no round of N; the rounds are E S W"),
        (["--round", "N"], "--round: `tenhou` plays no round of N"),
        (["--round", "E4", "--rules", "sanma"], "--round: a round has hands 1 to 3, and not 4"),
        (["--round", "W1", "--rules", "m-league"], "--round: `m-league` plays no round of W; the rounds are E S"),
    ],
)
def test_a_round_that_is_not_played(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "E", *arguments]) == 2
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.out == ""


def test_a_round_of_the_extension(capsys: pytest.CaptureFixture[str]) -> None:
    """Its round says so, and its last hand ends the match."""
    points = ["--points", "25000,25000,25000,25000"]
    assert told(capsys, "E", "--round", "W1", *points)["next"] == {"honba": 1, "deposits": 0, "wind": "W", "hand": 1}
    assert told(capsys, "S", "--round", "W4", *points)["next"] == {"over": True, "deposits": 0}


def test_without_a_round_the_first_of_the_rules_is_meant(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = tmp_path / "south.yaml"
    rules.write_text("yakulang: 1\nid: south\nextends: m-league\nchange: {match.winds: [S]}\n", encoding="utf-8")
    assert told(capsys, "E", "--rules", str(rules))["next"] == {"honba": 1, "deposits": 0}
    assert main(["draw", "E", "--rules", str(rules)]) == 0
    assert "the dealer stays" in capsys.readouterr().out


def test_two_who_win_at_the_draw(capsys: pytest.CaptureFixture[str]) -> None:
    """Y7: the next deal follows as for a win; nobody discarded."""
    asked = ["--nagashi", "E,S", "--honba", "1", "--deposits", "2", "E", "--rules", "sega-mj"]
    data = told(capsys, *asked)
    assert (data["taken_by"], data["next"]) == ("E", {"honba": 2, "deposits": 0})


def test_rules_of_a_match_that_ask_what_they_do_not_have(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = tmp_path / "alone.yaml"
    rules.write_text("yakulang: 1\nid: alone\nextends: tenhou\nchange: {settlement: none}\n", encoding="utf-8")
    assert main(["draw", "E", "--rules", str(rules)]) == 1
    assert "error[YK860]: `return_points` is taken of `settlement`" in capsys.readouterr().err


def test_a_ron_that_makes_no_draw(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "--ron", "S", "--rules", "tenhou"]) == 1
    told_in_full = capsys.readouterr().err
    assert "error[YK833]: S: a ron is called on the last discard, so somebody wins" in told_in_full
    assert "hint: `yakulang winners` pays them; from 3 on it is a draw: " in told_in_full
    assert main(["draw", "--ron", "S,W,N", "--rules", "mahjongsoul"]) == 1
    assert "hint: `yakulang winners` pays them\n" in capsys.readouterr().err


def test_points_that_nobody_said_decide_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """South 4 under rules with an extension: with 30000 it is the last hand, and nobody said who has what."""
    note = "whether the match goes on hangs on the points before the hand: give --points"
    data = told(capsys, "S", "--round", "S4")
    assert data["next"] == {"honba": 1, "deposits": 0, "wind": "W", "hand": 1, "over": None}
    assert data["notes"] == [note]
    assert main(["draw", "S", "--round", "S4"]) == 0
    printed = capsys.readouterr().out
    assert note in printed
    assert "extended" not in printed
    data = told(capsys, "S", "--round", "S4", "--points", "40000,20000,20000,20000")
    assert (data["next"], data.get("notes", [])) == ({"over": True, "deposits": 0}, [])
    # what no points decide is said: the end without an extension, the first hand, where all have those of the start
    assert told(capsys, "S", "--round", "S4", "--rules", "m-league")["next"] == {"over": True, "deposits": 0}
    data = told(capsys, "E", "--round", "E1")
    assert (data["next"], data.get("notes", [])) == ({"honba": 1, "deposits": 0, "wind": "E", "hand": 1}, [])
    rules = tmp_path / "behind.yaml"
    text = "yakulang: 1\nid: behind\nextends: tenhou\nchange: {match.dealer_stays: dealer_points < 20000}\n"
    rules.write_text(text, encoding="utf-8")
    data = told(capsys, "S", "--round", "S2", "--rules", str(rules))
    assert "next" not in data
    assert data["notes"] == ["who deals next hangs on the points before the hand: give --points"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["E", "E"], "Error: SEAT names a player twice"),
        (["E,W", "E"], "Error: SEAT names a player twice"),
        (["--kans", "E:2,E:2"], "Error: --kans names a player twice"),
    ],
)
def test_a_seat_twice(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_where_nagashi_was_taken_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "--nagashi", "S", "--rules", "m-league"]) == 1
    said = capsys.readouterr().err
    assert "error[YK836]: under `m-league` nobody is paid at a draw" in said
    assert "hint: `nagashi_mangan` was taken out: " in said
