"""`yakulang score` on tables: by the ending of the name."""

from __future__ import annotations

import gzip
import json
from functools import cache
from typing import TYPE_CHECKING

import pytest

from yakulang import Hand, load_ruleset
from yakulang.cli import main

pa = pytest.importorskip("pyarrow")

from pyarrow import csv, ipc, parquet  # noqa: E402  an extra

from yakulang.engine.columns.arrow import hands_to_batch  # noqa: E402

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = [
    "234m567m345p67s22s +8s seat=S from=W",
    "123m456p78s11m p(555z) *9s seat=E with=haitei",
    "123m456p78s11m555z +1z seat=S",
]


loaded = cache(load_ruleset)


@pytest.fixture(autouse=True)
def _one_ruleset(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rulesets are made once for all tests."""
    monkeypatch.setattr("yakulang.cli.score.ruleset_of", loaded)


def run(*arguments: str) -> int:
    return main(["score", "--rules", "tenhou", *arguments])


def write_parquet(path: Path) -> None:
    parquet.write_table(pa.Table.from_batches([hands_to_batch(map(Hand.parse, TEXTS))]), path)


def write_arrow(path: Path) -> None:
    batch = hands_to_batch(map(Hand.parse, TEXTS))
    with ipc.new_file(path, batch.schema) as writer:
        writer.write_batch(batch)


def write_csv(path: Path) -> None:
    csv.write_csv(pa.table({"text": TEXTS}), path)


def write_lines(path: Path) -> None:
    lines = [json.dumps({"id": n, "input": Hand.parse(text).to_record()}) for n, text in enumerate(TEXTS)]
    path.write_text("\n".join(lines), "utf-8")


READ = {
    ".parquet": parquet.read_table,
    ".arrow": lambda path: ipc.open_file(path).read_all(),
    ".feather": lambda path: ipc.open_file(path).read_all(),
    ".csv": csv.read_csv,
    ".jsonl": lambda path: pa.Table.from_pylist([json.loads(line) for line in path.read_text("utf-8").splitlines()]),
}


WRITE = {"h.parquet": write_parquet, "h.arrow": write_arrow, "h.csv": write_csv, "h.jsonl": write_lines}
FORMS = [(source, ending) for source in WRITE for ending in READ if (source, ending) != ("h.jsonl", ".jsonl")]


@pytest.mark.parametrize(("source", "ending"), FORMS)
def test_from_each_form_to_each(tmp_path: Path, source: str, ending: str) -> None:
    write = WRITE[source]
    write(tmp_path / source)
    target = tmp_path / f"out{ending}"
    assert run("--input", str(tmp_path / source), "--output", str(target)) == 0
    rulings = [loaded("tenhou").score(Hand.parse(text)) for text in TEXTS]
    found = READ[ending](target)
    assert found["status"].to_pylist() == [ruling.status for ruling in rulings]
    assert found["points"].to_pylist() == [ruling.points for ruling in rulings]
    assert ("yaku_0" in found.column_names) == (ending not in (".csv", ".jsonl"))
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_a_damaged_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for ending in (".parquet", ".arrow", ".csv"):
        path = tmp_path / f"bad{ending}"
        path.write_bytes(b"\x00nothing\n\xff")
        assert run("--input", str(path), "--output", str(tmp_path / "out.parquet")) == 2
        assert "error[YK6" in capsys.readouterr().err
    assert not (tmp_path / "out.parquet").exists()


def test_rows_that_fail_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    csv.write_csv(pa.table({"text": [*TEXTS, "nonsense"]}), tmp_path / "h.csv")
    assert run("--input", str(tmp_path / "h.csv")) == 1
    told = capsys.readouterr()
    assert "h.csv: row 4: error[YK521]: `nonsense` has no meaning here" in told.err
    assert "1 of 4 rows failed" in told.err
    assert len(told.out.splitlines()) == 4


def test_lines_that_fail_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = json.dumps(Hand.parse(TEXTS[0]).to_record())
    lines = [record, "{", "", json.dumps({"wins": [json.loads(record)]}), json.dumps({"id": "x", "input": 1}), record]
    (tmp_path / "h.jsonl").write_text("\n".join(lines), "utf-8")
    assert run("--input", str(tmp_path / "h.jsonl"), "--output", str(tmp_path / "out.parquet")) == 1
    told = capsys.readouterr().err
    assert told.count("h.jsonl:2: ") == 1
    assert "h.jsonl:2: error[YK603]" in told
    assert "h.jsonl:4: error[YK605]: several winners of one discard are no row of a table" in told
    assert "h.jsonl:5: error[YK540]" in told
    assert "3 of 5 rows failed" in told
    table = parquet.read_table(tmp_path / "out.parquet")
    assert table["id"].to_pylist() == ["1", "2", "4", "x", "6"]
    assert table["status"].to_pylist() == ["ok", "invalid", "invalid", "invalid", "ok"]
    assert table["error"].to_pylist() == [None, "YK603", "YK605", "YK540", None]


def test_packed_lines(tmp_path: Path) -> None:
    write_parquet(tmp_path / "h.parquet")
    assert run("--input", str(tmp_path / "h.parquet"), "--output", str(tmp_path / "out.jsonl.gz")) == 0
    with gzip.open(tmp_path / "out.jsonl.gz", "rt", encoding="utf-8") as lines:
        assert [json.loads(line)["status"] for line in lines] == [
            loaded("tenhou").score(Hand.parse(text)).status for text in TEXTS
        ]


def test_large_files_are_read_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yakulang.cli.table_parts.ROWS", 4)
    table = pa.Table.from_batches([hands_to_batch(map(Hand.parse, TEXTS * 7))])
    parquet.write_table(table, tmp_path / "h.parquet")
    assert run("--input", str(tmp_path / "h.parquet"), "--output", str(tmp_path / "out.arrow")) == 0
    with ipc.open_file(tmp_path / "out.arrow") as reader:
        assert reader.num_record_batches == 6
        assert (
            reader.read_all()["points"].to_pylist()
            == [loaded("tenhou").score(Hand.parse(text)).points for text in TEXTS] * 7
        )
