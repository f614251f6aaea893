"""Every example that a rule file gives for a yaku is judged by the rules of that file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from yakulang import Hand, HandError, load_ruleset
from yakulang.engine.readings import readings
from yakulang.engine.situation import situation_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from yakulang import Ruleset

ROOT = Path(__file__).resolve().parents[1]
FILES = [*sorted((ROOT / "rulesets").rglob("*.yaml")), *sorted((ROOT / "tests" / "rulesets").rglob("*.yaml"))]

# What an example may hold; the winner is South in the East round unless it says otherwise. The yaku is awarded; with
# `held` its condition is met in some reading, though another yaku or reading may take its place; with `not` it is not
# awarded; with `none` no reading meets its condition, perhaps because the hand is not complete.
FIELDS = {"win", "with", "seat", "round", "from", "not", "note", "about", "none", "held"}
LISTS = {"indicators": "dora", "kan_indicators": "kandora", "ura_indicators": "ura", "kan_ura_indicators": "kanura"}


@dataclass(frozen=True)
class Example:
    """An example of a yaku, with the place where it stands."""

    file: Path
    line: int
    yaku: str
    data: Mapping[str, Any]

    def __str__(self) -> str:
        return f"{self.yaku}, {self.file.relative_to(ROOT)}:{self.line}: {self.data['win']}"


def examples_of(file: Path) -> Iterator[Example]:
    """Yield the examples of a rule file."""
    text = file.read_text(encoding="utf-8")
    entries = yaml.safe_load(text).get("yaku") or {}
    for name, line, place in _places(yaml.compose(text, yaml.SafeLoader)):
        yield Example(file, line, name, entries[name]["examples"][place])


def _places(root: yaml.Node | None) -> Iterator[tuple[str, int, int]]:
    """Yield for each example the yaku, the line, and its number."""
    for section, entries in root.value if root else ():
        for yaku, entry in entries.value if section.value == "yaku" else ():
            for field, items in entry.value:
                for place, item in enumerate(items.value if field.value == "examples" else ()):
                    yield yaku.value, item.start_mark.line + 1, place


EXAMPLES = [example for file in FILES for example in examples_of(file)]


@cache
def ruleset(file: Path) -> Ruleset:
    return load_ruleset(file)


def hand_of(example: Example) -> Hand:
    """Return the hand of an example."""
    text = [example.data["win"], f"seat={example.data.get('seat', 'S')}", f"round={example.data.get('round', 'E')}"]
    if "from" in example.data:
        text.append(f"from={example.data['from']}")
    words: list[str] = []
    for said in example.data.get("with", ()):
        if isinstance(said, str):
            words.append(said)
            continue
        for name, value in said.items():
            if name == "aside":
                text.append(f"n({value})")
            elif name in LISTS:
                text.append(f"{LISTS[name]}={value}")
            else:
                words.append(f"{name}={value}")
    if words:
        text.append("with=" + ",".join(words))
    return Hand.parse(" ".join(text))


def held_somewhere(rules: Ruleset, hand: Hand, yaku: str) -> bool:
    """Return whether the condition of a yaku is met in some reading, whatever replaces it or is better."""
    code, book = rules.code, rules.rulebook
    situation, problems = situation_of(hand, book, code.said)
    assert not problems
    table = code.table(hand, situation)
    found = readings(hand, book, any_win=code.any_win(table), loose_holds=code.loose(table))
    index = [rule.id for rule in book.yaku].index(yaku)
    return any(code.held(code.reading(table, reading)) >> index & 1 for reading in found)


def verdict(example: Example) -> str | None:
    """Return what is wrong with an example, or None."""
    unknown = example.data.keys() - FIELDS
    if unknown:
        return f"there is no field {', '.join(sorted(unknown))}"
    try:
        hand = hand_of(example)
    except HandError as error:
        return str(error)
    rules = ruleset(example.file)
    ruling = rules.score(hand)
    awarded = [award.id for award in ruling.yaku]
    refused = "".join(f", {error.message}" for error in ruling.errors)
    counted = f"counted are {', '.join(awarded) or 'none'} ({ruling.status}{refused})"
    if "not" in example.data or example.data.get("none"):
        if example.yaku in awarded:
            return f"it is awarded; {counted}"
        if example.data.get("none"):
            return f"its condition is met; {counted}" if held_somewhere(rules, hand, example.yaku) else None
        if ruling.status == "not_winning":
            return "the hand is not complete; mark it `none: true`"
        # a situation that can't be is a near miss of yaku about situations; tiles that can't be are a slip
        slips = [error.message for error in ruling.errors if ruling.status == "invalid" and error.code not in SITUATION]
        return f"not a possible hand: {slips[0]}" if slips else None
    if example.data.get("held"):
        met = ruling.ok and held_somewhere(rules, hand, example.yaku)
        return None if met else f"its condition is not met; {counted}"
    return None if example.yaku in awarded else f"it is not awarded; {counted}"


SITUATION = {"YK571", "YK573"}


def test_there_are_examples_and_near_misses_for_every_yaku() -> None:
    for file in sorted((ROOT / "rulesets").rglob("*.yaml")):
        rules = yaml.safe_load(file.read_text(encoding="utf-8")).get("yaku") or {}
        own = [example for example in EXAMPLES if example.file == file]
        for name in rules:
            mine = [example.data for example in own if example.yaku == name]
            assert any("not" not in data for data in mine), f"{file.name}: {name} has no example"
            assert any("not" in data for data in mine), f"{file.name}: {name} has no near miss"


@pytest.mark.parametrize("file", FILES, ids=[file.relative_to(ROOT).as_posix() for file in FILES])
def test_examples(file: Path) -> None:
    wrong = [f"{example}\n    {found}" for example in examples_of(file) if (found := verdict(example))]
    assert not wrong, "\n".join([f"{len(wrong)} examples:", *wrong[:20]])


def test_the_number_of_examples() -> None:
    """A reader that lost examples would pass everything else."""
    counts = {file.stem: sum(example.file == file for example in EXAMPLES) for file in FILES}
    assert counts["riichi"] == 188
    assert counts["local-catalogue"] == 181


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"win": "123m456p78s678m99p +9s", "not": "…"}, "it is awarded"),
        ({"win": "123m456p79s678m99p +8s"}, "it is not awarded"),
        ({"win": "123m456p79s678m91p +8s", "not": "…"}, "is not complete"),
        ({"win": "123m456p78s678m99p +9s", "none": True}, "it is awarded"),
        ({"win": "123m456p79s678m99p +8s", "held": True}, "its condition is not met"),
        ({"win": "222m456p78s678m22m +9s", "not": "…"}, "not a possible hand"),
        ({"win": "111m1m456p78s678m99p +9s"}, "concealed tiles"),
        ({"win": "123m456p78s678m99p +9s", "why": "…"}, "there is no field why"),
    ],
)
def test_a_wrong_example_is_told(data: dict[str, Any], says: str) -> None:
    file = ROOT / "rulesets" / "riichi.yaml"
    found = verdict(Example(file, 1, "pinfu", data))
    assert found
    assert says in found
