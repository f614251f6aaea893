"""Finding rule files: ids, aliases, paths, and what a stranger's file may name."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from yakulang.errors import RuleError
from yakulang.rules.bundle import bundled_files
from yakulang.rules.catalogue import known_names, load, load_text
from yakulang.rules.nodes import plain
from yakulang.rules.reader import read, read_file

HEAD = "yakulang: 1\nid: x\n"


def refusal(text: str, folder: Path | None = None) -> list[tuple[str, str | None]]:
    with pytest.raises(RuleError) as caught:
        load_text(HEAD + text, "x.yaml", folder)
    return [(d.code, d.hint) for d in caught.value.diagnostics]


@pytest.mark.parametrize("name", bundled_files())
def test_bundled_files_load(name: str) -> None:
    rules = load(name, validate=True)
    assert rules.files[-1].name == f"{name}.yaml"
    assert rules.files == load(name).files


def test_names_and_aliases() -> None:
    assert {known_names()[name] for name in ("tenhou", "天鳳", "tenhou-4p")} == {"tenhou"}
    for name in ("天鳳", "Tenhou", "TENHOU-4P"):
        assert load(name).files[-1].name == "tenhou.yaml"


@pytest.mark.parametrize(
    ("name", "hint"),
    [("tenhuo", "did you mean `tenhou`?"), ("../riichi", "did you mean `riichi`?"), ("x" * 500, None), ("a\0b", None)],
)
def test_unknown_names(name: str, hint: str | None) -> None:
    with pytest.raises(RuleError) as caught:
        load(name)
    found = caught.value.diagnostics[0]
    assert found.code == "YK300"
    assert len(found.message) < 200
    assert found.message.isprintable()
    assert hint is None or found.hint == hint


def test_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my.yaml").write_text(HEAD + "extends: riichi\n", encoding="utf-8")
    (tmp_path / "plain").write_text(HEAD, encoding="utf-8")
    (tmp_path / "tenhou").write_text(HEAD, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert load("my.yaml").files[-1].name == "my.yaml"
    assert load("./my.yaml").files[-1].name == "./my.yaml"
    assert load(tmp_path / "my.yaml").files[0].name == "riichi.yaml"
    assert load("plain").files[-1].name == "plain"
    assert load("tenhou").files[-1].name == "tenhou.yaml"
    assert load(Path("tenhou")).files[-1].name == "tenhou"
    for missing in ("none.yaml", Path("none")):
        with pytest.raises(RuleError) as caught:
            load(missing)
        assert [d.code for d in caught.value.diagnostics] == ["YK100"]


def test_files_beside_and_below(tmp_path: Path) -> None:
    (tmp_path / "sub" / "deep").mkdir(parents=True)
    (tmp_path / "sub" / "b.yaml").write_text("yakulang: 1\nid: b\nextends: deep/c.yaml\n", encoding="utf-8")
    (tmp_path / "sub" / "deep" / "c.yml").write_text("yakulang: 1\nid: c\nplayers: 3\n", encoding="utf-8")
    assert refusal("extends: sub/b.yaml", tmp_path) == [("YK303", "did you mean `deep/c.yml`?")]
    (tmp_path / "sub" / "deep" / "c.yml").rename(tmp_path / "sub" / "deep" / "c.yaml")
    rules = load_text(HEAD + "extends: sub/b.yaml", "house/x.yaml", tmp_path)
    assert [source.name for source in rules.files] == ["house/sub/deep/c.yaml", "house/sub/b.yaml", "house/x.yaml"]
    assert plain(rules.tree)["players"] == 3
    same = load_text(HEAD + "extends: ./sub/b.yaml", "house/x.yaml", tmp_path)
    assert [source.name for source in same.files] == [source.name for source in rules.files]


@pytest.mark.parametrize(
    "name",
    [
        *("../x.yaml", "/etc/passwd", "/etc/x.yaml", "sub/../../x.yaml", "./../x.yaml", ".//x.yaml", "./."),
        *("a//b.yaml", "~/x.yaml", "C:/x.yaml", "'..\\x.yaml'"),
    ],
)
def test_files_elsewhere_are_refused(name: str, tmp_path: Path) -> None:
    (tmp_path.parent / "x.yaml").write_text(HEAD, encoding="utf-8")
    assert refusal(f"extends: {name}", tmp_path) == [("YK301", None)]


def test_links_out_of_the_folder_are_refused(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    (tmp_path / "secret.yaml").write_text(HEAD, encoding="utf-8")
    (inside / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    (inside / "sub").symlink_to(tmp_path)
    (inside / "loop.yaml").symlink_to(inside / "loop.yaml")
    assert refusal("extends: link.yaml", inside) == [("YK301", None)]
    assert refusal("extends: sub/secret.yaml", inside) == [("YK301", None)]
    assert refusal("extends: loop.yaml", inside)[0][0] in {"YK301", "YK303"}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes with names")
def test_pipes_are_no_files(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    assert refusal("extends: pipe.yaml", tmp_path) == [("YK303", None)]
    with pytest.raises(RuleError):
        load(tmp_path / "pipe.yaml")


def test_hints(tmp_path: Path) -> None:
    (tmp_path / "club.yaml").write_text(HEAD, encoding="utf-8")
    assert refusal("extends: club", tmp_path) == [("YK300", "write `club.yaml`")]
    assert refusal("extends: tenhuo", tmp_path) == [("YK300", "did you mean `tenhou`?")]
    assert refusal("extends: clbu.yaml", tmp_path) == [("YK303", "did you mean `club.yaml`?")]
    assert refusal("extends: club.yaml") == [("YK302", None)]


def test_files_are_checked_unless_told_otherwise() -> None:
    text = HEAD + "extends: riichi\nfoo: 1\n"
    with pytest.raises(RuleError):
        load_text(text, "x.yaml")
    assert load_text(text, "x.yaml", validate=False).node("foo") is not None


def test_speed() -> None:
    path = bundled_files()["riichi"]
    times = []
    for _ in range(5):
        began = time.perf_counter()
        read(read_file(path, path.name))
        times.append(time.perf_counter() - began)
    assert min(times) < 0.1, "reading takes about 10 ms"


def test_a_file_that_is_named_without_its_suffix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "例会.yaml").write_text("yakulang: 1\nid: club\nextends: tenhou\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RuleError) as caught:
        load("例会")
    assert [(one.code, one.hint) for one in caught.value.diagnostics] == [("YK300", "did you mean `./例会.yaml`?")]
