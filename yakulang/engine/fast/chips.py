"""How much there is of each thing that chips are paid for: as expressions, and as a function of one kind of hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.engine.fast.text import Text
from yakulang.engine.judge import MAX_COUNT
from yakulang.lang import ir

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from yakulang.lang.lowering import Lowering
    from yakulang.lang.typed import Condition, Number
    from yakulang.rules.chip_rules import ChipRule
    from yakulang.rules.model import Rulebook

    Fold = Callable[[ir.Expr], ir.Expr]

SHOWN = "shown_"  # before the index of a kind of dora: the register of how many of them are shown
MOST_NUMBER = 10**6  # of a register


def chip_counts(rulebook: Rulebook, lower: Lowering, fold: Fold = lambda expression: expression) -> list[ir.Expr]:
    """Return how much there is of each thing that chips are paid for; below 0 is nothing.

    Args:
        rulebook: the rules.
        lower: lowers their conditions.
        fold: puts in what is known of a hand.
    """

    def times(when: Condition | None, count: ir.Expr) -> ir.Expr:
        return ir.times(ir.TRUE if when is None else fold(lower.condition(when)), fold(count))

    def number(each: Number | None, otherwise: ir.Expr) -> ir.Expr:
        return otherwise if each is None else lower.number(each)

    def counted(rule: ChipRule) -> ir.Expr:
        if rule.dora is None:
            return number(rule.each, ir.ONE)
        return ir.added(
            times(kind.when, number(kind.each, ir.Register(f"{SHOWN}{index}")))
            for index, kind in enumerate(rulebook.dora)
            if rule.dora in (kind.id, kind.label)
        )

    return [times(rule.when, counted(rule)) for rule in rulebook.chips]


def chips_text(
    rulebook: Rulebook, lower: Lowering, place: Callable[[str], str], known: Mapping[ir.Expr, ir.Expr]
) -> str:
    """Return the text of `chips(w, wait, p, s, shown, held, awarded, yakuman)`, which returns the counts as a tuple.

    Args:
        rulebook: the rules.
        lower: lowers their conditions.
        place: how each register is reached.
        known: expressions that are constants for this kind of hand.
    """

    def reached(register: str) -> str:
        return f"shown[{register.removeprefix(SHOWN)}]" if register.startswith(SHOWN) else place(register)

    text = Text("chips", "w, wait, p, s, shown, held, awarded, yakuman", reached, known)
    counts = chip_counts(rulebook, lower, text.folded)
    for number, count in enumerate(counts):
        text.add(f"    a{number} = ", count)
    text.add(f"    return ({''.join(f'a{number}, ' for number in range(len(counts)))})")
    return text.text()


def are_payable(rulebook: Rulebook, lower: Lowering) -> bool:
    """Whether no hand can come to more chips than a ruling has; where one could, the judge looks at all of them."""
    values = [max(rule.ron.value, rule.tsumo_each.value) for rule in rulebook.chips]
    return all(
        most(count) * value <= MAX_COUNT for count, value in zip(chip_counts(rulebook, lower), values, strict=True)
    )


def most(number: ir.Expr) -> float:
    """Return a number that a count does not exceed, whatever the hand, with either sign."""
    match number:
        case ir.Const(value=value):
            return min(abs(value), MAX_COUNT + 1)
        case ir.Popcount():
            return ir.ALL.bit_length()
        case ir.Register():
            return MOST_NUMBER
        case ir.Arith(operator="+" | "-", left=left, right=right):
            return most(left) + most(right)
        case ir.Arith(operator="*", left=left, right=right):
            return most(left) * most(right)
        case ir.Compare() | ir.AllTrue() | ir.AnyTrue() | ir.Untrue():
            return 1
    return MAX_COUNT + 1
