"""`yakulang table`: a table before the first hand, from a seed; or whether a set of tiles is complete."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from yakulang.cli.streams import (
    FINE,
    NO,
    WRONG_USE,
    json_option,
    lang_option,
    print_json,
    print_report,
    rules_option,
    ruleset_of,
    say_all,
    wrong_use,
)
from yakulang.message import message, translated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulang.engine.ruleset import Ruleset
    from yakulang.errors import Diagnostic

_EPILOG = """\b
yakulang table --seed 7
yakulang table --seed friday --dice 9 --kans 1 --players Aki,Ben,Chie,Dan
yakulang table --check 111122223333444455556666777788889999m ...
"""


@click.command(epilog=_EPILOG)
@click.argument("tiles", nargs=-1, metavar="[TILES]...")
@rules_option
@click.option("--seed", metavar="TEXT", help="What decides chance: the same seed gives the same table for ever.")
@click.option("--dice", metavar="N", help="The total of the dice that breaks the wall; else thrown by the seed.")
@click.option("--kans", metavar="N", help="Show the dead wall after so many kans.")
@click.option("--norths", metavar="N", help="And after so many norths set aside.")
@click.option("--players", metavar="NAMES", help="Who draw seats: Aki,Ben,Chie,Dan.")
@click.option("--check", is_flag=True, help="Say whether TILES are a complete set.")
@json_option
@lang_option
def table(
    *,
    tiles: tuple[str, ...],
    rules: str,
    seed: str | None,
    dice: str | None,
    kans: str | None,
    norths: str | None,
    players: str | None,
    check: bool,
    as_json: bool,
    lang: str,
) -> int:
    """Set up a table: seats, first dealer, sticks, wall, deal and dead wall, all from a seed.

    With --check, say whether TILES are a complete set under the rules.
    """
    if check and (seed or dice or kans or norths or players):
        raise wrong_use(message("--check is asked of TILES alone"), lang)
    if not check and tiles:
        raise wrong_use(message("TILES are for --check"), lang)
    if not check and seed is None:
        raise wrong_use(message("--seed is missing: it decides chance, e.g. --seed 7"), lang)
    numbers = {name: _number(text, name, lang) for name, text in (("dice", dice), ("kans", kans), ("norths", norths))}
    ruleset = ruleset_of(rules)
    if check:
        return _checked(ruleset, " ".join(tiles), as_json=as_json, lang=lang)
    from yakulang.table.seats import TableError  # noqa: PLC0415  only a table needs these
    from yakulang.table.seeded import seeded_table  # noqa: PLC0415

    named = [name.strip() for name in players.split(",")] if players else []
    if len(set(named)) < len(named) or "" in named:
        raise wrong_use(message("two players have one name"), lang)
    try:
        found = seeded_table(
            ruleset.rulebook,
            seed or "",
            dice=numbers["dice"],
            kans=numbers["kans"] or 0,
            norths=numbers["norths"] or 0,
            players=named,
        )
    except ValueError as error:
        raise wrong_use(error.args[0], lang) from None
    except TableError as error:
        say_all(error.diagnostics, lang)
        return WRONG_USE
    if as_json:
        print_json(found.as_json())
        return FINE
    from yakulang.report.setup_text import setup_report  # noqa: PLC0415

    print_report(setup_report(found, lang))
    return FINE


def _number(text: str | None, name: str, lang: str) -> int | None:
    if text is None:
        return None
    if not re.fullmatch(r"[0-9]{1,3}", text):
        said = message("{option} is a whole number from 0 to 999, and not {text!r}", option=f"--{name}", text=text)
        raise wrong_use(said, lang)
    return int(text)


def _checked(ruleset: Ruleset, text: str, *, as_json: bool, lang: str) -> int:
    from yakulang.table.tile_set import check_text  # noqa: PLC0415

    n, problems = check_text(ruleset.rulebook, text)
    say_all(problems, lang)
    if as_json:
        print_json(_as_json(ruleset.id, n, problems))
    elif not problems:
        from yakulang.report.layout import Text  # noqa: PLC0415

        told = message("{n} tiles: the set of `{rules}`", n=n, rules=ruleset.id)
        print_report([Text(translated(told, lang))])
    return NO if problems else FINE


def _as_json(rules: str, n: int, problems: Sequence[Diagnostic]) -> dict[str, object]:
    data: dict[str, object] = {"rules": rules, "tiles": n, "complete": not problems}
    return data | ({"errors": [problem.as_json() for problem in problems]} if problems else {})
