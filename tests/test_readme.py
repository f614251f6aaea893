"""The README's examples do what it says: its commands print what stands there, its rule file loads, its Python runs."""

from __future__ import annotations

import doctest
import json
import re
import shlex
from pathlib import Path

import pytest
from shown import hold

from yakulang import Hand, load_ruleset, ruleset_from_text
from yakulang.cli import main
from yakulang.notation.winners import read_winners

README = Path(__file__).resolve().parents[1] / "README.md"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README.read_text("utf-8"), re.MULTILINE | re.DOTALL)
FIRST = 'python -m pip install . && yakulang score "234m567m345p67s22s +8s" --rules tenhou --seat S'
TESTS = 'python -m pip install ".[test]" && python -m pytest -n auto --dist loadfile'
LINE = re.compile(r"(?<=\.yaml:)\d+")


def blocks(language: str) -> list[str]:
    return [text for kind, text in BLOCKS if kind == language]


def commands() -> list[tuple[str, str]]:
    found = []
    for block in blocks("console"):
        line, _, output = block.partition("\n")
        assert line.startswith("$ ")
        found.append((line.removeprefix("$ "), output))
    return found


def rule_file() -> str:
    (text,) = blocks("yaml")
    return text


PRINTED = [(line.rpartition("&& ")[2], output) for line, output in commands() if output]


def test_the_two_commands_of_a_fresh_machine() -> None:
    assert [line for line, _ in commands() if "pip" in line] == [FIRST, TESTS]


@pytest.mark.parametrize("example", PRINTED, ids=[line for line, _ in PRINTED])
def test_commands_print_what_stands_there(
    example: tuple[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    pytestconfig: pytest.Config,
) -> None:
    (tmp_path / "friday.yaml").write_text(rule_file(), "utf-8")
    monkeypatch.chdir(tmp_path)
    line, output = example
    program, *arguments = shlex.split(line)
    assert program == "yakulang"
    assert main(arguments) == 0
    printed = capsys.readouterr().out
    hold(README, output, printed, pytestconfig)


def test_commands_without_output_are_understood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    batches = [line for line, output in commands() if not output and line.startswith("yakulang")]
    assert batches
    monkeypatch.chdir(tmp_path)
    for line in batches:
        assert main(shlex.split(line)[1:]) == 2
        assert "No such file" in capsys.readouterr().err


def test_the_house_rule_is_six_lines() -> None:
    assert len(rule_file().splitlines()) == 6


def test_changes_of_other_tables_load() -> None:
    text = README.read_text("utf-8").partition("| at your table |")[2].partition("\n\n")[0]
    entries = re.findall(r"^\| [^|]+ \| `([^`]+)` \|$", text, re.MULTILINE)
    assert len(entries) >= 5
    for entry in entries:
        ruleset_from_text(f"yakulang: 1\nid: club\nextends: tenhou\n{entry}\n", "club.yaml")


def test_inline_commands(capsys: pytest.CaptureFixture[str]) -> None:
    inline = [line for line in re.findall(r"`(yakulang [^`\n]+)`", README.read_text("utf-8")) if "[" not in line]
    scored = [line for line in inline if re.search(r"score \d", line)]
    assert scored
    for line in scored:
        assert main(shlex.split(line)[1:]) == 0
        assert "yaku " in capsys.readouterr().out


def test_python() -> None:
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    for number, block in enumerate(blocks("python")):
        runner.run(parser.get_doctest(block, {}, f"README python {number}", str(README), 0))
    assert runner.tries > 5
    assert not runner.failures


def test_linked_files_are_there() -> None:
    targets = re.findall(r"\]\((?!http)([^)#]+)", README.read_text("utf-8"))
    assert targets
    for target in targets:
        assert (README.parent / target).exists(), target


# --- docs ---------------------------------------------------------------------------------------------


def docs_blocks(name: str, language: str) -> list[str]:
    text = (README.parent / "docs" / name).read_text("utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def test_hands_of_the_notation() -> None:
    (listed,) = docs_blocks("notation.md", "hand")
    hands = [Hand.parse(line) for line in listed.splitlines()]
    assert len(hands) == 5
    rules = load_ruleset("tenhou")
    assert {rules.score(hand).status for hand in hands} == {"ok"}
    (record,) = docs_blocks("notation.md", "json")
    assert Hand.from_record(json.loads(record)) == hands[0]


def test_the_ruling_of_the_docs(capsys: pytest.CaptureFixture[str]) -> None:
    text = (README.parent / "docs" / "ruling.md").read_text("utf-8")
    found = re.search(r"`(yakulang score [^`]*--seat[^`]*--json)`", text)
    assert found
    assert main(shlex.split(found[1])[1:]) == 0
    printed = json.loads(LINE.sub("0", capsys.readouterr().out))
    (shown,) = docs_blocks("ruling.md", "json")
    assert printed == json.loads(LINE.sub("0", shown))


class _AnyLine(doctest.OutputChecker):
    """Rule files grow: the number of the line is not compared."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        return super().check_output(LINE.sub("N", want), LINE.sub("N", got), optionflags)


def test_python_of_the_docs() -> None:
    (block,) = (block for block in docs_blocks("ruling.md", "python") if ">>>" in block)
    runner = doctest.DocTestRunner(checker=_AnyLine())
    runner.run(doctest.DocTestParser().get_doctest(block, {}, "ruling.md python", "ruling.md", 0))
    assert runner.tries == 4
    assert not runner.failures


def test_the_page_on_several_winners(capsys: pytest.CaptureFixture[str], pytestconfig: pytest.Config) -> None:
    for block in docs_blocks("winners.md", "console"):
        line, _, output = block.partition("\n")
        assert main(shlex.split(line.removeprefix("$ "))[1:]) == 0
        hold(README.parent / "docs" / "winners.md", output, capsys.readouterr().out, pytestconfig)
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    (code,) = docs_blocks("winners.md", "python")
    runner.run(parser.get_doctest(code, {}, "winners.md", "winners.md", 0))
    assert runner.tries > 5
    assert not runner.failures
    (row,) = docs_blocks("winners.md", "json")
    hands = read_winners(json.loads(row))
    assert load_ruleset("tenhou").score_winners(hands).ok
