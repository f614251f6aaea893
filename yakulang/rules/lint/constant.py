"""Conditions that decide nothing: phrases that are never true, or always."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from yakulang.errors import Label
from yakulang.lang import typed
from yakulang.lang.vocabulary import GROUP
from yakulang.message import message
from yakulang.rules.lint.subject import Finding, quoted, warn
from yakulang.rules.proof import Proof

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yakulang.rules.lint.subject import Stated, Subject
    from yakulang.rules.proof.ranges import Range


Cause = tuple[str, typed.Condition, Proof]  # the code, the phrase, why
MAX_PHRASES = 1 << 9  # of one condition that are looked at


def constant(subject: Subject) -> Iterator[Finding]:
    """YK400 and YK401: the smallest phrase that is never true, or always."""
    known: dict[int, list[Cause]] = {}
    for stated in subject.conditions():
        for code, node, proof in _causes(subject, stated, stated.node, known):
            yield _constant(subject, stated, code, node, proof)


def _causes(subject: Subject, stated: Stated, node: typed.Condition, known: dict[int, list[Cause]]) -> list[Cause]:
    """Return the smallest phrases that are constant; what only follows from a part is not told again.

    `known` has what was found of terms, which stand in many conditions.
    """
    if isinstance(node, typed.Term) and id(node.means) in known:
        return known[id(node.means)]
    found = [cause for part in _parts(node) for cause in _causes(subject, stated, part, known)]
    if not found:
        never = subject.prover.never(node, stated.slot)
        if never and not subject.refuted(node, stated.slot, value=True):
            found = [("YK400", node, never)]
        elif not never:
            always = subject.prover.always(node, stated.slot)
            if always and not subject.refuted(node, stated.slot, value=False):
                found = [("YK401", node, always)]
    if isinstance(node, typed.Term):
        known[id(node.means)] = found
    return found


def _parts(node: typed.Condition) -> tuple[typed.Condition, ...]:
    match node:
        case typed.AllOf(parts=parts) | typed.AnyOf(parts=parts):
            return parts
        case typed.Not(part=part):
            return (part,)
        case typed.Term(means=means):
            return (means,)
    return ()


def _constant(subject: Subject, stated: Stated, code: str, node: typed.Condition, proof: Proof) -> Finding:
    never = code == "YK400"
    whole = _is_whole(subject, stated, never=never)
    why = _because(subject, stated.slot, node, never=never)
    so = message("; {what}", what=stated.never if never else stated.always) if whole else ""
    phrase = quoted(node.span)
    if never:
        text = message("{phrase} is never true{why}{so}", phrase=phrase, why=why, so=so)
    else:
        text = message("{phrase} is always true{why}{so}", phrase=phrase, why=why, so=so)
    labels = [Label(statement.span, statement.say) for statement in proof.by]
    hint = None if never or whole else message("leave it out, or say what was meant")
    return warn(stated.path, code, text, node.span, *labels, hint=hint)


def _is_whole(subject: Subject, stated: Stated, *, never: bool) -> bool:
    ask = subject.prover.never if never else subject.prover.always
    return ask(stated.node, stated.slot) is not None


def _because(subject: Subject, slot: str, node: typed.Condition, *, never: bool) -> str:
    """Return what can be said in a few words of why a phrase is constant."""
    match node:
        case typed.AllOf() if never:
            return message(": these can't hold together")
        case typed.AnyOf() if not never:
            return message(": one of these holds in every hand")
        case typed.Quantity(members=members):
            return _there(subject.prover.counted(members, slot))
        case typed.Compare(left=left, right=right):
            for side in (left, right):
                if not isinstance(side, typed.Literal):
                    found = subject.prover.range(side, slot)
                    if found.low is not None or found.high is not None:
                        return _lies(quoted(side.span), found)
    return ""


def _there(found: Range) -> str:
    low, high = found.low, found.high
    if high == 0:
        return message(": there are none")
    if low == high:
        return message(": there is always 1") if low == 1 else message(": there are always {n}", n=low)
    if not low:
        if high is None:
            return message(": there may be any number")
        return message(": there is at most 1") if high == 1 else message(": there are at most {n}", n=high)
    if high is not None:
        if low == 1:
            return message(": there is at least 1 and at most {n}", n=high)
        return message(": there are at least {low} and at most {n}", low=low, n=high)
    return message(": there is at least 1") if low == 1 else message(": there are at least {n}", n=low)


def _lies(number: str, found: Range) -> str:
    low, high = found.low, found.high
    if low == high:
        return message(": {number} is always {n}", number=number, n=low)
    if low is None or (high is not None and low <= 0):
        return message(": {number} is at most {n}", number=number, n=high)
    if high is None:
        return message(": {number} is at least {n}", number=number, n=low)
    return message(": {number} lies between {low} and {n}", number=number, low=low, n=high)


def vacuous(subject: Subject) -> Iterator[Finding]:
    """YK402: `all groups are ...` on a shape without groups, where that alone lets the condition hold."""
    for stated in subject.conditions():
        if stated.slot not in ("yaku", "fu", "floor", "limit", "dora", "forbidden"):
            continue
        alls = [node for node in islice(_phrases(stated.node), MAX_PHRASES) if isinstance(node, typed.Every)]
        for node in alls:
            if node.members.noun.member != GROUP or node.members.noun.melds or node.members.adjectives:
                continue
            shapes = [shape for shape in subject.prover.shapes(stated.slot) if _decides(subject, stated, node, shape)]
            if shapes:
                yield _vacuous(stated, node, shapes)


def _phrases(node: typed.Condition) -> Iterator[typed.Condition]:
    yield node
    for part in _parts(node):
        yield from _phrases(part)


def _decides(subject: Subject, stated: Stated, node: typed.Every, shape: str) -> bool:
    prover = subject.prover
    some = typed.Quantity(node.span, typed.Members(node.span, node.members.noun, ()), 1, None)
    if not prover.never(some, stated.slot, shape=shape):
        return False
    if prover.never(stated.node, stated.slot, shape=shape):
        return False
    return prover.never(stated.node, stated.slot, taken={id(node): False}, shape=shape) is not None


def _vacuous(stated: Stated, node: typed.Every, shapes: list[str]) -> Finding:
    noun = node.members.noun.name
    read = " or ".join(f"`{shape}`" for shape in shapes)
    phrase = quoted(node.span)
    text = message(
        "{phrase} is true of every hand read as {shape}: it has no {noun}", phrase=phrase, shape=read, noun=noun
    )
    hint = f"any {noun} and {' '.join(node.span.text.split())}"
    return warn(stated.path, "YK402", text, node.span, hint=hint)


def nothing_counted(subject: Subject) -> Iterator[Finding]:
    """YK403: a number under `each` that is always 0."""
    for path, slot, number in subject.counted():
        found = subject.prover.range(number, slot)
        if found.high is not None and found.high <= 0:
            if isinstance(number, typed.Count):
                text = message("{phrase} are never there, so this never counts", phrase=quoted(number.span))
            else:
                text = message("{phrase} is never above 0, so this never counts", phrase=quoted(number.span))
            yield warn(path, "YK403", text, number.span)


def lonely_letters(subject: Subject) -> Iterator[Finding]:
    """YK404: a rank letter that stands once, at an item whose suit no other item shares."""
    for stated in subject.conditions():
        for node in islice(_phrases(stated.node), MAX_PHRASES):
            if isinstance(node, typed.Contain):
                yield from _lonely(stated, node)


def _lonely(stated: Stated, node: typed.Contain) -> Iterator[Finding]:
    for letter in node.rank_letters:
        items = [item for item in node.items if item.letter == letter]
        if len(items) != 1:
            continue
        (item,) = items
        if item.suit < 0 and sum(other.suit == item.suit for other in node.items) > 1:
            continue
        others = [other for other in node.rank_letters if other != letter]
        text = message("the letter `{letter}` stands once in this phrase, so it is any rank", letter=letter)
        hint = message("a letter says that two items have to do with each other")
        if others:
            hint = message("did you mean `{word}`?", word=others[0])
        yield warn(stated.path, "YK404", text, item.span, hint=hint)
