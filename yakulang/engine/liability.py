"""Who is liable for a yakuman: the feeder of the declaration that sealed it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from yakulang.engine.payment import Liability
from yakulang.engine.views import meld_view
from yakulang.hand import Hand, Meld
from yakulang.lang.evaluator import holds
from yakulang.lang.view import View
from yakulang.message import Name, message
from yakulang.notation import meld_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulang.engine.judge import Judged
    from yakulang.lang.view import GroupView
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
        sealing = _sealing_melds(kind, hand, view)
        givers = {meld for meld in sealing if meld is not None and _has_giver(meld)}
        if givers and len(set(sealing)) > 1:
            added = " ".join(meld_text(meld) for meld in hand.melds if meld.type == "added_kan")
            unknown.append(
                message(
                    "{liability}: when {meld} became a kan is not said, so who is liable is not known",
                    liability=Name(kind.id, kind.names),
                    meld=added,
                )
            )
            continue
        if not givers:
            continue
        (meld,) = givers
        if meld.feeder is None:
            unknown.append(
                message(
                    "{liability}: who fed {meld} is not said, so who is liable is not known",
                    liability=Name(kind.id, kind.names),
                    meld=meld_text(meld),
                )
            )
            continue
        covered = _covered(kind, judged, rulebook, hand)
        left = judged.base - sum(part.covered for part in known)
        if min(covered, left) > 0:
            known.append(Liability(kind.id, meld.feeder, min(covered, left), kind.span.place))
    return Liabilities(tuple(known), tuple(unknown))


def _has_giver(meld: Meld) -> bool:
    """Whether the declaration took a tile from another player; a tile added to a pon is the own one."""
    return meld.type not in ("closed_kan", "added_kan")


def _sealing_melds(kind: LiabilityKind, hand: Hand, view: View) -> tuple[Meld | None, ...]:
    """Return the meld that sealed, for each order in which it can have happened.

    The melds stand in the order they were called, but a pon may have become a kan at once or at any time later: the
    two ends of that are tried.
    """
    if kind.when is not None:
        return (hand.melds[-1] if hand.melds and holds(kind.when, view) else None,)
    early = _sealed_by(kind, hand.melds, [meld_view(meld) for meld in hand.melds])
    if all(meld.type != "added_kan" for meld in hand.melds):
        return (early,)
    added = next(meld for meld in hand.melds if meld.type == "added_kan")
    called = [meld_view(as_called(meld)) for meld in hand.melds]
    late = _sealed_by(kind, (*hand.melds, added), called, at_last=[meld_view(meld) for meld in hand.melds])
    return (early, late)


def _sealed_by(
    kind: LiabilityKind,
    melds: Sequence[Meld],
    views: Sequence[GroupView],
    at_last: Sequence[GroupView] | None = None,
) -> Meld | None:
    """Return the first of the declarations that makes the condition true; `at_last` is how all stand in the end."""
    assert kind.sealed_when is not None  # noqa: S101  a kind has `when` or this
    for count, meld in enumerate(melds, 1):
        standing = views[:count] if count <= len(views) or at_last is None else at_last
        if holds(kind.sealed_when, View(groups=tuple(standing))):
            return meld
    return None


def as_called(meld: Meld) -> Meld:
    """Return a meld as it was when it was called: an added kan was a pon."""
    if meld.type != "added_kan":
        return meld
    tiles = list(meld.tiles)
    tiles.remove(meld.added if meld.added in tiles else tiles[-1])
    return Meld("pon", tuple(tiles), meld.called, meld.feeder)


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
