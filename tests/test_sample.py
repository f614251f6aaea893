"""A sample of wins that comes with the checkout, so that scoring is tested wherever the tests are run.

The hands were dealt at random and chosen so that nearly every yaku is among them; their results were worked out by
another program, and those of the last rows (`worked`) by hand.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from comparing import Tally, awarded, dropped, worth

from yakulang import Hand, load_ruleset

if TYPE_CHECKING:
    from yakulang import Ruleset

SAMPLE = Path(__file__).parent / "sample" / "wins.jsonl"


@cache
def rules(*, compiled: bool) -> Ruleset:
    return load_ruleset("tenhou", compiled=compiled)


def compared(title: str, *, compiled: bool) -> Tally:
    tally = Tally(title)
    for line in SAMPLE.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        expected = row["expected"]
        ruling = rules(compiled=compiled).score(Hand.from_record(row["input"]))
        fields: dict[str, tuple[Any, Any]] = {
            "status": ("ok", ruling.status),
            "yaku": (worth(expected["yaku"]), awarded(ruling)),
            "deltas": (expected["deltas"], dropped(ruling.deltas)),
        }
        fields |= {name: (expected[name], getattr(ruling, name)) for name in ("han", "fu", "yakuman", "points")}
        tally.compare(row["id"], fields, ruling.hand)
    return tally


def test_sample() -> None:
    compared("sample", compiled=True).finish(rows=39, fields=273)


def test_sample_by_the_reference_evaluator() -> None:
    compared("sample, reference evaluator", compiled=False).finish(rows=39, fields=273)


def test_the_sample_holds_nearly_every_yaku() -> None:
    lines = SAMPLE.read_text(encoding="utf-8").splitlines()
    found = {entry["id"] for line in lines for entry in json.loads(line)["expected"]["yaku"]}
    assert {rule.id for rule in rules(compiled=True).rulebook.yaku} - found == set()
