"""The hand: what was on the table when somebody won. Frozen data, no rules.

The package `notation` reads and prints it, as text and as a JSON record.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from yakulang.fixed import Fixed
from yakulang.tiles import Tile, kind_of, tile_order

Wind = Literal["E", "S", "W", "N"]
Method = Literal["ron", "tsumo"]
MeldType = Literal["chii", "pon", "open_kan", "added_kan", "closed_kan"]
LiableSeat = Literal["E", "S", "W", "N", "none"]

NOBODY: Literal["none"] = "none"  # in place of a seat, where it is said that no player is liable


class Facts(Fixed[str, Any]):
    """What is said of a hand; it no longer changes, so that what was made of the hand holds."""

    WHY = "the facts of a hand don't change; make another hand with dataclasses.replace"


NO_FACTS: Mapping[str, Any] = Facts()
_UNWRITABLE = (TypeError, KeyError, IndexError, AttributeError)  # of fields that hold what no hand has
CHECKED = "checked"  # stands for the numbers of a hand until they are made


@dataclass(frozen=True, slots=True)
class Meld:
    """A declared group.

    Attributes:
        type: how it stands on the table now; a pon that became a kan is `added_kan`.
        tiles: three or four tiles, sorted.
        called: the tile that was claimed, or None where unknown or not called.
        feeder: the seat wind of the player who gave it, or None where unknown or not called.
        added: the fourth tile of an added kan, or None where unknown.
    """

    type: MeldType
    tiles: tuple[Tile, ...]
    called: Tile | None = None
    feeder: Wind | None = None
    added: Tile | None = None

    @property
    def is_called(self) -> bool:
        """Whether a tile came from another player; a closed kan did not."""
        return self.type != "closed_kan"

    @property
    def is_kan(self) -> bool:
        """Whether it has four tiles."""
        return len(self.tiles) == 4


class HandDraft:
    """A hand that is being made: the same in memory, and its fields can be set. With the class `Hand` it is one."""

    __slots__ = (
        "_packed", "aside", "closed", "deposits", "discarder", "facts", "flags", "honba", "indicators",
        "kan_indicators", "kan_ura_indicators", "liable", "melds", "method", "round", "seat", "ura_indicators", "win",
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Hand(HandDraft):
    """A win as it lay on the table.

    Attributes:
        closed: concealed tiles without the winning tile, sorted.
        win: the winning tile.
        method: `ron` or `tsumo`.
        melds: in the order they were declared.
        seat: the winner's seat wind, or None where it is not known.
        round: the prevalent wind.
        discarder: the seat wind of the player who discarded the winning tile, or None.
        indicators, kan_indicators, ura_indicators, kan_ura_indicators: turned tiles, one list a kind of dora.
        aside: tiles set aside (norths), sorted.
        honba: counters on the table. deposits: riichi sticks on the table, those of this hand included.
        flags: words of the situation as given, e.g. `riichi`, `ippatsu`; the ruleset says what they mean.
        facts: numbers and choices of the situation, e.g. `dealer_wins` 7.
        liable: who is said to be liable: the one seat wind (`none`: nobody is), or a seat for each liability by id;
            None where nothing is said and the melds tell.
    """

    closed: tuple[Tile, ...]
    win: Tile
    method: Method
    melds: tuple[Meld, ...] = ()
    seat: Wind | None = None
    round: Wind = "E"
    discarder: Wind | None = None
    indicators: tuple[Tile, ...] = ()
    kan_indicators: tuple[Tile, ...] = ()
    ura_indicators: tuple[Tile, ...] = ()
    kan_ura_indicators: tuple[Tile, ...] = ()
    aside: tuple[Tile, ...] = ()
    honba: int = 0
    deposits: int = 0
    flags: frozenset[str] = frozenset()
    facts: Mapping[str, int | str] = field(default_factory=lambda: NO_FACTS)
    liable: LiableSeat | Mapping[str, LiableSeat] | None = None
    _packed: Any = field(default=None, init=False, repr=False, compare=False)  # the same as numbers, once made

    def __post_init__(self) -> None:
        for name in ("facts", "liable"):
            said = getattr(self, name)
            if isinstance(said, Mapping) and said.__class__ is not Facts:
                object.__setattr__(self, name, Facts(said))

    def __getstate__(self) -> list[Any]:
        return [getattr(self, name) for name in _FIELDS]

    def __setstate__(self, state: list[Any]) -> None:
        for name, value in (*zip(_FIELDS, state, strict=True), ("_packed", None)):
            object.__setattr__(self, name, value)

    def known_good(self) -> Hand:
        """Return this hand, noted as one whose fields were checked while it was read."""
        object.__setattr__(self, "_packed", CHECKED)
        return self

    def __hash__(self) -> int:
        return hash((self.closed, self.win, self.method, self.melds, self.seat, self.flags))

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile of the hand, melds and the winning tile included, tiles set aside left out; sorted."""
        melded = [tile for meld in self.melds for tile in meld.tiles]
        return tuple(sorted([*self.closed, self.win, *melded], key=tile_order))

    @property
    def is_closed(self) -> bool:
        """Whether nothing was taken from another player; closed kans keep a hand closed."""
        return not any(meld.is_called for meld in self.melds)

    def kind_counts(self) -> list[int]:
        """Return how many of each of the 34 kinds stand in `closed` and the winning tile, melds left out."""
        counts = [0] * 34
        for tile in self.closed:
            counts[kind_of(tile)] += 1
        counts[kind_of(self.win)] += 1
        return counts

    @classmethod
    def parse(cls, text: str, **situation: Any) -> Hand:
        """Read a hand from text; see `yakulang.notation.parse_hand` for the notation and the arguments.

        Raises:
            HandError: the text is not a hand; every problem is listed.
        """
        from yakulang.notation import parse_hand  # noqa: PLC0415  notation is built on this module

        return parse_hand(text, **situation)

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Hand:
        """Read a hand from a JSON hand record; see `yakulang.notation.record.read_record`.

        Raises:
            HandError: the record is not a hand; every problem is listed.
        """
        from yakulang.notation.record import read_record  # noqa: PLC0415

        return read_record(record)

    def to_record(self) -> dict[str, Any]:
        """Return the hand as a JSON hand record; `Hand.from_record` reads it back.

        Raises:
            TypeError: a field holds something else than a hand has.
        """
        from yakulang.notation.record import write_record  # noqa: PLC0415

        try:
            return write_record(self)
        except _UNWRITABLE:
            raise TypeError("a field of the hand holds something else than a hand has; score it to be told") from None

    def __str__(self) -> str:
        from yakulang.notation import print_hand  # noqa: PLC0415

        try:
            return print_hand(self)
        except _UNWRITABLE:
            return repr(self)  # it is no hand; scoring says what is wrong with it


_FIELDS = tuple(name for name in Hand.__dataclass_fields__ if name != "_packed")
