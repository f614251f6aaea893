"""Proofs about conditions: nothing that is proved is refuted by a hand, and what should be proved is."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from dealing import deal
from lang_tools import checker, rulebook, written
from phrases import Phrases

from yakulang.engine.compiled import CompiledConditions
from yakulang.engine.readings import readings
from yakulang.engine.sample import Sample
from yakulang.engine.situation import situation_of
from yakulang.engine.views import reading_view
from yakulang.errors import RuleError
from yakulang.lang.evaluator import holds
from yakulang.rules.proof import Prover
from yakulang.rules.proof.ranges import ANY, EVERY, Range, compare, joined

if TYPE_CHECKING:
    from yakulang.lang.typed import Condition
    from yakulang.lang.view import View

CATALOGUE = str(Path(__file__).parents[1] / "rulesets" / "local-catalogue.yaml")


@cache
def prover(reference: str = "tenhou") -> Prover:
    return Prover(rulebook(reference))


def condition(text: str, reference: str = "tenhou") -> Condition:
    return checker(reference).condition(written(text), "yaku")


@cache
def views(reference: str) -> list[View]:
    """Readings of random hands that can be, with the yaku they hold."""
    rules = rulebook(reference)
    code = CompiledConditions(rules)
    found = [view for _, view in Sample(rules, code).views()]
    rng = Random(8)
    while len(found) < 300:
        hand = deal(rng)
        situation, problems = situation_of(hand, rules, code.said)
        table = code.table(hand, situation)
        if problems or code.impossible(table):
            continue
        for reading in readings(hand, rules, loose_holds=code.loose(table)):
            case = code.reading(table, reading)
            held = code.held(case)
            if code.forbidden(case, held) < 0:
                ids = frozenset(rule.id for i, rule in enumerate(rules.yaku) if held >> i & 1)
                found.append(reading_view(hand, situation, reading, rules).with_(held=ids))
    return found


@pytest.mark.parametrize("reference", ["tenhou", CATALOGUE], ids=["tenhou", "catalogue"])
@pytest.mark.parametrize("seed", range(5))
def test_no_hand_refutes_a_proof(reference: str, seed: int) -> None:
    rng = Random(100 + seed)
    phrases = Phrases(rng, [rule.id for rule in rulebook(reference).yaku])
    asked = Prover(rulebook(reference))
    proved = 0
    for _ in range(250):
        text = phrases.condition()
        if " k" in text:
            continue  # two rank letters: the reference evaluator takes its time over them
        try:
            node = condition(text, reference)
        except RuleError:
            continue
        never, always = asked.never(node, "yaku"), asked.always(node, "yaku")
        assert not (never and always), text
        if never or always:
            proved += 1
            refuting = [view for view in views(reference) if holds(node, view) is bool(never)]
            assert not refuting, text
    assert proved > 20


def test_yaku_that_hands_hold_together_are_not_disjoint() -> None:
    rules = {rule.id: rule for rule in rulebook(CATALOGUE).yaku}
    together = {(one, other) for view in views(CATALOGUE) for one in view.held for other in view.held if one < other}
    assert len(together) > 200
    wrong = [pair for pair in together if prover(CATALOGUE).disjoint(rules[pair[0]].when, rules[pair[1]].when, "yaku")]
    assert wrong == []


def test_a_yaku_follows_from_another_only_where_no_hand_says_otherwise() -> None:
    rules = {rule.id: rule for rule in rulebook("tenhou").yaku}
    follows = {
        (one, other)
        for one in rules
        for other in rules
        if one != other and prover().follows(rules[one].when, [rules[other].when], "yaku")
    }
    assert {
        ("suuankou_tanki", "suuankou"),
        ("junsei_chuuren", "chuuren"),
        ("kokushi13", "kokushi"),
        ("double_riichi", "riichi"),
        ("ippatsu", "riichi"),
        ("suuankou", "toitoi"),
        ("tenhou", "menzen_tsumo"),
        ("chinroutou", "honroutou"),
        ("daisuushii", "toitoi"),
    } <= follows
    for one, other in follows:
        assert all(other in view.held for view in views("tenhou") if one in view.held and "closed" in view.flags)


NEVER = """
exactly 5 quads
sum(tiles) > 200
tsumo and ron
closed and open
any honor tiles and all tiles are simple
all groups are outside and all tiles are simple
all tiles are honor and any sequences
all tiles are dragon and shape is standard
exactly 4 sequences and any triplets
wait is kanchan and wait is tanki
exactly 1 suits and sequences contain na nb nc
exactly 3 wind triplets and exactly 2 dragon triplets
shape is seven_pairs and open
held(kokushi) and all tiles are terminal
winning_tile is 5p and all tiles are man
winning_tile is 5p and winning_tile is 6p
winning_group is pair and wait is ryanmen
seat is east and seat is south
at least 3 pairs and any triplets
exactly 4 quads and exactly 3 quads
dealer_wins >= 3 and dealer_wins <= 2
visible_copies == 4
seat is south and dealer_wins >= 8
any (man and pin) tiles
no groups and shape is standard
first_turn and any melds
any seat_wind triplets and no seat_wind triplets
sequences contain na na and not sequences contain na na
any seat_wind pairs and all tiles are simple
kans_in_a_row >= 2 and ron
""".strip().splitlines()

ALWAYS = """
tsumo or ron
any tiles
at most 4 quads
at most 3 suits
all tiles are (simple or terminal or honor)
wait is (ryanmen or kanchan or penchan or shanpon or tanki)
any groups or shape is thirteen_orphans
not ippatsu or riichi
seat is (east or south or west or north)
exactly 1 winning tiles
all tiles are simple or any (honor or terminal) tiles
honba >= 0
""".strip().splitlines()

OPEN = (
    """
