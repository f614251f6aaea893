"""Why a yaku is not there: what is named is really false, and it is just what would have to be true."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import pytest
from dealing import deal

from yakulang import Hand, load_ruleset
from yakulang.engine.trace import trace
from yakulang.lang import typed
from yakulang.lang.evaluator import holds
from yakulang.lang.repair import repair
from yakulang.report.reason import said
from yakulang.report.why_not import find_yaku, unknown_yaku, why_not

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from yakulang.lang.view import View
    from yakulang.report.why_not import WhyNot

RULES = load_ruleset("tenhou")
BOOK = RULES.rulebook


def granted(node: typed.Condition, view: View, true: Collection[typed.Condition]) -> bool:
    """Whether a condition holds of a view in which some of its parts are taken as true."""
    if node in true:
        return True
    match node:
        case typed.AllOf(parts=parts):
            return all(granted(part, view, true) for part in parts)
        case typed.AnyOf(parts=parts):
            return any(granted(part, view, true) for part in parts)
        case typed.Not(part=part):
            return not granted(part, view, true)
        case typed.Term(means=means):
            return granted(means, view, true)
    return holds(node, view)


def false_parts(node: typed.Condition, view: View) -> Iterator[typed.Condition]:
    match node:
        case typed.AllOf(parts=parts) | typed.AnyOf(parts=parts):
            for part in parts:
                yield from false_parts(part, view)
        case typed.Term(means=means):
            yield from false_parts(means, view)
        case _:
            if not holds(node, view):
                yield node


@pytest.mark.parametrize("seed", range(20))
def test_the_conditions_named_are_false_and_would_be_enough(seed: int) -> None:
    rng = Random(1000 + seed)
    named = 0
    for _ in range(25):
        hand = deal(rng)
        traced = trace(RULES, hand)
        chosen = traced.chosen
        assert chosen
        for rule in BOOK.yaku:
            answer = why_not(rule, traced, BOOK, "en")
            yaku = chosen.of(rule.id)
            has_value = rule.has_value(closed=hand.is_closed)
            assert holds(rule.when, chosen.view) == yaku.verdict.value
            if yaku.held:
                assert answer.answer in ("counts", "replaced", "beside_yakuman")
                assert (answer.answer == "counts") == (rule.id in {award.id for award in traced.ruling.yaku})
                continue
            assert answer.answer == ("not_met" if not yaku.verdict.value else "no_value")
            needed = [part.node for part in repair(yaku.verdict)]
            conditions = [reason.condition for reason in answer.reasons if reason.condition]
            assert conditions == [said(node.span) for node in needed]
            others = [reason.text for reason in answer.reasons if not reason.condition]
            assert bool([text for text in others if "four alike" not in text]) == (not has_value)
            assert not any(holds(node, chosen.view) for node in needed), (str(hand), rule.id)
            assert granted(rule.when, chosen.view, needed), (str(hand), rule.id)
            for part in needed:
                assert not granted(rule.when, chosen.view, [node for node in needed if node is not part])
            named += len(needed)
    assert named > 500


def test_nothing_smaller_would_be_enough() -> None:
    rng = Random(77)
    for _ in range(20):
        chosen = trace(RULES, deal(rng)).chosen
        assert chosen
        for yaku in chosen.yaku:
            needed = repair(yaku.verdict)
            candidates = list(dict.fromkeys(false_parts(yaku.rule.when, chosen.view)))
            for size in range(len(needed)):
                for few in combinations(candidates, size):
                    assert not granted(yaku.rule.when, chosen.view, few)


# --- in words -----------------------------------------------------------------------------------


def line_of(text: str) -> str:
    lines = BOOK.merged.files[0].text.splitlines()
    (number,) = [n for n, line in enumerate(lines, 1) if line.strip().startswith(text)]
    return f"riichi.yaml:{number}"


def answer_to(hand: str, yaku: str, lang: str = "en") -> WhyNot:
    (rule,) = find_yaku(yaku, BOOK)
    return why_not(rule, trace(RULES, Hand.parse(hand)), BOOK, lang)


def said_of(hand: str, yaku: str) -> list[str]:
    return [reason.text for reason in answer_to(hand, yaku).reasons]


def test_the_pair_is_valued() -> None:
    answer = answer_to("123m456p78s678m55z +9s seat=S with=riichi", "pinfu")
    assert answer.answer == "not_met"
    assert [reason.text for reason in answer.reasons] == ["the pair 55z is valued: dragon"]
    assert answer.reasons[0].rule == line_of("valued: dragon or")


def test_the_hand_is_open() -> None:
    answer = answer_to("234m78p22s c(456s) c(345p) +9p seat=S", "pinfu")
    assert answer.answer == "no_value"
    assert answer.reasons[0].text == "the hand is open, and Pinfu has no value for an open hand"
    first = int(line_of("pinfu:").split(":")[1])
    assert answer.reasons[0].rule == f"riichi.yaml:{first + 3}"  # after the names


def test_open_and_something_else() -> None:
    found = said_of("234m79p22s c(456s) c(345p) +8p seat=S", "pinfu")
    assert found == ["the wait is kanchan, not ryanmen", "the hand is open, and Pinfu has no value for an open hand"]


def test_replaced() -> None:
    answer = answer_to("22334466778m9s9s +8m seat=S", "iipeikou")
    assert (answer.answer, answer.reasons[0].text) == ("replaced", "replaced by Twice pure double sequence")
    assert answer.reasons[0].rule == line_of("replaces: [iipeikou]")


def test_beside_a_yakuman() -> None:
    answer = answer_to("55z66z p(111z) p(222z) p(777z) +6z seat=S", "shousangen")
    assert (answer.answer, answer.reasons[0].text) == ("beside_yakuman", "not counted beside a yakuman")
    assert answer.reasons[0].rule == line_of("han_beside_yakuman:")


def test_it_holds_in_another_reading() -> None:
    answer = answer_to("111222333m9p c(789s) *9p seat=S", "junchan")
    assert answer.answer == "not_met"
    (other,) = answer.elsewhere
    assert (other.reading, other.less) == (1, 700)
    assert other.text.startswith("it holds in another reading (123m 123m 123m 99p 789s")
    assert other.text.endswith("pays 700 less: 2 han 30 fu against 2 han 40 fu")


def test_it_counts() -> None:
    answer = answer_to("234m567m345p67s22s +8s seat=S", "tanyao")
    assert (answer.answer, answer.reasons[0].holds) == ("counts", True)


def test_situation_and_how_it_was_won() -> None:
    hand = "234m567m345p67s22s +8s seat=S"
    assert said_of(hand, "haitei")[0] == "won by ron"
    assert said_of(hand, "houtei") == ["last_tile is not said (the last live tile, or the discard after it)"]
    assert said_of(hand, "riichi")[0].startswith("riichi is not said")


def test_an_incomplete_hand() -> None:
    answer = answer_to("123m456p79s11z999m +9s seat=S", "pinfu")
    assert (answer.answer, answer.elsewhere) == ("not_winning", ())


@pytest.mark.parametrize("asked", ["pinfu", "Pinfu", "PINFU", "平和"])
def test_a_yaku_by_any_name(asked: str) -> None:
    assert [rule.id for rule in find_yaku(asked, BOOK)] == ["pinfu"]


def test_names_of_several_words() -> None:
    assert [rule.id for rule in find_yaku("all simples", BOOK)] == ["tanyao"]
    assert [rule.id for rule in find_yaku("sanshoku doujun", BOOK)] == ["sanshoku_doujun"]


def test_a_part_of_a_yaku_by_its_name() -> None:
    """Open tanyao is no yaku of its own; where a table forbids it, the line that does is shown."""
    assert [rule.id for rule in find_yaku("喰いタン", BOOK)] == ["tanyao"]
    rules = load_ruleset("no-open-tanyao")
    hand = Hand.parse("34s88p c(234m) p(555p) k(6666m) +5s seat=S")
    (rule,) = find_yaku("クイタン", rules.rulebook)
    answer = why_not(rule, trace(rules, hand), rules.rulebook, "en")
    assert answer.answer == "not_winning" or [one.rule for one in answer.reasons] == ["local/no-open-tanyao.yaml:14"]
    assert rules.score(hand).status == "no_yaku"


def test_a_yaku_that_the_table_has_not() -> None:
    """It says who took it out, who includes that, and what would bring it back."""
    problem = unknown_yaku("一発", load_ruleset("jpml-from-2023").rulebook, "--why-not")
    places = [(str(label.text), label.span.source.name) for label in problem.labels]
    assert places == [
        ("it was taken out here", "local/no-ippatsu.yaml"),
        ("which is included here", "jpml-from-2023.yaml"),
    ]
    assert problem.hint == "it comes by including `local/ippatsu`"


def test_an_unknown_yaku() -> None:
    problem = unknown_yaku("pinfoo", BOOK, "--why-not")
    assert (problem.code, problem.name) == ("YK610", "unknown_yaku")
    assert problem.hint == "did you mean `Pinfu`?"
    assert unknown_yaku("xx", BOOK, "--why-not").hint is None


def test_four_alike_are_not_two_pairs() -> None:
    answer = answer_to("1188m2255p3333s7z +7z seat=S", "chiitoitsu")
    assert (answer.answer, answer.reasons[0].text) == (
        "not_winning",
        "Seven pairs: four alike are not two pairs: 3333s",
    )
    assert answer.reasons[0].rule == line_of("seven_pairs: {pairs: 7, distinct")
    assert not [text for text in said_of("11112233m77z p(666z) +7z seat=S", "chiitoitsu") if "alike" in text]
