"""What rules say of something that is no hand: it can be told as text."""

from __future__ import annotations


class Told:
    """An answer between hands."""

    __slots__ = ()

    def text(self, lang: str) -> str:
        """Return it as text."""
        raise NotImplementedError
