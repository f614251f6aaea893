"""What else is wrong with a rule file that can't be loaded, so that all is told in one run.

What it changes, its conditions and what it refers to are looked at, but only where nothing can follow from what is
wrong already: the files it builds on load without it, and the words that its conditions may use are all known.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace
from itertools import accumulate
from typing import TYPE_CHECKING

from yakulang.errors import RuleError
from yakulang.lang.checker import Checker
from yakulang.lang.scope import Written
from yakulang.rules.catalogue import load_tree
from yakulang.rules.many import EXPLAINED, bounded, everything
from yakulang.rules.merge import Merged
from yakulang.rules.names import scope_of
from yakulang.rules.nodes import MapNode, Scalar, leaves
from yakulang.rules.sections import unknown_names
from yakulang.rules.slots import root_slot
from yakulang.rules.tree import Part

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from yakulang.errors import Diagnostic
    from yakulang.lang.scope import Scope
    from yakulang.rules.nodes import Node
    from yakulang.source import Span

_MERGING = {"YK322", "YK323", "YK324", "YK325", "YK326", "YK327", "YK331"}  # of the file's own adding and changing
_BOUNDS = {"YK246"}  # how much is judged at all: where that is reached, it is told already
_BUILT_ON = ("yakulang", "id", "extends", "include")
_WORDS = ("traits", "terms", "facts", "shapes")
_SLOTS = {  # which slot a field of a section is; by the path with ids left out
    "shapes.loose": "loose",
    "winning_tile_free": "free",
    "yaku.when": "yaku",
    "fu.fixed.when": "fu",
    "fu.items.when": "fu",
    "fu.floors.when": "floor",
    "dora.kinds.when": "dora",
    "limits.when": "limit",
    "chips.when": "chip",
    "pao.kinds.sealed_when": "sealed",
    "pao.kinds.when": "pao",
    "impossible.when": "impossible",
    "forbidden.when": "forbidden",
    "words.when": "word",
    "draws.when": "draw",
    "draws.counts": "tenpai",
    "match.dealer_stays": "dealer_stays",
    "match.honba.grows": "after_hand",
    "match.honba.kept": "after_hand",
    "match.extension.until": "after_hand",
    "match.extension.asked": "after_hand",
    "match.ends.when": "after_hand",
    "match.riichi.when": "declare",
    "match.kan.when": "declare",
    "settlement.floating.when": "uma",
    "settlement.afloat": "afloat",
    "settlement.extras.when": "extra",
    "settlement.extras.among": "extra",
}
_ENTRIES = (
    *("fu.fixed", "fu.items", "fu.floors", "dora.kinds", "pao.kinds"),
    *("settlement.floating", "settlement.extras"),
    *("match.ends", "match.riichi", "match.kan"),
)


def further_problems(root: MapNode, known: Iterable[Diagnostic], folder: Path | None) -> list[Diagnostic]:
    """Return what else is wrong with a file.

    Args:
        root: the file as it was read, in normal form.
        known: what is wrong with it otherwise.
        folder: where the files lie that it may name.
    """
    spans = _Places(problem.span for problem in everything(known) if problem.span is not None)
    if any(span.source != root.span.source for span in spans.spans) or _words_are_wrong(root, spans):
        return []
    base = MapNode({key: root.items[key] for key in _BUILT_ON if key in root.items}, root.keys, root.span)
    try:
        merged = load_tree(base, folder)
    except RuleError:
        return []
    found = _merging(root, spans, folder)
    before = Part(merged.tree, (), merged.tree.span, merged)
    scope = _joined(scope_of(before), root)
    checker = Checker(scope)
    references = _references(root, scope, {name for name, _ in before.children("limits")})
    found += [one for one in references if one.span and not spans.meet(one.span)]
    unread = 0
    for slot, condition in _conditions(root):
        if spans.meet(condition.span):
            continue
        if len(found) >= EXPLAINED:
            unread += 1
            continue
        try:
            checker.condition(Written(condition.text, condition.at), slot)
        except RuleError as error:
            own = (d for d in error.diagnostics if d.span and d.span.source == root.span.source)
            found += [problem for problem in own if problem.code not in _BOUNDS]
    return bounded(found, unread)


class _Places:
    """Places of one file at which something is wrong."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self.spans = sorted(spans, key=lambda span: span.start)
        self._starts = [span.start for span in self.spans]
        self._ends = list(accumulate((span.end for span in self.spans), max))

    def meet(self, span: Span) -> bool:
        """Return whether one of them has something of another place."""
        before = bisect_left(self._starts, span.end)
        return before > 0 and self._ends[before - 1] > span.start


