"""Every complete closed hand with every tile it can be won by against a scorer with fixed rules.

    python tests/benchmarks/every_hand.py --state compared.jsonl [--jobs 2] [--every-suit]

Needs numpy and `mahjong` (2.1.0 was compared), and this checkout on `PYTHONPATH`. Both score by equal options: single
yakuman, no red tiles, the winner South in the East round, by ron and by self-draw. Each part of the hands leaves a line
in the file of `--state`, so that a run that was stopped goes on; at the end every kind of difference is shown.

Of hands that differ only in which suit is which one is compared, unless `--every-suit` is said; all green, which
names a suit, is compared in every suit.
"""

from __future__ import annotations

import argparse
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import Progress

from yakulang import load_ruleset
from yakulang.engine.columns.complete import CompleteHands
from yakulang.engine.columns.result import NONE, STATUSES, WORD
from yakulang.notation.tile_text import tiles_text
from yakulang.tiles import make_tile

PART = 1 << 13  # hands
SHOWN = 5  # differences of a kind and a part
GREEN = np.array([19, 20, 21, 23, 25, 32])
NAMES = {  # as the other scorer has them, where a closed hand without melds can hold it
    "menzen_tsumo": "Menzen Tsumo",
    "pinfu": "Pinfu",
    "tanyao": "Tanyao",
    "iipeikou": "Iipeiko",
    "yakuhai_haku": "Yakuhai (haku)",
    "yakuhai_hatsu": "Yakuhai (hatsu)",
    "yakuhai_chun": "Yakuhai (chun)",
    "seat_wind": "Yakuhai (seat wind south)",
    "round_wind": "Yakuhai (round wind east)",
    "chiitoitsu": "Chiitoitsu",
    "ittsuu": "Ittsu",
    "sanshoku_doujun": "Sanshoku Doujun",
    "sanshoku_doukou": "Sanshoku Doukou",
    "toitoi": "Toitoi",
    "sanankou": "San Ankou",
    "chanta": "Chantai",
    "honroutou": "Honroutou",
    "shousangen": "Shou Sangen",
    "junchan": "Junchan",
    "honitsu": "Honitsu",
    "ryanpeikou": "Ryanpeikou",
    "chinitsu": "Chinitsu",
    "daisangen": "Daisangen",
    "suuankou": "Suu Ankou",
    "suuankou_tanki": "Suu Ankou Tanki",
    "tsuuiisou": "Tsuu Iisou",
    "ryuuiisou": "Ryuuiisou",
    "chinroutou": "Chinroutou",
    "chuuren": "Chuuren Poutou",
    "junsei_chuuren": "Daburu Chuuren Poutou",
    "kokushi": "Kokushi Musou",
    "kokushi13": "Kokushi Musou Juusanmen Matchi",
    "shousuushii": "Shousuushii",
    "daisuushii": "Dai Suushii",
}


@cache
def ours() -> tuple[Any, CompleteHands]:
    ruleset = load_ruleset("riichi")
    return ruleset, CompleteHands(ruleset.rulebook)


@cache
def theirs() -> tuple[Any, dict[bool, Any]]:
    from mahjong.constants import EAST, SOUTH
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules

    options = OptionalRules(has_double_yakuman=False, has_open_tanyao=True)
    config = {
        tsumo: HandConfig(is_tsumo=tsumo, player_wind=SOUTH, round_wind=EAST, options=options)
        for tsumo in (False, True)
    }
    return HandCalculator(), config


def chosen(counts: np.ndarray) -> np.ndarray:
    """Return which hands stand for all that become them by exchanging suits, and the green ones."""
    weights = 5 ** np.arange(9, dtype=np.int64)
    man, pin, sou = (counts[:, first : first + 9].astype(np.int64) @ weights for first in (0, 9, 18))
    green = counts[:, GREEN].sum(axis=1) == counts.sum(axis=1)
    found: np.ndarray = ((man >= pin) & (pin >= sou)) | green
    return found


