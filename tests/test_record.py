"""Hands as JSON records."""

from __future__ import annotations

import json

import jsonschema
import pytest
from corpus import rows
from hands import attempt, hands
from hypothesis import given, settings
from hypothesis import strategies as st

from yakulang.errors import HandError
from yakulang.hand import Hand
from yakulang.notation import parse_hand, print_hand
from yakulang.notation.record import KEYS, read_record, record_schema, write_record
from yakulang.tiles import tile_name

GOOD = {"closed": "123m456p78s1155z", "melds": [{"type": "chi", "tiles": "789m"}], "win": "9s", "method": "ron"}
GOOD = GOOD | {"closed": "123m456p78s11m"}
KAN = {"type": "shouminkan", "tiles": "0555p", "called": "5p", "from": "N", "added": "0p"}

SCHEMA = jsonschema.Draft202012Validator(record_schema())


def refused(record):
    with pytest.raises(HandError) as caught:
        read_record(record)
    return caught.value.diagnostics


def only(record):
    (diagnostic,) = refused(record)
    return diagnostic


def test_a_record_is_read():
    hand = read_record(
        {
            "closed": "345m40677p67s",
            "melds": [{"type": "chi", "tiles": "340m", "called": "4m", "from": "W"}],
            "win": "8s",
            "method": "ron",
            "from": "E",
            "seat": "N",
            "round": "S",
            "dora": ["4s", "1z"],
            "ura": ["9m"],
            "flags": ["riichi", "ippatsu"],
            "facts": {"dealer_wins": 7},
            "honba": 1,
            "sticks": 2,
            "nuki": 1,
        }
    )
    assert str(hand) == (
        "345m40677p67s c(34'0m)<W n(4z) +8s seat=N round=S from=E dora=4s,1z ura=9m honba=1 sticks=2 "
        "with=ippatsu,riichi,dealer_wins=7"
    )


def test_what_may_be_left_out():
    hand = read_record(GOOD)
    assert (hand.seat, hand.round, hand.discarder, hand.honba, hand.deposits, hand.flags) == (
        None,
        "E",
        None,
        0,
        0,
        set(),
    )
    assert read_record(GOOD | {"seat": None, "from": None}) == hand


def test_fourteen_tiles_with_the_winning_tile_among_them():
    record = {"hand14": "123m456p789s11222z", "win": "2z", "method": "tsumo"}
    assert str(read_record(record)) == "123m456p789s1122z *2z"
    assert only(record | {"win": "5m"}).name == "winning_tile_not_in_hand"
    assert only(record | {"hand14": "123m456p789s1122z"}).name == "wrong_tile_count"


@pytest.mark.parametrize(
    ("spelt", "type"),
    [
        ("daiminkan", "open_kan"), ("open_kan", "open_kan"),
        ("shouminkan", "added_kan"), ("kakan", "added_kan"), ("added_kan", "added_kan"),
        ("ankan", "closed_kan"), ("closed_kan", "closed_kan"),
    ],
)  # fmt: skip
def test_the_names_of_kans(spelt, type):
    hand = read_record(GOOD | {"melds": [{"type": spelt, "tiles": "5555z"}]})
    assert hand.melds[0].type == type


def test_what_was_set_aside():
    assert [tile_name(tile) for tile in read_record(GOOD | {"nuki": 2}).aside] == ["4z", "4z"]
    assert write_record(read_record(GOOD | {"aside": "44z"}))["nuki"] == 2
    assert write_record(read_record(GOOD | {"aside": "14z"}))["aside"] == "14z"


def test_indicators_that_do_not_fit_the_usual_list():
    record = GOOD | {"dora": ["3p", "4p"], "kandora": [], "ura": [], "kanura": ["5s"]}
    hand = read_record(record)
    assert [len(tiles) for tiles in (hand.indicators, hand.kan_indicators)] == [2, 0]
    written = write_record(hand)
    assert {key: written[key] for key in ("dora", "kandora", "ura", "kanura")} == {
        key: record[key] for key in ("dora", "kandora", "ura", "kanura")
    }


