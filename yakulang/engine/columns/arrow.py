"""Arrow record batches of hands made, and record batches of rulings given for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from yakulang.engine.called import in_words
from yakulang.engine.columns.batches import ID, SEATS, BatchReader
from yakulang.engine.columns.hands import LISTS, MOST_MELDS, UNKNOWN, Choices, HandColumns
from yakulang.engine.columns.result import NONE, NUMBERS, STATUSES, WORD, RulingColumns
from yakulang.engine.ruling import Ruling
from yakulang.engine.wellformed import malformed
from yakulang.errors import Diagnostic, HandError
from yakulang.hand import Hand
from yakulang.lang.vocabulary import WAITS
from yakulang.tiles import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from yakulang.engine.ruleset import Ruleset
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
    columns |= {name: pa.array(numbers, mask=numbers < 0) for name, numbers in hands.numbers.items()}
    choices: dict[str, Choices] = {**hands.choices, **({"liable": hands.liable} if hands.liable else {})}
    for name, choice in choices.items():
        codes = pa.array(choice.codes, mask=choice.codes < 0)
        columns[name] = pa.DictionaryArray.from_arrays(codes, pa.array(choice.values, pa.string()))
    return pa.RecordBatch.from_pydict(columns)


# --- rulings to a batch -----------------------------------------------------------------------------


def score_batch(
    ruleset: Ruleset, batch: pa.RecordBatch, *, keep: Sequence[str] = (), yaku_ids: bool = False
) -> pa.RecordBatch:
    """See `Ruleset.score_batch`."""
    if isinstance(batch, pa.Table):
        parts = [score_batch(ruleset, part, keep=keep, yaku_ids=yaku_ids) for part in batch.to_batches()]
        if not parts:
            empty = pa.RecordBatch.from_arrays([pa.array([], f.type) for f in batch.schema], schema=batch.schema)
            parts = [score_batch(ruleset, empty, keep=keep, yaku_ids=yaku_ids)]
        return pa.Table.from_batches(parts)
    if not isinstance(batch, pa.RecordBatch):
        raise TypeError(f"score_batch takes a record batch or a table of Arrow, not {type(batch).__name__}")
    rulebook = ruleset.rulebook
    hands = BatchReader(rulebook).read(batch, keep)
    rulings = ruleset.score_columns(hands) if isinstance(hands, HandColumns) else _scored(ruleset, hands)
    kept = [name for name in batch.schema.names if name in keep or name == ID]
    columns = {name: batch.column(name) for name in kept}
    return pa.RecordBatch.from_pydict(columns | _columns(rulings, rulebook, yaku_ids=yaku_ids))


def _scored(ruleset: Ruleset, hands: Sequence[Hand | Diagnostic]) -> RulingColumns:
    """Return the rulings on hands that were written as text; what could not be read is invalid."""
    read = {row: in_words(hand, ruleset.rulebook) for row, hand in enumerate(hands) if isinstance(hand, Hand)}
    rulings = RulingColumns.empty(ruleset.rulebook, len(hands))
    rulings.fill(np.array(list(read), np.intp), ruleset.score_columns(HandColumns.of(list(read.values()))))
    for row, hand in enumerate(hands):
        if isinstance(hand, Diagnostic):
            rulings.put(row, Ruling("invalid", ruleset.id, None, errors=(hand,)), ruleset.rulebook)
    return rulings


def _columns(rulings: RulingColumns, rulebook: Rulebook, *, yaku_ids: bool) -> dict[str, Any]:
    errors = pa.nulls(len(rulings), pa.string())
    if rulings.errors:
        errors = pa.array([rulings.errors.get(row) for row in range(len(rulings))], pa.string())
    columns: dict[str, Any] = {"status": _words(rulings.status, STATUSES), "error": errors}
    columns |= {name: _nullable(getattr(rulings, name)) for name in NUMBERS}
    columns["limit"] = _words(rulings.limit, [limit.id for limit in rulebook.limits])
    columns |= {f"yaku_{word}": pa.array(bits) for word, bits in enumerate(rulings.yaku)}
    if yaku_ids:
        columns["yaku"] = _ids(rulings.yaku, [rule.id for rule in rulebook.yaku])
    columns |= {f"han_{label}": pa.array(han) for label, han in rulings.dora.items()}
    seats = zip(rulebook.seats, rulings.deltas, strict=True)
    columns |= {f"delta_{seat}": _nullable(change) for seat, change in seats}
    columns["wait"] = _words(rulings.wait, WAITS)
    columns["shape"] = _words(rulings.shape, [shape.id for shape in rulebook.shapes])
    return columns


def _nullable(column: NDArray[np.int64]) -> Any:
    missing = column == NONE
    return pa.array(column, mask=missing) if missing.any() else pa.array(column)


def _words(codes: NDArray[Any], values: Sequence[str]) -> Any:
    missing = codes < 0
    indices = pa.array(codes.astype(np.int16), mask=missing) if missing.any() else pa.array(codes.astype(np.int16))
    return pa.DictionaryArray.from_arrays(indices, pa.array(values, pa.string()))


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
