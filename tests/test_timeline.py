"""The timeline: what stands after the events of a hand, case by case, and what can't happen."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from comparing import Tally
from corpus import rows

from yakulang import Hand, HandError, load_ruleset, ruleset_from_text
from yakulang.engine import timeline as timeline_module
from yakulang.engine.timeline import Standing, indicators_turned, timeline
from yakulang.notation.events import ACTIONS, Event, events_text, parse_events, read_events

if TYPE_CHECKING:
    from yakulang.engine.ruleset import Ruleset

FILE = yaml.safe_load((Path(__file__).parent / "cases" / "timing.yaml").read_text("utf-8"))
FACTS = {"D2", "D3", "N1", "N3", "Y2", "Y3"}  # each has cases whose ids begin with it
CASES = [
    pytest.param(case, rules, expected, id=f"{name}[{rules}]")
    for name, case in FILE["cases"].items()
    for rules, expected in case["expect"].items()
]


@cache
def ruleset(name: str) -> Ruleset:
    return ruleset_from_text(
        yaml.safe_dump({"yakulang": 1, "id": f"timing-{name}".replace("_", "-"), **FILE["rules"][name]})
    )


def scored(standing: Standing, hand: str, rules: Ruleset) -> dict[str, Any]:
    ruling = rules.score(standing.applied_to(Hand.parse(hand)))
    assert ruling.status == "ok", ruling.errors
    kinds = {kind.label for kind in rules.rulebook.dora}
    return {"yaku": {a.id for a in ruling.yaku}, "dora": {a.id: a.han for a in ruling.yaku if a.id in kinds}}


@pytest.mark.parametrize(("case", "rules", "expected"), CASES)
def test_what_stands(case: dict[str, Any], rules: str, expected: dict[str, Any]) -> None:
    standing = timeline(ruleset(rules), case["events"], seat=case.get("seat"))
    flags = set(standing.flags)
    for field, value in expected.items():
        match field:
            case "turned" | "pending":
                got = getattr(standing, field)
                assert (list(got) if field == "pending" else got) == value
            case "flags":
                assert not set(value) - flags
            case "not":
                assert not set(value) & flags
            case "facts":
                assert {name: standing.facts[name] for name in value} == value
            case "dora":
                assert scored(standing, case["hand"], ruleset(rules))["dora"] == value
            case "with_yaku":
                assert not set(value) - scored(standing, case["hand"], ruleset(rules))["yaku"]
            case "not_yaku":
                assert not set(value) & scored(standing, case["hand"], ruleset(rules))["yaku"]
            case _:
                pytest.fail(f"{field} is no field of an expectation")


def test_every_case_is_there() -> None:
    cases = FILE["cases"]
    assert all(case["about"] for case in cases.values())
    assert {name.partition("-")[0] for name in cases} >= FACTS
    assert (len(cases), len(CASES)) == (42, 77)


@pytest.mark.parametrize("name", ["tenhou", "tenhou-sanma"])
def test_what_stands_contradicts_nothing(name: str) -> None:
    """Facts that the events give are never refused together: any hand with them is judged."""
    rules = load_ruleset(name)
    judged = 0
    for case in FILE["cases"].values():
        if "sanma" in case["expect"] and name == "tenhou":
            continue
        try:
            standing = timeline(rules, case["events"], seat=case.get("seat"))
        except (HandError, ValueError):
            assert name == "tenhou-sanma"  # North plays
            continue
        if not standing.winners or not standing.seat:
            continue
        win = standing.applied_to(_any_hand(standing, case["events"]))
        ruling = rules.score(win)
        assert ruling.status != "invalid", (case["about"], ruling.errors)
        judged += 1
    assert judged == {"tenhou": 28, "tenhou-sanma": 27}[name]


def _any_hand(standing: Standing, events: str) -> Hand:
    """A complete hand with the melds, and tiles set aside, that the events give the winner."""
    read = parse_events(events)
    own = [event.do for event in read if event.seat == standing.seat]
    melds = []
    spare = ["9p", "1z", "2z", "3s"]
    kans = [("a", "closed_kan"), ("k", "open_kan"), ("d", "added_kan"), ("p", "pon")]
    kans.sort(key=lambda kind: max((place for place, do in enumerate(own) if do == kind[1]), default=-1))  # as declared
    for letter, do in kans:
        number = own.count(do) - (own.count("added_kan") if do == "pon" else 0)
        for _ in range(number):
            tile = spare.pop()
            melds.append(f"{letter}({tile[0] * (3 if do == 'pon' else 4)}{tile[1]})")
    groups = ["456s", "777z", "555z"][: max(0, 3 - len(melds))]
    norths = own.count("aside")
    tsumo = read[-1].do == "tsumo"
    closed, win = ("1m", "1m") if len(melds) == 4 else ("13p11m" + "".join(groups), "2p")
    if "robbed_aside" in standing.flags:
        closed, win = "123p4z" + "".join(groups), "4z"
    aside = f"n({'4' * norths}z)" if norths else ""
    return Hand.parse(f"{closed} {' '.join(melds)} {aside} {'*' if tsumo else '+'}{win} seat={standing.seat}")


def test_disputes_about_timing() -> None:
    """Each row of the kind, by the case of its id, and K05 by the statement that forbids it."""
    tally = Tally("disputes, timing")
    for row in rows("disputes"):
        if row["kind"] != "timing":
            continue
        name, expected = row["id"], row["expected"]
        if name == "K03":
            found = timeline(ruleset("tenhou"), FILE["cases"][name]["events"]).turned
            tally.compare(name, {"indicators": (expected["indicators_counted"], found)})
        elif name == "K04":
            found = timeline(ruleset("tenhou"), FILE["cases"][name]["events"]).turned
            tally.compare(name, {"dora": (expected["max_dora"], found), "ura": (expected["max_ura"], found)})
        elif name == "K05":
            for given in [row, *row["variants"]]:
                tally.compare(f"{name} {given.get('name', '')}", _robbed_closed_kan(row["input"], given))
        elif name == "K07":
            case = FILE["cases"][name]
            ids = scored(timeline(ruleset("sanma"), case["events"]), case["hand"], ruleset("sanma"))["yaku"]
            wanted = {entry["id"] for entry in expected["yaku"]}
            tally.compare(name, {"yaku": (True, wanted <= ids), "not": (set(), set(expected["not_yaku"]) & ids)})
    tally.finish(rows=5, fields=9)


ALLOWED = "change: {forbidden.closed_kan_robbed.when: robbed_closed_kan and not held(kokushi)}"


def _robbed_closed_kan(given: dict[str, Any], stated: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    allowed = stated["rules"]["ankan_chankan_kokushi"]
    rules = ruleset_from_text(f"yakulang: 1\nid: k05\nextends: tenhou\n{ALLOWED if allowed else ''}\n")
    standing = timeline(rules, "E draw discard  S draw discard  W draw closed_kan  S ron")
    hand = Hand.parse(f"{given['closed']} +{given['win']} seat=S from=W")
    ruling = rules.score(standing.applied_to(hand))
    fields = {"status": (stated["expected"]["status"], ruling.status)}
    if "yakuman" in stated["expected"]:
        fields |= {"yakuman": (stated["expected"]["yakuman"], ruling.yakuman), "ron": (True, ruling.ok)}
    return fields


# --- reading ------------------------------------------------------------------------------------------------


def test_words_and_json_say_the_same() -> None:
    text = "E draw discard  S pon discard  W draw riichi discard  N chii discard  E draw closed_kan replacement tsumo"
    events = parse_events(text)
    assert events_text(events) == text
    assert read_events([{"seat": event.seat, "do": event.do} for event in events]) == events
    assert read_events([{"seat": "東", "do": "draw"}]) == (Event("E", "draw"),)
    assert read_events(events) == events
    assert events_text(parse_events("e draw, discard; south pon | 西 draw")) == "E draw discard  S pon  W draw"
    rules = load_ruleset("tenhou")
    assert timeline(rules, events) == timeline(rules, text) == timeline(rules, iter(events))


def test_indicators_after_each_event() -> None:
    rules = load_ruleset("tenhou")
    assert indicators_turned(rules, "E draw closed_kan replacement discard  S open_kan replacement discard") == (
        1, 1, 2, 2, 2, 2, 3,
    )  # fmt: skip


def test_no_events() -> None:
    standing = timeline(load_ruleset("tenhou"), "")
    assert (standing.turned, standing.winners, standing.seat, standing.flags) == (1, (), None, frozenset())
    assert standing.as_json()["facts"] == {}


def test_a_seat_that_nobody_has() -> None:
    with pytest.raises(ValueError, match="the seats are E S W"):
        timeline(load_ruleset("tenhou-sanma"), "E draw", seat="N")


PON = "E draw discard  S pon discard  W draw discard  N draw discard  E draw discard"
BAD = {
    "S draw": "begins with the dealer's draw",
    "E discard": "begins with the dealer's draw",
    "E draw draw": "`draw` can't follow `draw`",
    "E draw discard  W draw": "it is not W's turn to `draw`: E has discarded",
    "E draw discard  S discard": "it is not S's turn to `discard`",
    "E draw  S discard": "it is not S's turn to `discard`: E has drawn a tile",
    "E draw discard  S closed_kan": "S has drawn no tile to do `closed_kan`",
    "E draw discard  S pon closed_kan": "S has drawn no tile to do `closed_kan`",
    "E draw discard  S tsumo": "S has drawn no tile to do `tsumo`",
    "E draw discard  S riichi": "S has drawn no tile to do `riichi`",
    "E draw open_kan": "`open_kan` can't follow `draw`",
    "E draw discard pon": "E can't call the own discard",
    "E draw added_kan": "E has no pon to add a tile to",
    f"{PON}  S draw added_kan replacement added_kan": "S has no pon to add a tile to",
    "E draw discard  W chii": "W can't call chii of E; only the next player can",
    "E draw closed_kan discard": "`discard` can't follow `closed_kan`",
    f"{PON}  S draw riichi": "riichi needs a closed hand",
    "E draw riichi discard  S draw discard  E pon": "riichi needs a closed hand",
    "E draw riichi discard  S draw discard  E open_kan": "riichi needs a closed hand",
    "E draw" + " closed_kan replacement" * 4 + " closed_kan": "E has 4 melds and no tiles for another",
    "E draw riichi riichi": "`riichi` can't follow `riichi`",
    "E draw riichi tsumo": "`tsumo` can't follow `riichi`",
    "E draw riichi discard  S draw discard  W draw discard  N draw discard  E draw riichi": "declared riichi before",
    "E draw replacement": "`replacement` can't follow `draw`",
    "E draw  S ron": "there is no tile to win on",
    "E draw discard ron": "E can't win on a tile of their own",
    "E draw discard  S ron  S ron": "S wins twice",
    "E draw tsumo  S ron": "the hand is over, E has won",
    "E draw discard  S ron  W draw": "the hand is over, S has won",
    "E draw aside": "no tile is set aside at this table",
}


@pytest.mark.parametrize("text", BAD)
def test_what_can_not_happen(text: str) -> None:
    with pytest.raises(HandError) as raised:
        timeline(load_ruleset("tenhou"), text)
    (diagnostic,) = raised.value.diagnostics
    assert (diagnostic.code, diagnostic.name) == ("YK597", "wrong_order")
    assert BAD[text] in diagnostic.message
    assert diagnostic.span is not None
    assert diagnostic.span.text in text.split()


def test_north_does_not_play_with_three() -> None:
    with pytest.raises(HandError, match="nobody sits N at this table"):
        timeline(load_ruleset("tenhou-sanma"), "E draw discard  S draw discard  W draw discard  N draw")


NO_KAN = """yakulang: 1
id: x
extends: tenhou
impossible: {no_kan: {when: any quad melds, say: there is no kan here}}
"""


@pytest.mark.parametrize(
    ("rules", "events", "said", "hint"),
    [
        ("tenhou-sanma", "E draw discard  S chii", "no chii with three players", "says so: any chii melds"),
        ("sanma", "E draw discard  S chii", "no chii with three players", "says so: any chii melds"),
        (NO_KAN, "E draw discard  S draw closed_kan", "there is no kan here", "says so: any quad melds"),
        (NO_KAN, "E draw discard  W open_kan", "there is no kan here", "says so: any quad melds"),
    ],
)
def test_what_the_rules_say_nobody_declares(rules: str, events: str, said: str, hint: str) -> None:
    ready = ruleset_from_text(rules) if "\n" in rules else load_ruleset(rules)
    with pytest.raises(HandError) as raised:
        timeline(ready, events)
    (diagnostic,) = raised.value.diagnostics
    assert (diagnostic.code, diagnostic.name) == ("YK597", "wrong_order")
    assert said in diagnostic.message
    assert hint in (diagnostic.hint or "")
    assert diagnostic.span is not None
    assert diagnostic.span.text == events.rsplit(maxsplit=1)[-1]


def test_the_facts_that_events_give() -> None:
    """Cases may expect these and no others: another one would never be true."""
    table = timeline_module._Table(load_ruleset("tenhou").rulebook)
    flags = {name for name, _ in table._flags("E", table.players["E"])}
    assert flags | timeline(load_ruleset("tenhou"), "E draw", seat="E").facts.keys() == timeline_module.GIVEN


def test_four_players_call_what_they_like() -> None:
    for name in ("riichi", "tenhou", "mahjongsoul", "sega-mj", "m-league"):
        assert load_ruleset(name).rulebook.undeclarable == {}


UNREADABLE = [
    ("E foo", "`foo` is no wind and nothing that a player does"),
    ("draw", "who does `draw`?"),
    (7, "events are a list of objects"),
    ([7], "events[0]: an event is an object"),
    ([{"seat": "E"}], "events[0]: an event is an object"),
    ([{"seat": "E", "do": "draw", "tile": "1m"}], "events[0]: an event is an object"),
    ([{"seat": "X", "do": "draw"}], "events[0].seat: `X` is no wind"),
    ([{"seat": None, "do": "draw"}], "events[0].seat: `None` is no wind"),
    ([{"seat": "E", "do": ["draw"]}], "events[0].do: `['draw']` is nothing that a player does"),
    ("E " + "draw " * 1025, "more than 1,024 events"),
]


@pytest.mark.parametrize(("value", "message"), UNREADABLE, ids=[str(value)[:40] for value, _ in UNREADABLE])
def test_what_is_no_event(value: object, message: str) -> None:
    with pytest.raises(HandError) as raised:
        read_events(value)
    assert raised.value.diagnostics[0].code == "YK598"
    assert message in raised.value.diagnostics[0].message


def test_a_misspelt_action_gets_a_hint() -> None:
    with pytest.raises(HandError, match="did you mean `closed_kan`"):
        parse_events("E closed_kann")


def test_any_order_of_events_is_taken_or_refused() -> None:
    """Random events: a clear refusal or a standing; what was taken is taken again, and the indicators only grow."""
    rng = Random(4)
    rules = load_ruleset("tenhou-sanma")
    taken = 0
    codes: set[str] = set()
    for _ in range(8):
        events: list[Event] = [Event("E", "draw")]
        while len(events) < 40:
            after = [
                Event(seat, do) for seat in "ESW" for do in ACTIONS if do not in ("ron", "tsumo") or len(events) > 35
            ]
            good = []
            for event in rng.sample(after, len(after)):
                try:
                    indicators_turned(rules, [*events, event])
                except HandError as error:
                    codes |= {diagnostic.code for diagnostic in error.diagnostics}
                else:
                    good.append(event)
                    break
            if not good:
                break
            events += good
        turned = indicators_turned(rules, events)
        assert list(turned) == sorted(turned)
        assert turned[-1] <= 5
        assert timeline(rules, events).turned == turned[-1]
        taken += len(events)
    assert taken > 200
    assert codes == {"YK597"}
