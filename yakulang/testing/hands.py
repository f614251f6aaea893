"""Hands as case files and examples write them: a text, and what is said beside it; problems shown where they stand."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from yakulang.errors import Diagnostic, HandError
from yakulang.hand import Hand
from yakulang.rules.nodes import MapNode, Scalar, SeqNode, plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from yakulang.rules.nodes import Node

# what is said of a hand beside its text, and the argument of `Hand.parse` it becomes
ARGUMENTS = {
    "seat": "seat",
    "round": "round",
    "from": "discarder",
    "dora": "dora",
    "ura": "ura",
    "honba": "honba",
    "sticks": "deposits",
    "liable": "liable",
    "with": "flags",
}
# facts in `with` that are tiles, and what they are in the text of a hand
TILES = {
    "aside": "n({})",
    "indicators": "dora={}",
    "kan_indicators": "kandora={}",
    "ura_indicators": "ura={}",
    "kan_ura_indicators": "kanura={}",
}


def hand_of_record(node: MapNode) -> Hand:
    """Return the hand of a record.

    Raises:
        HandError: it is no hand record; every problem is listed.
    """
    try:
        return Hand.from_record(plain(node))
    except HandError as error:
        raise HandError([replace(d, span=node.span, labels=()) for d in error.diagnostics]) from None


def hand_of_text(text: Scalar, situation: Mapping[str, Node], **usual: str) -> Hand:
    """Return the hand of a text and of what is said beside it.

    Args:
        text: the hand.
        situation: what is said beside it, by field.
        usual: arguments of `Hand.parse` where nothing is said.

    Raises:
        HandError: it is not written correctly; every problem is listed, at its place in the file.
    """
    arguments: dict[str, Any] = {**usual}
    words: list[str] = []
    added: list[str] = []
    for name, node in situation.items():
        if name != "with":
            is_text = isinstance(node, Scalar) and isinstance(node.value, str)
            arguments[ARGUMENTS[name]] = node.text if is_text and isinstance(node, Scalar) else plain(node)
            continue
        for fact, value in _facts(node):
            if fact in TILES:
                added.append(TILES[fact].format(value))
            else:
                words.append(fact if value is None else f"{fact}={value}")
    if words:
        arguments["flags"] = ",".join(words)
    try:
        return Hand.parse(" ".join([text.text, *added]), **arguments)
    except HandError as error:
        raise HandError([_placed(d, text, situation) for d in error.diagnostics]) from None


def words_placed(errors: tuple[Diagnostic, ...], text: Node, situation: Mapping[str, Node]) -> tuple[Diagnostic, ...]:
    """Return what a ruling says of single words shown where they stand in the file."""
    nodes = [*_scalars(situation), *([text] if isinstance(text, Scalar) else [])]
    return tuple(_word_placed(error, nodes) for error in errors)


def _word_placed(diagnostic: Diagnostic, nodes: list[Scalar]) -> Diagnostic:
    span = diagnostic.span
    if span is None or span.text != span.source.text:
        return diagnostic
    for node in nodes:
        found = re.search(rf"(?<!\w){re.escape(span.text)}(?!\w)", node.text)
        if found:
            return replace(diagnostic, span=node.at(*found.span()))
    return diagnostic


def _facts(node: Node) -> Iterator[tuple[str, str | None]]:
    """Yield the words of `with`, and its facts with their values."""
    for item in node.items if isinstance(node, SeqNode) else (node,):
        if isinstance(item, MapNode):
            for name, value in item.items.items():
                yield name, value.text if isinstance(value, Scalar) else ""
        elif isinstance(item, Scalar):
            yield item.text, None


def _placed(diagnostic: Diagnostic, text: Scalar, situation: Mapping[str, Node]) -> Diagnostic:
    """Return a problem of a hand shown where the hand stands in its file."""
    span = diagnostic.span
    if span is None:
        return replace(diagnostic, span=text.span)
    if span.source.text.startswith(text.text) and span.end <= len(text.text):
        labels = tuple(
            replace(label, span=text.at(label.span.start, label.span.end))
            for label in diagnostic.labels
            if label.span.end <= len(text.text)
        )
        return replace(diagnostic, span=text.at(span.start, span.end), labels=labels)
    for node in _scalars(situation):
        found = re.search(re.escape(span.text), node.text)
        if found:
            return replace(diagnostic, span=node.at(*found.span()), labels=())
    return replace(diagnostic, span=text.span, labels=())


def _scalars(situation: Mapping[str, Node]) -> Iterator[Scalar]:
    for node in situation.values():
        for item in node.items if isinstance(node, SeqNode) else (node,):
            parts = item.items.values() if isinstance(item, MapNode) else (item,)
            yield from (part for part in parts if isinstance(part, Scalar))
