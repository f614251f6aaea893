"""What pages show of the program, held against what it prints; places of rules move as rule files grow."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

PLACE = re.compile(r"(?<=\.yaml:)\d+")


def hold(page: Path, shown: str, printed: str, config: pytest.Config) -> None:
    """Fail where a page shows something else; with --update-pages lines of rule files are written anew."""
    if config.getoption("--update-pages") and PLACE.sub("N", printed) == PLACE.sub("N", shown):
        text = page.read_text("utf-8")
        page.write_text(text.replace(shown, printed), "utf-8")
        return
    assert printed == shown, "where only lines of rule files differ: pytest tests/test_[dr]*.py --update-pages"
