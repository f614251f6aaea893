"""What can be asked of every ruleset with so many players: random hands, draws, results and matches.

A question depends on a ruleset only through the tiles, the seats and the points that it may be about, and is asked of
any other as it stands. The answer is plain data without the places of rules, so that two can be compared; what a
ruleset refuses is answered by the codes that say why.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from yakulang.errors import YakulangError
from yakulang.table.hand_end import HandEnd
from yakulang.table.match import first, seat_at_start
from yakulang.testing.deal import Kit, deal_any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from yakulang.engine.ruleset import Ruleset
    from yakulang.hand import Hand
    from yakulang.rules.model import Rulebook
    from yakulang.table.hand_end import MatchState

LONGEST = 40  # hands of a match that are asked about
_PLACES = {"rule", "rules", "file", "line", "column", "text", "message", "hint", "related"}
_ORDERED = {"groups", "points", "readiness", "players"}  # lists whose order says something


@dataclass(frozen=True, slots=True)
class Question:
    """Something that rulesets are asked: what it is about (`hand`, `draw`, `result`, `match`), which, and how."""

    kind: str
    about: str
    of: Callable[[Ruleset], Any]

    def asked(self, ruleset: Ruleset) -> Any:
        """Return what a ruleset answers, without the places of its rules."""
        return _plain(self._said(ruleset), f"`{ruleset.id}`")

    def rules(self, ruleset: Ruleset) -> frozenset[str]:
        """Return the places of the rules that an answer names."""
        return frozenset(_places(self._said(ruleset)))

    def _said(self, ruleset: Ruleset) -> Any:
        try:
            return self.of(ruleset).as_json()
        except YakulangError as error:
            return {"refused": sorted({problem.code for problem in error.diagnostics})}


def questions(ruleset: Ruleset, seed: int, *, hands: int, draws: int, results: int, matches: int) -> list[Question]:
    """Return random questions about what can happen under a ruleset, so many of each kind; of matches every hand."""
    book, rng = ruleset.rulebook, Random(seed)  # noqa: S311  a sample, no secret
    found = list(_hands(book, rng, hands))
    found += [_draw(book, rng) for _ in range(draws)]
    found += [_result(book, rng) for _ in range(results)] if book.setup is not None else []
    if book.match is not None and book.setup is not None:
        for _ in range(matches):
            found += _match(ruleset, rng)
    return found


def _hands(book: Rulebook, rng: Random, number: int) -> Iterator[Question]:
    kit = Kit.of(book)
    for _ in range(number):
        hand = deal_any(rng, kit)
        yield Question("hand", str(hand), partial(_score, hand))


def _draw(book: Rulebook, rng: Random) -> Question:
    seats = book.seats
    kind = rng.choice(["exhaustive", *(book.draws.kinds if book.draws is not None else ())])
    paid = {rule.id for rule in book.draws.paid()} if book.draws is not None else set()
    tenpai = [seat for seat in seats if rng.random() < 0.5]
    said: dict[str, Any] = {"honba": rng.randint(0, 3)}
    if kind == "exhaustive" or kind in paid:
        said |= {"tenpai": tenpai, "riichi": [seat for seat in tenpai if rng.random() < 0.3]}
        said["deposits"] = len(said["riichi"]) + rng.randint(0, 2)
        said["nagashi"] = [seat for seat in seats if rng.random() < 0.4] or [seats[0]] if kind in paid else []
    elif rng.random() < 0.5:
        said["riichi_discard"] = rng.choice(seats)
    return Question("draw", f"{kind} {said}", lambda rules: rules.draw(None if kind == "exhaustive" else kind, **said))


def _result(book: Rulebook, rng: Random) -> Question:
    assert book.setup is not None  # noqa: S101  the caller looked
    stick, start = book.setup.smallest_stick, book.setup.start.value
    sticks = rng.choice([0, 0, 1, 3])
    step = rng.choice([stick, stick * 50])
    points = [start + step * rng.randint(-60, 60) for _ in range(book.players - 1)]
    if rng.random() < 0.3:
        points[0] = points[1]
    points.append(book.players * start - sticks * book.payments.stick.value - sum(points))
    said: dict[str, Any] = {"deposits": sticks, "last_dealer": rng.choice(book.seats)}
    if rng.random() < 0.3:
        said["chombo"] = {rng.choice(book.seats): 1}
    return Question("result", f"{points} {said}", lambda rules: rules.settle(points, **said))


def _match(ruleset: Ruleset, rng: Random) -> Iterator[Question]:
    """Yield each hand of a match as a question: from where it stood, on to what."""
    state: MatchState | None = first(ruleset.rulebook)
    for _ in range(LONGEST):
        if state is None:
            return
        end = random_end(ruleset.rulebook, rng, state)
        about = f"{state.name} {dict(state.points)} {end.as_json()}"
        yield Question("match", about, partial(_play, state, end))
        state = ruleset.play(state, end).state


def _score(hand: Hand, rules: Ruleset) -> Any:
    return rules.score(hand)


def _play(state: MatchState, end: HandEnd, rules: Ruleset) -> Any:
    return rules.play(state, end)


def random_end(book: Rulebook, rng: Random, state: MatchState) -> HandEnd:
    """Return how a hand may end: points are exchanged at random; riichi as far as points allow it."""
    seats, stick = book.seats, book.payments.stick.value
    unit = book.setup.smallest_stick if book.setup is not None else stick
    riichi = tuple(s for s in seats if rng.random() < 0.2 and state.points[seat_at_start(book, state, s)] >= stick)
    if rng.random() < 0.4:
        tenpai = tuple(seat for seat in seats if rng.random() < 0.5)
        draw = rng.choice(["exhaustive", "exhaustive", *(book.draws.kinds if book.draws is not None else ())])
        changes = dict.fromkeys(seats, 0)
        if draw == "exhaustive" and 0 < len(tenpai) < len(seats):
            changes[tenpai[0]] += stick
            changes[next(seat for seat in seats if seat not in tenpai)] -= stick
        return HandEnd(draw=draw, tenpai=tenpai, riichi=riichi, changes=changes)
    winner, *rest = rng.sample(seats, len(seats))
    points = unit * rng.randint(10, 160)
    if rng.random() < 0.5:
        changes = {winner: points * len(rest), **dict.fromkeys(rest, -points)}
        return HandEnd(winners=(winner,), riichi=riichi, changes=changes, taken_by=winner)
    winners = (winner, rest[1]) if rng.random() < 0.1 else (winner,)
    changes = {**dict.fromkeys(winners, points), rest[0]: -points * len(winners)}
    return HandEnd(winners=winners, discarder=rest[0], riichi=riichi, changes=changes, taken_by=winner)


def _plain(data: Any, name: str) -> Any:
    """Return an answer without places, and without the name of the ruleset in what is noted."""
    if isinstance(data, dict):
        return {
            key: _plain(value, name) if key in _ORDERED else _sorted(_plain(value, name))
            for key, value in data.items()
            if key not in _PLACES
        }
    if isinstance(data, list):
        return [_plain(value, name) for value in data]
    return data.replace(name, "`rules`") if isinstance(data, str) else data


def _sorted(data: Any) -> Any:
    """Return a list in an order of its own: that of the entries of a file is no difference."""
    return sorted(data, key=repr) if isinstance(data, list) else data


def _places(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        for key, value in data.items():
            if key == "rule":
                yield str(value)
            else:
                yield from _places(value)
    elif isinstance(data, list):
        for value in data:
            yield from _places(value)
