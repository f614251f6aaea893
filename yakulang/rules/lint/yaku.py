"""Yaku that can't be counted as written, and mentions of other yaku that do harm."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.errors import Label
from yakulang.lang import typed
from yakulang.rules.lint.subject import NOT_KNOWN, warn

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from yakulang.rules.lint.subject import Finding, Subject
    from yakulang.rules.model import Sides, YakuRule
    from yakulang.source import Span


def held(rule: YakuRule) -> typed.Condition:
    """Return the condition that a yaku is held: its own, and a value for the hand."""
    return typed.Held(rule.when.span, rule.id)


def without_value(subject: Subject) -> Iterator[Finding]:
    """YK410: the condition can be met, but only by hands the yaku has no value for."""
    prover = subject.prover
    for rule in _known(subject):
        if prover.never(rule.when, "yaku") or not prover.never(held(rule), "yaku"):
            continue
        if not subject.refuted(held(rule), "yaku", value=True):
            side, other = ("closed", "open") if rule.has_value(closed=True) else ("open", "closed")
            message = f"`{rule.id}` has a value for {side} hands only, but only {other} hands can meet its condition"
            span = subject.root.at(f"yaku.{rule.id}.{'han' if rule.han else 'yakuman'}")
            yield warn(f"yaku.{rule.id}", "YK410", message, span)


def worth_nothing(subject: Subject) -> Iterator[Finding]:
    """YK411: every value of the yaku is 0."""
    for rule in _known(subject):
        sides = rule.han or rule.yakuman
        values = [value for value in (sides.closed, sides.open) if value is not None] if sides else []
        if values and all(value.value == 0 for value in values):
            message = f"`{rule.id}` is worth nothing"
            hint = "a condition that others use is a term; a yaku that only lets a hand win is `at_least` a limit"
            yield warn(f"yaku.{rule.id}", "YK411", message, values[0].span, hint=hint)


def always_replaced(subject: Subject) -> Iterator[Finding]:
    """YK412: whenever it is held, so is one that replaces it."""
    for rule in _known(subject):
        over = [other for other in subject.rulebook.yaku if rule.id in other.replaces and other.id != rule.id]
        if not over or subject.prover.never(held(rule), "yaku") or not _always_with(subject, rule, over):
            continue
        over = next(([other] for other in over if _always_with(subject, rule, [other])), over)
        names = " or ".join(f"`{other.id}`" for other in over)
        message = f"`{rule.id}` is never counted: whenever it is held, so is {names}, which replaces it"
        labels = [Label(_mention(subject, other, "replaces", rule.id), "replaced here") for other in over]
        yield warn(f"yaku.{rule.id}", "YK412", message, rule.span, *labels)


def _always_with(subject: Subject, rule: YakuRule, others: Sequence[YakuRule]) -> bool:
    """Return whether it is proved, and no hand shows otherwise, that one of some yaku is held whenever another is."""
    alone = typed.AllOf(rule.span, (held(rule), *(typed.Not(rule.span, held(other)) for other in others)))
    return subject.prover.never(alone, "yaku") is not None and not subject.refuted(alone, "yaku", value=True)


def replaces_more(subject: Subject) -> Iterator[Finding]:
    """YK413: the one that replaces is worth less."""
    rules = {rule.id: rule for rule in subject.rulebook.yaku}
    for rule in _known(subject):
        for name in rule.replaces:
            loss = _loss(rule, rules[name]) if name != rule.id else None
            apart = loss and subject.prover.disjoint(held(rule), held(rules[name]), "yaku")
            if loss and not apart and not subject.prover.exhausted:
                message = f"`{rule.id}` replaces `{name}`, which is worth more: {loss}"
                label = Label(rules[name].span, f"`{name}`")
                hint = "`excludes:` takes the one that pays more"
                span = _mention(subject, rule, "replaces", name)
                yield warn(f"yaku.{rule.id}", "YK413", message, span, label, hint=hint)


def _loss(rule: YakuRule, other: YakuRule) -> str | None:
    """Return what is lost where one yaku takes another's place, or None. What `each` multiplies is not compared."""
    if rule.each is not None or other.each is not None or other.at_least is not None:
        return None
    if rule.at_least is not None:
        worth = _values(other)
        return f"{', '.join(worth.values())} against no han of its own" if worth else None
    if rule.yakuman is not None and other.han is not None:
        return None
    for closed in (True, False):
        mine, theirs = _value(rule, closed=closed), _value(other, closed=closed)
        if mine is None or theirs is None:
            continue
        if (rule.han is not None and other.yakuman is not None and theirs) or (_same(rule, other) and mine < theirs):
            return f"{_said(other, theirs)} against {_said(rule, mine)}{'' if closed else ' when open'}"
    return None


