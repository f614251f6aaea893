"""What is seen of a hand that nobody won, as conditions ask it: about the table, or about one player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from yakulang.lang.facts import WIND_WORDS
from yakulang.lang.view import GroupView, TileView, View
from yakulang.lang.vocabulary import FACTS, NOUNS
from yakulang.table.drawn import kans_of
from yakulang.tiles import WINDS, kind_of, mark_of, wind_kind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from yakulang.hand import Meld
    from yakulang.rules.model import Rulebook
    from yakulang.table.drawn import Drawn
    from yakulang.tiles import Tile

_GROUPS = {"chii": "sequence", "pon": "triplet"}  # what a meld is; any other is a quad
_OF_A_HAND = frozenset(
    {noun.name for noun in NOUNS.values() if noun.layer in ("tiles", "melds")}
    | {fact.name for fact in FACTS.values() if fact.layer in ("tiles", "melds")}
)


@dataclass(frozen=True, slots=True)
class Seen:
    """A view and the names of facts and nouns that nobody said."""

    view: View
    unknown: frozenset[str]


def seen(rules: Rulebook, drawn: Drawn, seat: str | None) -> Seen:
    """Return what is seen of the table and of a player, or of the table alone."""
    numbers, unknown = _of_the_table(rules, drawn)
    flags: set[str] = set()
    lists: dict[str, tuple[TileView, ...]] = {}
    groups: tuple[GroupView, ...] = ()
    choices: dict[str, str] = {}
    if drawn.round is None:
        unknown.add("round")
    else:
        choices["round"] = WIND_WORDS[WINDS.index(drawn.round)]
    everybody = [drawn.discards.get(one, ()) for one in rules.seats]
    lists["first_discards"] = _tiles(tiles[0] for tiles in everybody if tiles)
    if not drawn.discards.keys() >= set(rules.seats):
        unknown.add("first_discards")
    if seat is None:
        unknown |= {"seat", "discards", "discards_called", "riichi", "own_discards", *_OF_A_HAND}
        if not numbers["table_calls"]:
            unknown.add("first_turn")
        return Seen(View(lists=lists, numbers=numbers, choices=choices), frozenset(unknown))
    choices["seat"] = WIND_WORDS[rules.seats.index(seat)]
    if seat in drawn.in_riichi:
        flags.add("riichi")
    elif drawn.riichi is None:
        unknown.add("riichi")
    if (hand := drawn.hands.get(seat)) is None:
        unknown |= _OF_A_HAND
    else:
        groups = tuple(map(_meld, hand.melds))
        lists["tiles"] = _tiles(hand.closed) + tuple(tile for meld in hand.melds for tile in _of_meld(meld))
        lists["aside"] = _tiles(hand.aside)
        flags.add("closed" if hand.is_closed else "open")
    if (own := drawn.discards.get(seat)) is None:
        unknown |= {"discards", "own_discards"}
    else:
        lists["discards"] = _tiles(own)
        numbers["own_discards"] = len(own)
    if drawn.called is None:
        unknown.add("discards_called")
    elif seat in drawn.called:
        flags.add("discards_called")
    if "table_calls" in unknown and not own:
        unknown.add("first_turn")
    elif not numbers["table_calls"] and not own:
        flags.add("first_turn")
    view = View(
        groups=groups,
        lists={"tiles": (), **lists},
        flags=frozenset(flags),
        numbers=numbers,
        choices=choices,
        seat_wind=wind_kind(seat),
        round_wind=wind_kind(drawn.round) if drawn.round is not None else None,
    )
    return Seen(view, frozenset(unknown))


def _of_the_table(rules: Rulebook, drawn: Drawn) -> tuple[dict[str, int], set[str]]:
    """Return the numbers of the whole table, and the names of those that nobody said."""
    unknown: set[str] = set()
    kans = kans_of(drawn, rules.seats)
    made = sum(len(hand.melds) + len(hand.aside) for hand in drawn.hands.values())
    made = max(made, sum((kans or {}).values()), len(drawn.called or ()))
    draw_from = rules.several_winners.draw_from
    numbers = {
        "honba": drawn.honba,
        "deposits": drawn.deposits,
        "riichi_players": len(drawn.in_riichi),
        "kans": sum((kans or {}).values()),
        "kan_players": sum(bool(number) for number in (kans or {}).values()),
        "table_calls": made,
        "ron_players": len(drawn.ron or ()),
        "draw_from": draw_from.value if draw_from is not None else rules.players,  # as many can't call ron
    }
    if drawn.riichi is None:
        unknown.add("riichi_players")
    if kans is None:
        unknown |= {"kans", "kan_players"}
    if drawn.ron is None:
        unknown.add("ron_players")
    whole = drawn.hands.keys() >= set(rules.seats) or (kans is not None and not rules.tiles.aside)
    if not made and (drawn.called is None or not whole):
        unknown.add("table_calls")
    return numbers, unknown


def _tiles(tiles: Iterable[Tile]) -> tuple[TileView, ...]:
    return tuple(TileView(kind_of(tile), mark_of(tile)) for tile in tiles)


def _meld(meld: Meld) -> GroupView:
    kinds = tuple(map(kind_of, meld.tiles))
    return GroupView(_GROUPS.get(meld.type, "quad"), kinds, concealed=not meld.is_called, declared=meld.type)


def _of_meld(meld: Meld) -> Iterable[TileView]:
    return (TileView(kind_of(tile), mark_of(tile), called=meld.is_called) for tile in meld.tiles)
