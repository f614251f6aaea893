"""Tiles as they are written in Japanese and Chinese, 一二三萬, in digits and letters: what a hint says to write."""

from __future__ import annotations

from yakulang.notation.tile_text import DIGITS, HONORS, SUITS_BY_LETTER
from yakulang.tiles import kind_name, kind_of

NUMERALS = dict(zip("〇零一二三四五六七八九伍", "001234567895", strict=True))
SUIT_HINTS = {
    "b": "s",
    "萬": "m",
    "万": "m",
    "筒": "p",
    "饼": "p",
    "餅": "p",
    "索": "s",
    "条": "s",
    "條": "s",
    "字": "z",
}


def in_digits(word: str) -> str | None:
    """Return tiles that are written with Japanese or Chinese numerals as they are written here, or None.

    A rest without a suit stays without one.
    """
    if not any(character in NUMERALS for character in word):
        return None
    written, digits = "", ""
    for character in word:
        suit = character if character in SUITS_BY_LETTER else SUIT_HINTS.get(character)
        if character in NUMERALS or character in DIGITS:
            digits += NUMERALS.get(character, character)
        elif suit and digits:
            written, digits = written + digits + suit, ""
        elif character in HONORS and not digits:
            written += kind_name(kind_of(HONORS[character]))
        else:
            return None
    return written + digits