def _same(rule: YakuRule, other: YakuRule) -> bool:
    return (rule.han is None) == (other.han is None)


def _value(rule: YakuRule, *, closed: bool) -> int | None:
    sides: Sides | None = rule.han or rule.yakuman
    value = sides.of(closed=closed) if sides else None
    return value.value if value else None


def _values(rule: YakuRule) -> Mapping[bool, str]:
    found = {closed: value for closed in (True, False) if (value := _value(rule, closed=closed))}
    if len(set(found.values())) == 1:
        found = dict([next(iter(found.items()))])
    return {closed: _said(rule, value) for closed, value in found.items()}


def _said(rule: YakuRule, value: int) -> str:
    return f"{value} {'han' if rule.han is not None else 'yakuman'}"


def itself(subject: Subject) -> Iterator[Finding]:
    """YK414: a yaku that replaces or excludes itself."""
    for rule in subject.rulebook.yaku:
        for field, names in (("replaces", rule.replaces), ("excludes", rule.excludes)):
            if rule.id in names:
                message = f"`{rule.id}` {field} itself"
                message += ", so it is never counted" if field == "replaces" else ""
                span = _mention(subject, rule, field, rule.id)
                yield warn(f"yaku.{rule.id}", "YK414", message, span, hint="leave it out")


def each_other(subject: Subject) -> Iterator[Finding]:
    """YK415: two yaku that replace each other and can be held together."""
    rules = {rule.id: rule for rule in subject.rulebook.yaku}
    order = list(rules)
    for rule in rules.values():
        for name in rule.replaces:
            other = rules[name]
            if rule.id not in other.replaces or order.index(name) >= order.index(rule.id):
                continue
            if subject.prover.disjoint(held(rule), held(other), "yaku") or subject.prover.exhausted:
                continue
            message = f"`{rule.id}` and `{name}` replace each other, so a hand with both has neither"
            label = Label(_mention(subject, other, "replaces", rule.id), "the other way round here")
            hint = "keep one of the two, or let one of them `exclude` the other"
            span = _mention(subject, rule, "replaces", name)
            yield warn(f"yaku.{rule.id}", "YK415", message, span, label, hint=hint)


def replaces_nothing(subject: Subject) -> Iterator[Finding]:
    """YK416: a yaku of the file replaces one that is never held beside it.

    Of a file that has all sections itself it is not said: others build on it, and may widen a condition.
    """
    items = subject.file.root.items
    if "shapes" in items and "extends" not in items:
        return
    rules = {rule.id: rule for rule in subject.rulebook.yaku}
    for rule in _known(subject):
        for name in rule.replaces:
            other = rules[name]
            span = _mention(subject, rule, "replaces", name)
            if span.source != subject.own or name == rule.id or other.status == NOT_KNOWN:
                continue
            if not _never_together(subject, rule, other):
                continue
            message = f"`{rule.id}` replaces `{name}`, but no hand holds both"
            yield warn(f"yaku.{rule.id}", "YK416", message, span, Label(other.span, f"`{name}`"), hint="leave it out")


def _never_together(subject: Subject, rule: YakuRule, other: YakuRule) -> bool:
    """Return whether it is proved, and no hand shows otherwise, that two yaku that can be held never are at once."""
    prover = subject.prover
    one, two = held(rule), held(other)
    if not prover.disjoint(one, two, "yaku") or prover.never(one, "yaku") or prover.never(two, "yaku"):
        return False
    return not subject.refuted(typed.AllOf(rule.span, (one, two)), "yaku", value=True)


def _known(subject: Subject) -> Iterator[YakuRule]:
    return (rule for rule in subject.rulebook.yaku if rule.status != NOT_KNOWN)


def _mention(subject: Subject, rule: YakuRule, field: str, name: str) -> Span:
    """Return where a yaku names another."""
    names = rule.replaces if field == "replaces" else rule.excludes
    return subject.root.item_span(f"yaku.{rule.id}.{field}", names.index(name))
