"""What a ruleset says of what happens between hands and after the last; `yakulang.table` knows how.

Each method is one call of a function of `yakulang.table`, imported when it is called: rulings on hands need none of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from yakulang.engine.ruling import Ruling
    from yakulang.hand import Hand, Wind
    from yakulang.rules.model import Rulebook
    from yakulang.table.settlement import Settlement


class BetweenHands:
    """The part of a `Ruleset` that needs its rulebook, and of what hands are worth only what `score` says."""

    rulebook: Rulebook

    def score(self, hand: Hand) -> Ruling:
        """Return the ruling on a hand; see `Ruleset.score`."""
        raise NotImplementedError

    def settle(
        self,
        points: Sequence[int] | Mapping[Wind, int],
        *,
        deposits: int | Mapping[Wind, int] = 0,
        last_dealer: Wind | None = None,
        busted_by: Mapping[Wind, Wind] | None = None,
        unlit: Collection[Wind] | Mapping[Wind, Wind | None] | None = None,
        chips: Mapping[Wind, int] | None = None,
        chombo: Mapping[Wind, int] | None = None,
    ) -> Settlement:
        """Return what a game is worth to each player. Seats are named by the winds at its start: E dealt first.

        Args:
            points: at the end, in the order of the seats, or by seat in any order.
            deposits: riichi sticks left over; by seat where they go back to who put them down.
            last_dealer: the dealer of the last hand, where the rules give him the riichi sticks left over.
            busted_by: who busted each player below 0, where the rules have a prize for it.
            unlit: who won no hand, where the rules have a penalty for it; with a seat in place of None, who won the
                last hand only and on whose discard.
            chips: won, or below 0 lost, where the rules give them a value.
            chombo: how many each made, where the rules take off points of the result for them.

        Raises:
            SettleError: the points can't be those of a game under these rules, something is said that they have no
                rule for, or they do not say how a game is settled; every problem is listed.
            TypeError: something is no whole number.
            ValueError: riichi sticks or chombo below 0.
        """
        from yakulang.table.ending import ending_of  # noqa: PLC0415  rulings on hands don't need it
        from yakulang.table.settling import settle  # noqa: PLC0415

        said: dict[str, Any] = {
            "last_dealer": last_dealer,
            "busted_by": busted_by,
            "unlit": unlit,
            "chips": chips,
            "chombo": chombo,
        }
        return settle(self.rulebook, ending_of(self.rulebook, points, deposits, **said))
