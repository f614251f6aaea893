"""Hands as text: `123m456p78s11m p(555z)<E +9s seat=S dora=3p with=riichi`, read and printed.

In any order and with spaces wherever they help: concealed tiles; melds `c(123m)` chii, `p(555z)` pon, `k(1111p)` open
kan, `d(4444z)` added kan, `a(9999s)` closed kan, in the order they were declared, each with its feeder (`<E`) where
known; tiles set aside `n(44z)`; the winning tile `+9s` by ron or `*9s` by tsumo. Inside a meld `'` stands behind the
claimed tile and `''` behind the tile added to a pon. Then the situation as `key=value`.

`dora=` names the turned indicators: the first is the dora's, the others are kan dora's, and so for `ura=`. Where that
does not fit, `kandora=` and `kanura=` (or `none`) say it apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from yakulang.errors import Diagnostic, HandError
from yakulang.hand import Hand
from yakulang.message import message
from yakulang.notation.hand_scanner import ASIDE, SIGN_OF, WIN_HINT, HandText
from yakulang.notation.liable import liable_fault, liable_text
from yakulang.notation.parts import LETTER_OF, MAX_MELDS, count_fault, discarder_faults, feeder_fault, joined_indicators
from yakulang.notation.quick_text import quick_hand
from yakulang.notation.situation import NO_TILES
from yakulang.notation.text_reader import parse_tiles, parse_wind
from yakulang.notation.tile_text import METHOD_NAMES, SPACES, marked_text, shown, sort_tiles, tiles_text
from yakulang.tiles import tile_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from yakulang.hand import LiableSeat, Meld, Method
    from yakulang.notation.tile_text import Fault
    from yakulang.tiles import Tile

__all__ = ["meld_text", "parse_hand", "parse_tiles", "parse_wind", "print_hand", "tiles_text"]

_NOTHING = (None,) * 8


def parse_hand(
    text: str,
    *,
    method: Method | None = None,
    seat: str | None = None,
    round: str | None = None,
    discarder: str | None = None,
    dora: str | Sequence[str | Tile] = (),
    ura: str | Sequence[str | Tile] = (),
    aside: str | Sequence[str | Tile] = (),
    honba: int | None = None,
    deposits: int | None = None,
    flags: str | Sequence[str] = (),
    facts: Mapping[str, int | str] | None = None,
    liable: str | Mapping[str, LiableSeat] | None = None,
    source_name: str = "<hand>",
) -> Hand:
    """Read a hand from text.

    The situation may stand in the text (`seat=S round=E from=W dora=3p,4p ura=5s honba=1 sticks=2
    with=riichi,dealer_wins=7`), in the arguments, or in both where they agree.

    Args:
        text: the hand; the module describes the notation.
        method: `ron` or `tsumo`. Where the text marks no winning tile, it is the last concealed tile written.
        seat: the winner's seat wind; `E`, `east` or `東`.
        round: the prevalent wind, East where nothing says otherwise.
        discarder: the seat wind of the player who discarded the winning tile.
        dora: turned indicators: the first is the dora's, the others are kan dora's.
        ura: the same for ura dora.
        aside: tiles set aside.
        honba: counters on the table.
        deposits: riichi sticks on the table, those of this hand included.
        flags: words of the situation, each a word or `name=value`.
        facts: numbers and choices of the situation by name.
        liable: who is liable: a seat wind, `none`, ids with seats (`ID:W,ID:S`), or these as a mapping.
        source_name: what messages call the text.

    Returns:
        The hand. `print_hand` gives its canonical text.

    Raises:
        HandError: the text is not a hand; every problem is listed (YK500 to YK532).
    """
    problems: list[Diagnostic] = []
    said = method, seat, round, discarder, honba, deposits, facts, liable
    if said == _NOTHING and not (dora or ura or aside or flags) and text.__class__ is str:
        hand = quick_hand(text)
        if hand is not None:
            return hand
    if not isinstance(text, str):
        fault = message("a hand is read from text, not from a value of the kind {kind}", kind=type(text).__name__)
        raise HandError([Diagnostic("YK500", fault, name="unparsable")])
    parts = HandText(text, source_name, problems)
    if not parts.screen():
        raise HandError(problems)
    if not text.strip(SPACES):
        hint = message("e.g. {text}", text="123m456p78s11m555z +9s")
        parts.problem("YK501", message("there is no hand: the text is empty"), 0, 1, hint=hint)
        raise HandError(problems)
    parts.read()
    situation = parts.situation
    if parts.aside:
        situation.values["aside"] = sort_tiles(parts.aside)
    for name, value in (
        ("seat", seat), ("round", round), ("discarder", discarder), ("honba", honba), ("deposits", deposits),
        ("facts", facts), ("liable", liable),
    ):  # fmt: skip
        if value is not None:
            situation.argument(name, value)
    for name, tiles in (("dora", dora), ("ura", ura), ("aside", aside), ("flags", flags)):
        if tiles:
            situation.argument(name, tiles)
    won, win = _won(parts, method)
    _check_seats(parts, won)
    if problems or win is None or won is None:
        raise HandError(problems)
    values = situation.values
    indicators, kan_indicators = situation.indicators("dora", "kandora")
    ura_indicators, kan_ura_indicators = situation.indicators("ura", "kanura")
    return Hand(
        sort_tiles(parts.closed),
        win,
        won,
        tuple(parts.melds),
        values.get("seat"),
        values.get("round", "E"),
        values.get("from"),
        indicators,
        kan_indicators,
        ura_indicators,
        kan_ura_indicators,
        values.get("aside", ()),
        values.get("honba", 0),
        values.get("sticks", 0),
        frozenset(situation.flags),
        situation.facts,
        values.get("liable"),
    ).known_good()


def _won(parts: HandText, method: Method | None) -> tuple[Method | None, Tile | None]:
    """Return how the hand was won and on which tile, and note a wrong number of tiles."""
    if method is not None and (not isinstance(method, str) or method not in SIGN_OF):
        text = message("`{text}` is no way to win", text=shown(str(method)))
        parts.problems.append(Diagnostic("YK520", text, None, message("it is ron or tsumo"), "unknown_method"))
        method = None
        parts.sure = False
    if parts.win:
        won, win = parts.win
        if method not in (None, won):
            start, end = cast("tuple[int, int]", parts.win_at)
            argument = message("the argument {method}", method=method)
            text = message("the text says {won} and {argument}", won=METHOD_NAMES[won], argument=argument)
            parts.problem("YK520", text, start, end, name="contradictory_method")
        if parts.sure and (fault := count_fault(parts.closed, len(parts.melds), win)):
            parts.fault(fault, *_counted(parts))
        return won, win
    if not parts.sure:
        return method, None
    fault = count_fault(parts.closed, len(parts.melds), None)
    if fault is None and method:
        return method, parts.closed.pop()
    if fault is None:
        text = message("nothing says how the hand was won")
        hint = message(
            "write the winning tile behind + (ron) or * (tsumo), or write it last and say which of the two it is"
        )
        parts.problem("YK517", text, *parts.closed_at, hint=hint, name="missing_method")
    elif parts.closed and not count_fault(parts.closed, len(parts.melds), parts.closed[0]):
        text = message("the winning tile is missing: here are only the {n} others", n=len(parts.closed))
        parts.problem("YK515", text, *parts.closed_at, hint=WIN_HINT, name="missing_winning_tile")
    else:
        parts.fault(fault, *_counted(parts))
    return method, None


def _counted(parts: HandText) -> tuple[int, int]:
    """Return the place to point at when the number of tiles is wrong."""
    return parts.melds_at[MAX_MELDS] if len(parts.melds) > MAX_MELDS else parts.closed_at


def _check_seats(parts: HandText, method: Method | None) -> None:
    situation = parts.situation
    seat = situation.values.get("seat")
    faults = [("from", fault) for fault in discarder_faults(method, seat, situation.values.get("from"))]
    own = liable_fault(situation.values.get("liable"), seat)
    for key, fault in [*faults, *([("liable", own)] if own else [])]:
        place = situation.spans.get(key) or _contradicted(parts, fault)
        if place:
            parts.fault(fault, *place)
        else:
            parts.problems.append(Diagnostic(fault.code, fault.message, None, fault.hint, fault.name))
    for meld, place in zip(parts.melds, parts.melds_at, strict=True) if seat else ():
        if meld_seat := feeder_fault(meld, seat):
            parts.fault(meld_seat, *place)


def _contradicted(parts: HandText, fault: Fault) -> tuple[int, int] | None:
    """Return the place in the text that contradicts what is said outside of it."""
    said = None if fault.name == "discarder_of_tsumo" else parts.situation.spans.get("seat")
    return said or parts.win_at or (parts.closed_at if parts.closed else None)


def meld_text(meld: Meld) -> str:
    """Return a meld as canonical text, e.g. `c(12'3m)<N`."""
    marks = [""] * len(meld.tiles)
    for tile, mark in ((meld.called, "'"), (meld.added, "''")):
        for place, other in enumerate(meld.tiles):
            if tile == other and not marks[place]:
                marks[place] = mark
                break
    feeder = f"<{meld.feeder}" if meld.feeder else ""
    return f"{LETTER_OF[meld.type]}({''.join(marked_text(meld.tiles, marks))}){feeder}"


def print_hand(hand: Hand) -> str:
    """Return a hand as canonical text on one line; `parse_hand` gives the same hand back.

    What has its usual value is left out: round East, no honba, no sticks, nothing turned.
    """
    parts = [tiles_text(hand.closed), *map(meld_text, hand.melds)]
    if hand.aside:
        parts.append(f"{ASIDE}({tiles_text(hand.aside)})")
    parts.append(SIGN_OF[hand.method] + tile_name(hand.win))
    if hand.seat:
        parts.append(f"seat={hand.seat}")
    if hand.round != "E":
        parts.append(f"round={hand.round}")
    if hand.discarder:
        parts.append(f"from={hand.discarder}")
    parts += _indicators_text("dora", hand.indicators, hand.kan_indicators)
    parts += _indicators_text("ura", hand.ura_indicators, hand.kan_ura_indicators)
    if hand.honba:
        parts.append(f"honba={hand.honba}")
    if hand.deposits:
        parts.append(f"sticks={hand.deposits}")
    if hand.liable:
        parts.append(f"liable={liable_text(hand.liable)}")
    words = sorted(hand.flags) + [f"{name}={hand.facts[name]}" for name in sorted(hand.facts)]
    if words:
        parts.append(f"with={','.join(words)}")
    return " ".join(parts)


def _indicators_text(key: str, first: Sequence[Tile], kan: Sequence[Tile]) -> list[str]:
    first, apart = joined_indicators(first, kan)
    said = [f"{key}={','.join(map(tile_name, first))}"] if first else []
    if apart is not None:
        said.append(f"kan{key}={','.join(map(tile_name, apart)) or NO_TILES}")
    return said
