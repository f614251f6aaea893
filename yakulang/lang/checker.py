"""From what was written to what it means: every word gets its meaning, every phrase its type, every slot its due."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from yakulang.errors import Diagnostic, RuleError, did_you_mean
from yakulang.lang import syntax, typed
from yakulang.lang.adjectives import AdjectiveChecker, fits_no_sequence, sees
from yakulang.lang.items import check_items
from yakulang.lang.levels import Levels
from yakulang.lang.parser import parse
from yakulang.lang.refusals import Refusals, wrong
from yakulang.lang.sound import sound
from yakulang.lang.vocabulary import GROUP, NOUNS, SLOTS, SUIT, TILE, WINNING_SUBJECTS
from yakulang.lang.wording import Phrases
from yakulang.source import Source, Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulang.lang.scope import Scope, Written
    from yakulang.lang.vocabulary import Fact, Noun, Slot


Checked = TypeVar("Checked", typed.Condition, typed.Number)


class Checker:
    """Checks the conditions of one ruleset. Terms and traits are looked up in the scope and checked where used."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.levels = Levels()
        self.adjectives = AdjectiveChecker(scope, self.levels)
        self.refusals = Refusals(scope)
        self._terms: dict[tuple[str, str], typed.Condition | typed.Number | None] = {}
        self._trees: dict[str, syntax.Node] = {}
        self._open: list[str] = []
        self._trial: Checker | None = None  # for hints; what is wrong with them is not remembered

    def condition(self, written: Written, slot: str) -> typed.Condition:
        """Return the typed condition.

        Raises:
            RuleError: with everything that is wrong in it.
        """
        try:
            return self._sized(self._condition(parse(written.text, written.at), SLOTS[slot]))
        except RuleError as error:
            raise RuleError(sound(error.diagnostics, written.text, lambda text: self._tried(text, slot))) from None

    def _tried(self, text: str, slot: str) -> Sequence[Diagnostic] | None:
        """Return what would be wrong with another condition; None where it depends on what is wrong elsewhere."""
        source = Source("<hint>", text)
        self._trial = self._trial or Checker(self.scope)
        try:
            self._trial._condition(parse(text, lambda start, end: Span(source, start, end)), SLOTS[slot])  # noqa: SLF001
        except RuleError as error:
            return error.diagnostics or None
        return ()

    def number(self, written: Written, slot: str) -> typed.Number:
        """Return the typed number. Raises RuleError like `condition`."""
        return self._sized(self._number(parse(written.text, written.at), SLOTS[slot]))

    def each(self, written: Written, slot: str) -> typed.Number:
        """Return the number of the slot `each:`, which is a collection (its members are counted) or a number."""
        tree = parse(written.text, written.at, start="each")
        if isinstance(tree, syntax.Collection):
            return self._sized(typed.Count(tree.span, self._members(tree, SLOTS[slot])))
        if isinstance(tree, syntax.Word) and self.adjectives.is_adjective(tree.name):
            message = f"`{tree.name}` is an adjective; a noun must follow"
            raise wrong("YK216", message, tree.span, f"{tree.name} tiles, {tree.name} groups")
        return self._sized(self._number(tree, SLOTS[slot]))

    def _sized(self, checked: Checked) -> Checked:
        self.levels.add(checked, checked.span)
        return checked

    def definitions(self, most: int) -> tuple[list[Diagnostic], int]:
        """Return what is wrong with traits and terms as they are defined, used or not.

        Args:
            most: after so many problems the other definitions are not looked at; their number is returned, too.
        """
        problems: list[Diagnostic] = []
        unread = 0
        for name in self.scope.traits:
            if len(problems) >= most:
                unread += 1
                continue
            problems += self.adjectives.check_trait(name, SLOTS["trait"])
        for name, written in self.scope.terms.items():
            if len(problems) >= most:
                unread += 1
                continue
            try:
                self._trees[name] = parse(written.text, written.at)
            except RuleError as error:
                problems += error.diagnostics
        return problems, unread

    # --- conditions -----------------------------------------------------------------------------

    def _condition(self, node: syntax.Node, slot: Slot) -> typed.Condition:
        with self.levels.inside(node.span):
            return self._typed_condition(node, slot)

    def _typed_condition(self, node: syntax.Node, slot: Slot) -> typed.Condition:
        match node:
            case syntax.Paren(inner=inner):
                return self._condition(inner, slot)
            case syntax.AllOf(parts=parts):
                return typed.AllOf(node.span, self._parts(parts, slot, "and"))
            case syntax.AnyOf(parts=parts):
                return typed.AnyOf(node.span, self._parts(parts, slot, "or"))
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
        raise self.refusals.no_condition(node)

    def _parts(self, parts: Sequence[syntax.Node], slot: Slot, joined: str) -> tuple[typed.Condition, ...]:
        checked: list[typed.Condition] = []
        problems: list[Diagnostic] = []
        astray = self.refusals.astray(parts, joined)
        failed = bool(astray)
        for place, part in enumerate(parts):
            if place in astray:
                problems += [diagnostic] if (diagnostic := astray[place]) else []
                continue
            try:
                checked.append(self._condition(part, slot))
            except RuleError as error:
                failed = True
                problems += error.diagnostics
        if failed:
            raise RuleError(problems)
        return tuple(checked)

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
        if members.noun.member == SUIT:
            hint = Phrases(f"all tiles are {value.span.text}, exactly 1 suits")
            raise wrong("YK241", "suits can only be counted", collection.noun_span, hint)
        adjective = self._adjective(value, members.noun, slot, letters=True)
        return typed.Every(node.span, members, adjective, _letters(adjective))

    def _members(self, node: syntax.Collection, slot: Slot) -> typed.Members:
        noun = NOUNS[node.noun]
        if noun.layer not in slot.sees:
            raise wrong("YK239", f"`{node.noun}` are not known here; what is seen here: {sees(slot)}", node.noun_span)
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
                raise wrong("YK239", f"`{name}` is not known here; what is seen here: {sees(slot)}", node.subject.span)
            noun = NOUNS["groups" if member == GROUP else "tiles"]
            checked = typed.WinningIs(node.span, name, self._adjective(node.value, noun, slot))
        else:
            fact = self.scope.fact(name)
            if fact is None or fact.type != "choice":
                raise self.refusals.no_choice(node)
            self._visible(fact, node.subject, slot)
            checked = typed.ChoiceIs(node.span, name, self._values(node.value, fact))
        return typed.Not(node.span, checked) if node.negated else checked

    def _values(self, node: syntax.Node, fact: Fact) -> tuple[str, ...]:
        match node:
            case syntax.Paren(inner=inner):
                return self._values(inner, fact)
            case syntax.AnyOf(parts=parts):
                return tuple(value for part in parts for value in self._values(part, fact))
            case syntax.Word(name=name) if name in self.scope.values(fact):
                return (name,)
        raise self.refusals.no_value(node, fact)

    def _compare(self, node: syntax.Compare, slot: Slot) -> typed.Compare:
        self.refusals.compared(node)
        return typed.Compare(node.span, node.operator, self._number(node.left, slot), self._number(node.right, slot))

    def _yaku(self, node: syntax.YakuRef, slot: Slot) -> typed.Condition:
        if gone := self.scope.taken_out(node.yaku, node.yaku_span, "yaku"):
            raise RuleError([gone])
        if node.yaku not in self.scope.yaku:
            near = did_you_mean(node.yaku, self.scope.yaku)
            raise wrong("YK235", f"no yaku `{node.yaku}`", node.yaku_span, f"did you mean `{near}`?" if near else None)
        if node.function not in slot.sees:
            message = f"what is {node.function} is not known here; what is seen here: {sees(slot)}"
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
        raise self.refusals.no_condition(node)

    def _term(self, node: syntax.Word, slot: Slot) -> typed.Condition | typed.Number:
        name = node.name
        if name in self._open:
            loop = " -> ".join([*self._open[self._open.index(name) :], name])
            raise wrong("YK240", f"a term can't be made of itself: {loop}", node.span)
        key = (name, slot.name)
        if key not in self._terms:
            self._open.append(name)
            self._terms[key] = None  # stays so when it is wrong: reported once
            try:
                self._terms[key] = self._term_meaning(name, slot)
            finally:
                self._open.pop()
        means = self._terms[key]
        if means is None:
            raise RuleError([])  # its own mistake is reported already
        self._terms[key] = None  # while it is measured: too large a term is reported once
        self.levels.measure(means, node.span)
        self._terms[key] = means
        return means

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
        if fact.layer in SEEN_BY and "held" in slot.sees:
            stage = "while fu are judged" if "awarded" in slot.sees else "while yaku are judged"
            where = stage if "han_fu" not in slot.sees else "here"
            raise wrong("YK237", f"`{fact.name}` is not known {where}", node.span, f"{SEEN_BY[fact.layer]} see it")
        raise wrong("YK239", f"`{fact.name}` is not known here; what is seen here: {sees(slot)}", node.span)

    # --- numbers --------------------------------------------------------------------------------

    def _number(self, node: syntax.Node, slot: Slot) -> typed.Number:
        with self.levels.inside(node.span):
            return self._typed_number(node, slot)

    def _typed_number(self, node: syntax.Node, slot: Slot) -> typed.Number:
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
        raise self.refusals.no_number(node)

    def _number_word(self, node: syntax.Word, name: str, slot: Slot) -> typed.Number:
        fact = self.scope.fact(name)
        if fact and fact.type == "number":
            self._visible(fact, node, slot)
            return typed.NumberFact(node.span, name)
        if name in self.scope.terms:
            means = self._term(node, slot)
            if isinstance(means, typed.Number):
                return typed.NumberTerm(node.span, name, means)
        raise self.refusals.no_number(node)


MAX_EXPONENT = 16
SEEN_BY = {
    "han_fu": "limits and payments",
    "base": "limits",
    "yakuman": "dora, fu and limits",
    "subtotal": "the floors of fu",
}


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
