"""What is said in vain is answered: words that change nothing, indicators that don't count, a stick not there."""

from __future__ import annotations

import pickle

import pytest

from yakulang import Hand, HandError, load_ruleset, ruleset_from_text
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


@pytest.mark.parametrize(
    ("off", "said", "told"),
    [
        ("dora", "dora=3m", "indicators don't count under `x`; it has no such dora"),
        ("kan_dora", "dora=1z,3m", "kan indicators don't count under `x`; it has no such dora"),
        ("ura_dora", "dora=1z ura=3m with=riichi", "ura indicators don't count under `x`; it has no such dora"),
        (
            "kan_ura_dora",
            "dora=1z2z ura=3z3m with=riichi",
            "kan ura indicators don't count under `x`; it has no such dora",
        ),
    ],
)
def test_indicators_of_a_kind_that_is_off_are_noted(off: str, said: str, told: str) -> None:
    ruling = ruled(f"disable: [dora.kinds.{off}]\n", f"234m567m345p67s22s +8s seat=S from=W {said}")
    assert ruling.notes == (told,)
    assert not any(award.is_dora for award in ruling.yaku)


def test_marks_that_no_rule_asks_for_are_noted() -> None:
    text = "yakulang: 1\nid: x\nextends: tenhou\nblues: {5p: 1}\ndisable: [dora.kinds.red_dora]\n"
    rules, hand = ruleset_from_text(text), Hand.parse("234m067m34b5p67s22s +8s seat=S")
    said = ["red tiles count like any other under `x`", "blue tiles count like any other under `x`"]
    assert list(remarks(rules, hand, rules.score(hand))) == said
    plain = Hand.parse("234m567m345p67s22s +8s seat=S")
    assert list(remarks(rules, plain, rules.score(plain))) == []


def test_only_a_hand_is_scored() -> None:
    with pytest.raises(TypeError, match=r"Hand\.parse"):
        load_ruleset("tenhou").score("123m456p78s678m99p +9s")  # type: ignore[arg-type]


def test_messages_show_the_hand_as_it_was_said() -> None:
    ruling = load_ruleset("tenhou").score(Hand.parse("123m456p78s678m9p5z +9s"))
    assert ruling.status == "not_winning"
    assert "seat=" not in str(ruling.errors[0])


def ruled(rules: str, text: str = "234m567m345p67s22s +8s seat=S from=W"):
    fast, slow = (
        ruleset_from_text("yakulang: 1\nid: x\nextends: tenhou\n" + rules, compiled=compiled).score(Hand.parse(text))
        for compiled in (True, False)
    )
    assert fast.as_json() == slow.as_json()
    return fast


NO_LIMITS = "disable: [limits.mangan, limits.haneman, limits.baiman, limits.sanbaiman, limits.counted_yakuman, "
NO_LIMITS += "draws.nagashi_mangan]\n"


@pytest.mark.parametrize(
    "rules",
    [
        "limits: {zz: {base: 0 - 1000, when: closed}}\ndisable: [limits.mangan, draws.nagashi_mangan]\n",
        "change: {payments.base: 0 - fu}\n",
        (
            "fu: {items: {zz: {fu: 1, each: 999999999}}}\ndisable: [limits.mangan, draws.nagashi_mangan]\n"
            "change: {fu.round_up_to: 1}\n"
        ),
        "yaku: {zz: {han: 1, each: 999999999, when: closed}}\n" + NO_LIMITS,
    ],
)
def test_nobody_pays_below_nothing_or_beyond_counting(rules: str) -> None:
    ruling = ruled(rules)
    if ruling.ok:  # a large fu is still a base that can be paid
        assert all(payment.points >= 0 for payment in ruling.payments)
    else:
        assert [error.code for error in ruling.errors] == ["YK583"]


@pytest.mark.parametrize("number", ["0 - 1", "count(tiles) - 15", "0 - 999999999"])
def test_a_count_below_nothing_is_nothing(number: str) -> None:
    plain = ruled("")
    assert ruled(f"dora: {{kinds: {{zz: {{han: 1, each: {number}}}}}}}\n").yaku == plain.yaku
    assert ruled(f"fu: {{items: {{zz: {{fu: 100, each: {number}}}}}}}\n").fu == plain.fu
    assert ruled(f"yaku: {{zz: {{han: 3, when: closed, each: {number}}}}}\n").han == plain.han


def test_errors_can_be_sent_between_processes() -> None:
    with pytest.raises(HandError) as raised:
        Hand.parse("1m")
    again = pickle.loads(pickle.dumps(raised.value))  # noqa: S301
    assert again.diagnostics == raised.value.diagnostics
