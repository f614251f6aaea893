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
    from collections.abc import Callable, Iterable, Mapping

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
    """

    def __init__(
        self, name: str, parameters: str, place: Callable[[str], str], known: Mapping[ir.Expr, ir.Expr]
    ) -> None:
        self.name, self.parameters, self.place, self.known = name, parameters, place, known
        self.lines: list[tuple[str, ir.Expr | None, str]] = []
        self._memo: dict[ir.Expr, ir.Expr] = {}

    def folded(self, expression: ir.Expr) -> ir.Expr:
        """Return an expression with what is known put in."""
        return substituted(expression, self.known, self._memo)

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
        """Return the text of the function."""
        body, used = printed(self.lines, JUDGED)
        places = [(register, self.place(register)) for register in sorted(used - JUDGED)]
        prologue = [f"    {register} = {where}" for register, where in places if where != register]
        return "\n".join([f"def {self.name}({self.parameters}):", *prologue, *body]) + "\n"


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
    module: dict[str, Any] = {}
    exec(compile(text, f"<{name}>", "exec"), module)  # noqa: S102  register names and integers only
    function: Callable[..., Any] = module[name]
    return function
