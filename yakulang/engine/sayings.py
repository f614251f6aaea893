"""What the bundled rule files say in English, said in other languages; and how their words are written otherwise.

It stands beside the rule files, in `wording.json`: the package itself knows no rule, and no sentence about one.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from yakulang.message import Spoken

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Saying(Spoken):
    """A sentence of a rule file. One of a bundled file has translations; any other is said as it stands."""

    __slots__ = ()

    def in_language(self, lang: str) -> str:
        """Return the sentence in a language."""
        translation: str | None = _wording()["sayings"].get(str(self), {}).get(lang)
        return translation or str(self)

    def with_english(self, text: str) -> Spoken:
        """Return a shorter sentence; it is nobody's but its author's."""
        return Saying(text)


def saying(text: str) -> Spoken:
    """Return a sentence of a rule file so that it can be said in other languages."""
    return text if isinstance(text, Spoken) else Saying(text)


def spellings() -> Mapping[str, Sequence[str]]:
    """Return what people call words of the bundled rule files beside their names there."""
    found: Mapping[str, Sequence[str]] = _wording()["spellings"]
    return found


@cache
def _wording() -> Mapping[str, Any]:
    from yakulang.rules.bundle import rulesets_folder  # noqa: PLC0415  only other languages need it

    data: Mapping[str, Any] = json.loads(rulesets_folder().joinpath("wording.json").read_text("utf-8"))
    return data
