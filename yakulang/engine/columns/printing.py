"""Expressions printed as calls of numpy on whole columns: each part computed once, into buffers that are used again.

A column is one of four classes: truth values, bytes, 16-bit and 64-bit numbers. The class of a number is the smallest
that holds every value it can take, so that most arithmetic runs on bytes. Only register names and integers reach the
text; each statement is one call, so that no expression is too deep to compile.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from yakulang.lang import ir
from yakulang.lang.emit import parts_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

TRUTH, BYTE, SHORT, LONG = "b", "u", "h", "q"
_TYPES = {BYTE: np.uint8, SHORT: np.int16, LONG: np.int64}
_BOUNDS = {BYTE: (0, 255), SHORT: (-(1 << 15), (1 << 15) - 1), LONG: (-(1 << 62), 1 << 62)}
_WIDER = {BYTE: 0, SHORT: 1, LONG: 2}
_CALLS: dict[str, Any] = {
    "AND": np.bitwise_and,
    "OR": np.bitwise_or,
    "XOR": np.bitwise_xor,
    "NOT": np.logical_not,
    "RIGHT": np.right_shift,
    "LEFT": np.left_shift,
    "BITS": np.bitwise_count,
    "ADD": np.add,
    "SUB": np.subtract,
    "MUL": np.multiply,
    "DIV": np.floor_divide,
    "MAX": np.maximum,
    "EQ": np.equal,
    "NE": np.not_equal,
    "LT": np.less,
    "LE": np.less_equal,
    "GT": np.greater,
    "GE": np.greater_equal,
    "CAST": lambda column, out: np.copyto(out, column),
    "LOOK": lambda table, column, out: table.take(column, out=out, mode="clip"),
    "BOOL": np.bool_,
    **{f"T{cls}": dtype for cls, dtype in _TYPES.items()},
}
_COMPARE = {"==": "EQ", "!=": "NE", "<": "LT", "<=": "LE", ">": "GT", ">=": "GE"}
_BITWISE = {"&": "AND", "|": "OR", "^": "XOR"}
_ARITH = {"+": "ADD", "-": "SUB", "*": "MUL"}


class TooLargeError(ValueError):
    """An expression can't be computed in 64 bits."""


@dataclass(frozen=True, slots=True)
class Value:
    """A column that the text computes, reads, or an integer: its place among the values, class and bounds."""

    place: int
    cls: str
    low: int
    high: int


@dataclass(slots=True)
class _Call:
    name: str
    arguments: tuple[Value | int, ...]
    result: Value
    constant_class: str = LONG


