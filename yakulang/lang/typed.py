"""Checked conditions: every word has its meaning, and every phrase its type.

Three families: conditions (yes or no), numbers, adjectives (of a tile, a kind or a group). The evaluator, the
lowering and every report read this tree; nobody else gives words a meaning.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from yakulang.lang.vocabulary import Noun
    from yakulang.source import Span

Assignment = tuple[int, ...]  # the suit (0 man, 1 pin, 2 sou) of the letters a, b, c as far as they are used


@dataclass(frozen=True, slots=True)
class TileList:
    """A list of kinds, each perhaps only as its red copy, perhaps with suit letters.

    `entries` are (suit, rank, mark): suit 0 to 2 is man, pin, sou, 3 honors, and -1, -2, -3 the letters a, b, c; the
    mark is the only one that is meant, or 0 where every copy is.
    Repeats are kept: `112m` has three entries.
    """

    text: str
    entries: tuple[tuple[int, int, int], ...]

    @property
    def letters(self) -> int:
        """How many suit letters are used: the highest one counts (`b` alone means two)."""
        return -min([0, *(suit for suit, _, _ in self.entries)])

    @property
    def names_mark(self) -> bool:
        """Whether some entry means only a red copy."""
        return any(mark for _, _, mark in self.entries)

    def kinds(self, suits: Assignment = ()) -> tuple[tuple[int, int], ...]:
        """Return (kind, mark) for each entry, the letters standing for these suits."""
        return tuple(
            ((suits[-suit - 1] if suit < 0 else suit) * 9 + rank - 1, mark) for suit, rank, mark in self.entries
        )


# --- adjectives ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Adjective:
    """Something true or false of one tile, kind or group."""

    span: Span


@dataclass(frozen=True, slots=True)
class InList(Adjective):
    """All tiles of the member are in the list; with `some`, at least one is."""

    tiles: TileList
    some: bool


@dataclass(frozen=True, slots=True)
class BuiltIn(Adjective):
    """A word of the vocabulary: `concealed`, `winning`, `red` and so on."""

    name: str


@dataclass(frozen=True, slots=True)
class Trait(Adjective):
    """A word that a rule file defines; `means` is what it stands for."""

    name: str
    means: Adjective


@dataclass(frozen=True, slots=True)
class AllAdjectives(Adjective):
    """Adjectives that must all be true."""

    parts: tuple[Adjective, ...]


@dataclass(frozen=True, slots=True)
class AnyAdjective(Adjective):
    """Adjectives of which one must be true."""

    parts: tuple[Adjective, ...]


@dataclass(frozen=True, slots=True)
class NotAdjective(Adjective):
    """An adjective that must be false."""

    part: Adjective


# --- numbers ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Members:
    """A collection: the members of a noun for which every adjective is true."""

    span: Span
    noun: Noun
    adjectives: tuple[Adjective, ...]


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number."""

    span: Span


@dataclass(frozen=True, slots=True)
class Literal(Number):
    """A number as written."""

    value: int


@dataclass(frozen=True, slots=True)
class NumberFact(Number):
    """A number known of the situation or, in some slots, of the score: `honba`, `han`, `base`."""

    name: str


@dataclass(frozen=True, slots=True)
class NumberTerm(Number):
    """A term of a rule file that is a number."""

    name: str
    means: Number


@dataclass(frozen=True, slots=True)
class Count(Number):
    """How many members a collection has."""

    members: Members


@dataclass(frozen=True, slots=True)
class Total(Number):
    """The sum of the ranks of suited tiles; honors add nothing."""

    members: Members


@dataclass(frozen=True, slots=True)
class Arithmetic(Number):
    """Two numbers joined by + - * or ^."""

    operator: str
    left: Number
    right: Number


# --- conditions ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Condition:
    """Something true or false of a reading, or of what is known before one."""

    span: Span


@dataclass(frozen=True, slots=True)
class AllOf(Condition):
    """All parts hold."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class AnyOf(Condition):
    """At least one part holds."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Not(Condition):
    """The part does not hold."""

    part: Condition


@dataclass(frozen=True, slots=True)
class Quantity(Condition):
    """The number of members is within `low` and `high`, both included; `high` None is no bound."""

    members: Members
    low: int
    high: int | None


@dataclass(frozen=True, slots=True)
class Every(Condition):
    """Every member fits; with suit letters, for some suits that differ. True if there are no members."""

    members: Members
    adjective: Adjective
    letters: int


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to be found by `contain`.

    `kind` is the kind of group, or None for tiles and kinds. `suit` and `mark` are as in `TileList`. `rank` is fixed,
    or the offset from the rank letter `letter` (`n` or `k`).
    """

    span: Span
    kind: str | None
    suit: int
    rank: int
    letter: str | None
    mark: int
    adjectives: tuple[Adjective, ...]


@dataclass(frozen=True, slots=True)
class Contain(Condition):
    """The members can be matched to the items, each item to another member."""

    members: Members
    items: tuple[Item, ...]
    suit_letters: int
    rank_letters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChoiceIs(Condition):
    """A choice has one of the values."""

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WinningIs(Condition):
    """The winning tile, or the group it stands in, fits; false where there is no such group."""

    subject: str
    adjective: Adjective


@dataclass(frozen=True, slots=True)
class Compare(Condition):
    """Two numbers compare as said."""

    operator: str
    left: Number
    right: Number


@dataclass(frozen=True, slots=True)
class Flag(Condition):
    """A fact that is true or false."""

    name: str


@dataclass(frozen=True, slots=True)
class Term(Condition):
    """A named condition of a rule file."""

    name: str
    means: Condition


@dataclass(frozen=True, slots=True)
class Held(Condition):
    """A yaku's condition is met and the hand has a value for it, before anything is replaced."""

    yaku: str


@dataclass(frozen=True, slots=True)
class Awarded(Condition):
    """A yaku counts in the end."""

    yaku: str


Typed = Condition | Number | Members | Adjective
