"""What a score sheet tells whoever keeps it: the end, head bump, draws that pay, chombo, chips, speed."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from yakulang import MatchError, Ruleset, SettleError, load_ruleset, ruleset_from_text
from yakulang.cli import main
from yakulang.engine.match_file import read_sheet
from yakulang.engine.match_fold import fold
from yakulang.report.draw_text import draw_text
from yakulang.report.match_text import match_text
from yakulang.source import Source

if TYPE_CHECKING:
    from pathlib import Path

    from yakulang.engine.match_fold import Match

NAMES = "players: [明美, Ben, Chie, Dan]\n"
TWO_CALL = "- {win: {明美: {han: 1, fu: 30}, Dan: {han: 2, fu: 30}}, from: Chie}\n"
CHIPS = "yakulang: 1\nid: x\nextends: tenhou\nsettlement: {extras: {chips: {each: chips, points: 2, to: nobody}}}\n"


@cache
def rules(name: str) -> Ruleset:
    return load_ruleset(name) if "\n" not in name else ruleset_from_text(name)


def played(text: str, name: str = "tenhou") -> Match:
    sheet = read_sheet(Source("evening.yaml", NAMES + text), rules(name).rulebook, lines=False)
    return fold(rules(name), sheet.entries, sheet.players, sheet.start)


def told(text: str, name: str = "tenhou", lang: str = "en") -> str:
    return match_text(played(text, name), rules(name).rulebook, lang)


# --- the end --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "why"),
    [
        ("{wind: S, hand: 4, points: [25000, 20000, 24000, 31000]}", "The last dealer wins and is first"),
        ("{wind: S, hand: 3, points: [1000, 2000, 50000, 47000]}", "A player below 0"),
    ],
)
def test_where_the_match_is_over_nobody_is_told_who_deals_next(start: str, why: str) -> None:
    text = told(f"start: {start}\nhands:\n- {{win: Dan, from: Ben, han: 3, fu: 40}}\n")
    assert why in text
    assert "the dealer stays" not in text
    assert "the deal passes" not in text


def test_where_it_goes_on_it_is_told() -> None:
    assert "the deal passes" in told("hands:\n- {win: Dan, from: Ben, han: 3, fu: 40}\n")


# --- several call ron -----------------------------------------------------------------------------------


def test_who_is_bumped_is_told_on_the_sheet_as_the_command_winners_tells_it() -> None:
    match = played("hands:\n" + TWO_CALL, "m-league")
    assert match.hands[0].changes == {"E": 0, "S": 0, "W": -2000, "N": 2000}
    assert [note.partition(": local")[0] for note in match.hands[0].notes] == [
        "明美 called ron and is not paid: others are nearer"
    ]
    assert match.hands[0].as_json()["notes"] == [str(note) for note in match.hands[0].notes]
    assert "明美のロンは頭ハネで支払われない" in told("hands:\n" + TWO_CALL, "m-league", "ja")
    table = rules("m-league").settle_winners([("E", 1500), ("N", 2000)], discarder="W")
    assert [(one.seat, one.reason) for one in table.unpaid] == [("E", "bumped")]
    assert table.deltas == match.hands[0].changes


def test_where_two_may_win_nobody_is_bumped() -> None:
    assert played("hands:\n" + TWO_CALL).hands[0].notes == ()


@pytest.mark.parametrize(("changes", "refused"), [("Dan: 1000, Chie: -1000", False), ("明美: 1500, Chie: -1500", True)])
def test_stated_changes_pay_the_nearest_only(changes: str, refused: bool) -> None:
    text = f"hands:\n- {{win: [明美, Dan], from: Chie, changes: {{{changes}}}}}\n"
    if not refused:
        match = played(text, "m-league")
        assert match.hands[0].end is not None
        assert match.hands[0].end.winners == ("N",)
        assert match.hands[0].notes
        return
    with pytest.raises(MatchError, match="明美 gains, and others are nearer"):
        played(text, "m-league")


# --- draws ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["kansai-sanma", "zan"])
def test_a_draw_that_pays_a_yakuman_is_called_so(name: str) -> None:
    ruling = rules(name).draw(nagashi=["S"])
    for lang, called in (("en", "Yakuman at the draw"), ("ja", "流し役満"), ("zh", "流局役满")):
        assert called in draw_text(ruling, lang)
        assert "angan at the draw" not in draw_text(ruling, lang)


def test_a_draw_goes_by_its_names_and_tells_who_is_paid() -> None:
    for draw in ("nagashi_mangan", "流し満貫", "流局满贯", "流局"):
        assert "Mangan at the draw (Ben)" in told(f"hands:\n- {{draw: {draw}, nagashi: Ben}}\n")
    assert "Mangan at the draw (Ben)" in told("hands:\n- {draw: nagashi_mangan, nagashi: Ben}\n", "sega-mj")
    assert (
        played("hands:\n- {draw: 四風連打, changes: {}}\n").hands[0].end
        == played("hands:\n- {draw: suufon_renda, changes: {}}\n").hands[0].end
    )


# --- chombo and chips -----------------------------------------------------------------------------------


def test_a_chombo_that_the_rules_put_no_price_on_is_noted() -> None:
    entry = "hands:\n- {chombo: Ben, replayed: yes}\n"
    assert "what a chombo costs `m-league` does not say" in told(entry, "m-league")
    assert not played(entry, "ema-2016").hands[0].notes
    assert not played("hands:\n- {chombo: Ben, replayed: yes, changes: {Ben: -3000, Dan: 3000}}\n").hands[0].notes
    with pytest.raises(SettleError, match=r"chombo: \{each: chombo, points: \.\.\., to: nobody\}"):
        rules("tenhou").settle([25000] * 4, chombo={"E": 1})


@pytest.mark.parametrize(
    ("chips", "said"),
    [
        ({"E": 3, "S": -1, "W": -1, "N": -1}, None),
        ({"E": 3, "W": -3}, None),
        ({"E": 3}, "chips won and lost sum to 3; of S and W and N none are said"),
        ({"E": 3, "S": 1, "W": 1, "N": -1}, "chips won and lost sum to 4, and not to 0"),
    ],
)
def test_chips_of_all_players_sum_to_nothing(chips: dict[Any, int], said: str | None) -> None:
    if len(chips) == 4 and said:
        with pytest.raises(SettleError, match=said):
            rules(CHIPS).settle([25000] * 4, chips=chips)
        return
    notes = rules(CHIPS).settle([25000] * 4, chips=chips).notes
    assert [note.partition(", and none")[0] for note in notes] == ([said] if said else [])


# --- what is written -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "hint"),
    [
        ("{win: 明美さん, han: 3, fu: 40}", "did you mean `明美`?"),
        ("{win: 朋美, han: 3, fu: 40}", "did you mean `明美`?"),
        ("{win: Chei, han: 3, fu: 40}", "did you mean `Chie`?"),
        ("{win: Eri, han: 3, fu: 40}", "the players are 明美 Ben Chie Dan E S W N"),
        ("{win: Ben, han: 3飜, fu: 40}", "write han: 3"),
        ("{won: Ben, han: 3, fu: 40}", "write {win: E, from: S, han: 3, fu: 40}"),
        ("{win: Ben, points: 満貫}", "write limit: 満貫"),
        ("{win: Ben, han: 満貫}", "write limit: 満貫"),
        (
            "{win: Ben, points: 2000-4000}",
            "by ron say who discarded, `from: S`; by self-draw `han` and `fu`, `limit`, or `changes`",
        ),
        (
            "{win: Ben, points: 8000}",
            "by ron say who discarded, `from: S`; by self-draw `han` and `fu`, `limit`, or `changes`",
        ),
    ],
)
def test_a_slip_of_the_pen_is_told_with_what_is_meant(entry: str, hint: str) -> None:
    with pytest.raises(MatchError) as error:
        played(f"hands:\n- {entry}\n")
    assert [str(problem.hint) for problem in error.value.diagnostics] == [hint]


def test_a_sheet_on_which_no_hand_stands_yet_has_a_next_hand() -> None:
    assert "next: E1, 0 honba" in told("hands:\n")


def test_of_several_winners_the_sheet_tells_han_and_fu_too() -> None:
    assert "Dan, 明美 from Chie (2 han 30 fu, 1 han 30 fu)" in told("hands:\n" + TWO_CALL)
    assert "Dan, 明美 from Chie\n" in told("hands:\n" + TWO_CALL.replace("{han: 1, fu: 30}", "{points: 1500}"))


# --- what is typed --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["table"], "--seed is missing: it decides chance, e.g. --seed 7"),
        (["settle", "25000", "--points", "1"], "no such option: --points; the points stand alone"),
        (["settle", "25000", "--chip", "1"], "did you mean `--chips`?"),
    ],
)
def test_an_option_that_is_missing_or_wrong_is_told(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert said in capsys.readouterr().err


def test_players_of_a_settlement_are_called_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    points = ["Aki=25000", "Ben=25000", "Chie=25000", "Dan=25000"]
    assert main(["settle", *points, "--busted-by", "Dan:Ben", "--rules", "kansai-sanma"]) == 1
    capsys.readouterr()
    assert main(["settle", *points, "--busted-by", "Dan:Ben"]) == 1
    assert "error[YK806]: Dan has 25000 points; nobody busted them" in capsys.readouterr().err


# --- a long sheet ---------------------------------------------------------------------------------------


def test_of_a_long_sheet_every_hand_is_gone_through(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Draws for ever, so that the first dealer stays; what conditions ask is not looked for in every hand anew."""
    hands = 600
    (tmp_path / "long.jsonl").write_text('{"draw": "四風連打"}\n' * hands, "utf-8")
    assert main(["match", str(tmp_path / "long.jsonl")]) == 0
    assert f"next: E1, {hands} honba" in capsys.readouterr().out


