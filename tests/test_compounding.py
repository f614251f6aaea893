"""Which yaku go together: the table of pairs held against the engine, and the greatest multiple of yakuman.

A pair that can't be is confirmed by going through shapes and ways to win (`compounding.py`); a pair that can be has a
hand that counts both.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations, permutations
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml
from compounding import FEW, Pairs, most_yakuman, pairs_of, yakuman_pairs

from yakulang import load_ruleset
from yakulang.tiles import make_tile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yakulang import Hand

TABLE = yaml.safe_load((Path(__file__).parent / "compounding.yaml").read_text(encoding="utf-8"))
IMPOSSIBLE: dict[str, str] = TABLE["impossible"]
YAKU = frozenset(IMPOSSIBLE)
NOT_OF_GROUPS = {"riichi", "double_riichi", "ippatsu", "menzen_tsumo", "pinfu", "rinshan", "chankan", "haitei"}
NOT_OF_GROUPS |= {"houtei", "chiitoitsu", "sanankou", "sankantsu"}  # they ask how the hand came about, or of no groups
DRAGONS = {"yakuhai_haku": 31, "yakuhai_hatsu": 32, "yakuhai_chun": 33}

# Where the table is wrong. A tile that completes ryanpeikou stands in the hand twice, for every sequence is there two
# times and the pair is one. Of a robbed tile the other three copies are in the kan, so that the hand has no other.
CORRECTED = {("chankan", "ryanpeikou")}


def impossible() -> set[tuple[str, str]]:
    """The table as pairs in order, corrected."""
    pairs = {tuple(sorted((one, other))) for one, others in IMPOSSIBLE.items() for other in others.split()}
    return {*pairs, *CORRECTED}  # type: ignore[arg-type]


@cache
def met() -> Pairs:
    return pairs_of(load_ruleset("riichi"), YAKU, YAKU - NOT_OF_GROUPS, FEW)


def renamed(pair: tuple[str, str]) -> Iterator[tuple[tuple[str, str], dict[int, int]]]:
    """Yield a pair with the dragons exchanged in every way, and which dragon becomes which to come back to it."""
    for names in permutations(DRAGONS):
        to = dict(zip(DRAGONS, names, strict=True))
        one, other = sorted(to.get(name, name) for name in pair)
        yield (one, other), {DRAGONS[to[name]]: DRAGONS[name] for name in DRAGONS}


def exchanged(hand: Hand, names: dict[int, int]) -> Hand:
    """Return a hand with its dragons exchanged."""

    def tiles(some: tuple[int, ...]) -> tuple:
        return tuple(sorted(make_tile(names.get(tile, tile)) for tile in some))

    melds = tuple(replace(meld, tiles=tiles(meld.tiles)) for meld in hand.melds)
    return replace(hand, closed=tiles(hand.closed), win=tiles((hand.win,))[0], melds=melds)


def test_the_table_is_about_both() -> None:
    """Each pair stands in the row of either yaku."""
    rows = {one: set(others.split()) for one, others in IMPOSSIBLE.items()}
    assert len(rows) == 30
    assert all(one in rows[other] for one, others in rows.items() for other in others)
    assert {one for one in rows if one in rows[one]} == set()
    assert not any(other in rows[one] for one, other in CORRECTED), "corrected means that the table says otherwise"


def test_pairs_that_cannot_be_are_never_met() -> None:
    found = met()
    assert found.shapes == 36_000, "shapes gone through"
    assert found.judged > 80_000, "readings judged"
    assert {pair: str(found.met[pair]) for pair in impossible() & set(found.met)} == {}
    assert len(impossible()) == 118


def test_pairs_that_can_be_have_a_hand() -> None:
    """In the reading that counts; a hand with one dragon is one with another."""
    rules = load_ruleset("riichi")
    possible = set(combinations(sorted(YAKU), 2)) - impossible()
    without = []
    for pair in sorted(possible):
        for other, names in renamed(pair):
            if hand := met().best.get(other):
                ruling = rules.score(exchanged(hand, names))
                assert {award.id for award in ruling.yaku} >= set(pair), f"{pair}: {hand}"
                assert not ruling.yakuman
                break
        else:
            without.append(pair)
    assert without == []
    assert len(possible) == 317


# --- yakuman --------------------------------------------------------------------------------------------------

SAME = {"suuankou_tanki": "suuankou", "kokushi13": "kokushi", "junsei_chuuren": "chuuren"}
SAME |= {"shousuushii": "suushii", "daisuushii": "suushii"}


def test_yakuman_that_go_together() -> None:
    """All of them and no others; renhou with four concealed triplets only where the wait is on the pair."""
    found = yakuman_pairs(load_ruleset("local/renhou-yakuman"))
    pairs = {frozenset(SAME.get(name, name) for name in pair) for pair in found}
    assert pairs == {frozenset((one, other)) for one, others in TABLE["yakuman"].items() for other in others.split()}
    assert ("renhou", "suuankou") not in found
    assert ("renhou", "suuankou_tanki") in found


@pytest.mark.parametrize(("name", "most"), [("riichi", 4), ("tenhou", 4), ("mahjongsoul", 6)])
def test_the_greatest_multiple_of_yakuman(name: str, most: int) -> None:
    """P7: six times where four of them are double, four times where none is."""
    rules = load_ruleset(name)
    found, reaching = most_yakuman(rules)
    assert found == most
    for yaku, hand in reaching.items():
        ruling = rules.score(hand)
        assert ruling.yakuman == most, str(hand)
        assert {"tsuuiisou"} <= set(yaku)
        assert {"tenhou", "chiihou", "suukantsu"} & set(yaku), str(hand)
        assert {"suuankou", "suuankou_tanki"} & set(yaku), str(hand)
    if most == 6:
        assert all({"tsuuiisou", "daisuushii", "suuankou_tanki"} <= set(yaku) for yaku in reaching)
