"""Arrow record batches of hands read: as numbers, as text, as records."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
import pyarrow as pa

from yakulang.engine.columns.cells import CellReader, is_text, plain, refuse, wrong_type
from yakulang.engine.columns.hands import LISTS, MARKED, MOST_MELDS, NO_TILE, UNKNOWN, UNSAID, HandColumns
from yakulang.errors import Diagnostic, HandError, did_you_mean
from yakulang.hand import Hand
from yakulang.lang.vocabulary import FACTS
from yakulang.message import message
from yakulang.notation.record import KEYS
from yakulang.notation.tile_text import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from yakulang.rules.model import Rulebook

ID = "id"
RECORD, TEXT = "record", "text"
FORMS = ("counts", "tiles", TEXT, RECORD, "closed", "hand14")  # columns that say what the hands are, by one of them
SEATS = ("seat", "round", "discarder")
_NEEDED = ("win", "tsumo", "counts", "tiles")
_OWN = (
    "counts", "tiles", "win", "tsumo", *SEATS, "melds", "meld_blues", *LISTS, "blues", "honba", "deposits", "liable",
)  # fmt: skip
# what columns of numbers call otherwise than records do
SAID_IN_RECORDS = {
    "method": "tsumo", "from": "discarder", "dora": "indicators", "kandora": "kan_indicators", "ura": "ura_indicators",
    "kanura": "kan_ura_indicators", "sticks": "deposits", "nuki": "aside",
}  # fmt: skip


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

    def read(
        self, batch: pa.RecordBatch, keep: Sequence[str], problems: dict[int, Diagnostic] | None = None
    ) -> HandColumns | Written:
        """Return the hands of a batch: as columns, or where they are written as text one by one.

        Args:
            batch: the hands.
            keep: columns that are none of the hand's.
            problems: where a cell does not fit its column, what is wrong is put here under its row. The hand of that
                row is none.

        Raises:
            BatchError: the columns are not those of hands.
        """
        names = batch.schema.names
        twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
        if twice:
            _unfit(message("the column `{name}` stands twice", name=shown(twice[0])))
        missing = [name for name in keep if name not in names]
        if missing:
            near = did_you_mean(missing[0], names)
            hint = message("did you mean `{word}`?", word=near) if near else None
            text = message("there is no column `{name}` to keep", name=shown(missing[0]))
            refuse("YK620", text, hint, name="missing_column")
        rest = [name for name in names if name not in keep and name != ID]
        if not any(form in rest for form in FORMS):  # a column that says what the hands are does so if it is kept, too
            rest = [name for name in names if name in rest or name in (TEXT, RECORD)]
        if "counts" in rest or "tiles" in rest:
            return self._numbers(batch, rest, CellReader({} if problems is None else problems))
        if RECORD in rest or TEXT in rest:
            form = RECORD if RECORD in rest else TEXT
            self._only(rest, (form,), dict.fromkeys((*KEYS, *_OWN, *self._facts), form))
            texts = plain(batch.column(form))
            if not is_text(texts.type) and not pa.types.is_null(texts.type):
                wrong_type(form, message("texts"), texts.type)
            return Written(texts, _read_record_text if form == RECORD else _read_text)
        if "closed" in rest or "hand14" in rest:
            self._only(rest, KEYS, dict.fromkeys(self._facts, "flags"))
            return Written(batch.select(rest), _read_record)
        return self._no_hands(rest)

    def has_place_for(self, hand: Hand) -> bool:
        """Whether every word and fact of a hand can be a column."""
        facts = all(self._facts.get(n) == ("number" if isinstance(v, int) else "choice") for n, v in hand.facts.items())
        return facts and len(hand.melds) <= MOST_MELDS and all(self._facts.get(word) == "flag" for word in hand.flags)

    def words_of(self, hands: Iterable[Hand]) -> list[str]:
        """Return the words that some hands say, in the order of the rules."""
        said = frozenset[str]().union(*(hand.flags for hand in hands))
        return [word for word in self._facts if word in said]

    @staticmethod
    def _no_hands(names: Sequence[str]) -> NoReturn:
        hint = message("one of {names} does", names=", ".join(FORMS))
        for form in FORMS:
            if near := did_you_mean(form, names):
                hint = message("rename `{found}` to `{name}` if it is meant", found=shown(near), name=form)
                break
        refuse("YK620", message("no column says what the hands are"), hint, name="missing_column")

    @staticmethod
    def _only(names: Sequence[str], known: Sequence[str], elsewhere: Mapping[str, str]) -> None:
        """Refuse columns that are not known; `elsewhere` says where some of them are said."""
        for name in names:
            if name in known:
                continue
            hint = message("`{option}` names columns that are none of the hand's and are copied", option="keep")
            if name in elsewhere:
                hint = message("it is said in the column `{name}`", name=elsewhere[name])
            elif near := did_you_mean(name, known):
                hint = message("did you mean `{word}`?", word=near)
            _unfit(message("the column `{name}` is not known", name=shown(name)), hint)

    def _numbers(self, batch: pa.RecordBatch, names: Sequence[str], cells: CellReader) -> HandColumns:
        self._needed(names)
        if "counts" in names and "tiles" in names:
            _unfit(message("`counts` and `tiles` both say what the concealed tiles are"))
        self._only(names, (*_OWN, *self._facts), SAID_IN_RECORDS)
        column = {name: batch.column(name) for name in names}
        column = {n: c for n, c in column.items() if n in _NEEDED or not pa.types.is_null(c.type)}
        names = list(column)
        size = len(batch)
        marked = {name: cells.lists(name, column[name]) for name in MARKED if name in column}
        if "counts" in column:
            counts = cells.counts(column["counts"])
        else:
            if marked:
                name = next(iter(marked))
                _unfit(message("`tiles` say which are {name}; `{name}` has no place beside them", name=name))
            counts, marked = cells.counted(column["tiles"], size)
        seats = {name: cells.seats(name, column.get(name), size) for name in SEATS}
        seats["round"] = np.where(seats["round"] == UNKNOWN, np.uint8(0), seats["round"])
        facts: dict[str, dict[str, Any]] = {"flag": {}, "number": {}, "choice": {}}
        for name in names:
            kind = self._facts.get(name)
            if kind == "flag":
                facts[kind][name] = cells.truth(name, column[name])
            elif kind == "number":
                facts[kind][name] = cells.integers(name, column[name], np.int64, UNSAID)
            elif kind == "choice":
                facts[kind][name] = cells.choices(name, column[name])
        parts: dict[str, Any] = {name: cells.lists(name, column[name]) for name in LISTS[1:] if name in column}
        parts |= seats | marked
        if "liable" in column:
            parts["liable"] = cells.choices("liable", column["liable"])
        return HandColumns(
            counts=counts,
            win=cells.integers("win", column["win"], np.uint8, NO_TILE),
            tsumo=cells.truth("tsumo", column["tsumo"]),
            melds=cells.melds("melds", column["melds"], np.uint16) if "melds" in column else None,
            meld_blues=cells.melds("meld_blues", column["meld_blues"], np.uint8) if "meld_blues" in column else None,
            honba=cells.integers("honba", column["honba"], np.int64, 0) if "honba" in column else None,
            deposits=cells.integers("deposits", column["deposits"], np.int64, 0) if "deposits" in column else None,
            flags=facts["flag"],
            numbers=facts["number"],
            choices=facts["choice"],
            **parts,
        )

    def _needed(self, names: Sequence[str]) -> None:
        """Refuse columns of numbers without those that a hand can't do without."""
        for name in _NEEDED[:2]:
            if name in names:
                continue
            others = [other for other in names if other not in _OWN and other not in self._facts]
            meant = did_you_mean(name, others)
            hint = (
                message("rename `{found}` to `{name}` if it is meant", found=shown(meant), name=name) if meant else None
            )
            if name == "tsumo" and not meant:
                hint = message("true for a self-draw, false for a ron")
            refuse("YK620", message("the column `{name}` is missing", name=name), hint, name="missing_column")


def _unfit(text: str, hint: str | None = None) -> NoReturn:
    refuse("YK621", text, hint, name="unknown_column")


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
