"""Whether hands can be won on one discard: what they say of the table agrees, and their tiles fit into one set."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from yakulang.engine.situation import facts_of
from yakulang.errors import Diagnostic, Label
from yakulang.lang.vocabulary import OF_THE_DISCARD
from yakulang.message import message
from yakulang.notation.tile_text import MARK_NAMES, WIND_NAMES
from yakulang.source import Source, Span
from yakulang.tiles import MARKS, kind_name, kind_of, make_tile, tile_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from yakulang.hand import Hand
    from yakulang.rules.model import Rulebook
    from yakulang.tiles import Tile

ONE_TABLE = message("all sit at one table: say it the same of every hand, or once for all")


def contradictions(hands: Sequence[Hand], rulebook: Rulebook) -> list[Diagnostic]:
    """Return what keeps hands from being won on one discard; each thing once, the tiles left out.

    Args:
        hands: at least one, each well-formed.
        rulebook: knows the words of the situation.
    """
    problems = [*_self_draws(hands), *_unknown_seats(hands), *_same_seats(hands)]
    if any(hand.method == "tsumo" for hand in hands):
        return problems  # nobody discarded; what they say of a discard means nothing
    problems += _different(hands, "discarder", "from={}", _discarder, "YK592")
    problems += _different(hands, "win", "+{}", _won_on, "YK592")
    for field, needle, said in _OF_THE_TABLE:
        problems += _different(hands, field, needle, said, "YK594")
    for field, what in (("indicators", message("dora")), ("kan_indicators", message("kan dora"))):
        problems += _different(hands, field, "dora=", _turned(field, what), "YK594")
    for field, what in (("ura_indicators", message("ura dora")), ("kan_ura_indicators", message("kan ura dora"))):
        shown = [hand for hand in hands if hand.ura_indicators or hand.kan_ura_indicators]  # none without riichi
        problems += _different(shown, field, "ura=", _turned(field, what), "YK594", of=hands)
    return problems + list(_different_words(hands, rulebook))


def too_many(hands: Sequence[Hand], rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Yield the tiles of which there are more than the set has, all hands, indicators and asides together.

    Args:
        hands: which agree on the tile they win on and on the indicators; each alone is possible.
        rulebook: knows the set of tiles.
    """
    under = next((hand for hand in hands if hand.ura_indicators or hand.kan_ura_indicators), hands[0])
    turned = (*hands[0].indicators, *hands[0].kan_indicators, *under.ura_indicators, *under.kan_ura_indicators)
    own = [(*hand.closed, *(tile for meld in hand.melds for tile in meld.tiles), *hand.aside) for hand in hands]
    seen: list[Tile] = [hands[0].win, *turned, *(tile for tiles in own for tile in tiles)]
    copies = Counter(map(kind_of, seen))
    marked = Counter(seen)
    for kind in sorted(copies):
        what: str = kind_name(kind)
        name, number, most = "five_of_a_kind", copies[kind], rulebook.tiles.copies_of(kind)
        for mark in MARKS:
            tile = make_tile(kind, mark.number)
            held = rulebook.tiles.marked[mark.number].get(kind, 0)
            if number <= most and marked[tile] > held:
                name, word = mark.excess, MARK_NAMES[mark.word]
                what = message("{mark} {tile} ({shown})", mark=word, tile=kind_name(kind), shown=tile_name(tile))
                number, most = marked[tile], held
        if number > most:
            holding = [place for place, tiles in enumerate(own) if kind in map(kind_of, tiles)] or [0]
            text = message(
                "{n} copies of {tile} in all hands, indicators and tiles set aside; there are {most}",
                n=number,
                tile=what,
                most=most,
            )
            first, *others = (_span(hands, place) for place in holding)
            labels = tuple(
                Label(span, message("{who} holds it too", who=_name(hands, place)))
                for place, span in zip(holding[1:], others, strict=True)
            )
            yield Diagnostic("YK595", text, first, name=name, labels=labels)


def _name(hands: Sequence[Hand], place: int) -> str:
    """Return what a hand is called: by its seat, or by its number where that tells it from the others."""
    seat = hands[place].seat
    if seat is None or sum(hand.seat == seat for hand in hands) > 1:
        return message("hand {n}", n=place + 1)
    return WIND_NAMES[seat]


def _span(hands: Sequence[Hand], place: int, needle: str = "") -> Span:
    """Return where the text of a hand says something, or the whole text."""
    text = str(hands[place])
    source = Source(f"<hand {place + 1}>" if len(hands) > 1 else "<hand>", text)
    start = text.find(needle) if needle else -1
    return Span(source, start, start + len(needle)) if start >= 0 else Span(source, 0, len(text))


def _self_draws(hands: Sequence[Hand]) -> Iterator[Diagnostic]:
    for place, hand in enumerate(hands):
        if hand.method == "tsumo":
            text = message("{who} wins by self-draw; only a discard is won on by several", who=_name(hands, place))
            span = _span(hands, place, f"*{tile_name(hand.win)}")
            hint = message("{text} is a ron", text=f"+{tile_name(hand.win)}")
            yield Diagnostic("YK593", text, span, hint=hint, name="self_draw_among")


def _unknown_seats(hands: Sequence[Hand]) -> Iterator[Diagnostic]:
    for place, hand in enumerate(hands):
        if hand.seat is None:
            text = message(
                "the seat of hand {n} is not said; who is nearest to the discarder is not known", n=place + 1
            )
            yield Diagnostic(
                "YK590", text, _span(hands, place), hint=message("{text}", text="seat=S"), name="unknown_seat"
            )
    if all(hand.discarder is None for hand in hands) and any(hand.method == "ron" for hand in hands):
        text = message("the seat of the discarder is not said; who is nearest to them is not known")
        yield Diagnostic("YK590", text, _span(hands, 0), hint=message("{text}", text="from=W"), name="unknown_seat")


