"""Who is said to be liable: `W` for the one player who is, `none`, or a seat for each liability by its id."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from yakulang.errors import Diagnostic
from yakulang.hand import NOBODY
from yakulang.message import message
from yakulang.notation.parts import word_fault
from yakulang.notation.text_reader import wind_problem
from yakulang.notation.tile_text import SEAT_NAMES, SPACES, Fault, shown, wind_letter
from yakulang.tiles import WINDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from yakulang.hand import LiableSeat, Wind
    from yakulang.notation.text_reader import TextReader
    from yakulang.source import Span

    Said = LiableSeat | Mapping[str, LiableSeat]

MAX_LIABLE = 20  # liabilities of one hand that are read; a table has two or three
HINT = message(
    "write a seat, e.g. {seat}; none for nobody; or the id of each liability with its seat, e.g. {text}",
    seat="W",
    text="ID:W,ID:S",
)


def liable_text(said: Said) -> str:
    """Return who is said to be liable as canonical text."""
    if isinstance(said, str):
        return said
    return ",".join(f"{name}:{said[name]}" for name in sorted(said))


def read_liable_text(reader: TextReader, start: int, end: int) -> Said | None:
    """Read what stands between two offsets of a text; note problems and return None."""
    found: dict[str, LiableSeat] = {}
    noted = len(reader.problems)
    bare: LiableSeat | None = None
    items = reader.text[start:end].split(",")
    for item in items:
        stop = start + len(item)
        name, colon, seat = item.partition(":")
        span = reader.span(start, max(stop, start + 1))
        if colon:
            fault = word_fault(name.strip(SPACES)) or _again(name.strip(SPACES), found)
            if fault:
                reader.problems.append(Diagnostic(fault.code, fault.message, span, fault.hint or HINT, fault.name))
            elif read := _seat(seat, reader.span(start + len(name) + 1, max(stop, start + len(name) + 2)), reader):
                found[name.strip(SPACES)] = read
        elif len(items) > 1:
            text = message("`{text}` is no liability with a seat", text=shown(item))
            fault = Fault("YK532", text, "bad_liability", HINT)
            reader.problems.append(Diagnostic(fault.code, fault.message, span, fault.hint, fault.name))
        else:
            bare = _seat(item, span, reader)
        start = stop + 1
    if len(reader.problems) > noted:
        return None
    return bare or _few(found, lambda fault: reader.fault(fault, start - 1, start))


def _seat(text: str, span: Span, reader: TextReader) -> LiableSeat | None:
    if text.strip(SPACES) == NOBODY:
        return NOBODY
    wind = wind_letter(text)
    if wind is None:
        problem = wind_problem(text, span)
        hint = problem.hint if ":" in reader.text or not text.isidentifier() else HINT
        reader.problems.append(Diagnostic(problem.code, problem.message, span, hint, problem.name))
    return wind


def read_liable_values(value: object, fault: Callable[[Fault, str], None]) -> Said | None:
    """Read a seat or a mapping of ids to seats from data.

    Args:
        value: the data; seats are `E S W N` or `none`.
        fault: is told what is wrong, and behind which name.
    """
    if isinstance(value, str):
        return _written_seat(value, "", fault)
    if not isinstance(value, Mapping):
        fault(Fault("YK532", message("a seat is needed, or an object of ids and seats"), "bad_liability", HINT), "")
        return None
    found: dict[str, LiableSeat] = {}
    for name, seat in value.items():
        wrong: Fault | None = Fault("YK526", message("the id of a liability is a word"), "bad_word")
        wrong = word_fault(name) if isinstance(name, str) else wrong
        if wrong:
            fault(wrong, f".{shown(str(name))}")
        elif not isinstance(seat, str):
            fault(Fault("YK532", message("a seat is needed: E S W N or none"), "bad_liability"), f".{name}")
        elif read := _written_seat(seat, f".{name}", fault):
            found[name] = read
    return _few(found, lambda many: fault(many, ""))


def _written_seat(text: str, behind: str, fault: Callable[[Fault, str], None]) -> LiableSeat | None:
    if text == NOBODY or (len(text) == 1 and text in WINDS):
        return cast("LiableSeat", text)
    meant = wind_letter(text)
    hint = message("write {text}", text=meant) if meant else message("the winds are E S W N; none is for nobody")
    fault(Fault("YK524", message("`{text}` is no wind", text=shown(text)), "unknown_wind", hint), behind)
    return None


def liable_fault(said: Any, seat: Wind | None) -> Fault | None:
    """Return what is wrong with a winner who is said to be liable."""
    if seat is None or said is None or seat not in (said.values() if isinstance(said, Mapping) else (said,)):
        return None
    text = message("the winner ({seat}) can't be liable for the own win", seat=SEAT_NAMES[seat])
    return Fault("YK528", text, "own_seat")


def _again(name: str, found: Mapping[str, LiableSeat]) -> Fault | None:
    text = message("`{text}` stands twice", text=shown(name))
    return Fault("YK522", text, "given_twice") if name in found else None


def _few(found: Mapping[str, LiableSeat], fault: Callable[[Fault], None]) -> Mapping[str, LiableSeat] | None:
    """Return the mapping, if something stands in it and not too much."""
    if len(found) <= MAX_LIABLE:
        return found or None
    text = message("{n} liabilities; at most {most} are read", n=len(found), most=MAX_LIABLE)
    fault(Fault("YK532", text, "bad_liability"))
    return None
