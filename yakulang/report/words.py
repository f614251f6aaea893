"""The words around a ruling in English, Japanese and Chinese. Names of yaku, fu and limits come from rule files."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

LANGUAGES = ("en", "ja", "zh")

_WORDS: dict[str, tuple[str, str, str]] = {
    # headings
    "yaku": ("yaku", "役", "役"),
    "dora": ("dora", "ドラ", "宝牌"),
    "fu": ("fu", "符", "符"),
    "total": ("total", "合計", "合计"),
    "base": ("base", "基本点", "基本点"),
    "limit": ("limit", "打点上限", "打点上限"),
    "points": ("points", "得点", "得点"),
    "pays": ("pays", "支払い", "支付"),
    "receives": ("receives", "収入", "收入"),
    "change": ("change", "増減", "增减"),
    "note": ("note", "注記", "备注"),
    # values
    "n_han": ("{n} han", "{n}飜", "{n}番"),
    "n_fu": ("{n} fu", "{n}符", "{n}符"),
    "one_yakuman": ("yakuman", "役満", "役满"),
    "n_yakuman": ("{n} yakuman", "{n}倍役満", "{n}倍役满"),
    "at_least": ("at least {limit}", "{limit}以上", "至少{limit}"),
    "sum": ("sum", "小計", "小计"),
    # payments
    "hand": ("hand", "和了", "和牌"),
    "honba": ("honba", "本場", "本场"),
    "deposits": ("deposits", "供託", "供托"),
    "liable": ("liable", "責任払い", "包牌"),
    "discarder": ("the discarder", "放銃者", "放铳者"),
    "table": ("on the table", "場", "场上"),
    "others_each": ("every other player", "他家各自", "其他各家"),
    "winner": ("the winner", "和了者", "和牌者"),
    # the situation
    "E": ("East", "東", "东"),
    "S": ("South", "南", "南"),
    "W": ("West", "西", "西"),
    "N": ("North", "北", "北"),
    "seat": ("seat {wind}", "{wind}家", "{wind}家"),
    "round": ("round {wind}", "{wind}場", "{wind}场"),
    "dealer": ("the dealer ({seats})", "親 ({seats})", "庄家 ({seats})"),
    "not_dealer": ("not the dealer ({seats})", "子 ({seats})", "闲家 ({seats})"),
    "dealer_pays": ("the dealer", "親", "庄家"),
    "from": ("from {wind}", "放銃 {wind}家", "放铳 {wind}家"),
    "ron": ("ron", "ロン", "荣和"),
    "tsumo": ("tsumo", "ツモ", "自摸"),
    "indicators": ("indicators {tiles}", "ドラ表示牌 {tiles}", "宝牌指示牌 {tiles}"),
    "ura_indicators": ("ura indicators {tiles}", "裏ドラ表示牌 {tiles}", "里宝牌指示牌 {tiles}"),
    "rules": ("rules {id}", "ルール {id}", "规则 {id}"),
    # waits
    "ryanmen": ("ryanmen wait", "両面待ち", "两面听"),
    "kanchan": ("kanchan wait", "嵌張待ち", "嵌张听"),
    "penchan": ("penchan wait", "辺張待ち", "边张听"),
    "shanpon": ("shanpon wait", "双碰待ち", "双碰听"),
    "tanki": ("tanki wait", "単騎待ち", "单骑听"),
    # answers that are no
    "no_yaku": ("no yaku", "役なし", "无役"),
    "not_winning": ("not complete", "和了形ではない", "没有和牌"),
    "not_allowed": ("not allowed", "和了は認められない", "不许和牌"),
    "invalid": ("impossible", "ありえない手牌", "不可能的手牌"),
}


def word(key: str, lang: str, **values: object) -> str:
    """Return an interface word in a language, with `values` filled in. Raises KeyError for an unknown key."""
    return _WORDS[key][LANGUAGES.index(lang)].format(**values)


def knows(key: str) -> bool:
    """Whether there is such a word."""
    return key in _WORDS


def separator(lang: str) -> str:
    """Return what stands between the parts of an enumeration."""
    return ", " if lang == "en" else "、"


def name_in(names: Mapping[str, str], lang: str, otherwise: str) -> str:
    """Return a name in a language, else in English, else the id given as `otherwise`."""
    return names.get(lang) or names.get("en") or otherwise
