"""The command `table`: a table that can be replayed, and whether a set is complete."""

from __future__ import annotations

import json

import pytest

from yakulang.cli import main

FOUR = "111122223333444405556666777788889999"


def test_a_table_is_the_same_every_time(capsys: pytest.CaptureFixture[str]) -> None:
    shown = []
    for _ in range(2):
        assert main(["table", "--seed", "friday", "--players", "Aki,Ben,Chie,Dan"]) == 0
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]
    assert main(["table", "--seed", "saturday"]) == 0
    assert capsys.readouterr().out != shown[0]


@pytest.mark.parametrize(("rules", "stacks", "gone"), [("tenhou", 68, 26), ("sanma", 54, 20)])
def test_the_walls_are_drawn(rules: str, stacks: int, gone: int, capsys: pytest.CaptureFixture[str]) -> None:
    """T10, T11, T12: stacks of which all tiles were dealt, of live tiles and of the dead wall."""
    main(["table", "--seed", "7", "--rules", rules])
    picture = capsys.readouterr().out.partition("\n\n")[2].partition("# live")[0].partition("\n\n")[2]
    drawn = [mark for word in picture.split() for mark in word if len(word) == 1 and mark in "#.IRD-"]
    assert len(drawn) == stacks
    assert drawn.count(".") == gone
    assert drawn.count("I") == 1
    assert drawn.count("R") + drawn.count("I") + drawn.count("D") == 7


def test_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    main(["table", "--seed", "7", "--rules", "tenhou-sanma", "--kans", "1", "--norths", "2", "--json"])
    data = json.loads(capsys.readouterr().out)
    assert len(data["wall"]) == 108
    assert set(data["hands"]) == {"E", "S", "W"}
    assert (len(data["indicators"]), data["replaced"], len(data["live"])) == (2, 3, 108 - 40 - 14 - 3)
    assert data["sticks"] == {"10000": 2, "5000": 1, "1000": 9, "100": 10}


@pytest.mark.parametrize("lang", ["ja", "zh"])
def test_other_languages(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["table", "--seed", "7", "--lang", lang, "--players", "A,B,C,D"])
    out = capsys.readouterr().out
    assert "10000 x 1" in out
    assert not any(word in out for word in ("East", "wall", "deal", "drew"))


def test_a_set_is_checked(capsys: pytest.CaptureFixture[str]) -> None:
    """T1."""
    whole = [f"{FOUR}m", f"{FOUR}p", f"{FOUR}s", "1111222233334444555566667777z"]
    assert main(["table", "--check", *whole]) == 0
    assert capsys.readouterr().out == "136 tiles: the set of `tenhou`\n"
    assert main(["table", "--check", *whole, "5z", "--json"]) == 1
    captured = capsys.readouterr()
    data = json.loads(captured.out)
    assert (data["complete"], data["tiles"]) == (False, 137)
    assert [error["code"] for error in data["errors"]] == ["YK820", "YK821"]
    assert main(["table", "--check", "--rules", "sanma", *whole]) == 1
    capsys.readouterr()
    assert main(["table", "--check"]) == 1
    assert "YK820" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "Error: --seed is missing: it decides chance, e.g. --seed 7"),
        (["--seed", "7", "1m"], "Error: TILES are for --check"),
        (["--seed", "7", "--check"], "Error: --check is asked of TILES alone"),
        (["--seed", "7", "--dice", "13"], "Error: 2 dice show 2 to 12, and not 13"),
        (["--seed", "7", "--dice", "x"], "Error: --dice is a whole number from 0 to 999, and not 'x'"),
        (["--seed", "7", "--players", "A,B"], "Error: 2 players; under `tenhou` there are 4"),
        (["--seed", "7", "--players", "A,A,B,C"], "Error: two players have one name"),
        (["--seed", "7", "--kans", "5"], "  hint: at most 4 kans"),
        (["--seed", "7", "--norths", "1"], "error[YK813]: under `tenhou` no tile is set aside"),
    ],
)
def test_wrong_use(arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", *arguments]) == 2
    assert capsys.readouterr().err.rstrip().splitlines()[-1] == told
