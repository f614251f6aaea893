"""Several winners of one discard: recorded hands, disputed ones, and what holds of any hands."""

from __future__ import annotations

import itertools
import json
import pickle
import random
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from comparing import Tally, dropped
from corpus import rows
from dealing_winners import ron_on_one_discard
from hypothesis import given, settings
from hypothesis import strategies as st

from yakulang import Hand, HandError, TableRuling, load_ruleset, ruleset_from_text
from yakulang.notation.winners import read_winners

if TYPE_CHECKING:
    from collections.abc import Mapping

    from yakulang import Ruleset

RULESETS = Path(__file__).parent / "rulesets"
WITH_REDS = "extends: riichi\nreds: {5m: 1, 5p: 1, 5s: 1}\n"
OWN_BACK = f"yakulang: 1\nid: own-back\n{WITH_REDS}change: {{several_winners.deposits: own_back}}\n"
EACH = f"yakulang: 1\nid: each\n{WITH_REDS}change: {{several_winners.honba: each}}\n"


@cache
def rules(name: str) -> Ruleset:
    if name.startswith("yakulang"):
        return ruleset_from_text(name)
    return load_ruleset(str(RULESETS / "mahjongsoul-ron.yaml") if name == "mahjongsoul" else name)


# --- recorded hands ---------------------------------------------------------------------------------------

# Made up to show the greatest payment: each of three winners holds the same ten winds. As hands of one table they
# are refused; alone they are scored, and what is paid is settled by points.
SAME_TILES = {"ms-B#h0"}


def test_recorded_hands() -> None:
    """Every row: the change of each win, or the total where the log has only that."""
    tally = Tally("multiple-ron")
    for row in rows("multiple-ron"):
        table = rules(row["rules"]).score_winners(read_winners(row))
        if row["id"] in SAME_TILES:
            assert {error.name for error in table.errors} == {"five_of_a_kind"}
            table = settled_by_points(row)
        expected: dict[str, tuple[Any, Any]] = {"status": ("ok", table.status)}
        if "total_deltas" in row["expected"]:
            expected["total"] = dropped(row["expected"]["total_deltas"]), dropped(table.deltas)
        else:
            wins = [dropped(winner.ruling.deltas) for winner in table.winners]
            expected["order"] = [win["seat"] for win in row["wins"]], [winner.seat for winner in table.winners]
            for place, change in enumerate(row["expected"]["deltas"]):
                expected[f"win {place + 1}"] = dropped(change), wins[place] if place < len(wins) else None
        tally.compare(row["id"], expected)
    tally.finish(rows=94, fields=374)


def settled_by_points(row: Mapping[str, Any]) -> TableRuling:
    """Return what is paid for hands that can't lie on one table, each scored alone."""
    game = rules(row["rules"])
    worth = []
    for win in row["wins"]:
        points = game.score(Hand.from_record(win)).points
        assert points is not None
        worth.append((win["seat"], points))
    return game.settle_winners(worth, discarder=row["from"], honba=row["honba"], deposits=row["sticks"])


# --- disputes ---------------------------------------------------------------------------------------------

# What the rows call a rule, said as a rule file says it.
RULES: dict[tuple[tuple[str, str], ...], str] = {
    (): "riichi",
    (("honba_multi", "first"), ("triple_ron", "paid")): "riichi",
    (("triple_ron", "draw"),): "tenhou",
    (("sticks_multi", "own back, rest to first"),): OWN_BACK,
    (("sticks_multi", "first"),): "riichi",
}


def test_disputes() -> None:
    """Every row and variant; what follows for the next hand (counters, the deal) is not a matter of the win."""
    tally = Tally("disputes, multi_ron")
    for row in rows("disputes"):
        if row["kind"] != "multi_ron":
            continue
        asked = row["input"]
        cases = [(row["id"], row["rules"], row["expected"])]
        cases += [(f"{row['id']}, {v['name']}", v["rules"], v["expected"]) for v in row.get("variants", ())]
        for name, stated, expected in cases:
            table = rules(RULES[tuple(sorted(stated.items()))]).settle_winners(
                [(winner["seat"], winner["points"]) for winner in asked["winners"]],
                discarder=asked["discarder"],
                honba=asked["honba"],
                deposits=asked["sticks"],
                riichi=[winner["seat"] for winner in asked["winners"] if winner.get("riichi")],
                riichi_discard=asked.get("declaring_riichi", False),
            )
            assert table.deltas is not None
            before = asked.get("scores_before", {})
            after = {seat: points + table.deltas[seat] for seat, points in before.items()}
            fields = {
                "deltas": (dropped(expected["deltas"]), dropped(table.deltas)),
                "delta_sum": (expected.get("delta_sum"), sum(table.deltas.values())),
                "sticks_after": (expected.get("sticks_after"), table.deposits_left),
                "scores_after": (dropped(expected.get("scores_after")), dropped(after)),
            }
            tally.compare(name, {field: both for field, both in fields.items() if field in expected}, asked)
    tally.finish(rows=5, fields=10)


