"""Hands as text."""

from __future__ import annotations

import pytest
from corpus import rows
from hands import attempt, hands
from hypothesis import given, settings
from hypothesis import strategies as st

from yakulang.errors import HandError
from yakulang.hand import Hand
from yakulang.notation import meld_text, parse_hand, parse_tiles, parse_wind, print_hand, tiles_text
from yakulang.tiles import tile_name

PLAIN = "123m456p78s11m555z"  # thirteen tiles


def names(tiles):
    return " ".join(map(tile_name, tiles))


def faults(text, **said):
    """Return what is wrong with a text: (code, the words the caret stands under)."""
    with pytest.raises(HandError) as caught:
        parse_hand(text, **said)
    return [(d.code, d.span.text if d.span else None) for d in caught.value.diagnostics]


def only(text, **said):
    """Return the one diagnostic of a text."""
    with pytest.raises(HandError) as caught:
        parse_hand(text, **said)
    (diagnostic,) = caught.value.diagnostics
    return diagnostic


# --- what can be written


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("123m", "1m 2m 3m"),
        ("1m2m3m", "1m 2m 3m"),
        ("406p", "4p 0p 6p"),
        ("r5m", "0m"),
        ("34r5m", "3m 4m 0m"),
        ("r3p", "r3p"),
        ("r5z", "r5z"),
        ("1234567z", "1z 2z 3z 4z 5z 6z 7z"),
        ("東南西北白發中", "1z 2z 3z 4z 5z 6z 7z"),
        ("发発", "6z 6z"),
        ("3p,4p 5z", "3p 4p 5z"),
        (" 1m\t2m\u3000", "1m 2m"),
        ("", ""),
    ],
)
def test_tiles_are_read_in_the_order_written(text, expected):
    assert names(parse_tiles(text)) == expected


def test_tiles_print_in_one_group_a_suit_the_red_one_first():
    assert tiles_text(parse_tiles("7z 5s 550m 1z 3r33p 9m")) == "0559mr333p5s17z"


@pytest.mark.parametrize("text", ["E", "e", "east", "East", "EAST", "東", " e "])
def test_a_wind_may_be_named_in_several_ways(text):
    assert parse_wind(text) == "E"


def test_the_parts_of_a_hand():
    hand = parse_hand("1m c(12'3m)<N d(55'50''p)<E a(9999s) k(1111z)<w *1m n(44z)", seat="s")
    assert (hand.method, tile_name(hand.win), names(hand.closed), names(hand.aside)) == ("tsumo", "1m", "1m", "4z 4z")
    chii, added, closed, opened = hand.melds
    assert [meld.type for meld in hand.melds] == ["chii", "added_kan", "closed_kan", "open_kan"]
    assert (tile_name(chii.called), chii.feeder) == ("2m", "N")
    assert (names(added.tiles), tile_name(added.called), tile_name(added.added)) == ("0p 5p 5p 5p", "5p", "0p")
    assert (closed.called, closed.feeder, opened.feeder) == (None, None, "W")


@pytest.mark.parametrize(
    "text",
    [
        "123m456p78s11m p(555z)<E +9s",
        "+9s p(555z)<E 123m456p78s11m",
        "p(555z)<east 11m +9s 123m 456p 78s",
        "123m456p78s11mp(555z)<E+9s",
        " p ( 555z ) < E  123m  456p78s11m  + 9s ",
        "123m456p78s11m p(白白白)<東 +9s",
        "123m456p78s11m\tp(5z5z5z)<e\n+9s\r\n",
    ],
)
def test_parts_stand_in_any_order_and_spaces_are_free(text):
    assert print_hand(parse_hand(text)) == "11123m456p78s p(555z)<E +9s"


def test_the_letter_of_the_next_meld_may_stand_right_behind_a_feeder():
    assert print_hand(parse_hand("p(555z)<Ep(666z)<Sp(777z) 222m1s +1s")) == "222m1s p(555z)<E p(666z)<S p(777z) +1s"


