"""All who call ron on one discard: who of them wins, who takes counters and riichi sticks, what the table changes by.

Each hand is scored as if nobody else had won; then the payments for counters and sticks are left to those whose they
are by the rules. What is paid for a hand, and by whom, is as for a single winner: a liable player answers for that win
only, and pays its counters where the rules say so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from yakulang.engine.called import in_words
from yakulang.engine.judge import MAX_COUNT
from yakulang.engine.parts import unmade_riichi
from yakulang.engine.payment import TABLE, Win, deltas, payments
from yakulang.engine.ruling import Payment, Ruling
from yakulang.engine.situation import facts_of
from yakulang.engine.table_ruling import TableRuling, Taken, Unpaid, Winner
from yakulang.engine.together import contradictions, too_many
from yakulang.engine.wellformed import malformed
from yakulang.enumerated import all_of
from yakulang.errors import Diagnostic
from yakulang.hand import Hand
from yakulang.message import message
from yakulang.notation.tile_text import SEAT_NAMES
from yakulang.source import Source, Span

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from yakulang.engine.table_ruling import Reason, TableStatus
    from yakulang.hand import Wind
    from yakulang.rules.model import Rulebook

MOST_HANDS = 16  # no table has more players; what is more is not looked at


@dataclass(frozen=True, slots=True)
class _Call:
    """One who calls ron: the ruling as if nobody else did, and whether they have a riichi stick on the table."""

    seat: Wind
    ruling: Ruling
    riichi: bool


@dataclass(frozen=True, slots=True)
class _Discard:
    """What all share: who discarded, the counters and riichi sticks on the table."""

    seat: Wind
    honba: int
    deposits: int


def score_winners(rulebook: Rulebook, score: Callable[[Hand], Ruling], hands: Iterable[Hand]) -> TableRuling:
    """Return the ruling on all who call ron on one discard; see `Ruleset.score_winners`."""
    if not isinstance(hands, Iterable):
        raise TypeError(f"score_winners takes hands, not {type(hands).__name__}; a list of what Hand.parse reads")
    said = tuple(hands)
    for hand in said:
        if not isinstance(hand, Hand):
            raise TypeError(f"score_winners takes hands, not {type(hand).__name__}; Hand.parse reads one from text")
    problems = _unfit(said, rulebook)
    if problems:
        return TableRuling("invalid", rulebook.id, errors=tuple(problems))
    said = tuple(in_words(hand, rulebook) for hand in said)
    scored = [(hand, score(hand)) for hand in said]
    problems = [error for _, ruling in scored if ruling.status == "invalid" for error in ruling.errors]
    problems = problems or list(too_many(said, rulebook))
    if problems:
        return TableRuling("invalid", rulebook.id, errors=tuple(problems))
    calls = [_call(hand, ruling, rulebook) for hand, ruling in scored]
    unmade = any("riichi_discard" in facts_of(word, rulebook) for hand in said for word in hand.flags)
    discard = _Discard(cast("Wind", said[0].discarder), said[0].honba, said[0].deposits)
    if short := _missing_sticks(rulebook, discard, calls):
        text = str(said[0])
        problem = Diagnostic("YK596", short, Span(Source("<hand>", text), 0, len(text)), name="too_few_sticks")
        return TableRuling("invalid", rulebook.id, errors=(problem,))
    return _ruled(rulebook, discard, calls, unmade=unmade)


def settle_winners(
    rulebook: Rulebook,
    points: Iterable[tuple[Wind, int]],
    discard: tuple[Wind, int, int],
    riichi: Collection[Wind],
    *,
    unmade: bool,
) -> TableRuling:
    """Return what is paid where only the points of each winner are known; see `Ruleset.settle_winners`."""
    claimed = _claimed(points, rulebook)
    shared = _Discard(*discard)
    _refuse_bad_table(rulebook, shared, [seat for seat, _ in claimed], riichi)
    calls = []
    for seat, worth in claimed:
        win = Win(seat, "ron", shared.seat, shared.honba, shared.deposits)
        paid = (Payment(shared.seat, worth, "hand", ""), *payments(rulebook, win, 0, ""))
        ruling = Ruling("ok", rulebook.id, None, points=worth, payments=paid, deltas=deltas(rulebook, win, paid))
        calls.append(_Call(seat, ruling, seat in riichi))
    if short := _missing_sticks(rulebook, shared, calls):
        raise ValueError(short)
    return _ruled(rulebook, shared, calls, unmade=unmade)


# --- what is asked ----------------------------------------------------------------------------------------


def _unfit(hands: Sequence[Hand], rulebook: Rulebook) -> list[Diagnostic]:
    """Return why hands can't be won on one discard, whatever they are worth."""
    if not hands:
        return [Diagnostic("YK590", message("there is no hand: nobody wins"), name="unknown_seat")]
    if len(hands) > MOST_HANDS:
        text = message(
            "{n} hands can't be won on one discard; `{rules}` has {players} players",
            n=len(hands),
            rules=rulebook.id,
            players=rulebook.players,
        )
        return [Diagnostic("YK591", text, name="same_seat_twice")]
    return [problem for hand in hands for problem in malformed(hand)] or contradictions(hands, rulebook)


