"""A yaku that is taken out of the rules, with what refers to it, is in no ruling: no code knows it."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from comparing import awarded
from dealing import deal

from yakulang import RuleError, load_ruleset, ruleset_from_text
from yakulang.rules.nodes import Scalar, SeqNode, find, leaves
from yakulang.testing.examples import examples_of, hand_of, held_somewhere
from yakulang.testing.tables import table_of_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yakulang import Hand, Ruleset

RIICHI = Path(__file__).resolve().parents[1] / "rulesets" / "riichi.yaml"


@cache
def riichi() -> Ruleset:
    return load_ruleset("riichi")


EXAMPLES = list(examples_of(table_of_file(RIICHI, "riichi.yaml")))
YAKU = [rule.id for rule in riichi().rulebook.yaku]

# conditions that ask for a yaku, and what they say without it
WITHOUT = {
    "pinfu": {"fu.items.tsumo.when": "tsumo"},
}


@cache
def lists_naming(yaku: str) -> dict[str, tuple[str, ...]]:
    """Return the lists of the rules that name a yaku, by path, without it."""
    tree = riichi().rulebook.merged.tree
    found = {}
    for path, leaf in leaves(tree):
        if isinstance(leaf, SeqNode) and not path.startswith("words."):  # a word names facts
            items = tuple(item.text for item in leaf.items if isinstance(item, Scalar))
            if yaku in items:
                found[path] = tuple(item for item in items if item != yaku)
    return found


@cache
def hands_of(yaku: str) -> tuple[Hand, ...]:
    """Return the examples of a yaku in which it is awarded."""
    return tuple(hand_of(example) for example in EXAMPLES if example.yaku == yaku and example.is_awarded)


@cache
def other_hands() -> tuple[Hand, ...]:
    rng = random.Random(17)
    dealt = [deal(rng) for _ in range(40)]
    return tuple([*dealt, *map(hand_of, EXAMPLES)][::3])


def test_there_are_45() -> None:
    assert len(YAKU) == 45
    assert all(hands_of(yaku) for yaku in YAKU)


def text_without(yaku: str) -> str:
    """Return a rule file that takes a yaku and what refers to it out of `riichi`."""
    disabled, changes = [f"yaku.{yaku}"], dict(WITHOUT.get(yaku, {}))
    for path, rest in lists_naming(yaku).items():
        if path.endswith(".replaces"):
            changes[path] = f"[{', '.join(rest)}]" if rest else "none"
        elif path.startswith("pao.kinds.") and path.endswith(".covers") and not rest:
            disabled.append(path.removesuffix(".covers"))
        else:
            pytest.fail(f"{path} names {yaku}; say here what becomes of it")
    lines = ["yakulang: 1", "id: without", "extends: riichi", f"disable: [{', '.join(disabled)}]"]
    lines += ["change:", *(f"  {path}: {value}" for path, value in changes.items())] if changes else []
    return "\n".join(lines) + "\n"


def copy_without(yaku: str) -> str:
    """Return the text of riichi.yaml without the lines of a yaku, and without what refers to it."""
    whole = RIICHI.read_text(encoding="utf-8")
    start = whole.index("\nyaku:\n")  # what stands before names words and facts, not yaku
    text, gone = re.subn(rf"^  {yaku}:\n(    .*\n)+", "", whole[start:], count=1, flags=re.MULTILINE)
    assert gone == 1
    # lists that name it, and kinds of liability that are about nothing else
    text = re.sub(rf"^    \w+:\n(      .*\n)*      covers: \[{yaku}\]\n(      .*\n)*", "", text, flags=re.MULTILINE)
    text = re.sub(rf"(replaces: \[[^\]\n]*?)(, {yaku}\b|\b{yaku}, )", r"\1", text)
    text = re.sub(rf"^    replaces: \[{yaku}\]\n", "", text, flags=re.MULTILINE)
    for path, condition in WITHOUT.get(yaku, {}).items():
        old = find(riichi().rulebook.merged.tree, tuple(path.split(".")))
        assert isinstance(old, Scalar)
        assert text.count(old.text) == 1
        text = text.replace(old.text, condition)
    return whole[:start] + text


def outcomes(rules: Ruleset, hands: tuple[Hand, ...]) -> Iterator[tuple[Hand, object]]:
    for hand in hands:
        ruling = rules.score(hand)
        yield hand, (ruling.status, awarded(ruling), ruling.fu, ruling.points, ruling.deltas)


@pytest.mark.parametrize("yaku", YAKU)
def test_removing_by_a_rule_file(yaku: str) -> None:
    rules = ruleset_from_text(text_without(yaku))
    assert yaku not in [rule.id for rule in rules.rulebook.yaku]
    for hand in hands_of(yaku):
        assert yaku in [award.id for award in riichi().score(hand).yaku]
        assert yaku not in [award.id for award in rules.score(hand).yaku]
    # and changes nothing where it does not hold
    free = tuple(hand for hand in other_hands() if not riichi().score(hand).errors)
    free = tuple(hand for hand in free if not held_somewhere(riichi(), hand, yaku))
    assert len(free) > 20
    assert list(outcomes(rules, free)) == list(outcomes(riichi(), free))


@pytest.mark.parametrize("yaku", YAKU)
def test_removing_from_a_copy(yaku: str) -> None:
    text = copy_without(yaku)
    rules = ruleset_from_text(text, "copy.yaml")
    assert {rule.id for rule in rules.rulebook.yaku} == {*YAKU} - {yaku}
    for hand in hands_of(yaku):
        assert yaku not in [award.id for award in rules.score(hand).yaku]


@pytest.mark.parametrize(
    ("yaku", "refers"),
    [("iipeikou", "replaces: [iipeikou]"), ("daisangen", "covers: [daisangen]"), ("pinfu", "not held(pinfu)")],
)
def test_what_refers_to_a_yaku_keeps_it(yaku: str, refers: str) -> None:
    """Taking out only the yaku is a mistake, and the message shows what refers to it."""
    with pytest.raises(RuleError) as caught:
        ruleset_from_text(f"yakulang: 1\nid: without\nextends: riichi\ndisable: [yaku.{yaku}]\n")
    assert refers in str(caught.value)