def test_fourteen_tiles_with_the_winning_tile_last():
    hand = parse_hand("123m456p78s555z 11m 9s", method="ron")
    assert print_hand(hand) == "11123m456p78s555z +9s"
    assert print_hand(parse_hand("123m456p789s 11m p(555z)", method="tsumo")) == "1123m456p789s p(555z) *1m"


def test_the_situation_may_stand_in_the_text():
    said = "seat=south round=東 from=w dora=3p,4p ura=5s6s honba=1 sticks=2 with=riichi, ippatsu,dealer_wins=7"
    hand = parse_hand(f"{PLAIN} +9s {said}")
    assert (hand.seat, hand.round, hand.discarder, hand.honba, hand.deposits) == ("S", "E", "W", 1, 2)
    assert (names(hand.indicators), names(hand.kan_indicators)) == ("3p", "4p")
    assert (names(hand.ura_indicators), names(hand.kan_ura_indicators)) == ("5s", "6s")
    assert (hand.flags, hand.facts) == ({"riichi", "ippatsu"}, {"dealer_wins": 7})


def test_the_situation_may_be_given_by_arguments():
    hand = parse_hand(
        f"{PLAIN} +9s",
        seat="South",
        round="S",
        discarder="北",
        dora="3p,4p",
        ura=["5s", parse_tiles("6s")[0]],
        aside="44z",
        honba=1,
        deposits=2,
        flags=["riichi", "dealer_wins=7", "last_call=pon"],
        facts={"own_discards": 3},
    )
    expected = f"{tiles_text(hand.closed)} n(44z) +9s seat=S round=S from=N dora=3p,4p ura=5s,6s honba=1 sticks=2"
    assert print_hand(hand) == f"{expected} with=riichi,dealer_wins=7,last_call=pon,own_discards=3"
    assert Hand.parse(str(hand)) == hand


def test_the_same_thing_may_be_said_twice_but_not_differently():
    text = f"{PLAIN} +9s seat=S dora=3p,4p honba=1 with=riichi,dealer_wins=7 n(4z)"
    again = parse_hand(
        text, method="ron", seat="s", dora=["3p", "4p"], honba=1, flags="riichi", facts={"dealer_wins": 7}, aside="4z"
    )
    assert again == parse_hand(text)
    for said in ({"seat": "E"}, {"dora": "3p"}, {"honba": 2}, {"facts": {"dealer_wins": 1}}, {"aside": "44z"}):
        assert only(text, **said).code == "YK523"
    assert only(text, method="tsumo").code == "YK520"


def test_indicators_that_do_not_fit_the_usual_list_are_said_apart():
    text = "11123m456p78s555z +9s dora=3p,4p kandora=none kanura=5s"
    hand = parse_hand(text)
    assert (names(hand.indicators), names(hand.kan_indicators)) == ("3p 4p", "")
    assert (names(hand.ura_indicators), names(hand.kan_ura_indicators)) == ("", "5s")
    assert print_hand(hand) == text


@pytest.mark.parametrize("text", ["c(12'3m)<N", "d(0''5'55p)", "d(5'5''55z)<E", "k(r3333p)<W", "a(0555s)", "p(7'77z)"])
def test_canonical_melds_print_unchanged(text):
    hand = parse_hand(f"{text} c(123m) c(123m) c(123m) 9s +9s")
    assert meld_text(hand.melds[0]) == text


@given(hands())
@settings(max_examples=150, deadline=None)
def test_every_hand_prints_as_one_line_that_reads_back(hand):
    text = print_hand(hand)
    assert "\n" not in text
    assert parse_hand(text) == hand
    assert print_hand(parse_hand(text)) == text


# --- what is refused, and where the caret stands


