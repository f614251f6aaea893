"""Hands of Tenhou's XML logs as events, with what the log itself says of the indicators."""

from __future__ import annotations

import re
import zipfile
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from corpus import corpus_path

from yakulang.notation.events import Event

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yakulang.hand import Wind
    from yakulang.notation.events import Action

_TAG = re.compile(r"<([A-Z]+)(\d*)((?: [A-Za-z0-9]+=\"[^\"]*\")*) ?/?>")
_ATTRIBUTE = re.compile(r"([A-Za-z0-9]+)=\"([^\"]*)\"")
NO_NORTH = 0x10  # bit of GO's type: three players


@dataclass
class Win:
    """A win as the log states it: whose, after how many events, indicators turned above and below, numbers of yaku."""

    seat: Wind
    events: int
    turned: int
    below: int
    yaku: set[int]
    yakuman: set[int]


@dataclass
class Deal:
    """One hand: its events; for each indicator turned how many events were before it; its wins. `room` is GO's type."""

    name: str
    players: int
    room: int
    events: list[Event] = field(default_factory=list)
    turned_at: list[int] = field(default_factory=list)
    wins: list[Win] = field(default_factory=list)


def logs() -> Iterator[tuple[str, str]]:
    """Yield the name and the text of every XML log."""
    folder = corpus_path("logs")
    for path in [*sorted((folder / "tenhou-xml").glob("*.xml")), *sorted((folder / "tenhou-xml-sanma").glob("*.xml"))]:
        yield path.name, path.read_text("utf-8")
    with zipfile.ZipFile(corpus_path("logs/tenhou-xml-sanma-300.zip")) as archive:
        for name in sorted(archive.namelist()):
            yield name, archive.read(name).decode("utf-8")


def deals(name: str, text: str) -> Iterator[Deal]:
    """Yield the hands of a log."""
    deal: Deal | None = None
    players, dealer, number, room = 4, 0, 0, 0
    called: list[str] = []

    def wind(seat: int) -> Wind:
        return "ESWN"[(seat - dealer) % players]  # type: ignore[return-value]

    for found in _TAG.finditer(text):
        tag, digits = found[1], found[2]
        values = dict(_ATTRIBUTE.findall(found[3]))
        if tag == "GO":
            room = int(values["type"])
            players = 3 if room & NO_NORTH else 4
        elif tag == "INIT":
            dealer, number = int(values["oya"]), number + 1
            deal = Deal(f"{name}#{number}", players, room)
            called = []
            yield deal
        elif deal is None:
            continue
        elif tag in "TUVW" and digits:
            replaces = called and called[-1] in ("open_kan", "added_kan", "closed_kan", "aside")
            deal.events.append(Event(wind("TUVW".index(tag)), "replacement" if replaces else "draw"))
            called = []
        elif tag in "DEFG" and digits:
            deal.events.append(Event(wind("DEFG".index(tag)), "discard"))
        elif tag == "N":
            called = [_meld(int(values["m"]))]
            deal.events.append(Event(wind(int(values["who"])), called[0]))  # type: ignore[arg-type]
        elif tag == "REACH" and values["step"] == "1":
            deal.events.append(Event(wind(int(values["who"])), "riichi"))
        elif tag == "DORA":
            deal.turned_at.append(len(deal.events))
        elif tag == "AGARI":
            seat = wind(int(values["who"]))
            before = len(deal.events)
            deal.events.append(Event(seat, "tsumo" if values["who"] == values["fromWho"] else "ron"))
            below = values.get("doraHaiUra", "")
            deal.wins.append(
                Win(
                    seat,
                    before + 1,
                    len(values["doraHai"].split(",")),
                    len(below.split(",")) if below else 0,
                    set(map(int, values.get("yaku", "").split(",")[::2])) if values.get("yaku") else set(),
                    set(map(int, values["yakuman"].split(","))) if values.get("yakuman") else set(),
                )
            )


def _meld(code: int) -> Action:
    if code & 4:
        return "chii"
    if code & 8:
        return "pon"
    if code & 16:
        return "added_kan"
    if code & 32:
        return "aside"
    return "open_kan" if code & 3 else "closed_kan"
