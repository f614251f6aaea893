"""Players by name in what is said of seats."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from yakulang.message import Message, Name
from yakulang.notation.tile_text import SEAT_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from yakulang.errors import Diagnostic


def with_names(problem: Diagnostic, called: Callable[[str], str]) -> Diagnostic:
    """Return a diagnostic that calls players by their names.

    Args:
        problem: what is wrong; seats stand in its sentences as `SEAT_NAMES`.
        called: gives the name of who has a seat, or what to call the seat where there is none.
    """
    hint = problem.hint if problem.hint is None else named(problem.hint, called)
    return replace(problem, message=named(problem.message, called), hint=hint)


def named(text: str, called: Callable[[str], str]) -> str:
    """Return a sentence with the names of players in place of their seats."""
    if not isinstance(text, Message):
        return text
    values = {name: _name(value, called) for name, value in text.values.items()}
    return Message(text.template.format(**values), text.template, values)


def _name(value: object, called: Callable[[str], str]) -> object:
    if isinstance(value, Message):
        return named(value, called)
    seat = SEAT_NAMES.get(str(value)) if isinstance(value, Name) else None
    return called(str(seat)) if seat is not None and isinstance(value, Name) and value.names == seat.names else value
