"""One reading judged: yaku held, replaced, excluded and awarded; dora, fu, base and limit; what it pays.

The judge knows the order of these steps and nothing of their content: every value and condition is the rulebook's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from yakulang.engine.conditions import Standing
from yakulang.engine.payment import total_points
from yakulang.tiles import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from yakulang.engine.conditions import Conditions
    from yakulang.engine.readings import Reading
    from yakulang.hand import Hand
    from yakulang.rules.model import DoraKind, Rulebook


@dataclass(frozen=True, slots=True)
class FuCount:
    """The fu of a reading: the index of a fixed fu or -1, items as (index, times), floors that act, the sums."""

    fixed: int
    items: tuple[tuple[int, int], ...]
    floors: tuple[int, ...]
    raw: int
    total: int


MAX_COUNT = 10**15  # a rule file can ask for more han, fu or points; no reader of a ruling can use them
NO_FU = FuCount(-1, (), (), 0, 0)


@dataclass(frozen=True, slots=True)
class Judged:
    """A reading with its score. Yaku, dora kinds and limits are indices into the rulebook.

    `yaku` are (index, times); `dora` (index, how many); `limit` is -1 for none.
    `counted` says whether han and fu count (no yakuman, or a ruleset that counts them beside one).
    `reached` is how many yakuman the yaku come to before the ruleset caps them or lets the highest alone count.
    """

    reading: Reading
    held: int
    yaku: tuple[tuple[int, int], ...]
    dora: tuple[tuple[int, int], ...]
    han: int
    yakuman: int
    reached: int
    counted: bool
    fu: FuCount
    base: int
    limit: int
    points: int

    @property
    def rank(self) -> tuple[int, int, int, int, int, int]:
        """What makes one reading better than another, most important first."""
        return (self.points, self.yakuman, self.reached, self.han, self.fu.total, self.fu.raw)


class Judge:
    """Judges readings by a rulebook, asking its conditions of `code`."""

    def __init__(self, rulebook: Rulebook, code: Conditions) -> None:
        self.rulebook = rulebook
        self.code = code
        index = {rule.id: i for i, rule in enumerate(rulebook.yaku)}
        limit_index = {limit.id: i for i, limit in enumerate(rulebook.limits)}
        self.replaces = [sum(1 << index[name] for name in rule.replaces) for rule in rulebook.yaku]
        self.excludes = [(i, index[name]) for i, rule in enumerate(rulebook.yaku) for name in rule.excludes]
        self.at_least = [limit_index[rule.at_least] if rule.at_least else -1 for rule in rulebook.yaku]

    def judge(self, hand: Hand, case: Any, reading: Reading) -> Judged | None:
        """Return the score of a reading, or None where it has too few han of yaku (or no yaku) to win."""
        held = self.code.held(case)
        best: Judged | None = None
        for awarded in self._choices(held, set()):
            judged = self._score(hand, case, reading, held, awarded)
            if judged and (best is None or judged.rank > best.rank):
                best = judged
        return best

    def _choices(self, held: int, seen: set[int]) -> Iterator[int]:
        """Yield each set of yaku that can be awarded: one of two that exclude each other, the declaring one first."""
        if held in seen:
            return
        seen.add(held)
        counted = held & ~self._replaced(held)
        for one, other in self.excludes:
            if counted >> one & 1 and counted >> other & 1:
                yield from self._choices(held & ~(1 << other), seen)
                yield from self._choices(held & ~(1 << one), seen)
                return
        yield counted

    def _replaced(self, held: int) -> int:
        replaced = 0
        for index in _bits(held):
            replaced |= self.replaces[index]
        return replaced

    def _score(self, hand: Hand, case: Any, reading: Reading, held: int, awarded: int) -> Judged | None:
        rules, code = self.rulebook, self.code
        closed = hand.is_closed
        yaku: list[tuple[int, int]] = []
        han = 0
        multiples: list[int] = []
        named_limits: list[int] = []
        for index in _bits(awarded):
            rule = rules.yaku[index]
            times = code.times(case, index) if rule.each is not None else 1
            if times <= 0:
                continue
            yaku.append((index, times))
            if rule.at_least:
                named_limits.append(self.at_least[index])
            elif rule.yakuman and (multiple := rule.yakuman.of(closed=closed)):
                multiples.append(multiple.value * times)
            elif rule.han and (value := rule.han.of(closed=closed)):
                han += value.value * times
        yakuman = self._stacked(multiples) if multiples else 0
        if not yaku or (not yakuman and not named_limits and han < rules.minimum_han):
            return None
        standing = Standing(held, awarded, yakuman)
        counted = not yakuman or rules.stacking.han_beside_yakuman == "counted"
        dora: tuple[tuple[int, int], ...] = ()
        counts = NO_FU
        base = 0
        if counted:
            dora = self._dora(hand, case, standing)
            han += sum(rules.dora[i].han.value * count for i, count in dora)
            han += (rules.stacking.yakuman_as_han or 0) * yakuman
            counts = self._fu(case, standing)
            base = code.base(han, counts.total)
        else:
            han = 0
        base, limit = largest(code.limits(case, standing, han, counts.total, base), base, named_limits)
        if max(han, yakuman, counts.total) > MAX_COUNT:
            base = MAX_COUNT + 1  # the ruling refuses it
        points = total_points(rules, base, dealer=hand.seat == rules.seats[0], ron=hand.method == "ron")
        return Judged(
            reading=reading,
            held=held,
            yaku=tuple(yaku),
            dora=dora,
            han=han,
            yakuman=yakuman,
            reached=sum(multiples),
            counted=counted,
            fu=counts,
            base=base,
            limit=limit,
            points=points,
        )

    def _stacked(self, multiples: Sequence[int]) -> int:
        rules = self.rulebook.stacking
        yakuman = sum(multiples) if rules.yakuman == "add" else max(multiples)
        return yakuman if rules.most is None else min(yakuman, rules.most)

    def _dora(self, hand: Hand, case: Any, standing: Standing) -> tuple[tuple[int, int], ...]:
        counts = self.code.dora(case, standing)
        found = []
        for index, count in enumerate(counts):
            number = (
                shown_by(hand, self.rulebook.dora[index]) if count and self.rulebook.dora[index].each is None else count
            )
            if number > 0:
                found.append((index, number))
        return tuple(found)

    def _fu(self, case: Any, standing: Standing) -> FuCount:
        rules = self.rulebook.fu
        fixed = self.code.fixed_fu(case, standing)
        if fixed >= 0:
            value = rules.fixed[fixed].fu.value
            return FuCount(fixed, (), (), value, value)
        items = tuple((i, n) for i, n in enumerate(self.code.fu(case, standing)) if n > 0)
        raw = sum(rules.items[i].fu.value * times for i, times in items)
        floors: list[int] = []
        for index, applies in enumerate(self.code.floors(case, standing, raw)):
            if applies and raw < rules.floors[index].fu.value:
                floors.append(index)
                raw = rules.floors[index].fu.value
        return FuCount(fixed, items, tuple(floors), raw, -(-raw // rules.round_up_to) * rules.round_up_to)

    def limited_bare(self, yakuman: int, han: int, fu: int, base: int) -> tuple[int, int]:
        """Return the base after limits, and the limit that set it or -1, where there is no hand but only its score."""
        return largest(self.code.limits(self.code.no_case(), Standing(0, 0, yakuman), han, fu, base), base, ())


def shown_by(hand: Hand, kind: DoraKind) -> int:
    """Count every indicator in the list of a kind of dora times every tile it shows, tiles set aside too."""
    shown = [kind.next[kind_of(tile)] for tile in getattr(hand, kind.shown_by or "")]
    if not shown:
        return 0
    tiles: list[int] = [kind_of(tile) for tile in (*hand.tiles, *hand.aside)]
    return sum(tiles.count(which) for which in shown)


def largest(limits: Sequence[tuple[bool, int]], base: int, named: Sequence[int]) -> tuple[int, int]:
    """Return the base after limits and the index of the limit that set it, or -1.

    The largest limit that applies replaces the computed base; a limit that a yaku names only raises it.
    """
    chosen, reached = -1, base
    applying = [i for i, (applies, _) in enumerate(limits) if applies]
    if applying:
        chosen = max(applying, key=lambda i: (limits[i][1], -i))
        reached = limits[chosen][1]
    for index in named:
        if limits[index][1] > reached:
            chosen, reached = index, limits[index][1]
    return reached, chosen


def _bits(bits: int) -> Iterator[int]:
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low
