"""Batches in whatever form Arrow keeps them, and cells that do not fit: a wrong one is one row."""

from __future__ import annotations

import itertools
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from dealing import deal

from yakulang import BatchError, Hand, Ruleset, load_ruleset

np = pytest.importorskip("numpy")
pa = pytest.importorskip("pyarrow")

from yakulang.engine.columns.arrow import hands_to_batch  # noqa: E402  an extra

GOOD = "234m567m345p67s22s +8s seat=S from=W"


@cache
def rules(name: str = "tenhou") -> Ruleset:
    own = Path(__file__).parent / "rulesets" / f"{name}.yaml"
    return load_ruleset(own if own.exists() else name)


@cache
def hands(count: int) -> list[Hand]:
    rng = Random(97)
    return [deal(rng) for _ in range(count)]


def forms(count: int) -> dict[str, Any]:
    """The same hands said in each way."""
    given = hands(count)
    numbers = hands_to_batch(given)
    tiles = {name: numbers.column(name) for name in numbers.schema.names if name not in ("counts", "reds")}
    tiles["tiles"] = pa.array([[*hand.closed, hand.win] for hand in given], pa.list_(pa.uint8()))
    return {
        "counts": numbers,
        "tiles": pa.RecordBatch.from_pydict(tiles),
        "text": pa.RecordBatch.from_pydict({"text": list(map(str, given))}),
        "closed": pa.RecordBatch.from_pylist([hand.to_record() for hand in given]),
    }


# --- forms ----------------------------------------------------------------------------------------------


def sliced(batch: Any) -> Any:
    """The rows between others, so that nothing begins at the front of its memory."""
    whole = pa.Table.from_batches([batch.slice(0, 3), batch, batch.slice(0, 2)]).combine_chunks()
    return whole.to_batches()[0].slice(3, len(batch))


def with_types(batch: Any, change: Any) -> Any:
    return pa.RecordBatch.from_arrays([change(column) for column in batch.columns], names=batch.schema.names)


def encoded(column: Any) -> Any:
    """A column whose values stand once each."""
    return (
        column if pa.types.is_nested(column.type) or pa.types.is_dictionary(column.type) else column.dictionary_encode()
    )


def run_ends(column: Any) -> Any:
    import pyarrow.compute as pc

    nested = pa.types.is_nested(column.type) or pa.types.is_dictionary(column.type)
    return column if nested else pc.run_end_encode(column)


def wider(column: Any) -> Any:
    """A column of larger numbers and longer lists and texts."""
    kind = column.type
    if pa.types.is_list(kind) or pa.types.is_fixed_size_list(kind):
        inner = kind.value_type
        return column.cast(pa.large_list(pa.int64() if pa.types.is_integer(inner) else inner))
    if pa.types.is_integer(kind):
        return column.cast(pa.int64())
    return column.cast(pa.large_string()) if kind == pa.string() else column


FORMS = {
    "sliced": sliced,
    "dictionaries": lambda batch: with_types(batch, encoded),
    "dictionaries, sliced": lambda batch: sliced(with_types(batch, encoded)),
    "run ends": lambda batch: with_types(batch, run_ends),
    "wider": lambda batch: with_types(batch, wider),
    "wider, sliced": lambda batch: sliced(with_types(batch, wider)),
}


@pytest.mark.parametrize("kind", ["counts", "tiles", "text", "closed"])
@pytest.mark.parametrize("form", FORMS)
def test_each_form_of_arrow_says_the_same(kind: str, form: str) -> None:
    batch = forms(60)[kind]
    changed = FORMS[form](batch)
    assert changed.num_rows == len(batch)
    assert rules().score_batch(changed).equals(rules().score_batch(batch)), form


