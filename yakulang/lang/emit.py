"""Expressions printed as Python: one function from many expressions, shared parts computed once.

Only register names and integers reach the text; names of yaku, facts and files never do.
"""

from __future__ import annotations

from collections import Counter
from math import inf
from typing import TYPE_CHECKING

from yakulang.lang import ir
from yakulang.lang.vocabulary import MAX_POWER

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

SHARED_COST = 2  # operations from which a repeated part is worth a variable
OFTEN = 2  # times after which a part of one operation is, in a function that is called for every hand


class Function:
    """The text of one function over registers.

    Args:
        name: its name in the generated module.
        arguments: parameters beside `r`, the sequence of registers; they are registers of these names.
        index: the place of each other register in `r`.
    """

    def __init__(self, name: str, arguments: Sequence[str], index: dict[str, int]) -> None:
        self.name = name
        self.arguments = arguments
        self.index = index
        self.statements: list[tuple[str, ir.Expr, str]] = []  # before, expression, after
        self.ending = ""

    def add(self, before: str, expression: ir.Expr, after: str = "") -> None:
        """Add a statement `before expression after`."""
        self.statements.append((before, expression, after))

    def text(self) -> str:
        """Return the function as Python text."""
        expressions = [expression for _, expression, _ in self.statements]
        parts = list(_in_order(expressions, set()))
        registers = sorted({p.name for p in parts if isinstance(p, ir.Register)} - set(self.arguments))
        lines = [f"def {self.name}({', '.join(['r', *self.arguments])}):"]
        for register in registers:
            self.index.setdefault(register, len(self.index))
            lines.append(f"    {register} = r[{self.index[register]}]")
        names: dict[ir.Expr, str] = {}
        shared = _shared(expressions)
        done: set[ir.Expr] = set()
        for before, expression, after in self.statements:
            for part in _in_order([expression], done):
                if part in shared:
                    printed = _print(part, names)
                    names[part] = f"v{len(names)}"
                    lines.append(f"    {names[part]} = {printed}")
            lines.append(f"    {before}{_print(expression, names)}{after}")
        if self.ending:
            lines.append(f"    {self.ending}")
        return "\n".join(lines) + "\n"


def parts_of(expression: ir.Expr) -> tuple[ir.Expr, ...]:
    """Return the direct parts of an expression."""
    match expression:
        case ir.Bits(parts=parts) | ir.AllTrue(parts=parts) | ir.AnyTrue(parts=parts):
            return parts
        case ir.ShiftRight(part=part) | ir.Popcount(part=part) | ir.Untrue(part=part):
            return (part,)
        case ir.Arith(left=left, right=right) | ir.Compare(left=left, right=right):
            return (left, right)
    return ()


def _in_order(expressions: Iterable[ir.Expr], seen: set[ir.Expr]) -> Iterator[ir.Expr]:
    """Yield the parts of some expressions, each once and after its own parts; `seen` are not visited again."""
    for expression in expressions:
        if expression not in seen:
            seen.add(expression)
            yield from _in_order(parts_of(expression), seen)
            yield expression


def _cost(expression: ir.Expr) -> int:
    parts = parts_of(expression)
    return sum(map(_cost, parts)) + max(1, len(parts) - 1) if parts else 0


def _shared(expressions: Iterable[ir.Expr], often: float = inf) -> set[ir.Expr]:
    """Return the masks and counts that occur more than once and cost something; truth values stay lazy."""
    seen: Counter[ir.Expr] = Counter()

    def visit(expression: ir.Expr) -> None:
        seen[expression] += 1
        if seen[expression] == 1:
            for part in parts_of(expression):
                visit(part)

    for expression in expressions:
        visit(expression)
    eager = (ir.Bits, ir.ShiftRight, ir.Popcount)
    return {e for e, n in seen.items() if isinstance(e, eager) and n > 1 and (_cost(e) >= SHARED_COST or n > often)}


