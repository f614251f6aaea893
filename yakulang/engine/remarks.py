"""What a person may have said in vain: words that change nothing, a stick that is not there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from yakulang.engine.called import in_words
from yakulang.engine.situation import facts_of
from yakulang.message import message
from yakulang.notation.tile_text import MARK_NAMES
from yakulang.tiles import MARKS, kind_of, make_tile, mark_of, tile_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yakulang.engine.ruleset import Ruleset
    from yakulang.engine.ruling import Ruling
    from yakulang.hand import Hand


def remarked(ruleset: Ruleset, hand: Hand) -> Ruling:
    """Return the ruling on a hand, with remarks among its notes."""
    ruling = ruleset.score(hand)
    return replace(ruling, notes=(*ruling.notes, *remarks(ruleset, hand, ruling)))


def remarks(ruleset: Ruleset, hand: Hand, ruling: Ruling) -> tuple[str, ...]:
    """Return sentences about what the hand says without effect. Scores the hand again for each word."""
    if not ruling.ok or ruling.yakuman:
        return ()
    hand = in_words(hand, ruleset.rulebook)
    idle = (*_idle_words(ruleset, hand, ruling), *_missing_stick(ruleset, hand), *_idle_marks(ruleset, hand))
    return (*idle, *_unmarked(ruleset, hand))


def _idle_words(ruleset: Ruleset, hand: Hand, ruling: Ruling) -> Iterator[str]:
    facts = {word: set(facts_of(word, ruleset.rulebook)) for word in hand.flags}
    for word in sorted(hand.flags):
        implied = set[str]().union(*(facts[other] for other in hand.flags if other != word))
        if facts[word] <= implied:
            continue
        silent = ruleset.score(replace(hand, flags=hand.flags - {word}).known_good())
        if silent.as_json() == ruling.as_json():
            yield message("`{word}` changes nothing for this hand under `{rules}`", word=word, rules=ruleset.id)


def _missing_stick(ruleset: Ruleset, hand: Hand) -> Iterator[str]:
    said = {fact for word in hand.flags for fact in facts_of(word, ruleset.rulebook)}
    if "riichi" in said and not hand.deposits:
        yield message("no riichi stick is said to be on the table, the winner's own included")


def _unmarked(ruleset: Ruleset, hand: Hand) -> Iterator[str]:
    """Yield which tiles are written as plain ones where the table has none that are not marked."""
    tiles = ruleset.rulebook.tiles
    plain = {kind_of(tile) for tile in (*hand.tiles, *hand.aside) if not mark_of(tile)}
    for mark in MARKS:
        for kind in sorted(plain):
            if tiles.marked[mark.number].get(kind, 0) == tiles.copies:
                yield message(
                    "every {tile} is {mark} under `{rules}`, and is written {text}",
                    tile=tile_name(make_tile(kind)),
                    mark=MARK_NAMES[mark.word],
                    rules=ruleset.id,
                    text=tile_name(make_tile(kind, mark.number)),
                )


def _idle_marks(ruleset: Ruleset, hand: Hand) -> Iterator[str]:
    borne = {mark_of(tile) for tile in (*hand.tiles, *hand.aside)}
    for mark in MARKS:
        if mark.number in borne and not ruleset.tells_mark(mark.number):
            yield message(
                "{mark} tiles count like any other under `{rules}`", mark=MARK_NAMES[mark.word], rules=ruleset.id
            )
