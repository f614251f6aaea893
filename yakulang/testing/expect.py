"""An expectation held against a ruling: what differs, each field in the words it is written with."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from yakulang.testing.known import is_named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from yakulang.engine.ruling import Ruling

TABLE = "table"


@dataclass(frozen=True, slots=True)
class Answer:
    """A ruling with what is known around it.

    Attributes:
        ruling: what the rules say.
        seat: the winner's seat; None where it is not said.
        method: `ron` or `tsumo`.
        discarder: the seat of the discarder, or None.
        decided: the paths of the rules that decided.
    """

    ruling: Ruling
    seat: str | None
    method: str | None
    discarder: str | None
    decided: frozenset[str]


@dataclass(frozen=True, slots=True)
class Difference:
    """A field that came out otherwise."""

    field: str
    expected: str
    got: str


def differences(expected: Mapping[str, Any], answer: Answer) -> list[Difference]:
    """Return what of an expectation did not come out; a hand is expected to win where nothing else is said."""
    wanted = dict(expected)
    if "error" not in wanted:
        wanted = {"status": "ok", **wanted}
    if not answer.ruling.ok and (found := _FIELDS["status"](wanted.get("status", answer.ruling.status), answer)):
        return [Difference("status", *found)]  # everything else follows from it
    return [Difference(name, *found) for name, value in wanted.items() if (found := _FIELDS[name](value, answer))]


Found = tuple[str, str] | None  # what was expected and what came out, or None where they agree


def written(value: object) -> str:
    """Return a value as a case file writes it, without brackets."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {written(item)}" for name, item in value.items()) or "none"
    if isinstance(value, list | tuple | set | frozenset):
        return ", ".join(map(written, value)) or "none"
    return "none" if value is None else str(value)


def worth(ruling: Ruling, *, dora_only: bool = False) -> dict[str, int | str]:
    """Return yaku and dora with their values as a case file writes them."""
    values: dict[str, int | str] = {}
    for award in ruling.yaku:
        if award.is_dora or not dora_only:
            times = "yakuman" if award.yakuman == 1 else f"{award.yakuman} yakuman"
            limit = f"at least {award.at_least}" if award.at_least else None
            values[award.id] = limit or (times if award.yakuman else award.han or 0)
    return values


def paid(answer: Answer) -> dict[str, int]:
    """Return what each payer pays, honba included and deposits left out, by seat or `discarder`."""
    sums: Counter[str] = Counter()
    for payment in answer.ruling.payments:
        if payment.payer != TABLE:
            sums[payment.payer] += payment.points
    return dict(sums)


# --- fields: each returns what was expected and what came out, or None ------------------------------------


def _compare(wanted: object, got: object) -> Found:
    return None if wanted == got else (written(wanted), written(got))


def _field(read: Callable[[Answer], object]) -> Callable[[Any, Answer], Found]:
    return lambda wanted, answer: _compare(None if wanted == "none" else wanted, read(answer))


def _error(wanted: object, answer: Answer) -> Found:
    errors = answer.ruling.errors
    if any(str(wanted) in (error.name, error.code) for error in errors):
        return None
    return str(wanted), written([error.name or error.code for error in errors])


def _some_yaku(wanted: dict[str, Any], answer: Answer) -> Found:
    got = worth(answer.ruling)
    return None if wanted.items() <= got.items() else (written(wanted), written(got))


def _no_yaku(wanted: str | list[str], answer: Answer) -> Found:
    got = worth(answer.ruling)
    unwanted = [name for name in _list(wanted) if name in got]
    return ("without " + written(unwanted), written(got)) if unwanted else None


def _fu_items(wanted: dict[str, int | list[int]], answer: Answer) -> Found:
    lines: dict[str, list[int]] = {}
    for line in answer.ruling.fu_items:
        lines.setdefault(line.id, []).append(line.fu)

    def fits(name: str, value: int | list[int]) -> bool:
        got = lines.get(name, [])
        return sorted(value) == sorted(got) if isinstance(value, list) else bool(got) and value == sum(got)

    if wanted.keys() == lines.keys() and all(fits(*item) for item in wanted.items()):
        return None
    single = {name: fu if len(fu) > 1 else fu[0] for name, fu in lines.items()}
    return written(wanted), "; ".join(f"{name} {written(fu)}" for name, fu in single.items()) or "none"


