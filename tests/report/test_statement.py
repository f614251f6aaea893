"""A ruleset on a page: what differs from every table is there, in three languages, as text and as Markdown."""

from __future__ import annotations

import json
import re

import pytest

from yakulang.message import LANGUAGES
from yakulang.report.layout import plain
from yakulang.report.statement import Statement, as_markdown, as_text, statement
from yakulang.rules.bundle import bundled_files, rulesets_folder
from yakulang.rules.catalogue import load, root_of
from yakulang.source import display_width

TABLES = [name for name in bundled_files() if "/" not in name]


def page(name: str, lang: str = "en") -> Statement:
    merged = load(name)
    return statement(merged, root_of(merged), lang)


def rows(name: str, heading: str) -> dict[str, tuple[str, str]]:
    found = [section for section in page(name).sections if section.heading == heading]
    return {row.name: (row.value, row.detail) for section in found for row in section.rows}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", TABLES)
def test_every_table_in_every_language(name: str, lang: str) -> None:
    told = page(name, lang)
    merged = load(name)
    lines = [line for part in as_text(told) for line in plain(part)]
    assert max(map(display_width, lines)) < 200
    rules = [section for section in told.sections if section.heading not in ("unknown", "不明")]
    words = [row.name for section in rules for row in section.rows]
    assert not [word for word in words if re.match(r"(stacking|payments|pao|dora|several_winners|tiles)\.", word)]
    markdown = as_markdown(told, lang)
    assert markdown.startswith(f"# {told.title}\n")
    for table in re.findall(r"(?:^\|.*\n)+", markdown, re.MULTILINE):
        widths = {len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}
        assert len(widths) == 1, table
    if "unknown" in merged.chain[-1].root.items:
        assert any(section.heading in ("unknown", "不明") for section in told.sections)
    assert any(section.heading in ("sources", "出典", "出处") for section in told.sections)


def test_yaku_and_fu_as_at_every_table_are_not_repeated() -> None:
    headings = [section.heading for section in page("m-league").sections]
    assert "yaku" not in headings
    assert set(rows("jpml-to-2022", "yaku")) == {"All green (ryuuiisou)", "Blessing of man (renhou)"}
    assert rows("jpml-to-2022", "fu") == {"Self-draw (tsumo)": ("2 fu", "tsumo and not held(pinfu) and not after_kan")}
    assert len(rows("riichi", "yaku")) == 45


def test_what_is_left_out_is_told() -> None:
    out = rows("mu", "left out")
    assert out["One shot (ippatsu)"] == ("", "yaku.ippatsu")
    assert out["Counted yakuman (counted_yakuman)"] == ("", "limits.counted_yakuman")
    # what says that something may not be is quoted, so that it is not read as its contrary
    assert "no such rule: riichi needs a draw left and one shot is over by the last discard" in out
    assert not rows("tenhou", "left out")


def test_a_house_rule_tells_what_it_changes_and_nothing_else() -> None:
    merged = load("local/no-nukidora")
    told = statement(merged, load("sanma"), "en", part=True)
    assert dict(told.facts)["about"] == "Three players, a north is not set aside."
    found = {(section.heading, row.name): row.place for section in told.sections for row in section.rows}
    assert {key: place for key, place in found.items() if key[0] not in ("sources", "setting up")} == {
        ("left out", "North set aside (nukidora)"): "local/no-nukidora.yaml:19",
        ("not allowed", "things that can't have happened: 1"): "local/no-nukidora.yaml:15",
        ("left out", "tiles set aside"): "local/no-nukidora.yaml:14",
    }


@pytest.mark.parametrize("name", [name for name in bundled_files() if "/" in name])
def test_every_house_rule_has_a_page_with_something_on_it(name: str) -> None:
    merged = load(name)
    base = merged.chain[-1].root.items["extends"]
    told = statement(merged, load(str(getattr(base, "text", ""))), "en", part=True)
    assert [section for section in told.sections if section.heading not in ("with", "unknown", "sources")]


def test_the_table_its_dora_and_its_payments() -> None:
    assert rows("jpml-to-2022", "the table")["red tiles"] == ("", "nothing")
    assert rows("kansai-sanma", "the table")["red tiles"] == ("", "5p ×4  5s ×4")
    assert rows("m-league", "dora")["indicator of an open kan"] == ("", "at once")
    assert rows("mu", "payments")["a counter by ron"][0] == "0"
    assert rows("tenhou", "several winners")["a draw from"] == ("", "3")
    stated = rows("zan", "payments")["stated for a base of 3000"]
    assert stated == ("", "tsumo of another, the dealer pays 8000, tsumo of another, the others pay 4000")


def test_unknown_with_what_the_file_says_of_it() -> None:
    (text,) = (text for text in rows("npm", "unknown") if text.startswith("limits.mangan.when"))
    assert text.endswith("kiriage: presets, jansou, mahjong_soul; none, 7700: reading; here kiriage")


