"""What a condition looks at: one hand in one reading, in plain sight.

The engine makes a view; the reference evaluator asks it. It holds objects and words, no masks.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class TileView:
    """One physical tile; `mark` is 0 for a plain one."""

    kind: int
    mark: int = 0
    winning: bool = False
    called: bool = False

    @property
    def kinds(self) -> tuple[int, ...]:
        """Its kind, as a group has several."""
        return (self.kind,)


@dataclass(frozen=True, slots=True)
class GroupView:
    """One group of the reading, or a meld."""

    kind: str
    kinds: tuple[int, ...]
    concealed: bool = True
    winning: bool = False
    declared: str | None = None

    @property
    def called(self) -> bool:
        """Whether a tile of it came from another player."""
        return self.declared not in (None, "closed_kan")


@dataclass(frozen=True, slots=True)
class View:
    """Everything a condition may ask.

    `groups` is empty for shapes without groups; before a reading it holds the melds. `lists` are the tile lists by
    the names of their nouns (`tiles`, `aside`, `discards`, `indicators` …).
    """

    groups: tuple[GroupView, ...] = ()
    lists: Mapping[str, tuple[TileView, ...]] = field(default_factory=dict)
    flags: frozenset[str] = frozenset()
    numbers: Mapping[str, int] = field(default_factory=dict)
    choices: Mapping[str, str] = field(default_factory=dict)
    seat_wind: int | None = None
    round_wind: int | None = None
    indicated: frozenset[int] = frozenset()
    held: frozenset[str] = frozenset()
    awarded: frozenset[str] = frozenset()

    def with_(self, **changes: Any) -> View:
        """Return the view with some fields replaced."""
        return replace(self, **changes)
