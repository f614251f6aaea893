"""A ruleset ready to rule: hand in, ruling out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from yakulang.engine.between_hands import BetweenHands
from yakulang.engine.called import in_words
from yakulang.engine.chips import chip_lines, too_many
from yakulang.engine.extras import need
from yakulang.engine.fast.packed import Packed
from yakulang.engine.judge import MAX_COUNT, Judge
from yakulang.engine.parts import read_as
from yakulang.engine.paying import Paying
from yakulang.engine.possible import impossibilities
from yakulang.engine.readings import readings
from yakulang.engine.ruling import Ruling
from yakulang.engine.sayings import saying
from yakulang.engine.situation import facts_of, situation_of
from yakulang.errors import Diagnostic
from yakulang.hand import CHECKED, Hand
from yakulang.message import message
from yakulang.source import Source, Span

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from yakulang.engine.columns.arrow import BatchScorer
    from yakulang.engine.columns.hands import HandColumns
    from yakulang.engine.columns.result import RulingColumns
    from yakulang.engine.columns.scorer import ColumnScorer
    from yakulang.engine.conditions import Conditions
    from yakulang.engine.fast.answer import Answers
    from yakulang.engine.judge import Judged
    from yakulang.engine.readings import Reading
    from yakulang.engine.ruling import Status
    from yakulang.engine.situation import Situation
    from yakulang.engine.table_ruling import TableRuling
    from yakulang.rules.model import Rulebook, Statement


class Ruleset(Paying, BetweenHands):
    """The rules of one table, ready to judge hands. Made by `load_ruleset`; safe to share between threads.

    Attributes:
        rulebook: the rules as data.
        code: answers the rulebook's conditions; compiled code, or the reference evaluator.
    """

    def __init__(self, rulebook: Rulebook, code: Conditions) -> None:
        from yakulang.rules.model import Rulebook  # noqa: PLC0415  a kept ruleset has another

        if not isinstance(rulebook, Rulebook):
            raise TypeError(f"a Ruleset takes a rulebook, not {type(rulebook).__name__}; load_ruleset makes one")
        self.rulebook = rulebook
        self.code = code
        self._judge = Judge(rulebook, code)
        self._columns: ColumnScorer | None = None
        self._batches: BatchScorer | None = None
        self._answers: Answers | None = quick_answers(code, self._judge)

    def __reduce__(self) -> tuple[Callable[..., Ruleset], tuple[Rulebook, type]]:
        return _again, (self.rulebook, type(self.code))

    @property
    def id(self) -> str:
        """The id of the ruleset."""
        return self.rulebook.id

    def __repr__(self) -> str:
        return f"<Ruleset {self.id}>"

    def score(self, hand: Hand) -> Ruling:
        """Return the ruling on a hand. A refusal is a ruling too: whatever the hand says, nothing is raised.

        Where the winner's seat is not said, `by_seat` holds a ruling for each group of seats that differ, and the
        ruling itself states what is the same for all.
        """
        if not isinstance(hand, Hand):
            raise TypeError(f"score takes a Hand, not {type(hand).__name__}; Hand.parse reads one from text")
        packed = hand._packed  # noqa: SLF001  kept with the hand, which can't change
        if packed.__class__ is not Packed:
            if packed is not CHECKED and (problems := _malformed(hand)):
                return Ruling("invalid", self.id, None, errors=tuple(problems))
            packed = Packed(hand)
            object.__setattr__(hand, "_packed", packed)
        if not packed.plain:
            said = in_words(hand, self.rulebook)
            if said is not hand:
                hand, packed = said, Packed(said)
        if hand.seat is None:
            return self._score_seats(hand)
        ruling = self._answers.ruling(hand, packed) if self._answers is not None else None
        return self._score_seated(hand, hand) if ruling is None else ruling

    def score_batch(self, batch: Any, *, keep: Sequence[str] = (), yaku_ids: bool = False) -> Any:
        """Return the rulings on the hands of an Arrow record batch, or of a table, as another one.

        The columns are described in docs/batch.md. Each row is ruled on as `score` does; the function keeps nothing
        that a result depends on, and can be pickled.

        Args:
            batch: the hands.
            keep: columns that are copied into the result; `id` always is.
            yaku_ids: whether the result has a column of lists of yaku ids beside their bits.

        Raises:
            BatchError: the columns are not those of hands, or numpy and pyarrow are not installed.
        """
        kept = (keep,) if isinstance(keep, str) else tuple(keep)
        return self.batches.score(batch, kept, yaku_ids=yaku_ids)

    @property
    def batches(self) -> BatchScorer:
        """What scores record batches.

        Raises:
            BatchError: numpy and pyarrow are not installed.
        """
        if self._batches is None:
            need("numpy", "pyarrow")
            from yakulang.engine.columns.arrow import BatchScorer  # noqa: PLC0415  an extra

            self._batches = BatchScorer(self)
        return self._batches

    def score_columns(self, hands: HandColumns) -> RulingColumns:
        """Return the rulings on columns of numbers (`yakulang.engine.columns`), without Arrow.

        Raises:
            BatchError: numpy is not installed.
        """
        if self._columns is None:
            need("numpy")
            from yakulang.engine.columns.scorer import ColumnScorer  # noqa: PLC0415  an extra

            self._columns = ColumnScorer(self)
        return self._columns.score(hands)

    def answer(self, hand: Hand) -> tuple[Ruling, Rulebook]:
        """Return the ruling on a hand with remarks on what is said in vain, and the rulebook that names its parts.

        For a report: of the rulebook only names, places and values are asked.
        """
        from yakulang.engine.remarks import remarked  # noqa: PLC0415  only who shows a ruling asks for them

        return remarked(self, hand), self.rulebook

    def score_winners(self, hands: Iterable[Hand]) -> TableRuling:
        """Return the ruling on all who call ron on one discard, in whatever order they are given.

        Every hand says its seat and the discarder; of the discard, the round, the counters, sticks and indicators all
        say the same. Hands that contradict each other, or together hold a tile too often, make the ruling `invalid`;
        a hand that is no win does not count among the winners. Whatever hands say, nothing is raised.
        """
        from yakulang.engine.several import score_winners  # noqa: PLC0415  one hand needs none of it

        return score_winners(self.rulebook, self.score, hands)

    # --- one seat -------------------------------------------------------------------------------

    def _score_seated(self, hand: Hand, said: Hand) -> Ruling:
        """Return the ruling on a hand whose seat is known; messages show the hand as it was said."""
        rules, code = self.rulebook, self.code
        problems = impossibilities(hand, rules)
        situation, word_problems = situation_of(hand, rules, code.said)
        problems += word_problems
        table: Any = None
        if not word_problems:
            table = code.table(hand, situation)
            holding = code.impossible(table)
            if problems:  # what counts the same tiles again would only say it twice
                holding = [i for i in holding if not self._counts_copies(rules.impossible[i])]
            problems += [self._statement(rules.impossible[i], "YK573", said) for i in holding]
        if problems:
            return Ruling("invalid", self.id, hand, errors=tuple(problems))
        found = readings(hand, rules, any_win=code.any_win(table), loose_holds=code.loose(table))
        if not found:
            return _refusal("not_winning", self.id, said, "YK580", message("the hand is not complete"))
        return self._best(hand, situation, table, found, said)

    def _best(self, hand: Hand, situation: Situation, table: Any, found: Sequence[Reading], said: Hand) -> Ruling:
        best: Judged | None = None
        forbidden: tuple[int, Reading] | None = None
        for reading in found:
            case = self.code.reading(table, reading)
            judged = self._judge.judge(hand, case, reading)
            if judged is None:
                continue
            statement = self.code.forbidden(case, judged.held) if self.rulebook.forbidden else -1
            if statement >= 0:
                forbidden = forbidden or (statement, reading)
            elif best is None or _better(judged, best):
                best = judged
        if best is not None and not 0 <= best.base <= MAX_COUNT:
            return _refusal("invalid", self.id, said, "YK583", _unpayable(best.base))
        if best is not None:
            return self._payable(self._described(hand, situation, table, best), said)
        if forbidden is not None:
            problem = self._statement(self.rulebook.forbidden[forbidden[0]], "YK582", said)
            read = read_as(hand, forbidden[1], self.rulebook)
            return Ruling("not_allowed", self.id, hand, errors=(problem,), reading=read)
        first = min(found, key=lambda reading: reading.order)
        ruling = _refusal("no_yaku", self.id, said, "YK581", _needs(self.rulebook.minimum_han))
        return replace(ruling, reading=read_as(hand, first, self.rulebook))

    def _payable(self, ruling: Ruling, said: Hand) -> Ruling:
        """Return a ruling, or its refusal where nobody can pay the chips."""
        if ruling.chips and too_many(ruling):
            why = message("by these rules over {most:,} chips are paid; nobody has so many", most=MAX_COUNT)
            return _refusal("invalid", self.id, said, "YK583", why)
        return ruling

    # --- what asks for the text of conditions; a ruleset that is kept has it as data ----------------

    def _described(self, hand: Hand, situation: Situation, table: Any, judged: Judged) -> Ruling:
        """Return the ruling of the chosen reading."""
        from yakulang.engine.describe import describe  # noqa: PLC0415  a kept ruleset has its own way

        chips = chip_lines(hand, judged, self.rulebook, self.code, table)
        return describe(hand, situation, judged, self.rulebook, chips)

    def _counts_copies(self, statement: Statement) -> bool:
        """Whether a statement is about how many copies of a tile there are."""
        from yakulang.lang.walk import counts_copies  # noqa: PLC0415

        return counts_copies(statement.when)

    def _flags_in(self, statement: Statement) -> Collection[str]:
        """Return the flags that a statement asks for."""
        from yakulang.lang.walk import flags_in  # noqa: PLC0415

        return flags_in(statement.when)

    def _statement(self, statement: Statement, code: str, hand: Hand) -> Diagnostic:
        """Return what a statement says, with the words of the hand that it is about."""
        asked = self._flags_in(statement)
        words = [word for word in sorted(hand.flags) if set(asked) & set(facts_of(word, self.rulebook))]
        text = str(hand)
        start, end = 0, len(text)
        if words:
            start = text.index(words[0], text.rindex("with="))
            end = start + len(words[0])
        sentence = saying(statement.say)
        if words:
            named = ", ".join(f"`{word}`" for word in words)
            sentence = message("{words}: {sentence}", words=named, sentence=sentence)
        place, condition = statement.span.place, statement.when.span.text
        hint = message("{place} says so: {condition}", place=place, condition=condition)
        return Diagnostic(code, sentence, Span(Source("<hand>", text), start, end), hint=hint, name=statement.name)

    def tells_mark(self, mark: int) -> bool:
        """Return whether some condition on yaku, dora or chips tells tiles with a mark from others."""
        from yakulang.lang.walk import names_mark  # noqa: PLC0415

        rules = self.rulebook
        asked = [*(k.each for k in rules.dora), *(k.when for k in rules.dora), *(rule.when for rule in rules.yaku)]
        asked += [part for rule in rules.chips for part in (rule.when, rule.each)]
        return any(names_mark(node, mark) for node in asked)

    # --- no seat --------------------------------------------------------------------------------

    def _score_seats(self, hand: Hand) -> Ruling:
        from yakulang.engine.seatless import score_seats  # noqa: PLC0415  most hands say their seat

        return score_seats(hand, self.rulebook.seats, lambda seated: self._score_seated(seated, hand))


def _again(rulebook: Rulebook, code: type) -> Ruleset:
    """Make a ruleset from its rulebook: generated code is not sent between processes, it is made anew."""
    return Ruleset(rulebook, code(rulebook))


def _better(one: Judged, other: Judged) -> bool:
    if one.rank != other.rank:
        return one.rank > other.rank
    return one.reading.order < other.reading.order


def _refusal(status: Status, rules: str, hand: Hand, code: str, why: str) -> Ruling:
    text = str(hand)
    span = Span(Source("<hand>", text), 0, len(text))
    return Ruling(status, rules, hand, errors=(Diagnostic(code, why, span, name=status),))


def _unpayable(base: int) -> str:
    if base < 0:
        return message("by these rules the base is below nothing; nobody pays that")
    return message("by these rules the base is over {most:,} points; nobody pays that", most=MAX_COUNT)


def _needs(minimum_han: int) -> str:
    if minimum_han <= 1:
        return message("the hand is complete, but needs a yaku; dora are none")
    return message("the hand is complete, but needs at least {han} han of yaku; dora are none", han=minimum_han)


def _malformed(hand: Hand) -> list[Diagnostic]:
    from yakulang.engine.wellformed import malformed  # noqa: PLC0415  what was read from text is well-formed

    return malformed(hand)


def quick_answers(code: Conditions, judge: Judge) -> Answers | None:
    """Return what answers quickly with compiled conditions; None where they are others, or can't be used so."""
    from yakulang.engine.compiled import CompiledConditions  # noqa: PLC0415  a kept ruleset needs none of it
    from yakulang.engine.fast.answer import Answers  # noqa: PLC0415
    from yakulang.engine.fast.scorer import QuickScorer  # noqa: PLC0415

    if not isinstance(code, CompiledConditions):
        return None
    scorer = QuickScorer(code)
    return Answers(scorer, judge) if scorer.program.supported else None
