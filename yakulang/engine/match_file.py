"""A score sheet as a file: YAML or JSON with its hands, or a line of JSON for each."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from yakulang.errors import Diagnostic, RuleError, did_you_mean
from yakulang.fixed import Fixed
from yakulang.message import message
from yakulang.notation.strict_json import JsonError, read_json
from yakulang.notation.tile_text import round_letter, wind_letter
from yakulang.rules.nodes import MapNode, Scalar, SeqNode, plain
from yakulang.rules.reader import read_node
from yakulang.source import Source, Span, shortened
from yakulang.table.hand_end import MatchState
from yakulang.table.match_step import MatchError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from yakulang.rules.model import Rulebook
    from yakulang.rules.nodes import Node

TOO_MANY_VALUES = "YK107"  # of a file of YAML
_HEAD = ("players", "start")
_FIELDS = (*_HEAD, "hands")
_SPACES = " \t\r"  # of JSON, within a line
_START = ("wind", "hand", "honba", "deposits", "points", "extended")
# control characters, marks that turn the direction of writing, halves of characters; YAML may not hold them either
_UNSEEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_NEEDED = ("wind", "hand", "points")  # of a start; there are no counters and no riichi sticks if not said


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """What a file says of a match.

    Attributes:
        entries: its lines as plain data, each with its place.
        players: names by the seat at the start.
        start: where the match stood before the first line; None for the beginning.
        start_place: of what is said of it.
    """

    entries: tuple[tuple[object, Span | None], ...]
    players: Mapping[str, str] = field(default_factory=dict)
    start: MatchState | None = None
    start_place: Span | None = None


def read_sheet(source: Source, rules: Rulebook, *, lines: bool) -> ScoreSheet:
    """Read a score sheet.

    Args:
        source: the text of the file.
        rules: say who sits at the table.
        lines: whether every line is a JSON object of its own.

    Raises:
        MatchError: it is none; every problem is listed.
    """
    try:
        return _of_lines(source, rules) if lines else _of_node(source, read_node(source), rules)
    except RuleError as error:
        raise MatchError([reworded(problem) for problem in error.diagnostics]) from None


def are_lines(text: str) -> bool:
    """Return whether a text is lines of JSON, each an object of its own."""
    rows = [row for row in text.split("\n") if row.strip()]
    return len(rows) > 1 and all(re.fullmatch(r"\s*\{.*\}\s*", row) for row in rows)


def reworded(problem: Diagnostic) -> Diagnostic:
    """Return what is said of rule files said of score sheets."""

    def put(text: str) -> str:
        return re.sub("(`[^`]*`)|rule file", lambda found: found[1] or "score sheet", text)

    hint = put(problem.hint) if problem.hint else None
    if problem.code == TOO_MANY_VALUES:
        hint = message("a sheet that is a line of JSON for each hand may be longer")
    return replace(problem, message=put(problem.message), hint=hint)


def _of_lines(source: Source, rules: Rulebook) -> ScoreSheet:
    found: list[tuple[object, Span | None]] = []
    head: MapNode | None = None
    problems: list[Diagnostic] = []
    for number, row in enumerate(source.text.split("\n"), 1):
        text = row.rstrip(_SPACES)
        if not text:
            continue
        span = Span(Source(source.name, text, number), len(text) - len(text.lstrip(_SPACES)), len(text))
        try:
            value = read_json(span.source, _not_json)
        except JsonError as error:
            problems.append(error.diagnostic)
            continue
        if unseen := _unseen(value):
            text = message(
                "a character that can't be seen stands in the text ({character})", character=f"U+{ord(unseen):04X}"
            )
            problems.append(Diagnostic("YK115", text, span, hint=message("delete it")))
            continue
        if not found and head is None and isinstance(value, dict) and value.keys() & {*_HEAD}:
            head = MapNode({key: _node(item, span) for key, item in value.items()}, dict.fromkeys(value, span), span)
            if more := " ".join(key for key in value if key not in _HEAD):
                said = message("`{key}` stands beside the players, and not on a line of its own", key=shortened(more))
                problems.append(Diagnostic("YK863", said, span, hint=message("write a line of JSON for each hand")))
        else:
            found.append((value, span))
    if problems:
        raise MatchError(problems)
    if head is None and not found:
        raise _no_sheet(Span(source, 0, min(1, len(source.text))))
    return _headed(tuple(found), head, rules) if head is not None else ScoreSheet(tuple(found))


def _unseen(value: Any) -> str | None:
    """Return a character in the texts of JSON that would move what is printed, or None."""
    if isinstance(value, str):
        found = _UNSEEN.search(value)
        return found[0] if found else None
    if isinstance(value, dict):
        return _unseen([*value, *value.values()])
    return next(filter(None, map(_unseen, value)), None) if isinstance(value, list) else None


def _not_json(what: str) -> str:
    return message("the line is not JSON: {what}", what=what)


def _node(value: Any, span: Span) -> Node:
    """Return what JSON says as it would be read of a file; its place is the line."""
    if isinstance(value, dict):
        return MapNode({key: _node(item, span) for key, item in value.items()}, dict.fromkeys(value, span), span)
    if isinstance(value, list):
        return SeqNode(tuple(_node(item, span) for item in value), span)
    return Scalar(value, str(value), span)


def _no_sheet(span: Span) -> MatchError:
    text = message("a score sheet is a list of hands, or has them under `hands`")
    hint = message("write {text}", text="- {win: E, from: S, han: 3, fu: 40}")
    return MatchError([Diagnostic("YK863", text, span, hint=hint)])


def _of_node(source: Source, node: Node | None, rules: Rulebook) -> ScoreSheet:
    if isinstance(node, SeqNode):
        return ScoreSheet(tuple((plain(item), item.span) for item in node.items))
    hands = node.items.get("hands") if isinstance(node, MapNode) else None
    if isinstance(hands, Scalar) and hands.value is None:  # a sheet on which no hand stands yet
        hands = SeqNode((), hands.span)
    if not isinstance(node, MapNode) or not isinstance(hands, SeqNode):
        raise _no_sheet(node.span if node is not None else Span(source, 0, min(1, len(source.text))))
    unknown = [key for key in node.items if key not in _FIELDS]
    if unknown:
        near = did_you_mean(unknown[0], _FIELDS)
        hint = (
            message("did you mean `{word}`?", word=near) if near else message("it has {names}", names=" ".join(_FIELDS))
        )
        text = message("a score sheet has no field `{key}`", key=shortened(unknown[0]))
        raise MatchError([Diagnostic("YK863", text, node.keys[unknown[0]], hint=hint)])
    entries = tuple((plain(item), item.span) for item in hands.items)
    return _headed(entries, node, rules)


def _headed(entries: tuple[tuple[object, Span | None], ...], head: MapNode, rules: Rulebook) -> ScoreSheet:
    start = head.items.get("start")
    return ScoreSheet(entries, _players(head, rules), _start(head, rules), start.span if start is not None else None)


def _players(node: MapNode, rules: Rulebook) -> Mapping[str, str]:
    """Return names by seat: a list in the order of the seats, or a mapping."""
    said = node.items.get("players")
    if said is None:
        return {}
    text = message("`players` are names by seat: {seats}", seats=" ".join(rules.seats))
    refused = MatchError(
        [Diagnostic("YK863", text, said.span, hint=message("write {text}", text="players: {E: Aki, S: Ben}"))]
    )
    number = len(said.items) if isinstance(said, SeqNode | MapNode) else 0
    if number > rules.players or (isinstance(said, SeqNode) and number < rules.players):
        counted = message(
            "{n} players are named; under `{rules}` there are {players}",
            n=number, rules=rules.id, players=rules.players,
        )  # fmt: skip
        raise MatchError([Diagnostic("YK863", counted, said.span, hint=text)])
    if isinstance(said, SeqNode):
        names = [item.text for item in said.items if isinstance(item, Scalar)]
        if len(names) != rules.players or len(said.items) != len(names):
            raise refused
        found = dict(zip(rules.seats, names, strict=True))
    elif isinstance(said, MapNode):
        found = {str(wind_letter(key)): item.text for key, item in said.items.items() if isinstance(item, Scalar)}
        if len(found) != len(said.items) or set(found) - set(rules.seats):
            raise refused
    else:
        raise refused
    for item in said.items if isinstance(said, SeqNode) else said.items.values():
        if isinstance(item, Scalar) and not isinstance(item.value, str):
            text = message("a player's name is a text; {text} is none", text=f"`{item.text}`")
            hint = message("put it in quotes, in the hands too: {text}", text=f'"{item.text}"')
            raise MatchError([Diagnostic("YK863", text, item.span, hint=hint)])
        if isinstance(item, Scalar) and "\n" in item.text:
            raise MatchError([Diagnostic("YK863", message("a player's name is one line of text"), item.span)])
    folded = [name.strip().casefold() for name in found.values()]
    if len(set(folded)) < len(folded) or any(not name or wind_letter(name) for name in folded):
        text = message("players have names of their own, and no wind is one")
        items = [*(said.items if isinstance(said, SeqNode) else said.items.values())]
        wrong = (i for i, name in enumerate(folded) if not name or wind_letter(name) or name in folded[:i])
        raise MatchError([Diagnostic("YK863", text, items[next(wrong)].span)])
    return {seat: found[seat] for seat in rules.seats if seat in found}


def _start(node: MapNode, rules: Rulebook) -> MatchState | None:
    said = node.items.get("start")
    if said is None:
        return None
    points = said.items.get("points") if isinstance(said, MapNode) else None
    if isinstance(points, SeqNode) and (number := len(points.items)) != rules.players:
        text = message(
            "{n} players' points; under `{rules}` there are {players}",
            n=number, rules=rules.id, players=rules.players,
        )  # fmt: skip
        raise MatchError([Diagnostic("YK863", text, points.span)])
    state = start_of(plain(said), rules)
    if state is None:
        text = message("`start` says where the match stood: {fields}", fields=" ".join(_START))
        there = said.items.keys() if isinstance(said, MapNode) else set()
        missing = [f"`{key}`" for key in _NEEDED if key not in there]
        hint = message("it needs {fields} too", fields=", ".join(missing)) if there and missing else None
        raise MatchError([Diagnostic("YK863", text, _wrong_in(said, rules), hint=hint)])
    return state


def _wrong_in(said: Node, rules: Rulebook) -> Span:
    """Return the place of the first field of a start that is wrong, or of the whole where one is missing."""
    if not isinstance(said, MapNode) or not {*_NEEDED} <= said.items.keys() & {*_START}:
        stray = [key for key in said.items if key not in _START] if isinstance(said, MapNode) else []
        return said.keys[stray[0]] if isinstance(said, MapNode) and stray else said.span
    right = {"wind": rules.seats[0], "hand": 1, "points": [0] * rules.players}
    for key, item in said.items.items():
        if key not in _START:
            return said.keys[key]
        if start_of(right | {key: plain(item)}, rules) is None:
            return item.span
    return said.span


def start_of(data: Any, rules: Rulebook) -> MatchState | None:
    """Return where a match stood as plain data say it, or None where they can't be read.

    Args:
        data: `wind`, `hand` and `points`, the latter in the order of the seats or by seat; and `honba`, `deposits` and
            `extended` where they are not none.
        rules: say who sits at the table.
    """
    if not isinstance(data, dict) or set(data) - set(_START) or not {*_NEEDED} <= set(data):
        return None
    points = data["points"]
    if isinstance(points, list) and len(points) == rules.players:
        points = dict(zip(rules.seats, points, strict=True))
    numbers = [data["hand"], data.get("honba", 0), data.get("deposits", 0)]
    numbers += points.values() if isinstance(points, dict) else [None]
    wind = round_letter(str(data["wind"]))
    if any(type(number) is not int for number in numbers) or wind is None:
        return None
    extended = data.get("extended", False)
    if type(extended) is not bool and extended not in ("yes", "no"):
        return None
    extended = extended in (True, "yes")
    return MatchState(
        wind, data["hand"], data.get("honba", 0), data.get("deposits", 0), Fixed(points), extended=extended
    )
