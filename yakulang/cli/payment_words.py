"""Words of `yakulang payment`: who is liable for what, and whom payments are multiplied for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from yakulang.cli.streams import wrong_use
from yakulang.message import message

if TYPE_CHECKING:
    from yakulang.engine.ruleset import Ruleset
    from yakulang.rules.model import LiabilityKind, Rulebook

Said = tuple[str, str, int | None]  # a liability by id or name, or nothing; the seat; for how many yakuman
_LIABLE = re.compile(r"(?:([^:：]+)[:：])?\s*([^:：\s]+)\s*(?:[:：]([0-9]{1,3}))?")


def read_liable(
    ctx: click.Context,  # noqa: ARG001
    parameter: click.Parameter,  # noqa: ARG001
    values: tuple[str, ...],
) -> list[Said]:
    """Read `W`, `none`, `ID:W` or `ID:W:1`, several separated by commas or given one by one."""
    from yakulang.notation.tile_text import wind_letter  # noqa: PLC0415

    items = [item.strip() for value in values for item in re.split("[,、，]", value)]
    found: dict[str, Said] = {}
    for item in [] if [item.lower() for item in items] == ["none"] else items:
        read = _LIABLE.fullmatch(item)
        name, seat, number = read.groups() if read else ("", "", None)
        wind = wind_letter(seat)
        if wind is None:
            forms = "W, none, ID:W, ID:W:1"
            raise click.BadParameter(message("{text!r} is not read; it is one of {forms}", text=item, forms=forms))
        if (name or "") in found:
            raise click.BadParameter(message("{name} stands twice", name=name or item))
        found[name or ""] = (name or "", wind, int(number) if number else None)
    return [*found.values()]


def liabilities(ruleset: Ruleset, said: list[Said], yakuman: int, lang: str) -> dict[str, Any]:
    """Return who is liable by the id of the liability, which may be said by name, or not at all where there is a seat.

    A seat alone is liable for all that is paid, by the first liability that can be.
    """
    found: dict[str, Any] = {}
    for name, wind, number in said:
        kinds = _kinds(ruleset.rulebook, name, yakuman)
        if not kinds and not name:
            raise wrong_use(message("nobody is liable under `{rules}`", rules=ruleset.id), lang)
        kind = kinds[0] if kinds else None
        part = number if number or name or kind is None or kind.covers is None else yakuman
        found[kind.id if kind else name] = (wind, part) if part else wind
    return found


def multiplied_by(ruleset: Ruleset, words: tuple[str, ...], lang: str) -> dict[str, str]:
    """Read what else is said: `NAME=VALUE`, where a wind may be written like any."""
    from yakulang.lang.vocabulary import WIND_WORDS  # noqa: PLC0415
    from yakulang.notation.tile_text import wind_letter  # noqa: PLC0415
    from yakulang.rules.typed_names import folded  # noqa: PLC0415
    from yakulang.tiles import WINDS  # noqa: PLC0415

    rules = ruleset.rulebook.payments.multipliers
    found: dict[str, str] = {}
    for word in [word for text in words for word in re.split("[,、，\\s]+", text) if word]:
        name, sign, value = word.partition("=")
        if not sign:
            raise wrong_use(message("payments ask for no word like {word}; write NAME=VALUE", word=word), lang)
        wind = wind_letter(value)
        meant = [rule.fact for rule in rules if folded(name) in map(folded, (rule.fact, rule.id, *rule.names.values()))]
        found[meant[0] if meant else name] = WIND_WORDS[WINDS.index(wind)] if wind else value
    return found


def _kinds(rulebook: Rulebook, name: str, yakuman: int) -> list[LiabilityKind]:
    """Return the liabilities of an id or a name, their own or that of a yaku they are for; those of no name are all."""
    from yakulang.report.why_not import find_yaku  # noqa: PLC0415
    from yakulang.rules.typed_names import folded  # noqa: PLC0415

    kinds = rulebook.liability.kinds if rulebook.liability else ()
    if not name:  # where no yakuman is paid, only who is liable for any hand can be meant
        return sorted(kinds, key=lambda kind: bool(kind.covers or kind.sealed_when) and not yakuman)
    wanted = folded(name)
    named = [kind for kind in kinds if wanted in map(folded, (kind.id, *kind.names.values()))]
    meant = {rule.id for rule in find_yaku(name, rulebook)}
    return named or [kind for kind in kinds if meant & {*(kind.covers or ()), kind.id}]
