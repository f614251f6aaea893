"""What players call things: yaku, words of the situation and places of a ruleset are found by their everyday names."""

from __future__ import annotations

import json

import pytest
from comparing import Tally

from yakulang import Hand, load_ruleset, ruleset_from_text
from yakulang.cli import main
from yakulang.report.why_not import find_yaku, unknown_yaku
from yakulang.rules.catalogue import load
from yakulang.rules.everyday import aliases_of, entries, mixins_with, names_of
from yakulang.rules.overview import paths_of
from yakulang.rules.slots import slot
from yakulang.rules.typed_names import folded
from yakulang.rules.wording import place_names, play_names

BOOK = load_ruleset("riichi").rulebook
SANSHOKU = "sanshoku_doujun sanshoku_doukou"
YAKUHAI = "yakuhai_haku yakuhai_hatsu yakuhai_chun seat_wind round_wind"
CALLED = {  # by yaku, what people say
    "riichi": "リーチ りーち 立直 reach",
    "double_riichi": "ダブリー ダブル立直 ダブルリーチ 双立直 double-riichi",
    "ippatsu": "イッパツ 一発 一发 one-shot",
    "menzen_tsumo": "門前清自摸和 ツモ 自摸 门清 self-draw",
    "pinfu": "ピンフ 平和 PINFU",
    "tanyao": "タンヤオ 断么 断幺九 断么九 たんやお tan'yao",
    "iipeikou": "イーペーコー 一盃口 pure-double-chow iipeiko",
    "yakuhai_haku": "白 ハク white-dragon",
    "yakuhai_hatsu": "發 発 发",
    "yakuhai_chun": "中 チュン 红中",
    "seat_wind": "自風 门风",
    "round_wind": "場風 场风",
    "rinshan": "リンシャン 嶺上開花 杠上开花",
    "chankan": "チャンカン 槍槓 抢杠",
    "haitei": "ハイテイ 海底 海底捞月",
    "houtei": "ホウテイ 河底 河底捞鱼",
    "chiitoitsu": "チートイツ チートイ 七対 七对子",
    "ittsuu": "イッツー 一通 一気通貫 一气通贯",
    "sanshoku_doujun": "三色同順 三色同顺 three-colour-straight",
    "sanshoku_doukou": "三色同刻",
    SANSHOKU: "三色 サンショク sanshoku",
    YAKUHAI: "役牌 ヤクハイ yakuhai",
    "toitoi": "トイトイ 対々和 対対和 对对和 碰碰和",
    "sanankou": "サンアンコー 三暗刻",
    "chanta": "チャンタ 混全帯么九 混全带幺九",
    "junchan": "ジュンチャン 純チャン 純全帯么九 纯全带幺九",
    "honroutou": "ホンロートー 混老頭 混老头",
    "shousangen": "小三元",
    "honitsu": "ホンイツ 混一色 メンホン half-flush",
    "chinitsu": "チンイツ 清一色 メンチン full-flush",
    "ryanpeikou": "リャンペーコー 二盃口 二杯口",
    "daisangen": "大三元 ダイサンゲン",
    "suuankou": "四暗刻 スーアン スーアンコー",
    "suuankou_tanki": "スッタン 四暗刻単騎",
    "ryuuiisou": "緑一色 绿一色 all-green",
    "tsuuiisou": "字一色 ツーイーソー",
    "chuuren": "九蓮宝燈 チューレン 九莲宝灯",
    "kokushi": "国士 国士無双 コクシ 十三幺九",
    "shousuushii daisuushii": "四喜和",
    "tenhou": "テンホー 天和",
}
PLACES = {  # by ruleset, word and paths
    ("m-league", "kiriage"): "limits.mangan.when",
    ("m-league", "切り上げ満貫"): "limits.mangan.when",
    ("tenhou", "責任払い"): "pao",
    ("tenhou", "包牌"): "pao",
    ("tenhou", "本場"): "payments.honba",
    ("tenhou", "供託"): "payments.riichi_stick settlement.deposits",
    ("tenhou", "連風牌"): "fu.items.double_wind_pair",
    ("tenhou", "赤ドラ"): "dora.kinds.red_dora reds",
    ("tenhou", "喰いタン"): "yaku.tanyao.han.open",
    ("riichi", "ダブロン"): "several_winners",
    ("m-league", "頭ハネ"): "several_winners",
    ("riichi", "三色"): "yaku.sanshoku_doujun yaku.sanshoku_doukou",
    ("riichi", "ハネマン"): "limits.haneman",
    ("riichi", "明刻"): "fu.items.open_simple_triplet fu.items.open_outside_triplet",
    ("m-league", "流し満貫"): "draws.nagashi_mangan",
    ("sanma", "kita"): "dora.kinds.nukidora aside",
    ("tenhou", ""): "",
    ("tenhou", "〜"): "",
    # the table, the match and the result
    ("tenhou", "ピンヅモ"): "fu.items.tsumo.when",
    ("tenhou", "国士無双の暗槓"): "forbidden.closed_kan_robbed",
    ("m-league", "抢暗杠"): "words.ankan_chankan forbidden.closed_kan_robbed",
    ("tenhou", "ウマ"): "settlement.uma",
    ("tenhou", "顺位马"): "settlement.uma",
    ("tenhou", "placement points"): "settlement.uma",
    ("jpml-to-2022", "ウマ"): "settlement.uma settlement.floating",
    ("jpml-to-2022", "浮きウマ"): "settlement.floating settlement.afloat settlement.uma",
    ("tenhou", "浮きウマ"): "",
    ("tenhou", "オカ"): "settlement.oka",
    ("tenhou", "トップ賞"): "settlement.oka",
    ("tenhou", "返し"): "settlement.return",
    ("tenhou", "返点"): "settlement.return",
    ("tenhou", "配給原点"): "setup.start",
    ("tenhou", "起始点"): "setup.start",
    ("tenhou", "原点"): "setup.start settlement.return",
    ("tenhou", "同点"): "settlement.ties",
    ("tenhou", "上家取り"): "several_winners.honba several_winners.deposits settlement.ties",
    ("tenhou", "トップ取り"): "settlement.deposits",
    ("tenhou-to-2021", "端数"): "settlement.rounding",
    ("tenhou-to-2021", "五捨六入"): "settlement.rounding",
    ("ema-2016", "チョンボ"): "settlement.extras.chombo",
    ("wrc-2015", "诈和"): "settlement.extras.chombo match.chombo",
    ("zan", "ウマ"): "settlement.uma",  # taken out with all there is
    ("zan", "祝儀"): "chips",
    ("tenhou", "チップ"): "",
    ("tenhou", "焼き鳥"): "",
    ("tenhou", "飛び賞"): "",
    ("tenhou", "ノーテン罰符"): "draws.exhaustive",
    ("tenhou", "罚符"): "draws.exhaustive",
    ("tenhou", "流局"): "draws",
    ("tenhou", "荒牌流局"): "draws.exhaustive",
    ("tenhou", "形式テンパイ"): "draws.tenpai",
    (
        "tenhou",
        "途中流局",
    ): "draws.kyuushu_kyuuhai draws.suufon_renda draws.suucha_riichi draws.suukaikan draws.sanchahou",
    ("tenhou", "四風連打"): "draws.suufon_renda",
    ("m-league", "四家立直"): "draws.suucha_riichi",
    ("tenhou", "四開槓"): "draws.suukaikan",
    ("tenhou", "九種九牌"): "draws.kyuushu_kyuuhai",
    ("tenhou", "三家和"): "draws.sanchahou several_winners",
    ("tenhou", "流局满贯"): "draws.nagashi_mangan",
    ("tenhou", "連荘"): "match.dealer_stays",
    ("tenhou", "テンパイ連荘"): "match.dealer_stays",
    ("tenhou", "连庄"): "match.dealer_stays",
    ("tenhou", "西入"): "match.extension",
    ("m-league", "サドンデス"): "match.extension",
    ("tenhou", "アガリやめ"): "match.ends.agari_yame",
    ("tenhou", "テンパイやめ"): "match.ends.tenpai_yame",
    ("tenhou", "トビ"): "match.ends.bust",
    ("tenhou", "ドボン"): "match.ends.bust",
    ("tenhou", "箱下"): "match.ends.bust",
    ("tenhou", "击飞"): "match.ends.bust",
    ("tenhou", "東風戦"): "match.winds",
    ("tenhou", "半荘"): "match.winds",
    ("tenhou", "起家"): "setup.first_dealer_throws",
    ("tenhou", "仮東"): "setup.first_dealer_throws",
    ("tenhou", "場決め"): "setup",
    ("tenhou", "王牌"): "setup.wall.dead",
    ("tenhou", "山"): "setup.wall",
}


