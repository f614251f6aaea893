"""What a ruleset was made from, as plain data, and whether the files still say the same.

A ruleset depends on the text of every file in its chain. Where a name was looked for among aliases, it depends on all
bundled files as well, and a file of the user on where its path leads. Asking again must be quick, so this module
reads bytes and knows nothing of rule files.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from yakulang.cache import digest, read_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

SUFFIX = ".yaml"  # of bundled files
BESIDE = "wording.json"  # what belongs to all bundled files: names and sentences
PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MADE_BY = ("", "lang", "rules", "engine", "engine/fast", "engine/kept")  # the modules that decide what is kept


def bundled_folder() -> str:
    """Return the folder of the bundled rule files; the same as `bundle.rulesets_folder`."""
    inside = os.path.join(PACKAGE, "rulesets")
    return inside if os.path.isdir(inside) else os.path.join(os.path.dirname(PACKAGE), "rulesets")


def made_by(version: str) -> str:
    """Return what tells this package from other versions of it, and from itself with a module changed."""
    found = [version.encode()]
    for name in MADE_BY:
        try:
            with os.scandir(os.path.join(PACKAGE, name)) as files:
                modules = sorted((file.name, file) for file in files if file.name.endswith(".py"))
            for module, file in modules:
                about = file.stat()
                found.append(f"{name}/{module} {about.st_size} {about.st_mtime_ns}".encode())
        except OSError:  # a package in an archive has its version only
            continue
    return digest(*found)


def bundled_state() -> str:
    """Return a digest of every bundled file: all that decides what a name stands for."""
    folder = bundled_folder()
    parts: list[bytes] = []
    for name in sorted(_bundled_names(folder)):
        parts += [os.fsencode(name), read_bytes(os.path.join(folder, name)) or b""]
    return digest(*parts)


def _bundled_names(folder: str) -> Iterator[str]:
    for name, is_folder in _listed(folder):
        if is_folder:
            yield from (f"{name}/{inner}" for inner, _ in _listed(os.path.join(folder, name)) if inner.endswith(SUFFIX))
        elif name.endswith(SUFFIX):
            yield name


def _listed(folder: str) -> list[tuple[str, bool]]:
    try:
        with os.scandir(folder) as found:
            return [(file.name, file.is_dir()) for file in found]
    except OSError:
        return []


def beside_state() -> str:
    """Return a digest of what belongs to all bundled files."""
    return digest(read_bytes(os.path.join(bundled_folder(), BESIDE)) or b"")


def of_bundled(name: str) -> tuple[str, bytes] | None:
    """Return the digest and the content of a bundled file, or None where it can't be read."""
    data = read_bytes(os.path.join(bundled_folder(), f"{name}{SUFFIX}"))
    return None if data is None else (digest(data), data)


def of_file(asked: str) -> tuple[list[str], bytes] | None:
    """Return of a file of the user the path, where it leads, and the digest; and its content."""
    data = read_bytes(asked)
    return None if data is None else ([asked, os.path.realpath(asked), digest(data)], data)


def unchanged(origin: Mapping[str, Any]) -> dict[str, bytes] | None:
    """Return the content of the files in the chain by their keys, if everything is as it was; None if it is not.

    Args:
        origin: `bundled` has the digest of each bundled file by its id; `files` the others as `of_file` gives them;
            `names` is the state of all bundled files, or null where no name was looked for; `beside` that of what
            belongs to all of them.
    """
    if origin["beside"] != beside_state():
        return None
    texts: dict[str, bytes] = {}
    for name, known in origin["bundled"].items():
        found = of_bundled(name)
        if found is None or found[0] != known:
            return None
        texts[f"bundled:{name}"] = found[1]
    for was in origin["files"]:
        now = of_file(was[0])
        if now is None or now[0] != was:
            return None
        texts[was[1]] = now[1]
    if origin["names"] is not None and bundled_state() != origin["names"]:
        return None
    return texts