@pytest.mark.parametrize(
    ("text", "code", "place", "message"),
    [
        ("", "YK501", "", "empty"),
        ("  ", "YK501", " ", "empty"),
        ("123", "YK504", "123", "`123` have no suit letter"),
        ("678s678p55m777h", "YK505", "h", "`h` is no suit letter"),
        ("123M456p", "YK505", "M", "`M` is no suit letter"),
        ("123萬", "YK505", "萬", "no suit letter"),
        ("8z", "YK507", "8", "no tile 8z"),
        ("9z", "YK507", "9", "no tile 9z"),
        ("0z", "YK507", "0", "red five"),
        ("１２３ｍ", "YK506", "１２３ｍ", "full-width"),
        ("123m\x00", "YK502", "\x00", "U+0000"),
        ("123m\u202e456p", "YK502", "\u202e", "right-to-left override"),
        ("12\u200f3m", "YK502", "\u200f", "right-to-left mark"),
        ("123m\x1b[31m", "YK502", "\x1b", "U+001B"),
        (f"{PLAIN} +9s \U0001f004", "YK503", "\U0001f004", "no meaning"),
        (f"{PLAIN} +9s ?", "YK503", "?", "no meaning"),
        ("r0m", "YK508", "r0", "twice"),
        ("1rm", "YK508", "r", "no tile stands there"),
        ("p(555z 123m456p78s11m +9s", "YK509", "(", "never closed"),
        ("555z) 123m456p78s11m +9s", "YK509", ")", "closes nothing"),
        ("123p(555z) +9s", "YK509", "(", "letter of a meld"),
        ("x(555z) +9s", "YK509", "x", "no kind of meld"),
        (f"{PLAIN} n() +9s", "YK509", "n()", "no tiles"),
        ("12'3m456p78s11m555z +9s", "YK510", "'", "no claimed tile"),
        ("p(5'5'5z) 123m456p78s11m +9s", "YK510", "p(5'5'5z)", "2 tiles are marked as claimed"),
        ("p(5''55z) 123m456p78s11m +9s", "YK510", "p(5''55z)", "a pon has no added tile"),
        ("p(5'''55z) 123m456p78s11m +9s", "YK510", "'''", "3 marks"),
        (f"{PLAIN} <E +9s", "YK511", "<", "no meld ends here"),
        ("c(124m) 456p78s11m55z +9s", "YK512", "c(124m)", "1 2 4 are not"),
        ("c(89m1p) 456p78s11m55z +9s", "YK512", "c(89m1p)", "several"),
        ("c(123z) 456p78s11m55z +9s", "YK512", "c(123z)", "honors make no sequence"),
        ("p(556z) 456p78s11m55z +9s", "YK512", "p(556z)", "5z and 6z"),
        ("k(555z) 456p78s11m55z +9s", "YK513", "k(555z)", "4 tiles; here are 3"),
        ("p(5555z) 456p78s11m55z +9s", "YK513", "p(5555z)", "3 tiles; here are 4"),
        ("c() 456p78s11m55z +9s", "YK513", "c()", "here are 0"),
        ("a(5555z)<E 456p78s11m44z +9s", "YK514", "a(5555z)<E", "nobody feeds"),
        ("a(5'555z) 456p78s11m44z +9s", "YK514", "a(5'555z)", "no claimed tile"),
        ("123m456p789s1122z", "YK515", "123m456p789s1122z", "winning tile is missing"),
        (f"{PLAIN} +", "YK515", "+", "no tile stands behind"),
        (f"{PLAIN} +9s +8s", "YK516", "+8s", "second winning tile"),
        (f"{PLAIN} +99s", "YK516", "+99s", "2 winning tiles"),
        (f"{PLAIN} 9s", "YK517", f"{PLAIN} 9s", "how the hand was won"),
        ("11112222333444s +5s", "YK518", "11112222333444s", "14 concealed tiles and the winning tile; 13"),
        (
            "123m456p78s1m p(555z) +9s",
            "YK518",
            "123m456p78s1m",
            "9 concealed tiles and the winning tile beside 1 meld; 10",
        ),
        ("c(123m) c(123m) c(123m) c(123m) c(789s) +9s", "YK518", "c(789s)", "at most 4 melds; here are 5"),
        (f"{PLAIN} +9s rond=S", "YK521", "rond", "`rond=`"),
        (f"{PLAIN} +9s riichi", "YK521", "riichi", "no meaning here"),
        (f"{PLAIN} +9s seat=S seat=S", "YK522", "seat=S", "twice"),
        (f"{PLAIN} +9s seat=X", "YK524", "X", "no wind"),
        ("123m456p78s11m p(555z)<X +9s", "YK524", "<X", "no wind"),
        (f"{PLAIN} +9s honba=-1", "YK525", "-1", "negative"),
        (f"{PLAIN} +9s honba=1.5", "YK525", "1.5", "not a whole number"),
        (f"{PLAIN} +9s honba=１", "YK506", "１", "full-width"),
        (f"{PLAIN} +9s honba=٣", "YK525", "٣", "not a whole number"),
        (f"{PLAIN} +9s sticks=1000", "YK525", "1000", "too big"),
        (f"{PLAIN} +9s honba={'9' * 900}", "YK525", "9" * 900, "too big"),
        (f"{PLAIN} +9s with=Riichi", "YK526", "Riichi", "small letters"),
        (f"{PLAIN} +9s with=riichi,dealer_wins=-7", "YK525", "dealer_wins=-7", "negative"),
        (f"{PLAIN} +9s with=a=1,a=2", "YK523", "a=2", "1 and 2"),
        (f"{PLAIN} *9s from=E", "YK527", "from=E", "no discarder"),
        (f"{PLAIN} +9s seat=E from=E", "YK528", "from=E", "can't be the discarder"),
        ("123m456p78s11m p(555z)<E +9s seat=E", "YK528", "p(555z)", "own meld"),
        (f"{PLAIN} +9s honba=", "YK529", "honba=", "no value"),
        (f"{PLAIN} +9s seat S", "YK529", "seat", "without a value"),
        (f"{PLAIN} +9s dora={'1m' * 41}", "YK531", "1m" * 41, "41 tiles"),
        (f"{PLAIN} +9s n({'4' * 41}z)", "YK531", f"n({'4' * 41}z)", "41 tiles"),
        ("1" * 2049, "YK500", "1", "2,049 characters"),
    ],
)
def test_what_is_unclear_is_refused(text, code, place, message):
    diagnostic = only(text)
    assert (diagnostic.code, diagnostic.span.text) == (code, place)
    assert message in diagnostic.message
    assert diagnostic.name
    assert diagnostic.message.isprintable()


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("１２３ｍ", "write 123m"),
        ("123M", "write 123m"),
        ("123萬", "write 123m"),
        ("123 m", "write 123m without a space"),
        ("p(123m) 1122345678p +9s", "three in a row are a chii, c(...)"),
        ("11112222333444s +5s", "1s stands four times: a declared closed kan is written a(1111s)"),
        (f"{PLAIN}9s +9s", "the winning tile is written once, and not among the concealed tiles"),
        (f"{PLAIN} +9s rond=S", "did you mean round=?"),
        (f"{PLAIN} +9s riichi", "words of the situation stand behind with=, e.g. with=riichi"),
        (f"{PLAIN} +9s with=double-riichi", "write double_riichi"),
    ],
)
def test_hints_say_what_to_write(text, hint):
    assert only(text).hint == hint


