"""Hands and readings as words: the masks and numbers that compiled conditions read.

Everything here is a fact of tiles; what a word means to a rule is the lowering's business.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.engine.suits import PAIR, SEQUENCE, TRIPLET
from yakulang.tiles import KINDS, MARK_WORDS, kind_of, mark_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from yakulang.engine.readings import Reading
    from yakulang.engine.situation import Situation
    from yakulang.hand import Hand
    from yakulang.tiles import Tile

MELD_CELLS = {
    "chii": "sequence_called",
    "pon": "triplet_called",
    "open_kan": "quad_open",
    "added_kan": "quad_added",
    "closed_kan": "quad_closed",
}
GROUP_CELLS = {SEQUENCE: "sequence", TRIPLET: "triplet", PAIR: "pair"}
LISTS = ("aside", "indicators", "kan_indicators", "ura_indicators", "kan_ura_indicators")
TILE_CELLS = ("tile", "tile_won", "tile_held", "tile_called")
CELLS = (*MELD_CELLS.values(), *(f"{cell}_{end}" for cell in GROUP_CELLS.values() for end in ("won", "held")))
MAX_ALIKE = 4
ALL = (1 << KINDS) - 1  # every position of a mask

Words = list[int]


class WordMaker:
    """Fills the registers that a ruleset's compiled conditions read.

    Args:
        index: the place of each register.
        flags: the bit of each flag.
        numbers: the register of each number.
        choices: for each choice its register and values in order.
        cycles: for each kind of dora that reads first indicators, the kind that each kind shows.
    """

    def __init__(
        self,
        index: Mapping[str, int],
        flags: Mapping[str, int],
        numbers: Mapping[str, str],
        choices: Mapping[str, tuple[str, Sequence[str]]],
        cycles: Sequence[Sequence[int]],
    ) -> None:
        self.index = index
        self.flags = flags
        self.numbers = [(name, index[register]) for name, register in numbers.items() if register in index]
        self.choices = [
            (name, index[register], {value: i for i, value in enumerate(values)})
            for name, (register, values) in choices.items()
            if register in index
        ]
        self.cycles = cycles
        self.cells = {
            cell: tuple(index.get(f"{cell}_{number}", -1) for number in range(1, MAX_ALIKE + 1))
            for cell in (
                *CELLS,
                *(f"{cell}{mark}" for cell in (*TILE_CELLS, *LISTS) for mark in ("", *(f"_{m}" for m in MARK_WORDS))),
            )
        }
        self.used = {cell for cell, places in self.cells.items() if max(places) >= 0}
        # the cells by mark that some condition reads; most rulesets read the red ones and no others
        self.marked = {
            cell: tuple((n, f"{cell}_{word}") for n, word in enumerate(MARK_WORDS) if f"{cell}_{word}" in self.used)
            for cell in (*TILE_CELLS, *LISTS)
        }
        self.wait = index.get(choices["wait"][0], -1)
        self.shape = index.get(choices["shape"][0], -1)

    def hand(self, hand: Hand, situation: Situation) -> Words:
        """Return the words known before any reading: tiles, melds, situation."""
        words = [0] * len(self.index)
        self._situation(words, situation)
        self._tiles(words, hand, hand.win)
        for name in LISTS:
            if tiles := getattr(hand, name):
                self._marked(words, name, tiles)
                self._put(words, f"{name}_count", len(tiles))
        shown = 0
        for tile in hand.indicators:
            for cycle in self.cycles:
                if cycle[kind_of(tile)] >= 0:
                    shown |= 1 << cycle[kind_of(tile)]
        self._put(words, "indicated", shown)
        cells: dict[str, list[int]] = {}
        for meld in hand.melds:
            cells.setdefault(MELD_CELLS[meld.type], []).append(kind_of(meld.tiles[0]))
        for cell, kinds in cells.items():
            self._planes(words, cell, kinds)
        return words

    def reading(self, table: Words, hand: Hand, reading: Reading, *, has_groups: bool) -> Words:
        """Return the words of a hand in one reading."""
        words = table.copy()
        if reading.win != hand.win:
            self._tiles(words, hand, reading.win)
        if self.wait >= 0:
            words[self.wait] = reading.wait
        if self.shape >= 0:
            words[self.shape] = reading.shape
        if not has_groups:
            return words
        cells: dict[str, list[int]] = {}
        for place, (low, what) in enumerate(reading.groups):
            end = "won" if place == reading.winning else "held"
            cells.setdefault(f"{GROUP_CELLS[what]}_{end}", []).append(low)
        for cell, kinds in cells.items():
            self._planes(words, cell, kinds)
        return words

    def situation(self, situation: Situation) -> Words:
        """Return the words of a situation without tiles."""
        words = [0] * len(self.index)
        self._situation(words, situation)
        return words

    def _situation(self, words: Words, situation: Situation) -> None:
        bits = 0
        for flag in situation.flags:
            bits |= 1 << self.flags[flag]
        self._put(words, "flags", bits)
        self._put(words, "self_drawn", ALL if "tsumo" in situation.flags else 0)
        self._put(words, "seat_bit", 1 << situation.seat_wind)
        self._put(words, "round_bit", 1 << situation.round_wind)
        for name, place in self.numbers:
            words[place] = situation.numbers.get(name, 0)
        for name, place, values in self.choices:
            words[place] = values.get(situation.choices.get(name, ""), -1)

    def _put(self, words: Words, register: str, value: int) -> None:
        place = self.index.get(register)
        if place is not None:
            words[place] = value

    def _tiles(self, words: Words, hand: Hand, win: Tile) -> None:
        held = [*hand.closed, hand.win]
        held.remove(win)
        called: list[Tile] = []
        for meld in hand.melds:
            (called if meld.is_called else held).extend(meld.tiles)
        self._marked(words, "tile", [win, *held, *called])
        self._marked(words, "tile_won", [win])
        self._marked(words, "tile_held", held)
        self._marked(words, "tile_called", called)

    def _marked(self, words: Words, cell: str, tiles: Sequence[Tile]) -> None:
        self._planes(words, cell, map(kind_of, tiles))
        for mark, name in self.marked[cell]:
            self._planes(words, name, [kind_of(tile) for tile in tiles if mark_of(tile) == mark])

    def _planes(self, words: Words, cell: str, kinds: Iterable[int]) -> None:
        if cell not in self.used:
            return
        for place, plane in zip(self.cells[cell], planes(kinds), strict=True):
            if place >= 0:
                words[place] = plane


def planes(kinds: Iterable[int]) -> tuple[int, int, int, int]:
    """Return the four planes of some kinds: in plane n are those that there are at least n of."""
    first = second = third = fourth = 0
    for kind in kinds:
        bit = 1 << kind
        if not first & bit:
            first |= bit
        elif not second & bit:
            second |= bit
        elif not third & bit:
            third |= bit
        else:
            fourth |= bit
    return first, second, third, fourth
