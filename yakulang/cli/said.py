"""A hand from text and the values of options."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from yakulang.message import Message, message
from yakulang.source import Source, Span

if TYPE_CHECKING:
    from collections.abc import Mapping

    from yakulang.errors import Diagnostic
    from yakulang.hand import Hand

OPTIONS = {  # by the argument of the reading function
    "seat": "--seat",
    "round": "--round",
    "discarder": "--from",
    "dora": "--dora",
    "ura": "--ura",
    "aside": "--aside",
    "honba": "--honba",
    "deposits": "--sticks",
    "liable": "--liable",
    "flags": "--with",
}


def parse_said(text: str, said: Mapping[str, Any], name: str = "<hand>") -> Hand:
    """Return the hand of a text and the options; `name` is what messages call the text.

    Raises:
        HandError: it can't be read; what is wrong with options is said of them.
    """
    from yakulang import Hand, HandError  # noqa: PLC0415

    try:
        return Hand.parse(
            text,
            method="ron" if said["ron"] else "tsumo" if said["tsumo"] else None,
            seat=said["seat"],
            round=said["round_"],
            discarder=said["discarder"],
            dora=",".join(said["dora"]),
            ura=",".join(said["ura"]),
            aside=said["aside"] or (),
            honba=said["honba"],
            deposits=said["deposits"],
            liable=said["liable"],
            flags=said["flags"],
            source_name=name,
        )
    except HandError as error:
        raise HandError(map(_of_option, error.diagnostics)) from None


def given(value: str | tuple[str, ...] | None) -> tuple[str, ...]:
    """Return the values of an option that can be given several times, or once, or not."""
    return value if isinstance(value, tuple) else () if value is None else (value,)


def _of_option(problem: Diagnostic) -> Diagnostic:
    """Return a diagnostic about an argument of the reading function in words of the command line."""
    text, span = problem.message, problem.span
    if isinstance(text, Message):
        text = text.changed(_for_option)
    if span and (option := OPTIONS.get(span.source.name.strip("<>"))):
        span = Span(Source(option, span.source.text), span.start, span.end)
    return replace(problem, message=text, span=span)


def _for_option(said: Message) -> Message:
    """Return the option in place of the argument that is given by it."""
    match said.template, dict(said.values):
        case "the argument `{name}`", {"name": name} if name in OPTIONS:
            return message("the option {option}", option=OPTIONS[name])
        case "the argument {method}", {"method": method}:
            return message("the option {option}", option=f"--{method}")
    return said


def is_of_option(problem: Diagnostic) -> bool:
    """Whether a problem is one of an option: a wrong use, and not a wrong hand."""
    return problem.span is not None and problem.span.source.name in OPTIONS.values()
