"""The match: what holds of every one under every ruleset, and what its score sheets say."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from corpus import rows
from hypothesis import given
from hypothesis import strategies as st

from yakulang import HandEnd, MatchError, MatchState, Ruleset, load_ruleset, ruleset_from_text
from yakulang.engine.match_file import are_lines, read_sheet
from yakulang.engine.match_fold import fold
from yakulang.report.match_text import match_text
from yakulang.rules.listing import listed
from yakulang.rules.nodes import MapNode, find, leaves
from yakulang.rules.overview import value_text
from yakulang.source import Source
from yakulang.table.match import after, first, seat_at_start

if TYPE_CHECKING:
    from yakulang.rules.model import Rulebook
    from yakulang.table.match_step import MatchStep

ALL = [one.id for one in listed() if not one.mixin]
MATCHES = 12
LONGEST = 400  # hands; dealers that stay for ever don't happen by chance


@cache
def rules(name: str) -> Ruleset:
    return load_ruleset(name)


def random_end(book: Rulebook, rng: Random, state: MatchState) -> HandEnd:
    """How a hand may end: points are exchanged at random, in multiples of 100; riichi as far as points allow it."""
    seats = book.seats
    riichi = tuple(s for s in seats if rng.random() < 0.2 and state.points[seat_at_start(book, state, s)] >= 1000)
    draws = [*book.draws.kinds] if book.draws is not None else []
    if rng.random() < 0.3:
        tenpai = tuple(seat for seat in seats if rng.random() < 0.5)
        draw = rng.choice(["exhaustive", "exhaustive", *draws])
        changes = dict.fromkeys(seats, 0)
        if draw == "exhaustive" and 0 < len(tenpai) < len(seats):
            changes[tenpai[0]] += 1000
            changes[next(seat for seat in seats if seat not in tenpai)] -= 1000
        return HandEnd(draw=draw, tenpai=tenpai, riichi=riichi, changes=changes)
    winner, *rest = rng.sample(seats, len(seats))
    points = 100 * rng.choice([10, 15, 20, 39, 77, 80, 120, 160])
    if rng.random() < 0.5:
        changes = {winner: points * len(rest), **dict.fromkeys(rest, -points)}
        return HandEnd(winners=(winner,), riichi=riichi, changes=changes, taken_by=winner)
    winners = (winner, rest[1]) if rng.random() < 0.1 else (winner,)
    changes = {**dict.fromkeys(winners, points), rest[0]: -points * len(winners)}
    return HandEnd(winners=winners, discarder=rest[0], riichi=riichi, changes=changes, taken_by=winner)


def random_match(book: Rulebook, seed: int) -> list[tuple[MatchState, MatchStep]]:
    rng = Random(seed)
    state: MatchState | None = first(book)
    found = []
    while state is not None and len(found) < LONGEST:
        step = after(book, state, random_end(book, rng, state))
        found.append((state, step))
        state = step.state
    return found


# --- what holds of every match ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALL)
def test_points_and_sticks_are_conserved_and_a_match_ends(name: str) -> None:
    """Every hand whose deal passes moves the match on, so that at most players times rounds of them are played."""
    book = rules(name).rulebook
    assert book.setup is not None
    assert book.match is not None
    start = book.players * book.setup.start.value
    extension = book.match.extension
    rounds = len(book.match.rounds.winds) + (len(extension.rounds.winds) if extension is not None else 0)
    for seed in range(MATCHES):
        played = random_match(book, seed)
        assert played[-1][1].over
        assert sum(not step.stays for _, step in played) <= rounds * book.players
        for _, step in played:
            assert sum(step.points.values()) + step.deposits * book.payments.stick.value == start
            assert all(reason.rule for reason in step.reasons)


@pytest.mark.parametrize("name", ["tenhou", "sanma", "m-league"])
def test_the_deal_goes_round(name: str) -> None:
    """T9: the next dealer sits to the right; who stays deals again, and a round begins with the first dealer."""
    book = rules(name).rulebook
    for seed in range(MATCHES):
        for state, step in random_match(book, seed):
            if step.state is None:
                continue
            now, then = (seat_at_start(book, one, book.seats[0]) for one in (state, step.state))
            turned = (book.seats.index(now) + (not step.stays)) % book.players
            assert book.seats.index(then) == turned
            assert (step.state.wind != state.wind) == (not step.stays and state.hand == book.players)


@given(seed=st.integers(0, 10**6), name=st.sampled_from(["tenhou", "sanma", "m-league", "rmu-a", "kansai-sanma"]))
def test_counters_grow_by_one_or_go(seed: int, name: str) -> None:
    book = rules(name).rulebook
    for state, step in random_match(book, seed)[:8]:
        if step.state is not None:
            assert step.state.honba in (0, state.honba + 1)
            assert step.state.deposits == step.deposits >= 0


def decisive(name: str) -> dict[str, str]:
    """The leaves of a ruleset that a match from stated changes may hang on, as `rules` shows them."""
    tree = rules(name).rulebook.merged.tree
    found = {}
    for path in ("match", "setup.start", "settlement.return", "settlement.ties", "payments.riichi_stick", "draws"):
        node = find(tree, tuple(path.split(".")))
        inner = leaves(node, path) if isinstance(node, MapNode) else [(path, node)] if node is not None else []
        found |= {where: value_text(leaf) for where, leaf in inner if ".name." not in where}
    return found


def told(steps: list[tuple[MatchState, MatchStep]]) -> list[Any]:
    return [(step.state, dict(step.points), step.stays, [r.kind for r in step.reasons]) for _, step in steps]


def test_two_rulesets_differ_only_by_what_their_rules_show() -> None:
    """The same endings, hand by hand: where the matches differ a rule of match, setup, draws or sticks does."""
    names = [name for name in ALL if rules(name).rulebook.players == 4]
    ways: dict[str, list[Any]] = {}
    for name in names:
        book = rules(name).rulebook
        steps = []
        for seed in range(4):
            rng = Random(seed)
            state: MatchState | None = first(book)
            for _ in range(25):
                end = random_end(rules("riichi").rulebook, rng, state or first(book))
                if state is None or (end.draw is not None and end.draw not in (book.draws.kinds if book.draws else {})):
                    continue
                step = after(book, state, end)
                steps.append((state, step))
                state = step.state
        ways[name] = told(steps)
    pairs = alike = 0
    for one, other in combinations(names, 2):
        pairs += 1
        if decisive(one) == decisive(other):
            alike += 1
            assert ways[one] == ways[other], (one, other)
        elif ways[one] != ways[other]:
            assert decisive(one) != decisive(other)
    assert (pairs, alike > 10) == (351, True)


# --- score sheets ----------------------------------------------------------------------------------------

SHEET = """players: [Aki, Ben, Chie, Dan]
hands:
  - {win: Aki, from: Ben, hand: 123m456p78s11m555z +9s with=riichi}
  - {draw: exhaustive, tenpai: [Aki, Chie], riichi: [Chie]}
  - {win: Ben, han: 3, fu: 40}
  - {win: Dan, from: Aki, yakuman: 1}
