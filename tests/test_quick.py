"""The quick scorer gives the ruling of the judge, in every field, whichever is read first."""

from __future__ import annotations

import copy
import pickle
from dataclasses import asdict, fields, replace

import pytest

from yakulang import Hand, Ruleset, Ruling, load_ruleset, ruleset_from_text
from yakulang.engine.reference import ReferenceConditions

NAMES = [one.name for one in fields(Ruling)]


def rules(changes: str, base: str = "tenhou") -> tuple[Ruleset, Ruleset]:
    """Return a ruleset that scores quickly, and the same judged by the reference evaluator."""
    quick = ruleset_from_text(f"yakulang: 1\nid: x\nextends: {base}\n{changes}")
    return quick, Ruleset(quick.rulebook, ReferenceConditions(quick.rulebook))


ALIKE = """yaku:
  alike: {{yakuman: {}, when: sequences contain 234m 234m 234m}}
  row: {{yakuman: {}, when: triplets contain 222m 333m 444m}}
"""
TWO_WAYS = "22233344m567p88s +4m seat=S from=W"
NO_FU = "change: {fu.items.base.fu: 0, fu.items.closed_ron.fu: 0, fu.floors.open_ron.fu: 0}\n"
OPEN_GROUPS = "fu: {items: {og: {fu: 1, each: open groups}}}\n"
CASES = [
    ("include: [local/no-kan-dora]\n", "tenhou", "22m345p67s555m a(9999m) *8s seat=S dora=1p,2p"),
    ("include: [local/no-ura]\n", "tenhou", "345m234p2245667s *0s seat=W dora=4s ura=7z with=riichi sticks=1"),
    ("include: [local/no-dora]\n", "sanma", "11m22233355777z n(44z) +5z seat=S from=E dora=4p"),
    (NO_FU, "tenhou", "234m567m345p67s22s +8s seat=S from=W ura=1m dora=2p"),
    ("change: {fu.items.base.fu: 0, fu.round_up_to: 1}\n", "tenhou", "123m456p78s11m p(555z) +9s seat=E from=W"),
    (OPEN_GROUPS, "tenhou", "67s22s c(234m) p(555m) c(234m) *8s seat=S"),
    (OPEN_GROUPS, "tenhou", "2z p(333z) k(1111m) d(9999p) p(777z) *2z seat=S"),
    ("", "tenhou", "406m340p67s p(555z)<E 22s *8s seat=N dora=3m,4p honba=2 sticks=1"),
    ("", "m-league", "23m99p p(555z)<E p(666z) p(777z)<W +1m seat=S from=N"),
    ("", "mahjongsoul", "1112223334445z *5z seat=E with=tenhou"),
    ("include: [local/wareme]\n", "tenhou", "234m567p34s678m88p +5s seat=S from=N with=wareme=south"),
    ("", "tenhou", "234m567p34s678m88p +5s seat=S from=N with=riichi_discard"),
    ("stacking: {most: 1}\n" + ALIKE.format(1, 2), "tenhou", TWO_WAYS),
    ("stacking: {most: 1}\n" + ALIKE.format(2, 1), "tenhou", TWO_WAYS),
    ("stacking: {most: 2}\n" + ALIKE.format(2, 3), "tenhou", TWO_WAYS),
    ("stacking: {most: 2}\n" + ALIKE.format(3, 2), "tenhou", TWO_WAYS),
]


@pytest.mark.parametrize(("changes", "base", "text"), CASES)
@pytest.mark.parametrize("first", ["status", "notes", "fu_items", "by_liable"])
def test_every_field_is_that_of_the_judge(changes: str, base: str, text: str, first: str) -> None:
    quick, judge = rules(changes, base)
    hand = Hand.parse(text)
    ruling, expected = quick.score(hand), judge.score(hand)
    assert expected.ok
    assert getattr(ruling, first) == getattr(expected, first)
    assert {name: getattr(ruling, name) for name in NAMES} == {name: getattr(expected, name) for name in NAMES}
    assert ruling == expected


def test_more_yaku_than_a_mask_has_places() -> None:
    yaku = "".join(f"  filler_{n}: {{han: 1, when: shape is seven_pairs and dealer_wins > {n}}}\n" for n in range(40))
    quick, judge = rules(
        f"yaku:\n{yaku}  last: {{han: 3, when: held(last_but_one) and held(chankan)}}\n"
        "  last_but_one: {han: 1, when: visible_copies == 3}\n"
    )
    hand = Hand.parse("12p999p11s345s567m +3p seat=S with=robbed_kan,visible_copies=3")
    assert quick.score(hand) == judge.score(hand)
    assert [award.id for award in quick.score(hand).yaku] == ["chankan", "last", "last_but_one"]


@pytest.mark.parametrize("norths", [5, 15, 16, 17, 40])
def test_no_number_of_copies_is_too_many_to_be_seen(norths: int) -> None:
    hand = Hand.parse(f"234p567p345s67s22s +8s seat=S from=W n({'4' * norths}z)")
    ruling = load_ruleset("sanma").score(hand)
    assert ruling.status == "invalid"
    assert ruling.errors[0].code == "YK562"


def test_a_hand_does_not_change() -> None:
    facts: dict[str, int | str] = {"dealer_wins": 2}
    hand = replace(Hand.parse("123m456p78s11m p(555z) +9s seat=E from=W"), facts=facts)
    before = load_ruleset("tenhou").score(hand)
    facts["dealer_wins"] = 3
    assert hand.facts == {"dealer_wins": 2}
    assert load_ruleset("tenhou").score(hand) == before
    with pytest.raises(TypeError, match="don't change"):
        hand.facts["dealer_wins"] = 3  # type: ignore[index]
    assert pickle.loads(pickle.dumps(hand)) == copy.deepcopy(hand) == hand  # noqa: S301  made here
    assert asdict(hand)["facts"] == {"dealer_wins": 2}


def test_rulings_can_be_copied_sent_and_kept_in_sets() -> None:
    hand = Hand.parse("123m456p78s11m555z +9s seat=S from=W with=riichi sticks=1")
    tenhou = load_ruleset("tenhou")
    ruling = tenhou.score(hand)
    assert pickle.loads(pickle.dumps(tenhou.score(hand))) == ruling  # noqa: S301  made here
    assert copy.copy(tenhou.score(hand)) == copy.deepcopy(tenhou.score(hand)) == ruling
    assert len({ruling, tenhou.score(hand)}) == 1
    assert replace(tenhou.score(hand), notes=("x",)).payments == ruling.payments
    with pytest.raises(AttributeError, match="no attribute 'fuu'"):
        _ = ruling.fuu
