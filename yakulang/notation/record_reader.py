"""Reading the values of a hand record one by one, each problem noted with the path of the value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic, did_you_mean
from yakulang.hand import Meld
from yakulang.message import message
from yakulang.notation.parts import (
    MAX_WORD,
    QUICK,
    kind_of_value,
    mark_faults,
    meld_fault,
    name_fault,
    number_fault,
    quick_meld,
)
from yakulang.notation.situation import fact_fault, long_list
from yakulang.notation.text_reader import MAX_FAULTS, MAX_LIST, MAX_TEXT, TextReader, at_path
from yakulang.notation.tile_text import ONE_TILE, Fault, plain_tiles, shown, sort_tiles, wind_letter
from yakulang.source import Source, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from yakulang.hand import MeldType, Method, Wind
    from yakulang.tiles import Tile

SOURCE = "<record>"
MAX_WORDS = 100

MELD_TYPES: dict[str, MeldType] = {
    "chi": "chii",
    "pon": "pon",
    "daiminkan": "open_kan",
    "shouminkan": "added_kan",
    "ankan": "closed_kan",
}
WRITTEN_TYPE = {ours: theirs for theirs, ours in MELD_TYPES.items()}
MELD_TYPES |= {"chii": "chii", "kakan": "added_kan"}
MELD_TYPES |= {"open_kan": "open_kan", "added_kan": "added_kan", "closed_kan": "closed_kan"}

MELD_KEYS = ("type", "tiles", "called", "from", "added")
_MELD_KEYS = frozenset(MELD_KEYS)
_METHODS: dict[str, Method] = {"ron": "ron", "tsumo": "tsumo"}
_WINDS: dict[str, Wind] = {"E": "E", "S": "S", "W": "W", "N": "N"}


class RecordReader:
    """Reads values of a record and notes what is wrong with them; None stands for a value that can't be used."""

    __slots__ = ("problems",)

    def __init__(self) -> None:
        self.problems: list[Diagnostic] = []

    def fault(self, fault: Fault, path: str, text: str | None = None) -> None:
        """Note a fault of the value at a path; `text` is the value where it can be shown."""
        span = Span(Source(f"{SOURCE} {path}", text[:MAX_TEXT]), 0, min(len(text), MAX_TEXT)) if text else None
        self.problems.append(Diagnostic(fault.code, at_path(path, fault.message), span, fault.hint, fault.name))

    def wrong_type(self, value: object, path: str, wanted: str) -> None:
        """Note that a value is of the wrong kind."""
        text = message("{value} stands where {wanted} is needed", value=kind_of_value(value), wanted=wanted)
        self.fault(Fault("YK540", text, "wrong_type"), path)

    def unknown_keys(self, value: Mapping[str, object], known: Sequence[str], path: str) -> None:
        """Note the keys of an object that mean nothing."""
        for key in value:
            if key in known:
                continue
            hint = _known(str(key), known)
            text = message("`{key}` is no key of a hand record", key=shown(str(key)))
            if path:
                text = message("`{key}` in {path} is no key of a hand record", key=shown(str(key)), path=path)
            self.fault(Fault("YK541", text, "unknown_key", hint), "")
            if len(self.problems) >= MAX_FAULTS:
                return

    def tiles(self, value: object, path: str) -> list[Tile] | None:
        """Read tiles from text."""
        if not isinstance(value, str):
            self.wrong_type(value, path, message("a text of tiles"))
            return None
        tiles = plain_tiles(value) if len(value) <= MAX_TEXT else None
        if tiles is not None:
            return tiles
        reader = TextReader(value, f"{SOURCE} {path}", self.problems, path)
        return reader.only_tiles(0, reader.end) if reader.screen() else None

    def tile(self, value: object, path: str) -> Tile | None:
        """Read a single tile."""
        tile = ONE_TILE.get(value) if isinstance(value, str) else None
        if tile is not None:
            return tile
        tiles = self.tiles(value, path)
        if tiles is not None and len(tiles) != 1:
            text = value if isinstance(value, str) else None
            fault = message("one tile is needed; here are {n}", n=len(tiles))
            self.fault(Fault("YK544", fault, "not_one_tile"), path, text)
            return None
        return tiles[0] if tiles else None

    def tile_list(self, value: object, path: str) -> tuple[Tile, ...]:
        """Read a list of single tiles."""
        if not isinstance(value, (list, tuple)):
            self.wrong_type(value, path, message("a list of tiles"))
            return ()
        if len(value) > MAX_LIST:
            self.fault(long_list(len(value)), path)
            return ()
        read = [self.tile(item, f"{path}[{place}]") for place, item in enumerate(value)]
        return tuple(tile for tile in read if tile is not None)

    def wind(self, value: object, path: str, *, known: bool = False) -> Wind | None:
        """Read a wind; null says that it is not known, where that may be."""
        if isinstance(value, str) and value in _WINDS:
            return _WINDS[value]
        if value is None and not known:
            return None
        if not isinstance(value, str):
            self.wrong_type(value, path, message("a wind"))
            return None
        meant = wind_letter(value)
        hint = message("write {text}", text=meant) if meant else message("the winds are E S W N")
        fault = message("`{text}` is no wind", text=shown(value))
        self.fault(Fault("YK524", fault, "unknown_wind", hint), path, value)
        return None

    def number(self, value: object, path: str, most: int) -> int:
        """Read a whole number."""
        if isinstance(value, float) and value.is_integer():
            value = int(value)  # JSON knows one kind of number: 1.0 is 1
        if fault := number_fault(value, most):
            self.fault(fault, path)
            return 0
        return value if isinstance(value, int) else 0

    def meld(self, value: object, path: str) -> Meld | None:
        """Read one meld."""
        if not isinstance(value, Mapping):
            self.wrong_type(value, path, message("a meld (an object with `type` and `tiles`)"))
            return None
        kind, text, called, added = value.get("type"), value.get("tiles"), value.get("called"), value.get("added")
        feeder = value.get("from")
        meld_type = MELD_TYPES.get(kind) if isinstance(kind, str) else None
        if (
            meld_type
            and value.keys() <= _MELD_KEYS
            and isinstance(text, str)
            and len(text) <= QUICK
            and (called is None or (isinstance(called, str) and called in ONE_TILE))
            and (added is None or (isinstance(added, str) and added in ONE_TILE))
            and (feeder is None or (isinstance(feeder, str) and feeder in _WINDS))
        ):
            meld = quick_meld(meld_type, text, called, _feeder_of(meld_type, _WINDS.get(feeder or "")), added)
            if meld:
                return meld
        return self._careful_meld(value, meld_type, path)

    def _careful_meld(self, value: Mapping[str, object], meld_type: MeldType | None, path: str) -> Meld | None:
        """Read a meld that is written in an unusual way, or wrong."""
        noted = len(self.problems)
        self.unknown_keys(value, MELD_KEYS, path)
        kind = value.get("type")
        for key in ("type", "tiles"):
            if key not in value:
                self.fault(Fault("YK542", message("`{key}` is missing", key=key), "missing_key"), path)
        if meld_type is None and "type" in value:
            self._unknown(kind, f"{path}.type", MELD_TYPES, message("a kind of meld"))
        tiles = self.tiles(value["tiles"], f"{path}.tiles") if "tiles" in value else None
        called, added = (
            self.tile(value[key], f"{path}.{key}") if value.get(key) is not None else None
            for key in ("called", "added")
        )
        feeder = self.wind(value.get("from"), f"{path}.from")
        if tiles is None or meld_type is None:
            return None
        text = str(value["tiles"])
        fault = meld_fault(meld_type, tiles)
        if fault:
            self.fault(fault, f"{path}.tiles", text)
        meld = Meld(meld_type, sort_tiles(tiles), called, _feeder_of(meld_type, feeder), added)
        for mark_fault in () if fault else mark_faults(meld):
            self.fault(mark_fault, path, text)
        return meld if len(self.problems) == noted else None

    def _unknown(self, value: object, path: str, known: Mapping[str, object], what: str) -> None:
        if not isinstance(value, str):
            self.wrong_type(value, path, what)
            return
        text = message("`{text}` is not {wanted}", text=shown(value), wanted=what)
        self.fault(Fault("YK543", text, "unknown_value", _known(value, known)), path, value)

    def method(self, record: Mapping[str, object]) -> Method | None:
        """Read how the hand was won."""
        value = record.get("method")
        if isinstance(value, str) and value in _METHODS:
            return _METHODS[value]
        if "method" not in record:
            text = message("`method` is missing: nothing says how the hand was won")
            self.fault(Fault("YK517", text, "missing_method", message("write ron or tsumo")), "")
        else:
            self._unknown(value, "method", _METHODS, message("a way to win (ron or tsumo)"))
        return None

    def words(self, value: object) -> frozenset[str]:
        """Read the words of the situation."""
        if not isinstance(value, (list, tuple)):
            self.wrong_type(value, "flags", message("a list of words"))
            return frozenset()
        if len(value) > MAX_WORDS:
            text = message("{n} words; at most {most} are read", n=len(value), most=MAX_WORDS)
            self.fault(Fault("YK546", text, "too_many_words"), "flags")
            return frozenset()
        for place, word in enumerate(value):
            if not isinstance(word, str):
                self.wrong_type(word, f"flags[{place}]", message("a word"))
            elif fault := name_fault(word):
                self.fault(fault, f"flags[{place}]", word)
        return frozenset(word for word in value if isinstance(word, str))

    def facts(self, value: object) -> dict[str, int | str]:
        """Read the numbers and choices of the situation."""
        if not isinstance(value, Mapping):
            self.wrong_type(value, "facts", message("an object like {{dealer_wins: 7}}"))
            return {}
        if len(value) > MAX_WORDS:
            text = message("{n} facts; at most {most} are read", n=len(value), most=MAX_WORDS)
            self.fault(Fault("YK546", text, "too_many_words"), "facts")
            return {}
        facts: dict[str, int | str] = {}
        for name, given in value.items():
            known = int(given) if isinstance(given, float) and given.is_integer() else given
            fault = fact_fault(name, known)
            if fault is None:
                facts[name] = known
                continue
            if known is True:
                fault = fault._replace(hint=message("a word that is simply true stands under `flags`"))
            self.fault(fault, f"facts.{shown(str(name))}")
        return facts


def _known(word: str, known: Iterable[str]) -> str:
    """Return the hint for a word that is not known."""
    near = did_you_mean(word, known) if len(word) <= MAX_WORD else None
    return (
        message("did you mean `{word}`?", word=near) if near else message("known are {words}", words=", ".join(known))
    )


def _feeder_of(meld_type: MeldType, feeder: Wind | None) -> Wind | None:
    """Return who fed a meld. Some converters name a seat for every meld; a closed kan has no feeder all the same."""
    return None if meld_type == "closed_kan" else feeder
