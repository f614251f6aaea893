"""Limits never paid or that take something away, fixed fu whose order decides, liabilities for what is no yakuman."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.errors import Label
from yakulang.lang import typed
from yakulang.rules.lint.subject import warn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yakulang.rules.lint.subject import Finding, Subject
    from yakulang.rules.model import LimitRule


def unnamed_limit(subject: Subject) -> Iterator[Finding]:
    """YK420: a limit without `when` that no yaku names."""
    named = _named(subject)
    for limit in subject.rulebook.limits:
        if limit.when is None and limit.id not in named:
            message = f"`{limit.id}` is never reached: it has no `when`, and no yaku is `at_least: {limit.id}`"
            yield warn(f"limits.{limit.id}", "YK420", message, subject.key("limits", limit.id))


def _named(subject: Subject) -> set[str]:
    draws = (part for _, part in subject.root.children("draws"))
    paid = {part.text("pays") for part in draws if part.has("pays")}
    return {rule.at_least for rule in subject.rulebook.yaku if rule.at_least is not None} | paid


def beaten_limit(subject: Subject) -> Iterator[Finding]:
    """YK421: whenever the limit applies, a larger one does, or one as large that stands before it."""
    named, limits = _named(subject), subject.rulebook.limits
    for place, limit in enumerate(limits):
        if limit.when is None or limit.id in named or subject.prover.never(limit.when, "limit"):
            continue
        for other_place, other in enumerate(limits):
            if other is limit or other.when is None or subject.prover.exhausted:
                continue
            if _beats(subject, other, limit, first=other_place < place):
                message = f"`{limit.id}` is never paid: whenever it applies, so does `{other.id}`, which is no smaller"
                label = Label(subject.key("limits", other.id), f"`{other.id}`")
                yield warn(f"limits.{limit.id}", "YK421", message, subject.key("limits", limit.id), label)
                break


def _beats(subject: Subject, one: LimitRule, other: LimitRule, *, first: bool) -> bool:
    """Return whether a limit is proved to be paid wherever the other could be."""
    assert one.when is not None  # noqa: S101
    assert other.when is not None  # noqa: S101  the caller looks at limits with a condition
    mine = subject.prover.range(one.base, "limit_base", other.when).low
    theirs = subject.prover.range(other.base, "limit_base", other.when).high
    if mine is None or theirs is None or mine < theirs or (mine == theirs and not first):
        return False
    alone = typed.AllOf(other.when.span, (other.when, typed.Not(one.when.span, one.when)))
    return subject.prover.never(alone, "limit") is not None and not subject.refuted(alone, "limit", value=True)


def sinking_limit(subject: Subject) -> Iterator[Finding]:
    """YK422: a limit begins at a base that is higher than its own, so that a hand that reaches it is paid less."""
    for limit in subject.rulebook.limits:
        if limit.when is None or subject.prover.never(limit.when, "limit"):
            continue
        begins = subject.prover.range(typed.NumberFact(limit.base.span, "base"), "limit", limit.when).low
        worth = subject.prover.range(limit.base, "limit_base", limit.when).high
        if begins is None or worth is None or subject.prover.exhausted or worth >= begins:
            continue
        message = f"`{limit.id}` begins at a base of {begins} and is worth {worth}: a hand that reaches it is paid less"
        label = Label(limit.when.span, "where it begins")
        hint = "let it begin at its own base or below, or be worth more"
        yield warn(f"limits.{limit.id}", "YK422", message, limit.base.span, label, hint=hint)


def overlapping_fu(subject: Subject) -> Iterator[Finding]:
    """YK425 and YK426: of two fixed fu that apply to one hand the first counts."""
    fixed = subject.rulebook.fu.fixed
    for place, later in enumerate(fixed):
        for earlier in fixed[:place]:
            if earlier.when is None or later.when is None or subject.prover.never(later.when, "fu"):
                continue
            if subject.prover.exhausted:
                return
            label = Label(earlier.fu.span, f"`{earlier.id}`")
            path = f"fu.fixed.{later.id}"
            alone = typed.AllOf(later.when.span, (later.when, typed.Not(earlier.when.span, earlier.when)))
            if subject.prover.never(alone, "fu"):
                message = f"`{later.id}` is never used: whenever it applies, so does `{earlier.id}`, which stands first"
                yield warn(path, "YK426", message, later.when.span, label)
                break
            if earlier.fu.value == later.fu.value or subject.prover.disjoint(earlier.when, later.when, "fu"):
                continue
            hand = subject.evidence.both(earlier.when, later.when, "fu") if subject.evidence is not None else None
            if hand is not None:
                message = f"`{earlier.id}` and `{later.id}` can apply to one hand; the first in the file counts"
                hint = f"say in one of them that the other does not hold; both apply to {hand}"
                yield warn(path, "YK425", message, later.when.span, label, hint=hint)


def no_yakuman(subject: Subject) -> Iterator[Finding]:
    """YK427: a liability covers a yaku that is worth han, or a limit: no part of the base is its own."""
    rules = {rule.id: rule for rule in subject.rulebook.yaku}
    for kind in subject.rulebook.liability.kinds if subject.rulebook.liability else ():
        for place, name in enumerate(kind.covers or ()):
            if rules[name].yakuman is None:
                path = f"pao.kinds.{kind.id}"
                message = f"nobody is liable for `{name}`: it is no yakuman, so no part of the base is its own"
                hint = "`covers: all` makes liable for the whole hand"
                yield warn(path, "YK427", message, subject.root.item_span(f"{path}.covers", place), hint=hint)
