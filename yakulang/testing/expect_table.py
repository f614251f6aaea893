"""An expectation of several winners held against a ruling: what differs, each field in the words it is written with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yakulang.testing.expect import Answer, Difference, differences, written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from yakulang.engine.table_ruling import TableRuling


def table_differences(
    expected: Mapping[str, Any], table: TableRuling, decided: Mapping[str, frozenset[str]]
) -> list[Difference]:
    """Return what of an expectation did not come out; somebody is expected to win where nothing else is said.

    Args:
        expected: what is expected, by field.
        table: the ruling.
        decided: for each winner the paths of the rules that decided.
    """
    if "error" in expected:
        names = [error.name or error.code for error in table.errors]
        if not any(expected["error"] in (error.name, error.code) for error in table.errors):
            return [Difference("error", str(expected["error"]), written(names))]
    status = expected.get("status", table.status if "error" in expected else "ok")
    if status != table.status:
        return [Difference("status", status, table.status)]  # everything else follows from it
    found = list(_winners(expected.get("winners"), table, decided))
    for name, read in _FIELDS.items():
        if name in expected and expected[name] != (got := read(table)):
            found.append(Difference(name, written(expected[name]), written(got)))
    deltas = table.deltas
    if "deltas" in expected and (deltas is None or not expected["deltas"].items() <= dict(deltas).items()):
        got = None if deltas is None else dict(deltas)
        found.append(Difference("deltas", written(expected["deltas"]), written(got)))
    return found


def _winners(
    wanted: Mapping[str, Any] | None, table: TableRuling, decided: Mapping[str, frozenset[str]]
) -> Iterator[Difference]:
    if wanted is None:
        return
    seats = [winner.seat for winner in table.winners]
    if list(wanted) != seats:
        yield Difference("winners", written(list(wanted)), written(seats))
        return
    for winner in table.winners:
        answer = Answer(winner.ruling, winner.seat, "ron", table.discarder, decided[winner.seat])
        for difference in differences(wanted[winner.seat], answer):
            yield Difference(f"winners.{winner.seat}.{difference.field}", difference.expected, difference.got)


_FIELDS: dict[str, Callable[[TableRuling], object]] = {
    "unpaid": lambda table: {one.seat: one.reason for one in table.unpaid},
    "honba": lambda table: {taken.seat: taken.points for taken in table.honba},
    "deposits": lambda table: {taken.seat: taken.points for taken in table.deposits},
    "deposits_left": lambda table: table.deposits_left,
}
