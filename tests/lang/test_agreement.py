"""Two evaluators, one language: compiled conditions agree with the reference evaluator on every reading."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from dealing import deal
from lang_tools import checker, rulebook, written
from marking import marked
from phrases import Phrases

from yakulang import load_ruleset
from yakulang.engine.compiled import CompiledConditions
from yakulang.engine.readings import readings
from yakulang.engine.reference import ReferenceConditions
from yakulang.engine.situation import situation_of
from yakulang.engine.words import WordMaker
from yakulang.errors import RuleError
from yakulang.lang.emit import Function
from yakulang.lang.evaluator import holds
from yakulang.lang.parser import parse
from yakulang.lang.printer import print_condition

if TYPE_CHECKING:
    from yakulang.rules.model import Rulebook

RULESETS = ["tenhou", "m-league", str(Path(__file__).parents[1] / "rulesets" / "local-catalogue.yaml")]


@cache
def _ready(reference: str) -> tuple[Rulebook, CompiledConditions, ReferenceConditions]:
    rules = rulebook(reference)
    return rules, CompiledConditions(rules), ReferenceConditions(rules)


def accepted(phrases: Phrases) -> str:
    """The next random condition; those that no sequence can meet and those too big are refused, and only those."""
    while True:
        text = phrases.condition()
        try:
            checker().condition(written(text), "yaku")
        except RuleError as error:
            assert {d.code for d in error.diagnostics} <= {"YK223", "YK245"}, text  # noqa: PT017
        else:
            return text


@pytest.mark.parametrize("seed", range(20))
def test_random_conditions_mean_the_same_in_both(seed: int) -> None:
    rules, compiled, reference = _ready("tenhou")
    rng = Random(seed)
    phrases = Phrases(rng, [rule.id for rule in rules.yaku])
    texts = [accepted(phrases) for _ in range(50)]
    conditions = [checker().condition(written(text), "yaku") for text in texts]

    index: dict[str, int] = {}
    function = Function("judge", ("held",), index)
    for number, condition in enumerate(conditions):
        function.add(f"a{number} = ", compiled.lowering.condition(condition))
    function.ending = f"return ({', '.join(f'a{number}' for number in range(len(conditions)))},)"
    module: dict = {}
    exec(compile(function.text(), "<test>", "exec"), module)
    maker = compiled._words
    words = WordMaker(
        index,
        maker.flags,
        {name: register for name, register in compiled.lowering.numbers.items() if register.startswith("number_")},
        compiled.lowering.choices,
        maker.cycles,
    )

    asked = 0
    for _ in range(20):
        hand = marked(deal(rng), rng) if seed % 2 else deal(rng)
        situation, problems = situation_of(hand, rules, reference.said)
        assert not problems
        table = words.hand(hand, situation)
        for reading in readings(hand, rules)[:2]:
            view = reference.reading(reference.table(hand, situation), reading)
            held = reference.held(view)
            view = view.with_(held=reference._ids(held))
            case = words.reading(table, hand, reading, has_groups=reading.groups != ())
            for text, condition, value in zip(texts, conditions, module["judge"](case, held), strict=True):
                asked += 1
                assert bool(value) == holds(condition, view), f"{text}\n{hand}\n{reading}"
    assert asked > 500


@pytest.mark.parametrize("seed", range(5))
def test_random_conditions_print_and_parse_back(seed: int) -> None:
    rng = Random(1000 + seed)
    phrases = Phrases(rng, ["pinfu"])
    for _ in range(200):
        text = accepted(phrases)
        asked = written(text)
        printed = print_condition(parse(text, asked.at))
        again = written(printed)
        tree = parse(printed, again.at)
        assert print_condition(tree) == printed
        assert repr(_bare(checker().condition(asked, "yaku"))) == repr(_bare(checker().condition(again, "yaku")))


def _bare(node: object) -> object:
    """A typed condition without its places."""
    from dataclasses import fields, is_dataclass

    if isinstance(node, tuple):
        return tuple(map(_bare, node))
    if is_dataclass(node) and hasattr(node, "span"):
        return (type(node).__name__, *(_bare(getattr(node, f.name)) for f in fields(node) if f.name != "span"))
    return node


@pytest.mark.parametrize("reference", RULESETS, ids=lambda path: Path(path).stem)
def test_rulings_agree_on_random_hands(reference: str) -> None:
    fast, slow = load_ruleset(reference), load_ruleset(reference, compiled=False)
    rng = Random(7)
    statuses = set()
    for _ in range(150):
        hand = deal(rng)
        ruling = fast.score(hand).as_json()
        assert ruling == slow.score(hand).as_json(), str(hand)
        statuses.add(ruling["status"])
    assert {"ok", "no_yaku"} <= statuses
