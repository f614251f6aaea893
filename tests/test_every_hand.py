"""The generator of every complete closed hand, and the page of what they are."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("numpy", reason="columns need numpy: pip install yakulang[columns]")

import numpy as np

from yakulang import load_ruleset, ruleset_from_text
from yakulang.engine.columns.complete import CompleteHands
from yakulang.engine.columns.result import RulingColumns
from yakulang.engine.reference import ReferenceConditions
from yakulang.engine.ruleset import Ruleset
from yakulang.engine.suits import split_hand
from yakulang.testing.every_hand import SEAT, Totals, count_part, digest
from yakulang.testing.every_page import page

DOCS = Path(__file__).resolve().parents[1] / "docs"
RIICHI = load_ruleset("riichi")
EVERY = CompleteHands(RIICHI.rulebook)
ONE_SUIT, HONORS = range(9), range(27, 34)


def only(kinds: set[int], *shapes: str) -> CompleteHands:
    """Return the complete hands of the tiles of some kinds, of some shapes."""
    rulebook = RIICHI.rulebook
    tiles = replace(rulebook.tiles, removed=frozenset(range(34)) - kinds)
    chosen = tuple(shape for shape in rulebook.shapes if not shapes or shape.id in shapes)
    return CompleteHands(replace(rulebook, tiles=tiles, shapes=chosen))


def test_as_many_as_are_known() -> None:
    """The numbers of complete hands of each shape that others have counted."""
    everything = set(range(34))
    assert len(only(everything, "standard")) == 11_498_658
    assert len(only(everything, "seven_pairs")) == 5_379_616  # 34 choose 7
    assert len(only(everything, "thirteen_orphans")) == 13
    assert len(EVERY) == 16_873_619


def test_as_many_as_trying_all_tiles_gives() -> None:
    """Six ranks of a suit and two winds: every set of fourteen is tried."""
    kinds = [0, 1, 2, 3, 4, 5, 27, 28]
    hands = only(set(kinds))
    found = {tuple(row[kinds].tolist()) for row in hands.counts(0, len(hands))}
    assert len(found) == len(hands)
    for counts in product(range(5), repeat=len(kinds)):
        if sum(counts) == 14:
            whole = [0] * 34
            for kind, count in zip(kinds, counts, strict=True):
                whole[kind] = count
            pairs = all(count in (0, 2) for count in counts)
            assert (counts in found) == bool(pairs or split_hand(whole, 4, 1)), counts


def test_any_part_is_a_part_of_the_whole() -> None:
    hands = only({*ONE_SUIT, *HONORS})
    whole = hands.counts(0, len(hands))
    assert len(np.unique(whole, axis=0)) == len(hands)
    assert (whole.sum(axis=1) == 14).all()
    assert whole.max() == 4
    random = Random(4)
    for _ in range(20):
        start, end = sorted(random.randrange(len(hands)) for _ in "ab")
        assert (hands.counts(start, end) == whole[start:end]).all()


def test_a_shape_of_loose_tiles_is_left_out_and_named() -> None:
    ruleset = ruleset_from_text(
        "yakulang: 1\nid: loose\nname: {en: Loose}\nextends: riichi\nshapes:\n"
        "  scattered: {loose: all tiles are simple, name: {en: Scattered}}\n"
    )
    hands = CompleteHands(ruleset.rulebook)
    assert hands.left_out == ("scattered",)
    assert len(hands) == len(EVERY)


@pytest.mark.parametrize("rules", ["riichi", "tenhou-sanma"])
def test_columns_scalar_and_reference_agree_on_a_share(rules: str) -> None:
    ruleset = load_ruleset(rules)
    slow = Ruleset(ruleset.rulebook, ReferenceConditions(ruleset.rulebook))
    hands = CompleteHands(ruleset.rulebook)
    random = Random(rules)
    compared = 0
    for tsumo in (False, True):
        for _ in range(25):
            start = random.randrange(len(hands))
            columns = hands.won(start, start + 1, tsumo=tsumo, seat=SEAT)
            rulings = ruleset.score_columns(columns)
            by_hand, by_reference = (RulingColumns.empty(ruleset.rulebook, len(columns)) for _ in range(2))
            for row in range(len(columns)):
                hand = columns.hand(row)
                by_hand.put(row, ruleset.score(hand), ruleset.rulebook)
                by_reference.put(row, slow.score(hand), ruleset.rulebook)
            assert alike(rulings, by_hand), start
            assert alike(rulings, by_reference), start
            compared += len(columns)
    print(f"{rules}: {compared} rulings of random complete hands")
    assert compared > 300


def alike(one: RulingColumns, other: RulingColumns) -> bool:
    """Return whether every field of every ruling is the same."""
    fields = [field for field in one.__dataclass_fields__ if field not in ("errors", "dora", "chips")]
    same = all((getattr(one, field) == getattr(other, field)).all() for field in fields)
    named = [(mine[k], theirs[k]) for mine, theirs in ((one.dora, other.dora), (one.chips, other.chips)) for k in mine]
    return same and one.errors == other.errors and all((mine == theirs).all() for mine, theirs in named)


# --- the page -----------------------------------------------------------------------------------------------


def totals() -> Totals:
    return Totals.read((DOCS / "every-hand.json").read_text("utf-8"))


def test_the_page_says_what_was_counted() -> None:
    found = totals()
    assert (found.rules, found.hands, len(found.digests)) == ("riichi", len(EVERY), found.parts)
    rows = {method: sum(kinds["status"].values()) for method, kinds in found.counts.items()}
    assert rows == {"ron": 123_874_757, "tsumo": 123_874_757}
    for kinds in found.counts.values():
        assert sum(kinds["value"].values()) == sum(kinds["limit"].values()) == kinds["status"]["ok"]
    written = (DOCS / "every-hand.md").read_text("utf-8")
    assert written == page(found, RIICHI.rulebook), "run: python -m yakulang.testing.every_hand --state ... --page ..."


@pytest.mark.parametrize("part", [3, 101])
def test_a_part_counted_again(part: int) -> None:
    assert digest(count_part(RIICHI, EVERY, part)) == totals().digests[part]
