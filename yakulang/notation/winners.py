"""All who call ron on one discard as one JSON object: their hand records, and what they share said once.

{"wins": [{"closed": ..., "win": "8s", "method": "ron", "seat": "N"}, ...], "from": "W", "honba": 1, "sticks": 2}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from yakulang.errors import Diagnostic, HandError, did_you_mean
from yakulang.hand import Hand
from yakulang.message import message
from yakulang.notation.parts import kind_of_value
from yakulang.notation.text_reader import at_path
from yakulang.notation.tile_text import shown

WINS = "wins"
SHARED = ("from", "round", "honba", "sticks", "dora", "kandora", "ura", "kanura")
AROUND = ("id", "rules", "expected", "note", "source")  # of the row, and nothing of the table
MOST_WINS = 16


def is_winners_record(record: object) -> bool:
    """Return whether a record holds several hands."""
    return isinstance(record, Mapping) and WINS in record


def read_winners(record: Mapping[str, Any]) -> tuple[Hand, ...]:
    """Read all who call ron on one discard.

    Args:
        record: `wins` are hand records; `method` may be left out of them. `from round honba sticks dora kandora ura
            kanura` may stand beside them, said of every hand; a hand that says something else contradicts it.
            `id rules expected note source` belong to the row and are not read.

    Raises:
        HandError: something of it can't be read; every problem is listed, those of a hand with its place in `wins`.
    """
    problems = list(_unknown_keys(record))
    wins = record.get(WINS)
    if not isinstance(wins, list | tuple) or not 0 < len(wins) <= MOST_WINS:
        many = isinstance(wins, list | tuple)
        found = message("{value} stands", value=kind_of_value(wins))
        if many:
            found = message("{n} stand", n=len(wins) or message("none"))  # type: ignore[arg-type]
        text = message(
            "`{key}` is a list of 1 to {most} hand records; here {found}", key=WINS, most=MOST_WINS, found=found
        )
        raise HandError([*problems, Diagnostic("YK540", text, name="wrong_type")])
    shared = {key: record[key] for key in SHARED if key in record}
    hands: list[Hand] = []
    for place, win in enumerate(wins):
        if isinstance(win, Mapping):
            problems += _contradictions(win, shared, f"{WINS}[{place}]")
        told = {"method": "ron", **shared, **win} if isinstance(win, Mapping) else win
        try:
            hands.append(Hand.from_record(told))
        except HandError as error:
            problems += [replace(d, message=at_path(f"{WINS}[{place}]", d.message)) for d in error.diagnostics]
    if problems:
        raise HandError(dict.fromkeys(problems))
    return tuple(hands)


def _unknown_keys(record: Mapping[str, Any]) -> list[Diagnostic]:
    known = (WINS, *SHARED, *AROUND)
    problems = []
    for key in list(record)[:MOST_WINS]:
        if key not in known:
            near = did_you_mean(str(key), known)
            hint = message("beside `{key}` stand {words}", key=WINS, words=", ".join(SHARED))
            hint = message("did you mean `{word}`?", word=near) if near else hint
            text = message("`{key}` is no key beside `{other}`", key=shown(str(key)), other=WINS)
            problems.append(Diagnostic("YK541", text, hint=hint, name="unknown_key"))
    return problems


def _contradictions(win: Mapping[str, Any], shared: Mapping[str, Any], path: str) -> list[Diagnostic]:
    problems = []
    for key, value in shared.items():
        # a hand that is not in riichi has no ura dora
        if key in win and win[key] != value and not (key in ("ura", "kanura") and not win[key]):
            text = message("`{key}` says something else than `{key}` beside `{other}`", key=key, other=WINS)
            hint = message("say it in one place")
            problems.append(Diagnostic("YK523", at_path(path, text), hint=hint, name="contradictory_input"))
    return problems