def test_names_are_stable_words():
    assert only("123m456p789s1122z").name == "missing_winning_tile"
    assert only("678s678p55m777h").name == "unknown_suit_letter"
    assert only("11112222333444s +5s").name == "wrong_tile_count"
    assert {only(text).name for text in ["8z", "9z", "0z", "123", "１２３ｍ", ""]} == {"unparsable"}


def test_all_problems_are_reported_in_the_order_of_the_text():
    assert faults("89z 12 c(124m) +9s honba=x with=riichi,?") == [
        ("YK507", "8"), ("YK507", "9"), ("YK504", "12"), ("YK512", "c(124m)"), ("YK525", "x"), ("YK526", "?"),
    ]  # fmt: skip


def test_a_problem_brings_no_second_one_with_it():
    """Tiles that can't be read are not counted, and the rest of a broken part is left alone."""
    for text in ("12 m", "p(12", "x(12 13) +9s", "c(12 3m) +9s", "1m +9s ((", "p(555z<E +9s", "+h", "dora 3p"):
        assert len(faults(text)) == 1, text


def test_a_second_winning_tile_shows_the_first():
    (label,) = only(f"{PLAIN} +9s +8s").labels
    assert label.span.text == "+9s"


def test_arguments_are_checked_as_the_text_is():
    text = f"{PLAIN} +9s"
    assert faults(text, seat="X", dora="8z", honba=-1, deposits=True, flags=["Riichi"], facts={"a": 1.5}) == [
        ("YK525", None), ("YK525", None), ("YK525", None), ("YK507", "8"), ("YK526", "Riichi"), ("YK524", "X"),
    ]  # fmt: skip
    assert faults(text, dora=[99]) == [("YK530", None)]
    assert faults(text, flags=[1]) == [("YK530", None)]
    assert faults(text, method="steal") == [("YK520", None)]
    assert faults(f"{PLAIN} *9s", discarder="E") == [("YK527", "*9s")]
    assert faults(text, seat="E", discarder="E") == [("YK528", "+9s")]
    assert faults(5) == [("YK500", None)]


