"""Proving that a condition of a ruleset is never true, always is, or follows from another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from yakulang.lang import typed
from yakulang.rules.proof.between import BETWEEN
from yakulang.rules.proof.masks import Masks
from yakulang.rules.proof.narrow import Narrowing
from yakulang.rules.proof.ranges import EVERY, Range
from yakulang.rules.proof.setting import settings
from yakulang.rules.proof.terms import Splitter, TooManyError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from yakulang.rules.model import Rulebook, Statement
    from yakulang.rules.proof.setting import Setting
    from yakulang.rules.proof.terms import Literal, Term

MAX_ROUNDS = 4  # in which one statement follows from another
MAX_STEPS = 1 << 14  # tries for one ruleset, long ones counted more; after that nothing more is proved


@dataclass(frozen=True, slots=True)
class Proof:
    """That something is so in every setting. `by` are the statements of the rule file that it rests on."""

    by: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True)
class _Axiom:
    """Phrases that never hold together, as a statement of the rule file says."""

    statement: Statement
    term: Term
    flags: frozenset[str]  # that must be true for it to say anything


class Prover:
    """Proves things about the conditions of one ruleset.

    `never` and `always` answer None where nothing is proved. The statements under `impossible` and `forbidden` count
    as never true, but where they are themselves asked.
    """

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self._splitter = Splitter(rulebook.yaku)
        self._masks = {tsumo: Masks(tsumo=tsumo) for tsumo in (True, False)}
        self._steps = MAX_STEPS
        self._following: set[str] = set()
        self._settings: dict[str, tuple[tuple[Setting, tuple[Term, ...]], ...]] = {}
        self._impossible: list[_Axiom] = []
        self._forbidden: list[_Axiom] = []
        self._impossible = list(self._axioms(rulebook.impossible, "impossible"))
        self._forbidden = list(self._axioms(rulebook.forbidden, "forbidden"))
        self._following = {  # flags that a statement may make true: that one is false can say something
            part.node.name
            for axiom in (*self._impossible, *self._forbidden)
            for part in axiom.term
            if isinstance(part.node, typed.Flag) and not part.positive
        }

    def _axioms(self, statements: Sequence[Statement], slot: str) -> Iterator[_Axiom]:
        for statement in statements:
            if self.always(statement.when, slot):
                continue  # it says nothing of any hand in particular
            try:
                terms = self._splitter.terms(statement.when)
            except TooManyError:
                continue
            for term in terms:
                flags = {part.node.name for part in term if isinstance(part.node, typed.Flag) and part.positive}
                yield _Axiom(statement, term, frozenset(flags))

    # --- what can be asked ----------------------------------------------------------------------

    def never(
        self,
        condition: typed.Condition,
        slot: str,
        *,
        taken: Mapping[int, bool] | None = None,
        shape: str | None = None,
    ) -> Proof | None:
        """Return a proof that a condition of a slot is never true.

        Args:
            condition: the condition.
            slot: where it stands, e.g. `yaku`.
            taken: phrases in it that are taken as true or false, by the identity of their node.
            shape: looks only at hands read as this shape.
        """
        try:
            terms = self._splitter.terms(condition, taken=taken)
        except TooManyError:
            return None
        return self._none_holds(terms, slot, shape)

    def always(self, condition: typed.Condition, slot: str) -> Proof | None:
        """Return a proof that a condition is always true."""
        try:
            terms = self._splitter.terms(condition, positive=False)
        except TooManyError:
            return None
        return self._none_holds(terms, slot, None)

    def follows(self, condition: typed.Condition, others: Sequence[typed.Condition], slot: str) -> Proof | None:
        """Return a proof that where a condition holds one of the others does."""
        parts = (condition, *(typed.Not(other.span, other) for other in others))
        return self.never(typed.AllOf(condition.span, parts), slot)

    def disjoint(self, one: typed.Condition, other: typed.Condition, slot: str) -> Proof | None:
        """Return a proof that two conditions never hold together."""
        return self.never(typed.AllOf(one.span, (one, other)), slot)

    def range(self, number: typed.Number, slot: str, given: typed.Condition | None = None) -> Range:
        """Return what a number can be in any setting, where a condition holds."""
        if isinstance(number, typed.Literal):
            return Range(number.value, number.value)
        found: Range | None = None
        try:
            terms = self._splitter.terms(given) if given is not None else ((),)
        except TooManyError:
            terms = ((),)
        for narrowed in self._left(terms, slot, None, axioms=()):
            if self.exhausted:
                return EVERY
            here = narrowed.range(number)
            found = here if found is None else _hull(found, here)
        return found or Range(0, -1)

    def counted(self, members: typed.Members, slot: str) -> Range:
        """Return how many members a collection can have in any setting."""
        return self.range(typed.Count(members.span, members), slot)

    def shapes(self, slot: str) -> list[str]:
        """Return the shapes a condition of a slot can be asked of."""
        return list(dict.fromkeys(s.shape.id for s, _ in self._within(slot) if s.shape is not None))

    @property
    def exhausted(self) -> bool:
        """Whether so much was tried that nothing more is proved."""
        return self._steps < 0

    # --- trying ---------------------------------------------------------------------------------

    def _within(self, slot: str) -> tuple[tuple[Setting, tuple[Term, ...]], ...]:
        """Return the settings of a slot, each with what is known of hands in it: the condition of a loose shape."""
        if slot not in self._settings:
            found = []
            for setting in settings(self.rulebook, slot):
                known: tuple[Term, ...] = ((),)
                if setting.shape is not None and setting.shape.loose is not None:
                    try:
                        known = self._splitter.terms(setting.shape.loose)
                    except TooManyError:
                        known = ((),)
                found.append((setting, known))
            self._settings[slot] = tuple(found)
        return self._settings[slot]

    def _none_holds(self, terms: Sequence[Term], slot: str, shape: str | None) -> Proof | None:
        by: dict[str, Statement] = {}
        axioms = self._known_in(slot)
        if next(self._left(terms, slot, shape, axioms, by), None) is not None:
            return None
        if len(by) > 1:  # one of them may be enough
            for statement in by.values():
                alone = [axiom for axiom in axioms if axiom.statement is statement]
                if next(self._left(terms, slot, shape, alone), None) is None:
                    return Proof((statement,))
        return Proof(tuple(by.values()))

    def _left(
        self,
        terms: Sequence[Term],
        slot: str,
        shape: str | None,
        axioms: Sequence[_Axiom],
        by: dict[str, Statement] | None = None,
    ) -> Iterator[Narrowing]:
        """Yield what alternatives leave in each setting in which they can hold; note in `by` what forbids others."""
        by = {} if by is None else by
        for setting, known in self._within(slot):
            if shape is not None and (setting.shape is None or setting.shape.id != shape):
                continue
            for given in known:
                for term in terms:
                    self._steps -= 1 + len(term) // 4
                    narrowed = Narrowing(setting, self._masks[setting.flags["tsumo"]])
                    if self.exhausted:
                        yield narrowed
                        return
                    narrowed.take((*given, *term))
                    if narrowed.settle() and self._allowed(narrowed, axioms, by):
                        yield narrowed

    def _known_in(self, slot: str) -> list[_Axiom]:
        if slot in BETWEEN or slot in ("impossible", "word", "free", "loose", "sealed", "draw", "tenpai"):
            return []
        return self._impossible if slot in ("forbidden", "pao") else [*self._impossible, *self._forbidden]

    def _allowed(self, narrowed: Narrowing, axioms: Sequence[_Axiom], by: dict[str, Statement]) -> bool:
        """Return whether no statement of the rule file forbids what must hold; draw what follows from them."""
        for _ in range(MAX_ROUNDS):
            changed = False
            true = {name for name, value in narrowed.flags.items() if value}
            some = true | self._following
            for axiom in axioms:
                if axiom.flags:  # most say nothing of what is asked
                    if not axiom.flags <= some or len(axiom.flags - true) > 1:
                        continue
                elif not narrowed.compared:
                    continue
                open_ = []
                for literal in axiom.term:
                    says = narrowed.says(literal)
                    if says is False:
                        break
                    if says is None:
                        open_.append(literal)
                        if len(open_) > 1:
                            break
                else:
                    if not open_:
                        by[axiom.statement.id] = axiom.statement
                        return False
                    changed |= _exclude(narrowed, open_[0])
                    if narrowed.dead:
                        by[axiom.statement.id] = axiom.statement
                        return False
            if not changed:
                return True
        return True


def _exclude(narrowed: Narrowing, literal: Literal) -> bool:
    """Take in the opposite of a phrase where that is simple; return whether it was."""
    match literal.node:
        case typed.Flag(name=name) if name not in narrowed.flags:
            narrowed.set_flag(name, value=not literal.positive)
            return True
        case typed.ChoiceIs(name=name, values=values) if name in narrowed.choices:
            before = narrowed.choices[name]
            narrowed.set_choice(name, frozenset(values), positive=not literal.positive)
            return narrowed.choices[name] != before
    return False


def _hull(one: Range, other: Range) -> Range:
    low = None if one.low is None or other.low is None else min(one.low, other.low)
    high = None if one.high is None or other.high is None else max(one.high, other.high)
    return Range(low, high)
