"""Why a condition holds or not, said in the words of the rule file and with the tiles that decide it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.lang import typed
from yakulang.lang.evaluator import fits, judge, members, number
from yakulang.lang.nearest import nearest
from yakulang.lang.repair import repair
from yakulang.lang.view import TileView
from yakulang.lang.vocabulary import FACTS, GROUP, TILE, WINNING_SUBJECTS
from yakulang.notation import tiles_text
from yakulang.report.reason import Reason, adjectives_text, listed, member_texts, said
from yakulang.report.words import fact_doc, fact_name, knows, name_in, noun_name, separator, word
from yakulang.tiles import make_tile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulang.lang.evaluator import Member, Verdict
    from yakulang.lang.view import View
    from yakulang.rules.model import Rulebook
    from yakulang.source import Span

_OPPOSITES = {"closed": "is_open", "open": "is_closed", "ron": "by_tsumo", "tsumo": "by_ron"}
_SAID = {"closed": "is_closed", "open": "is_open", "ron": "by_ron", "tsumo": "by_tsumo"}


class Because:
    """Puts verdicts on conditions of one reading into words.

    Args:
        view: what the conditions see.
        rulebook: names yaku and facts.
        lang: `en`, `ja` or `zh`.
    """

    def __init__(self, view: View, rulebook: Rulebook, lang: str) -> None:
        self.view, self.rulebook, self.lang = view, rulebook, lang

    def why(self, verdict: Verdict) -> tuple[Reason, ...]:
        """Return why a true condition is true: every part of `and`, of `or` the first that is true."""
        match verdict.node:
            case typed.AllOf():
                return tuple(reason for part in verdict.parts for reason in self.why(part))
            case typed.AnyOf():
                return self.why(next(part for part in verdict.parts if part.value))
            case typed.Term():
                return self.why(verdict.parts[0])
        return (self._reason(verdict),)

    def why_not(self, verdict: Verdict) -> tuple[Reason, ...]:
        """Return the fewest conditions that would have to be true for a false one to be true."""
        return tuple(self._reason(part) for part in repair(verdict))

    def asked(self, condition: typed.Condition | None) -> tuple[Reason, ...]:
        """Return why a condition that holds does; nothing where there is none."""
        return self.why(judge(condition, self.view)) if condition is not None else ()

    def counted(self, each: typed.Number | None) -> tuple[Reason, ...]:
        """Return what a rule counts with `each`; nothing where it counts once."""
        if each is None:
            return ()
        text = said(each.span)
        if not isinstance(each, typed.Count):
            text = word("number_is", self.lang, number=text, value=number(each, self.view))
            return (Reason(said(each.span), text, holds=True, tiles=(), rule=each.span.place),)
        found, member = tuple(members(each.members, self.view)), each.members.noun.member
        text += f": {listed(found, member)}" if found else ""
        return (Reason(said(each.span), text, holds=True, tiles=member_texts(found, member), rule=each.span.place),)

    def yaku(self, name: str) -> str:
        """Return the name of a yaku."""
        rule = next((one for one in self.rulebook.yaku if one.id == name), None)
        return name_in(rule.names, self.lang, name) if rule else name

    # --- one condition --------------------------------------------------------------------------

    def _reason(self, verdict: Verdict) -> Reason:
        text = self._holds(verdict) if verdict.value else self._fails(verdict)
        rule = (None if verdict.value else _defined(verdict)) or verdict.node.span
        return Reason(
            said(verdict.node.span), text, verdict.value, member_texts(verdict.witnesses, _member(verdict)), rule.place
        )

    def _holds(self, verdict: Verdict) -> str:
        node = verdict.node
        condition = said(node.span)
        match node:
            case typed.Quantity(members=collection) if verdict.witnesses:
                return f"{condition}: {listed(verdict.witnesses, collection.noun.member)}"
            case typed.Contain(members=collection):
                return f"{condition}: {listed(verdict.witnesses, collection.noun.member)}"
            case typed.WinningIs():
                return f"{condition}: {listed(verdict.witnesses, _member(verdict))}"
            case typed.ChoiceIs(name=name):
                return self._choice(name)
            case typed.Compare():
                return self._compared(condition, node)
            case typed.Flag(name=name):
                return word(_SAID[name], self.lang) if name in _SAID else fact_name(name, self.lang)
            case typed.Held(yaku=yaku) | typed.Awarded(yaku=yaku):
                return word("is_held", self.lang, yaku=self.yaku(yaku))
            case typed.Not():
                return self._joined(self._none_of(verdict.parts[0]))
        return condition

    def _fails(self, verdict: Verdict) -> str:
        node = verdict.node
        condition = said(node.span)
        match node:
            case typed.Quantity():
                return self._counted(condition, node, verdict.witnesses)
            case typed.Every(letters=0):
                return self._predicate("not", node.members, [node.adjective], verdict.witnesses)
            case typed.Contain():
                return self._not_contained(condition, node)
            case typed.WinningIs(subject=subject):
                return self._other_winner(condition, subject)
            case typed.ChoiceIs(name=name, values=values):
                wanted = " / ".join(self._value(name, value) for value in values)
                value = self._value(name, self.view.choices.get(name, "none"))
                return word("choice_is_not", self.lang, name=self._fact(name), value=value, wanted=wanted)
            case typed.Compare():
                return self._compared(condition, node)
            case typed.Flag(name=name):
                return self._not_said(name)
            case typed.Held(yaku=yaku) | typed.Awarded(yaku=yaku):
                return word("is_not_held", self.lang, yaku=self.yaku(yaku))
            case typed.Not():
                return self._joined(self.why(verdict.parts[0]))
        return word("not_so", self.lang, condition=condition)

    def _none_of(self, verdict: Verdict) -> tuple[Reason, ...]:
        """Return why a condition is false, every alternative of it."""
        match verdict.node:
            case typed.AnyOf():
                return tuple(reason for part in verdict.parts for reason in self._none_of(part))
            case typed.Term():
                return self._none_of(verdict.parts[0])
        return self.why_not(verdict)

    def _joined(self, reasons: Sequence[Reason]) -> str:
        return separator(self.lang).join(reason.text for reason in reasons)

    def _counted(self, condition: str, node: typed.Quantity, found: Sequence[Member]) -> str:
        """Say how many there are; of `no ...`, which ones; of groups that lack something, what they lack."""
        collection = node.members
        if node.high == 0 and collection.adjectives:
            return self._predicate("", collection, collection.adjectives, found)
        many = {0: "none_there", 1: "one_there"}.get(len(found))
        text = word(many, self.lang) if many else word("n_there", self.lang, n=len(found))
        if found:
            text += f" ({listed(found, collection.noun.member)})"
        if len(found) < node.low and collection.noun.member == GROUP and collection.adjectives:
            bare = typed.Members(collection.span, collection.noun, ())
            others = [member for member in members(bare, self.view) if all(member is not one for one in found)]
            if others:
                adjective, tiles = adjectives_text(collection.adjectives), listed(others, GROUP)
                text += "; " + word("not_adjective", self.lang, adjective=adjective, tiles=tiles)
        return f"{condition}: {text}"

    def _predicate(
        self, denied: str, collection: typed.Members, adjectives: Sequence[typed.Adjective], found: Sequence[Member]
    ) -> str:
        """Say that members are something, or `not`: `the pair 55z is valued: dragon`."""
        one = len(found) == 1
        noun = noun_name(collection.noun.name, self.lang)
        noun = noun.removesuffix("s") if one else noun
        if denied and collection.adjectives:
            noun = f"{adjectives_text(collection.adjectives)} {noun}"
        key = "_".join(["it_is" if one else "they_are", *([denied] if denied else [])])
        adjective = adjectives_text(adjectives)
        if not denied and len(adjectives) == 1 and (which := self._which(adjectives[0], found)):
            adjective += f": {which}"
        tiles = listed(found, collection.noun.member)
        return word(key, self.lang, noun=noun, tiles=tiles, adjective=adjective)

    def _which(self, adjective: typed.Adjective, found: Sequence[Member]) -> str:
        """Return which of the alternatives that a trait stands for is true of members."""
        if isinstance(adjective, typed.Trait) and isinstance(adjective.means, typed.AnyAdjective):
            true = [part for part in adjective.means.parts if any(fits(part, member, self.view) for member in found)]
            return separator(self.lang).join(said(part.span) for part in true)
        return ""

    def _not_contained(self, condition: str, node: typed.Contain) -> str:
        member = node.members.noun.member
        near = nearest(node, self.view)
        if len(near.missing) == 1 and len(near.present) > 1:
            missing = tiles_text([make_tile(kind) for kind in near.missing[0]])
            tiles = listed(near.present, member)
            return word("missing", self.lang, condition=condition, missing=missing, tiles=tiles)
        among = tuple(members(node.members, self.view))
        if member != GROUP or not among:
            return word("not_so", self.lang, condition=condition)
        return word("not_among", self.lang, condition=condition, tiles=listed(among, GROUP))

    def _other_winner(self, condition: str, subject: str) -> str:
        member = WINNING_SUBJECTS[subject][1]
        found = [one for one in (self.view.groups if member == GROUP else self.view.lists["tiles"]) if one.winning]
        if not found:
            return word("not_so", self.lang, condition=condition)
        shown = word("choice_is", self.lang, name=noun_name(subject, self.lang), value=listed(found, member))
        return f"{condition}: {shown}"

    def _choice(self, name: str) -> str:
        value = self._value(name, self.view.choices.get(name, "none"))
        return word("choice_is", self.lang, name=self._fact(name), value=value)

    def _fact(self, name: str) -> str:
        return name.replace("_", " ") if self.lang == "en" else fact_name(name, self.lang)

    def _value(self, name: str, value: str) -> str:
        """Return a value of a choice: in English the word of the rule file, else what it is called."""
        if self.lang == "en":
            return value
        if name == "shape":
            names = next((shape.names for shape in self.rulebook.shapes if shape.id == value), {})
            return name_in(names, self.lang, value)
        fact = FACTS.get(name)
        if fact is None or value not in fact.values:
            return value
        return word(value, self.lang) if knows(value) else word("none_there", self.lang)

    def _compared(self, condition: str, node: typed.Compare) -> str:
        """Say what the numbers are that a comparison asks for."""
        sides = [side for side in (node.left, node.right) if not isinstance(side, typed.Literal)]
        numbers = [
            word("number_is", self.lang, number=said(side.span), value=number(side, self.view)) for side in sides
        ]
        return f"{condition}: {separator(self.lang).join(numbers)}" if numbers else condition

    def _not_said(self, name: str) -> str:
        if name in _OPPOSITES:
            return word(_OPPOSITES[name], self.lang)
        text = word("not_said", self.lang, name=fact_name(name, self.lang))
        fact = FACTS.get(name) or self.rulebook.facts.get(name)
        return f"{text} ({fact_doc(fact, self.lang)})" if fact and fact.doc else text


def _defined(verdict: Verdict) -> Span | None:
    """Return where the one trait is defined that makes a condition false."""
    match verdict.node:
        case typed.Every(letters=0, adjective=adjective):
            adjectives: tuple[typed.Adjective, ...] = (adjective,)
        case typed.Quantity(high=0, members=collection):
            adjectives = collection.adjectives
        case _:
            return None
    only = adjectives[0] if len(adjectives) == 1 else None
    return only.means.span if isinstance(only, typed.Trait) else None


def _member(verdict: Verdict) -> str:
    """Return what the witnesses of a condition are."""
    collection = getattr(verdict.node, "members", None)
    if isinstance(collection, typed.Members):
        return collection.noun.member
    return TILE if any(isinstance(one, TileView) for one in verdict.witnesses) else GROUP
