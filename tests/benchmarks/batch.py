"""Batches of hands against a scorer with fixed rules, in one process, in turns.

    OPENBLAS_NUM_THREADS=1 python tests/benchmarks/batch.py [--rounds 7] [--largest 7]

Needs numpy, pyarrow and `riichienv` (0.4.11 was measured), the recorded hands beside the checkout, and this checkout
on `PYTHONPATH`. Everybody gets objects that are ready; the clock is processor time of this process, the best round
counts. Hands are distinct: recorded wins, and for larger batches the same with suits and dragons exchanged and ranks
mirrored; no ruling is kept between rounds.
"""

from __future__ import annotations

import argparse
import platform
from functools import partial
from itertools import permutations
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any

import numpy as np
from recorded_wins import recorded

from yakulang import Hand, load_ruleset
from yakulang.engine.columns.arrow import batch_of
from yakulang.engine.columns.hands import HandColumns, Lists
from yakulang.tiles import RED, kind_of, mark_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pyarrow as pa

SIZE = 1 << 16  # hands a record batch


# --- the other scorer -----------------------------------------------------------------------------


def peer(hands: list[Hand]) -> list[tuple[Any, ...]]:
    """Return for each hand the evaluator of the peer and the arguments of its `calc`."""
    from riichienv import _riichienv as raw

    types = {"chii": "Chi", "pon": "Pon", "open_kan": "Daiminkan", "added_kan": "Kakan", "closed_kan": "Ankan"}
    winds = [raw.Wind.East, raw.Wind.South, raw.Wind.West, raw.Wind.North]
    found = []
    for hand in hands:
        used: dict[int, int] = {}

        def number(tile: int, used: dict[int, int] = used) -> int:
            kind = kind_of(tile)
            if kind in (4, 13, 22):
                if mark_of(tile) == RED:
                    return 4 * kind
                used.setdefault(kind, 1)
            used[kind] = used.get(kind, 0) + 1
            return 4 * kind + (used[kind] - 1) % 4

        win = number(hand.win)
        tiles = sorted([*map(number, hand.closed), win])
        melds = [
            raw.Meld(getattr(raw.MeldType, types[m.type]), sorted(map(number, m.tiles)), m.is_called)
            for m in hand.melds
        ]
        flags = hand.flags
        conditions = raw.Conditions(
            tsumo=hand.method == "tsumo",
            riichi=bool(flags & {"riichi", "double_riichi"}),
            double_riichi="double_riichi" in flags,
            ippatsu="ippatsu" in flags,
            haitei="haitei" in flags,
            houtei="houtei" in flags,
            rinshan="rinshan" in flags,
            chankan="chankan" in flags,
            tsumo_first_turn=bool(flags & {"tenhou", "chiihou"}),
            player_wind=winds["ESWN".index(hand.seat or "E")],
            round_wind=winds["ESWN".index(hand.round)],
            riichi_sticks=hand.deposits,
            honba=hand.honba,
        )
        dora = [*map(number, (*hand.indicators, *hand.kan_indicators))]
        ura = [*map(number, (*hand.ura_indicators, *hand.kan_ura_indicators))]
        found.append((raw.HandEvaluator(tiles, melds), win, dora, ura, conditions))
    return found


def run_peer(prepared: list[tuple[Any, ...]]) -> None:
    """Let the peer score every hand."""
    for evaluator, win, dora, ura, conditions in prepared:
        evaluator.calc(win, dora, ura, conditions)


# --- hands by the million -------------------------------------------------------------------------


def exchanges() -> list[np.ndarray]:
    """Return ways to exchange kinds that leave a hand complete: suits, dragons, ranks mirrored."""
    found = []
    for suits in permutations(range(3)):
        for dragons in permutations(range(31, 34)):
            for mirrored in (False, True):
                kinds = [9 * suit + (8 - rank if mirrored else rank) for suit in suits for rank in range(9)]
                found.append(np.array([*kinds, 27, 28, 29, 30, *dragons], np.uint8))
    return found


