"""`yakulang explain`: what is printed where, and the exit status."""

from __future__ import annotations

import json

import pytest

from yakulang.cli import main

HAND = "234m567m345p67s22s +8s"
VALUED = "123m456p78s678m55z +9s"

Capture = pytest.CaptureFixture[str]


def explain(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    status = main(["explain", *arguments])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def test_an_explanation(capsys: Capture) -> None:
    status, out, err = explain(capsys, HAND, "--seat", "S", "--from", "W")
    assert (status, err) == (0, "")
    assert out.startswith("234m 567m 345p 22s 67s+8s\n")
    assert "exactly 4 sequences: 234m 567m 345p 678s; the wait is ryanmen; no valued pairs (riichi.yaml:" in out
    assert "480 * 4 = 1920, rounded up to 100 (riichi.yaml:" in out
    assert "\x1b" not in out


def test_why_not(capsys: Capture) -> None:
    status, out, _ = explain(capsys, VALUED, "--seat", "S", "--with", "riichi", "--why-not", "平和")
    assert status == 0
    assert "why not Pinfu\n  the pair 55z is valued: dragon (riichi.yaml:" in out


def test_several_yaku_and_a_wrong_one(capsys: Capture) -> None:
    arguments = [HAND, "--seat", "S", "--why-not", "iipeikoo", "--why-not", "toitoi", "--why-not", "zzz"]
    status, out, err = explain(capsys, *arguments)
    assert (status, out) == (2, "")
    assert err.count("YK610") == 2
    assert "did you mean `iipeikou`?" in err


def test_json(capsys: Capture) -> None:
    status, out, _ = explain(capsys, HAND, "--seat", "S", "--json", "--why-not", "iipeikou")
    data = json.loads(out)
    assert status == 0
    assert (data["rules"], data["seats"], data["ruling"]["points"]) == ("tenhou", ["S"], 2000)
    assert [item["id"] for item in data["awarded"]] == ["pinfu", "tanyao"]
    assert [item["id"] for item in data["why_not"]] == ["iipeikou"]
    main(["score", HAND, "--seat", "S", "--json"])
    assert data["ruling"] == json.loads(capsys.readouterr().out)


def test_json_without_a_seat(capsys: Capture) -> None:
    status, out, _ = explain(capsys, HAND, "--json")
    data = json.loads(out)
    assert status == 0
    assert [part["seats"] for part in data["by_seat"]] == [["E"], ["S", "W", "N"]]


def test_markdown(capsys: Capture) -> None:
    status, out, _ = explain(capsys, HAND, "--seat", "S", "--markdown")
    assert status == 0
    assert out.startswith("## `234m 567m 345p 22s 67s+8s`\n")
    assert explain(capsys, HAND, "--markdown", "--json")[0] == 2


def test_everything(capsys: Capture) -> None:
    _, few, _ = explain(capsys, HAND, "--seat", "S")
    _, everything, _ = explain(capsys, HAND, "--seat", "S", "--all")
    assert "Last tile claim" not in few
    assert "Last tile claim" in everything
    assert "Nine gates" in everything


@pytest.mark.parametrize(
    ("hand", "options", "word"),
    [
        ("123m456p78s11z999m +9s", ["--seat", "S"], "no yaku"),
        ("123m456p79s11z999m +9s", ["--seat", "S"], "the other tiles wait for 8s"),
        ("11123m456p789s22z +1m", ["--seat", "S", "--dora", "1m"], "YK562"),
        (HAND, ["--with", "haiteii"], "did you mean `haitei`"),
    ],
)
def test_an_answer_that_is_no(capsys: Capture, hand: str, options: list[str], word: str) -> None:
    status, out, _ = explain(capsys, hand, *options)
    assert status == 1
    assert word in out


def test_a_hand_that_can_not_be_read(capsys: Capture) -> None:
    status, out, err = explain(capsys, "123q", "--seat", "S")
    assert (status, out) == (1, "")
    assert "error[YK5" in err
    assert explain(capsys, HAND, "--seat", "X")[0] == 2
    assert explain(capsys, HAND, "--ron", "--tsumo")[0] == 2
    assert explain(capsys)[0] == 2


@pytest.mark.parametrize(("lang", "word"), [("ja", "平和はなぜ付かないか"), ("zh", "为什么没有平和")])
def test_other_languages(capsys: Capture, lang: str, word: str) -> None:
    status, out, _ = explain(capsys, VALUED, "--seat", "S", "--with", "riichi", "--why-not", "pinfu", "--lang", lang)
    assert status == 0
    assert word in out
    assert "valued: dragon" in out
