"""The Python interface with hands and numbers that no text could give: refused with a reason, never a traceback."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace
from typing import Any

import pytest

from yakulang import Hand, HandError, Meld, Ruleset, load_ruleset, ruleset_from_text, ruling_text, timeline

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


ANYTHING = [None, 7, 1.5, "x", b"x", [], [1], {}, {"a": 1}, object(), (1, 2), {1}]


@pytest.mark.parametrize("what", ANYTHING, ids=lambda what: type(what).__name__)
def test_what_is_of_a_wrong_type_is_refused_in_words(what: Any) -> None:
    """Whatever stands in the place of a ruleset, hands, a ruling ...: our own sentence, never one of Python's."""
    ruling = RULES.score(GOOD)
    refusals = {
        "Ruleset takes a rulebook": lambda: Ruleset(what, RULES.code),
        "score takes a Hand": lambda: RULES.score(what),
        "score_winners takes hands": lambda: RULES.score_winners([what]),
        "the events are those of a Ruleset": lambda: timeline(what, "E draw"),
        "what stands is applied to a Hand": lambda: timeline(RULES, "E draw").applied_to(what),
        "takes a Ruling": lambda: ruling_text(what, RULES.rulebook),
        "takes a rulebook, not": lambda: ruling_text(ruling, what),
    }
    for sentence, act in refusals.items():
        with pytest.raises(TypeError, match=sentence):
            act()
    if what is not None:  # nothing said is allowed
        with pytest.raises(ValueError, match="the seats are E S W N"):
            timeline(RULES, "E draw", seat=what)
    with pytest.raises(ValueError, match="the languages are en ja zh"):
        ruling_text(ruling, RULES.rulebook, what)
    with pytest.raises((HandError, ValueError)):
        timeline(RULES, what or 0)
    with pytest.raises(ValueError, match=r"each winner|there is no winner|points of a winner"):
        RULES.settle_winners(what, discarder="W")
    if not isinstance(what, str | bytes | list | dict | tuple | set):
        with pytest.raises(TypeError, match="score_winners takes hands"):
            RULES.score_winners(what)
        with pytest.raises(ValueError, match="the seats are E S W N"):
            RULES.settle_winners([("S", 1000)], discarder="W", riichi=what)
    if not isinstance(what, str):
        with pytest.raises(TypeError, match="the name of a rule file is text"):
            ruleset_from_text("yakulang: 1\nid: x\nextends: tenhou\n", what)
    assert RULES.score(replace(GOOD, melds=(Meld(what, (31, 31, 31)),))).status == "invalid"


def test_a_hand_that_is_none_can_be_shown() -> None:
    for change in CHANGES:
        if change.get("deposits", 0) < 10**9:  # more digits than Python writes
            assert str(replace(GOOD, **change))
    with pytest.raises(TypeError, match="a field of the hand holds something else"):
        replace(GOOD, win="9s").to_record()  # type: ignore[arg-type]


@pytest.mark.parametrize("compiled", [True, False])
def test_what_is_handed_out_can_not_be_written_to(compiled: bool) -> None:
    """What a ruling shows is the rulebook's own: a write would change every later ruling."""
    rules = load_ruleset("tenhou", compiled=compiled)
    ruling = rules.score(Hand.parse("22m333p444s777s55z *2m seat=E"))
    second = rules.score(GOOD)
    book = rules.rulebook
    assert ruling.limit is not None
    handed: list[Any] = [ruling.yaku[0].names, ruling.limit.names, second.fu_items[0].names, book.names]
    handed += [book.turned, book.words, book.facts, book.tiles.marked, book.tiles.reds, book.yaku[0].names]
    assert book.liability is not None
    handed += [book.liability.ron, book.liability.tsumo]
    for mapping in handed:
        with pytest.raises(TypeError, match="write to a copy"):
            mapping["en"] = "x"
        with pytest.raises(TypeError, match="write to a copy"):
            mapping.clear()
        assert pickle.loads(pickle.dumps(mapping)) == copy.deepcopy(mapping) == dict(mapping)  # noqa: S301
    assert second.deltas is not None
    second.deltas["S"] = 0  # type: ignore[index]  the ruling's own
    assert rules.score(GOOD).deltas != second.deltas


def test_rulesets_can_be_sent_between_processes() -> None:
    again = pickle.loads(pickle.dumps(RULES))  # noqa: S301
    assert again.score(GOOD).as_json() == RULES.score(GOOD).as_json()
