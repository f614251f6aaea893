"""An entry of a score sheet with what its names mean at the hand it tells of, and how it is refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from yakulang.errors import Diagnostic
from yakulang.message import Spoken, message
from yakulang.table.match_step import MatchError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulang.engine.match_entries import Entry
    from yakulang.engine.match_players import Players
    from yakulang.engine.ruleset import Ruleset
    from yakulang.hand import Wind
    from yakulang.source import Span
    from yakulang.table.hand_end import MatchState


@dataclass(frozen=True, slots=True)
class Told:
    """An entry of a score sheet at the hand it tells of, with whose seat is whose there.

    Attributes:
        ruleset: says how it ends.
        state: before the hand.
        entry: what was written.
        players: who is who.
    """

    ruleset: Ruleset
    state: MatchState
    entry: Entry
    players: Players

    def wind(self, who: str) -> Wind:
        """Return the seat of somebody."""
        return cast("Wind", self.players.wind(who, self.state))

    def winds(self, people: Sequence[str]) -> tuple[Wind, ...]:
        """Return the seats of some, each once."""
        return tuple(dict.fromkeys(map(self.wind, people)))

    def changes(self) -> dict[str, int]:
        """Return the changes that the entry gives, by seat."""
        found: dict[str, int] = {}
        for who, change in (self.entry.changes or {}).items():
            found[self.wind(who)] = found.get(self.wind(who), 0) + change
        return found

    def refuse(self, text: str, *more: Diagnostic, code: str = "YK856", hint: str | None = None) -> MatchError:
        """Return an error at the entry; a hint that is no sentence is what to write."""
        said = hint if hint is None or isinstance(hint, Spoken) else message("write {text}", text=hint)
        return MatchError([Diagnostic(code, text, self.entry.span, hint=said), *more])

    def called(self, seat: str) -> str:
        """Return what whoever sits there is called."""
        return self.players.called(seat, self.state)

    def within(self, span: Span | None) -> Span:
        """Return where a place in the text of a hand is in the entry, if that text stands there once as it is."""
        entry = self.entry.span
        if span is None or not span.source.text or entry.text.count(span.source.text) != 1:
            return entry
        at = entry.text.index(span.source.text)
        return entry.within(at + span.start, at + span.end)
