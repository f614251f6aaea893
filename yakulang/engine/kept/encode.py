"""A rulebook with its conditions as plain data, for `decode.py` and `conditions.py` to take up again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from yakulang.engine.kept import steps
from yakulang.engine.kept.decode import CLASS, FLAGS, FRACTION, MAPPING, PASSING, SET, SPAN, WHEN
from yakulang.lang import ir
from yakulang.lang.emit import parts_of
from yakulang.lang.typed import Condition, Count, Number
from yakulang.lang.vocabulary import GROUP
from yakulang.lang.walk import asks_for, counts_copies, flags_in, names_mark
from yakulang.rules.model import DoraKind, Rulebook, Statement
from yakulang.source import Span
from yakulang.tiles import MARKS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulang.engine.compiled import CompiledConditions
    from yakulang.rules.model import FuRule

# the fields of a rulebook that rulings, and reports of them, ask for; what is between hands is not among them
USED = frozenset({
    "id", "names", "players", "tiles", "facts", "words", "shapes", "winning_tile_free", "yaku", "order", "stacking",
    "minimum_han", "fu", "dora", "limits", "payments", "liability", "chips", "impossible", "forbidden",
})  # fmt: skip
LISTS = ("indicators", "kan_indicators", "ura_indicators", "kan_ura_indicators")


class Unkept(Exception):  # noqa: N818  no error: such a ruleset is read from its files every time
    """There is something in a ruleset that the data have no form for."""


def encoded(rulebook: Rulebook, code: CompiledConditions) -> dict[str, Any]:
    """Return a rulebook as data of lists, mappings, texts and whole numbers.

    Raises:
        Unkept: it has something that can't be written so.
    """
    encoder = _Encoder(code)
    book = encoder.data(rulebook)
    members = [encoder.members(rule) for rule in rulebook.fu.items]
    dora = [*(k.each for k in rulebook.dora), *(k.when for k in rulebook.dora)]
    asked = [*dora, *(rule.when for rule in rulebook.yaku)]
    asked += [part for rule in rulebook.chips for part in (rule.when, rule.each)]
    return {
        "book": book,
        "steps": encoder.steps,
        "index": encoder.index,
        "flags": dict(code.lowering.flags),
        "numbers": {n: r for n, r in code.lowering.numbers.items() if r.startswith("number_")},
        "choices": {name: [register, list(values)] for name, (register, values) in code.lowering.choices.items()},
        "members": members,
        "counted": [n for n in LISTS if any(k.shown_by == n or asks_for(k.each, n) for k in rulebook.dora)],
        "marks": [mark.number for mark in MARKS if any(names_mark(node, mark.number) for node in asked)],
    }


class _Encoder:
    """Gives each expression a place among the steps."""

    def __init__(self, code: CompiledConditions) -> None:
        self.lower = code.lowering
        self.steps: list[steps.Step] = []
        self.index: dict[str, int] = {name: place for place, name in enumerate((*PASSING, FLAGS))}
        self._places: dict[ir.Expr, int] = {}

    # --- data -----------------------------------------------------------------------------------

    def data(self, value: Any) -> Any:
        """Return a value of the rulebook as data."""
        match value:
            case None | bool() | int() | str():
                return value
            case Condition():
                return {CLASS: WHEN, "place": self.place(self.lower.condition(value))}
            case Number():
                return {CLASS: WHEN, "place": self.place(self.lower.number(value))}
            case Span():
                return {CLASS: SPAN, "place": value.place, "text": ""}
            case Fraction() if value.denominator == 1:
                return value.numerator
            case Fraction():
                return {CLASS: FRACTION, "parts": [value.numerator, value.denominator]}
            case tuple():
                return [self.data(item) for item in value]
            case frozenset():
                return {CLASS: SET, "items": [self.data(item) for item in sorted(value)]}
            case Mapping():
                if all(isinstance(key, str) and key != CLASS for key in value):
                    return {key: self.data(item) for key, item in value.items()}
                return {CLASS: MAPPING, "items": [[self.data(key), self.data(item)] for key, item in value.items()]}
        if is_dataclass(value):
            return self._fields(value)
        raise Unkept(type(value).__name__)

    def _fields(self, value: Any) -> dict[str, Any]:
        found: dict[str, Any] = {CLASS: type(value).__name__}
        for field in fields(value):
            part = getattr(value, field.name)
            if isinstance(value, Rulebook) and field.name not in USED:
                continue
            found[field.name] = self.data(part)
            if field.name == "base_span":  # a ruling shows the formula
                found[field.name]["text"] = part.text
            elif isinstance(part, Condition) and isinstance(value, DoraKind | Statement):  # and what does not hold
                found[field.name]["span"] = {CLASS: SPAN, "place": part.span.place, "text": part.span.text}
        if isinstance(value, Statement):
            found |= {"flags": sorted(flags_in(value.when)), "counts_copies": counts_copies(value.when)}
        return found

    def members(self, rule: FuRule) -> list[list[Any]] | None:
        """Return the groups that an item of fu counts, as cells with the step of a mask; None for other members."""
        if not isinstance(rule.each, Count):
            return []
        if rule.each.members.noun.member != GROUP:
            return None
        return [
            [cell.name, self.place(ir.both(cell.plane(number), mask))]
            for cell, mask in self.lower.members(rule.each.members)
            for number in range(1, cell.planes + 1)
        ]

    # --- steps ----------------------------------------------------------------------------------

    def place(self, expression: ir.Expr) -> int:
        """Return the place of an expression among the steps."""
        found = self._places.get(expression)
        if found is None:
            step = self._step(expression, [self.place(part) for part in parts_of(expression)])
            found = self._places[expression] = len(self.steps)
            self.steps.append(step)
        return found

    def _step(self, expression: ir.Expr, parts: Sequence[int]) -> steps.Step:
        match expression:
            case ir.Const(value=value) if value.bit_length() <= steps.MAX_BITS:
                return [steps.CONST, value]
            case ir.Register(name=name):
                return [steps.REGISTER, self.index.setdefault(name, len(self.index))]
            case ir.Bits(operator=operator):
                return [steps.MASKS[operator], *parts]
            case ir.ShiftRight(by=by):
                return [steps.SHIFT, *parts, by]
            case ir.Popcount():
                return [steps.POPCOUNT, *parts]
            case ir.Arith(operator=operator):
                return [steps.SUMS[operator], *parts]
            case ir.Compare(operator=operator):
                return [steps.COMPARISONS[operator], *parts]
            case ir.AllTrue():
                return [steps.ALL, *parts]
            case ir.AnyTrue():
                return [steps.ANY, *parts]
            case ir.Untrue():
                return [steps.NOT, *parts]
        raise Unkept(type(expression).__name__)
