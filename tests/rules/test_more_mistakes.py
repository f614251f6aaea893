"""Wrong rule files of many kinds: all that is said about each, and nothing that only follows from it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from yakulang import ruleset_from_text
from yakulang.errors import RuleError

CASES = yaml.safe_load((Path(__file__).parent / "more_mistakes.yaml").read_text("utf-8"))
HEAD = "yakulang: 1\nid: friday-table\nextends: tenhou\n"
THEIR_WORDS = re.compile(
    r"while (scanning|parsing)|did not find|found (character|unexpected)|token|mapping values|"
    r"valid under|is not of type|Additional properties|required property|does not match|pars(e|er|ing)\b"
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["title"])
def test_all_that_is_said_of_a_wrong_file(case: dict[str, Any]) -> None:
    with pytest.raises(RuleError) as raised:
        ruleset_from_text(case["text"] if case.get("whole") else HEAD + case["text"], "my.yaml")
    told = []
    for diagnostic in raised.value.diagnostics:
        span = diagnostic.span
        assert span is not None
        entry = {
            "code": diagnostic.code,
            "at": f"{span.line}:{span.column}",
            "caret": span.text.split("\n")[0],
            "message": diagnostic.message,
        }
        told.append(entry | ({"hint": diagnostic.hint} if diagnostic.hint else {}))
    assert told == case["told"]
    assert not THEIR_WORDS.search(str(raised.value))


def test_there_are_many_kinds() -> None:
    assert len({case["title"] for case in CASES}) == len(CASES) >= 40
