"""The quick way to the best reading of a hand that wins."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from yakulang.engine.chips import lines_of
from yakulang.engine.fast.packed import COUNT, EVERY_LIST, FIELD, HIGH, KIND, LISTS, Packed
from yakulang.engine.fast.program import Program
from yakulang.engine.fast.readings import SHAPE, QuickReadings
from yakulang.engine.fast.suit_table import SELDOM, TRIPLETS
from yakulang.engine.fast.text import Kind, compiled, compiled_pair
from yakulang.engine.fast.worth import Paid, Worths
from yakulang.engine.readings import Reading
from yakulang.engine.situation import situation_of
from yakulang.lang.walk import asks_for
from yakulang.tiles import KINDS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from yakulang.engine.compiled import CompiledConditions
    from yakulang.engine.fast.details import Details
    from yakulang.engine.ruling import ChipLine, FuLine
    from yakulang.engine.suits import Split
    from yakulang.hand import Hand
    from yakulang.rules.model import DoraKind
    from yakulang.tiles import Tile

    Ask = Callable[..., tuple[int, int, tuple[int, ...] | None] | None]
    Judge = Callable[..., "Found | Literal[False] | None"]
    Given = Callable[[list[int]], tuple[int, ...]]

Found = tuple[int, int, int, int, int, int, int, int, int]
NOTED = "riichi_discard"  # a fact on which there is a note
MOST_SITUATIONS = 1 << 14  # that are remembered
CLOSED, TSUMO, TRIPLETS_TOO, MELDS, SELDOM_TOO = (1 << bit for bit in range(5))
_quick = tuple.__new__  # without the call of a function


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
    shape: int
    wait: int
    groups: Split  # the concealed ones
    winning: int  # which of them the winning tile stands in
    bits: int  # the kind of hand
    word: int  # the concealed groups
    dora: tuple[int, ...] | None  # how many of each kind; None where a reading must be asked
    shown: list[int]  # how many dora of each kind indicators show, counted or not
    situated: Situated

    def reading(self, win: Tile) -> Reading:
        """Return the chosen reading as the judge knows it."""
        return Reading(self.shape, self.groups, self.winning, self.wait, win)


class Situated:
    """What all hands of one situation share.

    Attributes:
        words: the words of the situation.
        held: the yaku that it decides, or -1 where the judge must look.
        bits: the kind of hand, as far as the situation tells.
        worths, paid: what yaku are worth, and han and fu.
        ask, given: what is asked of a hand before it is read, with what the situation gives it.
        judges: the same for readings, by kind of hand.
        noted: whether a ruling may have something to note, so that the judge must look.
        silent: whether every list of indicators counts, whichever is given.
    """

    __slots__ = ("ask", "bits", "given", "held", "judges", "noted", "paid", "silent", "words", "worths")

    def __init__(self, words: list[int], held: int) -> None:
        self.words, self.held = words, held
        self.bits = 0
        self.ask: Ask | None = None
        self.given: tuple[int, ...] = ()
        self.judges: dict[int, tuple[Judge, tuple[int, ...]]] = {}
        self.worths: Worths
        self.paid: Paid
        self.noted = self.silent = False


class QuickScorer:
    """Scores hands that win under one rulebook; answers None where the judge is needed."""

    def __init__(self, code: CompiledConditions) -> None:
        self.code, self.rulebook = code, code.rulebook
        rules = code.rulebook
        self.program = Program(rules, code.lowering, code.index)
        self._facts = compiled(self.program.situation(), "situation")
        self._lines: dict[int, tuple[Callable[..., list[Any]], tuple[int, int] | None, dict[Any, Any]]] = {}
        self._chips: dict[int, Callable[..., Sequence[int]]] = {}
        uncounted = self.program.uncounted()
        self._uncounted = compiled(uncounted, "uncounted") if uncounted is not None else None
        lists = LISTS[1:]
        self._unused = [n for n in lists if not any(k.shown_by == n or asks_for(k.each, n) for k in rules.dora)]
        plain = {"indicators", "kan_indicators"}
        self._asks_all = any(kind.shown_by in plain and kind.when is not None for kind in rules.dora)
        liability = rules.liability
        self._always_liable = liability is not None and any(kind.when is not None for kind in liability.kinds)
        # words that a ruling has a note on
        self._remarked = {name for name, word in rules.words.items() if NOTED in word.facts} | {NOTED}
        self._situations: dict[Any, Situated] = {}
        self._asks: dict[int, tuple[Ask, Given]] = {}
        self._judges: dict[int, tuple[Judge, Given]] = {}
        self._worths = [Worths(rules, closed=closed) for closed in (False, True)]
        self._paid = [[Paid(code, dealer=dealer, tsumo=tsumo) for tsumo in (False, True)] for dealer in (False, True)]
        self._dora = [
            (i, attrgetter(kind.shown_by), _shifts(kind)) for i, kind in enumerate(rules.dora) if kind.shown_by
        ]
        self._kinds = len(rules.dora)
        self._dealer = rules.seats[0]
        self._seats = frozenset(rules.seats)
        self._places: dict[str | None, frozenset[str | None]] = {
            seat: self._seats - {seat} | {None} for seat in rules.seats
        }
        self._copies = rules.tiles.copies
        self._removed = sum(1 << kind for kind in rules.tiles.removed)
        self._not_aside = ~sum(1 << kind for kind in rules.tiles.aside)
        self._reds = sum(count << FIELD * kind for kind, count in rules.tiles.reds.items()) | HIGH
        self._readings = QuickReadings(rules)

    def best(self, hand: Hand, packed: Packed) -> Quick | None:
        """Return the best reading of a well-formed hand whose seat is known, or None where the judge must look."""
        places = self._places.get(hand.seat)
        if (
            places is None
            or hand.discarder not in places
            or hand.liable is not None
            or packed.other_marks
            or packed.most > self._copies
            or (self._removed and packed.seen & self._removed)
            or (packed.aside and packed.aside & self._not_aside)
            or (packed.reds and (self._reds - packed.reds) & HIGH != HIGH)
            or (packed.feeders and not packed.feeders <= places)
        ):
            return None
        known = self._situations.get(packed.key) or self._situation(hand, packed)
        if known.held < 0:
            return None
        shown = [0] * self._kinds
        counts = packed.counts
        for index, tiles_of, shifts in self._dora:
            for tile in tiles_of(hand):
                shown[index] += counts >> shifts[tile & KIND] & COUNT
        assert known.ask is not None  # noqa: S101  the situation decides nothing against the hand
        early = known.ask(packed, known.given, known.held, shown)
        if early is None:
            return None
        held, more, dora = early
        bits, judges, worths, paid = known.bits, known.judges, known.worths, known.paid
        best: Found | None = None
        best_shape = best_at = best_word = best_wait = best_place = 0
        best_groups: Split = ()
        for shape, word, wait, groups, place in self._readings.of(packed):
            at = bits | shape
            if word >= TRIPLETS:
                at |= TRIPLETS_TOO | SELDOM_TOO if word >= SELDOM else TRIPLETS_TOO
            judge, given = judges.get(at) or self._judge(known, at)
            found = judge(word, wait, packed, given, held, more, worths, paid, shown)
            if not found:
                if found is None:
                    continue
                return None
            if best is not None:
                one, other = found[:5], best[:5]
                if one < other:
                    continue
                if one == other and (shape, wait, groups, place) > (best_shape, best_wait, best_groups, best_place):
                    continue
            best, best_shape, best_wait, best_groups, best_place = found, shape, wait, groups, place
            best_at, best_word = at, word
        if best is None:
            return None
        return _quick(
            Quick,
            (*best, best_shape // SHAPE, best_wait, best_groups, best_place, best_at, best_word, dora, shown, known),
        )

    # --- situations -----------------------------------------------------------------------------

    def _situation(self, hand: Hand, packed: Packed) -> Situated:
        """Return what hands of this situation share."""
        situation, problems = situation_of(hand, self.rulebook, self.code.said)
        if problems:
            return Situated([], -1)
        if self.program.needs_tiles:
            words = self.code.hand_words(hand, situation)
        else:
            words = self.code.situation_words(situation)
        known = Situated(words, self._facts(words))
        if known.held >= 0:
            self._prepare(known, hand, packed)
        if not self.program.needs_tiles and len(self._situations) < MOST_SITUATIONS:
            self._situations[packed.key] = known
        return known

    def _prepare(self, known: Situated, hand: Hand, packed: Packed) -> None:
        tsumo = hand.method == "tsumo"
        known.bits = (CLOSED if packed.closed else 0) | (TSUMO if tsumo else 0)
        if packed.melds:
            known.bits |= MELDS | (TRIPLETS_TOO if packed.triplets else 0)
        known.worths = self._worths[packed.closed]
        known.paid = self._paid[hand.seat == self._dealer][tsumo]
        made = self._asks.get(known.bits)
        if made is None:
            made = compiled_pair(self.program.hand(_kind(known.bits)), "hand")
            self._asks[known.bits] = made
        ask, giving = made
        known.ask, known.given = ask, giving(known.words)
        known.noted = (
            (bool(hand.melds) and self._always_liable)
            or not self._remarked.isdisjoint(hand.flags)
            or (bool(hand.facts) and bool(self.rulebook.payments.multipliers))
        )
        known.silent = not self._unused and (
            self._uncounted is not None
            and self.program.uncounted_by_situation
            and not self._uncounted(EVERY_LIST, known.words)
        )

    def _judge(self, known: Situated, at: int) -> tuple[Judge, tuple[int, ...]]:
        made = self._judges.get(at)
        if made is None:
            made = self._judges[at] = compiled_pair(self.program.judge(_kind(at)), "judge")
        judge, giving = made
        found = known.judges[at] = judge, giving(known.words)
        return found

    def silent(self, hand: Hand, packed: Packed, known: Situated) -> bool:
        """Whether every list of indicators that is given counts."""
        if known.silent:
            return True
        if any(getattr(hand, name) for name in self._unused):
            return False
        if not (hand.ura_indicators or hand.kan_ura_indicators or self._asks_all):
            return True
        return self._uncounted is not None and not self._uncounted(packed, known.words)

    # --- what is shown --------------------------------------------------------------------------

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
        _, yakuman, _, _, _, _, _, awarded, held, _, wait, _, _, _, word, _, _, situated = quick
        words = situated.words
        if depends is None:
            return details.fu_lines(make(word, wait, packed, words, held, awarded, yakuman), hand)
        of_word, of_held = depends
        key = (word & of_word, wait, packed.order, hand.seat, hand.round, held & of_held)
        lines: tuple[FuLine, ...] | None = known.get(key)
        if lines is None:
            made_of = make(word, wait, packed, words, held, awarded, yakuman)
            lines = details.fu_lines(made_of, hand)
            if len(known) < MOST_SITUATIONS:
                known[key] = lines
        return lines

    def chips(self, hand: Hand, packed: Packed, quick: Quick) -> tuple[ChipLine, ...]:
        """Return what is paid in chips for a reading."""
        count = self._chips.get(quick.bits)
        if count is None:
            count = self._chips[quick.bits] = compiled(self.program.chips(_kind(quick.bits)), "chips")
        _, yakuman, _, _, _, _, _, awarded, held, _, wait, _, _, _, word, _, shown, situated = quick
        counts = count(word, wait, packed, situated.words, shown, held, awarded, yakuman)
        return lines_of(counts, hand, self.rulebook)


def _shifts(kind: DoraKind) -> tuple[int, ...]:
    """Return for each kind of tile where the count of the kind that it shows stands in packed counts."""
    return tuple(FIELD * (shown if shown >= 0 else KINDS) for shown in kind.next)


def _kind(bits: int) -> Kind:
    return Kind(
        closed=bool(bits & CLOSED),
        tsumo=bool(bits & TSUMO),
        shape=bits // SHAPE,
        triplets=bool(bits & TRIPLETS_TOO),
        melds=bool(bits & MELDS),
        seldom=bool(bits & SELDOM_TOO),
    )
