"""Hands under unusual options, as another library expects them: every option that is a rule is said in a rule file."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from comparing import Tally, limit_of
from corpus import rows

from yakulang import Hand, ruleset_from_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from yakulang import Ruleset, Ruling

YAKU = {
    "Riichi": "riichi", "Open Riichi": "open_riichi", "Double Open Riichi": "open_double_riichi",
    "Menzen Tsumo": "menzen_tsumo", "Pinfu": "pinfu", "Tanyao": "tanyao", "Iipeiko": "iipeikou",
    "Yakuhai (haku)": "yakuhai_haku", "Yakuhai (hatsu)": "yakuhai_hatsu", "Yakuhai (chun)": "yakuhai_chun",
    "Yakuhai (seat wind east)": "seat_wind", "Yakuhai (seat wind west)": "seat_wind",
    "Yakuhai (round wind east)": "round_wind", "Yakuhai (round wind west)": "round_wind",
    "Rinshan Kaihou": "rinshan", "Haitei Raoyue": "haitei", "Houtei Raoyui": "houtei", "Ittsu": "ittsuu",
    "Toitoi": "toitoi", "San Ankou": "sanankou", "Chantai": "chanta", "Honroutou": "honroutou",
    "Ryanpeikou": "ryanpeikou", "Honitsu": "honitsu", "Chinitsu": "chinitsu",
    "Tenhou": "tenhou", "Chiihou": "chiihou", "Renhou (yakuman)": "renhou", "Daisangen": "daisangen",
    "Suu Ankou": "suuankou", "Suu Ankou Tanki": "suuankou_tanki", "Tsuu Iisou": "tsuuiisou", "Ryuuiisou": "ryuuiisou",
    "Daburu Chuuren Poutou": "junsei_chuuren", "Kokushi Musou": "kokushi",
    "Kokushi Musou Juusanmen Matchi": "kokushi13", "Shousuushii": "shousuushii", "Dai Suushii": "daisuushii",
    "Daisharin": "daisharin", "Daichisei": "daichisei", "Paarenchan": "paarenchan", "Sashikomi": "sashikomi",
    "Dora": "dora", "Aka Dora": "red_dora", "Ura Dora": "ura_dora",
}  # fmt: skip

FLAGS = {
    "is_riichi": "riichi", "is_daburu_riichi": "double_riichi", "is_open_riichi": "open_riichi",
    "is_rinshan": "rinshan", "is_chankan": "chankan", "is_haitei": "haitei", "is_houtei": "houtei",
    "is_tenhou": "tenhou", "is_chiihou": "chiihou", "is_renhou": "renhou",
}  # fmt: skip

MELDS = {("chi", True): "chi", ("pon", True): "pon", ("kan", True): "daiminkan", ("kan", False): "ankan"}

# Options that hold in every row say what riichi.yaml says: pinfu by self-draw 20 fu, an open hand without fu 30, no
# kiriage, four players; and no more than six yakuman are paid.
ALWAYS = {
    "fu_for_open_pinfu": True,
    "fu_for_pinfu_tsumo": False,
    "is_three_player": False,
    "kiriage": False,
    "has_daisharin_other_suits": False,
    "limit_to_sextuple_yakuman": True,
}

BASE = """
yakulang: 1
id: variant
extends: riichi
include: [local/open-riichi{mixins}]
stacking: {{most: 6{stacking}}}
disable: [{disabled}]
facts: {{paarenchan: {{type: number, doc: how many yakuman the wins in a row are worth}}}}
yaku:
  paarenchan: {{yakuman: 1, each: paarenchan, when: paarenchan > 0}}
{yaku}
aside: {{tiles: 4z}}
dora: {{kinds: {{nukidora: {{han: 1, each: 4z aside_tiles}}}}}}
{change}
"""

OPTIONS: dict[str, dict[str, str]] = {
    "has_double_yakuman": {"mixins": ", local/double-yakuman"},
    "has_aka_dora": {"mixins": ", local/reds-3"},
    "renhou_as_yakuman": {"mixins": ", local/renhou-yakuman"},
    # seven pairs of honors are one yakuman more than all honors
    "has_daichisei": {"yaku": "  daichisei: {yakuman: 1, when: shape is seven_pairs and all tiles are honor}\n"},
    "has_daisharin": {"yaku": "  daisharin: {yakuman: {closed: 1}, when: tiles contain 22334455667788p}\n"},
    "has_sashikomi_yakuman": {
        "yaku": "  sashikomi: {yakuman: 1, when: open_riichi and ron and not discarder_riichi, "
        "replaces: [open_riichi, open_double_riichi]}\n"
    },
}
UNLIMITED = ["mangan", "haneman", "baiman", "sanbaiman", "counted_yakuman", "yakuman"]


@cache
def table(options: frozenset[str], *, aotenjou: bool, capped: bool) -> Ruleset:
    parts = dict.fromkeys(("mixins", "stacking", "disabled", "yaku", "change"), "")
    for option in sorted(options & OPTIONS.keys()):
        for part, text in OPTIONS[option].items():
            parts[part] += text
    if "has_open_tanyao" not in options:
        parts["mixins"] += ", local/no-open-tanyao"
    if capped:
        parts["mixins"] += ", local/no-counted-yakuman"
    if aotenjou:
        parts["stacking"] = ", yakuman_as_han: 13"
        parts["disabled"] = ", ".join([f"limits.{limit}" for limit in UNLIMITED] + ["draws.nagashi_mangan"])
        parts["change"] = "change: {stacking.han_beside_yakuman: counted}"
    return ruleset_from_text(BASE.format(**parts), "variant.yaml")


def ruleset(row: Mapping[str, Any]) -> Ruleset:
    options = row["options"]
    assert all(options[name] == value for name, value in ALWAYS.items())
    # that a hand needs a yaku beside paarenchan shows in no row: those that need one have a yakuman
    assert options["paarenchan_needs_yaku"] or row["id"] == "variant-231"
    chosen = frozenset(name for name, value in options.items() if value is True)
    return table(chosen, aotenjou=row["scale"] == "Aotenjou", capped=options["kazoe_limit"] == 1)


def record(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row as a record; winds that it does not say are ones the hand has no tile of."""
    said = row["situation"]
    tiles = row["closed"] + row["win"] + "".join(meld["tiles"] for meld in row["melds"])
    honors = {digit for part in tiles.replace("m", " ").replace("p", " ").replace("s", " ").split() if "z" in part
              for digit in part if digit.isdigit()}  # fmt: skip
    free = [wind for wind, digit in zip("ESWN", "1234", strict=True) if digit not in honors] or ["E"]
    seat = said.get("player_wind") or next((wind for wind in free if wind != "E"), "S")
    given: dict[str, Any] = {
        "closed": row["closed"],
        "win": row["win"],
        "method": "tsumo" if said.get("is_tsumo") else "ron",
        "melds": [{"type": MELDS[m["type"], m["opened"]], "tiles": m["tiles"]} for m in row["melds"]],
        "seat": "E" if said.get("is_tenhou") and said.get("is_tsumo") else seat,
        "round": said.get("round_wind") or free[-1],
        "dora": row["dora"],
        "ura": row["ura"],
        "flags": [flag for name, flag in FLAGS.items() if said.get(name)],
        "nuki": said.get("num_nuki_dora", 0),
    }
    if "paarenchan" in said:
        given["facts"] = {"paarenchan": said["paarenchan"]}
    return given


