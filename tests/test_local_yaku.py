"""The local yaku: every row of the catalogue, the lists of two platforms, and all of them at one table."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from comparing import Tally

from yakulang import Ruleset, load_ruleset
from yakulang.engine.reference import ReferenceConditions
from yakulang.rules.build import build
from yakulang.rules.bundle import bundled_files
from yakulang.rules.catalogue import load
from yakulang.testing.agree import agree
from yakulang.testing.examples import examples_of, hand_of
from yakulang.testing.tables import table_of_file

if TYPE_CHECKING:
    from yakulang.rules.model import YakuRule
    from yakulang.testing.examples import Example

HERE = Path(__file__).parent
CATALOGUE = str(HERE / "rulesets" / "local-catalogue.yaml")
SANMA = str(HERE / "rulesets" / "local-catalogue-sanma.yaml")

ROWS = [
    "renhou", "tsubame_gaeshi", "kanburi", "shiiaru_raotai", "uumensai", "sanrenkou", "isshoku_sanjun",
    "isshoku_yonjun", "iipin_mouyue", "chuupin_raoyui", "daisharin", "daichikurin", "daisuurin", "ishi_no_ue",
    "daichisei", "suurenkou", "paarenchan", "shiisanpuutaa", "shiisuupuutaa", "beni_kujaku", "hyakumangoku",
    "kokuiisou", "kouitten", "kouittenrin", "ryuuiisourin", "mu_hatsu_ryuuiisou", "kinmonkyou",
    "tohoku_shinkansen", "joetsu_shinkansen", "gold_rush", "blue_tunnel", "toukaidou53", "tohoku_expressway",
    "civil_war", "kachoufuugetsu", "fuukasetsugetsu", "shousharin", "chinitsu_chiitoi", "manzu_honitsu",
    "sanpuukou", "otakaze_sankou", "kinkei", "kankou", "uupin_kaihou", "ryanzou_chankan", "chinchii_toushii",
    "ketsupaihou", "shoutate", "sanshoku_ittsuu", "kyandonhou", "ryandoukou", "choupaikou", "sujipaikou",
    "chousankou", "suuchoupaikou", "suuzuukou", "renkaihou", "toukanhou", "mondeikou", "aka_sanshoku",
    "tuibudao", "chinpeikou", "tanfonhou", "chintanfon", "ittsuu_chanta", "sangen_chiitoi", "suushi_chiitoi",
    "uushin_tsuukan", "shuanron", "chiishin_uushii", "maneman", "rentsuu_honitsu", "dorahairi", "open_riichi",
    "nippatsu", "chousangen", "chousuushii", "pi_yakuman", "chou_riichi", "sanshoku_sanrenkou", "grand_cross",
    "shiro_pocchi",
]  # fmt: skip
# why no file has them: docs/local-yaku.md
NOT_STATED = {"toukaidou53", "otakaze_sankou", "sanshoku_sanrenkou", "chou_riichi", "grand_cross", "shiro_pocchi"}


@cache
def local_yaku() -> list[tuple[str, str]]:
    """The yaku of the mix-ins, each with the file in which it stands; renhou has one for each of its values."""
    found: list[tuple[str, str]] = []
    for name in (name for name in bundled_files() if name.startswith("local/")):
        own = load(name).chain[-1].root.items.get("yaku")
        found += [(yaku, name) for yaku in getattr(own, "items", ())]
    several = {yaku for yaku, number in Counter(yaku for yaku, _ in found).items() if number > 1}
    assert several == {"renhou"}
    return found


@cache
def examples(name: str) -> list[Example]:
    return list(examples_of(table_of_file(bundled_files()[name], name)))


def test_every_row_of_the_catalogue_is_a_yaku_of_a_file_or_left_out_by_name() -> None:
    assert len(ROWS) == 82
    assert set(ROWS) - {yaku for yaku, _ in local_yaku()} == NOT_STATED
    text = (HERE.parent / "docs" / "local-yaku.md").read_text("utf-8")
    assert [row for row in NOT_STATED if f"`{row}`" not in text] == []


@pytest.mark.parametrize(("yaku", "name"), sorted(local_yaku()))
def test_each_can_be_included_alone(yaku: str, name: str, tmp_path: Path) -> None:
    """Of a file with several, one is taken; then the ruleset has that one more, and it is judged."""
    beside = [other for other, file in local_yaku() if file == name]
    base = "sanma" if "sanma" in {file.id for file in load(name).chain} else "riichi"
    included = f"{{{name}: [{yaku}]}}" if len(beside) > 1 and "/yaku-" in name else name
    path = tmp_path / "club.yaml"
    path.write_text(f"yakulang: 1\nid: club\nextends: {base}\ninclude: [{included}]\n", "utf-8")
    rulebook = build(load(path))
    rules = Ruleset(rulebook, ReferenceConditions(rulebook))
    more = [rule.id for rule in rulebook.yaku if rule.span.source.name.startswith("local/")]
    assert yaku in more
    if included.startswith("{"):
        assert more == [yaku]
        assert len(rulebook.shapes) <= 4
    for example in (one for one in examples(name) if one.yaku == yaku and one.is_awarded):
        assert yaku in [award.id for award in rules.score(hand_of(example)).yaku], example.data["win"]


def built(example: Example) -> tuple[object, ...]:
    """How a hand is put together: called melds, suits, and how it was won; two that differ are built differently."""
    hand = hand_of(example)
    return (str(hand).partition(" ")[0].rstrip("+*"), hand.method, tuple(meld.type for meld in hand.melds))


def test_each_has_hands_built_differently_and_near_misses_with_their_reason() -> None:
    """Two hands that hold it, two that miss it by what they name, where its condition has several parts."""
    lacking = []
    for yaku, name in local_yaku():
        mine = [one for one in examples(name) if one.yaku == yaku]
        holding = {built(one) for one in mine if one.is_awarded}
        missing = [one for one in mine if not one.is_awarded]
        rule = next(rule for rule in build(load(name)).yaku if rule.id == yaku)
        silent = [one for one in missing if "fails" not in one.data and not one.data.get("none")]
        if len(holding) < 2 or len(missing) < 2:
            lacking.append(f"{name} {yaku}: {len(holding)} hands, {len(missing)} near misses")
        words = rule.when.span.text.split()
        if "and" in words and "or" not in words:
            lacking += [f"{name} {yaku}: {one.data['win']} does not name the part it fails by" for one in silent]
    assert lacking == []


# --- the lists of platforms -----------------------------------------------------------------------------------

# Mahjong Soul, table of yaku of the game's own data: han closed and open, or yakuman
MAHJONG_SOUL = {
    "tsubame_gaeshi": (1, 1), "kanburi": (1, 1), "shiiaru_raotai": (None, 1), "uumensai": (2, 2), "sanrenkou": (2, 2),
    "isshoku_sanjun": (3, 2), "iipin_mouyue": (5, 5), "chuupin_raoyui": (5, 5), "renhou": "1", "daisharin": "1",
    "daichikurin": "1", "daisuurin": "1", "ishi_no_ue": "1", "daichisei": "2",
}  # fmt: skip
RIICHI_CITY = {
    **{key: value for key, value in MAHJONG_SOUL.items() if key not in {"iipin_mouyue", "chuupin_raoyui"}},
    "tuibudao": (1, 1), "aka_sanshoku": (2, 2), "sanshoku_ittsuu": (2, 1), "suurenkou": "1", "isshoku_yonjun": "1",
    "beni_kujaku": "1", "kouitten": "1", "kokuiisou": "1", "shiisanpuutaa": "1", "paarenchan": "1",
    "hyakumangoku": "1", "kinmonkyou": "1", "tohoku_shinkansen": "1", "mu_hatsu_ryuuiisou": "2",
}  # fmt: skip


def value(rule: YakuRule) -> object:
    if rule.yakuman is not None:
        sides = {side.value for side in (rule.yakuman.closed, rule.yakuman.open) if side is not None}
        return str(sides.pop())
    assert rule.han is not None
    return tuple(side.value if side else None for side in (rule.han.closed, rule.han.open))


@pytest.mark.parametrize(
    ("table", "mixin", "values"),
    [
        ("mahjongsoul", "local/ancient-yaku", MAHJONG_SOUL),
        ("mahjongsoul-sanma", "local/ancient-yaku", MAHJONG_SOUL),
        ("riichi", "local/riichi-city-yaku", RIICHI_CITY),
    ],
)
def test_the_lists_of_platforms(table: str, mixin: str, values: dict[str, object], tmp_path: Path) -> None:
    path = tmp_path / "room.yaml"
    path.write_text(f"yakulang: 1\nid: room\nextends: {table}\ninclude: [{mixin}]\n", "utf-8")
    before = {rule.id for rule in load_ruleset(table).rulebook.yaku}
    tally = Tally(f"yaku of {mixin} at {table}")
    for rule in load_ruleset(str(path)).rulebook.yaku:
        if rule.id not in before:
            tally.compare(rule.id, {"value": (values.get(rule.id), value(rule))})
    tally.finish(rows=len(values), fields=len(values))


# --- all at one table -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("catalogue", "hands"), [(CATALOGUE, 81), (SANMA, 50)])
def test_all_are_judged_alike(catalogue: str, hands: int) -> None:
    """A hand of each at a table that has everything: every field of the quick ruling is the reference's."""
    quick = load_ruleset(catalogue)
    assert quick._answers is not None, "it is scored quickly"
    slow = Ruleset(quick.rulebook, ReferenceConditions(quick.rulebook))
    tally = Tally(f"examples of local yaku at {quick.id}")
    known = {rule.id for rule in quick.rulebook.yaku}
    for name in sorted({name for _, name in local_yaku()}):
        firsts = {one.yaku: one for one in reversed(examples(name)) if one.is_awarded}
        for example in firsts.values():
            if example.yaku in known:
                hand = hand_of(example)
                tally.compare(f"{name} {example.name}", {"ruling": (slow.score(hand), quick.score(hand))})
    tally.finish(rows=hands, fields=hands)


def test_all_are_judged_alike_on_random_hands() -> None:
    tally = agree([CATALOGUE, SANMA], seed=7, count=25)
    assert tally.differences == []
    assert tally.rulings.total() == 50
    assert tally.rulings["ok"] > 25


@pytest.mark.parametrize("name", sorted({name for _, name in local_yaku()}))
def test_each_in_columns(name: str) -> None:
    """The hands and near misses of a file of local yaku, each with whatever else its file has, in columns."""
    pytest.importorskip("numpy")
    from yakulang.testing.in_columns import FIELDS, InColumns

    rules = load_ruleset(name)
    hands = [hand_of(one) for one in examples(name)]
    columns = InColumns(rules)
    for row, hand in enumerate(hands):
        columns.add(row, hand, rules.score(hand))
    compared, differ = columns.compare()
    assert differ == []
    assert compared == len(FIELDS) * len(hands) > 0
