"""Whole games in the JSON form of tenhou.net/6, into which other platforms' records are converted as well."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tenhou_match import Game, Played

from yakulang.table.hand_end import HandEnd, MatchState

if TYPE_CHECKING:
    from pathlib import Path

DRAWS = {
    "流局": "exhaustive", "全員聴牌": "exhaustive", "全員不聴": "exhaustive", "流し満貫": "nagashi_mangan",
    "九種九牌": "kyuushu_kyuuhai", "四風連打": "suufon_renda", "四家立直": "suucha_riichi", "四槓散了": "suukaikan",
    "三家和了": "sanchahou",
}  # fmt: skip
STICK = 1000
EAST_ONLY = "東"  # in the name of a room


def games_of(path: Path) -> list[Game]:
    """Return the games of a file: one, or one a line of the file."""
    text = path.read_text("utf-8")
    try:
        data = json.loads(text)
        whole = data if isinstance(data, list) else [data]
    except json.JSONDecodeError:
        whole = [json.loads(line) for line in text.splitlines() if line.strip().startswith("{")]
    logs = [hand for one in whole for hand in one["log"]]
    players = 3 if not any(hand[4 + 9] for hand in logs[:1]) else 4
    room = whole[0].get("rule", {}).get("disp", "")
    game = Game(path.stem, players, both_winds=EAST_ONLY not in room)
    for hand in logs:
        game.hands.append(_played(hand, players))
    final = whole[-1].get("sc")
    if final and any(final):
        game.final = dict(zip("ESWN"[:players], final[: 2 * players : 2], strict=True))
    return [game]


def _played(hand: list[Any], players: int) -> Played:
    (number, honba, deposits), points = hand[0], hand[1]
    dealer, seats, result = number % 4, "ESWN"[:players], hand[-1]

    def wind(player: int) -> str:
        return seats[(player - dealer) % players]

    def declared(player: int) -> bool:
        return any(isinstance(tile, str) and tile.startswith("r") for tile in hand[4 + 3 * player + 2])

    before = MatchState("ESWN"[number // 4], dealer + 1, honba, deposits, dict(zip(seats, points, strict=False)))
    riichi = [player for player in range(players) if declared(player)]
    changes = dict.fromkeys(seats, 0)
    if result[0] == "和了":
        wins = [(result[i], result[i + 1]) for i in range(1, len(result), 2)]
        for change, _ in wins:
            for player in range(players):
                changes[wind(player)] += change[player]
        winners = tuple(wind(about[0]) for _, about in wins)
        _, (_, source, *_) = wins[0]
        discarder = source if source != wins[0][1][0] else None
        if discarder is not None:
            last = hand[4 + 3 * discarder + 2][-1]
            if isinstance(last, str) and last.startswith("r"):
                riichi.remove(discarder)  # declared with the tile that was won on
        sticks = deposits + len(riichi)
        taker = next((w for w, (change, about) in zip(winners, wins, strict=True) if sum(change)), None)
        if taker is not None:
            changes[taker] -= sticks * STICK
        laid = tuple(map(wind, riichi))
        return Played(
            before,
            seats[dealer],
            HandEnd(
                winners=winners,
                discarder=None if discarder is None else wind(discarder),
                riichi=laid,
                changes=changes,
                taken_by=taker,
            ),
        )
    given = result[1] if len(result) > 1 else [0] * players
    for player in range(players):
        changes[wind(player)] += given[player]
    draw = DRAWS[result[0]]
    tenpai = tuple(seat for seat, change in changes.items() if change > 0) if draw == "exhaustive" else ()
    if result[0] == "全員聴牌":
        tenpai = tuple(seats)
    laid = tuple(map(wind, riichi))
    return Played(before, seats[dealer], HandEnd(draw=draw, tenpai=tenpai, riichi=laid, changes=changes))
