"""Lowered conditions as numbered steps: the form in which they are kept, and how their values are worked out.

A step is a list: its operator, then integers. Operands are places of earlier steps, so that every value is reached
and none is asked for by itself. `REGISTER` reads a word of a hand by its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yakulang.lang.facts import MAX_POWER

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

Step = list[Any]

CONST, REGISTER, AND, OR, XOR, SHIFT, POPCOUNT, ADD, TAKE, TIMES, POWER = range(11)
EQUAL, OTHER, LESS, LESS_EQUAL, GREATER, GREATER_EQUAL, ALL, ANY, NOT = range(11, 20)
MASKS = {"&": AND, "|": OR, "^": XOR}
SUMS = {"+": ADD, "-": TAKE, "*": TIMES, "**": POWER}
COMPARISONS = {"==": EQUAL, "!=": OTHER, "<": LESS, "<=": LESS_EQUAL, ">": GREATER, ">=": GREATER_EQUAL}
_TWO = frozenset({*SUMS.values(), *COMPARISONS.values()})
_MANY = frozenset({*MASKS.values(), ALL, ANY})
_ONE = frozenset({POPCOUNT, NOT})
MAX_BITS = 64  # of a constant; a mask has 34
MAX_RESULT = 4096  # bits of a number; nobody pays so much


def check_steps(steps: Sequence[Step], registers: int, passing: Collection[int]) -> frozenset[int]:
    """Refuse steps that can't be worked out; return the places of those that ask for a passing register.

    Args:
        steps: as they were read.
        registers: how many registers there are.
        passing: the registers that change while a reading is judged.

    Raises:
        ValueError: a step is none, or asks for what does not come before it.
    """
    found: set[int] = set()
    for place, (operator, *operands) in enumerate(steps):
        if not all(type(operand) is int for operand in operands):
            raise ValueError(place)
        number = len(operands)
        if operator == CONST:
            good = number == 1 and operands[0].bit_length() <= MAX_BITS
        elif operator == REGISTER:
            good = number == 1 and 0 <= operands[0] < registers
            if operands[0] in passing:
                found.add(place)
        else:
            if operator == SHIFT:
                good = number == 2 and 0 <= operands.pop() <= MAX_BITS
            elif operator in _MANY:
                good = number > 0
            else:
                good = (operator in _TWO and number == 2) or (operator in _ONE and number == 1)
            good = good and min(operands) >= 0 and max(operands) < place
            if not found.isdisjoint(operands):
                found.add(place)
        if not good:
            raise ValueError(place)
    return frozenset(found)


class Case:
    """A hand, or one reading of it, as words, and what was worked out of it.

    Attributes:
        words: the registers. Those that are not passing stay as they are.
    """

    __slots__ = ("_known", "_passing", "_steps", "_unsettled", "words")

    def __init__(self, steps: Sequence[Step], passing: frozenset[int], words: list[int]) -> None:
        self.words = words
        self._steps = steps
        self._passing = passing
        self._known: dict[int, int] = {}
        self._unsettled: dict[int, int] = {}  # values of passing steps since a register was set

    def put(self, register: int, value: int) -> None:
        """Set a passing register."""
        self.words[register] = value
        self._unsettled.clear()

    def value(self, place: int) -> int:
        """Return the value of the step at a place; each is worked out once."""
        step = self._steps[place]
        operator = step[0]
        if operator == REGISTER:
            return self.words[step[1]]
        if operator == CONST:
            number: int = step[1]
            return number
        known = self._unsettled if place in self._passing else self._known
        found = known.get(place)
        if found is None:
            found = known[place] = self._worked_out(operator, step)
        return found

    def _worked_out(self, operator: int, step: Step) -> int:
        if operator == ALL:
            return int(all(map(self.value, step[1:])))
        if operator == ANY:
            return int(any(map(self.value, step[1:])))
        first = self.value(step[1])
        if operator == NOT:
            return int(not first)
        if operator == POPCOUNT:
            return first.bit_count()
        if operator == SHIFT:
            return first >> int(step[2])
        if operator == AND:
            for part in step[2:]:
                first &= self.value(part)
            return first
        if operator == OR:
            for part in step[2:]:
                first |= self.value(part)
            return first
        if operator == XOR:
            for part in step[2:]:
                first ^= self.value(part)
            return first
        return _of_two(operator, first, self.value(step[2]))


def _of_two(operator: int, one: int, other: int) -> int:
    if operator == EQUAL:
        return int(one == other)
    if operator == OTHER:
        return int(one != other)
    if operator == LESS:
        return int(one < other)
    if operator == LESS_EQUAL:
        return int(one <= other)
    if operator == GREATER:
        return int(one > other)
    if operator == GREATER_EQUAL:
        return int(one >= other)
    if operator == ADD:
        return one + other
    if operator == TAKE:
        return one - other
    if operator == POWER:
        other = max(0, min(MAX_POWER, other))
    size = one.bit_length() * other if operator == POWER else one.bit_length() + other.bit_length()
    if size > MAX_RESULT:
        raise OverflowError(size)
    result: int = one * other if operator == TIMES else one**other
    return result
