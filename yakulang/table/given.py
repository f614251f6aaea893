"""What is given to methods from Python, checked for its kind: a clear sentence before anything is made of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from yakulang.source import shortened
from yakulang.table.hand_end import MatchState

if TYPE_CHECKING:
    from yakulang.table.hand_end import HandEnd


def wrong_kind(what: str, wanted: str, value: object) -> TypeError:
    """Return the error that something is of another kind than is wanted."""
    return TypeError(f"{what} is {wanted}, not {shortened(repr(value))}")


def check_text(what: str, value: object, wanted: str = "text") -> None:
    """Refuse what is no text; None is nothing said."""
    if value is not None and not isinstance(value, str):
        raise wrong_kind(what, wanted, value)


def check_seat(what: str, value: object) -> None:
    """Refuse what can't name a seat; None is nothing said."""
    check_text(what, value, 'a seat, e.g. "E"')


def check_seats(what: str, value: Any) -> None:
    """Refuse what is no collection of seats; None is nothing said."""
    if value is None:
        return
    if isinstance(value, str) or not isinstance(value, Collection) or any(not isinstance(seat, str) for seat in value):
        raise wrong_kind(what, 'seats, e.g. ["E", "S"]', value)


def check_by_seat(what: str, value: Any, of: str, kinds: tuple[type, ...] | None = None) -> None:
    """Refuse what is no mapping from seats to values of some kinds; None is nothing said."""
    if value is None:
        return
    wanted = f'{of} by seat, e.g. {{"E": ...}}'
    if not isinstance(value, Mapping) or any(not isinstance(seat, str) for seat in value):
        raise wrong_kind(what, wanted, value)
    for seat, one in value.items():
        if kinds is not None and type(one) not in kinds:
            raise wrong_kind(f"{what} of {seat}", of, one)


def check_points(value: Any) -> None:
    """Refuse what are no points of players: a sequence, or by seat; the numbers themselves are asked elsewhere."""
    if isinstance(value, Mapping):
        check_by_seat("points", value, "numbers")
    elif value is not None and (isinstance(value, str) or not isinstance(value, Collection)):
        raise wrong_kind("points", "a list of numbers, or numbers by seat", value)


def check_number(what: str, value: object) -> None:
    """Refuse what is no whole number; None is nothing said."""
    if value is not None and type(value) is not int:
        raise wrong_kind(what, "a whole number", value)


def check_end(end: HandEnd) -> None:
    """Refuse the end of a hand whose fields are of other kinds than they say."""
    for name in ("winners", "tenpai", "riichi", "chombo"):
        value = getattr(end, name)
        if isinstance(value, str) or not isinstance(value, Sequence):
            raise wrong_kind(name, 'seats, e.g. ("E", "S")', value)
        check_seats(name, value)
    for name in ("changes", "taken"):
        value = getattr(end, name)
        if value is None:
            raise wrong_kind(name, "whole numbers by seat", value)
        check_by_seat(name, value, "whole numbers", (int,))
    check_seat("discarder", end.discarder)
    check_seat("taken_by", end.taken_by)
    check_text("draw", end.draw, "the id of a draw")


def check_sheet(entries: object, players: object, start: object) -> None:
    """Refuse a score sheet whose parts are of other kinds than they must be; its entries are read elsewhere."""
    if isinstance(entries, str | bytes | Mapping) or not isinstance(entries, Iterable):
        raise wrong_kind("entries", 'a list of hands, e.g. [{"win": "E", "han": 3, "fu": 40}]', entries)
    check_by_seat("players", players, "names", (str,))
    if start is None:
        return
    if not isinstance(start, MatchState):
        raise wrong_kind("start", "a MatchState, or None for the beginning", start)
    check_state(start)


def check_state(state: MatchState) -> None:
    """Refuse where a match stands if its fields are of other kinds than they say."""
    check_by_seat("points", state.points, "whole numbers", (int,))
    if state.points is None:
        raise wrong_kind("points", "whole numbers by seat", state.points)
    if not isinstance(state.wind, str):
        raise wrong_kind("wind", 'the wind of a round, e.g. "E"', state.wind)
    for name in ("hand", "honba", "deposits", "dealer_wins", "dealer_hands"):
        value = getattr(state, name)
        if type(value) is not int:
            raise wrong_kind(name, "a whole number", value)
