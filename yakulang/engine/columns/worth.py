"""What is remembered of a ruleset for columns: what yaku are worth, what han and fu pay, who pays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from yakulang.engine.columns.hands import UNKNOWN
from yakulang.engine.columns.memo import Chain, Memo
from yakulang.engine.columns.result import NONE
from yakulang.engine.fast.worth import Paid, Worths
from yakulang.engine.parts import award_of
from yakulang.engine.payment import Win, deltas, payments
from yakulang.tiles import WINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from yakulang.engine.columns.hands import HandColumns
    from yakulang.engine.compiled import CompiledConditions
    from yakulang.rules.model import Rulebook

FINE, TOO_LITTLE, ASK = range(3)
WORD = 64
# bits of han, fu, yakuman and of the number of a set that names a limit in a key; above them dealer and method
HAN, FU, YAKUMAN, NAMED = 16, 14, 10, 10
_MASK = [(1 << bits) - 1 for bits in (HAN, FU, YAKUMAN, NAMED)]
SEAT, PAYER = 2, 3  # bits in the key of a payment
KEY = 1 + SEAT + PAYER  # the method first
NOBODY = (1 << PAYER) - 1  # as payer: it is not known who discarded


class ColumnWorths:
    """What sets of held yaku are worth, closed or open.

    Args:
        rulebook: the rules.
        words: how many words a set has.
    """

    def __init__(self, rulebook: Rulebook, words: int) -> None:
        sides = (False, True)
        self._worths = [Worths(rulebook, closed=closed) for closed in sides]
        # chips may be paid for yaku that count for nothing beside a yakuman; sets with these have words of their own
        self._whole = bool(rulebook.chips)
        self._words, self._closed = words, len(rulebook.yaku)  # the bit behind the last yaku is that of closed hands
        self._chain = Chain(self._closed // WORD + 1)
        self._shown = [
            sum(
                1 << place
                for place, rule in enumerate(rulebook.yaku)
                if award_of(rule, 1, closed=closed, counted=False) is not None
            )
            for closed in sides
        ]
        self.naming: list[int] = [0]  # sets with a yaku that names a limit
        dtypes = [
            np.uint8,
            np.int64,
            np.int64,
            np.bool_,
            np.int64,
            *(np.uint64 for _ in range(words * (1 + self._whole))),
        ]
        self._memo = Memo(self._row, dtypes, most=None if self._closed >= WORD else 1 << 18)

    def look(self, held: Sequence[NDArray[np.uint64]], closed: NDArray[np.bool_]) -> list[NDArray[Any]]:
        """Return for each set a status, yakuman, han, whether han and fu count, the named set, and what is awarded.

        Where chips are paid the words of what is awarded are followed by those with the yaku that count for nothing.
        """
        words = list(held)
        place, bit = divmod(self._closed, WORD)
        last = closed.astype(np.uint64) << np.uint64(bit)
        words[place:] = [last | words[place]] if place < len(words) else [last]
        rows, columns = self._memo.look(self._chain.join(words))
        return [column.take(rows) for column in columns]

    def _row(self, key: int) -> list[int]:
        held = sum(word << WORD * place for place, word in enumerate(self._chain.split(key)))
        closed = held >> self._closed
        nothing = [0] * (4 + self._words * (1 + self._whole))
        worths = self._worths[closed]
        worth = worths[held & (1 << self._closed) - 1]
        if not isinstance(worth, tuple):
            return [TOO_LITTLE if worth is None else ASK, *nothing]
        awarded, yakuman, han, counted = worth
        named = 0
        if awarded in worths.naming:
            named = len(self.naming)
            self.naming.append(awarded)
        if not counted:  # beside a yakuman the others are not even named
            awarded, han = awarded & self._shown[closed], 0
        if not (0 <= han < 1 << HAN and yakuman < 1 << YAKUMAN and named < 1 << NAMED):
            return [ASK, *nothing]
        sets = (awarded, worth[0]) if self._whole else (awarded,)
        words = [one >> WORD * place & (1 << WORD) - 1 for one in sets for place in range(self._words)]
        return [FINE, yakuman, han, counted, named, *words]


class ColumnPaid:
    """What a way to be paid, a named set, yakuman, han and fu pay: points, base, limit."""

    def __init__(self, code: CompiledConditions, worths: ColumnWorths) -> None:
        self._paid = [Paid(code, dealer=dealer, tsumo=tsumo) for tsumo in (False, True) for dealer in (False, True)]
        self._worths = worths
        self._memo = Memo(self._row, [np.bool_, np.int64, np.int64, np.int16])

    def look(
        self,
        way: NDArray[np.int64],
        named: NDArray[np.int64],
        yakuman: NDArray[np.int64],
        han: NDArray[np.int64],
        fu: NDArray[np.int64],
    ) -> list[NDArray[Any]]:
        """Return whether the columns can say it, points, base and limit.

        Args:
            way: 1 where the dealer wins, + 2 for a self-draw.
            named: the number of a set that names a limit, 0 for none.
            yakuman: how many; it fits its bits, as the others do.
            han: with dora.
            fu: rounded.
        """
        key = way.copy()
        for bits, part in ((NAMED, named), (YAKUMAN, yakuman), (HAN, han), (FU, fu)):
            key <<= bits
            key |= part
        rows, columns = self._memo.look(key.view(np.uint64))
        return [column.take(rows) for column in columns]

    def _row(self, key: int) -> list[int]:
        fu, key = key & _MASK[1], key >> FU
        han, key = key & _MASK[0], key >> HAN
        yakuman, key = key & _MASK[2], key >> YAKUMAN
        named, way = key & _MASK[3], key >> NAMED
        asked = (han, fu, yakuman, self._worths.naming[named]) if named else (han, fu, yakuman)
        found = self._paid[way][asked]
        return [1, *found] if isinstance(found, tuple) else [0, 0, 0, 0]


class Deltas:
    """The change of each seat for a base, honba and deposits."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._rulebook = rulebook
        self.seats = len(rulebook.seats)
        self._memo = Memo(self._of_base, [np.int64] * self.seats)
        keys = range(1 << KEY)
        self._honba = np.array([self._row(key, 0, honba=1) for key in keys], np.int64).T.copy()
        self._deposits = np.array([self._row(key, 0, deposits=1) for key in keys], np.int64).T.copy()

    def of(
        self, base: NDArray[np.int64], hands: HandColumns, rows: NDArray[np.intp] | slice
    ) -> list[NDArray[np.int64]]:
        """Return the change of each seat for the bases of some hands, NONE where it is not known who discarded."""
        discarder = hands.discarder[rows]
        tsumo = hands.tsumo[rows]
        at = (tsumo * np.uint8(1 << SEAT + PAYER) + (hands.seat[rows] << np.uint8(PAYER))).astype(np.int64)
        at += discarder & NOBODY
        found, columns = self._memo.look((base << KEY | at).view(np.uint64))
        honba = None if hands.honba is None else hands.honba[rows]
        deposits = None if hands.deposits is None else hands.deposits[rows]
        unknown = ~tsumo & (discarder == UNKNOWN)
        some = bool(unknown.any())
        changes = []
        for place, column in enumerate(columns):
            change = column.take(found)
            if honba is not None:
                change += self._honba[place].take(at) * honba
            if deposits is not None:
                change += self._deposits[place].take(at) * deposits
            if some:
                change[unknown] = NONE
            changes.append(change)
        return changes

    def _of_base(self, key: int) -> list[int]:
        return self._row(key & (1 << KEY) - 1, key >> KEY)

    def _row(self, key: int, base: int, honba: int = 0, deposits: int = 0) -> list[int]:
        tsumo, seat, payer = key >> SEAT + PAYER, key >> PAYER & (1 << SEAT) - 1, key & NOBODY
        known = seat < self.seats and (tsumo or (payer < self.seats and payer != seat))
        if not known:
            return [0] * self.seats
        win = Win(WINDS[seat], "tsumo" if tsumo else "ron", None if tsumo else WINDS[payer], honba, deposits)
        change = deltas(self._rulebook, win, payments(self._rulebook, win, base, ""))
        return [change[WINDS[place]] for place in range(self.seats)] if change else [0] * self.seats
