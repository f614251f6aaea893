"""What may stand after `contain`: tiles, groups written out, and spots with letters."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from yakulang.lang import syntax, typed
from yakulang.lang.refusals import wrong
from yakulang.lang.tilelist import read_tile_list, suit_number
from yakulang.lang.vocabulary import KIND, SUIT, TILE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulang.lang.adjectives import AdjectiveChecker
    from yakulang.lang.vocabulary import Noun, Slot
    from yakulang.source import Span

MAX_ITEMS = 14
MAX_CLASSES = 4
KIND_OF_NOUN = {"sequences": "sequence", "triplets": "triplet", "quads": "quad", "pairs": "pair"}
HIGHEST_RANK = {"sequence": 7}
HONORS = 3


def check_items(
    node: syntax.Contain,
    members: typed.Members,
    items: Sequence[syntax.Item],
    adjectives: AdjectiveChecker,
    slot: Slot,
) -> typed.Contain:
    """Return the typed phrase `C contain I J K`.

    Raises:
        RuleError: an item that the collection can't have.
    """
    noun = members.noun
    if noun.member == SUIT:
        raise wrong("YK241", "suits can only be counted", node.collection.noun_span, "exactly 1 suits")
    checked: list[typed.Item] = []
    for item in items:
        words = tuple(adjectives.adjective(word, noun, slot) for word in item.adjectives)
        reader = _tile_items if noun.member in (TILE, KIND) else _group_items
        checked += reader(item, noun, words)
    if len(checked) > MAX_ITEMS:
        raise wrong("YK243", f"a hand has {MAX_ITEMS} tiles; this asks for {len(checked)} things", node.span)
    if len({frozenset(word.name for word in item.adjectives) for item in items}) > MAX_CLASSES:
        message = f"at most {MAX_CLASSES} kinds of items, by their adjectives, are told apart in one phrase"
        raise wrong("YK243", message, node.span)
    suits = -min([0, *(item.suit for item in checked)])
    letters = tuple(sorted({item.letter for item in checked if item.letter}, reverse=True))
    return typed.Contain(node.span, members, tuple(checked), suits, letters)


def _tile_items(item: syntax.Item, noun: Noun, words: tuple[typed.Adjective, ...]) -> list[typed.Item]:
    if item.kind:
        raise wrong("YK244", f"`{item.kind}` is a group; {noun.name} are no groups", item.span, "groups contain ...")
    if item.spot:
        return [_spot_item(item, None, words, item.span)]
    tiles = read_tile_list(item.tiles or "", item.span)
    if tiles.names_mark and noun.member == KIND:
        raise wrong("YK224", "a red copy is a tile, not a kind", item.span, "tiles contain 0m")
    return [typed.Item(item.span, None, suit, rank, None, mark, words) for suit, rank, mark in tiles.entries]


def _group_items(item: syntax.Item, noun: Noun, words: tuple[typed.Adjective, ...]) -> list[typed.Item]:
    own = KIND_OF_NOUN.get(noun.name)
    if item.kind and own and item.kind != own:
        raise wrong("YK244", f"`{item.kind}` is not one of {noun.name}", item.span, "groups contain ...")
    kind = item.kind or own
    if item.spot:
        if kind is None:
            hint = f"{noun.name} contain sequence {item.spot}, or sequences contain {item.spot}"
            raise wrong("YK230", f"which kind of group is `{item.spot}`?", item.span, hint)
        return [_spot_item(item, kind, words, item.span)]
    return [_written_group(item, kind, words)]


def _spot_item(item: syntax.Item, kind: str | None, words: tuple[typed.Adjective, ...], span: Span) -> typed.Item:
    found = re.fullmatch(r"([nk])(?:\+([1-8]))?([mpsabc])", item.spot or "")
    assert found  # noqa: S101  the grammar's SPOT
    letter, offset, suit = found.groups()
    return typed.Item(span, kind, suit_number(suit), int(offset or 0), letter, mark=0, adjectives=words)


def _written_group(item: syntax.Item, kind: str | None, words: tuple[typed.Adjective, ...]) -> typed.Item:
    text = item.tiles or ""
    tiles = read_tile_list(text, item.span)
    if tiles.names_mark:
        raise wrong("YK224", "a red copy is a tile; it can't be named of groups", item.span, "any red tiles")
    suits = {suit for suit, _, _ in tiles.entries}
    ranks = sorted(rank for _, rank, _ in tiles.entries)
    suit, low = tiles.entries[0][0], ranks[0]
    if len(suits) == 1 and len(ranks) == 1 and kind:
        if kind == "sequence" and (suit == HONORS or low > HIGHEST_RANK["sequence"]):
            raise wrong("YK231", f"no sequence begins with `{text}`", item.span)
        return typed.Item(item.span, kind, suit, low, None, mark=0, adjectives=words)
    written = _kind_of_group(ranks, suit) if len(suits) == 1 else None
    if written is None:
        hint = "write a space between groups: 123a 456a 789a"
        if len(ranks) == 1:
            hint = f"write the group out: {text[0] * 3}{text[1:]}, {text[0] * 2}{text[1:]}"
        raise wrong("YK231", f"`{text}` is not one group", item.span, hint)
    if kind and written != kind and not (kind == "triplet" and written == "quad"):
        raise wrong("YK244", f"`{text}` is a {written}, not a {kind}", item.span)
    return typed.Item(item.span, written, suit, low, None, mark=0, adjectives=words)


def _kind_of_group(ranks: list[int], suit: int) -> str | None:
    if len(set(ranks)) == 1:
        return {2: "pair", 3: "triplet", 4: "quad"}.get(len(ranks))
    if len(ranks) == 3 and ranks == [ranks[0], ranks[0] + 1, ranks[0] + 2] and suit != HONORS:
        return "sequence"
    return None
