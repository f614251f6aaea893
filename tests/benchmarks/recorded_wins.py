"""The recorded wins that benchmarks score, read from beside the checkout: `../shared/corpus/recorded-wins.jsonl.gz`."""

from __future__ import annotations

import gzip
import json
import sys
from itertools import islice
from pathlib import Path

from yakulang import Hand

RECORDED = Path(__file__).resolve().parents[2].parent / "shared" / "corpus" / "recorded-wins.jsonl.gz"


def recorded(count: int | None = None) -> list[Hand]:
    """The first recorded hands, or all; without the file the program ends."""
    if not RECORDED.exists():
        sys.exit(f"{RECORDED} is not here: a hand record a line, under `input`, packed with gzip")
    with gzip.open(RECORDED, "rt", encoding="utf-8") as lines:
        return [Hand.from_record(json.loads(line)["input"]) for line in islice(lines, count)]
