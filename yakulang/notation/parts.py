"""What makes a hand of its parts, whichever way it was written: the checks that text and record share.

Only what no table can change is asked here: how many tiles stand where, and what a meld is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from yakulang.hand import Meld
from yakulang.message import message
from yakulang.notation.tile_text import ONE_TILE, SEAT_NAMES, Fault, plain_tiles, shown, sort_tiles
from yakulang.tiles import is_honor, kind_name, kind_of, rank_of, suit_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulang.hand import MeldType, Method, Wind
    from yakulang.tiles import Tile

MAX_MELDS = 4
MAX_COUNTER = 999  # honba, sticks
MAX_FACT = 999_999
QUICK = 24  # characters of a meld that are worth remembering

WORD = re.compile(r"[a-z][a-z0-9_]*\Z")
_SCRIPT = "\u3005-\u3007\u3041-\u30ff\u3400-\u9fff"  # kana and kanji
NAME = rf"[A-Za-z0-9_]*[{_SCRIPT}][A-Za-z0-9_{_SCRIPT}]*\Z"  # compiled when a name is read: that takes its time
MAX_WORD = 60

MELD_LETTERS: dict[str, MeldType] = {
    "c": "chii",
    "p": "pon",
    "k": "open_kan",
    "d": "added_kan",
    "a": "closed_kan",
}
LETTER_OF = {name: letter for letter, name in MELD_LETTERS.items()}
_SPOKEN = {
    "chii": message("a chii"),
    "pon": message("a pon"),
    "open_kan": message("an open kan"),
    "added_kan": message("an added kan"),
    "closed_kan": message("a closed kan"),
}


@lru_cache(maxsize=1 << 14)
def quick_meld(type: MeldType, text: str, called: str | None, feeder: Wind | None, added: str | None) -> Meld | None:
    """Return the meld of plain correct text; None for whatever needs a closer look.

    Melds are frozen and few, so that a thousand hands share them.
    """
    tiles = plain_tiles(text)
    if not tiles or meld_fault(type, tiles):
        return None
    meld = Meld(
        type,
        sort_tiles(tiles),
        ONE_TILE.get(called) if called is not None else None,
        feeder,
        ONE_TILE.get(added) if added is not None else None,
    )
    if (called is not None and meld.called is None) or (added is not None and meld.added is None):
        return None
    return None if mark_faults(meld) else meld


def meld_fault(type: MeldType, tiles: Sequence[Tile]) -> Fault | None:
    """Return what keeps tiles from being a meld of this type."""
    spoken = _SPOKEN[type]
    kinds = sorted(kind_of(tile) for tile in tiles)
    needed = 4 if type.endswith("kan") else 3
    if len(kinds) != needed:
        hint = None
        if type == "pon" and len(kinds) == 4:
            hint = message("four alike are a kan: open k(...), added to a pon d(...), or closed a(...)")
        elif needed == 4 and len(kinds) == 3:
            hint = message("three alike are a pon, p(...)")
        if len(kinds) == 1:
            text = message("{meld} has {needed} tiles; here is 1", meld=spoken, needed=needed)
        else:
            text = message("{meld} has {needed} tiles; here are {n}", meld=spoken, needed=needed, n=len(kinds))
        return Fault("YK513", text, "invalid_meld", hint)
    if type != "chii":
        if kinds[0] != kinds[-1]:
            other = next(kind for kind in kinds if kind != kinds[0])
            text = message(
                "{meld} is of tiles of one kind; here are {tile} and {other}",
                meld=spoken,
                tile=kind_name(kinds[0]),
                other=kind_name(other),
            )
            in_a_row = needed == 3 and _is_sequence(kinds)
            hint = message("three in a row are a chii, c(...)") if in_a_row else None
            return Fault("YK512", text, "invalid_meld", hint)
        return None
    if _is_sequence(kinds):
        return None
    hint = message("three alike are a pon, p(...)") if kinds[0] == kinds[-1] else None
    if any(is_honor(kind) for kind in kinds):
        return Fault("YK512", message("a chii is of one suit; honors make no sequence"), "invalid_meld", hint)
    if suit_of(kinds[0]) != suit_of(kinds[-1]):
        return Fault("YK512", message("a chii is of one suit; here are several"), "invalid_meld")
    ranks = " ".join(str(rank_of(kind)) for kind in kinds)
    text = message("a chii is three tiles in a row; {ranks} are not", ranks=ranks)
    return Fault("YK512", text, "invalid_meld", hint)


def _is_sequence(kinds: Sequence[int]) -> bool:
    low, middle, high = kinds
    return middle == low + 1 and high == low + 2 and not is_honor(high) and suit_of(low) == suit_of(high)


def mark_faults(meld: Meld) -> list[Fault]:
    """Return what is wrong with the claimed tile, the feeder and the added tile of a meld."""
    faults = []
    if meld.type == "closed_kan":
        if meld.called is not None:
            faults.append(Fault("YK514", message("a closed kan has no claimed tile"), "closed_kan_fed", _CALLED_KAN))
        if meld.feeder is not None:
            faults.append(Fault("YK514", message("nobody feeds a closed kan"), "closed_kan_fed", _CALLED_KAN))
    if meld.added is not None and meld.type != "added_kan":
        text = message("{meld} has no added tile; only an added kan has", meld=_SPOKEN[meld.type])
        faults.append(Fault("YK510", text, "invalid_meld"))
    if faults:
        return faults
    left = list(meld.tiles)
    for what, tile in ((CLAIMED, meld.called), (ADDED, meld.added)):
        if tile is None:
            continue
        if tile in left:
            left.remove(tile)
        else:
            text = message("the {marked} tile is not among the tiles of the meld", marked=what)
            faults.append(Fault("YK510", text, "invalid_meld"))
    return faults


CLAIMED, ADDED = message("claimed"), message("added")
_CALLED_KAN = message("a kan called from a discard is an open kan, k(...); a tile added to a pon makes d(...)")


def count_fault(closed: Sequence[Tile], melds: int, win: Tile | None) -> Fault | None:
    """Return what is wrong with the number of tiles: 13 and the winning tile, three less for each meld.

    Args:
        closed: the concealed tiles.
        melds: how many melds there are.
        win: the winning tile, or None where it stands among the concealed ones.
    """
    if melds > MAX_MELDS:
        text = message("a hand has at most {most} melds; here are {n}", most=MAX_MELDS, n=melds)
        return Fault("YK518", text, "wrong_tile_count")
    needed = (14 if win is None else 13) - 3 * melds
    count = len(closed)
    if count == needed:
        return None
    hint = None
    kinds = [kind_of(tile) for tile in closed]
    quads = [kind_name(kind) for kind in dict.fromkeys(kinds) if kinds.count(kind) == 4]
    if count > needed and quads:
        name = quads[0]
        written = f"a({name[0] * 4}{name[1]})"
        hint = message(
            "{tile} stands four times: a declared closed kan is written {written}", tile=name, written=written
        )
    elif count == needed + 1 and win in closed:
        hint = message("the winning tile is written once, and not among the concealed tiles")
    there = _there(count, melds, with_win=win is not None)
    if win is not None:
        text = message("here are {tiles}; {needed} and the winning tile are needed", tiles=there, needed=needed)
    elif count == 1:
        text = message("here is {tiles}; {needed} with the winning tile are needed", tiles=there, needed=needed)
    else:
        text = message("here are {tiles}; {needed} with the winning tile are needed", tiles=there, needed=needed)
    return Fault("YK518", text, "wrong_tile_count", hint)


def _there(count: int, melds: int, *, with_win: bool) -> str:
    """Return how many tiles there are, the winning tile and the melds beside them."""
    one = count == 1
    there = message("1 concealed tile") if one else message("{n} concealed tiles", n=count)
    if with_win:
        there = message("{tiles} and the winning tile", tiles=there)
    if melds == 1:
        there = message("{tiles} beside 1 meld", tiles=there)
    elif melds:
        there = message("{tiles} beside {n} melds", tiles=there, n=melds)
    return there


def discarder_faults(method: Method | None, seat: Wind | None, discarder: Wind | None) -> list[Fault]:
    """Return what is wrong with the player who is said to have discarded the winning tile."""
    if discarder is None:
        return []
    if method == "tsumo":
        return [Fault("YK527", message("a self-draw (tsumo) has no discarder"), "discarder_of_tsumo")]
    if seat is not None and discarder == seat:
        return [
            Fault(
                "YK528",
                message("the winner ({seat}) can't be the discarder as well", seat=SEAT_NAMES[seat]),
                "own_seat",
            )
        ]
    return []


def feeder_fault(meld: Meld, seat: Wind | None) -> Fault | None:
    """Return what is wrong with a feeder who is the winner."""
    if seat is None or meld.feeder != seat:
        return None
    return Fault("YK528", message("the winner ({seat}) can't have fed the own meld", seat=SEAT_NAMES[seat]), "own_seat")


def kind_of_value(value: object) -> str:
    """Return what a JSON value is called in a message."""
    if value is None or isinstance(value, bool):
        return "null" if value is None else "true" if value else "false"
    if isinstance(value, (int, float)):
        return message("a number")
    if isinstance(value, str):
        return message("a text")
    if isinstance(value, Mapping):
        return message("an object")
    return message("a list") if isinstance(value, (list, tuple)) else message("a value")


def number_fault(value: object, most: int) -> Fault | None:
    """Return what keeps a value from being a whole number from 0 to `most`."""
    if isinstance(value, bool) or not isinstance(value, int):
        said = f"`{shown(str(value))}`" if isinstance(value, (str, float)) else kind_of_value(value)
        return Fault("YK525", message("{value} is not a whole number", value=said), "bad_number")
    if value < 0:
        return Fault("YK525", message("the number is negative"), "bad_number")
    if value > most:
        return Fault("YK525", message("the number is too big; at most {most:,} is read", most=most), "bad_number")
    return None


def read_number(text: str, most: int) -> int | Fault:
    """Read a whole number from 0 to `most` from ASCII digits."""
    if not (text.isascii() and text.isdigit()):
        negative = text[:1] == "-" and text[1:].isascii() and text[1:].isdigit()
        if negative:
            return Fault("YK525", message("`{text}` is negative", text=shown(text)), "bad_number")
        return Fault("YK525", message("{value} is not a whole number", value=f"`{shown(text)}`"), "bad_number")
    value = int(text) if len(text) < 10 else most + 1
    return number_fault(value, most) or value


def word_fault(text: str) -> Fault | None:
    """Return what keeps a text from being a word of the situation, like `riichi`."""
    if len(text) <= MAX_WORD and WORD.match(text):
        return None
    if not text:
        return Fault("YK526", message("an empty word"), "bad_word")
    other = re.sub(r"[\s-]+", "_", text.strip().lower())
    hint = message("write {text}", text=other) if len(other) <= MAX_WORD and WORD.match(other) else None
    if "、" in text and all(map(is_name, text.split("、"))):
        hint = message("write {text}", text=shown(text.replace("、", ",")))
    fault = message("`{text}` is not a word: small letters, digits and _ make one", text=shown(text))
    return Fault("YK526", fault, "bad_word", hint)


def is_name(text: str) -> bool:
    """Whether a text can be the Japanese or Chinese name of a word, like 立直; the ruleset says whose."""
    return len(text) <= MAX_WORD and not text.isascii() and re.match(NAME, text) is not None


def name_fault(text: str) -> Fault | None:
    """Return what keeps a text from being a word of the situation or the name of one."""
    return None if is_name(text) else word_fault(text)


def indicator_lists(first: Sequence[Tile], kan: Sequence[Tile] | None) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
    """Split turned tiles into dora and kan dora indicators.

    The first is the dora's and the others are kan dora's; a list of kan dora indicators of its own says otherwise.
    """
    if kan is None:
        return tuple(first[:1]), tuple(first[1:])
    return tuple(first), tuple(kan)


def joined_indicators(first: Sequence[Tile], kan: Sequence[Tile]) -> tuple[tuple[Tile, ...], tuple[Tile, ...] | None]:
    """The inverse of `indicator_lists`: one list where the first tile can be the dora's, else two."""
    if len(first) == 1 or not (first or kan):
        return (*first, *kan), None
    return tuple(first), tuple(kan)
