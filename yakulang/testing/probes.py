"""Examples and cases as probes: each knows what conditions saw, and whether it fails under other rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from yakulang.engine.ruleset import Ruleset
from yakulang.errors import HandError
from yakulang.rules.bundle import bundled_files
from yakulang.testing.cases import read_cases
from yakulang.testing.examples import examples_of, hand_of, verdict
from yakulang.testing.files import found_below, is_case_file, shown
from yakulang.testing.judge import held_against
from yakulang.testing.replay import Memory, Replay, lasting
from yakulang.testing.tables import table_of_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from yakulang.lang.view import View
    from yakulang.rules.model import Rulebook
    from yakulang.testing.cases import Trial
    from yakulang.testing.examples import Example
    from yakulang.testing.tables import Table


@dataclass(slots=True)
class Probe:
    """An example or a case.

    Attributes:
        place: its file and line.
        about: the yaku an example is of, or None.
        table: the rules it is judged by.
        judge: returns whether it does not hold under a ruleset.
    """

    place: str
    about: str | None
    table: Table
    judge: Callable[[Ruleset], bool]
    _memory: Memory = field(default_factory=Memory)
    _holds: bool | None = None

    @property
    def holds(self) -> bool:
        """Whether it holds by its own rules; one that does not notices nothing."""
        if self._holds is None:
            self._holds = not self._judge(self.table.rulebook, recording=True)
        return self._holds

    def views(self, section: str) -> list[View]:
        """Return what the conditions of a section were asked of."""
        return self._memory.seen.get(section, []) if self.holds else []

    def fails(self, mutated: Rulebook) -> bool:
        """Return whether it does not hold under its rules with one condition mutated."""
        return self._judge(mutated)

    def _judge(self, rulebook: Rulebook, *, recording: bool = False) -> bool:
        return self.judge(Ruleset(rulebook, Replay(rulebook, self._memory, _lasting(self.table), recording=recording)))


@cache
def _lasting(table: Table) -> frozenset[int]:
    return lasting(table.rulebook)


def probes_of(folders: Iterable[Path]) -> list[Probe]:
    """Return the examples and cases of some folders and of the bundled rule files.

    Raises:
        YakulangError: a file is wrong.
    """
    paths = dict.fromkeys(path.resolve() for path in bundled_files().values())
    paths |= dict.fromkeys(path.resolve() for folder in folders for path in found_below(folder))
    return [probe for path in paths for probe in probes_in(path)]


def probes_in(path: Path) -> Iterator[Probe]:
    """Yield the examples of a rule file, or the cases of a case file."""
    if is_case_file(path):
        for trial in read_cases(path, shown(path)):
            yield Probe(trial.case.span.place, None, trial.table, _case(trial))
    else:
        table = table_of_file(path, shown(path))
        for example in examples_of(table):
            yield Probe(example.span.place, example.yaku, table, _example(example))


def _case(trial: Trial) -> Callable[[Ruleset], bool]:
    return lambda rules: bool(held_against(trial, rules, rules)[1])


def _example(example: Example) -> Callable[[Ruleset], bool]:
    try:
        hand = hand_of(example)
    except HandError:
        return lambda _rules: True
    return lambda rules: verdict(example, rules.score(hand), rules) is not None
