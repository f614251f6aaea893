"""Hints that are conditions themselves are tried before they are given: each must be right where it would stand."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from yakulang.lang.synonyms import ALIKE
from yakulang.lang.wording import Phrases, Whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from yakulang.errors import Diagnostic

LIKE = "conditions are like these: all tiles are simple; exactly 3 concealed triplets; sequences contain na nb nc"
MOST_STEPS = 5
_CALLED = re.compile(r"`(.+)` is called `(.+)`")
_OWN = {"YK215", "YK235", "YK236", "YK237", "YK239"}  # a word that is nobody's, or not for this place
_EXPLAINED = {"YK249", "YK218"}  # their hints say how such a thing is said
_IN_PLACE = {"YK226", "YK238", "YK256"}  # their hints take the place of what is under the caret


def sound(
    problems: Iterable[Diagnostic], text: str, tried: Callable[[str], Sequence[Diagnostic] | None]
) -> Iterator[Diagnostic]:
    """Yield diagnostics with hints that can be followed.

    Args:
        problems: what is wrong with a condition.
        text: the condition.
        tried: returns what is wrong with another condition in its place; None where that can't be told.
    """
    for problem in problems:
        if isinstance(problem.hint, Whole):
            yield replace(problem, hint=_sound(problem.hint, problem, text, tried))
        elif problem.hint and problem.span and _CALLED.fullmatch(problem.message):
            start = problem.span.start - problem.span.source.text.find(text)
            yield replace(problem, hint=_settled(_renamed(problem, text, start), tried) or problem.hint)
        else:
            yield problem


def _sound(hint: Whole, problem: Diagnostic, text: str, tried: Callable[[str], Sequence[Diagnostic] | None]) -> str:
    found = [
        settled
        for one in (hint.split(", ") if isinstance(hint, Phrases) else [str(hint)])
        if (settled := _settled(one, tried) or (one if _is_own(one, problem, text, tried) else None))
    ]
    return ", ".join(dict.fromkeys(found)) or _explained(hint, tried) or LIKE


def _explained(hint: Whole, tried: Callable[[str], Sequence[Diagnostic] | None]) -> str | None:
    """Return what is explained to who follows a hint that is not right: how a condition says such a thing."""
    problems = tried(hint) or ()
    return next((one.hint for one in problems if one.code in _EXPLAINED or one.hint in ALIKE.values()), None)


def _settled(text: str, tried: Callable[[str], Sequence[Diagnostic] | None]) -> str | None:
    """Return a condition with what is still wrong mended, or None."""
    for _ in range(MOST_STEPS):
        problems = tried(text)
        if not problems:
            return text
        first = problems[0]
        if isinstance(first.hint, Phrases) and first.hint.text:
            other = first.hint.text
        elif isinstance(first.hint, Whole) and not isinstance(first.hint, Phrases):
            other = str(first.hint)
        elif first.span and _CALLED.fullmatch(first.message):
            other = _renamed(first, text, first.span.start)
        elif first.span and first.hint and (first.code in _IN_PLACE or isinstance(first.hint, Phrases)):
            other = text[: first.span.start] + first.hint.partition(", ")[0] + text[first.span.end :]
        else:
            return None
        if other == text:
            return None
        text = other
    return None


def _renamed(problem: Diagnostic, text: str, start: int) -> str:
    called = _CALLED.fullmatch(problem.message)
    assert called  # noqa: S101  the caller asks
    return text[:start] + called[2] + text[start + len(called[1]) :]


def _is_own(one: str, problem: Diagnostic, text: str, tried: Callable[[str], Sequence[Diagnostic] | None]) -> bool:
    """Return whether all that is wrong with a hint are words that the condition has, too, and that are asked again."""
    problems = tried(one) or ()
    if problem.code == "YK257":  # words side by side: none of them may be left over
        return False
    return all(
        other.code in _OWN and other.span and other.span.text in text and other.hint not in ALIKE.values()
        for other in problems
    )
