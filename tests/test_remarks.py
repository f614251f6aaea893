"""What is said in vain is answered: words that change nothing, indicators that don't count, a stick not there."""

from __future__ import annotations

import pytest

from yakulang import Hand, load_ruleset
from yakulang.engine.remarks import remarks


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("123m456p78s678m99p +9s seat=S with=renhou", ["`renhou` changes nothing for this hand under `tenhou`"]),
        ("123m456p78s678m99p +9s seat=S with=riichi sticks=1", []),
        ("123m456p78s678m99p +9s seat=S with=riichi,double_riichi sticks=1", []),
        (
            "123m456p78s678m99p +9s seat=S with=riichi",
            ["no riichi stick is said to be on the table, the winner's own included"],
        ),
        ("1112345678999m +5m seat=S with=riichi", []),  # beside a yakuman nothing else counts
    ],
)
def test_remarks(text: str, expected: list[str]) -> None:
    rules, hand = load_ruleset("tenhou"), Hand.parse(text)
    assert list(remarks(rules, hand, rules.score(hand))) == expected


def test_indicators_that_do_not_count_are_noted() -> None:
    ruling = load_ruleset("tenhou").score(Hand.parse("123m456p78s678m99p +9s seat=S ura=3m"))
    assert [note.partition(" (")[0] for note in ruling.notes] == ["ura indicators count only when riichi"]


def test_only_a_hand_is_scored() -> None:
    with pytest.raises(TypeError, match=r"Hand\.parse"):
        load_ruleset("tenhou").score("123m456p78s678m99p +9s")  # type: ignore[arg-type]


def test_messages_show_the_hand_as_it_was_said() -> None:
    ruling = load_ruleset("tenhou").score(Hand.parse("123m456p78s678m9p5z +9s"))
    assert ruling.status == "not_winning"
    assert "seat=" not in str(ruling.errors[0])
