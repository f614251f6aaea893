"""Mappings that don't change: what is handed out can't be written to, and needs no copy."""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Fixed(dict[K, V]):
    """A mapping that no longer changes; `dict(...)` makes one of it that does."""

    WHY: ClassVar[str] = "this mapping belongs to a ruleset and doesn't change; write to a copy, dict(...)"

    def _refuse(self, *_: Any, **__: Any) -> Any:
        raise TypeError(self.WHY)

    __setitem__ = __delitem__ = __ior__ = pop = popitem = clear = update = setdefault = _refuse

    def __reduce__(self) -> Any:
        return type(self), (dict(self),)
