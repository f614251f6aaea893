"""Arrow record batches of hands read: as numbers, as text, as records."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from yakulang.engine.columns.hands import LISTS, MARKED, MOST_MELDS, UNKNOWN, UNSAID, Choices, HandColumns, Lists
from yakulang.errors import BatchError, Diagnostic, HandError, did_you_mean
from yakulang.hand import Hand
from yakulang.lang.vocabulary import FACTS
from yakulang.message import message
from yakulang.notation.record import KEYS
from yakulang.notation.tile_text import shown
from yakulang.tiles import KINDS, WINDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from yakulang.rules.model import Rulebook

ID = "id"
RECORD, TEXT = "record", "text"
SEATS = ("seat", "round", "discarder")
_NEEDED = ("win", "tsumo", "counts", "tiles")
_TEXTS = [pa.string(), pa.large_string(), *([pa.string_view()] if hasattr(pa, "string_view") else [])]
_OWN = (
    "counts", "tiles", "win", "tsumo", *SEATS, "melds", "meld_blues", *LISTS, "blues", "honba", "deposits", "liable",
)  # fmt: skip


class Written:
    """Hands that are written as texts or records, read some at a time.

    Args:
        column: texts, or a record batch whose rows are records.
        read: makes a hand of one.
    """

    def __init__(self, column: Any, read: Callable[[Any], Hand]) -> None:
        self._column, self._read = column, read

    def __len__(self) -> int:
        return len(self._column)

    def part(self, start: int, size: int) -> list[Hand | Diagnostic]:
        """Return some hands in a row, or what is wrong with them."""
        found: list[Hand | Diagnostic] = []
        for one in self._column.slice(start, size).to_pylist():
            try:
                found.append(self._read(one))
            except HandError as error:
                found.append(error.diagnostics[0])
        return found


class BatchReader:
    """Reads record batches as hands for one rulebook."""

    def __init__(self, rulebook: Rulebook) -> None:
        facts = {**FACTS, **rulebook.facts}
        self._facts = {name: fact.type for name, fact in facts.items() if fact.who != "D" and name not in _OWN}
        self._facts |= dict.fromkeys(rulebook.words, "flag")
        self._facts.pop("ron", None)

    def read(self, batch: pa.RecordBatch, keep: Sequence[str]) -> HandColumns | Written:
        """Return the hands of a batch: as columns, or where they are written as text one by one.

        Args:
            batch: the hands.
            keep: columns that are none of the hand's.

        Raises:
            BatchError: the columns are not those of hands.
        """
        names = batch.schema.names
        twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
        if twice:
            _fail("YK621", message("the column `{name}` stands twice", name=shown(twice[0])))
        missing = [name for name in keep if name not in names]
        if missing:
            _fail("YK620", message("there is no column `{name}` to keep", name=shown(missing[0])))
        rest = [name for name in names if name not in keep and name != ID]
        if "counts" in rest or "tiles" in rest:
            return self._numbers(batch, rest)
        if RECORD in rest or TEXT in rest:
            form = RECORD if RECORD in rest else TEXT
            self._only(rest, (form,))
            texts = batch.column(form)
            if not _is_text(texts.type) and not pa.types.is_null(texts.type):
                _wrong(form, message("texts"), texts.type)
            return Written(texts, _read_record_text if form == RECORD else _read_text)
        if "closed" in rest or "hand14" in rest:
            self._only(rest, KEYS)
            return Written(batch.select(rest), _read_record)
        ways = ", ".join(("counts", "tiles", TEXT, RECORD, "closed"))
        raise _error("YK620", message("no column says what the hands are"), message("one of {names} does", names=ways))

    def has_place_for(self, hand: Hand) -> bool:
        """Whether every word and fact of a hand can be a column."""
        facts = all(self._facts.get(n) == ("number" if isinstance(v, int) else "choice") for n, v in hand.facts.items())
        return facts and len(hand.melds) <= MOST_MELDS and all(self._facts.get(word) == "flag" for word in hand.flags)

    def words_of(self, hands: Iterable[Hand]) -> list[str]:
        """Return the words that some hands say, in the order of the rules."""
        said = frozenset[str]().union(*(hand.flags for hand in hands))
        return [word for word in self._facts if word in said]

    @staticmethod
    def _only(names: Sequence[str], known: Sequence[str]) -> None:
        for name in names:
            if name not in known:
                _unknown(name, known)

    def _numbers(self, batch: pa.RecordBatch, names: Sequence[str]) -> HandColumns:
        for name in _NEEDED[:2]:
            if name not in names:
                _fail("YK620", message("the column `{name}` is missing", name=name))
        if "counts" in names and "tiles" in names:
            _fail("YK621", message("`counts` and `tiles` both say what the concealed tiles are"))
        self._only(names, (*_OWN, *self._facts))
        column = {name: batch.column(name) for name in names}
        column = {n: c for n, c in column.items() if n in _NEEDED or not pa.types.is_null(c.type)}
        names = list(column)
        size = len(batch)
        marked = {name: _lists(name, column[name]) for name in MARKED if name in column}
        if "counts" in column:
            counts = _counts(column["counts"])
        else:
            if marked:
                name = next(iter(marked))
                _fail("YK621", message("`tiles` say which are {name}; `{name}` has no place beside them", name=name))
            counts, marked = _counted(_lists("tiles", column["tiles"]), size)
        seats = {name: _seats(name, column.get(name), size) for name in SEATS}
        if ("round" in column and column["round"].null_count) or "round" not in column:
            seats["round"] = np.where(seats["round"] == UNKNOWN, 0, seats["round"]).astype(np.uint8)
        facts: dict[str, dict[str, Any]] = {"flag": {}, "number": {}, "choice": {}}
        for name in names:
            kind = self._facts.get(name)
            if kind == "flag":
                facts[kind][name] = _truth(name, column[name])
            elif kind == "number":
                facts[kind][name] = _integers(name, column[name], np.int64, UNSAID)
            elif kind == "choice":
                facts[kind][name] = _choices(name, column[name])
        parts: dict[str, Any] = {name: _lists(name, column[name]) for name in LISTS[1:] if name in column}
        parts |= seats | marked
        if "liable" in column:
            parts["liable"] = _choices("liable", column["liable"])
        return HandColumns(
            counts=counts,
            win=_integers("win", column["win"], np.uint8, UNKNOWN),
            tsumo=_truth("tsumo", column["tsumo"]),
            melds=_melds("melds", column["melds"], np.uint16) if "melds" in column else None,
            meld_blues=_melds("meld_blues", column["meld_blues"], np.uint8) if "meld_blues" in column else None,
            honba=_integers("honba", column["honba"], np.int64, 0) if "honba" in column else None,
            deposits=_integers("deposits", column["deposits"], np.int64, 0) if "deposits" in column else None,
            flags=facts["flag"],
            numbers=facts["number"],
            choices=facts["choice"],
            **parts,
        )


_ERRORS = {"YK620": "missing_column", "YK621": "unknown_column", "YK622": "wrong_column"}


def _error(code: str, text: str, hint: str | None = None) -> BatchError:
    return BatchError([Diagnostic(code, text, hint=hint, name=_ERRORS[code])])


def _fail(code: str, text: str, hint: str | None = None) -> NoReturn:
    raise _error(code, text, hint)


def _wrong(name: str, wanted: str, found: object) -> NoReturn:
    _fail("YK622", message("the column `{name}` holds {wanted}, not {found}", name=name, wanted=wanted, found=found))


def _unknown(name: str, known: Sequence[str]) -> NoReturn:
    near = did_you_mean(name, known)
    hint = message("`{option}` names columns that are none of the hand's and are copied", option="keep")
    if near:
        hint = message("did you mean `{word}`?", word=near)
    _fail("YK621", message("the column `{name}` is not known", name=shown(name)), hint)


def _read_text(text: str | None) -> Hand:
    return Hand.parse(text or "")


def _read_record_text(text: str | None) -> Hand:
    try:
        record = json.loads(text or "null")
    except (ValueError, RecursionError):
        raise HandError([Diagnostic("YK603", message("the text is not JSON"), name="not_json")]) from None
    return Hand.from_record(record)


def _read_record(row: Any) -> Hand:
    return Hand.from_record(_without_nulls(row))


def _without_nulls(value: Any) -> Any:
    """A column of a record is null where the record says nothing."""
    if isinstance(value, dict):
        return {name: _without_nulls(one) for name, one in value.items() if one is not None}
    return [_without_nulls(one) for one in value] if isinstance(value, list) else value


def _values(column: Any) -> tuple[NDArray[Any], NDArray[np.bool_] | None]:
    """Return the numbers of a column without a copy, and where there are some; None where there are everywhere."""
    known, data = column.buffers()
    size, start = len(column), column.offset
    if not size:
        return np.zeros(0, column.type.to_pandas_dtype()), None
    valid = _bits(known, start, size) if column.null_count else None
    if column.type == pa.bool_():
        return _bits(data, start, size), valid
    dtype = np.dtype(column.type.to_pandas_dtype())
    return np.frombuffer(data, dtype, size, start * dtype.itemsize), valid


def _bits(buffer: Any, start: int, size: int) -> NDArray[np.bool_]:
    whole = np.frombuffer(buffer, np.uint8, (start + size + 7) // 8 - start // 8, start // 8)
    first = start % 8
    return np.unpackbits(whole, bitorder="little")[first : first + size].view(np.bool_)


def _integers(name: str, column: Any, wanted: Any, null: int) -> NDArray[Any]:
    if not pa.types.is_integer(column.type):
        _wrong(name, message("whole numbers"), column.type)
    values, valid = _values(column)
    dtype = np.dtype(wanted)
    if values.dtype != dtype and not np.can_cast(values.dtype, dtype) and values.size:
        given = values if valid is None else values[valid]
        most = np.iinfo(dtype)
        if given.size and not (most.min <= int(given.min()) and int(given.max()) <= most.max):
            _wrong(name, message("numbers that fit {type}", type=dtype), message("larger or smaller ones"))
    found = values.astype(dtype, copy=False)
    return found if valid is None else np.where(valid, found, dtype.type(null))


def _truth(name: str, column: Any) -> NDArray[np.bool_]:
    if column.type != pa.bool_():
        _wrong(name, message("truth values"), column.type)
    values, valid = _values(column)
    return values if valid is None else values & valid


def _seats(name: str, column: Any, size: int) -> NDArray[np.uint8]:
    if column is None:
        return np.full(size, UNKNOWN, np.uint8)
    if pa.types.is_integer(column.type):
        return _integers(name, column, np.uint8, UNKNOWN)
    choice = _choices(name, column)
    wrong = [value for value in choice.values if value not in WINDS or len(value) != 1]
    if wrong:
        _wrong(name, message("E S W N, or 0 to 3"), repr(wrong[0][:20]))
    codes = np.array([*(WINDS.index(value) for value in choice.values), UNKNOWN], np.uint8)
    return codes[choice.codes]


def _choices(name: str, column: Any) -> Choices:
    if _is_text(column.type):
        column = column.cast(pa.string()).dictionary_encode()
    if not pa.types.is_dictionary(column.type) or not _is_text(column.type.value_type):
        _wrong(name, message("texts"), column.type)
    values = tuple(value or "" for value in column.dictionary.to_pylist())
    return Choices(_integers(name, column.indices, np.int32, -1), values)


def _is_text(kind: Any) -> bool:
    return kind in _TEXTS


def _is_list(kind: Any) -> bool:
    one = pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind)
    return one and bool(pa.types.is_integer(kind.value_type))


def _lists(name: str, column: Any, wanted: Any = np.uint8) -> Lists:
    """Return a column of lists; a list that is null is empty."""
    kind = column.type
    if not _is_list(kind):
        _wrong(name, message("lists of numbers"), kind)
    if column.null_count:
        column = pc.coalesce(column.cast(pa.list_(kind.value_type)), pa.scalar([], pa.list_(kind.value_type)))
    elif not pa.types.is_list(kind):
        column = column.cast(pa.list_(kind.value_type))
    size = len(column)
    if not size:
        return Lists(np.zeros(1, np.int64), np.zeros(0, wanted))
    offsets = np.frombuffer(column.buffers()[1], np.int32, size + 1, 4 * column.offset).astype(np.int64)
    inner = column.values.slice(int(offsets[0]), int(offsets[-1] - offsets[0]))
    if inner.null_count:
        _wrong(name, message("numbers"), message("null in a list"))
    offsets -= offsets[0]
    return Lists(offsets, _integers(name, inner, wanted, 0))


def _counts(column: Any) -> NDArray[np.uint8]:
    if pa.types.is_fixed_size_list(column.type) and column.type.list_size == KINDS and not column.null_count:
        flat = column.flatten()
        if flat.type == pa.uint8() and not flat.null_count:
            found: NDArray[np.uint8] = flat.to_numpy().reshape(-1, KINDS)
            return found
    lists = _lists("counts", column)
    lengths = np.diff(lists.offsets)
    if ((lengths != KINDS) & (lengths != 0)).any():
        _wrong("counts", message("{n} numbers a hand", n=KINDS), int(lengths[(lengths != KINDS) & (lengths != 0)][0]))
    counts = np.zeros((len(lengths), KINDS), np.uint8)
    counts[lengths == KINDS] = lists.values.reshape(-1, KINDS)
    return counts


def _counted(tiles: Lists, size: int) -> tuple[NDArray[np.uint8], dict[str, Lists]]:
    """Return counts and marked kinds of lists of tiles; a hand with a number that is no tile has no tiles."""
    kinds, marks = tiles.values & 63, tiles.values >> 6
    rows = np.repeat(np.arange(size), np.diff(tiles.offsets))
    good = (kinds < KINDS) & (marks <= len(MARKED))
    counts = np.zeros((size, KINDS), np.uint8)
    np.add.at(counts.reshape(-1), rows[good] * KINDS + kinds[good], np.uint8(1))
    counts[rows[~good]] = 0
    marked = {}
    for name, mark in MARKED.items():
        those = good & (marks == mark)
        if those.any():
            offsets = np.zeros(size + 1, np.int64)
            np.cumsum(np.bincount(rows[those], minlength=size), out=offsets[1:])
            marked[name] = Lists(offsets, kinds[those].astype(np.uint8))
    return counts, marked


def _melds(name: str, column: Any, wanted: Any) -> NDArray[Any]:
    """Return a column of four numbers a hand, one a meld."""
    if pa.types.is_fixed_size_list(column.type) and column.type.list_size == MOST_MELDS and not column.null_count:
        flat = column.flatten()
        if flat.type == pa.from_numpy_dtype(wanted) and not flat.null_count:
            found: NDArray[Any] = flat.to_numpy().reshape(-1, MOST_MELDS)
            return found
    lists = _lists(name, column, wanted)
    lengths = np.diff(lists.offsets)
    melds = np.zeros((len(lengths), MOST_MELDS), lists.values.dtype)
    rows = np.repeat(np.arange(len(lengths)), lengths)
    places = np.arange(len(rows)) - lists.offsets[rows]
    fits = places < MOST_MELDS
    melds[rows[fits], places[fits]] = lists.values[fits]
    melds[lengths > MOST_MELDS] = np.iinfo(melds.dtype).max  # no meld has this number
    return melds
