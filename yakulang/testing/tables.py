"""The rules that cases and examples are judged by, with both evaluators; files and changes loaded once."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from yakulang.engine.compiled import CompiledConditions
from yakulang.engine.reference import ReferenceConditions
from yakulang.engine.ruleset import Ruleset
from yakulang.errors import RuleError
from yakulang.rules.build import build
from yakulang.rules.bundle import bundled_files
from yakulang.rules.catalogue import known_names, load, load_named, load_text, load_tree
from yakulang.rules.nodes import MapNode, Scalar
from yakulang.rules.reader import read, read_file

if TYPE_CHECKING:
    from yakulang.rules.merge import Merged
    from yakulang.rules.model import Rulebook
    from yakulang.source import Source, Span

ROOT = "riichi"  # what changes and mix-ins that name nothing else build on


class Table:
    """The rules of one table, ready to be asked twice.

    Attributes:
        merged: the rules as merged from their files.
        rulebook: the rules as data.
        source: the text of the file that was asked for.
    """

    def __init__(self, merged: Merged, source: Source | None = None) -> None:
        self.merged = merged
        self.rulebook: Rulebook = build(merged)
        self.source = source or merged.chain[-1].source

    @property
    def id(self) -> str:
        """The id of the ruleset."""
        return self.rulebook.id

    @cached_property
    def compiled(self) -> Ruleset:
        """The ruleset as people use it."""
        return Ruleset(self.rulebook, CompiledConditions(self.rulebook))

    @cached_property
    def reference(self) -> Ruleset:
        """The ruleset that asks the reference evaluator."""
        return Ruleset(self.rulebook, ReferenceConditions(self.rulebook))


def table_of_file(path: Path, name: str) -> Table:
    """Return the rules of a rule file; `name` is what messages call it.

    A mix-in that names nothing to build on is tried on the common rules.

    Raises:
        RuleError: something is wrong with the file, or one it builds on; every problem is listed.
    """
    path = Path(os.path.realpath(path))  # unlike `resolve`, it bears links that lead in a circle
    for known, file in bundled_files().items():
        if file.resolve() == path:
            return _bundled(known)
    if _is_mixin(source := read_file(path, name)):
        text = f"yakulang: 1\nid: tried\nextends: {ROOT}\ninclude: [{path.name}]\n"
        merged = load_text(text, f"{name} on {ROOT}", path.parent)
        return Table(merged, next((file.source for file in merged.chain if file.key == str(path)), source))
    return Table(load(path, name=name))


@cache
def _bundled(name: str) -> Table:
    """Return a bundled ruleset, checked like any other; it is compiled once, however many files name it."""
    return Table(load(name, validate=True))


def _is_mixin(source: Source) -> bool:
    """Return whether a rule file stands on nothing: it has neither rules of its own nor a file it builds on."""
    try:
        root = read(source)
    except RuleError:
        return False  # told when it is loaded
    return not {"extends", "shapes", "payments"} & root.items.keys()


@dataclass(slots=True)
class Tables:
    """Loads what the `rules` of one case file name.

    Attributes:
        folder: where the rule files lie that may be named.
        known: the tables by name, loaded once.
    """

    folder: Path
    known: dict[str, Table] = field(default_factory=dict)

    def named(self, name: Scalar) -> Table:
        """Return the rules a name stands for.

        Raises:
            RuleError: there are none, or they are wrong.
        """
        if bundled := known_names().get(name.text):
            return _bundled(bundled)
        if name.text not in self.known:
            self.known[name.text] = Table(load_named(name, self.folder))
        return self.known[name.text]

    def changed(self, sections: MapNode, base: Scalar | None, case: str, span: Span) -> Table:
        """Return the rules that the sections of a rule file make, built on `base` unless they say what on.

        Raises:
            RuleError: they are wrong.
        """
        here = {
            "yakulang": Scalar(1, "1", span),
            "id": Scalar(_slug(case), _slug(case), span),
            "extends": base or Scalar(ROOT, ROOT, span),
        }
        added = {key: node for key, node in here.items() if key not in sections.items}
        keys = {**dict.fromkeys(added, span), **sections.keys}
        return Table(load_tree(MapNode({**added, **sections.items}, keys, sections.span), self.folder))


def _slug(name: str) -> str:
    return "-".join(re.findall("[a-z0-9]+", name.lower())) or "case"
