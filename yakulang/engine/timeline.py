"""What stands on the table after the events of a hand: indicators turned and waiting, and the facts of the winner.

When the indicator of a kan is turned is the ruleset's to say (`dora.turned`), and so is what a tile set aside breaks
(`aside.breaks`); calls and kans break one shot and the first turn. A kan, or a tile set aside, breaks and turns
nothing where it is robbed: all that follows from it follows with its replacement tile.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from yakulang.engine.order import Order
from yakulang.engine.ruleset import Ruleset
from yakulang.hand import Hand
from yakulang.lang.evaluator import holds
from yakulang.lang.view import TileView, View
from yakulang.message import message
from yakulang.notation.events import read_events

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yakulang.hand import Wind
    from yakulang.notation.events import Event
    from yakulang.rules.model import Rulebook

KANS = frozenset({"open_kan", "added_kan", "closed_kan"})
CALLS = frozenset({"chii", "pon", "open_kan"})  # they take another player's discard
BREAKABLE = frozenset({"ippatsu", "first_turn"})
GIVEN = frozenset({  # the facts that events tell
    "riichi", "double_riichi", "ippatsu", "first_turn", "after_kan", "robbed_kan", "robbed_closed_kan", "robbed_aside",
    "riichi_discard", "kan_discard", "discarder_riichi", "rivals_called", "discards_called",
    "kans_in_a_row", "last_call", "own_discards", "table_discards",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands after the events.

    Attributes:
        winners: who won, in the order of the events; nobody where the hand goes on.
        seat: whose facts these are: the first winner, or whom the caller named; None for nobody.
        turned: how many indicators are turned, the first included; as many lie under them.
        pending: the kans whose indicator is still to be turned, in order.
        flags: the facts that are true of the seat, e.g. `ippatsu`, `after_kan`, `robbed_kan`.
        facts: its numbers and choices: `kans_in_a_row`, `last_call`, `own_discards`, `table_discards`. A tile set aside
            is no kan and ends no row of kans.
    """

    winners: tuple[Wind, ...]
    seat: Wind | None
    turned: int
    pending: tuple[str, ...]
    flags: frozenset[str]
    facts: Mapping[str, int | str]

    def applied_to(self, hand: Hand) -> Hand:
        """Return the hand as it stands: of its indicators only those turned, and with the facts of the events.

        What the hand says in addition stays; indicators are counted from the first, then those of kans in order.

        Raises:
            TypeError: it is no hand.
        """
        if not isinstance(hand, Hand):
            raise TypeError(f"what stands is applied to a Hand, not to {type(hand).__name__}; Hand.parse reads one")
        more = self.turned - len(hand.indicators)
        more_ura = self.turned - len(hand.ura_indicators)
        return replace(
            hand,
            indicators=hand.indicators[: self.turned],
            kan_indicators=hand.kan_indicators[: max(0, more)],
            ura_indicators=hand.ura_indicators[: self.turned],
            kan_ura_indicators=hand.kan_ura_indicators[: max(0, more_ura)],
            flags=hand.flags | self.flags,
            facts={**hand.facts, **self.facts},
        )

    def as_json(self) -> dict[str, Any]:
        """Return the standing as plain data."""
        return {
            "winners": list(self.winners),
            "seat": self.seat,
            "turned": self.turned,
            "pending": list(self.pending),
            "flags": sorted(self.flags),
            "facts": dict(self.facts),
        }


def timeline(
    ruleset: Ruleset, events: str | Iterable[Event | Mapping[str, Any]], *, seat: Wind | None = None
) -> Standing:
    """Return what stands on the table after some events; nothing else is looked at.

    Args:
        ruleset: says when indicators are turned and what a tile set aside breaks.
        events: from the dealer's first draw on, to the win or to any moment before; as `Event`s, as JSON objects
            `{"seat":, "do":}`, or as words (`notation.events`).
        seat: whose facts are asked for; the first winner's if not said.

    Raises:
        HandError: an event can't be read (YK598), or can't happen where it stands (YK597).
        ValueError: nobody has that seat at this table.
        TypeError: the ruleset is none.
    """
    table = _Table(_rulebook_of(ruleset))
    if seat is not None and seat not in tuple(table.rulebook.seats):
        raise ValueError(message("the seats are {seats}", seats=" ".join(table.rulebook.seats)))
    for _ in _followed(table, events):
        pass
    return table.standing(seat)


