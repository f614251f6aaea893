"""JSON that says something definite: no key twice in an object, no NaN, no endless numbers; else one diagnostic."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from yakulang.errors import Diagnostic
from yakulang.message import message
from yakulang.notation.json_words import explain, find_second, find_word
from yakulang.source import Span

if TYPE_CHECKING:
    from collections.abc import Callable

    from yakulang.source import Source


class JsonError(ValueError):
    """A text that is no JSON, or JSON that says nothing definite."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(str(diagnostic))
        self.diagnostic = diagnostic


class _RefusedError(ValueError):
    """JSON that Python reads, but that says nothing definite: the message, and the word or key that it is about."""

    is_key = False


class _TwiceError(_RefusedError):
    """A key that stands twice in one object."""

    is_key = True


def read_json(source: Source, not_json: Callable[[str], str]) -> Any:
    """Return the value that a text of JSON says.

    Args:
        source: the text, and where it comes from.
        not_json: makes the message of a text that is no JSON from what is wrong with it.

    Raises:
        JsonError: it says nothing definite (YK604), or is no JSON (YK603).
    """
    text = source.text
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_constant, parse_float=_float)
    except json.JSONDecodeError as error:
        what, start, end, hint = explain(text, error)
        span = Span(source, start, max(start, min(end, len(text))))
        problem = Diagnostic("YK603", not_json(what), span, hint=hint, name="not_json")
    except RecursionError:
        problem = Diagnostic("YK604", message("the JSON is nested too deeply"), name="too_deep")
    except _RefusedError as error:
        refused, word = error.args
        start, end = find_second(text, word) if error.is_key else find_word(text, word)
        problem = Diagnostic("YK604", refused, Span(source, start, end), name="bad_json")
    except ValueError:
        problem = Diagnostic("YK604", message("a number has too many digits"), name="bad_json")
    raise JsonError(problem)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise _TwiceError(message("the key `{key}` stands twice in one object", key=twice), twice)
    return found


def _constant(name: str) -> Any:
    raise _RefusedError(message("{text} is not JSON", text=name), name)


def _float(digits: str) -> float:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        raise _RefusedError(message("{text} is too large a number", text=digits), digits)
    return value
