"""Which part of a win a liable player answers for. No part is answered for twice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from yakulang.engine.payment import Liability

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from yakulang.rules.model import LiabilityKind, Rulebook


@dataclass(frozen=True, slots=True)
class Claim:
    """A player who is liable, and for how many yakuman; None for the whole hand."""

    kind: LiabilityKind
    seat: str
    yakuman: int | None


def claims_of(rulebook: Rulebook, answer: Mapping[str, str | None], multiples: Mapping[str, int]) -> list[Claim]:
    """Return what the liable players answer for.

    Args:
        rulebook: says what each liability covers and how yakuman add up.
        answer: who is liable, by id of the liability.
        multiples: the yakuman of the hand, by id of the yaku.
    """
    kinds = rulebook.liability.kinds if rulebook.liability else ()
    found: list[Claim] = []
    left = dict(multiples)  # of yaku that two kinds cover, the first answers for
    for kind in kinds:
        seat = answer.get(kind.id)
        if seat is None:
            continue
        if kind.covers is None:
            found.append(Claim(kind, seat, None))
            continue
        own = [left.pop(yaku) for yaku in kind.covers if yaku in left]
        found.append(Claim(kind, seat, counted(rulebook, own, max(multiples.values(), default=0))))
    return found


def counted(rulebook: Rulebook, own: Sequence[int], highest: int) -> int:
    """Return how many of the yakuman that are paid some yakuman make.

    Where yakuman do not add up, the highest is paid: a lower one makes none of it.
    """
    if rulebook.stacking.yakuman == "add":
        return sum(own)
    return highest if highest in own else 0


def share_out(claims: Sequence[Claim], base: int, yakuman: int) -> tuple[Liability, ...]:
    """Return the parts of the base that the claims come to.

    Those that are for some yakuman come first; who is liable for the whole hand answers for what they leave.

    Args:
        claims: in the order of the rule file.
        base: in points, the limits applied.
        yakuman: how many yakuman make the base; 0 for a hand without.
    """
    left = base
    covered: dict[str, int] = {}
    for claim in sorted(claims, key=lambda claim: claim.yakuman is None):
        part = left
        if claim.yakuman is not None:
            part = min(left, base * min(claim.yakuman, yakuman) // yakuman) if yakuman else 0
        covered[claim.kind.id] = part
        left -= part
    parts = [Liability(claim.kind.id, claim.seat, covered[claim.kind.id], claim.kind.span.place) for claim in claims]
    return tuple(part for part in parts if part.covered > 0)
