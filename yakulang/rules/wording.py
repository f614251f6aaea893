"""`wording.json` beside the rule files: what they say in other languages, what people call places in them and play.

It stands there because the package itself knows no rule, and no sentence about one.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@cache
def wording() -> Mapping[str, Any]:
    """Return what stands in the file."""
    from yakulang.rules.bundle import rulesets_folder  # noqa: PLC0415  only other languages need it

    data: Mapping[str, Any] = json.loads(rulesets_folder().joinpath("wording.json").read_text("utf-8"))
    return data


def place_names() -> Mapping[str, Sequence[str]]:
    """Return what people call the places of a ruleset that have no name of their own, by dotted path."""
    found: Mapping[str, Sequence[str]] = wording()["places"]
    return found


def play_names() -> Sequence[str]:
    """Return what people call rules of play, which no rule file states."""
    found: Sequence[str] = wording()["play"]
    return found