@given(hands())
@settings(max_examples=150, deadline=None)
def test_every_hand_is_written_and_read_back(hand):
    record = write_record(hand)
    assert read_record(json.loads(json.dumps(record))) == hand
    assert write_record(read_record(record)) == record
    assert Hand.from_record(hand.to_record()) == hand
    SCHEMA.validate(record)


# --- what is refused


BAD_STRUCTURE = [  # the schema refuses these, too
    ({"closd": "1m"}, "YK541", "`closd`"),
    ({"closed": 5}, "YK540", "closed: a number stands where a text of tiles is needed"),
    ({"closed": "123m4h"}, "YK505", "closed: `h` is no suit letter"),
    ({"closed": "8z"}, "YK507", "closed: there is no tile 8z"),
    ({"closed": "１２３ｍ"}, "YK506", "closed: "),
    ({"closed": "1m" * 1025}, "YK500", "closed: the text has 2,050 characters"),
    ({"win": "89s"}, "YK544", "win: one tile is needed; here are 2"),
    ({"win": ""}, "YK544", "win: one tile is needed; here are 0"),
    ({"win": None}, "YK515", "win: the winning tile is missing"),
    ({"method": "steal"}, "YK543", "method: `steal`"),
    ({"method": None}, "YK540", "method: null"),
    ({"from": "X"}, "YK524", "from: `X` is no wind"),
    ({"from": 1}, "YK540", "from: a number stands where a wind is needed"),
    ({"method": "tsumo", "from": "E"}, "YK527", "from: "),
    ({"seat": "e"}, "YK524", "seat: `e` is no wind"),
    ({"round": None}, "YK540", "round: null"),
    ({"round": ""}, "YK524", "round: "),
    ({"dora": "3p"}, "YK540", "dora: a text stands where a list of tiles is needed"),
    ({"dora": ["3p", "h"]}, "YK503", "dora[1]: `h`"),
    ({"dora": ["3p4p"]}, "YK544", "dora[0]: one tile"),
    ({"dora": [None]}, "YK540", "dora[0]: null"),
    ({"ura": ["1m"] * 41}, "YK531", "ura: a list of 41 tiles"),
    ({"flags": "riichi"}, "YK540", "flags: a text"),
    ({"flags": ["Riichi"]}, "YK526", "flags[0]: `Riichi`"),
    ({"flags": [True]}, "YK540", "flags[0]: true"),
    ({"flags": ["a"] * 101}, "YK546", "flags: 101 words"),
    ({"facts": []}, "YK540", "facts: a list"),
    ({"facts": {"dealer_wins": -1}}, "YK525", "facts.dealer_wins: the number is negative"),
    ({"facts": {"dealer_wins": 1.5}}, "YK525", "facts.dealer_wins: `1.5`"),
    ({"facts": {"dealer_wins": True}}, "YK525", "facts.dealer_wins: "),
    ({"facts": {"Dealer": 1}}, "YK526", "facts.Dealer: "),
    ({"facts": {"a": "B"}}, "YK526", "facts.a: `B`"),
    ({"facts": {"a": 1000000}}, "YK525", "facts.a: the number is too big"),
    ({"honba": -1}, "YK525", "honba: the number is negative"),
    ({"honba": "1"}, "YK525", "honba: `1` is not a whole number"),
    ({"honba": True}, "YK525", "honba: "),
    ({"honba": None}, "YK525", "honba: "),
    ({"sticks": 10**30}, "YK525", "sticks: the number is too big"),
    ({"nuki": 41}, "YK525", "nuki: the number is too big"),
    ({"nuki": 1, "aside": "4z"}, "YK545", "`nuki` and `aside`"),
    ({"hand14": "1m"}, "YK545", "`closed` and `hand14`"),
    ({"melds": {}}, "YK540", "melds: an object stands where a list of melds is needed"),
    ({"melds": ["chi"]}, "YK540", "melds[0]: a text"),
    ({"melds": [{"tiles": "123m"}]}, "YK542", "melds[0]: `type` is missing"),
    ({"melds": [{"type": "chi"}]}, "YK542", "melds[0]: `tiles` is missing"),
    ({"melds": [{"type": "chu", "tiles": "123m"}]}, "YK543", "melds[0].type: `chu`"),
    ({"melds": [{"type": 1, "tiles": "123m"}]}, "YK540", "melds[0].type: a number"),
    ({"melds": [{"type": "chi", "tiles": "12m3"}]}, "YK504", "melds[0].tiles: `3`"),
    ({"melds": [{"type": "chi", "tiles": "123m", "by": "E"}]}, "YK541", "`by` in melds[0]"),
    ({"melds": [{"type": "chi", "tiles": "123m", "called": 1}]}, "YK540", "melds[0].called: a number"),
    ({"melds": [{"type": "chi", "tiles": "123m", "from": "Q"}]}, "YK524", "melds[0].from: `Q`"),
    ({"melds": [{"type": "pon", "tiles": "111m", "added": "1m"}]}, "YK510", "melds[0]: a pon has no added tile"),
    ({"melds": [{"type": "ankan", "tiles": "1111m", "called": "1m"}]}, "YK514", "melds[0]: a closed kan has no"),
    ({"melds": [{"type": "chi", "tiles": "123m"}] * 5}, "YK518", "melds: a hand has at most 4 melds; here are 5"),
]

