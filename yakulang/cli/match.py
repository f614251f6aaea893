"""`yakulang match`: a whole match from its score sheet."""

from __future__ import annotations

import sys
from pathlib import Path
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
)

if TYPE_CHECKING:
    from yakulang.source import Source

_EPILOG = """\b
yakulang match evening.yaml --rules club.yaml
yakulang match hands.jsonl --json
yakulang match - < evening.yaml
"""


@click.command(epilog=_EPILOG)
@click.argument("file", metavar="FILE")
@rules_option
@json_option
@lang_option
def match(*, file: str, rules: str, as_json: bool, lang: str) -> int:
    """Go through a match hand by hand: what each changes, who deals next, when it is over, and the result.

    FILE is the score sheet: a list of hands as YAML or JSON, or a line of JSON for each; `-` is standard input.
    """
    from yakulang.engine.match_file import are_lines, read_sheet  # noqa: PLC0415  only this command needs them
    from yakulang.engine.match_fold import fold  # noqa: PLC0415
    from yakulang.table.match_step import MatchError  # noqa: PLC0415

    source = _source(file, lang)
    ruleset = ruleset_of(rules)
    try:
        lines = file.endswith(".jsonl") or are_lines(source.text)
        sheet = read_sheet(source, ruleset.rulebook, lines=lines)
        played = fold(ruleset, sheet.entries, sheet.players, sheet.start, sheet.start_place)
    except MatchError as error:
        say_all(error.diagnostics, lang)
        if as_json:
            errors = [problem.as_json() for problem in error.diagnostics]
            print_json({"rules": ruleset.id, "status": "invalid", "errors": errors})
        return NO
    if as_json:
        print_json(played.as_json())
    else:
        from yakulang.report.match_text import match_report  # noqa: PLC0415

        print_report(match_report(played, ruleset.rulebook, lang))
    say_all(played.errors, lang)
    return NO if played.errors else FINE


def _source(file: str, lang: str) -> Source:
    """Return the text of a score sheet, or end the command where it can't be read."""
    from yakulang.errors import RuleError  # noqa: PLC0415
    from yakulang.rules.reader import read_file, text_of  # noqa: PLC0415

    try:
        if file == "-":
            return text_of(sys.stdin.buffer.read(), "<stdin>")
        return read_file(Path(file), file)
    except RuleError as error:
        from yakulang.engine.match_file import reworded  # noqa: PLC0415

        say_all([reworded(problem) for problem in error.diagnostics], lang)
        raise click.exceptions.Exit(WRONG_USE) from None
