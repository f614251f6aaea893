"""What those who are not ready pay those who are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic
from yakulang.message import message
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
    if noten.pool is not None:
        valued = noten.pool
        whole = valued.value
    elif len(ready) in noten.each_pays:
        valued = noten.each_pays[len(ready)]
        whole = valued.value * len(paying)
    else:
        text = message("what is paid with {n} ready is not said", n=len(ready))
        raise DrawError([Diagnostic("YK841", text, noten.span)])
    smallest = rules.setup.smallest_stick if rules.setup is not None else 1
    if whole % (len(paying) * smallest) or whole % (len(ready) * smallest):
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
