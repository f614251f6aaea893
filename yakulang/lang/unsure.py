"""Conditions of which not all is known that they ask: yes, no, or not decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.lang import typed
from yakulang.lang.evaluator import holds
from yakulang.lang.walk import walk

if TYPE_CHECKING:
    from collections.abc import Collection

    from yakulang.lang.view import View


def verdict(condition: typed.Condition, view: View, unknown: Collection[str]) -> bool | None:
    """Return whether a condition holds, or None where that hangs on something unknown.

    Args:
        condition: what is asked.
        view: what is known; of what is unknown it may hold anything.
        unknown: the names of facts and nouns that nobody said.
    """
    match condition:
        case typed.AllOf(parts=parts):
            found = [verdict(part, view, unknown) for part in parts]
            return False if False in found else None if None in found else True
        case typed.AnyOf(parts=parts):
            found = [verdict(part, view, unknown) for part in parts]
            return True if True in found else None if None in found else False
        case typed.Not(part=part):
            inner = verdict(part, view, unknown)
            return None if inner is None else not inner
        case typed.Term(means=means):
            return verdict(means, view, unknown)
    return holds(condition, view) if asked_in(condition).isdisjoint(unknown) else None


def asked_in(condition: typed.Condition) -> frozenset[str]:
    """Return the names of all facts and nouns that a condition asks for."""
    found = _asked.get(id(condition))
    if found is None or found[0] is not condition:
        if len(_asked) >= _MOST:
            _asked.clear()
        found = _asked[id(condition)] = condition, frozenset(_names(condition))
    return found[1]


_MOST = 4096  # conditions that are remembered; a match asks the same few of every hand
_asked: dict[int, tuple[typed.Condition, frozenset[str]]] = {}


def _names(condition: typed.Condition) -> set[str]:
    names: set[str] = set()
    for node in walk(condition):
        match node:
            case typed.Flag(name=name) | typed.NumberFact(name=name) | typed.ChoiceIs(name=name):
                names.add(name)
            case typed.Members(noun=noun):
                names.add(noun.name)
            case typed.WinningIs(subject=subject):
                names.add(subject)
    return names
