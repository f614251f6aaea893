"""The hand of a winner on a score sheet, with what the match knows of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from yakulang.engine.called import in_words
from yakulang.engine.situation import facts_of
from yakulang.errors import HandError
from yakulang.hand import Hand
from yakulang.message import message
from yakulang.table.match_step import MatchError

if TYPE_CHECKING:
    from yakulang.engine.match_entries import Worth
    from yakulang.engine.match_told import Told
    from yakulang.hand import Wind

# what the match says of a hand: how text and record call it
_KNOWN = {"round": ("round",), "honba": ("honba",), "deposits": ("sticks", "deposits")}


def winning_hand(told: Told, seat: Wind, worth: Worth, source: Wind | None, sticks: int) -> Hand:
    """Return a winner's hand with what the match knows of it."""
    said = worth.hand
    try:
        hand = Hand.parse(said) if isinstance(said, str) else Hand.from_record(cast("Mapping[str, Any]", said))
    except HandError as error:
        raise MatchError([replace(p, span=told.within(p.span)) for p in error.diagnostics]) from None
    state = told.state
    known: dict[str, Any] = {"round": state.wind, "honba": state.honba, "deposits": sticks}
    for name, words in _KNOWN.items():
        stated = any(re.search(rf"\b{w}=", said) if isinstance(said, str) else w in (said or {}) for w in words)
        if stated and getattr(hand, name) != known[name] and not (name == "deposits" and not sticks):
            text = message(
                "the hand says {word} {said}, and the match {known}",
                word=words[0], said=getattr(hand, name), known=known[name],
            )  # fmt: skip
            raise told.refuse(text, hint=message("leave it out"))
    if hand.seat not in (None, seat) or hand.discarder not in (None, source):
        text = message("the hand names other seats than the entry: {text}", text=str(hand.seat or hand.discarder))
        raise told.refuse(text, hint=message("leave it out"))
    if source is not None and hand.method == "tsumo":
        raise told.refuse(
            message("the hand is a self-draw; nobody discarded"), hint=message("leave {text} out", text="`from`")
        )
    if source is None and hand.method == "ron" and sticks:
        raise told.refuse(message("the hand is a ron; who discarded is not said"), hint="from: S")
    facts = dict(hand.facts)
    if seat == told.ruleset.rulebook.seats[0]:
        counts = {"dealer_wins": state.dealer_wins, "dealer_hands": state.dealer_hands}
        facts = {**{name: number for name, number in counts.items() if number}, **facts}
    liable: Any = worth.liable
    if isinstance(liable, Mapping):
        liable = {kind: told.wind(who) for kind, who in liable.items()}
    elif liable is not None:
        liable = told.wind(liable)
    return replace(
        hand, seat=seat, discarder=source, facts=facts, liable=hand.liable if liable is None else liable,
        round=cast("Wind", state.wind), honba=state.honba, deposits=sticks,
    )  # fmt: skip


def declared(told: Told, hand: Hand) -> bool:
    """Return whether a hand says that riichi was declared."""
    rulebook = told.ruleset.rulebook
    return any("riichi" in facts_of(word, rulebook) for word in in_words(hand, rulebook).flags)
