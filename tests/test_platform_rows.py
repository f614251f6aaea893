"""The table of differences between platforms: each row about one win has cases under `cases/platforms.cases.yaml`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from yakulang import load_ruleset
from yakulang.testing.cases import read_cases

CASES = Path(__file__).parent / "cases" / "platforms.cases.yaml"
ROWS = {"1", "2", "3", "3b", "4", "5", "5b", "5c", "7", "8", "9", "9b", "10", "11", "12", "17", "18", "21"}
OF_SEVERAL_WINNERS = {"6"}
OF_THE_INDICATOR = {"13"}  # when it is turned, below
OF_THE_TABLE = {"14", "15", "16", "19", "20"}  # draws, results, abortive hands: nobody's win


def test_every_row_about_a_win_has_cases() -> None:
    trials = list(read_cases(CASES, CASES.name))
    ids = [trial.case.id for trial in trials]
    assert {found[1] for name in ids if (found := re.match(r"row(\d+[a-z]?)-", name))} == ROWS
    numbers = {re.sub(r"\D", "", row) for row in ROWS} | OF_SEVERAL_WINNERS | OF_THE_INDICATOR | OF_THE_TABLE
    assert numbers == {str(number) for number in range(1, 22)}
    assert len(trials) == 103


def test_every_platform_is_in_them() -> None:
    judged = {trial.table.id for trial in read_cases(CASES, CASES.name)}
    platforms = {"tenhou", "tenhou-sanma", "mahjongsoul", "mahjongsoul-sanma", "sega-mj", "sega-mj-sanma"}
    assert judged >= platforms | {"maru-jan-sanma", "janryumon-sanma", "m-league"}


@pytest.mark.parametrize(
    ("name", "counted"),
    [
        ("tenhou", False),
        ("tenhou-sanma", False),
        ("mahjongsoul", False),
        ("mahjongsoul-sanma", False),
        ("sega-mj", True),
        ("sega-mj-sanma", True),
    ],
)
def test_row_13_the_indicator_of_an_open_kan(name: str, *, counted: bool) -> None:
    """Whether it is turned before the tile drawn for the kan is won on, so that it counts."""
    turned = load_ruleset(name).rulebook.turned
    assert [turned[kan] == "at_once" for kan in ("open_kan", "added_kan")] == [counted, counted]
    assert turned["closed_kan"] == "at_once"
