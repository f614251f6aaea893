"""Lints: what a rule file says that is no error, and yet probably not meant.

Each lint is a function from a subject to findings; its code stands in `codes.LINTS`. Nothing is said that is not
proved, or shown by a hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.rules.lint import acting, constant, draws, names, values, yaku
from yakulang.rules.lint.allowed import allowed
from yakulang.rules.lint.codes import LINTS
from yakulang.rules.lint.subject import Evidence, Finding, Subject

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from yakulang.errors import Diagnostic
    from yakulang.rules.model import Rulebook
    from yakulang.source import Source

__all__ = ["LINTS", "Evidence", "Finding", "lint"]

_LINTS: tuple[Callable[[Subject], Iterator[Finding]], ...] = (
    constant.constant,
    constant.vacuous,
    constant.nothing_counted,
    constant.lonely_letters,
    yaku.without_value,
    yaku.worth_nothing,
    yaku.always_replaced,
    yaku.replaces_more,
    yaku.itself,
    yaku.each_other,
    yaku.replaces_nothing,
    values.unnamed_limit,
    values.beaten_limit,
    values.sinking_limit,
    values.overlapping_fu,
    values.no_yakuman,
    draws.unpayable,
    draws.no_draw,
    acting.paid_by_nobody,
    acting.no_split,
    acting.empty,
    acting.idle_mixins,
    names.same_name,
    names.unused,
    names.sources,
    names.grounds,
)


def lint(
    rulebook: Rulebook,
    source: Source | None = None,
    evidence: Evidence | None = None,
    more: Iterable[Finding] = (),
) -> list[Diagnostic]:
    """Return the warnings about a ruleset.

    Args:
        rulebook: the ruleset; what it inherits is linted with it, for a change may make something else pointless.
        source: the text of the file that is checked, if it is not the last of those the ruleset is made of.
        evidence: hands that may refute a proof.
        more: findings of others, e.g. examples that don't hold; an entry may allow them too.
    """
    subject = Subject.of(rulebook, source, evidence)
    findings = [finding for find in _LINTS for finding in find(subject)]
    return allowed(subject, [*findings, *more])
