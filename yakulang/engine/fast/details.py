"""What a ruling shows beside its score, from numbers: fu lines, groups, payments. Parts that recur are made once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yakulang.engine.fast.packed import KIND
from yakulang.engine.payment import Win, deltas, payments
from yakulang.engine.ruling import FuLine, ReadAs, ReadGroup
from yakulang.engine.suits import GROUP_WORDS, SEQUENCE
from yakulang.engine.views import SIZE, meld_view
from yakulang.lang.cells import GROUP_CELLS
from yakulang.lang.vocabulary import WAITS
from yakulang.notation import tiles_text
from yakulang.tiles import KINDS, Tile, kind_of, make_tile, tile_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulang.engine.fast.scorer import Quick
    from yakulang.engine.ruling import Payment
    from yakulang.hand import Hand, Meld
    from yakulang.rules.model import FuRule, Rulebook

MOST = 50_000  # parts of a sort that are kept
MARKED = make_tile(0, 1)  # the first tile with a mark
_DECLARED_AS = [cell.declared or "" for cell in GROUP_CELLS]
_ORDER_OF_KIND = [GROUP_WORDS.index(cell.kind or "") for cell in GROUP_CELLS]
_IS_SEQUENCE = [cell.kind == "sequence" for cell in GROUP_CELLS]
_SIZE_OF = [{"sequence": 3, "triplet": 3, "quad": 4, "pair": 2}[cell.kind or ""] for cell in GROUP_CELLS]


class Details:
    """The parts of the rulings of one ruleset."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self._once = [_line(item, item.fu.value, "") for item in rulebook.fu.items]
        self._fixed = [_line(item, item.fu.value, "") for item in rulebook.fu.fixed]
        self._lines: dict[Any, FuLine] = {}
        self._groups: dict[Any, ReadGroup] = {}
        self._splits: dict[Any, tuple[ReadGroup, ...]] = {}
        self._shapes = [shape.id for shape in rulebook.shapes]
        self._melds: dict[Any, ReadGroup] = {}
        self._paid: dict[Any, tuple[tuple[Payment, ...], dict[str, int] | None]] = {}

    # --- fu -------------------------------------------------------------------------------------

    def fu_lines(self, made: Sequence[Any], hand: Hand) -> tuple[FuLine, ...]:
        """Return the fu lines of what `Program.lines` gives."""
        lines: list[FuLine] = []
        last, start = -1, 0
        for part in made:
            if part.__class__ is int:
                lines.append(self._once[part] if part >= 0 else self._fixed[-1 - part])
                continue
            item, cell, mask = part
            if item is None:
                lines.append(self._floor(cell, mask))
                continue
            if item != last:
                last, start = item, len(lines)
            while mask:
                low = mask & -mask
                lines.append(self._group_line(item, cell, low.bit_length() - 1))
                mask ^= low
            if len(lines) - start > 1:  # in the order of the groups: concealed ones by tile, then melds as declared
                lines[start:] = self._sorted(item, made, hand)
        return tuple(lines)

    def _sorted(self, item: int, made: Sequence[Any], hand: Hand) -> list[FuLine]:
        places = []
        left: list[tuple[str, int]] = [(meld.type, meld.tiles[0] & KIND) for meld in hand.melds]
        for part in made:
            if part.__class__ is int or part[0] != item:
                continue
            _, cell, mask = part
            for kind in range(KINDS):
                if mask >> kind & 1:
                    declared, order = _DECLARED_AS[cell], kind
                    if declared:
                        order = left.index((declared, kind))
                        left[order] = ("", -1)  # the same declared again stands elsewhere
                    places.append(((bool(declared), order, _ORDER_OF_KIND[cell]), cell, kind))
        return [self._group_line(item, cell, kind) for _, cell, kind in sorted(places)]

    def _group_line(self, item: int, cell: int, kind: int) -> FuLine:
        key = (item, cell, kind)
        found = self._lines.get(key)
        if found is None:
            kinds = range(kind, kind + 3) if _IS_SEQUENCE[cell] else [kind] * _SIZE_OF[cell]
            rule = self.rulebook.fu.items[item]
            found = self._lines[key] = _line(rule, rule.fu.value, tiles_text([make_tile(one) for one in kinds]))
        return found

    def _floor(self, index: int, fu: int) -> FuLine:
        key = (None, index, fu)
        found = self._lines.get(key)
        if found is None:
            found = self._lines[key] = _line(self.rulebook.fu.floors[index], fu, "")
        return found

    # --- the reading ----------------------------------------------------------------------------

    def read_as(self, quick: Quick, hand: Hand) -> ReadAs:
        """Return how the hand is read; the same as `describe.read_as`."""
        shape, wait, groups, winning, win = quick.place
        marked = [tile for tile in hand.closed if tile >= MARKED]
        key = (groups, winning, win, *marked) if marked or win >= MARKED else (groups, winning)
        read = self._splits.get(key)
        if read is None:
            tiles = self._tiles_of(groups, winning, win, marked) if groups else []
            read = tuple(self._group(groups[i][1], part, i == winning) for i, part in enumerate(tiles))
            if len(self._splits) < MOST:
                self._splits[key] = read
        if not groups:
            read = (ReadGroup("tiles", tiles_text([*hand.closed, hand.win])),)
        if hand.melds:
            read = (*read, *map(self._meld, hand.melds))
        return ReadAs(self._shapes[shape], WAITS[wait], read, tile_name(win))

    def _tiles_of(
        self, groups: Sequence[tuple[int, int]], winning: int, win: Tile, marks: Sequence[Tile]
    ) -> list[tuple[Tile, ...]]:
        """Return the tiles of each group: the winning group first takes the winning tile, marked copies go first."""
        marked: dict[int, list[Tile]] = {}
        for tile in sorted(marks, reverse=True):
            marked.setdefault(kind_of(tile), []).append(tile)
        found: list[tuple[Tile, ...]] = [()] * len(groups)
        for i in (winning, *(i for i in range(len(groups)) if i != winning)):
            low, what = groups[i]
            kinds = [low, low + 1, low + 2] if what == SEQUENCE else [low] * SIZE[what]
            tiles: list[Tile] = []
            if i == winning:
                tiles.append(win)
                kinds.remove(kind_of(win))
            for kind in kinds:
                copies = marked.get(kind)
                tiles.append(copies.pop(0) if copies else make_tile(kind))
            found[i] = tuple(tiles)
        return found

    def _group(self, what: int, tiles: tuple[Tile, ...], winning: bool) -> ReadGroup:
        key = (what, tiles, winning)
        found = self._groups.get(key)
        if found is None:
            found = ReadGroup(GROUP_WORDS[what], tiles_text(tiles), winning=winning)
            if len(self._groups) < MOST:
                self._groups[key] = found
        return found

    def _meld(self, meld: Meld) -> ReadGroup:
        key = (meld.type, meld.tiles)
        found = self._melds.get(key)
        if found is None:
            found = ReadGroup(meld_view(meld).kind, tiles_text(meld.tiles), meld=meld.type)
            if len(self._melds) < MOST:
                self._melds[key] = found
        return found

    # --- payments -------------------------------------------------------------------------------

    def paid(self, quick: Quick, hand: Hand) -> tuple[tuple[Payment, ...], dict[str, int] | None]:
        """Return the payments and the change of each seat, nobody being liable."""
        key = (quick.base, quick.limit, hand.seat, hand.method, hand.discarder, hand.honba, hand.deposits)
        found = self._paid.get(key)
        if found is None:
            rules = self.rulebook
            assert hand.seat is not None  # noqa: S101  a quick score has a seat
            limit = rules.limits[quick.limit] if quick.limit >= 0 else None
            place = (limit.span if limit else rules.payments.base_span).place
            win = Win(hand.seat, hand.method, hand.discarder, hand.honba, hand.deposits)
            paid = payments(rules, win, quick.base, place)
            change = deltas(rules, win, paid)
            found = (paid, dict(change) if change is not None else None)
            if len(self._paid) < MOST:
                self._paid[key] = found
        paid, change = found
        return paid, dict(change) if change is not None else None


def _line(rule: FuRule, fu: int, tiles: str) -> FuLine:
    return FuLine(rule.id, rule.names, fu, tiles, rule.fu.span.place)
