"""Reads several parts of a rule file and keeps what is wrong with each, so that one error hides no other."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from yakulang.errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Callable

    from yakulang.errors import Diagnostic
    from yakulang.rules.tree import Part

T = TypeVar("T")


class Gathered:
    """What is wrong with the parts that were read so far.

    Attributes:
        problems: of all parts, in the order they were read.
    """

    def __init__(self) -> None:
        self.problems: list[Diagnostic] = []

    def read(self, make: Callable[[], T]) -> T | None:
        """Return what `make` reads, or None where it is wrong."""
        try:
            return make()
        except RuleError as error:
            self.problems.extend(error.diagnostics)
            return None

    def entries(self, part: Part, path: str, make: Callable[[str, Part], T]) -> tuple[T, ...]:
        """Return the entries of a mapping that can be read; `make` is given the key and the entry."""
        made: list[T] = []
        for key, entry in part.children(path):
            try:
                made.append(make(key, entry))
            except RuleError as error:
                self.problems.extend(error.diagnostics)
        return tuple(made)
