"""Tables that are damaged within: one sentence about the file that is read, and none about the one that is written."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from yakulang import BatchError, load_ruleset
from yakulang.cli import main

if TYPE_CHECKING:
    from pathlib import Path

pa = pytest.importorskip("pyarrow")

from pyarrow import ipc, parquet  # noqa: E402  an extra

Capture = pytest.CaptureFixture[str]
GOOD = "234m567m345p67s22s +8s seat=S from=W"
NOT_UTF8 = pa.Array.from_buffers(
    pa.string(), 1, [None, pa.py_buffer(b"\0\0\0\0\3\0\0\0"), pa.py_buffer(b"\xff\xfe\xfd")]
)

loaded = cache(load_ruleset)


@pytest.fixture(autouse=True)
def _one_ruleset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yakulang.cli.score.ruleset_of", loaded)


def scored(source: Path) -> int:
    return main(["score", "--rules", "tenhou", "--input", str(source), "--output", str(source.parent / "o.jsonl")])


@pytest.mark.parametrize("name", ["h.arrow", "h.parquet"])
def test_any_byte_may_be_another(name: str, tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / name
    table = pa.table({"text": [GOOD] * 3})
    if name == "h.arrow":
        with ipc.new_file(str(path), table.schema) as writer:
            writer.write_table(table)
    else:
        parquet.write_table(table, path)
    whole = path.read_bytes()
    answers = set()
    for place in range(0, len(whole), 7):
        path.write_bytes(bytes(byte ^ 0xFF if at == place else byte for at, byte in enumerate(whole)))
        status = scored(path)
        told = capsys.readouterr().err
        answers.add(status)
        assert status in {0, 1, 2}
        if status == 2:
            code = told.partition(":")[0]
            assert code in {"error[YK624]", "error[YK620]", "error[YK621]", "error[YK622]"}, told
            assert len(told.splitlines()) <= 2, told
    assert answers >= {0, 2}


@pytest.mark.parametrize("name", ["h.arrow", "h.parquet"])
def test_texts_of_another_encoding(name: str, tmp_path: Path, capsys: Capture) -> None:
    table = pa.table({"text": NOT_UTF8})
    if name == "h.arrow":
        with ipc.new_file(str(tmp_path / name), table.schema) as writer:
            writer.write_table(table)
    else:
        parquet.write_table(table, tmp_path / name)
    assert scored(tmp_path / name) == 2
    assert capsys.readouterr().err.endswith("can't be read as a table: it is damaged, or its texts are not UTF-8\n")


def test_a_batch_whose_texts_are_none() -> None:
    with pytest.raises(BatchError, match=r"YK622.*a column of the batch is damaged, or its texts are not UTF-8"):
        loaded("tenhou").score_batch(pa.record_batch({"text": NOT_UTF8}))


def test_a_meld_that_is_none() -> None:
    batch = pa.record_batch({"tiles": [[1] * 14], "win": [1], "tsumo": [True], "melds": [[65535, 1, 2, 3]]})
    (problem,) = loaded("tenhou").batches.problems(batch, 0)
    assert problem.message == "`melds` of a hand is a tuple of melds; something in it is none, or there are too many"
