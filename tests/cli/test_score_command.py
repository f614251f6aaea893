"""`yakulang score` for one hand: what is printed where, and the exit status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from yakulang import __version__
from yakulang.cli import main

CHECKOUT = Path(__file__).resolve().parents[2]
HAND = "234m567m345p67s22s +8s"

Capture = pytest.CaptureFixture[str]


def run(*arguments: str, **more: object) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
    command = [sys.executable, "-m", "yakulang", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60, check=False, **more)  # type: ignore[call-overload,no-any-return]


def score(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    status = main(["score", *arguments])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def test_a_ruling(capsys: Capture) -> None:
    status, out, err = score(capsys, HAND, "--seat", "S", "--from", "W", "--honba", "1", "--sticks", "2")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "234m 567m 345p 22s 67s+8s"
    assert any(line.startswith("yaku") and "Pinfu" in line and "riichi.yaml:" in line for line in lines)
    assert any(line.split() == ["receives", "South", "4300"] for line in lines)
    assert any(line.split() == ["West", "-2300"] for line in lines)
    assert "\x1b" not in out


def test_json_is_the_ruling(capsys: Capture) -> None:
    status, out, _ = score(capsys, HAND, "--seat", "S", "--json")
    ruling = json.loads(out)
    assert status == 0
    assert (ruling["status"], ruling["han"], ruling["fu"], ruling["points"]) == ("ok", 2, 30, 2000)


def test_the_hand_may_be_several_words(capsys: Capture) -> None:
    whole = score(capsys, HAND, "--seat", "S")
    assert score(capsys, *HAND.split(), "--seat", "S") == whole


def test_without_a_seat_both_are_shown(capsys: Capture) -> None:
    status, out, _ = score(capsys, HAND)
    assert status == 0
    assert "the dealer (East)" in out
    assert "not the dealer (South West North)" in out
    assert "2900" in out
    assert "2000" in out


def test_only_one_seat_wins(capsys: Capture) -> None:
    status, out, _ = score(capsys, "123m456p78s99m p(222z) +9s")
    assert status == 0
    assert "not the dealer (South)" in out
    assert out.count("no yaku:") == 1


def test_situation_options(capsys: Capture) -> None:
    options = ["--seat", "east", "--round", "南", "--dora", "3p,4p", "--ura", "9s,1z"]
    options += ["--with", "riichi,ippatsu", "--with", "own_discards=5"]
    status, out, _ = score(capsys, "234m567m345p67s22s *8s", *options, "--json")
    assert status == 0
    found = {award["id"]: award["han"] for award in json.loads(out)["yaku"]}
    assert found.keys() >= {"riichi", "ippatsu", "dora"}
    assert found["dora"] == 2  # 4p by the first indicator, 5p by the second


def test_the_winning_tile_may_stand_last(capsys: Capture) -> None:
    for method, sign in (("--ron", "+"), ("--tsumo", "*")):
        status, out, _ = score(capsys, "234m567m345p22s678s", method, "--seat", "S")
        assert status == 0
        assert f"67s{sign}8s" in out


@pytest.mark.parametrize(
    ("hand", "options", "word"),
    [
        ("123m456p78s11z999m +9s", ["--seat", "S"], "no_yaku"),
        ("123m456p79s11z999m +9s", ["--seat", "S"], "not_winning"),
        ("11123m456p789s22z +1m", ["--seat", "S", "--dora", "1m"], "invalid"),
        (HAND, ["--seat", "S", "--with", "haiteii"], "invalid"),
        (HAND, ["--with", "haiteii"], "invalid"),
        (HAND[:-3], [], "invalid"),
    ],
)
def test_an_answer_that_is_no(capsys: Capture, hand: str, options: list[str], word: str) -> None:
    status, out, _ = score(capsys, hand, *options, "--json")
    assert status == 1
    ruling = json.loads(out)
    assert ruling["status"] == word
    assert ruling["error"]["code"].startswith("YK5")


def test_a_refusal_is_a_result(capsys: Capture) -> None:
    status, out, err = score(capsys, "123m456p78s11z999m +9s", "--seat", "S")
    assert (status, err) == (1, "")
    assert "no yaku" in out
    assert "YK581" in out


def test_a_refusal_whatever_the_seat_is_said_once(capsys: Capture) -> None:
    _, out, _ = score(capsys, HAND, "--with", "haiteii")
    assert out.count("YK570") == 1
    assert "did you mean `haitei`" in out


def test_unreadable_text_goes_to_standard_error(capsys: Capture) -> None:
    status, out, err = score(capsys, "234m567m345p67s22s +8x")
    assert (status, out) == (1, "")
    assert "^" in err


@pytest.mark.parametrize(
    ("options", "place"),
    [
        (["--seat", "Q"], "--seat:1:1"),
        (["--from", "Q"], "--from:1:1"),
        (["--dora", "1m,9x"], "--dora:1:5"),
        (["--honba", "-1"], "--honba:1:1"),
        (["--sticks", "x"], "--sticks:1:1"),
        (["--with", "Not-A-Word!"], "--with:1:1"),
    ],
)
def test_an_option_that_is_no_value(capsys: Capture, options: list[str], place: str) -> None:
    status, out, err = score(capsys, HAND, *options)
    assert (status, out) == (2, "")
    assert f"--> {place}" in err


def test_text_and_option_contradict(capsys: Capture) -> None:
    status, _, err = score(capsys, f"{HAND} seat=E", "--seat", "S")
    assert status == 1
    assert "the option --seat says something else than `seat=` in the text" in err
    assert score(capsys, f"{HAND} seat=S", "--seat", "S")[0] == 0
    assert "--tsumo" in score(capsys, HAND, "--tsumo")[2]


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--nonsense"],
        [HAND, "--rules", "nope"],
        [HAND, "--rules", "nope.yaml"],
        [HAND, "--rules", "/"],
        [HAND, "--lang", "fr"],
        [HAND, "--ron", "--tsumo"],
        [HAND, "--output", "x"],
        [HAND, "--input", "x"],
        ["--input", "x", "--seat", "S"],
        ["--input", "x", "--dora", "1m"],
    ],
)
def test_wrong_use(capsys: Capture, arguments: list[str]) -> None:
    status, out, err = score(capsys, *arguments)
    assert (status, out) == (2, "")
    assert err


def test_a_wrong_rule_file(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("yakulang: 1\nid: mine\nextends: tenhou\nchange: {limits.mangam.when: base >= 1}\n", "utf-8")
    status, out, err = score(capsys, HAND, "--rules", str(path))
    assert (status, out) == (2, "")
    assert "mine.yaml:4" in err


@pytest.mark.parametrize(("lang", "han"), [("en", "2 han 30 fu"), ("ja", "2飜 30符"), ("zh", "2番 30符")])
def test_languages(capsys: Capture, lang: str, han: str) -> None:
    status, out, _ = score(capsys, HAND, "--seat", "S", "--lang", lang)
    assert status == 0
    assert han in out


def test_version_and_help(capsys: Capture) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"yakulang {__version__}\n"
    for arguments in (["-h"], ["score", "-h"], ["payment", "--help"]):
        assert main(arguments) == 0
        assert "Usage: yakulang" in capsys.readouterr().out
    assert main([]) == 2


# --- as a process ---------------------------------------------------------------------------------------


def test_an_encoding_that_lacks_the_characters() -> None:
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT), "PYTHONIOENCODING": "ascii"}
    for arguments in (["--lang", "ja"], ["--json"]):
        command = [sys.executable, "-m", "yakulang", "score", HAND, *arguments]
        done = subprocess.run(command, capture_output=True, env=environment, timeout=60, check=False)
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.isascii()


def test_bytes_that_are_no_text() -> None:
    done = run("score", os.fsdecode(b"123m\xff +4m"))
    assert done.returncode == 1
    assert "Traceback" not in done.stderr


def test_a_reader_that_is_gone() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "yakulang", "score", HAND]
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
    with os.fdopen(writing, "wb") as stream:
        done = subprocess.run(command, stdout=stream, stderr=subprocess.PIPE, env=environment, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk() -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "yakulang", "score", HAND]
        environment = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, env=environment, timeout=60, check=False)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert b"No space left" in done.stderr


def test_colours_on_a_terminal_only() -> None:
    pty = pytest.importorskip("pty")
    plain = run("score", HAND).stdout

    def on_a_terminal(**more: str) -> str:
        master, slave = pty.openpty()
        command = [sys.executable, "-m", "yakulang", "score", HAND]
        environment = {**os.environ, "PYTHONPATH": str(CHECKOUT), "TERM": "xterm-256color", **more}
        with subprocess.Popen(command, stdout=slave, stderr=subprocess.DEVNULL, env=environment) as process:
            os.close(slave)
            pieces = []
            while True:
                try:
                    piece = os.read(master, 65536)
                except OSError:  # the other end is closed
                    break
                if not piece:
                    break
                pieces.append(piece)
            process.wait(60)
        os.close(master)
        return b"".join(pieces).decode().replace("\r\n", "\n")

    coloured = on_a_terminal(NO_COLOR="")
    assert "\x1b[" in coloured
    assert on_a_terminal(NO_COLOR="1") == plain


def test_no_colour_library_without_a_terminal() -> None:
    code = (
        "import sys; from yakulang.cli import main; "
        f"main(['score', {HAND!r}]); main(['payment', '--yakuman', '1']); assert 'rich' not in sys.modules"
    )
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
