"""The tiles of a table, and whether a set is one of them."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic
from yakulang.message import message
from yakulang.notation.tile_text import HONORS, MARK_NAMES, ONE_TILE
from yakulang.source import Source, Span
from yakulang.tiles import KINDS, MARKS, kind_name, kind_of, make_tile, mark_of, tile_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from yakulang.rules.model import Rulebook
    from yakulang.tiles import Tile

_MARKS = "".join(mark.letter for mark in MARKS)
_GROUP = re.compile(rf"((?:[{_MARKS}]?[0-9])+)([mpsz])|(\s+)|(.)")
_ONE = re.compile(rf"[{_MARKS}]?[0-9]")
MOST = 12  # problems that are listed


def tiles_of(rules: Rulebook) -> tuple[Tile, ...]:
    """Return every tile of a table in a fixed order: by kind, marked copies first."""
    found = []
    for kind in range(KINDS):
        if kind in rules.tiles.removed:
            continue
        marks = [mark.number for mark in MARKS for _ in range(rules.tiles.marked[mark.number].get(kind, 0))]
        marks += [0] * (rules.tiles.copies_of(kind) - len(marks))
        found += [make_tile(kind, mark) for mark in marks]
    return tuple(found)


def check_text(rules: Rulebook, text: str) -> tuple[int, tuple[Diagnostic, ...]]:
    """Return how many tiles a text has, and what is wrong with it or with the set."""
    found, problems = read_tiles(text)
    if problems:
        return len(found), tuple(problems)
    return len(found), check_tiles(rules, [tile for tile, _ in found], [span for _, span in found])


def read_tiles(text: str) -> tuple[list[tuple[Tile, Span]], list[Diagnostic]]:
    """Return the tiles of a text with their places, and what can't be read in it."""
    source = Source("<tiles>", text)
    found: list[tuple[Tile, Span]] = []
    problems: list[Diagnostic] = []
    for group in _GROUP.finditer(text):
        numbers, letter, _, other = group.groups()
        if other in HONORS:
            found.append((HONORS[other], Span(source, group.start(), group.end())))
        elif other:
            said = message("`{text}` is no tile", text=other)
            hint = message("write {text}", text="123m406p55z")
            problems.append(Diagnostic("YK823", said, Span(source, group.start(), group.end()), hint=hint))
        for digit in _ONE.finditer(numbers or ""):
            span = Span(source, group.start() + digit.start(), group.start() + digit.end())
            tile = ONE_TILE.get(f"{digit[0]}{letter}")
            if tile is None:
                problems.append(Diagnostic("YK823", message("`{text}` is no tile", text=f"{digit[0]}{letter}"), span))
            else:
                found.append((tile, span))
    return found, problems[:MOST]


def check_tiles(rules: Rulebook, tiles: Sequence[Tile], spans: Sequence[Span] = ()) -> tuple[Diagnostic, ...]:
    """Return what is wrong with a set of tiles: a set with a wrong count, a copy too many or too many red ones.

    Args:
        rules: say which tiles the table has.
        tiles: the set, in any order.
        spans: where each stands, if in a text.
    """
    wanted, given = Counter(tiles_of(rules)), Counter(tiles)
    if wanted == given:
        return ()
    problems = [*_kinds(rules, tiles, spans), *_marks(rules, tiles, spans)][:MOST]
    if len(tiles) != wanted.total():
        text = message(
            "{n} tiles; the set of `{rules}` has {wanted}", n=len(tiles), rules=rules.id, wanted=wanted.total()
        )
        whole = Span(spans[0].source, 0, len(spans[0].source.text)) if spans else None
        problems.insert(0, Diagnostic("YK820", text, whole))
    return tuple(problems)


def _kinds(rules: Rulebook, tiles: Sequence[Tile], spans: Sequence[Span]) -> Iterator[Diagnostic]:
    wanted = Counter(map(kind_of, tiles_of(rules)))
    given = Counter(map(kind_of, tiles))
    for kind in range(KINDS):
        n, most, name = given.get(kind, 0), wanted.get(kind, 0), kind_name(kind)  # type: ignore[call-overload]
        if n > most and not most:
            yield Diagnostic(
                "YK821",
                message("`{rules}` is played without {tile}", rules=rules.id, tile=name),
                _last(kind, tiles, spans),
            )
        elif n != most:
            text = message("{n} copies of {tile}; there are {wanted}", n=n, tile=name, wanted=most)
            yield Diagnostic("YK821", text, _last(kind, tiles, spans) if n > most else None)


def _marks(rules: Rulebook, tiles: Sequence[Tile], spans: Sequence[Span]) -> Iterator[Diagnostic]:
    wanted, given = Counter(tiles_of(rules)), Counter(tiles)
    for tile in sorted({*wanted, *given}):
        if (mark := mark_of(tile)) and wanted[tile] != given[tile]:
            text = message(
                "{n} {mark} copies of {tile}; `{rules}` has {wanted}",
                n=given[tile],
                mark=MARK_NAMES[MARKS[mark - 1].word],
                tile=tile_name(tile),
                rules=rules.id,
                wanted=wanted[tile],
            )
            more = [span for other, span in zip(tiles, spans, strict=False) if other == tile]
            yield Diagnostic("YK822", text, more[-1] if more and given[tile] > wanted[tile] else None)


def _last(kind: int, tiles: Sequence[Tile], spans: Sequence[Span]) -> Span | None:
    found = [span for tile, span in zip(tiles, spans, strict=False) if kind_of(tile) == kind]
    return found[-1] if found else None
