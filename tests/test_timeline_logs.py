"""When indicators were really turned: every hand of the recorded Tenhou games, folded through the timeline."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from comparing import Tally
from tenhou_xml import deals, logs

from yakulang import load_ruleset
from yakulang.engine.timeline import KANS, indicators_turned, timeline

if TYPE_CHECKING:
    from tenhou_xml import Deal, Win

    from yakulang import Ruleset

# numbers of yaku in the logs, and the fact that each says
YAKU = {1: "riichi", 2: "ippatsu", 3: "robbed_kan", 4: "after_kan", 21: "double_riichi"}
SPECIAL = 553  # a lobby with rules of its own
FIRST_TURN = {37, 38}  # among yakuman


@cache
def hands() -> tuple[Deal, ...]:
    found: dict[str, Deal] = {}
    for name, text in logs():
        found |= {deal.name: deal for deal in list(deals(name, text))}  # some games are there twice
    return tuple(found.values())


@cache
def ruleset(name: str) -> Ruleset:
    return load_ruleset(name)


def rules(deal: Deal) -> Ruleset:
    if deal.room == SPECIAL:
        return ruleset(str(Path(__file__).parent / "rulesets" / "tenhou-special-lobby.yaml"))
    return ruleset("tenhou" if deal.players == 4 else "tenhou-sanma")


def test_each_indicator_is_turned_at_the_event_of_the_log() -> None:
    """A row for every hand with a kan: the number of indicators after every event; and for every indicator of the log
    that it is there at the event after it and not at the one before."""
    tally = Tally("Tenhou logs, indicators after each event")
    kans = shown = 0
    for deal in hands():
        declared = sum(event.do in KANS for event in deal.events)
        kans += declared
        shown += len(deal.turned_at)
        if not declared:
            assert not deal.turned_at
            continue
        counted = indicators_turned(rules(deal), deal.events)
        stated = [1 + sum(at <= place for at in deal.turned_at) for place in range(len(deal.events))]
        tally.compare(
            deal.name, {f"after event {i + 1}": pair for i, pair in enumerate(zip(stated, counted, strict=True))}
        )
    assert (kans, shown) == (307, 297)  # one kan was robbed, nine were won after at once
    tally.finish(rows=278, fields=24236)


def fields_of(deal: Deal, win: Win) -> dict[str, tuple[object, object]]:
    standing = timeline(rules(deal), deal.events[: win.events], seat=win.seat)
    fields: dict[str, tuple[object, object]] = {"turned": (win.turned, standing.turned)}
    if win.below:
        fields["below"] = win.below, standing.turned
    if win.yakuman:  # other yaku are not listed beside one
        fields["first_turn"] = (
            bool(win.yakuman & FIRST_TURN),
            "first_turn" in standing.flags and win.seat == standing.seat,
        )
    else:
        flags = {number: name in standing.flags for number, name in YAKU.items()}
        flags[1] &= not flags[21]
        fields |= {name: (number in win.yaku, flags[number]) for number, name in YAKU.items()}
    return fields


def test_what_stands_at_each_win() -> None:
    tally = Tally("Tenhou logs, indicators and facts at each win")
    for deal in hands():
        for win in deal.wins:
            tally.compare(f"{deal.name} {win.seat}", fields_of(deal, win))
    tally.finish(rows=2321, fields=14975)
