"""From the events of the YAML parser to nodes, with bounds on depth and size, and one meaning for each plain value."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import yaml

from yakulang.errors import Diagnostic, Label
from yakulang.rules.nodes import MapNode, Node, Scalar, SeqNode
from yakulang.rules.unreadable import explain, hidden, orders
from yakulang.source import Source, Span

MAX_DEPTH = 20
MAX_NODES = 16_384
MAX_DIGITS = 18

_Parser: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)

_INT = re.compile(r"[-+]?(0|[1-9][0-9]*)|0o[0-7]+|0x[0-9a-fA-F]+", re.ASCII)
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|(0|[1-9][0-9]*)(\.[0-9]*)?)([eE][-+]?[0-9]+)?", re.ASCII)
_WORDS = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_NUMBER_STARTS = frozenset("+-.0123456789")


def resolve(text: str) -> str | int | float | bool | None:
    """Return what a plain value means, by the rules in the description of `reader`."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _NUMBER_STARTS or len(text) > MAX_DIGITS:
        return text
    if _INT.fullmatch(text):
        return int(text, 0)
    if _FLOAT.fullmatch(text):
        value = float(text)
        return text if value in {float("inf"), float("-inf")} else value
    return text


class _StopReading(Exception):  # noqa: N818  no error of its own: the problems found so far are the answer
    """Nothing sensible can be read after this point."""


@dataclass(slots=True)
class _Frame:
    """A mapping or list that is being read."""

    start: int
    flow: bool
    is_map: bool
    is_key: bool = False
    items: dict[str, Node] = field(default_factory=dict)
    keys: dict[str, Span] = field(default_factory=dict)
    entries: list[Node] = field(default_factory=list)
    key: tuple[str, Span] | None = None
    dropped: bool = False  # the value that comes next belongs to a key that was refused
    last: int = 0


