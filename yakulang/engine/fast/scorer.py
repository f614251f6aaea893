"""The quick way to the best reading of a hand that wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from yakulang.engine.fast.packed import COUNT, FIELD, HIGH, LISTS, Packed
from yakulang.engine.fast.program import Program
from yakulang.engine.fast.suit_table import SELDOM, TRIPLETS, held_words, pair_shares, won_words
from yakulang.engine.fast.text import Kind, compiled
from yakulang.engine.fast.worth import Paid, Worths
from yakulang.engine.readings import TANKI, Reading
from yakulang.engine.situation import situation_of
from yakulang.lang.walk import asks_for
from yakulang.tiles import kind_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from yakulang.engine.compiled import CompiledConditions
    from yakulang.engine.fast.details import Details
    from yakulang.engine.ruling import FuLine
    from yakulang.engine.suits import Split
    from yakulang.hand import Hand
    from yakulang.tiles import Tile

Words = tuple[tuple[int, "Split"], ...]  # ways to read suits: the word and the groups of each
MOST_SITUATIONS = 1 << 14  # that are remembered
_CLOSED, _TSUMO, _TRIPLETS, _MELDS, _SELDOM, _SHAPE = (1 << bit for bit in range(6))

_NOTHING: Words = ((0, ()),)
_OTHERS = tuple(tuple(other for other in range(4) if other != suit) for suit in range(4))
Found = tuple[int, int, int, int, int, int, int, int, int]
Place = tuple[int, int, "Split", int, "Tile"]  # shape, wait, groups, the winning one of them, the winning tile


class Quick(NamedTuple):
    """The best reading as numbers: `awarded` is a bit set over the yaku of the rulebook, `limit` -1 for none."""

    points: int
    yakuman: int
    han: int
    fu: int
    raw: int
    base: int
    limit: int
    awarded: int
    held: int
    place: Place
    bits: int  # the kind of hand
    word: int  # the concealed groups
    shown: tuple[int, ...]

    def reading(self) -> Reading:
        """Return the chosen reading as the judge knows it."""
        shape, wait, groups, winning, win = self.place
        return Reading(shape, groups, winning, wait, win)


class QuickScorer:
    """Scores hands that win under one rulebook; answers None where the judge is needed."""

    def __init__(self, code: CompiledConditions) -> None:
        self.code, self.rulebook = code, code.rulebook
        rules = code.rulebook
        self.program = Program(rules, code.lowering, code.index)
        self._facts = compiled(self.program.situation(), "situation")
        self._lines: dict[int, tuple[Callable[..., list[Any]], tuple[int, int] | None, dict[Any, Any]]] = {}
        uncounted = self.program.uncounted()
        self._uncounted = compiled(uncounted, "uncounted") if uncounted is not None else None
        lists = LISTS[1:]
        self._unused = [n for n in lists if not any(k.shown_by == n or asks_for(k.each, n) for k in rules.dora)]
        plain = {"indicators", "kan_indicators"}
        self._asks_all = any(kind.shown_by in plain and kind.when is not None for kind in rules.dora)
        counts = self.program.dora()
        self._counts = compiled(counts, "dora") if counts is not None else None
        self._situations: dict[Any, tuple[list[int], int]] = {}
        self._hands: dict[int, Callable[..., tuple[int, int] | None]] = {}
        self._judges: dict[int, Callable[..., Found | Literal[False] | None]] = {}
        self._worths = [Worths(rules, closed=closed) for closed in (False, True)]
        self._paid = [[Paid(code, dealer=dealer, tsumo=tsumo) for tsumo in (False, True)] for dealer in (False, True)]
        self._dora = [(i, kind.shown_by, kind.next) for i, kind in enumerate(rules.dora) if kind.shown_by]
        self._shown_none = (0,) * len(rules.dora)
        self._dealer = rules.seats[0]
        self._seats = frozenset(rules.seats)
        self._places: dict[str | None, frozenset[str | None]] = {
            seat: self._seats - {seat} | {None} for seat in rules.seats
        }
        self._copies = rules.tiles.copies
        self._removed = sum(1 << kind for kind in rules.tiles.removed)
        self._not_aside = ~sum(1 << kind for kind in rules.tiles.aside)
        self._reds = sum(count << FIELD * kind for kind, count in rules.tiles.reds.items()) | HIGH
        self._shapes = [
            (i * _SHAPE, sum(1 << kind for kind in shape.one_of_each), shape)
            for i, shape in enumerate(rules.shapes)
            if shape.loose is None
        ]

    def best(self, hand: Hand, packed: Packed) -> Quick | None:
        """Return the best reading of a well-formed hand whose seat is known, or None where the judge must look."""
        seat = hand.seat
        places = self._places.get(seat)
        if (
            places is None
            or hand.discarder not in places
            or hand.liable is not None
            or packed.other_marks
            or packed.most > self._copies
            or packed.seen & self._removed
            or packed.aside & self._not_aside
            or (packed.reds and (self._reds - packed.reds) & HIGH != HIGH)
            or (packed.feeders and not packed.feeders <= places)
        ):
            return None
        known = self._situations.get(packed.key)
        if known is None or self.program.needs_tiles:
            known = self._situation(hand, packed)
        words, held = known
        return self._read(hand, packed, words, held) if held >= 0 else None

    def _situation(self, hand: Hand, packed: Packed) -> tuple[list[int], int]:
        """Return the words of the situation and the yaku that it decides, or -1 where the judge must look."""
        situation, problems = situation_of(hand, self.rulebook, self.code.said)
        if problems:
            return [], -1
        if self.program.needs_tiles:
            words = self.code.hand_words(hand, situation)
            return words, self._facts(words)
        words = self.code.situation_words(situation)
        found = words, self._facts(words)
        if len(self._situations) < MOST_SITUATIONS:
            self._situations[packed.key] = found
        return found

    def _read(self, hand: Hand, packed: Packed, words: list[int], held: int) -> Quick | None:
        tsumo = hand.method == "tsumo"
        bits = (_CLOSED if packed.closed else 0) | (_TSUMO if tsumo else 0)
        if packed.melds:
            bits |= _MELDS | (_TRIPLETS if packed.triplets else 0)
        worths = self._worths[packed.closed]
        paid = self._paid[hand.seat == self._dealer][tsumo]
        shown = self._shown(hand, packed)
        ask = self._hands.get(bits) or self._made(self._hands, bits, self.program.hand, "hand")
        early = ask(packed, words, held, shown)
        if early is None:
            return None
        held, more = early
        best: Found | None = None
        where: Place | None = None
        best_at = best_word = 0
        win = hand.win
        judges = self._judges
        for kind, word, wait, groups, place in self._readings(packed):
            at = bits | kind
            if word >= TRIPLETS:
                at |= _TRIPLETS | _SELDOM if word >= SELDOM else _TRIPLETS
            judge = judges.get(at) or self._made(judges, at, self.program.judge, "judge")
            found = judge(word, wait, packed, words, held, more, worths, paid, shown)
            if not found:
                if found is None:
                    continue
                return None
            here = (kind // _SHAPE, wait, groups, place, win)
            if best is None or where is None or found[:5] > best[:5] or (found[:5] == best[:5] and here < where):
                best, where, best_at, best_word = found, here, at, word
        return Quick(*best, where, best_at, best_word, shown) if best is not None and where is not None else None

    def fu_lines(self, hand: Hand, packed: Packed, quick: Quick, details: Details) -> tuple[FuLine, ...] | None:
        """Return the fu lines of a reading; None where that is for the judge. Those of like groups are remembered."""
        made = self._lines.get(quick.bits)
        if made is None:
            if not self.program.has_lines:
                return None
            kind = _kind(quick.bits)
            made = compiled(self.program.lines(kind), "lines"), self.program.lines_depend(kind), {}
            self._lines[quick.bits] = made
        make, depends, known = made
        wait, held = quick.place[1], quick.held
        if depends is None:
            words, _ = self._situations.get(packed.key) or self._situation(hand, packed)
            return details.fu_lines(make(quick.word, wait, packed, words, held, quick.awarded, quick.yakuman), hand)
        of_word, of_held = depends
        key = (quick.word & of_word, wait, packed.order, hand.seat, hand.round, held & of_held)
        lines: tuple[FuLine, ...] | None = known.get(key)
        if lines is None:
            words, _ = self._situations.get(packed.key) or self._situation(hand, packed)
            made_of = make(quick.word, wait, packed, words, held, quick.awarded, quick.yakuman)
            lines = details.fu_lines(made_of, hand)
            if len(known) < MOST_SITUATIONS:
                known[key] = lines
        return lines

    def silent(self, hand: Hand, packed: Packed) -> bool:
        """Whether every list of indicators that is given counts."""
        if any(getattr(hand, name) for name in self._unused):
            return False
        if not (hand.ura_indicators or hand.kan_ura_indicators or self._asks_all):
            return True
        if self._uncounted is None:
            return False
        words, _ = self._situations.get(packed.key) or self._situation(hand, packed)
        return not self._uncounted(packed, words)

    def _made(self, known: dict[int, Any], bits: int, make: Callable[[Kind], str], name: str) -> Any:
        function = known[bits] = compiled(make(_kind(bits)), name)
        return function

    def dora(self, hand: Hand, packed: Packed, quick: Quick) -> tuple[int, ...] | None:
        """Return how many dora of each kind a hand has that is no yakuman; None where the reading matters."""
        if self._counts is None:
            return None
        words, _ = self._situations.get(packed.key) or self._situation(hand, packed)
        found: tuple[int, ...] = self._counts(packed, words, quick.shown)
        return found

    def _shown(self, hand: Hand, packed: Packed) -> tuple[int, ...]:
        """Return how many dora of each kind are shown: every indicator times every tile it shows."""
        shown = [0] * len(self._shown_none)
        counts = packed.counts
        for index, name, following in self._dora:
            for tile in getattr(hand, name):
                kind = following[kind_of(tile)]
                if kind >= 0:
                    shown[index] += counts >> FIELD * kind & COUNT
        return tuple(shown)

    def _readings(self, packed: Packed) -> list[tuple[int, int, int, Split, int]]:
        """Return for every reading the bits of its shape, its word, its wait, its groups and the winning one."""
        found: list[tuple[int, int, int, Split, int]] = []
        first, second, third, _ = packed.tile
        melds = packed.melds
        for bits, mask, shape in self._shapes:
            if mask:
                if not melds and first == mask and not third and second.bit_count() == shape.repeat:
                    found.append((bits, 0, TANKI, (), -1))
            elif melds <= shape.groups and (shape.groups or not shape.distinct or (first == second and not third)):
                _add_grouped(found, bits, shape.groups - melds, shape.pairs, shape.distinct, packed)
        return found


def _kind(bits: int) -> Kind:
    return Kind(
        closed=bool(bits & _CLOSED),
        tsumo=bool(bits & _TSUMO),
        shape=bits // _SHAPE,
        triplets=bool(bits & _TRIPLETS),
        melds=bool(bits & _MELDS),
        seldom=bool(bits & _SELDOM),
    )


def _add_grouped(  # noqa: PLR0917  one call a shape of every hand: by position
    found: list[tuple[int, int, int, Split, int]], bits: int, groups: int, pairs: int, distinct: bool, packed: Packed
) -> None:
    sizes, keys, win = packed.sizes, packed.keys, packed.win
    if packed.concealed != 3 * groups + 2 * pairs:
        return
    suit = win // 9
    for share in pair_shares(sizes, pairs):
        won = won_words(suit, keys[suit], share[suit], win, distinct)
        if not won:
            continue
        before: Words = _NOTHING
        after: Words = _NOTHING
        for other in _OTHERS[suit]:
            key = keys[other]
            if not key:
                continue
            here = held_words(other, key, share[other], distinct)
            if other < suit:
                before = _joined(before, here) if before is not _NOTHING else here
            else:
                after = _joined(after, here) if after is not _NOTHING else here
        for word_before, split_before in before:
            ahead = len(split_before)
            for word_after, split_after in after:
                around = word_before | word_after
                for word, wait, split, place in won:
                    found.append((bits, around | word, wait, split_before + split + split_after, ahead + place))


def _joined(one: Words, other: Words) -> Words:
    return tuple((a | b, x + y) for a, x in one for b, y in other)
