"""Chance that can be replayed: the same seed gives the same tiles and dice for ever.

A seed is any text. The numbers come from SHA-256, so that they depend on no library's random generator:

- block `n` (0, 1, 2 …) of the stream for a purpose is SHA-256 of the UTF-8 text `yakulang 1/PURPOSE/SEED/n`;
- each block is eight numbers of 32 bits, the first four bytes first, big end first;
- a number below `m` is such a number modulo `m`; numbers from the largest multiple of `m` in 2^32 on are passed over;
- a list is shuffled from its end: for each place `i` from the last down to the second, the items at `i` and at a number
  below `i + 1` change places (Fisher and Yates).
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

T = TypeVar("T")
_BYTES = 4
_RANGE = 1 << (8 * _BYTES)


class Chance:
    """The stream of numbers of one seed for one purpose; `dice` and `wall` don't disturb each other."""

    def __init__(self, seed: str, purpose: str) -> None:
        self._numbers = _numbers(f"yakulang 1/{purpose}/{seed}")

    def below(self, end: int) -> int:
        """Return the next number from 0 up to, not including, `end`."""
        whole = _RANGE - _RANGE % end
        return next(number for number in self._numbers if number < whole) % end

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Return the items in another order."""
        found = list(items)
        for place in range(len(found) - 1, 0, -1):
            other = self.below(place + 1)
            found[place], found[other] = found[other], found[place]
        return found


def _numbers(name: str) -> Iterator[int]:
    block = 0
    while True:
        digest = sha256(f"{name}/{block}".encode()).digest()
        yield from (int.from_bytes(digest[at : at + _BYTES], "big") for at in range(0, len(digest), _BYTES))
        block += 1