@dataclass(slots=True)
class Block:
    """The text of one function of columns.

    Args:
        name: of the function.
        rewrite: brings expressions into the form that takes few steps.
        register: returns the class and bounds of a register.
    """

    name: str
    rewrite: Callable[[ir.Expr], ir.Expr]
    register: Callable[[str], tuple[str, int, int]]
    registers: dict[str, Value] = field(default_factory=dict)
    _calls: list[_Call] = field(default_factory=list)
    _known: dict[Any, Value] = field(default_factory=dict)
    _tables: dict[str, NDArray[np.int64]] = field(default_factory=dict)
    _count: int = 0

    # --- values ---------------------------------------------------------------------------------

    def value(self, expression: ir.Expr) -> Value:
        """Return the column of an expression that is no constant."""
        expression = self.rewrite(expression)
        found = self._known.get(expression)
        if found is None:
            for part in _unknown_parts(expression, self._known):  # the deep ones first, without recursion
                self._known[part] = self._made(part)
            found = self._known[expression]
        return found

    def _made(self, expression: ir.Expr) -> Value:
        match expression:
            case ir.Register(name=name):
                return self._read(name)
            case ir.Bits(operator=operator, parts=parts):
                return self._chain(_BITWISE[operator], [self._operand(part) for part in parts], LONG, ir.ALL)
            case ir.ShiftRight(part=part, by=by):
                return self._call("RIGHT", (self._known[part], by), LONG, 0, ir.ALL)
            case ir.Popcount(part=part):
                return self._call("BITS", (self._known[part],), BYTE, 0, _most_bits(part))
            case ir.Arith(operator=operator, left=left, right=right):
                return self._arith(operator, self._operand(left), self._operand(right))
            case ir.Compare(operator=operator, left=left, right=right):
                one, other = self._alike(self._operand(left), self._operand(right))
                return self._call(_COMPARE[operator], (one, other), TRUTH, 0, 1, _class(one, other))
            case ir.AllTrue(parts=parts):
                return self._chain("AND", [self._known[part] for part in parts], TRUTH, 1)
            case ir.AnyTrue(parts=parts):
                return self._chain("OR", [self._known[part] for part in parts], TRUTH, 1)
            case ir.Untrue(part=part):
                return self._call("NOT", (self._known[part],), TRUTH, 0, 1)
        raise TypeError(expression)

    def _operand(self, part: ir.Expr) -> Value | int:
        return part.value if isinstance(part, ir.Const) else self._known[part]

    def _read(self, name: str) -> Value:
        if name not in self.registers:
            self.registers[name] = Value(self._new(), *self.register(name))
        return self.registers[name]

    def _new(self) -> int:
        self._count += 1
        return self._count - 1

    def _call(  # noqa: PLR0917  the parts of a call
        self, name: str, arguments: tuple[Value | int, ...], cls: str, low: int, high: int, constants: str | None = None
    ) -> Value:
        key = (name, cls, tuple(a if isinstance(a, int) else (a.place, a.cls) for a in arguments))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = Value(self._new(), cls, low, high)
            self._calls.append(_Call(name, arguments, found, constants or cls))
        return found

    def _chain(self, name: str, operands: Sequence[Value | int], cls: str, high: int) -> Value:
        ordered = sorted(operands, key=lambda operand: (1, 0) if isinstance(operand, int) else (0, operand.place))
        total = ordered[0]
        if isinstance(total, int):
            raise TypeError(name)
        for operand in ordered[1:]:
            total = self._call(name, (total, operand), cls, 0, high)
        return total

    def _arith(self, operator: str, left: Value | int, right: Value | int) -> Value:
        if operator not in _ARITH:
            raise TooLargeError(operator)
        (a, b), (c, d) = _bounds(left), _bounds(right)
        ends = {
            "+": (a + c, b + d),
            "-": (a - d, b - c),
            "*": (min(a * c, a * d, b * c, b * d), max(a * c, a * d, b * c, b * d)),
        }[operator]
        cls = _smallest(min(*ends, a, c), max(*ends, b, d))
        return self._call(_ARITH[operator], (self.cast(left, cls), self.cast(right, cls)), cls, *ends)

    def _alike(self, left: Value | int, right: Value | int) -> tuple[Value | int, Value | int]:
        (a, b), (c, d) = _bounds(left), _bounds(right)
        cls = max((_smallest(min(a, c), max(b, d)), _class(left, right)), key=lambda one: _WIDER[one])
        return self.cast(left, cls), self.cast(right, cls)

    def cast(self, value: Value | int, cls: str) -> Value | int:
        """Return a number in a class that holds it."""
        if isinstance(value, int) or value.cls == cls:
            return value
        if value.cls == TRUTH:
            value = Value(value.place, BYTE, value.low, value.high)  # the same bytes
            if cls == BYTE:
                return value
        return self._call("CAST", (value,), cls, value.low, value.high)

    def given(self, value: Value) -> ir.Expr:
        """Return an expression that stands for a value that was made."""
        name = ir.Register(f"value_{value.place}")
        self._known[name] = value
        return name

    def always(self) -> Value:
        """Return a column of truth."""
        ones = self._call("CAST", (1,), BYTE, 1, 1)
        return Value(ones.place, TRUTH, 1, 1)

    def rounded_up(self, value: Value, step: int) -> Value:
        """Return a number rounded up to a multiple of `step`."""
        high = -(-value.high // step) * step + step
        cls = _smallest(min(value.low - step, 0), high)
        more = self._call("ADD", (self.cast(value, cls), step - 1), cls, value.low, high)
        whole = self._call("DIV", (more, step), cls, value.low, high)
        return self._call("MUL", (whole, step), cls, value.low, high)

    def no_less(self, value: Value, least: int) -> Value:
        """Return a number, or `least` where it is less."""
        if value.low >= least:
            return value
        return self._call("MAX", (value, least), value.cls, least, max(least, value.high))

    def packed(self, bits: Iterable[tuple[int, Value]]) -> Value | None:
        """Return truth values as bits 0 to 63 of a number, or None where there are none."""
        given = list(bits)
        total: Value | None = None
        for start in range(0, len(given), 8):  # eight at a time in a byte, which a table turns into the number
            byte: Value | None = None
            for place, (_, value) in enumerate(given[start : start + 8]):
                one = self.cast(value, BYTE)
                moved = self._call("LEFT", (one, place), BYTE, 0, 255) if place else one
                assert isinstance(moved, Value)  # noqa: S101  no constant
                byte = moved if byte is None else self._call("OR", (byte, moved), BYTE, 0, 255)
            assert byte is not None  # noqa: S101  there is one at least
            table = f"table{len(self._tables)}"
            self._tables[table] = _table([bit for bit, _ in given[start : start + 8]])
            word = self._call(f"LOOK_{table}", (byte,), LONG, 0, 0)
            total = word if total is None else self._call("OR", (total, word), LONG, 0, 0)
        return total

    # --- text -----------------------------------------------------------------------------------

    def text(self, results: Sequence[Value | None]) -> tuple[str, dict[str, Any]]:
        """Return the text of `name(r, n)` and the constants it names.

        `r` gives each register by name as a column of `n`, and room for columns of a type by `r.room(type, count, n)`;
        the function returns the results as a tuple, None for those that are None. They stand in that room.
        """
        last: dict[int, int] = {}
        for at, call in enumerate(self._calls):
            for argument in call.arguments:
                if isinstance(argument, Value):
                    last[argument.place] = at
        for result in results:
            if result is not None:
                last[result.place] = len(self._calls)
        names = {v.place: f"{'t' if v.cls == TRUTH else 'r'}{v.place}" for v in self.registers.values()}
        pools = _Pools()
        constants: dict[str, Any] = dict(self._tables)
        lines = []
        for at, call in enumerate(self._calls):
            if call.result.place not in last:
                continue  # nobody asks for it
            shown = [_shown(argument, names, call.constant_class, constants) for argument in call.arguments]
            for argument in call.arguments:
                if isinstance(argument, Value) and last[argument.place] == at:
                    pools.free(argument.place)
            names[call.result.place] = pools.take(call.result)
            name, _, table = call.name.partition("_")
            shown = [table, *shown] if table else shown
            lines.append(f"    {name}({', '.join([*shown, names[call.result.place]])})")
        reads = [f"    {names[v.place]} = r[{name!r}]" for name, v in self.registers.items() if v.place in last]
        ends = ["None" if r is None else _named(names[r.place], r.cls) for r in results]
        head = [f"def {self.name}(r, n):", *reads, *pools.lines()]
        return "\n".join([*head, *lines, f"    return ({''.join(f'{end}, ' for end in ends)})"]) + "\n", constants


class _Pools:
    """Which buffer holds which value: truth values and bytes share theirs."""

    def __init__(self) -> None:
        self._free: dict[str, list[int]] = {BYTE: [], SHORT: [], LONG: []}
        self._made = dict.fromkeys(self._free, 0)
        self._held: dict[int, tuple[str, int]] = {}

    def take(self, value: Value) -> str:
        pool = BYTE if value.cls == TRUTH else value.cls
        free = self._free[pool]
        if free:
            number = free.pop()
        else:
            number = self._made[pool]
            self._made[pool] += 1
        self._held[value.place] = pool, number
        return f"{value.cls}{number}"

    def free(self, place: int) -> None:
        if place in self._held:
            pool, number = self._held.pop(place)
            self._free[pool].append(number)

    def lines(self) -> list[str]:
        found = []
        for pool, count in self._made.items():
            if count:
                found.append(f"    {pool} = r.room(T{pool}, {count}, n)")
                found.append(f"    {''.join(f'{pool}{number}, ' for number in range(count))} = {pool}")
                if pool == BYTE:
                    found.append(f"    {''.join(f'{TRUTH}{number}, ' for number in range(count))} = {pool}.view(BOOL)")
        return found


def compiled(text: str, name: str, constants: dict[str, Any]) -> Callable[..., Any]:
    """Return the function of a text."""
    module: dict[str, Any] = {**_CALLS, **constants}
    exec(compile(text, f"<{name} of columns>", "exec"), module)  # noqa: S102  register names and integers only
    function: Callable[..., Any] = module[name]
    return function


def _unknown_parts(expression: ir.Expr, known: dict[Any, Value]) -> list[ir.Expr]:
    """Return the parts of an expression that have no value yet, each after its own parts; no constants."""
    found: list[ir.Expr] = []
    seen: set[ir.Expr] = set()
    stack: list[tuple[ir.Expr, bool]] = [(expression, False)]
    while stack:
        part, ready = stack.pop()
        if ready:
            found.append(part)
        elif part not in seen and part not in known and not isinstance(part, ir.Const):
            seen.add(part)
            stack.append((part, True))
            stack += [(inner, False) for inner in parts_of(part)]
    return found


def _named(name: str, cls: str) -> str:
    """Return the name of a buffer seen as another class of the same bytes."""
    return cls + name[1:] if name[0] in (TRUTH, BYTE) and cls in (TRUTH, BYTE) else name


def _shown(argument: Value | int, names: dict[int, str], cls: str, constants: dict[str, Any]) -> str:
    if isinstance(argument, Value):
        name = names[argument.place]
        if name[0] == "t" and argument.cls == BYTE:
            return f"{name}.view(Tu)"
        return _named(name, argument.cls)
    name = f"k{cls}{argument}".replace("-", "_")
    constants[name] = np.array(argument, _TYPES[cls if cls != TRUTH else BYTE])
    return name


def _bounds(value: Value | int) -> tuple[int, int]:
    return (value, value) if isinstance(value, int) else (value.low, value.high)


def _class(*values: Value | int) -> str:
    classes = [value.cls if value.cls != TRUTH else BYTE for value in values if isinstance(value, Value)]
    return max(classes, key=lambda cls: _WIDER[cls], default=LONG)


def _smallest(low: int, high: int) -> str:
    for cls, (least, most) in _BOUNDS.items():
        if least <= low and high <= most:
            return cls
    raise TooLargeError(high)


def _most_bits(mask: ir.Expr) -> int:
    """Return how many positions of a mask can be set at most."""
    if isinstance(mask, ir.Bits) and mask.operator == "&":
        return min((part.value.bit_count() for part in mask.parts if isinstance(part, ir.Const)), default=34)
    return 34


def _table(bits: Sequence[int]) -> NDArray[np.int64]:
    """Return for each byte the number in which bit `bits[i]` is set where bit i of the byte is."""
    table = [sum(1 << bit for place, bit in enumerate(bits) if byte >> place & 1) for byte in range(256)]
    return np.array(table, np.uint64).view(np.int64)
