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
from yakulang.notation.tile_text import ALL_TILES
from yakulang.tiles import KINDS, RED, make_tile, tile_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulang.engine.fast.packed import Packed
    from yakulang.engine.fast.scorer import Quick
    from yakulang.engine.ruling import Payment
    from yakulang.hand import Hand, Meld
    from yakulang.rules.model import FuRule, Rulebook
    from yakulang.tiles import Tile

MOST = 65_536  # parts of a sort that are kept
MARKED = make_tile(0, 1)  # the first tile with a mark
_NAMES = {tile: tile_name(tile) for tile in ALL_TILES}
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
        self._plain_of, self._won = _PlainGroups(winning=False).__getitem__, _PlainGroups(winning=True)
        self._taking: dict[Any, tuple[ReadGroup, tuple[int, ...]]] = {}
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

    def read_as(self, quick: Quick, hand: Hand, packed: Packed) -> ReadAs:
        """Return how the hand is read; the same as `describe.read_as`."""
        _, _, _, _, _, _, _, _, _, shape, wait, groups, winning, _, _, _, _, _ = quick
        win = hand.win
        read: list[ReadGroup]
        if not groups:
            read = [ReadGroup("tiles", tiles_text([*hand.closed, win]))]
        elif packed.marked or win >= MARKED:
            read = self._marked(groups, winning, win, packed.marked)
        else:
            read = [*map(self._plain_of, groups)]
            read[winning] = self._won[groups[winning]]
        if hand.melds:
            read += map(self._meld, hand.melds)
        return ReadAs.made(self._shapes[shape], WAITS[wait], tuple(read), _NAMES[win])

    def _marked(
        self, groups: Sequence[tuple[int, int]], winning: int, win: Tile, reds: tuple[int, ...]
    ) -> list[ReadGroup]:
        """Return the groups where some tile is red: the winning group first takes the winning tile, then red ones."""
        read = [*map(self._plain_of, groups)]
        key: tuple[tuple[int, int], Tile | None, tuple[int, ...]] = (groups[winning], win, reds)
        read[winning], reds = self._taking.get(key) or self._take(key)
        for place, group in enumerate(groups) if reds else ():
            if place != winning:
                key = (group, None, reds)
                read[place], reds = self._taking.get(key) or self._take(key)
        return read

    def _take(self, key: tuple[tuple[int, int], Tile | None, tuple[int, ...]]) -> tuple[ReadGroup, tuple[int, ...]]:
        """Return a group, with the winning tile where it stands in it, and the red tiles that are left."""
        group, win, reds = key
        kinds, left = list(_KINDS[group]), list(reds)
        tiles: list[Tile] = []
        if win is not None:
            kinds.remove(win & KIND)
            tiles.append(win)
        for kind in kinds:
            red = kind in left
            if red:
                left.remove(kind)
            tiles.append(make_tile(kind, RED if red else 0))
        found = ReadGroup(GROUP_WORDS[group[1]], tiles_text(tiles), winning=win is not None), tuple(left)
        if len(self._taking) < MOST:
            self._taking[key] = found
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

    def paid(self, base: int, limit: int, hand: Hand) -> tuple[tuple[Payment, ...], dict[str, int] | None]:
        """Return the payments for a base and the change of each seat, nobody being liable."""
        key = (base, limit, hand.seat, hand.method, hand.discarder, hand.honba, hand.deposits)
        paid, change = self._paid.get(key) or self._payments(key, hand)
        return paid, None if change is None else change.copy()

    def _payments(self, key: Any, hand: Hand) -> tuple[tuple[Payment, ...], dict[str, int] | None]:
        base, limit = key[:2]
        rules = self.rulebook
        assert hand.seat is not None  # noqa: S101  a quick score has a seat
        place = (rules.limits[limit].span if limit >= 0 else rules.payments.base_span).place
        win = Win(hand.seat, hand.method, hand.discarder, hand.honba, hand.deposits)
        paid = payments(rules, win, base, place)
        change = deltas(rules, win, paid)
        found = (paid, dict(change) if change is not None else None)
        if len(self._paid) < MOST:
            self._paid[key] = found
        return found


def _line(rule: FuRule, fu: int, tiles: str) -> FuLine:
    return FuLine(rule.id, rule.names, fu, tiles, rule.fu.span.place)


class _Kinds(dict[tuple[int, int], tuple[int, ...]]):
    """The kinds of a group."""

    def __missing__(self, group: tuple[int, int]) -> tuple[int, ...]:
        low, what = group
        kinds = self[group] = (low, low + 1, low + 2) if what == SEQUENCE else (low,) * SIZE[what]
        return kinds


_KINDS = _Kinds()


class _PlainGroups(dict[tuple[int, int], ReadGroup]):
    """Groups without marks as they are shown, by lowest kind and kind of group."""

    def __init__(self, *, winning: bool) -> None:
        super().__init__()
        self._winning = winning

    def __missing__(self, group: tuple[int, int]) -> ReadGroup:
        text = tiles_text([make_tile(kind) for kind in _KINDS[group]])
        found = self[group] = ReadGroup(GROUP_WORDS[group[1]], text, winning=self._winning)
        return found
