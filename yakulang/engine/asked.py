"""Payments asked for without a hand: a limit by its name, how many yakuman there are, who is liable for how many."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from yakulang.engine.claims import Claim, counted
from yakulang.errors import did_you_mean
from yakulang.lang import typed
from yakulang.lang.evaluator import number
from yakulang.lang.view import View
from yakulang.lang.walk import walk
from yakulang.message import Name, message
from yakulang.rules.everyday import aliases_of
from yakulang.rules.typed_names import folded

if TYPE_CHECKING:
    from yakulang.engine.payment import Win
    from yakulang.hand import Wind
    from yakulang.rules.model import LiabilityKind, Rulebook

    Liable = Mapping[str, Wind | tuple[Wind, int]]

MOST = 999  # yakuman of one yaku; nobody has as many


def yakuman_asked(rulebook: Rulebook, yakuman: int | Mapping[str, int]) -> int:
    """Return how many yakuman are paid: the number, or what the yaku come to as the ruleset adds them up.

    Raises:
        ValueError: an id that is no yaku of the ruleset, or a number that is not from 1 to 999.
    """
    if not isinstance(yakuman, Mapping):
        return yakuman
    known = [rule.id for rule in rulebook.yaku if rule.yakuman]
    for yaku, times in yakuman.items():
        if yaku not in known:
            near = did_you_mean(yaku, known) if isinstance(yaku, str) else None
            text = message("`{yaku}` is no yakuman of `{rules}`", yaku=yaku, rules=rulebook.id)
            hint = message("did you mean `{word}`?", word=near)
            raise ValueError(message("{sentence}; {hint}", sentence=text, hint=hint) if near else text)
        _refuse_number(times)
    if not yakuman:
        return 0
    paid = counted(rulebook, list(yakuman.values()), max(yakuman.values()))
    most = rulebook.stacking.most
    return paid if most is None else min(paid, most)


def limit_asked(rulebook: Rulebook, name: str) -> tuple[int, int]:
    """Return the place among the limits of the one with an id, a name or an alias, and its base.

    Raises:
        ValueError: the ruleset has no such limit, or what it comes to depends on the hand.
    """
    known = {rule.id: place for place, rule in enumerate(rulebook.limits)}
    called: dict[str, str] = {}
    for rule in rulebook.limits:
        entry = rulebook.merged.node(f"limits.{rule.id}")
        for word in (rule.id, *rule.names.values(), *(aliases_of(entry) if entry is not None else ())):
            called.setdefault(folded(word), rule.id)
    if not isinstance(name, str) or folded(name) not in called:
        near = did_you_mean(name, known) if isinstance(name, str) else None
        text = message("`{limit}` is no limit of `{rules}`", limit=name, rules=rulebook.id)
        hint = (
            message("did you mean `{word}`?", word=near)
            if near
            else message("known are {words}", words=" ".join(known))
        )
        raise ValueError(message("{sentence}; {hint}", sentence=text, hint=hint))
    rule = rulebook.limits[known[called[folded(name)]]]
    if needed := sorted({node.name for node in walk(rule.base) if isinstance(node, typed.NumberFact | typed.Flag)}):
        text = message(
            "what {limit} comes to depends on {words}", limit=Name(rule.id, rule.names), words=" ".join(needed)
        )
        raise ValueError(message("{sentence}; {hint}", sentence=text, hint=message("say these in its place")))
    return known[rule.id], number(rule.base, View())


def claims_asked(rulebook: Rulebook, win: Win, yakuman: int | Mapping[str, int], liable: Liable | None) -> list[Claim]:
    """Return what the liable players answer for.

    Args:
        rulebook: gives the kinds of liability, and the yakuman that a covered yaku is.
        win: who won how.
        yakuman: as it is asked for; 0 for han and fu.
        liable: by id of the liability the seat of the player, or the seat and a number of yakuman.

    Raises:
        ValueError: an unknown id, a seat that the table has not or that is the winner's, or a number of yakuman that
            is missing or does not fit.
    """
    if liable is None:
        return []
    if not isinstance(liable, Mapping):
        raise ValueError(message("liable names liabilities: an id and a seat, such as {text}", text="{ID: 'W'}"))  # noqa: TRY004  as documented
    kinds = {kind.id: kind for kind in (rulebook.liability.kinds if rulebook.liability else ())}
    for name, said in liable.items():
        if name not in kinds:
            near = did_you_mean(name, kinds) if isinstance(name, str) else None
            hint = message("known are {words}", words=", ".join(kinds) or message("none"))
            hint = message("did you mean `{word}`?", word=near) if near else hint
            text = message("`{liability}` is no liability of `{rules}`", liability=name, rules=rulebook.id)
            raise ValueError(message("{sentence}; {hint}", sentence=text, hint=hint))
        _refuse_seat(rulebook, win, said[0] if isinstance(said, tuple) and len(said) == 2 else said)
    found: list[Claim] = []
    paid = yakuman_asked(rulebook, yakuman)
    left = dict(yakuman) if isinstance(yakuman, Mapping) else None
    for name, kind in kinds.items():
        if name not in liable:
            continue
        said = liable[name]
        seat, stated = said if isinstance(said, tuple) else (said, None)
        if kind.covers is None:
            _refuse_part_of_whole(kind, paid, stated)
            found.append(Claim(kind, seat, None))
            continue
        if not paid:
            text = message(
                "{liability} makes liable for {yaku}; give the yakuman",
                liability=_named(kind),
                yaku=" ".join(kind.covers),
            )
            raise ValueError(text)
        times = (
            _of_yaku(rulebook, kind, left, yakuman, stated) if left is not None else _of_rules(rulebook, kind, stated)
        )
        if times > paid != rulebook.stacking.most:
            raise ValueError(
                message(
                    "{liability} makes liable for {n} yakuman; here {there}",
                    liability=_named(kind),
                    n=times,
                    there=_there(paid),
                )
            )
        found.append(Claim(kind, seat, times))
    together = sum(claim.yakuman or 0 for claim in found)
    if together > paid != rulebook.stacking.most and rulebook.stacking.yakuman == "add":
        raise ValueError(message("the liabilities are for {n} yakuman; here {there}", n=together, there=_there(paid)))
    return found


def _there(yakuman: int) -> str:
    return message("is 1") if yakuman == 1 else message("are {n}", n=yakuman)


def _named(kind: LiabilityKind) -> Name:
    return Name(kind.id, kind.names)


def _refuse_seat(rulebook: Rulebook, win: Win, seat: object) -> None:
    if not isinstance(seat, str) or len(seat) != 1 or seat not in rulebook.seats:
        raise ValueError(message("a liable player has one of the seats {seats}", seats=" ".join(rulebook.seats)))
    if seat == win.seat:
        raise ValueError(message("nobody is liable for a win of their own"))


def _refuse_number(times: object) -> None:
    if type(times) is not int or not 1 <= times <= MOST:
        raise ValueError(message("a number of yakuman is from 1 to {most}", most=MOST))


def _refuse_part_of_whole(kind: LiabilityKind, yakuman: int, stated: int | None) -> None:
    if stated is not None:
        raise ValueError(
            message("{liability} makes liable for the whole hand; leave the number out", liability=_named(kind))
        )
    if kind.sealed_when is not None and not yakuman:
        raise ValueError(message("{liability} makes liable for a yakuman; give the yakuman", liability=_named(kind)))


def _of_yaku(
    rulebook: Rulebook, kind: LiabilityKind, left: dict[str, int], asked: Mapping[str, int] | int, stated: int | None
) -> int:
    """Return how many of the yakuman named fall to a liability; the first of two that cover a yaku has it."""
    if stated is not None:
        raise ValueError(
            message("{liability}: the yakuman are named, so that no number of them is needed", liability=_named(kind))
        )
    covered = [yaku for yaku in kind.covers or () if isinstance(asked, Mapping) and yaku in asked]
    if not covered:
        raise ValueError(
            message(
                "{liability} makes liable for {yaku}, which is not among the yakuman",
                liability=_named(kind),
                yaku=" ".join(kind.covers or ()),
            )
        )
    own = [left.pop(yaku) for yaku in covered if yaku in left]
    return counted(rulebook, own, max(asked.values()) if isinstance(asked, Mapping) else 0)


def _of_rules(rulebook: Rulebook, kind: LiabilityKind, stated: int | None) -> int:
    """Return how many yakuman the one yaku is that a liability covers; a hand with a fed meld is open."""
    if stated is not None:
        _refuse_number(stated)
        return stated
    covered = [rule for rule in rulebook.yaku if rule.id in (kind.covers or ())]
    values = [rule.yakuman.of(closed=False) if rule.yakuman and rule.each is None else None for rule in covered]
    value = values[0] if len(values) == 1 else None
    if value is None:
        raise ValueError(message("{liability}: say for how many of the yakuman, too", liability=_named(kind)))
    return value.value
