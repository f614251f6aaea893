"""What to say where the text of a rule file is not readable: characters that hide, and broken punctuation."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic, Label
from yakulang.source import Source, Span

if TYPE_CHECKING:
    from yaml import YAMLError

# Control characters, line separators that editors do not show as lines, marks that reverse the direction of
# writing (a rule could read otherwise than it is), byte order marks in the middle, halves of characters.
_BAD = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff\ud800-\udfff]"
)
_BAD_ROW = re.compile(rf"({_BAD.pattern})\1*")
LONGEST_NAME = 1024  # characters of a name before `:`, for the YAML parser
_CLOSING = {"{": "}", "[": "]"}
_FULL_WIDTH = {"：": ":", "，": ",", "｛": "{", "｝": "}", "［": "[", "］": "]", "　": " ", "＃": "#"}
_KEY_ALONE = re.compile(r"\s*(- )?[^\s:{}\[\],#'\"][^:{}\[\],#]*$")
_VALUE_HINT = "a text that holds `: ` or begins with a sign needs quotes"


def encoding(data: bytes) -> str | None:
    """Return the name of the encoding of a text where it is known not to be UTF-8, by its mark or its zero bytes."""
    for mark, name in _MARKS.items():
        if data.startswith(mark):
            return name
    head = data[:4096]
    if len(head) < 4:
        return None
    zeros = [head[place::4].count(0) * 4 / len(head) for place in range(4)]  # the share, by place among four bytes
    for name, empty, full in (("UTF-32", (2, 3), (0,)), ("UTF-32", (0, 1), (3,)),
                              ("UTF-16", (1, 3), (0, 2)), ("UTF-16", (0, 2), (1, 3))):  # fmt: skip
        if all(zeros[place] > _MANY for place in empty) and all(zeros[place] < _FEW for place in full):
            return name
    return None


_MANY, _FEW = 0.3, 0.1  # a text has other signs than Latin ones, too
_MARKS = {b"\xff\xfe\0\0": "UTF-32", b"\0\0\xfe\xff": "UTF-32", b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}


def bad_characters(source: Source) -> list[Diagnostic]:
    """Return a diagnostic for every character that may not stand in a rule file, alike ones in a row as one."""
    return [
        Diagnostic(
            "YK115",
            f"the invisible character U+{ord(match[1]):04X} ({_character_name(match[1])}) may not stand in a rule file",
            Span(source, match.start(), match.end()),
            hint="delete it" if len(match[0]) == 1 else f"delete all {len(match[0]):,} that stand here",
        )
        for match in _BAD_ROW.finditer(source.text)
    ]


# what other programs and other kinds of files leave behind, none of which a rule file can hold
_STRAYS = (
    (re.compile(r"^(<{7}|={7}|>{7}|\|{7})( .*)?$", re.MULTILINE), "two versions of the file stand in it side by side",
     "keep one version, and delete the lines <<<<<<<, ======= and >>>>>>>"),
    (re.compile(r"^ *```.*$", re.MULTILINE), "this line belongs to the page that the rules were copied from",
     "delete the line"),
    (re.compile(r"^ *//.*$", re.MULTILINE), "a note begins with `#`", "write `# ...`"),
    (re.compile(r"^\[+[A-Za-z_.]+\]+ *$", re.MULTILINE), "this is no section of a rule file",
     "a section is a name with `:`, e.g. yaku:"),
)  # fmt: skip


def stray_lines(source: Source) -> list[Diagnostic]:
    """Return a diagnostic for the first line of each kind that was left in the file by another program."""
    found = []
    for pattern, message, hint in _STRAYS:
        match = pattern.search(source.text)
        if match:
            start = match.start() + len(match[0]) - len(match[0].lstrip())
            found.append(Diagnostic("YK129", message, Span(source, start, match.end()), hint=hint))
    return found


def hidden(text: str) -> bool:
    """Return whether a text holds a character that may not stand in a rule file."""
    return _BAD.search(text) is not None


def _character_name(character: str) -> str:
    return unicodedata.name(character, "a control character").lower()


def explain(error: YAMLError, source: Source, deepest: int) -> Diagnostic:
    """Return what the author did wrong where the YAML parser stopped, in words that don't need the parser.

    `deepest` is how many levels deep values may stand; the parser stops by itself at many more.
    """
    problem = str(getattr(error, "problem", None) or "")
    context = str(getattr(error, "context", None) or "")
    mark, opened = getattr(error, "problem_mark", None), getattr(error, "context_mark", None)
    if mark is None:
        return Diagnostic("YK120", f"`{source.name}` is not written as a rule file is", hint=_VALUE_HINT)
    at = min(mark.index, len(source.text))
    start = min(opened.index, at) if opened is not None else at
    nearby = source.text[max(0, at - 2048) : at]
    if sum(nearby.count(c) for c in "[{") - sum(nearby.count(c) for c in "]}") > deepest:
        return Diagnostic("YK106", f"values stand more than {deepest} levels deep here", _one(source, at))
    return _tab(source, at) or _punctuation(source, at, start, problem, context)


def _line(source: Source, at: int) -> tuple[int, str]:
    """Return the offset at which the line of `at` begins, and the line."""
    number, column = source.position(at)
    return at - column + 1, source.line(number)


def _one(source: Source, at: int) -> Span:
    return Span(source, at, at + 1)


def _tab(source: Source, at: int) -> Diagnostic | None:
    begin, line = _line(source, at)
    indent = line[: len(line) - len(line.lstrip())]
    if "\t" not in indent or at - begin > len(indent):
        return None
    tab = begin + indent.index("\t")
    return Diagnostic("YK121", "this line is indented with a tab", _one(source, tab), hint="indent with spaces")


def _punctuation(source: Source, at: int, start: int, problem: str, context: str) -> Diagnostic:
    character = source.text[at : at + 1]
    if _ORDER.match(_line(source, at)[1]) or _END.match(_line(source, at)[1]):
        return _directive(source, at)
    if "flow" in context:
        return _bracket(source, at, start)
    if "quoted" in context or "double-quoted" in context:
        return _quoted(source, at, start, problem)
    if "alias" in context or "anchor" in context or "tag" in context or "tag" in problem:
        word = source.text[start : start + 1]
        message = f"a value can't begin with `{word}`"
        return Diagnostic("YK126", message, _one(source, start), hint="put the text in quotes")
    if "directive" in context or "document" in problem.lower():
        return _directive(source, at)
    if "block scalar" in context:
        span = _one(source, start)
        return Diagnostic("YK126", f"after `{span.text}` the text begins on the next line, indented", span)
    if "cannot start" in problem:
        hint = f"write `{_FULL_WIDTH[character]}`" if character in _FULL_WIDTH else "put the text in quotes"
        if character == "\t":
            return Diagnostic("YK121", "a tab stands here", _one(source, at), hint="write spaces")
        sign = "a back quote" if character == "`" else f"`{character}`"
        return Diagnostic("YK126", f"a value can't begin with {sign}", _one(source, at), hint=hint)
    if "simple key" in context:
        return _no_colon(source, start)
    if "values are not allowed" in problem:
        return _second_colon(source, at)
    return _structure(source, at, character, problem)


def _bracket(source: Source, at: int, start: int) -> Diagnostic:
    opening = source.text[start : start + 1]
    if opening not in _CLOSING:
        return Diagnostic("YK122", "something is missing before this", _one(source, at))
    closing = _CLOSING[opening]
    here = source.text[at : at + 1]
    if here and here in "}]" and here != closing:
        return Diagnostic(
            "YK122",
            f"`{opening}` is closed by `{here}`",
            _one(source, at),
            hint=f"write `{closing}`",
            labels=(Label(_one(source, start), "opened here"),),
        )
    if here == ":" and at - (first := _last_sign(source.text, start, at)) > LONGEST_NAME:
        return _long_name(source, first, at)
    begin, line = _line(source, start)
    here_begin, here_line = _line(source, at)
    same_line = begin == here_begin
    if (same_line and closing in line[at - begin :]) or _indent(here_line) > _indent(line):
        name = _name_before(source, at)
        if wide := _full_width(source, name.start, name.end):
            return wide
        if here == ":":
            message = "a comma is missing before this name, or this is a second `:` for one name"
            return Diagnostic("YK124", message, name, hint=_VALUE_HINT)
        return Diagnostic("YK124", f"between two values in `{opening} {closing}` stands a comma", _one(source, at))
    if wide := _full_width(source, start, begin + len(line), "｝］"):
        return wide
    hint = f"add `{closing}`" + ("; a `#` after a space begins a comment" if re.search(r"\s#", line) else "")
    return Diagnostic("YK122", f"`{opening}` is not closed", _one(source, start), hint=hint)


def _last_sign(text: str, start: int, end: int) -> int:
    """Return where the name begins that stands in brackets before `end`."""
    return max(text.rfind(sign, start, end) for sign in ",{[\n") + 1


def _long_name(source: Source, start: int, end: int) -> Diagnostic:
    message = f"a name has at most {LONGEST_NAME:,} characters; this one has {end - start:,}"
    return Diagnostic("YK125", message, Span(source, start, end))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _name_before(source: Source, colon: int) -> Span:
    match = re.search(r"[^\s,{}\[\]:]+\s*$", source.text[:colon][-200:])
    return Span(source, colon - len(match[0]), colon) if match else _one(source, colon)


def _quoted(source: Source, at: int, start: int, problem: str) -> Diagnostic:
    quote = source.text[start : start + 1]
    if "unexpected" in problem:
        hint = f"add `{quote}`"
        if quote == "'":
            hint += "; in single quotes an apostrophe is written twice"
        return Diagnostic(
            "YK123", f"the text that begins with `{quote}` here is not closed", _one(source, start), hint=hint
        )
    escape = source.text.rfind("\\", start, at + 2)
    span = Span(source, escape, escape + 2) if escape >= 0 else _one(source, at)
    return Diagnostic("YK123", f"`{span.text}` has no meaning in double quotes", span, hint="use single quotes")


_ORDER = re.compile(r"^%.*$", re.MULTILINE)
_END = re.compile(r"^\.\.\.(?=\s|$).*$", re.MULTILINE)


def orders(source: Source) -> Diagnostic:
    """Return the diagnostic for lines that give orders to a reader of YAML; the first of them is the place."""
    found = _ORDER.search(source.text)
    span = Span(source, *found.span()) if found else _one(source, 0)
    return Diagnostic("YK113", "lines that begin with `%` are not used in rule files", span, hint="remove the line")


def _directive(source: Source, at: int) -> Diagnostic:
    begin, line = _line(source, at)
    if _ORDER.match(line):
        return orders(source)
    ends = [found for found in _END.finditer(source.text) if found.start() <= at]
    span = Span(source, *ends[-1].span()) if ends else Span(source, begin, begin + max(1, len(line)))
    return Diagnostic("YK112", "a rule file ends at `...`; nothing may follow", span, hint="remove the line `...`")


def _no_colon(source: Source, start: int) -> Diagnostic:
    begin, line = _line(source, start)
    if (colon := line.find(": ", LONGEST_NAME)) > 0 and ": " not in line[:colon]:
        return _long_name(source, start, begin + colon)
    if wide := _full_width(source, start, begin + len(line)):
        return wide
    span = Span(source, start, begin + max(len(line.rstrip()), 1))
    squeezed = re.match(r"[^\s:]+:(?=\S)", span.text)
    hint = "a space follows the `:`" if squeezed else "write `name: value`"
    return Diagnostic("YK125", "`:` and a space are missing in this line", span, hint=hint)


def _full_width(source: Source, start: int, end: int, signs: str = "".join(_FULL_WIDTH)) -> Diagnostic | None:
    for offset, character in enumerate(source.text[start:end], start):
        if character in signs:
            hint = f"write `{_FULL_WIDTH[character]}`"
            return Diagnostic("YK127", f"`{character}` is a full-width sign", _one(source, offset), hint=hint)
    return None


def _second_colon(source: Source, at: int) -> Diagnostic:
    """A `:` where none may stand: a second one in the line, or a line that continues the one above."""
    begin, line = _line(source, at)
    before = line[: at - begin]
    if len(before) > LONGEST_NAME:
        return _long_name(source, begin + _indent(line), at)
    if ": " in before:
        return Diagnostic("YK124", "a second `:` stands in this line", _one(source, at), hint=_VALUE_HINT)
    above_span = _line_above(source, source.position(at)[0])
    text = above_span.text
    if _KEY_ALONE.match(text) or re.match(r"\s*[^\s:]+:\S", text):
        return _no_colon(source, above_span.start)
    span = Span(source, begin + _indent(line), at)
    return Diagnostic(
        "YK128",
        "this line is indented further than the one it belongs beside",
        span,
        hint="names of one mapping begin in the same column",
        labels=(Label(above_span, "the line above has a value already"),),
    )


def _line_above(source: Source, number: int) -> Span:
    """Return the text of the last line above a line that is neither empty nor a comment."""
    above = number - 1
    while above > 1 and not source.line(above).split("#")[0].strip():
        above -= 1
    text = source.line(above) if above else ""
    start = source.line_starts[max(above - 1, 0)]
    return Span(source, start + _indent(text), start + len(text.rstrip()))


def _structure(source: Source, at: int, character: str, problem: str) -> Diagnostic:
    begin, line = _line(source, at)
    before = line[: at - begin]
    if character in {"}", "]"}:
        return Diagnostic("YK122", f"`{character}` closes nothing", _one(source, at), hint="remove it, or use quotes")
    if character == ":":
        return Diagnostic("YK125", "a name is missing before `:`", _one(source, at))
    if character == "," or "content" in problem:
        return Diagnostic("YK124", "`,` stands only between values in brackets", _one(source, at), hint="use quotes")
    if before.rstrip().endswith(("'", '"')):
        span = Span(source, at, begin + len(line.rstrip()))
        message = "text stands behind the closing quote"
        return Diagnostic("YK123", message, span, hint="put the quotes around the whole text, or leave them out")
    span = Span(source, at, max(at + 1, begin + len(line.rstrip())))
    if character == "-":
        message = (
            "an entry of a list stands among names" if not before.strip() else "a list begins on a line of its own"
        )
        return Diagnostic("YK128", message, span, hint="write `name: [first, second]`")
    return Diagnostic(
        "YK128",
        "this line is indented like none of the lines above it",
        span,
        hint="names of one mapping begin in the same column",
    )
