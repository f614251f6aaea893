"""Broken rule files and hands by the thousand: `python -m yakulang.testing.fuzz --seed 1 --count 100000`.

Bundled rule files and the hands of their examples are changed at random: pieces dropped, doubled, exchanged, put into
each other, characters replaced. Whatever comes of it must be read and judged, or refused by a diagnostic that can be
printed; nothing else may ever come out. Each input depends on the seed and its number only, so that one that fails can
be tried again: `--first NUMBER --count 1`.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
import traceback
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

from yakulang.engine.load import load_ruleset, ruleset_from_text
from yakulang.errors import YakulangError, render
from yakulang.hand import Hand
from yakulang.rules.bundle import bundled_files

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from yakulang.engine.ruleset import Ruleset
    from yakulang.errors import Diagnostic

RULES, HANDS, RECORDS = "rules", "hands", "records"
FEW = 4  # entries of a large section that a small rule file keeps
SLOW = 10.0  # seconds that no input may take
ODD = "\0\t\n\u202e\u200b\u3000，：（）“東平🀄½é\\\"'`#&*!|>%@,:;{}[]()<>=+-^~?/.0123456789abckmnpsz"
WORDS = tuple(
    """
    and or not any no all are is contain exactly at least most count( sum( held( awarded( ( ) == >= tiles groups kinds
    suits sequences triplets quads pairs melds concealed closed winning red with na n+1a nb kc 19mps 123a 0m 5z none
    true yes null ~ 1e999 0x10 99999999999999999999 -1 when: han: yaku: change: disable: extends: &a *a !!x <<: ---
    """.split()  # noqa: SIM905
)
HAND_WORDS = tuple(
    """
    + * c( p( k( d( a( n( ) < ' '' r 0 123m 555z 9s 東 seat=S seat= from=E dora=3p ura= kandora=none honba=1
    sticks=9999 liable=W liable=a:none, "liable": with=riichi,ippatsu with= = , <E null [] {} true 1e5 "win": "melds":
    """.split()  # noqa: SIM905
)
TOKEN = re.compile(r"[A-Za-z0-9_.]+|\s+|.", re.DOTALL)


@dataclass(slots=True)
class Tally:
    """What came of the inputs: how many were read, how many refused, those that failed, the slowest."""

    read: int = 0
    refused: int = 0
    failed: list[str] = field(default_factory=list)
    slowest: float = 0.0
    slowest_at: str = ""

    def __str__(self) -> str:
        total = self.read + self.refused + len(self.failed)
        slow = f"the slowest took {self.slowest:.2f} s ({self.slowest_at})"
        return f"{total:,} inputs: {self.read:,} read, {self.refused:,} refused, {len(self.failed):,} failed; {slow}"


# --- changing a text ----------------------------------------------------------------------------------------


def mutated(rng: Random, text: str, others: Sequence[str], words: Sequence[str]) -> str:
    """Return a text with one to four random changes; pieces of `others` and some of the `words` may get into it."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 4))):
        text = rng.choice(_CHANGES)(rng, text, others, words)
    return text


def _span(rng: Random, text: str, most: int = 40) -> tuple[int, int]:
    start = rng.randint(0, len(text))
    return start, min(len(text), start + rng.randint(0, most))


def _drop(rng: Random, text: str, _others: Sequence[str], _words: Sequence[str]) -> str:
    start, end = _span(rng, text)
    return text[:start] + text[end:]


def _double(rng: Random, text: str, _others: Sequence[str], _words: Sequence[str]) -> str:
    start, end = _span(rng, text)
    return text[:end] + text[start:end] * rng.choice((1, 1, 2, 30)) + text[end:]


def _replace(rng: Random, text: str, _others: Sequence[str], _words: Sequence[str]) -> str:
    start = rng.randint(0, len(text))
    return text[:start] + rng.choice(ODD) + text[start + rng.randint(0, 1) :]


def _insert(rng: Random, text: str, _others: Sequence[str], words: Sequence[str]) -> str:
    start = rng.randint(0, len(text))
    return f"{text[:start]}{rng.choice(('', ' '))}{rng.choice(words)}{rng.choice(('', ' '))}{text[start:]}"


def _exchange(rng: Random, text: str, _others: Sequence[str], words: Sequence[str]) -> str:
    tokens = TOKEN.findall(text)
    if len(tokens) < 2:
        return text + rng.choice(words)
    one, other = rng.randrange(len(tokens)), rng.randrange(len(tokens))
    tokens[one], tokens[other] = tokens[other], tokens[one]
    return "".join(tokens)


def _substitute(rng: Random, text: str, _others: Sequence[str], words: Sequence[str]) -> str:
    tokens = TOKEN.findall(text) or [""]
    tokens[rng.randrange(len(tokens))] = rng.choice(words)
    return "".join(tokens)


def _splice(rng: Random, text: str, others: Sequence[str], _words: Sequence[str]) -> str:
    other = rng.choice(others)
    start, end = _span(rng, other, 200)
    place = rng.randint(0, len(text))
    return text[:place] + other[start:end] + text[place:]


def _cut(rng: Random, text: str, _others: Sequence[str], _words: Sequence[str]) -> str:
    return text[: rng.randint(0, len(text))]


def _lines(rng: Random, text: str, _others: Sequence[str], _words: Sequence[str]) -> str:
    lines = text.split("\n")
    line = lines.pop(rng.randrange(len(lines)))
    lines.insert(rng.randint(0, len(lines)), rng.choice((line, f"  {line}", line.strip(), f"{line}\n{line}")))
    return "\n".join(lines)


_CHANGES: tuple[Callable[[Random, str, Sequence[str], Sequence[str]], str], ...] = (
    _drop, _double, _replace, _insert, _exchange, _substitute, _substitute, _splice, _lines, _cut,
)  # fmt: skip


# --- what is changed ----------------------------------------------------------------------------------------


@cache
def rule_texts() -> tuple[str, ...]:
    """The bundled rule files."""
    return tuple(path.read_text("utf-8") for path in bundled_files().values())


@cache
def hand_texts() -> tuple[str, ...]:
    """The hands of all examples, each with its words."""
    found = re.findall(r"\{win: ([^,}\n]+)(?:, with: \[([^]\n{]*)\])?", "\n".join(rule_texts()))
    said = [f"{win} seat=S{f' with={words}' if words else ''}".replace(", ", ",") for win, words in found]
    return tuple(f"{text} dora=3p,4p honba=1 sticks=2" if number % 7 == 0 else text for number, text in enumerate(said))


@cache
def record_texts() -> tuple[str, ...]:
    """The same hands as JSON records."""
    records = []
    for text in hand_texts():
        try:
            records.append(json.dumps(Hand.parse(text).to_record()))
        except YakulangError:
            continue  # an example with facts that are tiles
    return tuple(records)


def small(rng: Random, text: str) -> str:
    """Return a rule file with a few entries of its largest section, without examples and mentions of other entries."""
    lines = [line for line in text.split("\n") if not re.match(r" +(replaces|excludes|examples|- )|#", line)]
    sections = re.split(r"^(?=\S)", "\n".join(lines), flags=re.MULTILINE)
    kept = []
    for section in sections:
        head, *entries = re.split(r"^(?=  \S)", section, flags=re.MULTILINE)
        if head.startswith(("pao:", "sources:")):
            continue
        if head.startswith("yaku:"):
            by_id = {entry.split(":")[0].strip(): entry for entry in entries}
            chosen = rng.sample(list(by_id), min(FEW, len(by_id)))
            asked = re.findall(r"(?:held|awarded)\((\w+)\)", "".join([text.replace(section, ""), *chosen]))
            asked += re.findall(r"held\((\w+)\)", "".join(by_id[name] for name in chosen))
            entries = [entry for name, entry in by_id.items() if name in {*chosen, *asked}]
        kept.append(head + "".join(entries))
    return "".join(kept)


def broken_record(rng: Random, record: dict[str, Any]) -> dict[str, Any]:
    """Return a record with one to three values changed, taken out or put in another place."""
    for _ in range(rng.choice((1, 1, 2, 3))):
        holder: Any = record
        while isinstance(holder, (dict, list)) and holder and rng.random() < 0.5:
            inner = rng.choice(list(holder.values()) if isinstance(holder, dict) else holder)
            if not isinstance(inner, (dict, list)) or not inner:
                break
            holder = inner
        if not holder:
            continue
        key = rng.choice(list(holder)) if isinstance(holder, dict) else rng.randrange(len(holder))
        value = holder[key]
        change = rng.randrange(5)
        if change == 0:
            del holder[key]
        elif change == 1 or not isinstance(value, str):
            holder[key] = rng.choice((None, True, -1, 10**30, 1.5, "", "5m", [], {}, [value], {"tiles": value}, value))
        elif change == 2 and isinstance(holder, dict):
            holder[rng.choice(("win", "closed", "seat", "dora", "facts", "nuki", "x"))] = value
        else:
            holder[key] = mutated(rng, value, hand_texts(), HAND_WORDS)
    return record


# --- trying -------------------------------------------------------------------------------------------------


@cache
def _judge() -> Ruleset:
    return load_ruleset("riichi")


@cache
def _probes() -> tuple[Hand, ...]:
    return tuple(Hand.parse(text) for text in hand_texts()[:3])


def _judged(ruleset: Ruleset, hand: Hand) -> None:
    ruling = ruleset.score(hand)
    json.dumps(ruling.as_json())
    _printed(ruling.errors)


def _printed(diagnostics: Sequence[Diagnostic]) -> None:
    for diagnostic in diagnostics:
        text = render(diagnostic)
        json.dumps(diagnostic.as_json())
        for span in [diagnostic.span, *(label.span for label in diagnostic.labels)]:
            if span and not 0 <= span.start <= span.end <= len(span.source.text) + 1:
                raise AssertionError(f"a place outside the text: {text}")
        if not diagnostic.message or "Traceback" in text:
            raise AssertionError(f"an answer that says nothing: {text}")


def _try_rules(text: str) -> None:
    ruleset = ruleset_from_text(text, "broken.yaml")
    for hand in _probes():
        _judged(ruleset, hand)


def _try_hand(text: str) -> None:
    hand = Hand.parse(text)
    if Hand.parse(str(hand)) != hand or Hand.from_record(hand.to_record()) != hand:
        raise AssertionError("a hand that is not read as it is printed")
    _judged(_judge(), hand)


def _try_record(text: str) -> None:
    _judged(_judge(), Hand.from_record(json.loads(text)))


def _input(kind: str, rng: Random) -> tuple[str, Callable[[str], None]]:
    """Return a random input and what is tried with it."""
    if kind == RULES:
        text = rng.choice(rule_texts())
        if "extends:" not in text:
            text = small(rng, text)
        return mutated(rng, text, rule_texts(), WORDS), _try_rules
    if kind == RECORDS:
        return json.dumps(broken_record(rng, json.loads(rng.choice(record_texts())))), _try_record
    return mutated(rng, rng.choice(hand_texts()), hand_texts(), HAND_WORDS), _try_hand


def fuzz(seed: int, count: int, kinds: Sequence[str] = (RULES, HANDS, RECORDS), first: int = 0) -> Tally:
    """Try broken inputs.

    Args:
        seed: what they depend on, with their number.
        count: how many.
        kinds: which: `rules`, `hands`, `records`; they take turns.
        first: the number of the first.
    """
    tally = Tally()
    for number in range(first, first + count):
        kind = kinds[number % len(kinds)]
        text, attempt = _input(kind, Random(f"{seed}:{number}"))  # noqa: S311  repeatable, not secret
        began = time.perf_counter()
        try:
            attempt(text)
            tally.read += 1
        except YakulangError as error:
            tally.refused += 1
            try:
                _printed(error.diagnostics)
                if not error.diagnostics:
                    raise AssertionError("refused without a word")  # noqa: TRY301
            except Exception:  # whatever it is, it is what is looked for
                tally.failed.append(f"{kind} {number}: {traceback.format_exc()}\n{text!r}")
        except Exception:
            tally.failed.append(f"{kind} {number}: {traceback.format_exc()}\n{text!r}")
        took = time.perf_counter() - began
        if took > tally.slowest:
            tally.slowest, tally.slowest_at = took, f"{kind} {number}"
        if took > SLOW:
            tally.failed.append(f"{kind} {number}: {took:.1f} s\n{text!r}")
    return tally


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; the status is 1 where something failed."""
    parser = argparse.ArgumentParser(prog="python -m yakulang.testing.fuzz", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=1024)
    parser.add_argument("--first", type=int, default=0, help="the number of the first input")
    parser.add_argument("--rules", action="store_true", help="rule files only")
    parser.add_argument("--hands", action="store_true", help="hands and records only")
    options = parser.parse_args(arguments)
    kinds = (RULES,) if options.rules else (HANDS, RECORDS) if options.hands else (RULES, HANDS, RECORDS)
    tally = fuzz(options.seed, options.count, kinds, options.first)
    for failure in tally.failed[:20]:
        sys.stderr.write(f"{failure}\n\n")
    sys.stdout.write(f"seed {options.seed}: {tally}\n")
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
