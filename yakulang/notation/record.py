"""Hands as data: the JSON hand record, read and written.

A record says what the text notation says, as one JSON object; `hand.schema.json` describes it for editors.
Reading does not need the schema: the checks here name the path of what is wrong (`melds[1].tiles`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import resources
from typing import TYPE_CHECKING, Any

from yakulang.errors import Diagnostic, HandError
from yakulang.hand import Hand, Meld
from yakulang.message import message
from yakulang.notation.liable import liable_fault, read_liable_values
from yakulang.notation.parts import (
    MAX_COUNTER,
    MAX_MELDS,
    count_fault,
    discarder_faults,
    feeder_fault,
    indicator_lists,
    joined_indicators,
    kind_of_value,
)
from yakulang.notation.record_reader import WRITTEN_TYPE, RecordReader
from yakulang.notation.situation import long_list
from yakulang.notation.text_reader import MAX_LIST
from yakulang.notation.tile_text import ONE_TILE, Fault, sort_tiles, tiles_text
from yakulang.tiles import tile_name

if TYPE_CHECKING:
    from yakulang.tiles import Tile

KEYS = (
    "closed", "hand14", "melds", "win", "method", "from", "seat", "round", "dora", "kandora", "ura", "kanura",
    "flags", "facts", "honba", "sticks", "liable", "nuki", "aside",
)  # fmt: skip
_KEYS = frozenset(KEYS)
_NORTH = ONE_TILE["4z"]


def read_record(record: Mapping[str, Any]) -> Hand:
    """Read a hand from a JSON hand record.

    Args:
        record: the parsed JSON object. `closed`, `win` and `method` must be there; `hand14` may stand for `closed`: all
            fourteen tiles (three less for each meld), the winning tile among them.

    Returns:
        The hand. `write_record` gives its canonical record.

    Raises:
        HandError: the record is not a hand; every problem is listed (YK540 to YK546, and those of the text notation).
    """
    reader = RecordReader()
    problems = reader.problems
    if not isinstance(record, Mapping):
        text = message("a hand record is a JSON object; here stands {value}", value=kind_of_value(record))
        raise HandError([Diagnostic("YK540", text, name="wrong_type")])
    if not record.keys() <= _KEYS:
        reader.unknown_keys(record, KEYS, "")
    get = record.get
    melds, sure = _melds(reader, get("melds", ()))
    method = reader.method(record)
    win = None
    if get("win") is None:
        text = message("the winning tile is missing")
        hint = message("give it as `win`, e.g. 8s; it does not stand in `closed`")
        reader.fault(Fault("YK515", text, "missing_winning_tile", hint), "win")
    else:
        win = reader.tile(record["win"], "win")
    closed = _closed(reader, record, win, len(melds) if sure else None)
    seat = reader.wind(get("seat"), "seat")
    round_wind = reader.wind(get("round", "E"), "round", known=True)
    discarder = reader.wind(get("from"), "from")
    for fault in discarder_faults(method, seat, discarder):
        reader.fault(fault, "from")
    for place, meld in enumerate(melds) if seat else ():
        if meld and (meld_seat := feeder_fault(meld, seat)):
            reader.fault(meld_seat, f"melds[{place}].from")
    indicators, kan_indicators = _indicators(reader, record, "dora", "kandora")
    ura_indicators, kan_ura_indicators = _indicators(reader, record, "ura", "kanura")
    aside = _aside(reader, record)
    honba = reader.number(record["honba"], "honba", MAX_COUNTER) if "honba" in record else 0
    deposits = reader.number(record["sticks"], "sticks", MAX_COUNTER) if "sticks" in record else 0
    flags = reader.words(get("flags", ()))
    facts = reader.facts(record["facts"]) if "facts" in record else {}
    liable = None
    if record.get("liable") is not None:
        liable = read_liable_values(record["liable"], lambda fault, behind: reader.fault(fault, f"liable{behind}"))
    if own := liable_fault(liable, seat):
        reader.fault(own, "liable")
    if problems or method is None or win is None or closed is None:
        raise HandError(problems)
    return Hand(
        closed,
        win,
        method,
        tuple(meld for meld in melds if meld),
        seat,
        round_wind or "E",
        discarder,
        indicators,
        kan_indicators,
        ura_indicators,
        kan_ura_indicators,
        aside,
        honba,
        deposits,
        flags,
        facts,
        liable,
    ).known_good()


def _melds(reader: RecordReader, value: object) -> tuple[list[Meld | None], bool]:
    """Read the melds; also say whether there is a list of them at all, so that they can be counted."""
    if not isinstance(value, (list, tuple)):
        reader.wrong_type(value, "melds", message("a list of melds"))
        return [], False
    if len(value) > MAX_MELDS:
        fault = count_fault((), len(value), None)
        if fault:
            reader.fault(fault, "melds")
        return [], False
    return [reader.meld(item, f"melds[{place}]") for place, item in enumerate(value)], True


def _closed(
    reader: RecordReader, record: Mapping[str, object], win: Tile | None, melds: int | None
) -> tuple[Tile, ...] | None:
    """Return the concealed tiles without the winning tile; their number is checked where the melds are known."""
    if "closed" in record and "hand14" in record:
        fault = message("`closed` and `hand14` both say what the concealed tiles are")
        reader.fault(Fault("YK545", fault, "given_twice", message("leave one of them out")), "")
        return None
    key = "hand14" if "hand14" in record else "closed"
    if key not in record:
        reader.fault(Fault("YK542", message("`closed` is missing: the concealed tiles"), "missing_key"), "")
        return None
    tiles = reader.tiles(record[key], key)
    if tiles is None or melds is None:
        return None
    text = str(record[key])
    if key == "closed" and record.get("win") is None:
        return None  # it is missing, which was said; perhaps it stands among these
    apart = None if key == "hand14" else _NORTH if win is None else win
    if wrong := count_fault(tiles, melds, apart):
        reader.fault(wrong, key, text)
        return None
    if key == "hand14" and win is not None:
        if win not in tiles:
            fault = message("the winning tile {tile} is not among the tiles of the hand", tile=tile_name(win))
            reader.fault(Fault("YK519", fault, "winning_tile_not_in_hand"), "win", str(record["win"]))
            return None
        tiles.remove(win)
    return sort_tiles(tiles)


def _indicators(
    reader: RecordReader, record: Mapping[str, object], first: str, kan: str
) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
    turned = reader.tile_list(record.get(first, ()), first)
    apart = reader.tile_list(record[kan], kan) if kan in record else None
    return indicator_lists(turned, apart)


def _aside(reader: RecordReader, record: Mapping[str, object]) -> tuple[Tile, ...]:
    """Return the tiles set aside: a number of norths, or any tiles."""
    if "nuki" in record and "aside" in record:
        fault = message("`nuki` and `aside` both say what was set aside")
        reader.fault(Fault("YK545", fault, "given_twice", message("leave one of them out")), "")
        return ()
    if "nuki" in record:
        return (_NORTH,) * reader.number(record["nuki"], "nuki", MAX_LIST)
    if "aside" not in record:
        return ()
    tiles = reader.tiles(record["aside"], "aside")
    if tiles is not None and len(tiles) > MAX_LIST:
        reader.fault(long_list(len(tiles)), "aside", str(record["aside"]))
        return ()
    return sort_tiles(tiles or ())


def write_record(hand: Hand) -> dict[str, Any]:
    """Return a hand as a JSON hand record in canonical form; `read_record` gives the same hand back."""
    record: dict[str, Any] = {
        "closed": tiles_text(hand.closed),
        "melds": [_meld_record(meld) for meld in hand.melds],
        "win": tile_name(hand.win),
        "method": hand.method,
    }
    if hand.seat:
        record["seat"] = hand.seat
    record["round"] = hand.round
    if hand.discarder:
        record["from"] = hand.discarder
    for key, first, kan in (
        ("dora", hand.indicators, hand.kan_indicators),
        ("ura", hand.ura_indicators, hand.kan_ura_indicators),
    ):
        turned, apart = joined_indicators(first, kan)
        record[key] = [tile_name(tile) for tile in turned]
        if apart is not None:
            record[f"kan{key}"] = [tile_name(tile) for tile in apart]
    record["flags"] = sorted(hand.flags)
    if hand.facts:
        record["facts"] = {name: hand.facts[name] for name in sorted(hand.facts)}
    record["honba"] = hand.honba
    record["sticks"] = hand.deposits
    if hand.liable:
        record["liable"] = hand.liable if isinstance(hand.liable, str) else dict(sorted(hand.liable.items()))
    if hand.aside:
        if all(tile == _NORTH for tile in hand.aside):
            record["nuki"] = len(hand.aside)
        else:
            record["aside"] = tiles_text(hand.aside)
    return record


def _meld_record(meld: Meld) -> dict[str, Any]:
    record: dict[str, Any] = {"type": WRITTEN_TYPE[meld.type], "tiles": tiles_text(meld.tiles)}
    if meld.called is not None:
        record["called"] = tile_name(meld.called)
    if meld.feeder:
        record["from"] = meld.feeder
    if meld.added is not None:
        record["added"] = tile_name(meld.added)
    return record


def record_schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of the hand record.

    It describes the keys and how values are spelt; that the tiles make a hand is checked by `read_record` only.
    """
    text = resources.files("yakulang.notation").joinpath("hand.schema.json").read_text("utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema
