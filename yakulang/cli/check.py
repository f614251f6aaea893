"""`yakulang check`: what is wrong with rule files, and what is probably not meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from yakulang.cli.streams import FINE, NO, WRONG_USE, json_option, lang_option, print_json, print_result
from yakulang.errors import render
from yakulang.message import message, translated

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
@lang_option
def check(*, files: tuple[str, ...], strict: bool, as_json: bool, lang: str) -> int:
    """Check rule FILEs, or bundled rulesets by name.

    Every error of every file is told with its place; a file without errors is looked through for what is probably
    not meant: conditions that decide nothing, yaku that can't be counted, limits that can't be reached, examples that
    don't hold. Exit status 1 if there is an error, or with --strict a warning; 2 if there is no such file. --lang is
    for the summary and what is said of conditions, draws, the match and the result; what else is wrong with rules is
    said in English.
    """
    from yakulang.cli.checking import check_files  # noqa: PLC0415  other commands need none of it

    checked = check_files(dict.fromkeys(files))
    if as_json:
        print_json([{"file": one.file, "diagnostics": [problem.as_json() for problem in one.every]} for one in checked])
    else:
        print_result("\n".join(_text(checked, lang)))
    if any(one.missing for one in checked):
        return WRONG_USE
    found = sum(one.errors + (one.warnings if strict else 0) for one in checked)
    return NO if found else FINE


def _text(checked: list[Checked], lang: str) -> list[str]:
    """Return every problem, and a line for each file."""
    lines: list[str] = []
    for one in checked:
        for problem in one.problems:
            lines += [*render(problem, lang).splitlines(), ""]
    return [*lines, *(translated(_summary(one), lang) for one in checked)]


def _summary(one: Checked) -> str:
    errors = message("1 error") if one.errors == 1 else message("{n} errors", n=one.errors)
    warnings = message("1 warning") if one.warnings == 1 else message("{n} warnings", n=one.warnings)
    if one.errors and one.warnings:
        return message("{file}: {errors}, {warnings}", file=one.file, errors=errors, warnings=warnings)
    if one.errors or one.warnings:
        return message("{file}: {errors}", file=one.file, errors=errors if one.errors else warnings)
    return message("{file}: fine", file=one.file)
