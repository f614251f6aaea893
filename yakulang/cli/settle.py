"""`yakulang settle`: the result of a game from the points at its end."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

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
    from collections.abc import Mapping, Sequence

    from yakulang.rules.model import Rulebook

_POINTS = re.compile(r"[-+]?[0-9]{1,12}")
_COUNT = re.compile(r"[-+]?[0-9]{1,6}")
_MOST = 999
_EPILOG = """\b
yakulang settle POINTS POINTS POINTS POINTS --rules club.yaml
yakulang settle Aki=POINTS Ben=POINTS Chie=POINTS Dan=POINTS --seats S,W,N,E --deposits 1
yakulang settle POINTS POINTS POINTS POINTS --busted-by N:E --unlit S,W:E --chips E:3,N:-3
"""


@click.command(epilog=_EPILOG, context_settings={"ignore_unknown_options": True})
@click.argument("points", nargs=-1, metavar="POINTS...")
@rules_option
@click.option(
    "--seats", metavar="WINDS", help="Where each sat at the start: S,W,N,E; E dealt first. E,S,W,N if not said."
)
@click.option("--first-dealer", metavar="N", help="In place of --seats: who dealt first, as the n-th of POINTS.")
@click.option("--deposits", metavar="N", help="Riichi sticks left over; E:1,W:1 says whose they are.")
@click.option("--last-dealer", metavar="SEAT", help="The dealer of the last hand.")
@click.option("--busted-by", multiple=True, metavar="SEAT:SEAT", help="Who is below 0, and by whom: W:E.")
@click.option(
    "--unlit", multiple=True, metavar="SEATS", help="Who won no hand; N:W if N won the last hand from W; none."
)
@click.option("--chips", multiple=True, metavar="SEAT:N", help="Chips won, or lost: E:3,W:-3; none.")
@click.option("--chombo", multiple=True, metavar="SEAT:N", help="How many chombo each made: S or S:2.")
@json_option
@lang_option
def settle(
    *,
    points: tuple[str, ...],
    rules: str,
    seats: str | None,
    first_dealer: str | None,
    as_json: bool,
    lang: str,
    **said: Any,
) -> int:
    """Say what a game is worth to each player, and where each part comes from.

    POINTS are those at the end in the order of the seats, the first dealer's first, or NAME=POINTS; or by the wind at
    the start, N=POINTS, in any order. Options name players by that wind or by their name.
    """
    from yakulang.table.settlement import SettleError  # noqa: PLC0415  only results need it

    given = [_player(text, lang) for text in points]
    if not given:
        raise wrong_use(message("there are no POINTS"), lang)
    ruleset = ruleset_of(rules)
    order = _order(ruleset.rulebook, given, seats, first_dealer, lang)
    names = {seat: name for seat, (name, _) in zip(order, given, strict=False) if name}
    if any(map(_wind, names.values())):
        order, names = _by_wind(ruleset.rulebook.seats, given, lang, placed=bool(seats or first_dealer)), {}
    read = _Reader(names, lang)
    try:
        settlement = ruleset.settle(
            dict(zip(order, (number for _, number in given), strict=True)),  # type: ignore[arg-type]
            deposits=read.deposits(said["deposits"]),  # type: ignore[arg-type]
            last_dealer=read.seat(said["last_dealer"], "--last-dealer") if said["last_dealer"] else None,  # type: ignore[arg-type]
            busted_by=read.pairs(said["busted_by"], "--busted-by"),  # type: ignore[arg-type]
            unlit=read.unlit(said["unlit"]),  # type: ignore[arg-type]
            chips=read.counts(said["chips"], "--chips", one=False) if said["chips"] else None,  # type: ignore[arg-type]
            chombo=read.counts(said["chombo"], "--chombo", one=True),  # type: ignore[arg-type]
        )
    except SettleError as error:
        from yakulang.notation.naming import with_names  # noqa: PLC0415
        from yakulang.notation.tile_text import SEAT_NAMES  # noqa: PLC0415

        say_all((with_names(p, lambda seat: names.get(seat, SEAT_NAMES[seat])) for p in error.diagnostics), lang)
        if as_json:
            errors = [problem.as_json() for problem in error.diagnostics]
            print_json({"rules": ruleset.id, "status": "invalid", "errors": errors})
        return NO
    if as_json:
        data = settlement.as_json()
        for player in data["players"] if names else ():
            player["name"] = names.get(player["seat"], player["seat"])
        print_json(data)
        return FINE
    from yakulang.report.settle_text import settlement_report  # noqa: PLC0415

    print_report(settlement_report(settlement, lang, names))
    return FINE


def _player(text: str, lang: str) -> tuple[str, int]:
    """Read `POINTS` or `NAME=POINTS`; thousands may be set apart, and a minus may be any."""
    name, equals, number = text.rpartition("=")
    if not equals and re.match(r"--?[^\W\d]", text):
        raise wrong_use(_no_option(text), lang)
    plain = number.strip().replace(",", "").replace("_", "").replace("\u2212", "-")
    if not _POINTS.fullmatch(plain) or (equals and not name.strip()):
        raise wrong_use(message("{text!r} is no number of points", text=shortened(text)), lang)
    return name.strip(), int(plain)


def _no_option(text: str) -> str:
    """Return what is said of an option that this command has not."""
    from yakulang.errors import did_you_mean  # noqa: PLC0415

    said = message("no such option: {option}", option=shortened(text))
    if text.partition("=")[0] in ("--points", "--score", "--scores"):
        hint = message("the points stand alone, e.g. {text}", text="Aki=POINTS Ben=POINTS")
        return message("{sentence}; {hint}", sentence=said, hint=hint)
    known = [name for param in click.get_current_context().command.params for name in param.opts]
    near = did_you_mean(text.partition("=")[0], known)
    if near is None:
        return said
    return message("{sentence}; {hint}", sentence=said, hint=message("did you mean `{word}`?", word=near))


def _order(
    rulebook: Rulebook, given: Sequence[tuple[str, int]], seats: str | None, first_dealer: str | None, lang: str
) -> list[str]:
    """Return the seat of each player; more players than seats have numbers, and the rules refuse them."""
    from yakulang.table.ending import seats_for  # noqa: PLC0415

    order = seats_for(rulebook, len(given))
    if seats and first_dealer:
        raise wrong_use(message("give --seats or --first-dealer"), lang)
    if first_dealer:
        if not re.fullmatch("[0-9]{1,2}", first_dealer) or not 1 <= int(first_dealer) <= len(given):
            text = message("--first-dealer is the number of one of the POINTS, from 1 to {n}", n=len(given))
            raise wrong_use(text, lang)
        turned = len(given) - int(first_dealer) + 1
        return [order[(place + turned) % len(order)] for place in range(len(order))]
    if seats:
        winds = [_wind(text) for text in re.split(r"[,\s]+", seats.strip(", "))]
        if sorted(map(str, winds)) != sorted(order):
            text = message("--seats names each of {seats} once, in the order of the POINTS", seats=" ".join(order))
            raise wrong_use(text, lang)
        return [str(wind) for wind in winds]
    return order


def _by_wind(order: str, given: Sequence[tuple[str, int]], lang: str, *, placed: bool) -> list[str]:
    """Return the seats of players who are given by wind; a wind is the name of nobody."""
    winds = [str(_wind(name)) for name, _ in given]
    if placed or sorted(winds) != sorted(order):
        text = message(
            "a wind says who sits there, and is no name: give each of {seats} once, without --seats and --first-dealer",
            seats=" ".join(order),
        )
        raise wrong_use(text, lang)
    return winds


def _wind(text: str) -> str | None:
    from yakulang.notation.tile_text import wind_letter  # noqa: PLC0415

    return wind_letter(text)


class _Reader:
    """Reads what options say of players, by wind or by name."""

    def __init__(self, names: Mapping[str, str], lang: str) -> None:
        self.by_name = {name.casefold(): seat for seat, name in names.items()}
        self.lang = lang
        if len(self.by_name) < len(names):
            raise wrong_use(message("two players have one name"), lang)

    def seat(self, text: str, option: str) -> str:
        """Return the seat of a wind or a name."""
        from yakulang.notation.tile_text import DEALER, wind_hint  # noqa: PLC0415

        word = text.strip()
        seat = self.by_name.get(word.casefold())
        if seat is None and word.lower() in DEALER:
            said = message(
                "{option}: {text!r} may be who dealt first or who dealt last; write the wind at the start, or the name",
                option=option, text=word,
            )  # fmt: skip
            raise wrong_use(said, self.lang)
        seat = seat or _wind(word)
        if seat is None:
            said = message("{option}: {text!r} is no wind and no player", option=option, text=shortened(text))
            if hint := wind_hint(word, ""):
                said = message("{sentence}; {hint}", sentence=said, hint=hint)
            raise wrong_use(said, self.lang)
        return seat

    def items(self, values: Sequence[str], option: str) -> list[tuple[str, str]]:
        """Return what stands before and behind the colon of each item."""
        found = [item.strip().partition(":") for value in values for item in value.split(",") if item.strip()]
        seats = [self.seat(name, option) for name, _, _ in found]
        if len(set(seats)) < len(seats):
            raise wrong_use(message("{option} names a player twice", option=option), self.lang)
        return [(seat, rest.strip()) for seat, (_, _, rest) in zip(seats, found, strict=True)]

    def pairs(self, values: Sequence[str], option: str) -> dict[str, str]:
        """Return a player for each player."""
        found = self.items(values, option)
        if any(not other for _, other in found):
            raise wrong_use(
                message("{option} is two players with a colon between, such as {text}", option=option, text="W:E"),
                self.lang,
            )
        return {seat: self.seat(other, option) for seat, other in found}

    def unlit(self, values: Sequence[str]) -> dict[str, str | None] | None:
        """Return who won no hand; None where nothing is said."""
        if not values:
            return None
        if [value.strip() for value in values] == ["none"]:
            return {}
        return {s: self.seat(other, "--unlit") if other else None for s, other in self.items(values, "--unlit")}

    def counts(self, values: Sequence[str], option: str, *, one: bool) -> dict[str, int]:
        """Return a number for each player; with `one` it is 1 where none is said."""
        if [value.strip() for value in values] == ["none"]:
            return {}
        found = {}
        for seat, text in self.items(values, option):
            number = (text or ("1" if one else "")).replace("\u2212", "-")
            if not _COUNT.fullmatch(number) or (one and int(number) < 0):
                said = message("{option}: {text!r} is no whole number", option=option, text=shortened(text))
                raise wrong_use(said, self.lang)
            found[seat] = int(number)
        return found

    def deposits(self, text: str | None) -> int | dict[str, int]:
        """Return how many riichi sticks are left over, or how many of whom."""
        if text is None:
            return 0
        if re.fullmatch("[0-9]+", text.strip()) and int(text.strip()[:9]) <= _MOST:
            return int(text)
        if ":" not in text:
            said = message(
                "{option} is a whole number from 0 to 999, and not {text!r}", option="--deposits", text=shortened(text)
            )
            raise wrong_use(said, self.lang)
        return self.counts([text], "--deposits", one=True)
