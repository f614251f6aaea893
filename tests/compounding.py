"""Which yaku can be awarded together, found by going through shapes of complete hands.

A shape is four groups and a pair. Suits are alike, so are the dragons and the two guest winds (but for all green, which
is gone through on its own), so one shape stands for all that become it by exchanging them. What yaku ask of the groups
themselves is judged once a shape; how the hand came about (calls, kans, the wait, self-draw or discard, riichi, the
last tile, a kan drawn for or robbed) is tried on one shape of each *kind*: for every yaku of the groups, shapes that
differ in the number of triplets, a valued pair, or the waits there are.

Every verdict is the engine's. In the tests few ranks stand for all, `FEW`; with `EVERY` one there are 1,474,137 shapes,
and no further pair is met (some minutes).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, permutations, product
from typing import TYPE_CHECKING, Any

from yakulang import Hand, Meld, load_ruleset
from yakulang.engine.readings import RYANMEN, Reading, readings, wait_of
from yakulang.engine.situation import situation_of
from yakulang.engine.suits import PAIR, SEQUENCE, TRIPLET
from yakulang.tiles import make_tile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from yakulang import Ruleset
    from yakulang.engine.judge import Judged
    from yakulang.rules.model import YakuRule

Group = tuple[int, int]  # lowest kind, kind of group
Shape = tuple[Group, ...]  # in tile order, the pair among them
Pair = tuple[str, str]
Ranks = tuple[tuple[int, ...], ...]

FLUSH, KINDS, HONORS = 9, 34, 27
FEW = ((1, 2, 4, 7), (1, 2, 9), (1, 5, 9))  # of sequences (the lowest rank), triplets and pairs
SPREAD = (2, 4, 5, 7, 8, 3, 6)  # simples in an order in which few of them are neighbours
EVERY = (tuple(range(1, 8)), tuple(range(1, 10)), tuple(range(1, 10)))
ROUND, SEAT, GUESTS, DRAGONS = 27, 28, (29, 30), (31, 32, 33)  # South wins in the East round


# --- shapes -------------------------------------------------------------------------------------------------


def tiles_of(group: Group) -> tuple[int, ...]:
    low, what = group
    return (low, low + 1, low + 2) if what == SEQUENCE else (low,) * (2 if what == PAIR else 3)


def fits(shape: Iterable[Group]) -> bool:
    """Return whether there are tiles enough."""
    return max(Counter(kind for group in shape for kind in tiles_of(group)).values(), default=0) <= 4


@cache
def blocks(groups: int, pairs: int, ranks: Ranks) -> tuple[Shape, ...]:
    """Return the parts of a shape that lie in one suit, as if it were man."""
    kinds = [(low - 1, SEQUENCE) for low in ranks[0]] + [(rank - 1, TRIPLET) for rank in ranks[1]]
    ends = [((rank - 1, PAIR),) for rank in ranks[2]] if pairs else [()]
    found = (
        (*some, *end) for some in combinations_with_replacement(kinds, groups) for end in ends if fits((*some, *end))
    )
    return tuple(sorted(found))


@cache
def honor_blocks(groups: int, pairs: int) -> tuple[Shape, ...]:
    """Return the parts of honors, one of those that differ by which guest wind and which dragons they are of."""
    found = set()
    for some in combinations(range(HONORS, KINDS), groups):
        for end in ((kind,) for kind in range(HONORS, KINDS) if kind not in some) if pairs else [()]:
            found.add(min(_renamed(some, end, names) for names in _names()))
    return tuple(sorted(tuple((k, TRIPLET) for k in some) + tuple((k, PAIR) for k in end) for some, end in found))


@cache
def _names() -> tuple[dict[int, int], ...]:
    return tuple(
        dict(zip((ROUND, SEAT, *GUESTS, *DRAGONS), (ROUND, SEAT, *winds, *dragons), strict=True))
        for winds in permutations(GUESTS)
        for dragons in permutations(DRAGONS)
    )


def _renamed(some: tuple[int, ...], end: tuple[int, ...], names: dict[int, int]) -> tuple[tuple[int, ...], ...]:
    return tuple(sorted(names[k] for k in some)), tuple(names[k] for k in end)


def shapes(ranks: Ranks = FEW) -> Iterator[Shape]:
    """Yield every shape of these ranks, one of those that differ by the names of suits, guest winds, dragons."""
    for groups in product(range(5), repeat=4):
        if sum(groups) != 4:
            continue
        for where in range(4):
            parts = [(number, int(place == where)) for place, number in enumerate(groups)]
            if parts[:3] != sorted(parts[:3]):
                continue  # the same with other names of suits
            choices = [blocks(*part, ranks) for part in parts[:3]]
            for a, b, c in product(*choices):
                if (parts[0] == parts[1] and a > b) or (parts[1] == parts[2] and b > c):
                    continue
                suited = (*a, *_moved(b, 1), *_moved(c, 2))
                for honors in honor_blocks(*parts[3]):
                    yield tuple(sorted((*suited, *honors)))


def _moved(block: Shape, suit: int) -> Shape:
    return tuple((low + FLUSH * suit, what) for low, what in block)


def green_shapes() -> Iterator[Shape]:
    """Yield the shapes of green tiles only."""
    kinds = [make_tile(18 + rank - 1) for rank in (2, 3, 4, 6, 8)] + [make_tile(32)]
    groups = [(18 + 1, SEQUENCE), *((kind, TRIPLET) for kind in kinds)]
    for some in combinations_with_replacement(groups, 4):
        for kind in kinds:
            shape = tuple(sorted((*some, (kind, PAIR))))
            if fits(shape):
                yield shape


def gates_shapes() -> Iterator[Shape]:
    """Yield the shapes of nine gates."""
    for extra in range(9):
        counts = Counter([0, 0, 0, *range(1, 8), 8, 8, 8, extra])
        hand = Hand(tuple(make_tile(k) for k in sorted(counts.elements()))[:-1], make_tile(8), "tsumo", seat="S")
        for reading in readings(hand, load_ruleset("riichi").rulebook):
            if len(reading.groups) == 5:
                yield reading.groups


# --- hands of a shape ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Win:
    """How a shape was won: which groups are on the table and how, which group the winning tile finished."""

    melds: tuple[tuple[Group, str], ...]
    winning: Group
    tile: int
    method: str
    flags: tuple[str, ...] = ()
    seat: str = "S"


def hand_of(shape: Shape, win: Win) -> Hand:
    concealed = list(shape)
    for group, _ in win.melds:
        concealed.remove(group)
    tiles = [kind for group in concealed for kind in tiles_of(group)]
    tiles.remove(win.tile)
    melds = tuple(
        Meld(kind, tuple(map(make_tile, tiles_of(group) + ((group[0],) if "kan" in kind else ()))))  # type: ignore[arg-type]
        for group, kind in win.melds
    )
    flags = frozenset(win.flags)
    closed = tuple(make_tile(kind) for kind in sorted(tiles))
    return Hand(closed, make_tile(win.tile), win.method, melds, seat=win.seat, flags=flags)  # type: ignore[arg-type]


def judged(rules: Ruleset, hand: Hand) -> Iterator[Judged]:
    """Yield every reading of a hand that wins, nothing where the hand is impossible."""
    rulebook, code = rules.rulebook, rules.code
    if max(Counter(tile for tile in hand.tiles).values()) > 4:
        return
    situation, problems = situation_of(hand, rulebook, code.said)
    assert not problems
    table = code.table(hand, situation)
    if code.impossible(table):
        return
    for reading in readings(hand, rulebook, any_win=code.any_win(table), loose_holds=code.loose(table)):
        found = rules._judge.judge(hand, code.reading(table, reading), reading)
        if found is not None:
            yield found


DRAWN = (
    (),
    ("last_tile",),
    ("riichi", "ippatsu", "last_tile"),
    ("riichi", "double_riichi", "ippatsu"),
    ("riichi", "double_riichi", "last_tile"),
    ("after_kan",),
    ("riichi", "after_kan"),
    ("riichi", "double_riichi", "after_kan"),
)
DISCARDED = (
    (),
    ("last_tile",),
    ("riichi", "last_tile"),
    ("riichi", "double_riichi", "last_tile"),
    ("riichi", "double_riichi", "ippatsu"),
    ("robbed_kan",),
    ("riichi", "ippatsu", "robbed_kan"),
    ("riichi", "double_riichi", "ippatsu", "robbed_kan"),
)


@lru_cache(maxsize=1)
def waits(shape: Shape) -> dict[tuple[int, int, bool], tuple[Group, int]]:
    """Return a place of the winning tile for each that differs: kind of group, wait, whether it is the only copy."""
    counts = Counter(kind for group in shape for kind in tiles_of(group))
    found = {}
    for group in shape:
        for tile in dict.fromkeys(tiles_of(group)):
            wait = wait_of(group, tile)
            assert wait is not None
            found.setdefault((group[1], wait, counts[tile] == 1), (group, tile))
    return found


def wins(shape: Shape) -> Iterator[Win]:
    """Yield the ways to win a shape, those left out that differ only by which of several alike groups is called.

    Two that are plainly none are left out too: riichi with an open hand, the tile drawn for a kan without one.
    """
    triplets = [group for group in shape if group[1] == TRIPLET]
    sequences = [group for group in shape if group[1] == SEQUENCE]
    for winning, tile in waits(shape).values():
        others, in_a_row = triplets.copy(), sequences.copy()
        for groups in (others, in_a_row):
            if winning in groups:
                groups.remove(winning)
        for kinds in combinations_with_replacement(("", "pon", "closed_kan", "open_kan"), len(others)):
            stood = tuple((group, kind) for group, kind in zip(others, kinds, strict=True) if kind)
            for chii in ((), *(((group, "chii"),) for group in in_a_row[:1])):
                is_open = bool(chii) or bool({"pon", "open_kan"} & set(kinds))
                has_kan = bool({"closed_kan", "open_kan"} & set(kinds))
                for method, flags in [*product(["tsumo"], DRAWN), *product(["ron"], DISCARDED)]:
                    if not (is_open and "riichi" in flags) and (has_kan or "after_kan" not in flags):
                        yield Win((*stood, *chii), winning, tile, method, flags)


# --- pairs --------------------------------------------------------------------------------------------------


@dataclass
class Pairs:
    """The pairs of yaku met so far, each with a hand; `best`: in the reading that counts."""

    rules: Ruleset
    yaku: frozenset[str]
    met: dict[Pair, Hand] = field(default_factory=dict)
    best: dict[Pair, Hand] = field(default_factory=dict)
    shapes: int = 0
    judged: int = 0

    def try_hand(self, hand: Hand) -> None:
        new: set[Pair] = set()
        for found in judged(self.rules, hand):
            self.judged += 1
            if not found.yakuman:
                pairs = self._pairs(found)
                new |= {pair for pair in pairs if pair not in self.best}
                for pair in pairs:
                    self.met.setdefault(pair, hand)
        if new:
            ruling = self.rules.score(hand)
            shown = {award.id for award in ruling.yaku}
            self.best.update({pair: hand for pair in new if shown >= set(pair)})

    def _pairs(self, found: Judged) -> set[Pair]:
        ids = sorted(self.rules.rulebook.yaku[index].id for index, _ in found.yaku)
        return set(combinations([name for name in ids if name in self.yaku], 2))


class Groups:
    """Asks what the groups of a shape give by themselves, however the hand came about."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        hand = Hand.parse("234m567p34s678m88p +5s seat=S")
        self.situation = situation_of(hand, rules.rulebook, rules.code.said)[0]

    def held(self, shape: Shape) -> list[YakuRule]:
        """Return the yaku held by a closed hand of a shape won by ron."""
        winning = max(shape, key=lambda group: group[1] == TRIPLET)  # so that four triplets are not all concealed
        hand = hand_of(shape, Win((), winning, winning[0], "ron"))
        wait = wait_of(winning, winning[0])
        assert wait is not None
        code = self.rules.code
        reading = Reading(0, shape, shape.index(winning), wait, hand.win)
        held = code.held(code.reading(code.table(hand, self.situation), reading))
        return [rule for index, rule in enumerate(self.rules.rulebook.yaku) if held >> index & 1]