def _same_seats(hands: Sequence[Hand]) -> Iterator[Diagnostic]:
    first: dict[str, int] = {}
    told = set()
    for place, hand in enumerate(hands):
        if hand.seat is None or first.setdefault(hand.seat, place) == place or hand.seat in told:
            continue
        told.add(hand.seat)
        needle = f"seat={hand.seat}"
        label = Label(_span(hands, first[hand.seat], needle), message("the first"))
        text = message("two hands sit {seat}; every winner has a seat of their own", seat=WIND_NAMES[hand.seat])
        yield Diagnostic("YK591", text, _span(hands, place, needle), name="same_seat_twice", labels=(label,))


def _different(
    hands: Sequence[Hand],
    field: str,
    needle: str,
    said: Callable[[Hand, str], str],
    code: str,
    *,
    of: Sequence[Hand] = (),
) -> list[Diagnostic]:
    """Return the first hand of which something else is said than of the first, as a list of one, or nothing.

    Args:
        hands: those that are compared.
        field: of the hand.
        needle: how the text of a hand says it; `{}` is the value.
        said: gives a clause of a hand and its name.
        code: of the diagnostic.
        of: all hands, where only some are compared.
    """
    everyone = of or hands
    for hand in hands[1:]:
        if getattr(hand, field) != getattr(hands[0], field):
            places = [next(i for i, one in enumerate(everyone) if one is other) for other in (hands[0], hand)]
            clauses = [said(everyone[place], _name(everyone, place)) for place in places]
            first, second = (_span(everyone, place, _needle(needle, everyone[place], field)) for place in places)
            label = Label(first, _name(everyone, places[0]))
            if code == "YK592":
                text = message("{first}, {second}: that is not one discard", first=clauses[0], second=clauses[1])
                return [Diagnostic(code, text, second, name="different_discards", labels=(label,))]
            text = message("{first}, {second}", first=clauses[0], second=clauses[1])
            return [Diagnostic(code, text, second, hint=ONE_TABLE, name="different_tables", labels=(label,))]
    return []


def _needle(needle: str, hand: Hand, field: str) -> str:
    value = getattr(hand, field)
    return needle.format(tile_name(value) if field == "win" else value)


def _discarder(hand: Hand, name: str) -> str:
    who = WIND_NAMES[hand.discarder] if hand.discarder else message("nobody that is said")
    return message("{name} wins on a discard of {who}", name=name, who=who)


def _won_on(hand: Hand, name: str) -> str:
    return message("{name} wins on {tile}", name=name, tile=tile_name(hand.win))


def _turned(field: str, what: str) -> Callable[[Hand, str], str]:
    def said(hand: Hand, name: str) -> str:
        tiles: tuple[Tile, ...] = getattr(hand, field)
        shown = " ".join(map(tile_name, tiles)) or message("none")
        return message("the {what} indicators of {name} are {tiles}", what=what, name=name, tiles=shown)

    return said


def _round(hand: Hand, name: str) -> str:
    return message("the round of {name} is {wind}", name=name, wind=WIND_NAMES[hand.round])


def _honba(hand: Hand, name: str) -> str:
    return message("the counters of {name} are {n}", name=name, n=hand.honba)


def _deposits(hand: Hand, name: str) -> str:
    return message("the riichi sticks of {name} are {n}", name=name, n=hand.deposits)


_OF_THE_TABLE: tuple[tuple[str, str, Callable[[Hand, str], str]], ...] = (
    ("round", "round={}", _round),
    ("honba", "honba={}", _honba),
    ("deposits", "sticks={}", _deposits),
)


def _different_words(hands: Sequence[Hand], rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Yield what some say of the tile they win on and others do not: each fact once."""
    told: set[str] = set()
    for place, hand in enumerate(hands):
        for word in sorted(hand.flags):
            facts = OF_THE_DISCARD & set(facts_of(word, rulebook)) - told
            for other, silent in enumerate(hands):
                if facts - _said(silent, rulebook):
                    told |= facts
                    text = message(
                        "{who} says `{word}` of the discard, {other} does not",
                        who=_name(hands, place),
                        word=word,
                        other=_name(hands, other),
                    )
                    labels = (Label(_span(hands, other), _name(hands, other)),)
                    span = _span(hands, place, word)
                    yield Diagnostic("YK594", text, span, hint=ONE_TABLE, name="different_tables", labels=labels)
                    break
    for name in sorted(OF_THE_DISCARD & set[str]().union(*(hand.facts for hand in hands))):
        values: list[Any] = [hand.facts.get(name) for hand in hands]
        differing = [place for place, value in enumerate(values) if value != values[0]]
        if differing:
            first, other = 0, differing[0]
            shown = [message("not said") if value is None else value for value in values]
            text = message(
                "`{word}` of {who} is {value}, of {other} {different}",
                word=name,
                who=_name(hands, first),
                value=shown[first],
                other=_name(hands, other),
                different=shown[other],
            )
            labels = (Label(_span(hands, first, f"{name}={values[first]}"), _name(hands, first)),)
            span = _span(hands, other, f"{name}={values[other]}")
            yield Diagnostic("YK594", text, span, hint=ONE_TABLE, name="different_tables", labels=labels)


def _said(hand: Hand, rulebook: Rulebook) -> set[str]:
    return {fact for word in hand.flags for fact in facts_of(word, rulebook)}
