"""Wins of platforms and leagues beside Tenhou's games of four: every field that a record states must come out alike."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from comparing import Tally, awarded, worth
from corpus import rows
from test_real_wins import fields_of, judged, ruleset, yakuman_of

from yakulang import Hand, ruleset_from_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from yakulang import Ruleset, Ruling


def stated(ruling: Ruling, expected: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    """Return the fields of a row; a list of yakuman states which, and how often each counts where it says so."""
    fields = fields_of(ruling, expected)
    yakuman = expected.get("yakuman")
    if isinstance(yakuman, list):
        if all("times" in entry for entry in yakuman):
            fields["yaku"] = yakuman_of(yakuman), awarded(ruling)
            fields["yakuman"] = sum(entry["times"] for entry in yakuman), ruling.yakuman
        else:
            fields["yaku"] = Counter(entry["id"] for entry in yakuman), Counter(award.id for award in ruling.yaku)
    if any(entry.get("han", 0) is None for entry in expected.get("yaku", ())):  # which yaku only, dora among them
        kinds = Counter(entry["id"] for entry in expected["yaku"])
        fields["yaku"] = kinds, Counter(award.id for award in ruling.yaku)
    return fields


@cache
def room(rules: str, *mixins: str) -> Ruleset:
    """Return a ruleset with house rules, as a room of its platform has them."""
    include = f"include: [{', '.join(mixins)}]\n" if mixins else ""
    return ruleset_from_text(f"yakulang: 1\nid: room\nextends: {rules}\n{include}", "room.yaml")


def platform(
    file: str, *, rooms: Mapping[str, tuple[str, ...]] | None = None, slips: Mapping[str, tuple[str, ...]] | None = None
) -> Tally:
    """Compare the rows of a file with the rulesets they name.

    `rooms` are house rules by row; `slips` name the fields of a row that are wrong in its record.
    """
    tally = Tally(file)
    rooms, slips = rooms or {}, slips or {}
    for row in rows(file):
        rules, mixins = row["rules"], rooms.get(row["id"], ())
        if mixins:
            hand = Hand.from_record(row["input"])
            ruling: Ruling | None = room(rules, *mixins).score(hand)
        else:
            ruling = judged(tally, row["id"], row["input"], rules)
        if ruling is not None:
            fields = stated(ruling, row["expected"])
            for name in slips.get(row["id"], ()):
                expected, got = fields.pop(name)
                assert expected != got, f"{row['id']}: {name} is no slip any more"
            tally.compare(row["id"], fields, ruling.hand)
    assert not {*rooms, *slips} - {row["id"] for row in rows(file)}
    return tally


# --- three players at Tenhou ---------------------------------------------------------------------------


def test_wins_of_tenhou_games_of_three() -> None:
    """Tenhou's logs have one name for a dora that is shown and a north that is set aside."""
    tally = Tally("wins-tenhou-sanma")
    for row in rows("wins-tenhou-sanma"):
        ruling = judged(tally, row["id"], row["input"], row["rules"])
        if ruling is None:
            continue
        fields = stated(ruling, row["expected"])
        if "yaku" in row["expected"]:
            shown, got = fields["yaku"]
            fields["yaku"] = one_dora(shown), one_dora(got)
        tally.compare(row["id"], fields, ruling.hand)
    tally.finish(rows=6_476, fields=35_992)


def one_dora(found: Mapping[tuple[str, str, int], int]) -> dict[str, int]:
    """Return what each id is worth in all, norths under the name of dora."""
    sums: Counter[str] = Counter()
    for (name, _, value), times in found.items():
        sums["dora" if name == "nukidora" else name] += value * times
    return dict(sums)


def test_generated_wins_of_three() -> None:
    """`gain` is what the winner receives, honba and deposits included."""
    tally = Tally("generated-wins-sanma under tenhou-sanma")
    for row in rows("generated-wins-sanma"):
        ruling = judged(tally, row["id"], row["input"], "tenhou-sanma")
        if ruling is not None:
            expected = row["expected"]["tenhou-sanma"]
            fields = fields_of(ruling, expected)
            fields["gain"] = expected["gain"], (ruling.deltas or {}).get(row["input"]["seat"])
            tally.compare(row["id"], fields, ruling.hand)
    tally.finish(rows=1_750, fields=6_194)


# --- Mahjong Soul --------------------------------------------------------------------------------------

# Renhou is no yaku of ranked games: this table has the ancient yaku.
ANCIENT = {f"ms-B#h0w{winner}": ("local/ancient-yaku",) for winner in range(3)}

# Ippatsu by the last discard needs a riichi without a draw left, which ranked games don't allow and rooms may.
WITHOUT_DRAW = {"riichienv-agari-3p#256": ("local/riichi-without-draw",)}

# One stick lies on the table and nobody gets it: what is lost is what is won. The log is a made-up one that tests a
# north robbed by thirteen orphans; in its neighbour the winner takes the stick.
STICKS = {"testdata_kokushi_peinuki.json#k3w0": ("deltas",)}


def test_wins_of_mahjong_soul() -> None:
    platform("wins-mahjongsoul", rooms=ANCIENT).finish(rows=97, fields=485)


def test_wins_of_mahjong_soul_games_of_three() -> None:
    platform("wins-mahjongsoul-sanma", slips=STICKS).finish(rows=10, fields=46)


def test_hands_of_mahjong_soul() -> None:
    """Yaku by id, han and fu only: the records state no discarder and no payments."""
    platform("wins-mahjongsoul-hands", rooms=WITHOUT_DRAW).finish(rows=613, fields=1_827)


