"""Seats in arguments, options, hands and score sheets: the field's words for them, in three languages."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from yakulang import Hand, HandError, MatchError, load_ruleset
from yakulang.cli import main

if TYPE_CHECKING:
    from collections.abc import Sequence

SOUTH = ["S", "s", "south", "南", "南家"]
EAST = ["E", "east", "東", "东", "東家", "东家", "親", "庄家", "dealer"]
HAND = "234m567m345p67s22s +8s"
RELATIVE = ["上家", "下家", "対面", "对家"]


def told(capsys: pytest.CaptureFixture[str], arguments: Sequence[str]) -> Any:
    status = main([*arguments, "--json"])
    assert status == 0, capsys.readouterr().err
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("south", SOUTH)
def test_commands_read_a_seat_by_each_of_its_words(south: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, ["draw", south])["tenpai"] == ["S"]
    assert told(capsys, ["draw", south, "--riichi", f"{south}", "--deposits", "1"])["tenpai"] == ["S"]
    assert told(capsys, ["score", HAND, "--seat", south, "--from", "西家", "--with", "riichi"])["deltas"]["S"] > 0
    paid = ["payment", "--yakuman", "1", "--seat", "西家", "--tsumo", "--liable", south]
    assert {one["payer"] for one in told(capsys, paid)["payments"]} == {"S"}
    claimed = ["winners", "--points", f"{south}:3900", "--from", "北家", "--sticks", "1", "--riichi", south]
    assert told(capsys, claimed)["winners"][0]["seat"] == "S"
    assert told(capsys, ["timeline", f"東家 draw discard {south} draw tsumo", "--seat", south])["winners"] == ["S"]
    settled = told(capsys, ["settle", "25000", "25000", "24000", "25000", "--deposits", "1", "--last-dealer", south])
    assert settled["players"][1]["seat"] == "S"
    by_wind = ["settle", "東家=25000", f"{south}=54300", "西家=20700", "北家=0"]
    assert {one["seat"]: one["points"] for one in told(capsys, by_wind)["players"]}["S"] == 54300


@pytest.mark.parametrize("east", EAST)
def test_the_dealer_of_a_hand_is_east(east: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, ["draw", east])["tenpai"] == ["E"]
    assert Hand.parse(f"{HAND} seat={east}").seat == "E"
    played = load_ruleset("tenhou").match([{"win": east, "from": "南家", "han": 3, "fu": 40}])
    assert played.points["E"] == 25000 + 7700


@pytest.mark.parametrize(("word", "wind"), [("南", "S"), ("南場", "S"), ("南场", "S"), ("東場", "E")])
def test_a_round_is_read_by_its_words(word: str, wind: str) -> None:
    assert Hand.parse(f"{HAND} round={word}").round == wind
    with pytest.raises(HandError):
        Hand.parse(f"{HAND} round=南家")
    with pytest.raises(HandError):
        Hand.parse(f"{HAND} seat=南場")


@pytest.mark.parametrize("word", RELATIVE)
def test_who_is_named_as_seen_by_another_is_asked_for_by_wind(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    hint = "who that is hangs on who says it; write the wind"
    commands = [
        ["draw", word],
        ["payment", "--han", "1", "--fu", "30", "--seat", word],
        ["score", HAND, "--seat", word],
    ]
    commands += [["winners", "--points", f"{word}:1000", "--from", "E"], ["timeline", "E draw", "--seat", word]]
    commands += [["settle", "25000", "25000", "25000", "25000", "--last-dealer", word]]
    for arguments in commands:
        assert main(arguments) == 2
        assert hint in capsys.readouterr().err, arguments
    with pytest.raises(MatchError, match=hint):
        load_ruleset("tenhou").match([{"win": word, "han": 3, "fu": 40}])


def test_players_who_don_t_deal_are_several(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "子"]) == 2
    assert "several players don't deal; write the wind" in capsys.readouterr().err


def test_the_dealer_of_a_whole_game_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settle", "25000", "25000", "25000", "25000", "--last-dealer", "親"]) == 2
    assert "'親' may be who dealt first or who dealt last" in capsys.readouterr().err