BAD_HANDS = [  # well-formed, but the tiles make no hand: only reading finds it
    ({"closed": "123m"}, "YK518", "closed: here are 3 concealed tiles and the winning tile beside 1 meld; 10"),
    ({"closed": "11112222333444s", "melds": []}, "YK518", "closed: here are 14 concealed tiles"),
    ({"melds": []}, "YK518", "closed: "),
    ({"melds": [{"type": "chi", "tiles": "124m"}]}, "YK512", "melds[0].tiles: a chii is three tiles in a row"),
    ({"melds": [{"type": "kakan", "tiles": "111m"}]}, "YK513", "melds[0].tiles: an added kan has 4 tiles; here are 3"),
    ({"melds": [{"type": "chi", "tiles": "123m", "called": "4m"}]}, "YK510", "melds[0]: the claimed tile is not among"),
    ({"melds": [KAN | {"called": "0p"}]}, "YK510", "melds[0]: the added tile is not among"),
    ({"melds": [{"type": "chi", "tiles": "123m", "from": "E"}], "seat": "E"}, "YK528", "melds[0].from: the winner"),
    ({"seat": "E", "from": "E"}, "YK528", "from: the winner (E)"),
]


@pytest.mark.parametrize(("change", "code", "message"), BAD_STRUCTURE + BAD_HANDS)
def test_what_is_wrong_is_refused_with_its_path(change, code, message):
    diagnostic = only(GOOD | change)
    assert diagnostic.code == code
    assert diagnostic.message.startswith(message)
    assert diagnostic.name
    assert str(diagnostic)


@pytest.mark.parametrize("key", ["closed", "win", "method"])
def test_what_must_be_there(key):
    diagnostic = only({k: v for k, v in GOOD.items() if k != key})
    assert "missing" in diagnostic.message
    assert not SCHEMA.is_valid({k: v for k, v in GOOD.items() if k != key})


def test_the_caret_stands_under_the_wrong_tile():
    diagnostic = only(GOOD | {"closed": "123m45h"})
    assert (diagnostic.span.source.name, diagnostic.span.text) == ("<record> closed", "h")


def test_all_problems_are_reported():
    record = GOOD | {"closed": "8z", "win": "h", "honba": -1, "melds": [{"type": "chi", "tiles": "124m"}], "rond": "E"}
    assert {d.code for d in refused(record)} == {"YK507", "YK503", "YK525", "YK512", "YK541"}
    assert only(GOOD | {"rond": "E"}).hint == "did you mean `round`?"


@pytest.mark.parametrize("record", [None, 5, "text", [], True])
def test_what_is_not_an_object(record):
    assert only(record).code == "YK540"


# --- the schema


def test_the_schema_is_a_schema_and_knows_the_same_keys():
    schema = record_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    assert set(schema["properties"]) == set(KEYS)


def test_the_schema_refuses_what_reading_refuses():
    for change, _, _ in BAD_STRUCTURE:
        assert not SCHEMA.is_valid(GOOD | change), change
    for change, _, _ in BAD_HANDS:
        assert SCHEMA.is_valid(GOOD | change), change


