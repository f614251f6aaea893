"""Compiled conditions held against the reference evaluator: `python -m yakulang.testing.agree --seed 1 --count 100000`.

Random hands are judged by all bundled rulesets. Every question that judging asks of the conditions, about every reading
and not only the one that counts, is asked of both evaluators, and both must say the same; and the quick scorer must
give the same ruling in every field, as must the columns where numpy is installed, in every field that they have. Each
hand depends on the seed and its number only: a run that was ended goes on with `--first NUMBER`, and one hand alone is
tried again by `--first NUMBER --count 1`.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field, fields, replace
from importlib.util import find_spec
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

from yakulang.engine.compiled import CompiledConditions
from yakulang.engine.ruleset import Ruleset
from yakulang.rules.build import build
from yakulang.rules.catalogue import load
from yakulang.rules.listing import listed
from yakulang.testing.deal import Kit, deal_any, fitted, marked_copies
from yakulang.testing.remembered import Memory, RememberedConditions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from yakulang.engine.conditions import Standing
    from yakulang.engine.readings import Reading
    from yakulang.engine.ruling import Ruling
    from yakulang.engine.situation import Situation
    from yakulang.hand import Hand
    from yakulang.lang.typed import Condition
    from yakulang.rules.model import Rulebook
    from yakulang.testing.in_columns import InColumns
    from yakulang.tiles import Tile

STEP = 1024  # hands after which the command says how far it is
SHOWN = 20  # differences that the command shows
Answer = TypeVar("Answer")


@dataclass(slots=True)
class Tally:
    """What was compared.

    Attributes:
        hands: how many hands were dealt.
        rulings: how many rulings there were, by status.
        by_rules: how many hands won under each ruleset.
        answers: how many answers of the two evaluators were compared.
        fields: how many fields of rulings in columns were compared.
        differences: one line for each that differed.
    """

    hands: int = 0
    rulings: Counter[str] = field(default_factory=Counter)
    by_rules: Counter[str] = field(default_factory=Counter)
    answers: int = 0
    fields: int = 0
    differences: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        statuses = ", ".join(f"{count:,} {status}" for status, count in sorted(self.rulings.items()))
        return (
            f"{self.hands:,} hands, {self.rulings.total():,} rulings ({statuses}), "
            f"{self.answers:,} answers and {self.fields:,} fields of columns compared, {len(self.differences):,} differ"
        )


class BothConditions:
    """Asks compiled code and the reference evaluator, compares, and answers with what compiled code says.

    A case is a pair: the case of the one and that of the other.
    """

    def __init__(self, rulebook: Rulebook, memory: Memory) -> None:
        self.fast = CompiledConditions(rulebook)
        self.slow = RememberedConditions(rulebook, memory)
        self.compared = 0
        self.found: list[str] = []

    def _same(self, question: str, fast: Answer, slow: Answer) -> Answer:
        self.compared += 1
        if _listed(fast) != _listed(slow):
            self.found.append(f"{question}: compiled {fast}, reference {slow}")
        return fast

    def said(self, condition: Condition, situation: Situation) -> bool:
        """See `Conditions.said`."""
        return self._same("said", self.fast.said(condition, situation), self.slow.said(condition, situation))

    def no_case(self) -> Any:
        """See `Conditions.no_case`."""
        return self.fast.no_case(), self.slow.no_case()

    def table(self, hand: Hand, situation: Situation) -> Any:
        """See `Conditions.table`."""
        return self.fast.table(hand, situation), self.slow.table(hand, situation)

    def reading(self, table: Any, reading: Reading) -> Any:
        """See `Conditions.reading`."""
        return self.fast.reading(table[0], reading), self.slow.reading(table[1], reading)

    def impossible(self, table: Any) -> Sequence[int]:
        """See `Conditions.impossible`."""
        return self._same("impossible", self.fast.impossible(table[0]), self.slow.impossible(table[1]))

    def any_win(self, table: Any) -> bool:
        """See `Conditions.any_win`."""
        return self._same("any_win", self.fast.any_win(table[0]), self.slow.any_win(table[1]))

    def loose(self, table: Any) -> Sequence[bool]:
        """See `Conditions.loose`."""
        return self._same("loose", self.fast.loose(table[0]), self.slow.loose(table[1]))

    def held(self, case: Any) -> int:
        """See `Conditions.held`."""
        return self._same("held", self.fast.held(case[0]), self.slow.held(case[1]))

    def times(self, case: Any, yaku: int) -> int:
        """See `Conditions.times`."""
        return self._same("times", self.fast.times(case[0], yaku), self.slow.times(case[1], yaku))

    def forbidden(self, case: Any, held: int) -> int:
        """See `Conditions.forbidden`."""
        return self._same("forbidden", self.fast.forbidden(case[0], held), self.slow.forbidden(case[1], held))

    def dora(self, case: Any, standing: Standing) -> Sequence[int]:
        """See `Conditions.dora`."""
        return self._same("dora", self.fast.dora(case[0], standing), self.slow.dora(case[1], standing))

    def fixed_fu(self, case: Any, standing: Standing) -> int:
        """See `Conditions.fixed_fu`."""
        return self._same("fixed_fu", self.fast.fixed_fu(case[0], standing), self.slow.fixed_fu(case[1], standing))

    def fu(self, case: Any, standing: Standing) -> Sequence[int]:
        """See `Conditions.fu`."""
        return self._same("fu", self.fast.fu(case[0], standing), self.slow.fu(case[1], standing))

    def chips(self, case: Any, standing: Standing) -> Sequence[int]:
        """See `Conditions.chips`."""
        return self._same("chips", self.fast.chips(case[0], standing), self.slow.chips(case[1], standing))

    def floors(self, case: Any, standing: Standing, subtotal: int) -> Sequence[bool]:
        """See `Conditions.floors`."""
        fast, slow = self.fast.floors(case[0], standing, subtotal), self.slow.floors(case[1], standing, subtotal)
        return self._same("floors", fast, slow)

    def base(self, han: int, fu: int) -> int:
        """See `Conditions.base`."""
        return self._same("base", self.fast.base(han, fu), self.slow.base(han, fu))

    def limits(self, case: Any, standing: Standing, han: int, fu: int, base: int) -> Sequence[tuple[bool, int]]:
        """See `Conditions.limits`."""
        fast = self.fast.limits(case[0], standing, han, fu, base)
        return self._same("limits", fast, self.slow.limits(case[1], standing, han, fu, base))


def _listed(answer: Any) -> Any:
    """Return an answer, one of several values as a list whatever sequence it is."""
    return list(answer) if isinstance(answer, tuple) else answer


class Agreement:
    """Rulesets ready to be compared on random hands.

    Args:
        references: ids of bundled rulesets or paths of rule files.
        columns: whether hands are scored in columns as well; where numpy is installed, if not said.
        reference: whether the reference evaluator is asked, which takes most of the time.
    """

    def __init__(self, references: Sequence[str], *, columns: bool | None = None, reference: bool = True) -> None:
        self.tally = Tally()
        self._columns: dict[str, InColumns] = {}
        self._reference = reference
        in_columns = _installed() if columns is None else columns
        self._memory = Memory()
        self._groups: dict[Kit, list[tuple[Ruleset, BothConditions, Ruleset]]] = {}
        for name in references:
            rulebook = build(load(name))
            both = BothConditions(rulebook, self._memory)
            kit = Kit.of(rulebook).with_marked({})
            quick = Ruleset(rulebook, both.fast)
            self._groups.setdefault(kit, []).append((Ruleset(rulebook, both), both, quick))
            if in_columns:
                from yakulang.testing.in_columns import InColumns  # noqa: PLC0415  an extra

                self._columns[quick.id] = InColumns(quick)

    def compare(self, seed: int, number: int) -> None:
        """Judge the hand of a seed and a number by every ruleset."""
        self.tally.hands += 1
        for kit, members in self._groups.items():
            self._memory.forget()
            marked = _most(marked_copies(ruleset.rulebook) for ruleset, *_ in members)
            dealt = deal_any(Random(f"{seed}:{number}"), kit.with_marked(marked))  # noqa: S311  repeatable, not secret
            for ruleset, both, quick in members:
                self._judge(ruleset, both, quick, fitted(dealt, marked_copies(ruleset.rulebook)), number)

    def _judge(self, ruleset: Ruleset, both: BothConditions, quick: Ruleset, hand: Hand, number: int) -> None:
        tally = self.tally
        both.compared = 0
        status: str
        try:
            ruling = (ruleset if self._reference else quick).score(hand)
            status = ruling.status
            if ruleset.id in self._columns:
                self._columns[ruleset.id].add(number, hand, ruling)
            if self._reference:
                both.found += _unlike(ruling, quick.score(hand))
        except Exception:  # whatever it is, it is what is looked for
            status = "failed"
            both.found.append(traceback.format_exc())
        tally.rulings[status] += 1
        tally.by_rules[ruleset.id] += status == "ok"
        tally.answers += both.compared
        tally.differences += [f"{ruleset.id} {number}: {found}    {hand}" for found in both.found]
        both.found.clear()

    def compare_columns(self) -> None:
        """Score in columns what was judged since this was last done."""
        for name, columns in self._columns.items():
            try:
                compared, differ = columns.compare()
            except Exception:  # whatever it is, it is what is looked for
                compared, differ = 0, [(-1, traceback.format_exc())]
            self.tally.fields += compared
            self.tally.differences += [f"{name} {number}: {found}" for number, found in differ]


def _installed() -> bool:
    return find_spec("numpy") is not None


def _unlike(ruling: Ruling, other: Ruling) -> Iterator[str]:
    """Yield the fields in which the ruling of the quick scorer is another one."""
    for name in (one.name for one in fields(ruling)):
        if getattr(ruling, name) != getattr(other, name):
            yield f"{name}: {getattr(ruling, name)}, quickly {getattr(other, name)}"


def _most(tables: Iterator[Mapping[Tile, int]]) -> dict[Tile, int]:
    """Return the greatest number of copies of each marked tile that any table has."""
    most: Counter[Tile] = Counter()
    for marked in tables:
        most |= Counter(marked)
    return dict(most)


def rulesets(*, mixins: bool = False) -> list[str]:
    """Return the ids of the bundled rulesets, and of those that are for including where asked."""
    return [found.id for found in listed() if mixins or not found.mixin]


def agree(
    references: Sequence[str],
    seed: int,
    count: int,
    first: int = 0,
    say: Callable[[int, Tally], None] | None = None,
    *,
    columns: bool | None = None,
    reference: bool = True,
) -> Tally:
    """Compare both evaluators on random hands.

    Args:
        references: the rulesets.
        seed: what the hands depend on, with their number.
        count: how many.
        first: the number of the first.
        say: called after each 1,024 hands with the number of the next and what was compared so far.
        columns: whether hands are scored in columns as well; where numpy is installed, if not said.
        reference: whether the reference evaluator is asked.
    """
    agreement = Agreement(references, columns=columns, reference=reference)
    for number in range(first, first + count):
        agreement.compare(seed, number)
        if (number + 1 - first) % STEP == 0:
            agreement.compare_columns()
            if say is not None:
                say(number + 1, replace(agreement.tally))
    agreement.compare_columns()
    return agreement.tally


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; the status is 1 where something differed."""
    parser = argparse.ArgumentParser(
        prog="python -m yakulang.testing.agree", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=1024, help="how many hands")
    parser.add_argument("--first", type=int, default=0, help="the number of the first hand")
    parser.add_argument("--rules", action="append", help="a ruleset; all bundled ones if not said")
    parser.add_argument("--mixins", action="store_true", help="each mix-in alone as well")
    parser.add_argument(
        "--columns",
        action=argparse.BooleanOptionalAction,
        help="score the hands in columns as well; done where numpy is installed",
    )
    parser.add_argument(
        "--no-reference", action="store_true", help="compare the quick scorer and columns only, some ten times faster"
    )
    options = parser.parse_args(arguments)
    began = time.perf_counter()

    def say(following: int, tally: Tally) -> None:
        took = time.perf_counter() - began
        sys.stderr.write(f"{tally}; {took:.0f} s; to go on from here: --first {following}\n")

    references = options.rules or rulesets(mixins=options.mixins)
    tally = agree(
        references,
        options.seed,
        options.count,
        options.first,
        say,
        columns=options.columns,
        reference=not options.no_reference,
    )
    for difference in tally.differences[:SHOWN]:
        sys.stderr.write(f"{difference}\n\n")
    last = options.first + options.count - 1
    sys.stdout.write(f"{len(references)} rulesets, seed {options.seed}, hands {options.first} to {last}: {tally}\n")
    return 1 if tally.differences else 0


if __name__ == "__main__":
    sys.exit(main())