def test_the_riichi_that_was_ronned_is_said_not_to_be_made() -> None:
    table = rules("tenhou").settle_winners([("E", 2900)], discarder="S", riichi_discard=True)
    assert table.notes == (
        "the riichi declared with this discard is not made: S gives no stick, and none is among the deposits",
    )
    drawn = rules("tenhou").settle_winners(
        [("E", 2900), ("W", 1000), ("N", 1000)], discarder="S", deposits=1, riichi_discard=True
    )
    assert drawn.status == "abortive_draw"
    assert drawn.notes == ("whether the riichi declared with this discard is made is not said by the rules",)


# --- any hands --------------------------------------------------------------------------------------------

TABLES = st.integers(0, 2**32 - 1).map(lambda seed: ron_on_one_discard(random.Random(seed)))
NAMES = st.sampled_from(["tenhou", "m-league", OWN_BACK, EACH])


@given(TABLES, NAMES)
def test_the_table_changes_by_the_sticks_that_are_taken(hands: tuple[Hand, ...], name: str) -> None:
    game = rules(name)
    table = game.score_winners(hands)
    assert table.status != "invalid", table.errors
    stick = game.rulebook.payments.stick.value
    assert table.deltas is not None
    taken = sum(one.points for one in table.deposits)
    assert sum(table.deltas.values()) == taken
    assert taken + table.deposits_left * stick == hands[0].deposits * stick
    for winner in table.winners:
        deltas = winner.ruling.deltas
        assert deltas is not None
        assert sum(deltas.values()) == sum(one.points for one in table.deposits if one.seat == winner.seat)
    assert {one.seat for one in (*table.winners, *table.unpaid)} == {hand.seat for hand in hands}
    assert json.loads(json.dumps(table.as_json())) == table.as_json()


@settings(max_examples=60)
@given(TABLES, NAMES)
def test_the_order_of_the_hands_does_not_matter(hands: tuple[Hand, ...], name: str) -> None:
    table = rules(name).score_winners(hands)
    for other in itertools.permutations(hands):
        assert rules(name).score_winners(other) == table


@given(TABLES)
def test_with_one_winner_it_is_the_nearest(hands: tuple[Hand, ...]) -> None:
    game = rules("m-league")
    table = game.score_winners(hands)
    assert table.discarder
    after = "ESWN" * 2
    order = after[after.index(table.discarder) + 1 :][:3]
    winning = [seat for seat in order for hand in hands if hand.seat == seat and game.score(hand).ok]
    assert [winner.seat for winner in table.winners] == winning[:1]
    assert all(
        one.rule == game.rulebook.several_winners.most.span.place for one in table.unpaid if one.reason == "bumped"
    )


@given(TABLES)
def test_one_hand_alone_is_ruled_on_as_ever(hands: tuple[Hand, ...]) -> None:
    for hand in hands:
        alone, table = rules("tenhou").score(hand), rules("tenhou").score_winners([hand])
        assert table.status == ("ok" if alone.ok else "no_win")
        if alone.ok:
            assert table.winners[0].ruling == alone
            assert table.deltas == alone.deltas


