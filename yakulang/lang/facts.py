"""The facts of a situation, and the words for winds, waits and declarations: what a hand is described by.

They are part of the vocabulary, and stand by themselves because a ruling needs them where no condition is read.
"""

from __future__ import annotations

from dataclasses import dataclass

WIND_WORDS = ("east", "south", "west", "north")
WAITS = ("ryanmen", "kanchan", "penchan", "shanpon", "tanki", "none")
DECLARATIONS = ("chii", "pon", "open_kan", "added_kan", "closed_kan")
MAX_POWER = 1024  # a higher exponent counts as this one: no file can ask for numbers without end


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
    Fact("kans_in_a_row", "number", "kans without a discard between; a tile set aside is none and ends no row", "LP"),
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
    Fact("drawn", "flag", "nobody won the hand", "D", "hand_end"),
    Fact("abortive", "flag", "the hand was drawn before its tiles were used up", "D", "hand_end"),
    Fact("draw", "choice", "which of the ruleset's draws ended the hand", "D", "hand_end"),
    Fact("dealer_won", "flag", "the dealer won the hand, alone or with others", "D", "hand_end"),
    Fact("dealer_won_first", "flag", "the dealer won, and no other winner is nearer to the discarder", "D", "hand_end"),
    Fact("dealer_tenpai", "flag", "the hand was drawn and the dealer was tenpai", "D", "hand_end"),
    Fact("played_round", "choice", "the wind of the round that was played", "D", "hand_end", WIND_WORDS),
    Fact("always", "flag", "holds whatever happened", "D", "hand_end"),
    Fact("never", "flag", "holds never", "D", "hand_end"),
    Fact("last_hand", "flag", "the deal of the last round is about to end", "D", "match"),
    Fact("extended", "flag", "the match is in its extension", "D", "match"),
    Fact("highest", "number", "the most points a player has after the hand", "D", "match"),
    Fact("lowest", "number", "the fewest points a player has after the hand", "D", "match"),
    Fact("dealer_points", "number", "the dealer's points after the hand", "D", "match"),
    Fact("dealer_place", "number", "the dealer's place after the hand, the first is 1", "D", "match"),
    Fact("start_points", "number", "the points each player begins with", "D", "match"),
    Fact("return_points", "number", "the points from which results are counted", "D", "match"),
    Fact("target", "number", "the points that the match is about, as `match.target` says", "D", "target"),
    Fact("dealer_stays", "flag", "the dealer deals again", "D", "deal"),
    Fact("tiles_left", "number", "the live tiles left in the wall", "D", "declaring"),
    Fact("players", "number", "how many play", "D", "declaring"),
    Fact("riichi_stick", "number", "the points of a riichi stick", "D", "declaring"),
    Fact("points", "number", "a player's points", "D", "points"),
    Fact("place", "number", "a player's place at the end of the game, the first is 1", "D", "player"),
    Fact("unlit", "flag", "the player won no hand of the game, or not before its last hand", "D", "player"),
    Fact("chips", "number", "the chips a player won, below 0 those lost", "D", "player"),
    Fact("chombo", "number", "how many chombo a player made", "D", "player"),
    Fact("afloat", "number", "how many players are afloat at the end of the game", "D", "result"),
    Fact("riichi_players", "number", "how many players declared riichi in a hand without a winner", "LP", "drawn"),
    Fact("kans", "number", "how many kans were declared in a hand without a winner", "LP", "drawn"),
    Fact("kan_players", "number", "how many players declared a kan in a hand without a winner", "LP", "drawn"),
    Fact("table_calls", "number", "calls, kans and tiles set aside by all in a hand without a winner", "LP", "drawn"),
    Fact("ron_players", "number", "how many players call ron on the last discard", "LP", "drawn"),
    Fact("draw_from", "number", "how many who call ron make a draw, as `several_winners` says", "D", "drawn"),
    Fact("wait_in_hand", "number", "copies of the tile waited for among the concealed tiles", "D", "waited"),
    Fact("wait_held", "number", "copies of the tile waited for in the whole hand, melds included", "D", "waited"),
    Fact("furiten", "flag", "a tile that is waited for lies among the own discards", "LP", "waited"),
    Fact("winnable", "flag", "a ron on the tile waited for would win: there is a yaku", "D", "waited"),
)

# layers of what happens between hands: nothing of it is known of a hand
BETWEEN_HANDS = frozenset({"hand_end", "match", "target", "deal", "declaring", "points", "player", "result"})

# facts of the tile won on: whoever wins on it, they are the same
OF_THE_DISCARD = frozenset(
    {"last_tile", "robbed_kan", "robbed_closed_kan", "robbed_aside", "riichi_discard", "kan_discard"}
    | {"discarder_riichi", "table_discards"}
)
