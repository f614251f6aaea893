"""Hands that broke other scorers or were argued about, each with what it is worth and why."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from comparing import Tally, awarded, dropped, limit_of, paid_by, worth
from corpus import rows

from yakulang import Hand, HandError, ruleset_from_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from yakulang import Diagnostic, Ruleset, Ruling

SCORED = ("decomposition", "wait", "fu", "yaku", "no_yaku", "yakuman", "flags", "dora", "limits", "payment")

# What the rows call a rule, said as a rule file says it. The rows name only what differs from: open tanyao, double-wind
# pair 4 fu, open pinfu 30, rinshan 2 fu, counted yakuman, no kiriage, single yakuman that add up; that is `tenhou`.
RULES: dict[tuple[str, Any] | None, str] = {
    None: "",
    ("double_yakuman", True): """
change:
  yaku.daisuushii.yakuman: 2
  yaku.suuankou_tanki.yakuman: 2
  yaku.kokushi13.yakuman: 2
  yaku.junsei_chuuren.yakuman.closed: 2
""",
    ("double_wind_fu", 2): "change: {fu.items.double_wind_pair.fu: 2}",
    ("open_pinfu", False): "disable: [fu.floors.open_ron]",
    ("rinshan_fu", False): "change: {fu.items.tsumo.when: tsumo and not held(pinfu) and not after_kan}",
    ("kiriage", True): "change: {limits.mangan.when: base >= 1920}",
    ("kazoe", "sanbaiman"): "disable: [limits.counted_yakuman]",
    ("kazoe", "stack"): "limits: {counted_double: {base: 16000, when: han >= 26}}",
    ("max_yakuman", 1): "change: {stacking.yakuman: highest}",
    ("kuitan", False): "change: {yaku.tanyao.han.open: none}",
    # not cumulative: other yaku are not counted beside it, and the row shows the mangan as 5 han
    ("renhou", "mangan"): "yaku: {renhou: {han: 5, when: not dealer and ron and first_turn, replaces: [pinfu]}}",
    ("renhou", "yakuman"): "yaku: {renhou: {yakuman: 1, when: not dealer and ron and first_turn}}",
}

# The rows call every counted yakuman by one name, however often it counts.
LIMIT_NAMES = {"counted_double": "counted_yakuman"}

# The row is about counters and states what the payers pay with them.
POINTS_WITH_COUNTERS = {"P01"}


@cache
def ruleset(rule: tuple[str, Any] | None) -> Ruleset:
    return ruleset_from_text(f"yakulang: 1\nid: disputed\nextends: tenhou\n{RULES[rule]}\n", "disputed.yaml")


def rule_of(stated: Mapping[str, Any]) -> tuple[str, Any] | None:
    """Return the one rule that a row names."""
    assert len(stated) <= 1, "rows that combine rules need their texts combined"
    return next(iter(stated.items()), None)


def fields_of(row: str, ruling: Ruling, expected: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    """Return the fields that a row states, each with the ruling's."""
    limit = limit_of(ruling)
    points = sum(paid_by_seats(ruling).values()) if row in POINTS_WITH_COUNTERS else ruling.points or 0
    fields: dict[str, tuple[Any, Any]] = {
        "status": (expected["status"], ruling.status),
        "yaku": (worth(expected["yaku"]), awarded(ruling)),
        "han": (expected["han"], ruling.han),
        "fu": (expected["fu"], ruling.fu),
        "limit": (expected["limit"], LIMIT_NAMES.get(limit or "", limit)),
        "yakuman": (expected["yakuman"], ruling.yakuman),
        "points": (expected["points"], points),
        "payments": (expected["payments"], paid_by(ruling)),
    }
    if expected.get("fu_raw") is not None or expected["fu"] is None:
        fields["fu raw"] = expected.get("fu_raw"), ruling.fu_raw
        fields["fu items"] = (
            sorted(item["fu"] for item in expected["fu_items"]),
            sorted(line.fu for line in ruling.fu_items),
        )
    if "deltas" in expected:
        fields["deltas"] = dropped(expected["deltas"]), dropped(ruling.deltas)
    return fields


def paid_by_seats(ruling: Ruling) -> Counter[str]:
    paid: Counter[str] = Counter()
    for payment in ruling.payments:
        if payment.payer != "table":
            paid[payment.payer] += payment.points
    return paid


