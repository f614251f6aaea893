"""What the commands share: options, messages on standard error, rulesets by name; and what `printing` has."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from yakulang.cli.printing import (
    DEFAULT_RULES,
    FINE,
    NO,
    WRONG_USE,
    drop,
    json_text,
    prepare,
    print_json,
    print_report,
    print_result,
)
from yakulang.errors import render
from yakulang.message import LANGUAGES, translated

if TYPE_CHECKING:
    from collections.abc import Iterable

    from yakulang.engine.ruleset import Ruleset
    from yakulang.errors import Diagnostic

__all__ = [
    "DEFAULT_RULES", "FINE", "NO", "WRONG_USE", "drop", "json_option", "json_text", "lang_option", "prepare",
    "print_json", "print_report", "print_result", "rules_option", "ruleset_of", "say", "say_all", "wrong_use",
]  # fmt: skip

rules_option = click.option(
    "--rules",
    default=DEFAULT_RULES,
    metavar="NAME",
    help="A ruleset by id or alias, or a rule file; without it the one that `yakulang rules` lists as default.",
)
lang_option = click.option(
    "--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="The language of the text."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


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