def test_a_sheet_that_is_too_long_is_told_how_it_may_be_longer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "long.yaml").write_text("- {draw: 四風連打, tenpai: [E, E, E, E, E]}\n" * 2100, "utf-8")
    assert main(["match", str(tmp_path / "long.yaml")]) == 1
    assert "hint: a sheet that is a line of JSON for each hand may be longer" in capsys.readouterr().err


# --- a limit and no more ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "win", "changes"),
    [
        ("tenhou", "{win: Ben, limit: mangan}", (-4000, 8000, -2000, -2000)),
        ("tenhou", "{win: 明美, limit: 満貫}", (12000, -4000, -4000, -4000)),
        ("tenhou", "{win: Ben, from: 明美, limit: ハネマン}", (-12000, 12000, 0, 0)),
        ("tenhou", "{win: 明美, from: Dan, limit: 三倍满}", (36000, 0, 0, -36000)),
        ("tenhou", "{win: Ben, limit: 数え役満, riichi: Ben}", (-16000, 32000, -8000, -8000)),  # own stick back
        ("tenhou", "{win: {Ben: {limit: Baiman}, Dan: {han: 2, fu: 40}}, from: 明美}", (-18600, 16000, 0, 2600)),
    ],
)
def test_a_limit_is_enough(name: str, win: str, changes: tuple[int, ...]) -> None:
    hand = played(f"hands:\n- {win}\n", name).hands[0]
    assert tuple(hand.changes.values()) == changes


