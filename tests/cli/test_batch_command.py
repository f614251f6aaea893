"""`yakulang score --input`: results in order, bad lines reported, files treated with care."""

from __future__ import annotations

import gzip
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from yakulang.cli import batch, main
from yakulang.cli.lines import MAX_LINE

CHECKOUT = Path(__file__).resolve().parents[2]
RECORD = {"closed": "234m567m345p67s22s", "win": "8s", "method": "ron", "seat": "S"}
LINE = json.dumps(RECORD).encode()
NO_YAKU = json.dumps({**RECORD, "closed": "123m678p67s55s999m"}).encode()

Capture = pytest.CaptureFixture[str]


def scored(folder: Path, *lines: bytes, name: str = "hands.jsonl") -> tuple[int, list[dict[str, Any]]]:
    """Score lines written to a file; return the exit status and the results."""
    source, target = folder / name, folder / "rulings.jsonl"
    data = b"\n".join(lines)
    source.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    status = main(["score", "--input", str(source), "--output", str(target)])
    return status, [json.loads(line) for line in target.read_text("utf-8").splitlines()]


def test_results_in_the_order_of_the_input(tmp_path: Path, capsys: Capture) -> None:
    row = json.dumps({"id": "a 天", "input": RECORD, "expected": {"anything": [1]}}, ensure_ascii=False).encode()
    status, results = scored(tmp_path, LINE, b"", b"  \r", row, NO_YAKU + b"\r", b"")
    assert status == 0  # a hand without yaku is an answer, not a failed line
    assert [result["line"] for result in results] == [1, 4, 5]
    assert [result.get("id") for result in results] == [None, "a 天", None]
    assert [result["ruling"]["status"] for result in results] == ["ok", "ok", "no_yaku"]
    assert capsys.readouterr() == ("", "")


BAD = {
    b"nonsense": "YK603",
    b"{": "YK603",
    b'{"a": NaN}': "YK604",
    b'{"a": -Infinity}': "YK604",
    b'{"a": 1e999}': "YK604",
    b'{"win": "1m", "win": "2m"}': "YK604",
    b'{"input": {"win": "1m", "win": "2m"}}': "YK604",
    b'{"a": ' + b"9" * 5000 + b"}": "YK604",
    b"[" * 100_000: "YK604",
    b'{"a":' * 100_000: "YK604",
    b"\xff\xfe{}": "YK602",
    b'{"win": "\xc3"}': "YK602",
    b"[1]": "YK605",
    b"null": "YK605",
    b'"text"': "YK605",
    b'{"id": [], "input": {}}': "YK605",
    b'{"id": true, "input": {}}': "YK605",
    b'{"id": 1, "input": {"id": 1, "input": {}}}': "YK605",
    b"\x0c" + LINE: "YK603",
    "\u2028".encode() + LINE: "YK603",
    "\xa0".encode() + LINE: "YK603",
    LINE + "\u2029".encode(): "YK603",
    b'"' + b"x" * MAX_LINE + b'"': "YK601",
    b"x" * (3 * MAX_LINE): "YK601",
    b"{}": "YK515",
    b'{"input": null}': "YK540",
    b'{"foo": 1}': "YK515",
}


@pytest.mark.parametrize(("line", "code"), BAD.items(), ids=[f"{line[:24]!r}" for line in BAD])
def test_a_bad_line_and_the_rest(tmp_path: Path, capsys: Capture, line: bytes, code: str) -> None:
    status, results = scored(tmp_path, LINE, line, LINE)
    assert status == 1
    assert [result["line"] for result in results] == [1, 2, 3]
    assert results[1]["error"]["code"] == code
    assert [results[1]["error"]] == results[1]["errors"] or code in {"YK515", "YK540"}
    assert "ruling" not in results[1]
    assert results[0]["ruling"] == results[2]["ruling"]
    err = capsys.readouterr().err
    assert f"hands.jsonl:2: error[{code}]" in err
    assert "1 of 3 lines failed" in err


def test_what_is_no_json_is_pointed_at_in_its_file(tmp_path: Path, capsys: Capture) -> None:
    source = tmp_path / "hands.jsonl"
    source.write_bytes(LINE + b'\n\n  {"honba": 1,}\n')
    assert main(["score", "--input", str(source)]) == 1
    assert capsys.readouterr().err == (
        f"{source}:3: error[YK603]: the line is not JSON: a comma stands before `}}`\n"
        f"  --> {source}:3:14\n"
        '   3 |   {"honba": 1,}\n'
        "     |              ^\n"
        "  hint: remove it\n"
        "1 of 2 lines failed\n"
    )


@pytest.mark.parametrize(("option", "other"), [("--input", "--output"), ("--output", "--input")])
def test_names_that_are_empty(tmp_path: Path, capsys: Capture, option: str, other: str) -> None:
    (tmp_path / "hands.jsonl").write_bytes(LINE)
    assert main(["score", option, "", other, str(tmp_path / "hands.jsonl")]) == 2
    assert capsys.readouterr() == ("", f"{option} is empty: give the name of a file, or -\n")


@pytest.mark.parametrize("option", ["--dora", "--ura", "--aside"])
def test_tiles_that_are_empty(capsys: Capture, option: str) -> None:
    assert main(["score", "123m456p78s11m555z +9s", option, ""]) == 2
    assert f"{option} is empty: write tiles, e.g. 4s, or leave it out" in capsys.readouterr().err