def _call(hand: Hand, ruling: Ruling, rulebook: Rulebook) -> _Call:
    riichi = any("riichi" in facts_of(word, rulebook) for word in hand.flags)
    notes = tuple(note for note in ruling.notes if note != unmade_riichi(hand.discarder))  # said of the table
    return _Call(cast("Wind", hand.seat), replace(ruling, notes=notes), riichi)


def _claimed(points: Iterable[Any], rulebook: Rulebook) -> list[tuple[Wind, int]]:
    claimed: list[tuple[Wind, int]] = []
    if not isinstance(points, Iterable):
        raise ValueError(message("each winner is a pair of seat and points"))  # noqa: TRY004  as documented
    for item in points:
        if not isinstance(item, tuple | list) or len(item) != 2:
            raise ValueError(message("each winner is a pair of seat and points"))
        seat, worth = item
        if type(worth) is not int or not 0 < worth <= MAX_COUNT:
            raise ValueError(message("the points of a winner are a whole number from 1 to {most:,}", most=MAX_COUNT))
        claimed.append((seat, worth))
        if len(claimed) > rulebook.players:
            raise ValueError(
                message(
                    "`{rules}` has {players} players; there are no more winners",
                    rules=rulebook.id,
                    players=rulebook.players,
                )
            )
    return claimed


def _refuse_bad_table(rulebook: Rulebook, shared: _Discard, seats: Sequence[Wind], riichi: Collection[Wind]) -> None:
    if not isinstance(riichi, Collection):
        raise ValueError(message("the seats are {seats}", seats=" ".join(rulebook.seats)))  # noqa: TRY004  as documented
    for seat in (shared.seat, *seats, *riichi):
        if not isinstance(seat, str) or seat not in tuple(rulebook.seats):
            raise ValueError(message("the seats are {seats}", seats=" ".join(rulebook.seats)))
    for number in (shared.honba, shared.deposits):
        if type(number) is not int or not 0 <= number <= MAX_COUNT:
            raise ValueError(message("honba and deposits are whole numbers from 0 to {most:,}", most=MAX_COUNT))
    if not seats:
        raise ValueError(message("there is no winner"))
    if len(set(seats)) < len(seats):
        raise ValueError(message("every winner has a seat of their own"))
    if shared.seat in seats:
        raise ValueError(message("nobody wins on a discard of their own"))
    if strangers := sorted(set(riichi) - set(seats)):
        raise ValueError(message("{seats} can't take a stick back without winning", seats=", ".join(strangers)))


# --- who wins ---------------------------------------------------------------------------------------------


def _in_turn(rulebook: Rulebook, discarder: str, calls: Iterable[_Call]) -> list[_Call]:
    """Return calls in the order of turn after the discarder: the nearest is first."""
    seats = rulebook.seats
    return sorted(calls, key=lambda call: (seats.index(call.seat) - seats.index(discarder)) % len(seats))


def _allowed(rulebook: Rulebook, calls: Sequence[_Call]) -> list[_Call]:
    """Return who of the calls in order of turn wins by the rules."""
    rules = rulebook.several_winners
    wins = [call for call in calls if call.ruling.ok]
    if rules.draw_from is not None and len(wins) >= rules.draw_from.value:
        return []
    return wins[: rules.most.value]


def _missing_sticks(rulebook: Rulebook, discard: _Discard, calls: Iterable[_Call]) -> str | None:
    """Return what is wrong where winners take their own sticks back and there are not that many."""
    winners = _allowed(rulebook, _in_turn(rulebook, discard.seat, calls))
    own = [call.seat for call in winners if call.riichi]
    if rulebook.several_winners.deposits != "own_back" or len(own) <= discard.deposits:
        return None
    seats = all_of(SEAT_NAMES[seat] for seat in own)
    if discard.deposits == 1:
        return message(
            "{seats} won in riichi and take their own sticks back, but 1 riichi stick is said to be on the table",
            seats=seats,
        )
    return message(
        "{seats} won in riichi and take their own sticks back, but {n} riichi sticks are said to be on the table",
        seats=seats,
        n=discard.deposits,
    )


