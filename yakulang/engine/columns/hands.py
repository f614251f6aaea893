"""Hands as columns of numbers, and hands made of them again."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

import numpy as np

from yakulang.hand import Hand, Meld
from yakulang.notation.liable import liable_text
from yakulang.tiles import KINDS, MARKS, RED, WINDS, kind_of, make_tile, mark_of, tile_order

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from yakulang.hand import MeldType

UNKNOWN = 255  # a seat
UNSAID = np.iinfo(np.int64).min  # a number of the situation
NO_TILE = 255  # stands for what is no tile
MOST_MELDS = 4
MELD_TYPES: tuple[MeldType, ...] = ("chii", "pon", "open_kan", "added_kan", "closed_kan")
MARKED = {mark.section: mark.number for mark in MARKS}  # the lists of marked tiles among the concealed ones
LISTS = ("reds", "indicators", "kan_indicators", "ura_indicators", "kan_ura_indicators", "aside")
# the parts of a meld's number
KIND_MASK, TYPE_SHIFT, REDS_SHIFT, FEEDER_SHIFT = 63, 6, 9, 12


@dataclass(frozen=True, slots=True)
class Lists:
    """A list of tiles for each hand: hand i has `values[offsets[i]:offsets[i + 1]]`."""

    offsets: NDArray[np.int64]
    values: NDArray[np.uint8]

    def part(self, start: int, end: int) -> Lists:
        """Return the lists of some hands in a row."""
        offsets = self.offsets[start : end + 1]
        return Lists(offsets - offsets[0], self.values[offsets[0] : offsets[-1]])

    def of(self, index: int) -> list[int]:
        """Return the list of one hand."""
        found: list[int] = self.values[self.offsets[index] : self.offsets[index + 1]].tolist()
        return found

    @classmethod
    def made(cls, lists: Sequence[Sequence[int]]) -> Lists:
        """Return lists as columns."""
        offsets = np.zeros(len(lists) + 1, np.int64)
        np.cumsum([len(one) for one in lists], out=offsets[1:])
        return cls(offsets, np.array([value for one in lists for value in one], np.uint8))


@dataclass(frozen=True, slots=True)
class Choices:
    """A word for each hand: `codes` are places in `values`, -1 for none."""

    codes: NDArray[np.int32]
    values: tuple[str, ...]

    def part(self, start: int, end: int) -> Choices:
        """Return the words of some hands in a row."""
        return Choices(self.codes[start:end], self.values)

    def of(self, index: int) -> str | None:
        """Return the word of one hand."""
        code = int(self.codes[index])
        return self.values[code] if code >= 0 else None


@dataclass(frozen=True, slots=True)
class HandColumns:
    """Hands as columns, one entry a hand. A tile is its kind (0 to 33), plus 64 for a red one and 128 for a blue one.

    Attributes:
        counts: how many of each of the 34 kinds are concealed, the winning tile included.
        win: the winning tile.
        tsumo: whether it was self-drawn.
        seat, round, discarder: 0 to 3 for E S W N, 255 where not known (or nobody discarded).
        melds: four numbers, 0 for no meld: the lowest kind, + 64 x type (1 to 5, as in `MELD_TYPES`), + 512 x red
            tiles (how many; in a chii 1, 2 and 4 for the lowest, middle and highest), + 4096 x feeder (1 to 4 for
            E S W N, 0 where not known).
        meld_blues: four numbers, the blue tiles of each meld, counted as the red ones in `melds`.
        reds, blues: the kinds of red and blue tiles among those of `counts`; None for none anywhere, as for the other
            lists.
        indicators, kan_indicators, ura_indicators, kan_ura_indicators, aside: lists of tiles.
        honba, deposits: numbers; None for 0 everywhere.
        flags: for each word of the situation whether it is said.
        numbers: for each fact that is a number its value, `UNSAID` where it is not said.
        choices: for each fact that is a choice what is said.
        liable: who is said to be liable: the index of a text among `values`, as in the notation of hands.
    """

    counts: NDArray[np.uint8]
    win: NDArray[np.uint8]
    tsumo: NDArray[np.bool_]
    seat: NDArray[np.uint8]
    round: NDArray[np.uint8]
    discarder: NDArray[np.uint8]
    melds: NDArray[np.uint16] | None = None
    reds: Lists | None = None
    indicators: Lists | None = None
    kan_indicators: Lists | None = None
    ura_indicators: Lists | None = None
    kan_ura_indicators: Lists | None = None
    aside: Lists | None = None
    honba: NDArray[np.int64] | None = None
    deposits: NDArray[np.int64] | None = None
    flags: Mapping[str, NDArray[np.bool_]] = field(default_factory=dict)
    numbers: Mapping[str, NDArray[np.int64]] = field(default_factory=dict)
    choices: Mapping[str, Choices] = field(default_factory=dict)
    meld_blues: NDArray[np.uint8] | None = None
    blues: Lists | None = None
    liable: Choices | None = None

    def __len__(self) -> int:
        return len(self.win)

    def part(self, start: int, end: int) -> HandColumns:
        """Return some hands in a row; nothing is copied."""
        if start == 0 and end == len(self):
            return self
        parts: dict[str, Any] = {}
        for name in (one.name for one in fields(self)):
            value = getattr(self, name)
            if isinstance(value, Lists | Choices):
                parts[name] = value.part(start, end)
            elif name == "choices":
                parts[name] = {word: choice.part(start, end) for word, choice in value.items()}
            elif isinstance(value, dict):
                parts[name] = {word: column[start:end] for word, column in value.items()}
            else:
                parts[name] = None if value is None else value[start:end]
        return HandColumns(**parts)

    def hand(self, index: int) -> Hand:
        """Return one hand as an object. It may be impossible: `Ruleset.score` says so."""
        marked = {mark: getattr(self, name).of(index) if getattr(self, name) else [] for name, mark in MARKED.items()}
        tiles: list[Any] = []
        counted = 0
        for kind, count in enumerate(self.counts[index].tolist()):
            left = count
            for mark, kinds in marked.items():
                those = min(kinds.count(kind), left)
                tiles += [make_tile(kind, mark)] * those
                left -= those
                counted += those
            tiles += [make_tile(kind)] * left
        if counted < sum(map(len, marked.values())):  # marks of tiles that are not there
            tiles.append(NO_TILE)
        win: Any = int(self.win[index])
        if win in tiles:
            tiles.remove(win)
        lists = {name: tuple(getattr(self, name).of(index)) if getattr(self, name) else () for name in LISTS[1:-1]}
        aside = sorted(self.aside.of(index), key=_order) if self.aside else ()
        melds = self.melds[index].tolist() if self.melds is not None else ()
        blues = self.meld_blues[index].tolist() if self.meld_blues is not None else [0] * len(melds)
        liable = self.liable.of(index) if self.liable else None
        facts: dict[str, int | str] = {n: int(c[index]) for n, c in self.numbers.items() if c[index] != UNSAID}
        facts |= {n: c.values[c.codes[index]] for n, c in self.choices.items() if c.codes[index] >= 0}
        return Hand(
            closed=tuple(tiles),
            win=win,
            method="tsumo" if self.tsumo[index] else "ron",
            melds=tuple(meld_of(number, blue) for number, blue in zip(melds, blues, strict=True) if number),
            seat=_wind(self.seat[index]),
            round=_wind(self.round[index]) or "E",
            discarder=_wind(self.discarder[index]),
            aside=tuple(aside),  # type: ignore[arg-type]
            honba=int(self.honba[index]) if self.honba is not None else 0,
            deposits=int(self.deposits[index]) if self.deposits is not None else 0,
            flags=frozenset(word for word, said in self.flags.items() if said[index]),
            facts=facts,
            liable=_said(liable) if liable is not None else None,
            **lists,
        )

    @classmethod
    def of(cls, hands: Sequence[Hand], words: Iterable[str] | None = None) -> HandColumns:
        """Return hands that could be written down as columns. `words` get a column even if no hand has them."""
        counts = np.zeros((len(hands), KINDS), np.uint8)
        for row, hand in zip(counts, hands, strict=True):
            for tile in (*hand.closed, hand.win):
                row[kind_of(tile)] += 1
        said = sorted({word for hand in hands for word in hand.flags})
        named = said if words is None else list(dict.fromkeys([*words, *said]))
        facts: dict[str, list[Any]] = {}
        for index, hand in enumerate(hands):
            for name, value in hand.facts.items():
                facts.setdefault(name, [None] * len(hands))[index] = value
        numbers = {n: v for n, v in facts.items() if all(isinstance(one, int | None) for one in v)}
        choices = {n: v for n, v in facts.items() if n not in numbers}
        melds = np.zeros((len(hands), MOST_MELDS), np.uint16)
        blues = np.zeros((len(hands), MOST_MELDS), np.uint8)
        for index, hand in enumerate(hands):
            for place, meld in enumerate(hand.melds):
                melds[index, place] = meld_number(meld)
                blues[index, place] = _marks(meld, MARKED["blues"])
        marked = {
            name: [[kind_of(t) for t in (*h.closed, h.win) if mark_of(t) == mark] for h in hands]
            for name, mark in MARKED.items()
        }
        liable = [None if hand.liable is None else liable_text(hand.liable) for hand in hands]
        lists = {name: Lists.made([getattr(hand, name) for hand in hands]) for name in LISTS[1:]}
        return cls(
            counts=counts,
            win=np.array([hand.win for hand in hands], np.uint8),
            tsumo=np.array([hand.method == "tsumo" for hand in hands], np.bool_),
            seat=_seats([hand.seat for hand in hands]),
            round=_seats([hand.round for hand in hands]),
            discarder=_seats([hand.discarder for hand in hands]),
            melds=melds,
            reds=Lists.made(marked["reds"]),
            blues=Lists.made(marked["blues"]) if any(marked["blues"]) else None,
            meld_blues=blues if blues.any() else None,
            liable=_choices(liable) if any(liable) else None,
            honba=np.array([hand.honba for hand in hands], np.int64),
            deposits=np.array([hand.deposits for hand in hands], np.int64),
            flags={word: np.array([word in hand.flags for hand in hands], np.bool_) for word in named},
            numbers={n: np.array([UNSAID if one is None else one for one in v], np.int64) for n, v in numbers.items()},
            choices={n: _choices(v) for n, v in choices.items()},
            **lists,
        )


def _seats(winds: Sequence[str | None]) -> NDArray[np.uint8]:
    return np.array([UNKNOWN if wind is None else WINDS.index(wind) for wind in winds], np.uint8)


def _wind(seat: int) -> Any:
    """Return the wind of a number; a number that is none stays one, so that the hand is refused."""
    if seat == UNKNOWN:
        return None
    return WINDS[seat] if seat < len(WINDS) else str(seat)


def _choices(values: Sequence[Any]) -> Choices:
    known = sorted({str(value) for value in values if value is not None})
    places = {value: place for place, value in enumerate(known)}
    return Choices(np.array([-1 if v is None else places[str(v)] for v in values], np.int32), tuple(known))


def _order(tile: int) -> tuple[int, int]:
    """The order of tiles, of numbers too that are none: red and blue copies before the plain ones."""
    return tile & KIND_MASK, tile >> TYPE_SHIFT or len(MARKS) + 1


def _said(text: str) -> Any:
    """Return who is said to be liable, as a hand has it; what can't be read is refused with the hand."""
    if ":" not in text:
        return text
    return {name.strip(): seat.strip() for name, _, seat in (item.partition(":") for item in text.split(","))}


