"""From the numbers of the best reading to a ruling: the score at once, the rest when something of it is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yakulang.engine.chips import chip_lines
from yakulang.engine.describe import describe
from yakulang.engine.fast.details import Details
from yakulang.engine.parts import award_of, dora_awards
from yakulang.engine.ruling import Limit, Ruling, RulingDraft
from yakulang.engine.situation import situation_of

if TYPE_CHECKING:
    from yakulang.engine.fast.packed import Packed
    from yakulang.engine.fast.scorer import Quick, QuickScorer
    from yakulang.engine.judge import Judge
    from yakulang.engine.ruling import Award, FuLine
    from yakulang.hand import Hand

MOST_LISTS = 65_536  # of awards that are remembered


class Answers:
    """Makes the rulings of one ruleset, and fills in what is read of them."""

    def __init__(self, scorer: QuickScorer, judge: Judge) -> None:
        self.scorer, self.judge = scorer, judge
        self.rulebook = scorer.rulebook
        self.details = Details(self.rulebook)
        self._rules = self.rulebook.id
        self._beside = self.rulebook.stacking.han_beside_yakuman == "counted"
        self._chips = bool(self.rulebook.chips)
        self._awards: dict[Any, tuple[Award, ...]] = {}
        self._limits: dict[tuple[int, int], Limit] = {}

    def ruling(self, hand: Hand, packed: Packed) -> Ruling | None:
        """Return the ruling on a well-formed hand whose seat is known; None where the judge must look."""
        quick = self.scorer.best(hand, packed)
        if quick is None:
            return None
        points, yakuman, han, fu, raw, base, limit, awarded, _, _, _, _, _, _, _, dora, _, _ = quick
        ruling: Any = RulingDraft()
        ruling.unread = self, (hand, packed, quick)
        counted = not yakuman or self._beside
        if counted:
            ruling.han, ruling.fu, ruling.fu_raw = han, fu, raw
        else:
            ruling.han = ruling.fu = ruling.fu_raw = None
            dora = ()
        if dora is not None:
            closed = packed.closed
            ruling.status = "ok"
            ruling.rules = self._rules
            ruling.hand = hand
            ruling.yaku = self._awards.get((awarded, dora, closed)) or self._awarded(awarded, dora, closed, counted)
            ruling.limit = None if limit < 0 else self._limits.get((limit, base)) or self._limit(limit, base)
            ruling.yakuman = yakuman
            ruling.base = base
            ruling.points = points
            ruling.by_seat = ruling.errors = ()
        ruling.__class__ = Ruling
        return ruling  # type: ignore[no-any-return]  # it is one now

    def fill(self, fields: dict[str, Any], parts: tuple[Hand, Packed, Quick]) -> None:
        """See `ruling.Unread`."""
        hand, packed, quick = parts
        situated = quick.situated
        # the judge says what there is to note, and who may be liable
        asks = situated.noted or (quick.yakuman and hand.melds)
        if not asks and "status" in fields:
            lines: tuple[FuLine, ...] | None = ()
            if not quick.yakuman or self._beside:
                silent = situated.silent or self.scorer.silent(hand, packed, situated)
                lines = self.scorer.fu_lines(hand, packed, quick, self.details) if silent else None
            if lines is not None:
                details = self.details
                fields["fu_items"] = lines
                fields["payments"], fields["deltas"] = details.paid(quick.base, quick.limit, hand)
                fields["reading"] = details.read_as(quick, hand, packed)
                fields["chips"] = self.scorer.chips(hand, packed, quick) if self._chips else ()
                fields["notes"] = fields["by_liable"] = ()
                return
        fields.update(vars(self._whole(hand, quick)))

    def _awarded(self, awarded: int, dora: tuple[int, ...], closed: bool, counted: bool) -> tuple[Award, ...]:
        """Return what a set of yaku and the counts of the kinds of dora are as awards."""
        rules = self.rulebook
        bits = (i for i in range(len(rules.yaku)) if awarded >> i & 1)
        yaku = [award_of(rules.yaku[i], 1, closed=closed, counted=counted) for i in bits]
        kinds = tuple((i, count) for i, count in enumerate(dora) if count > 0)
        found = (*(award for award in yaku if award), *dora_awards(kinds, rules))
        if len(self._awards) < MOST_LISTS:
            self._awards[awarded, dora, closed] = found
        return found

    def _limit(self, index: int, base: int) -> Limit:
        rule = self.rulebook.limits[index]
        found = Limit(rule.id, rule.names, base, rule.span.place)
        if len(self._limits) < MOST_LISTS:
            self._limits[index, base] = found
        return found

    def _whole(self, hand: Hand, quick: Quick) -> Ruling:
        """Return the ruling with every field."""
        code = self.scorer.code
        situation, _ = situation_of(hand, self.rulebook, code.said)
        reading = quick.reading(hand.win)
        table = code.table(hand, situation)
        judged = self.judge.judge(hand, code.reading(table, reading), reading)
        assert judged is not None  # noqa: S101  it was the best reading
        return describe(hand, situation, judged, self.rulebook, chip_lines(hand, judged, self.rulebook, code, table))
