"""CSV files of hands: cells are text, an empty one says nothing, and one that is wrong is one row."""

from __future__ import annotations

import csv
import gzip
import json
import os
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from yakulang import Hand, load_ruleset
from yakulang.cli import main

pa = pytest.importorskip("pyarrow")

from pyarrow import ipc, parquet  # noqa: E402  an extra

Capture = pytest.CaptureFixture[str]
GOOD = "234m567m345p67s22s +8s seat=S from=W"
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])}


loaded = cache(load_ruleset)


@pytest.fixture(autouse=True)
def _one_ruleset(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rulesets are made once for all tests."""
    monkeypatch.setattr("yakulang.cli.score.ruleset_of", loaded)


def run(*arguments: str) -> int:
    return main(["score", "--rules", "tenhou", *arguments])


def scored(folder: Path, text: str | bytes, *arguments: str, name: str = "h.csv") -> tuple[int, list[dict[str, str]]]:
    """Score a CSV file into another; return the exit status and the rows."""
    (folder / name).write_bytes(text.encode() if isinstance(text, str) else text)
    target = folder / "out.csv"
    target.unlink(missing_ok=True)
    status = run("--input", str(folder / name), "--output", str(target), *arguments)
    if not target.exists():
        return status, []
    with target.open(encoding="utf-8", newline="") as lines:
        return status, list(csv.DictReader(lines))


# --- files ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["h.csv", "h.csv.gz", "h.parquet", "h.arrow"])
def test_an_empty_file_is_refused_every_time(tmp_path: Path, name: str) -> None:
    """In a process of its own: nothing may be left at its end that ends it with a crash."""
    path = tmp_path / name
    path.write_bytes(gzip.compress(b"") if name.endswith(".gz") else b"")
    command = [sys.executable, "-m", "yakulang", "score", "--input", str(path)]
    for _ in range(4 if name == "h.csv" else 1):
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=ENVIRONMENT)
        assert (done.returncode, done.stdout) == (2, "")
        told = done.stderr.splitlines()
        assert len(told) == 1
        assert told[0].startswith("error[YK624]: ")
        assert "can't be read as a table: " in told[0]


@pytest.mark.parametrize("name", ["h.csv", "h.csv.gz", "h.CSV", "h.csv.GZ"])
def test_the_name_says_what_a_file_is(tmp_path: Path, name: str) -> None:
    text = f"text\n{GOOD}\n".encode()
    status, rows = scored(tmp_path, gzip.compress(text) if name.lower().endswith(".gz") else text, name=name)
    assert (status, [row["points"] for row in rows]) == (0, ["2000"])


@pytest.mark.parametrize("ending", [".parquet", ".arrow", ".feather", ".csv", ".jsonl"])
def test_packed_results_and_back(tmp_path: Path, ending: str) -> None:
    (tmp_path / "h.jsonl.gz").write_bytes(gzip.compress(json.dumps(Hand.parse(GOOD).to_record()).encode()))
    (tmp_path / "h.csv").write_text(f"text\n{GOOD}\n", "utf-8")
    target = tmp_path / f"out{ending}.gz"
    for source in ("h.csv", *(["h.jsonl.gz"] if ending != ".jsonl" else [])):
        assert run("--input", str(tmp_path / source), "--output", str(target)) == 0
        data = gzip.decompress(target.read_bytes())
        if ending == ".parquet":
            found = parquet.read_table(pa.BufferReader(data))["points"].to_pylist()
        elif ending in (".arrow", ".feather"):
            found = ipc.open_file(pa.BufferReader(data)).read_all()["points"].to_pylist()
        elif ending == ".csv":
            found = [int(row["points"]) for row in csv.DictReader(data.decode().splitlines())]
        else:
            found = [json.loads(line)["points"] for line in data.splitlines()]
        assert found == [2000]


@pytest.mark.parametrize("ending", [".parquet", ".arrow"])
def test_packed_tables_are_read(tmp_path: Path, ending: str, capsys: Capture) -> None:
    (tmp_path / "h.csv").write_text(f"text\n{GOOD}\n", "utf-8")
    table = pa.table({"text": [GOOD, "1m"]})
    sink = pa.BufferOutputStream()
    if ending == ".parquet":
        parquet.write_table(table, sink)
    else:
        with ipc.new_file(sink, table.schema) as writer:
            writer.write_table(table)
    whole = gzip.compress(sink.getvalue().to_pybytes())
    path = tmp_path / f"h{ending}.gz"
    path.write_bytes(whole)
    assert run("--input", str(path)) == 1
    assert f"h{ending}.gz: row 2: error[YK5" in capsys.readouterr().err
    path.write_bytes(whole[: len(whole) // 2])
    assert run("--input", str(path)) == 2
    assert "error[YK606]: the compressed file ends too early" in capsys.readouterr().err


def test_a_header_alone_is_a_table_without_rows(tmp_path: Path) -> None:
    for header in ("text\n", "id,closed,win,method\n", "\n\ntext\n\n\n"):
        assert scored(tmp_path, header) == (0, [])
        assert (tmp_path / "out.csv").read_text("utf-8").splitlines()[0].endswith('"shape"')
        assert run("--input", str(tmp_path / "h.csv"), "--output", str(tmp_path / "out.parquet")) == 0
        assert parquet.read_table(tmp_path / "out.parquet").num_rows == 0


HEADERS = {
    "points\n1\n": "YK620", "text,text\na,b\n": "YK621", "text;id\na;1\n": "YK624", "text\tid\na\t1\n": "YK624",
    "text,seat\na,E\n": "YK621", "closed,win,method,sead\n": "YK621", "tiles,win,tsumo\n": "YK622",
    "counts,win,tsumo\n": "YK622", "\xff\xfet\0e\0x\0t\0": "YK620", '"text\n': "YK624",
}  # fmt: skip


@pytest.mark.parametrize(("text", "code"), HEADERS.items(), ids=[repr(text)[:30] for text in HEADERS])
def test_a_header_that_is_wrong(tmp_path: Path, text: str, code: str, capsys: Capture) -> None:
    assert scored(tmp_path, text)[0] == 2
    told = capsys.readouterr().err
    assert told.count("error[") == 1
    assert f"error[{code}]" in told


def test_other_encodings_are_told(tmp_path: Path, capsys: Capture) -> None:
    assert scored(tmp_path, "text\n".encode("utf-16"))[0] == 2
    assert "the line is not UTF-8: byte 1 is 0xff" in capsys.readouterr().err
    status, rows = scored(tmp_path, f"\ufefftext,who\n{GOOD},佐藤\n".encode(), "--keep", "who")
    assert (status, rows[0]["who"]) == (0, "佐藤")
    status, rows = scored(tmp_path, f"text,who\n{GOOD},佐藤\n{GOOD},a\n".encode("shift-jis"), "--keep", "who")
    assert (status, [row["error"] for row in rows]) == (1, ["YK602", ""])
    assert "h.csv: row 1: error[YK602]: the line is not UTF-8" in capsys.readouterr().err


# --- cells ----------------------------------------------------------------------------------------------

RECORDS = """id,closed,win,method,seat,round,from,dora,flags,honba,sticks,facts,melds
007,234m567m345p67s22s,8s,ron,S,,W,,,,,,
b,123m456p78s11m,9s,tsumo,E,E,,"3p,4p",,1,2,,"[{""type"": ""pon"", ""tiles"": ""555z""}]"
, 123m456p789s1112z ,2z,tsumo, ,S, ,4p 5p, riichi ippatsu,0,1.0,,[]
d,123m456p789s1112z,2z,tsumo,E,E,,1s,"riichi,ippatsu",,,"{""dealer_wins"": 3}",
"""


def test_records_with_empty_cells(tmp_path: Path) -> None:
    status, rows = scored(tmp_path, RECORDS)
    assert status == 0
    situation = "seat=E round=E with=riichi,ippatsu,dealer_wins=3"
    texts = [
        GOOD,
        "123m456p78s11m p(555z) *9s seat=E dora=3p,4p honba=1 sticks=2",
        "123m456p789s1112z *2z round=S dora=4p,5p with=riichi,ippatsu sticks=1",
        f"123m456p789s1112z *2z dora=1s {situation}",
    ]
    rulings = [loaded("tenhou").score(Hand.parse(text)) for text in texts]
    wanted = [(ruling.status, ruling.han, ruling.points) for ruling in rulings]
    assert [(row["status"], number(row["han"]), number(row["points"])) for row in rows] == wanted
    assert [row["id"] for row in rows] == ["007", "b", "", "d"]


def number(cell: str) -> int | None:
    return int(cell) if cell else None


BAD = {
    "honba": ("x", "error[YK525]: honba: `x` is not a whole number"), "sticks": ("-1", "error[YK"),
    "nuki": ("two", "error[YK525]: nuki: `two` is not a whole number"),
    "seat": ("Q", "error[YK524]: seat: `Q` is no wind"), "dora": ("3p,x", "error[YK5"),
    "melds": ("p(555z)", "error[YK540]: melds: a text stands where"),
    "facts": ("{", "error[YK540]: facts: a text stands where"), "win": ("33m", "error[YK544]: win: one tile"),
    "method": ("chankan", "error[YK543]: method: "), "flags": ("'x'", "error[YK5"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_one_bad_cell_is_one_row(tmp_path: Path, name: str, capsys: Capture) -> None:
    names = list(dict.fromkeys(["id", "closed", "win", "method", "seat", name]))
    good = {"id": "1", "closed": "234m567m345p67s22s", "win": "8s", "method": "ron", "seat": "S"}
    cells = [good, good, good | {name: BAD[name][0]}, good]
    with (tmp_path / "h.csv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, names)
        writer.writeheader()
        writer.writerows(cells)
    status, rows = scored(tmp_path, (tmp_path / "h.csv").read_bytes())
    assert status == 1
    assert [row["status"] for row in rows] == ["ok", "ok", "invalid", "ok"]
    told = capsys.readouterr().err
    assert told.count("error[") == 1
    assert f"h.csv: row 3: {BAD[name][1]}" in told, told
    assert "1 of 4 rows failed" in told


def test_rows_that_are_none_do_not_stop_the_others(tmp_path: Path, capsys: Capture) -> None:
    long = "123456789m" * 100_000
    wrong = ["a,b,c", '1,"x" y', f"1,{long}", f'1,"{long * 2}"', "1,", "", "1,\0"]
    text = "\n".join(["id,text", *(f"{row}\n1,{GOOD}" for row in wrong), ""])
    begun = time.perf_counter()
    status, rows = scored(tmp_path, text)
    assert time.perf_counter() - begun < 2
    assert status == 1
    codes = ["YK625", "YK625", "YK601", "YK601", "YK5", "", "YK5"]
    wanted = [code for place, code in enumerate(codes) for code in ((code, "") if place != 5 else (code,))]
    assert [row["error"][: 3 if row["error"].startswith("YK5") else 5] for row in rows] == wanted
    told = capsys.readouterr().err
    assert told.count("error[") == 6
    assert len(told) < 4_000
    assert all(f"h.csv: row {row}: " in told for row in (1, 3, 5, 7, 9, 12))


def test_a_quote_that_stays_open_is_one_row(tmp_path: Path, capsys: Capture) -> None:
    rows = [f"{number},{GOOD}" for number in range(5_000)]
    rows[10] = f'10,"{GOOD}'
    status, found = scored(tmp_path, "\n".join(["id,text", *rows]))
    assert status == 1
    assert len(found) > 1_000
    assert [row["status"] for row in found[:12]] == [*["ok"] * 10, "invalid", "ok"]
    told = capsys.readouterr().err
    assert told.count("error[") == 1
    assert "h.csv: row 11: error[YK601]: a cell is too long" in told


# --- what is carried along --------------------------------------------------------------------------------


def test_columns_that_are_kept(tmp_path: Path, capsys: Capture) -> None:
    text = f"game,id,text,turn\n007,x,{GOOD},\n8,,nothing,3\n"
    status, rows = scored(tmp_path, text, "--keep", "game, turn", "--keep", "text")
    assert status == 1
    assert list(rows[0])[:5] == ["game", "id", "turn", "text", "status"]
    kept = [[row[name] for name in ("game", "id", "turn", "text")] for row in rows]
    assert kept == [["007", "x", "", GOOD], ["8", "", "3", "nothing"]]
    assert "row 2: error[YK521]: `nothing`" in capsys.readouterr().err
    assert scored(tmp_path, text, "--keep", "game")[0] == 2
    assert "error[YK621]: the column `turn` is not known" in capsys.readouterr().err
    assert scored(tmp_path, text, "--keep", "gane,turn")[0] == 2
    told = capsys.readouterr().err
    assert "error[YK620]: there is no column `gane` to keep\n  hint: did you mean `game`?" in told
    assert scored(tmp_path, text.replace("turn", "han"), "--keep", "game,han")[0] == 2
    assert "the column `han` can't be kept" in capsys.readouterr().err


def test_fields_of_lines_are_kept_as_text(tmp_path: Path) -> None:
    record = Hand.parse(GOOD).to_record()
    lines = [{"id": 1, "input": record, "game": 7, "names": ["a"]}, {"input": record, "game": "x"}, record]
    (tmp_path / "h.jsonl").write_text("\n".join(map(json.dumps, lines)), "utf-8")
    assert (
        run("--input", str(tmp_path / "h.jsonl"), "--output", str(tmp_path / "o.parquet"), "--keep", "game,names") == 0
    )
    table = parquet.read_table(tmp_path / "o.parquet")
    assert table.select(["id", "game", "names", "points"]).to_pylist() == [
        {"id": "1", "game": "7", "names": '["a"]', "points": 2000},
        {"id": "2", "game": "x", "names": None, "points": 2000},
        {"id": "3", "game": None, "names": None, "points": 2000},
    ]


def test_columns_that_csv_and_json_have_no_form_for(tmp_path: Path) -> None:
    import datetime

    day, inf = datetime.date(2024, 5, 1), float("inf")
    kept: dict[str, Any] = {"day": [day], "raw": [b"\xff"], "list": [[1, 2]], "ratio": [inf]}
    kept["kind"] = pa.array(["x"]).dictionary_encode()
    parquet.write_table(pa.table({"text": [GOOD], **kept}), tmp_path / "h.parquet")
    source = ("--input", str(tmp_path / "h.parquet"), "--keep", ",".join(kept))
    for target in ("o.jsonl", "o.csv", "o.arrow"):
        assert run(*source, "--output", str(tmp_path / target)) == 0
    (row,) = map(json.loads, (tmp_path / "o.jsonl").read_text("utf-8").splitlines())
    assert {name: row[name] for name in kept} == {
        "day": "2024-05-01", "raw": "\\xff", "list": [1, 2], "ratio": None, "kind": "x",
    }  # fmt: skip
    (row,) = csv.DictReader((tmp_path / "o.csv").read_text("utf-8").splitlines())
    assert {name: row[name] for name in kept} == {
        "day": "2024-05-01", "raw": "\\xff", "list": "[1, 2]", "ratio": "", "kind": "x",
    }  # fmt: skip
    assert ipc.open_file(tmp_path / "o.arrow").read_all()["day"].to_pylist() == [day]


def test_a_column_that_the_file_has_no_place_for(tmp_path: Path, capsys: Capture) -> None:
    kept = pa.array([(1, 2, 3)], pa.month_day_nano_interval())
    table = pa.table({"text": [GOOD], "span": kept})
    with ipc.new_file(tmp_path / "h.arrow", table.schema) as writer:
        writer.write_table(table)
    assert run("--input", str(tmp_path / "h.arrow"), "--output", str(tmp_path / "o.parquet"), "--keep", "span") == 2
    told = capsys.readouterr().err
    assert told.startswith("error[YK624]: ")
    assert "o.parquet can't be written: " in told
    assert [path.name for path in tmp_path.iterdir()] == ["h.arrow"]


def test_yaku_as_ids_and_as_bits(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "h.csv").write_text(f"text\n{GOOD}\n", "utf-8")
    target = tmp_path / "o.parquet"
    for option, there in (((), False), (("--yaku-ids",), True)):
        assert run("--input", str(tmp_path / "h.csv"), "--output", str(target), *option) == 0
        table = parquet.read_table(target)
        assert ("yaku" in table.column_names) == there
        assert "yaku_0" in table.column_names
    assert table["yaku"].to_pylist() == [["pinfu", "tanyao"]]
    assert run("--input", str(tmp_path / "h.csv")) == 0
    assert json.loads(capsys.readouterr().out)["yaku"] == ["pinfu", "tanyao"]
    assert scored(tmp_path, f"text\n{GOOD}\n")[1][0]["yaku"] == "pinfu tanyao"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--input", "h.jsonl", "--keep", "game"], "--keep is for tables; neither file is one by its name"),
        (["--input", "h.jsonl", "--yaku-ids"], "--yaku-ids is for tables; neither file is one by its name"),
        ([GOOD, "--keep", "game"], "--keep belongs to --input; a single ruling is printed"),
        ([GOOD, "--yaku-ids"], "--yaku-ids belongs to --input; a single ruling is printed"),
        ([GOOD, "--output", "x"], "--output belongs to --input; a single ruling is printed"),
    ],
)
def test_options_with_no_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture, arguments: list[str], told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("h.jsonl").write_text("", "utf-8")
    assert run(*arguments) == 2
    assert told in capsys.readouterr().err
