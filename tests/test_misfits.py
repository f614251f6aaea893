"""What contradicts itself is told by `check` before somebody plays by it; what clubs really play is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from yakulang.cli.checking import check_files
from yakulang.rules.bundle import bundled_files
from yakulang.table.misfits import misfits
from yakulang.testing.tables import table_of_file

if TYPE_CHECKING:
    from pathlib import Path

REFUSED_FOR = {  # what a table, a match or a result is refused for by such rules
    "change: {settlement.uma: [15, 0, -15]}": "uma for 3 places; there are 4 players",
    "change: {setup.start: 27050}": "these sticks don't make 27050 points",
    "change: {setup.wall.stacks: 18}": "4 sides of 18 stacks don't hold 136 tiles",
    "change: {setup.wall.dead: 120, setup.wall.indicator: 60}": "the live wall has fewer tiles than are dealt",
    "change: {setup.deal.rounds: 4}": "everybody is dealt 17 tiles; the dealer has as many or one more",
    "change: {payments.riichi_stick: 250}": "250 points can't be paid in sticks of 100",
    "change: {payments.honba.ron: 150}": "150 points can't be paid in sticks of 100",
    "change: {match.target: none}\ndisable: [match.ends.agari_yame, match.ends.tenpai_yame]": "`target` is taken of "
    "`match.target`, which `club` does not have",
    "change: {payments.round_up_to: 10}": "960 points can't be paid in sticks of 100: "
    "6m567p c(234p) c(345p) p(555z) *6m seat=N round=N with=last_tile",
    "change: {payments.round_up_to: 10, minimum_han: 2}": "960 points can't be paid in sticks of 100: "
    "6m567p c(234p) c(345p) p(555z) *6m seat=N round=N with=last_tile",
    "change: {fu.round_up_to: 7, payments.round_up_to: 7}": "32004 points can't be paid in sticks of 100: "
    "19m199p19s123467z +5z seat=W round=W",
    "match: {loans: {sticks: 2}}": "what a stick in reserve is worth is not said, so that none is lent",
}

CLUBS = {
    "uma of 30 and 10": "extends: tenhou\nchange: {settlement.uma: [30, 10, -10, -30]}",
    "27000 at the start": "extends: riichi\ninclude: [local/reds-3, local/kiriage, local/uma-15-5]\n"
    "change: {setup.start: 27000, match.ends.bust.when: lowest <= 0}",
    "three players, 15": "extends: sanma\nchange: {settlement.uma: [15, 0, -15], match.extension: none}",
    "noten by number": "extends: riichi\nchange: {draws.exhaustive.each_pays: {1: 1000, 2: 1500, 3: 3000}}",
    "an East round": "extends: riichi\ninclude: [local/east-only, local/no-extension]",
    "prizes": "extends: m-league\nsettlement:\n  extras:\n    bust: {when: points < 0, points: -10, to: busted_by}\n"
    "    yakitori: {when: unlit, points: -15, to: others}\n    chips: {each: chips, points: 2, to: nobody}\n"
    "    chombo: {each: chombo, points: -20, to: nobody}",
    "chips": "extends: free-parlour\ninclude: [local/chips-ippatsu, local/chips-ura, local/chips-reds]\n"
    "change: {settlement.uma: [10, 5, -5, -10]}",
    "five down, six up": "extends: riichi\nsettlement: {rounding: {to: 1000, way: half_to_zero}, rest: first}",
    "no return": "extends: riichi\ndisable: [match.ends.agari_yame, match.ends.tenpai_yame]\n"
    "change: {settlement.oka: none, settlement.return: 25000, match.target: none, match.extension: none}",
    "on below 0": "extends: riichi\ndisable: [match.ends.bust]\nmatch:\n  honba: {most: 8}\n"
    "  ends: {sixty: {when: highest >= 60000}}\n  loans: {outside: 20000}",
    "sticks in reserve": "extends: riichi\ndisable: [match.ends.bust]\n"
    "match: {loans: {worth: 10000, sticks: 2, outside: 30000}}\nchange: {match.riichi.points.when: points >= 0}",
    "head bump": "extends: tenhou\ninclude: [local/no-abortive-draws, local/head-bump]",
    "floating": "extends: riichi\nsettlement:\n  afloat: points >= 30000\n  floating:\n"
    "    one: {when: afloat == 1, uma: [12, -1, -3, -8]}\n    three: {when: afloat == 3, uma: [8, 3, 1, -12]}\n"
    "change: {settlement.uma: [8, 4, -4, -8], setup.start: 30000}",
    "1500 a counter": "extends: riichi\nchange:\n  match.dealer_stays: dealer_won\n  payments.honba.ron: 1500\n"
    "  payments.honba.tsumo_each: 500\n  match.riichi.points.when: points >= 0",
    "nagashi wins": "extends: riichi\nchange:\n  match.dealer_stays: dealer_won or drawn\n"
    "  draws.nagashi_mangan.as: win\n  draws.nagashi_mangan.several: nearest\n  draws.nagashi_mangan.deposits: yes\n"
    "  setup.dice.count: 3\n  setup.first_dealer_throws: 1",
    "sticks of 500": "extends: riichi\nchange: {setup.sticks: {10000: 1, 5000: 2, 1000: 4, 500: 1, 100: rest}}",
    "chombo": "extends: riichi\nmatch: {chombo: replayed}\n"
    "settlement: {extras: {chombo: {each: chombo, points: -40, to: others}}}",
    "thousands": "extends: riichi\nchange: {payments.base: 1000 * han, payments.round_up_to: 1}",
    "sticks of 10": "extends: riichi\nchange: {payments.round_up_to: 10, setup.sticks: {1000: 20, 100: 40, 10: rest}}",
}  # fmt: skip


def told(folder: Path, text: str) -> list[tuple[str, str]]:
    (folder / "club.yaml").write_text(f"yakulang: 1\nid: club\n{text}\n", "utf-8")
    (checked,) = check_files([str(folder / "club.yaml")])
    return [(problem.code, problem.message) for problem in checked.every]


@pytest.mark.parametrize("text", REFUSED_FOR)
def test_what_contradicts_itself_is_told(text: str, tmp_path: Path) -> None:
    assert told(tmp_path, f"extends: riichi\n{text}")[0] == ("YK439", REFUSED_FOR[text])


@pytest.mark.parametrize("name", CLUBS)
def test_what_clubs_play_is_not(name: str, tmp_path: Path) -> None:
    assert told(tmp_path, CLUBS[name]) == []


def test_bundled_files_fit_together() -> None:
    """All but eight norths, whose file says that how a wall of 112 tiles is laid is unknown; `check` tells it not."""
    tables = {name: table_of_file(path, name).rulebook for name, path in bundled_files().items()}
    found = [(name, where) for name, rules in tables.items() for where, _ in misfits(rules)]
    assert found == [("local/norths-8", "setup.wall")]
    assert not check_files(["local/norths-8"])[0].every
