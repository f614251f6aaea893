"""The names a ruleset defines: traits, terms, facts. They may not hide a word of the vocabulary or each other."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic, Label
from yakulang.lang.scope import Scope
from yakulang.lang.vocabulary import ADJECTIVES, FACTS, NOUNS, WINNING_SUBJECTS, Fact

if TYPE_CHECKING:
    from yakulang.rules.tree import Part

KEYWORDS = frozenset(
    "and or not any no exactly at least most all are is contain count sum held awarded with the a an every each".split()  # noqa: SIM905  the last five are refused wherever they stand
)
_SPOT = re.compile(r"[nk][mpsabc]")


def scope_of(root: Part) -> Scope:
    """Return what the ruleset adds to the vocabulary."""
    return Scope(
        traits={name: root.written(f"traits.{name}") for name, _ in root.children("traits")},
        terms={name: root.written(f"terms.{name}") for name, _ in root.children("terms")},
        facts={name: _fact(name, part) for name, part in root.children("facts")},
        shapes=tuple(name for name, _ in root.children("shapes")),
        yaku=frozenset(name for name, _ in root.children("yaku")),
        removed=root.merged.removed,
    )


def _fact(name: str, part: Part) -> Fact:
    doc = part.text("doc") if part.has("doc") else ""
    return Fact(name, part.text("type"), doc, "LP", values=part.texts("values"))


def check_names(root: Part) -> list[Diagnostic]:
    """Return the names that mean something already."""
    problems: list[Diagnostic] = []
    seen: dict[str, Part] = {}
    for section in ("traits", "terms", "facts"):
        for name, part in root.children(section):
            taken = _taken(name)
            if taken:
                problems.append(Diagnostic("YK356", f"`{name}` is {taken}; choose another name", part.span))
            elif name in seen:
                labels = (Label(seen[name].span, "first defined here"),)
                problems.append(Diagnostic("YK356", f"`{name}` is defined twice", part.span, labels=labels))
            else:
                seen[name] = part
    return problems


def _taken(name: str) -> str | None:
    if name in KEYWORDS or _SPOT.fullmatch(name):
        return "a part of the condition language"
    if name in NOUNS:
        return "a noun of the vocabulary"
    if name in ADJECTIVES:
        return "an adjective of the vocabulary"
    if name in FACTS or name in WINNING_SUBJECTS:
        return "a fact of the vocabulary"
    return None
