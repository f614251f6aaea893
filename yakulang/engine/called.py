"""Words of the situation said by name: 立直 is `riichi`, 海底撈月 the word of the rule file that has this name."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from yakulang.lang.facts import FACTS
from yakulang.message import read_data

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from yakulang.hand import Hand
    from yakulang.rules.model import Rulebook


def in_words(hand: Hand, rulebook: Rulebook) -> Hand:
    """Return a hand with the words of a ruleset in place of the names by which they were said.

    A name that belongs to no word or to several stays, and so does one of a number that is said otherwise as well:
    the ruling refuses them.
    """
    if all(map(str.isascii, (*hand.flags, *hand.facts))):
        return hand
    names = words_by_name(rulebook)
    flags = frozenset(_meant(word, names) for word in hand.flags)
    facts: dict[str, int | str] = {name: value for name, value in hand.facts.items() if name.isascii()}
    for name, value in hand.facts.items():
        if not name.isascii():
            known = _meant(name, names)
            facts[known if facts.get(known, value) == value else name] = value
    return replace(hand, flags=flags, facts=facts)


def _meant(said: str, names: Mapping[str, set[str]]) -> str:
    from yakulang.rules.typed_names import folded  # noqa: PLC0415  words are mostly said as they are

    words = names.get(folded(said), set())
    return next(iter(words)) if len(words) == 1 and not said.isascii() else said


def words_by_name(rulebook: Rulebook) -> Mapping[str, set[str]]:
    """Return the words of a ruleset and of the vocabulary by the names they have in any language, folded."""
    from yakulang.rules.typed_names import folded  # noqa: PLC0415

    found: dict[str, set[str]] = {}
    for word, names in _names(rulebook):
        for name in names:
            found.setdefault(folded(name), set()).add(word)
    return found


def _names(rulebook: Rulebook) -> Iterator[tuple[str, Iterable[str]]]:
    facts = [fact.name for fact in (*FACTS.values(), *rulebook.facts.values()) if fact.who != "D"]
    known = {*facts, *rulebook.words}
    called = read_data("vocabulary.yaml")["facts"]
    for fact in facts:
        yield fact, (name for said in called.get(fact, {}).get("name", {}).values() for name in listed(said))
    for word, rule in rulebook.words.items():
        yield word, (*rule.names.values(), *rule.aliases)
    for yaku in rulebook.yaku:
        if yaku.id in known:
            yield yaku.id, (*yaku.names.values(), *yaku.aliases)


def listed(said: str | list[str]) -> list[str]:
    """Return the names in an entry: one, or several with the usual one first."""
    return [said] if isinstance(said, str) else said
