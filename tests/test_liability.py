"""Who is liable, as the melds tell, as it is said, and with every answer where neither does."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from functools import cache

import pytest
from dealing import deal

from yakulang import Hand, Meld, Ruleset, Ruling, load_ruleset, ruleset_from_text
from yakulang.cli import main
from yakulang.engine.declarations import last_calls, orders
from yakulang.notation import parse_hand, print_hand
from yakulang.notation.record import read_record, write_record
from yakulang.report.explain import explain
from yakulang.report.explain_text import explanation_report
from yakulang.report.layout import plain
from yakulang.report.ruling_text import ruling_text
from yakulang.report.words import LANGUAGES

OPEN = "23m99p p(555z)<E p(666z)<E p(777z)"  # who fed the third dragon is not said
LATE = "5z a(1111p) a(3333z) d(4444z)<W k(5555s)<N"  # nor when the pon became a kan


def ruling(text: str, rules: str = "tenhou") -> Ruling:
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
    asked = ruling(f"{LATE} +5z seat=S from=E", "m-league")
    assert asked.points == 32000
    assert asked.deltas is None
    assert asked.payments == ()
    assert "when d(4444z)<W became a kan is not said" in asked.notes[0]
    assert [(dict(one.answer), one.ruling.deltas) for one in asked.by_liable] == [
        ({"suukantsu": "N"}, {"E": -16000, "S": 32000, "W": 0, "N": -16000}),
        ({"suukantsu": None}, {"E": -32000, "S": 32000, "W": 0, "N": 0}),
    ]


def test_an_unknown_feeder_is_said_not_guessed() -> None:
    asked = ruling(f"{OPEN} +1m seat=S from=N")
    assert asked.deltas is None
    assert "who fed p(777z) is not said" in asked.notes[0]
    assert [(dict(one.answer), one.ruling.deltas) for one in asked.by_liable] == [
        ({"daisangen": "E"}, {"E": -16000, "S": 32000, "W": 0, "N": -16000}),
        ({"daisangen": "W"}, {"E": 0, "S": 32000, "W": -16000, "N": -16000}),
        ({"daisangen": "N"}, {"E": 0, "S": 32000, "W": 0, "N": -32000}),
    ]


def test_two_unknown_answers_are_named_both() -> None:
    asked = ruling("5z a(1111p) a(3333z) d(4444z)<W k(5555s) *5z seat=S", "m-league")
    assert "when d(4444z)<W became a kan and who fed k(5555s) are not said" in asked.notes[0]
    assert [one.answer["suukantsu"] for one in asked.by_liable] == ["E", "W", "N", None]


def test_what_all_answers_agree_in_is_given() -> None:
    """The discarder would be liable, and pays all of it whether he is or not."""
    asked = ruling(f"{LATE} +5z seat=S from=N", "m-league")
    assert asked.deltas == {"E": 0, "S": 32000, "W": 0, "N": -32000}
    assert asked.payments == ()
    assert [one.answer["suukantsu"] for one in asked.by_liable] == ["N", None]


def test_each_answer_is_the_ruling_on_the_hand_that_says_it() -> None:
    for rules, text in (("tenhou", f"{OPEN} +1m seat=S from=N honba=1"), ("m-league", f"{LATE} *5z seat=S")):
        for one in ruling(text, rules).by_liable:
            assert one.ruling.hand is not None
            assert load_ruleset(rules).score(one.ruling.hand) == one.ruling
            assert one.ruling.by_liable == ()
            assert one.ruling.notes == ()
            assert parse_hand(str(one.ruling.hand)) == one.ruling.hand


def test_an_answer_that_makes_no_difference_is_not_asked_for() -> None:
    lower = "yakulang: 1\nid: one\nextends: riichi\nchange: {stacking.yakuman: highest, yaku.tsuuiisou.yakuman: 2}\n"
    asked = ruleset_from_text(lower).score(Hand.parse("1144z p(555z)<E p(666z)<E p(777z) *4z seat=S"))
    assert asked.yakuman == 2
    assert asked.by_liable == ()
    assert asked.notes == ()
    assert asked.deltas is not None


def test_seats_and_answers_can_both_be_open() -> None:
    asked = ruling(f"{OPEN} *1m")
    assert {part.seats: [one.answer["daisangen"] for one in part.ruling.by_liable] for part in asked.by_seat} == {
        ("E",): [],
        ("S",): ["E", "W", "N"],
        ("W",): ["E", "S", "N"],
        ("N",): ["E", "S", "W"],
    }
    assert [part["seats"] for part in asked.as_json()["by_seat"] if "by_liable" in part["ruling"]] == [
        ["S"],
        ["W"],
        ["N"],
    ]
    assert ruling_text(asked, load_ruleset("tenhou").rulebook).count("if liable for") == 9


def test_a_liable_player_is_no_winner() -> None:
    asked = ruling(f"{OPEN} *1m liable=W")
    refused = {part.seats: [e.name for e in part.ruling.errors] for part in asked.by_seat if not part.ruling.ok}
    assert refused == {("E",): ["own_discard"], ("W",): ["own_liability"]}
    assert [part.ruling.deltas for part in asked.by_seat if part.seats == ("S", "N")] == [
        {"E": 0, "S": 32000, "W": -32000, "N": 0}
    ]


def test_as_json() -> None:
    data = json.loads(json.dumps(ruling(f"{OPEN} *1m seat=S").as_json()))
    assert data["deltas"] is None
    assert [part["answer"] for part in data["by_liable"]] == [{"daisangen": seat} for seat in "EWN"]
    assert data["by_liable"][1]["ruling"]["deltas"] == {"E": 0, "S": 32000, "W": -32000, "N": 0}
    assert data["by_liable"][1]["ruling"]["payments"][0]["about"] == "daisangen"


def test_too_many_answers_are_not_listed() -> None:
    kinds = ", ".join(
        f"k{n}: {{covers: [tsuuiisou], sealed_when: any {n}z melds, name: {{en: k{n}}}}}" for n in (1, 2, 5, 6)
    )
    rules = ruleset_from_text(f"yakulang: 1\nid: many\nextends: riichi\npao: {{kinds: {{{kinds}}}}}\n")
    asked = rules.score(Hand.parse("7z p(111z) p(222z) p(555z) p(666z) *7z seat=S"))
    assert asked.by_liable == ()
    assert asked.deltas is None
    assert asked.notes[-1] == "81 answers are possible to who is liable"
    said = rules.score(Hand.parse("7z p(111z) p(222z) p(555z) p(666z) *7z seat=S liable=k1:E,k2:E,k5:W"))
    assert [one.answer["k6"] for one in said.by_liable] == []  # the yaku is covered once, by the first
    assert said.deltas == {"E": -32000, "S": 32000, "W": 0, "N": 0}


def test_the_discarders_half_is_no_liability() -> None:
    asked = ruling("23m99p p(555z)<E p(666z)<E p(777z)<W +1m seat=S from=N honba=1 sticks=1")
    assert [(p.payer, p.points, p.reason) for p in asked.payments] == [
        ("W", 16000, "liable"),
        ("N", 16000, "hand"),
        ("W", 300, "honba"),
        ("table", 1000, "deposits"),
    ]
    assert asked.deltas == {"E": 0, "S": 33300, "W": -16300, "N": -16000}


def test_an_unknown_discarder_pays_his_half() -> None:
    asked = ruling("23m99p p(555z)<E p(666z)<E p(777z)<W +1m seat=S honba=1")
    assert [(p.payer, p.points) for p in asked.payments] == [("W", 16000), ("discarder", 16000), ("W", 300)]
    assert asked.deltas is None
    assert asked.by_liable == ()


# --- the order of declarations ------------------------------------------------------------------------------


def test_every_order_in_which_pons_can_have_become_kans() -> None:
    hand = Hand.parse("5m d(1111z) d(2222z) d(3333z) d(4444z) *5m seat=S")
    found = orders(hand, last_calls(hand, frozenset()))
    assert len(found) == len(set(found)) == 105
    assert all(len(order) == 8 and order[-1].standing == hand.melds for order in found)


@pytest.mark.parametrize(
    ("melds", "flags", "found"),
    [
        ("", (), {"none"}),
        ("p(111z)", (), {"pon"}),
        ("p(111z) a(2222z)", (), {"closed_kan"}),
        ("p(111z) d(2222z)", (), {"added_kan"}),
        ("d(2222z) p(111z)", (), {"added_kan", "pon"}),
        ("d(2222z) p(111z)", ("after_kan",), {"added_kan"}),
        ("d(2222z) k(1111z)", ("after_kan",), {"added_kan", "open_kan"}),
        ("d(2222z) p(111z) n(44z)", ("after_kan",), {"added_kan", "pon"}),
    ],
)
def test_the_last_declaration(melds: str, flags: tuple[str, ...], found: set[str]) -> None:
    closed = {0: "123m456p78s11m777z", 1: "123m456p78s11m", 2: "123m78s11m"}[melds.count("z)") - melds.count("n(")]
    assert last_calls(Hand.parse(f"{closed} {melds} *9s"), frozenset(flags)) == found


def test_a_last_declaration_that_the_melds_have_not_is_refused() -> None:
    asked = ruling("123m78s11m p(555z)<E a(2222z) *9s seat=S with=last_call=pon")
    assert [error.name for error in asked.errors] == ["contradictory_flags"]


# --- what can be said ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "said", "canonical"),
    [
        ("W", "W", "W"),
        ("west", "W", "W"),
        ("西", "W", "W"),
        ("none", "none", "none"),
        ("daisangen:W", {"daisangen": "W"}, "daisangen:W"),
        ("suukantsu:S, daisangen:none", {"daisangen": "none", "suukantsu": "S"}, "daisangen:none,suukantsu:S"),
    ],
)
def test_text_record_and_argument_say_the_same(written: str, said: object, canonical: str) -> None:
    hand = Hand.parse(f"{OPEN} +1m liable={written}")
    assert hand.liable == said
    assert print_hand(hand).endswith(f" liable={canonical}")
    assert parse_hand(print_hand(hand)) == hand
    assert write_record(hand)["liable"] == said
    assert read_record(write_record(hand)) == hand
    for argument in (written, said):
        assert Hand.parse(f"{OPEN} +1m", liable=argument) == hand  # type: ignore[arg-type]
        assert Hand.parse(f"{OPEN} +1m liable={written}", liable=argument) == hand  # type: ignore[arg-type]


def test_nothing_said_is_nothing() -> None:
    record = write_record(Hand.parse(f"{OPEN} +1m"))
    assert "liable" not in record
    assert read_record({**record, "liable": None}).liable is None
    assert read_record({**record, "liable": {}}).liable is None


@pytest.mark.parametrize("said", ["X", 7, ["W"], {"daisangen": None}, {"daisangen": "S"}, {"": "W"}, {"a b": "W"}])
def test_a_hand_built_with_a_liability_that_is_none_is_refused(said: object) -> None:
    hand = Hand.parse(f"{OPEN} +1m seat=S from=N")
    broken = Hand(hand.closed, hand.win, hand.method, hand.melds, "S", discarder="N", liable=said)  # type: ignore[arg-type]
    asked = load_ruleset("tenhou").score(broken)
    assert asked.status == "invalid"
    assert {error.code for error in asked.errors} <= {"YK567", "YK528"}


# --- without a hand -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"yakuman": 1, "liable": {"daisanken": "W"}}, "did you mean `daisangen`"),
        ({"yakuman": 1, "liable": {"daisangen": "S"}}, "a win of their own"),
        ({"yakuman": 1, "liable": {"daisangen": "X"}}, "one of the seats E S W N"),
        ({"yakuman": 1, "liable": {"daisangen": ("W", 2)}}, "liable for 2 yakuman; here is 1"),
        ({"yakuman": 2, "liable": {"daisangen": ("W", 0)}}, "from 1 to 999"),
        ({"yakuman": 2, "liable": {"daisangen": ("W", 2), "daisuushii": "N"}}, "are for 3 yakuman; here are 2"),
        ({"han": 3, "fu": 40, "liable": {"daisangen": "W"}}, "give the yakuman"),
        ({"yakuman": {"tsuuiisou": 1}, "liable": {"daisangen": "W"}}, "not among the yakuman"),
        ({"yakuman": {"daisangen": 1}, "liable": {"daisangen": ("W", 1)}}, "no number of them is needed"),
        ({"yakuman": {"pinfu": 1}}, "`pinfu` is no yakuman"),
        ({"yakuman": {"daisangen": 0}}, "from 1 to 999"),
        ({"yakuman": {}}, "give han and fu, or yakuman, or a limit"),
        ({"yakuman": 1, "liable": "W"}, "an id and a seat"),
    ],
)
def test_a_liability_that_does_not_fit_is_refused(asked: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        load_ruleset("riichi").payment(seat="S", method="tsumo", **asked)  # type: ignore[arg-type]


def test_a_liability_for_the_whole_hand_needs_no_yakuman() -> None:
    kinds = "open_kan: {covers: all, when: after_kan and last_call is open_kan}"
    rules = ruleset_from_text(f"yakulang: 1\nid: kan\nextends: riichi\npao: {{kinds: {{{kinds}}}}}\n")
    asked = rules.payment(han=3, fu=40, seat="S", method="tsumo", honba=1, liable={"open_kan": "W"})
    assert asked.deltas == {"E": 0, "S": 5500, "W": -5500, "N": 0}
    with pytest.raises(ValueError, match="leave the number out"):
        rules.payment(yakuman=1, seat="S", method="tsumo", liable={"open_kan": ("W", 1)})


def test_several_yaku_that_one_liability_covers_want_a_number() -> None:
    change = "change: {pao.kinds.daisangen.covers: [daisangen, tsuuiisou]}"
    rules = ruleset_from_text(f"yakulang: 1\nid: two\nextends: riichi\n{change}\n")
    with pytest.raises(ValueError, match="for how many"):
        rules.payment(yakuman=2, seat="S", method="tsumo", liable={"daisangen": "W"})
    asked = rules.payment(yakuman=2, seat="S", method="tsumo", liable={"daisangen": ("W", 2)})
    assert asked.deltas == {"E": 0, "S": 64000, "W": -64000, "N": 0}


# --- what stays, whoever is liable --------------------------------------------------------------------------

TABLES = {
    "tenhou": "",
    "m-league": "",
    "discarder": "change: {pao.ron.honba: discarder, pao.tsumo.honba: each}",
    "kan": "pao: {kinds: {kan: {covers: all, when: after_kan and last_call is open_kan}}}",
    "any": "pao: {kinds: {any: {covers: all, when: open}}}",  # nobody plays so, but it makes many hands liable
}


def test_a_liability_changes_who_pays_and_not_what_is_won() -> None:
    """On random hands, with yakuman mixed in that are fed by anybody: sums, counters, and the winner's points."""
    rng = random.Random(4)
    yakuman = [
        "2{0}99p p(555z) p(666z) k(7777z)",
        "5m p(111z) p(222z) d(3333z) p(444z)",
        "9m k(5555z) d(6666z) k(7777z) k(1111p)",
    ]
    liable = several = 0
    for number in range(1500):
        hand = deal(rng)
        if number % 3 == 0:
            text = rng.choice(yakuman).format("3m") + rng.choice("+*")
            hand = Hand.parse(text + {"2": "1m", "5": "5m", "9": "9m"}[text[0]], seat=rng.choice("ESWN"))
        hand = fed(hand, rng)
        name = rng.choice(list(TABLES))
        found = table(name).score(hand)
        if not found.ok:
            continue
        free = table(name, liability=False).score(hand)
        assert found.deltas is not None, str(hand)
        assert free.deltas is not None
        assert hand.seat is not None
        assert sum(found.deltas.values()) == 1000 * hand.deposits
        assert sum(p.points for p in found.payments) == found.deltas[hand.seat]
        honba = [sum(p.points for p in one.payments if p.reason == "honba") for one in (found, free)]
        assert honba == [300 * hand.honba] * 2, str(hand)
        parts = {p.about for p in found.payments if p.about}
        assert 0 <= found.deltas[hand.seat] - free.deltas[hand.seat] <= 100 * 6, str(hand)
        if found.yakuman and not parts - {"daisangen", "daisuushii", "suukantsu"}:
            assert found.deltas[hand.seat] == free.deltas[hand.seat], str(hand)
        liable += bool(parts)
        several += len(parts) > 1
    assert liable > 300
    assert several > 20


