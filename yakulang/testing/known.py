"""The ids that a ruleset has: an expectation that names another one would hold for no reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.engine.timeline import GIVEN
from yakulang.errors import Diagnostic, did_you_mean
from yakulang.rules.nodes import MapNode, Scalar, SeqNode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yakulang.rules.model import Rulebook
    from yakulang.rules.nodes import Node
    from yakulang.source import Span
    from yakulang.testing.tables import Table

MINIMUM = "minimum_han"  # the one rule without an id that decides by itself


def rule_paths(rulebook: Rulebook) -> set[str]:
    """Return the path of every rule that can decide a ruling, e.g. `fu.items.base`."""
    found = {MINIMUM}
    found |= {f"yaku.{rule.id}" for rule in rulebook.yaku}
    found |= {f"fu.fixed.{item.id}" for item in rulebook.fu.fixed}
    found |= {f"fu.items.{item.id}" for item in rulebook.fu.items}
    found |= {f"fu.floors.{item.id}" for item in rulebook.fu.floors}
    found |= {f"dora.kinds.{kind.id}" for kind in rulebook.dora}
    found |= {f"limits.{limit.id}" for limit in rulebook.limits}
    found |= {f"impossible.{statement.id}" for statement in rulebook.impossible}
    found |= {f"forbidden.{statement.id}" for statement in rulebook.forbidden}
    found |= {f"words.{word}" for word in rulebook.words}
    if rulebook.liability:
        found |= {f"pao.kinds.{kind.id}" for kind in rulebook.liability.kinds}
    return found


def is_named(path: str, name: str) -> bool:
    """Return whether a name in `because` means a rule: its path, the end of the path, or its id."""
    return path == name or path.endswith(f".{name}")


def unknown_ids(part: MapNode, table: Table) -> Iterator[Diagnostic]:
    """Yield what an expectation names and the rules do not have."""
    rulebook = table.rulebook
    dora = {kind.label for kind in rulebook.dora}
    yaku = {rule.id for rule in rulebook.yaku} | dora
    fu = {item.id for item in (*rulebook.fu.fixed, *rulebook.fu.items, *rulebook.fu.floors)}
    gone = {path.removeprefix("yaku.") for path in table.merged.removed if path.startswith("yaku.")}
    limits = {limit.id for limit in rulebook.limits}
    kinds = rulebook.liability.kinds if rulebook.liability else ()
    for field, what, known in (
        ("yaku", "yaku", yaku),
        ("with_yaku", "yaku", yaku),
        ("not_yaku", "yaku", yaku | gone),
        ("dora", "kind of dora", dora),
        ("fu_items", "fu item", fu),
        ("limit", "limit", limits | {"none"}),
        ("shape", "shape", {shape.id for shape in rulebook.shapes}),
        ("liable", "kind of liability", {kind.id for kind in kinds}),
    ):
        for name, span in _names(part.items.get(field)):
            if name not in known:
                yield _unknown(what, name, span, known, table)
    for field in ("facts", "not_facts"):
        for name, span in _names(part.items.get(field)):
            if name not in GIVEN:
                near = did_you_mean(name, sorted(GIVEN))
                hint = f"did you mean `{near}`?" if near else f"they tell {', '.join(sorted(GIVEN))}"
                yield Diagnostic("YK711", f"events tell no fact `{name}`", span, hint=hint)
    for field in ("yaku", "with_yaku"):
        worth = part.items.get(field)
        for item in worth.items.values() if isinstance(worth, MapNode) else ():
            if isinstance(item, Scalar) and item.text.startswith("at least "):
                limit = item.text.removeprefix("at least ")
                if limit not in limits:
                    yield _unknown("limit", limit, item.at(len("at least "), len(item.text)), limits, table)
    paths = rule_paths(rulebook)
    for name, span in _names(part.items.get("because")):
        if not any(is_named(path, name) for path in paths):
            short = {path.rpartition(".")[2] for path in paths}
            yield _unknown("rule", name, span, paths if "." in name else short, table)


def _names(node: Node | None) -> Iterator[tuple[str, Span]]:
    if isinstance(node, MapNode):
        yield from node.keys.items()
    elif isinstance(node, SeqNode):
        for answer in node.items:
            yield from answer.keys.items() if isinstance(answer, MapNode) else ()
        yield from ((item.text, item.span) for item in node.items if isinstance(item, Scalar))
    elif isinstance(node, Scalar):
        yield node.text, node.span


def _unknown(what: str, name: str, span: Span, known: set[str], table: Table) -> Diagnostic:
    near = did_you_mean(name, sorted(known))
    hint = f"did you mean `{near}`?" if near else None
    return Diagnostic("YK711", f"`{table.id}` has no {what} `{name}`", span, hint=hint)
