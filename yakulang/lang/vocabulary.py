"""The words of conditions: one table from which checker, evaluator, lowering and documentation are made.

A word has a type, a meaning in one sentence, and the *layer* it belongs to; a slot sees some layers. Rule files
add traits, terms, facts, words and shapes of their own.
"""

from __future__ import annotations

from dataclasses import dataclass

from yakulang.lang.facts import DECLARATIONS, FACTS, MAX_POWER, OF_THE_DISCARD, WAITS, WIND_WORDS, Fact
from yakulang.tiles import MARKS

__all__ = [
    "ADJECTIVES",
    "DECLARATIONS",
    "FACTS",
    "GROUP",
    "GROUP_KINDS",
    "KIND",
    "LAYERS",
    "MARK_OF",
    "MAX_POWER",
    "NOUNS",
    "OF_THE_DISCARD",
    "SLOTS",
    "SUIT",
    "TILE",
    "WAITS",
    "WIND_WORDS",
    "WINNING_SUBJECTS",
    "AdjectiveWord",
    "Fact",
    "Noun",
    "Slot",
]  # fmt: skip

TILE, KIND, SUIT, GROUP = "tile", "kind", "suit", "group"
GROUP_KINDS = ("sequence", "triplet", "quad", "pair")
MARK_OF = {mark.word: mark.number for mark in MARKS}


@dataclass(frozen=True, slots=True)
class Noun:
    """What can be counted.

    `member` says what one of them is; `layer` what must be known; `kinds` which groups belong to it;
    `melds` that only groups on the table do. `tally` names the list of physical tiles it counts.
    """

    name: str
    member: str
    layer: str
    doc: str
    kinds: tuple[str, ...] = ()
    melds: bool = False
    tally: str | None = None


