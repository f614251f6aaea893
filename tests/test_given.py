"""What is given to methods from Python in a wrong kind: one clear sentence, and no error from somewhere inside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from yakulang import load_ruleset
from yakulang.table.hand_end import HandEnd, MatchState

if TYPE_CHECKING:
    from collections.abc import Callable

R: Any = load_ruleset("tenhou")
EVEN = [25000] * 4


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: R.draw(5), "draw is the id or a name of a draw, not 5"),
        (lambda: R.draw(kans="E:2"), """kans is whole numbers by seat, e.g. {"E": ...}, not 'E:2'"""),
        (lambda: R.draw(discards={"E": ["1z"]}), "discards of E is tiles as text, not ['1z']"),
        (lambda: R.draw(hands="E"), """hands is hands as text by seat, e.g. {"E": ...}, not 'E'"""),
        (lambda: R.draw(riichi_discard=["E"]), """riichi_discard is a seat, e.g. "E", not ['E']"""),
        (lambda: R.draw(tenpai=5), """tenpai is seats, e.g. ["E", "S"], not 5"""),
        (lambda: R.draw(ron="SW"), """ron is seats, e.g. ["E", "S"], not 'SW'"""),
        (lambda: R.draw(ron=[["S"]]), """ron is seats, e.g. ["E", "S"], not [['S']]"""),
        (lambda: R.draw(nagashi={"E": 5}), "nagashi of E is ids of draws, not 5"),
        (lambda: R.draw(points="25000"), "points is a list of numbers, or numbers by seat, not '25000'"),
        (lambda: R.draw(round=["E"]), """round is a wind, e.g. "E", not ['E']"""),
        (lambda: R.play(None, HandEnd(winners="E")), """winners is seats, e.g. ("E", "S"), not 'E'"""),  # type: ignore[arg-type]
        (
            lambda: R.play(None, HandEnd(winners={"E", "S"}, discarder="W")),
            """winners is seats, e.g. ("E", "S"), not {""",
        ),  # type: ignore[arg-type]
        (lambda: R.play(None, HandEnd(tenpai={"E": 1})), """tenpai is seats, e.g. ("E", "S"), not {'E': 1}"""),  # type: ignore[arg-type]
        (lambda: R.match(5), """entries is a list of hands, e.g. [{"win": "E", "han": 3, "fu": 40}], not 5"""),
        (lambda: R.match({"win": "E"}), "entries is a list of hands"),
        (lambda: R.match([], players=["A"]), """players is names by seat, e.g. {"E": ...}, not ['A']"""),
        (lambda: R.match([], players={"E": 5}), "players of E is names, not 5"),
        (lambda: R.match([], start={"wind": "S"}), "start is a MatchState, or None for the beginning, not {"),
        (lambda: R.match([], start=MatchState("E", "1", 0, 0, {})), "hand is a whole number, not '1'"),  # type: ignore[arg-type]
        (lambda: R.play(None, HandEnd(draw="exhaustive", changes={"E": 0.5, "S": -0.5})), "changes of E is whole"),  # type: ignore[dict-item]
        (lambda: R.play(None, HandEnd(draw=5)), "draw is the id of a draw, not 5"),  # type: ignore[arg-type]
        (lambda: R.play(None, "E"), "end is a HandEnd, not 'E'"),
        (lambda: R.play("E1", HandEnd()), "state is a MatchState, or None for the first hand, not 'E1'"),
        (lambda: R.play(MatchState("E", 1, 0, 0, {"E": 0.5}), HandEnd()), "points of E is whole numbers, not 0.5"),  # type: ignore[dict-item]
        (lambda: R.play(MatchState("E", "1", 0, 0, {}), HandEnd()), "hand is a whole number, not '1'"),  # type: ignore[arg-type]
        (lambda: R.may_declare("riichi", points="5"), "points is a whole number, not '5'"),
        (lambda: R.settle(5), "points is a list of numbers, or numbers by seat, not 5"),
        (lambda: R.settle(EVEN, last_dealer=5), """last_dealer is a seat, e.g. "E", not 5"""),
        (lambda: R.settle(EVEN, busted_by={"E": None}), "busted_by of E is who busted whom, seats, not None"),
        (lambda: R.settle(EVEN, chips=[1, -1]), """chips is whole numbers by seat, e.g. {"E": ...}, not [1, -1]"""),
        (lambda: R.settle(EVEN, unlit=5), """unlit is seats, e.g. ["E", "S"], not 5"""),
        (lambda: R.settle(EVEN, chombo=[1]), """chombo is whole numbers by seat, e.g. {"E": ...}, not [1]"""),
    ],
)
def test_of_a_wrong_kind(call: Callable[[], object], said: str) -> None:
    with pytest.raises(TypeError) as caught:
        call()
    assert str(caught.value).startswith(said)


def test_what_may_be_declared() -> None:
    with pytest.raises(ValueError, match="what is declared is riichi or kan, and not 'foo'"):
        R.may_declare("foo")
