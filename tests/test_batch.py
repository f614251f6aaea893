"""Batches of hands: the same rulings whatever the form, the order, the chunk or the threads; columns that are wrong."""

from __future__ import annotations

import gc
import json
import multiprocessing
import os
import pickle
import subprocess
import sys
import tracemalloc
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from dealing import deal

from yakulang import BatchError, Hand, HandError, load_ruleset

np = pytest.importorskip("numpy")
pa = pytest.importorskip("pyarrow")

from yakulang.engine.columns.arrow import hands_to_batch, yaku_of  # noqa: E402  an extra
from yakulang.engine.columns.hands import HandColumns  # noqa: E402

if TYPE_CHECKING:
    from yakulang import Ruleset

RULESETS = Path(__file__).parent / "rulesets"
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[1])}


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
    few = HandColumns.of(hands[:100])
    large = scorer.score(few)
    for chunk in (1, 7, 100):
        small = scorer.score(few, chunk)
        for name in ("status", "points", "han", "fu", "fu_raw", "yakuman", "limit", "yaku", "deltas", "wait", "shape"):
            assert (getattr(small, name) == getattr(large, name)).all(), (name, chunk)
        assert small.errors == large.errors
    fresh = pickle.loads(pickle.dumps(rules))  # noqa: S301
    parts = [whole.slice(start, 50) for start in range(0, 600, 50)]
    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(fresh.score_batch, parts))
    assert pa.Table.from_batches(found).combine_chunks().equals(pa.Table.from_batches([wanted]))


def test_the_function_can_be_pickled() -> None:
    score = pickle.loads(pickle.dumps(ruleset("tenhou").score_batch))  # noqa: S301
    batch = hands_to_batch(dealt(20, 3))
    assert score(batch).equals(ruleset("tenhou").score_batch(batch))


def test_processes_give_the_same() -> None:
    score, batch = ruleset("tenhou").score_batch, hands_to_batch(dealt(200, 31))
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        found = list(pool.map(score, [batch.slice(0, 90), batch.slice(90)]))
    assert pa.Table.from_batches(found).combine_chunks().equals(pa.Table.from_batches([score(batch)]))


def test_polars() -> None:
    polars = pytest.importorskip("polars")
    batch = hands_to_batch(dealt(100, 31))
    frame = polars.from_arrow(pa.Table.from_batches([batch]))
    result = polars.from_arrow(ruleset("tenhou").score_batch(frame.to_arrow()))
    assert result["points"].to_list() == ruleset("tenhou").score_batch(batch)["points"].to_pylist()
    texts = polars.DataFrame({"text": list(map(str, dealt(100, 31)))})
    assert ruleset("tenhou").score_batch(texts.to_arrow())["points"].to_pylist() == result["points"].to_list()


def test_duckdb() -> None:
    duckdb = pytest.importorskip("duckdb")
    hands = pa.Table.from_batches([hands_to_batch(dealt(100, 31))])
    found = duckdb.from_arrow(hands).to_arrow_table()
    wanted = ruleset("tenhou").score_batch(hands)
    assert ruleset("tenhou").score_batch(found)["points"].to_pylist() == wanted["points"].to_pylist()


def test_memory_is_bounded_by_the_chunk() -> None:
    """What is needed beside hands and rulings does not grow with the number of hands."""
    rules = ruleset("tenhou")
    few = HandColumns.of(dealt(600, 31))
    scorer = rules._columns or (rules.score_columns(few) and rules._columns)
    assert scorer is not None
    scorer.score(few, 600)  # functions and tables are made
    needed = []
    for times in (4, 16):
        hands = hands_to_batch(dealt(600, 31) * times)
        columns = rules.batches._reader.read(hands, ())
        gc.collect()
        gc.disable()  # nothing waits for the garbage collector
        tracemalloc.start()
        rulings = scorer.score(columns, 600)
        left, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        gc.enable()
        assert len(rulings) == 600 * times
        needed.append(most - left)
    assert needed[1] < 1.3 * needed[0], needed


