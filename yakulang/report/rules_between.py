"""What rules say of the table, of the match and of its result, as rows of a statement of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.message import LANGUAGES
from yakulang.report.layout import Row
from yakulang.report.rules_values import in_words
from yakulang.report.words import name_in
from yakulang.rules.listing import names_in
from yakulang.rules.nodes import MapNode, Scalar, find, place
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
    "match.winds": ("rounds", "場", "场"),
    "match.target": ("target", "必要点", "目标点数"),
    "match.dealer_stays": ("the dealer stays", "連荘", "连庄"),
    "match.honba": ("counters", "本場", "本场"),
    "match.extension": ("extension", "延長", "延长"),
    "match.ends": ("over early", "途中終局", "提前终局"),
    "match.riichi": ("riichi needs", "立直の条件", "立直条件"),
    "match.kan": ("a kan needs", "槓の条件", "开杠条件"),
    "match.loans": ("loans below 0", "箱下の借り点", "负分借点"),
    "match.chombo": ("after a chombo", "チョンボの後", "错和之后"),
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

# words of single values; who takes something is said in the same words everywhere
_VALUES: dict[str, tuple[str, str, str]] = {
    "first": ("to the first", "1位", "归第一名"),
    "first_shared": ("shared by all who are first", "同点1位で分ける", "并列第一平分"),
    "last": ("to the last", "最下位", "归末位"),
    "nobody": ("to nobody", "なし", "不归任何人"),
    "last_dealer": ("to the last dealer", "最後の親", "归最后庄家"),
    "back": ("back to their owners", "出した人に戻す", "退还原主"),
    "seat": ("nearer the first dealer is higher", "起家に近い方が上位", "离起家近者名次高"),
    "replayed": ("the hand is played again", "その局をやり直す", "本局重新进行"),
    "over": ("the match is over", "終局", "终局"),
    "shared": ("places are shared", "順位点を分ける", "平分顺位点"),
}
_WITH_WORDS = ("ties", "deposits", "rest", "chombo")
_POINTS = {"return_points": "settlement.return", "start_points": "setup.start"}  # words for a number of the rules
_ENTRIES = ("floating", "extras", "ends", "riichi", "kan")  # a row each


def setup(merged: Merged, tree: MapNode, lang: str) -> Iterator[Row]:
    """Yield the table before the first hand."""
    return _between(merged, tree, "setup", lang)


def match(merged: Merged, tree: MapNode, lang: str) -> Iterator[Row]:
    """Yield who deals, how long a match is and when it is over."""
    return _between(merged, tree, "match", lang)


def settlement(merged: Merged, tree: MapNode, lang: str) -> Iterator[Row]:
    """Yield what the end of a game is worth."""
    return _between(merged, tree, "settlement", lang)


def _between(merged: Merged, tree: MapNode, section: str, lang: str) -> Iterator[Row]:
    """Yield a row for each value of a section in the order of the words, one for each entry of a mapping of entries."""
    node = find(tree, (section,))
    items = node.items if isinstance(node, MapNode) else {}
    order = {path: place for place, path in enumerate(_WORDS)}
    for key in sorted(items, key=lambda key: order.get(f"{section}.{key}", len(order))):
        item, path = items[key], f"{section}.{key}"
        label = _WORDS[path][LANGUAGES.index(lang)] if path in _WORDS else path
        if isinstance(item, MapNode) and key in _ENTRIES:
            for name, entry in item.items.items():
                names = entry.items.get("name") if isinstance(entry, MapNode) else None
                own = name_in(names_in(names, name), lang, name)
                yield Row("", f"{label}: {own}", "", in_words(path, entry, lang), _at(merged, f"{path}.{name}"))
            continue
        text = in_words(path, item, lang)
        if key == "oka" and isinstance(item, MapNode):
            yield Row("", label, *_oka(merged, tree, item, lang), _at(merged, path))
            continue
        if text in _POINTS and (points := _number(merged.tree, _POINTS[text])) is not None:
            text = f"{text} ({points})"
        elif key in _WITH_WORDS:
            text = word_said(text, lang)
        short = text.lstrip("-").isdigit()
        yield Row("", label, text if short else "", "" if short else text, _at(merged, path))


def _oka(merged: Merged, tree: MapNode, item: MapNode, lang: str) -> tuple[str, str]:
    """Return what is paid as oka in points of the result, and who takes or bears it; of a house rule who takes it."""
    points = _number(item, "points")
    if points is None:
        numbers = [_number(tree, "settlement.return"), _number(tree, "setup.start"), _number(merged.tree, "players")]
        if None in numbers:  # a house rule: how much it is, the table says that includes it
            return "", word_said(value_text(item.items.get("plus")), lang)
        returned, start, players = (number or 0 for number in numbers)
        points = players * (returned - start)
    unit = _number(merged.tree, "settlement.unit") or 1
    who = value_text(item.items.get("plus" if points > 0 else "minus"))
    return f"{points / unit:+g}" if points else "0", word_said(who, lang) if points else ""


def _number(tree: MapNode, path: str) -> int | None:
    node = find(tree, tuple(path.split(".")))
    return node.value if isinstance(node, Scalar) and isinstance(node.value, int) else None


def word_said(word: str, lang: str) -> str:
    """Return what a value says of ties, or of who takes something; any other value as it is."""
    return _VALUES[word][LANGUAGES.index(lang)] if word in _VALUES else word


def _at(merged: Merged, path: str) -> str:
    return place(merged.tree, tuple(path.split("."))).place
