"""Recorded and disputed payments of liable players, asked for without a hand."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from comparing import Tally, dropped
from corpus import rows

from yakulang import load_ruleset, ruleset_from_text
from yakulang.rules.bundle import bundled_files

if TYPE_CHECKING:
    from yakulang import Ruleset, Ruling

OWN = Path(__file__).parent / "rulesets"

# What the disputed rows call an option, said as a rule file says it; on the rules that cover only that yakuman.
RULES: dict[tuple[str, str], str] = {
    ("double_yakuman", "True"): "yaku.daisuushii.yakuman: 2",
    ("pao_scope", "liable yakuman only"): "",
    ("pao_scope", "whole hand"): "pao.kinds.daisangen.covers: all, pao.kinds.daisuushii.covers: all",
    ("pao_honba", "liable"): "",
    ("pao_honba", "discarder"): "pao.ron.honba: discarder",
    ("pao_honba", "normal"): "pao.ron.honba: discarder, pao.tsumo.honba: each",
    ("pao_yaku", "['daisangen', 'daisuushii', 'suukantsu']"): "suukantsu",
}
SUUKANTSU = "pao: {kinds: {suukantsu: {covers: [suukantsu], sealed_when: exactly 4 quad melds}}}"


@cache
def ruleset(*stated: tuple[str, str]) -> Ruleset:
    changes = [RULES[rule] for rule in stated if RULES[rule]]
    text = f"yakulang: 1\nid: disputed\nextends: riichi\n{SUUKANTSU if 'suukantsu' in changes else ''}\n"
    if changes := [change for change in changes if change != "suukantsu"]:
        text += f"change: {{{', '.join(changes)}}}\n"
    return ruleset_from_text(text)


def asked(rules: Ruleset, row: dict[str, Any], liable: dict[str, str], discarder: str | None) -> Ruling:
    yakuman = {}
    for said in row["yakuman"]:
        found = re.match(r"(\w+)(?: x(\d))?", said)
        assert found
        yakuman[found[1]] = int(found[2] or 1)
    return rules.payment(
        yakuman=yakuman, seat=row["winner"], method=row["method"], discarder=discarder, honba=row["honba"],
        deposits=row["sticks"], liable=liable,
    )  # type: ignore[arg-type]  # fmt: skip


def test_recorded_liabilities() -> None:
    tally = Tally("pao")
    for row in rows("pao"):
        name = row["rules"]
        rules = load_ruleset(name if name in bundled_files() else str(OWN / f"{name}-liability.yaml"))
        ruling = asked(rules, row, row["liable"], row["from"])
        tally.compare(row["id"], {"deltas": (dropped(row["expected"]["deltas"]), dropped(ruling.deltas))}, row)
    tally.finish(rows=7, fields=7)


def test_disputed_liabilities() -> None:
    tally = Tally("disputes, pao")
    for row in rows("disputes"):
        if row["kind"] != "pao":
            continue
        for case in (row, *row.get("variants", ())):
            given = {**row["input"], **case.get("input_changes", {})}
            rules = ruleset(*((name, str(value)) for name, value in case["rules"].items()))
            (liable,) = [said for said in given["yakuman"] if "(liable)" in said] or given["yakuman"]
            ruling = asked(rules, given, {liable.split()[0]: given["liable"]}, given.get("discarder"))
            fields = {"deltas": (dropped(case["expected"]["deltas"]), dropped(ruling.deltas))}
            if "delta_sum" in case["expected"]:
                fields["delta sum"] = case["expected"]["delta_sum"], sum((ruling.deltas or {}).values())
            tally.compare(f"{row['id']} {case.get('name', '')}", fields, given)
    tally.finish(rows=7, fields=10)


def test_the_league_with_counters_by_the_discarder() -> None:
    """A league's own: suukantsu too, counters of a ron by the discarder."""
    rules = load_ruleset("jpml-from-2023")
    found = rules.payment(yakuman=1, seat="S", method="ron", discarder="N", honba=2, liable={"suukantsu": "W"})
    assert found.deltas == {"E": 0, "S": 32600, "W": -16000, "N": -16600}
    found = rules.payment(yakuman=1, seat="S", method="tsumo", honba=2, liable={"suukantsu": "W"})
    assert found.deltas == {"E": 0, "S": 32600, "W": -32600, "N": 0}