def indicators_turned(ruleset: Ruleset, events: str | Iterable[Event | Mapping[str, Any]]) -> tuple[int, ...]:
    """Return how many indicators are turned after each of some events, the first indicator included.

    Raises:
        HandError, TypeError: as `timeline`.
    """
    table = _Table(_rulebook_of(ruleset))
    return tuple(table.turned for _ in _followed(table, events))


def _rulebook_of(ruleset: Ruleset) -> Rulebook:
    if not isinstance(ruleset, Ruleset):
        raise TypeError(f"the events are those of a Ruleset, not of {type(ruleset).__name__}; load_ruleset gives one")
    return ruleset.rulebook


def _followed(table: _Table, events: str | Iterable[Event | Mapping[str, Any]]) -> Iterator[Event]:
    """Yield each event after the table has followed it."""
    listed = isinstance(events, Iterable) and not isinstance(events, str | bytes | Mapping)
    read = read_events(list(events) if listed else events)
    rules = table.rulebook
    order = Order(rules.seats, rules.tiles.aside, rules.undeclarable, rules.undeclarable_in_riichi, read)
    for place, event in enumerate(read):
        order.follow(place)
        table.follow(event)
        yield event


@dataclass(slots=True)
class _Player:
    discards: int = 0
    called: bool = False  # took another player's discard
    fed: bool = False  # an own discard was called
    last_call: str = "none"
    riichi: bool = False
    double: bool = False
    one_shot: bool = False


