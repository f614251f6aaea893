"""`yakulang draw`: what a hand comes to that nobody won."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from yakulang.cli.seats import no_seat, seat_of
from yakulang.cli.streams import (
    FINE,
    NO,
    json_option,
    lang_option,
    print_json,
    print_report,
    rules_option,
    ruleset_of,
    say_all,
    wrong_use,
)
from yakulang.message import message
from yakulang.source import shortened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulang.rules.model import Rulebook

_MOST = 999
_POINTS = re.compile(r"[-+]?[0-9]{1,12}")
_EPILOG = """\b
yakulang draw E W --riichi W --honba 1 --deposits 2
yakulang draw E=123m456p78s11m555z S='4447z p(111s) p(999s) c(234s)'
yakulang draw --nagashi S
yakulang draw --abortive NAME E=139m3469p18s12346z
"""


@click.command(epilog=_EPILOG)
@click.argument("players", nargs=-1, metavar="[SEAT|SEAT=HAND]...")
@rules_option
@click.option("--abortive", metavar="NAME", help="Which draw before the last tile it is, by id or name.")
@click.option("--nagashi", metavar="SEATS", help="Who is paid for discards of terminals and honors only.")
@click.option("--riichi", metavar="SEATS", help="Who is in riichi; none.")
@click.option("--riichi-discard", metavar="SEAT", help="Who declared riichi with the last discard.")
@click.option("--discards", multiple=True, metavar="SEAT=TILES", help="The discards of a player, in order.")
@click.option("--called", metavar="SEATS", help="Whose discards were called; none.")
@click.option("--kans", metavar="SEAT:N", help="How many kans each declared: E:2,S:2.")
@click.option("--ron", metavar="SEATS", help="Who calls ron on the last discard.")
@click.option("--honba", metavar="N", default="0", help="Counters on the table.")
@click.option("--deposits", metavar="N", help="Riichi sticks on the table: with --riichi, without --riichi-discard.")
@click.option("--points", metavar="N,N,...", help="Points before the payments, by seat; sticks laid are taken off.")
@click.option("--round", "round_", metavar="WIND", help="The prevalent wind, with the number of the hand: E or E2.")
@json_option
@lang_option
def draw(*, players: tuple[str, ...], rules: str, abortive: str | None, as_json: bool, lang: str, **said: Any) -> int:
    """Say what a hand comes to that nobody won: who pays whom, what stays on the table.

    A SEAT (E, S, W, N; E deals) is that of a player who is ready. With a HAND of 13 tiles it is judged who is.
    Without any seat nobody is ready.
    """
    from yakulang.errors import HandError  # noqa: PLC0415
    from yakulang.table.carrying_on import carried_on  # noqa: PLC0415  only draws need these
    from yakulang.table.draws import DrawError  # noqa: PLC0415
    from yakulang.table.match_step import MatchError  # noqa: PLC0415

    read = _Reader(lang)
    tenpai = [seat for text in players if "=" not in text for seat in read.seats(text, "SEAT") or ()]
    if len(set(tenpai)) < len(tenpai):
        raise wrong_use(message("{option} names a player twice", option="SEAT"), lang)
    hands = read.texts([text for text in players if "=" in text], "SEAT=HAND")
    hand = read.hand(said["round_"])
    asked: dict[str, Any] = {
        "tenpai": tenpai,
        "hands": hands,
        "nagashi": read.seats(said["nagashi"], "--nagashi") or (),
        "discards": read.texts(said["discards"], "--discards"),
        "called": read.seats(said["called"], "--called"),
        "riichi": read.seats(said["riichi"], "--riichi"),
        "riichi_discard": read.seat(said["riichi_discard"], "--riichi-discard") if said["riichi_discard"] else None,
        "kans": read.counts(said["kans"], "--kans"),
        "ron": read.seats(said["ron"], "--ron"),
        "honba": read.number(said["honba"], "--honba"),
        "deposits": None if said["deposits"] is None else read.number(said["deposits"], "--deposits"),
        "points": read.points(said["points"]),
        "round": hand[0] if hand else None,
    }
    ruleset = ruleset_of(rules)
    known = hand is not None and hand[1] is not None
    at = _place(ruleset.rulebook, hand, lang)
    try:
        ruling = ruleset.draw(abortive, **asked)
        carried = carried_on(ruleset.rulebook, ruling, *at, known=known)
    except (DrawError, HandError, MatchError) as error:
        say_all(error.diagnostics, lang)
        if as_json:
            errors = [problem.as_json() for problem in error.diagnostics]
            print_json({"rules": ruleset.id, "status": "invalid", "errors": errors})
        return NO
    step = carried.step
    if carried.note is not None:
        ruling = replace(ruling, notes=(*ruling.notes, carried.note))
    if as_json:
        more: dict[str, Any] = {}
        if step is not None:
            more["next"] = {"over": True, "deposits": step.deposits}
        if step is not None and step.state is not None:
            more["next"] = {"honba": step.state.honba, "deposits": step.state.deposits}
        if step is not None and step.state is not None and known:
            more["next"] |= {"wind": step.state.wind, "hand": step.state.hand}
        if step is not None and carried.note is not None:
            more["next"]["over"] = None  # not known
        print_json(ruling.as_json() | more)
        return FINE
    from yakulang.report.draw_text import draw_report  # noqa: PLC0415

    print_report(draw_report(ruling, lang, step, known=known))
    return FINE


def _place(rules: Rulebook, hand: tuple[str, int | None] | None, lang: str) -> tuple[str, int]:
    """Return the wind of the round and the number of the hand: as said, or the first of a match."""
    from yakulang.table.carrying_on import not_played  # noqa: PLC0415

    first = rules.match.rounds.winds[0] if rules.match is not None else rules.seats[0]
    if hand is None:
        return first, 1
    wind, number = hand
    if problem := not_played(rules, wind, number or 1):
        said = message("{option}: {sentence}", option="--round", sentence=problem)
        raise wrong_use(said, lang)
    return (first, 1) if number is None else (wind, number)


class _Reader:
    """Reads what arguments and options say of players."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def seat(self, text: str, option: str) -> str:
        """Return the seat of a wind."""
        return seat_of(text, option, self.lang)

    def seats(self, text: str | None, option: str) -> list[str] | None:
        """Return seats; None where nothing is said, none where `none` is."""
        if text is None:
            return None
        if text.strip() == "none":
            return []
        found = [self.seat(name, option) for name in re.split(r"[,\s]+", text.strip(", "))]
        if len(set(found)) < len(found):
            raise wrong_use(message("{option} names a player twice", option=option), self.lang)
        return found

    def texts(self, values: Sequence[str], option: str) -> dict[str, str]:
        """Return a text for each seat."""
        found: dict[str, str] = {}
        for value in values:
            name, equals, text = value.partition("=")
            if not equals or not text.strip():
                said = message(
                    "{option} is a seat with tiles behind `=`, and not {text!r}", option=option, text=shortened(value)
                )
                raise wrong_use(said, self.lang)
            seat = self.seat(name, option)
            if seat in found:
                raise wrong_use(message("{option} names a player twice", option=option), self.lang)
            found[seat] = text
        return found

    def counts(self, text: str | None, option: str) -> dict[str, int] | None:
        """Return a number for each seat."""
        if text is None:
            return None
        found: dict[str, int] = {}
        for item in [] if text.strip() == "none" else text.split(","):
            name, _, number = item.partition(":")
            seat = self.seat(name, option)
            if seat in found:
                raise wrong_use(message("{option} names a player twice", option=option), self.lang)
            found[seat] = self.number(number.strip() or "1", option)
        return found

    def number(self, text: str, option: str) -> int:
        """Return a whole number from 0 to 999."""
        if not re.fullmatch("[0-9]{1,3}", text.strip()):
            said = message(
                "{option} is a whole number from 0 to {most}, and not {text!r}",
                option=option,
                most=_MOST,
                text=shortened(text),
            )
            raise wrong_use(said, self.lang)
        return int(text)

    def points(self, text: str | None) -> list[int] | None:
        """Return the points of the players in the order of the seats."""
        if text is None:
            return None
        found = [item.strip().replace("\u2212", "-") for item in text.split(",")]
        for item in found:
            if not _POINTS.fullmatch(item):
                raise wrong_use(message("{text!r} is no number of points", text=shortened(item)), self.lang)
        return [int(item) for item in found]

    def hand(self, text: str | None) -> tuple[str, int | None] | None:
        """Return the prevalent wind and the number of the hand, None where that is not said."""
        if text is None:
            return None
        from yakulang.notation.tile_text import round_letter  # noqa: PLC0415

        found = re.fullmatch(r"(\S+?)\s*(?:([1-4])局?)?", text.strip())
        wind = round_letter(found[1]) if found is not None else None
        if found is None or wind is None:
            raise wrong_use(message("{option}: {sentence}", option="--round", sentence=no_seat(text)), self.lang)
        return wind, int(found[2]) if found[2] else None
