"""A table as people see it before the first hand: the walls from above, the hands, what lies in the dead wall."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.message import LANGUAGES
from yakulang.notation.tile_text import tiles_text
from yakulang.report.layout import Row, Text, headed, plain
from yakulang.report.words import separator, word
from yakulang.source import display_width
from yakulang.table.wall import HIGH, positions
from yakulang.tiles import tile_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from yakulang.report.layout import Line
    from yakulang.table.seeded import SeededTable
    from yakulang.tiles import Tile

_WORDS: dict[str, tuple[str, str, str]] = {
    "seed": ("seed {seed}", "シード {seed}", "种子 {seed}"),
    "seats": ("seats", "席", "座位"),
    "drew": ("drew {wind}", "つかみ取り {wind}", "抽到{wind}"),
    "dice": ("dice", "サイコロ", "骰子"),
    "hits": ("{thrower} throws, counts to {hits}", "{thrower}が振り、{hits}に当たる", "{thrower}掷，数到{hits}"),
    "at_once": ("East deals first", "東が起家", "东家起庄"),
    "sticks": ("sticks", "点棒", "点棒"),
    "break": ("break", "開門", "开门"),
    "skipped": ("{side}'s wall, {n} stacks skipped", "{side}の山、{n}幢残す", "{side}的牌墙，留{n}墩"),
    "legend": (
        "# live  . dealt  I indicator  R replacement tiles  D the rest of the dead wall  - one tile",
        "# 生牌  . 配牌済み  I ドラ表示牌  R 嶺上牌  D 王牌のその他  - 1枚",
        "# 活牌  . 已配  I 宝牌指示牌  R 岭上牌  D 其余王牌  - 单张",
    ),
    "hands": ("hands", "配牌", "配牌"),
    "indicators": ("indicators", "ドラ表示牌", "宝牌指示牌"),
    "below": ("below them {tiles}", "裏 {tiles}", "其下 {tiles}"),
    "replacements": ("replacement tiles", "嶺上牌", "岭上牌"),
    "taken": ("{n} taken", "{n}枚使用", "已取{n}张"),
    "next": ("to be drawn", "ツモ山", "待摸"),
    "left": ("{n} tiles", "{n}枚", "{n}张"),
}


def said(key: str, lang: str, **values: object) -> str:
    """Return a word around a table in a language, with `values` filled in."""
    return _WORDS[key][LANGUAGES.index(lang)].format(**values)


def setup_text(table: SeededTable, lang: str = "en") -> str:
    """Return a table as plain text of several lines, without a line end at its end."""
    return "\n".join(plain(setup_report(table, lang)))


def setup_report(table: SeededTable, lang: str = "en") -> list[Line]:
    """Return a table as the lines of a report."""
    first = separator(lang).join([word("rules", lang, id=table.rules), said("seed", lang, seed=table.seed)])
    lines: list[Line] = [Text(first), Text()]
    wall = table.dealt.wall
    lines += headed(_throws(table, lang), said("dice", lang))
    lines += _seats(table, lang)
    sticks = "  ".join(f"{worth} x {number}" for worth, number in table.sticks.items())
    lines.append(Row(said("sticks", lang), str(sum(w * n for w, n in table.sticks.items())), "", sticks))
    broken = said("skipped", lang, side=word(wall.broken.side, lang), n=wall.broken.skipped)
    lines.append(Row(said("break", lang), str(wall.broken.total), "", broken))
    lines += [Text(), *(Text(line) for line in picture(table, lang)), Text(said("legend", lang), "detail"), Text()]
    hands = [Row("", word(seat, lang), "", tiles_text(hand)) for seat, hand in table.dealt.hands.items()]
    lines += headed(hands, said("hands", lang))
    below = said("below", lang, tiles=_row(table.ura_indicators))
    lines.append(Row(said("indicators", lang), _row(table.indicators), "", below))
    taken = said("taken", lang, n=table.replaced)
    lines.append(Row(said("replacements", lang), _row(table.replacement_tiles), "", taken))
    live = table.dealt.live(table.replaced)
    lines.append(Row(said("next", lang), said("left", lang, n=len(live)), "", f"{_row(live[:_SHOWN])} ..."))
    return lines


_SHOWN = 12  # tiles to be drawn that are listed


def _seats(table: SeededTable, lang: str) -> list[Row]:
    drew = {name: wind for wind, name in table.drawn_winds.items()}
    rows = [
        Row("", word(seat, lang), "", f"{name} ({said('drew', lang, wind=word(drew[name], lang))})")
        for seat, name in table.names.items()
    ]
    return headed(rows, said("seats", lang))


def _throws(table: SeededTable, lang: str) -> list[Row]:
    if not table.throws:
        return [Row("", "", "", said("at_once", lang))]
    return [
        Row(
            "",
            "+".join(map(str, throw.faces)),
            "",
            said("hits", lang, thrower=word(throw.thrower, lang), hits=word(throw.hits, lang)),
        )
        for throw in table.throws
    ]


def _row(tiles: Iterable[Tile]) -> str:
    return " ".join(map(tile_name, tiles))


def picture(table: SeededTable, lang: str) -> list[str]:
    """Return the walls from above: the dealer's at the bottom, then counter-clockwise; each stack is a letter."""
    wall = table.dealt.wall
    sides = {seat: [_letter(table, stack) for stack in stacks] for seat, stacks in positions(wall).items()}
    n = wall.stacks
    by_place: list[Sequence[str]] = [sides[seat] for seat in wall.seats]
    right, top, left = ([*by_place[1:], *[[" "] * n] * 3])[:3]
    names = [word(seat, lang) for seat in wall.seats]
    below, at_right, above, at_left = [*names, "", "", ""][:4]
    width = 2 * n - 1
    inside = {0: _centred(above, width), n - 1: _centred(below, width), n // 2: _apart(at_left, at_right, width)}
    rows = [f"{left[n - 1 - row]} {inside.get(row, ' ' * width)} {right[row]}" for row in range(n)]
    lines = ["  " + " ".join(top), *rows, "  " + " ".join(reversed(by_place[0]))]
    return [f"  {line}".rstrip() for line in lines]


def _centred(text: str, width: int) -> str:
    left = (width - display_width(text)) // 2
    return " " * left + text + " " * (width - display_width(text) - left)


def _apart(left: str, right: str, width: int) -> str:
    return f" {left}{' ' * (width - 2 - display_width(left) - display_width(right))}{right} "


def _letter(table: SeededTable, stack: int) -> str:
    """Return what a stack is: taken, live, half of one, or a part of the dead wall."""
    wall, end = table.dealt.wall, len(table.dealt.wall.tiles)
    from_far_end = end // HIGH - stack  # counted from 1
    replacement_stacks = -(-wall.replacements // HIGH)
    tiles = range(HIGH * stack, HIGH * stack + HIGH)
    if from_far_end <= replacement_stacks:
        gone = table.replaced - HIGH * (from_far_end - 1)
        return "." if gone >= HIGH else "-" if gone > 0 else "R"
    if wall.indicator <= from_far_end < wall.indicator + table.shown:
        return "I"
    if tiles[0] >= wall.live_end(table.replaced):
        return "D"
    taken = table.dealt.drawn - tiles[0]
    return "." if taken >= HIGH else "-" if taken > 0 else "#"
