"""Random complete hands of a ruleset, always the same ones, and what is decided of each: evidence against a proof.

Made from the shapes and the set of tiles that the ruleset has; what its own statements call impossible is left out.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from yakulang.engine.judge import Judge
from yakulang.engine.possible import impossibilities
from yakulang.engine.readings import readings
from yakulang.engine.situation import situation_of
from yakulang.engine.tiles_left import TilesLeft, kinds_of_suits
from yakulang.engine.views import reading_view
from yakulang.hand import Hand, Meld
from yakulang.lang.evaluator import holds
from yakulang.lang.vocabulary import FACTS
from yakulang.tiles import KINDS, make_tile, tile_order

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yakulang.engine.conditions import Conditions
    from yakulang.hand import MeldType, Wind
    from yakulang.lang.typed import Condition
    from yakulang.lang.view import View
    from yakulang.rules.model import Rulebook, ShapeRule
    from yakulang.tiles import Tile

HANDS = 1 << 8  # that are drawn; some can't be, and are left out
SEED = 2026
COUNTED = ("dora", "fu", "floor")  # slots that are asked only of hands whose han and fu count


class Sample:
    """The sample of one ruleset. `code` answers its conditions."""

    def __init__(self, rulebook: Rulebook, code: Conditions) -> None:
        self.rulebook = rulebook
        self.code = code
        self._views: list[tuple[Hand, View]] | None = None

    def seen(self, condition: Condition, slot: str, *, value: bool) -> Hand | None:
        """Return a hand of which a condition is true, or with `value` False is not; or None.

        Only hands of which conditions of the slot are asked are looked at: a yakuman may have no fu.
        """
        return next((hand for hand, view in self._asked(slot) if holds(condition, view) is value), None)

    def both(self, one: Condition, other: Condition, slot: str) -> Hand | None:
        """Return a hand of which two conditions are true in one reading, or None."""
        return next((hand for hand, view in self._asked(slot) if holds(one, view) and holds(other, view)), None)

    def _asked(self, slot: str) -> Iterator[tuple[Hand, View]]:
        counted_only = slot in COUNTED and self.rulebook.stacking.han_beside_yakuman == "ignored"
        return ((h, view) for h, view in self.views() if not counted_only or not view.numbers["yakuman"])

    def views(self) -> list[tuple[Hand, View]]:
        """Return the hands, each in every reading that wins, with all that is decided of it."""
        if self._views is None:
            rng = Random(SEED)  # noqa: S311  a sample, no secret
            self._views = [found for hand in _hands(self.rulebook, rng) for found in self._judged(hand)]
        return self._views

    def _judged(self, hand: Hand) -> Iterator[tuple[Hand, View]]:
        rules, code = self.rulebook, self.code
        situation, problems = situation_of(hand, rules, code.said)
        if problems or impossibilities(hand, rules):
            return
        table = code.table(hand, situation)
        if code.impossible(table):
            return
        judge = Judge(rules, code)
        for reading in readings(hand, rules, any_win=code.any_win(table), loose_holds=code.loose(table)):
            case = code.reading(table, reading)
            judged = judge.judge(hand, case, reading)
            if judged is None or code.forbidden(case, judged.held) >= 0:
                continue
            view = reading_view(hand, situation, reading, rules)
            base = code.base(judged.han, judged.fu.total) if judged.counted else 0
            numbers = {"han": judged.han, "fu": judged.fu.total, "base": base, "subtotal": judged.fu.raw}
            yield (
                hand,
                view.with_(
                    held=frozenset(rule.id for i, rule in enumerate(rules.yaku) if judged.held >> i & 1),
                    awarded=frozenset(rules.yaku[i].id for i, _ in judged.yaku),
                    numbers={**view.numbers, **numbers, "yakuman": judged.yakuman},
                ),
            )


class _Wall(TilesLeft):
    """The tiles not yet used."""

    def __init__(self, rulebook: Rulebook, rng: Random, suits: list[int]) -> None:
        self.rng = rng
        tiles = rulebook.tiles
        self.left = [0 if kind in tiles.removed else tiles.copies for kind in range(KINDS)]
        self.marked = {mark: dict(numbers) for mark, numbers in tiles.marked.items()}
        self.kinds = kinds_of_suits(suits)

    def take(self, kind: int) -> Tile:
        place = self.rng.random() * self.left[kind]
        self.left[kind] -= 1
        for mark, numbers in self.marked.items():
            if place < numbers.get(kind, 0):
                numbers[kind] -= 1
                return make_tile(kind, mark)
            place -= numbers.get(kind, 0)
        return make_tile(kind)


def _hands(rulebook: Rulebook, rng: Random) -> Iterator[Hand]:
    grouped = [shape for shape in rulebook.shapes if shape.groups]
    others = [shape for shape in rulebook.shapes if not shape.groups and shape.loose is None]
    for _ in range(HANDS):
        among = others if others and (not grouped or rng.random() < 0.12) else grouped
        if among:
            suits = rng.sample(range(4), rng.choice([1, 2, 2, 3, 4, 4]))
            hand = _hand(rng.choice(among), rulebook, rng, _Wall(rulebook, rng, suits))
            if hand is not None:
                yield hand


def _hand(shape: ShapeRule, rulebook: Rulebook, rng: Random, wall: _Wall) -> Hand | None:
    closed: list[Tile] = []
    melds: list[Meld] = []
    everywhere = list(range(KINDS))
    if shape.one_of_each:
        again = [rng.choice(shape.one_of_each) for _ in range(shape.repeat)]
        closed = [wall.take(kind) for kind in (*shape.one_of_each, *again) if wall.left[kind]]
    else:
        calls, triplets = rng.choice([0.0, 0.0, 0.3, 0.7]), rng.choice([0.2, 0.5, 0.95])
        for _ in range(shape.groups):
            tiles = wall.alike(4 if rng.random() < 0.2 else 3, wall.kinds) if rng.random() < triplets else None
            tiles = tiles or wall.in_a_row() or wall.alike(3, everywhere)
            if tiles is None:
                return None
            _place(tiles, closed, melds, rng, calls)
        for _ in range(shape.pairs):
            closed += wall.alike(2, wall.kinds) or wall.alike(2, everywhere) or ()
    if not closed:
        return None
    win = closed.pop(rng.randrange(len(closed)))
    return _situated(tuple(sorted(closed, key=tile_order)), win, tuple(melds), rulebook, rng)


def _place(tiles: list[Tile], closed: list[Tile], melds: list[Meld], rng: Random, calls: float) -> None:
    ordered = tuple(sorted(tiles, key=tile_order))
    kind: MeldType = "pon"
    if len(tiles) == 4:
        kans: list[MeldType] = ["open_kan", "added_kan"] if calls else ["closed_kan"]
        kind = rng.choice([*kans, "closed_kan"])
    elif rng.random() >= calls:
        closed += tiles
        return
    elif tiles[0] & 63 != tiles[1] & 63:
        kind = "chii"
    melds.append(Meld(kind, ordered))


def _situated(closed: tuple[Tile, ...], win: Tile, melds: tuple[Meld, ...], rulebook: Rulebook, rng: Random) -> Hand:
    facts = [*FACTS.values(), *rulebook.facts.values()]
    flags = [
        fact.name for fact in facts if fact.type == "flag" and fact.who != "D" and fact.name not in ("ron", "tsumo")
    ]
    said = set(rng.sample(flags, rng.choice([0, 0, 1, 1, 2])))
    if said & {"double_riichi", "open_riichi", "ippatsu"} or rng.random() < 0.2:
        said.add("riichi")
    seats: list[Wind] = ["E", "S", "W", "N"]
    return Hand(
        closed=closed,
        win=win,
        method=rng.choice(["ron", "tsumo"]),
        melds=melds,
        seat=rng.choice(seats[: rulebook.players]),
        round=rng.choice(seats),
        flags=frozenset(said),
    )
