"""Readings that were not chosen: by how many points, and in what, each is worse than the chosen one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.engine.sayings import saying
from yakulang.lang.vocabulary import WAITS
from yakulang.message import translated
from yakulang.report.words import knows, name_in, separator, word

if TYPE_CHECKING:
    from yakulang.engine.judge import Judged
    from yakulang.engine.ruling import ReadAs
    from yakulang.engine.trace import ReadingTrace
    from yakulang.rules.model import Rulebook

# in the order in which readings are compared
FEWER = ("fewer_yakuman", "fewer_reached", "fewer_han", "fewer_fu", "fewer_raw")


def read_text(read: ReadAs, rulebook: Rulebook, lang: str) -> str:
    """Return a reading in one line: its groups and how it was finished."""
    groups = " ".join(group.tiles for group in read.groups)
    names = next((shape.names for shape in rulebook.shapes if shape.id == read.shape), {})
    parts = [groups, name_in(names, lang, read.shape)]
    if knows(read.wait):
        parts.append(word(read.wait, lang))
    return separator(lang).join(parts)


def points_less(loser: ReadingTrace, winner: ReadingTrace) -> int | None:
    """Return how many points a reading pays less, honba and deposits left out; None where one can't win."""
    if loser.judged is None or winner.judged is None or not (loser.wins and winner.wins):
        return None
    return winner.judged.points - loser.judged.points


def lost_because(loser: ReadingTrace, winner: ReadingTrace, rulebook: Rulebook, lang: str) -> str:
    """Return why a reading was not chosen."""
    if loser.judged is None:
        return _not_enough(loser, rulebook, lang)
    if loser.forbidden is not None:
        why = translated(saying(loser.forbidden.say), lang)
        return f"{word('not_allowed', lang)}: {why} ({loser.forbidden.span.place})"
    if winner.judged is None or not winner.wins:
        return score_text(loser.judged, lang)
    less = winner.judged.points - loser.judged.points
    one, other = score_text(loser.judged, lang), score_text(winner.judged, lang)
    against = one if one == other else word("against", lang, one=one, other=other)
    if less:
        return f"{word('pays_less', lang, points=f'{less:,}')}: {against}"
    for key, mine, theirs in zip(FEWER, loser.judged.rank[1:], winner.judged.rank[1:], strict=True):
        if mine != theirs:
            if key == FEWER[-1]:
                against = word("against", lang, one=word("n_fu", lang, n=mine), other=word("n_fu", lang, n=theirs))
            elif key == "fewer_reached":
                against = word("against", lang, one=_yakuman(mine, lang), other=_yakuman(theirs, lang))
            return f"{word(key, lang)}: {against}"
    return word("alike", lang, reason=_tie_break(loser, winner, lang))


def score_text(judged: Judged, lang: str) -> str:
    """Return han and fu, or the number of yakuman, of a score."""
    if judged.yakuman:
        return _yakuman(judged.yakuman, lang)
    return f"{word('n_han', lang, n=judged.han)} {word('n_fu', lang, n=judged.fu.total)}"


def _yakuman(number: int, lang: str) -> str:
    return word("one_yakuman", lang) if number == 1 else word("n_yakuman", lang, n=number)


def han_of_yaku(reading: ReadingTrace, *, closed: bool) -> int:
    """Return what the yaku of a reading that can't win are worth in han, those that are replaced left out."""
    han = 0
    for yaku in reading.yaku:
        value = yaku.rule.han.of(closed=closed) if yaku.rule.han else None
        if yaku.held and not yaku.replaced_by and value:
            han += value.value * yaku.times
    return han


def _not_enough(loser: ReadingTrace, rulebook: Rulebook, lang: str) -> str:
    closed = "closed" in loser.view.flags
    han = han_of_yaku(loser, closed=closed)
    if not han:
        return word("no_yaku", lang)
    return word("not_enough", lang, han=han, minimum=rulebook.minimum_han)


def _tie_break(loser: ReadingTrace, winner: ReadingTrace, lang: str) -> str:
    """Return what decided between readings alike in everything that counts."""
    mine, theirs = loser.reading, winner.reading
    if mine.shape != theirs.shape:
        return word("by_shape", lang)
    if mine.wait != theirs.wait:
        waits = [word(WAITS[wait], lang) for wait in (theirs.wait, mine.wait)]
        return word("by_wait", lang, wait=waits[0], other=waits[1])
    return word("by_tile" if (mine.groups, mine.winning) == (theirs.groups, theirs.winning) else "by_groups", lang)
