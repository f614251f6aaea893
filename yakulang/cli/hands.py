"""A HAND and its situation on the command line: the options that several commands share, and how they are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import click

from yakulang.cli.said import OPTIONS, given, is_of_option, parse_said
from yakulang.cli.streams import NO, WRONG_USE, print_json, say_all, wrong_use
from yakulang.message import message

if TYPE_CHECKING:
    from collections.abc import Callable

    from yakulang.hand import Hand

F = TypeVar("F", bound="Callable[..., Any]")

_SHARED = (  # what is said of a discard and its table
    click.option("--round", "round_", metavar="WIND", help="The prevalent wind; East if not said."),
    click.option("--from", "discarder", metavar="WIND", help="The seat wind of the discarder."),
    click.option("--dora", multiple=True, metavar="TILES", help="Dora indicators: 4s,1z. The first is the dora's."),
    click.option("--ura", multiple=True, metavar="TILES", help="Ura dora indicators."),
    click.option("--honba", metavar="N", help="Counters on the table."),
    click.option("--sticks", "deposits", metavar="N", help="Riichi sticks on the table, those of this hand included."),
)
_SEAT = click.option("--seat", metavar="WIND", help="The winner's seat wind: E S W N.")
_ASIDE = click.option("--aside", metavar="TILES", help="Tiles set aside: 44z.")
_HOW = (
    click.option("--liable", metavar="SEAT", help="Who is liable: W, none, or by id: ID:W,ID:S."),
    click.option(
        "--with", "flags", multiple=True, metavar="WORDS", help="What else was: riichi,ippatsu,dealer_wins=7 and so on."
    ),
    click.option("--ron", is_flag=True, help="The last tile written is the winning one, by ron."),
    click.option("--tsumo", is_flag=True, help="The last tile written is the winning one, self-drawn."),
)
_DECORATORS = (_SEAT, *_SHARED[:4], _ASIDE, *_SHARED[4:], *_HOW)


def hand_options(command: F) -> F:
    """Give a command the options that describe the situation of a hand; `read_hand` takes their values."""
    for decorator in reversed(_DECORATORS):
        command = decorator(command)
    return command


def shared_options(command: F) -> F:
    """Give a command those of the options that can be said of all who win on one discard."""
    for decorator in reversed(_SHARED):
        command = decorator(command)
    return command


def option_name(parameter: str) -> str:
    """Return how the option of a parameter is written."""
    return OPTIONS.get(parameter, "--" + parameter.rstrip("_"))


def read_hand(text: str, said: dict[str, Any], rules: str, *, as_json: bool, lang: str = "en") -> Hand:
    """Return the hand of a text and the options, or end the command with what is wrong.

    Args:
        text: the hand as written.
        said: the values of `hand_options` by parameter.
        rules: the id of the ruleset, for the answer as JSON.
        as_json: whether an answer is wanted as JSON where the hand can't be read.
        lang: the language of what is said of it.
    """
    from yakulang import HandError, Ruling  # noqa: PLC0415  only a hand needs the engine

    if said["ron"] and said["tsumo"]:
        raise wrong_use(message("a hand is won by --ron or by --tsumo"), lang)
    for name in ("dora", "ura", "aside"):  # with nothing in it, an option says no tiles as well as a slip does
        if any(not tiles.strip() for tiles in given(said[name])):
            text = message("{option} is empty: write tiles, e.g. 4s, or leave it out", option=OPTIONS[name])
            raise wrong_use(text, lang)
    try:
        return parse_said(text, said)
    except HandError as error:
        problems = error.diagnostics
    say_all(problems, lang)
    if any(is_of_option(problem) for problem in problems):
        raise click.exceptions.Exit(WRONG_USE)
    if as_json:
        print_json(Ruling("invalid", rules, None, errors=problems).as_json())
    raise click.exceptions.Exit(NO)
