"""Results of whole games as their platforms recorded them, under the rules of each."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
from comparing import Tally
from corpus import rows

from yakulang import Ruleset, load_ruleset, ruleset_from_text

# what the rows call rules that are not bundled by that name
RULES = {"tenhou to 2021": "tenhou-to-2021", "tenhou-sanma to 2021": "tenhou-sanma-to-2021"}
HEAD = "yakulang: 1\nid: of-the-row\n"
TEXTS = {
    "tenhou special lobby": f"{HEAD}extends: tenhou-to-2021\nchange: {{settlement.uma: [30, 10, -10, -30]}}\n",
}
# rows under a lobby's own rules, and what these change
OWN = {
    "bye.xml#g1": f"{HEAD}extends: tenhou-to-2021\nchange: {{settlement.uma: [10, 5, -5, -10]}}\n",
    "newattr2023.xml#g1": f"{HEAD}extends: tenhou\n"
    "change: {setup.start: 30000, settlement.uma: [10, 10, -10, -10]}\n",
    **dict.fromkeys(
        ["ratio.xml#g1", "sanma.xml#g1"],
        f"{HEAD}extends: tenhou\n"
        "change: {setup.start: 1000, settlement.return: 1000, settlement.uma: [0, 0, 0, 0]}\n",
    ),
    # rooms of Riichi City with 30000 and 50000 points to begin with; in the latter no oka and 10 of uma
    **dict.fromkeys(
        ["rc-iroiroFriendMatch", "rc-waremeSampleFrendMatch"],
        f"{HEAD}extends: sanma\nchange: {{setup.start: 30000}}\n",
    ),
    **dict.fromkeys(
        [
            *("rc-cd1akouai08a0i7ctb6g", "rc-cd1an16ai08a0i7cthlg", "rc-cd1anteai08a0i7ctjbg"),
            *("rc-cd1bilmai08a0i7cvlh0", "rc-cd1c50eai08a0i7d1dlg", "rc-cd1cm9mai08a0i7d3ht0"),
        ],
        f"{HEAD}extends: sanma\n"
        "change: {setup.start: 50000, settlement.return: 50000, settlement.uma: [10, 0, -10]}\n",
    ),
    "ms-B": f"{HEAD}extends: mahjongsoul\nchange: {{setup.start: 200000, settlement.return: 200000}}\n",
}


@cache
def ruleset(name: str) -> Ruleset:
    return ruleset_from_text(TEXTS[name]) if name in TEXTS else load_ruleset(RULES.get(name, name))


def ruleset_of(row: dict[str, object]) -> Ruleset:
    name = str(row["id"])
    if name in OWN:
        return ruleset_from_text(OWN[name])
    return ruleset(str(row["rules"]))


@pytest.mark.parametrize(
    ("name", "count", "fields"),
    [
        ("tenhou", 11, 44),
        ("tenhou to 2021", 449, 1796),
        ("tenhou special lobby", 1, 4),
        ("tenhou-sanma", 1141, 3423),
        ("tenhou-sanma to 2021", 1, 3),
        ("mahjongsoul", 3, 12),
        ("mahjongsoul-sanma", 1, 3),
        ("riichi-city", 1, 4),
        ("riichi-city-sanma", 10, 30),
    ],
)
def test_recorded_results(name: str, count: int, fields: int) -> None:
    """The result of every player of every row; `count` rows have these rules."""
    tally = Tally(f"finals under {name}")
    for row in rows("finals"):
        if row["rules"] == name:
            settled = ruleset_of(row).settle(row["scores"])
            wanted = [Fraction(str(result)) for result in row["expected"]]
            got = dict(zip(settled.results, zip(wanted, settled.results.values(), strict=True), strict=True))
            tally.compare(row["id"], got, row["scores"])
    tally.finish(rows=count, fields=fields)


def test_every_row_has_rules_here() -> None:
    assert len(list(rows("finals"))) == 11 + 449 + 1 + 1141 + 1 + 3 + 1 + 1 + 10
