"""A whole table from one seed: seats, first dealer, wall and deal, with kans and norths if asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from yakulang.errors import Diagnostic
from yakulang.message import message
from yakulang.notation.tile_text import tiles_text
from yakulang.table.seats import TableError, Throw, draw_seats, first_dealer, setup_of, sticks, throw_dice
from yakulang.table.shuffle import Chance
from yakulang.table.wall import Deal, build_wall, deal, replaced, shown_kans
from yakulang.tiles import tile_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from yakulang.rules.model import Rulebook
    from yakulang.tiles import Tile


@dataclass(frozen=True, slots=True)
class SeededTable:
    """A table as a seed sets it up.

    Attributes:
        rules: the id of the ruleset.
        seed: that it comes from.
        names: the players by seat, the first dealer at E; empty where none were named.
        throws: of the dice that find the first dealer; seats are the winds drawn before.
        drawn_winds: the players by the wind drawn.
        sticks: how many of each worth a player has.
        dealt: the hands and the wall.
        kans: that were made.
        norths: that were set aside.
        shown: how many indicators lie open.
        replaced: how many replacement tiles were taken.
    """

    rules: str
    seed: str
    names: Mapping[str, str]
    drawn_winds: Mapping[str, str]
    throws: tuple[Throw, ...]
    sticks: Mapping[int, int]
    dealt: Deal
    kans: int
    norths: int
    shown: int
    replaced: int

    @property
    def indicators(self) -> tuple[Tile, ...]:
        """The dora indicators that lie open, the first one first."""
        return self.dealt.wall.indicators(self.shown - 1)

    @property
    def ura_indicators(self) -> tuple[Tile, ...]:
        """The tiles below them."""
        return self.dealt.wall.ura_indicators(self.shown - 1)

    @property
    def replacement_tiles(self) -> tuple[Tile, ...]:
        """All replacement tiles in the order they are drawn; the first `replaced` of them are taken."""
        return self.dealt.wall.replacement_tiles

    def as_json(self) -> dict[str, Any]:
        """Return the table as plain data."""
        wall = self.dealt.wall
        data: dict[str, Any] = {"rules": self.rules, "seed": self.seed}
        if self.names:
            data["players"] = dict(self.names)
        data["throws"] = [
            {"seat": throw.thrower, "dice": list(throw.faces), "total": throw.total, "hits": throw.hits}
            for throw in self.throws
        ]
        data["sticks"] = {str(worth): number for worth, number in self.sticks.items()}
        data["break"] = {"dice": wall.broken.total, "side": wall.broken.side, "skipped": wall.broken.skipped}
        data["wall"] = [tile_name(tile) for tile in wall.tiles]
        data["hands"] = {seat: tiles_text(hand) for seat, hand in self.dealt.hands.items()}
        data["kans"], data["norths"] = self.kans, self.norths
        data["indicators"] = [tile_name(tile) for tile in self.indicators]
        data["ura_indicators"] = [tile_name(tile) for tile in self.ura_indicators]
        data["replacements"] = [tile_name(tile) for tile in self.replacement_tiles]
        data["replaced"] = self.replaced
        data["live"] = [tile_name(tile) for tile in self.dealt.live(self.replaced)]
        return data


def seeded_table(
    rules: Rulebook,
    seed: str,
    *,
    dice: int | None = None,
    kans: int = 0,
    norths: int = 0,
    players: Sequence[str] = (),
) -> SeededTable:
    """Return the table of a seed: the same seed and rules give the same table for ever.

    Args:
        rules: say how a table is set up.
        seed: any text.
        dice: the total that breaks the wall; if not said the dice are thrown by the seed.
        kans: that were made, to see the dead wall after them.
        norths: that were set aside.
        players: who draw seats, by name; may be empty.

    Raises:
        TableError: the rules don't say how, or their numbers don't fit; or the wall has not so many replacement tiles.
        ValueError: the dice can't show that total, or there are more or fewer players.
    """
    setup = setup_of(rules)
    least, most = setup.dice.value, setup.dice.value * setup.faces.value
    if dice is not None and not least <= dice <= most:
        raise ValueError(
            message("{n} dice show {least} to {most}, and not {total}", n=least, least=least, most=most, total=dice)
        )
    drawn = draw_seats(rules, players, seed) if players else {}
    chance = Chance(seed, "first dealer")
    dealer, throws = first_dealer(rules, [throw_dice(rules, chance) for _ in range(setup.throws.value)])
    turned = rules.seats.index(dealer)
    order = rules.seats[turned:] + rules.seats[:turned]
    wall = build_wall(rules, seed, dice)
    taken = replaced(rules, kans, norths)
    beside = taken - kans
    if norths and not rules.tiles.aside:
        raise TableError([Diagnostic("YK813", message("under `{rules}` no tile is set aside", rules=rules.id))])
    if kans > wall.most_kans(beside) or taken > wall.replacements:
        text = message("the dead wall has {n} replacement tiles and not enough for that", n=wall.replacements)
        hint = message("at most {n} kans", n=wall.most_kans(beside)) if beside <= wall.replacements else None
        raise TableError([Diagnostic("YK813", text, hint=hint)])
    return SeededTable(
        rules=rules.id,
        seed=seed,
        names={seat: drawn[wind] for seat, wind in zip(rules.seats, order, strict=True)} if drawn else {},
        drawn_winds=drawn,
        throws=throws,
        sticks=sticks(rules),
        dealt=deal(rules, wall),
        kans=kans,
        norths=norths,
        shown=1 + shown_kans(rules, kans),
        replaced=taken,
    )
