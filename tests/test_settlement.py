"""Settling a game: what holds of every one, what was argued about, and the names players go by."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise, permutations
from random import Random
from typing import TYPE_CHECKING

import pytest
from comparing import Tally
from corpus import rows

from yakulang import Hand, Ruleset, SettleError, load_ruleset, ruleset_from_text
from yakulang.cache import VARIABLE
from yakulang.rules.listing import listed
from yakulang.table.rounding import rounded, shares
from yakulang.table.seeded import seeded_table

if TYPE_CHECKING:
    from pathlib import Path

ALL = [one.id for one in listed() if not one.mixin]
WITHOUT = {"zan"}  # its games end in chips, by a table
GAMES = 40


@cache
def rules(name: str) -> Ruleset:
    return load_ruleset(name)


def ending(name: str, rng: Random) -> tuple[list[int], int]:
    """Return the points of a random game and how many riichi sticks are left over; ties are frequent."""
    book = rules(name).rulebook
    assert book.setup is not None
    stick, start = book.setup.smallest_stick, book.setup.start.value
    sticks = rng.choice([0, 0, 1, 3])
    left = book.players * start - sticks * book.payments.stick.value
    step = rng.choice([stick, stick * 50])
    points = [start + step * rng.randint(-60, 60) for _ in range(book.players - 1)]
    points.append(left - sum(points))
    if rng.random() < 0.3:
        points[0] = points[1] = (points[0] + points[1]) // (2 * stick) * stick
        points[-1] = left - sum(points[:-1])
    return points, sticks


@pytest.mark.parametrize("name", ALL)
def test_results_sum_to_0_or_to_what_is_left_to_nobody(name: str) -> None:
    rng = Random(name)
    settlement = rules(name).rulebook.settlement
    if settlement is None:
        assert name in WITHOUT
        return
    for _ in range(GAMES):
        points, sticks = ending(name, rng)
        settled = rules(name).settle(points, deposits=sticks)
        nobody = settlement.deposits.value == "nobody"
        stick = rules(name).rulebook.payments.stick.value
        assert settled.total == (Fraction(-sticks * stick, settlement.unit.value) if nobody else 0), (points, sticks)
        assert all(player.result == sum(part.result for part in player.parts) for player in settled.players)
        assert all(part.rule for player in settled.players for part in player.parts)


@pytest.mark.parametrize("name", ["tenhou", "sanma", "m-league", "tenhou-to-2021"])
def test_the_order_in_which_players_are_given_changes_nothing(name: str) -> None:
    rng = Random(7)
    seats = rules(name).rulebook.seats
    for _ in range(5):
        points, sticks = ending(name, rng)
        by_seat = dict(zip(seats, points, strict=True))
        wanted = dict(rules(name).settle(points, deposits=sticks).results)
        for order in permutations(seats):
            given = {seat: by_seat[seat] for seat in order}
            settled = rules(name).settle(given, deposits=sticks)  # type: ignore[arg-type]
            assert dict(settled.results) == wanted
            assert [player.seat for player in settled.players] == list(order)


def test_kept_rules_are_read_for_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept of a ruleset holds what rulings ask for; the end of a game and the table are asked of its files."""
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    hand = Hand.parse("123m456p78s11m555z +9s seat=S from=W")
    points = [43000, 36800, 15200, 5000]
    first = load_ruleset("m-league")
    assert first.score(hand).points == 1300
    for asked in ("settle", "table", "score"):
        kept = load_ruleset("m-league")
        assert type(kept).__name__ == "LazyRuleset"
        assert kept.score(hand).points == 1300
        assert "rulebook" not in vars(kept)
        if asked == "settle":
            assert kept.settle(points).results == first.settle(points).results
        elif asked == "table":
            assert seeded_table(kept.rulebook, "7").dealt == seeded_table(first.rulebook, "7").dealt
        assert ("rulebook" in vars(kept)) == (asked != "score")
        assert kept.score(hand).points == 1300


def test_more_points_are_never_worth_less() -> None:
    rng = Random(5)
    for name in ("tenhou", "m-league", "tenhou-to-2021"):
        for _ in range(GAMES):
            points, _ = ending(name, rng)
            if sum(points) != 100000:
                continue
            players = sorted(rules(name).settle(points).players, key=lambda player: (player.points, -player.place))
            assert all(a.result <= b.result for a, b in pairwise(players)), points


def test_results_are_exact() -> None:
    settled = rules("m-league").settle([30000, 30000, 30000, 10000])
    assert {type(result) for result in settled.results.values()} == {Fraction}
    assert settled.as_json()["players"][0]["result"] == 16.7
    assert settled.total == 0


