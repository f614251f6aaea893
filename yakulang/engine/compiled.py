"""The conditions of a ruleset compiled: lowered once to expressions over words, one Python function a question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yakulang.engine.words import WordMaker
from yakulang.lang import ir
from yakulang.lang.emit import Function
from yakulang.lang.lowering import Lowering
from yakulang.lang.vocabulary import FACTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from yakulang.engine.conditions import Standing
    from yakulang.engine.readings import Reading
    from yakulang.engine.situation import Situation
    from yakulang.engine.words import Words
    from yakulang.hand import Hand
    from yakulang.lang.typed import Condition, Number
    from yakulang.rules.model import Rulebook

JUDGED = ("held", "awarded", "yakuman")
SCORED = (*JUDGED, "han", "fu", "base")


class CompiledConditions:
    """Answers with generated functions; see `conditions.Conditions` for the methods.

    `source` is the generated text: register names and integers, nothing of a rule file's.
    """

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        facts = [*FACTS.values(), *rulebook.facts.values()]
        flags = {fact.name: i for i, fact in enumerate(f for f in facts if f.type == "flag")}
        numbers = {fact.name: f"number_{i}" for i, fact in enumerate(f for f in facts if f.type == "number")}
        numbers |= {name: name for name in ("han", "fu", "base", "yakuman", "subtotal")}
        shapes = tuple(shape.id for shape in rulebook.shapes)
        choices = {
            fact.name: (f"choice_{i}", shapes if fact.name == "shape" else fact.values)
            for i, fact in enumerate(f for f in facts if f.type == "choice")
        }
        self.lowering = Lowering(flags, numbers, choices, {rule.id: i for i, rule in enumerate(rulebook.yaku)})
        self.index: dict[str, int] = {}
        self.source = "\n".join(self._functions())
        module: dict[str, Any] = {}
        exec(compile(self.source, f"<{rulebook.id}>", "exec"), module)  # noqa: S102  register names and integers only
        self._call: dict[str, Callable[..., Any]] = module
        situation_numbers = {name: register for name, register in numbers.items() if register.startswith("number_")}
        cycles = [kind.next for kind in rulebook.dora if kind.shown_by == "indicators"]
        self._words = WordMaker(self.index, flags, situation_numbers, choices, cycles)
        self._has_groups = [bool(shape.groups or shape.pairs) for shape in rulebook.shapes]
        self._said: dict[int, tuple[Condition, Callable[..., Any]]] = {}

    # --- making the functions -------------------------------------------------------------------

    def _functions(self) -> Iterable[str]:
        rules = self.rulebook
        for name, statements in (("impossible", rules.impossible), ("forbidden", rules.forbidden)):
            arguments = () if name == "impossible" else ("held",)
            yield self._list(name, arguments, [self._when(s.when) for s in statements])
        yield self._list("any_win", (), [self._when(rules.winning_tile_free, missing=ir.FALSE)])
        yield self._list("loose", (), [self._when(shape.loose, missing=ir.FALSE) for shape in rules.shapes])
        for condition in (word.when for word in rules.words.values()):
            if condition is not None:
                self._when(condition)
        yield self._held()
        yield self._list("times", ("held",), [self._number(rule.each) for rule in rules.yaku])
        yield self._list("dora", JUDGED, [self._counted(k.when, k.each, uncounted=-1) for k in rules.dora])
        yield self._list("fixed_fu", JUDGED, [self._when(item.when) for item in rules.fu.fixed])
        yield self._list("fu", JUDGED, [self._counted(i.when, i.each, uncounted=1) for i in rules.fu.items])
        yield self._list("chips", JUDGED, [self._counted(c.when, c.each, uncounted=1) for c in rules.chips])
        yield self._list("floors", (*JUDGED, "subtotal"), [self._when(item.when) for item in rules.fu.floors])
        yield self._list("base", ("han", "fu"), [self.lowering.number(rules.payments.base)])
        yield self._list("limit_when", SCORED, [self._when(limit.when, missing=ir.FALSE) for limit in rules.limits])
        yield self._list("limit_base", SCORED, [self.lowering.number(limit.base) for limit in rules.limits])

    def _when(self, condition: Condition | None, missing: ir.Expr = ir.TRUE) -> ir.Expr:
        return missing if condition is None else self.lowering.condition(condition)

    def _number(self, number: Number | None) -> ir.Expr:
        return ir.ONE if number is None else self.lowering.number(number)

    def _counted(self, when: Condition | None, each: Number | None, *, uncounted: int) -> tuple[ir.Expr, ir.Expr]:
        """Return a condition and the number that counts while it holds."""
        return self._when(when), ir.Const(uncounted) if each is None else self.lowering.number(each)

    def _list(
        self, name: str, arguments: Sequence[str], expressions: Sequence[ir.Expr | tuple[ir.Expr, ir.Expr]]
    ) -> str:
        """Return the text of a function that returns the values of some expressions as a tuple."""
        function = Function(name, arguments, self.index)
        for number, expression in enumerate(expressions):
            if isinstance(expression, tuple):
                when, count = expression
                function.add(f"a{number} = ", count)
                if when != ir.TRUE:
                    function.add("if not ", when, f": a{number} = 0")
            else:
                function.add(f"a{number} = ", expression)
        function.ending = f"return ({''.join(f'a{number}, ' for number in range(len(expressions)))})"
        return function.text()

    def _held(self) -> str:
        rules = self.rulebook
        function = Function("held_yaku", (), self.index)
        function.add("held = ", ir.ZERO)
        closed = self.lowering.bit("flags", self.lowering.flags["closed"])
        for index in rules.order:
            rule = rules.yaku[index]
            sides = (rule.has_value(closed=True), rule.has_value(closed=False))
            if not any(sides):
                continue
            when = self.lowering.condition(rule.when)
            if not all(sides):
                when = ir.all_true([closed if sides[0] else ir.untrue(closed), when])
            function.add("if ", when, f": held |= {1 << index}")
        function.ending = "return held"
        return function.text()

    # --- answering ------------------------------------------------------------------------------

    def said(self, condition: Condition, situation: Situation) -> bool:
        """See `Conditions.said`."""
        known = self._said.get(id(condition))
        if known is None:
            text = self._list("said", (), [self.lowering.condition(condition)])
            module: dict[str, Any] = {}
            exec(compile(text, "<word>", "exec"), module)  # noqa: S102  register names and integers only
            known = self._said[id(condition)] = (condition, module["said"])
        return bool(known[1](self._words.situation(situation))[0])

    def situation_words(self, situation: Situation) -> Words:
        """Return the words of a situation without tiles."""
        return self._words.situation(situation)

    def hand_words(self, hand: Hand, situation: Situation) -> Words:
        """Return the words of a hand before any reading."""
        return self._words.hand(hand, situation)

    def no_case(self) -> Words:
        """See `Conditions.no_case`."""
        return [0] * len(self.index)

    def table(self, hand: Hand, situation: Situation) -> tuple[Hand, Words]:
        """See `Conditions.table`."""
        return hand, self._words.hand(hand, situation)

    def impossible(self, table: tuple[Hand, Words]) -> Sequence[int]:
        """See `Conditions.impossible`."""
        return [i for i, holds in enumerate(self._call["impossible"](table[1])) if holds]

    def any_win(self, table: tuple[Hand, Words]) -> bool:
        """See `Conditions.any_win`."""
        return bool(self._call["any_win"](table[1])[0])

    def loose(self, table: tuple[Hand, Words]) -> Sequence[bool]:
        """See `Conditions.loose`."""
        found: Sequence[bool] = self._call["loose"](table[1])
        return found

    def reading(self, table: tuple[Hand, Words], reading: Reading) -> Words:
        """See `Conditions.reading`."""
        hand, words = table
        return self._words.reading(words, hand, reading, has_groups=self._has_groups[reading.shape])

    def held(self, case: Words) -> int:
        """See `Conditions.held`."""
        held: int = self._call["held_yaku"](case)
        return held

    def times(self, case: Words, yaku: int) -> int:
        """See `Conditions.times`."""
        times: int = self._call["times"](case, 0)[yaku]
        return times

    def forbidden(self, case: Words, held: int) -> int:
        """See `Conditions.forbidden`."""
        return next((i for i, holds in enumerate(self._call["forbidden"](case, held)) if holds), -1)

    def dora(self, case: Words, standing: Standing) -> Sequence[int]:
        """See `Conditions.dora`."""
        found: Sequence[int] = self._call["dora"](case, *standing)
        return found

    def fixed_fu(self, case: Words, standing: Standing) -> int:
        """See `Conditions.fixed_fu`."""
        return next((i for i, holds in enumerate(self._call["fixed_fu"](case, *standing)) if holds), -1)

    def fu(self, case: Words, standing: Standing) -> Sequence[int]:
        """See `Conditions.fu`."""
        found: Sequence[int] = self._call["fu"](case, *standing)
        return found

    def floors(self, case: Words, standing: Standing, subtotal: int) -> Sequence[bool]:
        """See `Conditions.floors`."""
        found: Sequence[bool] = self._call["floors"](case, *standing, subtotal)
        return found

    def chips(self, case: Words, standing: Standing) -> Sequence[int]:
        """See `Conditions.chips`."""
        found: Sequence[int] = self._call["chips"](case, *standing)
        return found

    def base(self, han: int, fu: int) -> int:
        """See `Conditions.base`."""
        base: int = self._call["base"]((), han, fu)[0]
        return base

    def limits(self, case: Words, standing: Standing, han: int, fu: int, base: int) -> Sequence[tuple[bool, int]]:
        """See `Conditions.limits`."""
        arguments = (case, *standing, han, fu, base)
        return list(zip(self._call["limit_when"](*arguments), self._call["limit_base"](*arguments), strict=True))
