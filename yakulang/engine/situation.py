"""The facts of a hand: the words people say turned into facts, and what follows from the tiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from yakulang.engine.declarations import NONE, last_calls
from yakulang.errors import Diagnostic, did_you_mean
from yakulang.lang.vocabulary import FACTS, WIND_WORDS
from yakulang.source import Source, Span
from yakulang.tiles import WINDS, kind_of, wind_kind

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from yakulang.hand import Hand
    from yakulang.lang.typed import Condition
    from yakulang.lang.vocabulary import Fact
    from yakulang.rules.model import Rulebook


@dataclass(frozen=True, slots=True)
class Situation:
    """What is known beside the tiles: flags that are true, numbers, choices, and the winds as kinds."""

    flags: frozenset[str]
    numbers: Mapping[str, int]
    choices: Mapping[str, str]
    seat_wind: int
    round_wind: int


def situation_of(
    hand: Hand, rulebook: Rulebook, holds: Callable[[Condition, Situation], bool]
) -> tuple[Situation, list[Diagnostic]]:
    """Return the situation of a hand whose seat is known, and what is wrong with the words that describe it.

    `holds` answers a condition about facts alone.
    """
    assert hand.seat is not None  # noqa: S101  the caller tries each seat where it is not said
    problems: list[Diagnostic] = []
    given = {hand.method, "closed" if hand.is_closed else "open"}
    numbers = _counted(hand)
    choices = {
        "seat": _wind_word(hand.seat),
        "round": _wind_word(hand.round),
        "last_call": _one(last_calls(hand, frozenset())),
    }
    seat, round_ = wind_kind(hand.seat), wind_kind(hand.round)
    bare = Situation(frozenset(given), numbers, choices, seat, round_)
    flags = set(given)
    for name in sorted(hand.flags):
        rule = rulebook.words.get(name)
        fact = FACTS.get(name) or rulebook.facts.get(name)
        if rule:
            if rule.when and not holds(rule.when, bare):
                problems.append(_word_problem("YK571", "contradictory_flags", name, rule.say, hand))
            flags.update(rule.facts)
        elif fact and fact.type == "flag" and fact.who != "D" and name not in ("tsumo", "ron"):
            flags.add(name)
        else:
            problems.append(_unknown(name, fact, rulebook))
    for name, value in hand.facts.items():
        fact = FACTS.get(name) or rulebook.facts.get(name)
        if fact is None or fact.who == "D" or fact.type == "flag" or name in ("seat", "round", "honba", "deposits"):
            problems.append(_unknown(name, fact, rulebook))
        elif fact.type == "number" and isinstance(value, int):
            numbers[name] = value
        elif fact.type == "choice" and value in fact.values:
            choices[name] = str(value)
        else:
            wanted = " ".join(fact.values) if fact.values else "a whole number"
            message = f"`{name}` is never `{value}`"
            problems.append(Diagnostic("YK572", message, _word(name), hint=f"it is {wanted}", name="unknown_value"))
    calls = last_calls(hand, frozenset(flags))
    said = hand.facts.get("last_call")
    if said in FACTS["last_call"].values and said not in calls:
        message = f"`last_call={said}` does not fit the melds: the last declaration is {' or '.join(sorted(calls))}"
        problems.append(Diagnostic("YK571", message, _word("last_call"), name="contradictory_flags"))
    if said is None:
        choices["last_call"] = _one(calls)
    return Situation(frozenset(flags), numbers, choices, seat, round_), problems


def facts_of(word: str, rulebook: Rulebook) -> tuple[str, ...]:
    """Return the flags that a word sets: those of the ruleset's word, or the fact of that name."""
    rule = rulebook.words.get(word)
    return rule.facts if rule else (word,)


def _wind_word(wind: str) -> str:
    return WIND_WORDS[WINDS.index(wind)]


def _counted(hand: Hand) -> dict[str, int]:
    win = kind_of(hand.win)
    shown = (*hand.indicators, *hand.kan_indicators, *hand.ura_indicators, *hand.kan_ura_indicators)
    return {
        "honba": hand.honba,
        "deposits": hand.deposits,
        "own_copies": sum(kind_of(tile) == win for tile in hand.tiles),
        "shown_copies": sum(kind_of(tile) == win for tile in shown),
    }


def _one(calls: frozenset[str]) -> str:
    """The last declaration where it is known; an older pon that became a kan at some time can leave it open."""
    return next(iter(calls)) if len(calls) == 1 else NONE


def _word(name: str) -> Span:
    source = Source("<situation>", name)
    return Span(source, 0, len(name))


def _word_problem(code: str, error: str, name: str, say: str, hand: Hand) -> Diagnostic:
    return Diagnostic(code, f"`{name}` does not fit this {hand.method}: {say}", _word(name), name=error)


def _unknown(name: str, fact: Fact | None, rulebook: Rulebook) -> Diagnostic:
    if fact and fact.type == "flag" and fact.who != "D" and name not in ("tsumo", "ron"):
        return Diagnostic("YK572", f"`{name}` is a word, it has no value", _word(name), name="unknown_value")
    if fact and fact.type in ("number", "choice") and fact.who != "D":
        hint = {"honba": "--honba", "deposits": "--sticks", "seat": "--seat", "round": "--round"}.get(name)
        hint = f"it is given by {hint}" if hint else f"write {name}=..."
        return Diagnostic("YK572", f"`{name}` needs a value", _word(name), hint=hint, name="unknown_value")
    if fact:
        return Diagnostic("YK570", f"`{name}` follows from the hand; it is not said", _word(name), name="unknown_word")
    known = [f.name for f in (*FACTS.values(), *rulebook.facts.values()) if f.who != "D"]
    near = did_you_mean(name, [*rulebook.words, *known])
    hint = f"did you mean `{near}`?" if near else f"words are {', '.join([*rulebook.words, 'riichi', 'ippatsu'])}"
    message = f"`{name}` is not a word of the ruleset `{rulebook.id}`"
    return Diagnostic("YK570", message, _word(name), hint=hint, name="unknown_word")
