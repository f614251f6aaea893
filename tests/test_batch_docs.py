"""What docs/batch.md says of columns and files is so."""

from __future__ import annotations

import csv
import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from yakulang import BatchError, Hand, load_ruleset
from yakulang.cli import main

pa = pytest.importorskip("pyarrow")

from pyarrow import ipc, parquet  # noqa: E402  an extra

from yakulang.engine.columns.arrow import hands_to_batch, yaku_of  # noqa: E402
from yakulang.engine.columns.batches import _NEEDED, _OWN  # noqa: E402

PAGE = (Path(__file__).parents[1] / "docs" / "batch.md").read_text("utf-8")
TENHOU = load_ruleset("tenhou")
GOOD = "234m567m345p67s22s +8s seat=S from=W"
TYPES = {
    "fixed list of 34 uint8": pa.list_(pa.uint8(), 34), "list of uint8": pa.list_(pa.uint8()), "uint8": pa.uint8(),
    "bool": pa.bool_(), "uint8 or text": pa.uint8(), "fixed list of 4 uint16, or list": pa.list_(pa.uint16(), 4),
    "fixed list of 4 uint8": pa.list_(pa.uint8(), 4), "integer": pa.uint16(),
    "text or dictionary": pa.dictionary(pa.int32(), pa.string()), "text": pa.string(), "int64": pa.int64(),
    "dictionary": pa.dictionary(pa.int16(), pa.string()), "uint64": pa.uint64(),
    "list of dictionary": pa.list_(pa.dictionary(pa.int16(), pa.string())),
}  # fmt: skip


def rows(heading: str) -> list[tuple[list[str], str, str]]:
    """The rows of the table below a heading: names, type, and what is said."""
    lines = PAGE.split(f"{heading}\n", 1)[1].split("| --- | --- | --- |\n", 1)[1].split("\n\n", 1)[0].splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [(re.findall(r"`([a-zA-Z_0-9]+)`", names), kind, said) for names, kind, said in cells]


def test_the_columns_of_hands() -> None:
    told = [name for names, _, _ in rows("### As numbers") for name in names]
    assert sorted(told) == sorted(_OWN)
    hand = Hand.parse("1188m2255p33s44z7z *7z seat=E dora=1z ura=9p with=riichi,ippatsu")
    row: dict[str, Any] = hands_to_batch([hand]).to_pylist()[0] | {"riichi": True, "liable": None}
    row |= {"tiles": None, "blues": [], "aside": [], "meld_blues": [0] * 4}
    wanted = TENHOU.score(hand).points
    schema = {name: TYPES[kind] for names, kind, _ in rows("### As numbers") for name in names}
    for left_out in ("counts", "tiles"):
        row["tiles"] = [*hand.closed, hand.win]
        names = [name for name in told if name != left_out and (left_out == "tiles" or name not in ("reds", "blues"))]
        columns = {name: pa.array([row[name]], schema[name]) for name in names}
        columns |= {word: pa.array([True]) for word in hand.flags}
        result = TENHOU.score_batch(pa.RecordBatch.from_pydict(columns))
        assert result["points"].to_pylist() == [wanted]


def test_the_columns_that_must_be_there() -> None:
    told = re.search(r"^`counts` or `tiles`, `win` and `tsumo` must be there", PAGE, re.MULTILINE)
    assert told
    assert set(re.findall("`([a-z]+)`", told[0])) == set(_NEEDED)
    batch = hands_to_batch([Hand.parse(GOOD)])
    for name in batch.schema.names:
        rest = batch.select([other for other in batch.schema.names if other != name])
        if name in _NEEDED:
            with pytest.raises(BatchError):
                TENHOU.score_batch(rest)
        else:
            TENHOU.score_batch(rest)
    least = batch.select(["counts", "win", "tsumo"])
    assert TENHOU.score_batch(least)["status"].to_pylist() == ["ok"]
    for name, status in (("counts", "invalid"), ("win", "invalid"), ("tsumo", "ok")):
        null = least.set_column(least.schema.names.index(name), name, pa.nulls(1, least.schema.field(name).type))
        assert TENHOU.score_batch(null)["status"].to_pylist() == [status]


def test_the_numbers_of_melds() -> None:
    text = "c(067m)<E p(555z)<W k(1111p)<S d(4444z) a(9999s)"
    words = text.split()
    numbers = [
        4 + 64 * 1 + 512 * 1 + 4096 * 1, 31 + 64 * 2 + 4096 * 3, 9 + 64 * 3 + 4096 * 2, 30 + 64 * 4, 26 + 64 * 5,
    ]  # fmt: skip
    for word, number in zip(words, numbers, strict=True):
        hand = Hand.parse(f"123m456p78s11m {word} +9s seat=N" if "9999s" not in word else f"123m456p78p11m {word} +9p")
        assert hands_to_batch([hand])["melds"].to_pylist() == [[number, 0, 0, 0]], word


