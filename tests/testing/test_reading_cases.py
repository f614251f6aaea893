"""Case files: what is read from them, and how every mistake is told at its place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from yakulang.testing.cases import CaseError, Trial, case_form, read_cases

MISTAKES = yaml.safe_load((Path(__file__).parent / "case_mistakes.yaml").read_text(encoding="utf-8"))
HAND = "hand: 123m456p78s11m555z +9s seat=S"


def read(folder: Path, text: str) -> tuple[Trial, ...]:
    path = folder / "my.cases.yaml"
    path.write_text(text, encoding="utf-8")
    return read_cases(path, path.name)


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(case_form().schema)


@pytest.mark.parametrize("case", MISTAKES, ids=lambda case: case["text"])
def test_mistakes(case: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(CaseError) as caught:
        read(tmp_path, case["text"])
    first, *others = caught.value.diagnostics
    where = first.span.text if first.span else ""
    assert (first.code, where, first.message, first.hint) == (
        case["code"],
        case["where"],
        case["message"],
        case.get("hint"),
    )
    assert [other.code for other in others] == case.get("more", [])


def test_all_mistakes_are_told_and_right_cases_are_no_reason_for_more(tmp_path: Path) -> None:
    text = f"""
rules: riichi
cases:
  a: {{{HAND}, expect: {{hann: 1}}}}
  b: {{{HAND}, expect: {{han: 1}}}}
  c: {{{HAND}, expect: {{not_yaku: [chnta]}}}}
  d: {{rules: nobody, {HAND}, expect: {{han: 1}}}}
"""
    with pytest.raises(CaseError) as caught:
        read(tmp_path, text)
    found = [(d.code, d.span.line if d.span else 0) for d in caught.value.diagnostics]
    assert found == [("YK700", 4), ("YK711", 6), ("YK300", 7)]


def test_the_nearest_rules_count(tmp_path: Path) -> None:
    (tmp_path / "friday.yaml").write_text(
        "yakulang: 1\nid: friday\nextends: riichi\nchange: {minimum_han: 2}\n", encoding="utf-8"
    )
    text = f"""
rules: friday.yaml
cases:
  one: {{{HAND}, expect: {{status: no_yaku}}}}
  other: {{rules: tenhou, {HAND}, expect: {{han: 1}}}}
  both:
    {HAND}
    expect:
      - {{rules: [riichi, m-league], han: 1}}
      - {{status: no_yaku}}
      - {{rules: {{change: {{minimum_han: 3}}}}, status: no_yaku}}
      - {{rules: {{id: three, extends: tenhou, change: {{minimum_han: 3}}}}, status: no_yaku}}
"""
    trials = read(tmp_path, text)
    assert [trial.name for trial in trials] == [
        "one", "other", "both[riichi]", "both[m-league]", "both[friday]", "both[both]", "both[three]",
    ]  # fmt: skip
    chains = [
        [file.source.name.split("/")[-1] for file in merged.chain if file.key not in merged.included]
        for merged in (trial.table.merged for trial in trials)
    ]
    assert chains == [
        ["riichi.yaml", "friday.yaml"],
        ["riichi.yaml", "tenhou.yaml"],
        ["riichi.yaml"],
        ["riichi.yaml", "m-league.yaml"],
        ["riichi.yaml", "friday.yaml"],
        ["riichi.yaml", "friday.yaml", "my.cases.yaml"],
        ["riichi.yaml", "tenhou.yaml", "my.cases.yaml"],
    ]
    assert [trial.case.span.place for trial in trials[:3]] == [f"my.cases.yaml:{line}" for line in (4, 5, 6)]


def test_changes_build_on_the_common_rules_where_nothing_else_is_named(tmp_path: Path) -> None:
    text = f"cases: {{a: {{rules: {{change: {{minimum_han: 2}}}}, {HAND}, expect: {{status: no_yaku}}}}}}"
    (trial,) = read(tmp_path, text)
    assert [source.name for source in trial.table.merged.files] == ["riichi.yaml", "my.cases.yaml"]
    assert trial.table.merged.span_of("minimum_han").place == "my.cases.yaml:1"


def test_the_place_of_a_changed_rule_is_in_the_case_file(tmp_path: Path) -> None:
    change = "{change: {yaku.yakuhai_haku.han: 2}}"
    text = f"rules: riichi\ncases:\n  a:\n    rules: {change}\n    {HAND}\n    expect: {{han: 2}}"
    (trial,) = read(tmp_path, text)
    assert trial.table.merged.span_of("yaku.yakuhai_haku.han.closed").place == "my.cases.yaml:4"


@pytest.mark.parametrize("text", ["a: [" * 5000, "a: &a [*a]", "\0", "(" * 1_000_000, "x: " + "1" * 3_000_000])
def test_hostile_files_end_in_diagnostics(text: str, tmp_path: Path) -> None:
    with pytest.raises(CaseError):
        read(tmp_path, text)
