"""The cache folder: entries are whole or as good as none, and nothing that is wrong with it is anybody's problem."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from yakulang import cache

NAME = "0" * 32
DATA = {"numbers": [1, 2, 3], "text": "三連刻", "nothing": None}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    where = tmp_path / "cache"
    monkeypatch.setenv(cache.VARIABLE, str(where))
    return where


def entry(folder: Path) -> Path:
    (found,) = folder.glob("*.json")
    return found


@pytest.mark.parametrize("said", ["", "off", "OFF", "0", "no", "false", " off "])
def test_switched_off(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.VARIABLE, said)
    assert cache.folder() is None
    cache.write(NAME, DATA)
    assert cache.read(NAME) is None


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the convention of other systems")
@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({cache.VARIABLE: "/x/y", "XDG_CACHE_HOME": "/z"}, "/x/y"),
        ({cache.VARIABLE: "~/mine"}, "/home/somebody/mine"),
        ({"XDG_CACHE_HOME": "/z"}, "/z/yakulang"),
        ({"XDG_CACHE_HOME": "not/absolute"}, "/home/somebody/.cache/yakulang"),
        ({}, "/home/somebody/.cache/yakulang"),
    ],
)
def test_where_it_is(said: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (cache.VARIABLE, "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/home/somebody", **said}.items():
        monkeypatch.setenv(name, value)
    assert cache.folder() == expected


def test_what_was_written_is_read(folder: Path) -> None:
    assert cache.read(NAME) is None
    cache.write(NAME, DATA)
    assert cache.read(NAME) == DATA
    cache.write(NAME, [1])
    assert cache.read(NAME) == [1]
    assert [path.name for path in folder.iterdir()] == [f"yakulang-{NAME}.json"]
    if os.name == "posix":
        assert entry(folder).stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("data", [{1: "one"}, {"a": (1, 2)}, {"a": {1}}, {"a": float("nan")}, object()])
def test_data_that_json_would_change_are_not_kept(folder: Path, data: Any) -> None:
    cache.write(NAME, data)
    assert not folder.exists()


def test_every_damage_is_noticed(folder: Path) -> None:
    cache.write(NAME, DATA)
    path = entry(folder)
    whole = path.read_bytes()
    damaged = [whole[:length] for length in range(len(whole))]
    damaged += [whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :] for place in range(len(whole))]
    damaged += [whole + b" ", b"\xff" * 100, b"[]", whole.partition(b"\n")[2]]
    for text in damaged:
        path.write_bytes(text)
        assert cache.read(NAME) is None, text
    path.write_bytes(whole)
    assert cache.read(NAME) == DATA
    assert len(damaged) > 200


def test_data_of_another_format_are_not_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.write(NAME, DATA)
    monkeypatch.setattr(cache, "FORMAT", b"yakulang cache 2")
    assert cache.read(NAME) is None


def test_nested_without_end(folder: Path) -> None:
    cache.write(NAME, DATA)
    body = b"[" * 100_000
    entry(folder).write_bytes(cache._head(body) + b"\n" + body)
    assert cache.read(NAME) is None


def test_what_is_no_file(folder: Path) -> None:
    path = folder / f"yakulang-{NAME}.json"
    path.mkdir(parents=True)
    assert cache.read(NAME) is None
    cache.write(NAME, DATA)
    assert cache.read(NAME) is None
    path.rmdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(path)  # opening it must not wait for a writer
        assert cache.read(NAME) is None


def test_too_large(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.write(NAME, DATA)
    monkeypatch.setattr(cache, "MAX_BYTES", 20)
    assert cache.read(NAME) is None
    cache.write("1" * 32, DATA)
    assert len(list(folder.iterdir())) == 1


@pytest.mark.parametrize("what", ["a file", "below a file", "read only"])
def test_a_folder_that_can_not_be_written(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    where = tmp_path / "place"
    if what == "read only":
        where = Path("/proc/yakulang")  # nobody makes folders there, whoever they are
    else:
        where.write_text("in the way")
    monkeypatch.setenv(cache.VARIABLE, str(where / "deep" if what == "below a file" else where))
    cache.write(NAME, DATA)
    assert cache.read(NAME) is None


def test_a_disk_that_is_full(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    cache.write(NAME, DATA)
    monkeypatch.setattr(os, "replace", full)
    cache.write(NAME, [1])
    assert cache.read(NAME) == DATA
    assert len(list(folder.iterdir())) == 1


def test_only_own_files_are_taken_out(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.mkdir()
    others = [folder / name for name in ("notes.json", "a.json", ".hidden", "yakulang.txt")]
    left = folder / f".yakulang-{NAME}.1.2"
    for path in (*others, left):
        path.write_text("{}")
        os.utime(path, (0, 0))
    monkeypatch.setattr(cache, "MAX_ENTRIES", 3)
    for number in range(6):
        cache.write(f"{number:032}", number)
        os.utime(folder / f"yakulang-{number:032}.json", (number, number))
    assert [cache.read(f"{number:032}") for number in range(6)] == [None, None, None, 3, 4, 5]
    assert all(path.exists() for path in others)
    assert not left.exists()


WRITER = """
import sys
from yakulang import cache
for n in range(150):
    cache.write("0" * 32, [sys.argv[1]] * 2000)
    found = cache.read("0" * 32)
    assert found and len(found) == 2000 and len(set(found)) == 1, found
"""


def test_processes_at_once(folder: Path) -> None:
    """Each finds what it wrote itself or what another did, never a part of it and never nothing."""
    environment = {**os.environ, "PYTHONPATH": str(Path(cache.__file__).parents[1])}
    running = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(n)], env=environment, stderr=subprocess.PIPE)
        for n in range(4)
    ]
    for process in running:
        _, said = process.communicate(timeout=60)
        assert process.returncode == 0, said.decode()
    assert [path.name for path in folder.iterdir()] == [f"yakulang-{NAME}.json"]
    assert json.loads(entry(folder).read_bytes().partition(b"\n")[2]) == cache.read(NAME)
