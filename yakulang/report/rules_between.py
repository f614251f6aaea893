"""What rules say of the table before the first hand and of the end of a game, as rows of a statement of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.message import LANGUAGES
from yakulang.report.layout import Row
from yakulang.report.words import name_in
from yakulang.rules.listing import names_in
from yakulang.rules.nodes import MapNode, find, place
from yakulang.rules.overview import value_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yakulang.rules.merge import Merged

_WORDS: dict[str, tuple[str, str, str]] = {
    "setup.start": ("points at the start", "配給原点", "起始点数"),
    "setup.sticks": ("sticks", "点棒", "点棒"),
    "setup.dice": ("dice", "サイコロ", "骰子"),
    "setup.first_dealer_throws": ("throws for the first dealer", "起家決めの回数", "定庄掷骰次数"),
    "setup.wall": ("the wall", "牌山", "牌墙"),
    "setup.deal": ("the deal", "配牌", "配牌"),
    "settlement.return": ("return", "返し点", "返点"),
    "settlement.unit": ("points of one point of the result", "1ポイントの点数", "一个结算点的点数"),
    "settlement.share_step": ("shares go down to", "分割の単位", "平分的单位"),
    "settlement.uma": ("uma", "ウマ", "马点"),
    "settlement.floating": ("floating uma", "変動ウマ", "浮动马点"),
    "settlement.afloat": ("afloat", "浮き", "浮"),
    "settlement.oka": ("oka", "オカ", "冈点"),
    "settlement.ties": ("ties", "同点", "同分"),
    "settlement.deposits": ("riichi sticks left over", "残りの供託", "剩余供托"),
    "settlement.floor": ("least points counted", "箱下の扱い", "计算的最低点数"),
    "settlement.rounding": ("rounding", "端数処理", "取整"),
    "settlement.rest": ("what rounding leaves", "端数の残り", "取整余数"),
    "settlement.extras": ("also paid", "その他の精算", "其他结算"),
}


def between_rows(merged: Merged, section: str, lang: str) -> Iterator[Row]:
    """Yield a row for each value of `setup` or `settlement`, one for each entry of a mapping of entries."""
    node = find(merged.tree, (section,))
    for key, item in node.items.items() if isinstance(node, MapNode) else ():
        path = f"{section}.{key}"
        label = _WORDS[path][LANGUAGES.index(lang)] if path in _WORDS else path
        entries = item.items.items() if isinstance(item, MapNode) and key in ("floating", "extras") else ()
        for name, entry in entries:
            own = name_in(names_in(entry.items.get("name"), name), lang, name) if isinstance(entry, MapNode) else name
            yield Row("", f"{label}: {own}", "", value_text(entry).strip("{}"), _at(merged, f"{path}.{name}"))
        if not entries:
            text = value_text(item).strip("{}")
            short = len(text) <= SHORT
            yield Row("", label, text if short else "", "" if short else text, _at(merged, path))


SHORT = 8  # characters of a value that stands to the right


def _at(merged: Merged, path: str) -> str:
    return place(merged.tree, tuple(path.split("."))).place