def test_the_file_says_what_it_is() -> None:
    facts = dict(page("maru-jan").facts)
    assert facts["files"] == "maru-jan.yaml <- riichi.yaml"
    assert facts["about"].startswith("Differs from riichi.yaml in nothing")
    assert "マルジャン" in facts["also called"]


def test_what_is_compared_is_there_at_some_table() -> None:
    compared = json.loads((rulesets_folder() / "comparison.json").read_text("utf-8"))
    paths = []
    for table in compared["tables"]:
        for column in table["columns"]:
            paths += [column[key] for key in ("path", "if") if key in column]
            paths += column.get("of", {}).values()
    trees = [load(name) for name in TABLES]
    assert [path for path in paths if not any(tree.node(path) for tree in trees)] == []


@pytest.mark.parametrize(
    ("name", "lang", "heading", "row", "detail"),
    [
        ("tenhou", "en", "the match", "rounds", "East, South"),
        ("tenhou", "zh", "结算", "马点", "+20  +10  -10  -20"),
        ("wrc-2025", "en", "liability", "by tsumo", "the liable player all, counters from the liable player"),
        ("kansai-sanma", "ja", "和了形", "七対子 (seven_pairs)", "対子7、同じ対子も可"),
        ("tenhou-to-2021", "ja", "精算", "端数処理", "1000点単位、四捨五入"),
        ("rmu-m", "en", "the match", "loans below 0", "then 30000 from outside at a time"),
        ("riichi", "en", "setting up", "sticks", "10000 ×1  5000 ×1  1000 for the rest  100 ×10"),
        ("zan", "ja", "役", "大四喜 (daisuushii)", "代わる役: 小四喜、対々和"),
        ("tenhou", "en", "liability", "Four big winds (daisuushii)", "exactly 4 wind melds, covers the whole hand"),
        ("wrc-2022", "en", "the result", "also paid: chombo", "for each chombo, -20, no other side"),
        ("m-league", "ja", "和了不可", "暗槓は搶槓できない", "robbed_closed_kan"),
    ],
)
def test_values_are_said_in_words(name: str, lang: str, heading: str, row: str, detail: str) -> None:
    found = [section.rows for section in page(name, lang).sections if section.heading == heading]
    assert {one.name: one.detail for rows in found for one in rows}[row] == detail


@pytest.mark.parametrize("name", bundled_files())
def test_no_value_is_shown_as_it_is_written_in_yaml(name: str) -> None:
    merged = load(name)
    base = None if "/" not in name else load(str(getattr(merged.chain[-1].root.items["extends"], "text", "")))
    told = statement(merged, base or root_of(merged), "en", part="/" in name)
    rules = [section for section in told.sections if section.heading not in ("unknown", "sources", "with")]
    texts = [text for section in rules for row in section.rows for text in (row.value, row.detail)]
    assert not [text for text in texts if re.search(r"[{}\[\]]|^\w+: \w|\.\.\.", text)]


def test_who_is_liable_is_said_where_somebody_is() -> None:
    assert "liability" not in {section.heading for section in page("zan").sections}


def test_a_source_of_two_files_is_told_once() -> None:
    found = [section.rows for section in page("rmu-m").sections if section.heading == "sources"]
    names = [row.name for rows in found for row in rows]
    assert len(names) == len(set(names))


def test_oka_is_told_in_points_of_the_result() -> None:
    assert rows("tenhou", "the result")["oka"] == ("+20", "to the first")
    assert rows("tenhou-sanma", "the result")["oka"] == ("+15", "to the first")
    assert rows("mu", "the result")["oka"] == ("0", "")  # 30000 to begin with, 30000 to return
    assert rows("mahjongsoul", "the result")["oka"] == ("0", "")
    assert rows("mahjongsoul", "the match")["target"] == ("30000", "")
    assert rows("tenhou-sanma", "the match")["target"] == ("", "return_points (40000)")


def test_a_dora_for_tiles_that_a_table_has_none_of_is_not_told() -> None:
    told = {name: "Red five (red_dora)" in rows(name, "dora") for name in ("mu", "ema-2025", "m-league", "riichi")}
    assert told == {"mu": False, "ema-2025": False, "m-league": True, "riichi": True}


def test_what_a_later_file_states_is_not_unknown() -> None:
    """The mix-in of chips does not know how many are paid by self-draw; ZAN, which includes it, says so."""
    open_there = "chips.ippatsu.tsumo_each: 2 in the ZAN league"
    told = statement(load("local/chips-ippatsu"), load("riichi"), "en", part=True)
    assert open_there in [row.name for section in told.sections if section.heading == "unknown" for row in section.rows]
    assert open_there not in rows("zan", "unknown")
    assert "payments.absent.of: at Mahjong Soul" not in " ".join(rows("zan", "unknown"))
    assert "limits.counted_yakuman.when: from 14 han by atw, from 16 by teneiso; here 14" in rows(
        "kansai-sanma", "unknown"
    )