@dataclass(slots=True)
class _Table:
    rulebook: Rulebook
    players: dict[Wind, _Player] = field(init=False)
    turned: int = 1
    waiting: list[str] = field(default_factory=list)  # kans whose indicator comes with, or after, a discard
    drawing: str = ""  # the kan, or `aside`, for which a replacement tile is to be drawn
    undisturbed: bool = True  # nothing called, declared or set aside that ends the first turn
    replaced: list[str] = field(default_factory=list)  # what replacement tiles were drawn for since the last discard
    last: Event | None = None  # the last event that is no ron
    discarder: Wind | None = None
    declared: bool = False  # the discard to come, or that lies there, declares riichi
    after_kan_discard: bool = False
    winners: list[Wind] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.players = {seat: _Player() for seat in self.rulebook.seats}  # type: ignore[misc]

    def follow(self, event: Event) -> None:
        """Take one event in."""
        if event.do in ("ron", "tsumo"):
            self.winners.append(event.seat)
            if event.do == "tsumo":
                self.last = event
            return
        if self.last is not None and self.last.do == "discard":
            self._turn("after_discard")  # it has passed
        player = self.players[event.seat]
        match event.do:
            case "discard":
                self._discard(event.seat, player)
            case "riichi":
                self.declared = True
                player.riichi = True
                player.double = self.undisturbed and not player.discards
            case "replacement":
                self._replacement()
            case "aside":
                self.drawing = "aside"
                self.undisturbed = self.undisturbed and "first_turn" not in self.rulebook.aside.breaks
            case "chii" | "pon" | "open_kan" | "added_kan" | "closed_kan":
                self._declare(event, player)
        self.last = event

    def _discard(self, seat: Wind, player: _Player) -> None:
        self._turn("before_discard")
        player.discards += 1
        player.one_shot = self.declared_by(seat)
        self.declared = player.one_shot
        self.after_kan_discard = any(kind in KANS for kind in self.replaced)
        self.replaced.clear()
        self.discarder = seat

    def declared_by(self, seat: Wind) -> bool:
        """Whether the event before is the player's declaration of riichi."""
        return self.last is not None and self.last.do == "riichi" and self.last.seat == seat

    def _declare(self, event: Event, player: _Player) -> None:
        player.last_call = event.do
        if event.do in CALLS:
            player.called = True
            if self.discarder:
                self.players[self.discarder].fed = True
            self._broken(BREAKABLE)
        if event.do in KANS:
            self.drawing = event.do

    def _broken(self, what: frozenset[str]) -> None:
        if "first_turn" in what:
            self.undisturbed = False
        if "ippatsu" in what:
            for player in self.players.values():
                player.one_shot = False

    def _replacement(self) -> None:
        """Nobody robbed it: what waited is turned, then the own indicator or not, and what it breaks is broken."""
        self._turn("before_discard", "after_discard")
        if self.drawing == "aside":
            self._broken(self.rulebook.aside.breaks)
        else:
            self._broken(BREAKABLE)
            self.waiting.append(self.drawing)
            self._turn("at_once")
        self.replaced.append(self.drawing)
        self.drawing = ""

    def _turn(self, *moments: str) -> None:
        """Turn the indicators that wait for one of these moments; those that are never turned wait no longer."""
        when = self.rulebook.turned
        left = []
        for kan in self.waiting:
            if when.get(kan, "never") in moments:
                self.turned += may_be_turned(self.rulebook, self.turned + 1)
            elif when.get(kan, "never") != "never":
                left.append(kan)
        self.waiting = left

    def standing(self, asked: Wind | None) -> Standing:
        """Return what stands now, with the facts of a seat."""
        seat = asked or (self.winners[0] if self.winners else None)
        flags: frozenset[str] = frozenset()
        facts: dict[str, int | str] = {}
        if seat in self.players:
            player = self.players[seat]
            flags = frozenset(name for name, true in self._flags(seat, player) if true)
            in_a_row = sum(kind in KANS for kind in self.replaced) if "after_kan" in flags else 0
            facts = {"kans_in_a_row": in_a_row, "last_call": player.last_call, "own_discards": player.discards}
            facts["table_discards"] = sum(other.discards for other in self.players.values())
        return Standing(tuple(self.winners), seat, self.turned, tuple(self.waiting), flags, facts)

    def _flags(self, seat: Wind, player: _Player) -> Iterable[tuple[str, bool]]:
        last = self.last
        ron = seat in self.winners and last is not None and last.do != "tsumo"
        on_discard = ron and last is not None and last.do == "discard"
        from_dead_wall = self.rulebook.aside.replaced_from == "dead_wall"
        drawn_for = self.replaced[-1] if self.replaced else ""
        tsumo = seat in self.winners and not ron
        yield "riichi", player.riichi
        yield "double_riichi", player.double
        yield "ippatsu", player.one_shot
        yield "first_turn", self.undisturbed and not player.discards
        yield "after_kan", tsumo and (drawn_for in KANS or (drawn_for == "aside" and from_dead_wall))
        yield "robbed_kan", ron and self.drawing in KANS
        yield "robbed_closed_kan", ron and self.drawing == "closed_kan"
        yield "robbed_aside", ron and self.drawing == "aside"
        yield "riichi_discard", on_discard and self.declared
        yield "kan_discard", on_discard and self.after_kan_discard
        fed_by = self.players[last.seat] if ron and last is not None else None
        yield "discarder_riichi", fed_by is not None and fed_by.riichi and not (on_discard and self.declared)
        yield "rivals_called", any(other.called for wind, other in self.players.items() if wind != seat)
        yield "discards_called", player.fed


def may_be_turned(rulebook: Rulebook, number: int) -> bool:
    """Return whether there can be so many indicators, by what `impossible` says of their number."""
    tile = TileView(0)

    def refused(number: int) -> set[str]:
        lists: dict[str, tuple[TileView, ...]] = {"tiles": (), "indicators": (tile,)}
        view = View(lists={**lists, "kan_indicators": (tile,) * (number - 1)})
        return {statement.id for statement in rulebook.impossible if holds(statement.when, view)}

    return refused(number) <= refused(2)
