"""What a draw asks of the rules of hands: waits, whether a tile could be won on, what a limit pays."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from yakulang.engine.payment import Win, payments
from yakulang.engine.waits import waits
from yakulang.hand import Hand
from yakulang.lang.evaluator import number
from yakulang.lang.view import View
from yakulang.tiles import make_tile

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from yakulang.engine.ruling import Ruling
    from yakulang.hand import Wind
    from yakulang.notation.held import HeldHand
    from yakulang.rules.model import Rulebook


class HandScoring:
    """Answers what a draw asks, by the rules of hands."""

    def __init__(self, rulebook: Rulebook, score: Callable[[Hand], Ruling]) -> None:
        self.rulebook = rulebook
        self.score = score

    def waits(self, hand: HeldHand) -> tuple[int, ...]:
        """Return the kinds that would complete a hand."""
        return waits(hand, self.rulebook)

    def winnable(self, hand: HeldHand, kind: int, seat: str, round: str, *, riichi: bool) -> bool:
        """Return whether a ron on a tile would win."""
        won = Hand(
            closed=hand.closed,
            win=make_tile(kind),
            method="ron",
            melds=hand.melds,
            seat=cast("Wind", seat),
            round=cast("Wind", round),
            aside=hand.aside,
            flags=frozenset({"riichi"} if riichi else ()),
        )
        return self.score(won).ok

    def self_draw(self, limit: str, seat: str, honba: int) -> Sequence[tuple[str, int, str, str]]:
        """Return what is paid to a seat for a self-draw of a limit: payer, points, reason, place of the rule."""
        rule = next(one for one in self.rulebook.limits if one.id == limit)
        base = number(rule.base, View(numbers={"yakuman": 1}))
        win = Win(seat, "tsumo", None, honba, 0)
        return [
            (paid.payer, paid.points, paid.reason, paid.rule)
            for paid in payments(self.rulebook, win, base, rule.span.place)
        ]
