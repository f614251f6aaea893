"""A case judged: its ruling, what differs from the expectation, and what must hold of every ruling."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from yakulang.engine.ruling import Ruling
from yakulang.engine.table_ruling import TableRuling
from yakulang.errors import Diagnostic, HandError
from yakulang.notation.tile_text import wind_letter
from yakulang.rules.nodes import MapNode, Scalar
from yakulang.testing.deciding import deciding
from yakulang.testing.drawing import drawn, drawn_differences
from yakulang.testing.expect import TABLE, Answer, Difference, differences, written
from yakulang.testing.expect_table import table_differences
from yakulang.testing.hands import hand_of_record, hand_of_text
from yakulang.testing.matching import matched, matched_differences
from yakulang.testing.settling import settled, settled_differences
from yakulang.testing.standing import FIELDS as OF_EVENTS
from yakulang.testing.standing import standing_after, standing_differences
from yakulang.testing.told import Told

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yakulang.engine.ruleset import Ruleset
    from yakulang.engine.timeline import Standing
    from yakulang.hand import Hand, Wind
    from yakulang.rules.nodes import Node
    from yakulang.testing.cases import Case, Trial
    from yakulang.testing.tables import Table

NOT_A_PAYMENT = "YK713"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a trial: the ruling, on a hand or on several winners, or what stands; everything that differs."""

    ruling: Ruling | TableRuling | Standing | Told
    differences: tuple[Difference, ...]


def try_out(trial: Trial) -> Outcome:
    """Judge a case by the compiled rules and hold the ruling against the expectation and the reference evaluator."""
    ruling, found = held_against(trial, trial.table.compiled, trial.table.reference)
    if isinstance(ruling, Told):
        return Outcome(ruling, tuple(found))
    if isinstance(ruling, TableRuling):
        found += always_together(ruling)
        found += disagreements(ruling, _table(trial.case, trial.table.reference))
    elif isinstance(ruling, Ruling) and (trial.case.hand is not None or trial.case.payment is not None):
        found += always(ruling, trial.table)
        found += disagreements(ruling, _ruling(trial.case, trial.table.reference))
    return Outcome(ruling, tuple(found))


def held_against(
    trial: Trial, rules: Ruleset, reference: Ruleset
) -> tuple[Ruling | TableRuling | Standing | Told, list[Difference]]:
    """Return what rules say of a case and what of the expectation did not come out."""
    if trial.case.settle is not None:
        game = settled(trial.case.settle, rules)
        return game, list(settled_differences(trial.expected, game))
    if trial.case.draw is not None:
        ended = drawn(trial.case.draw, rules)
        return ended, list(drawn_differences(trial.expected, ended))
    if trial.case.match is not None:
        match = matched(trial.case.match, rules)
        return match, list(matched_differences(trial.expected, match))
    if trial.case.events is not None:
        return _after_events(trial, rules, reference)
    if trial.case.winners:
        table = _table(trial.case, rules)
        decided: dict[str, frozenset[str]] = {
            winner.seat: deciding(reference, winner.ruling) for winner in table.winners
        }
        return table, table_differences(trial.expected, table, decided)
    answer = answer_of(trial.case, rules, reference)
    return answer.ruling, differences(trial.expected, answer)


def _after_events(trial: Trial, rules: Ruleset, reference: Ruleset) -> tuple[Ruling | Standing, list[Difference]]:
    """Return what stands after the events of a case, or the ruling on its hand as it stands, and what differs."""
    case, expected = trial.case, trial.expected
    of_hand = {field: value for field, value in expected.items() if field not in OF_EVENTS}
    answer: Answer | None = None
    try:
        if case.hand is not None:
            answer = answer_of(case, rules, reference)
        standing = _standing(case, rules, hand_of(case).seat if case.hand is not None else None)
    except HandError as error:
        answer = answer or Answer(_invalid(rules, error), None, None, None, frozenset())
        return answer.ruling, differences(of_hand, answer)
    found = list(standing_differences({k: v for k, v in expected.items() if k in OF_EVENTS}, standing))
    if answer is not None:
        return answer.ruling, [*differences(of_hand, answer), *found]
    if "error" in expected:
        found.append(Difference("error", str(expected["error"]), "none"))
    return standing, found


