"""Checking rule files: everything that is wrong with each, then what is probably not meant."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from yakulang.engine.sample import Sample
from yakulang.errors import Diagnostic, HandError, RuleError
from yakulang.message import message
from yakulang.rules.bundle import SUFFIXES
from yakulang.rules.catalogue import load
from yakulang.rules.lint import Finding, lint
from yakulang.rules.lint.subject import warn
from yakulang.rules.many import More, bounded, everything, open_lines
from yakulang.rules.nodes import MapNode, find, plain
from yakulang.rules.normalise import normalise
from yakulang.rules.partial import further_problems
from yakulang.rules.reader import read, read_file
from yakulang.table.misfits import misfits
from yakulang.testing.examples import examples_of, hand_of, verdict
from yakulang.testing.tables import Table, table_of_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from yakulang.testing.examples import Example

NOT_FOUND = {"YK100", "YK300"}  # there is no such file or ruleset, or it can't be read


@dataclass(frozen=True, slots=True)
class Checked:
    """A rule file with what was found, by place; of many alike the first, and how many more there are."""

    file: str
    problems: tuple[Diagnostic, ...]

    @property
    def every(self) -> list[Diagnostic]:
        """All problems, none of them left to a line about many."""
        return open_lines(self.problems)

    @property
    def errors(self) -> int:
        """How many errors there are."""
        return sum(problem.severity == "error" for problem in everything(self.problems))

    @property
    def warnings(self) -> int:
        """How many warnings there are."""
        return len(everything(self.problems)) - self.errors

    @property
    def missing(self) -> bool:
        """Whether there is no such file."""
        return any(problem.code in NOT_FOUND and problem.span is None for problem in self.problems)


def check_files(names: Iterable[str]) -> list[Checked]:
    """Check rule files, or bundled rulesets by name. What two of them share is told at the first."""
    told: set[Diagnostic] = set()
    checked = []
    for name in names:
        problems = [problem for problem in _check(name) if problem not in told]
        told.update(problems)
        checked.append(Checked(name, tuple(bounded(problems))))
    return checked


def _check(name: str) -> list[Diagnostic]:
    try:
        table = _table(name)
    except RuleError as error:
        return [*error.diagnostics, *_further(name, error.diagnostics)]
    evidence = Sample(table.rulebook, table.compiled.code)
    found = [*_examples(table), *_misfits(table), *_too_fine(table, evidence)]
    return lint(table.rulebook, table.source, evidence, found)


def _table(name: str) -> Table:
    path = Path(name)
    try:
        is_file = path.suffix in SUFFIXES and path.is_file()
    except (OSError, ValueError):  # a name no file can have: loading says so
        is_file = False
    if is_file:
        return table_of_file(path, name)
    return Table(load(name, validate=True))


def _further(name: str, known: tuple[Diagnostic, ...]) -> list[Diagnostic]:
    """Return what is wrong with the conditions of a file that could be read, but not merged."""
    if any(isinstance(problem, More) and problem.unread for problem in known):
        return []  # there was more than enough to say before
    path = Path(name)
    try:
        root = normalise(read(read_file(path, name)))
    except RuleError:
        return []
    found = further_problems(root, known, path.parent)
    told = set(everything(known))
    return [problem for problem in found if problem not in told]


def _misfits(table: Table) -> Iterator[Finding]:
    """Yield values of the table, the match and the result that don't fit together: what is refused when it is used.

    What a file says to be unknown, such as the wall of a set of tiles that nobody describes, is not told.
    """
    node = table.merged.tree.items.get("unknown")
    unknown = [plain(item) for item in node.items.values()] if isinstance(node, MapNode) else []
    for path, problem in misfits(table.rulebook):
        if path not in unknown:
            yield Finding(path, replace(problem, code="YK439", severity="warning"))


def _too_fine(table: Table, sample: Sample) -> Iterator[Finding]:
    """Yield a hand of a sample that is paid in part by less than the smallest stick, so that nobody can pay it."""
    rules = table.rulebook
    stick = rules.setup.smallest_stick if rules.setup is not None else 1
    if rules.payments.round_up_to % stick == 0:
        return
    for hand in dict.fromkeys(hand for hand, _ in sample.views()):
        paid = next((one.points for one in table.compiled.score(hand).payments if one.points % stick), None)
        if paid is not None:
            text = message(
                "{points} points can't be paid in sticks of {stick}: {hand}", points=paid, stick=stick, hand=str(hand)
            )
            place = find(table.merged.tree, ("payments", "round_up_to"))
            span = place.span if place is not None else table.merged.tree.span
            yield warn("payments", "YK439", text, span, hint=message("write a multiple of {n}", n=stick))
            return


def _examples(table: Table) -> Iterator[Finding]:
    """Yield the examples of a file that do not hold."""
    for example in examples_of(table):
        for problem in _example(example, table):
            yield Finding(f"yaku.{example.yaku}", problem)


def _example(example: Example, table: Table) -> list[Diagnostic]:
    try:
        hand = hand_of(example)
    except HandError as error:
        return [replace(problem, severity="warning") for problem in error.diagnostics]
    ruling = table.compiled.score(hand)
    wrong = verdict(example, ruling, table.compiled)
    if wrong is None:
        return []
    counted = ", ".join(award.id for award in ruling.yaku)
    said = [problem.message for problem in ruling.errors]
    hint = f"the ruling: {counted}" if counted else "; ".join(said) or None
    span = example.node.items["win"].span if isinstance(example.node, MapNode) else example.span
    return [Diagnostic("YK440", f"this example does not hold: {wrong}", span, hint=hint, severity="warning")]
