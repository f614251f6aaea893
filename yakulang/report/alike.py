"""Pairs that are none: four alike, where a shape wants its pairs to differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.lang import typed
from yakulang.lang.walk import walk
from yakulang.notation import tiles_text
from yakulang.report.reason import remark
from yakulang.report.words import name_in, word
from yakulang.tiles import make_tile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yakulang.hand import Hand
    from yakulang.report.reason import Reason
    from yakulang.rules.model import Rulebook, YakuRule


def four_alike(rule: YakuRule, hand: Hand, rulebook: Rulebook, lang: str) -> Iterator[Reason]:
    """Yield why the shape that a yaku asks for is not there, where all that is missing is that its pairs differ."""
    asked = {
        shape
        for part in walk(rule.when)
        if isinstance(part, typed.ChoiceIs) and part.name == "shape"
        for shape in part.values
    }
    counts = hand.kind_counts()
    alike = [kind for kind, count in enumerate(counts) if count == 4]
    if hand.melds or not alike or any(count % 2 for count in counts):
        return
    for shape in rulebook.shapes:
        if shape.id in asked and shape.distinct and not shape.groups and sum(counts) == 2 * shape.pairs:
            tiles = ", ".join(tiles_text([make_tile(kind)] * 4) for kind in alike)
            text = word("four_alike", lang, tiles=tiles, shape=name_in(shape.names, lang, shape.id))
            yield remark(text, rulebook.merged.span_of(f"shapes.{shape.id}.distinct").place)