def _print(expression: ir.Expr, names: dict[ir.Expr, str]) -> str:
    if expression in names:
        return names[expression]
    match expression:
        case ir.Const(value=value):
            return str(value)
        case ir.Register(name=name):
            return name
        case ir.Bits(operator=operator, parts=parts):
            return f"({f' {operator} '.join(_print(part, names) for part in parts)})"
        case ir.ShiftRight(part=part, by=by):
            return f"({_print(part, names)} >> {by})"
        case ir.Popcount(part=part):
            return f"{_print(part, names)}.bit_count()"
        case ir.Arith(operator="**", left=left, right=right):
            return f"({_print(left, names)} ** max(0, min({MAX_POWER}, {_print(right, names)})))"
        case ir.Arith(operator=operator, left=left, right=right):
            return f"({_print(left, names)} {operator} {_print(right, names)})"
        case ir.Compare(operator=operator, left=left, right=right):
            return f"({_print(left, names)} {operator} {_print(right, names)})"
        case ir.AllTrue(parts=parts):
            return f"({' and '.join(_print(part, names) for part in parts)})"
        case ir.AnyTrue(parts=parts):
            return f"({' or '.join(_print(part, names) for part in parts)})"
        case ir.Untrue(part=part):
            return f"(not {_print(part, names)})"
    raise TypeError(expression)


def printed(lines: Sequence[tuple[str, ir.Expr | None, str]], changing: frozenset[str]) -> tuple[list[str], set[str]]:
    """Return lines of a function with their expressions printed, and the registers they read.

    A part that occurs more than once is computed where it is first needed, unless it reads a register of `changing`.

    Args:
        lines: what stands before an expression, the expression or None, and what stands after it. `before` begins
            with the indentation.
        changing: registers that the lines themselves set.
    """
    expressions = [expression for _, expression, _ in lines if expression is not None]
    parts = list(_in_order(expressions, set()))
    used = {part.name for part in parts if isinstance(part, ir.Register)}
    reads: dict[ir.Expr, bool] = {}
    for part in parts:
        own = isinstance(part, ir.Register) and part.name in changing
        reads[part] = own or any(reads[inner] for inner in parts_of(part))
    shared = {part for part in _shared(expressions, OFTEN) if not reads[part]}
    scopes: list[tuple[int, dict[ir.Expr, str]]] = [(0, {})]
    number = 0
    body = []
    for before, expression, after in lines:
        depth = len(before) - len(before.lstrip())
        while scopes[-1][0] > depth:
            scopes.pop()
        if expression is None:
            body.append(f"{before}{after}")
            continue
        if scopes[-1][0] < depth:
            scopes.append((depth, dict(scopes[-1][1])))
        names = scopes[-1][1]
        if not before.lstrip().startswith("el"):
            for part in _in_order([expression], set(names)):
                if part in shared:
                    text = _print(part, names)
                    names[part] = f"v{number}"
                    number += 1
                    body.append(f"{before[:depth]}{names[part]} = {text}")
        asked = before.lstrip().startswith(("if ", "elif "))
        body.append(f"{before}{(_print_asked if asked else _print)(expression, names)}{after}")
    return body, used


def _print_asked(expression: ir.Expr, names: dict[ir.Expr, str]) -> str:
    """Return an expression as text where it only matters whether it is true: a number that is not 0 is."""
    match expression:
        case ir.Compare(operator="!=", left=left, right=ir.ZERO):
            return _print(left, names)
        case ir.Compare(operator="==", left=left, right=ir.ZERO):
            return f"(not {_print(left, names)})"
        case ir.AllTrue(parts=parts):
            return f"({' and '.join(_print_asked(part, names) for part in parts)})"
        case ir.AnyTrue(parts=parts):
            return f"({' or '.join(_print_asked(part, names) for part in parts)})"
        case ir.Untrue(part=part):
            return f"(not {_print_asked(part, names)})"
    return _print(expression, names)
