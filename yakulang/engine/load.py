"""From the name of a ruleset, or a rule file, to a ruleset ready to rule."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

from yakulang.engine.compiled import CompiledConditions
from yakulang.engine.reference import ReferenceConditions
from yakulang.engine.ruleset import Ruleset
from yakulang.rules.build import build
from yakulang.rules.catalogue import load, load_text

if TYPE_CHECKING:
    from pathlib import Path

    from yakulang.rules.merge import Merged


def load_ruleset(reference: str | Path, *, compiled: bool = True) -> Ruleset:
    """Return a ruleset by its bundled id, an alias, or the path of a rule file.

    Args:
        reference: an id such as `riichi`, an alias, or a path such as `./club.yaml`.
        compiled: whether conditions are compiled; False asks the reference evaluator, slower and the measure of both.

    Raises:
        RuleError: there is no such ruleset, or its files are wrong; every problem is listed.
    """
    if not isinstance(reference, str | PathLike):
        raise TypeError(f"a ruleset is named by text or a path, not by {type(reference).__name__}")
    return _ready(load(reference), compiled=compiled)


def ruleset_from_text(text: str, name: str = "<text>", *, compiled: bool = True) -> Ruleset:
    """Return a ruleset from the text of a rule file; it can extend and include bundled rulesets.

    Raises:
        RuleError: with every problem of the text.
    """
    for said, what in ((text, "a rule file"), (name, "the name of a rule file")):
        if not isinstance(said, str):
            raise TypeError(f"{what} is text, not {type(said).__name__}")
    return _ready(load_text(text, name), compiled=compiled)


def _ready(merged: Merged, *, compiled: bool) -> Ruleset:
    rulebook = build(merged)
    return Ruleset(rulebook, CompiledConditions(rulebook) if compiled else ReferenceConditions(rulebook))
