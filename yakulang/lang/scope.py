"""What a ruleset adds to the vocabulary: traits, terms, facts, shapes and the ids of its yaku."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic, Label
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
    """The names that a ruleset's conditions may use beside the vocabulary's own.

    `removed` are the places that took entries out, by path (`yaku.x`, `traits.y`).
    """

    traits: Mapping[str, Written] = field(default_factory=dict)
    terms: Mapping[str, Written] = field(default_factory=dict)
    facts: Mapping[str, Fact] = field(default_factory=dict)
    shapes: tuple[str, ...] = ()
    yaku: frozenset[str] = frozenset()
    draws: tuple[str, ...] = ()
    removed: Mapping[str, Span] = field(default_factory=dict)

    def fact(self, name: str) -> Fact | None:
        """Return the fact of that name, built in or declared."""
        return self.facts.get(name) or FACTS.get(name)

    def taken_out(self, name: str, span: Span, *sections: str) -> Diagnostic | None:
        """Return the diagnostic for a name that one of the files took out, or None."""
        for section in sections:
            place = self.removed.get(f"{section}.{name}")
            if place:
                message = f"`{name}` can't be taken out: another rule asks for it"
                hint = "take that rule out too, or change it"
                return Diagnostic("YK247", message, place, hint=hint, labels=(Label(span, "asked here"),))
        return None

    def values(self, fact: Fact) -> tuple[str, ...]:
        """Return what a choice may be."""
        named = {"shape": self.shapes, "draw": self.draws}  # by the ruleset
        return named.get(fact.name, fact.values)
