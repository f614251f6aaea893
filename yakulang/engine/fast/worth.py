"""What is remembered of a ruleset: the worth of a set of yaku, and what han and fu pay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.engine.conditions import Standing
from yakulang.engine.judge import MAX_COUNT, largest
from yakulang.engine.payment import total_points

if TYPE_CHECKING:
    from yakulang.engine.compiled import CompiledConditions
    from yakulang.rules.model import Rulebook

MOST_SETS = 100_000  # that are remembered
Worth = tuple[int, int, int, bool]  # awarded, yakuman, han, whether han and fu count


class Worths(dict[int, "Worth | bool | None"]):
    """What held yaku are worth, closed or open; None for too little, False where the judge must choose."""

    def __init__(self, rulebook: Rulebook, *, closed: bool) -> None:
        super().__init__()
        index = {rule.id: i for i, rule in enumerate(rulebook.yaku)}
        self._rules = [
            (
                1 << i,
                ~sum(1 << index[name] for name in rule.replaces),
                (value.value if rule.han and (value := rule.han.of(closed=closed)) else 0),
                (value.value if rule.yakuman and (value := rule.yakuman.of(closed=closed)) else 0),
            )
            for i, rule in enumerate(rulebook.yaku)
        ]
        self._pairs = [1 << index[r.id] | 1 << index[name] for r in rulebook.yaku for name in r.excludes]
        self._each = sum(1 << i for i, rule in enumerate(rulebook.yaku) if rule.each is not None)
        self._named = sum(1 << i for i, rule in enumerate(rulebook.yaku) if rule.at_least)
        self._minimum = rulebook.minimum_han
        self._stacking = rulebook.stacking
        self.naming: set[int] = set()  # the awarded sets with a yaku that names a limit

    def __missing__(self, held: int) -> Worth | bool | None:
        found = self._worth(held)
        if len(self) < MOST_SETS:
            self[held] = found
        return found

    def _worth(self, held: int) -> Worth | bool | None:
        awarded = held
        for bit, kept, _, _ in self._rules:
            if held & bit:
                awarded &= kept
        if awarded & self._each or any(awarded & pair == pair for pair in self._pairs):
            return False
        han = sum(value for bit, _, value, _ in self._rules if awarded & bit)
        multiples = [value for bit, _, _, value in self._rules if awarded & bit and value]
        yakuman = 0
        if multiples:
            yakuman = sum(multiples) if self._stacking.yakuman == "add" else max(multiples)
            yakuman = yakuman if self._stacking.most is None else min(yakuman, self._stacking.most)
            if yakuman < sum(multiples):
                return False  # of two readings that pay the same, the one that reached more counts
        named = awarded & self._named
        if not awarded or (not yakuman and not named and han < self._minimum):
            return None
        if named:
            self.naming.add(awarded)
        counted = not yakuman or self._stacking.han_beside_yakuman == "counted"
        if counted:
            han += (self._stacking.yakuman_as_han or 0) * yakuman
        return awarded, yakuman, han, counted


class Paid(dict[tuple[int, ...], "tuple[int, int, int] | bool"]):
    """What `(han, fu, yakuman)` pay: points, base and limit; False where that is for the judge.

    Where a yaku names a limit the set of awarded yaku is the fourth number.
    """

    def __init__(self, code: CompiledConditions, *, dealer: bool, tsumo: bool) -> None:
        super().__init__()
        self._code, self._rulebook = code, code.rulebook
        self._dealer, self._tsumo = dealer, tsumo
        limits = {limit.id: i for i, limit in enumerate(code.rulebook.limits)}
        self._named = [limits[rule.at_least] if rule.at_least else -1 for rule in code.rulebook.yaku]

    def __missing__(self, key: tuple[int, ...]) -> tuple[int, int, int] | bool:
        found = self._paid(*key)
        if len(self) < MOST_SETS:
            self[key] = found
        return found

    def _paid(self, han: int, fu: int, yakuman: int, awarded: int = 0) -> tuple[int, int, int] | bool:
        code = self._code
        counted = not yakuman or self._rulebook.stacking.han_beside_yakuman == "counted"
        base = code.base(han, fu) if counted else 0
        named = [limit for i, limit in enumerate(self._named) if limit >= 0 and awarded >> i & 1]
        base, limit = largest(code.limits(code.no_case(), Standing(0, 0, yakuman), han, fu, base), base, named)
        if not 0 <= base <= MAX_COUNT or max(han, yakuman, fu) > MAX_COUNT:
            return False
        points = total_points(self._rulebook, base, dealer=self._dealer, ron=not self._tsumo)
        return points, base, limit
