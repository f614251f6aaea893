"""The cases under `cases/`: what the founding facts and house rules say, each as a hand with its result."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from casebook import BadCaseError, Case, all_cases, check, differences, read_cases, ruling_on
from dealing import deal

from yakulang import Hand, load_ruleset

if TYPE_CHECKING:
    from pathlib import Path

CASES = all_cases()

# every founding fact that rules of one win are about
FACTS = {
    *[
        "C1",
        "C2",
        "C3",
        "C4",
        "C5",
        "F1",
        "F2",
        "F3",
        "F4",
        "F5",
        "Y1",
        "Y2",
        "Y3",
        "Y4",
        "P1",
        "P2",
        "P3",
        "P4",
        "P5",
        "P7",
        "P8",
        "D1",
        "D3",
        "D6",
        "D8",
    ]
}


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_case(case: Case) -> None:
    found = differences(case, ruling_on(case))
    assert not found, "\n".join([str(case.data["about"]), *found])


def test_ids_are_unique() -> None:
    assert [name for name, times in Counter(case.id for case in CASES).items() if times > 1] == []


def test_every_fact_has_cases_for_dealer_and_others_by_ron_and_tsumo() -> None:
    asked: dict[str, set[str]] = {fact: set() for fact in FACTS}
    for case in CASES:
        fact = case.id.split("-")[0]
        if fact not in FACTS:
            continue
        if case.is_payment:
            seat, method = case.data["payment"]["seat"], case.data["payment"]["method"]
        else:
            hand = Hand.parse(case.data["hand"])
            seat, method = hand.seat, hand.method
        asked[fact] |= {"dealer" if seat == "E" else "other", method}
    wanted = {fact: {"dealer", "other", "ron", "tsumo"} for fact in FACTS}
    wanted["F5"].remove("ron")  # a replacement tile is drawn
    assert {fact: wanted[fact] - ways for fact, ways in asked.items() if wanted[fact] - ways} == {}


# --- the cases themselves are checked -------------------------------------------------------------

GOOD = {"id": "x-1", "about": "…", "rules": "riichi", "hand": "123m456p78s678m99p +9s seat=S", "expect": {"han": 1}}


def case_of(**changes: object) -> Case:
    return Case({key: value for key, value in {**GOOD, **changes}.items() if value is not None}, "here")


@pytest.mark.parametrize(
    "bad",
    [
        case_of(expects={"han": 1}),
        case_of(expect={"hans": 1}),
        case_of(expect={"han": "1"}),
        case_of(expect={"han": True}),
        case_of(expect={}),
        case_of(expect=None),
        case_of(hand=None),
        case_of(payment={"han": 1, "fu": 30, "seat": "S", "method": "ron"}),
        case_of(hand=None, payment={"hans": 1, "seat": "S", "method": "ron"}),
        case_of(rules=3),
    ],
)
def test_a_case_with_meaningless_fields_is_refused(bad: Case) -> None:
    with pytest.raises(BadCaseError):
        check(bad)


@pytest.mark.parametrize(
    "wrong",
    [
        {"han": 2},
        {"yaku": {"pinfu": 1, "tanyao": 1}},
        {"yaku": {}},
        {"with_yaku": {"pinfu": 2}},
        {"not_yaku": ["pinfu"]},
        {"status": "no_yaku"},
        {"fu_items": ["base 20"]},
        {"limit": "mangan"},
        {"dora": {"dora": 1}},
        {"wait": "kanchan"},
        {"deltas": {"E": 0, "S": 0, "W": 0, "N": 0}},
        {"payments": {"discarder": 1100}},
        {"error": "invalid"},
    ],
)
def test_a_case_that_expects_something_else_fails(wrong: dict[str, object]) -> None:
    case = case_of(expect=wrong)
    assert len(differences(case, ruling_on(case))) == 1


def test_a_case_says_where_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "a.cases.yaml"
    path.write_text("# first\n\n- {id: a, about: b, rules: riichi, hand: 1m, expect: {han: 1}}\n", encoding="utf-8")
    assert [case.place for case in read_cases(path)] == ["a.cases.yaml:3"]


# --- F3: what no hand can have ------------------------------------------------------------------------


def test_nothing_below_two_han_has_20_or_25_fu() -> None:
    """F3, on random hands: 20 and 25 fu begin at 2 han, and 25 fu with 2 han are a ron."""
    rules = load_ruleset("tenhou")
    rng = random.Random(3)
    seen: Counter[tuple[int, str, bool]] = Counter()
    for _ in range(4000):
        hand = deal(rng)
        ruling = rules.score(hand)
        if ruling.fu not in (20, 25):
            continue
        assert ruling.han is not None
        assert ruling.han >= 2, str(hand)
        assert (ruling.fu, ruling.han, hand.method) != (25, 2, "tsumo"), str(hand)
        seen[ruling.fu, hand.method, ruling.han == 2] += 1
    # the search has met each of them, 2 han and more
    assert seen[25, "ron", True]
    assert seen[25, "ron", False]
    assert seen[25, "tsumo", False]
    assert seen[20, "tsumo", True]
    assert seen[20, "tsumo", False]
    assert not seen[20, "ron", True] + seen[20, "ron", False], "only an open hand could, and it counts 30"
