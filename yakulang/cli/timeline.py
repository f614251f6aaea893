"""`yakulang timeline`: what stands on the table after the events of a hand."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, cast

import click

from yakulang.cli.payment import _wind
from yakulang.cli.streams import (
    FINE,
    NO,
    json_option,
    lang_option,
    print_json,
    print_result,
    rules_option,
    ruleset_of,
    say_all,
    wrong_use,
)
from yakulang.message import message

if TYPE_CHECKING:
    from yakulang.hand import Wind

_EPILOG = """\b
yakulang timeline "E draw discard  S open_kan replacement tsumo"
yakulang timeline --json - < events.json
"""
_LONGEST = 1 << 20  # characters of input; a thousand events have some fifty thousand


@click.command(epilog=_EPILOG)
@click.argument("events")
@rules_option
@click.option("--seat", callback=_wind, metavar="WIND", help="Whose facts; the first winner's if not said.")
@json_option
@lang_option
def timeline(*, events: str, rules: str, seat: str | None, as_json: bool, lang: str) -> int:
    """Say what stands after EVENTS: how many indicators are turned, and what is true of the winner.

    EVENTS are words, a wind and what that player did, up to the next wind; or JSON, a list of {"seat":, "do":}; or `-`
    for one of them on standard input.
    """
    from yakulang.engine.timeline import timeline as fold  # noqa: PLC0415  other commands need none of it
    from yakulang.errors import HandError  # noqa: PLC0415
    from yakulang.report.standing_text import standing_text  # noqa: PLC0415

    ruleset = ruleset_of(rules)
    if seat and seat not in ruleset.rulebook.seats:
        raise wrong_use(message("the seats are {seats}", seats=" ".join(ruleset.rulebook.seats)), lang)
    try:
        standing = fold(ruleset, _read(events, lang), seat=cast("Wind | None", seat))
    except HandError as error:
        say_all(error.diagnostics, lang)
        return NO
    if as_json:
        print_json(standing.as_json())
    else:
        print_result(standing_text(standing, lang))
    return FINE


def _read(events: str, lang: str) -> Any:
    from yakulang.errors import HandError  # noqa: PLC0415
    from yakulang.notation.events import SOURCE, read_events  # noqa: PLC0415
    from yakulang.notation.strict_json import JsonError, read_json  # noqa: PLC0415
    from yakulang.source import Source  # noqa: PLC0415

    text = _standard_input(lang) if events == "-" else events
    if not text.lstrip().startswith(("[", "{")):
        return text
    try:
        return read_events(read_json(Source(SOURCE, text), _not_json))
    except JsonError as error:
        raise HandError([error.diagnostic]) from None


def _standard_input(lang: str) -> str:
    try:
        return sys.stdin.buffer.read(_LONGEST).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        byte = f"{error.object[error.start]:#04x}"
        text = message("the events are not UTF-8: byte {n} is {byte}", n=error.start + 1, byte=byte)
        raise wrong_use(text, lang) from None


def _not_json(what: str) -> str:
    return message("the events begin like JSON, but are none: {what}", what=what)
