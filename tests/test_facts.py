"""The founding facts: each that is about one win has cases under `cases/`; what no case can show, on random hands."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from pathlib import Path

from dealing import deal

from yakulang import load_ruleset
from yakulang.testing.cases import Case, read_cases
from yakulang.testing.judge import hand_of

FACTS = {
    *"C1 C2 C3 C4 C5 F1 F2 F3 F4 F5 F6 Y1 Y2 Y3 Y4 Y5 Y6 Y8 Y9 P1 P2 P3 P4 P5 P6 P7 P8 P9".split(),  # noqa: SIM905
    *"D1 D3 D4 D5 D6 D7 D8 N1 N2 N3 N4 N5 N6 W4".split(),  # noqa: SIM905
}


@cache
def cases() -> dict[str, Case]:
    files = sorted((Path(__file__).parent / "cases").glob("*.cases.yaml"))
    return {trial.case.id: trial.case for path in files for trial in read_cases(path, path.name)}


def asked_of(case: Case) -> tuple[str | None, str]:
    """Return the winner's seat and how the hand was won."""
    if case.payment is not None:
        return case.payment["seat"], case.payment["method"]
    hand = hand_of(case)
    return hand.seat, hand.method


def test_every_fact_has_cases_for_dealer_and_others_by_ron_and_tsumo() -> None:
    asked: dict[str, set[str]] = {fact: set() for fact in FACTS}
    for case in cases().values():
        fact = case.id.split("-")[0]
        if fact in FACTS and case.match is None:
            seat, method = asked_of(case)
            asked[fact] |= {"dealer" if seat == "E" else "other", method}
    wanted = {fact: {"dealer", "other", "ron", "tsumo"} for fact in FACTS}
    wanted["F5"].remove("ron")  # a replacement tile is drawn
    wanted["Y5"].remove("tsumo")  # a robbed kan is a ron
    wanted["Y8"].remove("ron")  # a dealt win is drawn
    assert {fact: wanted[fact] - ways for fact, ways in asked.items() if wanted[fact] - ways} == {}


def test_every_case_says_what_it_shows() -> None:
    """A reader that lost cases would pass everything else, so their number stands here."""
    assert [case.id for case in cases().values() if not case.about] == []
    assert len(cases()) == 1104


def test_every_fact_of_the_end_has_cases() -> None:
    """E1 to E8 are about a game's result; a referee reads them in settle.cases.yaml."""
    shown = {case.id.partition("-")[0] for case in cases().values() if case.settle is not None}
    assert {f"E{number}" for number in range(1, 9)} <= shown


def test_every_fact_of_draws_has_cases() -> None:
    """W5 and Y7 are about hands that nobody won; a referee reads them in draws.cases.yaml."""
    shown = {case.id.partition("-")[0] for case in cases().values() if case.draw is not None}
    assert {"W5", "Y7"} <= shown


def test_every_fact_of_the_match_has_cases() -> None:
    """What holds between hands; a referee reads it in match.cases.yaml."""
    shown = {case.id.partition("-")[0] for case in cases().values() if case.match is not None}
    assert {"T5", "T6", "T7", "T8", "T9", "W3", "E7", "Y6"} <= shown


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
