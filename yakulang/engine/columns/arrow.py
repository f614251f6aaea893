"""Arrow record batches of hands made, and record batches of rulings given for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from yakulang.engine.called import in_words
from yakulang.engine.columns.batches import ID, SEATS, BatchReader, Written
from yakulang.engine.columns.hands import LISTS, MOST_MELDS, UNKNOWN, UNSAID, Choices, HandColumns
from yakulang.engine.columns.result import NONE, NUMBERS, STATUSES, WORD, RulingColumns
from yakulang.engine.ruling import Ruling
from yakulang.engine.wellformed import malformed
from yakulang.errors import BatchError, Diagnostic, HandError
from yakulang.lang.vocabulary import WAITS
from yakulang.message import message
from yakulang.tiles import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from yakulang.engine.ruleset import Ruleset
    from yakulang.hand import Hand
    from yakulang.rules.model import Rulebook

# --- hands to a batch -------------------------------------------------------------------------------


def hands_to_batch(hands: Iterable[Hand], words: Iterable[str] | None = None) -> pa.RecordBatch:
    """Return hands as a record batch of numbers, the form that is scored fastest.

    Args:
        hands: the hands.
        words: the words of the situation that get a column; those that some hand has if not given. Name them where
            several batches must have the same columns.

    Raises:
        HandError: an object is not a hand that could be written down.
    """
    given = list(hands)
    for hand in given:
        if problems := malformed(hand):
            raise HandError(problems)
    return batch_of(HandColumns.of(given, words))


def batch_of(hands: HandColumns) -> pa.RecordBatch:
    """Return columns of hands as a record batch; numbers are not copied."""
    columns: dict[str, Any] = {
        "counts": pa.FixedSizeListArray.from_arrays(pa.array(hands.counts.reshape(-1)), KINDS),
        "win": pa.array(hands.win),
        "tsumo": pa.array(hands.tsumo),
    }
    for name in SEATS:
        seats = getattr(hands, name)
        columns[name] = pa.array(seats, mask=seats == UNKNOWN)
    for name in ("melds", "meld_blues"):
        if getattr(hands, name) is not None:
            columns[name] = pa.FixedSizeListArray.from_arrays(pa.array(getattr(hands, name).reshape(-1)), MOST_MELDS)
    for name in (*LISTS, "blues"):
        lists = getattr(hands, name)
        if lists is not None:
            offsets = pa.array(lists.offsets.astype(np.int32))
            columns[name] = pa.ListArray.from_arrays(offsets, pa.array(lists.values))
    for name in ("honba", "deposits"):
        if getattr(hands, name) is not None:
            columns[name] = pa.array(getattr(hands, name).astype(np.uint16))
    columns |= {word: pa.array(said) for word, said in hands.flags.items()}
    columns |= {name: pa.array(numbers, mask=numbers == UNSAID) for name, numbers in hands.numbers.items()}
    choices: dict[str, Choices] = {**hands.choices, **({"liable": hands.liable} if hands.liable else {})}
    for name, choice in choices.items():
        codes = pa.array(choice.codes, mask=choice.codes < 0)
        columns[name] = pa.DictionaryArray.from_arrays(codes, pa.array(choice.values, pa.string()))
    return pa.RecordBatch.from_pydict(columns)


# --- rulings to a batch -----------------------------------------------------------------------------


class BatchScorer:
    """Scores record batches under one ruleset. It keeps the names of columns and words only."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset, self._rulebook = ruleset, ruleset.rulebook
        self._reader = BatchReader(ruleset.rulebook)
        self._words = {
            "status": pa.array(STATUSES, pa.string()),
            "limit": pa.array([limit.id for limit in ruleset.rulebook.limits], pa.string()),
            "wait": pa.array(WAITS, pa.string()),
            "shape": pa.array([shape.id for shape in ruleset.rulebook.shapes], pa.string()),
        }

    def score(self, batch: Any, keep: Sequence[str], *, yaku_ids: bool) -> Any:
        """See `Ruleset.score_batch`."""
        if isinstance(batch, pa.Table):
            parts = [self.score(part, keep, yaku_ids=yaku_ids) for part in batch.to_batches()]
            if not parts:
                empty = pa.RecordBatch.from_arrays([pa.array([], f.type) for f in batch.schema], schema=batch.schema)
                parts = [self.score(empty, keep, yaku_ids=yaku_ids)]
            return pa.Table.from_batches(parts)
        if not isinstance(batch, pa.RecordBatch):
            raise TypeError(f"score_batch takes a record batch or a table of Arrow, not {type(batch).__name__}")
        problems: dict[int, Diagnostic] = {}
        hands = self._reader.read(batch, keep, problems)
        if isinstance(hands, Written):
            _whole(batch)
        rulings = self._ruleset.score_columns(hands) if isinstance(hands, HandColumns) else self._written(hands)
        for row, problem in problems.items():
            rulings.put(row, Ruling("invalid", self._rulebook.id, None, errors=(problem,)), self._rulebook)
        kept = {name: batch.column(name) for name in batch.schema.names if name in keep or name == ID}
        columns = self._columns(rulings, yaku_ids=yaku_ids)
        if twice := kept.keys() & columns.keys():
            name = min(twice)
            text = message("the column `{name}` can't be kept, as the result has one of that name", name=name)
            raise BatchError([Diagnostic("YK621", text, name="unknown_column")])
        columns = kept | columns
        return pa.RecordBatch.from_arrays(list(columns.values()), names=list(columns))

    def check(self, batch: pa.RecordBatch, keep: Sequence[str]) -> None:
        """Refuse a batch whose columns are not those of hands.

        Raises:
            BatchError: the columns are not those of hands.
        """
        self._reader.read(batch, keep)

    def problems(self, batch: pa.RecordBatch, row: int, keep: Sequence[str] = ()) -> tuple[Diagnostic, ...]:
        """Return what is wrong with the hand of one row."""
        problems: dict[int, Diagnostic] = {}
        hands = self._reader.read(batch.slice(row, 1), keep, problems)
        if problems:
            return tuple(problems.values())
        hand = hands.hand(0) if isinstance(hands, HandColumns) else hands.part(0, 1)[0]
        return (hand,) if isinstance(hand, Diagnostic) else self._ruleset.score(hand).errors

    def _written(self, hands: Written) -> RulingColumns:
        """Return the rulings on hands that were written as text; what could not be read is invalid.

        What columns have no place for, such as words that are not known, is left to the ruleset hand by hand.
        """
        rulebook = self._rulebook
        rulings = RulingColumns.empty(rulebook, len(hands))
        for start in range(0, len(hands), _READ):
            plain: dict[int, Hand] = {}
            for row, read in enumerate(hands.part(start, _READ), start):
                if isinstance(read, Diagnostic):
                    rulings.put(row, Ruling("invalid", rulebook.id, None, errors=(read,)), rulebook)
                elif self._reader.has_place_for(hand := in_words(read, rulebook)):
                    plain[row] = hand
                else:
                    rulings.put(row, self._ruleset.score(hand), rulebook)
            columns = HandColumns.of(list(plain.values()), self._reader.words_of(plain.values()))
            rulings.fill(np.array(list(plain), np.intp), self._ruleset.score_columns(columns))
        return rulings

    def _columns(self, rulings: RulingColumns, *, yaku_ids: bool) -> dict[str, Any]:
        errors = pa.nulls(len(rulings), pa.string())
        if rulings.errors:
            errors = pa.array([rulings.errors.get(row) for row in range(len(rulings))], pa.string())
        columns: dict[str, Any] = {"status": self._said("status", rulings.status), "error": errors}
        columns |= {name: _nullable(getattr(rulings, name)) for name in NUMBERS}
        columns["limit"] = self._said("limit", rulings.limit)
        columns |= {f"yaku_{word}": pa.array(bits) for word, bits in enumerate(rulings.yaku)}
        if yaku_ids:
            columns["yaku"] = _ids(rulings.yaku, [rule.id for rule in self._rulebook.yaku])
        columns |= {f"han_{label}": pa.array(han) for label, han in rulings.dora.items()}
        seats = zip(self._rulebook.seats, rulings.deltas, strict=True)
        columns |= {f"delta_{seat}": _nullable(change) for seat, change in seats}
        if rulings.chips:
            columns["chips"] = _nullable(rulings.chips_won)
            columns |= {f"chips_{name}": pa.array(chips) for name, chips in rulings.chips.items()}
            chips = zip(self._rulebook.seats, rulings.chip_deltas, strict=True)
            columns |= {f"chip_delta_{seat}": _nullable(change) for seat, change in chips}
        columns["wait"] = self._said("wait", rulings.wait)
        columns["shape"] = self._said("shape", rulings.shape)
        return columns

    def _said(self, name: str, codes: NDArray[Any]) -> Any:
        codes = codes.astype(np.int16)
        missing = codes < 0 if codes.size and codes.min() < 0 else None
        return pa.DictionaryArray.from_arrays(pa.array(codes, mask=missing), self._words[name], safe=False)


