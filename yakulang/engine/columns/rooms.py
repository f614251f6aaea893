"""Arrays to work in that are used again: large ones are dear to ask the system for each time."""

from __future__ import annotations

from threading import local
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_KEPT = 1 << 24  # bytes; a chunk has use for half of it


class Rooms(local):
    """Arrays by name, a set of them for each thread.

    A new one is 0 everywhere; what stands in one when it is asked for again is what was left there.
    """

    def __init__(self) -> None:
        self._known: dict[str, NDArray[Any]] = {}

    def take(self, name: str, dtype: Any, count: int, size: int) -> NDArray[Any]:
        """Return an array of `count` rows and `size` columns."""
        flat = self._known.get(name)
        if flat is None or flat.size < count * size:
            flat = self._known[name] = np.zeros(count * size, dtype)
        return flat[: count * size].reshape(count, size)

    def columns(self, dtype: Any, count: int, size: int) -> NDArray[Any]:
        """Return columns for a function of columns to work in."""
        return self.take(dtype.__name__, dtype, count, size)


def keep_memory() -> None:
    """Let the allocator keep some memory that is given back to it, rather than ask the system for it again.

    That of glibc keeps twice the size of the largest block that was ever given back, so it is enough to do so once.
    The block is never written to, and takes no memory.
    """
    np.empty(_KEPT, np.uint8)
