"""Hands that nobody won: recorded draws, those that were argued about, and what holds of every one."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from comparing import Tally, dropped
from corpus import rows

from yakulang import Ruleset, load_ruleset
from yakulang.rules.listing import listed

if TYPE_CHECKING:
    from collections.abc import Mapping

ALL = [one.id for one in listed() if not one.mixin]
# what the rows call rules that are not bundled by that name
OTHER = {"tenhou special lobby": "tests/rulesets/tenhou-special-lobby.yaml", "ron2": "tests/rulesets/ron2.yaml"}
LETTERS = {"chi": "c", "pon": "p", "daiminkan": "k", "shouminkan": "d", "ankan": "a"}


@cache
def rules(name: str) -> Ruleset:
    return load_ruleset(OTHER.get(name, name))


# --- recorded -----------------------------------------------------------------------------------------------


def held(row: Mapping[str, Any], seat: str) -> str:
    """What a player of a row holds, as text."""
    melds = row["melds"].get(seat, [])
    norths = sum(meld["type"] == "kita" for meld in melds)
    texts = [f"{LETTERS[meld['type']]}({meld['tiles']})" for meld in melds if meld["type"] in LETTERS]
    return " ".join([row["hands"][seat], *texts, *([f"n({'4' * norths}z)"] if norths else [])])


def kans(row: Mapping[str, Any]) -> dict[str, int]:
    return {
        seat: sum(meld["type"] in ("daiminkan", "shouminkan", "ankan") for meld in melds)
        for seat, melds in row["melds"].items()
    }


def ruled(row: Mapping[str, Any], game: Ruleset) -> Any:
    """A row, told as it says: tenpai from the hands where they are given, else from the seats."""
    kind, hands = row["type"], row["hands"]
    asked: dict[str, Any] = {
        "riichi": row["riichi"], "honba": row["honba"], "deposits": row["sticks"], "points": row["scores_before"],
        "hands": {seat: held(row, seat) for seat in hands},
    }  # fmt: skip
    if kind in ("exhaustive", "nagashi_mangan"):
        asked["tenpai"] = [seat for seat in row["tenpai"] if seat not in hands]
        if kind == "nagashi_mangan":
            asked["nagashi"] = [seat for seat, change in row["expected"]["deltas"].items() if change > 0]
        return game.draw(None, **asked)
    if not hands and not row["melds"]:  # written down by hand, without who was in riichi
        asked["riichi"] = row["riichi"] or None
    if kind == "suukaikan":
        asked["kans"] = kans(row)
    if kind == "sanchahou":  # whose waits are all the same
        asked |= {"hands": {}, "ron": list(hands) or None}
    return game.draw(kind, **asked)


@pytest.mark.parametrize(
    ("name", "count", "fields", "judged"),
    [
        ("tenhou", 647, 0, 0),
        ("tenhou-sanma", 1648, 0, 0),
        ("mahjongsoul", 10, 0, 0),
        ("jpml-to-2022", 13, 0, 0),
        ("ron2", 7, 0, 0),
        ("saikyosen", 2, 0, 0),
        ("tenhou special lobby", 3, 0, 0),
        ("riichi-city-sanma", 1, 0, 0),
    ],
)
def test_recorded_draws(name: str, count: int, fields: int, judged: int) -> None:
    """Payments, who is ready and what stays on the table; of `judged` hands the waits say who is ready."""
    tally = Tally(f"draws under {name}")
    game = rules(name)
    hands = 0
    for row in rows("draws"):
        if row["rules"] != name:
            continue
        ruling = ruled(row, game)
        hands += sum(one.waits is not None for one in ruling.readiness)
        tally.compare(
            row["id"],
            {
                "draw": (row["type"], ruling.draw),
                "tenpai": (sorted(row["tenpai"]), sorted(ruling.tenpai)),
                "deltas": (dropped(row["expected"]["deltas"]), dropped(ruling.deltas)),
                "sticks": (row["sticks"], ruling.deposits),
                "points": (
                    {seat: row["scores_before"][seat] + change for seat, change in row["expected"]["deltas"].items()},
                    dict(ruling.points),
                ),
            },
        )
    tally.finish(rows=count, fields=fields)
    assert hands == judged
