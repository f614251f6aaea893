"""Kept rulesets in the user's cache: found by the name they are asked by, good while every file is as it was."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from yakulang import cache
from yakulang.rules import origin
from yakulang.version import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from yakulang.engine.kept.ruleset import KeptRuleset
    from yakulang.engine.ruleset import Ruleset

FILE_ENDINGS = (".yaml", ".yml")


def entry_names(reference: str | Path) -> list[str]:
    """Return the names of the entries under which a ruleset may be kept: by name alone, and as a file seen from here.

    What a message calls a file is what the user wrote, so the same file by another path is another entry.
    """
    said = os.fspath(reference)
    folder = origin.bundled_folder()
    names: list[str] = []
    if isinstance(reference, str) and not said.endswith(FILE_ENDINGS):
        names.append(_named("name", folder, said))
    with suppress(OSError, ValueError):  # the working folder is gone
        names.append(_named("file", folder, said, os.path.abspath(said), type(reference).__name__))  # noqa: PTH100
    return names


def _named(*parts: str) -> str:
    return cache.digest(*(os.fsencode(part) for part in parts))


def find(reference: str | Path) -> tuple[KeptRuleset, dict[str, bytes]] | None:
    """Return a kept ruleset, and the content of the files it was made from; None where there is none that is good."""
    if cache.folder() is None:
        return None
    try:
        for name in entry_names(reference):
            entry = cache.read(name)
            if entry is None or entry["made_by"] != origin.made_by(__version__):
                continue
            texts = origin.unchanged(entry["origin"])
            if texts is not None:
                from yakulang.engine.kept.ruleset import KeptRuleset  # noqa: PLC0415  where there is one

                return KeptRuleset(entry["rules"]), texts
    except Exception:
        return None
    return None


def keep(reference: str | Path, ruleset: Ruleset, where_from: Mapping[str, Any] | None) -> None:
    """Keep a ruleset whose files were read just now."""
    if where_from is None or cache.folder() is None:
        return
    from yakulang.engine.kept.encode import encoded  # noqa: PLC0415  once after every change

    with suppress(Exception):  # a ruleset that can't be kept is none the worse for it
        rules = encoded(ruleset.rulebook, ruleset.code)  # type: ignore[arg-type]
        names = entry_names(reference)
        by_name = ruleset.rulebook.merged.chain[-1].key.startswith("bundled:")
        name = names[0] if by_name else names[-1]
        cache.write(name, {"made_by": origin.made_by(__version__), "origin": where_from, "rules": rules})
