"""The Python interface with hands and numbers that no text could give: refused with a reason, never a traceback."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from yakulang import Hand, HandError, Meld, load_ruleset, ruleset_from_text

RULES = load_ruleset("tenhou")
GOOD = Hand.parse("123m456p78s11m +9s p(555z)<E seat=S from=W")

CHANGES = [
    {"method": "foo"},
    {"method": 1},
    {"seat": "X"},
    {"seat": ""},
    {"round": "X"},
    {"round": None},
    {"win": -5},
    {"win": 10**9},
    {"win": 99},
    {"win": "9s"},
    {"win": True},
    {"closed": (-1,) * 10},
    {"closed": [0, 1, 2]},
    {"closed": GOOD.closed * 100_000},
    {"closed": GOOD.closed[:5]},
    {"indicators": (1000,)},
    {"melds": (Meld("foo", (31, 31, 31)),)},
    {"melds": (Meld("pon", (1, 2, 3)),)},
    {"melds": (Meld("chii", ()),)},
    {"melds": (Meld("closed_kan", (31, 31, 31)),)},
    {"melds": "555z"},
    {"honba": -1},
    {"honba": 1.5},
    {"deposits": -3},
    {"deposits": 10**5000},
    {"flags": {"riichi"}},
    {"flags": frozenset({1})},
    {"facts": {1: 2}},
    {"facts": {"dealer_wins": -1}},
    {"method": "tsumo"},  # with a discarder
    {"discarder": "S"},
]


@pytest.mark.parametrize("change", CHANGES, ids=["-".join(change) for change in CHANGES])
def test_hands_that_are_none_are_refused(change: dict) -> None:
    ruling = RULES.score(replace(GOOD, **change))
    assert ruling.status == "invalid"
    assert all(str(error) for error in ruling.errors)
    assert ruling.as_json()["error"]["code"].startswith("YK5")


def test_the_good_hand_is_good() -> None:
    assert RULES.score(GOOD).ok


@pytest.mark.parametrize(
    "asked",
    [
        {"han": 3, "fu": 30, "method": "Ron"},
        {"yakuman": 1.5},
        {"han": 1.5, "fu": 30},
        {"han": float("nan"), "fu": 30},
        {"yakuman": 1, "han": 3, "fu": 30},
        {"han": 3},
        {"fu": 30},
        {},
        {"yakuman": "1"},
        {"han": 3, "fu": 30, "seat": None},
        {"han": 3, "fu": 30, "seat": "X"},
        {"han": 3, "fu": 30, "discarder": "S"},
        {"han": 3, "fu": 30, "method": "tsumo", "discarder": "E"},
        {"han": 3, "fu": 30, "honba": -1},
        {"han": 3, "fu": 10**5000},
        {"han": True, "fu": 30},
    ],
    ids=lambda asked: "-".join(asked) or "nothing",
)
def test_payments_that_nobody_can_ask_for(asked: dict) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        RULES.payment(**{"seat": "S", "method": "ron", **asked})


@pytest.mark.parametrize("arguments", [{"dora": [["1m"]]}, {"dora": [{}]}, {"dora": [True]}, {"dora": [1.0]}])
def test_arguments_of_a_wrong_type(arguments: dict) -> None:
    with pytest.raises(HandError):
        Hand.parse("123m456p78s11m555z +9s", **arguments)


def test_a_method_of_a_wrong_type() -> None:
    with pytest.raises(HandError):
        Hand.parse("123m456p78s11m555z9s", method=["ron"])  # type: ignore[arg-type]


@pytest.mark.parametrize("reference", [None, b"tenhou", 7])
def test_rulesets_are_named_by_text(reference: object) -> None:
    with pytest.raises(TypeError, match="not"):
        load_ruleset(reference)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="not"):
        ruleset_from_text(reference)  # type: ignore[arg-type]


def test_rulesets_can_be_sent_between_processes() -> None:
    again = pickle.loads(pickle.dumps(RULES))  # noqa: S301
    assert again.score(GOOD).as_json() == RULES.score(GOOD).as_json()
