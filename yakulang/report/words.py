"""The words around a ruling in English, Japanese and Chinese. Names of yaku, fu and limits come from rule files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.message import LANGUAGES, read_data

if TYPE_CHECKING:
    from collections.abc import Mapping

    from yakulang.lang.vocabulary import Fact


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
    "chips": ("chips", "祝儀", "筹码"),
    "from_discarder": ("from the discarder", "放銃者から", "由放铳者支付"),
    "from_each": ("from each", "各自から", "由各家支付"),
    "chip_change": ("in chips", "祝儀の増減", "筹码增减"),
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
    "other_player": ("the other player", "もう一人の子", "另一闲家"),
    "others_each": ("every other player", "他家各自", "其他各家"),
    "winner": ("the winner", "和了者", "和牌者"),
    # several winners
    "not_paid": ("not paid", "支払いなし", "不支付"),
    "bumped": ("others are nearer", "頭ハネ", "截和"),
    "abortive_draw": ("abortive draw", "途中流局", "途中流局"),
    "no_win": ("no win", "和了なし", "不成和"),
    "taken": ("{what} to", "{what}の取得", "{what}归"),
    "stay": ("stay on the table", "場に残る", "留在场上"),
    "impossible_table": ("these can't all win on one discard", "同じ捨て牌での和了ではない", "不可能同时荣和"),
    # the timeline
    "won_by": ("won by", "和了者", "和牌者"),
    "turned": ("turned", "表示牌", "指示牌"),
    "pending": ("pending", "未公開", "待翻开"),
    "nothing": ("none", "なし", "无"),
    "facts_of": ("{wind} has", "{wind}家の状況", "{wind}家的情况"),
    "nothing_to_say": ("nothing to say", "特になし", "无"),
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
    # other values of choices
    "east": ("east", "東", "东"),
    "south": ("south", "南", "南"),
    "west": ("west", "西", "西"),
    "north": ("north", "北", "北"),
    "chii": ("chii", "チー", "吃"),
    "pon": ("pon", "ポン", "碰"),
    "open_kan": ("open kan", "大明槓", "大明杠"),
    "added_kan": ("added kan", "加槓", "加杠"),
    "closed_kan": ("closed kan", "暗槓", "暗杠"),
    # answers that are no
    "no_yaku": ("no yaku", "役なし", "无役"),
    "not_winning": ("not complete", "和了形ではない", "没有和牌"),
    "not_allowed": ("not allowed", "和了は認められない", "不许和牌"),
    "invalid": ("impossible", "ありえない手牌", "不可能的手牌"),
    # explanations: headings
    "awarded": ("awarded", "成立した役", "成立的役"),
    "not_counted": ("held, but not counted", "成立しても数えない役", "成立但不计的役"),
    "near_misses": ("nearly", "あと一歩の役", "只差一步的役"),
    "others": ("the other yaku", "その他の役", "其他的役"),
    "why_not": ("why not {yaku}", "{yaku}はなぜ付かないか", "为什么没有{yaku}"),
    "other_readings": ("other readings", "その他の面子分解", "其他拆法"),
    "payments": ("payments", "支払い", "支付"),
    # explanations: conditions; the condition itself is shown as it stands in the rule file
    "none_there": ("there is none", "なし", "没有"),
    "one_there": ("there is 1", "1つ", "有1个"),
    "n_there": ("there are {n}", "{n}つ", "有{n}个"),
    "not_so": ("{condition}: not so", "{condition}: 不成立", "{condition}: 不成立"),
    "four_alike": (
        "{shape}: four alike are not two pairs: {tiles}",
        "{shape}: 同じ牌四枚は対子二つにならない: {tiles}",
        "{shape}: 四张相同的牌不算两个对子: {tiles}",
    ),
    "not_among": ("{condition}: not among {tiles}", "{condition}: {tiles}にはない", "{condition}: {tiles}中没有"),
    "missing": (
        "{condition}: {missing} is missing beside {tiles}",
        "{condition}: {tiles}はあるが{missing}がない",
        "{condition}: 有{tiles}，缺{missing}",
    ),
    "not_adjective": ("not {adjective}: {tiles}", "{adjective}ではない: {tiles}", "不是{adjective}: {tiles}"),
    "it_is": ("the {noun} {tiles} is {adjective}", "{noun} {tiles}: {adjective}", "{noun} {tiles}: {adjective}"),
    "they_are": ("the {noun} {tiles} are {adjective}", "{noun} {tiles}: {adjective}", "{noun} {tiles}: {adjective}"),
    "it_is_not": (
        "the {noun} {tiles} is not {adjective}",
        "{noun} {tiles}: {adjective}ではない",
        "{noun} {tiles}: 不是{adjective}",
    ),
    "they_are_not": (
        "the {noun} {tiles} are not {adjective}",
        "{noun} {tiles}: {adjective}ではない",
        "{noun} {tiles}: 不是{adjective}",
    ),
    "choice_is": ("the {name} is {value}", "{name}: {value}", "{name}: {value}"),
    "choice_is_not": (
        "the {name} is {value}, not {wanted}",
        "{name}: {value} ({wanted}ではない)",
        "{name}: {value} (不是{wanted})",
    ),
    "number_is": ("{number} is {value}", "{number} = {value}", "{number} = {value}"),
    "not_said": ("{name} is not said", "{name}の指定がない", "没有说明{name}"),
    "is_held": ("{yaku} is held", "{yaku}が成立する", "{yaku}成立"),
    "is_not_held": ("{yaku} is not held", "{yaku}が成立しない", "{yaku}不成立"),
    "is_closed": ("the hand is closed", "門前である", "门前清"),
    "is_open": ("the hand is open", "副露している", "有副露"),
    "by_ron": ("won by ron", "ロン和了", "荣和"),
    "by_tsumo": ("won by self-draw", "ツモ和了", "自摸和"),
    # explanations: why a yaku does not count
    "no_open_value": (
        "the hand is open, and {yaku} has no value for an open hand",
        "副露している; {yaku}は門前役",
        "有副露; {yaku}限门前清",
    ),
    "no_closed_value": (
        "the hand is closed, and {yaku} has no value for a closed hand",
        "門前である; {yaku}は副露役",
        "门前清; {yaku}限副露",
    ),
    "no_value": ("{yaku} has no value", "{yaku}には飜がない", "{yaku}没有番数"),
    "replaced_by": ("replaced by {yaku}", "{yaku}の下位役", "被{yaku}取代"),
    "excluded_by": (
        "never beside {yaku}; what pays more is kept",
        "{yaku}とは複合せず、高い方を採る",
        "不与{yaku}复合，取高者",
    ),
    "beside_yakuman": ("not counted beside a yakuman", "役満とは複合しない", "不与役满复合"),
    "counts": ("it counts", "成立している", "已经成立"),
    "no_times": ("it counts 0 times", "0回と数える", "计0次"),
    "too_few_han": (
        "it holds, but the yaku are worth {han} han of the {minimum} needed",
        "成立するが、{minimum}飜縛りに{han}飜",
        "成立，但只有{han}番，须{minimum}番",
    ),
    "holds_elsewhere": (
        "it holds in another reading ({reading}): {result}",
        "別の分解では成立する ({reading}): {result}",
        "另一拆法中成立 ({reading}): {result}",
    ),
    # explanations: readings
    "pays_less": ("pays {points} less", "{points}点安い", "少{points}点"),
    "fewer_yakuman": ("pays the same with fewer yakuman", "同じ得点で役満が少ない", "点数相同，役满较少"),
    "fewer_reached": ("pays the same, its yaku fewer yakuman", "同じ得点で役満の合計が少ない", "点数相同，役满合计少"),
    "fewer_han": ("pays the same with fewer han", "同じ得点で飜が少ない", "点数相同，番较少"),
    "fewer_fu": ("pays the same with fewer fu", "同じ得点で符が少ない", "点数相同，符较少"),
    "fewer_raw": (
        "pays the same with fewer fu before rounding",
        "同じ得点で切り上げ前の符が少ない",
        "点数相同，进位前的符较少",
    ),
    "alike": ("alike in payment, han and fu; {reason}", "得点も飜も符も同じ; {reason}", "点数、番、符都相同; {reason}"),
    "by_shape": (
        "the shape that stands first in the rules is shown",
        "規則で先に立つ形を採る",
        "取规则中在先的形",
    ),
    "by_wait": ("{wait} comes before {other}", "{wait}が{other}より先", "{wait}先于{other}"),
    "by_groups": (
        "the order of the groups decides which is shown",
        "面子の並び順による",
        "依面子的排列次序",
    ),
    "by_tile": ("the order of the winning tiles decides", "和了牌の並び順による", "依和牌的排列次序"),
    "in_reading": ("read as {reading}", "分解 {reading}", "拆作{reading}"),
    "against": ("{one} against {other}", "{other}に対し{one}", "{one}对{other}"),
    "not_enough": ("{han} han of yaku, {minimum} are needed", "{minimum}飜縛りに{han}飜", "{han}番，须{minimum}番"),
    # explanations: points
    "shows": ("{indicator} shows {tile}: {n}", "{indicator}→{tile}: {n}枚", "{indicator}→{tile}: {n}张"),
    "named_by": ("{yaku} is at least that", "{yaku}による", "因{yaku}"),
    "share": ("{base} * {share} = {product}", "{base} * {share} = {product}", "{base} * {share} = {product}"),
    "stated": (
        "stated for a base of {base}: {points}",
        "基本点 {base} の定め {points}",
        "基本点 {base} 的规定 {points}",
    ),
    "absent": (
        "absent seat: {share} * {part} = {product}",
        "不在の席の分 {share} * {part} = {product}",
        "缺席者份额 {share} * {part} = {product}",
    ),
    "part": (
        "its part of the base: {base} * {share} = {product}",
        "基本点のうち {base} * {share} = {product}",
        "基本点中的部分 {base} * {share} = {product}",
    ),
    "all_shares": ("all together {shares} = {product}", "全員で {shares} = {product}", "全体 {shares} = {product}"),
    "liable_discarded": (
        "who is liable discarded too and pays it all",
        "放銃者でもある責任者が全額を払う",
        "包牌者即放铳者，全额支付",
    ),
    "honba_of_liable": ("who is liable pays the counters", "積み棒は責任者が払う", "本场由包牌者支付"),
    "honba_of_discarder": ("the discarder pays the counters", "積み棒は放銃者が払う", "本场由放铳者支付"),
    "honba_of_each": ("each pays the counters as usual", "積み棒は各自が払う", "本场照常各自支付"),
    "liable_is": ("if liable for {name}: {seat}", "{name}の責任払い: {seat}", "{name}包牌: {seat}"),
    "nobody": ("nobody", "なし", "无人"),
    "rounded": ("rounded up to {step}", "{step}点単位で切り上げ", "以{step}点为单位进位"),
    "waits_for": ("the other tiles wait for {tiles}", "他の牌の待ち: {tiles}", "其余的牌听{tiles}"),
    "waits_for_none": (
        "no winning tile would complete the other tiles",
        "他の牌は聴牌していない",
        "其余的牌没有听牌",
    ),
}


def word(key: str, lang: str, **values: object) -> str:
    """Return an interface word in a language, with `values` filled in. Raises KeyError for an unknown key."""
    return _WORDS[key][LANGUAGES.index(lang)].format(**values)


def knows(key: str) -> bool:
    """Whether there is such a word."""
    return key in _WORDS


def fact_name(name: str, lang: str) -> str:
    """Return what a fact is called in a language; a fact of a rule file, and any in English, by its own word."""
    if lang == LANGUAGES[0]:
        return name
    names = read_data("vocabulary.yaml")["facts"].get(name, {}).get("name", {}).get(lang, name)
    return names if isinstance(names, str) else str(names[0])


def fact_doc(fact: Fact, lang: str) -> str:
    """Return what a fact means; of a fact of a rule file, what that says."""
    if lang == LANGUAGES[0]:
        return fact.doc
    doc: str = read_data("vocabulary.yaml")["facts"].get(fact.name, {}).get("doc", {}).get(lang, fact.doc)
    return doc


def noun_name(noun: str, lang: str) -> str:
    """Return what a noun of conditions is called in a language."""
    if lang == LANGUAGES[0]:
        return noun.replace("_", " ")
    return str(read_data("vocabulary.yaml")["nouns"][noun][lang])


def separator(lang: str) -> str:
    """Return what stands between the parts of an enumeration."""
    return ", " if lang == "en" else "、"


def name_in(names: Mapping[str, str], lang: str, otherwise: str) -> str:
    """Return a name in a language, else in English, else the id given as `otherwise`."""
    return names.get(lang) or names.get("en") or otherwise
