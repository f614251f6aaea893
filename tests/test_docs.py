"""The documentation is true: reference pages are fresh, rule files in it load, links lead somewhere."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from yakulang import ruleset_from_text
from yakulang.cli import main
from yakulang.report.reference import pages

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGES = sorted(DOCS.glob("*.md"))
RULE_FILES = [
    pytest.param(block, id=f"{page.name} {number}")
    for page in PAGES
    for number, block in enumerate(
        re.findall(r"^```yaml\n(yakulang: 1\n.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    )
]


@pytest.mark.parametrize("name", pages())
def test_reference_pages_are_fresh(name: str) -> None:
    written = (DOCS / "reference" / name).read_text("utf-8")
    assert written == pages()[name], "run: python -m yakulang.report.reference"


def test_no_reference_page_is_left_over() -> None:
    assert {page.name for page in (DOCS / "reference").glob("*")} == set(pages())


@pytest.mark.parametrize("text", RULE_FILES)
def test_rule_files_of_the_docs_load(text: str) -> None:
    ruleset_from_text(text.replace("include: [kiriage.yaml, renhou.yaml]\n", ""), "club.yaml")


def test_the_guide_has_rule_files() -> None:
    assert len(RULE_FILES) >= 6


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!http)([^)#]+)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


def test_the_page_on_dora_prints_and_answers_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    text = (DOCS / "dora.md").read_text("utf-8")
    ((line, output),) = re.findall(r"^```console\n\$ yakulang (.*)\n((?:.*\n)*?)```$", text, re.MULTILINE)
    assert main(shlex.split(line)) == 0
    assert capsys.readouterr().out == output
    (python,) = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    test = doctest.DocTestParser().get_doctest(python, {}, "dora.md", None, 0)
    assert doctest.DocTestRunner().run(test).failed == 0
