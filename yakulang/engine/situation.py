"""The facts of a hand: the words people say turned into facts, and what follows from the tiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from yakulang.engine.called import words_by_name
from yakulang.engine.declarations import NONE, last_calls
from yakulang.engine.sayings import saying
from yakulang.errors import Diagnostic, did_you_mean
from yakulang.lang.facts import FACTS, WIND_WORDS
from yakulang.message import message
from yakulang.notation.tile_text import METHOD_NAMES
from yakulang.source import Source, Span
from yakulang.tiles import WINDS, kind_of, wind_kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from yakulang.hand import Hand
    from yakulang.lang.facts import Fact
    from yakulang.lang.typed import Condition
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
            problems.append(_unknown(name, fact, rulebook, hand.facts))
    for name, value in hand.facts.items():
        fact = FACTS.get(name) or rulebook.facts.get(name)
        if fact is None or fact.who == "D" or fact.type == "flag" or name in ("seat", "round", "honba", "deposits"):
            problems.append(_unknown(name, fact, rulebook, hand.facts))
        elif fact.type == "number" and isinstance(value, int):
            numbers[name] = value
        elif fact.type == "choice" and value in fact.values:
            choices[name] = str(value)
        else:
            never = message("`{word}` is never `{value}`", word=name, value=value)
            hint = message("it is a whole number")
            if fact.values:
                hint = message("it is {values}", values=" ".join(fact.values))
            problems.append(Diagnostic("YK572", never, _word(name), hint=hint, name="unknown_value"))
    calls = last_calls(hand, frozenset(flags))
    called = hand.facts.get("last_call")
    if called in FACTS["last_call"].values and called not in calls:
        text = message(
            "`{word}` does not fit the melds: the last declaration is {calls}",
            word=f"last_call={called}",
            calls=" / ".join(sorted(calls)),
        )
        problems.append(Diagnostic("YK571", text, _word("last_call"), name="contradictory_flags"))
    if called is None:
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
    method = METHOD_NAMES[hand.method]
    text = message("`{word}` does not fit this {method}: {sentence}", word=name, method=method, sentence=saying(say))
    return Diagnostic(code, text, _word(name), name=error)


_OPTIONS = {"honba": "--honba", "deposits": "--sticks", "seat": "--seat", "round": "--round"}


def _unknown(name: str, fact: Fact | None, rulebook: Rulebook, known: Mapping[str, int | str]) -> Diagnostic:
    if fact and fact.type == "flag" and fact.who != "D" and name not in ("tsumo", "ron"):
        return _unfit(name, message("`{word}` is a word, it has no value", word=name))
    if fact and fact.type in ("number", "choice") and fact.who != "D":
        option = _OPTIONS.get(name)
        hint = message("it is given by {option}", option=option) if option else message("write {word}=...", word=name)
        return _unfit(name, message("`{word}` needs a value", word=name), hint)
    if fact:
        text = message("`{word}` follows from the hand; it is not said", word=name)
        return Diagnostic("YK570", text, _word(name), name="unknown_word")
    if name.isascii():
        return _no_word(name, rulebook, _nearest_word(name, rulebook))
    return _no_name(name, rulebook, known)


def _unfit(name: str, text: str, hint: str | None = None) -> Diagnostic:
    return Diagnostic("YK572", text, _word(name), hint=hint, name="unknown_value")


def _no_word(name: str, rulebook: Rulebook, hint: str | None) -> Diagnostic:
    text = message("`{word}` is not a word of the ruleset `{rules}`", word=name, rules=rulebook.id)
    hint = hint or message("words are {words}", words=", ".join([*rulebook.words, "riichi", "ippatsu"]))
    return Diagnostic("YK570", text, _word(name), hint=hint, name="unknown_word")


def _nearest_word(name: str, rulebook: Rulebook) -> str | None:
    """Return the hint that names the word that is most like another one."""
    from yakulang.rules.typed_names import folded  # noqa: PLC0415  for a word that is not known

    said = [f.name for f in (*FACTS.values(), *rulebook.facts.values()) if f.who != "D"]
    called = words_by_name(rulebook).get(folded(name), ())
    near = next(iter(called)) if len(called) == 1 else did_you_mean(name, [*rulebook.words, *said])
    return message("did you mean `{word}`?", word=near) if near else None


def _nearest_name(name: str, names: Iterable[str]) -> str | None:
    """Return the hint that names what is most like something said by name; names are short, one sign may differ."""
    for place in range(1, len(name)):
        if name[:place] in names and name[place:] in names:
            return message("write {text}", text=f"{name[:place]},{name[place:]}")
    near = did_you_mean(name, names)
    if near is None:
        alike = [o for o in names if len(o) == len(name) and sum(a != b for a, b in zip(o, name, strict=True)) == 1]
        near = alike[0] if len(alike) == 1 else None
    return message("did you mean `{word}`?", word=near) if near else None


def _no_name(name: str, rulebook: Rulebook, known: Mapping[str, int | str]) -> Diagnostic:
    """Return what is wrong with something that is not written as words are and names no single one."""
    from yakulang.rules.typed_names import folded  # noqa: PLC0415

    names = words_by_name(rulebook)
    words = sorted(names.get(folded(name), ()))
    if not words:
        return _no_word(name, rulebook, _nearest_name(name, names))
    if len(words) == 1:
        return _unfit(
            name,
            message(
                "`{name}` is `{word}`, which is said to be {value}", name=name, word=words[0], value=known[words[0]]
            ),
        )
    hint = message("write one of {words}", words=", ".join(words))
    text = message("`{name}` is a name of several words", name=name)
    return Diagnostic("YK570", text, _word(name), hint=hint, name="unknown_word")
