"""Values of a ruleset that contradict each other, so that a table, a match or a result is refused whatever happens.

Each is asked when the rules are used as well; here all of them at once, before somebody plays by the rules.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic
from yakulang.lang.evaluator import holds
from yakulang.lang.view import View
from yakulang.message import message
from yakulang.table.ending import uma_problems
from yakulang.table.match_checks import missing_numbers
from yakulang.table.seats import TableError, sticks
from yakulang.table.settlement import called
from yakulang.table.wall import deal_rules, wall_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from yakulang.rules.match_model import LoanRules
    from yakulang.rules.model import Rulebook
    from yakulang.rules.table_model import SettlementRules, SetupRules


def misfits(rules: Rulebook) -> Iterator[tuple[str, Diagnostic]]:
    """Yield what does not fit together, each with the path of what it is about.

    A section that a ruleset does not have is none of it: what needs one says so.
    """
    if rules.setup is not None:
        yield from _setup(rules, rules.setup)
        yield from (("payments", problem) for problem in _payments(rules, rules.setup))
    if rules.settlement is not None:
        yield from (("settlement", problem) for problem in uma_problems(rules, rules.settlement))
        yield from (("settlement", problem) for problem in _floating(rules, rules.settlement))
    if rules.match is not None:
        yield from (("match", problem) for problem in missing_numbers(rules, rules.match))
        if rules.match.loans is not None:
            yield from (("match", problem) for problem in _loans(rules.match.loans))


def _setup(rules: Rulebook, setup: SetupRules) -> Iterator[tuple[str, Diagnostic]]:
    asked: list[tuple[str, Callable[[Rulebook], object]]] = [("setup.sticks", sticks)]
    asked += [("setup.wall", wall_rules)] if setup.wall is not None else []
    asked += [("setup.deal", deal_rules)] if setup.wall is not None and setup.deal is not None else []
    for path, ask in asked:
        try:
            ask(rules)
        except TableError as error:
            yield from ((path, problem) for problem in error.diagnostics)
            if path == "setup.wall":  # without it nothing is dealt
                return


def _payments(rules: Rulebook, setup: SetupRules) -> Iterator[Diagnostic]:
    """Yield what is paid beside hands and can't be paid in the sticks there are."""
    stick, payments = setup.smallest_stick, rules.payments
    for paid in (payments.stick, payments.honba_ron, payments.honba_tsumo_each):
        if paid.value % stick:
            text = message("{points} points can't be paid in sticks of {stick}", points=paid.value, stick=stick)
            hint = message("the sticks: {place}", place=setup.sticks_span.place)
            yield Diagnostic("YK801", text, paid.span, hint=hint)


def _floating(rules: Rulebook, settlement: SettlementRules) -> Iterator[Diagnostic]:
    """Yield floating uma of which two hold for one number of players afloat; nobody or everybody can't always be."""
    if settlement.afloat is None:
        return
    for one, other in combinations(settlement.floating, 2):
        for afloat in range(1, rules.players):
            view = View(numbers={"afloat": afloat})
            if all(uma.when is not None and holds(uma.when, view) for uma in (one, other)):
                text = message(
                    "two floating uma hold with {n} afloat: {one} and {other}",
                    n=afloat, one=called(one.names, one.id), other=called(other.names, other.id),
                )  # fmt: skip
                yield Diagnostic("YK809", text, other.span)
                break


def _loans(loans: LoanRules) -> Iterator[Diagnostic]:
    """Yield sticks in reserve that lend nothing."""
    worth, number = loans.worth, loans.sticks
    if worth is None and number is not None and number.value:
        text = message("what a stick in reserve is worth is not said, so that none is lent")
        yield Diagnostic("YK439", text, number.span, hint=message("write {text}", text="`worth: ...`"))
    elif worth is not None and number is None:
        text = message("how many sticks are in reserve is not said, so that none is lent")
        yield Diagnostic("YK439", text, worth.span, hint=message("write {text}", text="`sticks: ...`"))
    elif worth is not None and number is not None and number.value and not worth.value:
        text = message("a stick in reserve is worth 0 points, so that none is lent")
        yield Diagnostic("YK439", text, worth.span, hint=message("write {text}", text="`worth: ...`"))
