"""The plugin as people meet it: pytest in a folder of rule files and case files."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCS = (ROOT / "docs" / "cases.md").read_text("utf-8")
LOADED = "import sys, {}; print([name for name in sys.modules if name.split('.')[0] in ('lark', 'yaml', 'jsonschema')])"


def run(folder: Path, *arguments: str) -> tuple[int, str]:
    """Run pytest in a folder, without the settings of this checkout."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", *arguments]
    if not _installed():
        command += ["-p", "yakulang.testing.plugin"]
    where = {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, **where}, capture_output=True, text=True, timeout=300, check=False
    )
    return done.returncode, done.stdout + done.stderr


@cache
def _installed() -> bool:
    """Return whether pytest finds the plugin by itself."""
    from importlib.metadata import entry_points

    return "yakulang" in entry_points(group="pytest11").names


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text, "utf-8")


def example_folder() -> dict[str, str]:
    return dict(re.findall(r"^```yaml (\S+)\n(.*?)^```$", DOCS, re.MULTILINE | re.DOTALL))


def test_the_folder_of_the_docs(tmp_path: Path) -> None:
    folder = tmp_path / "friday"
    folder.mkdir()
    for name, text in example_folder().items():
        (folder / name).write_text(text, "utf-8")
    status, printed = run(tmp_path, "friday")
    assert status == 0, printed
    said = re.search(r"^(\d+) passed$", DOCS, re.MULTILINE)
    assert said
    assert f"{said[1]} passed" in printed

    # the last command
    command = [sys.executable, "-m", "yakulang.testing.mutants", "friday/friday.yaml", "--tests", "friday"]
    assert f"$ python {' '.join(command[1:])}\n" in DOCS
    where = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=tmp_path, env=where, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert f"\n{done.stdout}" in DOCS

    # the failure shown there
    cases = folder / "friday.cases.yaml"
    cases.write_text(cases.read_text("utf-8").replace("points: 11600", "points: 12000"), "utf-8")
    status, printed = run(tmp_path, "friday")
    assert status == 1
    (shown,) = re.findall(r"^```text\n(.*?)    \.\.\.\n```$", DOCS, re.MULTILINE | re.DOTALL)
    assert shown in printed
    assert "Traceback" not in printed


def test_files_of_others_are_left_alone(tmp_path: Path) -> None:
    write(tmp_path, compose__yaml="services:\n  a: {image: b}\n", x__yml="a: [", y__yaml="note: about yakulang: 1\n")
    status, printed = run(tmp_path)
    assert status == 5, printed
    assert "no tests ran" in printed


def test_a_rule_file_alone_is_a_test(tmp_path: Path) -> None:
    write(tmp_path, a__yml="# ours\nid: a\nyakulang: 1\nextends: riichi\nchange: {minimum_han: 2}\n")
    status, printed = run(tmp_path, "-rp")
    assert status == 0, printed
    assert "PASSED a.yml::rules" in printed


def test_a_broken_file_is_a_failure_and_the_others_are_tested(tmp_path: Path) -> None:
    write(
        tmp_path,
        bad__yaml="yakulang: 1\nid: a\nextends: riichi\nchange: {minimum_hann: 2}\n",
        bad__cases__yaml="rules: riichi\ncases:\n  a: {hand: x, expect: {hann: 1}}\n",
        good__cases__yaml="rules: riichi\ncases:\n  a: {hand: 123m456p78s11m555z +9s seat=S, expect: {han: 1}}\n",
    )
    status, printed = run(tmp_path)
    assert status == 1
    assert "2 failed, 1 passed" in printed
    for line in ("--> bad.yaml:4:10", "hint: did you mean `minimum_han`?", "--> bad.cases.yaml:3:25"):
        assert line in printed
    assert "Traceback" not in printed
    assert ".py" not in printed


def test_failures_say_where_and_show_the_ruling(tmp_path: Path) -> None:
    when = "any 5z triplets, examples: [{win: 123m456p78s11m p(555z) +9s}, {win: 123m456p78s11m p(666z) +9s}]"
    write(
        tmp_path,
        our__yaml=f"yakulang: 1\nid: our\nextends: riichi\nyaku:\n  x: {{han: 1, when: {when}}}\n",
        our__cases__yaml="""rules: our.yaml
cases:
  a:
    about: three of a kind
    hand: 123m456p78s11m p(555z) +9s seat=S from=W
    expect: {yaku: {x: 1}, because: x}
""",
    )
    status, printed = run(tmp_path, "-ra")
    assert status == 1
    assert "2 failed, 2 passed" in printed
    for line in (
        "our.cases.yaml:3: a: three of a kind",
        "yaku          expected  x 1    our.cases.yaml:6",
        "              came out  yakuhai_haku 1, x 1",
        "the ruling by our:",
        "our.yaml:5: x: 123m456p78s11m p(666z) +9s",
        "`x` is not awarded",
        "FAILED our.yaml::x[2]",
    ):
        assert line in printed, printed
    assert "Traceback" not in printed
    assert "because" not in printed


def test_single_cases_can_be_chosen(tmp_path: Path) -> None:
    case = "hand: 123m456p78s11m555z +9s seat=S, expect: {han: 1}"
    write(tmp_path, a__cases__yaml=f"rules: riichi\ncases:\n  one: {{{case}}}\n  two: {{{case}}}\n")
    assert "1 passed" in run(tmp_path, "a.cases.yaml::two")[1]
    assert "1 passed, 1 deselected" in run(tmp_path, "-k", "one")[1]


@pytest.mark.parametrize("module", ["yakulang", "yakulang.testing.plugin"])
def test_starting_pytest_loads_nothing_of_the_engine(module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED.format(module)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


def test_the_checkout_collects_its_own(request: pytest.FixtureRequest) -> None:
    """Whether installed or not: `conftest.py` registers the plugin where nobody has, under its name."""
    manager = request.config.pluginmanager
    plugin = manager.get_plugin("yakulang")
    assert plugin is not None
    assert [name for name, other in manager.list_name_plugin() if other is plugin] == ["yakulang"]
    assert request.config.getini("testpaths") == ["tests", "rulesets"]
