"""Random complete hands: groups and a pair, seven pairs, one of each of some kinds, taken from one set of tiles.

Everything comes from a `random.Random`, so that a seed gives the same hands everywhere. What a hand is dealt from, a
`Kit`, is read from a rulebook: players, tiles, marked copies, tiles that may be set aside. Rulesets with the same tiles
share one kit but for red and blue copies; `fitted` takes the mark from those that a table has not.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from yakulang.engine.tiles_left import TilesLeft, kinds_of_suits
from yakulang.hand import Hand, Meld
from yakulang.lang.vocabulary import FACTS
from yakulang.tiles import KINDS, kind_of, make_tile, mark_of, tile_order

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from random import Random

    from yakulang.hand import MeldType, Method, Wind
    from yakulang.rules.model import Rulebook
    from yakulang.tiles import Tile

PAIRS = 7  # of a hand of pairs only: thirteen tiles and the winning one
STRAY = tuple(
    fact for fact in FACTS.values() if "P" in fact.who and fact.type in ("flag", "number") and fact.name != "honba"
)
SEATS: tuple[Wind, ...] = ("E", "S", "W", "N")
METHODS: tuple[Method, ...] = ("ron", "tsumo")
MADE = {"tsumo", "ron", "deposits"}  # facts that a hand has fields for


@dataclass(frozen=True, slots=True)
class Kit:
    """What hands are dealt from.

    Attributes:
        players: how many.
        copies: of each kind.
        kinds: the kinds in play.
        aside: kinds that may be set aside.
        orphans: the kinds of a hand that holds each of them once and one twice; empty where there is none.
        marked: how many copies there are of each tile that bears a mark, red or blue, as (tile, number).
        chii: whether a sequence may be called; not where the rules say that a hand with one is impossible.
    """

    players: int
    copies: int
    kinds: tuple[int, ...]
    aside: tuple[int, ...]
    orphans: tuple[int, ...]
    marked: tuple[tuple[Tile, int], ...]
    chii: bool = True

    @classmethod
    def of(cls, rulebook: Rulebook) -> Kit:
        """Return the kit of a table."""
        tiles = rulebook.tiles
        orphans = [shape.one_of_each for shape in rulebook.shapes if shape.repeat == 1 and not shape.groups]
        return cls(
            rulebook.players,
            tiles.copies,
            tuple(kind for kind in range(KINDS) if kind not in tiles.removed),
            tuple(sorted(tiles.aside)),
            max(orphans, key=len, default=()),
            tuple(sorted(marked_copies(rulebook).items())),
            "chii" not in rulebook.undeclarable,
        )

    def with_marked(self, marked: Mapping[Tile, int]) -> Kit:
        """Return the kit with other marked copies."""
        return replace(self, marked=tuple(sorted(marked.items())))


def marked_copies(rulebook: Rulebook) -> dict[Tile, int]:
    """Return how many copies a table has of each tile that bears a mark."""
    return {
        make_tile(kind, mark): count for mark, kinds in rulebook.tiles.marked.items() for kind, count in kinds.items()
    }


def fitted(hand: Hand, marked: Mapping[Tile, int]) -> Hand:
    """Return a hand without the marks that are more than a table has (`marked`: copies of each marked tile)."""
    left = dict(marked)

    def plain(tile: Tile) -> Tile:
        if not mark_of(tile):
            return tile
        left[tile] = left.get(tile, 0) - 1
        return tile if left[tile] >= 0 else make_tile(kind_of(tile))

    def all_plain(tiles: Sequence[Tile]) -> tuple[Tile, ...]:
        return tuple(sorted(map(plain, tiles), key=tile_order))

    lists: dict[str, Any] = {
        name: tuple(map(plain, getattr(hand, name)))
        for name in ("indicators", "kan_indicators", "ura_indicators", "kan_ura_indicators")
    }
    return replace(
        hand,
        closed=all_plain(hand.closed),
        win=plain(hand.win),
        melds=tuple(replace(meld, tiles=all_plain(meld.tiles)) for meld in hand.melds),
        aside=all_plain(hand.aside),
        **lists,
    )


class _Wall(TilesLeft):
    """The tiles not yet used."""

    def __init__(self, rng: Random, kit: Kit, suits: Collection[int]) -> None:
        self.rng = rng
        self.all = kit.kinds
        self.left = [kit.copies if kind in kit.kinds else 0 for kind in range(KINDS)]
        self.marked: dict[int, list[Tile]] = {}  # by kind, each copy
        for tile, number in kit.marked:
            self.marked.setdefault(kind_of(tile), []).extend([tile] * number)
        self.kinds = [kind for kind in kinds_of_suits(suits) if self.left[kind]]

    def take(self, kind: int) -> Tile:
        marked = self.marked.get(kind)
        place = self.rng.random() * self.left[kind] if marked else 0.0
        self.left[kind] -= 1
        return marked.pop(int(place)) if marked and place < len(marked) else make_tile(kind)

    def from_all(self, number: int) -> list[Tile]:
        """Take some alike of any suit, where the chosen ones have none."""
        self.kinds = list(self.all)
        tiles = self.alike(number)
        assert tiles  # noqa: S101  a hand is a small part of the tiles
        return tiles

    def any_tile(self) -> Tile:
        return self.take(self.rng.choice([kind for kind in self.all if self.left[kind]]))


def deal(rng: Random, kit: Kit) -> Hand:
    """Return a random complete hand with a situation that fits it."""
    suits = rng.sample(range(4), rng.choice([1, 2, 2, 3, 4, 4]))
    if suits == [3]:
        suits = [3, rng.randrange(3)]
    wall = _Wall(rng, kit, suits)
    aside = [wall.take(kind) for kind in kit.aside for _ in range(rng.choice([0, 0, 0, 0, 1, 1, 2, 3, 4]))]
    seats = SEATS[: kit.players]
    form = rng.random()
    melds: list[Meld] = []
    if form < 0.06:
        pairs = rng.sample([kind for kind in kit.kinds if wall.left[kind] > 1], PAIRS)
        closed = [wall.take(kind) for kind in pairs for _ in range(2)]
    elif form < 0.10 and kit.orphans and all(wall.left[kind] > 1 for kind in kit.orphans):
        closed = [wall.take(kind) for kind in [*kit.orphans, rng.choice(kit.orphans)]]
    else:
        closed, melds = _groups(rng, wall, seats, chii=kit.chii)
    win = closed.pop(rng.randrange(len(closed)))
    hand = Hand(
        closed=tuple(sorted(closed, key=tile_order)),
        win=win,
        method="ron",
        melds=tuple(melds),
        aside=tuple(sorted(aside, key=tile_order)),
    )
    return _with_situation(rng, wall, hand, seats)


def deal_any(rng: Random, kit: Kit) -> Hand:
    """Return a random complete hand, one in four with facts that need not fit: it may be impossible."""
    hand = deal(rng, kit)
    if rng.random() < 0.75:
        return hand
    flags, facts = set(hand.flags), dict(hand.facts)
    for fact in rng.sample(STRAY, rng.choice([1, 1, 2])):
        if fact.type == "flag" and fact.name not in MADE:
            flags ^= {fact.name}
        elif fact.type == "number" and fact.name not in MADE:
            facts[fact.name] = rng.choice([1, 2, 3, 7, 8])
    return replace(hand, flags=frozenset(flags), facts=facts)


def _groups(rng: Random, wall: _Wall, seats: Sequence[Wind], *, chii: bool) -> tuple[list[Tile], list[Meld]]:
    closed: list[Tile] = []
    melds: list[Meld] = []
    calling = rng.choice([0.0, 0.0, 0.3, 0.7])
    triplets = rng.choice([0.2, 0.5, 0.9])
    seat = rng.choice(seats)
    kind: MeldType
    for _ in range(4):
        tiles = None
        size = 4 if rng.random() < 0.15 else 3
        if rng.random() < triplets:
            tiles = wall.alike(size) or wall.alike(3)
        tiles = tiles or wall.in_a_row() or wall.alike(3) or wall.from_all(3)
        ordered = tuple(sorted(tiles, key=tile_order))
        feeder = rng.choice([None, *(w for w in seats if w != seat)])
        if len(tiles) == 4:
            kind = rng.choice(["open_kan", "added_kan", "closed_kan", "closed_kan"])
            melds.append(Meld(kind, ordered, feeder=feeder if kind != "closed_kan" else None))
        elif rng.random() < calling:
            kind = "pon" if kind_of(tiles[0]) == kind_of(tiles[1]) else "chii"
            if kind == "chii" and not chii:
                closed += tiles
            else:
                melds.append(Meld(kind, ordered, feeder=feeder))
        else:
            closed += tiles
    pair = wall.alike(2) or wall.from_all(2)
    # a feeder is never the winner: the seat is chosen last, among those that fed nothing
    return [*closed, *pair], melds


def _with_situation(rng: Random, wall: _Wall, hand: Hand, seats: Sequence[Wind]) -> Hand:
    feeders = {meld.feeder for meld in hand.melds}
    seat = rng.choice([wind for wind in seats if wind not in feeders] or [*seats[:1]])
    melds = tuple(m if m.feeder != seat else Meld(m.type, m.tiles) for m in hand.melds)
    method: Method = rng.choice(METHODS)
    flags: set[str] = set()
    if hand.is_closed and rng.random() < 0.4:
        flags.add("riichi")
        flags |= {"double_riichi"} if rng.random() < 0.1 else set()
        flags |= {"ippatsu"} if rng.random() < 0.3 else set()
    kans = sum(meld.is_kan for meld in melds)
    replaced = kans > 0 or bool(hand.aside)
    undisturbed = not flags and not melds and not hand.aside
    if rng.random() < 0.08 and "ippatsu" not in flags:
        flags.add("last_tile")
    elif rng.random() < 0.1 and method == "tsumo" and "ippatsu" not in flags and replaced:
        flags.add("after_kan")
    elif rng.random() < 0.05 and undisturbed and (method == "tsumo" or seat != seats[0]):
        flags.add("first_turn")
    shown = 1 + rng.randrange(kans + 1)
    dora = [wall.any_tile() for _ in range(shown)]
    ura = [wall.any_tile() for _ in range(shown)] if "riichi" in flags else []
    others = [wind for wind in seats if wind != seat]
    return replace(
        hand,
        method=method,
        melds=melds,
        seat=seat,
        round=rng.choice(SEATS),
        discarder=rng.choice([None, *others]) if method == "ron" else None,
        indicators=tuple(dora[:1]),
        kan_indicators=tuple(dora[1:]),
        ura_indicators=tuple(ura[:1]),
        kan_ura_indicators=tuple(ura[1:]),
        honba=rng.choice([0, 0, 0, 1, 2, 5]),
        deposits=rng.choice([0, 0, 1, 3]) + ("riichi" in flags),
        flags=frozenset(flags),
    )
