"""Who is liable for a yakuman: the feeder of the declaration that sealed it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from yakulang.engine.payment import Liability
from yakulang.engine.views import meld_view
from yakulang.lang.evaluator import holds
from yakulang.lang.view import View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulang.engine.judge import Judged
    from yakulang.hand import Hand, Meld
    from yakulang.rules.model import LiabilityKind, Rulebook


@dataclass(frozen=True, slots=True)
class Liabilities:
    """The liabilities of a win, and what could not be decided, in sentences."""

    known: tuple[Liability, ...]
    unknown: tuple[str, ...]


def liabilities(hand: Hand, rulebook: Rulebook, judged: Judged, view: View) -> Liabilities:
    """Return who is liable for which part of the base.

    `sealed_when` is asked after every declaration in order; the first that makes it true seals, and whoever gave the
    tile of that declaration is liable. A closed or added kan has no giver: nobody is.
    """
    rules = rulebook.liability
    if rules is None or not judged.yakuman:
        return Liabilities((), ())
    awarded = {rulebook.yaku[index].id for index, _ in judged.yaku}
    known: list[Liability] = []
    unknown: list[str] = []
    for kind in rules.kinds:
        if kind.covers is not None and not awarded & set(kind.covers):
            continue
        meld = _sealing_meld(kind, hand, view)
        if meld is None or meld.type in ("closed_kan", "added_kan"):
            continue
        if meld.feeder is None:
            unknown.append(f"{kind.id}: who fed {'/'.join(_names(meld))} is not said, so who is liable is not known")
            continue
        covered = _covered(kind, judged, rulebook, hand)
        left = judged.base - sum(part.covered for part in known)
        if min(covered, left) > 0:
            known.append(Liability(kind.id, meld.feeder, min(covered, left), kind.span.place))
    return Liabilities(tuple(known), tuple(unknown))


def _names(meld: Meld) -> list[str]:
    from yakulang.tiles import kind_name, kind_of  # noqa: PLC0415

    return sorted({kind_name(kind_of(tile)) for tile in meld.tiles})


def _sealing_meld(kind: LiabilityKind, hand: Hand, view: View) -> Meld | None:
    if kind.when is not None:
        return hand.melds[-1] if hand.melds and holds(kind.when, view) else None
    assert kind.sealed_when is not None  # noqa: S101  a kind has one of the two
    for count, meld in enumerate(hand.melds, 1):
        if holds(kind.sealed_when, View(groups=tuple(map(meld_view, hand.melds[:count])))):
            return meld
    return None


def _covered(kind: LiabilityKind, judged: Judged, rulebook: Rulebook, hand: Hand) -> int:
    """Return the part of the base that the covered yakuman make."""
    if kind.covers is None:
        return judged.base
    multiples = _multiples(judged.yaku, rulebook, closed=hand.is_closed)
    covered = sum(value for name, value in multiples if name in kind.covers)
    total = sum(value for _, value in multiples)
    return judged.base * covered // total


def _multiples(yaku: Sequence[tuple[int, int]], rulebook: Rulebook, *, closed: bool) -> list[tuple[str, int]]:
    found = []
    for index, times in yaku:
        rule = rulebook.yaku[index]
        value = rule.yakuman.of(closed=closed) if rule.yakuman else None
        if value:
            found.append((rule.id, value.value * times))
    return found
