"""What the bundled rule files say in English, said in other languages."""

from __future__ import annotations

from yakulang.message import Spoken
from yakulang.rules.wording import wording


class Saying(Spoken):
    """A sentence of a rule file. One of a bundled file has translations; any other is said as it stands."""

    __slots__ = ()

    def in_language(self, lang: str) -> str:
        """Return the sentence in a language."""
        translation: str | None = wording()["sayings"].get(str(self), {}).get(lang)
        return translation or str(self)

    def with_english(self, text: str) -> Spoken:
        """Return a shorter sentence; it is nobody's but its author's."""
        return Saying(text)


def saying(text: str) -> Spoken:
    """Return a sentence of a rule file so that it can be said in other languages."""
    return text if isinstance(text, Spoken) else Saying(text)
