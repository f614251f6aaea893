"""Who is liable: the feeder of the declaration that sealed a yakuman, as the melds tell or as it is said.

Where the melds leave it open, who fed one of them or when a pon became a kan, every answer they allow is found.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from yakulang.engine.declarations import ADDED, NONE, last_calls, orders
from yakulang.engine.views import meld_view
from yakulang.enumerated import all_of, any_of
from yakulang.errors import Diagnostic
from yakulang.hand import NOBODY
from yakulang.lang.evaluator import holds
from yakulang.lang.view import View
from yakulang.message import Name, message
from yakulang.notation import meld_text
from yakulang.notation.liable import liable_text
from yakulang.notation.tile_text import SEAT_NAMES
from yakulang.source import Source, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from yakulang.engine.declarations import Declaration
    from yakulang.engine.judge import Judged
    from yakulang.hand import Hand
    from yakulang.rules.model import LiabilityKind, Rulebook

    Answer = Mapping[str, str | None]
    Sealed = tuple[Declaration | None, ...]  # by which declaration, for each kind of liability

MOST_ANSWERS = 16  # that a ruling shows; two unknown feeders make nine
NOBODY_IS: Answer = {}


@dataclass(frozen=True, slots=True)
class Liable:
    """Who can be liable.

    Attributes:
        answers: who is liable, by id of the liability, None for nobody; one answer where the hand tells.
        notes: what the hand does not tell, in sentences.
        problems: why what is said of it can't be.
    """

    answers: tuple[Answer, ...]
    notes: tuple[str, ...] = ()
    problems: tuple[Diagnostic, ...] = ()


def liable(hand: Hand, rulebook: Rulebook, judged: Judged, view: View) -> Liable:
    """Return who can be liable for a win.

    `sealed_when` is asked after every declaration in order; the first that makes it true seals, and whoever gave the
    tile of that declaration is liable. `when` is asked once and points to the giver of the last declaration. A closed
    or added kan has no giver: nobody is liable.

    Args:
        hand: whose seat is known.
        rulebook: gives the kinds of liability.
        judged: the score; a kind that covers some yakuman needs one of them.
        view: the chosen reading.
    """
    multiples = yakuman_of(rulebook, judged, closed=hand.is_closed)
    kinds = [kind for kind in (rulebook.liability.kinds if rulebook.liability else ()) if _applies(kind, multiples)]
    if not kinds and hand.liable is None:
        return Liable((NOBODY_IS,))
    calls = last_calls(hand, view.flags)
    said = view.choices.get("last_call", NONE)
    ways = _ways(kinds, hand, view, calls & {said} or calls)
    possible = list(_answers(kinds, ways, hand, rulebook))
    left = [answer for answer in possible if _agrees(answer, hand)]
    if not left or any(_without_yaku(hand, kinds)):
        return Liable((), problems=tuple(_contradictions(hand, rulebook, kinds, possible)))
    notes = tuple(_missing(kinds, ways, hand, left)) if len(left) > 1 else ()
    if len(left) > MOST_ANSWERS:
        notes = (*notes, message("{n} answers are possible to who is liable", n=len(left)))
    return Liable(tuple(left), notes)


def yakuman_of(rulebook: Rulebook, judged: Judged, *, closed: bool) -> dict[str, int]:
    """Return the yakuman of a hand and how many each is, by id of the yaku."""
    found = {}
    for index, times in judged.yaku:
        rule = rulebook.yaku[index]
        value = rule.yakuman.of(closed=closed) if rule.yakuman else None
        if value:
            found[rule.id] = value.value * times
    return found


def _applies(kind: LiabilityKind, multiples: Mapping[str, int]) -> bool:
    if kind.covers is not None:
        return any(yaku in multiples for yaku in kind.covers)
    return kind.when is not None or bool(multiples)


# --- what the melds tell ----------------------------------------------------------------------------


def _ways(kinds: Sequence[LiabilityKind], hand: Hand, view: View, calls: frozenset[str]) -> list[Sealed]:
    """Return which declaration makes liable, for each kind, in each order that makes a difference."""
    known: dict[tuple[str, ...], bool] = {}

    def so(kind: LiabilityKind, what: tuple[str, ...], seen: View) -> bool:
        condition = kind.sealed_when or kind.when
        assert condition is not None  # noqa: S101  a kind has one of the two
        key = (kind.id, *what)
        if key not in known:
            known[key] = holds(condition, seen)
        return known[key]

    def seals(kind: LiabilityKind, order: Sequence[Declaration]) -> Declaration | None:
        if kind.sealed_when is None:
            last = order[-1].type if order else NONE
            seen = view.with_(choices={**view.choices, "last_call": last})
            return order[-1] if order and so(kind, (last,), seen) else None
        for step in order:
            lying = View(groups=tuple(map(meld_view, step.standing)))
            if so(kind, tuple(meld.type for meld in step.standing), lying):
                return step
        return None

    found = (tuple(seals(kind, order) for kind in kinds) for order in orders(hand, calls))
    return list({_key(way): way for way in found}.values())


def _key(way: Sealed) -> tuple[tuple[int, str] | None, ...]:
    return tuple((step.place, step.type) if step else None for step in way)


def _answers(
    kinds: Sequence[LiabilityKind], ways: Iterable[Sealed], hand: Hand, rulebook: Rulebook
) -> Iterator[Answer]:
    """Yield each answer once: the feeders that are known, and every other player for those that are not."""
    found: dict[tuple[str | None, ...], None] = {}
    for way in ways:
        places = sorted({step.place for step in way if step and _unknown_giver(step, hand)})
        for fed in product(*(_givers(place, hand, rulebook) for place in places)):
            given = dict(zip(places, fed, strict=True))
            found[tuple(_giver(step, given, hand) for step in way)] = None
    sometimes = [place for place in range(len(kinds)) if any(seats[place] for seats in found)]
    order = [*rulebook.seats, None]
    for seats in sorted(found, key=lambda seats: list(map(order.index, seats))):
        yield {kinds[place].id: seats[place] for place in sometimes}


def _unknown_giver(step: Declaration, hand: Hand) -> bool:
    return step.has_giver and hand.melds[step.place].feeder is None


def _giver(step: Declaration | None, given: Mapping[int, str], hand: Hand) -> str | None:
    if step is None or not step.has_giver:
        return None
    return given.get(step.place) or hand.melds[step.place].feeder


def _givers(place: int, hand: Hand, rulebook: Rulebook) -> list[str]:
    """Return who can have fed a meld: a chii is called from the player before, anything else from anybody."""
    seats = rulebook.seats
    if hand.melds[place].type == "chii" and hand.seat is not None:
        return [seats[seats.index(hand.seat) - 1]]
    return [seat for seat in seats if seat != hand.seat]


def _missing(
    kinds: Sequence[LiabilityKind], ways: Sequence[Sealed], hand: Hand, answers: Sequence[Answer]
) -> Iterator[str]:
    """Yield for each kind whose answer is open what would have to be known."""
    for place, kind in enumerate(kinds):
        if len({answer.get(kind.id) for answer in answers}) < 2:
            continue
        steps = {key[place]: way[place] for way in ways for key in (_key(way),)}
        added = " ".join(meld_text(meld) for meld in hand.melds if meld.type == ADDED) if len(steps) > 1 else ""
        places = sorted({step.place for step in steps.values() if step and _unknown_giver(step, hand)})
        yield _open_for(Name(kind.id, kind.names), added, [meld_text(hand.melds[place]) for place in places])


def _open_for(name: Name, added: str, fed: Sequence[str]) -> str:
    """Return what would have to be known: when kans became such, and who fed some melds."""
    if added and not fed:
        return message(
            "{liability}: when {meld} became a kan is not said, so who is liable is not known",
            liability=name,
            meld=added,
        )
    if len(fed) == 1 and not added:
        return message(
            "{liability}: who fed {meld} is not said, so who is liable is not known", liability=name, meld=fed[0]
        )
    missing = [message("when {meld} became a kan", meld=added)] if added else []
    missing += [message("who fed {meld}", meld=meld) for meld in fed]
    return message(
        "{liability}: {missing} are not said, so who is liable is not known", liability=name, missing=all_of(missing)
    )


# --- what is said -----------------------------------------------------------------------------------


def _agrees(answer: Answer, hand: Hand) -> bool:
    said = hand.liable
    if said is None:
        return True
    if isinstance(said, str):
        return {seat for seat in answer.values() if seat} == ({said} - {NOBODY})
    return all(answer.get(name) == (None if seat == NOBODY else seat) for name, seat in said.items())


def _without_yaku(hand: Hand, kinds: Sequence[LiabilityKind]) -> Iterator[tuple[str, str]]:
    """Yield the liabilities that are said of a hand that has nothing they are for."""
    if isinstance(hand.liable, str) or hand.liable is None:
        return
    for name, seat in hand.liable.items():
        if seat != NOBODY and all(kind.id != name for kind in kinds):
            yield name, seat


def _contradictions(
    hand: Hand, rulebook: Rulebook, kinds: Sequence[LiabilityKind], possible: Sequence[Answer]
) -> Iterator[Diagnostic]:
    said = hand.liable
    assert said is not None  # noqa: S101  only what is said can be contradicted
    every = {kind.id: kind for kind in rulebook.liability.kinds} if rulebook.liability else {}
    if isinstance(said, str):
        if not kinds and said != NOBODY:
            yield _lacking(hand, rulebook, said, f"liable={said}", every.values())
            return
        found = dict.fromkeys(tuple(dict.fromkeys(seat for seat in one.values() if seat)) for one in possible)
        who = any_of([all_of(map(_called, seats or (None,))) for seats in found])
        yield _not_so(hand, message("the melds make {who} liable", who=who), said, f"liable={said}")
        return
    lacking = dict(_without_yaku(hand, kinds))
    for name, seat in lacking.items():
        yield _lacking(hand, rulebook, seat, f"{name}:{seat}", [every[name]])
    if lacking:
        return
    wrong = False
    for name, seat in said.items():
        seats = list(dict.fromkeys(answer.get(name) for answer in possible))
        if (None if seat == NOBODY else seat) not in seats:
            wrong = True
            text = message("the melds make {who} liable", who=any_of(map(_called, seats)))
            text = message("{path}: {sentence}", path=Name(name, every[name].names), sentence=text)
            yield _not_so(hand, text, seat, f"{name}:{seat}")
    if not wrong:
        text = message("each of these can be liable, but not all of them together")
        yield Diagnostic("YK575", text, said_at(hand, liable_text(said)), name="contradictory_liability")


def _called(seat: str | None) -> str:
    return SEAT_NAMES[seat] if seat in SEAT_NAMES else message("nobody")


def _lacking(hand: Hand, rulebook: Rulebook, seat: str, where: str, kinds: Iterable[LiabilityKind]) -> Diagnostic:
    """Return what is said of a player who is liable for nothing that this hand has."""
    names = {rule.id: Name(rule.id, rule.names) for rule in rulebook.yaku}
    anything: tuple[str, ...] = (message("a yakuman"),)
    needed = sorted({names.get(yaku, yaku) for kind in kinds for yaku in kind.covers or anything})
    text = message("{seat} is said to be liable, but the hand has not {yaku}", seat=_called(seat), yaku=any_of(needed))
    return Diagnostic("YK576", text, said_at(hand, where), name="liability_without_yaku")


def _not_so(hand: Hand, what: str, seat: str, where: str) -> Diagnostic:
    text = message("{what}, while {who} is said to be", what=what, who=_called(seat))
    hint = message(
        "whoever fed the meld that makes the yakuman certain is liable; behind a meld stands its feeder, e.g. {text}",
        text="<W",
    )
    return Diagnostic("YK575", text, said_at(hand, where), hint, "contradictory_liability")


def said_at(hand: Hand, what: str) -> Span:
    """Return the place in the hand's text where something is said of who is liable."""
    text = str(hand)
    start = text.find(what, max(0, text.rfind("liable=")))
    return Span(Source("<hand>", text), max(start, 0), start + len(what) if start >= 0 else len(text))
