"""Dealing random hands, and the command that holds all evaluators against each other on them.

The hands themselves are compared in the two files beside this one.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from agreeing import NAMES

from yakulang import load_ruleset
from yakulang.engine.compiled import CompiledConditions
from yakulang.rules.listing import listed
from yakulang.testing import agree
from yakulang.testing.deal import Kit, deal, deal_any, fitted, marked_copies
from yakulang.tiles import MARKS, make_tile, mark_of


def test_every_bundled_ruleset_is_compared() -> None:
    assert set(NAMES) >= {one.id for one in listed() if not one.mixin}


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
    kit = Kit.of(load_ruleset("tenhou").rulebook).with_marked({make_tile(4, 1): 2, make_tile(13, 1): 4})
    reds = {"tenhou": 0, "riichi": 0}
    tables = {name: load_ruleset(name) for name in reds}
    for number in range(100):
        dealt = deal_any(Random(number), kit)
        for name, rules in tables.items():
            hand = fitted(dealt, marked_copies(rules.rulebook))
            assert not any(error.name == "too_many_red_fives" for error in rules.score(hand).errors)
            reds[name] += any(award.id == "red_dora" for award in rules.score(hand).yaku)
    assert reds["riichi"] == 0 < reds["tenhou"]


def test_blue_tiles_are_dealt_where_a_table_has_them() -> None:
    path = Path(__file__).parent.parent / "cases" / "reds" / "blue-5p.yaml"
    rules = load_ruleset(path)
    kit = Kit.of(rules.rulebook)
    scored = [rules.score(deal(Random(number), kit)) for number in range(200)]
    assert sum(any(award.id == "blue_dora" for award in ruling.yaku) for ruling in scored) > 10
    both = kit.with_marked({make_tile(13, mark.number): 1 for mark in MARKS})
    tiles = [tile for number in range(200) for tile in deal(Random(number), both).tiles]
    for mark in MARKS:
        assert sum(mark_of(tile) == mark.number for tile in tiles) > 15
    tally = agree.agree(["tenhou", str(path)], seed=3, count=60)
    assert tally.differences == []
    assert tally.by_rules[rules.id] > 36
