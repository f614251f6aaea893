"""Hands of three players that broke other scorers, each with what it is worth and why."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from comparing import Tally, dropped
from corpus import rows
from test_disputes import fields_of

from yakulang import Hand, ruleset_from_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from yakulang import Ruleset

# What the rows call a rule, said as a rule file says it. `sanma` is three players with tsumo loss and two red fives.
BASES = {True: "extends: sanma\ninclude: [local/reds-2{more}]\n", False: "extends: riichi\ninclude: [local/reds-3]\n"}
MORE = {
    None: "",
    ("honba_unit", 100): "",
    ("honba_unit", 500): ", local/honba-1000",
    ("honba_ron", 300): "",
}
CHANGES = {("honba_ron", 300): "change: {payments.honba.ron: 300}\n"}


@cache
def table(sanma: bool, option: tuple[str, int] | None) -> Ruleset:
    base = BASES[sanma].format(more=MORE[option])
    return ruleset_from_text(f"yakulang: 1\nid: disputed\n{base}{CHANGES.get(option, '')}", "disputed.yaml")


def ruleset(rules: Mapping[str, Any]) -> Ruleset:
    options = [item for item in rules.items() if item[0] != "sanma"]
    assert len(options) <= 1
    return table(rules["sanma"], options[0] if options else None)


def test_disputed_hands_of_three() -> None:
    """Every row and every variant; a variant says only in which rule or tiles it differs."""
    tally = Tally("disputes, sanma")
    for row in rows("disputes"):
        if row["kind"] != "sanma":
            continue
        cases: list[tuple[str, Any, Any, Any]] = [(row["id"], {}, {}, row["expected"])]
        cases += [
            (f"{row['id']}, {v['name']}", v["rules"], v.get("input_changes", {}), v["expected"])
            for v in row.get("variants", ())
        ]
        for name, rules, changes, expected in cases:
            # a variant of the counters replaces the option of the row
            said = {"sanma": row["rules"]["sanma"], **(rules or row["rules"])}
            given = {**row["input"], **changes}
            if "closed" not in given:
                fields = counters(ruleset(said), given, expected)
            else:
                ruling = ruleset(said).score(Hand.from_record(given))
                fields = fields_of(row["id"], ruling, expected)
            tally.compare(name, fields, given)
    tally.finish(rows=9, fields=66)


def counters(rules: Ruleset, given: Mapping[str, Any], expected: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    """A mangan with counters, asked without any hand."""
    assert given["points"] == 8000
    paid = rules.payment(
        han=5, fu=30, seat=given["winner"], method=given["method"], discarder=given["discarder"], honba=given["honba"]
    )
    assert paid.points == given["points"]
    return {"deltas": (dropped(expected["deltas"]), dropped(paid.deltas))}
