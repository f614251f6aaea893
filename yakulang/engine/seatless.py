"""Rulings on a hand whose seat is not said: each seat's, and what is the same for all."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from yakulang.engine.ruling import Ruling, SeatRuling
from yakulang.message import message

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from yakulang.hand import Hand, Wind


def score_seats(hand: Hand, seats: str, score: Callable[[Hand], Ruling]) -> Ruling:
    """Return the ruling on a hand whose seat is not said; `by_seat` holds one for each group of seats that differ.

    Args:
        hand: the hand.
        seats: those of the table, a letter each, the dealer first.
        score: rules on the hand with a seat.
    """
    grouped: list[tuple[list[Wind], Ruling]] = []
    for letter in seats:
        seat = cast("Wind", letter)
        if seat == hand.discarder:
            continue
        ruling = score(replace(hand, seat=seat))
        for members, other in grouped:
            if _same(other, ruling, dealer=seats[0]):
                members.append(seat)
                break
        else:
            grouped.append(([seat], ruling))
    by_seat = tuple(SeatRuling(tuple(members), ruling) for members, ruling in grouped)
    winning = [part.ruling for part in by_seat if part.ruling.ok]
    if not winning:
        return replace(by_seat[0].ruling, hand=hand, by_seat=by_seat if len(by_seat) > 1 else ())
    return _common(hand, winning, by_seat)


def _same(one: Ruling, other: Ruling, dealer: str) -> bool:
    """Whether two seats get the same ruling but for who is who."""
    if dealer in (one.hand.seat if one.hand else None, other.hand.seat if other.hand else None):
        return False
    parts: list[Callable[[Ruling], Any]] = [
        lambda r: r.status,
        lambda r: r.yaku,
        lambda r: (r.han, r.fu, r.fu_items, r.points, r.limit, r.yakuman),
        lambda r: (r.reading, [e.message for e in r.errors]),
        lambda r: sorted((p.times, p.multipliers) for p in r.payments),
        lambda r: bool(r.by_liable) and r.hand,  # answers name seats
        lambda r: r.chips,
    ]
    return all(part(one) == part(other) for part in parts)


def _common(hand: Hand, winning: Sequence[Ruling], by_seat: tuple[SeatRuling, ...]) -> Ruling:
    """Return what is the same for every seat that wins; what depends on the seat is None."""
    first = winning[0]

    def same(read: Callable[[Ruling], Any], otherwise: Any) -> Any:
        return read(first) if all(read(ruling) == read(first) for ruling in winning) else otherwise

    return Ruling(
        status="ok",
        rules=first.rules,
        hand=hand,
        yaku=same(lambda r: r.yaku, ()),
        han=same(lambda r: r.han, None),
        fu=same(lambda r: r.fu, None),
        fu_raw=same(lambda r: r.fu_raw, None),
        fu_items=same(lambda r: r.fu_items, ()),
        limit=same(lambda r: r.limit, None),
        yakuman=same(lambda r: r.yakuman, 0),
        base=same(lambda r: r.base, None),
        points=same(lambda r: r.points, None),
        reading=same(lambda r: r.reading, None),
        chips=same(lambda r: r.chips, ()),
        by_seat=by_seat,
        notes=(message("the winner's seat is not said"),),
    )
