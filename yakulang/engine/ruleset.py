"""A ruleset ready to rule: hand in, ruling out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from yakulang.engine.called import in_words
from yakulang.engine.extras import need
from yakulang.engine.fast.packed import Packed
from yakulang.engine.judge import MAX_COUNT, Judge
from yakulang.engine.parts import read_as
from yakulang.engine.payment import Win, deltas, payments, total_points, undecided
from yakulang.engine.possible import impossibilities
from yakulang.engine.readings import readings
from yakulang.engine.ruling import Limit, Ruling, SeatRuling
from yakulang.engine.sayings import saying
from yakulang.engine.situation import facts_of, situation_of
from yakulang.errors import Diagnostic
from yakulang.hand import CHECKED, Hand
from yakulang.message import message
from yakulang.source import Source, Span

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from yakulang.engine.columns.arrow import BatchScorer
    from yakulang.engine.columns.hands import HandColumns
    from yakulang.engine.columns.result import RulingColumns
    from yakulang.engine.columns.scorer import ColumnScorer
    from yakulang.engine.conditions import Conditions
    from yakulang.engine.fast.answer import Answers
    from yakulang.engine.judge import Judged
    from yakulang.engine.match_fold import Match
    from yakulang.engine.readings import Reading
    from yakulang.engine.ruling import Status
    from yakulang.engine.situation import Situation
    from yakulang.engine.table_ruling import TableRuling
    from yakulang.hand import Wind
    from yakulang.notation.held import HeldHand
    from yakulang.rules.model import Rulebook, Statement
    from yakulang.table.declaring import Declaring
    from yakulang.table.draws import DrawRuling
    from yakulang.table.hand_end import HandEnd, MatchState
    from yakulang.table.match_step import MatchStep
    from yakulang.table.settlement import Settlement


class Ruleset:
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

    def payment(
        self,
        *,
        han: int = 0,
        fu: int = 0,
        yakuman: int | Mapping[str, int] = 0,
        seat: Wind,
        method: Literal["ron", "tsumo"],
        discarder: Wind | None = None,
        honba: int = 0,
        deposits: int = 0,
        liable: Mapping[str, Wind | tuple[Wind, int]] | None = None,
        facts: Mapping[str, str] | None = None,
    ) -> Ruling:
        """Return what han and fu, or a number of yakuman, pay; nothing is asked of any hand.

        Limits whose conditions ask for more than han, fu, base and yakuman see a hand without yaku.

        Args:
            han: dora included; with fu.
            fu: after rounding, or the fixed fu of a hand.
            yakuman: in their place how many yakuman, or how many each yaku is, by id: the ruleset adds them up.
            seat: the winner's seat wind.
            method: `ron` or `tsumo`.
            discarder: the seat wind of the discarder, where it is known.
            honba: counters on the table.
            deposits: riichi sticks on the table.
            liable: the seat of each liable player by id of the liability. Where yakuman is a number and the liability
                is for a part of the hand, that part is what the ruleset says the yaku is, or the number given beside
                the seat: `("W", 1)`.
            facts: what payments are multiplied by, where the ruleset has such: the name of a choice and its value.

        Raises:
            ValueError: neither han and fu nor yakuman, an unknown method or id, a number below 0, fu that no hand has
                under the ruleset, a seat that it has not, a liability or a fact that does not fit, or a base below 0
                or over 10^15 points.
        """
        from yakulang.engine.asked import claims_asked, yakuman_asked  # noqa: PLC0415  a hand needs neither
        from yakulang.engine.claims import share_out  # noqa: PLC0415
        from yakulang.engine.payable import multipliers_asked, refuse_fu  # noqa: PLC0415

        win = Win(seat, method, discarder, honba, deposits, multipliers_asked(self.rulebook, facts))
        rules, asked = self.rulebook, yakuman
        yakuman = yakuman_asked(rules, asked)
        self._refuse_bad_payment(han, fu, yakuman, win)
        if not yakuman:
            refuse_fu(rules, fu)
        claims = claims_asked(rules, win, asked, liable)
        base = self.code.base(han, fu) if not yakuman else 0
        if yakuman:
            han = fu = 0
        base, limit_index = self._judge.limited_bare(yakuman, han, fu, base)
        if not 0 <= base <= MAX_COUNT:
            raise ValueError(message("the base is below 0 or over {most:,} points", most=MAX_COUNT))
        limit = rules.limits[limit_index] if limit_index >= 0 else None
        place = (limit.span if limit else rules.payments.base_span).place
        paid = payments(rules, win, base, place, share_out(claims, base, yakuman))
        return Ruling(
            status="ok",
            rules=self.id,
            hand=None,
            han=None if yakuman else han,
            fu=None if yakuman else fu,
            limit=Limit(limit.id, limit.names, base, place) if limit else None,
            yakuman=yakuman,
            base=base,
            points=total_points(rules, base, dealer=seat == rules.seats[0], ron=method == "ron"),
            payments=paid,
            deltas=deltas(rules, win, paid),
            notes=undecided(win),
        )

    def score_winners(self, hands: Iterable[Hand]) -> TableRuling:
        """Return the ruling on all who call ron on one discard, in whatever order they are given.

        Every hand says its seat and the discarder; of the discard, the round, the counters, sticks and indicators all
        say the same. Hands that contradict each other, or together hold a tile too often, make the ruling `invalid`;
        a hand that is no win does not count among the winners. Whatever hands say, nothing is raised.
        """
        from yakulang.engine.several import score_winners  # noqa: PLC0415  one hand needs none of it

        return score_winners(self.rulebook, self.score, hands)

    def settle_winners(
        self,
        points: Iterable[tuple[Wind, int]],
        *,
        discarder: Wind,
        honba: int = 0,
        deposits: int = 0,
        riichi: Collection[Wind] = (),
        riichi_discard: bool = False,
    ) -> TableRuling:
        """Return who is paid what for one discard where the worth of each winning hand is known already.

        Args:
            points: the seat of each who calls ron, with the points of their hand, honba and deposits left out. The
                discarder pays them; where somebody is liable, the hands must be asked.
            discarder: the seat wind of the discarder.
            honba: counters on the table.
            deposits: riichi sticks on the table, those of this hand included.
            riichi: the winners who are in riichi; asked where winners take their own stick back.
            riichi_discard: whether the discard declared riichi; a stick for that is not among the deposits.

        Raises:
            ValueError: seats that the ruleset has not or that stand twice, no winner, numbers that can't be, or fewer
                sticks than winners take back.
        """
        from yakulang.engine.several import settle_winners  # noqa: PLC0415  one hand needs none of it

        return settle_winners(self.rulebook, points, (discarder, honba, deposits), riichi, unmade=riichi_discard)

    def settle(
        self,
        points: Sequence[int] | Mapping[Wind, int],
        *,
        deposits: int | Mapping[Wind, int] = 0,
        last_dealer: Wind | None = None,
        busted_by: Mapping[Wind, Wind] | None = None,
        unlit: Collection[Wind] | Mapping[Wind, Wind | None] | None = None,
        chips: Mapping[Wind, int] | None = None,
        chombo: Mapping[Wind, int] | None = None,
    ) -> Settlement:
        """Return what a game is worth to each player. Seats are named by the winds at its start: E dealt first.

        Args:
            points: at the end, in the order of the seats, or by seat in any order.
            deposits: riichi sticks left over; by seat where they go back to who put them down.
            last_dealer: the dealer of the last hand, where the rules give him the riichi sticks left over.
            busted_by: who busted each player below 0, where the rules have a prize for it.
            unlit: who won no hand, where the rules have a penalty for it; with a seat in place of None, who won the
                last hand only and on whose discard.
            chips: won, or below 0 lost, where the rules give them a value.
            chombo: how many each made, where the rules take off points of the result for them.

        Raises:
            SettleError: the points can't be those of a game under these rules, something is said that they have no
                rule for, or they do not say how a game is settled; every problem is listed.
            TypeError: something is no whole number.
            ValueError: riichi sticks or chombo below 0.
        """
        from yakulang.table.ending import ending_of  # noqa: PLC0415  rulings on hands don't need it
        from yakulang.table.settling import settle  # noqa: PLC0415

        said: dict[str, Any] = {
            "last_dealer": last_dealer,
            "busted_by": busted_by,
            "unlit": unlit,
            "chips": chips,
            "chombo": chombo,
        }
        return settle(self.rulebook, ending_of(self.rulebook, points, deposits, **said))

    def draw(
        self,
        draw: str | None = None,
        *,
        tenpai: Collection[Wind] = (),
        hands: Mapping[Wind, str | HeldHand] | None = None,
        nagashi: Collection[Wind] | Mapping[Wind, str | None] = (),
        discards: Mapping[Wind, str] | None = None,
        called: Collection[Wind] | None = None,
        riichi: Collection[Wind] | None = None,
        riichi_discard: Wind | None = None,
        kans: Mapping[Wind, int] | None = None,
        ron: Collection[Wind] | None = None,
        honba: int = 0,
        deposits: int | None = None,
        points: Sequence[int] | Mapping[Wind, int] | None = None,
        round: Wind | None = None,
    ) -> DrawRuling:
        """Return what a hand comes to that nobody wins. Seats are the winds of that hand: E deals.

        What is given is held against the rules; what is not given is taken as said.

        Args:
            draw: which draw it is, by its id in `draws:`, a name or an alias; without it the draw after the last tile,
                or one whose condition holds of what is given.
            tenpai: who is ready.
            hands: what players hold, e.g. `123m456p78s11m p(555z)`: who is ready is judged from it.
            nagashi: who is paid at the draw for their discards; by seat with the id of the entry of `draws:`.
            discards: of players, in order.
            called: whose discards were called; None where that is not said.
            riichi: who is in riichi; None where that is not said.
            riichi_discard: who declared riichi with the last discard; the stick is not among the deposits.
            kans: how many kans each player declared.
            ron: who calls ron on the last discard.
            honba: counters on the table.
            deposits: riichi sticks on the table, those of this hand included; without it those of `riichi`.
            points: before the payments, sticks of this hand taken off; in the order of the seats, or by seat.
            round: the prevalent wind.

        Raises:
            DrawError: the rules have no such draw, or what is given speaks against what is said.
            TypeError: a number is none.
            ValueError: a number is below 0.
        """
        from yakulang.engine.draw_scoring import HandScoring  # noqa: PLC0415  rulings on hands don't need it
        from yakulang.table.drawing import rule_on  # noqa: PLC0415
        from yakulang.table.drawn import drawn_of  # noqa: PLC0415

        said: dict[str, Any] = {"tenpai": tenpai, "hands": hands, "nagashi": nagashi, "discards": discards}
        said |= {"called": called, "riichi": riichi, "riichi_discard": riichi_discard, "kans": kans, "ron": ron}
        said |= {"honba": honba, "deposits": deposits, "points": points, "round": round}
        drawn = drawn_of(self.rulebook, draw, **said)
        return rule_on(self.rulebook, drawn, HandScoring(self.rulebook, self.score))

    def play(self, state: MatchState | None, end: HandEnd) -> MatchStep:
        """Return where a match goes on after a hand.

        Args:
            state: where it stood before the hand; None for the first hand of a match.
            end: how the hand ended.

        Raises:
            MatchError: the rules don't say how a match is played, or state or end can't be; every problem is listed.
        """
        from yakulang.table.match import after, first  # noqa: PLC0415  rulings on hands don't need it

        return after(self.rulebook, first(self.rulebook) if state is None else state, end)

    def match(
        self,
        entries: Iterable[Mapping[str, Any]],
        *,
        players: Mapping[Wind, str] | None = None,
        start: MatchState | None = None,
    ) -> Match:
        """Return the match that a score sheet tells of, hand by hand; docs/match.md describes its entries.

        Args:
            entries: a win, draw, chombo or correction each, as plain data.
            players: names by the seat at the start; entries may use them in place of the winds of a hand.
            start: where the match stood before the first entry; without it, at its beginning.

        Raises:
            MatchError: an entry can't be read, can't be, or stands after the end of the match.
        """
        from yakulang.engine.match_fold import fold  # noqa: PLC0415  rulings on hands don't need it

        return fold(
            self,
            [(entry, None) for entry in entries],
            {str(seat): name for seat, name in (players or {}).items()},
            start,
        )

    def may_declare(
        self, what: Literal["riichi", "kan"], *, points: int | None = None, tiles_left: int | None = None
    ) -> Declaring:
        """Return whether riichi or a kan may be declared, as far as points and the wall decide it.

        Args:
            what: `riichi` or `kan`.
            points: of the player, before the stick is laid; None where they are not said.
            tiles_left: live tiles left in the wall; None where that is not said.

        Raises:
            MatchError: the rules don't say how a match is played.
        """
        from yakulang.table.declaring import may_declare  # noqa: PLC0415  rulings on hands don't need it

        return may_declare(self.rulebook, what, points=points, tiles_left=tiles_left)

    def _refuse_bad_payment(self, han: int, fu: int, yakuman: int, win: Win) -> None:
        if win.method not in ("ron", "tsumo"):
            raise ValueError(message("method is ron or tsumo, not {method!r}", method=win.method))
        for number in (han, fu, yakuman, win.honba, win.deposits):
            if type(number) is not int or not 0 <= number <= MAX_COUNT:
                raise ValueError(
                    message("han, fu, yakuman, honba and deposits are whole numbers from 0 to {most:,}", most=MAX_COUNT)
                )
        if bool(yakuman) == bool(han or fu) or bool(han) != bool(fu):
            raise ValueError(message("give han and fu, or yakuman"))
        if win.method == "tsumo" and win.discarder is not None:
            raise ValueError(message("a self-draw has no discarder"))
        for wind in (win.seat, win.discarder):
            if wind not in (*self.rulebook.seats, None) or win.seat is None:
                raise ValueError(message("the seats are {seats}", seats=" ".join(self.rulebook.seats)))
        if win.discarder == win.seat:
            raise ValueError(message("nobody wins on a discard of their own"))

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
            return self._described(hand, situation, table, best)
        if forbidden is not None:
            problem = self._statement(self.rulebook.forbidden[forbidden[0]], "YK582", said)
            read = read_as(hand, forbidden[1], self.rulebook)
            return Ruling("not_allowed", self.id, hand, errors=(problem,), reading=read)
        first = min(found, key=lambda reading: reading.order)
        ruling = _refusal("no_yaku", self.id, said, "YK581", _needs(self.rulebook.minimum_han))
        return replace(ruling, reading=read_as(hand, first, self.rulebook))

    # --- what asks for the text of conditions; a ruleset that is kept has it as data ----------------

    def _described(self, hand: Hand, situation: Situation, table: Any, judged: Judged) -> Ruling:  # noqa: ARG002
        """Return the ruling of the chosen reading."""
        from yakulang.engine.describe import describe  # noqa: PLC0415  a kept ruleset has its own way

        return describe(hand, situation, judged, self.rulebook)

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
        """Return whether some condition on yaku or dora tells tiles with a mark from others."""
        from yakulang.lang.walk import names_mark  # noqa: PLC0415

        rules = self.rulebook
        asked = [*(k.each for k in rules.dora), *(k.when for k in rules.dora), *(rule.when for rule in rules.yaku)]
        return any(names_mark(node, mark) for node in asked)

    # --- no seat --------------------------------------------------------------------------------

    def _score_seats(self, hand: Hand) -> Ruling:
        seats = [seat for seat in self.rulebook.seats if seat != hand.discarder]
        grouped: list[tuple[list[Wind], Ruling]] = []
        for seat in seats:
            ruling = self._score_seated(replace(hand, seat=seat), hand)  # type: ignore[arg-type]
            for members, other in grouped:
                if _same(other, ruling, dealer=self.rulebook.seats[0]):
                    members.append(seat)  # type: ignore[arg-type]
                    break
            else:
                grouped.append(([seat], ruling))  # type: ignore[list-item]
        by_seat = tuple(SeatRuling(tuple(members), ruling) for members, ruling in grouped)
        winning = [part.ruling for part in by_seat if part.ruling.ok]
        if not winning:
            return replace(by_seat[0].ruling, hand=hand, by_seat=by_seat if len(by_seat) > 1 else ())
        return _common(hand, winning, by_seat)


def _again(rulebook: Rulebook, code: type) -> Ruleset:
    """Make a ruleset from its rulebook: generated code is not sent between processes, it is made anew."""
    return Ruleset(rulebook, code(rulebook))


def _better(one: Judged, other: Judged) -> bool:
    if one.rank != other.rank:
        return one.rank > other.rank
    return one.reading.order < other.reading.order


def _same(one: Ruling, other: Ruling, dealer: str) -> bool:
    """Whether two seats get the same ruling but for who is who."""
    if dealer in (one.hand.seat if one.hand else None, other.hand.seat if other.hand else None):
        return False
    parts: list[Callable[[Ruling], Any]] = [
        lambda r: r.status,
        lambda r: r.yaku,
        lambda r: (r.han, r.fu, r.fu_items, r.points, r.limit, r.yakuman),
        lambda r: (r.reading, [e.message for e in r.errors]),
        lambda r: sorted((p.times, p.multipliers) for p in r.payments),
        lambda r: bool(r.by_liable) and r.hand,  # answers name seats
        lambda r: r.chips,
    ]
    return all(part(one) == part(other) for part in parts)


def _common(hand: Hand, winning: Sequence[Ruling], by_seat: tuple[SeatRuling, ...]) -> Ruling:
    """Return what is the same for every seat that wins; what depends on the seat is None."""
    first = winning[0]

    def same(read: Callable[[Ruling], Any], otherwise: Any) -> Any:
        return read(first) if all(read(ruling) == read(first) for ruling in winning) else otherwise

    return Ruling(
        status="ok",
        rules=first.rules,
        hand=hand,
        yaku=same(lambda r: r.yaku, ()),
        han=same(lambda r: r.han, None),
        fu=same(lambda r: r.fu, None),
        fu_raw=same(lambda r: r.fu_raw, None),
        fu_items=same(lambda r: r.fu_items, ()),
        limit=same(lambda r: r.limit, None),
        yakuman=same(lambda r: r.yakuman, 0),
        base=same(lambda r: r.base, None),
        points=same(lambda r: r.points, None),
        reading=same(lambda r: r.reading, None),
        chips=same(lambda r: r.chips, ()),
        by_seat=by_seat,
        notes=(message("the winner's seat is not said"),),
    )


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
