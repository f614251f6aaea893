"""Conditions with one part taken away: what examples and cases should notice."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from yakulang.lang import typed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from yakulang.rules.model import Rulebook
    from yakulang.source import Span

Rules = tuple[Any, ...]
Step = tuple[str, int | None]  # a field, and the place in it where it holds several


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a condition that can be taken away.

    Attributes:
        steps: the way to it from the whole condition; empty for the whole.
        span: where it stands.
        within: the phrase it stands in.
    """

    steps: tuple[Step, ...]
    span: Span
    within: Span

    @property
    def text(self) -> str:
        """What it says, on one line."""
        return " ".join(self.span.text.split())

    @property
    def phrase(self) -> str:
        """The phrase it stands in, on one line."""
        return " ".join(self.within.text.split())


@dataclass(frozen=True, slots=True)
class Place:
    """A condition, or a number, of a rulebook.

    Attributes:
        path: its dotted path.
        section: which conditions are asked with it, e.g. `yaku`.
        node: as checked.
        put: returns the rulebook with another one in its place.
    """

    path: str
    section: str
    node: Any
    put: Callable[[Any], Rulebook]


def parts_of(node: Any) -> Iterator[Part]:
    """Yield each part of a condition or number without which it still says something.

    What is joined by `and`, adjectives side by side, and what is joined by `or` under a `not`; terms and traits are
    looked through. A condition that is one phrase is a part itself: without it, it is always true.
    """
    inner = node
    while isinstance(inner, typed.Term):
        inner = inner.means
    if isinstance(node, typed.Condition) and not isinstance(inner, typed.AllOf):
        yield Part((), node.span, node.span)
    yield from _parts(node, (), negated=False)


def without(node: Any, part: Part) -> Any:
    """Return a condition or number without one part."""
    return _without(node, part.steps) if part.steps else typed.AllOf(node.span, ())


def _without(node: Any, steps: tuple[Step, ...]) -> Any:
    (field, index), *rest = steps
    value = getattr(node, field)
    if index is None:
        return _set(node, field, _without(value, tuple(rest)))
    kept = (_without(value[index], tuple(rest)),) if rest else ()
    return _set(node, field, (*value[:index], *kept, *value[index + 1 :]))


def _parts(node: Any, steps: tuple[Step, ...], *, negated: bool) -> Iterator[Part]:
    match node:
        case typed.AllOf() | typed.AllAdjectives():
            yield from _each(node, "parts", steps, negated=negated, removable=not negated or len(node.parts) > 1)
        case typed.AnyOf() | typed.AnyAdjective():
            yield from _each(node, "parts", steps, negated=negated, removable=negated)
        case typed.Not() | typed.NotAdjective():
            yield from _parts(node.part, (*steps, ("part", None)), negated=not negated)
        case typed.Term() | typed.NumberTerm() | typed.Trait():
            yield from _parts(node.means, (*steps, ("means", None)), negated=negated)
        case typed.Members():
            yield from _each(node, "adjectives", steps, negated=negated, removable=True)
        case typed.Contain():
            yield from _parts(node.members, (*steps, ("members", None)), negated=negated)
            for index, item in enumerate(node.items):
                yield from _each(item, "adjectives", (*steps, ("items", index)), negated=negated, removable=True)
        case typed.Every():
            yield from _parts(node.members, (*steps, ("members", None)), negated=negated)
            yield from _parts(node.adjective, (*steps, ("adjective", None)), negated=negated)
        case typed.Quantity() | typed.Count() | typed.Total():
            yield from _parts(node.members, (*steps, ("members", None)), negated=negated)
        case typed.WinningIs():
            yield from _parts(node.adjective, (*steps, ("adjective", None)), negated=negated)
        case typed.Compare() | typed.Arithmetic():
            for side in ("left", "right"):
                yield from _parts(getattr(node, side), (*steps, (side, None)), negated=negated)


def _each(node: Any, field: str, steps: tuple[Step, ...], *, negated: bool, removable: bool) -> Iterator[Part]:
    for index, part in enumerate(getattr(node, field)):
        here = (*steps, (field, index))
        if removable:
            yield Part(here, part.span, node.span)
        yield from _parts(part, here, negated=negated)


def places_of(rulebook: Rulebook) -> Iterator[Place]:
    """Yield every condition of a rulebook, and every number that counts members, in the order of its sections."""

    def entries(
        section: str, path: str, rules: Rules, put: Callable[[Rules], Rulebook], *fields: str
    ) -> Iterator[Place]:
        for index, rule in enumerate(rules):
            for field in fields:
                node = getattr(rule, field)
                if node is not None:
                    yield Place(f"{path}.{rule.id}.{field}", section, node, _putter(rules, index, field, put))

    def top(field: str) -> Callable[[Rules], Rulebook]:
        return lambda rules: _set(rulebook, field, rules)

    def fu(field: str) -> Callable[[Rules], Rulebook]:
        return lambda rules: replace(rulebook, fu=_set(rulebook.fu, field, rules))

    words = tuple(rulebook.words.values())
    yield from entries("words", "words", words, lambda r: replace(rulebook, words={w.id: w for w in r}), "when")
    yield from entries("loose", "shapes", rulebook.shapes, top("shapes"), "loose")
    if rulebook.winning_tile_free is not None:
        free = rulebook.winning_tile_free
        yield Place("winning_tile_free", "free", free, lambda node: replace(rulebook, winning_tile_free=node))
    yield from entries("yaku", "yaku", rulebook.yaku, top("yaku"), "when", "each")
    yield from entries("fu", "fu.fixed", rulebook.fu.fixed, fu("fixed"), "when")
    yield from entries("fu", "fu.items", rulebook.fu.items, fu("items"), "when", "each")
    yield from entries("floors", "fu.floors", rulebook.fu.floors, fu("floors"), "when")
    yield from entries("fu", "dora.kinds", rulebook.dora, top("dora"), "when", "each")
    yield from entries("limits", "limits", rulebook.limits, top("limits"), "when")
    if rulebook.liability is not None:
        liability = rulebook.liability
        yield from entries(
            "sealed",
            "pao.kinds",
            liability.kinds,
            lambda r: replace(rulebook, liability=replace(liability, kinds=r)),
            "sealed_when",
        )
        yield from entries(
            "liable",
            "pao.kinds",
            liability.kinds,
            lambda r: replace(rulebook, liability=replace(liability, kinds=r)),
            "when",
        )
    yield from entries("table", "impossible", rulebook.impossible, top("impossible"), "when")
    yield from entries("yaku", "forbidden", rulebook.forbidden, top("forbidden"), "when")


def _putter(rules: Rules, index: int, field: str, put: Callable[[Rules], Rulebook]) -> Callable[[Any], Rulebook]:
    return lambda node: put((*rules[:index], _set(rules[index], field, node), *rules[index + 1 :]))


def _set(record: Any, field: str, value: Any) -> Any:
    return replace(record, **{field: value})
