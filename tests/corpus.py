"""Where the recorded hands are, for the tests that use them: beside the checkout, in `shared/corpus`."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

CORPUS = Path(__file__).resolve().parents[1].parent / "shared" / "corpus"


def corpus_path(name: str) -> Path:
    """Return the path of a corpus file; skip the test where it is absent."""
    path = CORPUS / name
    if not path.exists():
        pytest.skip(f"{name} is not here: looked in {CORPUS}")
    return path


def rows(name: str) -> Iterator[dict[str, Any]]:
    """Yield the rows of a `.jsonl` or `.jsonl.gz` file of the corpus, given with or without its ending."""
    if "." not in name:
        name += ".jsonl" if (CORPUS / f"{name}.jsonl").exists() else ".jsonl.gz"
    path = corpus_path(name)
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)
