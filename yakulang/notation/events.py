"""The events of a hand, in order: who drew, discarded, called, declared and won; as words and as JSON.

    E draw discard  S pon discard  W draw discard  S open_kan replacement added_kan  W ron

A wind says whose events follow. The same as JSON is a list of objects: `{"seat": "E", "do": "draw"}`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

from yakulang.errors import Diagnostic, HandError, did_you_mean
from yakulang.message import message
from yakulang.notation.text_reader import at_path
from yakulang.notation.tile_text import shown, wind_letter
from yakulang.source import Source, Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulang.hand import Wind

Action = Literal[
    "draw",
    "discard",
    "chii",
    "pon",
    "open_kan",
    "added_kan",
    "closed_kan",
    "replacement",
    "aside",
    "riichi",
    "ron",
    "tsumo",
]
ACTIONS: tuple[Action, ...] = get_args(Action)
MAX_EVENTS = 1 << 10  # a hand has some two hundred
SOURCE = "<events>"

# what logs and people call them
_WORDS: dict[str, Action] = {action: action for action in ACTIONS}
_WORDS |= {
    "chi": "chii",
    "daiminkan": "open_kan",
    "kakan": "added_kan",
    "shouminkan": "added_kan",
    "ankan": "closed_kan",
    "nuki": "aside",
    "kita": "aside",
    "reach": "riichi",
    "dahai": "discard",
}
_HINT = message("the actions are {words}", words=", ".join(ACTIONS))
_TOKEN = re.compile(r"[^\s,;|]+")


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that a player did.

    Attributes:
        seat: the player's seat wind.
        do: `draw` a tile of the wall; `replacement`: draw the tile for a kan or for a tile set aside; `riichi`:
            declare it, before the `discard`; `aside`: set a tile aside; calls, kans and wins.
    """

    seat: Wind
    do: Action


def parse_events(text: str) -> tuple[Event, ...]:
    """Read events from words: a wind, then what that player did, up to the next wind.

    Commas, semicolons, bars and line ends may stand between the words.

    Raises:
        HandError: a word is no wind and no action (YK598); every one is listed.
    """
    source = Source(SOURCE, text)
    problems: list[Diagnostic] = []
    events: list[Event] = []
    seat: Wind | None = None
    idle: Span | None = None  # a wind of which nothing is said yet
    for found in _TOKEN.finditer(text):
        word, span = found[0], Span(source, *found.span())
        action = _WORDS.get(word.lower())
        wind = None if action else wind_letter(word)
        if wind:
            problems += _idle(idle)
            seat, idle = wind, span
        elif action is None:
            idle = None
            text = message("`{word}` is no wind and nothing that a player does", word=shown(word))
            problems.append(_problem(text, span, _hint(word)))
        elif seat is None:
            hint = message("begin with a wind: {text}", text="E draw discard")
            problems.append(_problem(message("who does `{word}`?", word=shown(word)), span, hint))
            break
        else:
            idle = None
            events.append(Event(seat, action))
        if len(events) > MAX_EVENTS or len(problems) > MAX_PROBLEMS:
            break
    return _checked(events, problems + _idle(idle))


def _idle(wind: Span | None) -> list[Diagnostic]:
    """Return what is wrong with a wind after which nothing is said of that player."""
    if wind is None:
        return []
    hint = message("what that player did comes behind the wind: {text}", text="E draw discard")
    return [_problem(message("nothing is said of what {seat} does", seat=shown(wind.text)), wind, hint)]


def read_events(value: Any) -> tuple[Event, ...]:
    """Read events from JSON values: a list of `{"seat":, "do":}`; a text is read as words.

    Raises:
        HandError: something of it is no event (YK598); every problem is listed.
    """
    if isinstance(value, str):
        return parse_events(value)
    if not isinstance(value, (list, tuple)):
        text = '{"seat": "E", "do": "draw"}'
        raise HandError([_problem(message("events are a list of objects like {text}", text=text))])
    problems: list[Diagnostic] = []
    events: list[Event] = []
    for place, item in enumerate(value[: MAX_EVENTS + 1]):
        if isinstance(item, Event):
            item = {"seat": item.seat, "do": item.do}  # noqa: PLW2901
        if not isinstance(item, Mapping) or set(item) != {"seat", "do"}:
            text = message("an event is an object {text} and nothing else", text='{"seat":, "do":}')
            problems.append(_problem(at_path(f"events[{place}]", text)))
            continue
        seat, do = item["seat"], item["do"]
        wind = wind_letter(seat) if isinstance(seat, str) else None
        action = _WORDS.get(do) if isinstance(do, str) else None
        if wind is None:
            text = at_path(f"events[{place}].seat", message("`{text}` is no wind", text=shown(str(seat))))
            problems.append(_problem(text, hint=message("the winds are E S W N")))
        if action is None:
            text = message("`{word}` is nothing that a player does", word=shown(str(do)))
            problems.append(_problem(at_path(f"events[{place}].do", text), hint=_hint(str(do))))
        if wind and action:
            events.append(Event(wind, action))
    return _checked(events, problems[:MAX_PROBLEMS])


MAX_PROBLEMS = 20


def _checked(events: Sequence[Event], problems: list[Diagnostic]) -> tuple[Event, ...]:
    if len(events) > MAX_EVENTS:
        problems.append(_problem(message("more than {most:,} events; a hand has some two hundred", most=MAX_EVENTS)))
    if problems:
        raise HandError(problems)
    return tuple(events)


def _hint(word: str) -> str:
    near = did_you_mean(word.lower(), _WORDS)
    return message("did you mean `{word}`?", word=_WORDS[near]) if near else _HINT


def _problem(text: str, span: Span | None = None, hint: str | None = None) -> Diagnostic:
    return Diagnostic("YK598", text, span, hint, "unknown_event")


def events_text(events: Sequence[Event]) -> str:
    """Return events as words; `parse_events` reads them back."""
    return event_spans(events)[0].text


def event_spans(events: Sequence[Event]) -> tuple[Source, tuple[Span, ...]]:
    """Return events as words, and where the word of each stands."""
    parts: list[str] = []
    places: list[tuple[int, int]] = []
    length = 0
    seat = None
    for event in events:
        before = f"{' ' * 2 if parts else ''}{event.seat} " if event.seat != seat else " "
        seat = event.seat
        start = length + len(before)
        places.append((start, start + len(event.do)))
        parts += [before, event.do]
        length = places[-1][1]
    source = Source(SOURCE, "".join(parts))
    return source, tuple(Span(source, *place) for place in places)
