"""What is said to who uses a command wrongly, in Japanese and Chinese too: options and arguments that don't fit."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from yakulang.cli.streams import say
from yakulang.message import LANGUAGES, Spoken, message, translated

if TYPE_CHECKING:
    from collections.abc import Sequence


def show(error: click.ClickException, arguments: Sequence[str]) -> None:
    """Print how a command was used wrongly, in the language that its arguments ask for."""
    lang = asked_language(arguments)
    if lang == LANGUAGES[0]:
        error.show()
        return
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is not None:
        usage = re.sub(r"^Usage:\s*", "", context.get_usage())
        say(translated(message("usage: {text}", text=usage), lang))
        say(translated(message("{command} shows help", command=f"`{context.command_path} --help`"), lang))
        say("")
    say(translated(message("error: {sentence}", sentence=_told(error)), lang))


def asked_language(arguments: Sequence[str]) -> str:
    """Return the language that the option --lang asks for, whether or not the rest can be read."""
    for place, word in enumerate(arguments):
        option, sign, value = word.partition("=")
        if option == "--lang":
            value = value if sign else next(iter(arguments[place + 1 :]), "")
            return value if value in LANGUAGES else LANGUAGES[0]
        if word == "--":
            break
    return LANGUAGES[0]


def _told(error: click.ClickException) -> str:
    match error:
        case click.NoSuchOption():
            there = message("there is no option {option}", option=error.option_name)
            return _meant(there, error.possibilities or ())
        case click.BadOptionUsage() if "does not take" in error.message:
            return message("{option} takes no value", option=error.option_name)
        case click.BadOptionUsage():
            return message("{option} wants a value", option=error.option_name)
        case click.MissingParameter():
            return message("{word} is missing", word=_parameter(error))
        case click.BadParameter(param=click.Parameter(type=click.Choice() as choice)):
            words = ", ".join(map(str, choice.choices))
            return message("{option} is one of {words}", option=_parameter(error), words=words)
        case click.BadParameter():
            return message("{option}: {sentence}", option=_parameter(error), sentence=_as_said(error))
    if found := re.fullmatch(r"Got unexpected extra arguments? \((.*)\)", error.message):
        return message("{text} is too much", text=found[1])
    if found := re.match(r"No such command '(.*?)'", error.message):
        return _meant(message("there is no command `{word}`", word=found[1]), ())
    return _as_said(error)


def _as_said(error: click.ClickException) -> str:
    return error.message if isinstance(error.message, Spoken) else str(error.message)


def _meant(sentence: str, near: Sequence[str]) -> str:
    if not near:
        return sentence
    hint = message("did you mean `{word}`?", word=near[0])
    return message("{sentence}; {hint}", sentence=sentence, hint=hint)


def _parameter(error: click.BadParameter) -> str:
    """Return how the option or argument is written."""
    param = error.param
    if param is None:
        return str(error.param_hint or "")
    if isinstance(param, click.Option):
        return param.opts[0]
    return param.metavar or (param.name or "").upper()
