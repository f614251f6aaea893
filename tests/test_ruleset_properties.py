"""What holds under every bundled ruleset, platforms and mix-ins: suits are alike, counters change no reading, sums."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import permutations
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from comparing import awarded

from yakulang import Hand, load_ruleset
from yakulang.lang import typed
from yakulang.lang.walk import walk
from yakulang.rules.listing import listed
from yakulang.testing.deal import Kit, deal
from yakulang.tiles import WINDS, kind_of, make_tile, mark_of, tile_order

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from yakulang import Ruleset, Ruling
    from yakulang.rules.model import Rulebook
    from yakulang.tiles import Tile

HANDS = 60
ALL = [one.id for one in listed()]
LISTS = ("indicators", "kan_indicators", "ura_indicators", "kan_ura_indicators")
Suits = tuple[int, ...]  # which suit man, pin and sou become


@cache
def rules(name: str) -> Ruleset:
    return load_ruleset(name)


@cache
def dealt(kit: Kit) -> list[Hand]:
    return [with_all_feeders(deal(Random(number), kit), kit.players) for number in range(HANDS)]


def hands(name: str) -> list[Hand]:
    return dealt(Kit.of(rules(name).rulebook))


def with_all_feeders(hand: Hand, players: int) -> Hand:
    """Return the hand with a feeder for each call and a discarder for a ron, so that every payment is known."""
    others: list[Any] = [wind for wind in WINDS[:players] if wind != hand.seat]
    melds = tuple(replace(m, feeder=m.feeder or others[0]) if m.is_called else m for m in hand.melds)
    return replace(hand, melds=melds, discarder=(hand.discarder or others[1]) if hand.method == "ron" else None)


# --- suits ------------------------------------------------------------------------------------------------


def turned_kind(kind: int, suits: Suits) -> int:
    return 9 * suits[kind // 9] + kind % 9 if kind < 27 else kind


def turned(hand: Hand, suits: Suits) -> Hand:
    """Return a hand with its suits changed."""

    def tile(one: Tile) -> Tile:
        return make_tile(turned_kind(kind_of(one), suits), mark_of(one))

    def tiles(some: tuple[Tile, ...]) -> tuple[Tile, ...]:
        return tuple(sorted(map(tile, some), key=tile_order))

    lists: Any = {name: tuple(map(tile, getattr(hand, name))) for name in LISTS}
    melds = tuple(replace(meld, tiles=tiles(meld.tiles)) for meld in hand.melds)
    return replace(hand, closed=tiles(hand.closed), win=tile(hand.win), melds=melds, aside=tiles(hand.aside), **lists)


def alike(rulebook: Rulebook) -> list[Suits]:
    """Return the ways to change suits that leave the tiles of a table and the dora that indicators show as they are."""

    def fits(suits: Suits) -> bool:
        def kinds(some: Any) -> set[int]:
            return {turned_kind(kind, suits) for kind in some}

        tiles = rulebook.tiles
        return (
            kinds(tiles.removed) == tiles.removed
            and all(
                {turned_kind(kind, suits): count for kind, count in copies.items()} == dict(copies)
                for copies in tiles.marked.values()
            )
            and kinds(tiles.aside) == tiles.aside
            and all(
                turned_kind(kind.next[shown], suits) == kind.next[turned_kind(shown, suits)]
                for kind in rulebook.dora
                if kind.shown_by
                for shown in range(34)
                if kind.next[shown] >= 0
            )
        )

    return [suits for suits in permutations(range(3)) if suits != (0, 1, 2) and fits(suits)]


def names_a_suit(node: Any, suits: Suits, kinds: frozenset[int]) -> bool:
    """Return whether a condition names tiles that are others when suits are changed; letters name none.

    `kinds`: the kinds in play, those left out are not told apart.
    """
    for part in walk(node):
        if isinstance(part, typed.InList):
            entries = Counter(e for e in part.tiles.entries if e[0] < 0 or 9 * e[0] + e[1] - 1 in kinds)
            if Counter((suits[s] if 0 <= s <= 2 else s, rank, red) for s, rank, red in entries) != entries:
                return True
        elif isinstance(part, typed.Contain):
            items = Counter((item.suit, item.rank, item.letter, item.kind, item.mark) for item in part.items)
            if Counter((suits[s] if 0 <= s <= 2 else s, *rest) for s, *rest in items.elements()) != items:
                return True
    return False


def conditions(rulebook: Rulebook) -> Iterator[tuple[str, Any]]:
    """Yield what a rulebook asks of hands, each with the id under which a ruling shows it."""
    for rule in rulebook.yaku:
        yield from ((rule.id, node) for node in (rule.when, rule.each))
    for kind in rulebook.dora:
        yield from ((kind.label, node) for node in (kind.when, kind.each))
    for item in (*rulebook.fu.fixed, *rulebook.fu.items, *rulebook.fu.floors):
        yield from ((item.id, node) for node in (item.when, item.each))
    for limit in rulebook.limits:
        yield from ((limit.id, node) for node in (limit.when, limit.base))
    for statement in (*rulebook.impossible, *rulebook.forbidden):
        yield statement.id, statement.when
    for shape in rulebook.shapes:
        yield shape.id, shape.loose
    for liable in rulebook.liability.kinds if rulebook.liability else ():
        yield from ((liable.id, node) for node in (liable.sealed_when, liable.when))


def shown(ruling: Ruling) -> set[str]:
    found = {award.id for award in ruling.yaku} | {line.id for line in ruling.fu_items}
    return found | {ruling.limit.id if ruling.limit else "", ruling.reading.shape if ruling.reading else ""}


SUITED = {  # the rules that name a suit, found in the rule files; stated here to see that they are found
    "ryuuiisou",
    "iipin_mouyue",
    "chuupin_raoyui",
    "daisharin",
    "daichikurin",
    "daisuurin",
    "beni_kujaku",
    "blue_tunnel",
    "chintanfon",
    "fuukasetsugetsu",
    "gold_rush",
    "hyakumangoku",
    "junsei_hyakumangoku",
    "kachoufuugetsu",
    "kinkei",
    "kokuiisou",
    "kouitten",
    "kouittenrin",
    "mu_hatsu_ryuuiisou",
    "rentsuu_honitsu",
    "ryanzou_chankan",
    "ryuuiisourin",
    "shuanron",
    "tanfonhou",
    "tohoku_expressway",
    "tuibudao",
    "uupin_kaihou",
}


@pytest.mark.parametrize("name", ALL)
def test_suits_are_alike_unless_a_rule_names_one(name: str) -> None:
    rulebook = rules(name).rulebook
    kinds = frozenset(range(34)) - rulebook.tiles.removed
    ways = alike(rulebook)
    assert ways, "two suits at least are alike at every table"
    compared = 0
    for suits in ways:
        suited = {key for key, node in conditions(rulebook) if node and names_a_suit(node, suits, kinds)}
        assert suited <= SUITED, "a rule that this page does not know names a suit"
        for hand in hands(name)[:: len(ways)]:
            before, after = rules(name).score(hand), rules(name).score(turned(hand, suits))
            if (shown(before) | shown(after)) & suited:
                continue
            compared += 1
            assert after.status == before.status, str(hand)
            assert awarded(after) == awarded(before), str(hand)
            assert (after.han, after.fu, after.fu_raw, after.points, after.deltas) == (
                (before.han, before.fu, before.fu_raw, before.points, before.deltas)
            ), str(hand)
            lines = [sorted((line.id, line.fu) for line in ruling.fu_items) for ruling in (before, after)]
            assert lines[0] == lines[1], str(hand)
    assert compared > HANDS * 0.9


def test_what_names_a_suit_is_found() -> None:
    rulebook = rules("riichi").rulebook
    assert len(alike(rulebook)) == 5
    assert alike(rules("sanma").rulebook) == [(0, 2, 1)]
    assert alike(rules("local/reds-4").rulebook) == [(2, 1, 0)], "two of its red fives are of one suit"
    suits, kinds = (1, 2, 0), frozenset(range(34))
    named = {key for key, node in conditions(rulebook) if node and names_a_suit(node, suits, kinds)}
    assert named == {"ryuuiisou"}
    ancient = rules("local/ancient-yaku").rulebook
    named = {key for key, node in conditions(ancient) if node and names_a_suit(node, suits, kinds)}
    assert named == {"ryuuiisou", "iipin_mouyue", "chuupin_raoyui", "daisharin", "daichikurin", "daisuurin"}


# --- counters, sticks and sums ------------------------------------------------------------------------------


def essence(ruling: Ruling) -> Sequence[Any]:
    return (
        ruling.status,
        ruling.yaku,
        (ruling.han, ruling.fu, ruling.fu_raw, ruling.fu_items),
        (ruling.limit, ruling.yakuman, ruling.base, ruling.points),
        ruling.reading,
    )


@pytest.mark.parametrize("name", ALL)
def test_counters_and_sticks_change_no_reading(name: str) -> None:
    for hand in hands(name):
        bare, full = (rules(name).score(replace(hand, honba=n, deposits=m)) for n, m in ((0, 0), (7, 3)))
        assert essence(full) == essence(bare), str(hand)


@pytest.mark.parametrize("name", ALL)
def test_payments_sum_to_the_changes_and_the_sticks(name: str) -> None:
    table = rules(name).rulebook
    stick = table.payments.stick.value
    won = 0
    needed = 0.6 if table.minimum_han == 1 else 0.2
    for hand in hands(name):
        ruling = rules(name).score(hand)
        if not ruling.ok:
            continue
        won += 1
        assert ruling.deltas is not None, str(hand)
        assert list(ruling.deltas) == list(table.seats)
        assert sum(ruling.deltas.values()) == stick * hand.deposits, str(hand)
        change: Counter[str] = Counter()
        for payment in ruling.payments:
            assert payment.points > 0
            assert payment.rule, "every payment names its rule"
            change[hand.seat or ""] += payment.points
            change[payment.payer] -= payment.points
        assert change.pop("table", 0) == -stick * hand.deposits
        assert {seat: change[seat] for seat in table.seats} == dict(ruling.deltas), str(hand)
        if not any(payment.reason == "liable" for payment in ruling.payments):
            ron, each = table.payments.honba_ron.value, table.payments.honba_tsumo_each.value
            counters = hand.honba * (ron if hand.method == "ron" else each * (table.players - 1))
            assert ruling.deltas[hand.seat or ""] == (ruling.points or 0) + counters + stick * hand.deposits
    assert won > HANDS * needed
