"""Two rulesets come apart only through what is shown as different: `python -m yakulang.testing.apart --seed 1`.

Of a pair of bundled rulesets, a rule file extends the one and changes just what `rules show --all` would show as
different to what the other says. Random hands, draws, results and matches are then the same under that file as under
the other ruleset: nothing else matters. Where the two themselves answer otherwise, what is shown is taken over step by
step, section by section and then value by value, until the answer moves: that value is what it hangs on.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations
from random import Random
from typing import TYPE_CHECKING

from yakulang.engine.compiled import CompiledConditions
from yakulang.engine.ruleset import Ruleset
from yakulang.errors import RuleError
from yakulang.rules.build import build
from yakulang.rules.catalogue import load, load_text
from yakulang.rules.listing import listed
from yakulang.rules.transplant import differing, transplanted
from yakulang.testing.questions import Question, questions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from yakulang.rules.merge import Merged

SHOWN = 20


@dataclass(slots=True)
class Apart:
    """What was compared.

    Attributes:
        pairs: how many pairs of rulesets.
        asked: how many questions.
        differing: how many of them the two of a pair answer otherwise.
        moved: by the value that moved the answer, for those that were traced.
        named: how many of these answers name the place of a value that is shown as different.
        wrong: one line for each question that the changed ruleset answers otherwise than the one it was changed to.
    """

    pairs: int = 0
    asked: int = 0
    differing: int = 0
    moved: Counter[str] = field(default_factory=Counter)
    named: int = 0
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.pairs:,} pairs, {self.asked:,} questions, {self.differing:,} answered otherwise by the two; "
            f"{self.moved.total():,} traced to {len(self.moved):,} values, {self.named:,} name one; "
            f"{len(self.wrong):,} hang on what is not shown"
        )


@cache
def _ruleset(name: str) -> Ruleset:
    return _built(load(name))


def _built(merged: Merged) -> Ruleset:
    rulebook = build(merged)
    return Ruleset(rulebook, CompiledConditions(rulebook))


def pairs() -> list[tuple[str, str]]:
    """Return every two bundled rulesets with the same number of players, in both orders."""
    tables = [one for one in listed() if not one.mixin]
    return [(one.id, other.id) for one, other in permutations(tables, 2) if one.players == other.players]


@dataclass(slots=True)
class Pair:
    """Two bundled rulesets, and what lies between them."""

    one: Ruleset
    other: Ruleset
    paths: list[str]
    made: dict[frozenset[str], Ruleset | None] = field(default_factory=dict)

    @classmethod
    def of(cls, one: str, other: str) -> Pair:
        """Return a pair by the ids."""
        first, second = _ruleset(one), _ruleset(other)
        return cls(first, second, differing(first.rulebook.merged, second.rulebook.merged))

    def changed(self, paths: Sequence[str]) -> Ruleset | None:
        """Return the one with what the other says at some paths; None where that alone is no ruleset."""
        key = frozenset(paths)
        if key not in self.made:
            one, other = self.one.rulebook.merged, self.other.rulebook.merged
            try:
                self.made[key] = _built(load_text(transplanted(one, other, paths, "changed"), "changed.yaml"))
            except RuleError:
                if len(paths) == len(self.paths):
                    raise
                self.made[key] = None
        return self.made[key]

    def whole(self) -> Ruleset:
        """Return the one with all that is shown as different."""
        found = self.changed(self.paths)
        assert found is not None  # noqa: S101  an error is raised where it can't be made
        return found

    def moving(self, question: Question) -> str | None:
        """Return the value that moves the answer from that of the one, when those shown are taken over in turn."""
        before = question.asked(self.one)
        taken: list[str] = []
        for section in self._sections():
            if self._moves(question, before, [*taken, *section]):
                for path in section:
                    taken.append(path)
                    if self._moves(question, before, taken):
                        return path
            taken += [path for path in section if path not in taken]
        return None

    def _moves(self, question: Question, before: object, paths: Sequence[str]) -> bool:
        changed = self.changed(paths)
        return changed is not None and question.asked(changed) != before

    def _sections(self) -> Iterator[list[str]]:
        for name in dict.fromkeys(path.split(".")[0] for path in self.paths):
            yield [path for path in self.paths if path.split(".")[0] == name]

    def names_one(self, question: Question) -> bool:
        """Return whether an answer of one of the two names the place of a value that is shown as different."""
        shown = set()
        for rules in (self.one.rulebook.merged, self.other.rulebook.merged):
            shown |= {rules.span_of(path).place for path in self.paths}
        return bool((question.rules(self.one) ^ question.rules(self.other)) & shown)


def compare(one: str, other: str, seed: int, tally: Apart, *, hands: int = 10, traced: int = 1) -> None:
    """Ask two rulesets, and the one changed to the other, the same random questions.

    Args:
        one: the id of a bundled ruleset.
        other: that of another.
        seed: of the questions.
        tally: notes what was compared.
        hands: how many random hands from the tiles of each of the two; of draws and results as many, and of matches
            the hands of one.
        traced: how many questions of each kind that the two answer otherwise are traced to a value.
    """
    pair = Pair.of(one, other)
    tally.pairs += 1
    left = Counter[str]()
    numbers = {"hands": hands, "draws": hands, "results": hands, "matches": 1}
    for question in (*questions(pair.other, seed, **numbers), *questions(pair.one, seed + 1, **numbers)):
        tally.asked += 1
        wanted = question.asked(pair.other)
        got = question.asked(pair.whole())
        if got != wanted:
            tally.wrong.append(f"{one} -> {other}: {question.kind} {question.about}: {got}, expected {wanted}")
        if question.asked(pair.one) != wanted:
            tally.differing += 1
            if left[question.kind] < traced:
                left[question.kind] += 1
                value = pair.moving(question)
                if value is None:
                    tally.wrong.append(f"{one} -> {other}: {question.kind} {question.about}: no value moves it")
                else:
                    tally.moved[value] += 1
                    tally.named += pair.names_one(question)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; the status is 1 where something hangs on what is not shown."""
    parser = argparse.ArgumentParser(
        prog="python -m yakulang.testing.apart", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--pairs", type=int, help="how many pairs, at random; all if not said")
    parser.add_argument("--hands", type=int, default=10, help="how many hands, draws and results a ruleset")
    parser.add_argument("--traced", type=int, default=1, help="how many of each kind a pair are traced")
    options = parser.parse_args(arguments)
    chosen, tally, began = pairs(), Apart(), time.perf_counter()
    if options.pairs is not None and options.pairs < len(chosen):
        chosen = Random(options.seed).sample(chosen, options.pairs)  # noqa: S311  a sample, no secret
    for one, other in chosen:
        compare(one, other, options.seed, tally, hands=options.hands, traced=options.traced)
        sys.stderr.write(f"{one} -> {other}: {tally}; {time.perf_counter() - began:.0f} s\n")
    for line in tally.wrong[:SHOWN]:
        sys.stderr.write(f"{line}\n\n")
    sys.stdout.write(f"seed {options.seed}: {tally}\n")
    for value, count in tally.moved.most_common():
        sys.stdout.write(f"{count:6} {value}\n")
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
