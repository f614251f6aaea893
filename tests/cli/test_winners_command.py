"""`yakulang winners`, and several winners in a batch."""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING, Any

import pytest

from yakulang.cli import main

if TYPE_CHECKING:
    from pathlib import Path

Capture = pytest.CaptureFixture[str]

NEAR = "234m678m45p99s567s +3p seat=N"
FAR = "123m789m12p99s123s +3p seat=E with=riichi"
THIRD = "456m24p88p345s678s +3p seat=S"
TABLE = ["--from", "W", "--honba", "1", "--sticks", "2"]


def ruled(capsys: Capture, *arguments: str, status: int = 0) -> Any:
    assert main(["winners", *arguments, "--json"]) == status
    return json.loads(capsys.readouterr().out)


def test_json(capsys: Capture) -> None:
    table = ruled(capsys, FAR, NEAR, *TABLE)
    assert (table["status"], table["rules"], table["from"]) == ("ok", "tenhou", "W")
    assert [winner["seat"] for winner in table["winners"]] == ["N", "E"]
    assert table["deltas"] == {"E": 18000, "S": 0, "W": -19300, "N": 3300}
    assert [(one["seat"], one["number"], one["points"]) for one in table["deposits"]] == [("N", 2, 2000)]
    assert table["honba"][0]["rule"].startswith("riichi.yaml:")


def test_who_is_not_paid(capsys: Capture) -> None:
    table = ruled(capsys, FAR, NEAR, *TABLE, "--rules", "m-league")
    assert [(one["seat"], one["reason"]) for one in table["unpaid"]] == [("E", "bumped")]
    assert table["unpaid"][0]["rule"].startswith("local/head-bump.yaml:")
    drawn = ruled(capsys, FAR, NEAR, THIRD, *TABLE)
    assert (drawn["status"], drawn["deposits_left"]) == ("abortive_draw", 2)
    none = ruled(capsys, "456m24p88p p(444s) p(999m) +3p seat=S", "--from", "W", status=1)
    assert (none["status"], none["unpaid"][0]["reason"]) == ("no_win", "no_win")
    assert "does not count among the winners" in none["notes"][0]


def test_text(capsys: Capture) -> None:
    assert main(["winners", FAR, NEAR, *TABLE, "--riichi-discard"]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[0] == "from West, rules tenhou"
    for line in ("honba to     North", "deposits to  North", "change       East", "+18000", "-19300"):
        assert line in out
    assert out.count("riichi declared with this discard is not made") == 1
    assert main(["winners", FAR, NEAR, THIRD, *TABLE, "--lang", "ja"]) == 0
    assert "途中流局" in capsys.readouterr().out
    assert main(["winners", FAR, NEAR, *TABLE, "--rules", "m-league", "--lang", "zh"]) == 0
    assert "截和" in capsys.readouterr().out


def test_ura_dora_count_for_those_in_riichi(capsys: Capture) -> None:
    table = ruled(capsys, FAR, NEAR, *TABLE, "--dora", "1z", "--ura", "8s")
    worth = {w["seat"]: [award["id"] for award in w["ruling"]["yaku"]] for w in table["winners"]}
    assert "ura_dora" in worth["E"]
    assert "ura_dora" not in worth["N"]
    assert all("notes" not in winner["ruling"] for winner in table["winners"])
    alone = ruled(capsys, NEAR, "--from", "W", "--ura", "8s")
    assert "ura indicators count only when riichi" in alone["winners"][0]["ruling"]["notes"][0]


def test_the_last_tile_may_stand_for_the_winning_one(capsys: Capture) -> None:
    table = ruled(capsys, "234m678m99s567s45p3p seat=N", FAR, *TABLE)
    assert table["winners"][0]["ruling"]["points"] == 1000


def test_points(capsys: Capture) -> None:
    table = ruled(capsys, "--points", "N:8000", "--points", "東:5800", *TABLE)
    assert table["deltas"] == {"E": 5800, "S": 0, "W": -14100, "N": 10300}
    assert main(["winners", "--points", "N:8000", "--points", "E:5800", *TABLE]) == 0
    out = capsys.readouterr().out
    assert "points" in out
    assert "riichi.yaml" in out


def test_own_sticks_back(capsys: Capture, tmp_path: Path) -> None:
    club = tmp_path / "club.yaml"
    club.write_text("yakulang: 1\nid: club\nextends: riichi\nchange: {several_winners.deposits: own_back}\n", "utf-8")
    asked = ["--points", "N:3900", "--points", "E:5800", "--from", "W", "--rules", str(club)]
    table = ruled(capsys, *asked, "--sticks", "2", "--riichi", "E")
    assert table["deltas"] == {"E": 6800, "S": 0, "W": -9700, "N": 4900}
    assert main(["winners", *asked, "--riichi", "E"]) == 2
    assert "take their own sticks back" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "there is no HAND"),
        ("--points N:8000", "who discarded?"),
        ("--points N8000 --from W", "a seat and its points"),
        ("--points N:0 --from W", "the points of a winner are a whole number from 1 to"),
        ("--points X:8000 --from W", "no wind"),
        ("--points N:8000 --from X", "no wind"),
        ("--points N:8000 --from N", "a discard of their own"),
        ("--points N:8000 --points N:1000 --from W", "a seat of their own"),
        ("--points N:8000 --from W --honba x", "--honba is a whole number"),
        ("--points N:8000 --from W --dora 1z", "--dora has no place"),
        ("--points N:8000 --from W '123m'", "a HAND has no place"),
        ("'123m' --riichi E", "--riichi belongs to --points"),
        (f"'{NEAR}' --from W --honba x", "--honba"),
        (f"'{NEAR}' --from X", "no wind"),
    ],
)
def test_wrong_use(line: str, said: str, capsys: Capture) -> None:
    assert main(["winners", *shlex.split(line)]) == 2
    assert said in capsys.readouterr().err


