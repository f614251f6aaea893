"""Conditions for tests: texts as if they stood in a file, and a checker with the words of a bundled ruleset."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from yakulang.lang.checker import Checker
from yakulang.lang.scope import Written
from yakulang.rules.build import build
from yakulang.rules.catalogue import load
from yakulang.rules.names import scope_of
from yakulang.rules.tree import Part
from yakulang.source import Source, Span

if TYPE_CHECKING:
    from yakulang.rules.model import Rulebook


def written(text: str, name: str = "mytable.yaml") -> Written:
    """A condition as it would stand in a file."""
    source = Source(name, text)
    return Written(text, lambda start, end: Span(source, start, end))


@cache
def _merged(reference: str):
    return load(reference)


@cache
def rulebook(reference: str = "tenhou") -> Rulebook:
    """The rulebook of a ruleset, built once."""
    return build(_merged(reference))


def checker(reference: str = "tenhou") -> Checker:
    """A new checker with the names of a ruleset."""
    merged = _merged(reference)
    return Checker(scope_of(Part(merged.tree, (), merged.tree.span, merged)))
