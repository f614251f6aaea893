"""What generated functions are written with: kinds of hands, where registers stand, lines that fold.

Only register names and integers reach the text of a function.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from yakulang.engine.fast.packed import DECLARED, LISTS
from yakulang.engine.fast.suit_table import LANE, LANES
from yakulang.engine.words import MELD_CELLS
from yakulang.lang import ir
from yakulang.lang.cells import GROUP_CELLS
from yakulang.lang.emit import parts_of, printed
from yakulang.lang.fold import substituted

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

CELL_PLACE = {cell.name: place for place, cell in enumerate(GROUP_CELLS)}
MASK = (1 << LANE) - 1
PLANES = 4
READING = {"wait", "shape"}  # choices that depend on the reading
JUDGED = frozenset({"held", "awarded", "yakuman", "han", "fu", "base", "subtotal", "raw"})


@dataclass(frozen=True, slots=True)
class Kind:
    """What is alike in some readings.

    Attributes:
        closed, tsumo: how the hand stands and was won.
        shape: the index of the shape.
        triplets: whether there may be triplets or quads, concealed or called.
        melds: whether there may be melds.
        seldom: whether the lanes that are seldom filled may be.
    """

    closed: bool
    tsumo: bool
    shape: int
    triplets: bool
    melds: bool
    seldom: bool


def _packed_registers() -> dict[str, str]:
    """Return where each register of a hand stands in a `Packed` (`p`)."""
    found = {"tile_won_1": "p.win_bit"}
    for cell in ("tile", "tile_held", "tile_called", "tile_red"):
        found |= {f"{cell}_{n}": f"p.{cell}[{n - 1}]" for n in range(1, PLANES + 1)}
    for place, declared in enumerate(DECLARED):
        found |= {f"{MELD_CELLS[declared]}_{n}": f"p.declared[{place}][{n - 1}]" for n in range(1, PLANES + 1)}
    for place, name in enumerate(LISTS):
        found |= {f"{name}_{n}": f"p.lists[{place}][{n - 1}]" for n in range(1, PLANES + 1)}
        found[f"{name}_count"] = f"p.list_counts[{place}]"
    return found


HAND = _packed_registers()
READ = {name: f"w >> {LANE * place} & {MASK}" if place else f"w & {MASK}" for place, name in enumerate(LANES)}
TRIPLET_CELLS = ("triplet_held_1", "triplet_won_1", "triplet_called_1", "quad_open_1", "quad_added_1", "quad_closed_1")
SELDOM_CELLS = ("sequence_held_3", "sequence_held_4", "pair_held_2")


def registers_of(expression: ir.Expr, seen: set[ir.Expr] | None = None) -> set[str]:
    """Return the names of the registers an expression reads."""
    if isinstance(expression, ir.Register):
        return {expression.name}
    seen = set() if seen is None else seen
    if expression in seen:
        return set()
    seen.add(expression)
    return set().union(*(registers_of(part, seen) for part in parts_of(expression)))


class Text:
    """The lines of one function, with the registers it needs.

    Args:
        name: of the function. parameters: its parameters.
        place: how each register is reached.
        known: expressions that are constants for this kind of hand.
        rewrite: what makes expressions shorter.
        situated: the registers that a situation decides. Where they are said, `name_given(s)` returns what the
            function needs of them, to be asked once a situation and handed over as `k`.
    """

    def __init__(  # noqa: PLR0917  what the text is made from, then how
        self,
        name: str,
        parameters: str,
        place: Callable[[str], str],
        known: Mapping[ir.Expr, ir.Expr],
        rewrite: Callable[[ir.Expr], ir.Expr] | None = None,
        situated: Collection[str] | None = None,
    ) -> None:
        self.name, self.parameters, self.place, self.known = name, parameters, place, known
        self.rewrite, self.situated = rewrite, situated
        self.lines: list[tuple[str, ir.Expr | None, str]] = []
        self._memo: dict[ir.Expr, ir.Expr] = {}

    def folded(self, expression: ir.Expr) -> ir.Expr:
        """Return an expression with what is known put in."""
        found = substituted(expression, self.known, self._memo)
        return found if self.rewrite is None else self.rewrite(found)

    def add(self, before: str, expression: ir.Expr | None = None, after: str = "") -> None:
        """Add a line, with an expression in it that is folded already."""
        self.lines.append((before, expression, after))

    def when(self, condition: ir.Expr, then: str, indent: str = "    ") -> None:
        """Add a statement that runs where a condition holds; nothing where it never does."""
        folded = self.folded(condition)
        if folded == ir.FALSE:
            return
        if folded == ir.TRUE:
            self.add(f"{indent}{then}")
        else:
            self.add(f"{indent}if ", folded, f": {then}")

    def text(self) -> str:
        """Return the text of the function, and of the one that says what a situation gives it."""
        if self.situated is None:
            return self._function(self.name, self.parameters, [], self.lines)
        given = Given(self.situated)
        lines = [(before, part if part is None else given.taken(part), after) for before, part, after in self.lines]
        names = "".join(f"{name}, " for name in given.parts.values())
        head = [f"    {names}= k"] if names else []
        asked: list[tuple[str, ir.Expr | None, str]] = [
            (f"    {name} = ", part, "") for part, name in given.parts.items()
        ]
        asked.append((f"    return ({names})", None, ""))
        return self._function(f"{self.name}_given", "s", [], asked) + self._function(
            self.name, self.parameters, head, lines, given.parts.values()
        )

    def _function(
        self,
        name: str,
        parameters: str,
        head: list[str],
        lines: Sequence[tuple[str, ir.Expr | None, str]],
        given: Iterable[str] = (),
    ) -> str:
        body, used = printed(lines, JUDGED)
        places = [(register, self.place(register)) for register in sorted(used - JUDGED - {*given})]
        prologue = [f"    {register} = {where}" for register, where in places if where != register]
        return "\n".join([f"def {name}({parameters}):", *head, *prologue, *body]) + "\n"


class Given:
    """Takes out of expressions what a situation alone decides.

    `parts` are these with the names that stand for them.
    """

    def __init__(self, situated: Collection[str]) -> None:
        self.parts: dict[ir.Expr, str] = {}
        self._situated = situated
        self._known: dict[ir.Expr, bool] = {}  # whether an expression reads nothing else; constants do

    def taken(self, expression: ir.Expr) -> ir.Expr:
        """Return an expression in which a name stands for each part that the situation decides."""
        if isinstance(expression, ir.Const) or not parts_of(expression):
            return self._named(expression) if self._decided(expression) else expression
        if self._decided(expression):
            return self._named(expression)
        match expression:
            case ir.Bits(operator=operator, parts=parts):
                return ir.Bits(operator, self._together(parts, lambda some: ir.Bits(operator, some)))
            case ir.AllTrue(parts=parts):
                return ir.AllTrue(self._together(parts, ir.AllTrue))
            case ir.AnyTrue(parts=parts):
                return ir.AnyTrue(self._together(parts, ir.AnyTrue))
            case ir.ShiftRight(part=part, by=by):
                return ir.ShiftRight(self.taken(part), by)
            case ir.Popcount(part=part):
                return ir.Popcount(self.taken(part))
            case ir.Untrue(part=part):
                return ir.Untrue(self.taken(part))
            case ir.Arith(operator=operator, left=left, right=right):
                return ir.Arith(operator, self.taken(left), self.taken(right))
            case ir.Compare(operator=operator, left=left, right=right):
                return ir.Compare(operator, self.taken(left), self.taken(right))
        return expression

    def _together(
        self, parts: tuple[ir.Expr, ...], join: Callable[[tuple[ir.Expr, ...]], ir.Expr]
    ) -> tuple[ir.Expr, ...]:
        """Return the parts, those that are decided as one and ahead: it may say at once what the others would."""
        decided = tuple(part for part in parts if self._decided(part))
        if all(isinstance(part, ir.Const) for part in decided):
            return tuple(map(self.taken, parts))
        one = decided[0] if len(decided) == 1 else join(decided)
        return (self._named(one), *(self.taken(part) for part in parts if not self._decided(part)))

    def _named(self, part: ir.Expr) -> ir.Expr:
        if isinstance(part, ir.Const):
            return part
        return ir.Register(self.parts.setdefault(part, f"k{len(self.parts)}"))

    def _decided(self, expression: ir.Expr) -> bool:
        found = self._known.get(expression)
        if found is None:
            if isinstance(expression, ir.Register):
                found = expression.name in self._situated
            else:
                found = all(map(self._decided, parts_of(expression)))
            self._known[expression] = found
        return found


def held_bits(expressions: Iterable[ir.Expr]) -> int:
    """Return which bits of the held yaku some expressions read; all of them where one reads them otherwise."""
    bits = 0
    for expression in expressions:
        match expression:
            case ir.Register(name="held"):
                return -1
            case ir.Bits(operator="&", parts=(ir.Register(name="held"), ir.Const(value=value))):
                bits |= value
            case _:
                bits |= held_bits(parts_of(expression))
    return bits


def may_be_negative(number: ir.Expr) -> bool:
    """Whether a count can come out below 0: something is taken away in it, or a constant is negative."""
    if isinstance(number, ir.Const):
        return number.value < 0
    if isinstance(number, ir.Arith) and number.operator == "-":
        return True
    return isinstance(number, ir.Arith) and any(map(may_be_negative, parts_of(number)))


def compiled(text: str, name: str) -> Callable[..., Any]:
    """Return the function of a text."""
    return _module(text, name)[name]


def compiled_pair(text: str, name: str) -> tuple[Callable[..., Any], Callable[[Any], tuple[int, ...]]]:
    """Return the function of a text and the one that says what a situation gives it."""
    module = _module(text, name)
    return module[name], module[f"{name}_given"]


def _module(text: str, name: str) -> dict[str, Callable[..., Any]]:
    module: dict[str, Any] = {}
    exec(compile(text, f"<{name}>", "exec"), module)  # noqa: S102  register names and integers only
    return module
