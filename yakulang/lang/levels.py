"""A bound on how deep the parts of a condition stand within each other, terms and traits counted."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic, RuleError
from yakulang.lang.refusals import wrong
from yakulang.lang.walk import extent_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yakulang.lang.walk import Extent
    from yakulang.source import Span

MAX_LEVELS = 80  # checking, evaluating and compiling call themselves a few times for each
MAX_PARTS = 4096
MAX_TOTAL = 32768


class Levels:
    """Counts the levels that are open while a condition is checked."""

    def __init__(self) -> None:
        self._open = 0
        self._total = 0
        self._told = False
        self._extents: dict[int, Extent] = {}

    @contextmanager
    def inside(self, span: Span) -> Iterator[None]:
        """Enter a part of a condition.

        Raises:
            RuleError: it stands too deep.
        """
        if self._open >= MAX_LEVELS:
            raise self._too_deep(span)
        self._told = self._told and self._open > 0
        self._open += 1
        try:
            yield
        finally:
            self._open -= 1

    def add(self, node: object, span: Span) -> None:
        """Take a whole condition into account.

        Raises:
            RuleError: it is too large, or all conditions together are.
        """
        parts = self.measure(node, span)
        self._total += parts
        if self._total > MAX_TOTAL:
            first = self._total - parts <= MAX_TOTAL
            message = f"the conditions of this ruleset have over {MAX_TOTAL:,} parts together; no more are judged"
            raise RuleError([Diagnostic("YK246", message, span)] if first else [])

    def measure(self, node: object, span: Span) -> int:
        """Return how many parts a condition, or what a term or a trait stands for, has.

        Raises:
            RuleError: it has too many parts, or they stand too deep.
        """
        extent = extent_of(node, self._extents)
        if extent.depth + self._open > MAX_LEVELS:
            raise self._too_deep(span)
        if extent.parts > MAX_PARTS:
            whole = f"with what its terms and traits stand for, this has {extent.parts:,} parts"
            raise wrong("YK245", f"{whole}; at most {MAX_PARTS:,} may be", span)
        return extent.parts

    def _too_deep(self, span: Span) -> RuleError:
        """Return the error for what stands too deep; of one condition it is told once."""
        if self._told:
            return RuleError([])
        self._told = self._open > 0
        message = f"parts stand more than {MAX_LEVELS} deep in each other here, terms and traits counted"
        return wrong("YK245", message, span, "write out some of them")
