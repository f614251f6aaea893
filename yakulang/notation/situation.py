"""What is said of a hand beside its tiles: winds, indicators, counters and words, from its text and from arguments.

The same thing may be said in both places, but not differently.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from yakulang.errors import Diagnostic
from yakulang.message import message
from yakulang.notation.liable import read_liable_text, read_liable_values
from yakulang.notation.parts import (
    MAX_COUNTER,
    MAX_FACT,
    indicator_lists,
    name_fault,
    number_fault,
    read_number,
    word_fault,
)
from yakulang.notation.text_reader import MAX_FAULTS, MAX_LIST, TextReader, at_path, wind_problem
from yakulang.notation.tile_text import ALL_TILES, ONE_TILE, SPACES, Fault, round_letter, shown, sort_tiles, wind_letter

if TYPE_CHECKING:
    from yakulang.source import Span
    from yakulang.tiles import Tile

WIND_KEYS = ("seat", "round", "from")
TILE_KEYS = ("dora", "kandora", "ura", "kanura")
NUMBER_KEYS = ("honba", "sticks")
LIABLE = "liable"
WORDS = "with"
KEYS = (*WIND_KEYS, *TILE_KEYS, *NUMBER_KEYS, LIABLE, WORDS)
NO_TILES = "none"  # an empty list of tiles, where an absent one would mean something else

_KEY_OF_ARGUMENT = {"discarder": "from", "deposits": "sticks", "flags": WORDS}
_APART = SPACES + ","


class Situation:
    """Collects what is said; `values` holds winds, tiles and numbers by key."""

    __slots__ = ("facts", "flags", "problems", "spans", "values")

    def __init__(self, problems: list[Diagnostic]) -> None:
        self.problems = problems
        self.values: dict[str, Any] = {}
        self.spans: dict[str, tuple[int, int]] = {}
        self.flags: set[str] = set()
        self.facts: dict[str, int | str] = {}

    def read(self, key: str, reader: TextReader, begin: int, start: int, end: int) -> None:
        """Take `key=value` of a text; the key begins at `begin`, its value stands between the other two offsets."""
        if key in self.spans:
            fault = message("`{key}=` stands twice", key=key)
            reader.problem("YK522", fault, begin, end, first=self.spans[key], name="given_twice")
            return
        self.spans[key] = (begin, end)
        value = self._value(key, reader, start, end)
        if value is not None and key != WORDS:
            self.values[key] = value

    def argument(self, name: str, value: object) -> None:
        """Take what an argument of the reading function says."""
        key = _KEY_OF_ARGUMENT.get(name, name)
        if name == "facts":
            self._facts(value)
        elif isinstance(value, str):
            reader = TextReader(value, f"<{name}>", self.problems)
            if reader.screen():
                said = self._value(key, reader, 0, reader.end)
                if said is not None and key != WORDS:
                    self._agree(name, key, said)
        elif key == LIABLE:
            said = read_liable_values(value, lambda fault, behind: self._fault(fault, None, f"{name}{behind}"))
            if said is not None:
                self._agree(name, key, said)
        elif key in NUMBER_KEYS:
            if fault := number_fault(value, MAX_COUNTER):
                self._fault(fault, None, name)
            else:
                self._agree(name, key, value)
        elif not isinstance(value, Sequence) or key in WIND_KEYS:
            self._wrong_type(name, value)
        elif key == WORDS:
            for item in value:
                if isinstance(item, str):
                    self.argument(name, item)
                else:
                    self._wrong_type(name, item)
        elif (tiles := self._tiles_of_items(name, value)) is not None:
            self._agree(name, key, tiles)

    def indicators(self, first: str, kan: str) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
        """Return the dora and kan dora indicators (or those of ura) that were said."""
        values = self.values
        if first not in values and kan not in values:
            return (), ()
        return indicator_lists(values.get(first, ()), values.get(kan))

    def _agree(self, name: str, key: str, value: Any) -> None:
        if key == "aside":
            value = sort_tiles(value)
        before = self.values.setdefault(key, value)
        if key in TILE_KEYS and "kan" + key in self.values:
            same = indicator_lists(before, self.values["kan" + key]) == indicator_lists(value, None)
        else:
            same = before == value
        if not same:
            argument = message("the argument `{name}`", name=name)
            text = message("{argument} says something else than the text", argument=argument)
            if key in self.spans:
                text = message("{argument} says something else than `{key}=` in the text", argument=argument, key=key)
            self._fault(Fault("YK523", text, "contradictory_input", message("say it in one place")), None)

    def _value(self, key: str, reader: TextReader, start: int, end: int) -> Any:
        text = reader.text[start:end]
        if key in WIND_KEYS:
            wind = round_letter(text) if key == "round" else wind_letter(text)
            if wind is None:
                self.problems.append(wind_problem(text, reader.span(start, end)))
            return wind
        if key in NUMBER_KEYS:
            number = read_number(text.strip(SPACES), MAX_COUNTER)
            if isinstance(number, Fault):
                self._fault(number, reader.span(start, end))
                return None
            return number
        if key == LIABLE:
            return read_liable_text(reader, start, end)
        if key == WORDS:
            self._words(reader, start, end)
            return None
        if text == NO_TILES:
            return ()
        tile = ONE_TILE.get(text)
        if tile is not None:
            return (tile,)
        tiles = reader.only_tiles(start, end, _APART)
        if tiles is not None and len(tiles) > MAX_LIST:
            self._fault(long_list(len(tiles)), reader.span(start, end))
            return None
        return None if tiles is None else tuple(tiles)

    def _words(self, reader: TextReader, start: int, end: int) -> None:
        for word, at in _items(reader.text, start, end):
            if len(self.problems) >= MAX_FAULTS:
                return
            span = (at, at + max(1, len(word)))
            name, equals, value = word.partition("=")
            if fault := name_fault(name):
                self._fault(fault, reader.span(*span))
            elif not equals:
                self.flags.add(name)
            elif value[:1].isalpha():
                if fault := word_fault(value):
                    self._fault(fault, reader.span(*span))
                else:
                    self._fact(name, value, reader.span(*span))
            else:
                number = read_number(value, MAX_FACT)
                if isinstance(number, Fault):
                    self._fault(number, reader.span(*span))
                else:
                    self._fact(name, number, reader.span(*span))

    def _fact(self, name: str, value: int | str, span: Span | None) -> None:
        if self.facts.setdefault(name, value) != value:
            text = message("`{word}` is said to be {value} and {other}", word=name, value=self.facts[name], other=value)
            self._fault(Fault("YK523", text, "contradictory_input"), span)

    def _facts(self, facts: object) -> None:
        if not isinstance(facts, Mapping):
            self._wrong_type("facts", facts)
            return
        for name, value in facts.items():
            fault = fact_fault(name, value)
            if fault:
                self._fault(fault, None, f"facts.{shown(str(name))}")
            else:
                self._fact(name, value, None)

    def _tiles_of_items(self, name: str, items: Sequence[object]) -> tuple[Tile, ...] | None:
        tiles: list[Tile] = []
        noted = len(self.problems)
        for item in items:
            if isinstance(item, str):
                reader = TextReader(item, f"<{name}>", self.problems)
                if reader.screen():
                    tiles += reader.only_tiles(0, reader.end, _APART) or ()
            elif type(item) is int and item in ALL_TILES:
                tiles.append(item)  # type: ignore[arg-type]  # a member of the set is a tile
            else:
                self._wrong_type(name, item)
        if len(tiles) > MAX_LIST:
            self._fault(long_list(len(tiles)), None, name)
        return tuple(tiles) if len(self.problems) == noted else None

    def _fault(self, fault: Fault, span: Span | None, path: str = "") -> None:
        self.problems.append(Diagnostic(fault.code, at_path(path, fault.message), span, fault.hint, fault.name))

    def _wrong_type(self, name: str, value: object) -> None:
        text = message("a value of this kind ({kind}) can't be read", kind=type(value).__name__)
        self.problems.append(Diagnostic("YK530", at_path(name, text), name="wrong_type"))


def _items(text: str, start: int, end: int) -> Iterator[tuple[str, int]]:
    """Yield what stands between commas or spaces, with its place; nothing between two commas is an empty item."""
    for item in text[start:end].split(","):
        at = start
        for word in item.split() or [""]:
            at = text.index(word, at)
            yield word, at
            at += len(word)
        start += len(item) + 1


def fact_fault(name: object, value: object) -> Fault | None:
    """Return what keeps a name and a value from being a fact such as `dealer_wins` 7."""
    if not isinstance(name, str):
        return Fault("YK526", message("the name of a fact is a word"), "bad_word")
    if isinstance(value, str):
        return name_fault(name) or word_fault(value)
    return name_fault(name) or number_fault(value, MAX_FACT)


def long_list(count: int) -> Fault:
    """Return the fault of a list of too many tiles."""
    text = message("a list of {n} tiles; at most {most} are read", n=count, most=MAX_LIST)
    return Fault("YK531", text, "too_many_tiles")
