"""The registers of a chunk of hands: masks and numbers, made when a condition first asks for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from yakulang.engine.columns.hands import FEEDER_SHIFT, KIND_MASK, MELD_TYPES, REDS_SHIFT, TYPE_SHIFT
from yakulang.engine.words import LISTS, MELD_CELLS
from yakulang.tiles import KINDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from yakulang.engine.columns.hands import HandColumns, Lists
    from yakulang.engine.columns.rooms import Rooms

    Masks = NDArray[np.int64]
    Matrix = NDArray[np.uint8]

WIDTH = 64  # columns of a matrix of tiles, so that a row of bits is one number
INDICATORS = ("indicators", "kan_indicators", "ura_indicators", "kan_ura_indicators")
MOST_COPIES = 4
_CHII, _CLOSED_KAN = 1, 5
_LOW = np.array([1 << kind if kind < KINDS else 0 for kind in range(WIDTH)], np.int64)


def _meld_sizes() -> NDArray[np.uint8]:
    """Return for each number of a meld how many tiles of one kind it has; 1 for a chii; 0 for one that is wrong."""
    sizes = np.zeros(1 << 16, np.uint8)
    for number in range(1 << FEEDER_SHIFT):
        low, what, reds = number & KIND_MASK, number >> TYPE_SHIFT & 7, number >> REDS_SHIFT & 7
        if what == _CHII and low < 27 and low % 9 < 7:
            size = 1
        elif 1 < what <= len(MELD_TYPES) and low < KINDS and reds <= (3 if what == 2 else 4):
            size = 3 if what == 2 else 4
        else:
            continue
        for feeder in range(1 if what == _CLOSED_KAN else 5):
            sizes[number | feeder << FEEDER_SHIFT] = size
    return sizes


_SIZES = _meld_sizes()


class Melds(NamedTuple):
    """All melds of some hands, those of one hand in order: the hand each is of, its number and the parts of that.

    `sizes` are how many tiles of one kind a meld has, 1 for a chii.
    """

    rows: NDArray[np.intp]
    numbers: NDArray[np.uint16]
    types: NDArray[np.uint8]
    lows: NDArray[np.uint8]
    sizes: NDArray[np.uint8]

    def some(self, those: NDArray[np.intp]) -> Melds:
        """Return some of the melds."""
        rows, numbers, types, lows, sizes = self
        return Melds(rows.take(those), numbers.take(those), types.take(those), lows.take(those), sizes.take(those))

    def put(self, counts: Matrix) -> None:
        """Add the tiles of the melds to the counts of their hands."""
        flat, at = counts.ravel(), self.rows * WIDTH + self.lows
        np.add.at(flat, at, self.sizes)
        chii = at[self.types == _CHII]
        for place in (1, 2):
            np.add.at(flat, chii + place, np.uint8(1))

    def put_reds(self, counts: Matrix) -> list[NDArray[np.intp]]:
        """Add the red tiles of the melds to counts; return the places to which some were added."""
        flat, at, reds = counts.ravel(), self.rows * WIDTH + self.lows, self.numbers >> REDS_SHIFT & 7
        chii = self.types == _CHII
        np.add.at(flat, at, np.where(chii, reds & 1, reds).astype(np.uint8))
        places = [at]
        for place in (1, 2):
            there = at[chii & (reds >> place & 1 > 0)] + place
            np.add.at(flat, there, np.uint8(1))
            places.append(there)
        return places

    def red(self) -> Melds:
        """Return the melds with red tiles."""
        return self.some(np.flatnonzero((self.numbers & (7 << REDS_SHIFT)) != 0))


class Chunk:
    """What is known of some hands.

    Attributes:
        hands: the hands. size: how many.
        everything: counts of all tiles of the hand, 64 columns.
        held_kinds: masks of the concealed kinds. win_held: concealed copies of the winning kind.
        melds: all melds, None where nobody has one. rooms: arrays to work in.
        bad: hands that are no hands at all, or need a closer look.
        meld_count, closed, last_meld, has_added, has_aside: of each hand; `last_meld` is the type of the last one.
    """

    def __init__(self, hands: HandColumns, rooms: Rooms) -> None:
        self.hands, self.size, self.rooms = hands, len(hands), rooms
        self.win_kind = hands.win & KIND_MASK
        self.everything = rooms.take("tiles", np.uint8, self.size, WIDTH)  # columns without tiles stay 0
        self.everything[:, :KINDS] = hands.counts
        self.held_kinds = planes(self.everything, 1, rooms)
        self.bad = (self.win_kind >= KINDS) | (hands.win >= 2 * WIDTH)
        self.win_at = np.arange(0, self.size * WIDTH, WIDTH) + self.win_kind
        self.win_held = self.everything.ravel().take(self.win_at)
        self.bad |= self.win_held == 0
        if self.size and int(hands.counts.max()) > MOST_COPIES:
            self.bad |= hands.counts.max(axis=1) > MOST_COPIES
        self.closed = np.ones(self.size, np.bool_)
        self.meld_count = np.zeros(self.size, np.uint8)
        self.meld_triplets = np.zeros(self.size, np.bool_)
        self.last_meld = np.zeros(self.size, np.uint8)
        self.has_added: NDArray[np.bool_] | None = None
        self.has_aside: NDArray[np.bool_] | None = None
        if hands.aside is not None and len(hands.aside.values):
            self.has_aside = np.diff(hands.aside.offsets) > 0
        self.melds: Melds | None = None
        self.known: dict[str, Any] = {}
        self.red_melds: list[NDArray[np.intp]] = []
        self.makers: dict[str, Callable[[], NDArray[Any]]] = {}
        if hands.melds is not None:
            self._read_melds(hands.melds)
        if self.melds is None:
            self.known["tile_1"] = self.held_kinds
        self._leave_to_the_judge(hands)

    def _leave_to_the_judge(self, hands: HandColumns) -> None:
        """Mark hands with tiles that bear other marks than red, and those of which it is said who is liable."""
        if hands.liable is not None:
            self.bad |= hands.liable.codes >= 0
        if hands.blues is not None:
            self.bad |= np.diff(hands.blues.offsets) > 0
        if hands.meld_blues is not None:
            self.bad |= hands.meld_blues.any(axis=1)

    def _read_melds(self, columns: NDArray[np.uint16]) -> None:
        flat = np.ascontiguousarray(columns).ravel()
        at = np.flatnonzero(flat != 0)
        if not at.size:
            return
        rows, numbers = at // columns.shape[1], flat.take(at)
        sizes = _SIZES.take(numbers)
        types, lows = (numbers >> TYPE_SHIFT & 7).astype(np.uint8), (numbers & KIND_MASK).astype(np.uint8)
        if not sizes.all():
            wrong = sizes == 0
            self.bad[rows[wrong]] = True
            types[wrong], lows[wrong], sizes[wrong] = _CHII, 0, 1  # so that nothing is looked up or written elsewhere
        self.melds = melds = Melds(rows, numbers, types, lows, sizes)
        melds.put(self.everything)
        self.meld_count = np.bincount(rows, minlength=self.size).astype(np.uint8)
        self.closed[rows[types != _CLOSED_KAN]] = False
        self.meld_triplets[rows[types != _CHII]] = True
        self.last_meld[rows] = types  # of those of one hand the last one stays
        added = rows[types == _ADDED_KAN]
        if added.size:
            self.has_added = np.zeros(self.size, np.bool_)
            self.has_added[added] = True

    def sizes(self, name: str) -> NDArray[np.int64]:
        """Return how many values the list of each hand has."""
        found = self.known.get(name + " sizes")
        if found is None:
            found = self.known[name + " sizes"] = np.diff(getattr(self.hands, name).offsets)
        sizes: NDArray[np.int64] = found
        return sizes

    def rows(self, name: str) -> NDArray[np.intp]:
        """Return for each value of a list that there is the hand it belongs to."""
        found = self.known.get(name + " rows")
        if found is None:
            sizes = self.sizes(name)
            one = sizes.size and int(sizes.max()) <= 1
            found = np.flatnonzero(sizes != 0) if one else np.repeat(np.arange(sizes.size), sizes)
            self.known[name + " rows"] = found
        rows: NDArray[np.intp] = found
        return rows

    # --- registers ------------------------------------------------------------------------------

    def register(self, name: str) -> NDArray[Any]:
        """Return a register of the hands."""
        found = self.known.get(name)
        if found is None:
            if name in self.makers:
                self.known[name] = self.makers[name]()
            else:
                self._make(name)
            found = self.known[name]
        column: NDArray[Any] = found
        return column

    def _make(self, name: str) -> None:
        known, hands = self.known, self.hands
        if name == "seat_bit":
            known[name] = _LOW.take(27 + (hands.seat & 3))
        elif name == "round_bit":
            known[name] = _LOW.take(27 + (hands.round & 3))
        elif name == "tile_won_1":
            known[name] = _LOW.take(self.win_kind)
        elif name.endswith("_count"):
            given = getattr(hands, name[:-6]) is not None
            known[name] = self.sizes(name[:-6]).astype(np.int16) if given else np.zeros(self.size, np.int16)
        else:
            cell, number = name.rsplit("_", 1)
            if cell in _TYPE_OF:
                self._meld_planes(cell)
            else:
                known[name] = planes(self.matrix(cell), int(number), self.rooms)

    def _meld_planes(self, cell: str) -> None:
        """Make the registers of the melds of one type; only sequences can stand twice at one place."""
        if "nothing" not in self.known:
            self.known["nothing"] = np.zeros(self.size, np.int64)
        found = [self.known["nothing"]] * MOST_COPIES
        there = np.flatnonzero(self.melds.types == _TYPE_OF[cell]) if self.melds else ()
        if self.melds and len(there):
            rows, bits = self.melds.rows.take(there), _LOW.take(self.melds.lows.take(there))
            found[0] = np.zeros(self.size, np.int64)
            np.add.at(found[0], rows, bits)  # two alike make one bit less
            if cell == _SEQUENCES and int(np.bitwise_count(found[0]).sum()) != len(rows):
                twice = np.bitwise_count(found[0]) != np.bincount(rows, minlength=self.size)
                alike = twice.take(rows)
                self._counted(found, rows[alike], bits[alike])
        self.known |= {f"{cell}_{number + 1}": mask for number, mask in enumerate(found)}

    def _counted(self, found: list[Masks], rows: NDArray[np.intp], bits: Masks) -> None:
        """Put the masks of hands with sequences that stand at one place into the planes."""
        found[1:] = [np.zeros(self.size, np.int64) for _ in found[1:]]
        found[0][rows] = 0
        for row, bit in zip(rows.tolist(), bits.tolist(), strict=True):
            next(plane for plane in found if not plane[row] & bit)[row] |= bit

    def red_masks(self, others: Iterable[tuple[NDArray[np.intp], NDArray[np.uint8]]]) -> Masks:
        """Return the masks of all red tiles, those beside the hand (`others`) too; two alike make a hand bad.

        Makes the registers `held_red_1` and `tile_red_1`.
        """
        mask = np.zeros(self.size, np.int64)  # sums of bits: two alike make one bit less
        count = np.zeros(self.size, np.int64)
        if self.hands.reds is not None and len(self.hands.reds.values):
            np.add.at(mask, self.rows("reds"), _LOW[self.hands.reds.values & KIND_MASK])
            count += self.sizes("reds")
        self.known["held_red_1"] = mask
        mask = mask.copy()
        if self.melds:
            melds = self.melds.red()
            red = (melds.numbers >> REDS_SHIFT & 7).astype(np.int64)
            chii = melds.types == _CHII
            np.add.at(mask, melds.rows, np.where(chii, red, 1) << melds.lows)
            np.add.at(count, melds.rows, np.where(chii, np.bitwise_count(red), red).astype(np.int64))
        self.known["tile_red_1"] = mask
        every = mask
        for rows, kinds in others:
            every = mask.copy() if every is mask else every
            np.add.at(every, rows, _LOW[kinds])
            np.add.at(count, rows, 1)
        self.bad |= np.bitwise_count(every) != count
        return every

    def matrix(self, cell: str) -> Matrix:
        """Return the counts of the tiles of a cell: `tile`, `tile_held`, ..., a list, each also `_plain` or `_red`."""
        found = self.known.get(cell + " matrix")
        if found is None:
            found = self.known[cell + " matrix"] = self._matrix(cell)
        matrix: Matrix = found
        return matrix

    def _matrix(self, cell: str) -> Matrix:
        if cell.endswith("_plain"):
            return self.matrix(cell[:-6]) - self.matrix(f"{cell[:-6]}_red")
        if cell == "tile":
            return self.everything
        if cell == "tile_called":
            return self._called_tiles()[0]
        if cell == "tile_called_red":
            return self._called_tiles()[1]
        if cell in ("tile_won", "tile_won_red"):
            won = np.zeros((self.size, WIDTH), np.uint8)
            won.ravel()[self.win_at] = 1 if cell == "tile_won" else self.hands.win >= WIDTH
            return won
        if cell in ("tile_held", "tile_held_red"):
            mark = cell[len("tile_held") :]
            return self.matrix(f"tile{mark}") - self.matrix(f"tile_called{mark}") - self.matrix(f"tile_won{mark}")
        if cell == "tile_red":
            return self._red()
        name = cell.removesuffix("_red")
        lists: Lists | None = getattr(self.hands, "reds" if cell == "held_red" else name)
        found = np.zeros((self.size, WIDTH), np.uint8)
        if lists is not None:
            values, rows = lists.values, self.rows("reds" if cell == "held_red" else name)
            if cell not in {name, "held_red"}:
                values, rows = values[values >= WIDTH], rows[values >= WIDTH]
            np.add.at(found.ravel(), rows * WIDTH + (values & KIND_MASK), np.uint8(1))
        return found

    def _called_tiles(self) -> tuple[Matrix, Matrix]:
        """Return the counts of all tiles and of red tiles of called melds."""
        if "called" not in self.known:
            every, red = np.zeros((2, self.size, WIDTH), np.uint8)
            if self.melds:
                called = self.melds.some(np.flatnonzero(self.melds.types != _CLOSED_KAN))
                called.put(every)
                called.put_reds(red)
            self.known["called"] = every, red
        found: tuple[Matrix, Matrix] = self.known["called"]
        return found

    def _red(self) -> Matrix:
        """Return the counts of all red tiles of the hand."""
        red = self.matrix("held_red")
        self.red_melds = []
        if self.melds and (melds := self.melds.red()).rows.size:
            red = red.copy()
            self.red_melds = melds.put_reds(red)
        return red


_SEQUENCES = MELD_CELLS["chii"]
_TYPE_OF = {cell: MELD_TYPES.index(name) + 1 for name, cell in MELD_CELLS.items()}
_ADDED_KAN = MELD_TYPES.index("added_kan") + 1
assert set(INDICATORS) < set(LISTS)  # noqa: S101


def planes(matrix: Matrix, number: int, rooms: Rooms) -> Masks:
    """Return for each row of counts the mask of the kinds that have at least `number`."""
    if number > 1:
        enough = rooms.take("enough", np.bool_, *matrix.shape)
        return np.packbits(np.greater_equal(matrix, np.uint8(number), out=enough), bitorder="little").view("<i8")
    return np.packbits(matrix, bitorder="little").view("<i8")
