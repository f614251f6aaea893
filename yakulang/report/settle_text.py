"""The result of a game as people read it: the table of results, then each player's, part by part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.message import LANGUAGES, translated
from yakulang.notation.naming import named
from yakulang.notation.tile_text import SEAT_NAMES
from yakulang.report.layout import Row, Text, plain
from yakulang.report.words import name_in, word

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from yakulang.report.layout import Line
    from yakulang.table.settlement import Part, Settlement

_WORDS: dict[str, tuple[str, str, str]] = {
    "points": ("points - return", "持ち点 - 返し点", "点数 - 返点"),
    "floor": ("points below the least counted", "箱下の切り捨て", "低于下限的点数"),
    "deposits": ("riichi sticks left over", "残りの供託", "剩余供托"),
    "rounding": ("rounding", "端数処理", "取整"),
    "uma": ("uma", "ウマ", "马点"),
    "oka": ("oka", "オカ", "冈点"),
    "rest": ("what rounding leaves", "端数の残り", "取整余数"),
    "result": ("result", "最終得点", "最终得点"),
    "total": ("sum of the results", "合計", "合计"),
    "place": ("{n}.", "{n}位", "第{n}位"),
    "and": ("{what} ({who})", "{what} ({who})", "{what} ({who})"),
}


def said(key: str, lang: str, **values: object) -> str:
    """Return a word around results in a language, with `values` filled in."""
    return _WORDS[key][LANGUAGES.index(lang)].format(**values)


def result_text(result: Fraction) -> str:
    """Return a result with its sign and one decimal, more where it has more: `+52.3`, `0.0`, `-14.35`."""
    sign = "+" if result > 0 else "-" if result < 0 else ""
    for decimals in range(1, _MOST_DECIMALS + 1):
        scaled = abs(result) * 10**decimals
        if scaled.denominator == 1:
            digits = str(int(scaled)).rjust(decimals + 1, "0")
            return f"{sign}{digits[:-decimals]}.{digits[-decimals:]}"
    return f"{sign}{abs(result)}"


_MOST_DECIMALS = 6


def settlement_text(settlement: Settlement, lang: str = "en", names: Mapping[str, str] | None = None) -> str:
    """Return a settlement as plain text of several lines, without a line end at its end."""
    return "\n".join(plain(settlement_report(settlement, lang, names)))


def settlement_report(settlement: Settlement, lang: str = "en", names: Mapping[str, str] | None = None) -> list[Line]:
    """Return a settlement as the lines of a report.

    Args:
        settlement: the results.
        lang: `en`, `ja` or `zh`.
        names: what players are called, by seat; else they go by seat.
    """
    names = names or {}

    def who(seat: str) -> str:
        return names.get(seat) or word(seat, lang)

    lines: list[Line] = [Text(word("rules", lang, id=settlement.rules)), Text()]
    for player in settlement.players:
        place = said("place", lang, n=player.place)
        lines.append(Row(who(player.seat), place, result_text(player.result), str(player.points), total=True))
    if settlement.total:
        lines.append(Row("", said("total", lang), result_text(settlement.total)))
    for player in settlement.players:
        lines.append(Text())
        for number, part in enumerate(player.parts):
            heading = who(player.seat) if number == 0 else ""
            name = _name(part, lang, who(part.seat) if part.seat else "")
            lines.append(Row(heading, name, result_text(part.result), part.working or "", part.rule))
        lines.append(Row("", said("result", lang), result_text(player.result), total=True))
    notes = [
        Text(f"{word('note', lang)}: {translated(named(note, lambda seat: names.get(seat, SEAT_NAMES[seat])), lang)}")
        for note in settlement.notes
    ]
    return [*lines, *([Text()] if notes else []), *notes]


def _name(part: Part, lang: str, other: str) -> str:
    name = said(part.kind, lang) if part.kind in _WORDS else ""
    if part.about is not None:
        own = name_in(part.names, lang, part.about)
        name = f"{name}: {own}" if name else own
    return said("and", lang, what=name, who=other) if other else name
