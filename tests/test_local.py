"""House rules as files: each may be included by every table that has what it changes, and none is written twice."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

import pytest

from yakulang import Hand, RuleError, load_ruleset, ruleset_from_text
from yakulang.rules.bundle import bundled_files, rulesets_folder
from yakulang.rules.catalogue import known_names, load, load_text
from yakulang.rules.nodes import MapNode, Scalar, leaves
from yakulang.rules.overview import value_text
from yakulang.rules.reader import read, read_file

if TYPE_CHECKING:
    from yakulang import Ruling

MIXINS = [name for name in bundled_files() if "/" in name]
TABLES = [name for name in bundled_files() if "/" not in name]

# Why a mix-in may not be included: the table has it already, or has another in its place, or is not made of what it
# is made for.
HAS_IT = {"YK330", "YK324", "YK320", "YK321", "YK322", "YK335"}
NOT_FOR_IT = {"YK329"}


def including(table: str, *mixins: str) -> str:
    return f"yakulang: 1\nid: club\nextends: {table}\ninclude: [{', '.join(mixins)}]\n"


def built_on(table: str) -> set[str]:
    return {file.id for file in load(table).chain}


@pytest.mark.parametrize("table", TABLES)
def test_every_table_may_include_what_it_does_not_have(table: str) -> None:
    chain = built_on(table)
    for mixin in MIXINS:
        base = read(read_file(bundled_files()[mixin], mixin)).items["extends"]
        assert isinstance(base, Scalar)
        codes = refusal(table, mixin)
        if base.text not in chain:
            assert codes == NOT_FOR_IT, mixin
        else:
            taken_out = mixin in CHANGES and load(table).node(CHANGES[mixin]) is None
            gone = {"YK323"} if taken_out and "YK330" not in codes else set()  # by itself, or by another
            assert gone <= codes <= HAS_IT | gone, mixin


def refusal(table: str, mixin: str) -> set[str]:
    try:
        load_text(including(table, mixin), "club.yaml")
    except RuleError as error:
        return {problem.code for problem in error.diagnostics}
    return set()


def test_red_fives_may_be_fives_like_any_other() -> None:
    hand = "234567m340p2278s +6s seat=S from=W with=riichi"
    assert [a.id for a in ruling("mahjongsoul", [], hand).yaku if a.is_dora] == ["red_dora"]
    assert [a.id for a in ruling("mahjongsoul", ["reds-0"], hand).yaku if a.is_dora] == []


# What a mix-in changes, where a table may have taken it out: then there is nothing to change.
CHANGES = {
    "local/pao-whole-hand": "pao.kinds.daisangen",
    "local/nagashi-yakuman": "draws.nagashi_mangan",
    "local/nagashi-haneman": "draws.nagashi_mangan",
    "local/nagashi-win": "draws.nagashi_mangan",
    "local/nagashi-closed": "draws.nagashi_mangan",
    "local/norths-8": "aside",
    "local/uma-12-4": "settlement.uma",
    "local/uma-15-5": "settlement.uma",
    "local/uma-30-10": "settlement.uma",
    "local/ties-shared": "settlement.ties",
    "local/deposits-nobody": "settlement.deposits",
    "local/bust-at-0": "match.ends.bust",
    "local/no-bust": "match.ends.bust",
    "local/no-agari-yame": "match.ends.agari_yame",
    "local/riichi-any-points": "match.riichi.points",
    "local/no-extension": "match.extension",
}


@pytest.mark.parametrize("mixin", MIXINS)
def test_a_mix_in_goes_by_its_own_id(mixin: str) -> None:
    own = mixin.rpartition("/")[2]
    root = read(read_file(bundled_files()[mixin], mixin))
    assert isinstance(root.items["id"], Scalar)
    assert root.items["id"].text == own
    assert known_names()[own] == mixin
    base = root.items["extends"]
    assert isinstance(base, Scalar)
    one, other = (load_text(including(base.text, name), "club.yaml") for name in (own, mixin))
    assert [file.key for file in one.chain] == [file.key for file in other.chain]


def test_aliases_are_no_two_files() -> None:
    """An alias that two files claim would mean whichever comes first."""
    claimed: dict[str, set[str]] = defaultdict(set)
    for name, path in bundled_files().items():
        root = read(read_file(path, name))
        for key in ("aliases", "id"):
            node = root.items.get(key)
            for item in getattr(node, "items", [node]):
                claimed[item.text.casefold()].add(name)
    assert {alias: names for alias, names in claimed.items() if len(names) > 1} == {}


def test_no_change_is_written_twice() -> None:
    """What two tables have in common is a mix-in that both include."""
    said: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name, path in bundled_files().items():
        root = read(read_file(path, path.relative_to(rulesets_folder()).as_posix()))
        if "extends" not in root.items:
            continue
        for change in stated(root):
            said[change].append(name)
    several = {change: names for change, names in said.items() if len(names) > 1}
    # four ways to count one yaku
    assert several.pop(("yaku.renhou.when", "ron and first_turn")) == [
        f"local/renhou-{worth}" for worth in ("5-han", "baiman", "mangan", "yakuman")
    ]
    # of three players no more can win; with four it is a house's rule
    assert several.pop(("several_winners.most", "2")) == ["local/two-winners", "sanma"]
    assert several == {}


def stated(root: MapNode) -> list[tuple[str, str]]:
    """Return what a file changes, takes out and adds, each as a path and a value."""
    own = {"yakulang", "id", "name", "aliases", "extends", "include", "status", "sources", "unknown", "about"}
    own |= {"instead_of"}
    found: list[tuple[str, str]] = []
    for section, node in root.items.items():
        if section in own:
            continue
        if section == "disable":
            found += [(value_text(item), "") for item in getattr(node, "items", ())]
            continue
        if section == "reds":
            found.append((section, value_text(node)))
            continue
        for path, leaf in leaves(node, "" if section == "change" else section):
            parts = path.strip(".").split(".")
            if not {"name", "examples", "redundant", "doc"} & set(parts):
                found.append((".".join(parts), value_text(leaf)))
    return found


@pytest.mark.parametrize(
    ("asked", "id"),
    [
        ("majsoul", "mahjongsoul"), ("jantama", "mahjongsoul"), ("雀魂", "mahjongsoul"), ("じゃんたま", "mahjongsoul"),
        ("Mahjong-Soul", "mahjongsoul"), ("雀魂三麻", "mahjongsoul-sanma"), ("天鳳", "tenhou"),
        ("天鳳三麻", "tenhou-sanma"),
        ("セガMJ", "sega-mj"), ("ｾｶﾞMJ", "sega-mj"), ("セガMJ三麻", "sega-mj-sanma"),
        ("雀龍門", "janryumon"), ("雀龍門三麻", "janryumon-sanma"), ("MARU-JAN", "maru-jan"), ("marujan", "maru-jan"),
        ("MARU-JAN三麻", "maru-jan-sanma"), ("三麻", "sanma"), ("一番街", "riichi-city"),
        ("一番街三麻", "riichi-city-sanma"), ("Mリーグ", "m-league"), ("tenhou-2021", "tenhou-to-2021"),
        ("WRC", "wrc-2025"), ("wrc 2015", "wrc-2015"), ("EMA", "ema-2025"), ("EMA 2016", "ema-2016"),
        ("連盟", "jpml-from-2023"), ("麻将连盟", "jpml-from-2023"), ("JPML", "jpml-from-2023"),
        ("連盟Aルール", "jpml-to-2022"), ("WRC-R", "jpml-wrc-r"), ("最高位戦", "saikouisen"),
        ("最高位战", "saikouisen"), ("クラシック", "saikouisen-classic"), ("RMU", "rmu-a"), ("RMU Bルール", "rmu-b"),
        ("μ", "mu"), ("麻将連合", "mu"), ("協会", "npm"), ("最強戦", "saikyosen"),
        ("フリー雀荘", "free-parlour"), ("関西三麻", "kansai-sanma"), ("关西三麻", "kansai-sanma"), ("ZAN", "zan"),
    ],
)  # fmt: skip
def test_names_people_type(asked: str, id: str) -> None:
    assert load_ruleset(asked).id == id


# --- what single ones do ---------------------------------------------------------------------------------


def ruling(table: str, mixins: list[str], text: str, **situation: Any) -> Ruling:
    rules = ruleset_from_text(including(table, *(f"local/{name}" for name in mixins)), "club.yaml")
    return rules.score(Hand.parse(text, **situation))


def test_mahjong_soul_without_double_yakuman() -> None:
    text = "5m111z222z333z p(444z) +5m seat=S"
    assert ruling("mahjongsoul", ["no-pao"], text).yakuman == 2
    assert ruling("mahjongsoul", ["no-double-yakuman", "no-pao"], text).yakuman == 1


def test_a_dealt_win_takes_the_best_form() -> None:
    one = ruling("mahjongsoul", ["no-pao"], "222m555p999s77s11p *7s seat=E with=tenhou")
    assert [award.id for award in one.yaku] == ["tenhou", "suuankou_tanki"]
    assert one.yakuman == 3
    later = ruling("mahjongsoul", ["no-pao"], "222m555p999s77s11p *7s seat=E")
    assert later.yakuman == 1


@pytest.mark.parametrize("other", ["renhou-baiman", "renhou-yakuman", "renhou-5-han", "ancient-yaku"])
def test_no_more_than_one_of_the_ways_to_count_renhou(other: str) -> None:
    with pytest.raises(RuleError) as caught:
        load_text(including("tenhou", "local/renhou-mangan", f"local/{other}"), "club.yaml")
    (problem,) = caught.value.diagnostics
    assert problem.code == "YK328"
    assert problem.span
    assert {span.source.name for span in (problem.span, problem.labels[0].span)} == {
        "local/renhou-mangan.yaml",
        f"local/{'renhou-yakuman' if other == 'ancient-yaku' else other}.yaml",
    }


@pytest.mark.parametrize(("table", "points"), [("wrc-2025", 32000), ("sega-mj", 32000), ("tenhou", 32000)])
def test_another_way_to_count_renhou_takes_the_place_of_that_of_the_table(table: str, points: int) -> None:
    assert ruling(table, ["renhou-yakuman"], "123m456p79s678m99p +8s seat=S with=renhou").points == points


@pytest.mark.parametrize("table", ["tenhou", "mahjongsoul", "m-league", "riichi"])
def test_any_red_set_may_be_included_anywhere(table: str) -> None:
    for mixin, reds in {"reds-3": "111", "reds-4": "121", "reds-6": "222", "reds-8": "242"}.items():
        if mixin != "reds-3" or table == "riichi":  # the others have it already
            node = load_text(including(table, f"local/{mixin}"), "club.yaml").node("reds")
            assert isinstance(node, MapNode)
            assert "".join(value_text(node.items[five]) for five in ("5m", "5p", "5s")) == reds


@pytest.mark.parametrize(
    ("mixin", "points", "limit"),
    [
        ("renhou-yakuman", 32000, "yakuman"),
        ("renhou-baiman", 16000, "baiman"),
        ("renhou-mangan", 8000, "mangan"),
        ("renhou-5-han", 12000, "haneman"),  # with pinfu
    ],
)
def test_what_renhou_is_worth(mixin: str, points: int, limit: str) -> None:
    one = ruling("tenhou", [mixin], "123m456p78s678m99p +9s seat=S with=renhou")
    assert (one.points, one.limit.id if one.limit else None) == (points, limit)


def test_ancient_yaku_are_fourteen() -> None:
    added = set(names("tenhou", "local/ancient-yaku")) - set(names("tenhou"))
    assert len(added) == 14


def names(table: str, *mixins: str) -> list[str]:
    tree = load_text(including(table, *mixins) if mixins else f"yakulang: 1\nid: x\nextends: {table}\n", "x.yaml").tree
    yaku = tree.items["yaku"]
    assert isinstance(yaku, MapNode)
    return [*yaku.items]


@pytest.mark.parametrize(
    ("table", "mixins", "reds"),
    [
        ("tenhou", [], {"5m": "1", "5p": "1", "5s": "1"}),
        ("mahjongsoul", ["reds-4"], {"5m": "1", "5p": "2", "5s": "1"}),
        ("mahjongsoul-sanma", [], {"5p": "1", "5s": "1"}),
    ],
)
def test_red_sets(table: str, mixins: list[str], reds: dict[str, str]) -> None:
    node = load_text(including(table, *(f"local/{name}" for name in mixins)), "club.yaml").node("reds")
    assert (
        {key: value_text(item) for key, item in node.items.items()} == reds if isinstance(node, MapNode) else not reds
    )


def test_north_at_each_table() -> None:
    """N1, N5, N6: a triplet of norths in the hand, and two norths set aside, with a west indicator."""
    hand = "11134p56799s444z +2p seat=W round=S from=E with=riichi"
    worth = {"tenhou-sanma": 1600, "mahjongsoul-sanma": 1600, "sega-mj-sanma": 3200, "maru-jan-sanma": 8000}
    for table, points in worth.items():
        assert load_ruleset(table).score(Hand.parse(hand)).points == points
    aside = Hand.parse("234567p340s2278s n(44z) +6s seat=W from=E dora=3z with=riichi")
    assert {a.id: a.han for a in load_ruleset("tenhou-sanma").score(aside).yaku if a.is_dora} == {
        "dora": 2,
        "red_dora": 1,
        "nukidora": 2,
    }
    for table in ("sega-mj-sanma", "maru-jan-sanma"):
        assert load_ruleset(table).score(aside).status == "invalid"


def test_open_tanyao_has_30_fu_at_janryumon() -> None:
    """F6."""
    text = "66p35678s p(222m) k(4444p) +4s seat=S from=W"
    assert ruling("riichi", ["no-ippatsu"], text).fu == 40
    for extends, fu in (("janryumon-sanma", 30), ("sanma", 40)):
        one = load_ruleset(extends).score(Hand.parse("66p35678s p(222p) k(4444p) +4s seat=S from=W"))
        assert (one.fu, one.ok) == (fu, True)
