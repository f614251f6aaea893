"""Random hands for round trips: any tiles in the right number, whether they win or not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from yakulang.errors import HandError
from yakulang.hand import Hand, Meld
from yakulang.notation.tile_text import ALL_TILES, sort_tiles
from yakulang.tiles import make_tile

if TYPE_CHECKING:
    from collections.abc import Callable

    from yakulang.errors import Diagnostic

TILES = st.sampled_from(sorted(ALL_TILES))
WINDS = st.sampled_from("ESWN")
WORDS = st.from_regex(r"[a-z][a-z0-9_]{0,9}", fullmatch=True)
FEW = st.integers(0, 999)
LISTS = st.lists(TILES, max_size=4).map(tuple)


@st.composite
def melds(draw: Callable[..., Any], seat: str | None) -> Meld:
    kind_of_meld = draw(st.sampled_from(["chii", "pon", "open_kan", "added_kan", "closed_kan"]))
    if kind_of_meld == "chii":
        low = draw(st.integers(0, 2)) * 9 + draw(st.integers(0, 6))
        kinds = [low, low + 1, low + 2]
    else:
        kinds = [draw(st.integers(0, 33))] * (3 if kind_of_meld == "pon" else 4)
    tiles = [make_tile(kind, draw(st.sampled_from([0, 0, 0, 1]))) for kind in kinds]
    called = added = feeder = None
    if kind_of_meld != "closed_kan":
        order = draw(st.permutations(tiles))
        called = draw(st.sampled_from([None, order[0]]))
        added = draw(st.sampled_from([None, order[1]])) if kind_of_meld == "added_kan" else None
        feeder = draw(st.sampled_from([None, *(wind for wind in "ESWN" if wind != seat)]))
    return Meld(kind_of_meld, sort_tiles(tiles), called, feeder, added)


@st.composite
def hands(draw: Callable[..., Any]) -> Hand:
    seat = draw(st.none() | WINDS)
    table = draw(st.lists(melds(seat), max_size=4))
    method = draw(st.sampled_from(["ron", "tsumo"]))
    left = 13 - 3 * len(table)
    return Hand(
        closed=sort_tiles(draw(st.lists(TILES, min_size=left, max_size=left))),
        win=draw(TILES),
        method=method,
        melds=tuple(table),
        seat=seat,
        round=draw(WINDS),
        discarder=draw(st.none() | WINDS.filter(lambda wind: wind != seat)) if method == "ron" else None,
        indicators=draw(LISTS),
        kan_indicators=draw(LISTS),
        ura_indicators=draw(LISTS),
        kan_ura_indicators=draw(LISTS),
        aside=sort_tiles(draw(LISTS | st.lists(st.just(make_tile(30)), max_size=4))),
        honba=draw(FEW),
        deposits=draw(FEW),
        flags=frozenset(draw(st.lists(WORDS, max_size=3))),
        facts=draw(st.dictionaries(WORDS, FEW | WORDS, max_size=3)),
    )


def attempt(read: Callable[..., Hand], *given: Any) -> tuple[Hand | None, tuple[Diagnostic, ...]]:
    """Return the hand that was read, or what was wrong."""
    try:
        return read(*given), ()
    except HandError as error:
        return None, error.diagnostics
