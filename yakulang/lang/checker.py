"""From what was written to what it means: every word gets its meaning, every phrase its type, every slot its due."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

from yakulang.errors import Diagnostic, RuleError, did_you_mean
from yakulang.lang import syntax, typed
from yakulang.lang.adjectives import AdjectiveChecker, fits_no_sequence, sees, wrong
from yakulang.lang.items import check_items
from yakulang.lang.mistakes import synonym
from yakulang.lang.parser import parse
from yakulang.lang.vocabulary import ADJECTIVES, FACTS, GROUP, NOUNS, SLOTS, SUIT, TILE, WINNING_SUBJECTS
from yakulang.lang.walk import chain_of, size_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from yakulang.lang.scope import Scope, Written
    from yakulang.lang.vocabulary import Fact, Noun, Slot


MAX_PARTS = 4096
MAX_TOTAL = 32768
MAX_CHAIN = 32
Checked = TypeVar("Checked", typed.Condition, typed.Number)


class Checker:
    """Checks the conditions of one ruleset. Terms and traits are looked up in the scope and checked where used."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.adjectives = AdjectiveChecker(scope)
        self._terms: dict[tuple[str, str], typed.Condition | typed.Number | None] = {}
        self._trees: dict[str, syntax.Node] = {}
        self._open: list[str] = []
        self._sizes: dict[int, int] = {}
        self._total = 0
        self._chains: dict[int, int] = {}

    def condition(self, written: Written, slot: str) -> typed.Condition:
        """Return the typed condition.

        Raises:
            RuleError: with everything that is wrong in it.
        """
        return self._sized(self._condition(parse(written.text, written.at), SLOTS[slot]))

    def number(self, written: Written, slot: str) -> typed.Number:
        """Return the typed number. Raises RuleError like `condition`."""
        return self._sized(self._number(parse(written.text, written.at), SLOTS[slot]))

    def each(self, written: Written, slot: str) -> typed.Number:
        """Return the number of the slot `each:`, which is a collection (its members are counted) or a number."""
        tree = parse(written.text, written.at, start="each")
        if isinstance(tree, syntax.Collection):
            return self._sized(typed.Count(tree.span, self._members(tree, SLOTS[slot])))
        return self._sized(self._number(tree, SLOTS[slot]))

    def _sized(self, checked: Checked) -> Checked:
        size = size_of(checked, self._sizes)
        if size > MAX_PARTS:
            message = f"with what its terms and traits stand for, this has {size:,} parts; at most {MAX_PARTS:,} may be"
            raise wrong("YK245", message, checked.span)
        self._total += size
        if self._total > MAX_TOTAL:
            first = self._total - size <= MAX_TOTAL
            message = f"the conditions of this ruleset have over {MAX_TOTAL:,} parts together; no more are judged"
            raise RuleError([Diagnostic("YK246", message, checked.span)] if first else [])
        return checked

    def definitions(self) -> list[Diagnostic]:
        """Return what is wrong with traits and terms as they are defined, used or not."""
        problems: list[Diagnostic] = []
        for name in self.scope.traits:
            problems += self.adjectives.check_trait(name, SLOTS["trait"])
        for name, written in self.scope.terms.items():
            try:
                self._trees[name] = parse(written.text, written.at)
            except RuleError as error:
                problems += error.diagnostics
        return problems

    # --- conditions -----------------------------------------------------------------------------

    def _condition(self, node: syntax.Node, slot: Slot) -> typed.Condition:
        match node:
            case syntax.Paren(inner=inner):
                return self._condition(inner, slot)
            case syntax.AllOf(parts=parts):
                return typed.AllOf(node.span, self._parts(parts, slot))
            case syntax.AnyOf(parts=parts):
                self._refuse_bare_value(parts)
                return typed.AnyOf(node.span, self._parts(parts, slot))
            case syntax.Negate(part=part):
                return typed.Not(node.span, self._condition(part, slot))
            case syntax.Quantity():
                return self._quantity(node, slot)
            case syntax.Every(collection=collection, value=value):
                return self._every(node, collection, value, slot)
            case syntax.Contain(collection=collection, items=items):
                members = self._members(collection, slot)
                return check_items(node, members, items, self.adjectives, slot)
            case syntax.Is():
                return self._is(node, slot)
            case syntax.Compare():
                return self._compare(node, slot)
            case syntax.YakuRef():
                return self._yaku(node, slot)
            case syntax.Word():
                return self._word(node, slot)
        raise self._no_condition(node)

    def _parts(self, parts: Iterable[syntax.Node], slot: Slot) -> tuple[typed.Condition, ...]:
        checked: list[typed.Condition] = []
        problems: list[Diagnostic] = []
        failed = False
        for part in parts:
            try:
                checked.append(self._condition(part, slot))
            except RuleError as error:
                failed = True
                problems += error.diagnostics
        if failed:
            raise RuleError(problems)
        return tuple(checked)

    def _refuse_bare_value(self, parts: tuple[syntax.Node, ...]) -> None:
        """`wait is kanchan or penchan`: the second word is a value, not a condition."""
        for first, part in pairwise(parts):
            if isinstance(first, syntax.Is) and isinstance(part, syntax.Word):
                fact = self.scope.fact(first.subject.name)
                if fact and part.name in self.scope.values(fact):
                    message = f"`{part.name}` is a choice of `{fact.name}`"
                    raise wrong("YK226", message, part.span, f"{fact.name} is ({first.value.span.text} or {part.name})")

    def _quantity(self, node: syntax.Quantity, slot: Slot) -> typed.Quantity:
        members = self._members(node.collection, slot)
        number = node.number
        low, high = {
            "any": (1, None),
            "no": (0, 0),
            "exactly": (number, number),
            "at least": (number, None),
            "at most": (0, number),
        }[node.quantifier]
        return typed.Quantity(node.span, members, low, high)

    def _every(self, node: syntax.Node, collection: syntax.Collection, value: syntax.Node, slot: Slot) -> typed.Every:
        members = self._members(collection, slot)
        self._refuse_suits(collection.noun, collection.noun_span)
        adjective = self._adjective(value, members.noun, slot, letters=True)
        return typed.Every(node.span, members, adjective, _letters(adjective))

    def _refuse_suits(self, noun: str, span: object) -> None:
        if NOUNS[noun].member == SUIT:
            raise wrong("YK241", "suits can only be counted", span, "exactly 1 suits")

    def _members(self, node: syntax.Collection, slot: Slot) -> typed.Members:
        noun = NOUNS[node.noun]
        if noun.layer not in slot.sees:
            raise wrong("YK239", f"`{node.noun}` are not known here: {slot.doc} sees {sees(slot)}", node.noun_span)
        if noun.member == SUIT and node.adjectives:
            raise wrong("YK241", "`suits` takes no adjectives", node.adjectives[0].span, "exactly 1 suits")
        adjectives = tuple(self._adjective(part, noun, slot) for part in node.adjectives)
        return typed.Members(node.span, noun, adjectives)

    def _adjective(self, node: syntax.Node, noun: Noun, slot: Slot, *, letters: bool = False) -> typed.Adjective:
        adjective = self.adjectives.adjective(node, noun, slot, letters=letters)
        if noun.kinds == ("sequence",) and fits_no_sequence(adjective):
            text = node.span.text
            message = f"no sequence is {text}: never are three tiles in a row all {text}"
            raise wrong("YK223", message, node.span, "any (with 19mps) sequences: some tile of it is")
        return adjective

    def _is(self, node: syntax.Is, slot: Slot) -> typed.Condition:
        name = node.subject.name
        checked: typed.Condition
        if name in WINNING_SUBJECTS:
            layer, member = WINNING_SUBJECTS[name]
            if layer not in slot.sees:
                raise wrong("YK239", f"`{name}` is not known here: {slot.doc} sees {sees(slot)}", node.subject.span)
            noun = NOUNS["groups" if member == GROUP else "tiles"]
            checked = typed.WinningIs(node.span, name, self._adjective(node.value, noun, slot))
        else:
            fact = self._choice(node.subject)
            self._visible(fact, node.subject, slot)
            checked = typed.ChoiceIs(node.span, name, self._values(node.value, fact))
        return typed.Not(node.span, checked) if node.negated else checked

    def _choice(self, subject: syntax.Word) -> Fact:
        fact = self.scope.fact(subject.name)
        if fact and fact.type == "choice":
            return fact
        choices = [f.name for f in (*FACTS.values(), *self.scope.facts.values()) if f.type == "choice"]
        known = [*choices, *WINNING_SUBJECTS]
        if fact and fact.type == "number":
            raise wrong("YK228", f"`{subject.name}` is a number; compare it with == >= <=", subject.span)
        near = did_you_mean(subject.name, known)
        hint = f"did you mean `{near}`?" if near else f"choices are {', '.join(known)}"
        raise wrong("YK233", f"`{subject.name}` is no choice, so it can't be asked with `is`", subject.span, hint)

    def _values(self, node: syntax.Node, fact: Fact) -> tuple[str, ...]:
        match node:
            case syntax.Paren(inner=inner):
                return self._values(inner, fact)
            case syntax.AnyOf(parts=parts):
                return tuple(value for part in parts for value in self._values(part, fact))
            case syntax.Word(name=name):
                allowed = self.scope.values(fact)
                if name in allowed:
                    return (name,)
                if gone := self.scope.taken_out(name, node.span, "shapes"):
                    raise RuleError([gone])
                other = synonym(name)
                if other in allowed:
                    raise wrong("YK215", f"`{name}` is called `{other}`", node.span, f"{fact.name} is {other}")
                near = did_you_mean(name, allowed)
                message = f"{fact.name} is never `{name}`; it is one of {' '.join(allowed)}"
                raise wrong("YK234", message, node.span, f"did you mean `{near}`?" if near else None)
        raise wrong("YK234", f"a value of `{fact.name}` must stand here", node.span, " ".join(self.scope.values(fact)))

    def _compare(self, node: syntax.Compare, slot: Slot) -> typed.Compare:
        for side, other in ((node.left, node.right), (node.right, node.left)):
            if isinstance(side, syntax.Word):
                fact = self.scope.fact(side.name)
                if (fact and fact.type == "choice") or side.name in WINNING_SUBJECTS:
                    hint = f"{side.name} is {other.span.text}"
                    raise wrong("YK228", "compare a choice with `is`", node.span, hint)
        return typed.Compare(node.span, node.operator, self._number(node.left, slot), self._number(node.right, slot))

    def _yaku(self, node: syntax.YakuRef, slot: Slot) -> typed.Condition:
        if gone := self.scope.taken_out(node.yaku, node.yaku_span, "yaku"):
            raise RuleError([gone])
        if node.yaku not in self.scope.yaku:
            near = did_you_mean(node.yaku, self.scope.yaku)
            raise wrong("YK235", f"no yaku `{node.yaku}`", node.yaku_span, f"did you mean `{near}`?" if near else None)
        if node.function not in slot.sees:
            message = f"what is {node.function} is not known here: {slot.doc}"
            if "held" in slot.sees:
                message = "what is awarded is not known while yaku are judged"
            raise wrong("YK236", message, node.span, f"held({node.yaku})" if "held" in slot.sees else None)
        return (typed.Held if node.function == "held" else typed.Awarded)(node.span, node.yaku)

    def _word(self, node: syntax.Word, slot: Slot) -> typed.Condition:
        name = node.name
        fact = self.scope.fact(name)
        if fact and fact.type == "flag":
            self._visible(fact, node, slot)
            return typed.Flag(node.span, name)
        if name in self.scope.terms:
            means = self._term(node, slot)
            if isinstance(means, typed.Condition):
                return typed.Term(node.span, name, means)
            raise wrong("YK227", "a number is not true or false; compare it", node.span, f"{name} >= 1")
        raise self._no_condition(node)

    def _term(self, node: syntax.Word, slot: Slot) -> typed.Condition | typed.Number:
        name = node.name
        if name in self._open:
            loop = " -> ".join([*self._open[self._open.index(name) :], name])
            raise wrong("YK240", f"a term can't be made of itself: {loop}", node.span)
        key = (name, slot.name)
        if key not in self._terms and len(self._open) >= MAX_CHAIN:
            self._terms[key] = None
            raise wrong("YK245", f"terms stand for terms at most {MAX_CHAIN} deep", node.span)
        if key not in self._terms:
            self._open.append(name)
            self._terms[key] = None  # stays so when it is wrong: reported once
            try:
                means = self._term_meaning(name, slot)
                if chain_of(means, self._chains) >= MAX_CHAIN:
                    raise wrong("YK245", f"terms stand for terms at most {MAX_CHAIN} deep", node.span)
                self._terms[key] = means
            finally:
                self._open.pop()
        known = self._terms[key]
        if known is None:
            raise RuleError([])  # its own mistake is reported already
        return known

    def _term_meaning(self, name: str, slot: Slot) -> typed.Condition | typed.Number:
        if name not in self._trees:
            written = self.scope.terms[name]
            self._trees[name] = parse(written.text, written.at)
        tree = self._trees[name]
        if isinstance(tree, syntax.Integer | syntax.Arithmetic | syntax.Tally):
            return self._number(tree, slot)
        return self._condition(tree, slot)

    def _visible(self, fact: Fact, node: syntax.Node, slot: Slot) -> None:
        if fact.layer in slot.sees:
            return
        if fact.layer in {"han_fu", "base", "yakuman", "subtotal"} and "held" in slot.sees:
            message = f"`{fact.name}` is not known while {'yaku' if 'awarded' not in slot.sees else 'fu'} are judged"
            raise wrong("YK237", message, node.span, "limits and payments see it")
        raise wrong("YK239", f"`{fact.name}` is not known here: {slot.doc} sees {sees(slot)}", node.span)

    def _no_condition(self, node: syntax.Node) -> RuleError:
        """Return the error for something that is not true or false by itself."""
        text = node.span.text
        match node:
            case syntax.Word(name=name):
                return self._word_is_no_condition(node, name)
            case syntax.TileSet():
                hint = f"tiles contain {text}, or winning_tile is {text}"
                return wrong("YK204", f"`{text}` names tiles; say what about them", node.span, hint)
            case syntax.WithTiles():
                return wrong("YK204", f"`{text}` describes groups", node.span, f"all groups are {text}")
            case syntax.Integer() | syntax.Tally() | syntax.Arithmetic():
                return wrong("YK227", "a number is not true or false; compare it", node.span, f"{text} >= 1")
        return wrong("YK204", "a condition must stand here", node.span)

    def _word_is_no_condition(self, node: syntax.Word, name: str) -> RuleError:
        if gone := self.scope.taken_out(name, node.span, "terms", "facts", "traits"):
            return RuleError([gone])
        if self.adjectives.is_adjective(name):
            message = f"`{name}` describes tiles or groups; it is not true or false by itself"
            return wrong("YK204", message, node.span, f"all tiles are {name}, any {name} tiles, (... or {name})")
        fact = self.scope.fact(name)
        if fact and fact.type == "number":
            return wrong("YK227", "a number is not true or false; compare it", node.span, f"{name} >= 1")
        if fact:
            example = (*self.scope.values(fact), "...")[0]
            return wrong("YK227", f"`{name}` is a choice; say which", node.span, f"{name} is {example}")
        if name in self.scope.yaku:
            return wrong("YK238", f"`{name}` is a yaku", node.span, f"held({name})")
        if name in WINNING_SUBJECTS:
            return wrong("YK227", f"say what `{name}` is", node.span, f"{name} is 5p")
        if other := synonym(name):
            return wrong("YK215", f"`{name}` is called `{other}`", node.span)
        flags = [f.name for f in (*FACTS.values(), *self.scope.facts.values()) if f.type == "flag"]
        near = did_you_mean(name, [*flags, *self.scope.terms, *ADJECTIVES, *self.scope.traits])
        hint = f"did you mean `{near}`?" if near else "a new word is declared under `facts:` or `terms:`"
        return wrong("YK215", f"`{name}` is not a known word", node.span, hint)

    # --- numbers --------------------------------------------------------------------------------

    def _number(self, node: syntax.Node, slot: Slot) -> typed.Number:
        match node:
            case syntax.Paren(inner=inner):
                return self._number(inner, slot)
            case syntax.Integer(value=value):
                return typed.Literal(node.span, value)
            case syntax.Arithmetic(operator=operator, left=left, right=right):
                if operator == "^" and not _small_exponent(right):
                    message = "after ^ comes a small number: han, a number up to 16, or their sum"
                    raise wrong("YK242", message, right.span, "fu * 2 ^ (han + 2)")
                return typed.Arithmetic(node.span, operator, self._number(left, slot), self._number(right, slot))
            case syntax.Tally(function=function, collection=collection):
                members = self._members(collection, slot)
                if function == "count":
                    return typed.Count(node.span, members)
                if members.noun.member != TILE:
                    raise wrong("YK241", f"`sum` adds the ranks of tiles, not of {members.noun.name}", node.span)
                return typed.Total(node.span, members)
            case syntax.Word(name=name):
                return self._number_word(node, name, slot)
            case syntax.TileSet(text=text):
                raise wrong(
                    "YK229", f"`{text}` names tiles; a number must stand here", node.span, f"count({text} tiles)"
                )
        raise wrong("YK229", "a number must stand here", node.span, "e.g. 3, count(red tiles), honba")

    def _number_word(self, node: syntax.Word, name: str, slot: Slot) -> typed.Number:
        fact = self.scope.fact(name)
        if fact and fact.type == "number":
            self._visible(fact, node, slot)
            return typed.NumberFact(node.span, name)
        if name in self.scope.terms:
            means = self._term(node, slot)
            if isinstance(means, typed.Number):
                return typed.NumberTerm(node.span, name, means)
        if fact or name in self.scope.terms:
            raise wrong("YK229", f"`{name}` is not a number", node.span)
        numbers = [f.name for f in (*FACTS.values(), *self.scope.facts.values()) if f.type == "number"]
        near = did_you_mean(name, [*numbers, *self.scope.terms])
        hint = f"did you mean `{near}`?" if near else f"numbers are {', '.join(numbers)}"
        raise wrong("YK215", f"`{name}` is not a known number", node.span, hint)


MAX_EXPONENT = 16


def _small_exponent(node: syntax.Node) -> bool:
    """Powers stay small and whole: an exponent is a number up to 16, `han`, or a sum of these."""
    match node:
        case syntax.Paren(inner=inner):
            return _small_exponent(inner)
        case syntax.Integer(value=value):
            return value <= MAX_EXPONENT
        case syntax.Word(name=name):
            return name == "han"
        case syntax.Arithmetic(operator=operator, left=left, right=right):
            return operator == "+" and _small_exponent(left) and _small_exponent(right)
    return False


def _letters(adjective: typed.Adjective) -> int:
    match adjective:
        case typed.InList(tiles=tiles):
            return tiles.letters
        case typed.AllAdjectives(parts=parts) | typed.AnyAdjective(parts=parts):
            return max(map(_letters, parts))
        case typed.NotAdjective(part=part):
            return _letters(part)
    return 0
