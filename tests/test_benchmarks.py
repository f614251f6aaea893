"""Commands of docs/benchmarks.md name scripts that are there and options that these have."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

CHECKOUT = Path(__file__).parents[1]
SCRIPTS = CHECKOUT / "tests" / "benchmarks"


def test_commands_and_options() -> None:
    page = (CHECKOUT / "docs" / "benchmarks.md").read_text("utf-8")
    commands = re.findall(r"python (tests/benchmarks/\S+\.py)(.*)", page)
    parsers = {path.name for path in SCRIPTS.glob("*.py") if "ArgumentParser" in path.read_text("utf-8")}
    assert {Path(script).name for script, _ in commands} == parsers
    for script, arguments in commands:
        source = (CHECKOUT / script).read_text("utf-8")
        options = set(re.findall(r'add_argument\("(--[a-z-]+)"', source))
        assert {word for word in shlex.split(arguments) if word.startswith("--")} <= options, script
        for option in options:
            used = option.removeprefix("--").replace("-", "_")
            assert re.search(rf"options\.{used}\b", source), f"{script}: nothing asks for {option}"
        assert set(re.findall(r"--[a-z-]+", source.split('"""')[1])) <= options, script
