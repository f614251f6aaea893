"""Whether riichi or a kan may be declared: what the section `match:` asks of points and of the wall."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from yakulang.lang import typed
from yakulang.lang.evaluator import holds
from yakulang.lang.view import View
from yakulang.lang.walk import walk
from yakulang.table.match_checks import rules_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from yakulang.rules.match_model import NeedRule
    from yakulang.rules.model import Rulebook


@dataclass(frozen=True, slots=True)
class Need:
    """Something that a declaration needs: the id, what it is called, the condition and its place."""

    id: str
    names: Mapping[str, str]
    condition: str
    rule: str

    def as_json(self) -> dict[str, Any]:
        """Return the need as plain data."""
        return {"id": self.id, "condition": self.condition, "rule": self.rule}


@dataclass(frozen=True, slots=True)
class Declaring:
    """Whether something may be declared.

    Attributes:
        missing: what is needed and not there.
        unknown: what is needed and can't be told: the points or the tiles left were not said.
    """

    missing: tuple[Need, ...]
    unknown: tuple[Need, ...] = ()

    @property
    def allowed(self) -> bool:
        """Whether nothing that is known speaks against it."""
        return not self.missing

    def as_json(self) -> dict[str, Any]:
        """Return the answer as plain data."""
        data: dict[str, Any] = {"allowed": self.allowed, "missing": [need.as_json() for need in self.missing]}
        return data | ({"unknown": [need.as_json() for need in self.unknown]} if self.unknown else {})


def may_declare(
    rules: Rulebook, what: Literal["riichi", "kan"], *, points: int | None = None, tiles_left: int | None = None
) -> Declaring:
    """Return whether riichi or a kan may be declared, as far as points and the wall decide it.

    Args:
        rules: with `match:`.
        what: `riichi` or `kan`.
        points: of the player before the stick is laid; None where they are not said.
        tiles_left: live tiles left in the wall; None where that is not said.

    Raises:
        MatchError: the rules don't say how a match is played.
    """
    match, _ = rules_of(rules)
    numbers = {"players": rules.players, "riichi_stick": rules.payments.stick.value}
    numbers |= {} if points is None else {"points": points}
    numbers |= {} if tiles_left is None else {"tiles_left": tiles_left}
    view = View(numbers=numbers)
    missing: list[Need] = []
    unknown: list[Need] = []
    for rule in match.riichi if what == "riichi" else match.kan:
        asked = {node.name for node in walk(rule.when) if isinstance(node, typed.NumberFact)}
        if asked - numbers.keys():
            unknown.append(_need(rule))
        elif not holds(rule.when, view):
            missing.append(_need(rule))
    return Declaring(tuple(missing), tuple(unknown))


def _need(rule: NeedRule) -> Need:
    return Need(rule.id, rule.names, rule.when.span.text, rule.span.place)