def kind_of_shape(shape: Shape) -> tuple[Any, ...]:
    """Return what the ways to win a shape can depend on: triplets, a valued pair, the waits of sequences."""
    pair = next(low for low, what in shape if what == PAIR)
    triplets = sum(what == TRIPLET for _, what in shape)
    ends = frozenset((wait == RYANMEN, alone) for what, wait, alone in waits(shape) if what == SEQUENCE)
    return triplets, pair in (ROUND, SEAT, *DRAGONS) and not triplets, ends


def pairs_of(rules: Ruleset, yaku: frozenset[str], of_groups: frozenset[str], ranks: Ranks = FEW) -> Pairs:
    """Return the pairs of some yaku that some hand without yakuman has.

    Args:
        rules: the ruleset.
        yaku: of which pairs are looked for.
        of_groups: those among them that ask of the groups only, however the hand came about.
        ranks: of the shapes gone through.
    """
    found = Pairs(rules, yaku)
    groups = Groups(rules)
    tried: set[tuple[Any, ...]] = set()
    for shape in shapes(ranks):
        found.shapes += 1
        held = groups.held(shape)
        if any(rule.yakuman for rule in held):
            continue
        names = sorted(rule.id for rule in held if rule.id in of_groups)
        new = {(name, kind_of_shape(shape)) for name in (*names, "")} | set(combinations(names, 2))
        if new <= tried:
            continue
        tried |= new
        for win in wins(shape):
            found.try_hand(hand_of(shape, win))
    for hand in (*seven_pairs(), *situations()):
        found.try_hand(hand)
    return found


