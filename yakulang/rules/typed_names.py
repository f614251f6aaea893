"""Names as people type them."""

from __future__ import annotations

import functools
import re
import unicodedata

_KATAKANA = ord("ア") - ord("あ")


@functools.lru_cache(maxsize=1 << 12)
def folded(name: str) -> str:
    """Return a name without what is only a way of typing it.

    Width, case, marks on Latin letters, hiragana for katakana, a sign of repetition, spaces and hyphens are no
    difference: りーち is リーチ, 対々和 is 対対和 and "half-flush" is "Half flush".
    """
    text = unicodedata.normalize("NFKC", name).casefold()
    text = "".join(unicodedata.normalize("NFKD", c)[0] if "à" <= c <= "ſ" else c for c in text)
    text = "".join(chr(ord(c) + _KATAKANA) if "ぁ" <= c <= "ゖ" else c for c in text)
    text = re.sub("(.)々", r"\1\1", text)
    return "".join(c for c in text if c.isalnum())
