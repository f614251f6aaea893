"""Writing the fixtures of diagnostics anew: the inputs stay, the answers are what is said now."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

import yaml
from test_diagnostics import FOLDER, rendered, told_of


class _Dumper(yaml.SafeDumper):
    """Texts of several lines stand as they are."""


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    block = "\n" in text and text.isprintable() is False and not any(line.endswith(" ") for line in text.split("\n"))
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if block else None)


_Dumper.add_representer(str, _text)


def rewrite(folder: Path = FOLDER) -> None:
    """Write every file of fixtures anew; notes at the top of a file stay."""
    for path in sorted(folder.glob("*.yaml")):
        text = path.read_text("utf-8")
        notes = [line for line in text.split("\n") if line.startswith("#")]
        cases = [_answered(case) for case in yaml.safe_load(text)]
        entries = [
            yaml.dump([case], Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=1 << 16) for case in cases
        ]
        path.write_text("\n".join(notes) + "\n\n" + "\n".join(entries), "utf-8")


def _answered(case: dict[str, Any]) -> dict[str, Any]:
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            told = told_of(case, Path(folder))
        finally:
            os.chdir(before)
    return {**case, "told": rendered(told) + "\n"}
