"""The functions of a ruleset: what a hand gives before it is read, and what a reading of a kind of hand is worth.

Conditions are lowered once. For each kind of hand (closed or open, ron or tsumo, with or without triplets, ...) the
registers that are known are put in as constants, so that most of a rulebook folds away; the function of a kind is
made when the first such hand is scored. Only register names and integers reach the generated text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.engine.fast.chips import are_payable, chips_text
from yakulang.engine.fast.rewrite import Rewriter
from yakulang.engine.fast.suit_table import LANE, LANES
from yakulang.engine.fast.text import (
    CELL_PLACE,
    HAND,
    JUDGED,
    MASK,
    PLANES,
    READ,
    READING,
    SELDOM_CELLS,
    TRIPLET_CELLS,
    Kind,
    Text,
    held_bits,
    may_be_negative,
    registers_of,
)
from yakulang.engine.words import MELD_CELLS
from yakulang.lang import ir
from yakulang.lang.fold import substituted
from yakulang.lang.typed import Count
from yakulang.lang.vocabulary import GROUP

if TYPE_CHECKING:
    from collections.abc import Mapping

    from yakulang.lang.lowering import Lowering
    from yakulang.lang.typed import Condition, Number
    from yakulang.rules.model import FuRule, Rulebook


class Program:
    """Makes the functions of a rulebook.

    Args:
        rulebook: the rules.
        lower: lowers its conditions.
        index: the place of each register in the words of a situation (`s`).
    """

    def __init__(self, rulebook: Rulebook, lower: Lowering, index: Mapping[str, int]) -> None:
        self.rulebook, self.lower, self.index = rulebook, lower, index
        self.bits = {name: 1 << bit for name, bit in lower.flags.items()}
        self.reading = set(LANES) | {lower.choices[name][0] for name in READING}
        rules = rulebook.yaku
        self.when = {i: lower.condition(rules[i].when) for i in rulebook.order}
        numbers = lower.numbers
        self.counted = {
            numbers["own_copies"]: "p.own",
            numbers["shown_copies"]: "p.shown",
            numbers["honba"]: "p.honba",
            numbers["deposits"]: "p.deposits",
        }
        self.early = {i for i, when in self.when.items() if self._known_early(when)}
        self.of_tiles = {i for i in self.early if self._of_hand(self.when[i])}
        self.of_facts = self.early - self.of_tiles
        known = {*HAND, *READ, *JUDGED, "flags", "self_drawn", "seat_bit", "round_bit", *lower.numbers.values()}
        known |= {register for register, _ in lower.choices.values()}
        items = rulebook.fu.items
        self.has_lines = all(  # whether `lines` can say where the fu come from
            i.each is None or (isinstance(i.each, Count) and i.each.members.noun.member == GROUP) for i in items
        )
        limits = [lower.condition(rule.when) for rule in rulebook.limits if rule.when is not None]
        limits += [lower.number(rule.base) for rule in rulebook.limits]
        read = set().union(*map(registers_of, limits))
        self.supported = read <= {"han", "fu", "base", "yakuman"}  # so that what they pay can be remembered
        self.supported = self.supported and are_payable(rulebook, lower)
        self.needs_tiles = bool(index.keys() - known)
        self.pairs_apart = all(shape.distinct or shape.pairs <= 1 for shape in rulebook.shapes)
        self._shorter = Rewriter(rulebook.tiles.copies, pairs_apart=self.pairs_apart)
        elsewhere = {*HAND, *READ, *self.counted, *JUDGED, lower.choices["wait"][0], lower.choices["shape"][0]}
        self.situated = frozenset(index.keys() - elsewhere)

    # --- how registers are reached --------------------------------------------------------------

    def _place(self, register: str) -> str:
        if register in HAND:
            return HAND[register]
        if register in READ:
            return READ[register]
        if register in self.counted:
            return self.counted[register]
        if register == self.lower.choices["wait"][0]:
            return "wait"
        return f"s[{self.index[register]}]"

    def _flag(self, name: str) -> ir.Expr:
        return self.lower.bit("flags", self.lower.flags[name])

    def known(self, kind: Kind) -> dict[ir.Expr, ir.Expr]:
        """Return what is constant for a kind of hand."""
        known: dict[ir.Expr, ir.Expr] = {}
        for name, value in (
            ("closed", kind.closed),
            ("open", not kind.closed),
            ("tsumo", kind.tsumo),
            ("ron", not kind.tsumo),
        ):
            known[self._flag(name)] = ir.Const(int(value))
        known[ir.Register("self_drawn")] = ir.FULL if kind.tsumo else ir.ZERO
        known[ir.Register(self.lower.choices["shape"][0])] = ir.Const(kind.shape)
        gone: list[str] = []
        shape = self.rulebook.shapes[kind.shape]
        if not kind.triplets or not shape.groups:
            gone += TRIPLET_CELLS
        if not shape.groups:
            gone += [lane for lane in LANES if lane.startswith("sequence")]
        if not shape.pairs and not shape.groups:
            gone += LANES
        if not kind.seldom:
            gone += SELDOM_CELLS
        if not kind.melds:
            gone += [f"{cell}_{n}" for cell in MELD_CELLS.values() for n in range(1, PLANES + 1)]
            gone += [f"tile_called_{n}" for n in range(1, PLANES + 1)]
        known |= {ir.Register(name): ir.ZERO for name in gone}
        return known

    # --- the functions --------------------------------------------------------------------------

    def _text(self, name: str, parameters: str, kind: Kind) -> Text:
        return Text(name, parameters, self._place, self.known(kind), self._shorter, self.situated)

    def situation(self) -> str:
        """`situation(s)`: the yaku that facts alone decide, or -1 where the judge must look.

        `s` are the words of a situation.
        """
        text = Text("situation", "s", self._place, {})
        for statement in self.rulebook.impossible:
            when = self.lower.condition(statement.when)
            if not self._of_hand(when):
                text.when(when, "return -1")
        if self.rulebook.winning_tile_free is not None:
            text.when(self.lower.condition(self.rulebook.winning_tile_free), "return -1")
        text.add("    held = 0")
        for index in sorted(self.of_facts):
            sides = [self.rulebook.yaku[index].has_value(closed=side) for side in (True, False)]
            asked = [
                self.when[index],
                *(self._flag(name) for name, has in zip(("open", "closed"), sides, strict=True) if not has),
            ]
            text.when(ir.all_true(asked), f"held |= {1 << index}")
        text.add("    return held")
        return text.text()

    def _of_hand(self, expression: ir.Expr) -> bool:
        """Whether an expression can only be asked with the tiles or the numbers of a hand."""
        return bool(registers_of(expression) & (HAND.keys() | self.counted.keys()))

    def hand(self, kind: Kind) -> str:
        """`hand(p, k, held, shown)`: the yaku that need no reading, and the dora that need none.

        Returns the held yaku, the han of these dora, and how many of each kind count, or None where a reading must be
        asked for that. None where the hand is impossible or of a loose shape.
        """
        text = self._text("hand", "p, k, held, shown", kind)
        for statement in self.rulebook.impossible:
            when = self.lower.condition(statement.when)
            if self._of_hand(when):
                text.when(when, "return None")
        for shape in self.rulebook.shapes:
            if shape.loose is not None and not kind.melds:
                text.when(self.lower.condition(shape.loose), "return None")
        for index in self.rulebook.order:
            if index in self.of_tiles and self.rulebook.yaku[index].has_value(closed=kind.closed):
                text.when(self.when[index], f"held |= {1 << index}")
        text.add("    han = 0")
        counts = [self._dora_count(text, index) for index in range(len(self.rulebook.dora))]
        known = None if None in counts else f"({''.join(f'{count}, ' for count in counts)})"
        text.add(f"    return held, han, {known}")
        return text.text()

    def _dora_count(self, text: Text, index: int) -> str | None:
        """Count a kind of dora and add its han; return what stands for the count, None where a reading is asked."""
        kind = self.rulebook.dora[index]
        when = self._asked(kind.when)
        count = None if kind.each is None else self.lower.number(kind.each)
        if not self._known_early(when) or (count is not None and not self._known_early(count)):
            return None
        when = text.folded(when)
        if when == ir.FALSE:
            return "0"
        indent = "    "
        if when != ir.TRUE:
            text.add(f"{indent}a{index} = 0")
            text.add(f"{indent}if ", when, ":")
            indent = "        "
        counted = f"a{index}"
        if count is None:
            text.add(f"{indent}a{index} = shown[{index}]")
        else:
            text.add(f"{indent}a{index} = ", text.folded(count))
            counted = f"max(0, a{index})" if may_be_negative(count) else counted
        text.add(f"{indent}han += {kind.han.value} * {counted}")
        return f"a{index}"

    def judge(self, kind: Kind) -> str:
        """`judge(w, wait, p, k, held, more, value, paid, shown)`: the score of a reading.

        Returns `(points, yakuman, han, fu, raw, base, limit, awarded, held)`; None where there are too few han; False
        where the judge must decide. `value` gives what a set of held yaku is worth, `paid` what han and fu pay.
        """
        rules = self.rulebook
        text = self._text("judge", "w, wait, p, k, held, more, value, paid, shown", kind)
        for index in rules.order:
            if index not in self.early and rules.yaku[index].has_value(closed=kind.closed):
                text.when(self.when[index], f"held |= {1 << index}")
        for statement in rules.forbidden:
            text.when(self.lower.condition(statement.when), "return False")
        text.add("    worth = value[held]")
        text.add("    if not worth: return worth")
        text.add("    awarded, yakuman, han, counted = worth")
        text.add("    if counted:")
        text.add("        han += more")
        self._late_dora(text, "        ")
        self._fu(text, "        ")
        text.add("    else: han = fu = raw = 0")
        if any(rule.at_least for rule in rules.yaku):
            text.add("    pay = paid[(han, fu, yakuman, awarded) if awarded in value.naming else (han, fu, yakuman)]")
        else:
            text.add("    pay = paid[han, fu, yakuman]")
        text.add("    return pay and (pay[0], yakuman, han, fu, raw, pay[1], pay[2], awarded, held)")
        return text.text()

    def _late_dora(self, text: Text, indent: str) -> None:
        """Add the han of the kinds of dora that a reading is asked for."""
        for index, kind in enumerate(self.rulebook.dora):
            asked = [self._asked(kind.when), *([] if kind.each is None else [self.lower.number(kind.each)])]
            when = text.folded(asked[0])
            if all(map(self._known_early, asked)) or when == ir.FALSE:
                continue
            if kind.each is not None:
                self._more(text, indent, "han", kind.han.value, when, kind.each)
            elif when == ir.TRUE:
                text.add(f"{indent}han += {kind.han.value} * shown[{index}]")
            else:
                text.add(f"{indent}if shown[{index}] and ", when, f": han += {kind.han.value} * shown[{index}]")

    def lines(self, kind: Kind) -> str:
        """`lines(w, wait, p, s, held, awarded, yakuman)`: where the fu of a reading come from.

        Returns a list: the index of a fixed fu as a negative number (-1 for the first); the index of an item that
        counts once; `(item, cell, mask)` for the groups that it counts; `(None, floor, fu added)` for a floor.
        """
        rules = self.rulebook.fu
        text = Text("lines", "w, wait, p, s, held, awarded, yakuman", self._place, self.known(kind))
        for index, item in enumerate(rules.fixed):
            text.when(self._asked(item.when), f"return [{-1 - index}]")
        text.add("    out = []")
        text.add("    raw = 0")
        for index, item in enumerate(rules.items):
            when = text.folded(self._asked(item.when))
            if when == ir.FALSE:
                continue
            if item.each is None:
                self._line(text, when, f"raw += {item.fu.value}; out.append({index})")
                continue
            assert isinstance(item.each, Count)  # noqa: S101  see `has_lines`
            for cell, mask in self.lower.members(item.each.members):
                for number in range(1, cell.planes + 1):
                    found = text.folded(ir.both(cell.plane(number), mask))
                    if found == ir.ZERO:
                        continue
                    text.add("    m = ", found)
                    place = CELL_PLACE[cell.name]
                    then = f"raw += {item.fu.value} * m.bit_count(); out.append(({index}, {place}, m))"
                    if when == ir.TRUE:
                        text.add(f"    if m: {then}")
                    else:
                        text.add("    if m and ", when, f": {then}")
        for index, floor in enumerate(rules.floors):
            when = substituted(self._asked(floor.when), {ir.Register("subtotal"): ir.Register("raw")}, {})
            value = floor.fu.value
            then = f"if raw < {value}: out.append((None, {index}, {value} - raw)); raw = {value}"
            folded = text.folded(when)
            if folded != ir.FALSE:
                text.add("    if ", folded, ":")
                text.add(f"        {then}")
        text.add("    return out")
        return text.text()

    def lines_depend(self, kind: Kind) -> tuple[int, int] | None:
        """Return on which bits of the word and of the held yaku `lines` depends, seat and round winds apart.

        None where it depends on more than groups, wait, winds and held yaku.
        """
        known, memo = self.known(kind), dict[ir.Expr, ir.Expr]()
        asked: list[ir.Expr] = []
        for rule in (*self.rulebook.fu.fixed, *self.rulebook.fu.items, *self.rulebook.fu.floors):
            asked.append(substituted(self._asked(rule.when), known, memo))
            if rule.each is not None:
                asked.append(substituted(self.lower.number(rule.each), known, memo))
        read = set().union(*map(registers_of, asked))
        melds = {f"{cell}_{n}" for cell in MELD_CELLS.values() for n in range(1, PLANES + 1)}
        if not read <= {*LANES, *melds, self.lower.choices["wait"][0], "seat_bit", "round_bit", "held", "subtotal"}:
            return None
        word = sum(MASK << LANE * place for place, lane in enumerate(LANES) if lane in read)
        return word, held_bits(asked)

    def chips(self, kind: Kind) -> str:
        """See `chips_text`."""
        return chips_text(self.rulebook, self.lower, self._place, self.known(kind))

    def _line(self, text: Text, when: ir.Expr, then: str) -> None:
        if when == ir.TRUE:
            text.add(f"    {then}")
        else:
            text.add("    if ", when, f": {then}")

    @property
    def uncounted_by_situation(self) -> bool:
        """Whether it takes no tiles to say which lists of indicators count."""
        asked = [self._asked(kind.when) for kind in self.rulebook.dora if kind.shown_by]
        return all(registers_of(one) <= self.situated for one in asked)

    def uncounted(self) -> str | None:
        """`uncounted(p, s)`: whether a list of indicators is given that does not count; None if a reading is asked."""
        text = Text("uncounted", "p, s", self._place, {})
        for kind in self.rulebook.dora:
            if kind.shown_by and kind.when is not None:
                when = self.lower.condition(kind.when)
                if not self._known_early(when):
                    return None
                given = ir.nonzero(ir.Register(f"{kind.shown_by}_count"))
                text.when(ir.all_true([given, ir.untrue(when)]), "return True")
        text.add("    return False")
        return text.text()

    def _known_early(self, expression: ir.Expr) -> bool:
        return not registers_of(expression) & (self.reading | JUDGED)

    def _fu(self, text: Text, indent: str) -> None:
        fixed = [(text.folded(self._asked(item.when)), item.fu.value) for item in self.rulebook.fu.fixed]
        fixed = [(when, value) for when, value in fixed if when != ir.FALSE]
        if fixed and fixed[0][0] == ir.TRUE:
            text.add(f"{indent}raw = fu = {fixed[0][1]}")
            return
        for place, (when, value) in enumerate(fixed):
            text.add(f"{indent}{'el' if place else ''}if ", when, f": raw = fu = {value}")
        if fixed:
            text.add(f"{indent}else:")
            indent += "    "
        self._items(text, indent)

    def _items(self, text: Text, indent: str) -> None:
        rules = self.rulebook.fu
        bare = sum(item.fu.value for item in rules.items if item.each is None and self._always(text, item))
        text.add(f"{indent}raw = {bare}")
        for item in rules.items:
            if item.each is None and self._always(text, item):
                continue
            self._more(text, indent, "raw", item.fu.value, text.folded(self._asked(item.when)), item.each)
        for floor in rules.floors:
            when = substituted(self._asked(floor.when), {ir.Register("subtotal"): ir.Register("raw")}, {})
            when = text.folded(when)
            if when != ir.FALSE:
                text.add(f"{indent}if raw < {floor.fu.value} and ", when, f": raw = {floor.fu.value}")
        step = rules.round_up_to
        text.add(f"{indent}fu = -(-raw // {step}) * {step}")

    def _always(self, text: Text, item: FuRule) -> bool:
        return text.folded(self._asked(item.when)) == ir.TRUE

    def _more(  # noqa: PLR0917  a line of the function
        self, text: Text, indent: str, what: str, value: int, when: ir.Expr, each: Number | None
    ) -> None:
        """Add a value where a condition holds, as often as `each` counts; a count below 0 adds nothing."""
        if when == ir.FALSE:
            return
        if each is None:
            text.add(f"{indent}if ", when, f": {what} += {value}")
            return
        count = text.folded(self.lower.number(each))
        if count == ir.ZERO:
            return
        if when != ir.TRUE:
            text.add(f"{indent}if ", when, ":")
            indent += "    "
        if isinstance(count, ir.Popcount):
            text.add(f"{indent}if m := ", count.part, f": {what} += {value} * m.bit_count()")
        elif may_be_negative(count):
            text.add(f"{indent}{what} += {value} * max(0, ", count, ")")
        else:
            text.add(f"{indent}{what} += {value} * ", count)

    def _asked(self, condition: Condition | None) -> ir.Expr:
        return ir.TRUE if condition is None else self.lower.condition(condition)
