"""What a ruleset adds to the vocabulary: traits, terms, facts, shapes and the ids of its yaku."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from yakulang.lang.vocabulary import FACTS, Fact

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from yakulang.source import Span


@dataclass(frozen=True, slots=True)
class Written:
    """A condition as it stands in a file. `at` gives the span of a part of its text."""

    text: str
    at: Callable[[int, int], Span]

    @property
    def span(self) -> Span:
        """The whole of it."""
        return self.at(0, len(self.text))


@dataclass(frozen=True, slots=True)
class Scope:
    """The names that a ruleset's conditions may use beside the vocabulary's own."""

    traits: Mapping[str, Written] = field(default_factory=dict)
    terms: Mapping[str, Written] = field(default_factory=dict)
    facts: Mapping[str, Fact] = field(default_factory=dict)
    shapes: tuple[str, ...] = ()
    yaku: frozenset[str] = frozenset()

    def fact(self, name: str) -> Fact | None:
        """Return the fact of that name, built in or declared."""
        return self.facts.get(name) or FACTS.get(name)

    def values(self, fact: Fact) -> tuple[str, ...]:
        """Return what a choice may be."""
        return self.shapes if fact.name == "shape" else fact.values