def _merging(root: MapNode, spans: _Places, folder: Path | None) -> list[Diagnostic]:
    """Return what the file adds, changes and takes out wrongly, where its fields were wrong before that was asked."""
    wrong = set(spans.spans)
    spans = _Places([*wrong, *(root.keys[key] for key, node in root.items.items() if node.span in wrong)])
    try:
        load_tree(root, folder, validate=False)
    except RuleError as error:
        return [
            problem
            for problem in everything(error.diagnostics)
            if problem.code in _MERGING and problem.span and not spans.meet(problem.span)
        ]
    return []


def _references(root: MapNode, scope: Scope, limits: set[str]) -> list[Diagnostic]:
    """Return the yaku and limits that the file's own yaku name and that do not exist."""
    own = _part(root, "yaku", "limits")
    limits = limits | {name for name, _ in own.children("limits")}
    found: list[Diagnostic] = []
    for _, part in own.children("yaku"):
        found += unknown_names(part, "replaces", scope.yaku, "yaku")
        found += unknown_names(part, "excludes", scope.yaku, "yaku")
        found += unknown_names(part, "at_least", limits, "limits")
    return found


def _words_are_wrong(root: MapNode, spans: _Places) -> bool:
    """Return whether a problem may keep a word from being known: a section misspelt, or a definition."""
    fields = root_slot().fields
    return any(
        (spans.meet(node.span) or spans.meet(root.keys[key])) and (key not in fields or key in (*_WORDS, *_BUILT_ON))
        for key, node in root.items.items()
    )


def _joined(scope: Scope, root: MapNode) -> Scope:
    """Return the words of what a file builds on and its own."""

    def entries(section: str) -> dict[str, Node]:
        node = root.items.get(section)
        return dict(node.items) if isinstance(node, MapNode) else {}

    def written(section: str) -> dict[str, Written]:
        return {name: Written(n.text, n.at) for name, n in entries(section).items() if isinstance(n, Scalar)}

    own = scope_of(_part(root, "facts"))
    return replace(
        scope,
        traits={**scope.traits, **written("traits")},
        terms={**scope.terms, **written("terms")},
        facts={**scope.facts, **own.facts},
        shapes=tuple(dict.fromkeys((*scope.shapes, *entries("shapes")))),
        yaku=scope.yaku | entries("yaku").keys(),
    )


def _part(root: MapNode, *sections: str) -> Part:
    node = MapNode({key: item for key, item in root.items.items() if key in sections}, root.keys, root.span)
    return Part(node, (), root.span, Merged(node, {}, {}, ()))


def _conditions(root: MapNode) -> Iterator[tuple[str, Scalar]]:
    """Yield the conditions of a file, those of `change` included, with their slot."""
    change = root.items.get("change")
    changed = dict(change.items) if isinstance(change, MapNode) else {}
    for path, leaf in (*leaves(root), *((inner, x) for key, n in changed.items() for inner, x in leaves(n, key))):
        if path.startswith("change.") or not isinstance(leaf, Scalar) or not isinstance(leaf.value, str):
            continue
        slot = _SLOTS.get(_without_ids(path.split(".")))
        if slot is not None and leaf.text != "none":
            yield slot, leaf


def _without_ids(parts: list[str]) -> str:
    if len(parts) == 1:
        return parts[0]
    length = 2 if ".".join(parts[:2]) in _ENTRIES else 1
    return ".".join([*parts[:length], *parts[length + 1 :]])
