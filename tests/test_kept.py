"""A ruleset that is kept rules as the reference evaluator does, in every field and in every language.

Kept data answer, or say that they can't tell; how many they left to the rule files is counted.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from random import Random
from typing import TYPE_CHECKING

import pytest
from comparing import Tally
from corpus import rows

from yakulang import Hand, Ruleset, load_ruleset
from yakulang.engine.compiled import CompiledConditions
from yakulang.engine.kept.encode import encoded
from yakulang.engine.kept.ruleset import BeyondError, KeptRuleset
from yakulang.engine.reference import ReferenceConditions
from yakulang.engine.remarks import remarked
from yakulang.message import LANGUAGES
from yakulang.report.ruling_text import ruling_text
from yakulang.rules.listing import listed
from yakulang.testing.deal import Kit, deal_any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

TABLES = sorted(entry.id for entry in listed() if not entry.mixin)
HANDS = 12  # of each table by the reference evaluator
MORE = 40  # of each table by compiled conditions, which are held to the same measure elsewhere


@cache
def full(name: str) -> Ruleset:
    return load_ruleset(name)


@cache
def kept(name: str) -> KeptRuleset:
    """Return a ruleset as it comes back from the cache: by way of JSON."""
    code = full(name).code
    assert isinstance(code, CompiledConditions)
    return KeptRuleset(json.loads(json.dumps(encoded(full(name).rulebook, code))))


def compare(tally: Tally, name: str, hands: Iterable[tuple[str, Hand]], judge: Ruleset) -> None:
    """Compare rulings with remarks: as JSON, and as text in one language after another."""
    for place, (row, hand) in enumerate(hands):
        expected = remarked(judge, hand)
        try:
            found, names = kept(name).answer(hand)
        except BeyondError:
            tally.leave_out(f"{name} {row}", "for the rule files")
            continue
        lang = LANGUAGES[place % len(LANGUAGES)]
        texts = ruling_text(expected, judge.rulebook, lang), ruling_text(found, names, lang)
        tally.compare(row, {"ruling": (expected.as_json(), found.as_json()), "text": texts}, f"{hand}    {name}")


def dealt(name: str, number: int) -> Iterator[tuple[str, Hand]]:
    """Yield random hands of a table, one in four without a seat."""
    kit, rng = Kit.of(full(name).rulebook), Random(name)
    for place in range(number):
        hand = deal_any(rng, kit)
        if place % 4 == 3:
            hand = replace(hand, seat=None)
        yield f"{name} {place}", hand.known_good()


def recorded(file: str, one_in: int) -> Iterator[tuple[str, Hand]]:
    """Yield one in so many of the hands of a corpus file."""
    for place, row in enumerate(rows(file)):
        if place % one_in == 0:
            yield f"{file} {place}", Hand.from_record(row["input"])


def finish(tally: Tally, hands: int) -> None:
    """Fail where something differed, or where more than one hand in twenty was left to the rule files."""
    left = len(tally.left_out)
    rows = hands * len(TABLES) - left
    tally.finish(rows=rows, fields=2 * rows, left_out=left)
    assert 20 * left <= rows + left


def test_random_hands_by_the_reference_evaluator() -> None:
    tally = Tally("kept rulesets with the reference evaluator")
    for name in TABLES:
        rules = full(name).rulebook
        compare(tally, name, dealt(name, HANDS), Ruleset(rules, ReferenceConditions(rules)))
    finish(tally, HANDS)


def test_random_hands_by_compiled_conditions() -> None:
    tally = Tally("kept rulesets with compiled conditions")
    for name in TABLES:
        compare(tally, name, dealt(name, MORE), full(name))
    finish(tally, MORE)


@pytest.mark.parametrize(
    ("file", "name", "one_in", "counted"),
    [
        ("recorded-wins", "tenhou", 60, (167, 0)),
        ("generated-wins", "riichi", 200, (60, 4)),
        ("wins-tenhou-sanma", "tenhou-sanma", 60, (108, 0)),
        ("wins-mahjongsoul-hands", "mahjongsoul", 10, (62, 0)),
    ],
)
def test_recorded_hands(file: str, name: str, one_in: int, counted: tuple[int, int]) -> None:
    tally = Tally(f"{file} under {name}, kept")
    compare(tally, name, recorded(file, one_in), full(name))
    rows, left_out = counted
    tally.finish(rows=rows, fields=2 * rows, left_out=left_out)


def test_what_is_handed_out_can_not_be_written_to() -> None:
    """As of a ruleset made from its files: what a ruling shows belongs to the ruleset."""
    ruling = kept("tenhou").score(Hand.parse("22m333p444s777s55z *2m seat=E"))
    assert ruling.limit is not None
    for mapping in (ruling.yaku[0].names, ruling.limit.names):
        with pytest.raises(TypeError, match="write to a copy"):
            mapping["en"] = "x"  # type: ignore[index]