def compare(part: int, *, every_suit: bool) -> dict[str, Any]:
    """Compare one part of the hands."""
    ruleset, hands = ours()
    calculator, configs = theirs()
    names = [NAMES.get(rule.id, rule.id) for rule in ruleset.rulebook.yaku]
    start, end = part * PART, min((part + 1) * PART, len(hands))
    rows, differ, shown = 0, {}, []
    for tsumo in (False, True):
        columns = hands.won(start, end, tsumo=tsumo, seat=1)
        rulings = ruleset.score_columns(columns)
        wanted = np.arange(len(columns)) if every_suit else np.flatnonzero(chosen(columns.counts))
        for row in wanted.tolist():
            counts = columns.counts[row].tolist()
            win = int(columns.win[row])
            tiles = [4 * kind + copy for kind, count in enumerate(counts) for copy in range(count)]
            answer = calculator.estimate_hand_value(tiles, 4 * win, config=configs[tsumo])
            rows += 1
            here = _ours(rulings, row, names)
            there = _theirs(answer)
            if here != there:
                fields = ", ".join(name for name, a, b in zip(FIELDS, here, there, strict=True) if a != b)
                differ[fields] = differ.get(fields, 0) + 1
                if differ[fields] <= SHOWN:
                    shown.append([_hand(counts, win, tsumo), fields, *map(list, (here, there))])
    return {"part": part, "rows": rows, "differ": differ, "shown": shown}


FIELDS = ("status", "points", "yakuman", "han", "fu", "yaku")


def _ours(rulings: Any, row: int, names: list[str]) -> tuple[Any, ...]:
    if STATUSES[rulings.status[row]] != "ok":
        return ("none", 0, 0, 0, 0, "")
    bits = sum(int(word[row]) << WORD * place for place, word in enumerate(rulings.yaku))
    held = sorted(name for place, name in enumerate(names) if bits >> place & 1)
    yakuman, han, fu = (int(getattr(rulings, name)[row]) for name in ("yakuman", "han", "fu"))
    points = int(rulings.points[row])
    return ("ok", points, yakuman, *((0, 0) if yakuman else (han, 0 if fu == NONE else fu)), " ".join(held))


def _theirs(answer: Any) -> tuple[Any, ...]:
    if answer.error is not None:
        return ("none", 0, 0, 0, 0, "") if answer.error == "no_yaku" else (answer.error, 0, 0, 0, 0, "")
    held = sorted(yaku.name for yaku in answer.yaku)
    yakuman = sum(1 for yaku in answer.yaku if yaku.is_yakuman)
    return ("ok", answer.cost["total"], yakuman, *((0, 0) if yakuman else (answer.han, answer.fu)), " ".join(held))


def _hand(counts: list[int], win: int, tsumo: bool) -> str:
    rest = [make_tile(kind) for kind, count in enumerate(counts) for _ in range(count - (kind == win))]
    return f"{tiles_text(rest)} {'*' if tsumo else '+'}{tiles_text([make_tile(win)])}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--state", type=Path, required=True)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--every-suit", action="store_true")
    parser.add_argument("--parts", type=int, help="how many parts more; all if not said")
    options = parser.parse_args()
    lines = options.state.read_text("utf-8").splitlines() if options.state.exists() else []
    done = {json.loads(line)["part"] for line in lines}
    count = -(-len(ours()[1]) // PART)
    left = [part for part in range(count) if part not in done][: options.parts]
    with (
        ProcessPoolExecutor(options.jobs) as pool,
        options.state.open("a", encoding="utf-8") as state,
        Progress() as bar,
    ):
        task = bar.add_task("parts", total=count, completed=len(done))
        work = [pool.submit(compare, part, every_suit=options.every_suit) for part in left]
        for one in work:
            state.write(json.dumps(one.result()) + "\n")
            state.flush()
            bar.advance(task)
    return report(options.state, count)


def report(state: Path, count: int) -> int:
    """Show what was compared and every kind of difference; 1 where there is one or something is left."""
    found = [json.loads(line) for line in state.read_text("utf-8").splitlines()]
    differ: dict[str, int] = {}
    examples: dict[str, list[Any]] = {}
    for part in found:
        for fields, number in part["differ"].items():
            differ[fields] = differ.get(fields, 0) + number
        for hand, fields, here, there in part["shown"]:
            examples.setdefault(fields, []).append((hand, here, there))
    sys.stdout.write(f"{len(found)} of {count} parts, {sum(part['rows'] for part in found):,} rows compared\n")
    for fields, number in differ.items():
        sys.stdout.write(f"{fields}: {number:,}\n")
        for hand, here, there in examples[fields][:SHOWN]:
            sys.stdout.write(f"    {hand}\n        {here}\n        {there}\n")
    return int(bool(differ) or len(found) < count)


if __name__ == "__main__":
    sys.exit(main())
