"""A ruleset whose rule files are read when they are needed."""

from __future__ import annotations

from contextlib import suppress
from threading import RLock
from typing import TYPE_CHECKING, Any

from yakulang.engine.ruleset import Ruleset

if TYPE_CHECKING:
    from collections.abc import Callable

    from yakulang.engine.kept.ruleset import KeptRuleset
    from yakulang.engine.ruling import Ruling
    from yakulang.hand import Hand

MOST = 64  # hands after which reading the rule files pays


class LazyRuleset(Ruleset):
    """A ruleset whose rule files are read when they are needed; until then hands are ruled on by kept data.

    Args:
        kept: the data, made into a ruleset.
        read: reads the rule files, as they were when the data were found to be theirs.
    """

    def __init__(self, kept: KeptRuleset, read: Callable[[], Ruleset]) -> None:
        self._kept: KeptRuleset | None = kept
        self._read = read
        self._scored = 0
        self._id = kept.rulebook.id
        self._reading = RLock()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name in {"_kept", "_read", "_reading"}:
            raise AttributeError(f"a ruleset has no {name}")
        with self._reading:
            if "rulebook" not in self.__dict__:
                read = self._read()
                self._kept = None
                self.__dict__ |= vars(read)
        if name not in self.__dict__:
            raise AttributeError(f"a ruleset has no {name}")
        return self.__dict__[name]

    @property
    def id(self) -> str:
        """The id of the ruleset."""
        return self._id

    def score(self, hand: Hand) -> Ruling:
        """See `Ruleset.score`."""
        kept = self._kept
        if kept is not None and self._scored < MOST:
            self._scored += 1
            with suppress(Exception):  # whatever is wrong, with the data or the hand: the rule files tell
                return kept.score(hand)
        return super().score(hand)
