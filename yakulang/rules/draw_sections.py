"""The section `draws:` of a rule file, from its entries to typed data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.errors import RuleError
from yakulang.fixed import Fixed
from yakulang.rules.draw_model import EXHAUSTIVE, DrawRule, DrawRules, NotenRules, Switched
from yakulang.rules.gathered import Gathered
from yakulang.rules.sections import unknown_names
from yakulang.rules.table_model import Chosen

if TYPE_CHECKING:
    from yakulang.rules.sections import Sections
    from yakulang.rules.tree import Part

TENPAI = "tenpai"
_FIXED = (TENPAI, EXHAUSTIVE)


def draws(read: Sections) -> DrawRules | None:
    """Read `draws:`; None where a ruleset has none.

    Raises:
        RuleError: with what is wrong in any of its entries.
    """
    part = read.root.part("draws")
    if part is None:
        return None
    gathered = Gathered()
    counts = gathered.read(lambda: read.optional(part, "tenpai.counts", "tenpai"))
    kinds = gathered.entries(read.root, "draws", lambda key, entry: None if key in _FIXED else _kind(read, key, entry))
    if gathered.problems:
        raise RuleError(gathered.problems)
    noten = part.part(EXHAUSTIVE)
    return DrawRules(
        counts=counts,
        counts_span=part.at("tenpai.counts"),
        noten=_noten(noten) if noten is not None else None,
        kinds=Fixed({kind.id: kind for kind in kinds if kind is not None}),
        span=part.span,
    )


def _noten(part: Part) -> NotenRules:
    if not part.has("pool") and not part.has("each_pays"):
        raise RuleError([part.missing("pool")])
    return NotenRules(
        names=part.names("name", EXHAUSTIVE),
        aliases=part.texts("aliases"),
        pool=part.maybe("pool"),
        each_pays=Fixed({int(ready): part.valued(f"each_pays.{ready}") for ready, _ in part.children("each_pays")}),
        span=part.span,
    )


def _kind(read: Sections, key: str, part: Part) -> DrawRule:
    gathered = Gathered()
    when = gathered.read(lambda: read.checker.condition(part.written("when"), "draw"))
    problems = [*gathered.problems, *unknown_names(part, "pays", read.limit_ids, "limits")]
    if problems or when is None:
        raise RuleError(problems)
    return DrawRule(
        id=key,
        names=part.names("name", key),
        aliases=part.texts("aliases"),
        when=when,
        pays=Chosen(part.text("pays"), part.at("pays")) if part.has("pays") else None,
        as_win=_switch(part, "as", "win"),
        honba=_switch(part, "honba"),
        deposits=_switch(part, "deposits"),
        nearest_only=_switch(part, "several", "nearest"),
        noten=_switch(part, "noten"),
        declared=_switch(part, "declared").value,
        riichi_discard=_chosen(part, "riichi_discard", "paid"),
        sticks=_chosen(part, "sticks", "stay"),
        span=part.span,
    )


def _switch(part: Part, path: str, yes: str = "true") -> Switched:
    return Switched(part.has(path) and part.text(path) in (yes, "yes"), part.at(path))


def _chosen(part: Part, path: str, otherwise: str) -> Chosen:
    return Chosen(part.text(path) if part.has(path) else otherwise, part.at(path))
