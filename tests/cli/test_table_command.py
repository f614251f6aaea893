"""`yakulang score` on tables: by the ending of the name."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from yakulang import Hand, load_ruleset
from yakulang.cli import main

pa = pytest.importorskip("pyarrow")

from pyarrow import csv, ipc, parquet  # noqa: E402  an extra

from yakulang.engine.columns.arrow import hands_to_batch  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TEXTS = [
    "234m567m345p67s22s +8s seat=S from=W",
    "123m456p78s11m p(555z) *9s seat=E with=haitei",
    "123m456p78s11m555z +1z seat=S",
]


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


@pytest.mark.parametrize("ending", [".parquet", ".arrow", ".feather", ".csv", ".jsonl"])
@pytest.mark.parametrize(
    ("source", "write"),
    [("h.parquet", write_parquet), ("h.arrow", write_arrow), ("h.csv", write_csv), ("h.jsonl", write_lines)],
)
def test_from_each_form_to_each(tmp_path: Path, source: str, write: Callable[[Path], None], ending: str) -> None:
    if (source, ending) == ("h.jsonl", ".jsonl"):
        pytest.skip("no table is there")
    write(tmp_path / source)
    target = tmp_path / f"out{ending}"
    assert run("--input", str(tmp_path / source), "--output", str(target)) == 0
    rulings = [load_ruleset("tenhou").score(Hand.parse(text)) for text in TEXTS]
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
    assert "row 4: YK5" in told.err
    assert "1 of 4 rows failed" in told.err
    assert len(told.out.splitlines()) == 4
