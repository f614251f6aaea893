"""Chips in Python: beside the points, the same by every evaluator, and nothing where a table has none."""

from __future__ import annotations

from random import Random

from dealing import deal

from yakulang import Hand, Ruleset, load_ruleset, ruleset_from_text
from yakulang.engine.reference import ReferenceConditions
from yakulang.report.explain import explain
from yakulang.report.ruling_text import ruling_text

TEXT = """\
yakulang: 1
id: parlour
extends: tenhou
include: [local/chips-ippatsu, local/chips-ura, local/chips-reds, local/chips-yakuman]
"""
RULES = ruleset_from_text(TEXT, "parlour.yaml")
HAND = "340m456p78s11555z {}9s {} with=riichi,ippatsu ura=7z sticks=1"


def test_a_ruling_has_them_beside_its_points() -> None:
    ruling = RULES.score(Hand.parse(HAND.format("+", "seat=S from=W")))
    assert [(line.id, line.count, line.chips) for line in ruling.chips] == [
        ("ippatsu", 1, 1),
        ("ura_dora", 3, 3),
        ("red_tiles", 1, 1),
    ]
    assert ruling.chip_deltas == {"E": 0, "S": 5, "W": -5, "N": 0}
    assert ruling.points == load_ruleset("tenhou").score(Hand.parse(HAND.format("+", "seat=S from=W"))).points
    assert ruling.as_json()["chips"][1] == {
        "id": "ura_dora",
        "count": 3,
        "chips": 3,
        "rule": "local/chips-ura.yaml:19",
    }


def test_who_pays_may_not_be_known() -> None:
    """Without the discarder's seat it is known how many they pay; without the winner's, too."""
    ruling = RULES.score(Hand.parse(HAND.format("+", "seat=S")))
    assert (sum(line.chips for line in ruling.chips), ruling.chip_deltas) == (5, None)
    ruling = RULES.score(Hand.parse(HAND.format("*", "")))
    assert (sum(line.chips for line in ruling.chips), ruling.chip_deltas) == (5, None)
    east, others = (group.ruling for group in ruling.by_seat)
    assert east.chip_deltas == {"E": 15, "S": -5, "W": -5, "N": -5}
    assert others.chip_deltas is not None


def test_no_chips_without_a_rule() -> None:
    ruling = load_ruleset("tenhou").score(Hand.parse(HAND.format("+", "seat=S from=W")))
    assert ruling.chips == ()
    assert "chips" not in ruling.as_json()
    assert "chips" not in ruling_text(ruling, load_ruleset("tenhou").rulebook)


def test_each_winner_has_their_own() -> None:
    hands = [
        Hand.parse("340m456p78s11555z +9s seat=S from=W with=riichi ura=7z sticks=2"),
        Hand.parse("123m234p78s99m222z +9s seat=N from=W with=riichi ura=7z sticks=2"),
    ]
    table = RULES.score_winners(hands)
    assert [(one.seat, one.ruling.chip_deltas) for one in table.winners] == [
        ("N", {"E": 0, "S": 0, "W": 0, "N": 0}),
        ("S", {"E": 0, "S": 4, "W": -4, "N": 0}),
    ]


def test_every_evaluator_counts_them_alike() -> None:
    slow = Ruleset(RULES.rulebook, ReferenceConditions(RULES.rulebook))
    rng = Random(5)
    seen = 0
    for _ in range(300):
        hand = deal(rng)
        one, other = RULES.score(hand), slow.score(hand)
        assert one == other, str(hand)
        seen += bool(one.chips)
    assert seen > 20


def test_the_reasons_are_told() -> None:
    (one,) = explain(RULES, Hand.parse(HAND.format("+", "seat=S from=W")))
    told = {item.id: [reason.text for reason in item.reasons] for item in one.chips}
    assert told == {
        "ippatsu": ["One shot is held"],
        "ura_dora": [],
        "red_tiles": ["the hand is closed", "red tiles: 0m"],
    }