# Rows that say what cannot be, by row.
LEFT_OUT = {
    "variant-017": "riichi counts 1 han where yakuman count as han and others are added; the row has it and adds none",
    "variant-184": "a number of norths below none",
    "variant-219": "riichi before the own first turn, which is over when riichi is declared",
    "variant-234": "riichi before the own first turn, which is over when riichi is declared",
}


def lines(ruling: Ruling) -> list[int]:
    """Return the fu lines, the two that a closed ron always has as one."""
    values = [(line.id, line.fu) for line in ruling.fu_items]
    start = sum(fu for name, fu in values if name in ("base", "closed_ron"))
    return sorted([start, *(fu for name, fu in values if name not in ("base", "closed_ron"))] if start else
                  [fu for _, fu in values])  # fmt: skip


def fields_of(row: Mapping[str, Any], ruling: Ruling) -> dict[str, tuple[Any, Any]]:
    result = row["result"]
    if result["error"]:
        wanted = "no_yaku" if result["error"] == "no_yaku" else "invalid"
        return {"status": (wanted, ruling.status)}
    names = {"nukidora": "dora"}
    fields: dict[str, tuple[Any, Any]] = {
        "status": ("ok", ruling.status),
        "yaku": ({YAKU[name] for name in result["yaku"]}, {names.get(a.id, a.id) for a in ruling.yaku}),
    }
    cost = result["cost"]
    if not row["situation"].get("is_tenhou"):  # paid as if another than the dealer had it
        fields["points"] = cost["total"], ruling.points
    if cost["yaku_level"] in UNLIMITED[:4]:
        fields["limit"] = cost["yaku_level"], limit_of(ruling)
    counted = row["scale"] == "Aotenjou" or not ruling.yakuman
    if not counted:
        return fields | {"yakuman": (min(result["han"], 6 * 13) / 13, ruling.yakuman)}
    fields |= {"han": (result["han"], ruling.han), "fu": (result["fu"], ruling.fu)}
    details = result["fu_details"]
    if details and all(line["reason"] != "hand_without_fu" for line in details):
        fields["fu items"] = sorted(line["fu"] for line in details), lines(ruling)
    return fields


def test_rule_variants() -> None:
    tally = Tally("rule-variants")
    for row in rows("rule-variants"):
        if row["id"] in LEFT_OUT:
            tally.leave_out(row["id"], LEFT_OUT[row["id"]])
            continue
        hand = Hand.from_record(record(row))
        ruling = ruleset(row).score(hand)
        tally.compare(row["id"], fields_of(row, ruling), hand)
    tally.finish(rows=76, fields=391, left_out=4)


def test_what_is_left_out_cannot_be() -> None:
    left = {row["id"]: row for row in rows("rule-variants") if row["id"] in LEFT_OUT}
    assert left.keys() == LEFT_OUT.keys()
    riichi = left["variant-017"]
    ruling = ruleset(riichi).score(Hand.from_record(record(riichi)))
    assert ruling.han == riichi["result"]["han"] + 1
    for name in ("variant-219", "variant-234"):
        ruling = ruleset(left[name]).score(Hand.from_record(record(left[name])))
        assert (ruling.status, ruling.errors[0].name) == ("invalid", "contradictory_flags")
