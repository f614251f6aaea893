"""The section `match:` of a rule file, from its entries to typed data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic, RuleError
from yakulang.message import message
from yakulang.rules.gathered import Gathered
from yakulang.rules.match_model import (
    EndRule,
    ExtensionRules,
    HonbaRules,
    LoanRules,
    MatchRules,
    NeedRule,
    Rounds,
)
from yakulang.rules.table_model import Chosen
from yakulang.rules.taken_names import OF_A_MATCH, refuse_taken
from yakulang.tiles import WINDS

if TYPE_CHECKING:
    from typing import TypeVar

    from yakulang.lang.typed import Condition, Number
    from yakulang.rules.sections import Sections
    from yakulang.rules.tree import Part

    T = TypeVar("T")


def match(read: Sections) -> MatchRules | None:
    """Read `match:`; None where a ruleset has none."""
    part = read.root.part("match")
    if part is None:
        return None
    gathered = Gathered()
    rounds = gathered.read(lambda: _rounds(part, "winds"))
    target = gathered.read(
        lambda: read.checker.number(part.written("target"), "target") if part.has("target") else None
    )
    stays = gathered.read(lambda: read.checker.condition(part.written("dealer_stays"), "dealer_stays"))
    honba = gathered.read(lambda: _honba(read, part))
    extension = gathered.read(lambda: _extension(read, part, rounds)) if part.has("extension") else None
    ends = gathered.entries(part, "ends", lambda key, end: _end(read, key, end))
    riichi = gathered.entries(part, "riichi", lambda key, need: _need(read, key, need))
    kan = gathered.entries(part, "kan", lambda key, need: _need(read, key, need))
    if gathered.problems or rounds is None or stays is None or honba is None:
        raise RuleError(gathered.problems)
    return MatchRules(
        rounds=rounds,
        target=target,
        dealer_stays=stays,
        honba=honba,
        extension=extension,
        ends=ends,
        riichi=riichi,
        kan=kan,
        loans=_loans(part) if part.has("loans") else None,
        chombo=_chosen(part, "chombo"),
        span=part.span,
    )


def _target(read: Sections, part: Part) -> Number | None:
    return read.checker.number(part.written("target"), "target") if part.has("target") else None


def _rounds(part: Part, path: str) -> Rounds:
    winds = part.texts(path)
    if not winds:
        raise RuleError([part.missing(path)])
    for place, wind in enumerate(winds):
        if wind in winds[:place]:
            text = message("the round of {wind} stands twice", wind=wind)
            span = part.item_span(path, place)
            raise RuleError([Diagnostic("YK861", text, span, hint=message("name each wind once"))])
    return Rounds(winds, part.at(path))


def _maybe(read: Sections, part: Part, path: str) -> Condition | None:
    return read.optional(part, path, "after_hand")


def _honba(read: Sections, part: Part) -> HonbaRules:
    grows = read.checker.condition(part.written("honba.grows"), "after_hand")
    return HonbaRules(grows, _maybe(read, part, "honba.kept"), part.maybe("honba.most"))


def _extension(read: Sections, part: Part, rounds: Rounds | None) -> ExtensionRules:
    until = read.checker.condition(part.written("extension.until"), "after_hand")
    if part.has("extension.winds"):
        beyond = _rounds(part, "extension.winds")
    else:
        last = WINDS.index(rounds.winds[-1]) if rounds is not None else 0
        beyond = Rounds((WINDS[(last + 1) % len(WINDS)],), part.at("extension"))
    return ExtensionRules(beyond, until, _maybe(read, part, "extension.asked"))


def _end(read: Sections, key: str, part: Part) -> EndRule:
    refuse_taken(key, part, OF_A_MATCH, "what follows a hand")
    when = read.checker.condition(part.written("when"), "after_hand")
    return EndRule(key, part.names("name", key), when, _chosen(part, "choice"), part.at("when"))


def _need(read: Sections, key: str, part: Part) -> NeedRule:
    when = read.checker.condition(part.written("when"), "declare")
    return NeedRule(key, part.names("name", key), when, part.at("when"))


def _loans(part: Part) -> LoanRules:
    return LoanRules(
        part.maybe("loans.worth"), part.maybe("loans.sticks"), part.maybe("loans.outside"), part.at("loans")
    )


def _chosen(part: Part, path: str) -> Chosen | None:
    return Chosen(part.text(path), part.at(path)) if part.has(path) else None
