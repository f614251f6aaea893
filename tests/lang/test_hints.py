"""Hints of the condition language: who follows one is not led to another mistake."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
import yaml
from comparing import Tally
from lang_tools import checker, written

from yakulang.errors import Diagnostic, RuleError
from yakulang.lang.sound import LIKE
from yakulang.lang.wording import Phrases

ROWS = yaml.safe_load((Path(__file__).parent / "hints.yaml").read_text("utf-8"))


def told(phrase: str) -> Diagnostic:
    with pytest.raises(RuleError) as raised:
        checker().condition(written(phrase), "yaku")
    (diagnostic,) = raised.value.diagnostics
    return diagnostic


def right(condition: str) -> bool:
    try:
        checker().condition(written(condition), "yaku")
    except RuleError:
        return False
    return True


def test_every_hint_can_be_followed() -> None:
    tally = Tally("hints of wrong phrases")
    for row in ROWS:
        said = told(row["phrase"])
        hint = row.get("hint") or row.get("says") or LIKE
        fields = {"code": (row["code"], said.code), "hint": (hint, said.hint)}
        if "hint" in row:
            fields |= {f"`{one}`": (True, right(one)) for one in row["hint"].split(", ")}
        tally.compare(row["phrase"], fields)
    tally.finish(rows=232, fields=719)


def test_the_conditions_that_are_shown_are_right() -> None:
    for one in LIKE.partition(": ")[2].split("; "):
        checker().condition(written(one), "yaku")


def test_a_mistake_in_a_longer_condition_is_mended_where_it_stands() -> None:
    assert told("riichi and all suits and any 5z triplets").hint == "riichi and exactly 3 suits and any 5z triplets"
    assert told("closed and wait: tanki").hint == "closed and wait is tanki"


def test_what_describes_no_tile_twice_is_meant_as_or() -> None:
    assert told("all tiles are terminal and honor").hint == "all tiles are (terminal or honor)"
    assert told("all groups are outside and honor").hint == "all groups are (outside and honor)"


def test_a_word_that_nobody_knows_is_kept() -> None:
    assert told("if foo then tsumo").hint == "foo and tsumo"


def test_hints_survive_being_sent() -> None:
    hint = Phrases("any pairs, no pairs", "tsumo and any pairs")
    again = pickle.loads(pickle.dumps(hint))  # noqa: S301
    assert (again, again.text) == (hint, hint.text)
