"""`yakulang timeline`: words and JSON in, what stands out."""

from __future__ import annotations

import io
import json

import pytest

from yakulang.cli import main

WORDS = "E draw discard  S open_kan replacement tsumo"


def test_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["timeline", WORDS, "--rules", "tenhou"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "won by    S",
        "turned    1",
        "pending   open_kan",
        "S has     after_kan",
        "          kans_in_a_row 1",
        "          last_call open_kan",
        "          own_discards 0",
        "          table_discards 1",
    ]


def test_json_in_and_out(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    events = [{"seat": "E", "do": "draw"}, {"seat": "E", "do": "closed_kan"}, {"seat": "E", "do": "replacement"}]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(events).encode())))
    assert main(["timeline", "-", "--json", "--seat", "S"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["turned"], found["pending"], found["winners"], found["seat"]) == (2, [], [], "S")
    assert found["flags"] == []


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["S draw"], 1, "YK597"),
        (["E foo"], 1, "YK598"),
        (['[{"seat": 1}]'], 1, "YK598"),
        (["[1"], 1, "begin like JSON"),
        (['[{"seat": "E", "do": "draw", "do": "discard"}]'], 1, "`do` stands twice"),
        (["[" * 100_000], 1, "nested too deeply"),
        (["E"], 1, "nothing is said of what E does"),
        (["E draw discard S"], 1, "nothing is said of what S does"),
        (["E draw", "--seat", "N", "--rules", "sanma"], 2, "the seats are E S W"),
        (["E draw", "--rules", "nothing"], 2, "YK300"),
    ],
)
def test_what_is_wrong(arguments: list[str], status: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["timeline", *arguments]) == status
    assert said in capsys.readouterr().err


def test_a_slip_is_answered_with_the_word_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["timeline", "E draw kakann"]) == 1
    assert "did you mean `added_kan`?" in capsys.readouterr().err


def test_events_that_are_not_utf_8(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"E draw \xff")))
    assert main(["timeline", "-"]) == 2
    assert "byte 8 is 0xff" in capsys.readouterr().err
