"""What is known of the facts between hands: how a hand ended, where a match stands, a player at the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.lang import typed
from yakulang.lang.facts import BETWEEN_HANDS, WIND_WORDS
from yakulang.lang.vocabulary import SLOTS
from yakulang.rules.draw_model import EXHAUSTIVE
from yakulang.rules.proof.ranges import ANY, EVERY, Range
from yakulang.tiles import WINDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from yakulang.rules.model import Rulebook

BETWEEN = frozenset(name for name, slot in SLOTS.items() if slot.sees & BETWEEN_HANDS)  # slots that see no hand
NO_DRAW = "no draw"  # stands for what a hand that was won has in the place of a draw

Choices = dict[str, frozenset[str]]


def numbers_between(rulebook: Rulebook) -> dict[str, Range]:
    """Return the range of every number that is known between hands."""
    players = rulebook.players
    place, people = Range(1, players), Range(0, players)
    numbers = {"place": place, "dealer_place": place, "afloat": people, "players": Range(players, players)}
    # whoever is in front or behind, and what a player has, may be below 0
    numbers |= dict.fromkeys(("points", "dealer_points", "highest", "lowest", "chips", "tiles_left", "target"), EVERY)
    stick = rulebook.payments.stick.value
    numbers |= {"riichi_stick": Range(stick, stick), "chombo": ANY}
    if rulebook.setup is not None:
        start = rulebook.setup.start.value
        numbers["start_points"] = Range(start, start)
        if rulebook.match is not None and rulebook.match.loans is None:
            numbers["lowest"] = Range(None, start)  # no more than everybody has on the average
    if rulebook.settlement is not None:
        returned = rulebook.settlement.returned.value
        numbers["return_points"] = Range(returned, returned)
    target = rulebook.match.target if rulebook.match is not None else None
    if isinstance(target, typed.Literal):
        numbers["target"] = Range(target.value, target.value)
    elif isinstance(target, typed.NumberFact):
        numbers["target"] = numbers.get(target.name, EVERY)
    return numbers


def drawn_numbers(rulebook: Rulebook) -> dict[str, Range]:
    """Return the range of numbers in a hand that nobody wins."""
    people = Range(0, rulebook.players)
    numbers = {"riichi_players": people, "kan_players": people, "ron_players": Range(0, rulebook.players - 1)}
    copies = Range(0, rulebook.tiles.copies)
    numbers |= {"wait_in_hand": copies, "wait_held": copies}
    draw_from = rulebook.several_winners.draw_from
    if draw_from is not None:
        numbers["draw_from"] = Range(draw_from.value, draw_from.value)
    return numbers


def outcomes(rulebook: Rulebook) -> Iterator[tuple[Mapping[str, bool], Choices]]:
    """Yield how a hand may have ended, each with the flags that follow from it."""
    known = {"always": True, "never": False}
    draws = rulebook.draws
    rounds = _rounds(rulebook)
    paid = frozenset(rule.id for rule in draws.paid()) if draws is not None else frozenset()
    abortive = frozenset(rule.id for rule in draws.abortive()) if draws is not None else frozenset()

    def choices(kinds: frozenset[str]) -> Choices:
        return {"draw": kinds, "played_round": rounds}

    lost = {"dealer_won": False, "dealer_won_first": False}
    yield known | lost | {"drawn": True, "abortive": False}, choices(paid | {NO_DRAW, EXHAUSTIVE})
    if abortive:
        yield known | lost | {"drawn": True, "abortive": True}, choices(abortive)
    won = known | {"drawn": False, "abortive": False, "dealer_tenpai": False}
    yield won | lost, choices(paid | {NO_DRAW})
    yield won | {"dealer_won": True}, choices(paid | {NO_DRAW})


def _rounds(rulebook: Rulebook) -> frozenset[str]:
    match = rulebook.match
    if match is None:
        return frozenset(WIND_WORDS)
    winds = (*match.rounds.winds, *(match.extension.rounds.winds if match.extension is not None else ()))
    return frozenset(WIND_WORDS[WINDS.index(wind)] for wind in winds)
