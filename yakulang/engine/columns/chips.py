"""Chips in columns: counted of the readings that count, then told by thing and by seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from yakulang.engine.columns.hands import UNKNOWN
from yakulang.engine.columns.kinds import SELDOM, SHAPE, TRIPLETS, grouped
from yakulang.engine.columns.result import NONE
from yakulang.engine.columns.values import Columns, bit_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulang.engine.columns.readings import Readings
    from yakulang.engine.columns.work import Work

    Rows = NDArray[np.intp] | slice


def put_chips(work: Work, readings: Readings, at: NDArray[np.intp], rows: Rows, to: Rows) -> None:
    """Put what some hands are paid in chips into the result. Hands of which columns can't tell are for the judge.

    Args:
        work: the chunk; yakuman stand in its result already.
        readings: of its hands.
        at: the reading of each hand that counts.
        rows: the hands.
        to: where their rulings stand.
    """
    rules, out = work.rules, work.out
    if not rules.chips:
        out.chips_won[to] = 0
        return
    hands = np.arange(work.size)[rows]
    counts = _counts(work, readings, at, hands, out.yakuman[to])
    tsumo, seat, discarder = (column[rows] for column in (work.hands.tsumo, work.hands.seat, work.hands.discarder))
    paid = np.zeros(len(hands), np.int64)
    for rule, count in zip(rules.chips, counts, strict=True):
        chips = count * np.where(tsumo, rule.tsumo_each.value, rule.ron.value)
        out.chips[rule.id][to] = chips
        paid += chips
    won = np.where(tsumo, paid * (len(rules.seats) - 1), paid)
    out.chips_won[to] = won
    unknown = ~tsumo & (discarder == UNKNOWN)
    for place, column in enumerate(out.chip_deltas):
        change = np.where(seat == place, won, np.where(tsumo | (discarder == place), -paid, 0))
        column[to] = np.where(unknown, NONE, change)


def _counts(
    work: Work, readings: Readings, at: NDArray[np.intp], hands: NDArray[np.intp], yakuman: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return how much there is of each thing that chips are paid for, a row a thing."""
    program, values = work.program, work.values
    found = np.zeros((len(work.rules.chips), len(hands)), np.int64)
    wait = program.lower.choices["wait"][0]
    kinds = work.kinds.take(hands) + readings.shape.take(at) * np.int16(SHAPE)
    for bits, those in grouped(kinds):
        code = work.scorer.chip_code(bits | TRIPLETS | SELDOM, work.unsaid)
        if code is None:
            work.judge[hands[those]] = True
            continue
        chosen, owner = at[those], hands[those]
        some = readings.ordered(chosen)
        held, awarded = ([word.take(chosen) for word in words] for words in (values.held, values.awarded))
        awarded = awarded[program.words :]  # with the yaku that count for nothing

        def register(name: str) -> NDArray[np.generic]:
            if name.startswith("yaku_"):
                return bit_of(held, int(name[5:]))  # noqa: B023  asked before the next round
            if name.startswith("awarded_"):
                return bit_of(awarded, int(name[8:]))  # noqa: B023
            if name == wait:
                return some.wait  # noqa: B023
            if name.startswith(("sequence_held", "sequence_won", "triplet_held", "triplet_won", "pair_")):
                return some.lane(name, slice(None))  # noqa: B023
            return work.chunk.register(name).take(owner)  # noqa: B023

        columns = Columns(register, work.scorer.rooms.columns)
        columns["yakuman"] = yakuman[those]
        for row, flat, counted in zip(found, code.flat, code.ask(columns, len(those)), strict=True):
            row[those] = flat if counted is None else counted
    return found