@pytest.mark.parametrize("kind", ["counts", "tiles", "text", "closed"])
def test_parts_empty_ones_too_say_what_the_whole_says(kind: str) -> None:
    batch = forms(60)[kind]
    wanted = rules().score_batch(batch, yaku_ids=True)
    cuts = [0, 0, 1, 2, 9, 9, 40, 60, 60]
    parts = [batch.slice(start, end - start) for start, end in itertools.pairwise(cuts)]
    found = [rules().score_batch(part, yaku_ids=True) for part in parts]
    assert [part.schema for part in found] == [wanted.schema] * len(found)
    whole = pa.Table.from_batches(found).combine_chunks().to_batches()[0]
    assert whole.to_pylist() == wanted.to_pylist()
    table = rules().score_batch(pa.Table.from_batches(parts), yaku_ids=True)
    assert table.to_pylist() == wanted.to_pylist()


def test_nulls_in_dictionaries_and_columns_of_nulls() -> None:
    batch = forms(20)["counts"]
    wanted = rules().score_batch(batch)
    empty = {name: pa.nulls(20) for name in ("liable", "blues", "last_call", "dealer_wins", "haitei", "meld_blues")}
    names = [*batch.schema.names, *(name for name in empty if name not in batch.schema.names)]
    more = [batch.column(name) if name in batch.schema.names else empty[name] for name in names]
    assert rules().score_batch(pa.RecordBatch.from_arrays(more, names=names)).equals(wanted)
    winds = pa.DictionaryArray.from_arrays(pa.array([0, 1, None], pa.int8()), pa.array(["S", None]))
    three = batch.slice(0, 1).to_pylist() * 3
    places = [name for name in batch.schema.names if name not in ("seat", "discarder")]
    columns = {name: pa.array([row[name] for row in three], batch.schema.field(name).type) for name in places}
    seats = {
        form: columns | {"seat": seat} for form, seat in (("words", winds), ("numbers", pa.array([1, None, None])))
    }
    found = [rules().score_batch(pa.RecordBatch.from_pydict(columns)) for columns in seats.values()]
    assert found[0].equals(found[1])


@pytest.mark.parametrize("name", ["counts", "win", "tsumo", "seat", "indicators", "text", "closed"])
def test_a_column_of_nothing_but_null_is_no_mistake_of_the_column(name: str) -> None:
    batch = forms(20)["closed" if name == "closed" else "text" if name == "text" else "counts"]
    place = batch.schema.names.index(name)
    result = rules().score_batch(batch.set_column(place, name, pa.nulls(20)))
    none = name in ("counts", "win", "text", "closed")
    assert (set(result["status"].to_pylist()) == {"invalid"}) == none


def test_columns_that_are_none_of_the_hands() -> None:
    batch = forms(20)["counts"].append_column("turn", pa.array(range(20)))
    with pytest.raises(BatchError, match="the column `turn` is not known"):
        rules().score_batch(batch)
    result = rules().score_batch(sliced(batch), keep=["turn"])
    assert result["turn"].to_pylist() == list(range(20))
    texts = forms(20)["text"]
    kept = rules().score_batch(texts, keep=["text"])
    assert kept["text"].equals(texts["text"])
    assert kept.drop_columns(["text"]).equals(rules().score_batch(texts))


# --- cells ----------------------------------------------------------------------------------------------

COUNTS = [0] * 34
for _kind in (1, 2, 3, 4, 5, 6, 11, 12, 13, 19, 19, 23, 24, 25):
    COUNTS[_kind] += 1