def _whole(batch: pa.RecordBatch) -> None:
    """Refuse a batch whose texts would break off the reading of all of it; Arrow takes them as they come.

    Raises:
        BatchError: a text is not UTF-8, or the batch is damaged.
    """
    try:
        batch.validate(full=True)
    except pa.ArrowInvalid:
        text = message("a column of the batch is damaged, or its texts are not UTF-8")
        raise BatchError([Diagnostic("YK622", text, name="wrong_column")]) from None


_READ = 1 << 12  # hands that are read from text at a time


def _nullable(column: NDArray[np.int64]) -> Any:
    some = column.size and column.min() == NONE  # no number is less
    return pa.array(column, mask=column == NONE) if some else pa.array(column)


def _ids(words: NDArray[np.uint64], ids: Sequence[str]) -> Any:
    """Return the yaku of each hand as a list of their ids, in the order of the rulebook."""
    bits = np.unpackbits(np.ascontiguousarray(words.T).view(np.uint8), axis=1, bitorder="little")
    rows, places = np.nonzero(bits)
    offsets = np.zeros(words.shape[1] + 1, np.int32)
    np.cumsum(np.bincount(rows, minlength=words.shape[1]), out=offsets[1:])
    values = pa.DictionaryArray.from_arrays(pa.array(places.astype(np.int16)), pa.array(ids, pa.string()))
    return pa.ListArray.from_arrays(pa.array(offsets), values)


def yaku_of(rulebook: Rulebook) -> dict[str, tuple[str, int]]:
    """Return for each yaku the column and the bit that says whether it is awarded."""
    return {rule.id: (f"yaku_{place // WORD}", place % WORD) for place, rule in enumerate(rulebook.yaku)}