"""


def sheet(text: str, name: str = "tenhou") -> Any:
    ruleset = rules(name)
    read = read_sheet(Source("evening.yaml", text), ruleset.rulebook, lines=are_lines(text))
    return ruleset.match([entry for entry, _ in read.entries], players=read.players, start=read.start)  # type: ignore[arg-type,misc]


def folded(text: str) -> Any:
    """What is told of a sheet has its places."""
    read = read_sheet(Source("evening.yaml", text), rules("tenhou").rulebook, lines=are_lines(text))
    return fold(rules("tenhou"), read.entries, read.players, read.start, read.start_place)


def test_a_score_sheet() -> None:
    played = sheet(SHEET)
    assert [hand.before.name for hand in played.hands] == ["E1", "E1", "E1", "E2"]
    assert [hand.before.honba for hand in played.hands] == [0, 1, 2, 0]
    assert [hand.before.deposits for hand in played.hands] == [0, 0, 1, 0]
    assert played.over
    assert dict(played.points) == {"E": -4400, "S": 26400, "W": 24000, "N": 54000}
    assert [reason.about for reason in played.hands[-1].step.reasons] == [None, "bust"]
    assert played.settlement is not None
    assert played.settlement.total == 0
    assert "Ben by self-draw (3 han 40 fu)" in match_text(played, rules("tenhou").rulebook)


def test_the_same_as_json_and_as_lines() -> None:
    import json

    import yaml

    data = yaml.safe_load(SHEET)
    wanted = sheet(SHEET).as_json()
    assert sheet(json.dumps(data)).as_json() == wanted
    lines = [json.dumps({"players": data["players"]}), *map(json.dumps, data["hands"])]
    assert sheet("\n".join(lines)).as_json() == wanted
    assert json.loads(json.dumps(wanted)) == wanted


def lines_of(text: str) -> Any:
    return read_sheet(Source("hands.jsonl", text), rules("tenhou").rulebook, lines=True)


def test_lines_are_read_as_json() -> None:
    """An emoji is two escapes in JSON, and what ends a line elsewhere stands in a text as it is."""
    import json

    names = ["\N{MAHJONG TILE RED DRAGON}", "Be\u2028n", "Chie", "Dan"]
    for ascii_only in (True, False):
        data = [{"players": names}, {"win": names[1], "han": 1, "fu": 30, "note": "one\u0085two"}]
        text = "\r\n".join(json.dumps(row, ensure_ascii=ascii_only) for row in data)
        assert are_lines(text)
        read = lines_of(text)
        assert [*read.players.values()] == names
        assert rules("tenhou").match([e for e, _ in read.entries], players=read.players).points["S"] == 26100


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ('{"players": ["A", "B", "C", "D"], "win": "A", "han": 1, "fu": 30}', "YK863", "hands.jsonl:1:1"),
        ('{"start": null, "hands": []}', "YK863", "hands.jsonl:1:1"),
        ("", "YK863", "hands.jsonl:1:1"),
        (
            '{"win": "E", "han": 1, "fu": 30}\n\n {"win": "E", "han": 1, "han": 2, "fu": 30}',
            "YK604",
            "hands.jsonl:3:25",
        ),
        ('{"win": "E", "han": 1, "fu": 30}\n{win: E, han: 1, fu: 30}', "YK603", "hands.jsonl:2:2"),
    ],
)
def test_lines_that_say_nothing_definite(text: str, code: str, place: str) -> None:
    with pytest.raises(MatchError) as error:
        lines_of(text)
    assert [(problem.code, str(problem.span)) for problem in error.value.diagnostics] == [(code, place)]


def test_entries_by_winds_are_those_by_names() -> None:
    """E of a hand is its dealer: in East 2 that is Ben."""
    by_winds = [
        {"win": "E", "from": "S", "hand": "123m456p78s11m555z +9s with=riichi"},
        {"draw": "exhaustive", "tenpai": ["E", "W"], "riichi": ["W"]},
        {"win": "S", "han": 3, "fu": 40},
        {"win": "W", "from": "N", "yakuman": 1},
    ]
    assert rules("tenhou").match(by_winds).points == sheet(SHEET).points


def test_a_match_step_by_step_is_the_same() -> None:
    played = sheet(SHEET)
    state = None
    for hand in played.hands:
        assert hand.end is not None
        step = rules("tenhou").play(state, hand.end)
        assert step == hand.step
        state = step.state
    assert state is None


def test_yakitori_bust_and_chombo_are_settled_from_the_sheet() -> None:
    """Who won nothing, who busted whom and who made a chombo follows from the hands."""
    text = """yakulang: 1
