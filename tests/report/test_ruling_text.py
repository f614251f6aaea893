"""Rulings as text: what stands in them, in three languages, in columns."""

from __future__ import annotations

import re

import pytest

from yakulang import Hand, load_ruleset
from yakulang.lang.vocabulary import WAITS
from yakulang.report import words
from yakulang.report.layout import Row, Text, plain
from yakulang.report.ruling_text import ruling_text
from yakulang.report.words import LANGUAGES, word
from yakulang.source import display_width

RULES = load_ruleset("tenhou")


def text_of(hand: str, lang: str = "en") -> str:
    return ruling_text(RULES.score(Hand.parse(hand)), RULES.rulebook, lang)


def test_columns_count_wide_characters() -> None:
    lines = plain([Row("役", "平和", "1飜", "", "a"), Text("free"), Row("", "Pinfu", "10飜", "", "b")])
    assert [display_width(line) for line in (lines[0], lines[2])] == [18, 18]
    assert lines[1] == "free"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_places_stand_under_each_other(lang: str) -> None:
    text = text_of("234m067m345p67s22s *8s seat=S dora=3p honba=1 sticks=1 with=riichi", lang)
    places = {
        display_width(line[: found.start()]) for line in text.splitlines() if (found := re.search(r"riichi\.", line))
    }
    assert len(places) == 1


def test_every_word_is_there_in_three_languages() -> None:
    for key, spelt in words._WORDS.items():
        assert len(spelt) == len(LANGUAGES)
        assert all(spelt), key
        fields = {tuple(sorted(re.findall(r"\{\w+\}", each))) for each in spelt}
        assert len(fields) == 1, key
    for wait in WAITS:
        assert words.knows(wait) == (wait != "none")


def test_the_winning_tile_is_marked_where_it_stands() -> None:
    assert text_of("234m567m345p67s22s +8s").startswith("234m 567m 345p 22s 67s+8s\n")
    assert text_of("234m06m345p678s22s *7m").startswith("234m 06m*7m 345p 22s 678s\n")
    assert text_of("1188m2255p33s44z7z *7z").splitlines()[0].endswith("7z*7z")
    assert text_of("19m19p19s1234567z +1m seat=S").startswith("19m19p19s1234567z+1m\n")
    assert "c(234m) p(555p) k(6666m)" in text_of("34s88p c(234m) p(555p) k(6666m) +5s").splitlines()[0]


def test_fu_line_by_line() -> None:
    rows = [line.split() for line in text_of("123m456p78s11m p(555z) +9s seat=S").splitlines()]
    assert any(row[-3:-1] == ["fu", "555z"] for row in rows)
    assert any(row[-3:] == ["24", "->", "30"] for row in rows)


def test_the_base_is_computed_in_sight() -> None:
    assert "30 * 2 ^ (2 + 2)" in text_of("234m567m345p67s22s +8s")
    assert "30 * 2" not in text_of("234m067m340p67s22s +8s dora=1m,2m with=riichi")


def test_a_liable_player_is_named() -> None:
    text = text_of("123m p(555z)<E p(666z)<W p(777z)<N 4p +4p seat=S from=E")
    liable = [line for line in text.splitlines() if word("liable", "en") in line]
    assert [line.split()[:3] for line in liable] == [["pays", "North", "16000"]]
    assert "Big three dragons" in text


def test_refusals_say_how_the_hand_was_read() -> None:
    text = text_of("123m456p78s11z999m +9s seat=S")
    assert text.startswith("123m 999m 456p 78s+9s 11z\n")
    assert "no yaku" in text
    assert "YK580" in text_of("123m456p79s11z999m +9s seat=S")
