"""A hand that nobody won as people state it, checked as far as no rule of draws is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from yakulang.errors import Diagnostic, HandError
from yakulang.message import message
from yakulang.notation.held import HeldHand, parse_held
from yakulang.notation.text_reader import parse_tiles
from yakulang.notation.tile_text import SEAT_NAMES, WIND_NAMES
from yakulang.source import Source, Span
from yakulang.table.draws import DrawError
from yakulang.table.ending import MOST_STICKS
from yakulang.table.given import check_by_seat, check_points, check_seat, check_seats, check_text
from yakulang.tiles import kind_name, kind_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from yakulang.rules.model import Rulebook
    from yakulang.tiles import Tile

BEFORE_DRAW = 13  # tiles of a hand, a kan counted as three
MOST_KANS = 4  # of one player


@dataclass(frozen=True, slots=True)
class Drawn:
    """A hand that nobody won. Seats are the winds of that hand; None is: not said.

    Attributes:
        draw: what the draw is said to be, by id or by a name; None for the one after the last tile, or one that
            follows from the rest.
        tenpai: who is said to be ready.
        hands: what players hold, by seat.
        nagashi: who is said to be paid at the draw, with the id of the entry or None for the first there is.
        discards: of players, in order.
        called: whose discards were called.
        riichi: who is in riichi, `riichi_discard` left out.
        riichi_discard: who declared riichi with the last discard; the stick is not among the deposits.
        kans: how many kans by seat.
        ron: who calls ron on the last discard.
        honba: counters on the table.
        deposits: riichi sticks on the table, those of this hand included.
        points: of each seat before what the draw pays, riichi sticks of this hand taken off.
        round: the prevalent wind.
    """

    draw: str | None
    tenpai: tuple[str, ...]
    hands: Mapping[str, HeldHand]
    nagashi: Mapping[str, str | None]
    discards: Mapping[str, tuple[Tile, ...]]
    called: frozenset[str] | None
    riichi: tuple[str, ...] | None
    riichi_discard: str | None
    kans: Mapping[str, int] | None
    ron: tuple[str, ...] | None
    honba: int
    deposits: int
    points: Mapping[str, int] | None
    round: str | None

    @property
    def in_riichi(self) -> tuple[str, ...]:
        """Everybody in riichi, by the last discard too."""
        return (*(self.riichi or ()), *([self.riichi_discard] if self.riichi_discard else []))


def drawn_of(rules: Rulebook, draw: str | None, **said: Any) -> Drawn:
    """Return a hand that nobody won as `Ruleset.draw` is told it.

    Raises:
        DrawError: seats that the rules have not, hands that can't be read or can't be together, too few riichi sticks.
        TypeError: something is of another kind than it must be, e.g. points that are no whole numbers.
        ValueError: counters, sticks or kans below 0.
    """
    _kinds(draw, said)
    _numbers(said)
    problems = [*_seats(rules, said)]
    if problems:
        raise DrawError(problems)
    hands = _hands(said["hands"] or {}, problems)
    discards = _discards(said["discards"] or {}, problems)
    if problems:
        raise DrawError(problems)
    last = said["riichi_discard"]
    riichi = None if said["riichi"] is None else tuple(s for s in rules.seats if s in said["riichi"] and s != last)
    laid = len(riichi or ())
    deposits = laid if said["deposits"] is None else said["deposits"]
    problems += [*_tiles(rules, hands)] or [*_all_tiles(rules, hands, discards)]
    problems += _declared(hands, said["kans"] or {}, {*(riichi or ()), last})
    problems += _ron(rules, said["ron"] or (), last)
    if deposits < laid:
        text = message(
            "{n} players are in riichi, and {deposits} riichi sticks on the table", n=laid, deposits=deposits
        )
        hint = message("the sticks of this hand are among the deposits")
        problems.append(Diagnostic("YK838", text, hint=hint))
    points = _points(rules, said["points"])
    if points is not None:
        problems += _sum(rules, points, deposits)
    if problems:
        raise DrawError(problems)
    nagashi = said["nagashi"] or {}
    return Drawn(
        draw=draw,
        tenpai=tuple(seat for seat in rules.seats if seat in (said["tenpai"] or ())),
        hands=hands,
        nagashi={**nagashi} if isinstance(nagashi, Mapping) else dict.fromkeys(nagashi),
        discards=discards,
        called=None if said["called"] is None else frozenset(said["called"]),
        riichi=riichi,
        riichi_discard=last,
        kans=None if said["kans"] is None else {**said["kans"]},
        ron=None if said["ron"] is None else tuple(seat for seat in rules.seats if seat in said["ron"]),
        honba=said["honba"],
        deposits=deposits,
        points=points,
        round=said["round"],
    )


def _kinds(draw: Any, said: Mapping[str, Any]) -> None:
    """Refuse values of other kinds than the arguments have."""
    check_text("draw", draw, "the id or a name of a draw")
    check_seat("riichi_discard", said["riichi_discard"])
    check_text("round", said["round"], 'a wind, e.g. "E"')
    for name in ("tenpai", "called", "riichi", "ron"):
        check_seats(name, said[name])
    if isinstance(said["nagashi"], Mapping):
        check_by_seat("nagashi", said["nagashi"], "ids of draws", (str, type(None)))
    else:
        check_seats("nagashi", said["nagashi"])
    check_by_seat("hands", said["hands"], "hands as text")
    check_by_seat("discards", said["discards"], "tiles as text", (str,))
    check_by_seat("kans", said["kans"], "whole numbers")
    check_points(said["points"])


def _numbers(said: Mapping[str, Any]) -> None:
    points = said["points"] or ()
    counts = [said["honba"], *(said["kans"] or {}).values(), *([] if said["deposits"] is None else [said["deposits"]])]
    whole = [*(points.values() if isinstance(points, Mapping) else points), *counts]
    if any(type(number) is not int for number in whole):
        raise TypeError("points, counters, riichi sticks and kans are whole numbers")
    if any(number < 0 for number in counts):
        raise ValueError(message("counters, riichi sticks and kans are numbers from 0 on"))


def _seats(rules: Rulebook, said: Mapping[str, Any]) -> Iterator[Diagnostic]:
    named: list[Any] = []
    for name in ("tenpai", "hands", "nagashi", "discards", "called", "riichi", "kans", "ron"):
        named += said[name] or ()
    named += [said["riichi_discard"]] if said["riichi_discard"] is not None else []
    points = said["points"]
    if isinstance(points, Mapping):
        named += points
    for seat in dict.fromkeys(named):
        if not isinstance(seat, str) or seat not in tuple(rules.seats):
            text = message("`{rules}` has no seat {seat}", rules=rules.id, seat=str(seat))
            yield Diagnostic("YK831", text, hint=message("the seats are {seats}", seats=" ".join(rules.seats)))
    if points is not None and len(points) != rules.players:
        text = message(
            "{n} players' points; under `{rules}` there are {players}",
            n=len(points),
            rules=rules.id,
            players=rules.players,
        )
        yield Diagnostic("YK842", text, hint=message("the seats are {seats}", seats=" ".join(rules.seats)))
    if said["round"] is not None and said["round"] not in WIND_NAMES:
        yield Diagnostic("YK831", message("`{text}` is no wind", text=str(said["round"])))


def _ron(rules: Rulebook, ron: Collection[str], riichi_discard: str | None) -> Iterator[Diagnostic]:
    """Yield why players can't call ron on the last discard."""
    if riichi_discard in ron:
        text = message(
            "{seat} discarded the last tile, with riichi, and can't call ron on it",
            seat=SEAT_NAMES[str(riichi_discard)],
        )
        yield Diagnostic("YK833", text)
    elif set(rules.seats) <= set(ron):
        text = message("everybody calls ron on the last discard; nobody is left to have discarded it")
        yield Diagnostic("YK833", text)


