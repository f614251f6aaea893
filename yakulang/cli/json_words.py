"""What is wrong with a line that is not JSON, in the words of the people who write it."""

from __future__ import annotations

import json
import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from json import JSONDecodeError

Said = tuple[str, int, int, str | None]  # the message, from where to where, the hint

_MISSING = {  # by what the reader of JSON says
    "Expecting ',' delimiter": "a comma is missing before this, or a bracket is not closed",
    "Expecting ':' delimiter": "a `:` is missing before this",
    "Extra data": "something stands behind the object",
    "Unterminated string starting at": "the text that begins here is not closed",
    "Invalid control character at": "a character that can't be seen stands in a text",
    "Invalid \\escape": "a `\\` that means nothing stands in a text",
    "Invalid \\uXXXX escape": "`\\u` needs four digits behind it",
}
_RECORD = '{"closed": "123m456p78s11m555z", "win": "9s", "method": "ron"}'
_WORDS = {"True": "true", "TRUE": "true", "False": "false", "FALSE": "false", "None": "null", "nil": "null"}


def explain(text: str, error: JSONDecodeError) -> Said:
    """Return what is wrong where the reader of JSON stopped.

    Args:
        text: the line.
        error: what the reader raised.
    """
    at = min(error.pos, len(text))
    first = text.lstrip(" \t")
    start = len(text) - len(first)
    if first and first[0].isprintable() and first[0] not in '{["':
        return _no_object(text, start)
    here = text[at : at + 1]
    if here and not here.isprintable() and here not in "\t\r\n" and "control" not in error.msg:
        name = unicodedata.name(here, "a control character").lower()
        message = f"the invisible character U+{ord(here):04X} ({name}) stands where none may"
        return message, at, at + 1, "delete it"
    comma, closing = text.rfind(",", 0, at + 1), text[at:].lstrip(", \t")[:1]
    if closing in {"}", "]"} and comma >= 0 and not text[comma + 1 : at + 1].strip("]} \t"):  # newer readers stop at it
        return f"a comma stands before `{closing}`", comma, comma + 1, "remove it"
    if error.msg.startswith("Expecting property name"):
        return _no_name(text, at)
    if error.msg.startswith("Expecting value"):
        return _no_value(text, at)
    if error.msg.startswith("Expecting ','") and re.search(r"[:\[,\s]-?0$", text[:at]) and here.isdigit():
        return "a number does not begin with 0", at - 1, at, "remove the 0, or put it in quotes if it is text"
    if error.msg.startswith("Extra data") and here == "{":
        return "a second object stands in this line", at, at + 1, "put each record on a line of its own"
    said = next((ours for theirs, ours in _MISSING.items() if error.msg.startswith(theirs)), "it can't be read here")
    return (said if here else said.replace("before this", "at the end")), at, at + 1, None


_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


def find_word(text: str, word: str) -> tuple[int, int]:
    """Return where a word stands in a line of JSON outside of texts, e.g. a number; else the whole line."""
    return next((found.span() for found in _TOKEN.finditer(text) if found[0] == word), (0, len(text)))


def find_second(text: str, key: str) -> tuple[int, int]:
    """Return where a key stands for the second time in one object of a line of JSON; else the whole line."""
    seen: list[bool] = []  # for each object or list that is open, whether it has the key
    last: tuple[str, int, int] | None = None
    for found in _TOKEN.finditer(text):
        sign = found[0]
        if sign in {"{", "["}:
            seen.append(False)
        elif sign in {"}", "]"} and seen:
            seen.pop()
        elif sign == ":" and last and last[0][:1] == '"' and seen and json.loads(last[0], strict=False) == key:
            if seen[-1]:
                return last[1:]
            seen[-1] = True
        last = sign, *found.span()
    return 0, len(text)


def _no_object(text: str, at: int) -> Said:
    word = re.compile(r"\S+").match(text, at)
    end = word.end() if word else at + 1
    if text[at] == "#" or text.startswith("//", at):
        return "JSON has no notes; each line is a record", at, end, "remove the line"
    return "a record begins with `{`", at, end, _RECORD


def _no_name(text: str, at: int) -> Said:
    if not text[at : at + 1]:
        return "the object is not closed", text.rindex("{"), text.rindex("{") + 1, "add `}`"
    if text[at] == "'":
        return "texts stand in double quotes", at, at + 1, 'write "'
    word = re.compile(r"\w+").match(text, at)
    if word:
        return f"the name `{word[0]}` stands without quotes", *word.span(), f'write "{word[0]}"'
    return "a name in double quotes must stand here", at, at + 1, None


def _no_value(text: str, at: int) -> Said:
    here = text[at : at + 1]
    if not here:
        return "a value is missing at the end", at, at + 1, None
    if here == "'":
        return "texts stand in double quotes", at, at + 1, 'write "'
    if number := re.compile(r"[-+]?\.?[0-9][0-9.]*").match(text, at):
        plain = number[0].lstrip("+")
        hint = f"write {plain.replace('.', '0.', 1) if plain.lstrip('-').startswith('.') else plain}"
        return f"`{number[0]}` is not how JSON writes a number", *number.span(), hint
    word = re.compile(r"\w+").match(text, at)
    if word:
        known = _WORDS.get(word[0])
        hint = f"write {known}" if known else f'text stands in double quotes: "{word[0]}"'
        return f"`{word[0]}` is no value of JSON", *word.span(), hint
    return "a value is missing before this", at, at + 1, None