def test_an_impossible_hand_is_a_failed_line(tmp_path: Path, capsys: Capture) -> None:
    five = json.dumps({"id": 7, "input": {**RECORD, "dora": ["8s", "8s", "8s", "8s"]}}).encode()
    status, results = scored(tmp_path, LINE, five)
    assert status == 1
    assert results[1]["id"] == 7
    assert results[1]["ruling"]["status"] == "invalid"
    assert "hands.jsonl:2: error[YK562]" in capsys.readouterr().err


def test_a_mark_at_the_beginning_and_no_line_end(tmp_path: Path) -> None:
    assert scored(tmp_path, b"\xef\xbb\xbf" + LINE)[0] == 0


def test_nothing_to_score(tmp_path: Path) -> None:
    assert scored(tmp_path, b"", b"") == (0, [])


def test_packed_files(tmp_path: Path) -> None:
    plain = scored(tmp_path, LINE, NO_YAKU)
    assert scored(tmp_path, LINE, NO_YAKU, name="hands.jsonl.gz") == plain
    target = tmp_path / "out.jsonl.gz"
    source = str(tmp_path / "hands.jsonl.gz")
    written = []
    for _ in range(2):
        assert main(["score", "--input", source, "--output", str(target)]) == 0
        written.append(target.read_bytes())
    assert written[0] == written[1]
    assert [json.loads(line) for line in gzip.decompress(written[0]).splitlines()] == plain[1]


def test_a_damaged_packed_file(tmp_path: Path, capsys: Capture) -> None:
    source = tmp_path / "hands.jsonl.gz"
    data = gzip.compress(b"\n".join([LINE, NO_YAKU, LINE]), compresslevel=0)
    for damaged, said in (
        (data[: len(data) // 2], "the compressed file ends too early; what follows is missing"),
        (b"plain text", "this is no .gz file, though its name says so"),
        (data[:-6] + b"\0\0" + data[-4:], "the compressed file is damaged from here on"),
    ):
        source.write_bytes(damaged)
        assert main(["score", "--input", str(source)]) == 1
        printed = capsys.readouterr()
        error = json.loads(printed.out.splitlines()[-1])["error"]
        assert (error["code"], error["message"]) == ("YK606", said)
        assert "Traceback" not in printed.err


def test_standard_input_and_output(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LINE + b"\n" + NO_YAKU)))
    assert main(["score", "--input", "-", "--output", "-", "--rules", "m-league"]) == 0
    results = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [result["ruling"]["rules"] for result in results] == ["m-league", "m-league"]


def test_the_input_is_never_overwritten(tmp_path: Path, capsys: Capture) -> None:
    source, link = tmp_path / "hands.jsonl", tmp_path / "link.jsonl"
    source.write_bytes(LINE)
    link.symlink_to(source)
    for target in (source, link, tmp_path / "." / "hands.jsonl"):
        assert main(["score", "--input", str(source), "--output", str(target)]) == 2
        assert "same file" in capsys.readouterr().err
    assert source.read_bytes() == LINE


@pytest.mark.parametrize(
    ("source", "target"), [("nope", "x"), (".", "x"), ("hands.jsonl", "."), ("hands.jsonl", "no/x")]
)
def test_files_that_cannot_be_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture, source: str, target: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("hands.jsonl").write_bytes(LINE)
    assert main(["score", "--input", source, "--output", target]) == 2
    assert capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hands.jsonl"]


def test_results_that_were_there_stay_until_all_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, target = tmp_path / "hands.jsonl", tmp_path / "rulings.jsonl"
    source.write_bytes(LINE)
    target.write_text("before")

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(batch, "_result", interrupted)
    assert main(["score", "--input", str(source), "--output", str(target)]) == 130
    assert target.read_text() == "before"
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="this system does not tell the memory of a process")
def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    source = tmp_path / "bomb.jsonl.gz"
    with gzip.open(source, "wb", compresslevel=1) as stream:
        for _ in range(64):
            stream.write(b"x" * MAX_LINE)
    # not `ru_maxrss`: it counts what the process that started this one had
    code = (
        "import sys; from yakulang.cli import main; status = main(sys.argv[1:]); "
        "peak = [line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')]; "
        "print(peak[0] if peak else 0, file=sys.stderr); sys.exit(status)"
    )
    command = [sys.executable, "-c", code, "score", "--input", str(source)]
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60, check=False)
    assert done.returncode == 1
    assert json.loads(done.stdout)["error"]["code"] == "YK601"
    assert int(done.stderr.split()[-1]) < 160_000  # KiB; what the parent held at the start is not in it


def heed_interrupts() -> None:
    """Heed interrupts though the tests run in the background, where a shell has them ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_an_interrupt_is_quiet(tmp_path: Path) -> None:
    target = tmp_path / "rulings.jsonl"
    command = [sys.executable, "-m", "yakulang", "score", "--input", "-", "--output", str(target)]
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        preexec_fn=heed_interrupts,  # noqa: PLW1509  it only sets a signal
    ) as process:
        assert process.stdin
        assert process.stderr
        process.stdin.write(LINE + b"\n")
        process.stdin.flush()
        for _ in range(300):  # the file of unfinished results shows that it has begun
            if any(tmp_path.iterdir()):
                break
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert b"Traceback" not in process.stderr.read()
    assert not list(tmp_path.iterdir())