@pytest.mark.parametrize(
    ("kind", "count", "fields"),
    [
        ("decomposition", 9, 98),
        ("wait", 7, 77),
        ("fu", 17, 182),
        ("yaku", 6, 64),
        ("no_yaku", 1, 10),
        ("yakuman", 16, 167),
        ("flags", 1, 11),
        ("dora", 7, 75),
        ("limits", 11, 115),
        ("payment", 1, 11),
    ],
)
def test_disputed_hands(kind: str, count: int, fields: int) -> None:
    """Every row and every variant of a kind; `count` counts variants as rows."""
    tally = Tally(f"disputes, {kind}")
    for row in rows("disputes"):
        if row["kind"] != kind:
            continue
        cases: list[tuple[str, Any, Any, Any]] = [(row["id"], row["rules"], {}, row["expected"])]
        cases += [
            (f"{row['id']}, {v['name']}", v["rules"], v["input_changes"], v["expected"])
            for v in row.get("variants", ())
        ]
        for name, rules, changes, expected in cases:
            hand = Hand.from_record({**row["input"], **changes})
            tally.compare(name, fields_of(row["id"], ruleset(rule_of(rules)).score(hand), expected), hand)
    tally.finish(rows=count, fields=fields)


# --- hands that must be refused ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Refused:
    """A hand made from the words of a row.

    Attributes:
        row: the id of the row.
        hand: reads the hand.
        name: the stable word of the error.
        named: what the message or the place it points at must name.
        label: the hand as a failure shows it.
    """

    row: str
    hand: Callable[[], Hand]
    name: str
    named: str
    label: str


def text(row: str, name: str, named: str, written: str, **situation: Any) -> Refused:
    return Refused(row, lambda: Hand.parse(written, **situation), name, named, f"{written} {situation or ''}".strip())


def record(row: str, name: str, named: str, **fields: Any) -> Refused:
    return Refused(row, lambda: Hand.from_record(fields), name, named, " ".join(f"{k}={v}" for k, v in fields.items()))


FLAGS = "contradictory_flags"
CLOSED = "123m456p78s99m555z"  # a closed hand without a pair of meanings, waiting on 6s and 9s
KAN = "123m456p78s99m a(1111z)"

REFUSED = [
    record("I03", "missing_winning_tile", "win", closed="123m456p789s1122z", win=None, method="ron"),
    text("I03", "missing_winning_tile", "winning tile", "123m456p789s1122z"),
    text("I03", "missing_winning_tile", "winning tile", "123m456p789s1122z", method="ron"),
    record("I04", "winning_tile_not_in_hand", "5m", hand14="123m456p789s11222z", win="5m", method="ron"),
    text("I05", "unknown_suit_letter", "h", "678s678p55m777h"),
    text("I07", "unparsable", "8z", "8z"),
    text("I07", "unparsable", "9z", "9z"),
    text("I07", "unparsable", "0", "0z"),
    text("I07", "unparsable", "123", "123"),
    text("I07", "unparsable", "１２３ｍ", "１２３ｍ"),
    text("I07", "unparsable", "empty", ""),
    record("I09", "wrong_tile_count", "14 concealed tiles", closed="11112222333444s", win="5s", method="ron"),
    text("I09", "wrong_tile_count", "14 concealed tiles", "11112222333444s +5s"),
    record("I10", "too_many_red_fives", "0m", closed="00m234m567p345s67s", win="8s", method="ron", seat="S"),
    text("I10", "too_many_red_fives", "0m", "05m234567p34567s +0m seat=S"),
    record("I11", FLAGS, "rinshan", closed="234555m555p2255s", win="5s", method="tsumo", flags=["rinshan"], seat="S"),
    text("I12", FLAGS, "ippatsu", f"{KAN} *9s seat=S with=riichi,ippatsu,rinshan"),
    text("I12", FLAGS, "haitei", f"{KAN} *9s seat=S with=haitei,rinshan"),
    text("I12", FLAGS, "houtei", f"{CLOSED.replace('78s', '46s')} +5s seat=S with=houtei,chankan"),
    text("I12", FLAGS, "chankan", f"{CLOSED.replace('78s', '46s')} *5s seat=S with=chankan"),
    text("I12", FLAGS, "haitei", f"{CLOSED} +9s seat=S with=haitei"),
    text("I12", FLAGS, "houtei", f"{CLOSED} *9s seat=S with=houtei"),
    text("I12", FLAGS, "rinshan", f"{KAN} +9s seat=S with=rinshan"),
    text("I12", FLAGS, "ippatsu", f"{CLOSED} +9s seat=S with=ippatsu"),
    text("I12", FLAGS, "riichi", "123m456p78s99m p(555z) +9s seat=S with=riichi"),
    text("I12", FLAGS, "tenhou", f"{CLOSED} *9s seat=S with=tenhou"),
    text("I12", FLAGS, "chiihou", f"{CLOSED} *9s seat=E with=chiihou"),
    text("I12", FLAGS, "tenhou", "123m456p78s99m p(555z) *9s seat=E with=tenhou"),
    text("I12", FLAGS, "tenhou", f"{KAN} *9s seat=E with=tenhou"),
    text("I12", FLAGS, "chiihou", f"{CLOSED} +9s seat=S with=chiihou"),
    text("I12", FLAGS, "renhou", f"{CLOSED} *9s seat=S with=renhou"),
    text("I12", FLAGS, "tenhou", f"{CLOSED} *9s seat=E with=tenhou,riichi"),
    text("I12", FLAGS, "double_riichi", f"{CLOSED} *9s seat=S with=double_riichi,chiihou"),
    text("I13", FLAGS, "robbed", "234m456p234678s5s +5s seat=S with=chankan"),
    # nine indicators of one kind are too many indicators and five of a kind; both are said
    text("I16", "too_many_indicators", "indicators", "234567m345p6788s +8s seat=S dora=1m1m1m1m1m1m1m1m1m"),
    text("I16", "five_of_a_kind", "1m", "234567m345p6788s +8s seat=S dora=1m1m1m1m1m1m1m1m1m"),
    text("I16", "too_many_indicators", "indicators", "234567m345p6788s +8s seat=S dora=123m444z"),
    text("I16", "too_many_indicators", "ura", "234567m345p6788s +8s seat=S dora=1m ura=9m2z with=riichi"),
    text("I16", FLAGS, "ura", "234567m345p6788s +8s seat=S dora=1m2m ura=9m with=riichi"),
]