def test_yaku_by_what_they_are_called() -> None:
    tally = Tally("everyday names of yaku")
    for ids, words in CALLED.items():
        for word in words.split():
            tally.compare(word, {"yaku": (ids.split(), [rule.id for rule in find_yaku(word, BOOK)])})
    tally.finish(rows=125, fields=125)


def test_places_by_what_they_are_called() -> None:
    tally = Tally("everyday names of places")
    merged = {name: load(name) for name, _ in PLACES}
    for (name, word), paths in PLACES.items():
        tally.compare(f"{name} {word}", {"paths": (paths.split(), paths_of(merged[name], word))})
    tally.finish(rows=76, fields=76)


def test_an_alias_says_something_new() -> None:
    tally = Tally("aliases of the common rules")
    for name in ("riichi", "sanma"):
        for parts, entry in entries(load(name).chain[-1].root):
            known = {folded(one) for one in (parts[-1], *names_of(entry))}
            aliases = [folded(one) for one in aliases_of(entry)]
            if aliases:
                fields = {"new": (set(), known & {*aliases}), "once": (len(set(aliases)), len(aliases))}
                tally.compare(f"{name} {'.'.join(parts)}", fields)
    tally.finish(rows=95, fields=190)


def test_places_that_are_named_can_be() -> None:
    for path in place_names():
        assert slot(tuple(path.split("."))) is not None, path