def test_a_bad_row_does_not_stop_the_others() -> None:
    rules, good = ruleset("tenhou"), "234m567m345p67s22s +8s seat=S from=W"
    texts = [good, "5555m", good, None, f"{good} with=riichii", f"{good} with=dealer_wins=x", good]
    batch = pa.RecordBatch.from_pydict({"text": texts})
    result = rules.score_batch(batch)
    fine = [row for row, status in enumerate(result["status"].to_pylist()) if status == "ok"]
    assert fine == [0, 2, 6]
    assert [code[:3] for row, code in enumerate(result["error"].to_pylist()) if row not in fine] == ["YK5"] * 4
    assert [problem.code for problem in rules.batches.problems(batch, 4)] == ["YK570"]
    assert "riichi" in str(rules.batches.problems(batch, 4)[0].hint)
    numbers = hands_to_batch([Hand.parse(good)] * 3)
    win = pa.array([25, 33, 255], pa.uint8())
    numbers = numbers.set_column(numbers.schema.names.index("win"), "win", win)
    assert rules.score_batch(numbers)["status"].to_pylist() == ["ok", "invalid", "invalid"]
    assert [problem.code for problem in rules.batches.problems(numbers, 2)] == ["YK567"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"seat": 4}, {"seat": 200}, {"round": 4}, {"discarder": 7},
        {"reds": [4]}, {"reds": [99]}, {"reds": [33]}, {"reds": [13, 13]},
        {"dealer_wins": -1}, {"table_discards": -1000}, {"visible_copies": -5}, {"honba": -1},
        {"melds": [20556, 0, 0, 0]}, {"melds": [61516, 0, 0, 0]},
    ],
    ids=str,
)  # fmt: skip
def test_what_is_no_seat_no_tile_no_number_is_refused(wrong: dict[str, Any]) -> None:
    """A number that stands for nothing is never taken as not said."""
    counts = [0] * 34
    melded = "melds" in wrong
    for kind in (*([] if melded else [0, 1, 2]), 12, 13, 14, 24, 25, 26, 18, 18, 31, 31, 31):
        counts[kind] += 1
    good = {"counts": counts, "win": 26, "tsumo": False, "seat": 1, "round": 0}
    rows = [good, good | wrong]
    columns = {name: [row.get(name) for row in rows] for name in (*good, *wrong)}
    types = {"counts": pa.list_(pa.uint8(), 34)}
    batch = pa.RecordBatch.from_pydict({n: pa.array(v, types.get(n)) for n, v in columns.items()})
    status = ruleset("tenhou").score_batch(batch)["status"].to_pylist()
    assert status[1] == "invalid"
    assert status[0] != "invalid" or melded


def test_words_that_nobody_knows_are_many_but_cost_little() -> None:
    texts = [f"234m567m345p67s22s +8s seat=S with=word_{number}" for number in range(1_500)]
    result = ruleset("tenhou").score_batch(pa.RecordBatch.from_pydict({"text": texts}))
    assert set(result["error"].to_pylist()) == {"YK570"}


def test_who_is_liable_and_blue_tiles_are_columns() -> None:
    melds = "11m p(555z)<E p(666z)<W p(777z)<N 99p *9p seat=S"
    hands = list(map(Hand.parse, (melds, f"{melds} liable=N", f"{melds} liable=daisangen:W", f"{melds} liable=none")))
    hands += map(Hand.parse, ("b56m345p678s22s555z +7m seat=S", "22s345p67s555z c(4b56m)<E +b8s seat=S dora=b1p"))
    batch = hands_to_batch(hands)
    assert {"liable", "blues", "meld_blues"} <= set(batch.schema.names)
    columns = ruleset("tenhou").batches._reader.read(batch, ())
    assert isinstance(columns, HandColumns)
    for row, hand in enumerate(hands):
        again = columns.hand(row)
        assert (again.tiles, again.liable, again.indicators) == (hand.tiles, hand.liable, hand.indicators)
    texts = pa.RecordBatch.from_pydict({"text": list(map(str, hands))})
    assert ruleset("tenhou").score_batch(batch).equals(ruleset("tenhou").score_batch(texts))


def test_neither_numpy_nor_arrow_is_imported_by_one_hand() -> None:
    code = (
        "import sys, yakulang; r = yakulang.load_ruleset('tenhou'); "
        "r.score(yakulang.Hand.parse('234m567m345p67s22s +8s seat=S')).points; "
        "print({'numpy', 'pyarrow'} & set(sys.modules))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=ENVIRONMENT)
    assert found.stdout.strip() == "set()"


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
    assert rules.score_batch(batch)["points"].to_pylist() == [rules.score(hand).points for hand in hands]


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
        ({"counts": [["a"] * 34], "tsumo": [True], "win": [1]}, "YK622"),
        ({"counts": [[0] * 34], "tsumo": [1], "win": [1]}, "YK622"),
        ({"counts": [[0] * 34], "tsumo": [True], "win": [1], "riichy": [True]}, "YK621"),
        ({"counts": [[0] * 34], "tsumo": [True], "win": [1], "closed": [True]}, "YK621"),
        ({"counts": [[0] * 34], "tsumo": [True], "win": [1], "riichi": [1]}, "YK622"),
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
