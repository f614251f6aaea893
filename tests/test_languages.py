"""What readers of Japanese and Chinese are told of hands: no English is left in it but what was written so."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
import yaml
from dealing import deal
from test_diagnostics import FOLDER, told_of

from yakulang import Hand, HandError, load_ruleset, ruleset_from_text
from yakulang.cli import main
from yakulang.lang.vocabulary import ADJECTIVES, DECLARATIONS, FACTS, NOUNS, WAITS
from yakulang.message import Message, Spoken, translated
from yakulang.notation.record import record_schema
from yakulang.report.explain import explain
from yakulang.rules.bundle import bundled_files
from yakulang.rules.names import KEYWORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from yakulang.engine.ruleset import Ruleset

LANGUAGES = ("ja", "zh")

# --- what is said of hands ----------------------------------------------------------------------------------

# what people write as it stands, whatever their language: keys and options, values, names of kinds of data
NOTATION = {
    "ron", "tsumo", "with", "east", "south", "west", "north", "reds", "dealer_wins", "JSON", "none", "input", "output",
    "json", "markdown",
    "yakuman", "han", "from",
}  # fmt: skip


def plain_values(said: str) -> Iterator[str]:
    """What stands in a sentence as it was written: ids, conditions, places, what the input repeats."""
    if isinstance(said, Message):
        for value in said.values.values():
            yield from plain_values(value) if isinstance(value, Spoken) else [str(value)]


def english_in(text: str, left_out: Iterable[str]) -> set[str]:
    for part in sorted({part for part in left_out if part}, key=len, reverse=True):
        text = text.replace(part, " ")
    text = re.sub(r"`[^`]*`", " ", text)
    return set(re.findall(r"[A-Za-z][A-Za-z_]{2,}", text)) - NOTATION


def assert_translated(said: str | None, where: str) -> None:
    if said is None:
        return
    for lang in LANGUAGES:
        text = translated(said, lang)
        assert isinstance(said, Spoken), f"{where}: {said}"
        left = english_in(text, plain_values(said))
        assert not left, f"{where} in {lang}: {text} has {left}"


def fixtures() -> list[dict[str, Any]]:
    cases = yaml.safe_load((FOLDER / "YK5.yaml").read_text("utf-8"))
    table = yaml.safe_load((FOLDER / "YK8.yaml").read_text("utf-8"))
    return [*cases, *table, *(c for c in yaml.safe_load((FOLDER / "YK6.yaml").read_text("utf-8")) if "asked" in c)]


@pytest.mark.parametrize("case", fixtures(), ids=lambda case: case["code"])
def test_refused_hands(case: dict[str, Any], tmp_path: Path) -> None:
    told = told_of(case, tmp_path)
    assert told
    for diagnostic in told:
        for said in (diagnostic.message, diagnostic.hint, *(label.text for label in diagnostic.labels)):
            if said and str(said) in case.get("under", ""):
                assert translated(said, "ja") == said, "what somebody's own rule file says"
            else:
                assert_translated(said, diagnostic.code)


MORE_REFUSED = [
    "", "123", "1m2", "123m456p78s11m555z", "123m456p78s11m555z +", "123m456p78s11m555z +9s *9s", "8z+1m", "r0m+1m",
    "123m456p78s11m55z +9s", "1m +9s", "123m456p78s11m555z9s +9s", "123m456p78s p(55z) +9s", "p(5555z)", "k(555z)",
    "c(135m)", "c(111m)", "c(123z)", "c(1m2p3s)", "p(123m)", "a(5'555z)", "a(5555z)<E", "p(5''55z)", "p(5'5'5z)",
    "p(555z", "q(123m)", "p()", "n()", "(", ")", "<E", "<Q", "p(555z)<", "5'm", "１２３ｍ", "123x", "123 萬", "m",
    "seat", "seat=Q", "seat=", "seat=E seat=E", "honba=x", "honba=-1", "honba=99999", "with=", "with=Rii-chi",
    "colour=1", "with=a=1,a=2", "with=a=b-c", "立直", "with=立直、一発", "with=立直=x", "dora=" + "1m" * 41,
    "p(111m) p(222m) p(333m) p(444m) p(555m) 1z +1z", "123m456p78s11m555z +9s from=S seat=S",
    "123m456p78s11m555z *9s from=S", "123m456p78s11m p(555z)<S +9s seat=S",
]  # fmt: skip


@pytest.mark.parametrize("text", MORE_REFUSED)
def test_more_refused_hands(text: str) -> None:
    with pytest.raises(HandError) as caught:
        Hand.parse(text)
    for diagnostic in caught.value.diagnostics:
        for said in (diagnostic.message, diagnostic.hint, *(label.text for label in diagnostic.labels)):
            assert_translated(said, f"{text}: {diagnostic.code}")


RECORD: dict[str, Any] = {"closed": "123m456p78s11m555z", "win": "9s", "method": "ron"}


@pytest.mark.parametrize(
    "change",
    [
        {"closed": 1}, {"closed": None}, {"melds": {}}, {"melds": [1]}, {"melds": [{}]},
        {"melds": [{"type": "x", "tiles": []}]}, {"win": None}, {"win": []}, {"win": "12m"}, {"method": "x"},
        {"method": True}, {"seat": 1}, {"seat": "east"}, {"seat": "q"}, {"round": None}, {"dora": "1m"},
        {"dora": [1]}, {"flags": {}}, {"flags": [1]}, {"flags": ["A b"]}, {"flags": ["a"] * 101}, {"facts": []},
        {"facts": {"a": True}}, {"facts": {"a": -1}}, {"facts": {"A": 1}}, {"honba": "x"}, {"nuki": 99},
        {"nuki": 1, "aside": "4z"}, {"hand14": "1m"}, {"what": 1}, {"methd": 1}, {"from": "E", "seat": "E"},
        {"melds": [{"type": "pon", "tiles": "555z", "foo": 1, "from": 3}]},
    ],
    ids=str,
)  # fmt: skip
def test_refused_records(change: dict[str, Any]) -> None:
    with pytest.raises(HandError) as caught:
        Hand.from_record({**RECORD, **change})
    for diagnostic in caught.value.diagnostics:
        for said in (diagnostic.message, diagnostic.hint):
            assert_translated(said, f"{change}: {diagnostic.code}")


def test_hands_that_code_builds() -> None:
    hand = Hand.parse("123m456p78s11m p(555z) +9s")
    wrong = (
        {"method": 1},
        {"seat": "Q"},
        {"win": "9s"},
        {"closed": []},
        {"melds": 3},
        {"honba": -1},
        {"flags": ()},
        {"facts": ()},
    )
    for change in wrong:
        ruling = ruleset("tenhou").score(replace(hand, **change))  # type: ignore[arg-type]
        for error in ruling.errors:
            assert_translated(error.message, str(change))
            assert "手牌の" in translated(error.message, "ja")


@cache
def ruleset(name: str) -> Ruleset:
    return load_ruleset(name)


def case_hands() -> list[tuple[str, str]]:
    """Hands of the cases, with their rulesets where that is a bundled one."""
    found = []
    for path in sorted((Path(__file__).parent / "cases").glob("*.cases.yaml")):
        data = yaml.safe_load(path.read_text("utf-8"))
        for case in data["cases"].values():
            rules = case.get("rules", data.get("rules"))
            if isinstance(rules, str) and isinstance(case.get("hand"), str) and rules in bundled_files():
                found.append((rules, case["hand"]))
    return found


def words_of_rules(rules: Ruleset) -> set[str]:
    """What stands in reasons as it does in conditions."""
    known = {*ADJECTIVES, *NOUNS, *FACTS, *KEYWORDS, *WAITS, *DECLARATIONS, *(s.id for s in rules.rulebook.shapes)}
    for path in bundled_files().values():
        for name, means in (yaml.safe_load(path.read_text("utf-8")).get("traits") or {}).items():
            known |= {name, *re.findall(r"[a-z_]{3,}", str(means))}
    return known


def hands() -> list[tuple[str, str]]:
    rng = Random(20)
    dealt = [("tenhou", str(deal(rng))) for _ in range(25)]
    unfed = [
        ("tenhou", "11m p(555z) p(666z) k(7777z) 78s +9s seat=S from=W"),
        ("tenhou", "11m p(555z)<E p(666z)<E d(7777z)<E 78s +9s seat=S from=W"),
        ("tenhou", "5m p(222z) d(1111z)<E p(333z)<W p(444z)<N +5m seat=S from=W"),
        ("tenhou", "234m567m345p67s22s +8s with=ippatsu"),
        ("tenhou", "234m567m345p67s22s +8s with=riichi,houtei"),
        ("tenhou", "234m567m345p67s22s +8s ura=3m"),
        ("tenhou", "123m456p78s678m55z +9s seat=S with=last_tile,dealer_wins=3"),
        ("tenhou", "123m456p78s678m55z +9s seat=S with=last_call=pon"),
        ("tenhou", "123m456p78s678m55z +9s seat=S with=last_call=nothing,honba=3,foo=1,richi,tsumo"),
        ("tenhou", "123m456p78s678m55z +9s seat=S with=嶺上牌,立値,親の連続和了数=1,dealer_wins=2"),
        ("tenhou", "123m456p79s678m55z +9s seat=S"),
        ("tenhou", "11115m456p78s678m +1m seat=S"),
        ("tenhou", "00m3p456p78s678m55z +9s seat=S"),
        ("m-league", "123m456p78s11m n(4z) p(555z) +9s seat=N"),
    ]
    return [*case_hands(), *dealt, *unfed]


def test_notes_and_refusals_of_many_hands() -> None:
    many = hands()
    assert len(many) > 100
    noted = refused = 0
    for place, (rules, text) in enumerate(many):
        lang = LANGUAGES[place % 2]
        try:
            hand = Hand.parse(text)
        except HandError as error:  # of some cases it is expected
            for problem in error.diagnostics:
                assert_translated(problem.message, text)
                assert_translated(problem.hint, text)
            continue
        for one in explain(ruleset(rules), hand, lang=lang):
            values = {value for note in one.ruling.notes for value in plain_values(note)}
            for note in one.notes:
                assert not english_in(note, values), f"{text} in {lang}: {note}"
            for note in one.ruling.notes:
                noted += 1
                assert_translated(note, text)
            for error in one.ruling.errors:
                refused += 1
                assert_translated(error.message, text)
                assert_translated(error.hint, text)
    assert noted > 10
    assert refused > 40


def test_reasons_hold_no_english_but_that_of_conditions() -> None:
    """Conditions and the adjectives in them stand as in the rule file."""
    for rules, text in [*case_hands()[::15], *hands()[-14:-4:2]]:
        try:
            hand = Hand.parse(text)
        except HandError:  # of some cases it is expected
            continue
        table = ruleset(rules)
        known = words_of_rules(table)
        for lang in LANGUAGES:
            for one in explain(table, hand, lang=lang, everything=True):
                items = (*one.awarded, *one.not_counted, *one.fu, *one.near_misses, *one.others, *one.payments)
                for item in items:
                    assert not english_in(item.name, ()), item
                    for reason in item.reasons:
                        left = english_in(reason.text, [reason.condition, reason.rule]) - known
                        left -= set(re.findall(r"\w+", reason.condition))
                        assert not left, f"{text} in {lang}: {reason.text} has {left}"
                for reading in one.readings:
                    assert not english_in(re.sub(r"\(\S+:\d+\)", "", reading.text), ()), reading.text


# --- exactly ------------------------------------------------------------------------------------------------


def score(capsys: pytest.CaptureFixture[str], *arguments: str, command: str = "score") -> tuple[int, str, str]:
    status = main([command, *arguments])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        ("ja", ["エラー[YK518]: ここには手の内の牌12枚と和了牌; 13枚と和了牌が必要", "  --> <hand>:1:1", None, None]),
        ("zh", ["错误[YK518]: 此处有门内12张牌和和牌张; 须有13张和和牌张", "  --> <hand>:1:1", None, None]),
    ],
)
def test_a_hand_that_is_refused(capsys: pytest.CaptureFixture[str], lang: str, expected: list[str | None]) -> None:
    status, out, err = score(capsys, "123m456p78s11m55z +9s", "--lang", lang)
    assert (status, out) == (1, "")
    lines = err.splitlines()
    assert [line for line, want in zip(lines, expected, strict=True) if want is not None] == [e for e in expected if e]


def test_a_hand_that_is_impossible(capsys: pytest.CaptureFixture[str]) -> None:
    hand = "123m456p78s11m p(555z) +9s"
    _, out, _ = score(capsys, hand, "--seat", "S", "--with", "riichi", "--lang", "ja")
    assert "エラー[YK573]: `riichi`: 立直は門前に限る\n" in out
    assert "  ヒント: 規則 riichi.yaml:" in out
    _, out, _ = score(capsys, hand, "--seat", "S", "--with", "riichi", "--lang", "zh")
    assert "错误[YK573]: `riichi`: 立直限门前清\n" in out
    assert "  提示: 规则 riichi.yaml:" in out


def test_notes(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = score(capsys, "11m p(555z) p(666z) k(7777z) 78s +9s", "--seat", "S", "--lang", "ja")
    assert "注記: 大三元: k(7777z) を鳴かせた者の指定がなく、責任払いの者が決まらない\n" in out
    _, out, _ = score(capsys, "123m456p78s11m555z +9s", "--lang", "zh")
    assert "备注: 没有说明和牌者的座位\n" in out


def test_options_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = score(capsys, "123m456p78s11m555z +9s seat=S", "--seat", "E", "--lang", "ja")
    assert status == 1
    assert err.startswith("エラー[YK523]: オプション --seatが手牌の`seat=`と食い違う\n  ヒント: どちらか一方に書く")
    status, _, err = score(capsys, "--han", "3", "--lang", "zh", command="payment")
    assert status == 2
    assert "请给出 --han 与 --fu、--limit 或 --yakuman" in err


def test_json_stays_english(capsys: pytest.CaptureFixture[str]) -> None:
    refused = ("123m456p79s11m555z +9s", "--json")
    assert score(capsys, *refused) == score(capsys, *refused, "--lang", "ja")
    with_note = ("123m456p78s11m555z +9s", "--json")
    assert score(capsys, *with_note) == score(capsys, *with_note, "--lang", "zh")
    unread = ("123m456p79s11m555z", "--json")
    english, japanese = score(capsys, *unread), score(capsys, *unread, "--lang", "ja")
    assert english[:2] == japanese[:2]
    assert japanese[2].startswith("エラー[YK515]: 和了牌がない: ここにあるのは他の13枚だけ\n")


def test_an_explanation_as_json_has_text_in_the_language_and_the_ruling_in_english(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = ("123m456p78s678m55z +9s", "--seat", "S", "--json", "--why-not", "riichi", "--lang", "ja")
    data = json.loads(score(capsys, *told, command="explain")[1])
    assert data["ruling"]["error"]["message"] == "the hand is complete, but needs a yaku; dora are none"
    assert data["why_not"][0]["reasons"][0]["text"] == "立直の指定がない (立直。ダブル立直とオープン立直を含む)"


# --- words said by name -------------------------------------------------------------------------------------

WON = "123m456p78s11m555z"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("+9s seat=S with=立直", {"riichi"}),
        ("+9s seat=S with=リーチ,一発", {"riichi", "ippatsu"}),
        ("+9s seat=S with=立直,一发,riichi", {"riichi", "ippatsu"}),
        ("+9s seat=S with=ダブル立直", {"double_riichi"}),
        ("+9s seat=S with=Wリーチ", {"double_riichi"}),
        ("+9s seat=S with=两立直", {"double_riichi"}),
        ("+9s seat=S with=河底撈魚", {"houtei"}),
        ("*9s seat=S with=海底捞月", {"haitei"}),
        ("*9s seat=S with=海底摸月", {"haitei"}),
        ("*9s seat=S with=海底撈月", {"haitei"}),
        ("*9s seat=S with=地和", {"chiihou"}),
    ],
)
def test_words_are_said_by_name(text: str, words: set[str]) -> None:
    ruling = ruleset("tenhou").score(Hand.parse(f"{WON} {text}"))
    assert ruling.ok, ruling.errors
    assert ruling.hand
    assert ruling.hand.flags == words
    named = ",".join(sorted(words))
    same = ruleset("tenhou").score(Hand.parse(f"{WON} {re.sub('with=.*', f'with={named}', text)}"))
    assert ruling == same


def test_other_situations_by_name() -> None:
    for text, word in (
        ("123m456p78s11m a(5555z) *9s seat=S with=嶺上開花", "rinshan"),
        ("123m456p78s11m a(5555z) *9s seat=S with=岭上开花", "rinshan"),
        ("123m456p46s11m555z +5s seat=S with=槍槓", "chankan"),
        ("123m456p46s11m555z +5s seat=S with=抢杠", "chankan"),
        ("123m456p789s11m55z *5z seat=E with=天和", "tenhou"),
    ):
        ruling = ruleset("tenhou").score(Hand.parse(text))
        assert ruling.ok, ruling.errors
        assert ruling.hand
        assert ruling.hand.flags == {word}


def test_numbers_by_name_and_records() -> None:
    hand = Hand.from_record({**RECORD, "seat": "E", "flags": ["立直"], "facts": {"連荘": 2}})
    assert hand == Hand.from_record(hand.to_record()) == Hand.parse(str(hand))
    ruling = ruleset("tenhou").score(hand)
    assert ruling.hand
    assert ruling.hand.flags == {"riichi"}
    assert ruling.hand.facts == {"dealer_hands": 2}


def test_the_schema_of_records_knows_names() -> None:
    schema = jsonschema.Draft202012Validator(record_schema())
    assert schema.is_valid({**RECORD, "flags": ["立直", "Wリーチ", "riichi"], "facts": {"連荘": 2}})
    for word in ("立直、一発", "Riichi", "立 直", "г", "立" * 61):
        record = {**RECORD, "flags": [word]}
        assert not schema.is_valid(record)
        with pytest.raises(HandError):
            Hand.from_record(record)


def test_the_names_of_a_rule_file_are_known() -> None:
    rules = ruleset_from_text(
        "yakulang: 1\nid: my\nextends: tenhou\nfacts:\n  bare_wait: {type: flag, doc: waits alone}\n"
        "words:\n  hadaka: {fact: bare_wait, name: {en: Bare, ja: 裸単騎, zh: 裸单骑}}\n",
        "my.yaml",
    )
    for name in ("裸単騎", "裸单骑"):
        ruling = rules.score(Hand.parse(f"{WON} +9s seat=S with={name}"))
        assert ruling.hand
        assert ruling.hand.flags == {"hadaka"}
    assert ruleset("tenhou").score(Hand.parse(f"{WON} +9s seat=S with=裸単騎")).errors[0].code == "YK570"


@pytest.mark.parametrize(
    ("word", "code", "hint"),
    [
        ("立直一発", "YK570", "write 立直,一発"),
        ("嶺上開化", "YK570", "did you mean `嶺上開花`?"),
        ("立值", "YK570", "did you mean `立直`?"),
        ("混一色", "YK570", "words are double_riichi, "),  # a yaku that the tiles make
        ("ツモ", "YK570", None),
        ("連荘", "YK572", "write dealer_hands=..."),
        ("立直=1", "YK572", None),
        ("連荘=1,dealer_hands=2", "YK572", None),
    ],
)
def test_unknown_names(word: str, code: str, hint: str | None) -> None:
    errors = ruleset("tenhou").score(Hand.parse(f"{WON} +9s seat=E with={word}")).errors
    assert [error.code for error in errors] == [code]
    assert (errors[0].hint or "").startswith(hint or "")
    assert (hint is None) == (errors[0].hint is None)


def test_a_name_of_several_words_is_refused() -> None:
    rules = ruleset_from_text(
        "yakulang: 1\nid: my\nextends: tenhou\nwords:\n  fast: {fact: ippatsu, name: {ja: 立直}}\n", "my.yaml"
    )
    (error,) = rules.score(Hand.parse(f"{WON} +9s seat=S with=立直")).errors
    assert (error.code, error.message) == ("YK570", "`立直` is a name of several words")
    assert error.hint == "write one of fast, riichi"


def test_names_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    named = ("--with", "立直,一発", "--with", "河底撈魚", "--seat", "S", "--json")
    with_words = ("--with", "riichi,ippatsu,houtei", "--seat", "S", "--json")
    for command in ("score", "explain"):
        assert score(capsys, f"{WON} +9s", *named, command=command) == score(
            capsys, f"{WON} +9s", *with_words, command=command
        )
    _, out, _ = score(capsys, f"{WON} +9s", "--with", "連荘=2", "--seat", "E", "--lang", "ja")
    assert "親の連荘数 2" in out