at least 6 groups
any seat_wind triplets and not any round_wind triplets
exactly 3 concealed triplets and wait is shanpon
last_call is chii
all tiles are green or tsumo
no sequences
""".replace("green", "23468s6z")
    .strip()
    .splitlines()
)


@pytest.mark.parametrize("text", NEVER)
def test_what_is_never_true(text: str) -> None:
    assert prover().never(condition(text), "yaku")
    assert not prover().always(condition(text), "yaku")


@pytest.mark.parametrize("text", ALWAYS)
def test_what_is_always_true(text: str) -> None:
    assert prover().always(condition(text), "yaku")
    assert not prover().never(condition(text), "yaku")


@pytest.mark.parametrize("text", OPEN)
def test_what_depends_on_the_hand(text: str) -> None:
    assert not prover().never(condition(text), "yaku")
    assert not prover().always(condition(text), "yaku")


def test_the_statement_a_proof_rests_on_is_named() -> None:
    proof = prover().never(condition("ippatsu and open"), "yaku")
    assert proof
    assert [statement.id for statement in proof.by] == ["riichi_closed"]


def test_a_statement_that_refuses_every_hand_proves_nothing() -> None:
    from yakulang.rules.build import build
    from yakulang.rules.catalogue import load_text

    text = "yakulang: 1\nid: x\nextends: riichi\nforbidden: {x: {when: any tiles, say: no}}\n"
    asked = Prover(build(load_text(text, "x.yaml")))
    assert not asked.never(asked.rulebook.yaku[0].when, "yaku")


def test_ranges_hold_what_numbers_can_be() -> None:
    """Every result of two numbers from two ranges lies in the range of the result."""
    rng = Random(3)
    for _ in range(2000):
        (a, b), (c, d) = (sorted(rng.choices(range(-4, 9), k=2)) for _ in range(2))
        x, y = rng.randint(a, b), rng.randint(c, d)
        left, right = rng.choice([Range(a, b), Range(a, None), EVERY]), rng.choice([Range(c, d), Range(c, None), EVERY])
        for sign, value in (("+", x + y), ("-", x - y), ("*", x * y), ("^", x ** max(0, y))):
            found = joined(sign, left, right)
            assert found.low is None or found.low <= value, (sign, left, right, x, y)
            assert found.high is None or found.high >= value, (sign, left, right, x, y)
        for sign, holds_ in (
            ("<", x < y),
            ("<=", x <= y),
            ("==", x == y),
            ("!=", x != y),
            (">", x > y),
            (">=", x >= y),
        ):
            assert compare(sign, left, right) in (None, holds_), (sign, left, right, x, y)
    assert joined("^", Range(2, 2), ANY).high is None
