"""The names a ruleset defines: traits, terms, facts. They may not hide a word of the vocabulary or each other."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic, Label
from yakulang.lang.scope import Scope
from yakulang.lang.vocabulary import ADJECTIVES, FACTS, NOUNS, WINNING_SUBJECTS, Fact
from yakulang.rules.nodes import Scalar, leaves

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yakulang.rules.tree import Part
    from yakulang.source import Span

KEYWORDS = frozenset(
    "and or not any no exactly at least most all are is contain count sum held awarded with the a an every each".split()  # noqa: SIM905  the last five are refused wherever they stand
)
_LETTER = re.compile(r"[nkabcmpsz]")
_SPOT = re.compile(r"[nk][mpsabc]")


def scope_of(root: Part) -> Scope:
    """Return what the ruleset adds to the vocabulary; a name that means something already adds nothing."""

    def free(section: str) -> Iterator[tuple[str, Part]]:
        return ((name, part) for name, part in root.children(section) if not _taken(name))

    return Scope(
        traits={name: root.written(f"traits.{name}") for name, _ in free("traits")},
        terms={name: root.written(f"terms.{name}") for name, _ in free("terms")},
        facts={name: _fact(name, part) for name, part in free("facts")},
        shapes=tuple(name for name, _ in root.children("shapes")),
        yaku=frozenset(name for name, _ in root.children("yaku")),
        draws=_draws(root),
        removed=root.merged.removed,
    )


def _draws(root: Part) -> tuple[str, ...]:
    """Return the ids of draws, of those too that were taken out: what is asked about them just never holds."""
    there = [name for name, _ in root.children("draws")]
    parts = (path.split(".") for path in root.merged.removed)
    named = dict.fromkeys([*there, *(part[1] for part in parts if part[0] == "draws" and len(part) == 2)])
    return tuple(name for name in named if name != "tenpai")  # who is ready, and no draw


def _fact(name: str, part: Part) -> Fact:
    doc = part.text("doc") if part.has("doc") else ""
    return Fact(name, part.text("type"), doc, "LP", values=part.texts("values"))


def check_names(root: Part) -> tuple[list[Diagnostic], frozenset[Span]]:
    """Return what is wrong with names that mean something already, and the texts in which such a name stands.

    What else is wrong with such a text may follow from the name.
    """
    problems: list[Diagnostic] = []
    wrong: set[str] = set()
    seen: dict[str, Part] = {}
    for section in ("traits", "terms", "facts"):
        for name, part in root.children(section):
            taken = _taken(name)
            if taken:
                problems.append(Diagnostic("YK356", f"`{name}` is {taken}; choose another name", part.span))
                wrong.add(name)
            elif name in seen:
                labels = (Label(seen[name].span, "first defined here"),)
                problems.append(Diagnostic("YK356", f"`{name}` is defined twice", part.span, labels=labels))
                wrong.add(name)
            else:
                seen[name] = part
    return problems, _texts_with(root, wrong)


def _texts_with(root: Part, words: set[str]) -> frozenset[Span]:
    if not words:
        return frozenset()
    texts = (leaf for _, leaf in leaves(root.node) if isinstance(leaf, Scalar))
    return frozenset(leaf.span for leaf in texts if words & set(re.findall(r"\w+", leaf.text)))


def _taken(name: str) -> str | None:
    if _LETTER.fullmatch(name):
        return "a letter for ranks or suits in conditions"
    if name in KEYWORDS or _SPOT.fullmatch(name):
        return "a part of the condition language"
    if name in NOUNS:
        return "a noun of the vocabulary"
    if name in ADJECTIVES:
        return "an adjective of the vocabulary"
    if name in FACTS or name in WINNING_SUBJECTS:
        return "a fact of the vocabulary"
    return None
