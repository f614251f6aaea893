"""Score every complete closed hand with every tile it can be won by, and count what they are.

    python -m yakulang.testing.every_hand --rules riichi --state docs/every-hand.json --page docs/every-hand.md

A run that was stopped goes on where it was. Each part of the hands leaves a digest of its counts, so that a part can be
counted again and held against a run over everything.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from yakulang.engine.columns.complete import CompleteHands
from yakulang.engine.columns.result import NONE, STATUSES, WORD
from yakulang.engine.load import load_ruleset
from yakulang.testing.every_page import page
from yakulang.version import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulang.engine.columns.result import RulingColumns
    from yakulang.engine.ruleset import Ruleset
    from yakulang.rules.model import Rulebook

PART = 1 << 16  # hands; with every winning tile some seven times as many rows
SEAT, ROUND = 1, 0  # the winner is South in the East round: no dealer, and every wind but two is a guest
METHODS = ("ron", "tsumo")
LANE = 20  # bits of a number that is packed with others
LANE_MASK = (1 << LANE) - 1


@dataclass(slots=True)
class Totals:
    """What was counted so far.

    Attributes:
        rules: the id of the ruleset.
        version: of the package.
        hands: how many sets of tiles there are.
        digests: of the counts of each part done, in order.
        counts: for `ron` and `tsumo` how many rows there are by `status`, `yaku`, `value` and `limit`.
    """

    rules: str
    hands: int
    version: str = __version__
    digests: list[str] = field(default_factory=list)
    counts: dict[str, dict[str, Counter[str]]] = field(default_factory=dict)

    @property
    def parts(self) -> int:
        """How many parts there are in all."""
        return -(-self.hands // PART)

    def add(self, counts: dict[str, dict[str, Counter[str]]]) -> None:
        """Add the counts of the next part."""
        for method, kinds in counts.items():
            for kind, found in kinds.items():
                self.counts.setdefault(method, {}).setdefault(kind, Counter()).update(found)
        self.digests.append(digest(counts))

    def text(self) -> str:
        """Return the totals as JSON."""
        whole = {
            "rules": self.rules,
            "version": self.version,
            "hands": self.hands,
            "counts": _sorted(self.counts),
            "digests": self.digests,
        }
        return json.dumps(whole, indent=1) + "\n"

    @classmethod
    def read(cls, text: str) -> Totals:
        """Return totals that were written by `text`."""
        whole = json.loads(text)
        counts = {
            method: {kind: Counter(found) for kind, found in kinds.items()} for method, kinds in whole["counts"].items()
        }
        return cls(whole["rules"], whole["hands"], whole["version"], whole["digests"], counts)


def _sorted(counts: dict[str, dict[str, Counter[str]]]) -> dict[str, Any]:
    return {
        method: {
            kind: dict(sorted(found.items(), key=lambda item: (-item[1], item[0]))) for kind, found in kinds.items()
        }
        for method, kinds in counts.items()
    }


def digest(counts: dict[str, dict[str, Counter[str]]]) -> str:
    """Return a short digest of counts."""
    return hashlib.sha256(json.dumps(_sorted(counts), sort_keys=True).encode()).hexdigest()[:12]


def count_part(ruleset: Ruleset, hands: CompleteHands, part: int) -> dict[str, dict[str, Counter[str]]]:
    """Score one part of the hands, by ron and by self-draw, and count the rulings."""
    start = part * PART
    end = min(start + PART, len(hands))
    found = {}
    for method in METHODS:
        rulings = ruleset.score_columns(hands.won(start, end, tsumo=method == "tsumo", seat=SEAT, round_=ROUND))
        found[method] = _counted(rulings, ruleset.rulebook)
    return found


def _counted(rulings: RulingColumns, rulebook: Rulebook) -> dict[str, Counter[str]]:
    status = Counter({STATUSES[n]: int(c) for n, c in enumerate(np.bincount(rulings.status, minlength=1)) if c})
    good = rulings.status == STATUSES.index("ok")
    yaku: Counter[str] = Counter()
    for place, rule in enumerate(rulebook.yaku):
        held = rulings.yaku[place // WORD][good] >> np.uint64(place % WORD) & np.uint64(1)
        yaku[rule.id] = int(held.sum())
    value: Counter[str] = Counter()
    numbers = [np.where(column == NONE, 0, column)[good] for column in (rulings.yakuman, rulings.han, rulings.fu)]
    packed = numbers[0] << 2 * LANE | numbers[1] << LANE | numbers[2]
    for key, count in zip(*(one.tolist() for one in np.unique(packed, return_counts=True)), strict=True):
        yakuman, han, fu = key >> 2 * LANE, key >> LANE & LANE_MASK, key & LANE_MASK
        value[f"{yakuman} yakuman" if yakuman else f"{han} han {fu} fu"] += count
    limit = Counter(
        {
            rulebook.limits[place - 1].id if place else "none": int(count)
            for place, count in enumerate(np.bincount(rulings.limit[good] + 1, minlength=1))
            if count
        }
    )
    return {"status": status, "yaku": +yaku, "value": value, "limit": limit}


def run(ruleset: Ruleset, state: Path | None, parts: int | None = None) -> Totals:
    """Count all hands, or some parts more than were counted before; a progress bar tells how far it is."""
    from rich.console import Console  # noqa: PLC0415  only here
    from rich.progress import MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    hands = CompleteHands(ruleset.rulebook)
    totals = Totals(ruleset.id, len(hands))
    if state is not None and state.exists():
        totals = Totals.read(state.read_text("utf-8"))
        if (totals.rules, totals.version, totals.hands) != (ruleset.id, __version__, len(hands)):
            raise SystemExit(f"{state} is of a run under other rules or by another version; remove it to start anew")
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TextColumn("parts"), TimeRemainingColumn())
    last = totals.parts if parts is None else min(totals.parts, len(totals.digests) + parts)
    with Progress(*columns, console=Console(file=sys.stderr)) as bar:
        task = bar.add_task("every hand", total=totals.parts, completed=len(totals.digests))
        while len(totals.digests) < last:
            totals.add(count_part(ruleset, hands, len(totals.digests)))
            if state is not None:
                state.write_text(totals.text(), "utf-8")
            bar.update(task, completed=len(totals.digests))
    return totals


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m yakulang.testing.every_hand", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--rules", default="riichi", help="the ruleset")
    parser.add_argument(
        "--state", type=Path, help="where the counts are written after each part; a run goes on from it"
    )
    parser.add_argument("--page", type=Path, help="write what was counted as a page of the documentation")
    parser.add_argument("--parts", type=int, help="how many parts to do; all if not said")
    options = parser.parse_args(arguments)
    ruleset = load_ruleset(options.rules)
    totals = run(ruleset, options.state, options.parts)
    if options.page is not None:
        options.page.write_text(page(totals, ruleset.rulebook), "utf-8")
    elif options.state is None:
        sys.stdout.write(totals.text())
    return 0


if __name__ == "__main__":
    sys.exit(main())
