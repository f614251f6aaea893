"""Enumerations that can be said in several languages."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from yakulang.message import message

if TYPE_CHECKING:
    from collections.abc import Iterable


def all_of(parts: Iterable[str]) -> str:
    """Return texts, at least one, with `and` between them."""
    return reduce(lambda said, part: message("{first} and {second}", first=said, second=part), parts)


def any_of(parts: Iterable[str]) -> str:
    """Return texts, at least one, with `or` between them."""
    return reduce(lambda said, part: message("{first} or {second}", first=said, second=part), parts)
