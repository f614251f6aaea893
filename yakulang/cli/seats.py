"""Seats as people write them in arguments and options: `S`, `south`, `南`, `南家`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.cli.streams import wrong_use
from yakulang.message import message
from yakulang.source import shortened

if TYPE_CHECKING:
    from yakulang.hand import Wind


def seat_of(text: str, option: str, lang: str) -> Wind:
    """Return the seat that a text names, or end the command where it names none."""
    from yakulang.notation.tile_text import wind_letter  # noqa: PLC0415

    found = wind_letter(text)
    if found is None:
        raise wrong_use(message("{option}: {sentence}", option=option, sentence=no_seat(text)), lang)
    return found


def no_seat(text: str) -> str:
    """Return what is said of a text that names no seat."""
    from yakulang.notation.tile_text import wind_hint  # noqa: PLC0415

    hint = wind_hint(text, message("the winds are E S W N"))
    return message("{text!r} is no wind; {hint}", text=shortened(text), hint=hint)
