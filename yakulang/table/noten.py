"""What those who are not ready pay those who are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic
from yakulang.message import message
from yakulang.rules.draw_model import shareable
from yakulang.table.draws import DrawError

if TYPE_CHECKING:
    from collections.abc import Collection

    from yakulang.rules.draw_model import NotenRules
    from yakulang.rules.model import Rulebook


def noten_payments(rules: Rulebook, noten: NotenRules, ready: Collection[str]) -> list[tuple[str, int, str]]:
    """Return what each player gains or loses, with the place of the rule; nothing where all or none are ready.

    Raises:
        DrawError: the points don't divide, or the rules don't say what is paid with so many ready.
    """
    paying = [seat for seat in rules.seats if seat not in ready]
    if not ready or not paying:
        return []
    paid = noten.paid(len(ready), len(paying))
    if paid is None:
        text = message("what is paid with {n} ready is not said", n=len(ready))
        raise DrawError([Diagnostic("YK841", text, noten.span)])
    whole, valued = paid
    smallest = rules.setup.smallest_stick if rules.setup is not None else 1
    if not shareable(whole, len(ready), len(paying), smallest):
        text = message(
            "{points} points can't be shared by {paying} who pay and {ready} who are paid, in sticks of {stick}",
            points=whole,
            paying=len(paying),
            ready=len(ready),
            stick=smallest,
        )
        raise DrawError([Diagnostic("YK841", text, valued.span)])
    place = valued.span.place
    return [(seat, whole // len(ready) if seat in ready else -(whole // len(paying)), place) for seat in rules.seats]
