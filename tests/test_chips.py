"""Chips in Python: beside the points, the same by every evaluator and in columns, nothing where a table has none."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from comparing import Tally

from yakulang import Hand, Ruleset, load_ruleset, ruleset_from_text
from yakulang.cli import main
from yakulang.engine.compiled import CompiledConditions
from yakulang.engine.fast.answer import Answers
from yakulang.engine.kept.encode import encoded
from yakulang.engine.kept.ruleset import BeyondError, KeptRuleset
from yakulang.report.explain import explain
from yakulang.report.ruling_text import ruling_text
from yakulang.testing.agree import Agreement
from yakulang.testing.deal import Kit, deal_any

if TYPE_CHECKING:
    from yakulang import Ruling

TEXT = """\
yakulang: 1
id: parlour
extends: tenhou
include: [local/chips-ippatsu, local/chips-ura, local/chips-reds, local/chips-yakuman]
"""
RULES = ruleset_from_text(TEXT, "parlour.yaml")
MANY = load_ruleset(Path(__file__).parent / "rulesets" / "chips.yaml")
SANMA = """\
yakulang: 1
id: parlour-sanma
extends: tenhou-sanma
include: [local/chips-ippatsu, local/chips-ura, local/chips-reds, local/chips-yakuman]
"""
MIXINS = [f"local/chips-{name}" for name in ("ippatsu", "ura", "reds", "yakuman")]
HAND = "340m456p78s11555z {}9s {} with=riichi,ippatsu ura=7z sticks=1"


def test_a_ruling_has_them_beside_its_points() -> None:
    ruling = RULES.score(Hand.parse(HAND.format("+", "seat=S from=W")))
    assert [(line.id, line.count, line.chips) for line in ruling.chips] == [
        ("ippatsu", 1, 1),
        ("ura_dora", 3, 3),
        ("red_tiles", 1, 1),
    ]
    assert ruling.chip_deltas == {"E": 0, "S": 5, "W": -5, "N": 0}
    assert ruling.points == load_ruleset("tenhou").score(Hand.parse(HAND.format("+", "seat=S from=W"))).points
    assert ruling.as_json()["chips"][1] == {
        "id": "ura_dora",
        "count": 3,
        "chips": 3,
        "rule": "local/chips-ura.yaml:19",
    }


def test_who_pays_may_not_be_known() -> None:
    """Without the discarder's seat it is known how many they pay; without the winner's, too."""
    ruling = RULES.score(Hand.parse(HAND.format("+", "seat=S")))
    assert (sum(line.chips for line in ruling.chips), ruling.chip_deltas) == (5, None)
    ruling = RULES.score(Hand.parse(HAND.format("*", "")))
    assert (sum(line.chips for line in ruling.chips), ruling.chip_deltas) == (5, None)
    east, others = (group.ruling for group in ruling.by_seat)
    assert east.chip_deltas == {"E": 15, "S": -5, "W": -5, "N": -5}
    assert others.chip_deltas is not None


def test_no_chips_without_a_rule() -> None:
    ruling = load_ruleset("tenhou").score(Hand.parse(HAND.format("+", "seat=S from=W")))
    assert ruling.chips == ()
    assert "chips" not in ruling.as_json()
    assert "chips" not in ruling_text(ruling, load_ruleset("tenhou").rulebook)


def test_each_winner_has_their_own() -> None:
    hands = [
        Hand.parse("340m456p78s11555z +9s seat=S from=W with=riichi ura=7z sticks=2"),
        Hand.parse("123m234p78s99m222z +9s seat=N from=W with=riichi ura=7z sticks=2"),
    ]
    table = RULES.score_winners(hands)
    assert [(one.seat, one.ruling.chip_deltas) for one in table.winners] == [
        ("N", {"E": 0, "S": 0, "W": 0, "N": 0}),
        ("S", {"E": 0, "S": 4, "W": -4, "N": 0}),
    ]


@pytest.mark.parametrize(("rules", "hands"), [("chips", 300), ("sanma", 150), ("zan", 150), *((m, 80) for m in MIXINS)])
def test_every_evaluator_counts_them_alike(rules: str, hands: int, tmp_path: Path) -> None:
    """The reference evaluator, compiled conditions, the quick scorer and columns, on random hands."""
    written = {"chips": str(Path(__file__).parent / "rulesets" / "chips.yaml"), "sanma": str(tmp_path / "sanma.yaml")}
    (tmp_path / "sanma.yaml").write_text(SANMA, "utf-8")
    agreement = Agreement([written.get(rules, rules)])
    for number in range(hands):
        agreement.compare(21, number)
    agreement.compare_columns()
    tally = agreement.tally
    assert tally.differences == []
    assert tally.rulings.total() == hands
    assert tally.rulings["ok"] > hands * 0.6


def dealt(rules: Ruleset, number: int) -> list[Hand]:
    """Return random hands, one in five without a seat."""
    rng, kit = Random(8), Kit.of(rules.rulebook)
    hands = [deal_any(rng, kit).known_good() for _ in range(number)]
    return [replace(hand, seat=None).known_good() if n % 5 == 4 else hand for n, hand in enumerate(hands)]


def test_every_thing_is_paid_in_the_hands_that_are_compared() -> None:
    paid = Counter(line.id for hand in dealt(MANY, 600) for line in MANY.score(hand).chips)
    assert {rule.id for rule in MANY.rulebook.chips if paid[rule.id] < 3} == set()


def test_the_quick_scorer_counts_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """The judge is asked only where it is asked without chips."""

    def judged(*_: object) -> Ruling:
        raise AssertionError("the judge was asked")

    monkeypatch.setattr(Answers, "_whole", judged)
    ruling = RULES.score(Hand.parse(HAND.format("+", "seat=S from=W")))
    assert {line.id: line.chips for line in ruling.chips} == {"ippatsu": 1, "ura_dora": 3, "red_tiles": 1}


def test_kept_rulesets_count_them() -> None:
    tally = Tally("chips of kept rulesets")
    for rules in (MANY, ruleset_from_text(SANMA, "sanma.yaml"), load_ruleset("zan")):
        rulebook, code = rules.rulebook, rules.code
        assert isinstance(code, CompiledConditions)
        kept = KeptRuleset(json.loads(json.dumps(encoded(rulebook, code))))
        for hand in dealt(rules, 60):
            try:
                found = kept.score(hand)
            except BeyondError:
                tally.leave_out(str(hand), "for the rule files")
                continue
            expected = rules.score(hand).as_json()
            tally.compare(str(hand), {"ruling": (expected, found.as_json())}, f"{hand}    {rules.id}")
    left = len(tally.left_out)
    tally.finish(rows=180 - left, fields=180 - left, left_out=left)
    assert left < 20


def test_marks_that_chips_alone_tell() -> None:
    """A red five is no dora here, but it is paid for."""
    text = """\
