"""Who plays a match: names by the seat at the start, and who is meant by what a score sheet calls players."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from yakulang.errors import did_you_mean
from yakulang.notation.tile_text import SEAT_NAMES, wind_letter
from yakulang.source import shortened
from yakulang.table.match import seat_at_start, wind_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from yakulang.rules.model import Rulebook
    from yakulang.table.hand_end import MatchState


@dataclass(frozen=True, slots=True)
class Players:
    """Who plays: names by the seat at the start of the match; there may be none."""

    rules: Rulebook
    names: Mapping[str, str] = field(default_factory=dict)

    def known(self, text: str) -> bool:
        """Return whether somebody is named so."""
        return self._seat(text) is not None or wind_letter(text) in [*self.rules.seats]

    def wind(self, text: str, state: MatchState) -> str:
        """Return the seat wind in a hand of a player who is `known`."""
        seat = self._seat(text)
        return wind_in(self.rules, state, seat) if seat is not None else str(wind_letter(text))

    def called(self, wind: str, state: MatchState) -> str:
        """Return what messages call who has a wind in a hand: the name, where there is one."""
        name = self.names.get(seat_at_start(self.rules, state, wind)) if wind in self.rules.seats else None
        return shortened(name) if name is not None else SEAT_NAMES.get(wind, wind)

    def _seat(self, text: str) -> str | None:
        folded = text.strip().casefold()
        return next((seat for seat, name in self.names.items() if name.strip().casefold() == folded), None)

    def near(self, text: str) -> str | None:
        """Return whose name is like a text: nearly spelled so, a part of it (`佐藤さん`), or with one other letter."""
        word, names = text.strip(), [*self.names.values()]
        if (spelled := did_you_mean(word, names)) is not None:
            return spelled
        like = [name for name in names if word and (name in word or word in name)]
        like += [name for name in names if 1 == sum(a != b for a, b in zip(name, word, strict=False)) < len(word)
                 and len(name) == len(word)]  # fmt: skip
        return like[0] if len(set(like)) == 1 else None

    def all(self) -> list[str]:
        """Return by what players may be named."""
        return [*self.names.values(), *self.rules.seats]
