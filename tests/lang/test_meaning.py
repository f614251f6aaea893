"""What each phrase of the language means, on hands that anybody can check."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml
from lang_tools import checker, rulebook, written

from yakulang.engine.compiled import CompiledConditions
from yakulang.engine.judge import Judge
from yakulang.engine.readings import readings
from yakulang.engine.reference import ReferenceConditions
from yakulang.engine.situation import situation_of
from yakulang.hand import Hand
from yakulang.lang.evaluator import holds

if TYPE_CHECKING:
    from yakulang.lang.view import View

CASES = yaml.safe_load((Path(__file__).parent / "meaning.yaml").read_text("utf-8"))
QUESTIONS = [
    pytest.param(case["when"], text, value, id=f"{case['when'][:40]} | {text} | {value}")
    for case in CASES
    for value in (True, False)
    for text in case.get(str(value).lower(), case.get(value, []))
]


def view_of(text: str) -> View:
    """The hand in its best reading, by the rules of the sample ruleset; without one in the first."""
    rules = rulebook()
    hand = Hand.parse(text if "seat=" in text else f"{text} seat=S")
    code = ReferenceConditions(rules)
    situation, problems = situation_of(hand, rules, code.said)
    assert not problems
    table = code.table(hand, situation)
    found = readings(hand, rules)
    assert found, f"{text} is not complete"
    judge = Judge(rules, code)
    judged = [(judge.judge(hand, code.reading(table, reading), reading), reading) for reading in found]
    best = max(judged, key=lambda pair: (pair[0].rank if pair[0] else (), [-n for n in pair[1].order[:2]]))
    return code.reading(table, best[1])


@pytest.mark.parametrize(("when", "text", "value"), QUESTIONS)
def test_a_condition_is_true_of_some_hands_and_false_of_others(when: str, text: str, value: bool) -> None:
    assert holds(checker().condition(written(when), "yaku"), view_of(text)) is value


def test_every_case_is_asked() -> None:
    assert len(QUESTIONS) > 80


@pytest.mark.parametrize("reference", ["riichi", "tenhou", "m-league"])
def test_generated_code_holds_register_names_and_integers_only(reference: str) -> None:
    rules = rulebook(reference)
    source = CompiledConditions(rules).source
    assert '"' not in source
    assert "'" not in source
    words = {rule.id for rule in rules.yaku} | {limit.id for limit in rules.limits} | set(rules.words)
    used = set(re.findall(r"[a-z_][a-z_0-9]*", source))
    # `yakuman` is a number of the vocabulary and, by chance, the id of a limit
    assert used & words <= {"yakuman"}