def _points(rules: Rulebook, points: Sequence[int] | Mapping[str, int] | None) -> Mapping[str, int] | None:
    if points is None:
        return None
    return {**points} if isinstance(points, Mapping) else dict(zip(rules.seats, points, strict=True))


def _sum(rules: Rulebook, points: Mapping[str, int], deposits: int) -> Iterator[Diagnostic]:
    """Yield why points and riichi sticks can't be those of a table; where points are borrowed they are not asked."""
    if rules.setup is None or (rules.match is not None and rules.match.loans is not None):
        return
    stick, start = rules.payments.stick.value, rules.players * rules.setup.start.value
    total = sum(points.values())
    if (missing := start - total - deposits * stick) == 0:
        return
    text = message(
        "the points sum to {total}, and to {both} with {n} riichi sticks on the table; "
        "{players} players begin with {start}",
        total=total,
        both=total + deposits * stick,
        n=deposits,
        players=rules.players,
        start=start,
    )
    if not deposits:
        text = message(
            "the points sum to {total}; {players} players begin with {start}",
            total=total,
            players=rules.players,
            start=start,
        )
    hint = message("{points} are missing", points=missing)
    if missing < 0:
        hint = message("there are {points} too many", points=-missing)
    if missing > 0 and missing % stick == 0 and missing // stick <= MOST_STICKS:
        hint = message("that is {n} times a riichi stick: are as many more on the table?", n=missing // stick)
    elif missing < 0 and -missing % stick == 0 and -missing // stick <= deposits:
        hint = message("that is {n} times a riichi stick: are the sticks of this hand taken off?", n=-missing // stick)
    source = Source("<points>", " ".join(map(str, points.values())))
    yield Diagnostic("YK802", text, Span(source, 0, len(source.text)), hint=hint)


def _hands(texts: Mapping[str, Any], problems: list[Diagnostic]) -> Mapping[str, HeldHand]:
    found = {}
    for seat, text in texts.items():
        try:
            found[seat] = text if isinstance(text, HeldHand) else parse_held(text, f"<{seat}>")
        except HandError as error:
            problems += error.diagnostics
    return found


def _discards(texts: Mapping[str, Any], problems: list[Diagnostic]) -> Mapping[str, tuple[Tile, ...]]:
    found = {}
    for seat, text in texts.items():
        try:
            found[seat] = tuple(parse_tiles(text))
        except HandError as error:
            problems += error.diagnostics
    return found


def _tiles(rules: Rulebook, hands: Mapping[str, HeldHand]) -> Iterator[Diagnostic]:
    """Yield tiles that can't be in these hands together."""
    held: Counter[int] = Counter()
    for seat, hand in hands.items():
        own = Counter(map(kind_of, hand.tiles))
        for kind, number in own.items():
            before, held[kind] = held[kind], held[kind] + number
            if kind in rules.tiles.removed:
                text = message("`{rules}` is played without {tile}", rules=rules.id, tile=kind_name(kind))
                yield Diagnostic("YK840", text, hand.span)
            elif before <= rules.tiles.copies < held[kind]:
                text = message(
                    "{n} copies of {tile} in the hands; there are {most}",
                    n=held[kind],
                    tile=kind_name(kind),
                    most=rules.tiles.copies,
                )
                yield Diagnostic("YK840", text, hand.span)
        if astray := [tile for tile in hand.aside if kind_of(tile) not in rules.tiles.aside]:
            text = message(
                "under `{rules}` {tile} is not set aside", rules=rules.id, tile=kind_name(kind_of(astray[0]))
            )
            yield Diagnostic("YK840", text, hand.span)
        if hand.size not in (BEFORE_DRAW, BEFORE_DRAW + 1):
            yield wrong_size(seat, hand, BEFORE_DRAW)


def _all_tiles(
    rules: Rulebook, hands: Mapping[str, HeldHand], discards: Mapping[str, tuple[Tile, ...]]
) -> Iterator[Diagnostic]:
    """Yield tiles that can't be in these hands and discards together; a discard that was called is in both."""
    there = Counter(kind_of(tile) for hand in hands.values() for tile in hand.tiles)
    there += Counter(kind_of(tile) for tiles in discards.values() for tile in tiles)
    called: Counter[int] = Counter()
    for hand in hands.values():
        for meld in hand.melds:
            called += Counter({kind_of(tile) for tile in meld.tiles} if meld.is_called else ())
    for kind, number in sorted(there.items()):
        if kind in rules.tiles.removed:
            text = message("`{rules}` is played without {tile}", rules=rules.id, tile=kind_name(kind))
            yield Diagnostic("YK840", text)
        elif number - called[kind] > rules.tiles.copies:
            text = message(
                "{n} copies of {tile} in hands and discards; there are {most}",
                n=number - called[kind],
                tile=kind_name(kind),
                most=rules.tiles.copies,
            )
            yield Diagnostic("YK840", text)


def _declared(
    hands: Mapping[str, HeldHand], kans: Mapping[str, int], riichi: Collection[str | None]
) -> Iterator[Diagnostic]:
    """Yield what players can't have declared."""
    for seat, number in kans.items():
        if number > MOST_KANS:
            text = message(
                "{seat} has {n} kans; one player has {most} at most", seat=SEAT_NAMES[seat], n=number, most=MOST_KANS
            )
            yield Diagnostic("YK833", text)
    for seat, hand in hands.items():
        if seat in riichi and not hand.is_closed:
            text = message("{seat} is in riichi, and the hand is open", seat=SEAT_NAMES[seat])
            yield Diagnostic("YK833", text, hand.span)


def wrong_size(seat: str, hand: HeldHand, wanted: int) -> Diagnostic:
    """Return what is said of a hand with a wrong number of tiles."""
    text = message(
        "{seat} has {n} tiles, a kan counted as three; a hand that nobody won has {wanted}",
        seat=SEAT_NAMES[seat],
        n=hand.size,
        wanted=wanted,
    )
    return Diagnostic("YK839", text, hand.span)


def kans_of(drawn: Drawn, seats: Collection[str]) -> Mapping[str, int] | None:
    """Return how many kans each player declared; None where neither that nor the hands of all are given."""
    if drawn.kans is not None:
        return drawn.kans
    if set(seats) <= drawn.hands.keys():
        return {seat: sum(meld.is_kan for meld in hand.melds) for seat, hand in drawn.hands.items()}
    return None