def refusal(case: Refused) -> tuple[Diagnostic, ...]:
    """Return what is said of a hand that must be refused, on reading or on judging."""
    try:
        hand = case.hand()
    except HandError as error:
        return error.diagnostics
    ruling = ruleset(None).score(hand)
    assert ruling.status == "invalid"
    data = ruling.as_json()
    assert data["status"] == "invalid"
    assert {"yaku", "han", "fu", "points", "deltas"}.isdisjoint(data), "a refusal scores nothing"
    assert data["error"]["code"] == ruling.errors[0].code
    return ruling.errors


def said(diagnostic: Diagnostic) -> str:
    """Return the message, and the part of the hand it points at where that is not the whole hand."""
    span = diagnostic.span
    pointed = span.text if span and (span.start, span.end) != (0, len(span.source.text)) else ""
    return f"{diagnostic.message} {pointed}"


@pytest.mark.parametrize("case", REFUSED, ids=[f"{case.row} {case.label}"[:80] for case in REFUSED])
def test_refused_hands(case: Refused) -> None:
    found = [d for d in refusal(case) if d.name == case.name]
    assert len(found) == 1, [str(d) for d in refusal(case)]
    diagnostic = found[0]
    assert diagnostic.code.startswith("YK5")
    whole = diagnostic.span is not None and diagnostic.span.text == case.named
    assert case.named in said(diagnostic) or whole, str(diagnostic)
    # a hint, or a message that says why
    assert diagnostic.hint or len(diagnostic.message.split()) > 4, str(diagnostic)


def test_every_row_of_hands_to_refuse_is_tried() -> None:
    """The rows are stated in words; every one has a hand above with the name that the row gives."""
    tally = Tally("disputes, invalid")
    tried = {case.row: {c.name for c in REFUSED if c.row == case.row} for case in REFUSED}
    for row in rows("disputes"):
        if row["kind"] == "invalid":
            name = row["expected"]["error"].split()[0]
            tally.compare(row["id"], {"error": (name, name if name in tried.get(row["id"], ()) else None)})
    assert len(tried) == tally.rows
    tally.finish(rows=10, fields=10)


def test_each_pair_of_words_that_exclude_each_other_is_tried() -> None:
    row = next(row for row in rows("disputes") if row["id"] == "I12")
    # two hands for `tenhou` with a meld: a called one and a closed kan
    assert len(row["input"]["pairs"]) == sum(case.row == "I12" for case in REFUSED) - 1


def test_texts_that_are_no_hand_have_each_their_own_message_and_place() -> None:
    messages = set()
    texts = [case for case in REFUSED if case.row == "I07"]
    for case in texts:
        (diagnostic,) = refusal(case)
        assert diagnostic.span is not None
        messages.add(diagnostic.message)
    assert len(messages) == len(texts) == 6


def test_a_wrong_letter_is_pointed_at() -> None:
    (diagnostic,) = refusal(next(case for case in REFUSED if case.row == "I05"))
    span = diagnostic.span
    assert span is not None
    assert (span.text, span.column) == ("h", 15)


def test_two_red_fives_are_legal_where_the_rules_hold_two() -> None:
    case = next(case for case in REFUSED if case.row == "I10")
    rules = ruleset_from_text("yakulang: 1\nid: four-reds\nextends: riichi\nreds: {5m: 2, 5p: 1, 5s: 1}\n")
    ruling = rules.score(case.hand())
    assert ruling.ok
    assert [a.han for a in ruling.yaku if a.id == "red_dora"] == [2]
