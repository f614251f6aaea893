"""The rules that people asked for a switch of: each is a line or two of a rule file, and known tables have them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from comparing import Tally
from corpus import rows

from yakulang import load_ruleset
from yakulang.rules.catalogue import load, load_text
from yakulang.rules.nodes import Scalar
from yakulang.rules.transplant import differing

if TYPE_CHECKING:
    from yakulang import Ruleset

# what stands in the rule file of a table, which extends tenhou if not said otherwise
SWITCHES: dict[str, list[str]] = {
    "double-wind pair 2/4 fu": ["change: {fu.items.double_wind_pair.fu: 2}"],
    "kiriage": ["include: [local/kiriage]"],
    "counted yakuman: once/sanbaiman/stack": ["include: [local/no-counted-yakuman]", "include: [local/counted-double]"],
    "which yakuman count double": ["include: [local/double-yakuman]", "change: {yaku.daisuushii.yakuman: 2}"],
    "yakuman stacking and cap": ["include: [local/no-yakuman-stacking]", "change: {stacking.most: 2}"],
    "open tanyao": ["include: [local/no-open-tanyao]"],
    "renhou value": [f"include: [local/renhou-{value}]" for value in ("mangan", "baiman", "yakuman", "5-han")],
    "open no-fu hand 20/30": ["include: [local/open-pinfu-20-fu]"],
    "tsumo fu on rinshan": ["change: {fu.items.tsumo.when: tsumo and not held(pinfu) and not after_kan}"],
    "pinfu with self-draw": ["include: [local/no-tsumo-pinfu]"],
    "all green without green dragon": ["change: {yaku.ryuuiisou.when: all tiles are 23468s6z and any 6z tiles}"],
    "pao yaku set, pao scope, pao counters": [
        "include: [local/pao-suukantsu]", "change: {pao.kinds.daisangen.covers: [daisangen]}",
        "include: [local/pao-honba-discarder]",
    ],
    "double/triple win, head bump, counters and deposits": [
        "include: [local/two-winners]", "include: [local/head-bump]",
        "include: [local/triple-ron-draw]\nextends: riichi",
        "change: {several_winners.honba: each}", "change: {several_winners.deposits: own_back}",
    ],
    "kokushi on concealed kan": ["include: [local/kokushi-robs-closed-kan]"],
    "kan indicator timing": ["include: [local/kan-dora-at-once]", "include: [local/kan-dora-after-discard]"],
    "nagashi as draw or win": ["include: [local/nagashi-win]"],
    "noten total, three-player noten total": [
        "change: {draws.exhaustive.pool: 4000}", "change: {draws.exhaustive.pool: 3000}\nextends: tenhou-sanma",
    ],
    "tsumo loss": ["include: [local/split-tsumo]\nextends: tenhou-sanma"],
    "counter value": ["change: {payments.honba.ron: 1500, payments.honba.tsumo_each: 500}"],
    "uma, oka, tie, rounding, left-over deposits": [
        "include: [local/uma-30-10]", "change: {settlement.oka: none}", "include: [local/ties-shared]",
        "include: [local/whole-results]", "include: [local/deposits-nobody]",
    ],
    "riichi minimum points": ["include: [local/riichi-any-points]"],
    "open riichi as yakuman": ["include: [local/open-riichi-yakuman]"],
    "minimum han": ["include: [local/minimum-2-han]"],
}  # fmt: skip


def asked() -> dict[str, Any]:
    return next(row for row in rows("disputes") if row["kind"] == "rules")


def test_every_switch_that_people_asked_for_is_there() -> None:
    assert list(SWITCHES) == asked()["input"]["list"]


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in SWITCHES.items() for text in texts])
def test_a_switch_is_a_line_of_a_rule_file(name: str, text: str) -> None:
    """It is read, and changes something."""
    base = text.partition("extends: ")[2].strip() or "tenhou"
    lines = text if "extends" in text else f"extends: {base}\n{text}"
    made = load_text(f"yakulang: 1\nid: club\n{lines}\n", "club.yaml")
    assert differing(load(base), made), name


TABLES = {"EMA": "ema-2016", "WRC2022": "wrc-2022", "Tenhou": "tenhou", "MahjongSoul": "mahjongsoul"}


def of(rules: Ruleset, name: str) -> Any:
    """What a ruleset says, in the words of those who asked."""
    book = rules.rulebook

    def text(path: str) -> str:
        node = book.merged.node(path)
        return node.text if isinstance(node, Scalar) else ""

    doubles = [rule.id for rule in book.yaku if rule.yakuman and rule.yakuman.closed and rule.yakuman.closed.value > 1]
    covers = book.merged.node("pao.kinds.daisangen.covers")
    return {
        "kazoe": lambda: "yakuman" if text("limits.counted_yakuman.base") else "sanbaiman",
        "stack": lambda: text("stacking.yakuman") == "add",
        "double_wind_fu": lambda: int(text("fu.items.double_wind_pair.fu")),
        "renhou": lambda: text("yaku.renhou.at_least"),
        "kiriage": lambda: rules.payment(han=4, fu=30, seat="S", method="ron").points == 8000,
        "double_variants": lambda: bool(doubles),
        "tie": lambda: "split uma" if text("settlement.ties") == "shared" else "by seat",
        "triple_ron": lambda: "draw" if text("several_winners.draw_from") == "3" else "paid",
        "ankan_chankan_kokushi": lambda: "not held(kokushi)" in text("forbidden.closed_kan_robbed.when"),
        "pao_scope": lambda: "whole hand" if isinstance(covers, Scalar) else "liable yakuman only",
        "pao_honba": lambda: text("pao.ron.honba"),
    }[name]()


def test_known_tables_have_what_is_said_of_them() -> None:
    tally = Tally("disputes, rules")
    for preset, said in asked()["expected"]["presets"].items():
        rules = load_ruleset(TABLES[preset])
        tally.compare(preset, {name: (value, of(rules, name)) for name, value in said.items()})
    tally.finish(rows=4, fields=18)
