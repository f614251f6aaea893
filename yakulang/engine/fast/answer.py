"""From the numbers of the best reading to a ruling: what is cheap at once, the rest when it is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yakulang.engine.describe import describe
from yakulang.engine.fast.details import Details
from yakulang.engine.parts import award_of, dora_awards
from yakulang.engine.ruling import Limit, Ruling
from yakulang.engine.situation import situation_of

if TYPE_CHECKING:
    from yakulang.engine.fast.packed import Packed
    from yakulang.engine.fast.scorer import Quick, QuickScorer
    from yakulang.engine.judge import Judge
    from yakulang.engine.ruling import Award, FuLine
    from yakulang.hand import Hand

NOTED = "riichi_discard"  # a fact on which there is a note
MOST_LISTS = 50_000  # of awards that are remembered
_SCORE = frozenset({
    "status", "rules", "hand", "yaku", "han", "fu", "fu_raw", "limit", "yakuman", "base", "points", "by_seat", "errors",
})  # fmt: skip


class Answers:
    """What rulings of one ruleset share."""

    def __init__(self, scorer: QuickScorer, judge: Judge) -> None:
        self.scorer, self.judge = scorer, judge
        self.rulebook = scorer.rulebook
        self.details = Details(self.rulebook)
        rules = self.rulebook.liability
        self.always_liable = rules is not None and any(kind.when is not None for kind in rules.kinds)
        # words that a ruling has a note on
        self.remarked = {name for name, word in self.rulebook.words.items() if NOTED in word.facts} | {NOTED}
        self._awards: dict[Any, tuple[Award, ...]] = {}
        self._limits: dict[tuple[int, int], Limit] = {}

    def ruling(self, hand: Hand, packed: Packed, quick: Quick) -> Ruling:
        """Return the ruling of the best reading, whose fields are filled in when they are read."""
        return Ruling.unread(Answer(self, hand, packed, quick))

    def awards(self, awarded: int, dora: tuple[int, ...], *, closed: bool, counted: bool) -> tuple[Award, ...]:
        """Return what a set of yaku and the counts of the kinds of dora are as awards."""
        key = (awarded, dora, closed, counted)
        found = self._awards.get(key)
        if found is None:
            rules = self.rulebook
            bits = (i for i in range(len(rules.yaku)) if awarded >> i & 1)
            yaku = [award_of(rules.yaku[i], 1, closed=closed, counted=counted) for i in bits]
            kinds = tuple((i, count) for i, count in enumerate(dora) if count > 0)
            found = (*(award for award in yaku if award), *dora_awards(kinds, rules))
            if len(self._awards) < MOST_LISTS:
                self._awards[key] = found
        return found

    def limit(self, index: int, base: int) -> Limit | None:
        """Return the limit of an index, or None for -1."""
        if index < 0:
            return None
        found = self._limits.get((index, base))
        if found is None:
            rule = self.rulebook.limits[index]
            found = Limit(rule.id, rule.names, base, rule.span.place)
            if len(self._limits) < MOST_LISTS:
                self._limits[index, base] = found
        return found

    def whole(self, hand: Hand, quick: Quick) -> Ruling:
        """Return the ruling with every field."""
        code = self.scorer.code
        situation, _ = situation_of(hand, self.rulebook, code.said)
        reading = quick.reading()
        judged = self.judge.judge(hand, code.reading(code.table(hand, situation), reading), reading)
        assert judged is not None  # noqa: S101  it was the best reading
        return describe(hand, situation, judged, self.rulebook)


class Answer:
    """The fields of one ruling that nobody has read yet."""

    __slots__ = ("answers", "hand", "packed", "quick")

    def __init__(self, answers: Answers, hand: Hand, packed: Packed, quick: Quick) -> None:
        self.answers, self.hand, self.packed, self.quick = answers, hand, packed, quick

    def fill(self, fields: dict[str, Any], name: str) -> None:
        """See `ruling.Unread`."""
        if name in _SCORE:
            if self._score(fields):
                return
        elif self._details(fields):
            return
        whole = self.answers.whole(self.hand, self.quick)
        fields.update(vars(whole))
        fields.pop("_unread", None)

    def _score(self, fields: dict[str, Any]) -> bool:
        """Fill in what needs no reading; whether that could be done."""
        answers, quick, hand = self.answers, self.quick, self.hand
        rules = answers.rulebook
        yakuman = quick.yakuman
        counted = not yakuman or rules.stacking.han_beside_yakuman == "counted"
        closed = self.packed.closed
        dora = answers.scorer.dora(hand, self.packed, quick) if counted else ()
        if dora is None:
            return False
        fields["status"] = "ok"
        fields["rules"] = rules.id
        fields["hand"] = hand
        fields["yaku"] = answers.awards(quick.awarded, dora, closed=closed, counted=counted)
        fields["han"] = quick.han if counted else None
        fields["fu"] = quick.fu if counted else None
        fields["fu_raw"] = quick.raw if counted else None
        fields["limit"] = answers.limit(quick.limit, quick.base)
        fields["yakuman"] = yakuman
        fields["base"] = quick.base
        fields["points"] = quick.points
        fields["by_seat"] = fields["errors"] = ()
        return True

    def _details(self, fields: dict[str, Any]) -> bool:
        """Fill in fu lines, groups and payments; whether that could be done without the judge."""
        answers, quick, hand, packed = self.answers, self.quick, self.hand, self.packed
        if hand.melds and (quick.yakuman or answers.always_liable):
            return False  # somebody may be liable
        if (hand.flags & answers.remarked) or (hand.facts and answers.rulebook.payments.multipliers):
            return False
        counted = not quick.yakuman or answers.rulebook.stacking.han_beside_yakuman == "counted"
        lines: tuple[FuLine, ...] = ()
        if counted:
            if not answers.scorer.silent(hand, packed):
                return False
            found = answers.scorer.fu_lines(hand, packed, quick, answers.details)
            if found is None:
                return False
            lines = found
        fields["fu_items"] = lines
        fields["payments"], fields["deltas"] = answers.details.paid(quick, hand)
        fields["reading"] = answers.details.read_as(quick, hand)
        fields["notes"] = fields["by_liable"] = ()
        return True
