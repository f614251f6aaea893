"""The words of conditions: one table from which checker, evaluator, lowering and documentation are made.

A word has a type, a meaning in one sentence, and the *layer* it belongs to; a slot sees some layers. Rule files
add traits, terms, facts, words and shapes of their own.
"""

from __future__ import annotations

from dataclasses import dataclass

from yakulang.tiles import MARKS

TILE, KIND, SUIT, GROUP = "tile", "kind", "suit", "group"
GROUP_KINDS = ("sequence", "triplet", "quad", "pair")
WIND_WORDS = ("east", "south", "west", "north")
WAITS = ("ryanmen", "kanchan", "penchan", "shanpon", "tanki", "none")
MARK_OF = {mark.word: mark.number for mark in MARKS}
DECLARATIONS = ("chii", "pon", "open_kan", "added_kan", "closed_kan")


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
class Fact:
    """Something known of the situation: a flag, a number or a choice.

    `who` says who can tell it: L a game log, P the player at the table, D derived from the rest.
    """

    name: str
    type: str
    doc: str
    who: str
    layer: str = "facts"
    values: tuple[str, ...] = ()


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
    Noun("discards", TILE, "discards", "the winner's own discards", tally="discards"),
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


def _facts(*facts: Fact) -> dict[str, Fact]:
    return {fact.name: fact for fact in facts}


FACTS = _facts(
    Fact("tsumo", "flag", "won by self-draw", "LP"),
    Fact("ron", "flag", "won on another player's tile", "LP"),
    Fact("closed", "flag", "no called meld", "D", "melds"),
    Fact("open", "flag", "at least one called meld", "D", "melds"),
    Fact("seat", "choice", "the winner's seat wind", "LP", values=WIND_WORDS),
    Fact("round", "choice", "the prevalent wind", "LP", values=WIND_WORDS),
    Fact("riichi", "flag", "any riichi, double and open riichi included", "LP"),
    Fact("double_riichi", "flag", "riichi declared on the first turn", "LP"),
    Fact("open_riichi", "flag", "riichi declared with the hand shown", "LP"),
    Fact("ippatsu", "flag", "within one go-round of riichi, nothing called or set aside", "LP"),
    Fact("after_kan", "flag", "self-drawn on a replacement tile", "LP"),
    Fact("robbed_kan", "flag", "won on a tile that became part of a kan", "LP"),
    Fact("robbed_closed_kan", "flag", "the robbed kan was a closed one", "LP"),
    Fact("robbed_aside", "flag", "won on a north or flower being set aside", "LP"),
    Fact("last_tile", "flag", "the last live tile, or the discard after it", "LP"),
    Fact("first_turn", "flag", "before the winner's first discard, nothing called, declared or set aside", "LP"),
    Fact("riichi_discard", "flag", "won on the discard that declared riichi", "LP"),
    Fact("kan_discard", "flag", "won on the discard right after a kan", "LP"),
    Fact("rivals_called", "flag", "an opponent called in this hand", "LP"),
    Fact("discarder_riichi", "flag", "the discarder is in riichi", "LP"),
    Fact("discards_called", "flag", "one of the own discards was called", "LP"),
    Fact("dealer_wins", "number", "wins in a row as dealer before this hand", "LP"),
    Fact("dealer_hands", "number", "hands in a row kept as dealer before this one", "LP"),
    Fact("honba", "number", "counters on the table", "LP"),
    Fact("deposits", "number", "riichi sticks on the table", "LP"),
    Fact("own_discards", "number", "discards the winner made before the win", "L"),
    Fact("table_discards", "number", "discards made before the win by all", "L"),
    Fact("kans_in_a_row", "number", "replacement tiles drawn without a discard between", "LP"),
    Fact(
        "visible_copies", "number", "copies of the winning kind seen outside the hand, without the winning tile", "LP"
    ),
    Fact("own_copies", "number", "copies of the winning kind in the own hand, the winning tile counted", "D", "tiles"),
    Fact("shown_copies", "number", "copies of the winning kind among all indicators", "D", "tiles"),
    Fact("last_call", "choice", "the winner's last declaration", "LP", values=("none", *DECLARATIONS)),
    Fact("wait", "choice", "how the winning tile finished the hand in this reading", "D", "reading", WAITS),
    Fact("shape", "choice", "the shape the hand is read as", "D", "reading"),
    Fact("han", "number", "han of yaku and dora", "D", "han_fu"),
    Fact("fu", "number", "fu after rounding", "D", "han_fu"),
    Fact("base", "number", "the base before any limit", "D", "base"),
    Fact("yakuman", "number", "how many yakuman count", "D", "yakuman"),
    Fact("subtotal", "number", "fu so far, before floors and rounding", "D", "subtotal"),
)

# facts of the tile won on: whoever wins on it, they are the same
OF_THE_DISCARD = frozenset(
    {"last_tile", "robbed_kan", "robbed_closed_kan", "robbed_aside", "riichi_discard", "kan_discard"}
    | {"discarder_riichi", "table_discards"}
)

MAX_POWER = 1024  # a higher exponent counts as this one: no file can ask for numbers without end
WINNING_SUBJECTS = {"winning_tile": ("tiles", TILE), "winning_group": ("reading", GROUP)}

_KNOWN = frozenset({"facts", "tiles", "melds"})
_READING = _KNOWN | {"reading", "held"}
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
        Slot("payment_base", "number", frozenset({"han_fu"}), "the base computed from han and fu"),
        Slot("sealed", "condition", frozenset({"melds"}), "when the melds so far make a yakuman certain"),
        Slot("pao", "condition", frozenset({"facts", "melds"}), "when the giver of the last declaration is liable"),
        Slot("draw", "condition", frozenset({"facts", "discards"}), "when a draw is special"),
        Slot("impossible", "condition", _KNOWN, "what can't be on a table"),
        Slot("forbidden", "condition", _READING, "a win the rules forbid"),
        Slot("free", "condition", frozenset({"facts"}), "when any tile may count as the winning one"),
        Slot("word", "condition", frozenset({"facts"}), "when a word of the situation may be used"),
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
}
