"""Case files: hands with what must come out of them, read with the place of everything.

    rules: friday.yaml
    cases:
      two-sided:
        about: both ends finish it
        hand: 234m567m345p67s22s +8s seat=S from=W
        expect: {fu: 30, wait: ryanmen, because: closed_ron}

`rules` is a bundled ruleset, a rule file beside the case file, or the sections of a rule file; of the file, of a case
or of one expectation: the nearest one counts. `docs/cases.md` describes every field.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from yakulang.errors import Diagnostic, RuleError, YakulangError
from yakulang.rules.form import Form
from yakulang.rules.nodes import MapNode, Node, Scalar, SeqNode, plain
from yakulang.rules.reader import read_file, read_node
from yakulang.rules.schema import check_form
from yakulang.rules.slots import slots_of
from yakulang.testing.drawing import FIELDS as DRAWN
from yakulang.testing.hands import ARGUMENTS
from yakulang.testing.known import unknown_ids
from yakulang.testing.matching import FIELDS as MATCHED
from yakulang.testing.settling import FIELDS as SETTLED
from yakulang.testing.standing import FIELDS as OF_EVENTS
from yakulang.testing.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from yakulang.source import Span
    from yakulang.testing.tables import Table

PROSE = ("about", "note", "rules")


class CaseError(YakulangError):
    """A case file is wrong; `diagnostics` says everything."""


@dataclass(frozen=True, slots=True)
class Case:
    """A hand, several winners of one discard, a payment, events or the end of a game: something is expected of it.

    Attributes:
        id: what it is called.
        about: what it shows, or empty.
        span: where it begins.
        hand: the hand as text or record; None where something else is asked.
        situation: what is said beside the text of the hand, or of all winners, by field.
        payment: han, fu or yakuman of which the payment is asked; None where something else is.
        winners: the hands of all who call ron on one discard; empty where something else is asked.
        events: what happened in the hand, alone or with a hand that is judged as it stands after them; None without.
        settle: the end of a game; None where something else is asked.
        draw: a hand that nobody won; None where something else is asked.
        match: the hands of a match, or a declaration; None where something else is asked.
    """

    id: str
    about: str
    span: Span
    hand: Node | None = None
    situation: Mapping[str, Node] = field(default_factory=dict)
    payment: Mapping[str, Any] | None = None
    winners: tuple[Node, ...] = ()
    events: Node | None = None
    settle: Mapping[str, Any] | None = None
    draw: Mapping[str, Any] | None = None
    match: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Trial:
    """One expectation of a case under one ruleset.

    Attributes:
        name: the id of the case, and of the ruleset where there are several.
        expected: what must come out, by field.
        spans: where each field stands.
    """

    name: str
    case: Case
    table: Table
    expected: Mapping[str, Any]
    spans: Mapping[str, Span]


@cache
def case_form() -> Form:
    """Return the form of case files."""
    schema = json.loads((Path(__file__).parent / "cases.schema.json").read_text(encoding="utf-8"))
    codes = {
        "unknown_field": "YK700",
        "wrong_value": "YK701",
        "missing": "YK702",
        "not_one_of": "YK703",
        "too_much": "YK704",
        "bad_id": "YK705",
        "no_value": "YK706",
        "wrong_form": "YK707",
    }
    return Form("case file", schema, slots_of(schema), codes)


def read_cases(path: Path, name: str) -> tuple[Trial, ...]:
    """Return the expectations of a case file, in file order; `name` is what messages call it.

    Raises:
        CaseError: something is wrong with the file or with rules it names; every problem is listed.
    """
    try:
        root = read_node(read_file(path, name))
    except RuleError as error:
        raise CaseError(map(_reworded, error.diagnostics)) from None
    if not isinstance(root, MapNode):
        message = f"the case file `{name}` is empty" if root is None else "a case file holds `cases:`, ids and cases"
        hint = "cases: {ID: {hand: 123m456p78s11m555z +9s, expect: {han: 1}}}"
        raise CaseError([Diagnostic("YK708", message, root.span if root else None, hint=hint)])
    problems = check_form(root, case_form())
    reader = _Reader(Tables(path.parent), problems)
    trials = tuple(reader.trials(root))
    if problems:
        raise CaseError(dict.fromkeys(problems))
    return trials


@dataclass(slots=True)
class _Reader:
    tables: Tables
    problems: list[Diagnostic]

    def trials(self, root: MapNode) -> Iterator[Trial]:
        """Yield the expectations of the cases that are written correctly."""
        outer = root.items.get("rules")
        cases = root.items.get("cases")
        if outer is not None and self.told_in(outer.span):
            return
        for name, node in cases.items.items() if isinstance(cases, MapNode) else ():
            key = cases.keys[name] if isinstance(cases, MapNode) else node.span
            if isinstance(node, MapNode) and not self.told_in(key) and not self.told_in(node.span):
                yield from self.case(name, node, key, outer)

    def told_in(self, span: Span) -> bool:
        """Return whether a problem at a place is told already."""
        return any(
            told.span and told.span.source == span.source and span.start <= told.span.start <= span.end
            for told in self.problems
        )

    def case(self, name: str, node: MapNode, key: Span, outer: Node | None) -> Iterator[Trial]:
        items = node.items
        situation = {word: items[word] for word in ARGUMENTS if word in items}
        hand, payment, about = items.get("hand"), items.get("payment"), items.get("about")
        winners = tuple(_listed(items["winners"])) if "winners" in items else ()
        events = items.get("events")
        alone = events is not None and hand is None  # the seat is that whose facts are asked for
        if place := _inside(items, winners, situation, events_alone=alone):
            own = [word for word in situation if word in OF_ONE_HAND] if winners else []
            own = [word for word in situation if word != "seat"] if alone else own
            word = next(iter(own or situation))
            message = f"`{word}` is said of a hand that is written as text; here it stands inside {place}"
            self.problems.append(Diagnostic("YK710", message, node.keys[word]))
            return
        asked = plain(payment) if payment is not None else None
        settle = plain(items["settle"]) if "settle" in items else None
        draw = plain(items["draw"]) if "draw" in items else None
        match = plain(items["match"]) if "match" in items else None
        asked_of = (hand, situation, asked, winners, events, settle, draw, match)
        case = Case(name, about.text if isinstance(about, Scalar) else "", key, *asked_of)
        rules = items.get("rules", outer)
        tried = [(part, table) for part in _each(items["expect"]) for table in self.rules(part, rules, outer, case)]
        for number, (part, table) in enumerate(tried):
            expected = {field: plain(item) for field, item in part.items.items() if field not in PROSE}
            spans = {field: part.keys[field] for field in expected}
            if not expected:
                self.problems.append(Diagnostic("YK712", f"nothing is expected of `{name}`", part.span))
                continue
            if wrong := [
                _not_asked(case, field, spans[field]) for field in expected if _is_other(case, field, expected)
            ]:
                self.problems += wrong
                continue
            told = {problem.span for problem in self.problems}
            named = [problem for each in _stated(part) for problem in unknown_ids(each, table)]
            self.problems += [problem for problem in named if problem.span not in told]
            yield Trial(_name(case, table, number, [other for _, other in tried]), case, table, expected, spans)

    def rules(self, part: MapNode, rules: Node | None, outer: Node | None, case: Case) -> Iterator[Table]:
        """Yield the rules under which something is expected."""
        own = part.items.get("rules")
        around = [node for node in (own, rules, outer) if node is not None]
        if not around:
            hint = "rules: with a ruleset or a rule file, once at the top of the file or in the case"
            self.problems.append(Diagnostic("YK709", f"by which rules is `{case.id}` judged?", case.span, hint=hint))
        for node in _listed(around[0]) if around else ():
            base = next((name for name in around[1:] if isinstance(name, Scalar)), None)
            try:
                if isinstance(node, MapNode):
                    yield self.tables.changed(node, base, case.id, case.span)
                elif isinstance(node, Scalar):
                    yield self.tables.named(node)
            except RuleError as error:
                self.problems += [_reworded(d) if d.code in _NAMING else d for d in error.diagnostics]


_NAMING = {"YK301", "YK302"}  # what is said of one file that names another


def _reworded(diagnostic: Diagnostic) -> Diagnostic:
    """Return what is said of rule files said of case files."""

    def said(text: str) -> str:
        return re.sub("(`[^`]*`)|rule file", lambda found: found[1] or "case file", text)

    return replace(diagnostic, message=said(diagnostic.message), hint=diagnostic.hint and said(diagnostic.hint))


OF_ONE_HAND = {"seat", "liable"}  # what can't be said of several winners at once
# what is expected of several winners together, and of a single ruling
_OF_THE_TABLE = {"winners", "unpaid", "honba", "deposits", "deposits_left"}
_OF_BOTH = {"status", "error", "deltas"}
_OF_OTHERS = {"deltas", "deposits_left"}  # what is expected of draws, and of others too
_STATUS_OF_THE_TABLE = {"ok", "abortive_draw", "no_win", "invalid"}
_STATUS_OF_A_HAND = {"ok", "no_yaku", "not_winning", "not_allowed", "invalid"}


def _inside(
    items: Mapping[str, Node], winners: tuple[Node, ...], situation: Mapping[str, Node], *, events_alone: bool
) -> str | None:
    """Return where the situation must be said, where it can't stand beside what is asked."""
    hand = items.get("hand")
    if not situation or isinstance(hand, Scalar):
        return None
    if events_alone:
        return None if situation.keys() <= {"seat"} else "a hand"
    if winners:
        if OF_ONE_HAND & situation.keys():
            return "each hand"
        return None if all(isinstance(winner, Scalar) for winner in winners) else "the records"
    asked = ("payment", "settle", "draw", "match")
    return "the record" if hand is not None else next(f"`{name}`" for name in asked if name in items)


