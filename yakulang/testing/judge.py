"""A case judged: its ruling, what differs from the expectation, and what must hold of every ruling."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from yakulang.engine.ruling import Ruling
from yakulang.errors import Diagnostic, HandError
from yakulang.rules.nodes import MapNode, Scalar
from yakulang.testing.deciding import deciding
from yakulang.testing.expect import TABLE, Answer, Difference, differences, written
from yakulang.testing.hands import hand_of_record, hand_of_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yakulang.engine.ruleset import Ruleset
    from yakulang.hand import Hand
    from yakulang.testing.cases import Case, Trial
    from yakulang.testing.tables import Table

NOT_A_PAYMENT = "YK713"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a trial: the ruling and everything that differs."""

    ruling: Ruling
    differences: tuple[Difference, ...]


def try_out(trial: Trial) -> Outcome:
    """Judge a case by the compiled rules and hold the ruling against the expectation and the reference evaluator."""
    answer = answer_of(trial.case, trial.table.compiled, trial.table.reference)
    found = differences(trial.expected, answer)
    found += always(answer.ruling, trial.table)
    found += disagreements(answer.ruling, _ruling(trial.case, trial.table.reference))
    return Outcome(answer.ruling, tuple(found))


def answer_of(case: Case, rules: Ruleset, reference: Ruleset) -> Answer:
    """Return what rules say of a case; `reference` tells what decided."""
    ruling = _ruling(case, rules)
    decided = deciding(reference, ruling)
    if case.payment is not None:
        asked = case.payment
        return Answer(ruling, asked["seat"], asked["method"], asked.get("from"), decided)
    hand = ruling.hand
    if hand is None:
        return Answer(ruling, None, None, None, decided)
    return Answer(ruling, hand.seat, hand.method, hand.discarder, decided)


def always(ruling: Ruling, table: Table) -> Iterator[Difference]:
    """Yield what is wrong with the payments of any ruling: they sum to the sticks on the table."""
    stick = table.rulebook.payments.stick.value
    for part in _all_of(ruling):
        taken = sum(payment.points for payment in part.payments if payment.payer == TABLE)
        if part.hand and part.payments and taken != part.hand.deposits * stick:
            yield Difference("sticks taken", written(part.hand.deposits * stick), written(taken))
        if part.deltas is not None and sum(part.deltas.values()) != taken:
            yield Difference("sum of the changes", written(taken), written(sum(part.deltas.values())))


def _all_of(ruling: Ruling) -> Iterator[Ruling]:
    """Yield a ruling and those in it, for each seat and each answer to who is liable."""
    yield ruling
    for seated in ruling.by_seat:
        yield from _all_of(seated.ruling)
    for answered in ruling.by_liable:
        yield from _all_of(answered.ruling)


def disagreements(ruling: Ruling, other: Ruling) -> Iterator[Difference]:
    """Yield what the compiled conditions say otherwise than the reference evaluator."""
    if ruling == other:
        return
    got, wanted = ruling.as_json(), other.as_json()
    fields = [name for name in {**wanted, **got} if wanted.get(name) != got.get(name)]
    for name in fields or ["ruling"]:
        yield Difference(f"{name} (compiled)", written(wanted.get(name)), written(got.get(name)))


def hand_of(case: Case) -> Hand:
    """Return the hand of a case that has one.

    Raises:
        HandError: it is not written correctly; the problems are shown where they stand in the case file.
    """
    if isinstance(case.hand, MapNode):
        return hand_of_record(case.hand)
    assert isinstance(case.hand, Scalar)  # noqa: S101  the schema says so
    return hand_of_text(case.hand, case.situation)


def _ruling(case: Case, rules: Ruleset) -> Ruling:
    """Return what rules say of a case; what can't be read is an impossible hand."""
    try:
        if case.payment is None:
            return rules.score(hand_of(case))
        names = {"from": "discarder", "sticks": "deposits"}
        asked = {names.get(name, name): value for name, value in case.payment.items()}
        liable = {name: tuple(v) if isinstance(v, list) else v for name, v in asked.pop("liable", {}).items()}
        return rules.payment(**asked, liable=liable)
    except HandError as error:
        return Ruling("invalid", rules.id, None, errors=error.diagnostics)
    except ValueError as error:
        return Ruling("invalid", rules.id, None, errors=(Diagnostic(NOT_A_PAYMENT, str(error), case.span),))
