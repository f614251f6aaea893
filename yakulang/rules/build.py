"""From merged rule files to a rulebook: conditions parsed and checked, references resolved, all problems listed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from yakulang.errors import Diagnostic, RuleError
from yakulang.fixed import Fixed
from yakulang.lang.checker import Checker
from yakulang.lang.walk import held_in
from yakulang.rules import draw_sections, match_sections, payment_sections, sections, table_sections
from yakulang.rules.chip_rules import chip_rule
from yakulang.rules.many import EXPLAINED, bounded
from yakulang.rules.model import Rulebook
from yakulang.rules.names import check_names, scope_of
from yakulang.rules.tree import Part

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from yakulang.rules.merge import Merged
    from yakulang.rules.model import YakuRule
    from yakulang.source import Span

T = TypeVar("T")


def build(merged: Merged) -> Rulebook:
    """Return the rulebook of a merged ruleset.

    Raises:
        RuleError: with every problem of every condition and reference.
    """
    root = Part(merged.tree, (), merged.tree.span, merged)
    if missing := _missing_sections(root):
        raise RuleError(missing)  # everything else would only say the same
    problems, unclear = check_names(root)
    scope = scope_of(root)
    checker = Checker(scope)
    found, unread = checker.definitions(EXPLAINED)

    def note(more: Iterable[Diagnostic]) -> None:
        problems.extend(problem for problem in more if not _lies_in(problem.span, unclear))

    note(found)

    def collect(make: Callable[[], T], default: T) -> T:
        try:
            return make()
        except RuleError as error:
            note(error.diagnostics)
        return default

    def entries(name: str, make: Callable[[str, Part], T]) -> tuple[T, ...]:
        nonlocal unread
        made: list[T] = []
        for key, part in root.children(name):
            if len(problems) >= EXPLAINED:
                unread += part.span.source == merged.chain[-1].source
                continue
            try:
                made.append(make(key, part))
            except RuleError as error:
                note(error.diagnostics)
        return tuple(made)

    read = sections.Sections(checker, root)
    shapes = entries("shapes", read.shape)
    yaku = entries("yaku", read.yaku)
    fixed = entries("fu.fixed", read.fu)
    items = entries("fu.items", read.fu)
    floors = entries("fu.floors", read.floor)
    dora = entries("dora.kinds", read.dora)
    limits = entries("limits", read.limit)
    impossible = entries("impossible", read.impossible)
    forbidden = entries("forbidden", read.forbidden)
    words = entries("words", read.word)
    chips = entries("chips", lambda key, part: chip_rule(read, key, part))
    kinds = entries("pao.kinds", lambda key, part: payment_sections.liability(read, key, part))
    tiles = collect(read.tiles, None)
    payments = collect(lambda: payment_sections.payments(read), None)
    several = collect(lambda: payment_sections.several_winners(read), None)
    liability = collect(lambda: payment_sections.liability_rules(read, kinds), None)
    free = collect(lambda: read.optional(root, "winning_tile_free", "free"), None)
    stacking = collect(read.stacking, None)
    fu = collect(lambda: read.fu_rules(fixed, items, floors), None)
    draws = collect(lambda: draw_sections.draws(read), None)
    setup = collect(lambda: table_sections.setup(read), None)
    settlement = collect(lambda: table_sections.settlement(read), None)
    match = collect(lambda: match_sections.match(read), None)
    players = collect(lambda: root.number("players"), 0)
    minimum = collect(lambda: root.number("minimum_han"), 0)
    problems += _many_excludes(yaku)
    if len(shapes) > MAX_SHAPES:
        problems.append(Diagnostic("YK368", f"{len(shapes)} shapes; at most {MAX_SHAPES} are tried", shapes[-1].span))
    order, cycle = _order(yaku)
    problems += cycle
    if problems or tiles is None or payments is None or stacking is None or fu is None or several is None:
        raise RuleError(bounded(_gathered(problems), unread))
    return Rulebook(
        id=root.text("id"),
        names=root.names("name", root.text("id")),
        players=players,
        tiles=tiles,
        aside=read.aside(),
        facts=Fixed(scope.facts),
        words=Fixed({word.id: word for word in words}),
        shapes=shapes,
        winning_tile_free=free,
        yaku=yaku,
        order=order,
        stacking=stacking,
        minimum_han=minimum,
        fu=fu,
        dora=dora,
        limits=limits,
        payments=payments,
        several_winners=several,
        turned=read.turned(),
        liability=liability,
        impossible=impossible,
        forbidden=forbidden,
        chips=chips,
        draws=draws,
        setup=setup,
        settlement=settlement,
        match=match,
        merged=merged,
    )


REQUIRED = ("players", "shapes", "yaku", "stacking", "minimum_han", "fu", "limits", "payments", "several_winners")


def _lies_in(span: Span | None, texts: frozenset[Span]) -> bool:
    return span is not None and any(
        text.source is span.source and text.start <= span.start and span.end <= text.end for text in texts
    )


def _missing_sections(root: Part) -> list[Diagnostic]:
    missing = [name for name in REQUIRED if not root.has(name)]
    taken = [name for name in missing if name in root.merged.removed]
    if taken:
        return [root.missing(name) for name in taken]
    if not missing:
        return []
    message = f"a ruleset needs {', '.join(f'`{name}:`' for name in missing)}"
    return [Diagnostic("YK360", message, root.at("id"), hint="begin with `extends: riichi`, which has all sections")]


def _gathered(problems: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return the problems, those that say the same of the same place as one with all the other places."""
    found: dict[tuple[object, ...], Diagnostic] = {}
    for problem in problems:
        key = (problem.code, problem.message, problem.span)
        known = found.get(key)
        labels = (*known.labels, *problem.labels) if known else problem.labels
        found[key] = replace(problem, labels=tuple(dict.fromkeys(labels))[:MAX_LABELS])
    return list(found.values())


