"""Payments at a draw that can't be made, and winners who make a draw that the table has not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.lang.unsure import asked_in
from yakulang.message import message
from yakulang.rules.draw_model import shareable
from yakulang.rules.lint.subject import warn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yakulang.rules.lint.subject import Finding, Subject

_RON = frozenset({"ron_players", "draw_from"})


def unpayable(subject: Subject) -> Iterator[Finding]:
    """YK428: what those who are not ready pay can't be shared with some number ready, or is not said for it."""
    book = subject.rulebook
    noten = book.draws.noten if book.draws is not None else None
    if noten is None:
        return
    stick = book.setup.smallest_stick if book.setup is not None else 1
    for ready in range(1, book.players):
        paying = book.players - ready
        paid = noten.paid(ready, paying)
        if paid is None:
            text = message("what is paid with {ready} ready is not said", ready=ready)
            yield warn("draws.exhaustive", "YK428", text, noten.span)
            continue
        whole, valued = paid
        if not shareable(whole, ready, paying, stick):
            text = message(
                "{points} points can't be shared by {paying} who pay and {ready} who are paid, in sticks of {stick}",
                points=whole,
                paying=paying,
                ready=ready,
                stick=stick,
            )
            yield warn("draws.exhaustive", "YK428", text, valued.span)
            if noten.pool is not None:
                return


def no_draw(subject: Subject) -> Iterator[Finding]:
    """YK429: from some number of winners on the hand is a draw, and no draw is about them."""
    book = subject.rulebook
    draw_from = book.several_winners.draw_from
    if draw_from is None or book.draws is None:
        return
    if not any(_RON & asked_in(rule.when) for rule in book.draws.abortive()):
        text = message(
            "from {n} winners on the hand is a draw, and no draw under `draws` is about them", n=draw_from.value
        )
        hint = "change: {several_winners.draw_from: none}"
        yield warn("several_winners", "YK429", text, draw_from.span, hint=hint)
