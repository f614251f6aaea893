"""The section `chips:` of a rule file: what is paid in chips beside the points of a hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic, Label, RuleError, did_you_mean
from yakulang.rules.sections import both

if TYPE_CHECKING:
    from collections.abc import Mapping

    from yakulang.lang.typed import Condition, Number
    from yakulang.rules.model import Valued
    from yakulang.rules.sections import Sections
    from yakulang.rules.tree import Part


@dataclass(frozen=True, slots=True)
class ChipRule:
    """What is paid in chips for one thing in a winning hand.

    Attributes:
        id: by which it is named.
        names: by language.
        ron: how many chips the discarder pays.
        tsumo_each: how many each other player pays for a self-draw.
        when: it is paid where this holds.
        each: how often it is paid, or None.
        dora: in place of `each` the kind of dora of which each one counts, or None.
    """

    id: str
    names: Mapping[str, str]
    ron: Valued
    tsumo_each: Valued
    when: Condition | None
    each: Number | None
    dora: str | None


def chip_rule(read: Sections, key: str, part: Part) -> ChipRule:
    """Read an entry of `chips:`.

    Raises:
        RuleError: a condition is wrong, there is no such kind of dora, or it counts by two things.
    """
    checker = read.checker
    when, each = both(
        lambda: read.optional(part, "when", "chip"),
        lambda: checker.each(part.written("each"), "chip_each") if part.has("each") else None,
    )
    if part.has("each") and part.has("dora"):
        message = f"`{key}` has each and dora; chips are counted by one of them"
        raise RuleError([Diagnostic("YK369", message, part.span)])
    dora = _kind(read, part) if part.has("dora") else None
    ron, tsumo_each = part.valued("ron"), part.valued("tsumo_each")
    return ChipRule(key, part.names("name", key), ron, tsumo_each, when, each, dora)


def _kind(read: Sections, part: Part) -> str:
    """Return a kind of dora by its id, or the id that several have in a result."""
    kinds = dict(read.root.children("dora.kinds"))
    known = {*kinds, *(kind.text("as") for kind in kinds.values() if kind.has("as"))}
    name = part.text("dora")
    if name not in known:
        near = did_you_mean(name, known)
        taken = read.root.merged.removed.get(f"dora.kinds.{name}")
        labels = (Label(taken, "it was taken out here"),) if taken else ()
        hint = None if taken else f"did you mean `{near}`?" if near else ", ".join(sorted(known))
        raise RuleError([Diagnostic("YK369", f"no kind of dora `{name}`", part.at("dora"), hint=hint, labels=labels)])
    return name
