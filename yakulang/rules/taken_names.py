"""Ids of a rule file that would be told under the name of something else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic, RuleError

if TYPE_CHECKING:
    from collections.abc import Collection

    from yakulang.rules.tree import Part

OF_A_RESULT = ("points", "floor", "deposits", "rounding", "uma", "oka", "rest", "extra", "result", "total")
OF_A_MATCH = ("stays", "passes", "honba", "extension", "over", "choice", "replayed")


def refuse_taken(key: str, part: Part, taken: Collection[str], what: str) -> None:
    """Refuse an id that a part of the result, or what follows a hand, has already.

    Raises:
        RuleError: it is one of `taken`; `what` says what is called so.
    """
    if key in taken:
        message = f"`{key}` can't be an id here: {what} is called so"
        raise RuleError([Diagnostic("YK374", message, part.span, hint=f"take another, e.g. `house_{key}`")])
