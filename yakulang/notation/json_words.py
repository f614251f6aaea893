"""What is wrong with a line that is not JSON, in the words of the people who write it."""

from __future__ import annotations

import json
import re
import unicodedata
from typing import TYPE_CHECKING

from yakulang.message import message

if TYPE_CHECKING:
    from json import JSONDecodeError

Said = tuple[str, int, int, str | None]  # the message, from where to where, the hint

_MISSING = {  # by what the reader of JSON says
    "Expecting ',' delimiter": message("a comma is missing before this, or a bracket is not closed"),
    "Expecting ':' delimiter": message("a `:` is missing before this"),
    "Extra data": message("something stands behind the object"),
    "Unterminated string starting at": message("the text that begins here is not closed"),
    "Invalid control character at": message("a character that can't be seen stands in a text"),
    "Invalid \\escape": message("a `\\` that means nothing stands in a text"),
    "Invalid \\uXXXX escape": message("`\\u` needs four digits behind it"),
}
_AT_END = {
    "Expecting ',' delimiter": message("a comma is missing at the end, or a bracket is not closed"),
    "Expecting ':' delimiter": message("a `:` is missing at the end"),
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
        text_of = message("the invisible character U+{code} ({name}) stands where none may",
                          code=f"{ord(here):04X}", name=name)  # fmt: skip
        return text_of, at, at + 1, message("delete it")
    comma, closing = text.rfind(",", 0, at + 1), text[at:].lstrip(", \t")[:1]
    if closing in {"}", "]"} and comma >= 0 and not text[comma + 1 : at + 1].strip("]} \t"):  # newer readers stop at it
        return message("a comma stands before `{closing}`", closing=closing), comma, comma + 1, message("remove it")
    if error.msg.startswith("Expecting property name"):
        return _no_name(text, at)
    if error.msg.startswith("Expecting value"):
        return _no_value(text, at)
    if error.msg.startswith("Expecting ','") and re.search(r"[:\[,\s]-?0$", text[:at]) and here.isdigit():
        hint = message("remove the 0, or put it in quotes if it is text")
        return message("a number does not begin with 0"), at - 1, at, hint
    if error.msg.startswith("Extra data") and here == "{":
        hint = message("put each record on a line of its own")
        return message("a second object stands in this line"), at, at + 1, hint
    known = _MISSING if here else _MISSING | _AT_END
    said = next((ours for theirs, ours in known.items() if error.msg.startswith(theirs)), None)
    return said or message("it can't be read here"), at, at + 1, None


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
        return message("JSON has no notes; each line is a record"), at, end, message("remove the line")
    return message("a record begins with `{sign}`", sign="{"), at, end, _RECORD


def _no_name(text: str, at: int) -> Said:
    if not text[at : at + 1]:
        at = text.rindex("{")
        return message("the object is not closed"), at, at + 1, message("add `{sign}`", sign="}")
    if text[at] == "'":
        return message("texts stand in double quotes"), at, at + 1, message("write {text}", text='"')
    word = re.compile(r"\w+").match(text, at)
    if word:
        hint = message("write {text}", text=f'"{word[0]}"')
        return message("the name `{word}` stands without quotes", word=word[0]), *word.span(), hint
    return message("a name in double quotes must stand here"), at, at + 1, None


def _no_value(text: str, at: int) -> Said:
    here = text[at : at + 1]
    if not here:
        return message("a value is missing at the end"), at, at + 1, None
    if here == "'":
        return message("texts stand in double quotes"), at, at + 1, message("write {text}", text='"')
    if number := re.compile(r"[-+]?\.?[0-9][0-9.]*").match(text, at):
        plain = number[0].lstrip("+")
        plain = plain.replace(".", "0.", 1) if plain.lstrip("-").startswith(".") else plain
        hint = message("write {text}", text=plain)
        return message("`{text}` is not how JSON writes a number", text=number[0]), *number.span(), hint
    word = re.compile(r"\w+").match(text, at)
    if word:
        known = _WORDS.get(word[0])
        quoted = f'"{word[0]}"'
        hint = (
            message("write {text}", text=known)
            if known
            else message("text stands in double quotes: {text}", text=quoted)
        )
        return message("`{word}` is no value of JSON", word=word[0]), *word.span(), hint
    return message("a value is missing before this"), at, at + 1, None
