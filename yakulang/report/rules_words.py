"""The words around a ruleset in English, Japanese and Chinese. Names of yaku, fu and limits come from rule files."""

from __future__ import annotations

from yakulang.message import LANGUAGES

_WORDS: dict[str, tuple[str, str, str]] = {
    "files": ("files", "ファイル", "文件"),
    "extends": ("extends", "基礎:", "基于"),
    "for": ("mix-in for", "追加規則:", "附加规则:"),
    "n_players": ("{n} players", "{n}人", "{n}人"),
    "players": ("players", "人数", "人数"),
    "unlike": ("unlike {base}", "{base} との違い", "与 {base} 的不同"),
    "with": ("with", "追加規則", "附加规则"),
    "not_included": ("not included here: {mixins}", "ここにない追加規則: {mixins}", "此处未附加的规则: {mixins}"),
    "nothing": ("nothing", "なし", "无"),
    "taken_out": ("taken out", "なし", "取消"),
    "before": ("before:", "元:", "原:"),
    "source": ("source", "出典", "出处"),
    "read": ("read {date}", "{date} 参照", "{date} 查阅"),
    # sections
    "table": ("the table", "卓", "桌"),
    "shapes": ("complete hands", "和了形", "和牌形"),
    "yaku": ("yaku", "役", "役"),
    "fu": ("fu", "符", "符"),
    "dora": ("dora", "ドラ", "宝牌"),
    "limits": ("limits", "打点上限", "打点上限"),
    "payments": ("payments", "支払い", "支付"),
    "chips": ("chips", "祝儀", "筹码"),
    "n_chips": ("{ron} by ron, {each} from each by tsumo", "ロン {ron}、ツモ各 {each}", "荣和 {ron}，自摸各家 {each}"),
    "winners": ("several winners", "複数の和了者", "多家和牌"),
    "pao": ("liability", "責任払い", "包牌"),
    "draws": ("draws", "流局", "流局"),
    "setup": ("setting up", "対局準備", "开局准备"),
    "match": ("the match", "対局", "对局"),
    "match.extension": ("extension", "延長", "延长"),
    "settlement": ("the result", "精算", "结算"),
    "refusals": ("not allowed", "和了不可", "不许和牌"),
    "unknown": ("unknown", "不明", "不明"),
    "sources": ("sources", "出典", "出处"),
    "off": ("left out", "採用しないもの", "不采用"),
    "no_such_rule": ("no such rule: {say}", "「{say}」という定めはない", "没有“{say}”的规定"),
    "about": ("about", "概要", "概要"),
    # a statement in Markdown
    "rule": ("rule", "規則", "规则"),
    "value": ("value", "値", "值"),
    "detail": ("detail", "詳細", "说明"),
    "also_called": ("also called", "別名", "别名"),
    "begins_with": ("builds on", "基礎", "基于"),
    "all_standard": (
        "{n} of {base}, none otherwise",
        "{base} の {n} 役のまま",
        "{base} 的 {n} 个役，无改动",
    ),
    # fields
    "tiles.copies": ("copies of a tile", "各牌の枚数", "每种牌的张数"),
    "tiles.remove": ("tiles left out", "除く牌", "去掉的牌"),
    "reds": ("red tiles", "赤牌", "赤牌"),
    "blues": ("blue tiles", "青牌", "蓝牌"),
    "aside": ("tiles set aside", "抜き牌", "拔牌"),
    "minimum_han": ("least han to win", "和了に必要な飜数", "起和番数"),
    "stacking.yakuman": ("several yakuman", "複数の役満", "多个役满"),
    "stacking.han_beside_yakuman": ("han beside a yakuman", "役満以外の飜", "役满之外的番"),
    "stacking.most": ("yakuman at most", "役満の上限", "役满上限"),
    "stacking.yakuman_as_han": ("han of a yakuman", "役満一つの飜数", "一个役满的番数"),
    "round_up_to": ("rounded up to", "切り上げ", "进位到"),
    "payments.base": ("base", "基本点", "基本点"),
    "payments.round_up_to": ("rounded up to", "切り上げ", "进位到"),
    "payments.ron.dealer": (
        "ron of the dealer, times the base",
        "親のロン（基本点の倍数）",
        "庄家荣和（基本点的倍数）",
    ),
    "payments.ron.other": ("ron of another player", "子のロン", "闲家荣和"),
    "payments.tsumo.dealer_wins": ("tsumo of the dealer, each pays", "親のツモ、各自", "庄家自摸，各家"),
    "payments.tsumo.dealer_pays": ("tsumo of another, the dealer pays", "子のツモ、親", "闲家自摸，庄家"),
    "payments.tsumo.other_pays": ("tsumo of another, the others pay", "子のツモ、子", "闲家自摸，闲家"),
    "payments.absent.dealer_wins": (
        "part of the absent share, to the dealer",
        "不在席の分（親のツモ）",
        "缺席者份额（庄家自摸）",
    ),
    "payments.absent.dealer_pays": ("part of the absent share, the dealer", "不在席の分（親）", "缺席者份额（庄家）"),
    "payments.absent.other_pays": ("part of the absent share, the others", "不在席の分（子）", "缺席者份额（闲家）"),
    "payments.absent.of": ("the absent share is taken", "不在席の分の端数", "缺席者份额的进位"),
    "payments.self_draws": (
        "stated for a base of {base}",
        "基本点 {base} のツモ",
        "基本点 {base} 的自摸",
    ),
    "times": ("{n} times", "{n}倍", "{n}倍"),
    "payments.honba.ron": ("a counter by ron", "一本場（ロン）", "一本场（荣和）"),
    "payments.honba.tsumo_each": ("a counter by tsumo, from each", "一本場（ツモ、各自）", "一本场（自摸，各家）"),
    "payments.riichi_stick": ("a riichi stick", "リーチ棒", "立直棒"),
    "dora.turned.closed_kan": ("indicator of a closed kan", "暗槓の表示牌", "暗杠的指示牌"),
    "dora.turned.open_kan": ("indicator of an open kan", "大明槓の表示牌", "大明杠的指示牌"),
    "dora.turned.added_kan": ("indicator of an added kan", "加槓の表示牌", "加杠的指示牌"),
    "several_winners.most": ("winners of one discard at most", "同時和了の上限", "同时和牌上限"),
    "several_winners.draw_from": ("a draw from", "流局になる人数", "流局人数"),
    "several_winners.honba": ("counters to", "積み棒", "本场归"),
    "several_winners.deposits": ("riichi sticks to", "リーチ棒", "立直棒归"),
    "pao.tsumo": ("by tsumo", "ツモ", "自摸"),
    "pao.ron": ("by ron", "ロン", "荣和"),
    "draws.tenpai": ("a tile waited for counts where", "数える待ち牌", "算作听牌的待牌"),
    "draws.exhaustive": ("noten payments", "ノーテン罰符", "不听罚符"),
    "draws.as": ("counts as a win", "和了扱い", "算和牌"),
    "draws.honba": ("with counters", "積み棒付き", "计本场"),
    "draws.deposits": ("with riichi sticks", "供託付き", "得供托"),
    "draws.several": ("the nearest alone", "一人のみ", "仅一人"),
    "draws.noten": ("noten payments beside it", "ノーテン罰符あり", "另计罚符"),
    "draws.riichi_discard": ("no stick for the last riichi", "最後のリーチは不成立", "最后的立直不成立"),
    "draws.sticks": ("riichi sticks go back", "リーチ棒は戻る", "退还立直棒"),
    # values
    "n_han": ("{n} han", "{n}飜", "{n}番"),
    "n_yakuman": ("{n} yakuman", "役満 {n}倍", "役满 {n}倍"),
    "at_least": ("at least {limit}", "{limit} 以上", "至少 {limit}"),
    "closed_only": ("closed only", "門前のみ", "仅限门清"),
    "open_only": ("open only", "副露のみ", "仅限副露"),
    "when_open": ("{n} when open", "副露 {n}", "副露 {n}"),
    "replaces": ("replaces", "代わる役:", "取代"),
    "each": ("each of", "ごと:", "每个"),
    "covers": ("covers", "対象:", "范围"),
    "named_only": ("only by a yaku that names it", "役の指定のみ", "仅由指定的役"),
    "fu.fixed.n": ("{n} fu fixed", "{n}符 固定", "{n}符 固定"),
    "fu.items.n": ("{n} fu", "{n}符", "{n}符"),
    "fu.floors.n": ("{n} fu at least", "{n}符 以上", "至少{n}符"),
    "is.at_once": ("at once", "即めくり", "立即翻开"),
    "is.before_discard": ("with the next discard", "打牌時", "打牌时"),
    "is.after_discard": ("after the next discard", "打牌後", "打牌后"),
    "is.never": ("never", "めくらない", "不翻"),
    "is.nearest": ("the nearest", "放銃者の下家から近い者", "最近的和牌者"),
    "is.each": ("each", "各自", "各家"),
    "is.own_back": ("each the own, the nearest the rest", "自分の分は本人、残りは近い者", "各取己方，其余归最近者"),
    "is.add": ("add up", "複合する", "累计"),
    "is.highest": ("one is paid", "一つ分のみ", "只计一个"),
    "is.ignored": ("not counted", "数えない", "不计"),
    "is.counted": ("counted", "数える", "计入"),
    "is.all": ("the whole hand", "手全体", "整手牌"),
    "is.exact": ("of the exact share", "切り上げ前", "按进位前"),
    "is.rounded": ("of the rounded share", "切り上げ後", "按进位后"),
    "impossible": ("things that can't have happened: {n}", "ありえない状況 {n}件", "{n}种不可能的情形"),
}


def said(key: str, lang: str, **values: object) -> str:
    """Return a word in a language, with `values` filled in; a key without a word is said as it is."""
    known = _WORDS.get(key)
    return known[LANGUAGES.index(lang)].format(**values) if known else key


def value_said(text: str, lang: str) -> str:
    """Return a value that a rule file has a word for, in a language; any other value as it is."""
    return said(f"is.{text}", lang) if f"is.{text}" in _WORDS else text


def place_of(key: str) -> int:
    """Return where a word stands among all of them, so that rows can be put in their order."""
    return list(_WORDS).index(key) if key in _WORDS else len(_WORDS)