yakulang: 1
id: reds-in-chips
extends: riichi
include: [local/reds-3, local/chips-reds]
disable: [dora.kinds.red_dora]
"""
    rules = ruleset_from_text(text, "reds.yaml")
    assert rules.tells_mark(1)
    assert not ruleset_from_text(text.replace(", local/chips-reds", ""), "reds.yaml").tells_mark(1)


@pytest.mark.parametrize(("each", "payable"), [("10 ^ 12", True), ("10 ^ 13", False), ("honba * honba * honba", False)])
def test_more_chips_than_anybody_has(each: str, payable: bool) -> None:
    """Where a hand could come to more than a ruling has place for, the judge looks at every one."""
    text = f"{{ron: 1000, tsumo_each: 1000, each: {each}}}"
    rules = ruleset_from_text(f"yakulang: 1\nid: rich\nextends: tenhou\nchips: {{x: {text}}}\n", "rich.yaml")
    assert (rules._answers is not None) == payable
    few, many = (rules.score(Hand.parse(HAND.format("+", f"seat=S from=W honba={n}"))) for n in (0, 999))
    assert few.status == ("invalid" if each == "10 ^ 13" else "ok")
    assert many.status == ("ok" if each != "10 ^ 13" else "invalid")
    assert few.ok or few.errors[0].code == "YK583"


def test_the_reasons_are_told() -> None:
    (one,) = explain(RULES, Hand.parse(HAND.format("+", "seat=S from=W")))
    told = {item.id: [reason.text for reason in item.reasons] for item in one.chips}
    assert told == {
        "ippatsu": ["One shot is held"],
        "ura_dora": [],
        "red_tiles": ["the hand is closed", "red tiles: 0m"],
    }


BATCH = {  # a hand, and how many chips: in all, for one shot, ura dora, red tiles and yakuman, by seat
    "340m456p78s11555z +9s seat=S from=W with=riichi,ippatsu ura=7z": (5, [1, 3, 1, 0], [0, 5, -5, 0]),
    "340m456p78s11555z *9s seat=S with=riichi,ippatsu ura=7z": (15, [1, 3, 1, 0], [-5, 15, -5, -5]),
    "340m456p78s11555z +9s seat=S with=riichi": (1, [0, 0, 1, 0], [None] * 4),  # nobody says who discarded
    "340m456p78s11555z *9s with=riichi": (3, [0, 0, 1, 0], [None] * 4),  # or who won
    "1199m555z666z777z *9m seat=E with=riichi,ippatsu ura=8m": (27, [1, 3, 0, 5], [27, -9, -9, -9]),
    "123m456p78s11555z +9s seat=S from=W": (0, [0, 0, 0, 0], [0, 0, 0, 0]),
    "340m456p78s11m p(333z) +9s seat=S from=W": (None, [0, 0, 0, 0], [None] * 4),  # no yaku
    "340m456p78s11555z +1s seat=S from=W": (None, [0, 0, 0, 0], [None] * 4),  # not complete
    "nothing": (None, [0, 0, 0, 0], [None] * 4),
}
NAMES = ["chips", *(f"chips_{rule.id}" for rule in RULES.rulebook.chips), *(f"chip_delta_{seat}" for seat in "ESWN")]


def test_the_columns_of_a_batch() -> None:
    pa = pytest.importorskip("pyarrow")
    result = RULES.score_batch(pa.RecordBatch.from_pydict({"text": list(BATCH)}))
    assert [name for name in result.schema.names if name.startswith("chip")] == NAMES
    found = [list(row.values()) for row in result.select(NAMES).to_pylist()]
    assert found == [[won, *paid, *changes] for won, paid, changes in BATCH.values()]
    usual = load_ruleset("tenhou").score_batch(pa.RecordBatch.from_pydict({"text": list(BATCH)}))
    assert not any(name.startswith("chip") for name in usual.schema.names)
    assert result.drop_columns(NAMES).schema == usual.schema


def test_chips_that_depend_on_the_seat() -> None:
    """Where seats would be paid differently the whole is not known."""
    pa = pytest.importorskip("pyarrow")
    text = TEXT + "chips: {dealer: {ron: 1, tsumo_each: 1, when: seat is east}}\n"
    rules = ruleset_from_text(text, "dealer.yaml")
    batch = pa.RecordBatch.from_pydict({"text": ["123m456p78s11555z *9s", "123m456p78s11555z *9s seat=E"]})
    assert rules.score_batch(batch).select(["chips", "chips_dealer"]).to_pylist() == [
        {"chips": None, "chips_dealer": 0},
        {"chips": 3, "chips_dealer": 1},
    ]


@pytest.mark.parametrize("ending", ["csv", "parquet", "jsonl"])
def test_the_columns_of_a_table(ending: str, tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    from pyarrow import csv, parquet

    (tmp_path / "parlour.yaml").write_text(TEXT, "utf-8")
    texts = [text for text in BATCH if text != "nothing"]
    csv.write_csv(pa.table({"text": texts}), tmp_path / "hands.csv")
    target = tmp_path / f"rulings.{ending}"
    files = ["--input", str(tmp_path / "hands.csv"), "--output", str(target)]
    assert main(["score", "--rules", str(tmp_path / "parlour.yaml"), *files]) == 0
    if ending == "jsonl":
        table = pa.Table.from_pylist([json.loads(line) for line in target.read_text("utf-8").splitlines()])
    else:
        table = csv.read_csv(target) if ending == "csv" else parquet.read_table(target)
    won = [BATCH[text][0] for text in texts]
    assert table["chips"].to_pylist() == won
    assert table["chips_ura_dora"].to_pylist() == [BATCH[text][1][1] for text in texts]
    assert table["chip_delta_S"].to_pylist() == [BATCH[text][2][1] for text in texts]