def test_the_columns_of_rulings() -> None:
    batch = pa.RecordBatch.from_pydict({"text": [GOOD]})
    found = {field.name: field.type for field in TENHOU.score_batch(batch, yaku_ids=True).schema}
    told: dict[str, Any] = {}
    for names, kind, _ in rows("## Rulings"):
        told |= dict.fromkeys(names, TYPES[kind])
    assert told.pop("yaku_1") == told["yaku_0"]  # as many as the yaku need
    assert told.items() <= found.items()
    series = {name.rsplit("_", 1)[0] for name in ("yaku_0", "han_dora", "delta_E")}
    assert {name for name in found.keys() - told.keys() if name.split("_")[0] not in series} == set()
    column, bit = yaku_of(TENHOU.rulebook)["tanyao"]
    assert TENHOU.score_batch(batch)[column].to_pylist()[0] >> bit & 1


def test_the_columns_of_chips(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They follow the columns of other rulesets, and the example says what they are."""
    monkeypatch.chdir(tmp_path)
    page = (Path(__file__).parents[1] / "docs" / "chips.md").read_text("utf-8")
    written = re.search(r"```yaml parlour.yaml\n(.*?)```", page, re.DOTALL)
    assert written
    Path("parlour.yaml").write_text(written[1], "utf-8")
    rules = load_ruleset("parlour.yaml")
    usual = set(TENHOU.score_batch(pa.RecordBatch.from_pydict({"text": [GOOD]})).schema.names)
    batch = rules.score_batch(pa.RecordBatch.from_pydict({"text": [GOOD]}))
    found = {field.name: field.type for field in batch.schema if field.name not in usual}
    told = {name: TYPES[kind] for names, kind, _ in rows("### Chips") for name in names}
    assert told.items() <= found.items()
    assert {name.rsplit("_", 1)[0] for name in found.keys() - told.keys()} <= {"chips_red", "chips", "chip_delta"}
    block = re.search(r"```python\n(rules = .*?)# (\[.*?)\n```", PAGE, re.DOTALL)
    assert block
    printed: list[Any] = []
    exec(block[1], {"print": printed.append, "load_ruleset": load_ruleset, "pa": pa})
    assert str(printed[0]) == block[2]


def test_the_example() -> None:
    block = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert block
    printed: list[Any] = []
    exec(block[1], {"print": printed.append})
    assert [(row["status"], row["points"]) for row in printed[0]] == [("ok", 2000), ("ok", 3000)]


def test_the_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    parquet.write_table(pa.Table.from_batches([hands_to_batch([Hand.parse(GOOD)])]), "hands.parquet")
    assert main(["score", "--input", "hands.parquet"]) == 0
    line = json.loads(capsys.readouterr().out)
    assert list(line)[:3] == ["status", "error", "points"]
    shown = re.search(r"`(\{\"status\".*?), \.\.\.\}`", PAGE)
    assert shown
    assert json.loads(shown[1] + "}").items() <= line.items()
    import gzip

    Path("hands.jsonl.gz").write_bytes(gzip.compress(json.dumps(Hand.parse(GOOD).to_record()).encode()))
    Path("hands.csv.gz").write_bytes(gzip.compress(f"game,turn,text\n1,2,{GOOD}\n".encode()))
    block = re.search(r"```csv\n(.*?)```", PAGE, re.DOTALL)
    assert block
    Path("hands.csv").write_text(block[1], "utf-8")
    commands = re.search(r"```\n(yakulang score.*?)```", PAGE, re.DOTALL)
    assert commands
    for command in commands[1].splitlines():
        assert main(shlex.split(command)[1:]) == 0, command
    assert parquet.read_table("rulings.parquet")["points"].to_pylist() == [2000]
    assert ipc.open_file("rulings.arrow").read_all()["yaku"].to_pylist() == [["pinfu", "tanyao"]]
    (row,) = csv.DictReader(Path("rulings.csv").read_text("utf-8").splitlines())
    assert [row[name] for name in ("game", "turn", "yaku")] == ["1", "2", "pinfu tanyao"]
    ruling = TENHOU.score(Hand.parse(GOOD.replace("from=W", "dora=3p,4p with=riichi,ippatsu")))
    found = json.loads(capsys.readouterr().out)
    assert (found["id"], found["points"]) == ("007", ruling.points)