@given(TABLES, NAMES)
def test_points_alone_are_settled_like_hands(hands: tuple[Hand, ...], name: str) -> None:
    """Dealt hands have no liable player, so that the discarder pays everything."""
    game = rules(name)
    table = game.score_winners(hands)
    worth = {hand.seat: game.score(hand) for hand in hands}
    claims = [(seat, ruling.points) for seat, ruling in worth.items() if seat and ruling.ok and ruling.points]
    if table.status == "no_win" or any(p.reason == "liable" for r in worth.values() for p in r.payments):
        return
    first = hands[0]
    assert first.discarder
    settled = game.settle_winners(
        claims,
        discarder=first.discarder,
        honba=first.honba,
        deposits=first.deposits,
        riichi=[hand.seat for hand in hands if "riichi" in hand.flags and hand.seat and worth[hand.seat].ok],
    )
    assert (settled.deltas, settled.deposits, settled.honba) == (table.deltas, table.deposits, table.honba)


@given(TABLES)
def test_compiled_and_reference_rules_agree(hands: tuple[Hand, ...]) -> None:
    assert rules("tenhou").score_winners(hands) == reference().score_winners(hands)


@cache
def reference() -> Ruleset:
    return load_ruleset("tenhou", compiled=False)


# --- what can't be asked ----------------------------------------------------------------------------------

N = Hand.parse("234m678m45p99s567s +3p seat=N from=W")
E = Hand.parse("123m789m12p99s123s +3p seat=E from=W")


def test_the_discard_of_nobody_is_no_reason_for_a_traceback() -> None:
    for hands in ((), (N, replace(E, seat=None)), (replace(N, seat=None), replace(E, seat=None)), (N,) * 20):
        table = rules("tenhou").score_winners(hands)
        assert table.status == "invalid"
        assert all(error.code.startswith("YK59") for error in table.errors)
        assert table.as_json()["error"]["code"].startswith("YK59")
    assert rules("tenhou").score_winners((N, replace(E, win=99))).errors[0].name == "malformed_hand"
    with pytest.raises(TypeError, match=r"Hand\.parse"):
        rules("tenhou").score_winners(["123m"])  # type: ignore[list-item]


def test_each_contradiction_is_told_once() -> None:
    other = replace(E, win=N.win - 1, discarder="S", round="S", honba=1, deposits=2, indicators=(0,))
    names = [error.name for error in rules("tenhou").score_winners((N, other, replace(other, seat="W"))).errors]
    assert sorted(names) == ["different_discards"] * 2 + ["different_tables"] * 4


def test_ura_dora_are_those_of_the_winners_in_riichi() -> None:
    lifted = replace(N, flags=frozenset({"riichi"}), deposits=1, indicators=(0,), ura_indicators=(1,))
    table = rules("tenhou").score_winners((lifted, replace(E, deposits=1, indicators=(0,))))
    assert table.ok


@pytest.mark.parametrize(
    "asked",
    [
        {"points": []},
        {"points": [("N", 0)]},
        {"points": [("N", 1.5)]},
        {"points": [("N", True)]},
        {"points": [("N", 10**16)]},
        {"points": [("X", 1000)]},
        {"points": [(None, 1000)]},
        {"points": ["N8000"]},
        {"points": [("N", 1000), ("N", 1000)]},
        {"points": [("W", 1000)]},
        {"points": [("N", 1000)] * 100},
        {"discarder": None},
        {"discarder": "X"},
        {"honba": -1},
        {"deposits": 1.0},
        {"riichi": ["E"]},
        {"riichi": [None]},
    ],
    ids=str,
)
def test_points_that_nobody_can_ask_for(asked: dict[str, Any]) -> None:
    said = {"points": [("N", 8000)], "discarder": "W", **asked}
    points = said.pop("points")
    with pytest.raises(ValueError, match=r"\w"):
        rules("tenhou").settle_winners(points, **said)


def test_sticks_that_are_not_there_are_not_taken_back() -> None:
    with pytest.raises(ValueError, match="N and E won in riichi"):
        rules(OWN_BACK).settle_winners([("E", 8000), ("N", 1000)], discarder="W", deposits=1, riichi=["N", "E"])


def test_a_liable_player_who_is_not_known_leaves_the_change_open() -> None:
    far = Hand.parse("23m99p p(555z) p(666z) p(777z) +1m seat=E from=W")
    near = Hand.parse("23m456p678s99s345p +1m seat=N from=W")
    table = rules("tenhou").score_winners((far, near))
    assert table.ok
    assert table.deltas is None
    assert table.winners[0].ruling.deltas == {"E": 0, "S": 0, "W": -1000, "N": 1000}
    assert table.notes == ("what the win of E changes is not known, and so is not what the table changes by",)
    assert "who fed" in table.winners[1].ruling.notes[0]


