"""Conditions printed: syntax trees back to text, in one canonical spelling."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.lang import syntax

if TYPE_CHECKING:
    from collections.abc import Iterable

# how tightly each node binds; a part that binds less tightly than its place needs parentheses
_LEVEL: dict[type[syntax.Node], int] = {
    syntax.AllOf: 0,
    syntax.AnyOf: 0,
    syntax.Negate: 1,
    syntax.Compare: 2,
    syntax.Is: 2,
    syntax.Quantity: 2,
    syntax.Every: 2,
    syntax.Contain: 2,
}
_SIGN_LEVEL = {"+": 3, "-": 3, "*": 4, "^": 5}
_TIGHT = 6


def print_condition(node: syntax.Node) -> str:
    """Return the text of a condition; parsing it gives the same tree, places and spare parentheses apart."""
    match node:
        case syntax.Paren(inner=inner):
            return f"({print_condition(inner)})"
        case syntax.AllOf(parts=parts):
            return _joined(" and ", parts)
        case syntax.AnyOf(parts=parts):
            return _joined(" or ", parts)
        case syntax.Negate(part=part):
            return f"not {_within(part, 1)}"
        case syntax.Compare(operator=operator, left=left, right=right):
            return f"{_within(left, 3)} {operator} {_within(right, 3)}"
        case syntax.Is(subject=subject, value=value, negated=negated):
            return f"{subject.name} is {'not ' if negated else ''}{_within(value, _TIGHT)}"
        case syntax.Quantity(quantifier=quantifier, number=number, collection=collection):
            counted = quantifier if quantifier in ("any", "no") else f"{quantifier} {number}"
            return f"{counted} {print_condition(collection)}"
        case syntax.Every(collection=collection, value=value):
            return f"all {print_condition(collection)} are {_within(value, _TIGHT)}"
        case syntax.Contain(collection=collection, items=items):
            return f"{print_condition(collection)} contain {' '.join(map(print_condition, items))}"
        case syntax.Collection(adjectives=adjectives, noun=noun):
            return " ".join([*(_within(adjective, _TIGHT) for adjective in adjectives), noun])
        case syntax.Item(adjectives=adjectives, kind=kind, spot=spot, tiles=tiles):
            return " ".join([*map(print_condition, adjectives), *(part for part in (kind, spot, tiles) if part)])
        case syntax.Arithmetic(operator=operator, left=left, right=right):
            level = _SIGN_LEVEL[operator]
            return f"{_within(left, level + (operator == '^'))} {operator} {_within(right, level + 1)}"
        case syntax.Tally(function=function, collection=collection):
            return f"{function}({print_condition(collection)})"
        case syntax.YakuRef(function=function, yaku=yaku):
            return f"{function}({yaku})"
        case syntax.Word(name=name):
            return name
        case syntax.TileSet(text=text):
            return text
        case syntax.WithTiles(text=text):
            return f"with {text}"
        case syntax.Integer(value=value):
            return str(value)
    raise TypeError(node)


def _level(node: syntax.Node) -> int:
    if isinstance(node, syntax.Arithmetic):
        return _SIGN_LEVEL[node.operator]
    return _LEVEL.get(type(node), _TIGHT)


def _within(node: syntax.Node, level: int) -> str:
    text = print_condition(node)
    return text if _level(node) >= level else f"({text})"


def _joined(word: str, parts: Iterable[syntax.Node]) -> str:
    return word.join(_within(part, 1) for part in parts)
