"""Examples of rule files: how a wrong one is told, and that the bundled ones are enough and no two alike."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

import pytest

from yakulang.lang import typed
from yakulang.rules.bundle import bundled_files
from yakulang.testing.examples import Example, examples_of, failure, hand_of
from yakulang.testing.failing import failing
from yakulang.testing.tables import Table, table_of_file
from yakulang.tiles import kind_of, mark_of

if TYPE_CHECKING:
    from pathlib import Path

    from yakulang import Hand

LOCAL = [name for name in bundled_files() if name.startswith("local/")]


@cache
def table(path: Path) -> Table:
    return table_of_file(path, path.name)


def written(folder: Path, example: str) -> tuple[Example, Table]:
    path = folder / "my.yaml"
    when = "exactly 4 sequences and wait is ryanmen and no valued pairs"
    head = "yakulang: 1\nid: mine\nextends: riichi\nchange: {yaku.pinfu.replaces: [flat]}\nyaku:\n"
    text = f"{head}  flat: {{han: 1, when: {when}, examples: [{example}]}}\n"
    path.write_text(text, encoding="utf-8")
    mine = table_of_file(path, "my.yaml")
    (found,) = examples_of(mine)
    return found, mine


@pytest.mark.parametrize(
    "example",
    [
        "{win: 123m456p78s99p c(678m) +9s}",
        "{win: 123m456p78s99p c(678m) +9s, seat: E, from: W}",
        "{win: 123m456p78s99p c(678m) +9s seat=E round=S}",
        "{win: 123m456p79s99p c(678m) +8s, not: kanchan}",
        "{win: 123m456p79s99p c(678m) +8s, not: kanchan, fails: wait is ryanmen}",
        "{win: 123m456p79s99p c(678m) +8s, fails: wait is ryanmen}",
        "{win: 123m456p79s99p c(678m) +8s, not: kanchan, none: true}",
        "{win: 123m456p79s678m91p +8s, none: true}",
        "{win: 123m456p78s99p c(678m) +9s, with: [haitei], not: ron is no haitei}",
        "{win: 123m456p78s99p c(678m) +9s, with: [{indicators: 1m}, {table_discards: 9}]}",
        "{win: 123m456p78s678m99p +9s, held: true, note: pinfu replaces it}",
        "{win: 123m456p78s678m99p +9s, not: pinfu replaces it}",
    ],
)
def test_what_holds(example: str, tmp_path: Path) -> None:
    found, mine = written(tmp_path, example)
    assert failure(found, mine) is None


@pytest.mark.parametrize(
    ("example", "says"),
    [
        ("{win: 123m456p78s99p c(678m) +9s, not: …}", "`flat` is awarded"),
        ("{win: 123m456p79s99p c(678m) +8s}", "`flat` is not awarded"),
        ("{win: 123m456p79s678m91p +8s, not: …}", "is not complete"),
        ("{win: 123m456p78s99p c(678m) +9s, none: true}", "`flat` is awarded"),
        ("{win: 123m456p78s678m99p +9s, none: true}", "the condition of `flat` is met"),
        ("{win: 123m456p79s678m99p +8s, held: true}", "is met in no reading"),
        ("{win: 222m456p78s678m22m +9s, not: …}", "not a possible hand"),
        ("{win: 111m1m456p78s678m99p +9s}", "concealed tiles"),
        ("{win: 123m456p78s678m99p +9s, seat: Q}", "seat: Q"),
        ("{win: 123m456p79s99p c(678m) +8s, not: …, fails: no valued pairs}", "it fails by `wait is ryanmen`"),
        ("{win: 123m456p78s678m99p +9s, with: [rihci]}", "`rihci` is not a word"),
    ],
)
def test_what_does_not(example: str, says: str, tmp_path: Path) -> None:
    found, mine = written(tmp_path, example)
    text = failure(found, mine)
    assert text
    assert text.startswith("my.yaml:6: flat: ")
    assert says in text
    assert "Traceback" not in text


def test_only_examples_of_the_file_itself_are_judged(tmp_path: Path) -> None:
    path = tmp_path / "my.yaml"
    text = "yakulang: 1\nid: mine\nextends: riichi\nchange:\n  yaku.pinfu.examples: [{win: 123m456p78s678m99p +9s}]\n"
    path.write_text(text, encoding="utf-8")
    assert [(e.yaku, e.span.line) for e in examples_of(table_of_file(path, "my.yaml"))] == [("pinfu", 5)]


def test_a_mix_in_is_tried_on_the_common_rules(tmp_path: Path) -> None:
    path = tmp_path / "my.yaml"
    when = "any 5z triplets, examples: [{win: 123m456p78s11m p(555z) +9s}]"
    path.write_text(f"yakulang: 1\nid: mine\nyaku: {{white: {{han: 1, when: {when}}}}}\n", encoding="utf-8")
    mine = table_of_file(path, "my.yaml")
    (example,) = examples_of(mine)
    assert failure(example, mine) is None
    assert example.span.place == "my.yaml:3"


# --- the bundled examples ---------------------------------------------------------------------------------


def test_the_number_of_examples() -> None:
    """A reader that lost examples would pass everything else."""
    assert len(list(examples_of(table(bundled_files()["riichi"])))) == 195
    assert sum(len(list(examples_of(table(bundled_files()[name])))) for name in LOCAL) == 380


def by_yaku(path: Path) -> dict[str, list[Example]]:
    found: dict[str, list[Example]] = {}
    for example in examples_of(table(path)):
        found.setdefault(example.yaku, []).append(example)
    return found


def kinds(hand: Hand) -> Counter[int]:
    """Return the tiles of a hand; a quad has three, so that a kan and a pon differ only in how they lie."""
    melded = [tile for meld in hand.melds for tile in meld.tiles[:3]]
    return Counter(map(kind_of, [*hand.closed, hand.win, *melded]))


def build(hand: Hand) -> tuple[object, ...]:
    """Return what a hand is made of, wherever the same tiles stand in another suit."""
    suits = tuple(sorted(tuple(sorted(k % 9 for k in kinds(hand).elements() if k // 9 == suit)) for suit in range(3)))
    honors = tuple(sorted(k for k in kinds(hand).elements() if k >= 27))
    return suits, honors, tuple(meld.type for meld in hand.melds)


def marked(hand: Hand) -> Counter[int]:
    return Counter(tile for tile in hand.tiles if mark_of(tile))


def distance(one: Hand, other: Hand) -> int:
    """Return in how many things two hands differ.

    A group or marked tiles, how it lies, the winning tile, ron, a seat, each word and number.
    """
    lost = sum((kinds(one) - kinds(other)).values())
    tiles = -(-lost // 3)
    melds = sum((Counter(m.type for m in one.melds) - Counter(m.type for m in other.melds)).values())
    fewer = sum((Counter(m.type for m in other.melds) - Counter(m.type for m in one.melds)).values())
    win = not tiles and kind_of(one.win) != kind_of(other.win)
    said = len(one.flags ^ other.flags) + len({name for name, _ in one.facts.items() ^ other.facts.items()})
    marks = not tiles and marked(one) != marked(other)
    apart = tiles + max(melds, fewer) + max(win, marks)
    return apart + (one.method != other.method) + (one.seat != other.seat) + said


# fourteen tiles that are all named
ONE_BUILD = {"daisharin", "daichikurin", "daisuurin", "daichisei", "pi_yakuman", "civil_war"}


def entries(path: Path) -> list[str]:
    return [rule.id for rule in table(path).rulebook.yaku if rule.span.source == table(path).source]


@pytest.mark.parametrize("name", bundled_files())
def test_every_yaku_has_two_unlike_examples_and_a_near_miss(name: str) -> None:
    path = bundled_files()[name]
    examples = by_yaku(path)
    lacking = []
    for yaku in entries(path):
        own = examples.get(yaku, [])
        good = [hand_of(example) for example in own if example.is_awarded]
        missed = [hand_of(example) for example in own if example.is_miss]
        if len(set(map(build, good))) < 2 and yaku not in ONE_BUILD:
            lacking.append(f"{yaku}: two examples that are built differently")
        if not any(distance(hand, miss) == 1 for hand in good for miss in missed):
            lacking.append(f"{yaku}: a near miss that differs in one thing")
    assert not lacking, "\n".join(lacking)


@pytest.mark.parametrize("name", LOCAL)
def test_near_misses_of_local_yaku_fail_for_the_reason_named(name: str) -> None:
    """There are two of each at least; one of several conditions is named, and it alone is false."""
    path = bundled_files()[name]
    code = table(path).compiled
    examples = by_yaku(path)
    wrong = []
    for rule in (rule for rule in table(path).rulebook.yaku if rule.span.source == table(path).source):
        good = [example for example in examples[rule.id] if example.is_awarded]
        missed = [example for example in examples[rule.id] if example.is_miss]
        if len(good) < 2 or len(missed) < 2:
            wrong.append(f"{rule.id}: {len(good)} examples and {len(missed)} near misses")
        for example in missed:
            found = failing(code, hand_of(example), rule.id)
            several = isinstance(rule.when, typed.AllOf | typed.Term)
            if found and () not in found and several and "fails" not in example.data:
                wrong.append(f"{example.span.place}: {rule.id} fails by {found[0]} and says so nowhere")
    assert not wrong, "\n".join(wrong)