def seven_pairs() -> Iterator[Hand]:
    """Yield hands of seven pairs: so many simples and terminals of each suit, so many honors."""
    for simples in combinations_with_replacement(range(8), 3):
        for terminals in product(range(3), repeat=3):
            honors = 7 - sum(simples) - sum(terminals)
            if not 0 <= honors <= 7:
                continue
            kinds = [FLUSH * suit + rank - 1 for suit, number in enumerate(simples) for rank in SPREAD[:number]]
            kinds += [FLUSH * suit + (0, 8)[i] for suit, number in enumerate(terminals) for i in range(number)]
            kinds += range(HONORS, HONORS + honors)
            tiles = tuple(make_tile(kind) for kind in sorted([*kinds, *kinds]))
            for method, situations_ in (("tsumo", DRAWN), ("ron", DISCARDED)):
                for flags in situations_:
                    yield Hand(tiles[1:], tiles[0], method, seat="S", flags=frozenset(flags))  # type: ignore[arg-type]


def situations() -> Iterator[Hand]:
    """Yield hands in every situation: riichi, one shot, the last tile, a kan drawn for or robbed."""
    for text in ("34s678m99p456p a(2222s) *5s", "34s678m99p456p a(2222s) +5s", "34s678m99p456p k(2222s) *5s"):
        hand = Hand.parse(text, seat="S")
        for number in range(6 + 1):
            for flags in combinations(
                ("riichi", "double_riichi", "ippatsu", "last_tile", "after_kan", "robbed_kan"), number
            ):
                yield Hand(hand.closed, hand.win, hand.method, hand.melds, seat="S", flags=frozenset(flags))


