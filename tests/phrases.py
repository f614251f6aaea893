"""Random conditions: every phrase, noun, adjective and kind of item that the language has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.lang.vocabulary import ADJECTIVES, DECLARATIONS, FACTS, GROUP, GROUP_KINDS, NOUNS, SLOTS, TILE, WAITS

if TYPE_CHECKING:
    from random import Random

HAND_NOUNS = [name for name, noun in NOUNS.items() if noun.layer in ("tiles", "reading", "melds")]
TRAITS_OF_ALL = ("simple", "terminal", "honor", "wind", "dragon", "outside", "valued", "man")
FLAGS = [
    f.name for f in FACTS.values() if f.type == "flag" and f.layer in SLOTS["yaku"].sees and f.name != "discards_called"
]
NUMBERS = [f.name for f in FACTS.values() if f.type == "number" and f.layer in ("facts", "tiles")]


class Phrases:
    """Makes random conditions for the slot of a yaku."""

    def __init__(self, rng: Random, yaku: list[str]) -> None:
        self.rng = rng
        self.yaku = yaku

    def condition(self, depth: int = 2) -> str:
        rng = self.rng
        if depth and rng.random() < 0.45:
            word = rng.choice([" and ", " or "])
            return word.join(f"({self.condition(depth - 1)})" for _ in range(rng.randint(2, 3)))
        if depth and rng.random() < 0.15:
            return f"not ({self.condition(depth - 1)})"
        return rng.choice(
            [self.quantity, self.quantity, self.every, self.contain, self.contain, self.compare, self.choice, self.flag]
        )()

    def quantity(self) -> str:
        number = self.rng.randint(0, 5)
        words = self.rng.choice(["any", "no", f"exactly {number}", f"at least {number}", f"at most {number}"])
        return f"{words} {self.collection()}"

    def every(self) -> str:
        noun = self.rng.choice([n for n in HAND_NOUNS if n != "suits"])
        letters = self.rng.random() < 0.3
        adjective = self.tiles(letters=letters) if letters else self.adjective(noun)
        return f"all {self.collection(noun)} are {adjective}"

    def flag(self) -> str:
        return self.rng.choice([self.rng.choice(FLAGS), f"held({self.rng.choice(self.yaku)})"])

    def choice(self) -> str:
        rng = self.rng
        wait = " or ".join(rng.sample(WAITS, rng.randint(1, 3)))
        seat = rng.choice(["east", "south", "west", "north"])
        options = [
            f"wait is ({wait})",
            f"shape is {rng.choice(['standard', 'seven_pairs', 'thirteen_orphans'])}",
            f"{rng.choice(['seat', 'round'])} is {rng.choice(['', 'not '])}{seat}",
            f"last_call is {rng.choice(['none', *DECLARATIONS])}",
            f"winning_tile is {self.adjective('tiles')}",
            f"winning_group is {self.adjective('groups')}",
        ]
        return rng.choice(options)

    def compare(self) -> str:
        sign = self.rng.choice(["==", "!=", "<", "<=", ">", ">="])
        return f"{self.number()} {sign} {self.number()}"

    def number(self) -> str:
        rng = self.rng
        simple = [str(rng.randint(0, 6)), f"count({self.collection()})", rng.choice(NUMBERS)]
        sums = f"sum({self.collection(rng.choice(['tiles', 'aside_tiles', 'indicators']))})"
        part = rng.choice([*simple, sums])
        if rng.random() < 0.3:
            return f"({part} {rng.choice('+-*')} {rng.choice(simple)})"
        return part

    def collection(self, noun: str | None = None) -> str:
        rng = self.rng
        noun = noun or rng.choice(HAND_NOUNS)
        if noun == "suits":
            return noun
        adjectives = [self.adjective(noun) for _ in range(rng.choice([0, 1, 1, 2]))]
        return " ".join([*adjectives, noun])

    def adjective(self, noun: str, depth: int = 1) -> str:
        rng = self.rng
        if depth and rng.random() < 0.3:
            parts = [self.adjective(noun, depth - 1) for _ in range(2)]
            return f"({rng.choice([' and ', ' or ']).join(parts)})"
        if depth and rng.random() < 0.2:
            return f"(not {self.adjective(noun, depth - 1)})"
        member = NOUNS[noun].member
        words = [w.name for w in ADJECTIVES.values() if member in w.of and (not w.nouns or noun in w.nouns)]
        options = [self.tiles(red=member == TILE), rng.choice(TRAITS_OF_ALL)]
        if words:
            options += [rng.choice(words)] * 2
        if member == GROUP:
            options.append(f"(with {self.tiles()})")
        return rng.choice(options)

    def tiles(self, *, letters: bool = False, red: bool = False) -> str:
        rng = self.rng
        if rng.random() < 0.2 and not letters:
            return "".join(sorted(rng.sample("1234567", rng.randint(1, 4)))) + "z"
        digits = "".join(sorted(rng.sample("123456789", rng.randint(1, 6)))) + (
            "0" if red and rng.random() < 0.2 else ""
        )
        suits = rng.sample("abc" if letters else "mps", rng.randint(1, 3))
        return digits + "".join(suits)

    def contain(self) -> str:
        rng = self.rng
        noun = rng.choice([n for n in HAND_NOUNS if n != "suits"])
        count = rng.randint(1, 4)
        return f"{self.collection(noun)} contain {' '.join(self.item(noun) for _ in range(count))}"

    def item(self, noun: str) -> str:
        rng = self.rng
        member = NOUNS[noun].member
        words = [w for w in ("winning", "called", "concealed", "pon") if self._may(w, noun)]
        before = f"{rng.choice(words)} " if words and rng.random() < 0.2 else ""
        if rng.random() < 0.6:
            offset = rng.choice(["", "", "+1", "+2", "+4"])
            spot = f"{rng.choice('nnnk')}{offset}{rng.choice('abcmps' if rng.random() < 0.5 else 'aab')}"
            if member == GROUP and noun in ("groups", "melds"):
                return f"{before}{rng.choice(GROUP_KINDS)} {spot}"
            return before + spot
        if member != GROUP:
            return before + self.literal_tiles(red=member == TILE)
        return before + self.literal_group(noun)

    def literal_tiles(self, *, red: bool) -> str:
        rng = self.rng
        if rng.random() < 0.2:
            return f"{rng.randint(1, 7)}z"
        digits = "".join(sorted(rng.choices("123456789", k=rng.randint(1, 3))))
        return digits + ("0" if red and rng.random() < 0.15 else "") + rng.choice("mpsab")

    def literal_group(self, noun: str) -> str:
        rng = self.rng
        low = rng.randint(1, 7)
        suit = rng.choice("mpsab")
        sequence, alike = f"{low}{low + 1}{low + 2}{suit}", str(low)
        options = {
            "groups": [sequence, alike * 2 + suit, alike * 3 + suit, alike * 4 + suit, alike * 3 + "z"],
            "sequences": [sequence, alike + suit],
            "triplets": [alike * 3 + suit, alike + suit, alike + "z", alike * 4 + suit],
            "quads": [alike * 4 + suit, alike + suit],
            "pairs": [alike * 2 + suit, alike + "z"],
        }
        return rng.choice(options.get(noun, options["groups"]))

    @staticmethod
    def _may(word: str, noun: str) -> bool:
        rule = ADJECTIVES[word]
        return NOUNS[noun].member in rule.of and (not rule.nouns or noun in rule.nouns)
