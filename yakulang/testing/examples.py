"""The `examples:` of a rule file: each is judged by the rules of that file.

The yaku is awarded; with `not` it is not; with `held` its condition is met in some reading, though another yaku or
reading may take its place; with `none` no reading meets it, perhaps because the hand is not complete; `fails` names
the part of the condition that alone keeps the hand from it. The winner is South in the East round unless the example
says otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from yakulang.errors import HandError, render
from yakulang.rules.nodes import MapNode, Scalar, SeqNode, plain
from yakulang.testing.deciding import readings_of
from yakulang.testing.failing import failing
from yakulang.testing.hands import hand_of_text, words_placed
from yakulang.testing.judge import always, disagreements
from yakulang.testing.show import example_text, ruling_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from yakulang.engine.ruleset import Ruleset
    from yakulang.engine.ruling import Ruling
    from yakulang.hand import Hand
    from yakulang.rules.nodes import Node
    from yakulang.source import Span
    from yakulang.testing.tables import Table

SAID = ("seat", "round", "from", "with")
USUAL = {"seat": "S", "round": "E"}

# a situation that can't be is a near miss of a yaku about situations; tiles that can't be are a slip
SITUATION_CODES = {"YK571", "YK573"}


@dataclass(frozen=True, slots=True)
class Example:
    """An example of a yaku.

    Attributes:
        yaku: the id of the yaku.
        number: its place among the examples of the yaku, from 1.
        node: what stands in the rule file.
    """

    yaku: str
    number: int
    node: MapNode

    @property
    def span(self) -> Span:
        """Where it stands."""
        return self.node.span

    @property
    def data(self) -> Mapping[str, Any]:
        """Its fields as plain data."""
        fields: Mapping[str, Any] = plain(self.node)
        return fields

    @property
    def name(self) -> str:
        """What a test run calls it."""
        return f"{self.yaku}[{self.number}]"

    @property
    def is_miss(self) -> bool:
        """Whether the yaku is not awarded."""
        return "not" in self.data or "fails" in self.data or bool(self.data.get("none"))

    @property
    def is_awarded(self) -> bool:
        """Whether the yaku is awarded."""
        return not self.is_miss and not self.data.get("held")


def examples_of(table: Table) -> Iterator[Example]:
    """Yield the examples that the file asked for gives itself, those of `change:` included."""
    yaku = table.merged.node("yaku")
    for name, entry in yaku.items.items() if isinstance(yaku, MapNode) else ():
        listed = entry.items.get("examples") if isinstance(entry, MapNode) else None
        if isinstance(listed, SeqNode) and listed.span.source == table.source:
            for number, item in enumerate(listed.items, start=1):
                if isinstance(item, MapNode):
                    yield Example(name, number, item)


def hand_of(example: Example) -> Hand:
    """Return the hand of an example.

    Raises:
        HandError: it is not written correctly; the problems are shown where they stand in the rule file.
    """
    items = example.node.items
    win = items["win"]
    assert isinstance(win, Scalar)  # noqa: S101  the schema says so
    usual = {name: value for name, value in USUAL.items() if f"{name}=" not in win.text}
    return hand_of_text(win, _situation(items), **usual)


def _situation(items: Mapping[str, Node]) -> dict[str, Node]:
    return {name: items[name] for name in SAID if name in items}


def failure(example: Example, table: Table) -> str | None:
    """Return what is wrong with an example, with its ruling, or None where it holds."""
    title = f"{example.yaku}: {example.data['win']}"
    try:
        hand = hand_of(example)
    except HandError as error:
        return example_text(example.span, title, "\n".join(map(render, error.diagnostics)))
    ruling = table.compiled.score(hand)
    wrong = verdict(example, ruling, table.compiled)
    if wrong is None:
        found = [*always(ruling, table), *disagreements(ruling, table.reference.score(hand))]
        if not found:
            return None
        wrong = "\n".join(f"{d.field}: expected {d.expected}, came out {d.got}" for d in found)
    items = example.node.items
    ruling = replace(ruling, errors=words_placed(ruling.errors, items["win"], _situation(items)))
    return example_text(example.span, title, wrong, ruling_of(ruling, table.rulebook))


def verdict(example: Example, ruling: Ruling, rules: Ruleset) -> str | None:
    """Return what is wrong with an example whose hand has this ruling, or None where it holds."""
    yaku = example.yaku
    is_awarded = yaku in [award.id for award in ruling.yaku]
    if example.is_miss:
        if is_awarded:
            return f"`{yaku}` is awarded, though the example says it is not"
        if "fails" in example.data and (wrong := _fails_otherwise(example, ruling, rules)):
            return wrong
        if example.data.get("none"):
            return f"the condition of `{yaku}` is met" if held_somewhere(rules, ruling.hand, yaku) else None
        if ruling.status == "not_winning":
            return "the hand is not complete; mark the example `none: true`, or mend it"
        slips = [error.message for error in ruling.errors if error.code not in SITUATION_CODES]
        return f"not a possible hand: {slips[0]}" if ruling.status == "invalid" and slips else None
    if example.data.get("held"):
        met = ruling.ok and held_somewhere(rules, ruling.hand, yaku)
        return None if met else f"the condition of `{yaku}` is met in no reading"
    return None if is_awarded else f"`{yaku}` is not awarded"


def _fails_otherwise(example: Example, ruling: Ruling, rules: Ruleset) -> str | None:
    """Return what a near miss fails by, where that is not what it names."""
    named = " ".join(str(example.data["fails"]).split())
    found = failing(rules, ruling.hand, example.yaku) if ruling.hand is not None else []
    if (named,) in found:
        return None
    parts = " and ".join(f"`{part}`" for part in found[0]) if found and found[0] else "nothing in its condition"
    return f"`{example.yaku}` does not fail by `{named}` alone; it fails by {parts}"


def held_somewhere(rules: Ruleset, hand: Hand | None, yaku: str) -> bool:
    """Return whether a yaku is held in some reading of a hand, whatever replaces it or is better."""
    index = [rule.id for rule in rules.rulebook.yaku].index(yaku)
    return hand is not None and any(rules.code.held(case) >> index & 1 for _, case in readings_of(rules, hand))
