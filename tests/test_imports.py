"""Dependencies point one way, and the reference evaluator knows nothing of compiled conditions.

    tiles <- hand <- engine
    source <- message <- errors <- lang <- rules <- table <- engine <- records <- report <- cli

What happens between hands is counted from points, so that `table` needs no engine: a ruleset of the engine offers both.

Imports for type checking count as well: a module that names another's types can't be understood without it.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

import yakulang

PACKAGE = Path(yakulang.__file__).parent

HAND = {"hand", "notation"}  # hands and the two ways to write them
_GROUND = {"tiles", "fixed", "cache", "source", "message", "enumerated", "errors", "version"}
MAY_IMPORT: dict[str, set[str]] = {
    "tiles": set(),
    "fixed": set(),
    "source": set(),
    "cache": set(),
    "version": set(),
    "message": {"source", "cache"},
    "enumerated": {"message"},
    "errors": {"source", "message"},
    "hand": _GROUND,
    "lang": _GROUND,
    "rules": {*_GROUND, "lang"},
    "table": {*_GROUND, "hand", "lang", "rules"},
    "engine": {*_GROUND, "hand", "lang", "rules", "table"},
    "records": {*_GROUND, "hand", "lang", "rules", "engine", "table"},
    "report": {*_GROUND, "hand", "lang", "rules", "engine", "table", "records"},
    "testing": {*_GROUND, "hand", "lang", "rules", "engine", "table", "records", "report"},
    "cli": {*_GROUND, "hand", "lang", "rules", "engine", "table", "records", "report", "testing", "package"},
    "package": {*_GROUND, "hand", "lang", "rules", "engine", "table", "report"},  # yakulang itself, what people import
    "__main__": {"cli"},
}

# the representation as integers, and what is made of it
COMPILED = {
    "yakulang.engine.words",
    "yakulang.engine.compiled",
    *(f"yakulang.lang.{name}" for name in ("cells", "emit", "ir", "lowering", "matching")),
}
REFERENCE = ("yakulang.engine.reference", "yakulang.lang.evaluator")


def module_name(path: Path) -> str:
    parts = ("yakulang", *path.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def modules() -> dict[str, Path]:
    return {module_name(path): path for path in PACKAGE.rglob("*.py") if "rulesets" not in path.parts}


def imports_of(source: str, module: str, known: frozenset[str]) -> set[tuple[str, int]]:
    """Return the modules of the package that a module imports, with the line, wherever the import stands."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                around = (
                    module.split(".")[: -node.level]
                    if module not in _PACKAGES
                    else module.split(".")[: 1 - node.level or None]
                )
                base = ".".join([*around, *([base] if base else [])])
            names = [f"{base}.{alias.name}" if f"{base}.{alias.name}" in known else base for alias in node.names]
        else:
            continue
        found |= {(name, node.lineno) for name in names if name == "yakulang" or name.startswith("yakulang.")}
    return found


_PACKAGES = {"yakulang", *(f"yakulang.{path.name}" for path in PACKAGE.iterdir() if path.is_dir())}


def part_of(module: str) -> str:
    """Return the part of the package a module belongs to."""
    parts = module.split(".")
    if len(parts) == 1:
        return "package"
    return "hand" if parts[1] in HAND else parts[1]


def wrong_arrows(sources: dict[str, str]) -> list[str]:
    """Return the imports that point the wrong way."""
    known = frozenset(sources)
    wrong = []
    for module, source in sources.items():
        part = part_of(module)
        if part not in MAY_IMPORT:
            wrong.append(f"{module}: say in this test what `{part}` may import")
            continue
        for name, line in sorted(imports_of(source, module, known)):
            other = part_of(name)
            if other != part and other not in MAY_IMPORT[part]:
                wrong.append(f"{module}:{line} imports {name}: {part} may not import {other}")
    return wrong


def reached(start: str, sources: dict[str, str]) -> set[str]:
    """Return every module that a module needs, itself included."""
    known = frozenset(sources)
    found: set[str] = set()
    left = [start]
    while left:
        module = left.pop()
        if module not in found and module in sources:
            found.add(module)
            left += [name for name, _ in imports_of(sources[module], module, known)]
    return found


def sources() -> dict[str, str]:
    return {module: path.read_text(encoding="utf-8") for module, path in modules().items()}


def test_imports_point_one_way() -> None:
    assert len(modules()) > 40
    assert wrong_arrows(sources()) == []


@pytest.mark.parametrize("start", REFERENCE)
def test_the_reference_evaluator_imports_nothing_compiled(start: str) -> None:
    """Not even by way of others: fast and slow code share the checked conditions and nothing else."""
    assert modules().keys() >= COMPILED, "a module was renamed; name it here"
    assert reached(start, sources()) & COMPILED == set()


def test_every_compiled_module_is_named_here() -> None:
    """What compiled conditions need and the reference does not is compiled, but for walking checked conditions."""
    needed = reached("yakulang.engine.compiled", sources()) - reached("yakulang.engine.reference", sources())
    assert needed - {"yakulang.lang.walk"} == COMPILED


def test_lang_never_imports_engine_or_rules() -> None:
    for module, source in sources().items():
        if part_of(module) == "lang":
            parts = {part_of(name) for name, _ in imports_of(source, module, frozenset(modules()))}
            assert parts <= {"lang", "tiles", "source", "errors"}, module


@pytest.mark.parametrize(
    ("module", "source", "wrong"),
    [
        ("yakulang.lang.x", "from yakulang.engine.judge import Judge\n", 1),
        ("yakulang.lang.x", "from yakulang.engine import judge\n", 1),
        ("yakulang.lang.x", "import yakulang.engine.judge as j\n", 1),
        ("yakulang.lang.x", "def f():\n    from ..engine import judge\n", 1),
        ("yakulang.lang.x", "if TYPE_CHECKING:\n    from yakulang.hand import Hand\n", 1),
        ("yakulang.tiles", "from yakulang import Hand\n", 1),
        ("yakulang.tiles", "from yakulang.errors import Diagnostic\n", 1),
        ("yakulang.engine.x", "from yakulang.report.words import word\n", 1),
        ("yakulang.shelf.x", "", 1),
        ("yakulang.rules.x", "from yakulang.lang.checker import Checker\nfrom . import build\n", 0),
        ("yakulang.cli.x", "from yakulang import load_ruleset\nimport click\n", 0),
    ],
)
def test_a_wrong_arrow_is_found(module: str, source: str, wrong: int) -> None:
    others = {"yakulang.engine.judge": "", "yakulang.rules.build": ""}
    assert len(wrong_arrows({**others, module: source})) == wrong


def test_a_way_round_is_found() -> None:
    planted = {
        **sources(),
        "yakulang.lang.walk": "from yakulang.lang import helper\n",
        "yakulang.lang.helper": "import yakulang.lang.lowering\n",
        "yakulang.lang.evaluator": "from yakulang.lang.walk import held_in\n",
    }
    assert "yakulang.lang.lowering" in reached("yakulang.lang.evaluator", planted)