def test_the_sheet_tells_the_limit() -> None:
    assert "Ben by self-draw (Mangan)" in told("hands:\n- {win: Ben, limit: 満貫}\n")
    both = "hands:\n- {win: {Ben: {limit: Baiman}, Dan: {han: 2, fu: 40}}, from: 明美}\n"
    assert "Ben, Dan from 明美 (Baiman, 2 han 40 fu)" in told(both)


@pytest.mark.parametrize(
    ("win", "said"),
    [
        ("{win: Ben, limit: yakuman}", "what yakuman comes to depends on yakuman; say these in its place"),
        ("{win: Ben, limit: mangn}", "`mangn` is no limit of `tenhou`; did you mean `mangan`?"),
        ("{win: Ben, limit: 8}", "`limit` is the id or the name of a limit"),
        ("{win: Ben, limit: mangan, han: 5, fu: 30}", "a winner's hand is its tiles, or"),
        ("{win: Ben, han: 5}", "a winner's hand is its tiles, or {han:, fu:}, {limit:}, {yakuman:}, {points:}"),
    ],
)
def test_a_limit_that_says_nothing_or_too_much(win: str, said: str) -> None:
    with pytest.raises(MatchError) as error:
        played(f"hands:\n- {win}\n")
    assert said in str(error.value.diagnostics[0].message)


def test_counted_yakuman_is_no_limit_where_there_is_none() -> None:
    with pytest.raises(MatchError, match="`counted_yakuman` is no limit of `m-league`"):
        played("hands:\n- {win: Ben, limit: counted_yakuman}\n", "m-league")


@pytest.mark.parametrize(
    ("who", "ready"),
    [
        ("all", "ESWN"),
        ("全員", "ESWN"),
        ("全家", "ESWN"),
        ("none", ""),
        ("nobody", ""),
        ("なし", ""),
        ("[]", ""),
        ("Ben", "S"),
    ],
)
def test_everybody_or_nobody_is_ready(who: str, ready: str) -> None:
    end = played(f"hands:\n- {{draw: 流局, tenpai: {who}}}\n").hands[0].end
    assert end is not None
    assert end.tenpai == tuple(ready)


def test_a_draw_without_a_word_on_who_is_ready_says_how_it_is_read() -> None:
    assert "Exhaustive draw, nobody tenpai" in told("hands:\n- {draw: exhaustive}\n")
    assert "nobody" not in told("hands:\n- {draw: kyuushu_kyuuhai}\n")
    assert "nobody" not in told("hands:\n- {draw: exhaustive, tenpai: all}\n")
    # who was ready may be behind changes that are given
    changes = "{明美: 3000, Ben: -1000, Chie: -1000, Dan: -1000}"
    assert "nobody" not in told(f"hands:\n- {{draw: exhaustive, changes: {changes}}}\n")