ROW = {"counts": COUNTS, "win": 25, "tsumo": False, "seat": 1}
WRONG = {
    "win": (300, "the column `win` holds numbers from 0 to 255, not 300"),
    "seat": (4, "the column `seat` holds E S W N, or 0 to 3, not 4"),
    "discarder": (255, "the column `discarder` holds E S W N, or 0 to 3, not 255"),
    "round": ("X", "the column `round` holds E S W N, or 0 to 3, not `X`"),
    "honba": (2**63, "the column `honba` holds numbers from -9223372036854775808 to 9223372036854775807, not {}"),
    "counts": ([0] * 33, "the column `counts` holds 34 numbers a hand, not 33"),
    "counts 300": ([300] * 34, "the column `counts` holds numbers from 0 to 255, not 300"),
    "counts -1": ([-1] * 34, "the column `counts` holds numbers from 0 to 255, not -1"),
    "indicators": ([1, None], "the column `indicators` holds numbers, not null in a list"),
    "reds": ([500], "the column `reds` holds numbers from 0 to 255, not 500"),
    "melds": ([1 << 16], "the column `melds` holds numbers from 0 to 65535, not 65536"),
    "dealer_wins": (2**63, "the column `dealer_wins` holds numbers from {}"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_cell_that_does_not_fit_is_one_row(what: str) -> None:
    name = what.split(maxsplit=1)[0]
    wrong, told = WRONG[what]
    rows = [{**ROW, **({} if name in ROW or n != 2 else {name: wrong})} for n in range(5)]
    rows[2][name] = wrong
    names = list(dict.fromkeys([*ROW, name]))
    types = {"counts": pa.list_(pa.int64()), "honba": pa.uint64(), "dealer_wins": pa.uint64()}
    table = {n: pa.array([row.get(n) for row in rows], types.get(n)) for n in names}
    batch = pa.RecordBatch.from_pydict(table)
    for form in (batch, sliced(batch), FORMS["dictionaries"](batch)):
        result = rules("local-catalogue" if name == "dealer_wins" else "tenhou").score_batch(form)
        assert result["status"].to_pylist() == ["ok", "ok", "invalid", "ok", "ok"]
        assert result["error"].to_pylist() == [None, None, "YK622", None, None]
        assert result["points"].to_pylist() == [2000, 2000, None, 2000, 2000]
        (problem,) = rules("local-catalogue" if name == "dealer_wins" else "tenhou").batches.problems(form, 2)
        assert problem.message.startswith(told.split("{}")[0])


def test_a_long_text_is_refused_at_once() -> None:
    long = "123456789m" * 100_000
    texts = pa.RecordBatch.from_pydict({"text": [GOOD, long, f"{GOOD} with={long}", GOOD]})
    assert rules().score_batch(texts)["status"].to_pylist() == ["ok", "invalid", "invalid", "ok"]
    records = [f'{{"closed": "{long}"}}', "[" * 1_000_000, f'{{"win": {"1" * 1_000_000}}}', f'"{long}"']
    batch = pa.RecordBatch.from_pydict({"record": records})
    assert rules().score_batch(batch)["status"].to_pylist() == ["invalid"] * 4
    for row in range(4):
        assert sum(len(str(problem.message)) for problem in rules().batches.problems(batch, row)) < 1_000


def test_one_bad_row_among_a_million() -> None:
    """The rest is ruled on, whatever the parts, and the bad rows have their numbers."""
    few = hands_to_batch([Hand.parse(f"{GOOD.replace('W', wind)} dora={n}p") for n in range(1, 8) for wind in "EWN"])
    plain = rules().score_batch(few)
    good = range(len(few))
    rows = np.tile(np.array(good), 47_620)
    wins = few["win"].to_numpy().astype(np.int64)[rows]
    bad = [0, 16_383, 16_384, 65_536, 777_777, 999_999]
    wins[bad] = [255, 34, 1_000, -1, 2**40, 200]
    batch = few.take(pa.array(rows))
    batch = batch.set_column(batch.schema.names.index("win"), "win", pa.array(wins))
    found = rules().score_batch(batch)
    invalid = np.flatnonzero(
        np.array(found["status"].indices) == found["status"].dictionary.to_pylist().index("invalid")
    )
    assert invalid.tolist() == bad
    errors = found["error"]
    assert errors.null_count == len(rows) - len(bad)
    assert [errors[row].as_py() for row in bad] == ["YK567", "YK567", "YK622", "YK622", "YK622", "YK567"]
    points = plain["points"].to_numpy(zero_copy_only=False)[rows]
    right = np.ones(len(rows), np.bool_)
    right[bad] = False
    assert (found["points"].to_numpy(zero_copy_only=False)[right] == points[right]).all()
    for chunk in (1, 7, 1_000):
        part = batch.slice(16_380, 10)
        small = [rules().score_batch(part.slice(start, chunk)) for start in range(0, 10, chunk)]
        assert pa.Table.from_batches(small).to_pylist() == found.slice(16_380, 10).to_pylist()
