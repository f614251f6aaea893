"""`yakulang payment`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from yakulang.cli import main

if TYPE_CHECKING:
    from pathlib import Path

Capture = pytest.CaptureFixture[str]


def paid(capsys: Capture, *arguments: str) -> Any:
    assert main(["payment", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_one_case_is_a_ruling(capsys: Capture) -> None:
    ruling = paid(capsys, "--han", "3", "--fu", "40", "--seat", "E", "--tsumo", "--honba", "1", "--sticks", "1")
    assert ruling["points"] == 7800
    assert ruling["deltas"] == {"E": 9100, "S": -2700, "W": -2700, "N": -2700}
    ruling = paid(capsys, "--han", "3", "--fu", "40", "--seat", "S", "--from", "W")
    assert ruling["deltas"] == {"E": 0, "S": 5200, "W": -5200, "N": 0}


@pytest.mark.parametrize("limit", ["mangan", "Mangan", "満貫", "マンガン", "满贯"])
def test_a_limit_in_place_of_han_and_fu(capsys: Capture, limit: str) -> None:
    ruling = paid(capsys, "--limit", limit, "--seat", "S", "--tsumo", "--honba", "1")
    assert (ruling["limit"], ruling["han"], ruling["fu"], ruling["points"]) == ("mangan", None, None, 8000)
    assert ruling["deltas"] == {"E": -4100, "S": 8300, "W": -2100, "N": -2100}
    ruling = paid(capsys, "--limit", limit, "--seat", "S", "--tsumo", "--rules", "tenhou-sanma")
    assert ruling["deltas"] == {"E": -4000, "S": 6000, "W": -2000}


def test_dealer_and_others_ron_and_tsumo(capsys: Capture) -> None:
    listed = paid(capsys, "--yakuman", "1")
    assert listed["rules"] == "tenhou"
    cases = [(case["seats"], case["method"], case["ruling"]["points"]) for case in listed["by_seat"]]
    others = ["S", "W", "N"]
    assert cases == [
        (["E"], "ron", 48000),
        (["E"], "tsumo", 48000),
        (others, "ron", 32000),
        (others, "tsumo", 32000),
    ]


def test_the_discarder_does_not_win(capsys: Capture) -> None:
    listed = paid(capsys, "--han", "1", "--fu", "30", "--from", "E")
    assert [case["seats"] for case in listed["by_seat"]] == [["S", "W", "N"]]
    listed = paid(capsys, "--han", "1", "--fu", "30", "--from", "S", "--ron")
    assert [case["seats"] for case in listed["by_seat"]] == [["E"], ["W", "N"]]


def test_text(capsys: Capture) -> None:
    assert main(["payment", "--han", "4", "--fu", "30", "--tsumo", "--rules", "m-league"]) == 0
    out = capsys.readouterr().out
    assert "the dealer (East), tsumo" in out
    assert "Mangan" in out
    assert "every other player" in out
    assert main(["payment", "--han", "4", "--fu", "30", "--lang", "ja"]) == 0
    assert "子 (南 西 北)" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--han", "3"],
        ["--fu", "30"],
        ["--han", "3", "--fu", "30", "--yakuman", "1"],
        ["--han", "3", "--fu", "30", "--limit", "mangan"],
        ["--limit", "mangan", "--yakuman", "1"],
        ["--limit", "yakuman"],
        ["--limit", "half"],
        ["--han", "-1", "--fu", "30"],
        ["--han", "100000", "--fu", "30"],
        ["--han", "three", "--fu", "30"],
        ["--yakuman", "1", "--seat", "Q"],
        ["--yakuman", "1", "--seat", "E", "--from", "E"],
        ["--yakuman", "1", "--from", "E", "--tsumo"],
        ["--yakuman", "1", "--ron", "--tsumo"],
        ["--yakuman", "1", "--rules", "nope"],
        ["--yakuman", "1", "HAND"],
    ],
)
def test_wrong_use(capsys: Capture, arguments: list[str]) -> None:
    assert main(["payment", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err


# --- everyday words -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("liable", ["W", "大三元:W", "ダイサンゲン：W", "daisangen:W", "west"])
def test_who_is_liable(capsys: Capture, liable: str) -> None:
    ruling = paid(capsys, "--yakuman", "1", "--seat", "S", "--tsumo", "--rules", "riichi", "--liable", liable)
    assert ruling["deltas"] == {"E": 0, "S": 32000, "W": -32000, "N": 0}


def test_a_seat_alone_is_liable_for_all_of_it(capsys: Capture) -> None:
    ruling = paid(capsys, "--yakuman", "2", "--seat", "S", "--tsumo", "--rules", "riichi", "--liable", "W")
    assert ruling["deltas"] == {"E": 0, "S": 64000, "W": -64000, "N": 0}
    ruling = paid(capsys, "--yakuman", "2", "--seat", "S", "--tsumo", "--liable", "none")
    assert ruling["deltas"] == {"E": -32000, "S": 64000, "W": -16000, "N": -16000}


def test_nobody_can_be_liable(capsys: Capture) -> None:
    assert main(["payment", "--yakuman", "1", "--liable", "W", "--rules", "sega-mj-sanma"]) == 2
    assert "nobody is liable under `sega-mj-sanma`" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("fu", "status"), [("20", 0), ("25", 0), ("30", 0), ("110", 0), ("10", 2), ("35", 2), ("24", 2)]
)
def test_fu_that_no_hand_has(capsys: Capture, fu: str, status: int) -> None:
    assert main(["payment", "--han", "2", "--fu", fu]) == status
    if status:
        assert "they are rounded up to 10, and 20 at least; fixed are 25" in capsys.readouterr().err


def test_payments_that_are_multiplied(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "club.yaml"
    file.write_text("yakulang: 1\nid: club\nextends: riichi\ninclude: [local/wareme]\n", "utf-8")
    asked = ["--han", "3", "--fu", "30", "--seat", "E", "--tsumo", "--rules", str(file)]
    for word in ("wareme=S", "wareme=south", "割れ目=南"):
        assert paid(capsys, *asked, "--with", word)["deltas"] == {"E": 8000, "S": -4000, "W": -2000, "N": -2000}
    for word, said in (("riichi", "write NAME=VALUE"), ("foo=S", "they ask for wareme"), ("wareme=x", "is never `x`")):
        assert main(["payment", *asked, "--with", word]) == 2
        assert said in capsys.readouterr().err
