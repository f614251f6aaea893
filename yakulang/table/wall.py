"""The wall: where it is broken, the dead wall, indicators and replacement tiles, and the deal.

Tiles are numbered in the order they are taken: clockwise from the break, of each stack the upper one first. The far end
is the other end of that order, beside the break.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic
from yakulang.message import message
from yakulang.table.seats import TableError, hit, setup_of, throw_dice
from yakulang.table.shuffle import Chance
from yakulang.table.tile_set import tiles_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from yakulang.rules.model import Rulebook
    from yakulang.rules.table_model import DealRules, WallRules
    from yakulang.tiles import Tile

HIGH = 2  # tiles of a stack


@dataclass(frozen=True, slots=True)
class Break:
    """Where the wall is broken: the side a total of the dice counts to, and the stacks skipped from its right end."""

    total: int
    side: str
    skipped: int


@dataclass(frozen=True, slots=True)
class Wall:
    """The walls of a table.

    Attributes:
        seats: in the order of play, the dealer first.
        stacks: of each side.
        broken: where.
        tiles: in the order they are taken.
        dead: how many tiles stay undrawn at the far end.
        replacements: how many of them are replacement tiles.
        indicator: on which stack from the far end the first indicator lies.
    """

    seats: str
    stacks: int
    broken: Break
    tiles: tuple[Tile, ...]
    dead: int
    replacements: int
    indicator: int

    def place(self, stack: int) -> tuple[str, int]:
        """Return where a stack stands, numbered as taken: its side, and its place there from the right end, from 0."""
        n = len(self.seats)
        clockwise = -self.seats.index(self.broken.side) % n  # the sides to the left come next: the order of play back
        ring = (clockwise * self.stacks + self.broken.skipped + stack) % (n * self.stacks)
        return self.seats[-(ring // self.stacks) % n], ring % self.stacks

    def indicators(self, kans: int = 0) -> tuple[Tile, ...]:
        """Return the indicators that lie open after some kans, the first one first."""
        return tuple(self.tiles[at] for at in self._indicators(kans))

    def ura_indicators(self, kans: int = 0) -> tuple[Tile, ...]:
        """Return the tiles below them."""
        return tuple(self.tiles[at + 1] for at in self._indicators(kans))

    def _indicators(self, kans: int) -> list[int]:
        return [len(self.tiles) - HIGH * (self.indicator + number) for number in range(kans + 1)]

    @property
    def replacement_tiles(self) -> tuple[Tile, ...]:
        """All replacement tiles in the order they are drawn: from the last stack, its upper tile first."""
        end = len(self.tiles)
        order = [end - HIGH * (1 + number // HIGH) + number % HIGH for number in range(self.replacements)]
        return tuple(self.tiles[at] for at in order)

    def live_end(self, replaced: int = 0) -> int:
        """Return up to which number tiles are live: for each replacement the last live one joins the dead wall."""
        return len(self.tiles) - self.dead - replaced

    def most_kans(self, norths: int = 0) -> int:
        """Return how many kans the dead wall allows beside norths that were replaced from it."""
        kans = 0
        while kans + norths < self.replacements and HIGH * (self.indicator + kans + 1) <= self.dead + kans + 1 + norths:
            kans += 1
        return kans


@dataclass(frozen=True, slots=True)
class Deal:
    """A hand as it is dealt.

    Attributes:
        wall: that it comes from.
        hands: of each seat, in the order dealt.
        drawn: how many tiles were taken from the wall.
        dealer_draws: whether the dealer still draws the first tile.
    """

    wall: Wall
    hands: Mapping[str, tuple[Tile, ...]]
    drawn: int
    dealer_draws: bool

    def live(self, replaced: int = 0) -> tuple[Tile, ...]:
        """Return the tiles that are left to draw, after so many replacement tiles were taken."""
        return self.wall.tiles[self.drawn : self.wall.live_end(replaced)]


def break_wall(seats: str, total: int, stacks: int) -> Break:
    """Return where a total of the dice breaks the wall: the dealer throws and is 1.

    A total of more than a side has stacks goes on round the corner, clockwise.
    """
    side = seats.index(hit(seats, seats[0], total))
    skipped = total
    while skipped >= stacks:
        side, skipped = (side - 1) % len(seats), skipped - stacks
    return Break(total, seats[side], skipped)


def build_wall(rules: Rulebook, seed: str, total: int | None = None) -> Wall:
    """Return the wall of a seed: tiles are shuffled and laid clockwise, from the right end of the dealer's side.

    Args:
        rules: say which tiles there are and how they are laid.
        seed: any text.
        total: of the dice that break it; if not said they are thrown by the same seed.

    Raises:
        TableError: the rules don't say, or the wall does not fit the tiles.
    """
    wall = wall_rules(rules)
    tiles = Chance(seed, "wall").shuffled(tiles_of(rules))
    stacks = len(tiles) // (HIGH * rules.players)
    dice = sum(throw_dice(rules, Chance(seed, "dice"))) if total is None else total
    broken = break_wall(rules.seats, dice, stacks)
    first = HIGH * ((-rules.seats.index(broken.side) % rules.players) * stacks + broken.skipped)
    return Wall(
        seats=rules.seats,
        stacks=stacks,
        broken=broken,
        tiles=(*tiles[first:], *tiles[:first]),
        dead=wall.dead.value,
        replacements=wall.replacements.value,
        indicator=wall.indicator.value,
    )


def wall_rules(rules: Rulebook) -> WallRules:
    """Return how the wall is laid, which fits the tiles.

    Raises:
        TableError: the rules don't say, or it does not.
    """
    wall = setup_of(rules).wall
    if wall is None:
        raise TableError([_without(rules, "setup.wall")])
    tiles, sides = len(tiles_of(rules)), rules.players
    stated = wall.stacks.value if wall.stacks is not None else tiles // (HIGH * sides)
    if stated * HIGH * sides != tiles:
        text = message(
            "{sides} sides of {stacks} stacks don't hold {tiles} tiles", sides=sides, stacks=stated, tiles=tiles
        )
        span = wall.stacks.span if wall.stacks is not None else wall.dead.span
        hint = (
            message("{stacks} stacks a side", stacks=tiles // (HIGH * sides)) if tiles % (HIGH * sides) == 0 else None
        )
        raise TableError([Diagnostic("YK810", text, span, hint=hint)])
    if (
        HIGH * wall.indicator.value > wall.dead.value
        or HIGH * (wall.indicator.value - 1) < wall.replacements.value
        or wall.dead.value > tiles
    ):
        text = message("the first indicator lies neither among the replacement tiles nor outside the dead wall")
        raise TableError([Diagnostic("YK810", text, wall.indicator.span)])
    return wall


def deal(rules: Rulebook, wall: Wall) -> Deal:
    """Return the hands dealt from a wall: blocks in turn, then one tile each, and for the dealer perhaps one more.

    That one is the next after everybody has one tile: the dealer takes the first and the fifth at once, among four.

    Raises:
        TableError: the rules don't say how tiles are dealt, or the tiles don't suffice.
    """
    dealing = deal_rules(rules)
    hands: dict[str, list[Tile]] = {seat: [] for seat in wall.seats}
    at = 0
    for take in (*[dealing.block.value] * dealing.rounds.value, 1):
        for hand in hands.values():
            hand.extend(wall.tiles[at : at + take])
            at += take
    more = dealing.dealer.value > dealing.rounds.value * dealing.block.value + 1
    if more:
        hands[wall.seats[0]].append(wall.tiles[at])
        at += 1
    return Deal(wall, {seat: tuple(hand) for seat, hand in hands.items()}, at, dealer_draws=not more)


def deal_rules(rules: Rulebook) -> DealRules:
    """Return how tiles are dealt.

    Raises:
        TableError: the rules don't say, or the numbers don't fit together.
    """
    dealing = setup_of(rules).deal
    if dealing is None:
        raise TableError([_without(rules, "setup.deal")])
    each = dealing.rounds.value * dealing.block.value + 1
    if dealing.dealer.value not in (each, each + 1):
        text = message("everybody is dealt {n} tiles; the dealer has as many or one more", n=each)
        raise TableError([Diagnostic("YK812", text, dealing.dealer.span)])
    wall = wall_rules(rules)
    if each * rules.players + 1 > len(tiles_of(rules)) - wall.dead.value:
        text = message("the live wall has fewer tiles than are dealt")
        raise TableError([Diagnostic("YK812", text, dealing.rounds.span)])
    return dealing


def shown_kans(rules: Rulebook, kans: int) -> int:
    """Return for how many kans an indicator is turned: for none where no kind of dora is shown by one."""
    return kans if any(kind.shown_by == "kan_indicators" for kind in rules.dora) else 0


def replaced(rules: Rulebook, kans: int, norths: int) -> int:
    """Return how many replacement tiles were taken: norths have theirs from the dead wall where the rules say so."""
    return kans + (norths if rules.aside.replaced_from == "dead_wall" else 0)


def _without(rules: Rulebook, section: str) -> Diagnostic:
    text = message(
        "`{rules}` does not say how a table is set up: `{section}` is missing", rules=rules.id, section=section
    )
    return Diagnostic("YK807", text, hint=message("begin with {text}", text="`extends: riichi`"))


def positions(wall: Wall) -> Mapping[str, Sequence[int]]:
    """Return for each side the numbers of its stacks, in the order of taking, from its right end to its left."""
    found: dict[str, list[int]] = {seat: [0] * wall.stacks for seat in wall.seats}
    for stack in range(len(wall.seats) * wall.stacks):
        side, at = wall.place(stack)
        found[side][at] = stack
    return found
