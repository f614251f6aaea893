"""Hands that nobody won: recorded draws, those that were argued about, and what holds of every one."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from comparing import Tally, dropped
from corpus import rows

from yakulang import DrawError, Hand, Ruleset, load_ruleset, ruleset_from_text
from yakulang.rules.listing import listed

if TYPE_CHECKING:
    from collections.abc import Mapping

ALL = [one.id for one in listed() if not one.mixin]
# what the rows call rules that are not bundled by that name
OTHER = {"tenhou special lobby": "tests/rulesets/tenhou-special-lobby.yaml", "ron2": "tests/rulesets/ron2.yaml"}
# rows whose points and sticks are not those of the start
NOT_SUMMING = {"tenhou": 18, "mahjongsoul": 3, "jpml-to-2022": 8, "ron2": 7, "saikyosen": 2, "riichi-city-sanma": 1}
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


def sums_up(row: Mapping[str, Any], game: Ruleset) -> bool:
    """Whether points and sticks are those of the start; some rows count a stick twice or began with other points."""
    book = game.rulebook
    assert book.setup is not None
    total: int = sum(row["scores_before"].values()) + row["sticks"] * book.payments.stick.value
    return total == book.setup.start.value * book.players


def ruled(row: Mapping[str, Any], game: Ruleset) -> Any:
    """A row, told as it says: tenpai from the hands where they are given, else from the seats."""
    kind, hands = row["type"], row["hands"]
    asked: dict[str, Any] = {
        "riichi": row["riichi"], "honba": row["honba"], "deposits": row["sticks"],
        "points": row["scores_before"] if sums_up(row, game) else None,
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
        ("tenhou", 647, 3235, 946),
        ("tenhou-sanma", 1648, 8240, 1887),
        ("mahjongsoul", 10, 50, 8),
        ("jpml-to-2022", 13, 65, 0),
        ("ron2", 7, 35, 0),
        ("saikyosen", 2, 10, 0),
        ("tenhou special lobby", 3, 15, 3),
        ("riichi-city-sanma", 1, 5, 0),
    ],
)
def test_recorded_draws(name: str, count: int, fields: int, judged: int) -> None:
    """Payments, who is ready and what stays on the table; of `judged` hands the waits say who is ready."""
    tally = Tally(f"draws under {name}")
    game = rules(name)
    hands = told = 0
    for row in rows("draws"):
        if row["rules"] != name:
            continue
        ruling = ruled(row, game)
        points = ruling.points or {seat: row["scores_before"][seat] + change for seat, change in ruling.deltas.items()}
        told += ruling.points is not None
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
                    dict(points),
                ),
            },
        )
    tally.finish(rows=count, fields=fields)
    assert hands == judged
    assert told >= count - NOT_SUMMING.get(name, 0)


def test_every_row_has_rules_here() -> None:
    assert len(list(rows("draws"))) == 647 + 1648 + 10 + 13 + 7 + 2 + 3 + 1


# --- argued about -------------------------------------------------------------------------------------------

HEAD = "yakulang: 1\nid: disputed\nextends: riichi\n"


def test_disputed_draws() -> None:
    """N01, N04, N06 and N07 with their variants."""
    tally = Tally("disputes, draws")
    for row in rows("disputes"):
        if row["kind"] != "draw":
            continue
        cases = [(row["id"], row["input"], row["expected"])]
        cases += [
            (f"{row['id']}, {v['name']}", {**row["input"], **v["input"]}, v["expected"])
            for v in row.get("variants", ())
        ]
        for name, given, expected in cases:
            asked: dict[str, Any] = {
                "tenpai": given.get("ready", ()),
                "nagashi": given.get("nagashi", ()),
                "riichi": given.get("riichi_this_round"),
                "deposits": given.get("sticks"),
            }
            if "kans" in given:
                numbers = map(int, given["kans"].split("+"))
                asked |= {"kans": dict(zip("ES", numbers, strict=True)), "riichi_discard": given["declares_riichi"]}
            ruling = rules("riichi").draw(**asked)
            fields = {"deltas": (expected["deltas"], dict(ruling.deltas))}
            if "sticks_after" in expected:
                fields["sticks"] = (expected["sticks_after"], ruling.deposits)
            tally.compare(name, fields)
    tally.finish(rows=7, fields=9)


# --- what holds of every draw -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALL)
def test_points_are_conserved(name: str) -> None:
    """W5: whoever is ready or paid, what changes hands and the sticks on the table sum to what was there."""
    game = rules(name)
    book = game.rulebook
    assert book.draws is not None
    assert book.setup is not None
    stick, seats = book.payments.stick.value, book.seats
    rng = Random(name)
    paid = [*book.draws.paid()]
    for ready in (part for n in range(len(seats) + 1) for part in combinations(seats, n)):
        riichi = [seat for seat in ready if rng.random() < 0.4]
        deposits = len(riichi) + rng.randint(0, 2)
        nagashi = [seat for seat in seats if rng.random() < 0.3] if paid and rng.random() < 0.5 else []
        if len(riichi) == 4 and any(rule.id == "suucha_riichi" for rule in book.draws.abortive()):
            continue  # the hand was over before
        before = dict.fromkeys(seats, book.setup.start.value)
        before[seats[0]] -= deposits * stick
        ruling = game.draw(
            tenpai=ready,  # type: ignore[arg-type]
            riichi=riichi,  # type: ignore[arg-type]
            deposits=deposits,
            honba=rng.randint(0, 3),
            nagashi=nagashi,  # type: ignore[arg-type]
            points=[*before.values()],
        )
        assert sum(ruling.deltas.values()) == (deposits - ruling.deposits) * stick
        assert ruling.points == {seat: before[seat] + ruling.deltas[seat] for seat in seats}
        assert set(ruling.end.riichi) == set(riichi)
        assert sum(ruling.end.changes.values()) == 0
        assert all(part.rule for parts in ruling.parts.values() for part in parts)
        if not ready and not nagashi:
            assert not any(ruling.deltas.values())


@pytest.mark.parametrize("name", ALL)
def test_every_draw_that_a_table_has_can_be_said(name: str) -> None:
    game = rules(name)
    book = game.rulebook
    assert book.draws is not None
    for rule in book.draws.abortive():
        if rule.id == "sanchahou" and book.several_winners.draw_from is None:
            with pytest.raises(DrawError):
                game.draw(rule.id)
            continue
        for word in (rule.id, *rule.names.values(), *rule.aliases):
            ruling = game.draw(word, riichi_discard="E")
            assert (ruling.draw, ruling.abortive, ruling.end.draw) == (rule.id, True, rule.id)
            laid = rule.riichi_discard.value == "paid"
            assert (ruling.deposits, ruling.deltas["E"]) == ((1, -1000) if laid else (0, 0))


# which tables have a draw before the last tile, by the sources their files name
WITHOUT = {
    "m-league", "wrc-2015", "wrc-2022", "wrc-2025", "ema-2016", "ema-2025", "jpml-from-2023", "jpml-wrc", "jpml-wrc-r",
    "saikouisen", "saikouisen-classic", "rmu-a", "rmu-b", "rmu-m", "mu", "npm", "saikyosen",
}  # fmt: skip
PLAY_ON_AFTER_FOUR_RIICHI = WITHOUT | {"sega-mj", "free-parlour"}


def test_which_tables_have_which_draws() -> None:
    found: dict[str, set[str]] = {}
    for name in ALL:
        section = rules(name).rulebook.draws
        assert section is not None
        found[name] = {rule.id for rule in section.kinds.values()}
    three = {name for name in ALL if rules(name).rulebook.players == 3}
    assert {name for name, kinds in found.items() if "kyuushu_kyuuhai" not in kinds} == WITHOUT
    assert {name for name, kinds in found.items() if "suukaikan" not in kinds} == WITHOUT
    assert {name for name, kinds in found.items() if "suufon_renda" not in kinds} == WITHOUT | three
    assert {n for n, kinds in found.items() if "suucha_riichi" not in kinds} == PLAY_ON_AFTER_FOUR_RIICHI | three
    assert {n for n, kinds in found.items() if "nagashi_mangan" not in kinds} == WITHOUT | {"jpml-to-2022"}


# --- who is ready -------------------------------------------------------------------------------------------


def test_a_hand_is_ready_where_a_tile_makes_it_complete() -> None:
    """Against the readings of the engine: of wins without the winning tile, that tile is among the waits."""
    game = rules("tenhou")
    tally = Tally("recorded wins are ready for what they won on")
    for number, row in enumerate(rows("recorded-wins")):
        if number % 25:
            continue
        hand = Hand.from_record(row["input"])
        text = str(hand).split("+")[0].split("*")[0]
        seat = hand.seat or "E"
        ruling = game.draw(hands={seat: text})
        waits = next(one.waits for one in ruling.readiness if one.seat == seat) or ()
        tally.compare(str(number), {"won": (True, hand.win % 64 in [wait.kind for wait in waits])}, text)
    tally.finish(rows=400, fields=400)


def test_loose_tiles_make_a_hand_ready_too() -> None:
    game = ruleset_from_text(f"{HEAD}shapes: {{all_even: {{loose: all kinds are 2468mps}}}}\n")
    ruling = game.draw(hands={"S": "2468m2468p24688s"})
    assert ruling.tenpai == ("S",)
    assert not rules("riichi").draw(hands={"S": "2468m2468p24688s"}).tenpai


def test_which_words_of_a_draw_are_refused() -> None:
    with pytest.raises(TypeError, match="whole numbers"):
        rules("riichi").draw(points=[25000.0] * 4)  # type: ignore[list-item]
    with pytest.raises(ValueError, match="from 0 on"):
        rules("riichi").draw(honba=-1)
    with pytest.raises(DrawError, match="YK500"):
        rules("riichi").draw(hands={"E": 7})  # type: ignore[dict-item]


def test_as_json() -> None:
    data = rules("tenhou").draw(hands={"S": "1111z234567p567s", "W": "123m456p78s11m555z"}, deposits=1).as_json()
    assert data["readiness"][1] == {
        "seat": "S", "ready": False, "waits": [{"tile": "1z", "counts": False}], "rule": data["readiness"][1]["rule"],
    }  # fmt: skip
    assert data["tenpai"] == ["W"]
    assert data["changes"]["W"] == [{"kind": "noten", "points": 3000, "rule": data["changes"]["E"][0]["rule"]}]
    assert (data["deposits"], data["taken_by"], data["judged"], data["abortive"]) == (1, None, True, False)


@pytest.mark.parametrize(
    "word", ["kyuushu_kyuuhai", "Kyuushu-Kyuuhai", "九種九牌", "きゅうしゅきゅうはい", "ｷｭｳｼｭｷｭｳﾊｲ"]
)
def test_a_draw_is_named_as_people_type_it(word: str) -> None:
    assert rules("tenhou").draw(word).draw == "kyuushu_kyuuhai"
