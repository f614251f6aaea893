"""The tiles of a player in a hand that nobody won: `123m456p78s11m p(555z)`, read and printed.

Concealed tiles, melds and tiles set aside are written as those of a win; there is no winning tile and no situation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic, HandError
from yakulang.message import message
from yakulang.notation.hand_scanner import HandText
from yakulang.notation.tile_text import SPACES, sort_tiles
from yakulang.source import Source, Span
from yakulang.tiles import KINDS, kind_of

if TYPE_CHECKING:
    from yakulang.hand import Meld
    from yakulang.tiles import Tile


@dataclass(frozen=True, slots=True)
class HeldHand:
    """What a player holds.

    Attributes:
        closed: concealed tiles, sorted.
        melds: in the order they were declared.
        aside: tiles set aside, sorted.
        span: where it was written.
    """

    closed: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    aside: tuple[Tile, ...]
    span: Span

    @property
    def size(self) -> int:
        """How many tiles it has, a kan counted as three: 13 before a draw, 14 after it."""
        return len(self.closed) + 3 * len(self.melds)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile, melds and tiles set aside included."""
        return (*self.closed, *(tile for meld in self.melds for tile in meld.tiles), *self.aside)

    @property
    def is_closed(self) -> bool:
        """Whether nothing was taken from another player."""
        return not any(meld.is_called for meld in self.melds)

    def counts(self) -> list[int]:
        """Return how many of each of the 34 kinds are concealed."""
        counts = [0] * KINDS
        for tile in self.closed:
            counts[kind_of(tile)] += 1
        return counts


def parse_held(text: str, source_name: str = "<hand>") -> HeldHand:
    """Read what a player holds.

    Args:
        text: tiles, melds, and tiles set aside; the module describes the notation.
        source_name: what messages call the text.

    Raises:
        HandError: the text can't be read, or has a winning tile or a situation; every problem is listed.
    """
    problems: list[Diagnostic] = []
    if not isinstance(text, str):
        fault = message("a hand is read from text, not from a value of the kind {kind}", kind=type(text).__name__)
        raise HandError([Diagnostic("YK500", fault, name="unparsable")])
    parts = HandText(text, source_name, problems)
    if not parts.screen():
        raise HandError(problems)
    if not text.strip(SPACES):
        parts.problem("YK501", message("there is no hand: the text is empty"), 0, 1)
        raise HandError(problems)
    parts.read()
    whole = Span(Source(source_name, text), 0, len(text))
    situation = parts.situation
    if parts.win_at or situation.values or situation.flags or situation.facts:
        span = Span(whole.source, *parts.win_at) if parts.win_at else whole
        fault = message("nobody won this hand: it has no winning tile and no situation of a win")
        problems.append(Diagnostic("YK843", fault, span, hint=message("write the tiles and melds alone")))
    if problems:
        raise HandError(problems)
    return HeldHand(sort_tiles(parts.closed), tuple(parts.melds), sort_tiles(parts.aside), whole)
