"""The readings of a packed hand, from the tables of suits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.engine.fast.suit_table import HELD, PAIRS, SHARES, WIN, WON
from yakulang.engine.readings import TANKI

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulang.engine.fast.packed import Packed
    from yakulang.engine.suits import Split
    from yakulang.rules.model import Rulebook

Words = tuple[tuple[int, "Split"], ...]  # ways to read suits: the word and the groups of each
Read = tuple[int, int, int, "Split", int]  # the bits of the shape, the word, the wait, the groups, the winning one
SHAPE = 1 << 5  # the place of the shape among the bits of a kind of hand

_NOTHING: Words = ((0, ()),)
_OTHERS = tuple(tuple(other for other in range(4) if other != suit) for suit in range(4))


class QuickReadings:
    """Reads hands in the shapes of a rulebook; loose shapes are for the judge."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._shapes = [
            (i * SHAPE, sum(1 << kind for kind in shape.one_of_each), shape.groups, shape.pairs, shape.distinct, shape)
            for i, shape in enumerate(rulebook.shapes)
            if shape.loose is None
        ]

    def of(self, packed: Packed) -> list[Read]:
        """Return for every reading the bits of its shape, its word, its wait, its groups and the winning one."""
        found: list[Read] = []
        melds = packed.melds
        for bits, mask, groups, pairs, distinct, shape in self._shapes:
            if mask:
                first, second, third, _ = packed.tile
                if not melds and first == mask and not third and second.bit_count() == shape.repeat:
                    found.append((bits, 0, TANKI, (), -1))
            elif melds <= groups and (groups or not distinct or _only_pairs(packed.tile)):
                _add_grouped(found, bits, groups - melds, pairs, distinct, packed)
        return found


def _only_pairs(planes: Sequence[int]) -> bool:
    return planes[0] == planes[1] and not planes[2]


def _add_grouped(  # noqa: PLR0917  one call a shape of every hand: by position
    found: list[Read], bits: int, groups: int, pairs: int, distinct: bool, packed: Packed
) -> None:
    if packed.concealed != 3 * groups + 2 * pairs:
        return
    keys = packed.keys
    held_words = HELD[distinct]
    win = packed.win
    suit = win // 9
    for share in SHARES[pairs][packed.sizes]:
        won = WON[distinct][(keys[suit] << WIN | win) << PAIRS | share[suit]]
        if not won:
            continue
        around = 0  # of suits that are read in one way only, as most are
        before: Split = ()
        after: Split = ()
        several: list[int] = []
        for other in _OTHERS[suit]:
            if key := keys[other]:
                here = held_words[key << PAIRS | share[other]]
                if len(here) == 1:
                    word, split = here[0]
                    around |= word
                    if other < suit:
                        before += split
                    else:
                        after += split
                elif here:
                    several.append(other)
                else:
                    break
        else:
            if several:
                _add_several(found, bits, share, packed, distinct)
                continue
            ahead = len(before)
            for word, wait, split, place in won:
                found.append((bits, around | word, wait, before + split + after, ahead + place))


def _add_several(found: list[Read], bits: int, share: Sequence[int], packed: Packed, distinct: bool) -> None:
    """Add the readings where a suit without the winning tile can be read in several ways."""
    suit = packed.win // 9
    keys = packed.keys
    before = after = _NOTHING
    for other in _OTHERS[suit]:
        if key := keys[other]:
            here = HELD[distinct][key << PAIRS | share[other]]
            if other < suit:
                before = _joined(before, here)
            else:
                after = _joined(after, here)
    for word, wait, split, place in WON[distinct][(keys[suit] << WIN | packed.win) << PAIRS | share[suit]]:
        for word_before, split_before in before:
            for word_after, split_after in after:
                groups = split_before + split + split_after
                found.append((bits, word_before | word | word_after, wait, groups, len(split_before) + place))


def _joined(one: Words, other: Words) -> Words:
    return tuple((a | b, x + y) for a, x in one for b, y in other)
