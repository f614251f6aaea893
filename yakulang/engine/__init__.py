"""Judging: a hand and a rulebook in, a ruling out."""
