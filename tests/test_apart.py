"""Two rulesets differ only through what is shown as different: one changed by just that answers like the other.

`python -m yakulang.testing.apart` does the same for every pair.
"""

from __future__ import annotations

import pytest

from yakulang.testing.apart import Apart, Pair, compare, pairs
from yakulang.testing.questions import questions

# by pair: questions, how many the two answer otherwise, and the values that moved the first of each kind
PAIRS: dict[tuple[str, str], tuple[int, int, set[str]]] = {
    ("tenhou", "m-league"): (41, 16, {"settlement.uma", "match.ends.bust", "draws.suucha_riichi"}),
    ("jpml-from-2023", "wrc-2015"): (49, 9, {"impossible.ippatsu_over_at_last_discard", "settlement.floating.one"}),
    ("zan", "tenhou-sanma"): (43, 16, {"aside.tiles", "settlement.oka.plus", "match.extension.until"}),
}


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_what_is_shown_is_all_that_matters(one: str, other: str) -> None:
    """Hands, draws, results and hands of matches; what the two answer otherwise is moved by a value that is shown."""
    tally = Apart()
    compare(one, other, 7, tally, hands=4)
    assert not tally.wrong, "\n".join(tally.wrong[:3])
    assert (tally.asked, tally.differing, set(tally.moved)) == PAIRS[one, other]


def test_every_two_rulesets_with_the_same_number_of_players_are_pairs() -> None:
    assert len(pairs()) == 792


@pytest.mark.parametrize(
    ("hidden", "kind"), [("settlement", "result"), ("draws", "draw"), ("match", "match"), ("yaku", "hand")]
)
def test_what_is_not_shown_would_be_found(hidden: str, kind: str) -> None:
    """Were a section left out of what is shown, the changed ruleset would answer otherwise."""
    pair = Pair.of("riichi", "jpml-from-2023")
    left = pair.changed([path for path in pair.paths if path.split(".")[0] != hidden])
    assert left is not None
    asked = [q for r in (pair.one, pair.other) for q in questions(r, 3, hands=20, draws=20, results=5, matches=2)]
    assert kind in {question.kind for question in asked if question.asked(left) != question.asked(pair.other)}
