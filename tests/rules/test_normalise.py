"""One form for what may be written in several ways."""

from __future__ import annotations

import pytest

from yakulang.errors import RuleError
from yakulang.rules.nodes import find, plain
from yakulang.rules.normalise import normalise
from yakulang.rules.reader import read
from yakulang.source import Source


def normal(text: str) -> object:
    return plain(normalise(read(Source("my.yaml", text))))


def test_the_forms() -> None:
    text = """
id: club
name: Friday
reds: {0m: 1, r5p: 2, 5s: 1, r7z: 1}
unknown: [first, second]
words: {w: {fact: a, name: X}}
shapes: {s: {pairs: 7, distinct: no}}
yaku: {a: {han: 2, name: A, source: m}, b: {yakuman: {closed: 1}}, c: {at_least: x, name: {ja: C}}}
fu: {items: {i: {fu: 2, name: I}}}
aside: {tiles: 4z, keeps_closed: yes}
"""
    assert normal(text) == {
        "id": "club",
        "name": {"en": "Friday"},
        "reds": {"5m": 1, "5p": 2, "5s": 1, "7z": 1},
        "unknown": {"club-1": "first", "club-2": "second"},
        "words": {"w": {"fact": ["a"], "name": {"en": "X"}}},
        "shapes": {"s": {"pairs": 7, "distinct": False}},
        "yaku": {
            "a": {"han": {"closed": 2, "open": 2}, "name": {"en": "A"}, "source": ["m"]},
            "b": {"yakuman": {"closed": 1}},
            "c": {"at_least": "x", "name": {"ja": "C"}},
        },
        "fu": {"items": {"i": {"fu": 2, "name": {"en": "I"}}}},
        "aside": {"tiles": "4z", "keeps_closed": True},
    }


def test_new_values_of_a_change() -> None:
    text = "change: {yaku.a.han: 2, yaku.b.han.open: none, yaku.b: {yakuman: 1}, name: x, reds.0m: 2, fu.items.a.fu: 2}"
    assert normal(text) == {
        "change": {
            "yaku.a.han": {"closed": 2, "open": 2},
            "yaku.b.han.open": "none",
            "yaku.b": {"yakuman": {"closed": 1, "open": 1}},
            "name": {"en": "x"},
            "reds.5m": 2,
            "fu.items.a.fu": 2,
        }
    }


def test_both_sides_stand_where_the_number_stands() -> None:
    root = normalise(read(Source("my.yaml", "yaku: {a: {han: 2}}")))
    for side in ("closed", "open"):
        node = find(root, ("yaku", "a", "han", side))
        assert node is not None
        assert (node.span.start, node.span.text) == (16, "2")


def test_one_tile_in_two_ways() -> None:
    with pytest.raises(RuleError) as caught:
        normal("reds: {0m: 1, 5m: 1}")
    assert [d.message for d in caught.value.diagnostics] == ["`5m` and `0m` are the same tile"]


@pytest.mark.parametrize("text", ["yaku: 3", "yaku: {a: [1]}", "change: [1]", "name: ", "reds: [5m]", "unknown: x"])
def test_what_has_another_shape_is_left_alone(text: str) -> None:
    assert normal(text) == plain(read(Source("my.yaml", text)))
