"""Random hands that call ron on one discard of a table: dealt from one set of tiles, some without a yaku."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from yakulang.hand import Hand, Meld
from yakulang.tiles import WINDS, make_tile, tile_order

if TYPE_CHECKING:
    from random import Random

    from yakulang.tiles import Tile

FIVES = (4, 13, 22)


class _Wall:
    """The tiles not yet used: four of each kind, one of each five red."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.left = [4] * 34
        self.reds = set(FIVES)

    def take(self, kind: int) -> Tile:
        red = kind in self.reds and self.rng.random() < 1 / self.left[kind]
        self.left[kind] -= 1
        if red:
            self.reds.discard(kind)
        return make_tile(kind, int(red))

    def any_tile(self) -> Tile:
        return self.take(self.rng.choice([kind for kind in range(34) if self.left[kind]]))

    def alike(self, number: int) -> list[Tile]:
        kind = self.rng.choice([kind for kind in range(34) if self.left[kind] >= number])
        return [self.take(kind) for _ in range(number)]

    def in_a_row(self) -> list[Tile]:
        start = self.rng.choice([k for k in range(25) if k % 9 < 7 and min(self.left[k : k + 3]) > 0])
        return [self.take(start + offset) for offset in range(3)]


def ron_on_one_discard(rng: Random) -> tuple[Hand, ...]:
    """Return one to three hands that call ron on one discard of a table, some of them without a yaku."""
    wall = _Wall(rng)
    win = wall.any_tile()
    discarder, *others = rng.sample(WINDS, 4)
    last = rng.random() < 0.1
    dora, ura = wall.any_tile(), wall.any_tile()
    round_ = rng.choice("ESWN")
    hands: list[Hand] = []
    for seat in others[: rng.choice([1, 2, 2, 2, 3, 3])]:
        closed = _waiting(rng, wall, win)
        if not closed:
            break
        melds: list[Meld] = []
        calling = rng.choice([0.0, 0.0, 0.6])
        alone = len(closed) == 1  # a tanki wait: four groups are missing, else three and a pair
        for _ in range(4 if alone else 3):
            tiles = wall.alike(3) if rng.random() < 0.3 else wall.in_a_row()
            ordered = tuple(sorted(tiles, key=tile_order))
            if rng.random() < calling:
                kind = "pon" if tiles[0] & 63 == tiles[1] & 63 else "chii"
                melds.append(Meld(kind, ordered, feeder=rng.choice([wind for wind in WINDS if wind != seat])))
            else:
                closed += ordered
        if not alone:
            closed += wall.alike(2)
        flags = {"last_tile"} if last else set()
        if not melds and rng.random() < 0.7:
            flags |= {"riichi"} if last or rng.random() < 0.8 else {"riichi", "ippatsu"}
        hands.append(
            Hand(
                closed=tuple(sorted(closed, key=tile_order)),
                win=win,
                method="ron",
                melds=tuple(melds),
                seat=seat,
                round=round_,
                discarder=discarder,
                indicators=(dora,),
                ura_indicators=(ura,) if "riichi" in flags else (),
                flags=frozenset(flags),
            )
        )
    honba, sticks = rng.choice([0, 0, 1, 3]), rng.choice([0, 0, 1, 2])
    sticks += sum("riichi" in hand.flags for hand in hands)
    return tuple(replace(hand, honba=honba, deposits=sticks) for hand in hands)


def _waiting(rng: Random, wall: _Wall, win: Tile) -> list[Tile]:
    """Return what waits for a tile: one alike, two alike, or two of a sequence; nothing where all are gone."""
    kind = win & 63
    ways = [[kind] * size for size in (1, 2) if wall.left[kind] >= size]
    if kind < 27:
        starts = [start for start in range(kind - 2, kind + 1) if start // 9 == kind // 9 == (start + 2) // 9]
        rows = [[k for k in range(start, start + 3) if k != kind] for start in starts if start >= 0]
        ways += 3 * [row for row in rows if all(wall.left[k] for k in row)]
    return [wall.take(k) for k in rng.choice(ways or [[]])]
