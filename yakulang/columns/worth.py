"""What is remembered of a ruleset for columns: what yaku are worth, what han and fu pay, who pays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from yakulang.columns.memo import Chain, Memo
from yakulang.engine.describe import award_of
from yakulang.engine.fast.worth import Paid, Worths
from yakulang.engine.payment import Win, deltas, payments
from yakulang.tiles import WINDS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal

    from numpy.typing import NDArray

    from yakulang.engine.compiled import CompiledConditions
    from yakulang.rules.model import Rulebook

FINE, TOO_LITTLE, ASK = range(3)
WORD = 64
# bits of han, fu, yakuman and of the number of a set that names a limit in a key; above them the dealer's
HAN, FU, YAKUMAN, NAMED = 16, 14, 10, 10
_MASK = [(1 << bits) - 1 for bits in (HAN, FU, YAKUMAN, NAMED)]
SEAT, PAYER = 2, 3  # bits in the key of a payment
NOBODY = 7  # as payer: it is not known who discarded


class ColumnWorths:
    """What sets of held yaku are worth, closed or open."""

    def __init__(self, rulebook: Rulebook, words: int, *, closed: bool) -> None:
        self._worths = Worths(rulebook, closed=closed)
        self._words = words
        self._chain = Chain(words)
        shown = (award_of(rule, 1, closed=closed, counted=False) for rule in rulebook.yaku)
        self._shown = sum(1 << place for place, award in enumerate(shown) if award is not None)
        self.naming: list[int] = [0]  # sets with a yaku that names a limit
        dtypes = [np.uint8, np.int64, np.int64, np.bool_, np.int64, *(np.uint64 for _ in range(words))]
        self._memo = Memo(self._row, dtypes, most=None if words > 1 else 1 << 18)

    def look(self, held: Sequence[NDArray[np.uint64]]) -> list[NDArray[np.generic]]:
        """Return for each set a status, yakuman, han, whether han and fu count, the named set, and what is awarded."""
        rows, columns = self._memo.look(self._chain.join(held))
        return [column[rows] for column in columns]

    def _row(self, key: int) -> list[int]:
        held = sum(word << WORD * place for place, word in enumerate(self._chain.split(key)))
        worth = self._worths[held]
        if not worth or worth is True:
            return [TOO_LITTLE if worth is None else ASK, 0, 0, 0, 0, *([0] * self._words)]
        awarded, yakuman, han, counted = worth
        named = 0
        if awarded in self._worths.naming:
            named = len(self.naming)
            self.naming.append(awarded)
        if not counted:  # beside a yakuman the others are not even named
            awarded, han = awarded & self._shown, 0
        if not (0 <= han < 1 << HAN and yakuman < 1 << YAKUMAN and named < 1 << NAMED):
            return [ASK, 0, 0, 0, 0, *([0] * self._words)]
        words = [awarded >> WORD * place & (1 << WORD) - 1 for place in range(self._words)]
        return [FINE, yakuman, han, counted, named, *words]


class ColumnPaid:
    """What `(dealer, named set, yakuman, han, fu)` pay, closed or open, by ron or by tsumo: points, base, limit."""

    def __init__(self, code: CompiledConditions, worths: ColumnWorths, *, tsumo: bool) -> None:
        self._paid = [Paid(code, dealer=dealer, tsumo=tsumo) for dealer in (False, True)]
        self._worths = worths
        self._memo = Memo(self._row, [np.bool_, np.int64, np.int64, np.int16])

    def look(
        self,
        dealer: NDArray[np.bool_],
        named: NDArray[np.int64],
        yakuman: NDArray[np.int64],
        han: NDArray[np.int64],
        fu: NDArray[np.int64],
    ) -> list[NDArray[np.generic]]:
        """Return whether the columns can say it, points, base and limit. Numbers must fit their bits."""
        key = dealer.astype(np.int64)
        for bits, part in ((NAMED, named), (YAKUMAN, yakuman), (HAN, han), (FU, fu)):
            key <<= bits
            key |= part
        rows, columns = self._memo.look(key.view(np.uint64))
        return [column[rows] for column in columns]

    def _row(self, key: int) -> list[int]:
        fu, key = key & _MASK[1], key >> FU
        han, key = key & _MASK[0], key >> HAN
        yakuman, key = key & _MASK[2], key >> YAKUMAN
        named, dealer = key & _MASK[3], key >> NAMED
        asked = (han, fu, yakuman, self._worths.naming[named]) if named else (han, fu, yakuman)
        found = self._paid[dealer][asked]
        return [1, *found] if isinstance(found, tuple) else [0, 0, 0, 0]


class Deltas:
    """The change of each seat for a base, honba and deposits."""

    def __init__(self, rulebook: Rulebook, method: Literal["ron", "tsumo"]) -> None:
        self._rulebook, self._method = rulebook, method
        self.seats = len(rulebook.seats)
        self._memo = Memo(self._of_base, [np.int64] * self.seats)
        keys = range(1 << SEAT + PAYER)
        self._honba = np.array([self._row(key, 0, honba=1) for key in keys], np.int64).T
        self._deposits = np.array([self._row(key, 0, deposits=1) for key in keys], np.int64).T

    def of(
        self,
        base: NDArray[np.int64],
        seat: NDArray[np.uint8],
        payer: NDArray[np.uint8],
        honba: NDArray[np.int64] | None,
        deposits: NDArray[np.int64] | None,
    ) -> list[NDArray[np.int64]]:
        """Return the change of each seat; `payer` discarded the tile, and is known."""
        at = seat.astype(np.int64) << PAYER | payer
        rows, columns = self._memo.look((base << SEAT + PAYER | at).view(np.uint64))
        found = []
        for place, column in enumerate(columns):
            change = column[rows]
            if honba is not None:
                change += self._honba[place][at] * honba
            if deposits is not None:
                change += self._deposits[place][at] * deposits
            found.append(change)
        return found

    def _of_base(self, key: int) -> list[int]:
        return self._row(key & (1 << SEAT + PAYER) - 1, key >> SEAT + PAYER)

    def _row(self, key: int, base: int, honba: int = 0, deposits: int = 0) -> list[int]:
        seat, payer = key >> PAYER, key & (1 << PAYER) - 1
        ron = self._method == "ron"
        if seat >= self.seats or (ron and (payer >= self.seats or payer == seat)):
            return [0] * self.seats
        win = Win(WINDS[seat], self._method, WINDS[payer] if ron else None, honba, deposits)
        change = deltas(self._rulebook, win, payments(self._rulebook, win, base, ""))
        return [change[WINDS[place]] for place in range(self.seats)] if change else [0] * self.seats
