"""Where the bundled rule files and their schema lie."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from yakulang.fixed import Fixed

SUFFIXES = (".yaml", ".yml")


@cache
def rulesets_folder() -> Path:
    """Return the folder of the bundled rule files: inside an installed package, beside it in a checkout."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "rulesets"
    return installed if installed.is_dir() else package.parent / "rulesets"


def bundled_files(folder: Path | None = None) -> dict[str, Path]:
    """Return the bundled rule files by id, sorted; one in a folder has the folder's name before its own, `local/x`."""
    return _bundled() if folder is None else _found(folder)


@cache
def _bundled() -> dict[str, Path]:
    """Return those of the package: they are asked for with every name, and stay while it runs."""
    return Fixed(_found(rulesets_folder()))


def _found(folder: Path) -> dict[str, Path]:
    found = {
        path.relative_to(folder).with_suffix("").as_posix(): path
        for pattern in ("*.yaml", "*/*.yaml")
        for path in folder.glob(pattern)
        if path.is_file()
    }
    return dict(sorted(found.items()))