class Composer:
    """Builds nodes from the events of the YAML parser, with a stack of its own: no depth can exhaust Python's."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.problems: list[Diagnostic] = []
        self.stack: list[_Frame] = []
        self.root: Node | None = None
        self.count = 0

    def _report(self, code: str, message: str, span: Span, hint: str | None = None, *labels: Label) -> None:
        self.problems.append(Diagnostic(code, message, span, hint=hint, labels=labels))

    def _span(self, event: Any) -> Span:
        return Span(self.source, event.start_mark.index, event.end_mark.index)

    def compose(self) -> Node | None:
        """Return the root, or None where there is none; `problems` says what is wrong."""
        try:
            parser = _Parser(self.source.text)
        except yaml.YAMLError as error:
            self.problems.append(explain(error, self.source, MAX_DEPTH))
            return None
        try:
            while not isinstance(event := parser.get_event(), yaml.StreamEndEvent):
                self._take(event)
        except yaml.YAMLError as error:
            problem = explain(error, self.source, MAX_DEPTH)
            if not self._follows(problem):
                self.problems.append(problem)
        except _StopReading:
            pass
        finally:
            parser.dispose()
        return self.root

    def _follows(self, problem: Diagnostic) -> bool:
        """Return whether the parser stopped at what stands behind a short cut or a tag that is refused already."""
        last = self.problems[-1] if self.problems else None
        if last is None or last.code not in {"YK110", "YK111"} or last.span is None or problem.span is None:
            return False
        return last.span.line == problem.span.line and last.span.start <= problem.span.start

    def _take(self, event: Any) -> None:
        if isinstance(event, yaml.ScalarEvent):
            self._scalar(event)
        elif isinstance(event, yaml.CollectionStartEvent):
            self._open(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._close(event)
        elif isinstance(event, yaml.AliasEvent):
            hint = "write the value again; text that begins with `*` needs quotes"
            self._report(
                "YK110",
                f"`*{event.anchor}` repeats another value; rule files have no such short cuts",
                self._span(event),
                hint,
            )
            self._put(Scalar(None, "", self._span(event)), None)
        elif isinstance(event, yaml.DocumentStartEvent):
            self._document(event)

    def _document(self, event: Any) -> None:
        if self.root is not None:
            self._report(
                "YK112",
                "a second document begins here; a rule file holds one",
                self._span(event),
                "remove the line `---`, or put the rest into a file of its own",
            )
            raise _StopReading
        if event.version or event.tags:
            self.problems.append(orders(self.source))

    def _check(self, event: Any) -> None:
        """Refuse anchors and tags; count."""
        self.count += 1
        if self.count > MAX_NODES:
            self._report("YK107", f"a rule file holds at most {MAX_NODES:,} values", self._span(event))
            raise _StopReading
        if event.anchor is None and event.tag is None:
            return
        start = event.start_mark.index
        word = re.compile(r"\S*").match(self.source.text, start)
        span = Span(self.source, start, max(start + 1, word.end() if word else 0))
        if event.tag is not None:
            self._report(
                "YK111",
                f"`{span.text}` is a tag; a rule file has plain values only",
                span,
                "remove it; text that begins with `!` needs quotes",
            )
        else:
            self._report(
                "YK110",
                f"`{span.text}` names a value for repetition; rule files have no such short cuts",
                span,
                "remove it; text that begins with `&` needs quotes",
            )

    def _open(self, event: Any) -> None:
        if event.anchor is not None or event.tag is not None or self.count >= MAX_NODES:
            self._check(event)
        else:
            self.count += 1
        start = event.start_mark.index
        if len(self.stack) >= MAX_DEPTH:
            self._report(
                "YK106", f"values stand more than {MAX_DEPTH} levels deep here", Span(self.source, start, start + 1)
            )
            raise _StopReading
        top = self.stack[-1] if self.stack else None
        is_key = top is not None and top.is_map and top.key is None and not top.dropped
        is_map = isinstance(event, yaml.MappingStartEvent)
        self.stack.append(_Frame(start, bool(event.flow_style), is_map, is_key, last=start))

    def _close(self, event: Any) -> None:
        frame = self.stack.pop()
        # the end mark of an indented mapping stands at whatever comes next; its last value ends it
        span = Span(self.source, frame.start, event.end_mark.index if frame.flow else frame.last)
        if frame.is_key:
            top = self.stack[-1]
            top.dropped = True
            self._report(
                "YK109",
                "a key must be a single word, not a list or a mapping",
                span,
                "text that begins with `{` or `[` needs quotes",
            )
        elif frame.is_map:
            self._put(MapNode(frame.items, frame.keys, span), None)
        else:
            self._put(SeqNode(tuple(frame.entries), span), None)

    def _scalar(self, event: Any) -> None:
        if event.anchor is not None or event.tag is not None or self.count >= MAX_NODES:
            self._check(event)
        else:
            self.count += 1
        span = Span(self.source, event.start_mark.index, event.end_mark.index)
        text = event.value
        if self.stack and (top := self.stack[-1]).is_map and top.key is None and not top.dropped:
            self._key(top, text, span, plain=event.implicit[0])
            return
        if event.style == '"' and hidden(text):
            self._report("YK115", "an escape stands for an invisible character", span, "delete it")
        value = resolve(text) if event.implicit[0] else text
        if event.implicit[0] and len(text) > MAX_DIGITS and _INT.fullmatch(text):
            self._report(
                "YK114", f"this number has more than {MAX_DIGITS} digits", span, "put it in quotes if it is text"
            )
        self._put(Scalar(value, text, span), event)

    def _key(self, top: _Frame, text: str, span: Span, *, plain: bool) -> None:
        top.last = max(top.last, span.end)
        if not text.isprintable():
            top.dropped = True
            self._report("YK115", "a key holds a character that can't be seen", span)
        elif plain and not text:
            top.dropped = True
            here = Span(self.source, span.start, span.start + 1)
            self._report("YK109", "a name is missing before `:`", here)
        elif text in top.keys:
            top.dropped = True
            self._report(
                "YK105",
                f"`{text}` stands here a second time",
                span,
                "keep one of the two",
                Label(top.keys[text], "the first"),
            )
        else:
            top.key = text, span

    def _put(self, node: Node, event: Any) -> None:
        """Give a finished value to the mapping or list it stands in."""
        if not self.stack:
            self.root = node
            return
        top = self.stack[-1]
        top.last = max(top.last, node.span.end)
        if not top.is_map:
            top.entries.append(node)
        elif top.dropped:
            top.dropped = False
        elif top.key is None:  # an alias in the place of a key; it has been refused already
            top.dropped = True
        else:
            name, span = top.key
            top.key = None
            if (
                top.flow
                and event is not None
                and not event.value
                and event.implicit[0]
                and re.search("[:：].", span.text)
            ):
                self._report(
                    "YK108",
                    f"`: ` with a space is missing in `{name}`",
                    span,
                    re.sub("[:：]", ": ", name, count=1) if span.text == name else None,
                )
                return
            top.items[name] = node
            top.keys[name] = span
