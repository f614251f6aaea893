"""Columns say what the ruleset says of each hand, in every field: all recorded hands, under every bundled ruleset."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from comparing import Tally
from corpus import rows
from dealing import deal

from yakulang import Hand, Ruleset, load_ruleset, ruleset_from_text
from yakulang.engine.reference import ReferenceConditions
from yakulang.rules.listing import listed

np = pytest.importorskip("numpy")

from yakulang.engine.columns.hands import HandColumns, Lists  # noqa: E402  an extra
from yakulang.engine.columns.result import STATUSES  # noqa: E402
from yakulang.testing.in_columns import FIELDS, InColumns  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Sequence

RULESETS = Path(__file__).parent / "rulesets"
BUNDLED = [one.id for one in listed() if not one.mixin]
SANMA = ("generated-wins-sanma", "wins-tenhou-sanma", "wins-mahjongsoul-sanma")
ONE_IN = 211  # recorded hands that are judged under every ruleset, and by the reference evaluator


@cache
def ruleset(name: str) -> Ruleset:
    own = RULESETS / f"{name}.yaml"
    return load_ruleset(own if own.exists() else name)


@cache
def recorded(name: str) -> list[tuple[str, Hand]]:
    """The hands of a corpus file, each with the id of the rules it was played by, where that is a ruleset here."""
    known = {one.id for one in listed()} | {path.stem for path in RULESETS.glob("*.yaml")}
    usual = "tenhou-sanma" if name in SANMA else "double-yakuman" if name == "generated-wins" else "tenhou"
    return [
        (row["rules"] if row.get("rules") in known else usual, Hand.from_record(row["input"])) for row in rows(name)
    ]


def compare(title: str, rules: Ruleset, hands: Sequence[Hand], *, judge: Ruleset | None = None) -> Tally:
    """Score hands in columns and one by one, by another ruleset if given."""
    tally, columns = Tally(title), InColumns(rules)
    for row, hand in enumerate(hands):
        columns.add(row, hand, (judge or rules).score(hand))
    tally.fields, differ = columns.compare()
    tally.rows = len(hands)
    tally.differences = [f"{row}: {found}    {hands[row]}" for row, found in differ]
    return tally


@pytest.mark.parametrize(
    ("file", "count"),
    [
        ("recorded-wins", 10_000),
        ("wins-tenhou", 4_079),
        ("generated-wins", 12_729),
        ("generated-wins-sanma", 1_750),
        ("wins-tenhou-sanma", 6_476),
        ("wins-mahjongsoul", 97),
        ("wins-mahjongsoul-sanma", 10),
        ("wins-mahjongsoul-hands", 613),
        ("wins-riichicity", 96),
        ("wins-other-rules", 52),
    ],
)
def test_recorded_hands(file: str, count: int) -> None:
    """Each under the rules it was played by."""
    by_rules: dict[str, list[Hand]] = {}
    for rules, hand in recorded(file):
        by_rules.setdefault(rules, []).append(hand)
    whole = 0
    for rules, hands in by_rules.items():
        compare(f"columns of {file} under {rules}", ruleset(rules), hands).finish(
            rows=len(hands), fields=len(FIELDS) * len(hands)
        )
        whole += len(hands)
    assert whole == count


@pytest.mark.parametrize("name", BUNDLED)
def test_recorded_hands_under_every_ruleset(name: str) -> None:
    """Of each kind of table some hands, by the reference evaluator too; also hands of the other kind of table."""
    rules = ruleset(name)
    judge = Ruleset(rules.rulebook, ReferenceConditions(rules.rulebook))
    files = SANMA if rules.rulebook.players == 3 else ("recorded-wins", "generated-wins")
    hands = [hand for file in files for _, hand in recorded(file)[::ONE_IN]]
    hands += [hand for _, hand in recorded("wins-mahjongsoul-hands")[::ONE_IN]]
    tally = compare(f"columns under {name} and the reference evaluator", rules, hands, judge=judge)
    tally.finish(rows=len(hands), fields=len(FIELDS) * len(hands))


# --- hands that columns leave to the ruleset --------------------------------------------------------------

CLOSER = [
    "147m258p369s1234z +5z seat=S",
    "123m456p789s1122z +1z seat=S with=tenhou",
    "123m456p78s11m555z +9s seat=S with=nonsense",
    "123m456p78s11m555z +9s seat=S with=dealer_wins=3",
    "123m456p78s11m555z +9s seat=S with=last_call=pon",
    "11m p(555z)<E p(666z)<W p(777z)<N 99p *9p seat=S",
    "11m p(555z)<E p(666z)<W p(777z)<N 99p *9p seat=S liable=N",
    "11m p(555z)<E p(666z)<W p(777z)<N 99p *9p seat=S liable=daisangen:W",
    "11m p(555z) p(666z) p(777z) 99p +9p seat=S from=E liable=none",
    "123m456p78s11m p(555z) +9s seat=S liable=W",
    "b5m46m345p67s22s555z +8s seat=S",
    "123m78s11m p(555z)<E d(9999p)<W *9s seat=S with=rinshan",
    "78s11m p(555z)<E d(9999p)<W a(1111z) *9s seat=S with=last_call=closed_kan",
    "78s11m d(9999p)<W p(555z)<E a(1111z) *9s seat=S with=last_call=added_kan",
    "78s11m c(123m)<E c(123m)<E c(123m)<E *9s seat=S",
]


def test_what_columns_leave_to_the_ruleset() -> None:
    rng = Random(5)
    hands = [deal(rng) for _ in range(60)]
    hands = [Hand(h.closed, h.win, h.method, h.melds, None, h.round, flags=h.flags) for h in hands]
    hands += map(Hand.parse, CLOSER)
    tally = compare("columns of hands that need a closer look", ruleset("tenhou"), hands)
    tally.finish(rows=75, fields=75 * len(FIELDS))


BLUE = "blues: {5m: 1}\ndora: {kinds: {blue: {han: 2, each: blue tiles}}}\n"


@pytest.mark.parametrize(
    ("changes", "base", "text"),
    [
        # fu and dora that ask which yaku count, or how many yakuman: two functions
        ("fu: {items: {x: {fu: 4, when: awarded(tanyao)}}}\n", "tenhou", "234m567m345p67s22s +8s seat=S from=W"),
        (
            "dora: {kinds: {x: {han: 1, each: triplets, when: not awarded(tanyao)}}}\n",
            "tenhou",
            "22m999p123s55577z +7z",
        ),
        ("include: [local/wareme]\n", "tenhou", "234m567p34s678m88p +5s seat=S from=N with=wareme=south"),
        # what is asked of another yaku alone
        (
            "yaku: {own: {name: Own, han: 3, when: shape is seven_pairs and held(honitsu), replaces: [honitsu]}}\n",
            "tenhou",
            "11344778899s44z *3s seat=W",
        ),
        ("yaku: {own: {name: Own, han: 1, when: held(riichi)}}\n", "tenhou", "22m999p123s55577z +7z with=riichi"),
        # pairs that may be alike
        ("change: {shapes.seven_pairs.distinct: no}\n", "tenhou", "1111m2233p44s556z +6z"),
        ("change: {shapes.seven_pairs.distinct: no}\n", "tenhou", "2222333344445p +5p"),
        (BLUE, "tenhou", "b56m345p678s22s555z +7m seat=S"),
        (BLUE, "tenhou", "22s345p67s555z c(4b56m)<E +8s seat=S"),
    ],
)
def test_rules_of_ones_own(changes: str, base: str, text: str) -> None:
    rules = ruleset_from_text(f"yakulang: 1\nid: x\nextends: {base}\n{changes}")
    rng = Random(7)
    hands = [Hand.parse(text if "seat" in text else f"{text} seat=S"), *(deal(rng) for _ in range(200))]
    tally = compare(f"columns under {base} with {changes.strip()}", rules, hands)
    tally.finish(rows=201, fields=201 * len(FIELDS))
    assert rules.score(hands[0]).status in ("ok", "no_yaku")


# --- numbers that are no hands ----------------------------------------------------------------------------


def spoilt(hands: HandColumns, rng: Any) -> HandColumns:
    """Hands of which some numbers say something else, possible or not."""
    parts = {name: getattr(hands, name) for name in HandColumns.__slots__}
    for name, most in (("win", 200), ("seat", 5), ("round", 6), ("discarder", 6)):
        column = parts[name].copy()
        where = rng.random(len(hands)) < 0.05
        column[where] = rng.integers(0, most, where.sum())
        parts[name] = column
    for name, most in (("counts", 6), ("melds", 1 << 16)):
        column = parts[name].copy()
        where = rng.random(column.shape) < 0.003
        column[where] = rng.integers(0, most, where.sum())
        parts[name] = column
    for name in ("reds", "indicators", "ura_indicators", "aside"):
        lists = parts[name]
        values = lists.values.copy()
        where = rng.random(len(values)) < 0.05
        values[where] = rng.integers(0, 256, where.sum())
        parts[name] = Lists(lists.offsets, values)
    parts["tsumo"] = parts["tsumo"] ^ (rng.random(len(hands)) < 0.05)
    parts["honba"] = np.where(rng.random(len(hands)) < 0.02, rng.integers(-2, 1_200, len(hands)), parts["honba"])
    return HandColumns(**parts)


@pytest.mark.parametrize(("name", "seed"), [("tenhou", 0), ("tenhou", 1), ("tenhou-sanma", 2)])
def test_numbers_that_are_no_hands(name: str, seed: int) -> None:
    rules, rng = ruleset(name), Random(23)
    columns = spoilt(HandColumns.of([deal(rng) for _ in range(1_000)]), np.random.default_rng(seed))
    rulings = rules.score_columns(columns)
    one_by_one = InColumns(rules)
    for row in range(len(columns)):
        hand = columns.hand(row)
        one_by_one.add(row, hand, rules.score(hand))
    assert one_by_one.compare_with(rulings) == (1_000 * len(FIELDS), [])
    assert 100 < (rulings.status == STATUSES.index("invalid")).sum() < 950