# --- yakuman ------------------------------------------------------------------------------------------------


@cache
def yakuman_shapes() -> tuple[Shape, ...]:
    """Return one shape of each kind for every set of yakuman that groups give, the empty set too."""
    groups = Groups(load_ruleset("riichi"))
    found: dict[tuple[Any, ...], Shape] = {}
    for shape in (*shapes(), *green_shapes(), *gates_shapes()):
        held = frozenset(rule.id for rule in groups.held(shape) if rule.yakuman)
        if held or sum(what == TRIPLET for _, what in shape) == 4:
            found.setdefault((held, kind_of_shape(shape)), shape)
    return tuple(found.values())


@cache
def yakuman_hands() -> tuple[Hand, ...]:
    """Return hands of these shapes, dealt, self-drawn and won on, closed, called and with kans."""
    found = []
    for shape in yakuman_shapes():
        triplets = [group for group in shape if group[1] == TRIPLET]
        for winning, tile in waits(shape).values():
            for seat, method in (("E", "tsumo"), ("S", "tsumo"), ("S", "ron")):
                found.append(hand_of(shape, Win((), winning, tile, method, ("first_turn",), seat)))
            others = [group for group in triplets if group != winning]
            for kind, number, method in product(
                ("closed_kan", "open_kan", "pon"), range(len(others) + 1), ("tsumo", "ron")
            ):
                melds = tuple((group, kind) for group in others[:number])
                found.append(hand_of(shape, Win(melds, winning, tile, method)))
    for tiles, flags in product(("119m19p19s123456z", "19m19p19s1234567z", "112233445566z7z"), ((), ("first_turn",))):
        for way, seat in (("*", "E"), ("*", "S"), ("+", "S")):
            hand = Hand.parse(f"{tiles} {way}7z seat={seat}")
            found.append(replace(hand, flags=frozenset(flags)))
    return tuple(found)


def most_yakuman(rules: Ruleset) -> tuple[int, dict[tuple[str, ...], Hand]]:
    """Return the greatest multiple of yakuman that any hand has, and the sets of yaku that reach it."""
    most, reaching = 0, {}
    for hand in yakuman_hands():
        for found in judged(rules, hand):
            if found.yakuman < most:
                continue
            if found.yakuman > most:
                most, reaching = found.yakuman, {}
            reaching.setdefault(tuple(sorted(rules.rulebook.yaku[index].id for index, _ in found.yaku)), hand)
    return most, reaching


def yakuman_pairs(rules: Ruleset) -> dict[Pair, Hand]:
    """Return the pairs of yakuman that some hand has."""
    met: dict[Pair, Hand] = {}
    for hand in yakuman_hands():
        for found in judged(rules, hand):
            ids = sorted(rules.rulebook.yaku[index].id for index, _ in found.yaku if rules.rulebook.yaku[index].yakuman)
            for pair in combinations(ids, 2):
                met.setdefault(pair, hand)
    return met
