"""What a seat pays and receives may be multiplied: wareme, and any other rule that names a seat and a number."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from yakulang import Hand, ruleset_from_text
from yakulang.cli import main
from yakulang.report.explain import explain

if TYPE_CHECKING:
    from pathlib import Path

    from yakulang import Ruleset, Ruling

MANGAN = "234567m340p2278s"  # riichi, pinfu, tanyao, red dora, and one more by self-draw: 8000 points


@cache
def table(extends: str = "tenhou", more: str = "") -> Ruleset:
    text = f"yakulang: 1\nid: rooms\nextends: {extends}\ninclude: [local/wareme{more}]\n"
    return ruleset_from_text(text, "rooms.yaml")


def ruling(text: str, rules: Ruleset | None = None, **facts: Any) -> Ruling:
    return (rules or table()).score(Hand.parse(text, **facts))


def paid(one: Ruling) -> list[tuple[str, int, str, int]]:
    return [(p.payer, p.points, p.reason, p.times) for p in one.payments]


def test_nobody_pays_more_where_it_is_not_said() -> None:
    for facts in ({}, {"wareme": "none"}):
        one = ruling(f"{MANGAN} *6s seat=S", flags=["riichi"], facts=facts)
        assert [p.multipliers for p in one.payments] == [()] * 3
        assert one.deltas == {"E": -4000, "S": 8000, "W": -2000, "N": -2000}


def test_the_payer_of_the_seat_pays_double() -> None:
    one = ruling(f"{MANGAN} *6s seat=S", flags=["riichi"], facts={"wareme": "east"})
    assert paid(one) == [("E", 8000, "hand", 2), ("W", 2000, "hand", 1), ("N", 2000, "hand", 1)]
    assert one.points == 8000, "the value of the hand is not multiplied"
    assert one.deltas == {"E": -8000, "S": 12000, "W": -2000, "N": -2000}


def test_the_winner_of_the_seat_gets_double_from_each() -> None:
    one = ruling(f"{MANGAN} *6s seat=S", flags=["riichi"], facts={"wareme": "south"})
    assert one.deltas == {"E": -8000, "S": 16000, "W": -4000, "N": -4000}


def test_counters_and_sticks_are_not_multiplied() -> None:
    one = ruling(f"{MANGAN} +6s seat=S from=W honba=2 sticks=3 dora=6s", flags=["riichi"], facts={"wareme": "west"})
    assert paid(one) == [("W", 16000, "hand", 2), ("W", 600, "honba", 1), ("table", 3000, "deposits", 1)]


def test_a_liable_player_pays_double_for_the_hand() -> None:
    text = "23m99p p(555z)<E p(666z)<E p(777z)<W +1m seat=S from=N honba=1"
    one = ruling(text, facts={"wareme": "west"})
    assert paid(one) == [("W", 32000, "liable", 2), ("N", 16000, "hand", 1), ("W", 300, "honba", 1)]


def test_a_discarder_who_is_not_known_may_be_the_one() -> None:
    one = ruling(f"{MANGAN} +6s seat=S", flags=["riichi"], facts={"wareme": "west"})
    assert (one.payments, one.deltas) == ((), None)
    assert one.notes[0] == "wareme: W pays 2 times, and who discarded is not said"
    winner = ruling(f"{MANGAN} +6s seat=W", flags=["riichi"], facts={"wareme": "west"})
    assert paid(winner) == [("discarder", 15400, "hand", 2)], "whoever it is, the winner's is doubled"


def test_seats_that_are_not_said_are_told_apart_by_it() -> None:
    one = ruling(f"{MANGAN} *6s", flags=["riichi"], facts={"wareme": "south"})
    assert [part.seats for part in one.by_seat] == [("E",), ("S",), ("W", "N")]


def test_the_seat_that_is_absent_is_nobody() -> None:
    one = ruling("234567p340s2278s *6s seat=S", table("tenhou-sanma"), flags=["riichi"], facts={"wareme": "north"})
    assert all(p.times == 1 for p in one.payments)


def test_every_report_names_it() -> None:
    hand = Hand.parse(f"{MANGAN} *6s seat=S", flags=["riichi"], facts={"wareme": "east"})
    data = table().score(hand).as_json()["payments"][0]
    assert (data["times"], data["multipliers"]) == (2, ["wareme"])
    item = explain(table(), hand)[0].payments[0]
    assert item.detail == "hand, Wareme x2"
    assert [reason.text for reason in item.reasons] == ["2000 * 2 = 4000", "Wareme x2"]
    assert item.reasons[1].rule.startswith("local/wareme.yaml:")


def test_two_multipliers_of_one_seat(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = tmp_path / "rooms.yaml"
    rules.write_text(
        "yakulang: 1\nid: rooms\nextends: tenhou\ninclude: [local/wareme]\n"
        "facts: {chosen: {type: choice, values: [none, east, south, west, north], doc: who has the mark}}\n"
        "payments: {multipliers: {chosen: {times: 3, seat: chosen}}}\n",
        "utf-8",
    )
    arguments = ["score", "--rules", str(rules), f"{MANGAN} *6s seat=S", "--with", "riichi,wareme=east,chosen=south"]
    assert main(arguments) == 0
    shown = capsys.readouterr().out
    assert "24000  hand, Wareme x2, chosen x3" in shown
    assert "6000  hand, chosen x3" in shown


@pytest.mark.parametrize(
    ("mixin", "text", "shares"),
    [
        # 40 fu 3 han, a = 1280: the shares of both ways, and of an even division
        ("split-tsumo", "111p340678s99s44z *9s seat=S", {"E": -3300, "W": -2000}),
        ("split-tsumo-exact", "111p340678s99s44z *9s seat=S", {"E": -3200, "W": -2000}),
        ("equal-split", "111p340678s99s44z *9s seat=S", {"E": -2600, "W": -2600}),
        # mangan of a dealer and of another: no way of rounding shows
        ("split-tsumo", "234567p340s2278s *6s seat=E", {"S": -6000, "W": -6000}),
        ("split-tsumo-exact", "234567p340s2278s *6s seat=S", {"E": -5000, "W": -3000}),
        ("equal-split", "234567p340s2278s *6s seat=E", {"S": -6000, "W": -6000}),
    ],
)
def test_the_share_of_the_absent_seat(mixin: str, text: str, shares: dict[str, int]) -> None:
    rules = ruleset_from_text(
        f"yakulang: 1\nid: room\nextends: mahjongsoul-sanma\ninclude: [local/{mixin}]\n", "room.yaml"
    )
    one = rules.score(Hand.parse(text, flags=["riichi"]))
    assert one.deltas is not None, one.errors
    assert {seat: change for seat, change in one.deltas.items() if change < 0} == shares