@pytest.mark.parametrize("row", [*WITHOUT_DRAW])
def test_the_doubted_hand_is_refused_in_ranked_games(row: str) -> None:
    (found,) = (one for one in rows("wins-mahjongsoul-hands") if one["id"] == row)
    assert found["doubt"] == "ippatsu with houtei"
    ruling = ruleset(found["rules"]).score(Hand.from_record(found["input"]))
    assert ruling.status == "invalid"
    assert "riichi needs a draw left" in ruling.errors[0].message


# --- Riichi City ---------------------------------------------------------------------------------------

# The rooms of one tournament (all records `rc-cd1...`) have kiriage: six of the doubted rows are 30 fu 4 han paid as a
# mangan, and no record of these rooms pays such a hand less. The other three are a friends' room in which a broken wall
# doubles, a self-draw is divided evenly and riichi may be open; whose wall was broken shows in what was paid.
TOURNAMENT = "rc-cd1"
FRIENDS = {
    "rc-gameDataSample#h0w0": "east",
    "rc-gameDataSample#h1w0": "east",
    "rc-gameDataSample#h2w0": "east",
}


def riichi_city(row: Mapping[str, Any]) -> tuple[str, dict[str, str]]:
    """Return the rules of the room of a row, and what is said with the hand beyond the record."""
    if row["id"] in FRIENDS:
        return "riichi-city-sanma-wareme", {"wareme": FRIENDS[row["id"]]}
    return ("riichi-city-sanma-kiriage" if row["id"].startswith(TOURNAMENT) else row["rules"]), {}


def test_wins_of_riichi_city() -> None:
    tally = Tally("wins-riichicity")
    for row in rows("wins-riichicity"):
        rules, facts = riichi_city(row)
        record = {**row["input"], **({"facts": facts} if facts else {})}
        ruling = judged(tally, row["id"], record, rules)
        if ruling is not None:
            tally.compare(row["id"], stated(ruling, row["expected"]), ruling.hand)
    tally.finish(rows=96, fields=478)


def test_the_doubted_rows_of_riichi_city_need_their_rooms() -> None:
    """Under the plain rules exactly the doubted rows differ, each in what its room explains."""
    differing = set()
    for row in rows("wins-riichicity"):
        ruling = ruleset(row["rules"]).score(Hand.from_record(row["input"]))
        fields = stated(ruling, row["expected"])
        if any(expected != got for expected, got in fields.values()):
            differing.add(row["id"])
        assert ("doubt" in row) == (row["id"] in differing), row["id"]
    assert len(differing) == 9
    assert {row for row in differing if not row.startswith(TOURNAMENT)} == set(FRIENDS)


# --- leagues -------------------------------------------------------------------------------------------

# Records written down by hand, three of them doubted. The tiles shown and what was counted cannot both be right, and
# nothing that a league could rule differently joins them; what was paid is right for what was counted.
WRITTEN = {
    # a dora is counted and the hand holds no 6p, which the indicator 5p shows
    "paipu_第39期十段位決定戦5.txt_0_#k0w0": ("yaku", "han", "points", "deltas"),
    # 233445s is no iipeikou; the han it is counted for is that of 8m, which the indicator 7m shows
    "paipu_第39期十段位決定戦5.txt_9_#k0w0": ("yaku",),
    # 1s, which the indicator 9s shows, is not counted; a mangan it is with it and without
    "paipu_第39期十段位決定戦6.txt_7_#k0w0": ("yaku", "han"),
}


def test_wins_under_other_rules() -> None:
    """JPML's official rule, Ron2 and Saikyosen."""
    platform("wins-other-rules", slips=WRITTEN).finish(rows=52, fields=253)
    assert {row["id"] for row in rows("wins-other-rules") if "doubt" in row} == set(WRITTEN)


def slip(file: str, name: str) -> tuple[Mapping[str, Any], Mapping[str, Any], Ruling]:
    row = next(row for row in rows(file) if row["id"] == name)
    return row["input"], row["expected"], ruleset(row["rules"]).score(Hand.from_record(row["input"]))


def test_slips_are_what_was_found() -> None:
    """A field that is left out above is wrong in its record; this is what makes it so."""
    vanished, uncounted_dora, misnamed, missed_dora = (
        slip("wins-mahjongsoul-sanma" if name in STICKS else "wins-other-rules", name) for name in (*STICKS, *WRITTEN)
    )
    record, expected, ruling = vanished
    assert sum(expected["deltas"].values()) == 0 != 1000 * record["sticks"] == sum(ruling.deltas.values())  # type: ignore[union-attr]

    record, expected, ruling = uncounted_dora
    assert (record["dora"], "6p" in str(ruling.hand)) == (["5p"], False)
    assert ruling.han == expected["han"] - 1
    paid = ruleset("jpml-to-2022").payment(han=expected["han"], fu=ruling.fu or 0, seat="E", method="tsumo", deposits=1)
    assert (paid.points, paid.deltas) == (expected["points"], expected["deltas"])

    record, expected, ruling = misnamed
    assert ruling.reading is not None
    groups = [group.tiles for group in ruling.reading.groups]
    assert len(set(groups)) == len(groups), "no sequence stands twice"
    assert [award.id for award in ruling.yaku] == ["tanyao", "dora"]

    record, expected, ruling = missed_dora
    assert ruling.limit is not None
    without = ruleset("jpml-to-2022").score(Hand.from_record({**record, "dora": []}))
    assert (awarded(without), without.han) == (worth(expected["yaku"]), expected["han"])
    assert without.points == ruling.points == expected["points"]
