"""What people write by mistake, and what they are told: one diagnostic, at the right place, in words of the table."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from lang_tools import checker, written

from yakulang import ruleset_from_text
from yakulang.errors import RuleError

FOLDER = Path(__file__).parent
MISTAKES = [
    mistake
    for name in ("mistakes.yaml", "more_mistakes.yaml")
    for mistake in yaml.safe_load((FOLDER / name).read_text("utf-8"))
]
THEIR_WORDS = re.compile(
    r"token|terminal symbol|unexpected|pars(e|er|ing)\b|syntax|lark|expected one of", re.IGNORECASE
)


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake["phrase"][:50])
def test_a_wrong_phrase_is_answered(mistake: dict[str, str]) -> None:
    slot = mistake.get("slot", "yaku")
    with pytest.raises(RuleError) as raised:
        checker().condition(written(mistake["phrase"]), slot)
    (diagnostic,) = raised.value.diagnostics
    assert diagnostic.code == mistake["code"]
    assert diagnostic.message == mistake["message"]
    assert diagnostic.hint == mistake.get("hint")
    assert diagnostic.span is not None
    assert diagnostic.span.text == mistake["caret"]
    assert not THEIR_WORDS.search(f"{diagnostic.message} {diagnostic.hint or ''}")
    if mistake.get("mended"):
        checker().condition(written(mistake["hint"]), slot)


def test_every_part_of_a_condition_is_checked() -> None:
    text = "any closed triplets and wait is ryanmenn and held(honitu)"
    with pytest.raises(RuleError) as raised:
        checker().condition(written(text), "yaku")
    assert [d.code for d in raised.value.diagnostics] == ["YK220", "YK234", "YK235"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "(" * 3000,
        "not " * 700,
        "(" * 30 + "tsumo" + ")" * 30,
        "tsumo\x00",
        "tsumo\u202e",
        "ｔｓｕｍｏ",
        "a" * 5000,
    ],
)
def test_hostile_text_ends_in_a_diagnostic(text: str) -> None:
    with pytest.raises(RuleError) as raised:
        checker().condition(written(text), "yaku")
    assert len(raised.value.diagnostics) == 1


@pytest.mark.parametrize("text", ["2 ^ 99999 > 1", "fu * 2 ^ (han * 9) > 1", "2 ^ (han ^ han) > 1"])
def test_powers_stay_small(text: str) -> None:
    with pytest.raises(RuleError) as raised:
        checker().condition(written(text), "limit")
    assert raised.value.diagnostics[0].code == "YK242"


def test_terms_that_double_in_size_are_measured_not_walked() -> None:
    lines = ["  t0: riichi", *(f"  t{n}: (t{n - 1} and tsumo) or (t{n - 1} and ron)" for n in range(1, 40))]
    text = "\n".join(["yakulang: 1", "id: doubling", "extends: tenhou", "terms:", *lines, "yaku:"])
    with pytest.raises(RuleError) as raised:
        ruleset_from_text(f"{text}\n  big: {{han: 1, when: t39}}\n")
    assert [d.code for d in raised.value.diagnostics] == ["YK245"]


def test_a_choice_between_many_yaku_is_refused() -> None:
    names = [f"y{n}" for n in range(20)]
    yaku = [f"  {n}: {{han: 1, when: ron, excludes: [{', '.join(m for m in names if m != n)}]}}" for n in names]
    with pytest.raises(RuleError) as raised:
        ruleset_from_text("\n".join(["yakulang: 1", "id: choices", "extends: tenhou", "yaku:", *yaku]))
    assert [d.code for d in raised.value.diagnostics] == ["YK367"]


def refused(text: str) -> list[str]:
    with pytest.raises(RuleError) as raised:
        ruleset_from_text("yakulang: 1\nid: x\nextends: tenhou\n" + text)
    return [d.code for d in raised.value.diagnostics]


CHAINS = {
    "terms": "terms:\n  t0: riichi\n"
    + "".join(f"  t{n}: not t{n - 1}\n" for n in range(1, 250))
    + "yaku: {zz: {han: 1, when: t249}}\n",
    "traits": "traits:\n  t0: 5z\n"
    + "".join(f"  t{n}: not t{n - 1}\n" for n in range(1, 500))
    + "yaku: {zz: {han: 1, when: any t499 tiles}}\n",
    "held": "yaku:\n"
    + "".join(f"  y{n}: {{han: 1, when: held(y{n + 1})}}\n" for n in range(1000))
    + "  y1000: {han: 1, when: closed}\n",
}


@pytest.mark.parametrize("text", CHAINS.values(), ids=CHAINS)
def test_long_chains_end_in_a_diagnostic(text: str) -> None:
    assert set(refused(text)) <= {"YK245", "YK352"}


def test_what_items_and_letters_multiply_to_is_bounded() -> None:
    pair = " ".join(f"{word} na {word} ka" for word in ("red", "called", "winning", "simple"))
    assert refused(f"yaku: {{zz: {{han: 1, when: tiles contain {pair} red nb red kb}}}}\n") == ["YK245"]
    many = "".join(f"  y{n}: {{han: 1, when: sequences contain na nb kc kb}}\n" for n in range(300))
    assert refused(f"yaku:\n{many}") == ["YK246"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("words: {ww: {fact: [tsumo, closed]}}", "YK353"),
        ("words: {riichi: {fact: ippatsu}}", "YK356"),
        ("shapes: {zz: {groups: 4, pairs: 0}}", "YK368"),
        ("shapes: {zz: {one_of_each: 11m19m19p19s1234567z, repeat: 0}}", "YK368"),
        ("shapes:\n" + "".join(f"  z{n}: {{groups: 4, pairs: 1}}\n" for n in range(20)), "YK368"),
        ("yaku: {zz: {han: 1, when: 2 ^ (0 - 1) == 1}}", "YK242"),
    ],
)
def test_rules_that_no_table_can_have(text: str, code: str) -> None:
    assert refused(text + "\n") == [code]
