"""Batches of hands: whatever the form, the order, the chunk or the threads, the same rulings; columns that are wrong."""

from __future__ import annotations

import json
import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from comparing import Tally
from corpus import rows
from dealing import deal

from yakulang import BatchError, Hand, HandError, load_ruleset

np = pytest.importorskip("numpy")
pa = pytest.importorskip("pyarrow")

from yakulang.engine.columns.arrow import hands_to_batch, yaku_of  # noqa: E402  an extra
from yakulang.engine.columns.hands import HandColumns, Lists  # noqa: E402
from yakulang.engine.columns.result import RulingColumns  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulang import Ruleset

RULESETS = Path(__file__).parent / "rulesets"


@cache
def ruleset(name: str) -> Ruleset:
    own = RULESETS / f"{name}.yaml"
    return load_ruleset(own if own.exists() else name)


@cache
def dealt(count: int, seed: int) -> list[Hand]:
    rng = Random(seed)
    return [deal(rng) for _ in range(count)]


def test_order_chunk_and_threads_make_no_difference() -> None:
    rules, hands = ruleset("tenhou"), dealt(600, 31)
    whole = hands_to_batch(hands)
    wanted = rules.score_batch(whole)
    order = np.random.default_rng(1).permutation(len(hands))
    words = [name for name in whole.schema.names if pa.types.is_boolean(whole.schema.field(name).type)]
    moved = rules.score_batch(hands_to_batch([hands[row] for row in order], [w for w in words if w != "tsumo"]))
    assert moved.equals(wanted.take(pa.array(order)))
    scorer = rules._columns
    assert scorer is not None
    for chunk in (1, 7, 100):
        small = scorer.score(HandColumns.of(hands[:100]), chunk)
        large = scorer.score(HandColumns.of(hands[:100]))
        assert all(fields_of(small, row) == fields_of(large, row) for row in range(100))
    fresh = pickle.loads(pickle.dumps(rules))  # noqa: S301
    parts = [whole.slice(start, 50) for start in range(0, 600, 50)]
    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(fresh.score_batch, parts))
    assert pa.Table.from_batches(found).combine_chunks().equals(pa.Table.from_batches([wanted]))


def test_the_function_can_be_pickled() -> None:
    score = pickle.loads(pickle.dumps(ruleset("tenhou").score_batch))  # noqa: S301
    batch = hands_to_batch(dealt(20, 3))
    assert score(batch).equals(ruleset("tenhou").score_batch(batch))


def test_every_form_gives_the_same() -> None:
    rules, hands = ruleset("tenhou"), dealt(200, 41)
    numbers = hands_to_batch(hands)
    wanted = rules.score_batch(numbers)
    records = [hand.to_record() for hand in hands]
    assert rules.score_batch(pa.RecordBatch.from_pydict({"text": list(map(str, hands))})).equals(wanted)
    assert rules.score_batch(pa.RecordBatch.from_pydict({"record": list(map(json.dumps, records))})).equals(wanted)
    assert rules.score_batch(pa.RecordBatch.from_pylist(records)).equals(wanted)
    tiles = {name: numbers.column(name) for name in numbers.schema.names if name not in ("counts", "reds")}
    tiles["tiles"] = pa.array([[*hand.closed, hand.win] for hand in hands], pa.large_list(pa.int32()))
    tiles["melds"] = pa.array([[n for n in row if n] for row in numbers.column("melds").to_pylist()])
    tiles["seat"] = pa.array([hand.seat for hand in hands])
    assert rules.score_batch(pa.RecordBatch.from_pydict(tiles)).equals(wanted)
    table = rules.score_batch(pa.Table.from_batches([numbers.slice(0, 90), numbers.slice(90)]))
    assert table.combine_chunks().equals(pa.Table.from_batches([wanted]))


def test_numbers_and_choices_are_columns() -> None:
    rules = ruleset("local-catalogue")
    texts = [f"123m456p78s11m555z +9s seat=E with=dealer_wins={number}" for number in range(12)]
    hands = list(map(Hand.parse, texts))
    batch = hands_to_batch(hands)
    assert batch.column("dealer_wins").to_pylist() == list(range(12))
    assert rules.score_batch(batch).equals(rules.score_batch(pa.RecordBatch.from_pydict({"text": texts})))
    compare("columns of numbers", rules, hands, rules.score_columns(HandColumns.of(hands))).finish(rows=12, fields=168)


