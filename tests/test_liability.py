"""Who is liable: the feeder of the declaration that sealed the yakuman, where the hand can tell."""

from __future__ import annotations

import pytest

from yakulang import Hand, load_ruleset


def ruling(text: str, rules: str = "tenhou"):
    return load_ruleset(rules).score(Hand.parse(text))


@pytest.mark.parametrize(
    ("text", "liable"),
    [
        ("23m99p p(555z)<E p(666z)<E p(777z)<W +1m seat=S from=N", "W"),
        ("23m99p p(555z)<E p(666z)<E a(7777z) +1m seat=S from=N", None),
        ("23m99p a(7777z) p(555z)<E p(666z)<N +1m seat=S from=E", "N"),
        ("23m99p777z p(555z)<E p(666z)<E +1m seat=S from=N", None),
        ("5m p(111z)<E p(222z)<E p(333z)<W p(444z)<W +5m seat=S from=N", "W"),
        # a pon that became a kan sealed nothing new: the third dragon was the last pon, whenever the kan came
        ("23m99p d(5555z)<E p(666z)<E p(777z)<W +1m seat=S from=N", "W"),
    ],
)
def test_the_feeder_of_the_sealing_declaration_is_liable(text: str, liable: str | None) -> None:
    found = [payment.payer for payment in ruling(text).payments if payment.reason == "liable"]
    assert found == ([liable] if liable else [])


def test_when_a_pon_became_a_kan_can_decide_and_is_not_guessed() -> None:
    asked = ruling("5z a(1111p) a(3333z) d(4444z)<W k(5555s)<N +5z seat=S from=E", "m-league")
    assert asked.points == 32000
    assert asked.deltas is None
    assert asked.payments == ()
    assert "when d(4444z)<W became a kan is not said" in asked.notes[0]


def test_an_unknown_feeder_is_said_not_guessed() -> None:
    asked = ruling("23m99p p(555z)<E p(666z)<E p(777z) +1m seat=S from=N")
    assert asked.deltas is None
    assert "who fed p(777z) is not said" in asked.notes[0]


def test_the_discarders_half_is_no_liability() -> None:
    asked = ruling("23m99p p(555z)<E p(666z)<E p(777z)<W +1m seat=S from=N honba=1 sticks=1")
    assert [(p.payer, p.points, p.reason) for p in asked.payments] == [
        ("W", 16000, "liable"),
        ("N", 16000, "hand"),
        ("W", 300, "honba"),
        ("table", 1000, "deposits"),
    ]
    assert asked.deltas == {"E": 0, "S": 33300, "W": -16300, "N": -16000}
