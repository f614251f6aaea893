"""Explanations: what is said of what was awarded, replaced, nearly there and lost, and where points come from."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest
from dealing import deal

from yakulang import Hand, load_ruleset, ruleset_from_text
from yakulang.engine.trace import completing, trace
from yakulang.report.explain import Explanation, explain
from yakulang.report.explain_text import explanation_markdown, explanation_report
from yakulang.report.layout import plain
from yakulang.report.why_not import find_yaku
from yakulang.report.words import LANGUAGES
from yakulang.tiles import kind_name

RULES = load_ruleset("tenhou")
CATALOGUE = Path(__file__).parents[1] / "rulesets" / "local-catalogue.yaml"
DOCS = Path(__file__).parents[2] / "docs" / "explain.md"


def line_of(text: str) -> str:
    """The place of the one line of the root rule file that begins so."""
    lines = RULES.rulebook.merged.files[0].text.splitlines()
    (number,) = [n for n, line in enumerate(lines, 1) if line.strip().startswith(text)]
    return f"riichi.yaml:{number}"


def explained(hand: str, *, everything: bool = False) -> Explanation:
    (found,) = explain(RULES, Hand.parse(hand), everything=everything)
    return found


def texts(items: object) -> dict[str, list[str]]:
    return {item.id: [reason.text for reason in item.reasons] for item in items}  # type: ignore[attr-defined]


def text_of(hand: str, lang: str = "en") -> str:
    return "\n".join(plain(explanation_report(explain(RULES, Hand.parse(hand), lang=lang), RULES.rulebook, lang)))


# --- the trace ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_the_trace_leads_to_the_ruling(seed: int) -> None:
    rng = Random(seed)
    for _ in range(15):
        hand = deal(rng)
        traced = trace(RULES, hand)
        assert traced.ruling == RULES.score(hand)
        chosen = traced.chosen
        assert chosen
        assert chosen.read_as == traced.ruling.reading
        counted = [yaku.rule.id for yaku in chosen.yaku if yaku.counted]
        if traced.ruling.ok:
            assert counted == [award.id for award in traced.ruling.yaku if not award.is_dora]
            assert chosen.judged
            assert all(one.judged is None or one.judged.rank <= chosen.judged.rank for one in traced.readings)
        for yaku in chosen.yaku:  # whatever is held and does not count has something against it
            if yaku.held and not yaku.awarded and chosen.judged:
                assert yaku.replaced_by or yaku.excluded_by or yaku.times <= 0
            assert not (yaku.awarded and (yaku.replaced_by or yaku.excluded_by))


def test_a_choice_that_fell_against_a_yaku() -> None:
    rules = load_ruleset(CATALOGUE)
    (found,) = explain(rules, Hand.parse("119m19p19s123456z *7z seat=E with=tenhou"))
    against = {item.id: item for item in found.not_counted}
    assert against["tenhou"].data["why"] == "excluded"
    assert "Thirteen unconnected" in against["tenhou"].reasons[0].text
    assert "local/yaku-unconnected.yaml" in against["tenhou"].reasons[0].rule
    assert against["honroutou"].data["why"] == "replaced"


# --- what was awarded ---------------------------------------------------------------------------


def test_what_was_awarded_and_why() -> None:
    found = explained("234m567m345p67s22s +8s seat=S")
    pinfu, tanyao = found.awarded
    assert [reason.text for reason in pinfu.reasons] == [
        "exactly 4 sequences: 234m 567m 345p 678s",
        "the wait is ryanmen",
        "no valued pairs",
    ]
    assert {reason.rule for reason in pinfu.reasons} == {line_of("when: exactly 4 sequences")}
    assert pinfu.reasons[0].tiles == ("234m", "567m", "345p", "678s")
    assert [reason.text for reason in tanyao.reasons] == ["all tiles are simple"]
    assert found.near_misses == ()


def test_terms_are_looked_through() -> None:
    found = explained("2345678p p(111p) c(345p) +2p seat=S")
    (chinitsu,) = found.awarded
    assert [reason.text for reason in chinitsu.reasons] == ["exactly 1 suits: p", "no honor tiles"]
    assert chinitsu.reasons[0].rule == line_of("flush: exactly 1 suits")
    assert texts(found.not_counted) == {}


def test_dora_by_indicator() -> None:
    found = explained("234m067m345p67s22s +8s seat=S dora=4m,1s ura=9s,3p with=riichi sticks=1")
    dora = {item.id: item for item in found.awarded if "dora" in item.id}
    assert texts(dora.values()) == {
        "dora": ["4m shows 5m: 1", "1s shows 2s: 2"],
        "ura_dora": ["3p shows 4p: 1", "riichi"],
        "red_dora": ["red tiles: 0m"],
    }


def test_what_is_replaced_and_by_which_rule() -> None:
    found = explained("22334466778m9s9s +8m seat=S")
    assert texts(found.not_counted) == {"iipeikou": ["replaced by Twice pure double sequence"]}
    assert found.not_counted[0].reasons[0].rule == line_of("replaces: [iipeikou]")


def test_what_is_not_counted_beside_a_yakuman() -> None:
    found = explained("55z66z p(111z) p(222z) p(777z) +6z seat=S")
    why = {item.id: item.data["why"] for item in found.not_counted}
    assert why["toitoi"] == why["honroutou"] == "replaced"
    assert why["shousangen"] == why["yakuhai_hatsu"] == why["seat_wind"] == "beside_yakuman"
    assert list(texts(found.near_misses)) == ["daisangen"], "what would not count is no near miss"


# --- what nearly was ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "yaku", "why"),
    [
        ("123m456p78s678m55z +9s with=riichi", "pinfu", ["the pair 55z is valued: dragon"]),
        ("123m456p78s678m22z +9s with=riichi", "pinfu", ["the pair 22z is valued: seat_wind"]),
        ("123m456p79s678m99p +8s with=riichi", "pinfu", ["the wait is kanchan, not ryanmen"]),
        ("123m456p78s666m99p +9s with=riichi", "pinfu", ["exactly 4 sequences: there are 3 (123m 456p 789s)"]),
        ("234m567p23s678m88p +1s with=riichi", "tanyao", ["the tile 1s is not simple"]),
        (
            "22334m567p99p c(789s) +4m",
            "iipeikou",
            ["the hand is open, and Pure double sequence has no value for an open hand"],
        ),
        (
            "234m234p45s678m99p +3s with=riichi",
            "sanshoku_doujun",
            ["sequences contain na nb nc: 234s is missing beside 234m 234p"],
        ),
        (
            "222m555p99s678m11p +9s",
            "sanankou",
            ["exactly 3 concealed triplets: there are 2 (222m 555p); not concealed: 999s"],
        ),
        ("234m78p11z666z777z +9p", "shousangen", ["any dragon pairs: there is none; not dragon: 11z"]),
        ("123m456p78s11m p(333z) +9s", "seat_wind", ["any seat_wind triplets: there is none; not seat_wind: 333z"]),
        ("123456m99p22z555z +2z", "honitsu", ["exactly 1 suits: there are 2 (m p)"]),
    ],
)
def test_near_misses(hand: str, yaku: str, why: list[str]) -> None:
    assert texts(explained(f"{hand} seat=S").near_misses).get(yaku) == why


def test_what_says_nothing_of_the_hand_is_left_out() -> None:
    """No list of yaku: whatever only the situation lacks, and whatever is more than a group away."""
    rng = Random(5)
    for _ in range(30):
        one = explain(RULES, deal(rng))[0]
        near = set(texts(one.near_misses))
        situational = {"riichi", "double_riichi", "ippatsu", "rinshan", "chankan", "haitei", "houtei", "chiihou"}
        assert near.isdisjoint(situational)
        assert len(near) < 9
        assert near.isdisjoint(award.id for award in one.ruling.yaku)
    everything = explained("234m567m345p67s22s +8s seat=S", everything=True)
    listed = {*texts(everything.near_misses), *texts(everything.others)}
    assert listed == {rule.id for rule in RULES.rulebook.yaku} - {"pinfu", "tanyao"}
    assert {"riichi", "houtei"} <= set(texts(everything.near_misses))


def test_no_yaku_lists_what_every_reading_lacks() -> None:
    found = explained("12399m456p78s p(222z) +9s seat=E")
    assert found.ruling.status == "no_yaku"
    assert {"seat_wind", "chanta"} <= set(texts(found.near_misses))


def test_two_readings_without_yaku() -> None:
    found = explained("4456s c(789m) c(567p) c(678s) +4s seat=E round=S")
    assert found.ruling.status == "no_yaku"
    assert [reading.text for reading in found.readings] == ["no yaku", "no yaku"]
    places = {item.id: item.data["readings"] for item in found.near_misses}
    assert places == {"pinfu": [0], "tanyao": [0, 1]}


# --- readings -----------------------------------------------------------------------------------


def test_readings_that_lost() -> None:
    found = explained("22334466778m9s9s +8m seat=S dora=2m")
    best, other = found.readings
    assert (best.chosen, best.less, best.text) == (True, 0, "")
    assert (other.han, other.fu, other.less) == (4, 25, 5600)
    assert other.text == "pays 5,600 less: 4 han 25 fu against 6 han 30 fu"


@pytest.mark.parametrize(
    ("hand", "why"),
    [
        (
            "4556667888s444z *6s seat=E round=S",
            "alike in payment, han and fu; kanchan wait comes before tanki wait",
        ),
        (
            "33440566m35789s +4s seat=E round=S with=riichi",
            "alike in payment, han and fu; the order of the groups decides which is shown",
        ),
        (
            "666p1123445678s *3s seat=W round=S",
            "pays the same with fewer fu before rounding: 26 fu against 28 fu",
        ),
        (
            "6678p c(406p) d(2222z) a(4444z) *6p seat=E dora=7m,2m",
            "pays the same with fewer fu: 3 han 70 fu against 3 han 80 fu",
        ),
        ("4556667788889s +7s seat=N dora=1p", "pays the same with fewer han: 6 han 40 fu against 7 han 30 fu"),
    ],
)
def test_the_reason_between_equals(hand: str, why: str) -> None:
    assert why in [reading.text for reading in explained(hand).readings]


def test_the_reason_between_numbers_of_yakuman_that_are_cut() -> None:
    rules = ruleset_from_text("yakulang: 1\nid: x\nextends: mahjongsoul\nchange: {stacking.yakuman: highest}\n")
    (found,) = explain(rules, Hand.parse("111z222z333z444z5z *5z seat=E with=tenhou"))
    assert found.readings[0].chosen
    assert found.readings[1].text == "pays the same, its yaku fewer yakuman: 5 yakuman against 6 yakuman"


# --- points -------------------------------------------------------------------------------------


def test_fu_lines_of_a_limit_hand() -> None:
    found = explained("22m06p c(345m) a(8888s) k(6666s) *4p seat=S dora=7s,5s")
    assert found.ruling.limit
    assert found.base
    lines = {(item.id, item.detail) for item in found.fu}
    assert {("closed_simple_quad", "8888s"), ("open_simple_quad", "6666s")} <= lines
    assert [reason.text for reason in found.base.reasons] == ["han >= 8: han is 10"]


def test_a_fixed_count_names_its_rule() -> None:
    (line,) = explained("1188m2255p33s44z7z +7z seat=S").fu
    assert (line.value, line.rule) == ("25 fu", line_of("fu: 25"))
    assert [reason.text for reason in line.reasons] == ["the shape is seven_pairs"]


def test_a_floor_says_why_it_acts() -> None:
    found = explained("34s88p c(234m) c(567p) c(678m) +5s seat=S")
    floor = next(item for item in found.fu if item.id == "open_ron")
    assert [reason.text for reason in floor.reasons][-1] == "subtotal == 20: subtotal is 20"


def test_payments_say_how_they_are_reckoned() -> None:
    found = explained("234m567m345p67s22s *8s seat=E honba=2 sticks=3")
    reasons = [item.reasons[0].text for item in found.payments]
    base = found.ruling.base
    assert reasons[0] == f"{base} * 2 = {2 * base}, rounded up to 100"
    assert "2 * 100 = 200" in reasons
    assert "3 * 1000 = 3000" in reasons
    assert sum(int(item.value) for item in found.payments) == sum(p.points for p in found.ruling.payments)


def test_a_liable_player_is_named() -> None:
    found = explained("123m p(555z)<E p(666z)<W p(777z)<N 4p +4p seat=S from=E")
    assert any("liable" in item.detail for item in found.payments)


# --- refusals and seats -------------------------------------------------------------------------


def test_what_an_incomplete_hand_waits_for() -> None:
    found = explained("123m456p79s11z999m +9s seat=S")
    assert found.ruling.status == "not_winning"
    assert found.notes == ("the other tiles wait for 8s",)
    assert "no winning tile" in explained("159m159p159s1234z +5z seat=S").notes[0]


def test_what_completes_a_hand_completes_it() -> None:
    rng = Random(3)
    for _ in range(20):
        hand = deal(rng)
        bare = replace(hand, flags=frozenset(), indicators=(), kan_indicators=(), ura_indicators=())
        bare = replace(bare, kan_ura_indicators=(), facts={})
        kinds = completing(RULES, bare)
        assert hand.win & 63 in kinds
        for kind in kinds:
            other = Hand.parse(re.sub(r"([+*])\S+", rf"\g<1>{kind_name(kind)}", str(bare)))
            assert RULES.score(other).status in ("ok", "no_yaku")


def test_an_impossible_hand_is_explained_by_its_errors() -> None:
    found = explained("11123m456p789s22z +1m seat=S dora=1m")
    assert (found.ruling.status, found.readings, found.awarded) == ("invalid", (), ())
    assert "error[YK562]" in text_of("11123m456p789s22z +1m seat=S dora=1m")


def test_a_win_that_is_not_allowed() -> None:
    found = explained("119m19p19s123456z +7z seat=S with=ankan_chankan")
    assert found.ruling.status == "not_allowed"
    assert {item.data["why"] for item in found.not_counted} <= {"replaced", "beside_yakuman", "not_allowed"}


def test_each_group_of_seats_that_differ() -> None:
    groups = explain(RULES, Hand.parse("123m456p78s99m p(222z) +9s"))
    assert [one.seats for one in groups] == [("E", "W", "N"), ("S",)]
    assert [one.ruling.status for one in groups] == ["no_yaku", "ok"]
    alike = explain(RULES, Hand.parse("234m567m345p67s22s *8s"))
    assert [one.seats for one in alike] == [("E",), ("S", "W", "N")]
    assert [item.name for item in alike[1].payments] == ["the dealer", "every other player"]
    refused = explain(RULES, Hand.parse("123m456p79s11z999m +9s"))
    assert [one.seats for one in refused] == [("E", "S", "W", "N")]


# --- text, Markdown, JSON -----------------------------------------------------------------------

HANDS = [
    "234m567m345p67s22s +8s seat=S",
    "22334466778m9s9s +8m seat=S dora=2m honba=1",
    "55z66z p(111z) p(222z) p(777z) +6z",
    "123m456p78s99m p(222z) +9s",
    "123m456p79s11z999m +9s",
    "11123m456p789s22z +1m seat=S dora=1m",
    "1188m2255p33s44z7z *7z seat=E with=riichi sticks=1",
]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("hand", HANDS)
def test_every_hand_in_every_language(hand: str, lang: str) -> None:
    asked = RULES.rulebook.yaku
    found = explain(RULES, Hand.parse(hand), asked=asked, everything=True, lang=lang)
    lines = plain(explanation_report(found, RULES.rulebook, lang))
    markdown = explanation_markdown(found, RULES.rulebook, lang)
    data = json.dumps([one.as_json() for one in found])
    assert len(lines) > 5
    assert markdown.startswith("## `")
    assert "None" not in "".join(lines) + markdown
    assert "{" not in "".join(lines).replace("{fu", "")
    assert len(json.loads(data)) == len(found)


def test_markdown_shows_what_stands_there() -> None:
    found = explain(RULES, Hand.parse("234m567m345p67s22s *8s seat=S"))
    text = explanation_markdown(found, RULES.rulebook)
    assert text.startswith("## `234m 567m 345p 22s 67s*8s`\n")
    assert "### awarded\n\n- **Concealed self-draw** 1 han `riichi.yaml:" in text
    assert r"20 \* 2 ^ (3 + 2)" in text


@cache
def documented() -> str:
    return DOCS.read_text("utf-8")


def test_the_docs_name_every_field() -> None:
    fields = set(re.findall(r"^\| `(\w+)` \|", documented().partition("## Reasons")[0], re.MULTILINE))
    found = explained("234m567m345p67s22s +8s seat=S").as_json()
    assert fields == {"rules", "by_liable", *found}  # the one is there only where the hand does not tell
    answers = documented().partition("| answer |")[2].partition("## ")[0]
    named = set(re.findall(r"`(\w+)`", "".join(line.split("|")[1] for line in answers.splitlines() if "|" in line[:1])))
    assert {"not_met", "no_value", "replaced", "excluded", "beside_yakuman", "counts", "not_winning"} <= named


def test_the_reason_of_the_docs() -> None:
    (block,) = re.findall(r"```reason\n(.*?)```", documented(), re.DOTALL)
    shown = json.loads(block)
    hand = Hand.parse("123m456p78s678m55z +9s seat=S with=riichi")
    (found,) = explain(RULES, hand, asked=find_yaku("pinfu", RULES.rulebook))
    (reason,) = found.why_not[0].as_json()["reasons"]
    assert {**reason, "rule": ""} == {**shown, "rule": ""}
    assert reason["rule"] == line_of("valued: dragon or")