def test_hands_that_can_not_be_read_or_won_together(capsys: Capture) -> None:
    assert main(["winners", "234m +3p seat=N", "x", "--from", "W"]) == 1
    err = capsys.readouterr().err
    assert "<hand 1>" in err
    assert "<hand 2>" in err
    assert ruled(capsys, "x", "--from", "W", status=1)["status"] == "invalid"
    assert main(["winners", NEAR, NEAR, "--from", "W"]) == 1
    out = capsys.readouterr().out
    assert "these can't all win on one discard" in out
    assert "error[YK591]" in out


def test_a_batch(capsys: Capture, tmp_path: Path) -> None:
    wins = [
        {"closed": "234678m45p56799s", "win": "3p", "seat": "N"},
        {"closed": "123789m12p12399s", "win": "3p", "seat": "E"},
    ]
    shared = {"from": "W", "honba": 1, "sticks": 1}
    rows = [
        {"id": "a", "wins": wins, **shared, "rules": "x", "expected": {}},
        {"id": "b", "input": {"wins": wins, **shared}},
        {**wins[0], "method": "ron", "from": "W"},
        {"id": "c", "wins": [wins[0], wins[0]], **shared},
        {"id": "d", "wins": wins, "hnoba": 1},
    ]
    path = tmp_path / "hands.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    assert main(["score", "--input", str(path)]) == 1
    captured = capsys.readouterr()
    results = [json.loads(line) for line in captured.out.splitlines()]
    assert [next(key for key in ("table", "ruling", "error") if key in result) for result in results] == [
        "table", "table", "ruling", "table", "error",
    ]  # fmt: skip
    assert results[0]["table"] == results[1]["table"]
    assert results[0]["table"]["deltas"] == {"E": 12000, "S": 0, "W": -13300, "N": 2300}
    assert results[3]["table"]["status"] == "invalid"
    assert "did you mean `honba`" in captured.err
    assert "2 of 5 lines failed" in captured.err


@pytest.mark.parametrize(
    ("hands", "place", "caret"),
    [
        ((NEAR.replace("+3p", "*3p"), FAR), "<hand 1>:1:20", "^^^"),
        ((NEAR, FAR.replace("seat=E", "seat=W")), "<hand 2>:1:24", "^^^^^^"),
    ],
)
def test_what_contradicts_the_discarder_is_shown(
    capsys: Capture, hands: tuple[str, str], place: str, caret: str
) -> None:
    assert main(["winners", *hands, *TABLE]) == 1
    err = capsys.readouterr().err
    assert f"--> {place}\n" in err
    assert err.rstrip().endswith(f" {caret}")


def test_sticks_that_are_missing(capsys: Capture) -> None:
    riichi = f"{NEAR} with=立直"
    assert ruled(capsys, riichi, FAR, "--from", "W", "--sticks", "2").get("notes", []) == []
    assert ruled(capsys, riichi, FAR, "--from", "W", "--sticks", "1")["notes"] == [
        "2 who call ron are in riichi; sticks on the table: 1"
    ]
    table = ruled(capsys, riichi, FAR, "--from", "W", "--rules", "m-league")
    missing = "no riichi stick is said to be on the table, the winner's own included"
    assert [one["ruling"]["notes"] for one in (*table["winners"], *table["unpaid"])] == [[missing], [missing]]
