"""What holds of every hand: random complete hands, dealt from one set of tiles with a situation that fits."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from comparing import awarded
from dealing import deal
from hypothesis import assume, given
from hypothesis import strategies as st

from yakulang import Hand, Meld, load_ruleset
from yakulang.tiles import RED, WINDS, kind_of, make_tile, mark_of, tile_order

if TYPE_CHECKING:
    from yakulang import Ruleset, Ruling
    from yakulang.hand import Wind
    from yakulang.tiles import Tile

SEATS: tuple[Wind, ...] = ("E", "S", "W", "N")


@cache
def rules(name: str) -> Ruleset:
    return load_ruleset(name)


TENHOU = rules("tenhou")
HANDS = st.integers(0, 2**32 - 1).map(lambda seed: deal(random.Random(seed)))
TABLES = st.sampled_from(["tenhou", "m-league", "riichi"])
LISTS = ("indicators", "kan_indicators", "ura_indicators", "kan_ura_indicators")


def judged(hand: Hand, name: str = "tenhou") -> Ruling:
    """Return the ruling on a hand that wins."""
    ruling = rules(name).score(hand)
    assume(ruling.ok)
    return ruling


def with_all_feeders(hand: Hand) -> Hand:
    """Return the hand with a feeder for each call and a discarder for a ron, so that every payment is known."""
    others: list[Wind] = [wind for wind in SEATS if wind != hand.seat]
    melds = tuple(replace(m, feeder=m.feeder or others[0]) if m.is_called else m for m in hand.melds)
    discarder = (hand.discarder or others[1]) if hand.method == "ron" else None
    return replace(hand, melds=melds, discarder=discarder)


def essence(ruling: Ruling) -> tuple[Any, ...]:
    """Return what counters, sticks and seats of others have nothing to do with."""
    return (
        ruling.yaku,
        ruling.han,
        ruling.fu,
        ruling.fu_raw,
        ruling.fu_items,
        ruling.limit,
        ruling.yakuman,
        ruling.reading,
    )


def seen(hand: Hand) -> Counter[int]:
    """Return how often each kind is in the hand or turned as an indicator."""
    turned = [tile for name in LISTS for tile in getattr(hand, name)]
    return Counter(kind_of(tile) for tile in (*hand.tiles, *hand.aside, *turned))


# --- payments -------------------------------------------------------------------------------------------


@given(HANDS, TABLES)
def test_payments_are_the_deltas_and_sum_to_the_sticks(hand: Hand, name: str) -> None:
    hand = with_all_feeders(hand)
    ruling = judged(hand, name)
    assert ruling.deltas is not None
    assert ruling.points is not None
    stick = 1000 * hand.deposits
    assert sum(ruling.deltas.values()) == stick
    change = dict.fromkeys(WINDS, 0)
    for payment in ruling.payments:
        assert payment.points > 0
        assert payment.rule, "every payment names its rule"
        change[hand.seat or ""] += payment.points
        if payment.payer != "table":
            change[payment.payer] -= payment.points
    assert change == ruling.deltas
    if not any(payment.reason == "liable" for payment in ruling.payments):
        counters = 300 * hand.honba
        assert ruling.deltas[hand.seat or ""] == ruling.points + counters + stick
    if hand.method == "ron":
        idle = {wind for wind in WINDS if wind not in (hand.seat, hand.discarder, *(m.feeder for m in hand.melds))}
        assert all(ruling.deltas[wind] == 0 for wind in idle)


@given(HANDS, st.integers(0, 20), st.integers(0, 20))
def test_counters_and_sticks_change_no_reading(hand: Hand, honba: int, deposits: int) -> None:
    before = judged(hand)
    after = TENHOU.score(replace(hand, honba=honba, deposits=deposits))
    assert essence(after) == essence(before)
    assert after.points == before.points


@given(HANDS)
def test_a_ron_without_discarder_has_points_and_no_deltas(hand: Hand) -> None:
    assume(hand.method == "ron")
    hand = with_all_feeders(hand)
    known = judged(hand)
    unknown = TENHOU.score(replace(hand, discarder=None))
    assert essence(unknown) == essence(known)
    assert unknown.points == known.points
    assert unknown.deltas is None
    assert {p.payer for p in unknown.payments} <= {"discarder", "table", *(m.feeder for m in hand.melds)}


@given(HANDS, st.sampled_from(WINDS), st.sampled_from(WINDS))
def test_other_seats_make_no_other_hand(hand: Hand, one: Any, other: Any) -> None:
    """Who discarded has nothing to do with what a hand is worth, only with who pays."""
    assume(hand.method == "ron" and hand.seat not in (one, other))
    assert essence(TENHOU.score(replace(hand, discarder=one))) == essence(TENHOU.score(replace(hand, discarder=other)))


# --- tiles -------------------------------------------------------------------------------------------------


def relabelled(tile: Tile) -> Tile:
    """Return the tile of the next suit: man becomes pin, pin sou, sou man."""
    kind = kind_of(tile)
    return make_tile((kind + 9) % 27 if kind < 27 else kind, mark_of(tile))


def relabel(hand: Hand) -> Hand:
    """Return the hand with its suits changed round."""

    def turned(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
        return tuple(sorted(map(relabelled, tiles), key=tile_order))

    melds = tuple(
        Meld(
            meld.type,
            turned(meld.tiles),
            None if meld.called is None else relabelled(meld.called),
            meld.feeder,
            None if meld.added is None else relabelled(meld.added),
        )
        for meld in hand.melds
    )
    lists: Any = {name: tuple(map(relabelled, getattr(hand, name))) for name in LISTS}
    return replace(
        hand, closed=turned(hand.closed), win=relabelled(hand.win), melds=melds, aside=turned(hand.aside), **lists
    )


@given(HANDS)
def test_suits_are_alike(hand: Hand) -> None:
    """No rule of these tables tells suits apart, but that all green is of sou."""
    before, after = TENHOU.score(hand), TENHOU.score(relabel(hand))
    assume("ryuuiisou" not in {award.id for award in (*before.yaku, *after.yaku)})
    assert after.status == before.status
    assert awarded(after) == awarded(before)
    assert (after.han, after.fu, after.fu_raw, after.points, after.deltas) == (
        (before.han, before.fu, before.fu_raw, before.points, before.deltas)
    )
    assert sorted((line.id, line.fu) for line in after.fu_items) == sorted((one.id, one.fu) for one in before.fu_items)


@given(HANDS, st.randoms(use_true_random=False))
def test_more_dora_never_pay_less(hand: Hand, rng: random.Random) -> None:
    before = judged(hand)
    turned = [kind for kind in range(34) if seen(hand)[kind] < 4]
    count = 1 + len(hand.kan_indicators)
    assume(count < 5 and not hand.ura_indicators and "first_turn" not in hand.flags)
    more = replace(hand, kan_indicators=(*hand.kan_indicators, make_tile(rng.choice(turned))))
    if not hand.indicators:
        more = replace(more, indicators=more.kan_indicators[:1], kan_indicators=more.kan_indicators[1:])
    after = TENHOU.score(more)
    assert after.ok, str(more)
    assert (after.points or 0) >= (before.points or 0)
    assert (after.han or 0) >= (before.han or 0)
    assert after.yakuman == before.yakuman


@given(HANDS)
def test_a_red_five_is_a_five_and_one_han(hand: Hand) -> None:
    """Without red marks everything but red dora stays, where the same reading is the best."""
    before = judged(hand)

    def plain(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
        return tuple(make_tile(kind_of(tile)) for tile in tiles)

    melds = tuple(replace(m, tiles=plain(m.tiles), called=None, added=None) for m in hand.melds)
    bare = replace(hand, closed=plain(hand.closed), win=make_tile(kind_of(hand.win)), melds=melds)
    after = TENHOU.score(bare)
    reds = sum(mark_of(tile) == RED for tile in hand.tiles)
    assert after.ok
    assert not any(award.id == "red_dora" for award in after.yaku)
    if before.yakuman:
        assert (after.yakuman, after.points) == (before.yakuman, before.points)
    elif before.reading and after.reading and before.reading.wait == after.reading.wait and before.fu == after.fu:
        assert (before.han or 0) - (after.han or 0) == reds


# --- spelling and seats ----------------------------------------------------------------------------------------


@given(HANDS)
def test_text_and_record_give_the_same_ruling(hand: Hand) -> None:
    ruling = TENHOU.score(hand)
    assert TENHOU.score(Hand.parse(str(hand))) == ruling
    assert TENHOU.score(Hand.from_record(hand.to_record())) == ruling


@given(HANDS)
def test_where_no_seat_is_said_each_is_answered(hand: Hand) -> None:
    unseated = replace(hand, seat=None, discarder=None, melds=tuple(replace(m, feeder=None) for m in hand.melds))
    ruling = TENHOU.score(unseated)
    alone = {seat: TENHOU.score(replace(unseated, seat=seat)) for seat in SEATS}
    if not ruling.by_seat:
        assert {r.status for r in alone.values()} == {ruling.status}
        assert not ruling.ok
        return
    assert sorted(seat for part in ruling.by_seat for seat in part.seats) == sorted(WINDS)
    assert ruling.deltas is None
    for part in ruling.by_seat:
        for seat in part.seats:
            assert part.ruling.status == alone[seat].status
            assert awarded(part.ruling) == awarded(alone[seat])
            assert (part.ruling.han, part.ruling.fu, part.ruling.points) == (
                (alone[seat].han, alone[seat].fu, alone[seat].points)
            )
        if part.ruling.ok:
            assert part.seats == ("E",) or "E" not in part.seats, "the dealer is paid like nobody else"
    winning = [r for r in alone.values() if r.ok]
    assert ruling.ok == bool(winning)
    for name in ("han", "fu", "points"):
        values = {getattr(r, name) for r in winning}
        assert getattr(ruling, name) == (values.pop() if len(values) == 1 else None)


@given(HANDS)
def test_a_ruling_is_repeatable_and_can_be_written(hand: Hand) -> None:
    ruling = TENHOU.score(hand)
    assert TENHOU.score(hand) == ruling
    data = ruling.as_json()
    assert data["status"] == ruling.status
    if ruling.ok:
        assert data["points"] == ruling.points
        assert sum(line["fu"] for line in data["fu_items"]) == (data["fu_raw"] or 0)
        han = sum(entry.get("han", 0) for entry in data["yaku"])
        assert han == (data["han"] or 0)
        assert sum(entry.get("yakuman", 0) for entry in data["yaku"]) == data["yakuman"]
        read = "".join(group["tiles"] for group in data["reading"]["groups"])
        assert sum(map(str.isdigit, read)) == len(hand.tiles)