def _marks(meld: Meld, mark: int) -> int:
    """Return the tiles of a meld that bear a mark: how many, of a chii 1, 2 and 4 for its places added up."""
    tiles = sorted(meld.tiles, key=tile_order)
    if meld.type == "chii":
        return sum(1 << place for place, tile in enumerate(tiles) if mark_of(tile) == mark)
    return sum(mark_of(tile) == mark for tile in tiles)


def meld_number(meld: Meld) -> int:
    """Return a meld as a number; which tile was claimed and which was added is left out, and blue tiles are."""
    low, reds = min(map(kind_of, meld.tiles)), _marks(meld, RED)
    feeder = WINDS.index(meld.feeder) + 1 if meld.feeder else 0
    number = low + (MELD_TYPES.index(meld.type) + 1 << TYPE_SHIFT)
    return number + (reds << REDS_SHIFT) + (feeder << FEEDER_SHIFT)


def meld_of(number: int, blues: int = 0) -> Meld:
    """Return the meld of a number, with its blue tiles."""
    low, type_number = number & KIND_MASK, number >> TYPE_SHIFT & 7
    reds, feeder = number >> REDS_SHIFT & 7, number >> FEEDER_SHIFT
    type_: Any = MELD_TYPES[type_number - 1] if 1 <= type_number <= len(MELD_TYPES) else f"type_{type_number}"
    if type_ == "chii":
        tiles = [make_tile(low + n, RED if reds >> n & 1 else MARKED["blues"] * (blues >> n & 1)) for n in range(3)]
    else:
        size = 3 if type_ == "pon" else 4
        tiles = [make_tile(low, RED if n < reds else MARKED["blues"] * (n < reds + blues)) for n in range(size)]
    return Meld(type_, tuple(tiles), feeder=_wind(feeder - 1) if feeder else None)
