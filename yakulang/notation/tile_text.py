"""Tiles and winds as text: the spellings, how they are printed, and a quick reader for plain text.

`0m` and `r5m` are the red five, `r3p` any other red tile, `b5p` a blue one; an honor is `1z` to `7z` or 東南西北白發中.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

from yakulang.message import Name, message
from yakulang.tiles import ALL_MARKS, KINDS, LETTERS, MARKS, RED, kind_name, kind_of, make_tile, tile_name, tile_order

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from yakulang.hand import Wind
    from yakulang.tiles import Tile

SPACES = " \t\r\n\u00a0\u3000"
DIGITS = "0123456789"

HONORS: dict[str, Tile] = {c: make_tile(27 + n) for n, c in enumerate("東南西北白發中")}
HONORS |= {"发": HONORS["發"], "発": HONORS["發"], "东": HONORS["東"]}

_WINDS: dict[str, str] = {}
for _letter, _name, _character in zip("ESWN", ("east", "south", "west", "north"), "東南西北", strict=True):
    _WINDS |= {_letter.lower(): _letter, _name: _letter, _character: _letter}
_WINDS["东"] = "E"
_SEATS = _WINDS | {f"{word}家": letter for word, letter in _WINDS.items() if not word.isascii()}
_ROUNDS = _WINDS | {f"{word}{of}": wind for word, wind in _WINDS.items() if not word.isascii() for of in "場场"}
DEALER = frozenset({"親", "親家", "荘家", "莊家", "庄家", "dealer", "oya"})  # sits East in every hand
_SEEN_FROM = frozenset(
    {"上家", "下家", "対面", "對面", "对面", "對家", "对家", "自家", "kamicha", "shimocha", "toimen"}
)
_NOT_DEALING = frozenset({"子", "子方", "散家", "閑家", "閒家", "闲家"})

# what messages call winds and ways to win
WIND_NAMES = {
    "E": Name("E", {"ja": "東", "zh": "东"}),
    "S": Name("S", {"ja": "南", "zh": "南"}),
    "W": Name("W", {"ja": "西", "zh": "西"}),
    "N": Name("N", {"ja": "北", "zh": "北"}),
}
SEAT_NAMES = {  # and who sits there
    letter: Name(letter, {lang: f"{said}家" for lang, said in name.names.items()})
    for letter, name in WIND_NAMES.items()
}
MARK_NAMES = {  # by the word of the mark
    "red": message("red"),
    "blue": message("blue"),
}
METHOD_NAMES = {
    "ron": Name("ron", {"ja": "ロン", "zh": "荣和"}),
    "tsumo": Name("tsumo", {"ja": "ツモ", "zh": "自摸"}),
}


def _spellings() -> dict[str, dict[str, Tile]]:
    """The plain tiles of each suit letter by their digit, the red five included."""
    tables: dict[str, dict[str, Tile]] = {letter: {} for letter in LETTERS}
    for kind in range(KINDS):
        name = kind_name(kind)
        tables[name[1]][name[0]] = make_tile(kind)
    for letter in "mps":
        tables[letter]["0"] = make_tile(kind_of(tables[letter]["5"]), RED)
    return tables


SUITS_BY_LETTER = _spellings()
ALL_TILES = frozenset(make_tile(kind, mark) for kind in range(KINDS) for mark in ALL_MARKS)
ONE_TILE: dict[str, Tile] = {  # every spelling of a single tile
    **{tile_name(tile): tile for tile in ALL_TILES},
    **{f"{mark.letter}{kind_name(kind)}": make_tile(kind, mark.number) for mark in MARKS for kind in range(KINDS)},
    **HONORS,
}


def sort_tiles(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Return the tiles by kind, the marked copies before the plain ones."""
    return tuple(sorted(tiles, key=tile_order))


def plain_tiles(text: str) -> list[Tile] | None:
    """Return the tiles of a text of plain groups like `123m0p`, or None for any other text, right or wrong."""
    tiles: list[Tile] = []
    start = 0
    try:
        for place, character in enumerate(text):
            table = SUITS_BY_LETTER.get(character)
            if table is not None:
                if start == place:
                    return None
                tiles += [table[digit] for digit in text[start:place]]
                start = place + 1
    except KeyError:
        return None
    return tiles if start == len(text) else None


def shown(text: str) -> str:
    """Return user text fit for a message: short, with nothing unprintable."""
    text = text if len(text) <= 40 else text[:37] + "..."
    return "".join(c if c.isprintable() else f"<U+{ord(c):04X}>" for c in text)


class Fault(NamedTuple):
    """Something wrong with a part of a hand; whoever reads the part knows where it stands."""

    code: str
    message: str
    name: str
    hint: str | None = None


def wind_letter(text: str) -> Wind | None:
    """Return the seat wind a text names (`E`, `east`, `東`, `東家`, in any case; `親` is East), or None."""
    word = text.strip(SPACES).lower()
    return cast("Wind | None", _SEATS.get(word) or ("E" if word in DEALER else None))


def round_letter(text: str) -> Wind | None:
    """Return the wind of a round that a text names (`E`, `east`, `東`, `東場`, in any case), or None."""
    return cast("Wind | None", _ROUNDS.get(text.strip(SPACES).lower()))


def wind_hint(text: str, otherwise: str) -> str:
    """Return what to write in place of a word that names no seat by itself; `otherwise` of any other word."""
    word = text.strip(SPACES).lower()
    if word in _SEEN_FROM:
        return message("who that is hangs on who says it; write the wind: E S W N, 東家 南家 西家 北家")
    if word in _NOT_DEALING:
        return message("several players don't deal; write the wind: S W N, 南家 西家 北家")
    return otherwise


def tiles_text(tiles: Sequence[Tile]) -> str:
    """Return tiles as canonical text: one group a suit in the order m p s z, sorted, marked copies first."""
    return "".join(marked_text(sorted(tiles, key=tile_order), ()))


def marked_text(tiles: Iterable[Tile], marks: Sequence[str]) -> list[str]:
    """Return sorted tiles as text, `marks` behind the tiles of the same place; the suit letter is written once."""
    parts: list[str] = []
    letter = ""
    for place, tile in enumerate(tiles):
        name = tile_name(tile)
        if letter and letter != name[-1]:
            parts.append(letter)
        letter = name[-1]
        parts.append(name[:-1])
        if place < len(marks):
            parts.append(marks[place])
    parts.append(letter)
    return parts
