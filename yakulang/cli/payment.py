"""`yakulang payment`: what han and fu, a limit or a number of yakuman pay."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal, cast

import click

from yakulang.cli.payment_words import Said, liabilities, multiplied_by, read_liable
from yakulang.cli.seats import no_seat
from yakulang.cli.streams import (
    FINE,
    json_option,
    lang_option,
    print_json,
    print_report,
    rules_option,
    ruleset_of,
    wrong_use,
)
from yakulang.message import message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yakulang.engine.ruleset import Ruleset
    from yakulang.engine.ruling import Ruling
    from yakulang.hand import Wind
    from yakulang.report.layout import Line

Method = Literal["ron", "tsumo"]
Case = tuple[tuple[str, ...], Method, "Ruling"]  # for these seats, won in this way

_MOST = 999  # of anything that is counted; larger numbers are slips of the keyboard


class _Count(click.IntRange):
    """A whole number within bounds, in plain words where it is not."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number; a default passes as it is."""
        if isinstance(value, int):
            return value
        number = int(value) if re.fullmatch("[0-9]{1,9}", value) else -1
        if not (self.min or 0) <= number <= _MOST:
            text = message("{text!r} is no whole number from {low} to {high}", text=value, low=self.min, high=_MOST)
            self.fail(text, param, ctx)
        return number


_COUNT, _COUNT_FROM_1 = _Count(0), _Count(1)
_EPILOG = """\b
yakulang payment --han 3 --fu 40 --seat E --tsumo
yakulang payment --yakuman 2 --honba 1 --sticks 1
yakulang payment --yakuman 1 --seat S --tsumo --liable W
"""


def _wind(ctx: click.Context, parameter: click.Parameter, value: str | None) -> str | None:  # noqa: ARG001
    if value is None:
        return None
    from yakulang.notation.tile_text import wind_letter  # noqa: PLC0415

    wind = wind_letter(value)
    if wind is None:
        raise click.BadParameter(no_seat(value))
    return wind


@click.command(epilog=_EPILOG)
@rules_option
@click.option("--han", type=_COUNT_FROM_1, default=0, metavar="N", help="Han, dora included; with --fu.")
@click.option("--fu", type=_COUNT_FROM_1, default=0, metavar="N", help="Fu after rounding.")
@click.option(
    "--yakuman", type=_COUNT_FROM_1, default=0, metavar="N", help="A number of yakuman, in place of han and fu."
)
@click.option("--limit", metavar="NAME", help="A limit by its id or name, in place of han and fu.")
@click.option("--seat", callback=_wind, metavar="WIND", help="The winner's seat wind; without it dealer and others.")
@click.option("--from", "discarder", callback=_wind, metavar="WIND", help="The seat wind of the discarder.")
@click.option("--ron", is_flag=True, help="Won by ron; without --ron or --tsumo both are shown.")
@click.option("--tsumo", is_flag=True, help="Won by self-draw.")
@click.option("--honba", type=_COUNT, default=0, metavar="N", help="Counters on the table.")
@click.option("--sticks", "deposits", type=_COUNT, default=0, metavar="N", help="Riichi sticks on the table.")
@click.option(
    "--liable",
    callback=read_liable,
    multiple=True,
    metavar="SEAT",
    help="Who is liable: W, none, or by id or name which yakuman for: ID:W, and ID:W:N for N of them.",
)
@click.option("--with", "flags", multiple=True, metavar="WORDS", help="What payments are multiplied by: NAME=WIND.")
@json_option
@lang_option
def payment(
    *,
    rules: str,
    limit: str | None,
    seat: str | None,
    discarder: str | None,
    ron: bool,
    tsumo: bool,
    liable: list[Said],
    flags: tuple[str, ...],
    as_json: bool,
    lang: str,
    **numbers: int,
) -> int:
    """Say what han and fu, a limit or yakuman pay; no hand is asked for."""
    if ron and tsumo:
        raise wrong_use(message("a hand is won by --ron or by --tsumo"), lang)
    if discarder and tsumo:
        raise wrong_use(message("there is no discarder (--from) with --tsumo"), lang)
    counted = bool(numbers["han"] or numbers["fu"])
    if [counted, limit is not None, bool(numbers["yakuman"])].count(True) > 1:
        raise wrong_use(message("give one: --han and --fu, --limit, or --yakuman"), lang)
    if limit is None and not numbers["yakuman"] and not (numbers["han"] and numbers["fu"]):
        raise wrong_use(message("give --han and --fu, --limit, or --yakuman"), lang)
    methods: tuple[Method, ...] = ("tsumo",) if tsumo else ("ron",) if ron or discarder else ("ron", "tsumo")
    ruleset = ruleset_of(rules)
    asked = {
        "limit": limit,
        "liable": liabilities(ruleset, liable, numbers["yakuman"], lang),
        "facts": multiplied_by(ruleset, flags, lang),
    }
    try:
        cases = list(_cases(ruleset, seat, discarder, methods, {**numbers, **asked}))
    except ValueError as error:
        raise wrong_use(error.args[0], lang) from None
    if as_json:
        print_json(_as_json(ruleset, seat, cases))
        return FINE
    from yakulang.report.layout import Text  # noqa: PLC0415
    from yakulang.report.ruling_text import payment_report  # noqa: PLC0415

    lines: list[Line] = []
    for place, (seats, method, ruling) in enumerate(cases):
        lines += [Text()] if place else []
        lines += payment_report(ruling, ruleset.rulebook, lang, seats, method)
    print_report(lines)
    return FINE


def _cases(
    ruleset: Ruleset, seat: str | None, discarder: str | None, methods: tuple[Method, ...], asked: dict[str, Any]
) -> Iterator[Case]:
    """Give what is asked for: one seat, or the dealer and the others; one way to win, or both.

    Beside a player who is named by seat, liable or one for whom is multiplied, each of the others stands alone.
    """
    seats = ruleset.rulebook.seats
    groups: list[tuple[str, ...]] = [(seat,)] if seat else [(seats[0],), tuple(seats[1:])]
    others = {said if isinstance(said, str) else said[0] for said in asked["liable"].values()} | {discarder}
    if (asked["liable"] or asked["facts"]) and not seat:
        groups = [(wind,) for wind in seats]
    for group in groups:
        winners = tuple(wind for wind in group if seat or wind not in others)
        for method in methods if winners else ():
            yield (
                winners,
                method,
                ruleset.payment(
                    seat=cast("Wind", winners[0]), method=method, discarder=cast("Wind | None", discarder), **asked
                ),
            )


def _as_json(ruleset: Ruleset, seat: str | None, cases: list[Case]) -> dict[str, Any]:
    """Return the ruling where one is asked for, else a list of them by seats and method."""
    if seat and len(cases) == 1:
        return cases[0][2].as_json()
    listed = [{"seats": list(seats), "method": method, "ruling": ruling.as_json()} for seats, method, ruling in cases]
    return {"rules": ruleset.id, "by_seat": listed}
