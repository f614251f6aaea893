"""What stands in for a rulebook, made of data: the same names and values, conditions as places of steps.

The classes are those of `rules.model` as far as they have more than fields. They are made for every run, so they are
plain.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yakulang.fixed import Fixed
from yakulang.tiles import RED, WINDS

if TYPE_CHECKING:
    from collections.abc import Mapping

CLASS = ""  # the key of an object's class; no id is empty
WHEN, SPAN, SET, MAPPING, FRACTION = "When", "Span", "set", "map", "Fraction"
FLAGS = "flags"  # the register of the flags; it comes next
PASSING = ("held", "awarded", "yakuman", "han", "fu", "base", "subtotal")  # the registers that judging sets


class Part:
    """A part of a rulebook with its fields, each made of its data when it is read."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._data = data

    def __getattr__(self, name: str) -> Any:
        data = self.__dict__.get("_data", {})
        if name not in data:
            raise AttributeError(f"a kept rulebook has no {name} here")
        value = decoded(data[name])
        if name in _TEXTS:
            _check_texts(name, value)
        self.__dict__[name] = value
        return value


class When(Part):
    """A condition or a number, by the place of its step."""

    place: int


class Place(Part):
    """Where a value was given, as it is shown; `text` where a ruling repeats it."""

    place: str
    text: str

    def __init__(self, data: Mapping[str, Any]) -> None:
        super().__init__(data)
        if not isinstance(data["place"], str) or not isinstance(data["text"], str):
            raise ValueError(data)  # noqa: TRY004  data are wrong, not code


class Sides(Part):
    """See `model.Sides`."""

    closed: Any
    open: Any

    def of(self, *, closed: bool) -> Any:
        """Return the value of one side."""
        return self.closed if closed else self.open


class YakuRule(Part):
    """See `model.YakuRule`."""

    han: Sides | None
    yakuman: Sides | None
    at_least: str | None

    def has_value(self, *, closed: bool) -> bool:
        """Return whether a closed or an open hand can hold it."""
        sides = self.han or self.yakuman
        return self.at_least is not None or (sides is not None and sides.of(closed=closed) is not None)


class PaymentRules(Part):
    """See `model.PaymentRules`."""

    absent: Any

    @property
    def absent_rounded(self) -> bool:
        """Whether an absent seat's share is rounded before a part of it is taken."""
        return self.absent is not None and bool(self.absent.rounded)


class TileSet(Part):
    """See `model.TileSet`."""

    copies: int
    more: Mapping[int, int]
    marked: Mapping[int, Mapping[int, int]]

    def copies_of(self, kind: int) -> int:
        """How many copies of a kind there are, those that are set aside included."""
        return self.more.get(kind, self.copies)

    @property
    def reds(self) -> Mapping[int, int]:
        """How many copies of a kind are red."""
        return self.marked[RED]


class Book(Part):
    """See `model.Rulebook`."""

    id: str
    players: int

    @property
    def seats(self) -> str:
        """The seat winds in the order of play, the dealer's first."""
        return WINDS[: self.players]


_CLASSES: dict[str, type[Part]] = {
    "Rulebook": Book,
    "TileSet": TileSet,
    "PaymentRules": PaymentRules,
    "YakuRule": YakuRule,
    "Sides": Sides,
    SPAN: Place,
    WHEN: When,
}


def decoded(data: Any) -> Any:
    """Return what data of `encode.encoded` stand for.

    Raises:
        ValueError: names or texts are none.
    """
    if data.__class__ is list:
        return [decoded(item) for item in data]
    if data.__class__ is not dict:
        return data
    name = data.get(CLASS)
    if name is None:
        return Fixed({key: decoded(item) for key, item in data.items()})
    if name == SET:
        return frozenset(data["items"])
    if name == MAPPING:
        return Fixed({key: decoded(item) for key, item in data["items"]})
    if name == FRACTION:
        from fractions import Fraction  # noqa: PLC0415  it takes long, and few payments need one

        return Fraction(*data["parts"])
    return _CLASSES.get(name, Part)(data)


_TEXTS = frozenset({"names", "id", "text"})


def _check_texts(field: str, value: Any) -> None:
    texts = value.values() if field == "names" else (value,)
    if not all(isinstance(text, str) for text in texts):
        raise ValueError(field)