def _ruled(rulebook: Rulebook, discard: _Discard, calls: Iterable[_Call], *, unmade: bool) -> TableRuling:
    ordered = _in_turn(rulebook, discard.seat, calls)
    paid = _allowed(rulebook, ordered)
    honba, deposits = _honba(rulebook, discard, paid), _deposits(rulebook, discard, paid)
    winners = tuple(_winner(rulebook, call, honba, deposits) for call in paid)
    unpaid = tuple(_unpaid(rulebook, call, paid) for call in ordered if call not in paid)
    drawn = any(one.reason == "abortive_draw" for one in unpaid)
    status: TableStatus = "ok" if winners else "abortive_draw" if drawn else "no_win"
    notes: list[str] = [_no_win(one) for one in unpaid if one.reason == "no_win"]
    notes += [
        message(
            "what the win of {seat} changes is not known, and so is not what the table changes by",
            seat=SEAT_NAMES[winner.seat],
        )
        for winner in winners
        if winner.ruling.deltas is None
    ]
    if unmade and status != "no_win":
        undecided = message("whether the riichi declared with this discard is made is not said by the rules")
        notes.append(unmade_riichi(discard.seat) if winners else undecided)
    return TableRuling(
        status,
        rulebook.id,
        discard.seat,
        winners,
        unpaid,
        honba,
        deposits,
        discard.deposits - sum(taken.number for taken in deposits),
        _sum(rulebook, winners),
        tuple(notes),
    )


def _unpaid(rulebook: Rulebook, call: _Call, winners: Sequence[_Call]) -> Unpaid:
    rules = rulebook.several_winners
    if not call.ruling.ok:
        return Unpaid(call.seat, "no_win", None, call.ruling)
    reason: Reason = "bumped" if winners else "abortive_draw"
    span = rules.most.span if winners or rules.draw_from is None else rules.draw_from.span
    nothing = replace(call.ruling, payments=(), deltas=dict.fromkeys(rulebook.seats, 0), by_liable=(), chips=())
    return Unpaid(call.seat, reason, span.place, nothing)


def _no_win(one: Unpaid) -> str:
    why = {
        "no_yaku": message("has no yaku"),
        "not_winning": message("is not complete"),
        "not_allowed": message("may not win so"),
    }
    return message(
        "the hand of {seat} {why} and does not count among the winners; a penalty is not reckoned here",
        seat=SEAT_NAMES[one.seat],
        why=why.get(one.ruling.status, message("is no win")),
    )


# --- who takes what ---------------------------------------------------------------------------------------


def _honba(rulebook: Rulebook, discard: _Discard, winners: Sequence[_Call]) -> tuple[Taken, ...]:
    rules = rulebook.several_winners
    if not discard.honba:
        return ()
    points = discard.honba * rulebook.payments.honba_ron.value
    taking = winners if rules.honba == "each" else winners[:1]
    return tuple(Taken(call.seat, discard.honba, points, rules.honba_span.place) for call in taking)


def _deposits(rulebook: Rulebook, discard: _Discard, winners: Sequence[_Call]) -> tuple[Taken, ...]:
    rules, stick = rulebook.several_winners, rulebook.payments.stick.value
    own = [int(call.riichi) if rules.deposits == "own_back" else 0 for call in winners]
    if winners:
        own[0] += discard.deposits - sum(own)
    place = rules.deposits_span.place
    return tuple(Taken(call.seat, n, n * stick, place) for call, n in zip(winners, own, strict=True) if n)


def _winner(rulebook: Rulebook, call: _Call, honba: Sequence[Taken], deposits: Sequence[Taken]) -> Winner:
    """Return a winner with the payments for counters and sticks that are theirs."""
    others = {"deposits"} if any(taken.seat == call.seat for taken in honba) else {"deposits", "honba"}
    place = rulebook.payments.stick.span.place
    sticks = [Payment(TABLE, taken.points, "deposits", place) for taken in deposits if taken.seat == call.seat]
    win = Win(call.seat, "ron", None, 0, 0)

    def allotted(ruling: Ruling) -> Ruling:
        if ruling.by_liable:
            answers = [replace(answer, ruling=allotted(answer.ruling)) for answer in ruling.by_liable]
            first = answers[0].ruling  # answers may have differed in the counters alone
            same = all(answer.ruling.payments == first.payments for answer in answers)
            agreed = all(answer.ruling.deltas == first.deltas for answer in answers)
            return replace(
                ruling,
                payments=first.payments if same else (),
                deltas=first.deltas if agreed else None,
                by_liable=() if same else tuple(answers),
            )
        if ruling.deltas is None or not ruling.payments:
            return replace(ruling, payments=(), deltas=None)
        paid = (*(payment for payment in ruling.payments if payment.reason not in others), *sticks)
        return replace(ruling, payments=paid, deltas=deltas(rulebook, win, paid))

    return Winner(call.seat, allotted(call.ruling))


def _sum(rulebook: Rulebook, winners: Sequence[Winner]) -> dict[str, int] | None:
    change = dict.fromkeys(rulebook.seats, 0)
    for winner in winners:
        if winner.ruling.deltas is None:
            return None
        for seat, points in winner.ruling.deltas.items():
            change[seat] += points
    return change