@pytest.mark.parametrize(
    ("way", "results"),
    [
        ("half_up", [3, 2, 1, 0, 0, -1, -2, -3]),
        ("half_down", [3, 1, 1, 0, -1, -1, -2, -3]),
        ("half_away", [3, 2, 1, 0, -1, -1, -2, -3]),
        ("half_to_zero", [3, 1, 1, 0, 0, -1, -2, -3]),
        ("up", [3, 2, 2, 1, 0, -1, -1, -2]),
        ("down", [2, 1, 1, 0, -1, -2, -2, -3]),
        ("away", [3, 2, 2, 1, -1, -2, -2, -3]),
        ("to_zero", [2, 1, 1, 0, 0, -1, -1, -2]),
    ],
)
def test_ways_of_rounding(way: str, results: list[int]) -> None:
    """E4: of 2.6, 1.5, 1.4, 0.4 and of these below 0."""
    points = [2600, 1500, 1400, 400, -500, -1400, -1600, -2600]
    assert [rounded(Fraction(p), 1000, way) // 1000 for p in points] == results
    assert all(rounded(Fraction(whole * 1000), 1000, way) == whole * 1000 for whole in range(-3, 4))


def test_shares() -> None:
    """E5: as even as 0.1 allows, the larger parts first."""
    assert shares(Fraction(1000), 3, 100) == [400, 300, 300]
    assert shares(Fraction(2000), 3, 100) == [700, 700, 600]
    assert shares(Fraction(-1000), 3, 100) == [-300, -300, -400]
    assert shares(Fraction(25), 2, 100) == [Fraction(25, 2)] * 2


# --- argued about -------------------------------------------------------------------------------------------

HEAD = "yakulang: 1\nid: disputed\nextends: riichi\n"
PLAIN = "settlement.return: 0, settlement.oka: none"
ROUNDED = "settlement: {rounding: {to: 1000, way: half_to_zero}, rest: first}\n"
DISPUTED = {
    "U01": f"{HEAD}change: {{setup.start: 25250, {PLAIN}, settlement.uma: [30, 10, -10, -30]}}\n",
    "U03": f"{HEAD}change: {{settlement.uma: [30, 10, -10, -30]}}\n{ROUNDED}",
    "U03, no rounding": f"{HEAD}change: {{settlement.uma: [30, 10, -10, -30]}}\n",
    "U04": f"{HEAD}change: {{settlement.oka: none, settlement.uma: [15, 5, -5, -15], settlement.ties: shared}}\n",
}


def test_disputed_results() -> None:
    """Every row about results but U07, which is about declaring riichi."""
    tally = Tally("disputes, final")
    for row in rows("disputes"):
        if row["kind"] != "final":
            continue
        if row["id"] == "U07":
            tally.leave_out("U07", "about riichi")
            continue
        cases = [
            (row["id"], row["expected"]),
            *((f"{row['id']}, {v['name']}", v["expected"]) for v in row.get("variants", ())),
        ]
        for name, expected in cases:
            given = row["input"]["scores"]
            seats = row["input"].get("seat_order_at_start")
            points = [given[player] for player in seats] if seats else given
            settled = ruleset_from_text(DISPUTED[name]).settle(points, deposits=row["input"].get("sticks", 0))
            wanted = expected["final"]
            results = list(settled.results.values())
            if seats:
                wanted = [Fraction(wanted[player], 1000) for player in seats]
                order = sorted(zip((player.place for player in settled.players), seats, strict=True))
                fields = {"order": (expected["order"], [player for _, player in order])}
            else:
                wanted = [Fraction(str(result)) for result in wanted]
                fields = {}
            tally.compare(name, {**fields, "results": (wanted, results)})
    tally.finish(rows=4, fields=5, left_out=1)


# --- what is refused ----------------------------------------------------------------------------------------


def test_numbers_that_are_none() -> None:
    with pytest.raises(TypeError, match="whole numbers"):
        rules("tenhou").settle([25000.0, 25000, 25000, 25000])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="from 0 on"):
        rules("tenhou").settle([26000, 25000, 25000, 25000], deposits=-1)


def test_a_ruleset_that_says_nothing_of_it() -> None:
    book = rules("riichi").rulebook
    from dataclasses import replace

    bare = Ruleset(replace(book, settlement=None), rules("riichi").code)
    with pytest.raises(SettleError) as caught:
        bare.settle([25000] * 4)
    assert caught.value.diagnostics[0].code == "YK807"