NOBODY = {
    "tenhou": "disable: [pao.kinds.daisangen, pao.kinds.daisuushii]",
    "m-league": "disable: [pao.kinds.daisangen, pao.kinds.daisuushii, pao.kinds.suukantsu]",
} | dict.fromkeys(("discarder", "kan", "any"), "disable: [pao.kinds.daisangen, pao.kinds.daisuushii]")


@cache
def table(name: str, *, liability: bool = True) -> Ruleset:
    """Return one of the tables, or the same with nobody ever liable."""
    base = "riichi" if TABLES[name] else name
    return ruleset_from_text(
        f"yakulang: 1\nid: my-{name}\nextends: {base}\n{TABLES[name] if liability else NOBODY[name]}\n"
    )


def fed(hand: Hand, rng: random.Random) -> Hand:
    """Return a hand with a feeder for every call, a discarder, counters, and its last declaration."""
    others = [wind for wind in "ESWN" if wind != hand.seat]
    melds = tuple(Meld(m.type, m.tiles, m.called, rng.choice(others) if m.is_called else None) for m in hand.melds)  # type: ignore[arg-type]
    found = Hand(
        hand.closed, hand.win, hand.method, melds, hand.seat, hand.round,
        rng.choice(others) if hand.method == "ron" else None,  # type: ignore[arg-type]
        hand.indicators, hand.kan_indicators, hand.ura_indicators, hand.kan_ura_indicators,
        honba=rng.choice([0, 1, 7]), deposits=hand.deposits, flags=hand.flags,
    )  # fmt: skip
    calls = sorted(last_calls(found, hand.flags))
    said = {"last_call": rng.choice(calls)} if calls != ["none"] else {}
    return replace(found, facts=said)


