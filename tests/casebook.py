"""Cases that a referee could check: a hand, the rules, and what must come out, as YAML.

Fields of a case:
    id       a founding fact or a house rule, then a few words: `F4-triplet-ron`
    about    one sentence, what the case shows
    rules    the id of a bundled ruleset, or the sections of a rule file that builds on `riichi` unless it says else
    hand     a hand as text with its situation, or instead of it
    payment  han and fu, or yakuman, of which only the payment is asked
    expect   what must come out; only what the case is about

Fields of `expect`:
    status, error              the status, `ok` where nothing is said; the stable word of a refusal
    yaku                       all yaku and dora with their values: `2` han, `yakuman`, `2 yakuman`, `at least mangan`
    with_yaku, not_yaku        some of them; ids that must not be there
    dora                       the kinds of dora with their han, all of them
    han, fu, fu_raw, yakuman, limit, base, points
    fu_items                   the lines as `id fu`, in any order
    shape, wait                how it was read
    payments                   what each payer pays, honba included: `discarder`, or `each`, or `dealer` and `child`
    deltas                     the change of each seat
    liable                     who is liable for what
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml
from comparing import limit_of, paid_by

from yakulang import Hand, load_ruleset, ruleset_from_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from yakulang import Ruleset, Ruling

    Reader = Callable[["Case", Ruling], Any]

CASES = Path(__file__).parent / "cases"

WANTED = {"id": str, "about": str, "rules": (str, dict), "expect": dict}
QUESTIONS = {"hand": str, "payment": dict}
PAYMENT = {
    **dict.fromkeys(("han", "fu", "yakuman", "honba", "deposits"), int),
    **dict.fromkeys(("seat", "method", "discarder"), str),
}
EXPECT: dict[str, type | tuple[type, ...]] = {
    **dict.fromkeys(("status", "error", "shape", "wait"), str),
    **dict.fromkeys(("yaku", "with_yaku", "dora", "payments", "deltas", "liable"), dict),
    **dict.fromkeys(("not_yaku", "fu_items"), list),
    **dict.fromkeys(("han", "fu", "fu_raw", "base", "points"), (int, type(None))),
    "limit": (str, type(None)),
    "yakuman": int,
}


class BadCaseError(ValueError):
    """A case is not written correctly."""


@dataclass(frozen=True)
class Case:
    """One case; `place` is its file and line."""

    data: Mapping[str, Any]
    place: str

    @property
    def id(self) -> str:
        return str(self.data["id"])

    @property
    def is_payment(self) -> bool:
        return "payment" in self.data


def read_cases(path: Path) -> list[Case]:
    """Return the cases of a file.

    Raises:
        BadCaseError: a field is unknown, missing, or holds a value of another kind.
    """
    text = path.read_text(encoding="utf-8")
    root = yaml.compose(text, yaml.SafeLoader)
    nodes = root.value if root else []
    entries = yaml.safe_load(text)
    cases = [Case(entry, f"{path.name}:{node.start_mark.line + 1}") for entry, node in zip(entries, nodes, strict=True)]
    for case in cases:
        check(case)
    return cases


def all_cases() -> list[Case]:
    """Return the cases of every file."""
    return [case for path in sorted(CASES.glob("*.cases.yaml")) for case in read_cases(path)]


def check(case: Case) -> None:
    """Raise BadCaseError where a case has fields or values that mean nothing."""
    data = case.data
    _fields(data, {**WANTED, **QUESTIONS}, case.place)
    missing = [name for name in WANTED if name not in data]
    if missing:
        raise BadCaseError(f"{case.place}: {', '.join(missing)} missing")
    if len(QUESTIONS.keys() & data.keys()) != 1:
        raise BadCaseError(f"{case.place}: either a hand or a payment")
    if not data["expect"]:
        raise BadCaseError(f"{case.place}: nothing is expected")
    _fields(data["expect"], EXPECT, f"{case.place} expect")
    if case.is_payment:
        _fields(data["payment"], PAYMENT, f"{case.place} payment")


def _fields(data: Mapping[str, Any], known: Mapping[str, Any], place: str) -> None:
    for name, value in data.items():
        if name not in known:
            raise BadCaseError(f"{place}: there is no field `{name}`")
        if not isinstance(value, known[name]) or isinstance(value, bool):
            raise BadCaseError(f"{place}: {name}: {value!r} can't stand there")


@cache
def _inline(text: str) -> Ruleset:
    return ruleset_from_text(text, "case.yaml")


_bundled = cache(load_ruleset)


def rules_of(case: Case) -> Ruleset:
    """Return the ruleset of a case."""
    rules = case.data["rules"]
    if isinstance(rules, str):
        return _bundled(rules)
    head = {"yakulang": 1, "id": "case", "extends": "riichi"}
    return _inline(yaml.safe_dump({**head, **rules}, allow_unicode=True, sort_keys=False, width=10_000))


def ruling_on(case: Case) -> Ruling:
    """Return what the rules of a case say of its hand or payment."""
    rules = rules_of(case)
    if case.is_payment:
        return rules.payment(**case.data["payment"])
    return rules.score(Hand.parse(case.data["hand"]))


def differences(case: Case, ruling: Ruling) -> list[str]:
    """Return what did not come out as expected."""
    found = []
    for name, wanted in {"status": "ok", **case.data["expect"]}.items():
        got = _READ[name](case, ruling)
        if name == "with_yaku":
            fits = wanted.items() <= got.items()
        elif name == "not_yaku":
            fits = not set(wanted) & got.keys()
        elif name == "fu_items":
            fits = Counter(wanted) == Counter(got)
        elif name == "error":
            fits = wanted in got
        else:
            fits = wanted == got
        if not fits:
            found.append(f"{case.place} {case.id}: {name} is {got}, expected {wanted}")
    return found


def _values(ruling: Ruling, *, dora_only: bool = False) -> dict[str, int | str]:
    values: dict[str, int | str] = {}
    for award in ruling.yaku:
        if dora_only and not award.is_dora:
            continue
        if award.yakuman:
            values[award.id] = "yakuman" if award.yakuman == 1 else f"{award.yakuman} yakuman"
        elif award.at_least:
            values[award.id] = f"at least {award.at_least}"
        else:
            values[award.id] = award.han or 0
    return values


def _payments(case: Case, ruling: Ruling) -> dict[str, int]:
    if not case.is_payment:
        return paid_by(ruling)
    asked = case.data["payment"]
    sums: Counter[str] = Counter()
    for payment in ruling.payments:
        if payment.payer != "table":
            sums[payment.payer] += payment.points
    if asked["method"] == "ron":
        return {"discarder": sum(sums.values())}
    if asked["seat"] == "E":
        return {"each": max(sums.values())} if len(set(sums.values())) == 1 else dict(sums)
    return {"dealer": sums["E"], "child": next(points for seat, points in sums.items() if seat != "E")}


def _liable(_case: Case, ruling: Ruling) -> dict[str | None, str]:
    discarder = ruling.hand.discarder if ruling.hand else None
    paid = [payment for payment in ruling.payments if payment.reason == "liable"]
    paid.sort(key=lambda payment: payment.payer != discarder)  # the discarder's share of it is no liability
    return {payment.about: payment.payer for payment in paid}


def _field(name: str) -> Reader:
    return lambda _case, ruling: getattr(ruling, name)


_READ: dict[str, Reader] = {
    **{name: _field(name) for name in ("status", "han", "fu", "fu_raw", "base", "points", "yakuman")},
    "error": lambda _case, ruling: [error.name for error in ruling.errors],
    **dict.fromkeys(("yaku", "with_yaku", "not_yaku"), lambda _case, ruling: _values(ruling)),
    "dora": lambda _case, ruling: _values(ruling, dora_only=True),
    "limit": lambda _case, ruling: limit_of(ruling),
    "fu_items": lambda _case, ruling: [f"{line.id} {line.fu}" for line in ruling.fu_items],
    "shape": lambda _case, ruling: ruling.reading.shape if ruling.reading else None,
    "wait": lambda _case, ruling: ruling.reading.wait if ruling.reading else None,
    "payments": _payments,
    "deltas": lambda _case, ruling: dict(ruling.deltas) if ruling.deltas is not None else None,
    "liable": _liable,
}