def _is_other(case: Case, field: str, expected: Mapping[str, Any]) -> bool:
    """Return whether a field can't be expected of what a case asks."""
    if case.settle is not None:
        return field not in (*SETTLED, "error")
    if case.draw is not None:
        return field not in (*DRAWN, "error")
    if case.match is not None:
        return field not in (*MATCHED, "error")
    if field in MATCHED and field not in (*DRAWN, *SETTLED):
        return True
    if field in SETTLED or (field in DRAWN and field not in _OF_OTHERS):
        return True
    if field in OF_EVENTS:
        return case.events is None
    if case.events is not None and case.hand is None:
        return field != "error"
    if field == "status":
        return expected[field] not in (_STATUS_OF_THE_TABLE if case.winners else _STATUS_OF_A_HAND)
    return field not in _OF_BOTH and (field in _OF_THE_TABLE) != bool(case.winners)


def _not_asked(case: Case, field: str, span: Span) -> Diagnostic:
    if case.settle is not None:
        return Diagnostic("YK714", f"`{field}` is expected of hands; `{case.id}` asks about the end of a game", span)
    if case.draw is not None:
        return Diagnostic("YK714", f"`{field}` is expected of a win; `{case.id}` asks about a draw", span)
    if case.match is not None:
        return Diagnostic("YK714", f"`{field}` is expected of a hand; `{case.id}` asks about a match", span)
    if field in MATCHED and field not in (*DRAWN, *SETTLED, *_OF_OTHERS):
        return Diagnostic("YK714", f"`{field}` is expected of a match; `{case.id}` asks about a hand", span)
    if field in DRAWN and field not in (*SETTLED, *_OF_OTHERS):
        return Diagnostic("YK714", f"`{field}` is expected of a draw; `{case.id}` asks about a win", span)
    if field in SETTLED:
        return Diagnostic("YK714", f"`{field}` is expected of the end of a game; `{case.id}` asks about a hand", span)
    if field in OF_EVENTS:
        message = f"`{field}` is expected of events; `{case.id}` states none"
        return Diagnostic("YK714", message, span, hint="events: E draw discard  S pon discard ...")
    if case.events is not None and case.hand is None:
        message = f"`{field}` is expected of a hand; `{case.id}` states events alone"
        return Diagnostic("YK714", message, span, hint="hand: 123m456p78s11m555z +9s")
    if not case.winners:
        return Diagnostic("YK714", f"`{field}` is expected of several winners; `{case.id}` asks about one", span)
    hint = None if field == "status" else f"winners: {{S: {{{field}: ...}}}}"
    message = f"`{field}` is expected of a single hand; `{case.id}` asks about several winners"
    return Diagnostic("YK714", message, span, hint=hint)


def _stated(part: MapNode) -> Iterator[MapNode]:
    """Yield an expectation, and those of single winners in it."""
    yield part
    winners = part.items.get("winners")
    if isinstance(winners, MapNode):
        yield from (node for node in winners.items.values() if isinstance(node, MapNode))


def _listed(node: Node) -> Iterable[Node]:
    return node.items if isinstance(node, SeqNode) else (node,)


def _each(node: Node) -> Iterator[MapNode]:
    for item in _listed(node):
        if isinstance(item, MapNode):
            yield item


def _name(case: Case, table: Table, number: int, tables: list[Table]) -> str:
    if len(tables) == 1:
        return case.id
    alike = sum(other.id == table.id for other in tables) > 1
    return f"{case.id}[{table.id}-{number + 1}]" if alike else f"{case.id}[{table.id}]"