def exchanged(hands: HandColumns, kinds: np.ndarray) -> HandColumns:
    """Return hands with other kinds in the place of those they have."""
    mirrored = kinds[0] % 9 == 8

    def tiles(lists: Lists | None) -> Lists | None:
        if lists is None:
            return None
        return Lists(lists.offsets, kinds[lists.values & 63] | (lists.values & 64))

    counts = np.empty_like(hands.counts)
    counts[:, kinds] = hands.counts
    melds = hands.melds
    if melds is not None:
        low = (melds & 63).astype(np.uint8)
        other = kinds[low].astype(np.uint16)
        if mirrored:
            other -= np.where((melds >> 6 & 7) == 1, 2, 0).astype(np.uint16)
        reds = melds >> 9 & 7
        if mirrored:
            turned = (reds >> 2) | (reds & 2) | ((reds & 1) << 2)
            reds = np.where((melds >> 6 & 7) == 1, turned, reds)
        melds = np.where(melds > 0, (melds & np.uint16(0xF1C0)) | other | (reds << 9).astype(np.uint16), 0)
    return HandColumns(
        counts,
        kinds[hands.win & 63] | (hands.win & 64),
        hands.tsumo,
        hands.seat,
        hands.round,
        hands.discarder,
        None if melds is None else melds.astype(np.uint16),
        tiles(hands.reds),
        tiles(hands.indicators),
        tiles(hands.kan_indicators),
        tiles(hands.ura_indicators),
        tiles(hands.kan_ura_indicators),
        tiles(hands.aside),
        hands.honba,
        hands.deposits,
        hands.flags,
        hands.numbers,
        hands.choices,
    )


def batches(hands: HandColumns, count: int) -> Iterator[pa.RecordBatch]:
    """Yield record batches of `count` hands together."""
    import pyarrow as pa

    ways, tables, left, index = exchanges(), [], count, 0
    size = 0
    while left > 0:
        part = hands.part(0, min(left, len(hands)))
        tables.append(batch_of(exchanged(part, ways[index % len(ways)])))
        left -= len(part)
        size += len(part)
        index += 1
        if size >= SIZE or left <= 0:
            yield pa.concat_batches(tables)
            tables, size = [], 0


# --- measuring ------------------------------------------------------------------------------------


def timed(run: Callable[[], object]) -> float:
    """Return the processor time of a call."""
    start = process_time()
    run()
    return process_time() - start


def peak() -> float:
    """Return the most memory this process ever had, in MB."""
    status = Path("/proc/self/status")
    lines = status.read_text("utf-8").splitlines() if status.exists() else []
    return sum(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024


def interleaved(runs: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Return the best time of each, measured in turns."""
    best = dict.fromkeys(runs, float("inf"))
    for _ in range(rounds):
        for name, run in runs.items():
            best[name] = min(best[name], timed(run))
    return best


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--largest", type=int, default=6, help="the largest batch, as a power of ten")
    options = parser.parse_args()
    hands = recorded()
    columns = HandColumns.of(hands)
    ruleset = load_ruleset("tenhou")
    few = batch_of(columns)
    many = list(batches(columns, 100_000))
    flush = [h for h in hands if sum(any(k // 9 == s for k in map(kind_of, h.tiles)) for s in range(3)) == 1]
    flushes = batch_of(HandColumns.of((flush * (-(-len(hands) // len(flush))))[: len(hands)]))
    prepared = peer(hands)
    ruleset.score_batch(few)  # functions are made
    runs = {
        "peer, 10,000 recorded hands": lambda: run_peer(prepared),
        "record batch, the same": lambda: ruleset.score_batch(few),
        "record batches, 100,000 hands": lambda: [ruleset.score_batch(batch) for batch in many],
        "record batch, 10,000 flushes": lambda: ruleset.score_batch(flushes),
    }
    times = interleaved(runs, options.rounds)
    print(f"Python {platform.python_version()}, numpy {np.__version__}")
    sizes = dict(zip(runs, (len(hands), len(hands), sum(map(len, many)), len(flushes)), strict=True))
    first = times["peer, 10,000 recorded hands"] / len(hands)
    for name, time in times.items():
        each = time / sizes[name]
        print(f"{name:32} {1 / each:12,.0f} hands/s  {each * 1e6:6.2f} us a hand  {first / each:5.2f} x the peer")
    for power in range(4, options.largest + 1):
        time = 0.0
        tries = {4: 20, 5: 7, 6: 3}.get(power, 2)  # a run is easily disturbed
        for batch in batches(columns, 10**power):
            time += min(timed(partial(ruleset.score_batch, batch)) for _ in range(tries))
        print(f"{10**power:>12,} hands{'':14} {10**power / time:12,.0f} hands/s  {peak():6.0f} MB at most")


if __name__ == "__main__":
    main()