def _standing(case: Case, rules: Ruleset, seat: Wind | None) -> Standing:
    assert case.events is not None  # noqa: S101  such a case is meant
    said = case.situation.get("seat") if case.hand is None else None
    if isinstance(said, Scalar):
        seat = cast("Wind | None", wind_letter(said.text) or said.text)
    return standing_after(case.events, rules, seat)


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


def always_together(table: TableRuling) -> Iterator[Difference]:
    """Yield what is wrong with any ruling on several winners: the table changes by the sticks that are taken."""
    sticks = sum(taken.points for taken in table.deposits)
    taken = sum(p.points for winner in table.winners for p in winner.ruling.payments if p.payer == TABLE)
    if all(winner.ruling.payments for winner in table.winners) and taken != sticks:
        yield Difference("sticks taken", written(sticks), written(taken))
    if table.deltas is not None and sum(table.deltas.values()) != sticks:
        yield Difference("sum of the changes", written(sticks), written(sum(table.deltas.values())))


def _all_of(ruling: Ruling) -> Iterator[Ruling]:
    """Yield a ruling and those in it, for each seat and each answer to who is liable."""
    yield ruling
    for seated in ruling.by_seat:
        yield from _all_of(seated.ruling)
    for answered in ruling.by_liable:
        yield from _all_of(answered.ruling)


def disagreements(ruling: Ruling | TableRuling, other: Ruling | TableRuling) -> Iterator[Difference]:
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
    assert case.hand is not None  # noqa: S101  such a case is meant
    return hand_of_record(case.hand) if isinstance(case.hand, MapNode) else _hand_of_text(case.hand, case)


def hands_of(case: Case) -> tuple[Hand, ...]:
    """Return the hands of a case of several winners.

    Raises:
        HandError: some are not written correctly; the problems are shown where they stand in the case file.
    """
    hands: list[Hand] = []
    problems: list[Diagnostic] = []
    for node in case.winners:
        try:
            hands.append(hand_of_record(node) if isinstance(node, MapNode) else _hand_of_text(node, case))
        except HandError as error:
            problems += error.diagnostics
    if problems:
        raise HandError(dict.fromkeys(problems))
    return tuple(hands)


def _hand_of_text(node: Node, case: Case) -> Hand:
    assert isinstance(node, Scalar)  # noqa: S101  the schema says so
    return hand_of_text(node, case.situation)


def _table(case: Case, rules: Ruleset) -> TableRuling:
    """Return what rules say of several winners; what can't be read is impossible."""
    try:
        return rules.score_winners(hands_of(case))
    except HandError as error:
        return TableRuling("invalid", rules.id, errors=error.diagnostics)


def _ruling(case: Case, rules: Ruleset) -> Ruling:
    """Return what rules say of a case; what can't be read is an impossible hand."""
    try:
        if case.hand is not None:
            hand = hand_of(case)
            return rules.score(hand if case.events is None else _standing(case, rules, hand.seat).applied_to(hand))
        assert case.payment is not None  # noqa: S101  nothing else is left
        names = {"from": "discarder", "sticks": "deposits"}
        asked = {names.get(name, name): value for name, value in case.payment.items()}
        liable = {name: tuple(v) if isinstance(v, list) else v for name, v in asked.pop("liable", {}).items()}
        return rules.payment(**asked, liable=liable)
    except HandError as error:
        return _invalid(rules, error)
    except ValueError as error:
        return Ruling("invalid", rules.id, None, errors=(Diagnostic(NOT_A_PAYMENT, str(error), case.span),))


def _invalid(rules: Ruleset, error: HandError) -> Ruling:
    return Ruling("invalid", rules.id, None, errors=error.diagnostics)