def _payments(wanted: dict[str, int], answer: Answer) -> Found:
    seats = paid(answer)
    got: dict[str, object] = {}
    for who in wanted:
        if who == "discarder":
            got[who] = sum(seats.values()) if answer.method == "ron" else None
        elif who == "dealer":
            got[who] = seats.get("E")
        else:
            payers = {"each": seats, "other": [seat for seat in seats if seat != "E"]}.get(who, [who])
            amounts = {seats.get(seat) for seat in payers}
            got[who] = amounts.pop() if len(amounts) == 1 else sorted(map(written, amounts)) or None
    # who pays and is not named would be overlooked
    named = {"discarder": set(seats), "each": set(seats), "dealer": {"E"}, "other": set(seats) - {"E"}}
    reached = set().union(*(named.get(who, {who}) for who in wanted))
    if wanted == got and reached >= seats.keys():
        return None
    return written(wanted), written(seats)


def _deltas(wanted: dict[str, int], answer: Answer) -> Found:
    got = answer.ruling.deltas
    if got is not None and wanted.items() <= dict(got).items():
        return None
    return written(wanted), written(None if got is None else dict(got))


def _liable(wanted: dict[str, str] | list[dict[str, str]], answer: Answer) -> Found:
    if isinstance(wanted, list) or answer.ruling.by_liable:
        answers: list[dict[str, str]] = [
            {i: seat or "none" for i, seat in part.answer.items()} for part in answer.ruling.by_liable
        ]
        expected = wanted if isinstance(wanted, list) else [wanted]
        same = len(expected) == len(answers) and all(one in answers for one in expected)
        return None if same else (_or(expected), _or(answers))
    parts = [payment for payment in answer.ruling.payments if payment.reason == "liable"]
    # where the discarder pays the rest of it, that is no liability of theirs
    parts.sort(key=lambda payment: payment.payer != answer.discarder)
    got = {payment.about: payment.payer for payment in parts}
    return _compare(wanted, got)


def _or(answers: list[dict[str, str]]) -> str:
    return " or ".join(map(written, answers)) or "no answer that is open"


def _because(wanted: str | list[str], answer: Answer) -> Found:
    missing = [name for name in _list(wanted) if not any(is_named(path, name) for path in answer.decided)]
    return (written(missing), written(sorted(answer.decided))) if missing else None


def _list(value: str | list[str]) -> Iterable[str]:
    return [value] if isinstance(value, str) else value


_FIELDS: dict[str, Callable[[Any, Answer], Found]] = {
    "status": _field(lambda answer: answer.ruling.status),
    "error": _error,
    "yaku": _field(lambda answer: worth(answer.ruling)),
    "with_yaku": _some_yaku,
    "not_yaku": _no_yaku,
    "dora": _field(lambda answer: worth(answer.ruling, dora_only=True)),
    "han": _field(lambda answer: answer.ruling.han),
    "fu": _field(lambda answer: answer.ruling.fu),
    "fu_raw": _field(lambda answer: answer.ruling.fu_raw),
    "fu_items": _fu_items,
    "limit": _field(lambda answer: answer.ruling.limit.id if answer.ruling.limit else None),
    "yakuman": _field(lambda answer: answer.ruling.yakuman),
    "chips": _field(lambda answer: {line.id: line.chips for line in answer.ruling.chips}),
    "chip_deltas": _field(lambda answer: dict(answer.ruling.chip_deltas or {})),
    "base": _field(lambda answer: answer.ruling.base),
    "points": _field(lambda answer: answer.ruling.points),
    "payments": _payments,
    "deltas": _deltas,
    "liable": _liable,
    "shape": _field(lambda answer: answer.ruling.reading.shape if answer.ruling.reading else None),
    "wait": lambda wanted, answer: _compare(wanted, answer.ruling.reading.wait if answer.ruling.reading else None),
    "because": _because,
}
