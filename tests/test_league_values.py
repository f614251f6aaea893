"""Every value of the table of leagues and platforms that concerns a win stands in the ruleset of that name."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import pytest
from comparing import Tally
from corpus import CORPUS

from yakulang import Ruleset
from yakulang.engine.reference import ReferenceConditions
from yakulang.rules.build import build
from yakulang.rules.catalogue import load
from yakulang.rules.nodes import MapNode, Scalar, leaves

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


TABLES = {
    "Tenhou 4p": "tenhou", "Tenhou 3p": "tenhou-sanma", "Mahjong Soul 4p": "mahjongsoul",
    "Mahjong Soul 3p": "mahjongsoul-sanma", "M-League": "m-league", "WRC 2015": "wrc-2015", "WRC 2022": "wrc-2022",
    "WRC 2025": "wrc-2025", "EMA 2016": "ema-2016", "EMA 2025": "ema-2025", "JPML to 2022": "jpml-to-2022",
    "JPML from 2023": "jpml-from-2023", "Saikouisen": "saikouisen", "Saik. Classic": "saikouisen-classic",
    "RMU A/B/M": "rmu-a rmu-b rmu-m", "Mu": "mu", "NPM": "npm", "Saikyosen": "saikyosen",
}  # fmt: skip
# the sources leave these open, or say nothing of them; the file says so under `unknown`
OTHERWISE = {
    ("jpml-to-2022", "kokushi ron on ankan"),  # a text of 2012 allows it, a later one does not
    ("wrc-2015", "kan dora timing"),  # the page that the value is from says: immediately after the call
    ("rmu-b", "kan dora timing"),  # without kan dora
}


@cache
def table(name: str) -> Ruleset:
    rulebook = build(load(name))
    return Ruleset(rulebook, ReferenceConditions(rulebook))


def text(rules: Ruleset, path: str) -> str:
    node = rules.rulebook.merged.node(path)
    return node.text if isinstance(node, Scalar) else ""


def there(path: str) -> Callable[[Ruleset], str]:
    return lambda rules: "yes" if rules.rulebook.merged.node(path) is not None else "no"


def reds(rules: Ruleset) -> str:
    node = rules.rulebook.merged.node("reds")
    return " ".join(f"0{kind[1]}" for kind in node.items) if isinstance(node, MapNode) else "none"


def turned(rules: Ruleset) -> str:
    when = rules.rulebook.turned["open_kan"]
    return {"at_once": "at once", "never": "n/a"}.get(when, "ankan at once, open kan late")


def cap(rules: Ruleset) -> str:
    counted = any(limit.id == "counted_yakuman" for limit in rules.rulebook.limits)
    return "1Y" if counted else "sanbaiman"


def stacking(rules: Ruleset) -> str:
    most = rules.rulebook.stacking.most
    return f"yes, at most {most}Y" if most else {"add": "yes", "highest": "no"}[rules.rulebook.stacking.yakuman]


def doubles(rules: Ruleset) -> str:
    double = [
        rule.id
        for rule in rules.rulebook.yaku
        if rule.yakuman and rule.yakuman.closed and rule.yakuman.closed.value > 1
    ]
    return ", ".join(sorted(double)) or "none"


def renhou(rules: Ruleset) -> str:
    found = [rule for rule in rules.rulebook.yaku if rule.id == "renhou"]
    if not found:
        return "none"
    han = found[0].han
    return f"{han.closed.value} han" if han and han.closed else str(found[0].at_least)


def winners(rules: Ruleset) -> str:
    several = rules.rulebook.several_winners
    return "abort" if several.draw_from else {1: "head bump", 2: "2", 3: "3"}[several.most.value]


def liability(rules: Ruleset) -> str:
    kinds = rules.rulebook.liability.kinds if rules.rulebook.liability else ()
    short = {"daisangen": "dsg", "daisuushii": "dss", "suukantsu": "skt"}
    return ", ".join(short[kind.id] for kind in kinds) or "none"


def covered(rules: Ruleset) -> str:
    book = rules.rulebook.liability
    return "n/a" if book is None else "whole hand" if book.kinds[0].covers is None else "that yakuman"


def shares(rules: Ruleset) -> str:
    book = rules.rulebook.liability
    return "n/a" if book is None else "half each" if {str(part) for part in book.ron.values()} == {"1/2"} else "other"


def robbing(rules: Ruleset) -> str:
    return "yes" if "kokushi" in text(rules, "forbidden.closed_kan_robbed.when") else "no"


VALUES: dict[str, Callable[[Ruleset], str]] = {
    "players": lambda rules: str(rules.rulebook.players),
    "red fives": reds,
    "ippatsu": there("yaku.ippatsu"),
    "ura dora": there("dora.kinds.ura_dora"),
    "kan dora": there("dora.kinds.kan_dora"),
    "kan ura": there("dora.kinds.kan_ura_dora"),
    "kan dora timing": turned,
    "kuitan": there("yaku.tanyao.han.open"),
    "double-wind pair fu": lambda rules: text(rules, "fu.items.double_wind_pair.fu"),
    "rinshan tsumo fu": lambda rules: "0" if "after_kan" in text(rules, "fu.items.tsumo.when") else "2",
    "pinfu tsumo": lambda rules: "yes, 20" if "held(pinfu)" in text(rules, "fu.items.tsumo.when") else "no",
    "open pinfu-shape ron fu": lambda rules: text(rules, "fu.floors.open_ron.fu"),
    "kiriage mangan": lambda rules: "yes" if "1920" in text(rules, "limits.mangan.when") else "no",
    "kazoe (13+)": there("limits.counted_yakuman"),
    "cap without yakuman": cap,
    "yakuman stacking": stacking,
    "double yakuman list": doubles,
    "renhou": renhou,
    "multiple ron": winners,
    "honba (ron)": lambda rules: text(rules, "payments.honba.ron"),
    "pao list (dsg, dss, skt)": liability,
    "pao scope": covered,
    "pao ron shares": shares,
    "pao honba payer (ron)": lambda rules: rules.rulebook.liability.ron_honba if rules.rulebook.liability else "n/a",
    "kokushi ron on ankan": robbing,
}
# where a file says that a value is unknown
OPEN = {
    "kan dora timing": "dora.turned", "rinshan tsumo fu": "fu.items.tsumo.when", "pinfu tsumo": "fu.items.tsumo.when",
    "open pinfu-shape ron fu": "fu.floors.open_ron", "pao scope": "pao.kinds.daisangen.covers", "renhou": "renhou",
    "pao ron shares": "pao.ron", "kokushi ron on ankan": "forbidden.closed_kan_robbed",
}  # fmt: skip
# where it says what one preset only has, or that sources differ (grade D)
WEAK = {
    **OPEN, "start": "setup.start", "oka (to first)": "setup.start", "red fives": "reds", "renhou": "yaku.renhou",
    "double-wind pair fu": "fu.items.double_wind_pair.fu", "kiriage mangan": "limits.mangan.when",
    "kazoe (13+)": "limits.counted_yakuman", "cap without yakuman": "limits.counted_yakuman", "ties": "settlement.ties",
    "yakuman stacking": "stacking.yakuman", "abortive draws": "draws.kyuushu_kyuuhai",
    "pao honba payer (ron)": "pao.ron.honba", "leftover sticks": "settlement.deposits",
    "rounding of result": "settlement.rounding", "chombo (points)": "settlement.extras.chombo.points",
}  # fmt: skip
# what a cell says, in the words of the functions above
SAID = {
    "none": "0", "all paid": "3", "no, 1Y": "no", "as 4p": "ankan at once, open kan late",
    "as 4p; also at nuki": "ankan at once, open kan late", "before next discard": "ankan at once, open kan late",
    "mangan only": "mangan", "mangan or the hand if better": "mangan", "mangan, not if the hand has 6+ han": "mangan",
    "2; 3 = abort": "abort", "200; tsumo 100 each": "200",
}  # fmt: skip


def written() -> Iterator[tuple[str, list[str], str]]:
    """Yield field, rulesets and the text of each cell of the two tables."""
    path = CORPUS.parent / "rules" / "leagues.md"
    if not path.exists():
        pytest.skip(f"no {path}")
    heads: list[str] = []
    for line in path.read_text("utf-8").partition("### 13a")[2].partition("## 14")[0].splitlines():
        row = [cell.strip() for cell in line.strip("|").split("|")]
        if row[0] == "field":
            heads = row
        elif len(row) > 1 and heads and not set(row[0]) <= set("-: "):
            for head, cell in zip(heads[1:], row[1:], strict=True):
                yield row[0], TABLES[head].split(), cell


def cells() -> Iterator[tuple[str, str, str]]:
    """Yield field, ruleset and value of the two tables, the first of several values where sources differ."""
    for field, names, cell in written():
        if field in VALUES:
            value = re.sub(r" [A-D]$|\(.*?\)|, none if robbed", "", cell).strip()
            value = re.sub(r"\s+[A-D]$|,? none if robbed|\s+[A-D](?=,)", "", value).strip()
            parts = value.split("/") if len(names) > 1 and "/" in value and value != "n/a" else [value] * len(names)
            yield from ((field, name, part) for name, part in zip(names, parts, strict=True))


def test_every_value_of_the_table_is_in_its_file() -> None:
    tally = Tally("values of leagues and platforms")
    for field, name, cell in cells():
        if cell in ("unknown", "n/a") or (name, field) in OTHERWISE:
            tally.leave_out(f"{name} {field}", "not known")
            continue
        got = VALUES[field](table(name))
        wanted = SAID.get(cell, cell) if cell != "none" or field == "honba (ron)" else "none"
        if field == "double yakuman list":
            wanted = VALUES[field](table("mahjongsoul")) if cell == "as 4p" else ", ".join(sorted(cell.split(", ")))
        tally.compare(f"{name} {field}", {field: (wanted, got)})
    tally.finish(rows=441, fields=441, left_out=59)


def test_what_no_source_says_is_unknown_in_the_file() -> None:
    missing = []
    for field, name, cell in cells():
        if cell == "unknown":
            said = " ".join(leaf.text for _, leaf in leaves(table(name).rulebook.merged.tree.items["unknown"]))
            missing += [] if OPEN[field] in said else [f"{name}: {OPEN[field]}"]
    assert missing == []


def test_what_is_weak_is_said_under_unknown() -> None:
    """A value of one preset only, or one that sources dispute, is used and listed."""
    asked, missing = 0, []
    for field, names, cell in written():
        for name in names if re.search(r" D\b", cell) and field != "kuikae" else ():  # no rule of the files
            said = [leaf.text for _, leaf in leaves(table(name).rulebook.merged.tree.items["unknown"])]
            asked += 1
            missing += [] if any(text.startswith(WEAK[field]) for text in said) else [f"{name}: {WEAK[field]}"]
    assert missing == []
    assert asked == 60
