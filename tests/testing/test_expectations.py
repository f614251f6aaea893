"""Expectations against rulings: each field holds what is so and nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from yakulang.testing.cases import Trial, read_cases
from yakulang.testing.judge import Outcome, always, disagreements, try_out
from yakulang.testing.show import failure_text

if TYPE_CHECKING:
    from pathlib import Path

HANDS = {
    "pinfu": "hand: 123m456p78s678m99p +9s seat=S from=W dora=8p honba=1 sticks=1 with=riichi",
    "tsumo": "hand: 123m456p78s678m99p *9s seat=S",
    "dealer": "hand: 123m456p78s678m99p *9s seat=E",
    "open": "hand: 567p35s88m p(222s) p(333p) +4s seat=S from=W",
    "pao": "hand: 23m99p p(555z)<E p(666z)<E p(777z)<W +1m seat=S from=N",
    "none": "hand: 123m456p79s678m99p +8s seat=S",
    "broken": "hand: 123m456p79s678m91p +8s seat=S",
    "closed_kan": "hand: 119m19p19s123456z +7z, seat: E, from: S, with: [ankan_chankan]",
    "six": "hand: 234m567p34s678m88p +5s, seat: S, from: W, dora: [1z, 7p, 2z, 3z, 4z, 5z]",
    "word": "hand: 123m456p78s11m555z +9s, seat: S, with: haitei",
    "seatless": "hand: 123m456p78s678m99p +9s",
    "unreadable": "hand: 123m456p78x, seat: S",
    "pay": "payment: {han: 3, fu: 40, seat: S, method: tsumo, honba: 2, sticks: 1}",
    "limit": "payment: {yakuman: 1, seat: E, method: ron, from: S}",
    "no_payment": "payment: {han: 3, seat: S, method: tsumo}",
}


def trial_of(folder: Path, hand: str, expect: str) -> Trial:
    path = folder / "my.cases.yaml"
    path.write_text(f"rules: riichi\ncases: {{a: {{about: it is so, {HANDS[hand]}, expect: {expect}}}}}", "utf-8")
    (trial,) = read_cases(path, path.name)
    return trial


def tried(folder: Path, hand: str, expect: str) -> Outcome:
    return try_out(trial_of(folder, hand, expect))


RIGHT = [
    (
        "pinfu",
        "{status: ok, yaku: {riichi: 1, pinfu: 1, dora: 2}, han: 4, fu: 30, fu_raw: 30, limit: none, points: 7700}",
    ),
    ("pinfu", "{with_yaku: {pinfu: 1}, not_yaku: [tanyao, red_dora], dora: {dora: 2}, yakuman: 0, base: 1920}"),
    ("pinfu", "{fu_items: {base: 20, closed_ron: 10}, payments: {discarder: 8000}, deltas: {S: 9000, W: -8000}}"),
    ("pinfu", "{payments: {W: 8000}, deltas: {E: 0, N: 0}, wait: ryanmen, shape: standard, liable: {}}"),
    ("pinfu", "{chips: {}, chip_deltas: {E: 0, S: 0, W: 0, N: 0}}"),
    ("pinfu", "{because: [pinfu, yaku.riichi, dora.kinds.dora, fu.items.base, closed_ron]}"),
    ("tsumo", "{payments: {dealer: 700, other: 400}}"),
    ("tsumo", "{payments: {E: 700, other: 400}, points: 1500}"),
    ("dealer", "{payments: {each: 700}}"),
    ("open", "{fu_items: {base: 20, kanchan: 2, open_simple_triplet: 4}}"),
    ("open", "{fu_items: {base: 20, kanchan: 2, open_simple_triplet: [2, 2]}}"),
    (
        "pao",
        "{yaku: {daisangen: yakuman}, han: none, fu: none, liable: {daisangen: W}, because: [pao.kinds.daisangen]}",
    ),
    ("none", "{status: no_yaku, because: minimum_han, wait: kanchan}"),
    ("broken", "{status: not_winning, error: YK580}"),
    ("closed_kan", "{status: not_allowed, error: forbidden_win, because: closed_kan_robbed}"),
    ("six", "{error: too_many_indicators, because: impossible.at_most_five_indicators}"),
    ("word", "{status: invalid, error: contradictory_flags, because: words.haitei}"),
    ("seatless", "{han: 1, fu: 30, because: pinfu}"),
    ("unreadable", "{status: invalid, error: YK505}"),
    ("pay", "{base: 1280, payments: {dealer: 2800, other: 1500}, deltas: {S: 6800}, han: 3}"),
    ("limit", "{limit: yakuman, because: limits.yakuman, deltas: {E: 48000, S: -48000}}"),
    ("no_payment", "{status: invalid, error: YK713}"),
]


@pytest.mark.parametrize(("hand", "expect"), RIGHT)
def test_what_is_so(hand: str, expect: str, tmp_path: Path) -> None:
    assert tried(tmp_path, hand, expect).differences == ()


WRONG = [
    ("pinfu", "{status: no_yaku}", "status", "no_yaku", "ok"),
    ("pinfu", "{error: forbidden_win}", "error", "forbidden_win", "none"),
    ("pinfu", "{yaku: {riichi: 1, pinfu: 1}}", "yaku", "riichi 1, pinfu 1", "riichi 1, pinfu 1, dora 2"),
    ("pinfu", "{yaku: {}}", "yaku", "none", "riichi 1, pinfu 1, dora 2"),
    ("pinfu", "{with_yaku: {pinfu: 2}}", "with_yaku", "pinfu 2", "riichi 1, pinfu 1, dora 2"),
    ("pinfu", "{not_yaku: [tanyao, pinfu]}", "not_yaku", "without pinfu", "riichi 1, pinfu 1, dora 2"),
    ("pinfu", "{dora: {}}", "dora", "none", "dora 2"),
    ("pinfu", "{han: 5}", "han", "5", "4"),
    ("pinfu", "{han: none}", "han", "none", "4"),
    ("pinfu", "{fu: 40}", "fu", "40", "30"),
    ("pinfu", "{fu_raw: 32}", "fu_raw", "32", "30"),
    ("pinfu", "{fu_items: {base: 20}}", "fu_items", "base 20", "base 20; closed_ron 10"),
    ("open", "{fu_items: {base: 20, kanchan: 2, open_simple_triplet: 2}}", "fu_items", None, None),
    (
        "open",
        "{fu_items: {base: 20, kanchan: 2, open_simple_triplet: [4]}}",
        "fu_items",
        None,
        "base 20; kanchan 2; open_simple_triplet 2, 2",
    ),
    ("pinfu", "{limit: mangan}", "limit", "mangan", "none"),
    ("limit", "{limit: none}", "limit", "none", "yakuman"),
    ("pinfu", "{yakuman: 1}", "yakuman", "1", "0"),
    ("pinfu", "{base: 2000}", "base", "2000", "1920"),
    ("pinfu", "{points: 8000}", "points", "8000", "7700"),
    ("pinfu", "{payments: {discarder: 7700}}", "payments", "discarder 7700", "W 8000"),
    ("pinfu", "{payments: {each: 7700}}", "payments", "each 7700", "W 8000"),
    ("tsumo", "{payments: {dealer: 700}}", "payments", "dealer 700", "E 700, W 400, N 400"),
    ("tsumo", "{payments: {each: 700}}", "payments", "each 700", "E 700, W 400, N 400"),
    ("tsumo", "{payments: {discarder: 1500}}", "payments", "discarder 1500", "E 700, W 400, N 400"),
    ("dealer", "{payments: {dealer: 700}}", "payments", "dealer 700", "S 700, W 700, N 700"),
    ("pinfu", "{deltas: {S: 8000}}", "deltas", "S 8000", "E 0, S 9000, W -8000, N 0"),
    ("pinfu", "{chips: {ippatsu: 1}}", "chips", "ippatsu 1", "none"),
    ("pinfu", "{chip_deltas: {S: 1}}", "chip_deltas", "S 1", "E 0, S 0, W 0, N 0"),
    ("seatless", "{deltas: {S: 8000}}", "deltas", "S 8000", "none"),
    ("pao", "{liable: {}}", "liable", "none", "daisangen W"),
    ("pinfu", "{shape: seven_pairs}", "shape", "seven_pairs", "standard"),
    ("pinfu", "{wait: kanchan}", "wait", "kanchan", "ryanmen"),
    ("pinfu", "{because: [pinfu, limits.mangan]}", "because", "limits.mangan", None),
    (
        "six",
        "{status: invalid, because: no_indicator_above}",
        "because",
        "no_indicator_above",
        "impossible.at_most_five_indicators",
    ),
    # of a hand that does not win nothing else is said: it all follows
    ("none", "{han: 1, fu: 30, yaku: {pinfu: 1}}", "status", "ok", "no_yaku"),
    ("unreadable", "{han: 1}", "status", "ok", "invalid"),
]


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: f"{wrong[0]} {wrong[1]}")
def test_what_is_not_so(wrong: tuple[str, str, str, str | None, str | None], tmp_path: Path) -> None:
    hand, expect, field, expected, got = wrong
    (difference,) = tried(tmp_path, hand, expect).differences
    assert difference.field == field
    assert expected is None or difference.expected == expected
    assert got is None or difference.got == got


def test_payments_that_do_not_sum_up_are_told(tmp_path: Path) -> None:
    trial = trial_of(tmp_path, "pinfu", "{han: 4}")
    ruling = try_out(trial).ruling
    assert ruling.deltas is not None
    assert list(always(ruling, trial.table)) == []
    more = replace(ruling, deltas={**ruling.deltas, "E": 100})
    assert [(d.field, d.expected, d.got) for d in always(more, trial.table)] == [("sum of the changes", "1000", "1100")]
    (stick,) = [payment for payment in ruling.payments if payment.payer == "table"]
    rest = [payment for payment in ruling.payments if payment != stick]
    doubled = replace(ruling, payments=(*rest, replace(stick, points=2000)), deltas=None)
    assert [(d.field, d.expected, d.got) for d in always(doubled, trial.table)] == [("sticks taken", "1000", "2000")]


def test_evaluators_that_disagree_are_told(tmp_path: Path) -> None:
    ruling = tried(tmp_path, "pinfu", "{han: 4}").ruling
    assert list(disagreements(ruling, replace(ruling))) == []
    found = list(disagreements(replace(ruling, han=5, fu=40), ruling))
    assert [(d.field, d.expected, d.got) for d in found] == [
        ("han (compiled)", "4", "5"),
        ("fu (compiled)", "30", "40"),
    ]


def test_every_field_is_tried_both_ways(tmp_path: Path) -> None:
    from yakulang.testing.expect import _FIELDS

    assert {field for _, _, field, _, _ in WRONG} == set(_FIELDS)
    assert all(any(f"{field}:" in expect for _, expect in RIGHT) for field in _FIELDS)


def test_a_failure_shows_the_ruling_beside_the_expectation(tmp_path: Path) -> None:
    trial = trial_of(tmp_path, "pinfu", "{points: 8000, limit: mangan}")
    text = failure_text(trial, try_out(trial))
    assert text.splitlines()[:6] == [
        "my.cases.yaml:2: a: it is so",
        "",
        "points        expected  8000    my.cases.yaml:2",
        "              came out  7700",
        "limit         expected  mangan    my.cases.yaml:2",
        "              came out  none",
    ]
    assert "the ruling by riichi:" in text
    assert "    123m 678m 456p 99p 78s+9s\n" in text
    assert "riichi.yaml:" in text


def test_a_payment_is_shown_too(tmp_path: Path) -> None:
    trial = trial_of(tmp_path, "pay", "{points: 1}")
    assert "base      40 * 2 ^ (3 + 2)" in failure_text(trial, try_out(trial))


@pytest.mark.parametrize(
    ("hand", "lines"),
    [
        ("123m456p78x +9s seat=S", ["cases: {a: {hand: 123m456p78x +9s seat=S, expect: {han: 1}}}", "^"]),
        ("123m456p78s11m555z +9s, seat: Q", ["seat: Q,", "^"]),
        ("123m456p78s11m555z +9s, seat: S, with: [riichi, rihci]", ["with: [riichi, rihci]", "^^^^^"]),
        ("{closed: [1m], win: 1m}", ["hand: {closed: [1m], win: 1m}", "^"]),
    ],
)
def test_a_wrong_hand_is_shown_where_it_stands(hand: str, lines: list[str], tmp_path: Path) -> None:
    path = tmp_path / "my.cases.yaml"
    path.write_text(f"rules: riichi\ncases: {{a: {{hand: {hand}, expect: {{han: 1}}}}}}", "utf-8")
    (trial,) = read_cases(path, path.name)
    outcome = try_out(trial)
    assert [difference.field for difference in outcome.differences] == ["status"]
    text = failure_text(trial, outcome)
    assert "my.cases.yaml:2:" in text
    assert all(line in text for line in lines)


def test_what_stands_is_shown_where_events_come_out_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "my.cases.yaml"
    events = "E draw discard  S open_kan replacement tsumo"
    text = (
        f"rules: tenhou\ncases: {{a: {{events: {events}, expect: {{turned: 2, facts: riichi, not_facts: after_kan}}}}}}"
    )
    path.write_text(text, "utf-8")
    (trial,) = read_cases(path, path.name)
    outcome = try_out(trial)
    assert [(one.field, one.expected) for one in outcome.differences] == [
        ("turned", "2"),
        ("facts", "riichi"),
        ("not_facts", "without after_kan"),
    ]
    shown = failure_text(trial, outcome)
    assert "what stands by tenhou:" in shown
    assert "    pending   open_kan" in shown