def test_the_columns_of_a_result() -> None:
    rules = ruleset("tenhou")
    text = ["234m567m345p67s22s +8s seat=S from=W", "nothing", None, "123m456p78s11m555z +9s seat=S"]
    batch = pa.RecordBatch.from_pydict({"id": ["a", "b", "c", "d"], "text": text, "game": [1, 2, 3, 4]})
    result = rules.score_batch(batch, keep=["game"], yaku_ids=True)
    first, second, third, last = result.to_pylist()
    assert first | {"yaku_0": 0} == {
        "id": "a", "game": 1, "status": "ok", "error": None, "points": 2000, "han": 2, "fu": 30, "fu_raw": 30,
        "yakuman": 0, "base": 480, "limit": None, "yaku_0": 0, "yaku": ["pinfu", "tanyao"], "han_dora": 0,
        "han_ura_dora": 0, "han_red_dora": 0, "delta_E": 0, "delta_S": 2000, "delta_W": -2000, "delta_N": 0,
        "wait": "ryanmen", "shape": "standard",
    }  # fmt: skip
    assert (second["status"], third["status"]) == ("invalid", "invalid")
    assert second["error"].startswith("YK5")
    assert third["points"] is None
    assert last["delta_S"] is None
    column, bit = yaku_of(rules.rulebook)["tanyao"]
    assert first[column] >> bit & 1
    assert rules.score_batch(batch.slice(0, 0), keep="game").num_rows == 0


@pytest.mark.parametrize(
    ("columns", "code"),
    [
        ({"win": [3]}, "YK620"),
        ({"counts": [[0] * 34], "tsumo": [True]}, "YK620"),
        ({"counts": [[0] * 33], "tsumo": [True], "win": [1]}, "YK622"),
        ({"counts": [["a"] * 34], "tsumo": [True], "win": [1]}, "YK622"),
        ({"counts": [[300] * 34], "tsumo": [True], "win": [1]}, "YK622"),
        ({"counts": [[0] * 34], "tsumo": [1], "win": [1]}, "YK622"),
        ({"counts": [[0] * 34], "tsumo": [True], "win": [300]}, "YK622"),
        ({"counts": [[0] * 34], "tsumo": [True], "win": [1], "riichy": [True]}, "YK621"),
        ({"counts": [[0] * 34], "tsumo": [True], "win": [1], "closed": [True]}, "YK621"),
        ({"counts": [[0] * 34], "tsumo": [True], "win": [1], "seat": ["X"]}, "YK622"),
        ({"counts": [[0] * 34], "tsumo": [True], "win": [1], "riichi": [1]}, "YK622"),
        ({"counts": [[0] * 34], "tsumo": [True], "win": [1], "indicators": [[1, None]]}, "YK622"),
        ({"counts": [[0] * 34], "tiles": [[1]], "tsumo": [True], "win": [1]}, "YK621"),
    ],
)
def test_wrong_columns_are_told(columns: dict[str, list[Any]], code: str) -> None:
    with pytest.raises(BatchError) as caught:
        ruleset("tenhou").score_batch(pa.RecordBatch.from_pydict(columns))
    assert [problem.code for problem in caught.value.diagnostics] == [code]


def test_nulls_and_missing_columns() -> None:
    batch = pa.RecordBatch.from_pydict(
        {
            "counts": pa.array([[1, 1, 1, *[0] * 6, 1, 1, 1, *[0] * 6, 1, 1, 1, *[0] * 6, 3, 2, *[0] * 5], None]),
            "win": pa.array([27, None]),
            "tsumo": pa.array([True, None]),
        }
    )
    result = ruleset("tenhou").score_batch(batch)
    assert result.column("status").to_pylist() == ["ok", "invalid"]
    assert result.column("points").to_pylist()[1] is None
    with pytest.raises(TypeError):
        ruleset("tenhou").score_batch([1])


def test_what_is_said_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yakulang.engine.extras.find_spec", lambda _: None)
    with pytest.raises(BatchError, match="numpy and pyarrow") as caught:
        load_ruleset("tenhou").score_batch(None)
    assert caught.value.diagnostics[0].code == "YK623"


def test_only_real_hands_become_columns() -> None:
    with pytest.raises(HandError):
        hands_to_batch([Hand((1, 2), 3, "ron")])
