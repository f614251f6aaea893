"""Hands in the usual words are read at once, and as the full reader reads them; all else is left to it."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING

import pytest
from comparing import Tally
from corpus import rows
from hands import attempt, hands
from hypothesis import given, settings
from hypothesis import strategies as st

from yakulang import Hand
from yakulang.engine.fast.packed import FIELD, Packed
from yakulang.notation import parse_hand, print_hand
from yakulang.notation.quick_text import quick_hand
from yakulang.tiles import RED, kind_of, mark_of

if TYPE_CHECKING:
    from collections.abc import Sequence

FIELDS = [name for name in Hand.__dataclass_fields__ if name != "_packed"]


def as_read_in_full(text: str) -> tuple[Hand | None, list[str]]:
    """Return what the full reader makes of a text: an empty mapping of facts says nothing, and is no usual call."""
    hand, problems = attempt(partial(parse_hand, facts={}), text)
    return hand, [str(problem) for problem in problems]


def check(text: str) -> bool:
    """Compare both readers on a text; return whether the quick one read it."""
    hand, problems = as_read_in_full(text)
    quick = quick_hand(text)
    if quick is not None:
        assert not problems, text
        assert hand is not None
        assert [getattr(quick, name) for name in FIELDS] == [getattr(hand, name) for name in FIELDS], text
        assert (type(quick), hash(quick), repr(quick)) == (type(hand), hash(hand), repr(hand))
    again, said = attempt(parse_hand, text)
    assert again == hand, text
    assert [str(problem) for problem in said] == problems, text
    return quick is not None


USUAL = [
    "123m456p78s11m555z +9s",
    "22406m678p12356s +4s seat=E with=riichi dora=6z",
    "123m456p78s11m p(555z)<E +9s seat=S from=W dora=3p,4p ura=5s,0m honba=2 sticks=1 with=riichi,ippatsu",
    "  11m   22233355777z n(44z) *5z seat=S round=S dora=4p ",
    "9s a(1111m) k(2222p)<N d(3''3'33s) c(12'3m)<N *9s seat=E",
    "678p22406m12356s +4s",
    "5p1z 555m0m 1112z345s +5p dora=r3p,b5p",
    "1m1m1m2m3m4m5m6m7m8m9m9m9m +9m",
]
HAND = "123m456p78s11m555z"
OTHERWISE = [
    HAND + "+9s", "123m456p78s11mp(555z) +9s", "123m456p78s11m 東東東 +9s", HAND + "\t+9s",
    "123m456p78s11m p( 555z ) +9s",
    *(f"{HAND} +9s {said}" for said in [
        "seat=south", "dora=34p", "with=dealer_wins=3", "with=立直", "honba=100", "kandora=none", "liable=W",
    ]),
]  # fmt: skip
WRONG = [
    "", " ", "123m", HAND, "123m456p78s11m55z +9s", "123m456p78s11m558z +9s", f"{HAND} +9s +9s", f"{HAND} +0z",
    "0" * 3000, f"{HAND} *9s from=S", "123m456p78s11m p(555z)<S +9s seat=S", "123m456p78s11m p(556z) +9s",
    "123m456p78s11m c(555z) +9s",
    "1m p(111m) p(222m) p(333m) p(444m) p(555m) +1m",
    *(f"{HAND} +9s {said}" for said in [
        "seat=E seat=E", "seat=S from=S", "dora=", "with=", "with=Riichi", "with=a,,b", "sead=E", "honba=-1", "n(8z)",
        "n(44z) n(44z)", "=E",
    ]),
]  # fmt: skip


@pytest.mark.parametrize("text", USUAL)
def test_the_usual_words_are_read_at_once(text: str) -> None:
    assert check(text)


@pytest.mark.parametrize("text", [*OTHERWISE, *WRONG])
def test_everything_else_is_left_to_the_full_reader(text: str) -> None:
    assert not check(text)


@given(hands())
@settings(max_examples=100, deadline=None)
def test_random_hands_are_read_alike(hand: Hand) -> None:
    check(print_hand(hand))


def test_damaged_hands_are_read_or_refused_alike() -> None:
    """A sign struck out, put in or exchanged, up to three times, in recorded hands; most are wrong then."""
    random = Random(7)
    texts = [str(Hand.from_record(row["input"])) for row, _ in zip(rows("recorded-wins"), range(400), strict=False)]
    read = 0
    for text in texts * 3:
        damaged = text
        for _ in range(random.randint(1, 3)):
            place, width = random.randrange(len(damaged)), random.choice([0, 1])
            other = random.choice(["", "h", "(", ")", "<", "9z", " ", "'", "=", "0m", "+", ",", "E", "n(", "m", "5"])
            damaged = damaged[:place] + other + damaged[place + width :]
        read += check(damaged)
    assert read == 42


@given(st.text(alphabet="0123456789mpszhr+*<>()'=,. \tcpkdanEeSwith東８\x00", max_size=40))
@settings(max_examples=200, deadline=None)
def test_random_texts_are_read_or_refused_alike(text: str) -> None:
    check(text)


def test_recorded_hands_are_read_at_once() -> None:
    tally = Tally("recorded-wins as text, both readers")
    random = Random(5)
    for number, row in enumerate(rows("recorded-wins")):
        if number % 10 == 0:
            hand = Hand.from_record(row["input"])
            words = str(hand).split()
            random.shuffle(words)  # but melds keep their order
            melds = iter([word for word in str(hand).split() if word[1] == "("])
            text = " ".join(next(melds) if word[1] == "(" else word for word in words)
            quick = quick_hand(text)
            tally.compare(row["id"], {name: (getattr(hand, name), getattr(quick, name, None)) for name in FIELDS}, text)
    tally.finish(rows=1000, fields=17_000)


# --- packed hands


def planes(kinds: Sequence[int]) -> tuple[int, ...]:
    """Plane n has the kinds with at least n members, counted one by one."""
    return tuple(sum(1 << kind for kind in set(kinds) if kinds.count(kind) >= number) for number in range(1, 5))


@given(hands())
@settings(max_examples=100, deadline=None)
def test_packed_hands_count_what_is_there(hand: Hand) -> None:
    packed = Packed(hand)
    called = [kind_of(tile) for meld in hand.melds if meld.is_called for tile in meld.tiles]
    kans = [kind_of(tile) for meld in hand.melds if not meld.is_called for tile in meld.tiles]
    held, win = [kind_of(tile) for tile in hand.closed], kind_of(hand.win)
    lists = [hand.aside, hand.indicators, hand.kan_indicators, hand.ura_indicators, hand.kan_ura_indicators]
    own = [*held, win, *called, *kans]
    seen = [*own, *(kind_of(tile) for tiles in lists for tile in tiles)]
    assert packed.tile == planes(own)
    assert packed.tile_held == planes([*held, *kans])
    assert packed.tile_called == planes(called)
    assert packed.tile_red == planes([kind_of(tile) for tile in hand.tiles if mark_of(tile) == RED])
    assert packed.lists == tuple(planes([kind_of(tile) for tile in tiles]) for tiles in lists)
    assert packed.list_counts == tuple(map(len, lists))
    counted = [*own, *map(kind_of, hand.aside)]
    assert [packed.counts >> FIELD * kind & 1023 for kind in range(34)] == [counted.count(kind) for kind in range(34)]
    assert packed.own == own.count(win)
    assert packed.shown == sum(kind_of(tile) == win for tiles in lists[1:] for tile in tiles)
    assert packed.seen == planes(seen)[0]
    assert (packed.most > 4) == any(seen.count(kind) > 4 for kind in seen)
    assert packed.sizes == tuple(sum(kind // 9 == suit for kind in [*held, win]) for suit in range(4))
    assert packed.closed == hand.is_closed
    assert packed.marked == tuple(kind_of(tile) for tile in hand.closed if mark_of(tile))
    everything = [*hand.tiles, *(tile for tiles in lists for tile in tiles)]
    assert packed.other_marks == any(mark_of(tile) > RED for tile in everything)
    reds = [kind_of(tile) for tile in everything if mark_of(tile) == RED]
    assert [packed.reds >> FIELD * kind & 1023 for kind in range(34)] == [reds.count(kind) for kind in range(34)]
