"""Comparing rulings with recorded results: what differs is collected and shown, what was compared is counted.

The numbers of every comparison are listed at the end of a test run (`conftest.py`), and each test states them: a
reader that silently drops rows or fields fails like a wrong result.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from yakulang import Ruling

SHOWN = 10  # differences that a failure shows

TALLIES: list[Tally] = []


@dataclass
class Tally:
    """The count of one comparison.

    Attributes:
        title: what is compared with what, e.g. `recorded-wins under tenhou`.
        rows: rows of which at least one field was compared.
        fields: fields compared.
        left_out: rows that were not compared, with the reason.
        differences: one line for each field that differs.
    """

    title: str
    rows: int = 0
    fields: int = 0
    left_out: dict[str, str] = field(default_factory=dict)
    differences: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        TALLIES.append(self)

    def compare(self, row: str, fields: Mapping[str, tuple[Any, Any]], about: object = "") -> None:
        """Compare the fields of a row: name -> (expected, got). `about` is shown with a difference."""
        self.rows += 1
        self.fields += len(fields)
        for name, (expected, got) in fields.items():
            if expected != got:
                self.differences.append(f"{row}: {name} is {shown(got)}, expected {shown(expected)}    {about}")

    def leave_out(self, row: str, why: str) -> None:
        """Count a row as not compared."""
        self.left_out[row] = why

    def finish(self, *, rows: int, fields: int, left_out: int = 0) -> None:
        """Fail where something differed, or where the numbers are not exactly these."""
        if self.differences:
            first = "\n  ".join(self.differences[:SHOWN])
            pytest.fail(f"{self.title}: {len(self.differences)} fields differ, the first:\n  {first}", pytrace=False)
        counted = {"rows": self.rows, "fields": self.fields, "left_out": len(self.left_out)}
        assert counted == {"rows": rows, "fields": fields, "left_out": left_out}, f"{self.title}: the count has moved"

    def __str__(self) -> str:
        return f"{self.title}: {self.rows} rows, {self.fields} fields compared, {len(self.left_out)} left out"


def shown(value: object) -> str:
    """Return a value as a failure shows it."""
    if isinstance(value, Counter):
        return " ".join(f"{'/'.join(map(str, key)) if isinstance(key, tuple) else key}" for key in value.elements())
    return str(value)


def worth(entries: Iterable[Mapping[str, Any]]) -> Counter[tuple[str, str, int]]:
    """Return entries `{id, han | yakuman}` as a multiset of id, kind of value and value."""
    kinds = ("han", "yakuman", "at_least")
    return Counter((e["id"], kind, e[kind]) for e in entries for kind in kinds if e.get(kind) is not None)


def awarded(ruling: Ruling) -> Counter[tuple[str, str, int]]:
    """Return the yaku and dora of a ruling as such a multiset."""
    return worth(award.as_json() for award in ruling.yaku)


def dropped(deltas: Mapping[str, int] | None) -> dict[str, int] | None:
    """Return a change by seat as a plain mapping in the order of play."""
    return None if deltas is None else {seat: deltas[seat] for seat in "ESWN" if seat in deltas}


def paid_by(ruling: Ruling) -> dict[str, int]:
    """Return what each payer pays, honba included, in the words of the rows.

    `discarder`; or `each` for a self-draw of the dealer; or `dealer` and `child` for another player's.
    """
    hand = ruling.hand
    assert hand is not None
    sums: Counter[str] = Counter()
    for payment in ruling.payments:
        if payment.payer != "table":
            sums[payment.payer] += payment.points
    if not sums:
        return {}
    if hand.method == "ron":
        return {"discarder": sum(sums.values())}
    others = {points for payer, points in sums.items() if payer != "E"}
    assert len(others) == 1, "the players who are not the dealer pay alike"
    return {"each": others.pop()} if hand.seat == "E" else {"dealer": sums["E"], "child": others.pop()}


def limit_of(ruling: Ruling) -> str | None:
    """Return the id of the limit."""
    return ruling.limit.id if ruling.limit else None