@pytest.mark.parametrize(
    ("word", "fact"),
    [
        ("ハイテイ", "haitei"),
        ("はいてい", "haitei"),
        ("海底摸月", "haitei"),
        ("リーチ", "riichi"),
        ("ダブリー", "double_riichi"),
    ],
)
def test_words_of_the_situation(word: str, fact: str) -> None:
    rules = load_ruleset("riichi")
    hand = "123m456p78s678m99p *9s seat=S sticks=1"
    said = rules.score(Hand.parse(hand, flags=[word]))
    assert said.yaku == rules.score(Hand.parse(hand, flags=[fact])).yaku
    assert fact in {award.id for award in said.yaku}


def test_aliases_of_ones_own() -> None:
    text = "yakulang: 1\nid: my\nextends: riichi\nyaku: {x: {han: 1, when: tsumo, aliases: [ほげほげ, Hoge-hand]}}\n"
    book = ruleset_from_text(text).rulebook
    for word in ("ホゲホゲ", "hogehand", "x"):
        assert [rule.id for rule in find_yaku(word, book)] == ["x"]


def test_what_a_ruleset_has_not_is_offered() -> None:
    tenhou = load("tenhou")
    assert mixins_with("kiriage", tenhou) == ["local/kiriage"]
    assert "local/yaku-triplets" in mixins_with("三連刻", tenhou)
    assert mixins_with("場千点", tenhou) == []  # it is for three players
    assert mixins_with("kiriage", load("m-league")) == []
    assert "local/yaku-triplets" in str(unknown_yaku("三連刻", BOOK, "--why-not").hint)


def test_the_command_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "show", "tenhou", "切り上げ満貫", "--lang", "ja"]) == 2
    assert "`local/kiriage`" in capsys.readouterr().err
    assert main(["rules", "show", "tenhou", "北家折半"]) == 2
    assert "`tenhou` says nothing of 北家折半: there is no `payments.absent`" in capsys.readouterr().err
    assert main(["rules", "show", "tenhou-sanma", "ツモ損"]) == 0  # there is: the shares of who pays, and no other
    assert "payments.tsumo.other_pays" in capsys.readouterr().out
    assert main(["rules", "show", "tenhou", "頭ハネ", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["mixins"] == ["local/head-bump", "local/two-winners"]
    assert main(["rules", "show", "tenhou", "喰いタン"]) == 0  # what forbids it, and what else is said of it
    assert "local/no-open-tanyao, local/open-tanyao-30-fu" in capsys.readouterr().out


def test_what_a_ruleset_says_nothing_of(capsys: pytest.CaptureFixture[str]) -> None:
    """Not that there is no such thing: the ruleset leaves it open, and mix-ins state it."""
    assert main(["rules", "show", "tenhou", "チップ"]) == 2
    said = capsys.readouterr().err
    assert "`tenhou` says nothing of チップ: there is no `chips`" in said
    assert "`local/chips-ippatsu`, `local/chips-reds`, `local/chips-ura`, `local/chips-yakuman`" in said
    assert main(["rules", "show", "tenhou", "焼き鳥", "--lang", "ja"]) == 2
    assert "`tenhou`に焼き鳥の定めはない" in capsys.readouterr().err
    assert main(["rules", "show", "tenhou", "サドンデズ", "--lang", "ja"]) == 2
    assert "`サドンデス`のことか" in capsys.readouterr().err
    assert main(["rules", "show", "zan", "ウマ"]) == 0
    assert "taken out" in capsys.readouterr().out


@pytest.mark.parametrize(
    "word", ["喰い替え", "食い替え", "くいかえ", "kuikae", "後付け", "あとづけ", "完全先付け", "后付", "Atozuke"]
)
def test_rules_of_play_are_no_rules_of_a_file(capsys: pytest.CaptureFixture[str], word: str) -> None:
    assert main(["rules", "show", "m-league", word]) == 2
    assert f"{word} is about how a hand is played, and no rule file says that" in capsys.readouterr().err


def test_no_rule_of_play_has_a_place() -> None:
    placed = {folded(name) for names in place_names().values() for name in names}
    assert not placed & set(map(folded, play_names()))


def test_both_are_answered(capsys: pytest.CaptureFixture[str]) -> None:
    main(["explain", "123m456p78s678m55z +9s", "--seat", "S", "--why-not", "三色"])
    shown = capsys.readouterr().out
    assert "why not Mixed triple sequence" in shown
    assert "why not Triple triplets" in shown