# --- in words -----------------------------------------------------------------------------------------------


def lines(text: str, rules: str, lang: str = "en") -> list[str]:
    own = load_ruleset(rules)
    return plain(explanation_report(explain(own, Hand.parse(text), lang=lang), own.rulebook, lang))


def test_the_arithmetic_of_a_part_and_of_the_rest() -> None:
    found = [line.strip().rpartition(" (")[0] or line.strip() for line in lines(
        "1144z p(555z)<E p(666z)<E p(777z)<W *4z seat=S honba=1", "m-league"
    )]  # fmt: skip
    assert "all together 16000 + 8000 + 8000 = 32000" in found
    assert "32000 * 1 = 32000" in found
    assert "its part of the base: 16000 * 1/2 = 8000" in found
    assert "1 * 100 * 3 = 300" in found
    assert "who is liable pays the counters" in found


def test_the_arithmetic_of_halves() -> None:
    text = "\n".join(lines("23m99p p(555z)<E p(666z)<E p(777z)<W +1m seat=S from=N honba=1", "tenhou"))
    assert text.count("8000 * 4 = 32000") == 2
    assert text.count("32000 * 1/2 = 16000") == 2
    assert "part of the base" not in text


def test_who_is_liable_and_discards() -> None:
    text = "\n".join(lines("23m99p p(555z)<E p(666z)<E p(777z)<W +1m seat=S from=W", "tenhou"))
    assert "who is liable discarded too and pays it all" in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_answer_is_explained(lang: str) -> None:
    (one,) = explain(load_ruleset("m-league"), Hand.parse(f"{LATE} *5z seat=S"), lang=lang)
    assert one.payments == ()
    assert [dict(part.answer) for part in one.by_liable] == [{"suukantsu": "N"}, {"suukantsu": None}]
    assert [[item.data["points"] for item in part.payments] for part in one.by_liable] == [[32000], [16000, 8000, 8000]]
    assert all(item.reasons for part in one.by_liable for item in part.payments)
    assert [part["answer"] for part in one.as_json()["by_liable"]] == [{"suukantsu": "N"}, {"suukantsu": None}]
    text = lines(f"{LATE} *5z seat=S", "m-league", lang)
    assert all(part.text in text for part in one.by_liable)


