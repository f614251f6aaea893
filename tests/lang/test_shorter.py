"""Conditions that were made shorter for the quick scorer say what they said."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from dealing import deal
from lang_tools import checker, rulebook, written
from marking import marked
from phrases import Phrases

from yakulang.engine.compiled import CompiledConditions
from yakulang.engine.fast.rewrite import Rewriter
from yakulang.engine.fast.text import Text, compiled_pair
from yakulang.engine.readings import readings
from yakulang.engine.situation import situation_of
from yakulang.engine.words import WordMaker
from yakulang.errors import RuleError
from yakulang.lang import ir
from yakulang.lang.emit import Function

if TYPE_CHECKING:
    from yakulang.lang.typed import Condition

RULES = rulebook("tenhou")
CODE = CompiledConditions(RULES)
SITUATED = {"flags", "self_drawn", "seat_bit", "round_bit", *(f"number_{n}" for n in range(99))}


def conditions(rng: Random, count: int) -> list[Condition]:
    """Random conditions that a yaku may have."""
    phrases = Phrases(rng, [rule.id for rule in RULES.yaku])
    found = []
    while len(found) < count:
        try:
            found.append(checker().condition(written(phrases.condition()), "yaku"))
        except RuleError:
            continue
    return found


@pytest.mark.parametrize("seed", range(6))
def test_random_conditions_say_the_same_when_they_are_shorter(seed: int) -> None:
    rng = Random(seed)
    expressions = [CODE.lowering.condition(one) for one in conditions(rng, 60)]
    if not seed:
        expressions += [CODE.lowering.condition(rule.when) for rule in RULES.yaku]
    answer = f"return ({', '.join(f'a{number}' for number in range(len(expressions)))},)"
    index: dict[str, int] = {}
    function = Function("asked", ("held",), index)
    text = Text("asked", "r, held, k", lambda name: f"r[{index[name]}]", {}, Rewriter(4, pairs_apart=True), SITUATED)
    for number, expression in enumerate(expressions):
        function.add(f"a{number} = ", expression)
        text.add(f"    a{number} = 0")
        text.when(expression, f"a{number} = 1")
    function.ending = answer
    text.add(f"    {answer}")
    module: dict = {}
    exec(compile(function.text(), "<test>", "exec"), module)
    short, given = compiled_pair(text.text().replace("= s[", "= r[").replace("_given(s)", "_given(r)"), "asked")
    maker = CODE._words
    numbers = {name: place for name, place in CODE.lowering.numbers.items() if place.startswith("number_")}
    words = WordMaker(index, maker.flags, numbers, CODE.lowering.choices, maker.cycles)
    asked = 0
    for _ in range(40):
        hand = marked(deal(rng), rng) if seed % 2 else deal(rng)
        situation, _ = situation_of(hand, RULES, CODE.said)
        table = words.hand(hand, situation)
        for reading in readings(hand, RULES)[:2]:
            case = words.reading(table, hand, reading, has_groups=reading.groups != ())
            held = rng.getrandbits(len(RULES.yaku))
            expected = [int(bool(value)) for value in module["asked"](case, held)]
            assert list(short(case, held, given(table))) == expected, f"{hand}\n{reading}"
            asked += len(expected)
    assert asked > 1500


MASK, OTHER = ir.Register("triplet_held_1"), ir.Register("pair_held_1")


def shorter(expression: ir.Expr) -> ir.Expr:
    return Rewriter(4, pairs_apart=False)(expression)


def test_what_all_alternatives_need_is_asked_first() -> None:
    """Three alternatives of two positions each: most hands have none of the six."""
    both = [ir.compared("==", ir.both(MASK, ir.Const(bits)), ir.Const(bits)) for bits in (3, 12, 48)]
    found = shorter(ir.any_true(both))
    assert isinstance(found, ir.AllTrue)
    assert found.parts[0] == ir.nonzero(ir.both(MASK, ir.Const(63)))


def test_the_same_in_another_order_is_asked_once() -> None:
    one = ir.nonzero(ir.both(MASK, ir.shifted(MASK, 9), OTHER))
    other = ir.nonzero(ir.both(OTHER, MASK, ir.shifted(MASK, 9)))
    assert isinstance(shorter(ir.any_true([one, other])), ir.Compare)


def test_pairs_that_may_stand_twice_are_counted_each() -> None:
    won = ir.Register("pair_won_1")
    two = ir.arith("+", ir.popcount(won), ir.popcount(OTHER))
    assert shorter(two) == two
    assert isinstance(Rewriter(4, pairs_apart=True)(two), ir.Popcount)


def test_words_longer_than_a_mask_stay_whole() -> None:
    far = ir.Compare("!=", ir.Bits("&", (ir.Register("held"), ir.Const(1 << 40))), ir.ZERO)
    assert shorter(far) == far
