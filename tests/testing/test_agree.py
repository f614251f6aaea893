"""Both evaluators on random hands under every bundled ruleset, and the command that does so for more.

2,000 hands under the tables that differ in what conditions ask; 300 under those that differ from them in values.
"""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from yakulang import load_ruleset
from yakulang.engine.compiled import CompiledConditions
from yakulang.rules.listing import listed
from yakulang.testing import agree
from yakulang.testing.agree import Tally, rulesets
from yakulang.testing.deal import Kit, deal, deal_any, fitted

HANDS, FEWER = 2000, 300
DIFFERENT = [
    "riichi", "tenhou", "tenhou-sanma", "m-league", "mahjongsoul", "mahjongsoul-sanma", "sega-mj-sanma",
    "maru-jan-sanma", "janryumon-sanma", "jpml-to-2022", "zan",
    "local/ancient-yaku",  # of the mix-ins the one with many conditions
]  # fmt: skip
ALIKE = [name for name in rulesets() if name not in DIFFERENT]


@cache
def compared(*, alike: bool) -> Tally:
    """The hands are dealt once for all rulesets: what they have in common is asked once."""
    return agree.agree(ALIKE, seed=2, count=FEWER) if alike else agree.agree(DIFFERENT, seed=1, count=HANDS)


@pytest.mark.parametrize("name", [*DIFFERENT, *ALIKE])
def test_compiled_conditions_say_what_the_reference_says(name: str) -> None:
    tally = compared(alike=name in ALIKE)
    found = [line for line in tally.differences if line.startswith(f"{load_ruleset(name).id} ")]
    assert found == []
    assert tally.by_rules[load_ruleset(name).id] > (FEWER if name in ALIKE else HANDS) * 0.6, "most hands win"


def test_every_bundled_ruleset_is_compared() -> None:
    assert {*DIFFERENT, *ALIKE} >= {one.id for one in listed() if not one.mixin}
    for names, hands in ((DIFFERENT, HANDS), (ALIKE, FEWER)):
        tally = compared(alike=names is ALIKE)
        assert tally.hands == hands
        assert tally.rulings.total() == hands * len(names)
        assert {"ok", "no_yaku", "invalid"} <= set(tally.rulings)
        assert tally.answers > 8 * tally.rulings.total()


def test_a_difference_is_found_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A compiled answer that is wrong is told with ruleset, number of the hand, question and hand."""
    right = CompiledConditions.held
    monkeypatch.setattr(CompiledConditions, "held", lambda self, case: right(self, case) | 1)
    tally = agree.agree(["tenhou"], seed=1, count=3)
    assert tally.differences
    assert tally.differences[0].startswith("tenhou ")
    assert " held: compiled " in tally.differences[0]


def test_what_breaks_is_a_difference_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr(CompiledConditions, "base", broken)
    tally = agree.agree(["tenhou"], seed=1, count=20)
    assert tally.rulings["failed"]
    assert any("ZeroDivisionError" in line for line in tally.differences)


def test_a_run_goes_on_where_it_ended(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agree, "STEP", 2)
    whole = agree.agree(["tenhou", "sanma"], seed=5, count=6)
    parts = [agree.agree(["tenhou", "sanma"], seed=5, count=count, first=first) for first, count in ((0, 2), (2, 4))]
    assert sum(part.answers for part in parts) == whole.answers
    assert sum((part.rulings for part in parts), start=parts[0].rulings.__class__()) == whole.rulings

    assert agree.main(["--seed", "5", "--first", "2", "--count", "4", "--rules", "tenhou", "--rules", "sanma"]) == 0
    shown = capsys.readouterr()
    assert f"2 rulesets, seed 5, hands 2 to 5: {parts[1]}" in shown.out
    assert "--first 4" in shown.err
    assert "--first 6" in shown.err


@pytest.mark.parametrize("name", [one.id for one in listed() if not one.mixin])
def test_dealt_hands_can_be(name: str) -> None:
    """Whatever the table: a hand that is dealt for it is complete and possible; three players set norths aside."""
    rules = load_ruleset(name)
    kit = Kit.of(rules.rulebook)
    statuses = set()
    aside = 0
    for number in range(150):
        hand = deal(Random(number), kit)
        assert hand == deal(Random(number), kit)
        statuses.add(rules.score(hand).status)
        aside += len(hand.aside)
    assert {"ok", "no_yaku"} <= statuses <= {"ok", "no_yaku", "not_allowed"}, "furiten by a north is not allowed"
    assert bool(aside) == bool(rules.rulebook.tiles.aside)


def test_a_hand_for_tables_with_fewer_reds() -> None:
    """The same hand serves tables with other red fives: what a table has not is a plain five."""
    kit = Kit.of(load_ruleset("tenhou").rulebook).with_reds({4: 2, 13: 4, 22: 2})
    reds = {"tenhou": 0, "riichi": 0}
    tables = {name: load_ruleset(name) for name in reds}
    for number in range(100):
        dealt = deal_any(Random(number), kit)
        for name, rules in tables.items():
            hand = fitted(dealt, rules.rulebook.tiles.reds)
            assert not any(error.name == "too_many_red_fives" for error in rules.score(hand).errors)
            reds[name] += any(award.id == "red_dora" for award in rules.score(hand).yaku)
    assert reds["riichi"] == 0 < reds["tenhou"]
