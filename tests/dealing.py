"""Random complete hands: groups and a pair, seven pairs, thirteen orphans, taken from one set of tiles.

Everything comes from a `random.Random`, so that a seed gives the same hands everywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.hand import Hand, Meld
from yakulang.tiles import WINDS, make_tile, tile_order

if TYPE_CHECKING:
    from random import Random

    from yakulang.tiles import Tile

ORPHANS = [0, 8, 9, 17, 18, 26, *range(27, 34)]
FIVES = (4, 13, 22)


class _Wall:
    """The tiles not yet used: four of each kind, one of each five red."""

    def __init__(self, rng: Random, suits: list[int]) -> None:
        self.rng = rng
        self.left = [4] * 34
        self.reds = set(FIVES)
        self.kinds = [kind for suit in suits for kind in range(9 * suit, min(9 * suit + 9, 34))]

    def take(self, kind: int) -> Tile:
        red = kind in self.reds and self.rng.random() < 1 / self.left[kind]
        self.left[kind] -= 1
        if red:
            self.reds.discard(kind)
        return make_tile(kind, int(red))

    def alike(self, number: int) -> list[Tile] | None:
        kinds = [kind for kind in self.kinds if self.left[kind] >= number]
        if not kinds:
            return None
        kind = self.rng.choice(kinds)
        return [self.take(kind) for _ in range(number)]

    def in_a_row(self) -> list[Tile] | None:
        starts = [k for k in self.kinds if k < 27 and k % 9 < 7 and min(self.left[k : k + 3]) > 0]
        if not starts:
            return None
        start = self.rng.choice(starts)
        return [self.take(start + offset) for offset in range(3)]

    def any_tile(self) -> Tile:
        return self.take(self.rng.choice([kind for kind in range(34) if self.left[kind]]))


def deal(rng: Random) -> Hand:
    """Return a random complete hand with a situation that fits it."""
    suits = rng.sample(range(4), rng.choice([1, 2, 2, 3, 4, 4]))
    if suits == [3]:
        suits = [3, rng.randrange(3)]
    wall = _Wall(rng, suits)
    form = rng.random()
    if form < 0.06:
        wall.kinds = list(range(34))
        pairs = rng.sample(range(34), 7)
        closed, melds = [wall.take(kind) for kind in pairs for _ in range(2)], []
    elif form < 0.10:
        closed = [wall.take(kind) for kind in [*ORPHANS, rng.choice(ORPHANS)]]
        melds = []
    else:
        closed, melds = _groups(rng, wall)
    win = closed.pop(rng.randrange(len(closed)))
    return _with_situation(rng, wall, closed, melds, win)


def _groups(rng: Random, wall: _Wall) -> tuple[list[Tile], list[Meld]]:
    closed: list[Tile] = []
    melds: list[Meld] = []
    calling = rng.choice([0.0, 0.0, 0.3, 0.7])
    triplets = rng.choice([0.2, 0.5, 0.9])
    seat = rng.choice(WINDS)
    for _ in range(4):
        tiles = None
        size = 4 if rng.random() < 0.15 else 3
        if rng.random() < triplets:
            tiles = wall.alike(size) or wall.alike(3)
        tiles = tiles or wall.in_a_row() or wall.alike(3)
        if tiles is None:
            wall.kinds = list(range(34))
            tiles = wall.alike(3)
            assert tiles
        ordered = tuple(sorted(tiles, key=tile_order))
        feeder = rng.choice([None, *(w for w in WINDS if w != seat)])
        if len(tiles) == 4:
            kind = rng.choice(["open_kan", "added_kan", "closed_kan", "closed_kan"])
            melds.append(Meld(kind, ordered, feeder=feeder if kind != "closed_kan" else None))
        elif rng.random() < calling:
            kind = "pon" if tiles[0] & 63 == tiles[1] & 63 else "chii"
            melds.append(Meld(kind, ordered, feeder=feeder))
        else:
            closed += tiles
    pair = wall.alike(2)
    if pair is None:
        wall.kinds = list(range(34))
        pair = wall.alike(2)
        assert pair
    # a feeder is never the winner: the seat is chosen last, among those that fed nothing
    return [*closed, *pair], melds


def _with_situation(rng: Random, wall: _Wall, closed: list[Tile], melds: list[Meld], win: Tile) -> Hand:
    feeders = {meld.feeder for meld in melds}
    seat = rng.choice([wind for wind in WINDS if wind not in feeders] or ["E"])
    melds = [m if m.feeder != seat else Meld(m.type, m.tiles) for m in melds]
    method = rng.choice(["ron", "tsumo"])
    flags: set[str] = set()
    is_closed = all(meld.type == "closed_kan" for meld in melds)
    if is_closed and rng.random() < 0.4:
        flags.add("riichi")
        flags |= {"double_riichi"} if rng.random() < 0.1 else set()
        flags |= {"ippatsu"} if rng.random() < 0.3 else set()
    if rng.random() < 0.08 and "ippatsu" not in flags:
        flags.add("last_tile")
    elif rng.random() < 0.1 and method == "tsumo" and "ippatsu" not in flags and any(m.is_kan for m in melds):
        flags.add("after_kan")
    elif rng.random() < 0.05 and not flags and not melds and (method == "tsumo" or seat != "E"):
        flags.add("first_turn")
    kans = sum(meld.is_kan for meld in melds)
    shown = 1 + rng.randrange(kans + 1)
    dora = [wall.any_tile() for _ in range(shown)]
    ura = [wall.any_tile() for _ in range(shown)] if "riichi" in flags else []
    others = [wind for wind in WINDS if wind != seat]
    return Hand(
        closed=tuple(sorted(closed, key=tile_order)),
        win=win,
        method=method,
        melds=tuple(melds),
        seat=seat,
        round=rng.choice("ESWN"),
        discarder=rng.choice([None, *others]) if method == "ron" else None,
        indicators=tuple(dora[:1]),
        kan_indicators=tuple(dora[1:]),
        ura_indicators=tuple(ura[:1]),
        kan_ura_indicators=tuple(ura[1:]),
        honba=rng.choice([0, 0, 0, 1, 2, 5]),
        deposits=rng.choice([0, 0, 1, 3]) + ("riichi" in flags),
        flags=frozenset(flags),
    )
