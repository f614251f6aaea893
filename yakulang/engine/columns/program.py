"""The functions of columns: what hands give before they are read, and what readings of a kind of hand are worth.

The lowered conditions are those of the quick scorer, folded for the same kinds of hand and printed for columns.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from yakulang.engine.columns.expressions import every_part, know, long_of, scaled, truth_of
from yakulang.engine.columns.printing import BYTE, LONG, SHORT, TRUTH, Block, TooLargeError, Value, compiled
from yakulang.engine.fast.chips import chip_counts
from yakulang.engine.fast.program import Program
from yakulang.engine.fast.rewrite import Rewriter
from yakulang.engine.fast.text import PLANES, Kind, Text, registers_of
from yakulang.engine.fast.text import compiled as compiled_scalar
from yakulang.engine.words import LISTS, MELD_CELLS, TILE_CELLS
from yakulang.lang import ir
from yakulang.lang.cells import MARK_NAMES
from yakulang.lang.fold import substituted
from yakulang.lang.ir import ALL
from yakulang.tiles import RED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from yakulang.engine.compiled import CompiledConditions
    from yakulang.rules.model import DoraKind

MOST_FLAGS = 62
MOST_NUMBER = 10**6  # of a fact
WORD = 64  # yaku a column
_OF_FACTS = {"flags", "self_drawn", "seat_bit", "round_bit"}


@dataclass(frozen=True, slots=True)
class HandCode:
    """What is asked of hands before they are read.

    `ask(r, n)` returns whether a hand is for the judge, the words of held yaku (None where there are none), the han
    of dora and those of each label.
    """

    ask: Callable[..., Any]
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReadingCode:
    """What is asked of readings.

    `hold(r, n)` returns whether a reading is for the judge, the words of held yaku, and then raw fu, fu, the han of
    dora and those of each label. Where these depend on what is awarded, `score(r, n)` returns them, to be asked when
    the worth of the held yaku is known. Numbers that are the same for all readings stand in `raw` and `fu`.
    """

    hold: Callable[..., Any]
    score: Callable[..., Any] | None
    labels: tuple[str, ...]
    raw: int
    fu: int
    held: frozenset[int]  # yaku that `hold` and `score` ask for by `yaku_N`
    awarded: frozenset[int]


@dataclass(frozen=True, slots=True)
class ChipCode:
    """What is asked of the readings that count, where chips are paid.

    `ask(r, n)` returns how much there is of each thing that they are paid for, None where it is the same for all
    readings, as `flat` says. It asks for held and awarded yaku by `yaku_N` and `awarded_N`.
    """

    ask: Callable[..., Any]
    flat: tuple[int, ...]


class ColumnProgram(Program):
    """Makes the functions of a rulebook for columns.

    Attributes:
        can: whether columns can answer for this rulebook at all.
    """

    def __init__(self, code: CompiledConditions) -> None:
        super().__init__(code.rulebook, code.lowering, code.index)
        rules, lower = self.rulebook, self.lower
        # hands of pairs that are alike are for the judge
        self._rewrite = Rewriter(rules.tiles.copies, pairs_apart=True, ahead=False)
        self.words = -(-len(rules.yaku) // WORD)
        self.choice_registers = {register: name for name, (register, _) in lower.choices.items()}
        self.by_facts = _OF_FACTS | {self.choice_registers_of(name) for name in lower.choices if name not in _READ}
        self.known_by_facts = {i for i in self.early if registers_of(self.when[i]) <= self.by_facts}
        self.known_by_hand = self.early - self.known_by_facts
        self._numbers = {register: name for name, register in lower.numbers.items() if register.startswith("number_")}
        self.can = self.supported and self._readable() and len(lower.flags) <= MOST_FLAGS

    def choice_registers_of(self, name: str) -> str:
        """Return the register of a choice."""
        return self.lower.choices[name][0]

    def _readable(self) -> bool:
        shapes = all(
            shape.loose is not None
            or shape.one_of_each
            or not shape.groups
            or (shape.pairs <= 1 and not shape.distinct)
            for shape in self.rulebook.shapes
        )
        words = [word.when for word in self.rulebook.words.values() if word.when is not None]
        return shapes and all(registers_of(self.lower.condition(when)) <= self.by_facts for when in words)

    # --- the situation --------------------------------------------------------------------------

    def facts(self) -> Callable[[Any], int]:
        """Return `situation(s)`: the yaku that flags, choices and winds decide, -1 where the judge must look."""
        text = Text("situation", "s", self._place, {})
        for condition in self._refusals():
            if registers_of(condition) <= self.by_facts:
                text.when(condition, "return -1")
        text.add("    held = 0")
        for index in sorted(self.known_by_facts):
            asked = [self.when[index]]
            for side, closed in (("open", True), ("closed", False)):
                if not self.rulebook.yaku[index].has_value(closed=closed):
                    asked.append(self._flag(side))
            text.when(ir.all_true(asked), f"held |= {1 << index}")
        text.add("    return held")
        return compiled_scalar(text.text(), "situation")

    def _refusals(self) -> Iterable[ir.Expr]:
        """Yield the conditions of hands that are for the judge, readings apart."""
        for statement in self.rulebook.impossible:
            yield self.lower.condition(statement.when)
        if self.rulebook.winning_tile_free is not None:
            yield self.lower.condition(self.rulebook.winning_tile_free)

    # --- hands ----------------------------------------------------------------------------------

    def hand_code(self, kind: Kind, unsaid: frozenset[str] = frozenset()) -> HandCode:
        """Return what is asked of hands of a kind.

        Args:
            kind: the kind of hand.
            unsaid: flags that no hand has, numbers that are 0, and lists that are empty.
        """
        known, memo = self._known_columns(kind, unsaid), dict[ir.Expr, ir.Expr]()
        block = Block("ask", self._rewrite, self._register)
        refused = [c for c in self._refusals() if not registers_of(c) <= self.by_facts]
        if not kind.melds:
            refused += [self.lower.condition(s.loose) for s in self.rulebook.shapes if s.loose is not None]
        judge = substituted(ir.any_true(refused), known, memo)
        whens = {i: substituted(self.when[i], known, memo) for i in self.known_by_hand if self._can_hold(i, kind)}
        labels, more, each = self._dora_columns(block, known, memo, early=True)
        results = [truth_of(block, judge), *self._held_words(block, whens), more, *each]
        text, constants = block.text(results)
        return HandCode(compiled(text, "ask", constants), labels)

    def _can_hold(self, index: int, kind: Kind) -> bool:
        return self.rulebook.yaku[index].has_value(closed=kind.closed)

    def _held_words(self, block: Block, whens: Mapping[int, ir.Expr]) -> list[Value | None]:
        words: list[Value | None] = []
        for word in range(self.words):
            bits = []
            for index, when in whens.items():
                if index // WORD == word and when != ir.FALSE:
                    value = truth_of(block, when)
                    assert value is not None  # noqa: S101  it is not false
                    bits.append((index % WORD, value))
            words.append(block.packed(bits))
        return words

    def _dora_columns(
        self, block: Block, known: Mapping[ir.Expr, ir.Expr], memo: dict[ir.Expr, ir.Expr], *, early: bool
    ) -> tuple[tuple[str, ...], Value | None, list[Value | None]]:
        """Return labels of dora, their han together, and each label's, of those that need a reading or do not."""
        by_label: dict[str, list[ir.Expr]] = {}
        for index, kind in enumerate(self.rulebook.dora):
            if self._early_dora(kind) == early:
                when = substituted(self._asked(kind.when), known, memo)
                if kind.each is None:
                    count: ir.Expr = substituted(ir.Register(f"shown_{index}"), known, memo)
                else:
                    count = substituted(self.lower.number(kind.each), known, memo)
                count = scaled(self._positive(count), kind.han.value)
                by_label.setdefault(kind.label, []).append(ir.times(when, count))
        sums = {label: ir.added(parts) for label, parts in by_label.items()}
        kept = {label: total for label, total in sums.items() if not isinstance(total, ir.Const)}
        each = [block.cast(block.value(total), LONG) for total in kept.values()]
        whole = ir.added(kept.values())
        more = None if isinstance(whole, ir.Const) else block.cast(block.value(whole), LONG)
        return tuple(kept), more, each  # type: ignore[return-value]  # values, no constants

    def _early_dora(self, kind: DoraKind) -> bool:
        asked = [self._asked(kind.when), *([] if kind.each is None else [self.lower.number(kind.each)])]
        return all(map(self._known_early, asked))

    @staticmethod
    def _positive(count: ir.Expr) -> ir.Expr:
        """A count below 0 counts nothing."""
        if isinstance(count, ir.Const):
            return ir.Const(max(0, count.value))
        if any(isinstance(part, ir.Arith) and part.operator == "-" for part in every_part(count)):
            return ir.arith("*", count, ir.compared(">", count, ir.ZERO))
        return count

    # --- readings -------------------------------------------------------------------------------

    def reading_code(self, kind: Kind, unsaid: frozenset[str] = frozenset()) -> ReadingCode:
        """Return what is asked of readings of a kind; see `hand_code`."""
        known, memo = self._known_columns(kind, unsaid), dict[ir.Expr, ir.Expr]()
        whens: dict[int, ir.Expr] = {}
        for index in self.rulebook.order:
            whens[index] = ir.FALSE
            if not self._can_hold(index, kind):
                pass
            elif index in self.early:
                whens[index] = ir.Register(f"yaku_{index}")
            else:
                whens[index] = substituted(self.when[index], known, memo)
            know(known, self.lower.bit("held", index), whens[index])
        own = {index: when for index, when in whens.items() if index not in self.early}
        judge = ir.any_true(substituted(self.lower.condition(s.when), known, memo) for s in self.rulebook.forbidden)
        raw, fixed = self._raw(known, memo)

        def made(block: Block) -> tuple[tuple[str, ...], list[Value | None]]:
            labels, more, each = self._dora_columns(block, known, memo, early=False)
            return labels, [*self._fu_columns(block, raw, fixed), more, *each]

        hold = block = Block("hold", self._rewrite, self._register)
        held = [truth_of(hold, judge), *self._held_words(hold, own)]
        labels, scored = made(block)
        together = not any(name.startswith("awarded_") or name == "yakuman" for name in block.registers)
        if not together:  # two functions, as the second asks for what the first gives
            hold, block = (Block(name, self._rewrite, self._register) for name in ("hold", "score"))
            held = [truth_of(hold, judge), *self._held_words(hold, own)]
            labels, scored = made(block)
        bits = {int(name[5:]) for one in (hold, block) for name in one.registers if name.startswith("yaku_")}
        awarded = {int(name[8:]) for name in block.registers if name.startswith("awarded_")}
        text, constants = hold.text([*held, *scored] if together else held)
        score = None
        if not together:
            second, others = block.text(scored)
            score = compiled(second, "score", others)
        flat = fu = raw.value if isinstance(raw, ir.Const) else 0
        if fixed != ir.TRUE:
            fu = -(-flat // self.rulebook.fu.round_up_to) * self.rulebook.fu.round_up_to
        return ReadingCode(
            compiled(text, "hold", constants), score, labels, flat, fu, frozenset(bits), frozenset(awarded)
        )

    def _raw(self, known: Mapping[ir.Expr, ir.Expr], memo: dict[ir.Expr, ir.Expr]) -> tuple[ir.Expr, ir.Expr]:
        """Return the raw fu of a reading, floors included, and whether they are fixed and not rounded."""
        rules = self.rulebook.fu
        total: ir.Expr = ir.ZERO
        parts = []
        for item in rules.items:
            when = substituted(self._asked(item.when), known, memo)
            count = ir.ONE if item.each is None else substituted(self.lower.number(item.each), known, memo)
            parts.append(ir.times(when, scaled(self._positive(count), item.fu.value)))
        constant = sum(part.value for part in parts if isinstance(part, ir.Const))
        # what is small first: a sum stays in bytes as long as it can
        rest = sorted(
            (part for part in parts if not isinstance(part, ir.Const)), key=lambda part: len(every_part(part))
        )
        total = ir.added([*rest, ir.Const(constant)])
        for floor in rules.floors:
            subtotal: dict[ir.Expr, ir.Expr] = {ir.Register("subtotal"): total}
            when = substituted(substituted(self._asked(floor.when), known, memo), subtotal, {})
            least = ir.Const(floor.fu.value)
            acts = ir.all_true([when, ir.compared("<", total, least)])
            total = ir.arith("+", total, ir.times(acts, ir.arith("-", least, total)))
        fixed: ir.Expr = ir.FALSE
        for item in reversed(rules.fixed):
            when = substituted(self._asked(item.when), known, memo)
            fixed = ir.any_true([when, fixed])
            value = ir.Const(item.fu.value)
            if when == ir.TRUE:
                total = value
            elif when != ir.FALSE:
                total = ir.arith("+", total, ir.times(when, ir.arith("-", value, total)))
        return total, fixed

    def _fu_columns(self, block: Block, raw: ir.Expr, fixed: ir.Expr) -> tuple[Value | None, Value | None]:
        if isinstance(raw, ir.Const):
            if isinstance(fixed, ir.Const):
                return None, None
            raise TooLargeError("fu that are fixed for some readings only, and the same")
        whole = block.value(raw)
        rounded = block.rounded_up(whole, self.rulebook.fu.round_up_to)
        if fixed == ir.FALSE:
            return long_of(block, whole), long_of(block, rounded)
        # where they are fixed they are not rounded
        name = block.given(rounded)
        chosen = ir.arith("+", name, ir.times(fixed, ir.arith("-", raw, name)))
        return long_of(block, whole), long_of(block, block.value(chosen))

    # --- chips ----------------------------------------------------------------------------------

    def chip_code(self, kind: Kind, unsaid: frozenset[str] = frozenset()) -> ChipCode:
        """Return what is asked where chips are paid; see `hand_code`."""
        known, memo = self._known_columns(kind, unsaid), dict[ir.Expr, ir.Expr]()
        for index in range(len(self.rulebook.yaku)):
            know(known, self.lower.bit("held", index), ir.Register(f"yaku_{index}"))
        block = Block("chips", self._rewrite, self._register)
        counts = chip_counts(self.rulebook, self.lower, lambda part: substituted(part, known, memo))
        counts = [self._positive(count) for count in counts]
        flat = tuple(count.value if isinstance(count, ir.Const) else 0 for count in counts)
        values = [None if isinstance(count, ir.Const) else long_of(block, block.value(count)) for count in counts]
        text, constants = block.text(values)
        return ChipCode(compiled(text, "chips", constants), flat)

    # --- registers ------------------------------------------------------------------------------

    def _known_columns(self, kind: Kind, unsaid: frozenset[str] = frozenset()) -> dict[ir.Expr, ir.Expr]:
        known = self.known(kind)
        for gone in (self._flag("tsumo"), self._flag("ron"), ir.Register("self_drawn")):
            del known[gone]  # one function for both methods
        for name in unsaid:
            if name in self.lower.flags:
                know(known, self._flag(name), ir.FALSE)
            elif name in self.lower.numbers:
                known[ir.Register(self.lower.numbers[name])] = ir.ZERO
            else:
                known |= {ir.Register(f"{name}{mark}_{n}"): ir.ZERO for mark in _MARKS for n in range(1, PLANES + 1)}
                known[ir.Register(f"{name}_count")] = ir.ZERO
                known |= {
                    ir.Register(f"shown_{i}"): ir.ZERO for i, k in enumerate(self.rulebook.dora) if k.shown_by == name
                }
        for name in LISTS:
            if name not in unsaid:  # whether there is one is known without making masks
                some = ir.compared("!=", ir.Register(f"{name}_count"), ir.ZERO)
                know(known, ir.nonzero(ir.Register(f"{name}_1")), some)
        known[ir.Register("pair_held_2")] = ir.ZERO  # see `_readable`
        reds = max(self.rulebook.tiles.reds.values(), default=0)
        for cell in ("tile", "tile_held", "tile_called", "tile_won", *LISTS):
            for number in range(reds + 1, PLANES + 1):
                known[ir.Register(f"{cell}_red_{number}")] = ir.ZERO
        for word in MARK_NAMES[RED + 1 :]:  # hands with such tiles are for the judge
            for cell in (*TILE_CELLS, *LISTS):
                known |= {ir.Register(f"{cell}_{word}_{n}"): ir.ZERO for n in range(1, PLANES + 1)}
        if not self.rulebook.tiles.aside:
            known |= {ir.Register(f"aside{mark}_{n}"): ir.ZERO for mark in _MARKS for n in range(1, PLANES + 1)}
            known[ir.Register("aside_count")] = ir.ZERO
        if kind.closed:
            called = [cell for declared, cell in MELD_CELLS.items() if declared != "closed_kan"]
            known |= {ir.Register(f"{cell}_{n}"): ir.ZERO for cell in called for n in range(1, PLANES + 1)}
        if kind.closed or not kind.melds:
            known |= {ir.Register(f"tile_called{mark}_{n}"): ir.ZERO for mark in _MARKS for n in range(1, PLANES + 1)}
            won = ir.Register("tile_won_1")
            for number in range(1, PLANES + 1):  # the winning tile is the last of its kind
                more = ir.Register(f"tile_{number + 1}") if number < PLANES else ir.ZERO
                lost = ir.both(won, ir.without(more))
                known[ir.Register(f"tile_held_{number}")] = ir.both(ir.Register(f"tile_{number}"), ir.without(lost))
        for index in range(len(self.rulebook.yaku)):
            know(known, self.lower.bit("awarded", index), ir.Register(f"awarded_{index}"))
        for name in ("closed", "open"):
            know(known, self._flag(name), known[self._flag(name)])
        return known

    def _register(self, name: str) -> tuple[str, int, int]:
        """Return the class and the bounds of a register."""
        if name.startswith(("yaku_", "awarded_")):
            return TRUTH, 0, 1
        if name in self.choice_registers:
            return (BYTE, 0, 5) if self.choice_registers[name] == "wait" else (SHORT, -1, 1 << 14)
        if name in self._numbers or name == "yakuman":
            return LONG, 0, MOST_NUMBER
        if name.startswith("shown_"):
            return SHORT, 0, 1 << 10
        if name.endswith("_count"):
            return SHORT, 0, 1 << 7
        if name == "flags":
            return LONG, 0, (1 << MOST_FLAGS) - 1
        if name in _MASKS or name[:-2] in _CELLS:
            return LONG, 0, ALL
        raise TooLargeError(name)


_MARKS = ("", *(f"_{word}" for word in MARK_NAMES))
_READ = {"wait", "shape"}
_MASKS = {"seat_bit", "round_bit", "self_drawn", "indicated"}
_CELLS = (
    {f"{cell}{mark}" for cell in (*TILE_CELLS, *LISTS) for mark in _MARKS}
    | {*MELD_CELLS.values()}
    | {f"{what}_{end}" for what in ("sequence", "triplet", "pair") for end in ("won", "held")}
)
