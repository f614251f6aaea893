"""Which files hold cases or rules, told at a glance: pytest asks this of every file it meets."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

CASE_SUFFIXES = (".cases.yaml", ".cases.yml")
RULE_SUFFIXES = (".yaml", ".yml")
HEAD = 8192  # bytes of a file in which its `yakulang:` must stand

_MARK = re.compile(rb"(?:\A\xef\xbb\xbf|^)yakulang[ \t]*:", re.MULTILINE)
_PASSED_BY = {"node_modules", "build", "dist", "venv"}


def is_case_file(path: Path) -> bool:
    """Return whether a file holds cases, by its name."""
    return path.name.endswith(CASE_SUFFIXES)


def is_rule_file(path: Path) -> bool:
    """Return whether a file is a rule file: `yakulang:` stands at the beginning of one of its first lines."""
    if not path.name.endswith(RULE_SUFFIXES) or is_case_file(path):
        return False
    try:
        with path.open("rb") as file:
            return _MARK.search(file.read(HEAD)) is not None
    except OSError:
        return False


def shown(path: Path) -> str:
    """Return a path as messages show it: from the current folder where it lies below."""
    try:
        return path.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return path.as_posix()


def found_below(folder: Path) -> Iterator[Path]:
    """Yield the case files and rule files of a folder and all below, hidden ones and environments left out."""
    for around, folders, names in os.walk(folder):
        here = Path(around)
        folders[:] = sorted(
            name
            for name in folders
            if not name.startswith(".") and name not in _PASSED_BY and not (here / name / "pyvenv.cfg").exists()
        )
        for name in sorted(names):
            path = here / name
            if is_case_file(path) or is_rule_file(path):
                yield path
