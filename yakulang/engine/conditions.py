"""What the judge asks of a ruleset's conditions, answered by the reference evaluator or by compiled code.

A *case* is whatever the answerer keeps for one hand in one reading; the judge only passes it back. Sets of yaku are
bit sets over their index in the rulebook.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulang.engine.readings import Reading
    from yakulang.engine.situation import Situation
    from yakulang.hand import Hand
    from yakulang.lang.typed import Condition


class Standing(NamedTuple):
    """What is decided of a reading when dora, fu and limits are asked: yaku as bit sets, and how many yakuman."""

    held: int
    awarded: int
    yakuman: int


class Conditions(Protocol):
    """The conditions of one ruleset, ready to be asked."""

    def said(self, condition: Condition, situation: Situation) -> bool:
        """Return whether a condition about facts alone holds."""

    def no_case(self) -> Any:
        """Return the case of no hand at all: every fact false, no tiles."""

    def table(self, hand: Hand, situation: Situation) -> Any:
        """Return the case of a hand before any reading."""

    def impossible(self, table: Any) -> Sequence[int]:
        """Return the indices of the statements in `impossible:` that hold."""

    def any_win(self, table: Any) -> bool:
        """Return whether any tile may be taken as the winning one."""

    def loose(self, table: Any) -> Sequence[bool]:
        """Return for each shape whether its loose condition holds."""

    def reading(self, table: Any, reading: Reading) -> Any:
        """Return the case of the hand in one reading."""

    def held(self, case: Any) -> int:
        """Return which yaku are held: the condition is met and the hand has a value for it."""

    def times(self, case: Any, yaku: int) -> int:
        """Return the value of `each` of a yaku."""

    def forbidden(self, case: Any, held: int) -> int:
        """Return the index of the first statement in `forbidden:` that holds, or -1."""

    def dora(self, case: Any, standing: Standing) -> Sequence[int]:
        """Return for each kind of dora how many there are, -1 for kinds that count shown tiles and apply, 0 else."""

    def fixed_fu(self, case: Any, standing: Standing) -> int:
        """Return the index of the first fixed fu that applies, or -1."""

    def fu(self, case: Any, standing: Standing) -> Sequence[int]:
        """Return for each fu item how often it counts."""

    def floors(self, case: Any, standing: Standing, subtotal: int) -> Sequence[bool]:
        """Return for each fu floor whether it applies."""

    def chips(self, case: Any, standing: Standing) -> Sequence[int]:
        """Return for each thing that chips are paid for how much there is of it.

        For dora of a kind it is 1 where they are paid for, as `dora` says how many there are.
        """

    def base(self, han: int, fu: int) -> int:
        """Return the base that han and fu give."""

    def limits(self, case: Any, standing: Standing, han: int, fu: int, base: int) -> Sequence[tuple[bool, int]]:
        """Return for each limit whether it applies by its own condition, and its base."""