def test_tiles_and_winds_are_refused_like_hands():
    with pytest.raises(HandError, match="no tile 8z"):
        parse_tiles("123m 8z")
    with pytest.raises(HandError, match="`up` is no wind"):
        parse_wind("up")


@given(
    st.text(alphabet="0123456789mpszhr+*<>()'=,. \n\tcpkdanEeSwith東白８\u202e\x00", max_size=40) | st.text(max_size=20)
)
@settings(max_examples=300, deadline=None)
def test_no_text_does_more_than_be_read_or_refused(text):
    hand, problems = attempt(parse_hand, text)
    assert hand or problems
    assert hand is None or parse_hand(print_hand(hand)) == hand
    for problem in problems:
        assert problem.message.isprintable()
        assert problem.span is None or 0 <= problem.span.start <= problem.span.end
        assert str(problem)
        assert problem.as_json()


@given(hands(), st.data())
@settings(max_examples=150, deadline=None)
def test_a_damaged_hand_is_refused_or_says_something_else(hand, data):
    """A character struck out or changed never leads to anything but a hand or a diagnostic."""
    text = print_hand(hand)
    place = data.draw(st.integers(0, len(text) - 1))
    damaged = (
        text[:place] + data.draw(st.sampled_from(["", "h", "(", ")", "<", "9z", " ", "'", "="])) + text[place + 1 :]
    )
    again, problems = attempt(parse_hand, damaged)
    assert again or all(str(problem) for problem in problems)
    assert again is None or parse_hand(print_hand(again)) == again


def test_disputed_texts_are_refused_for_the_reason_given():
    compared = 0
    for row in rows("disputes.jsonl"):
        texts = row["input"].get("text") if row["kind"] == "invalid" else None
        for text in [texts] if isinstance(texts, str) else texts or []:
            assert row["expected"]["error"].startswith(only(text).name)
            compared += 1
    print(f"disputed texts compared: {compared}")
    assert compared == 7


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("一二三m", "123m"),
        ("一万二万三万", "1m2m3m"),
        ("一二三萬四五六索", "123m456s"),
        ("東東一二三", "123m"),
        ("123m 4五6p", "456p"),
        ("三", "3m"),
    ],
)
def test_tiles_in_kanji_are_answered_with_digits(text: str, written: str) -> None:
    with pytest.raises(HandError) as caught:
        Hand.parse(text)
    assert f"a suit letter behind: {written}" in " ".join(
        str(diagnostic.hint) for diagnostic in caught.value.diagnostics
    )
