"""What the tiles, seats and numbers of a table allow: hands that are impossible, or no hands, are marked.

Here also the registers are made that depend on the dora of a rulebook.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from yakulang.engine.columns.chunk import INDICATORS, WIDTH, planes
from yakulang.engine.columns.hands import FEEDER_SHIFT, KIND_MASK, LISTS, UNKNOWN, UNSAID
from yakulang.tiles import KINDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from yakulang.engine.columns.chunk import Chunk
    from yakulang.rules.model import Rulebook

MOST_COUNTER, MOST_FACT, MOST_TILES = 999, 999_999, 40


class Table:
    """The table of a rulebook.

    Args:
        rulebook: the rules.
        numbers: the register of each number of the situation.
    """

    def __init__(self, rulebook: Rulebook, numbers: Mapping[str, str]) -> None:
        self.rules, self._numbers = rulebook, numbers
        tiles = rulebook.tiles
        self._removed = sum(1 << kind for kind in tiles.removed)
        self._gone = np.array([kind in tiles.removed for kind in range(WIDTH)], np.bool_)
        self._aside = np.array([kind in tiles.aside for kind in range(WIDTH)], np.bool_)
        self._reds = np.zeros(WIDTH, np.uint8)
        for kind, count in tiles.reds.items():
            self._reds[kind] = min(count, 255)
        self._red_mask = sum(1 << kind for kind in tiles.reds)
        self._next = [np.array([*kind.next, *([-1] * (WIDTH - len(kind.next)))], np.int64) for kind in rulebook.dora]

    def check(self, chunk: Chunk) -> None:
        """Mark hands that are impossible, or no hands at all."""
        hands, bad, players = chunk.hands, chunk.bad, self.rules.players
        seat, discarder = hands.seat, hands.discarder
        if chunk.size and (int(seat.max()) >= players or int(hands.round.max()) > 3):
            bad |= (seat >= players) | (hands.round > 3)
        said = discarder != UNKNOWN
        bad |= ((discarder >= players) | hands.tsumo | (discarder == seat)) & said
        if chunk.melds:
            rows, feeder = chunk.melds.rows, chunk.melds.numbers >> FEEDER_SHIFT
            wrong = (feeder > players) | (feeder == seat.take(rows) + 1)
            if wrong.any():
                bad[rows[wrong]] = True
        for counters in (hands.honba, hands.deposits):
            if counters is not None and chunk.size and (int(counters.min()) < 0 or int(counters.max()) > MOST_COUNTER):
                bad |= (counters < 0) | (counters > MOST_COUNTER)
        counted = chunk.everything
        for name in LISTS:
            lists = getattr(hands, name)
            if lists is None or not len(lists.values):
                continue
            rows, values = chunk.rows(name), lists.values
            if int(values.max()) >= KINDS:
                wrong = ((values & KIND_MASK) >= KINDS) | (values >= (KINDS if name == "reds" else 2 * WIDTH))
                bad[rows[wrong]] = True
            if int(chunk.sizes(name).max()) > MOST_TILES:
                bad |= chunk.sizes(name) > MOST_TILES
            if name == "aside":
                bad[rows[~self._aside[values & KIND_MASK]]] = True
                counted = _with(counted, chunk.everything, rows, values)
        chunk.known["counted"] = counted  # what dora are counted over
        self._check_copies(chunk, counted)
        self._check_reds(chunk)

    def _check_copies(self, chunk: Chunk, counted: NDArray[np.uint8]) -> None:
        """Mark hands with more tiles of a kind than there are, indicators counted, or with tiles that are removed."""
        bad, copies = chunk.bad, min(self.rules.tiles.copies, 255)
        if chunk.size and int(counted.max()) > copies:
            bad |= counted.max(axis=1) > copies
        if self._removed:
            bad |= (planes(counted, 1, chunk.rooms) & self._removed) != 0
        lists = [(name, getattr(chunk.hands, name)) for name in INDICATORS]
        given = [(chunk.rows(name), one.values) for name, one in lists if one is not None and len(one.values)]
        if not given:
            return
        rows = np.concatenate([those for those, _ in given])
        kinds = np.concatenate([values for _, values in given]) & KIND_MASK
        if self._removed:
            bad[rows[self._gone.take(kinds)]] = True
        # a hand has too many of a kind only if its indicators would be too many if all were of one kind
        number = np.bincount(rows, minlength=chunk.size)
        at = rows * WIDTH + kinds
        close = rows[counted.ravel().take(at) + number.take(rows) > copies]
        if close.size:
            place = np.full(chunk.size, -1, np.int64)
            place[close] = np.arange(close.size)  # the last place of a hand that stands there twice
            seen = counted.take(close, axis=0)
            there = np.flatnonzero(place.take(rows) >= 0)
            np.add.at(seen.ravel(), place.take(rows.take(there)) * WIDTH + kinds.take(there), np.uint8(1))
            bad[close[seen.max(axis=1) > copies]] = True

    def _check_reds(self, chunk: Chunk) -> None:
        """Mark hands with more red tiles than there are, or than they have tiles of the kind."""
        hands, bad = chunk.hands, chunk.bad
        red_win = hands.win >= WIDTH
        if int(self._reds.max()) <= 1:  # each red kind at most once
            every = chunk.red_masks(_red_lists(chunk))
            bad |= every & ~self._red_mask != 0
            own, win = chunk.known["held_red_1"], chunk.register("tile_won_1")
            bad |= own & ~chunk.held_kinds != 0
            if hands.reds is not None:  # the same red twice
                bad |= np.diff(hands.reds.offsets) > np.bitwise_count(own)
            here = own & win != 0
            bad |= np.where(red_win, ~here, here & (chunk.win_held <= 1))
            return
        own = chunk.matrix("held_red").ravel()
        if hands.reds is not None:
            at = chunk.rows("reds") * WIDTH + (hands.reds.values & KIND_MASK)
            held = hands.counts[at // WIDTH, np.minimum(at % WIDTH, KINDS - 1)]
            _refuse(chunk, at, own[at] > held)
        # the winning tile is one of them: red or plain as it is
        here = own[chunk.win_at]
        bad |= np.where(red_win, here == 0, here >= chunk.win_held)
        red = chunk.matrix("tile_red")
        others = _red_lists(chunk)
        if others:
            red = red.copy()
        places = []
        for rows, kinds in others:
            at = rows * WIDTH + kinds
            np.add.at(red.ravel(), at, np.uint8(1))
            places.append(at)
        if hands.reds is not None:
            places.append(chunk.rows("reds") * WIDTH + (hands.reds.values & KIND_MASK))
        places += chunk.red_melds
        for at in places:
            _refuse(chunk, at, red.ravel()[at] > self._reds[at % WIDTH])

    def registers(self, chunk: Chunk) -> None:
        """Make the registers of numbers and of dora that are shown."""
        hands, size, numbers, known = chunk.hands, chunk.size, self._numbers, chunk.known
        zeros = np.zeros(size, np.int64)
        for name, register in numbers.items():
            given = hands.numbers.get(name)
            if given is not None:
                wrong = given > MOST_FACT
                chunk.bad |= wrong | ((given < 0) & (given != UNSAID))
                known[register] = np.maximum(given, 0)
            elif register.startswith("number_"):
                known[register] = zeros
        known[numbers["honba"]] = zeros if hands.honba is None else hands.honba
        known[numbers["deposits"]] = zeros if hands.deposits is None else hands.deposits
        for name in ("own_copies", "shown_copies"):
            known.pop(numbers[name], None)
        chunk.makers[numbers["own_copies"]] = lambda: chunk.everything.ravel()[chunk.win_at].astype(np.int64)
        chunk.makers[numbers["shown_copies"]] = partial(_shown_copies, chunk)
        for index in range(len(self.rules.dora)):
            chunk.makers[f"shown_{index}"] = partial(self._shown, chunk, index)
        chunk.makers["indicated"] = partial(self._indicated, chunk)

    def _shown(self, chunk: Chunk, index: int) -> NDArray[np.int16]:
        """Return how many dora of a kind are shown: every indicator times every tile it shows."""
        kind = self.rules.dora[index]
        lists = getattr(chunk.hands, kind.shown_by or "")
        if lists is None or not len(lists.values):
            return np.zeros(chunk.size, np.int16)
        rows = chunk.rows(kind.shown_by or "")
        shown = self._next[index].take(lists.values & KIND_MASK)
        counts = chunk.known["counted"].ravel().take(rows * WIDTH + (shown & KIND_MASK))  # -1 is a column without tiles
        if len(rows) <= chunk.size and int(chunk.sizes(kind.shown_by or "").max()) == 1:
            found = np.zeros(chunk.size, np.int16)
            found[rows] = counts
            return found
        return np.bincount(rows, weights=counts, minlength=chunk.size).astype(np.int16)

    def _indicated(self, chunk: Chunk) -> NDArray[np.int64]:
        found = np.zeros(chunk.size, np.int64)
        lists = chunk.hands.indicators
        for index, kind in enumerate(self.rules.dora):
            if kind.shown_by == "indicators" and lists is not None:
                shown = self._next[index][lists.values & KIND_MASK]
                rows = chunk.rows("indicators")[shown >= 0]
                np.bitwise_or.at(found, rows, np.int64(1) << shown[shown >= 0])
        return found


def _red_lists(chunk: Chunk) -> list[tuple[NDArray[np.intp], NDArray[np.uint8]]]:
    """Return the red tiles beside the hand: which hand's, and their kinds."""
    found = []
    for name in LISTS[1:]:
        lists = getattr(chunk.hands, name)
        if lists is not None and len(lists.values) and int(lists.values.max()) >= WIDTH:
            red = np.flatnonzero(lists.values >= WIDTH)
            found.append((chunk.rows(name)[red], lists.values[red] & KIND_MASK))
    return found


def _refuse(chunk: Chunk, at: NDArray[np.intp], wrong: NDArray[np.bool_]) -> None:
    if wrong.any():
        chunk.bad[at[wrong] // WIDTH] = True


def _with(
    seen: NDArray[np.uint8], before: NDArray[np.uint8], rows: NDArray[np.intp], values: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """Return counts with some tiles added; those of `before` are not changed."""
    if seen is before:
        seen = seen.copy()
    np.add.at(seen.ravel(), rows * WIDTH + (values & KIND_MASK), np.uint8(1))
    return seen


def _shown_copies(chunk: Chunk) -> NDArray[np.int64]:
    """Return how many indicators are of the winning kind."""
    found = np.zeros(chunk.size, np.int64)
    for name in INDICATORS:
        lists = getattr(chunk.hands, name)
        if lists is not None and len(lists.values):
            rows = chunk.rows(name)
            alike = (lists.values & KIND_MASK) == chunk.win_kind.take(rows)
            found += np.bincount(rows[alike], minlength=chunk.size)
    return found
