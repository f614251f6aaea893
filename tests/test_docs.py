"""The documentation is true: reference pages are fresh, rule files load, commands print what is shown, names fit."""

from __future__ import annotations

import ast
import doctest
import inspect
import itertools
import json
import re
import shlex
from functools import cache
from pathlib import Path
from typing import Any

import click
import pytest
from shown import hold

from yakulang import Hand, load_ruleset, ruleset_from_text
from yakulang.cli import main
from yakulang.cli.hands import hand_options, read_hand
from yakulang.cli.payment import payment
from yakulang.lang.vocabulary import FACTS
from yakulang.notation import parse_hand
from yakulang.notation.parts import MELD_LETTERS
from yakulang.notation.record import record_schema
from yakulang.notation.situation import KEYS
from yakulang.report.reference import SAID_OTHERWISE, pages
from yakulang.testing.hands import ARGUMENTS

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGES = sorted(DOCS.glob("*.md"))
RULE_FILES = [
    pytest.param(block, id=f"{page.name} {number}")
    for page in PAGES
    for number, block in enumerate(
        re.findall(r"^```yaml\n(yakulang: 1\n.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    )
]


REFERENCE = sorted(page.relative_to(DOCS / "reference").as_posix() for page in (DOCS / "reference").rglob("*.md"))
reference = cache(pages)  # every page asks for all rulesets


@pytest.mark.parametrize("name", REFERENCE)
def test_reference_pages_are_fresh(name: str) -> None:
    written = (DOCS / "reference" / name).read_text("utf-8")
    assert written == reference()[name], "run: python -m yakulang.report.reference"


def test_no_reference_page_is_left_over() -> None:
    assert set(REFERENCE) == set(reference())


@pytest.mark.parametrize("text", RULE_FILES)
def test_rule_files_of_the_docs_load(text: str) -> None:
    ruleset_from_text(text.replace("include: [kiriage.yaml, renhou.yaml]\n", ""), "club.yaml")


def test_the_guide_has_rule_files() -> None:
    assert len(RULE_FILES) >= 6


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!http)([^)#]+)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


# --- commands -----------------------------------------------------------------------------------------


COMMANDS = ["guide.md", "check.md", "explain.md", "settle.md", "table.md", "chips.md", "draws.md", "match.md"]


@pytest.mark.parametrize("name", COMMANDS)
def test_commands_print_what_stands_there(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    pytestconfig: pytest.Config,
) -> None:
    """Follow a page from top to bottom: save its rule files, the last under each name counts, and run its commands."""
    monkeypatch.chdir(tmp_path)
    ran = 0
    blocks = re.findall(r"^```([^\n]*)\n(.*?)^```$", (DOCS / name).read_text("utf-8"), re.MULTILINE | re.DOTALL)
    for kind, text in blocks:
        if kind.startswith("yaml") and (text.startswith("yakulang: 1\n") or " " in kind):
            (tmp_path / (kind.removeprefix("yaml").strip() or "club.yaml")).write_text(text, "utf-8")
        if kind != "console":
            continue
        line, _, shown = text.partition("\n")
        program, *arguments = shlex.split(line.removeprefix("$ "))
        assert program == "yakulang", line
        if shown:
            main(arguments)
            captured = capsys.readouterr()
            printed = captured.out + captured.err
            hold(DOCS / name, shown, printed, pytestconfig)
            ran += 1
    assert ran


def test_the_guide_ends_with_what_it_promises(tmp_path: Path) -> None:
    text = next(text for text in reversed(_rule_files("guide.md")) if "sanrenkou" in text and "change" in text)
    path = tmp_path / "club.yaml"
    path.write_text(text, "utf-8")
    rules, tenhou = load_ruleset(path), load_ruleset("tenhou")
    assert rules.payment(han=4, fu=30, seat="S", method="ron").points == 8000
    hand = Hand.parse("222m567m789s46p11z *5p seat=E with=riichi sticks=1")
    assert (rules.score(hand).fu, tenhou.score(hand).fu) == (30, 40)
    assert "sanrenkou" in {award.id for award in rules.score(Hand.parse("111222333m567s8p +8p seat=S")).yaku}


def _rule_files(name: str) -> list[str]:
    text = (DOCS / name).read_text("utf-8")
    return re.findall(r"^```yaml\n(yakulang: 1\n.*?)^```$", text, re.MULTILINE | re.DOTALL)


# --- the words of the situation -----------------------------------------------------------------------


def test_every_word_of_the_situation_is_listed_with_its_names() -> None:
    page = reference()["words.md"]
    rows = [line.removeprefix("| ").split(" | ") for line in page.splitlines() if line.startswith("| `")]
    listed = {re.split("[`=]", row[0])[1]: row for row in rows}
    said = {fact.name for fact in FACTS.values() if fact.who != "D"} - set(SAID_OTHERWISE)
    assert set(listed) >= said | set(load_ruleset("riichi").rulebook.words)
    for row in rows:
        own = any(cell.startswith("local/") for cell in row[4:])  # a fact of a house rule has the name its file gives
        assert all(row[: 2 if own else 4]), row


# --- the names of things ------------------------------------------------------------------------------

BASE, WON = "123m456p78s11m p(555z)", " +9s"
RECORD = {"closed": "123m456p78s11m", "melds": [{"type": "pon", "tiles": "555z"}], "win": "9s", "method": "ron"}


def _names() -> list[list[str]]:
    """Return the rows of the table of names: what, option, text, record, Python."""
    _, _, text = (DOCS / "notation.md").read_text("utf-8").partition("## The names of things\n")
    lines = itertools.takewhile(lambda line: not line.startswith("## "), text.splitlines())
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]
    assert rows[0] == ["what", "option", "in the text", "record", "Python"]
    return rows[2:]


def _examples(cell: str) -> list[str]:
    return re.findall(r"`([^`]*)`", cell)


def _column(place: int, pattern: str) -> set[str]:
    return {name for row in _names() for name in re.findall(pattern, row[place])}


def _bare_command() -> click.Command:
    return hand_options(click.command()(lambda **said: said))


def _said(option: str) -> dict[str, Any]:
    return _bare_command().make_context("score", shlex.split(option)).params


def _arguments(written: str) -> dict[str, Any]:
    call = ast.parse(f"f({written})", mode="eval").body
    assert isinstance(call, ast.Call)
    return {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in call.keywords}


def test_the_table_of_names_is_complete() -> None:
    options = {name for parameter in _bare_command().params for name in parameter.opts}
    assert _column(1, r"--[a-z]+") == options
    assert _column(2, r"`([a-z]+)=") == set(KEYS)
    assert _column(2, r"([a-z])\(") == {*MELD_LETTERS, "n"}
    assert _column(3, r'(?<=`)"([a-z0-9]+)":') == set(record_schema()["properties"])
    arguments = set(inspect.signature(parse_hand).parameters) - {"text", "source_name"}
    assert _column(4, r"`([a-z]+)=") == arguments


@pytest.mark.parametrize("row", [row for row in _names() if re.search("=|nuki|aside", row[2] + row[3])], ids="|".join)
def test_names_of_one_row_say_the_same(row: list[str]) -> None:
    _, option, text, record, python = (_examples(cell) for cell in row)
    hands = [Hand.from_record({**RECORD, **json.loads("{" + example + "}")}) for example in record]
    hands += [read_hand(BASE + WON, _said(example), "riichi", as_json=False) for example in option]
    hands += [Hand.parse(f"{BASE}{WON} {example}") for example in text]
    hands += [Hand.parse(BASE + WON, **_arguments(example)) for example in python]
    assert hands[0] != Hand.from_record(RECORD)
    assert all(hand == hands[0] for hand in hands[1:])


def test_names_of_the_tiles_say_the_same() -> None:
    rows = {row[0]: row for row in _names()}
    (closed,) = _examples(rows["concealed tiles without the winning one"][2])
    with_it, *options = _examples(rows["concealed tiles with the winning one"][2])
    (hand14,) = _examples(rows["concealed tiles with the winning one"][3])
    won = rows["winning tile, and how it was won"]
    hand = Hand.from_record(RECORD)
    assert _examples(won[2])[0] == WON.strip()
    assert Hand.parse(f"{closed} p(555z){WON}") == hand
    assert Hand.parse(f"p(555z) {with_it}", **_arguments(_examples(won[4])[0])) == hand
    assert _examples(won[1]) == options
    assert read_hand(f"p(555z) {with_it}", _said(options[0]), "riichi", as_json=False) == hand
    rest = {key: value for key, value in RECORD.items() if key != "closed"}
    assert Hand.from_record({**rest, **json.loads("{" + hand14 + "}")}) == hand
    assert json.loads("{" + ", ".join(_examples(won[3])) + "}").items() <= RECORD.items()


def test_case_files_and_payments_have_the_names_of_the_table() -> None:
    assert set(ARGUMENTS) <= set(KEYS)
    option_of = {parameter.name: parameter.opts for parameter in _bare_command().params}
    shared = [p for p in payment.params if set(p.opts) & {name for names in option_of.values() for name in names}]
    assert {"--seat", "--from", "--honba", "--sticks"} <= {name for p in shared for name in p.opts}
    assert all(option_of[p.name] == p.opts for p in shared)


def test_the_page_on_dora_prints_and_answers_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    text = (DOCS / "dora.md").read_text("utf-8")
    ((line, output),) = re.findall(r"^```console\n\$ yakulang (.*)\n((?:.*\n)*?)```$", text, re.MULTILINE)
    assert main(shlex.split(line)) == 0
    assert capsys.readouterr().out == output
    (python,) = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    test = doctest.DocTestParser().get_doctest(python, {}, "dora.md", None, 0)
    assert doctest.DocTestRunner().run(test).failed == 0
