"""Any two house rules that don't conflict can be at one table; of two that do, both places are told.

Thousands of pairs are not merged one by one: tables with as many house rules as fit together cover them, and those that
conflict are tried as pairs.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest
from comparing import Tally

from yakulang import Hand, RuleError, Ruleset
from yakulang.engine.compiled import CompiledConditions
from yakulang.rules import family
from yakulang.rules.build import build
from yakulang.rules.bundle import bundled_files
from yakulang.rules.catalogue import load, load_text
from yakulang.rules.nodes import SeqNode
from yakulang.rules.reader import read, read_file

MIXINS = [name.removeprefix("local/") for name in bundled_files() if "/" in name]

# A table has at most one of each line. Those of one line conflict, whichever two are taken.
ONE_OF = [
    ["reds-2", "reds-3", "reds-6", "reds-8", "reds-all"],
    ["reds-2", "reds-4", "reds-6", "reds-8", "reds-all"],
    ["reds-2", "aka-sanshoku", "reds-6", "reds-8", "reds-all"],
    ["reds-2", "four-reds", "reds-6", "reds-8", "reds-all"],
    ["reds-2", "riichi-city-yaku", "reds-6", "reds-8", "reds-all"],
    ["renhou-5-han", "renhou-mangan", "renhou-baiman", "renhou-yakuman"],
    ["renhou-5-han", "renhou-mangan", "renhou-baiman", "ancient-yaku"],
    ["renhou-5-han", "renhou-mangan", "renhou-baiman", "riichi-city-yaku"],
    # one builds on the other and says something else
    ["reds-3", "reds-4"],
    ["reds-3", "four-reds"],
    ["riichi-without-draw", "riichi-one-tile-left"],
    ["norths-8", "no-nukidora"],
    ["norths-8", "yakuhai-north"],
    ["wareme", "wareme-3"],
    ["ippatsu", "no-ippatsu"],
    ["double-yakuman", "no-double-yakuman"],
    ["split-tsumo", "split-tsumo-exact"],
    ["no-nagashi", "nagashi-haneman", "nagashi-yakuman"],
    ["no-nagashi", "nagashi-win"],
    ["no-nagashi", "nagashi-closed"],
    ["own-tiles-no-wait", "no-formal-tenpai"],
    ["seven-pairs-40-fu", "seven-pairs-50-fu", "fu-30"],
    ["minimum-2-han", "minimum-4-han"],
    ["kan-dora-at-once", "kan-dora-after-discard", "no-kan-dora"],
    ["equal-split", "split-tsumo"],
    ["equal-split", "split-tsumo-exact"],
    ["head-bump", "two-winners"],
    ["honba-1000", "no-honba"],
    ["uma-12-4", "uma-15-5", "uma-30-10", "floating-uma"],
    ["no-pao", "pao-whole-hand"],
    ["east-only", "four-winds"],
    ["bust-at-0", "no-bust"],
    ["bust-at-0", "reserve-sticks"],
    ["aotenjou", "kiriage"],
    # no value is set by both: one of them says so
    ["aotenjou", "counted-double"],
    ["aotenjou", "five-mangan"],
    ["no-counted-yakuman", "counted-double"],
    ["double-yakuman", "five-mangan"],
    ["best-dealt-wait", "five-mangan"],
    ["chips-ippatsu", "no-ippatsu"],
    ["chips-ura", "no-ura"],
    ["blue-5p", "reds-8"],
    ["blue-5p", "reds-all"],
]
HAS = {"sanma": {"two-winners"}}  # by itself: beside the discarder there are two
SCORED = 2  # tables of which hands are scored: they have nearly all house rules there are
CONFLICTS = {frozenset(pair) for line in ONE_OF for pair in combinations(line, 2)}
TABLES = {
    "riichi": ["123m456p78s11m555z +9s seat=S from=W with=riichi", "2233m4455p6677s8s *8s seat=E"],
    "sanma": ["123789p78s11m555z +9s seat=S from=W with=riichi", "1199m4455p6677s8s *8s seat=E"],
}


def text_of(table: str, mixins: list[str]) -> str:
    included = ", ".join(f"local/{name}" for name in mixins)
    return f"yakulang: 1\nid: club\nextends: {table}\ninclude: [{included}]\n"


@cache
def fitting(table: str) -> list[str]:
    """Those that a table may have, each by itself."""
    found = []
    there = {file.key.removeprefix("bundled:local/") for file in load(table).chain}
    for name in MIXINS:
        if name in there or name in HAS.get(table, ()):
            continue
        if table == "sanma" or all(file.id != "sanma" for file in load(f"local/{name}").chain):
            load_text(text_of(table, [name]), "club.yaml")
            found.append(name)
    return found


def tables_of(names: list[str]) -> list[list[str]]:
    """Return sets without a conflict in which every two names stand together that don't conflict."""
    left = {frozenset(pair) for pair in combinations(names, 2)} - CONFLICTS
    sets: list[list[str]] = []
    while left:
        chosen = sorted(min(left, key=sorted))
        for name in sorted(names, key=lambda one: -sum(one in pair for pair in left)):
            if name not in chosen and not any(frozenset({name, other}) in CONFLICTS for other in chosen):
                chosen.append(name)
        left -= {frozenset(pair) for pair in combinations(chosen, 2)}
        sets.append([name for name in names if name in chosen])
    return sets


@pytest.mark.parametrize("table", TABLES)
def test_all_that_do_not_conflict_can_be_at_one_table(table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(family, "MAX_FILES", 200)
    names = fitting(table)
    together: set[frozenset[str]] = set()
    tally = Tally(f"house rules together, {table}")
    for number, chosen in enumerate(tables_of(names)):
        merged = load_text(text_of(table, chosen), "club.yaml", validate=False)
        together |= {frozenset(pair) for pair in combinations(chosen, 2)}
        if table == "riichi" and number >= SCORED:  # the same house rules are read with three players
            continue
        rulebook = build(merged)
        for text in TABLES[table] if number < SCORED else ():
            ruling = Ruleset(rulebook, CompiledConditions(rulebook)).score(Hand.parse(text))
            status = ruling.status if "minimum-4-han" in chosen else "ok"  # nobody has four
            tally.compare(f"{len(chosen)} and {text}", {"status": (status, ruling.status)}, chosen)
    everything = {frozenset(pair) for pair in combinations(names, 2)}
    assert everything - together == CONFLICTS & everything
    assert len(together) == {"riichi": 5503, "sanma": 6587}[table]
    tally.finish(rows=4, fields=4)


@pytest.mark.parametrize("pair", sorted(map(sorted, CONFLICTS)), ids="-".join)
def test_those_that_conflict_say_so_at_both_places(pair: list[str]) -> None:
    table = "riichi" if set(pair) <= set(fitting("riichi")) else "sanma"
    with pytest.raises(RuleError) as caught:
        load_text(text_of(table, pair), "club.yaml")
    assert {d.code for d in caught.value.diagnostics} <= {"YK328", "YK335"}
    for problem in caught.value.diagnostics:
        assert problem.span is not None
        assert len({problem.span, *(label.span for label in problem.labels)}) >= 2
        assert problem.hint


def test_what_is_instead_of_another_is_there() -> None:
    for name, path in bundled_files().items():
        named = read(read_file(path, name)).items.get("instead_of")
        if isinstance(named, SeqNode):
            assert {item.text for item in named.items} <= set(MIXINS), name  # type: ignore[union-attr]
