"""Which rules decided a ruling: what `because` is held against. Asked of the reference evaluator."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yakulang.engine.judge import Judge
from yakulang.engine.readings import readings
from yakulang.engine.situation import situation_of
from yakulang.testing.known import MINIMUM

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yakulang.engine.judge import Judged
    from yakulang.engine.readings import Reading
    from yakulang.engine.ruleset import Ruleset
    from yakulang.engine.ruling import Ruling
    from yakulang.hand import Hand


def deciding(rules: Ruleset, ruling: Ruling) -> frozenset[str]:
    """Return the paths of the rules that made a ruling what it is.

    For a win: yaku and kinds of dora that count, fu items, the limit, liabilities. For a refusal: the statements and
    words that don't fit, or the least han.
    """
    hand = ruling.hand
    if hand is None:
        return frozenset({f"limits.{ruling.limit.id}"} if ruling.limit else ())
    if hand.seat is None:
        return frozenset().union(*(deciding(rules, part.ruling) for part in ruling.by_seat))
    if ruling.status == "invalid":
        return frozenset(_impossible(rules, hand))
    if ruling.status == "no_yaku":
        return frozenset({MINIMUM})
    if ruling.status == "not_allowed":
        return frozenset(f"forbidden.{rules.rulebook.forbidden[i].id}" for _, i in _judged(rules, hand) if i >= 0)
    allowed = [judged for judged, forbidden in _judged(rules, hand) if forbidden < 0]
    if not ruling.ok or not allowed:
        return frozenset()
    best = max(judged.rank for judged in allowed)
    chosen = min((judged for judged in allowed if judged.rank == best), key=lambda judged: judged.reading.order)
    rulings = [ruling, *(part.ruling for part in ruling.by_liable)]
    paid = {f"pao.kinds.{payment.about}" for one in rulings for payment in one.payments if payment.about}
    return frozenset({*_counted(rules, chosen), *paid})


def readings_of(rules: Ruleset, hand: Hand) -> Iterator[tuple[Reading, Any]]:
    """Yield each reading of a hand whose seat is known, with its case; nothing for words that don't fit."""
    book, code = rules.rulebook, rules.code
    situation, problems = situation_of(hand, book, code.said)
    if problems:
        return
    table = code.table(hand, situation)
    for reading in readings(hand, book, any_win=code.any_win(table), loose_holds=code.loose(table)):
        yield reading, code.reading(table, reading)


def _judged(rules: Ruleset, hand: Hand) -> Iterator[tuple[Judged, int]]:
    """Yield each reading that wins, and the index of the statement that forbids it or -1."""
    judge = Judge(rules.rulebook, rules.code)
    for reading, case in readings_of(rules, hand):
        judged = judge.judge(hand, case, reading)
        if judged is not None:
            yield judged, rules.code.forbidden(case, judged.held)


def _counted(rules: Ruleset, judged: Judged) -> Iterator[str]:
    book = rules.rulebook
    for index, _ in judged.yaku:
        yield f"yaku.{book.yaku[index].id}"
    for index, _ in judged.dora:
        yield f"dora.kinds.{book.dora[index].id}"
    if judged.fu.fixed >= 0:
        yield f"fu.fixed.{book.fu.fixed[judged.fu.fixed].id}"
    for index, _ in judged.fu.items:
        yield f"fu.items.{book.fu.items[index].id}"
    for index in judged.fu.floors:
        yield f"fu.floors.{book.fu.floors[index].id}"
    if judged.limit >= 0:
        yield f"limits.{book.limits[judged.limit].id}"


def _impossible(rules: Ruleset, hand: Hand) -> Iterator[str]:
    book, code = rules.rulebook, rules.code
    situation, problems = situation_of(hand, book, code.said)
    for problem in problems:
        word = problem.span.text if problem.span else ""
        if word in book.words:
            yield f"words.{word}"
    if not problems:
        for index in code.impossible(code.table(hand, situation)):
            yield f"impossible.{book.impossible[index].id}"
