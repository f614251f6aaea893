"""A reason: one condition with what decides it, and how conditions and tiles are written out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from yakulang.lang.view import TileView
from yakulang.lang.vocabulary import GROUP, SUIT
from yakulang.notation import tiles_text
from yakulang.tiles import SUITS, make_tile, suit_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulang.lang import typed
    from yakulang.lang.evaluator import Member
    from yakulang.source import Span


@dataclass(frozen=True, slots=True)
class Reason:
    """One condition and what decides it.

    Attributes:
        condition: as it stands in the rule file; empty where a value decides, not a condition.
        text: a sentence, without full stop.
        holds: whether the condition is true.
        tiles: the tiles or groups that decide, as text.
        rule: the file and line of the condition, or of the word in it that decides.
    """

    condition: str
    text: str
    holds: bool
    tiles: tuple[str, ...]
    rule: str

    def as_json(self) -> dict[str, Any]:
        """Return `{condition, holds, text, tiles, rule}`."""
        return {
            "condition": self.condition,
            "holds": self.holds,
            "text": self.text,
            "tiles": list(self.tiles),
            "rule": self.rule,
        }


def remark(text: str, rule: str = "", *, holds: bool = False) -> Reason:
    """Return a reason that is no condition: something for or against a rule, and the place that says so."""
    return Reason("", text, holds, (), rule)


def said(span: Span) -> str:
    """Return the text of a span on one line."""
    return " ".join(span.text.split())


def adjectives_text(adjectives: Sequence[typed.Adjective]) -> str:
    """Return adjectives as they stand in the rule file."""
    return " ".join(said(adjective.span) for adjective in adjectives)


def member_texts(found: Sequence[Member], member: str) -> tuple[str, ...]:
    """Return suits and groups one by one, tiles together."""
    ordered = sorted(found, key=lambda one: one.kinds)
    if member == SUIT:
        return tuple(SUITS[suit_of(one.kinds[0])] for one in ordered)
    if member == GROUP:
        return tuple(tiles_text([make_tile(kind) for kind in one.kinds]) for one in ordered)
    tiles = [make_tile(one.kinds[0], one.mark if isinstance(one, TileView) else 0) for one in ordered]
    return (tiles_text(tiles),) if tiles else ()


def listed(found: Sequence[Member], member: str) -> str:
    """Return members in one text, groups with spaces between."""
    return " ".join(member_texts(found, member))
