"""From the name of a ruleset, or a rule file, to a ruleset ready to rule."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, Any

from yakulang.engine.kept import store

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from yakulang.engine.ruleset import Ruleset
    from yakulang.rules.merge import Merged


def load_ruleset(reference: str | Path, *, compiled: bool = True) -> Ruleset:
    """Return a ruleset by its bundled id, an alias, or the path of a rule file.

    One that was loaded before is kept in the user's cache. While its files are the same they are not read again before
    the ruleset is asked for more than the ruling on a few hands; that makes no difference but in time.

    Args:
        reference: an id such as `riichi`, an alias, or a path such as `./club.yaml`.
        compiled: whether conditions are compiled; False asks the reference evaluator, slower and the measure of both.

    Raises:
        RuleError: there is no such ruleset, or its files are wrong; every problem is listed.
    """
    if not isinstance(reference, str | PathLike):
        raise TypeError(f"a ruleset is named by text or a path, not by {type(reference).__name__}")
    found = store.find(reference) if compiled else None
    if found is not None:
        from yakulang.engine.kept.lazy import LazyRuleset  # noqa: PLC0415  where there is one

        kept, texts = found
        return LazyRuleset(kept, lambda: _read(reference, texts)[0])
    ruleset, origin = _read(reference, None, compiled=compiled)
    if compiled:
        store.keep(reference, ruleset, origin)
    return ruleset


def _read(
    reference: str | Path, texts: Mapping[str, bytes] | None, *, compiled: bool = True
) -> tuple[Ruleset, dict[str, Any] | None]:
    """Return a ruleset by its files, of which some may be known, and what it was made from."""
    from yakulang.rules.catalogue import load_traced  # noqa: PLC0415  a kept ruleset needs no files

    merged, origin = load_traced(reference, texts)
    return _ready(merged, compiled=compiled), origin


def ruleset_from_text(text: str, name: str = "<text>", *, compiled: bool = True) -> Ruleset:
    """Return a ruleset from the text of a rule file; it can extend and include bundled rulesets.

    Raises:
        RuleError: with every problem of the text.
    """
    for said, what in ((text, "a rule file"), (name, "the name of a rule file")):
        if not isinstance(said, str):
            raise TypeError(f"{what} is text, not {type(said).__name__}")
    from yakulang.rules.catalogue import load_text  # noqa: PLC0415

    return _ready(load_text(text, name), compiled=compiled)


def _ready(merged: Merged, *, compiled: bool) -> Ruleset:
    from yakulang.engine.compiled import CompiledConditions  # noqa: PLC0415
    from yakulang.engine.reference import ReferenceConditions  # noqa: PLC0415
    from yakulang.engine.ruleset import Ruleset  # noqa: PLC0415
    from yakulang.rules.build import build  # noqa: PLC0415

    rulebook = build(merged)
    return Ruleset(rulebook, CompiledConditions(rulebook) if compiled else ReferenceConditions(rulebook))
