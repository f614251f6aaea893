"""Whole games of Tenhou's XML logs: how each hand ended, and where the match stood before each."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tenhou_xml import NO_NORTH

from yakulang.table.hand_end import HandEnd, MatchState

if TYPE_CHECKING:
    from collections.abc import Iterator

_TAG = re.compile(r"<(GO|TAIKYOKU|INIT|REACH|AGARI|RYUUKYOKU) ([^>]*)/>")
_ATTRIBUTE = re.compile(r"([A-Za-z0-9]+)=\"([^\"]*)\"")
BOTH_WINDS = 0x8  # bit of GO's type: a South round too
HUNDRED = 100
DRAWS = {
    "yao9": "kyuushu_kyuuhai", "kaze4": "suufon_renda", "reach4": "suucha_riichi", "kan4": "suukaikan",
    "ron3": "sanchahou", "nm": "nagashi_mangan",
}  # fmt: skip
COUNTED = ("exhaustive", "nagashi_mangan")  # draws at which hands are shown


@dataclass
class Played:
    """A hand: where the match stood before it, and how it ended."""

    before: MatchState
    dealer: str
    end: HandEnd


@dataclass
class Game:
    """A game. `final` are the points at its end, by the seat at its start; None where the log stops before."""

    name: str
    players: int
    both_winds: bool
    hands: list[Played] = field(default_factory=list)
    final: dict[str, int] | None = None


def game_of(name: str, text: str) -> Game:
    """Return the game of a log."""
    game: Game | None = None
    tags: list[tuple[str, dict[str, str]]] = []
    for found in _TAG.finditer(text):
        values = dict(_ATTRIBUTE.findall(found[2]))
        if found[1] == "GO":
            kind = int(values["type"])
            game = Game(name, 3 if kind & NO_NORTH else 4, bool(kind & BOTH_WINDS))
        elif found[1] == "INIT":
            tags = [(found[1], values)]
        elif found[1] in ("AGARI", "RYUUKYOKU"):
            assert game is not None
            first_ending = tags[-1][0] not in ("AGARI", "RYUUKYOKU")
            tags.append((found[1], values))
            if not first_ending:
                game.hands.pop()  # another winner of the same discard
            game.hands.append(_played(game, tags))
            if "owari" in values:
                points = values["owari"].split(",")[: 2 * game.players : 2]
                game.final = {seat: int(p) * HUNDRED for seat, p in zip(_seats(game), points, strict=True)}
        else:
            tags.append((found[1], values))
    assert game is not None
    return game


def _seats(game: Game) -> str:
    return "ESWN"[: game.players]


def _played(game: Game, tags: list[tuple[str, dict[str, str]]]) -> Played:
    init = tags[0][1]
    number, honba, deposits = map(int, init["seed"].split(",")[:3])
    dealer, seats = int(init["oya"]), _seats(game)
    points = {seat: int(p) * HUNDRED for seat, p in zip(seats, init["ten"].split(","), strict=False)}

    def wind(player: int) -> str:
        return seats[(player - dealer) % game.players]

    riichi = tuple(wind(int(v["who"])) for tag, v in tags if tag == "REACH" and v["step"] == "2")
    endings = [(tag, values) for tag, values in tags if tag in ("AGARI", "RYUUKYOKU")]
    changes = dict.fromkeys(seats, 0)
    for _, values in endings:
        for player, change in enumerate(values["sc"].split(",")[1 : 2 * game.players : 2]):
            changes[wind(player)] += int(change) * HUNDRED
    before = MatchState("ESWN"[number // 4], number % 4 + 1, honba, deposits, points)
    tag, values = endings[0]
    if tag == "RYUUKYOKU":
        draw = DRAWS[values["type"]] if "type" in values else "exhaustive"
        shown = [wind(player) for player in range(game.players) if f"hai{player}" in values]
        tenpai = tuple(shown) if draw in COUNTED else ()
        end = HandEnd(draw=draw, tenpai=tenpai, riichi=riichi, changes=changes)
        return Played(before, seats[dealer], end)
    winners = tuple(wind(int(v["who"])) for _, v in endings)
    discarder = wind(int(values["fromWho"])) if values["fromWho"] != values["who"] else None
    sticks = int(values["ba"].split(",")[1])
    changes[winners[0]] -= sticks * 10 * HUNDRED
    end = HandEnd(
        winners=winners, discarder=discarder, riichi=riichi, changes=changes, taken_by=winners[0] if sticks else None
    )
    return Played(before, seats[dealer], end)


def fields_of(state: MatchState) -> Iterator[tuple[str, object]]:
    """Yield what two states are compared by."""
    yield from (("hand", state.name), ("honba", state.honba), ("deposits", state.deposits))
    yield ("points", dict(state.points))