id: evening
extends: tenhou
settlement:
  extras:
    bust: {when: points < 0, points: -10, to: busted_by}
    yakitori: {when: unlit, points: -9, to: others, paid_by: dealt_in}
    chombo: {each: chombo, points: -20, to: nobody}
match: {chombo: replayed}
"""
    played = ruleset_from_text(text).match([
        {"win": "E", "from": "S", "han": 1, "fu": 30},
        {"chombo": "W"},
        {"win": "S", "han": 1, "fu": 30},
        {"win": "W", "from": "E", "yakuman": 1},
    ])  # fmt: skip
    assert played.settlement is not None
    parts = {(p.seat, part.about): part.result for p in played.settlement.players for part in p.parts if part.about}
    assert played.points["S"] < 0
    assert parts["S", "bust"] == -10
    assert parts["N", "bust"] == 10
    assert parts["W", "chombo"] == -20
    assert ("E", "yakitori") in parts  # gets what others pay


def test_riichi_below_1000_points() -> None:
    """A dispute: one platform asks for 1000 points, tables that lend sticks need not."""
    row = next(row for row in rows("disputes.jsonl") if row["id"] == "U07")
    points = row["input"]["score"]
    assert rules("tenhou").may_declare("riichi", points=points, tiles_left=20).allowed is row["expected"]["legal"]
    lending = "yakulang: 1\nid: x\nextends: tenhou\ninclude: [local/reserve-sticks, local/riichi-any-points]\n"
    assert ruleset_from_text(lending).may_declare("riichi", points=points, tiles_left=20).allowed


def test_what_is_not_said_of_a_declaration_is_not_judged() -> None:
    said = rules("tenhou").may_declare("riichi", points=1000)
    assert said.allowed
    assert [need.id for need in said.unknown] == ["draw_left"]
    assert rules("tenhou").may_declare("kan").unknown[0].id == "tile_left"


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({"win": ["E", "E"], "han": 1, "fu": 30}, "E is named twice"),
        ({"draw": "exhaustive", "tenpai": ["E", "E"]}, "E is named twice"),
        ({"draw": "exhaustive", "tenpai": ["Aki", "aki"]}, "aki is named twice"),
        ({"draw": "exhaustive", "tenpai": ["S"], "riichi": ["S", "S"]}, "S is named twice"),
        ({"draw": "nagashi_mangan", "nagashi": ["S", "S"]}, "S is named twice"),
        ({"draw": "exhaustive", "hands": {"Aki": "123m456p78s11m555z", "E": "1m"}}, "E1: `Aki` and `E` are one player"),
        (
            {"win": {"Aki": {"han": 1, "fu": 30}, "E": {"han": 2, "fu": 30}}, "from": "S"},
            "E1: `Aki` and `E` are one player",
        ),
        ({"correction": {"Aki": 1000, "E": 1000, "Ben": -2000}}, "E1: `Aki` and `E` are one player"),
    ],
)
def test_a_player_is_named_once(entry: Any, said: str) -> None:
    with pytest.raises(MatchError) as error:
        rules("tenhou").match([entry], players={"E": "Aki", "S": "Ben"})
    assert [(problem.code, str(problem.message)) for problem in error.value.diagnostics] == [("YK862", said)]


NAMES = "players: [Aki, Ben, Chie, Dan]\nhands:\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("- {win: S, from: S, han: 1, fu: 30}", ["YK862 E1: Ben discarded, and does not win on it evening.yaml:3:3"]),
        (
            "- {win: S, from: E, hand: 123m456p78s11m555z +8s}",
            ["YK856 E1: by `tenhou` Ben does not win: the hand is not complete evening.yaml:3:3"],
        ),
        (
            "- {win: {S: 123m456p78s11m555z +9s, W: 123m456p78s11m555z +8s}, from: E}",
            ["YK856 E1: by `tenhou` Chie does not win: the hand is not complete evening.yaml:3:3"],
        ),
        (
            "- {win: S, from: E, changes: {S: 1000, W: -1000}}",
            ["YK862 E1: Chie pays, and Aki discarded evening.yaml:3:3"],
        ),
        (
            "- {win: E, han: 1, fu: 30}\n- {draw: exhaustive, tenpai: [E, S], hands: {S: 147m147p147s1234z}}",
            ["YK834 E1 (1 honba): Ben is said to be ready, and the hand is not evening.yaml:4:49"],
        ),
        (
            "- {win: S, han: 1, fu: 30}\n- {draw: exhaustive, riichi: [N], tenpai: [E]}",
            ["YK835 E2: Aki is in riichi and not ready; what that costs is not a rule of the draw evening.yaml:4:3"],
        ),
    ],
)
def test_players_are_called_by_name_and_places_are_those_of_the_sheet(text: str, said: list[str]) -> None:
    with pytest.raises(MatchError) as error:
        folded(NAMES + text)
    assert [f"{problem.code} {problem.message} {problem.span}" for problem in error.value.diagnostics] == said


def test_the_place_in_the_text_of_a_hand_is_that_of_the_sheet() -> None:
    with pytest.raises(MatchError) as error:
        folded(NAMES + "- {win: S, from: E, hand: 123m456x78s +9s}")
    assert [str(problem.span) for problem in error.value.diagnostics] == ["evening.yaml:3:34"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("players: [Aki, Ben]\nhands: []\n", "2 players are named; under `tenhou` there are 4"),
        ("players: {E: A1, S: B1, W: C1, N: D1, X: F}\nhands: []\n", "5 players are named; under `tenhou` there are 4"),
        ("start: {wind: E, hand: 2, points: [50000, 50000]}\nhands: []\n",
         "2 players' points; under `tenhou` there are 4"),
    ],
)  # fmt: skip
def test_a_wrong_number_of_players_is_told(text: str, said: str) -> None:
    with pytest.raises(MatchError) as error:
        sheet(text)
    assert [str(problem.message) for problem in error.value.diagnostics] == [said]


def test_a_loan_is_told_when_it_changes() -> None:
    lending = ruleset_from_text("yakulang: 1\nid: x\nextends: tenhou\ninclude: [local/reserve-sticks]\n")
    small = {"win": "S", "from": "W", "han": 1, "fu": 30}
    played = lending.match([
        {"win": "E", "from": "S", "han": 11, "fu": 30},  # 36000: S has -11000
        small | {"win": "W", "from": "N"},
        {"correction": {"E": 500, "W": -500}},
        {"win": "E", "from": "S", "han": 1, "fu": 30},
        {"correction": {"E": 5000, "N": -5000}},
    ])  # fmt: skip
    text = match_text(played, lending.rulebook)
    assert [dict(hand.step.loans) != {} for hand in played.hands] == [True] * 5
    assert text.count("takes 2 of the sticks in reserve") == 1
    assert text.count("takes 1 of the sticks in reserve") == 1


def test_states_and_steps_cannot_be_changed() -> None:
    step = rules("tenhou").play(None, HandEnd(winners=("E",), changes={"E": 3000, "S": -1000, "W": -1000, "N": -1000}))
    assert step.state is not None
    with pytest.raises(TypeError):
        step.state.points["E"] = 0  # type: ignore[index]
    with pytest.raises(AttributeError):
        step.state.honba = 7  # type: ignore[misc]


@pytest.mark.parametrize(
    "entry",
    [None, 3, "E", [], {}, {"win": None}, {"win": 3, "han": 1}, {"draw": 3}, {"win": {"E": 3}},
     {"win": "E", "han": "3"}, {"win": "E", "from": 3, "han": 1, "fu": 30}, {"chombo": {}}, {"correction": 3},
     {"draw": "exhaustive", "hands": 3},
     {"win": "E", "hand": 3}, {"win": "E", "hand": {"closed": 3}}, {"win": "E", "liable": {"x": 3}, "yakuman": 1},
     {"win": "E", "han": 10**9, "fu": 30}, {"win": "E", "from": "S", "hand": "x"}, {1: 2}],
)  # fmt: skip
def test_whatever_stands_there_is_told(entry: Any) -> None:
    with pytest.raises(MatchError) as error:
        rules("tenhou").match([entry])
    assert all(problem.code.startswith("YK") for problem in error.value.diagnostics)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("hands:\n  - win: E\n    from: S\n    han: -2\n    fu: 30\n", "4:10"),
        ("hands:\n  - win: {E: {han: 2, fu: 30}, S: {han: x, fu: 30}}\n    from: W\n", "2:5"),  # there are two
        ("hands:\n  -   draw: exhaustive\n      tenpi: [E]\n", "3:7"),
        ("start:\n  wind: S\n  hand: 2\n  points: [25000, 25000, 25000, x]\nhands: []\n", "4:11"),
        ("start: {wind: E, hand: 1, honba: x, points: [25000, 25000, 25000, 25000]}\nhands: []\n", "1:34"),
        ("start: {wind: E, hand: 1, hanba: 1, points: [25000, 25000, 25000, 25000]}\nhands: []\n", "1:27"),
        ("players: {E: Aki, S: east}\nhands: []\n", "1:22"),
    ],
)
def test_what_is_wrong_is_told_at_its_field(text: str, place: str) -> None:
    with pytest.raises(MatchError) as error:
        folded(text)
    assert [str(problem.span) for problem in error.value.diagnostics] == [f"evening.yaml:{place}"]