def test_each_answer_to_who_is_liable_has_the_payments_of_this_table() -> None:
    """The farther winner takes neither counters nor sticks, whoever is liable."""
    far = Hand.parse("23m99p p(555z) p(666z) p(777z) +1m seat=E from=W honba=1 sticks=1")
    near = Hand.parse("23m456p678s99s345p +1m seat=N from=W honba=1 sticks=1")
    answers = rules("tenhou").score_winners((far, near)).winners[1].ruling.by_liable
    paid = {tuple(answer.answer.values()): answer.ruling.deltas for answer in answers}
    assert paid[("S",)] == {"E": 48000, "S": -24000, "W": -24000, "N": 0}
    assert all(payment.reason not in ("honba", "deposits") for one in answers for payment in one.ruling.payments)
    alone = rules("m-league").score_winners((far,)).winners[0].ruling.by_liable
    assert {one.answer["daisangen"]: (one.ruling.deltas or {})["E"] for one in alone} == dict.fromkeys("SWN", 49300)


def test_who_is_liable_does_not_matter_where_they_would_pay_counters_only() -> None:
    text = "yakulang: 1\nid: x\nextends: riichi\nchange: {pao.ron.liable: 0, pao.ron.discarder: 1}\n"
    far = Hand.parse("23m99p p(555z) p(666z) p(777z) +1m seat=E from=W honba=1")
    near = Hand.parse("23m456p678s99s345p +1m seat=N from=W honba=1")
    assert rules(text).score_winners((far,)).deltas is None
    assert rules(text).score_winners((far, near)).deltas == {"E": 48000, "S": 0, "W": -49300, "N": 1300}


def test_what_a_condition_sees_of_the_table_is_the_same_for_all() -> None:
    """A table of two han from two counters on: it binds those who take no counters as well."""
    text = (
        "yakulang: 1\nid: two-han\nextends: riichi\nforbidden: {two_han: {when: honba >= 2, say: two han are needed}}\n"
    )
    table = rules(text).score_winners([replace(hand, honba=2) for hand in (N, E)])
    assert [one.reason for one in table.unpaid] == ["no_win", "no_win"]


def test_rulings_can_be_sent_between_processes_and_asked_by_seat() -> None:
    table = rules("tenhou").score_winners((N, E))
    assert pickle.loads(pickle.dumps(table)) == table  # noqa: S301
    assert [table.ruling(seat) is not None for seat in "ESWN"] == [True, False, False, True]


# --- records ----------------------------------------------------------------------------------------------

RECORDS = [
    {"closed": "234678m45p56799s", "win": "3p", "seat": "N"},
    {"closed": "123789m12p12399s", "win": "3p", "seat": "E"},
]


def test_what_all_share_is_said_once() -> None:
    hands = read_winners({"wins": RECORDS, "from": "W", "honba": 1, "sticks": 2, "round": "S", "dora": ["1z"], "id": 1})
    assert [hand.seat for hand in hands] == ["N", "E"]
    shared = {(hand.discarder, hand.honba, hand.deposits, hand.round, hand.method) for hand in hands}
    assert shared == {("W", 1, 2, "S", "ron")}


@pytest.mark.parametrize(
    ("record", "code", "said"),
    [
        ({"wins": []}, "YK540", "here none stand"),
        ({"wins": "NE"}, "YK540", "a list of 1 to 16 hand records"),
        ({"wins": RECORDS, "hnoba": 1}, "YK541", "`hnoba` is no key beside `wins`"),
        ({"wins": [RECORDS[0], {**RECORDS[1], "win": "x"}]}, "YK503", "wins[1]: win"),
        ({"wins": [RECORDS[0], 7]}, "YK540", "wins[1]: a hand record is a JSON object"),
        ({"wins": [{**RECORDS[0], "honba": 1}], "honba": 2}, "YK523", "`honba` says something else"),
    ],
)
def test_records_that_are_none(record: dict[str, Any], code: str, said: str) -> None:
    with pytest.raises(HandError) as caught:
        read_winners(record)
    told = [(d.code, d.message) for d in caught.value.diagnostics]
    assert any(one == code for one, _ in told), told
    assert any(said in message for _, message in told), told
