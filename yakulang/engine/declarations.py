"""The winner's declarations, in every order in which they can have happened.

Melds stand in the order they were called, and an added kan at the place of its pon: when the fourth tile came to it,
at once or at any time later, the melds do not say.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from yakulang.hand import Meld

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from yakulang.hand import Hand, MeldType

NONE = "none"  # the last declaration of a hand without any; also said where it is not known
ADDED: MeldType = "added_kan"


@dataclass(frozen=True, slots=True)
class Declaration:
    """A call, a closed kan, or a tile added to a pon.

    Attributes:
        place: of the meld in the hand.
        type: what was declared; `pon` for a meld that was to become an added kan.
        standing: the melds as they lay right after it.
    """

    place: int
    type: MeldType
    standing: tuple[Meld, ...]

    @property
    def has_giver(self) -> bool:
        """Whether another player gave the tile; that of a closed kan, or added to a pon, is the own one."""
        return self.type not in ("closed_kan", ADDED)


def orders(hand: Hand, last_calls: frozenset[str]) -> list[tuple[Declaration, ...]]:
    """Return the orders in which the declarations can have happened; at most 105, and one without added kans.

    Args:
        hand: with its melds.
        last_calls: what the last declaration can have been.
    """
    found = _orders(hand.melds, (), ())
    return [order for order in found if (order[-1].type if order else NONE) in last_calls]


def _orders(
    melds: Sequence[Meld], standing: tuple[Meld, ...], before: tuple[Declaration, ...]
) -> Iterator[tuple[Declaration, ...]]:
    done = True
    if len(standing) < len(melds):
        done = False
        called = as_called(melds[len(standing)])
        now = (*standing, called)
        yield from _orders(melds, now, (*before, Declaration(len(standing), called.type, now)))
    for place, meld in enumerate(standing):
        if meld.type != melds[place].type:
            done = False
            now = (*standing[:place], melds[place], *standing[place + 1 :])
            yield from _orders(melds, now, (*before, Declaration(place, ADDED, now)))
    if done:
        yield before


def as_called(meld: Meld) -> Meld:
    """Return a meld as it was when it was called: an added kan was a pon."""
    if meld.type != ADDED:
        return meld
    tiles = list(meld.tiles)
    tiles.remove(meld.added if meld.added in tiles else tiles[-1])
    return Meld("pon", tuple(tiles), meld.called, meld.feeder)


def last_calls(hand: Hand, flags: frozenset[str]) -> frozenset[str]:
    """Return what the last declaration can have been, as far as the melds and the facts tell.

    Args:
        hand: with its melds.
        flags: the facts that are true. A replacement tile is drawn after a kan, unless something was set aside.
    """
    found = {ADDED} if any(meld.type == ADDED for meld in hand.melds) else set[str]()
    if hand.melds and hand.melds[-1].type != ADDED:
        found.add(hand.melds[-1].type)
    kans = {call for call in found if call.endswith("_kan")}
    if "after_kan" in flags and kans and not hand.aside:
        return frozenset(kans)
    return frozenset(found) or frozenset({NONE})