GOOD_CHANGES = [
    {},
    {"seat": None, "from": None},
    {"method": "tsumo", "from": None},
    {"closed": " 123m 456p 78s 1m r1m "},
    {"closed": "1r23m456p78s東東"},
    {"closed": "1r23m456p78s发発"},
    {"win": "r9s"},
    {"win": "中"},
    {"melds": [KAN]},
    {"melds": [KAN | {"type": "kakan", "called": None, "from": None, "added": None}]},
    {"dora": ["0p", "中", "r3s"], "kandora": []},
    {"honba": 1.0, "sticks": 999, "nuki": 0},
    {"facts": {"dealer_wins": 7, "last_call": "pon"}, "flags": ["riichi", "riichi"]},
    {"aside": ""},
]


@pytest.mark.parametrize("change", GOOD_CHANGES)
def test_the_schema_takes_what_reading_takes(change):
    hand = read_record(GOOD | change)
    assert SCHEMA.is_valid(GOOD | change)
    assert read_record(write_record(hand)) == hand


ODD = st.sampled_from(
    [
        None,
        True,
        0,
        1.0,
        1.5,
        -1,
        10**9,
        "",
        "E",
        "e",
        "riichi",
        "1m",
        "5z",
        "8z",
        "r0p",
        "123m",
        " 1m ",
        [],
        {},
        ["1m"],
        [1],
    ]
)


@given(
    hands(),
    st.dictionaries(st.sampled_from([*KEYS, "other"]), ODD, max_size=2),
    st.sets(st.sampled_from(KEYS), max_size=1),
)
@settings(max_examples=300, deadline=None)
def test_reading_takes_nothing_that_the_schema_refuses(hand, change, without):
    record = {key: value for key, value in (write_record(hand) | change).items() if key not in without}
    hand, problems = attempt(read_record, record)
    assert all(str(problem) for problem in problems)
    if hand:
        assert SCHEMA.is_valid(record), list(SCHEMA.iter_errors(record))
    elif SCHEMA.is_valid(record):
        about_tiles = {"YK510", "YK512", "YK513", "YK518", "YK519", "YK528"}
        assert {problem.code for problem in problems} <= about_tiles


def test_reading_does_without_the_schema_library():
    import subprocess
    import sys

    code = (
        "import sys; from yakulang.notation.record import read_record; "
        f"read_record({GOOD!r}); assert 'jsonschema' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


# --- recorded hands

RECORDED = {  # rows
    "recorded-wins": 10000,
    "generated-wins": 12729,
    "generated-wins-sanma": 1750,
    "wins-tenhou": 4079,
    "wins-tenhou-sanma": 6476,
    "wins-mahjongsoul": 97,
    "wins-mahjongsoul-sanma": 10,
    "wins-mahjongsoul-hands": 613,
    "wins-riichicity": 96,
    "wins-other-rules": 52,
}


@pytest.mark.parametrize("name", RECORDED)
def test_recorded_hands_are_read_and_survive_both_spellings(name):
    read = 0
    for row in rows(f"{name}.jsonl.gz"):
        read += 1
        hand = read_record(row["input"])
        assert read_record(write_record(hand)) == hand
        assert parse_hand(print_hand(hand)) == hand
        if read <= 100:
            SCHEMA.validate(row["input"])
    assert read == RECORDED[name]


def test_a_seat_beside_a_closed_kan_names_no_feeder():
    record = GOOD | {"melds": [{"type": "ankan", "tiles": "1111m", "from": "E"}], "closed": "456p78s11z999p"}
    (meld,) = read_record(record).melds
    assert meld.feeder is None


def test_disputed_records_are_refused_for_the_reason_given():
    expected = {"missing_winning_tile", "winning_tile_not_in_hand", "wrong_tile_count"}
    seen = []
    for row in rows("disputes.jsonl"):
        error = row["expected"].get("error") if row["kind"] == "invalid" else None
        if error in expected:
            assert only({"method": "ron", **row["input"]}).name == error
            seen.append(row["id"])
    assert seen == ["I03", "I04", "I09"]
