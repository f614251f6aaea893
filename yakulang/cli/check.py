"""`yakulang check`: what is wrong with rule files, and what is probably not meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from yakulang.cli.streams import FINE, NO, WRONG_USE, json_option, print_json, print_result

if TYPE_CHECKING:
    from yakulang.cli.checking import Checked

_EPILOG = """\b
yakulang check friday.yaml
yakulang check --strict club/*.yaml
"""


@click.command(epilog=_EPILOG)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--strict", is_flag=True, help="Warnings fail, too.")
@json_option
def check(*, files: tuple[str, ...], strict: bool, as_json: bool) -> int:
    """Check rule FILEs, or bundled rulesets by name.

    Every error of every file is told with its place; a file without errors is looked through for what is probably
    not meant: conditions that decide nothing, yaku that can't be counted, limits that can't be reached, examples that
    don't hold. Exit status 1 if there is an error, or with --strict a warning; 2 if there is no such file.
    """
    from yakulang.cli.checking import check_files  # noqa: PLC0415  other commands need none of it

    checked = check_files(dict.fromkeys(files))
    if as_json:
        print_json([{"file": one.file, "diagnostics": [problem.as_json() for problem in one.every]} for one in checked])
    else:
        print_result("\n".join(_text(checked)))
    if any(one.missing for one in checked):
        return WRONG_USE
    found = sum(one.errors + (one.warnings if strict else 0) for one in checked)
    return NO if found else FINE


def _text(checked: list[Checked]) -> list[str]:
    """Return every problem, and a line for each file."""
    lines: list[str] = []
    for one in checked:
        for problem in one.problems:
            lines += [*str(problem).splitlines(), ""]
    return [*lines, *(f"{one.file}: {_summary(one)}" for one in checked)]


def _summary(one: Checked) -> str:
    counted = [_number(one.errors, "error"), _number(one.warnings, "warning")]
    return ", ".join(part for part in counted if part) or "fine"


def _number(number: int, what: str) -> str:
    return f"{number} {what}{'s' if number > 1 else ''}" if number else ""