@dataclass(frozen=True, slots=True)
class AdjectiveWord:
    """A built-in adjective: `of` are the members it describes, `nouns` the only nouns it may stand with, if any."""

    name: str
    of: tuple[str, ...]
    layer: str
    doc: str
    nouns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a rule file where a condition stands: what it wants and which layers it sees."""

    name: str
    wants: str
    sees: frozenset[str]
    doc: str


def _nouns(*nouns: Noun) -> dict[str, Noun]:
    return {noun.name: noun for noun in nouns}


NOUNS = _nouns(
    Noun("tiles", TILE, "tiles", "every physical tile of the hand: concealed, melds, the winning tile", tally="tiles"),
    Noun("kinds", KIND, "tiles", "the different kinds among the tiles; a red five is the kind five"),
    Noun("suits", SUIT, "tiles", "man, pin and sou as far as present among the tiles; honors are no suit"),
    Noun("groups", GROUP, "reading", "sequences, triplets, quads and pairs of the reading", GROUP_KINDS),
    Noun("sequences", GROUP, "reading", "three in a row in one suit", ("sequence",)),
    Noun("triplets", GROUP, "reading", "three or four alike", ("triplet", "quad")),
    Noun("quads", GROUP, "reading", "four alike, declared as a kan of any kind", ("quad",)),
    Noun("pairs", GROUP, "reading", "two alike that are a group of the reading", ("pair",)),
    Noun("melds", GROUP, "melds", "groups on the table: chii, pon and every kan", GROUP_KINDS, melds=True),
    Noun("aside_tiles", TILE, "tiles", "tiles set aside: norths, flowers", tally="aside"),
    Noun("discards", TILE, "discards", "the own discards in a hand without a winner", tally="discards"),
    Noun("first_discards", TILE, "drawn", "the first discard of each player who has made one", tally="first_discards"),
    Noun("indicators", TILE, "tiles", "the first dora indicator", tally="indicators"),
    Noun("kan_indicators", TILE, "tiles", "the indicators turned for kans", tally="kan_indicators"),
    Noun("ura_indicators", TILE, "tiles", "the indicator below the first one", tally="ura_indicators"),
    Noun("kan_ura_indicators", TILE, "tiles", "the indicators below those of kans", tally="kan_ura_indicators"),
)


def _adjectives(*words: AdjectiveWord) -> dict[str, AdjectiveWord]:
    return {word.name: word for word in words}


_HELD = ("tiles", "groups", "sequences", "triplets", "quads", "pairs")
ADJECTIVES = _adjectives(
    AdjectiveWord("sequence", (GROUP,), "melds", "three in a row"),
    AdjectiveWord("triplet", (GROUP,), "melds", "three or four alike"),
    AdjectiveWord("quad", (GROUP,), "melds", "four alike"),
    AdjectiveWord("pair", (GROUP,), "melds", "two alike"),
    AdjectiveWord("concealed", (GROUP,), "melds", "not called, and not a triplet finished by ron"),
    AdjectiveWord("open", (GROUP,), "melds", "called, or a triplet finished by ron"),
    AdjectiveWord("called", (GROUP, TILE), "tiles", "taken from another player", nouns=(*_HELD, "melds")),
    AdjectiveWord("chii", (GROUP,), "melds", "a called sequence"),
    AdjectiveWord("pon", (GROUP,), "melds", "a called triplet of three tiles"),
    AdjectiveWord("open_kan", (GROUP,), "melds", "four alike, the fourth called"),
    AdjectiveWord("added_kan", (GROUP,), "melds", "four alike, the fourth added to a pon"),
    AdjectiveWord("closed_kan", (GROUP,), "melds", "four alike from the own hand"),
    AdjectiveWord("winning", (TILE, GROUP), "tiles", "the physical tile won on; the group it stands in", nouns=_HELD),
    *(AdjectiveWord(mark.word, (TILE,), "tiles", f"a {mark.word} copy") for mark in MARKS),
    AdjectiveWord("indicated", (TILE, KIND, GROUP), "tiles", "shown by a first dora indicator"),
    AdjectiveWord("seat_wind", (TILE, KIND, GROUP), "facts", "the winner's seat wind"),
    AdjectiveWord("round_wind", (TILE, KIND, GROUP), "facts", "the prevalent wind"),
)


WINNING_SUBJECTS = {"winning_tile": ("tiles", TILE), "winning_group": ("reading", GROUP)}

_KNOWN = frozenset({"facts", "tiles", "melds"})
_READING = _KNOWN | {"reading", "held"}
_PLAYER = frozenset({"points", "player"})
_AFTER_HAND = frozenset({"hand_end", "match", "target"})
SLOTS = {
    slot.name: slot
    for slot in (
        Slot("trait", "adjective", _READING, "an adjective of a rule file"),
        Slot("loose", "condition", frozenset({"facts", "tiles"}), "a shape without groups"),
        Slot("yaku", "condition", _READING, "when a yaku is held"),
        Slot("yaku_each", "members or number", _READING, "how often a yaku counts"),
        Slot("dora", "condition", _READING | {"awarded", "yakuman"}, "when a kind of dora counts"),
        Slot("dora_each", "members or number", _READING | {"awarded", "yakuman"}, "how many dora of a kind there are"),
        Slot("fu", "condition", _READING | {"awarded", "yakuman"}, "when fu count"),
        Slot("fu_each", "members or number", _READING | {"awarded", "yakuman"}, "how often fu count"),
        Slot("floor", "condition", _READING | {"awarded", "yakuman", "subtotal"}, "when a least number of fu applies"),
        Slot("limit", "condition", _READING | {"awarded", "yakuman", "han_fu", "base"}, "when a limit applies"),
        Slot("limit_base", "number", _READING | {"awarded", "yakuman", "han_fu", "base"}, "the base of a limit"),
        Slot("chip", "condition", _READING | {"awarded", "yakuman"}, "when chips are paid"),
        Slot("chip_each", "members or number", _READING | {"awarded", "yakuman"}, "how often chips are paid"),
        Slot("payment_base", "number", frozenset({"han_fu"}), "the base computed from han and fu"),
        Slot("sealed", "condition", frozenset({"melds"}), "when the melds so far make a yakuman certain"),
        Slot("pao", "condition", frozenset({"facts", "melds"}), "when the giver of the last declaration is liable"),
        Slot("draw", "condition", frozenset({*_KNOWN, "discards", "drawn"}), "when a hand is a draw of a kind"),
        Slot("tenpai", "condition", frozenset({"waited"}), "which of the tiles waited for make a hand ready at a draw"),
        Slot("impossible", "condition", _KNOWN, "what can't be on a table"),
        Slot("forbidden", "condition", _READING, "a win the rules forbid"),
        Slot("free", "condition", frozenset({"facts"}), "when any tile may count as the winning one"),
        Slot("word", "condition", frozenset({"facts"}), "when a word of the situation may be used"),
        Slot("target", "number", frozenset({"match"}), "the points that the match is about"),
        Slot("dealer_stays", "condition", _AFTER_HAND, "when the dealer deals again"),
        Slot("after_hand", "condition", _AFTER_HAND | {"deal"}, "counters, extension and end of the match"),
        Slot("declare", "condition", frozenset({"points", "declaring"}), "when riichi or a kan may be declared"),
        Slot("afloat", "condition", _PLAYER, "which players are afloat at the end of the game"),
        Slot("uma", "condition", frozenset({"result"}), "when places are worth something else than usual"),
        Slot("extra", "condition", _PLAYER | {"result"}, "about whom a payment at the end of the game is"),
        Slot("extra_each", "number", _PLAYER | {"result"}, "how often such a payment counts"),
    )
}

LAYERS = {
    "facts": "the situation",
    "tiles": "the tiles",
    "melds": "the melds",
    "reading": "how the hand is read",
    "held": "which yaku are held",
    "awarded": "which yaku are awarded",
    "yakuman": "how many yakuman count",
    "subtotal": "the fu so far",
    "han_fu": "han and fu",
    "base": "the base",
    "discards": "the discards",
    "drawn": "a hand without a winner",
    "waited": "a tile that is waited for",
    "hand_end": "how the hand ended",
    "match": "where the match stands",
    "target": "the target of the match",
    "deal": "whether the dealer stays",
    "declaring": "the wall and the table",
    "points": "a player's points",
    "player": "a player at the end of the game",
    "result": "the end of the game",
}
