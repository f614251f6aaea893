"""Red and blue tiles: one table of marks makes words, cells, notation and sections of rule files."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING

import pytest
from dealing import deal
from marking import marked

from yakulang import Hand, RuleError, load_ruleset, ruleset_from_text
from yakulang.lang.cells import TILES_BY_BOTH
from yakulang.lang.vocabulary import ADJECTIVES
from yakulang.tiles import MARKS, kind_name, mark_of, tile_name

if TYPE_CHECKING:
    from yakulang import Ruleset

KINDS = ", ".join(f"{kind_name(kind)}: 1" for kind in range(34))

# rules that ask for marks in every way the language has
TEXT = f"""
yakulang: 1
id: marks
extends: riichi
reds: {{{KINDS}}}
blues: {{{KINDS}}}
dora:
  kinds:
    blue_dora: {{han: 2, each: blue tiles}}
    called_blue: {{han: 1, each: blue called tiles}}
    neither: {{han: 1, each: (not (red or blue)) simple tiles}}
    indicator_colour: {{han: 3, each: blue indicators}}
yaku:
  blue_win: {{han: 2, when: winning_tile is blue}}
  red_or_blue: {{han: 1, when: at least 4 (red or blue) tiles}}
  all_fives_blue: {{han: 3, when: any 5mps tiles and all 5mps tiles are blue}}
  red_five_and_blue: {{han: 1, when: tiles contain 0a blue 5b}}
  blue_one_two_three: {{han: 1, when: blue tiles contain na n+1a n+2a}}
"""


@cache
def ruleset(*, compiled: bool) -> Ruleset:
    return ruleset_from_text(TEXT, "marks.yaml", compiled=compiled)


def test_rulings_agree_on_hands_with_red_and_blue_tiles() -> None:
    fast, slow = ruleset(compiled=True), ruleset(compiled=False)
    rng = Random(11)
    seen: set[str] = set()
    for _ in range(300):
        hand = marked(deal(rng), rng)
        ruling = fast.score(hand)
        assert ruling.as_json() == slow.score(hand).as_json(), str(hand)
        assert ruling.status != "invalid", ruling.errors
        seen |= {award.id for award in ruling.yaku}
        if not ruling.ok or ruling.yakuman:
            continue
        counted = {award.id: award.han for award in ruling.yaku}
        for mark in MARKS:
            number = sum(mark_of(tile) == mark.number for tile in hand.tiles)
            assert counted.get(f"{mark.word}_dora", 0) == mark.number * number, str(hand)
    assert seen >= {"blue_dora", "called_blue", "neither", "indicator_colour"}
    assert seen >= {"blue_win", "red_or_blue", "all_fives_blue", "red_five_and_blue", "blue_one_two_three"}


def test_hands_read_back_with_their_marks() -> None:
    rng = Random(12)
    for _ in range(200):
        hand = marked(deal(rng), rng)
        assert Hand.parse(str(hand)) == hand
        assert Hand.from_record(hand.to_record()) == hand


@pytest.mark.parametrize("mark", MARKS, ids=[mark.word for mark in MARKS])
def test_a_mark_has_its_word_its_cells_and_its_section(mark: object) -> None:
    assert mark in MARKS
    number, word, letter = mark  # type: ignore[misc]
    assert ADJECTIVES[word].of == ("tile",)
    assert [cell.mark for cell in TILES_BY_BOTH].count(number) == 3
    assert tile_name(number * 64 + 2) == f"{letter}3m"
    without = load_ruleset("riichi").score(Hand.parse(f"1{letter}23m456p78s11m555z +9s seat=S"))
    assert [error.code for error in without.errors] == ["YK563"]
    text = f"yakulang: 1\nid: one\nextends: riichi\n{word}s: {{{letter}2m: 1}}\n"
    assert ruleset_from_text(text).score(Hand.parse(f"1{letter}23m456p78s11m555z +9s seat=S with=riichi")).ok


def test_no_more_marked_copies_than_copies() -> None:
    with pytest.raises(RuleError, match="blue copies are stated a kind"):
        ruleset_from_text("yakulang: 1\nid: x\nextends: riichi\nreds: {5p: 3}\nblues: {5p: 2}\n")


def test_hands_without_marks_fill_no_words_of_marks() -> None:
    """A condition that asks for red tiles reads the red words and no others."""
    code = load_ruleset("tenhou").code
    read = {name for names in code._words.marked.values() for _, name in names}  # type: ignore[attr-defined]
    assert read == {"tile_red"}
