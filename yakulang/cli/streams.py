"""What the commands share: exit statuses, standard streams, rulesets by name, JSON and text on standard output."""

from __future__ import annotations

import errno
import io
import json
import os
import sys
from typing import IO, TYPE_CHECKING, Any

import click

from yakulang.errors import render
from yakulang.message import LANGUAGES, translated

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from yakulang.engine.ruleset import Ruleset
    from yakulang.errors import Diagnostic
    from yakulang.report.layout import Line

FINE = 0
NO = 1
WRONG_USE = 2

DEFAULT_RULES = "default"  # an alias: which ruleset it is, the rule files say

rules_option = click.option(
    "--rules",
    default=DEFAULT_RULES,
    show_default=True,
    metavar="NAME",
    help="A ruleset by id or alias, or a rule file.",
)
lang_option = click.option(
    "--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="The language of the text."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def prepare() -> None:
    """Make the standard streams print whatever comes: what their encoding lacks is written as an escape."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def drop(stream: IO[str]) -> None:
    """Send what is still to be written to a stream nowhere, so that closing it is quiet."""
    try:
        number = stream.fileno()
    except (OSError, ValueError):
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, number)
    os.close(nowhere)


def say(message: str) -> None:
    """Print a message on standard error."""
    click.echo(message, err=True)


def say_all(problems: Iterable[Diagnostic], lang: str = "en") -> None:
    """Print diagnostics on standard error, in a language as far as they are about hands."""
    for problem in problems:
        say(render(problem, lang))


def wrong_use(text: str, lang: str) -> click.UsageError:
    """Return the error that ends a command which was used wrongly."""
    return click.UsageError(translated(text, lang))


def ruleset_of(reference: str) -> Ruleset:
    """Return a ruleset by name, or end the command with what is wrong with it."""
    from yakulang import RuleError, load_ruleset  # noqa: PLC0415  rule files are read when they are needed

    try:
        return load_ruleset(reference)
    except RuleError as error:
        say_all(error.diagnostics)
        raise click.exceptions.Exit(WRONG_USE) from None


def json_text(data: Any, *, indent: int | None = None) -> str:
    """Return data as JSON text; characters are escaped only where standard output needs it."""
    encoding = (getattr(sys.stdout, "encoding", None) or "utf-8").lower().replace("-", "")
    return json.dumps(data, ensure_ascii=encoding != "utf8", indent=indent)


def print_result(text: str) -> None:
    """Print a result on standard output, at once."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, "standard output is closed", "<stdout>")
    print(text, flush=True)  # noqa: T201  this is what the commands are for


def print_json(data: Any) -> None:
    """Print JSON on standard output, indented."""
    print_result(json_text(data, indent=2))


def print_report(lines: Sequence[Line]) -> None:
    """Print a report on standard output, in colour on a terminal that wants it."""
    stream = sys.stdout
    if stream is not None and stream.isatty() and not os.environ.get("NO_COLOR"):
        from yakulang.report.terminal import print_to_terminal  # noqa: PLC0415  pipes need no colours

        print_to_terminal(lines, stream)
        return
    from yakulang.report.layout import plain  # noqa: PLC0415

    print_result("\n".join(plain(lines)))
