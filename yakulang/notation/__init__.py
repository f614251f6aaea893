"""The two spellings of a hand: one line of text (`text.py`) and a JSON record (`record.py`)."""

from yakulang.notation.text import meld_text, parse_hand, parse_tiles, parse_wind, print_hand, tiles_text

__all__ = ["meld_text", "parse_hand", "parse_tiles", "parse_wind", "print_hand", "tiles_text"]
