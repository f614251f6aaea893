"""Values of rule files that are lists or mappings, in words: red tiles, shares of a liability, an extension."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.message import LANGUAGES
from yakulang.report.words import separator, word
from yakulang.rules.nodes import MapNode, SeqNode
from yakulang.rules.overview import value_text
from yakulang.tiles import MARKS

if TYPE_CHECKING:
    from yakulang.rules.nodes import Node

Words = tuple[str, str, str]

COUNTED = {mark.section for mark in MARKS} | {"setup.sticks"}  # how many there are of each

# What a field says, with its value as {x}; a field and its value together where a word says both.
_FIELDS: dict[str, Words] = {
    "shapes.groups": ("groups ×{x}", "面子{x}", "{x}组面子"),
    "shapes.pairs": ("pairs ×{x}", "対子{x}", "{x}个对子"),
    "shapes.distinct=yes": ("no two alike", "同じ対子は不可", "不可相同"),
    "shapes.distinct=no": ("alike ones as well", "同じ対子も可", "可以相同"),
    "shapes.one_of_each": ("one of each of {x}", "{x} を1枚ずつ", "{x} 各一张"),
    "shapes.repeat": ("and of these again ×{x}", "さらにそのうち{x}枚", "另加其中{x}张"),
    "shapes.loose": ("any tiles of which {x}", "{x} である牌", "符合 {x} 的牌"),
    "aside.tiles": ("{x}", "{x}", "{x}"),
    "aside.copies": ("{x} of each", "各{x}枚", "各{x}张"),
    "aside.replaced_from=wall": ("replaced from the wall", "山から補充", "从牌山补牌"),
    "aside.replaced_from=dead_wall": ("replaced from the dead wall", "嶺上から補充", "从岭上补牌"),
    "aside.breaks": ("ends {x}", "{x} を消す", "中断 {x}"),
    "aside.keeps_closed=yes": ("the hand stays closed", "門前のまま", "保持门清"),
    "aside.keeps_closed=no": ("the hand is open", "副露扱い", "算作副露"),
    "aside.furiten=yes": ("makes furiten like a discard", "捨て牌同様フリテンになる", "与弃牌同样造成振听"),
    "aside.furiten=no": ("makes no furiten", "フリテンにならない", "不造成振听"),
    "pao.tsumo.liable": ("the liable player {x}", "責任者 {x}", "包牌者 {x}"),
    "pao.ron.liable": ("the liable player {x}", "責任者 {x}", "包牌者 {x}"),
    "pao.ron.discarder": ("the discarder {x}", "放銃者 {x}", "放铳者 {x}"),
    "pao.tsumo.honba=liable": ("counters from the liable player", "積み棒は責任者", "本场由包牌者支付"),
    "pao.tsumo.honba=each": ("counters from each", "積み棒は各自", "本场由各家支付"),
    "pao.ron.honba=liable": ("counters from the liable player", "積み棒は責任者", "本场由包牌者支付"),
    "pao.ron.honba=discarder": ("counters from the discarder", "積み棒は放銃者", "本场由放铳者支付"),
    "setup.dice.count": ("dice ×{x}", "{x}個", "{x}枚"),
    "setup.dice.faces": ("with {x} faces", "{x}面", "{x}面"),
    "setup.wall.stacks": ("{x} stacks a side", "各辺{x}幢", "每边{x}墩"),
    "setup.wall.dead": ("{x} tiles in the dead wall", "王牌{x}枚", "王牌{x}张"),
    "setup.wall.replacements": ("{x} replacement tiles", "嶺上牌{x}枚", "岭上牌{x}张"),
    "setup.wall.indicator": ("first indicator in stack {x}", "表示牌は{x}幢目", "指示牌在第{x}墩"),
    "setup.deal.rounds": ("{x} times", "{x}回", "{x}轮"),
    "setup.deal.block": ("{x} tiles at a time, then one", "{x}枚ずつ、最後に1枚", "每次{x}张，最后一张"),
    "setup.deal.dealer": ("the dealer has {x}", "親は{x}枚", "庄家{x}张"),
    "match.honba.grows": ("one more where {x}", "{x} なら1本増える", "{x} 时加一"),
    "match.honba.kept": ("as many as before where {x}", "{x} ならそのまま", "{x} 时不变"),
    "match.honba.most": ("{x} at most", "最大{x}", "至多{x}"),
    "match.extension.winds": ("rounds {x}", "{x}", "{x}"),
    "match.extension.until": ("until {x}", "{x} まで", "直到 {x}"),
    "match.extension.asked": ("asked where {x}", "判定は {x} のとき", "仅在 {x} 时判断"),
    "match.ends.when": ("{x}", "{x}", "{x}"),
    "match.ends.choice=dealer": ("if the dealer wants it", "親の任意", "由庄家选择"),
    "match.riichi.when": ("{x}", "{x}", "{x}"),
    "match.kan.when": ("{x}", "{x}", "{x}"),
    "match.loans.sticks": ("sticks in reserve ×{x}", "予備の点棒{x}本", "预备点棒{x}支"),
    "match.loans.worth": ("of {x} each", "1本{x}点", "每支{x}点"),
    "match.loans.outside": ("then {x} from outside at a time", "以後は外から{x}点ずつ", "之后每次从场外借{x}点"),
    "settlement.afloat": ("{x}", "{x}", "{x}"),
    "settlement.floating.when": ("where {x}", "{x} のとき", "{x} 时"),
    "settlement.floating.uma": ("{x}", "{x}", "{x}"),
    "settlement.rounding.to": ("to {x}", "{x}点単位", "以{x}点为单位"),
    "settlement.rounding.way=half_up": ("to the nearest, a half up", "四捨五入（半分は上へ）", "四舍五入（半向上）"),
    "settlement.rounding.way=half_down": ("to the nearest, a half down", "五捨六入（半分は下へ）", "五舍六入"),
    "settlement.rounding.way=half_away": ("to the nearest, a half away from 0", "四捨五入", "四舍五入"),
    "settlement.rounding.way=half_to_zero": ("to the nearest, a half towards 0", "五捨六入", "五舍六入"),
    "settlement.rounding.way=up": ("up", "切り上げ", "向上取整"),
    "settlement.rounding.way=down": ("down", "切り下げ", "向下取整"),
    "settlement.rounding.way=away": ("away from 0", "0から遠い方へ", "远离0取整"),
    "settlement.rounding.way=to_zero": ("towards 0", "0に近い方へ", "向0取整"),
    "settlement.extras.when": ("who: {x}", "対象: {x}", "对象: {x}"),
    "settlement.extras.each": ("for each {x}", "{x} ごと", "每个 {x}"),
    "settlement.extras.points": ("{x}", "{x}", "{x}"),
    "settlement.extras.to=nobody": ("no other side", "相手なし", "无对方"),
    "settlement.extras.to=others": ("shared by the others", "他家で分ける", "由其他各家分担"),
    "settlement.extras.to=each_other": ("with each of the others", "他家各自と", "与其他各家"),
    "settlement.extras.to=first": ("with the first", "1位と", "与第一名"),
    "settlement.extras.to=last": ("with the last", "最下位と", "与末位"),
    "settlement.extras.to=busted_by": ("with who busted them", "飛ばした人と", "与击飞者"),
    "settlement.extras.among": ("of those where {x}", "{x} の人のうち", "其中 {x} 者"),
    "settlement.extras.paid_by=dealt_in": ("paid by who dealt in", "放銃者が払う", "由放铳者支付"),
}  # fmt: skip
_YES = {"true": "yes", "false": "no"}  # both ways to write it
_ALL: Words = ("all", "全額", "全部")
_REST: Words = ("{x} for the rest", "残りは{x}", "其余为{x}")


def in_words(path: str, node: Node | None, lang: str) -> str:
    """Return what stands at a path of a rule file in words; what has no words of its own as it is written.

    Args:
        path: `reds`, `pao.ron`, `match.extension`; of an entry that of its section: `match.ends`, `shapes`.
        node: the value.
        lang: `en`, `ja` or `zh`.
    """
    if path in COUNTED and isinstance(node, MapNode):
        return "  ".join(_count(tile, value_text(count), lang) for tile, count in node.items.items())
    if isinstance(node, MapNode):
        parts = [_field(path, key, item, lang) for key, item in node.items.items() if key not in ("name", "source")]
        return separator(lang).join(parts)
    if isinstance(node, SeqNode) and (said := _listed(node, lang)):
        return said
    return value_text(node)


def _count(thing: str, count: str, lang: str) -> str:
    return f"{thing} ×{count}" if count.isdigit() else _REST[LANGUAGES.index(lang)].format(x=thing)


def _field(path: str, key: str, node: Node, lang: str) -> str:
    text = _YES.get(value_text(node), value_text(node).strip("[]"))
    language = LANGUAGES.index(lang)
    if (whole := _FIELDS.get(f"{path}.{key}={text}")) is not None:
        return whole[language]
    if path in ("pao.tsumo", "pao.ron") and text == "1":
        text = _ALL[language]
    if isinstance(node, SeqNode):
        text = _listed(node, lang) or text
    said = _FIELDS.get(f"{path}.{key}")
    return said[language].format(x=text) if said is not None else f"{key}: {text}"


def _listed(node: SeqNode, lang: str) -> str:
    """Return winds by their names, numbers with their signs, nothing for another list."""
    texts = [value_text(item) for item in node.items]
    if all(text in "ESWN" for text in texts):
        return separator(lang).join(word(text, lang) for text in texts)
    if all(text.lstrip("+-").replace(".", "", 1).isdigit() for text in texts):
        return "  ".join(text if text.startswith(("-", "+")) or text == "0" else f"+{text}" for text in texts)
    return ""