def test_what_is_said_of_who_is_liable_is_shown() -> None:
    hand = f"{OPEN} *1m seat=S liable=daisangen:W"
    assert "liable daisangen:W" in ruling_text(ruling(hand), load_ruleset("tenhou").rulebook)


# --- on the command line ------------------------------------------------------------------------------------


def test_the_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", f"{OPEN} *1m", "--seat", "S", "--liable", "daisangen:W", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["deltas"] == {"E": 0, "S": 32000, "W": -32000, "N": 0}
    assert main(["score", f"{OPEN} *1m", "--seat", "S", "--liable", "E,W"]) == 2
    assert "--> --liable:1:1" in capsys.readouterr().err


def test_a_payment(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["payment", "--rules", "m-league", "--yakuman", "2", "--liable", "daisangen:W"]
    assert main([*asked, "--seat", "S", "--tsumo", "--honba", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["deltas"] == {"E": -16000, "S": 64300, "W": -40300, "N": -8000}
    assert main([*asked, "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)["by_seat"]
    assert [part["seats"] for part in listed if part["method"] == "tsumo"] == [["E"], ["S"], ["N"]]
    assert main([*asked[:-1], "daisangen:W:2", "--seat", "S", "--tsumo", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["deltas"] == {"E": 0, "S": 64000, "W": -64000, "N": 0}


@pytest.mark.parametrize("said", ["Q", "daisangen", "daisangen:", "daisangen:W:x", "daisangen:W,daisangen:N", ":W"])
def test_a_payment_that_is_not_read(said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["payment", "--yakuman", "1", "--liable", said]) == 2
    assert "--liable" in capsys.readouterr().err