MAX_LABELS = 8
MAX_CHAIN = 64
MAX_SHAPES = 16
MAX_EXCLUDING = 8  # yaku that take part in a choice; every way out of it is scored


def _many_excludes(yaku: Sequence[YakuRule]) -> list[Diagnostic]:
    involved = {name for rule in yaku if rule.excludes for name in (rule.id, *rule.excludes)}
    if len(involved) <= MAX_EXCLUDING:
        return []
    message = f"{len(involved)} yaku exclude each other; at most {MAX_EXCLUDING} can"
    last = [rule for rule in yaku if rule.excludes][-1]
    return [Diagnostic("YK367", message, last.span, hint="`replaces:` is for yaku of which one always gives way")]


def _order(yaku: Sequence[YakuRule]) -> tuple[tuple[int, ...], list[Diagnostic]]:
    """Return the order in which yaku are judged: each after those it asks with `held`."""
    index = {rule.id: i for i, rule in enumerate(yaku)}
    done: list[int] = []
    open_: list[str] = []
    problems: list[Diagnostic] = []

    def visit(rule: YakuRule) -> None:
        if index[rule.id] in done or problems:
            return
        if rule.id in open_:
            loop = " -> ".join([*open_[open_.index(rule.id) :], rule.id])
            problems.append(Diagnostic("YK352", f"these yaku ask for each other: {loop}", rule.when.span))
            return
        if len(open_) >= MAX_CHAIN:
            problems.append(Diagnostic("YK352", f"yaku ask for yaku at most {MAX_CHAIN} deep", rule.when.span))
            return
        open_.append(rule.id)
        asked = held_in(rule.when) | (held_in(rule.each) if rule.each else set())
        for name in sorted(asked & index.keys(), key=index.__getitem__):
            visit(yaku[index[name]])
        open_.pop()
        done.append(index[rule.id])

    for rule in yaku:
        visit(rule)
    return tuple(done), problems
