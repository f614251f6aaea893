"""Mutated conditions: what is taken away, and that examples and cases notice."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from yakulang.rules.bundle import bundled_files
from yakulang.testing.files import found_below
from yakulang.testing.mutants import Search, main, mutants_of, report, search, stale, table_named
from yakulang.testing.mutations import parts_of, places_of, without
from yakulang.testing.probes import probes_in, probes_of
from yakulang.testing.tables import Table, table_of_file

CASES = Path(__file__).resolve().parents[1] / "cases"
EVERY = 7  # the whole run takes a while: python -m yakulang.testing.mutants


@cache
def riichi() -> Table:
    return table_named("riichi")


def written(folder: Path, when: str, *examples: str, more: str = "") -> Path:
    path = folder / "my.yaml"
    listed = "".join(f"\n      - {example}" for example in examples)
    text = f"yakulang: 1\nid: mine\nextends: riichi\nyaku:\n  x:\n    han: 1\n    when: {when}\n{more}"
    path.write_text(text + (f"    examples:{listed}\n" if listed else ""), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("when", "parts"),
    [
        ("riichi", ["riichi"]),
        ("closed and ron", ["closed", "ron"]),
        ("any red tiles", ["any red tiles", "red"]),
        ("exactly 3 concealed simple triplets", ["exactly 3 concealed simple triplets", "concealed", "simple"]),
        (
            "any (open and not quad) triplets and ron",
            ["any (open and not quad) triplets", "open and not quad", "open", "not quad", "ron"],
        ),
        ("not (closed and ron)", ["not (closed and ron)", "closed", "ron"]),
        ("not (closed or ron)", ["not (closed or ron)", "closed", "ron"]),
        ("closed or ron", ["closed or ron"]),
        ("closed or (ron and riichi)", ["closed or (ron and riichi)", "ron", "riichi"]),
        ("dealt_win", ["tsumo", "first_turn"]),
        ("dealer", ["dealer"]),
        (
            "count(red tiles) + count(concealed groups) >= 3",
            ["count(red tiles) + count(concealed groups) >= 3", "red", "concealed"],
        ),
        ("groups contain concealed 123m 456m", ["groups contain concealed 123m 456m", "concealed"]),
        (
            "all concealed groups are (outside and not pair)",
            ["all concealed groups are (outside and not pair)", "concealed", "outside", "not pair"],
        ),
    ],
)
def test_parts(when: str, parts: list[str], tmp_path: Path) -> None:
    table = table_of_file(written(tmp_path, when), "my.yaml")
    place = next(place for place in places_of(table.rulebook) if place.path == "yaku.x.when")
    found = list(parts_of(place.node))
    assert [part.text for part in found] == parts
    for part in found:
        assert without(place.node, part) != place.node


def test_every_condition_of_a_rulebook_is_a_place() -> None:
    rulebook = riichi().rulebook
    places = list(places_of(rulebook))
    assert len({place.path for place in places}) == len(places) > 100
    sections = {place.path.rpartition(".")[0].rpartition(".")[0] for place in places}
    assert sections == {
        "words", "yaku", "fu.fixed", "fu.items", "fu.floors", "dora.kinds", "limits", "pao.kinds", "impossible",
        "forbidden",
    }  # fmt: skip
    for place in places:
        assert place.put(place.node) == rulebook


GOOD = "{win: 123m456p78s678m99p *9s}"


@pytest.mark.parametrize(
    ("examples", "left"),
    [
        ((), ["exactly 4 sequences", "closed", "tsumo"]),
        ((GOOD,), ["exactly 4 sequences", "closed", "tsumo"]),
        ((GOOD, "{win: 123m456p78s678m99p +9s, not: ron}"), ["exactly 4 sequences", "closed"]),
        (
            (GOOD, "{win: 123m456p78s678m99p +9s, not: ron}", "{win: 123m456p78s99p c(678m) *9s, none: true}"),
            ["exactly 4 sequences"],
        ),
        ((GOOD, "{win: 123m456p78s666m99p *9s, not: a triplet}"), ["closed", "tsumo"]),
    ],
)
def test_what_nothing_notices(examples: tuple[str, ...], left: list[str], tmp_path: Path) -> None:
    path = written(tmp_path, "exactly 4 sequences and closed and tsumo", *examples)
    found = search(table_of_file(path, "my.yaml"), Search(probes_in(path)))
    assert [one.mutant.part.text for one in found if not one.noticed] == left


def test_cases_notice_too(tmp_path: Path) -> None:
    path = written(tmp_path, "any 5z triplets and tsumo")
    cases = tmp_path / "my.cases.yaml"
    hand = "hand: 123m456p78s11m p(555z) +9s seat=S from=W"
    cases.write_text(f"rules: my.yaml\ncases: {{a: {{{hand}, expect: {{yaku: {{yakuhai_haku: 1}}}}}}}}", "utf-8")
    found = search(table_of_file(path, "my.yaml"), Search(probes_in(cases)))
    noticed = {one.mutant.part.text: one.noticed.place if one.noticed else None for one in found}
    assert noticed == {"any 5z triplets": None, "5z": None, "tsumo": f"{tmp_path.as_posix()}/my.cases.yaml:2"}


def test_a_case_that_does_not_look_notices_nothing(tmp_path: Path) -> None:
    path = written(tmp_path, "any 5z triplets and tsumo")
    cases = tmp_path / "my.cases.yaml"
    hand = "hand: 123m456p78s11m p(555z) +9s seat=S from=W"
    cases.write_text(f"rules: my.yaml\ncases: {{a: {{{hand}, expect: {{fu: 30}}}}}}", "utf-8")
    found = search(table_of_file(path, "my.yaml"), Search(probes_in(cases)))
    assert [one.noticed for one in found] == [None] * 3


def test_the_command(tmp_path: Path) -> None:
    more = "    redundant: {tsumo: nobody knows, ron: nothing}\n"
    path = written(tmp_path, "any 5z triplets and closed and tsumo", "{win: 123m456p78s11m55z5z *9s}", more=more)
    (tmp_path / "wrong.yaml").write_text(
        "yakulang: 1\nid: wrong\nextends: riichi\n"
        "yaku: {y: {han: 1, when: ron, examples: [{win: 123m456p78s11m55z5z *9s}]}}",
        encoding="utf-8",
    )
    done = CliRunner().invoke(main, [str(path), "--tests", str(tmp_path)])
    assert done.exit_code == 1
    name = path.as_posix()
    whole = "`any 5z triplets and closed and tsumo`"
    assert done.output.splitlines() == [
        f"{name}:7:11: yaku.x.when without `any 5z triplets` of {whole}: nothing notices",
        f"{name}:7:15: yaku.x.when without `5z` of `5z triplets`: nothing notices",
        f"{name}:7:31: yaku.x.when without `closed` of {whole}: nothing notices",
        "mine: 4 parts, 0 noticed, 1 explained, 3 left",
        f"{name}:8:38: `yaku.x` has no part `ron`",
        f"{tmp_path.as_posix()}/wrong.yaml:4: does not hold, so it notices nothing",
    ]


def test_an_explanation_that_is_not_so_is_told(tmp_path: Path) -> None:
    more = "    redundant: {tsumo: nobody knows}\n"
    path = written(tmp_path, "any 5z triplets and tsumo", "{win: 123m456p78s11m55z5z +9s, not: ron}", more=more)
    table = table_of_file(path, "my.yaml")
    lines = list(report(table, search(table, Search(probes_in(path)))))
    assert lines[-2].startswith("my.yaml:7:31: yaku.x.when without `tsumo`")
    assert lines[-2].endswith(f"said to be redundant, but {path.as_posix()}:10 notices")


def test_a_wrong_file_is_told(tmp_path: Path) -> None:
    path = written(tmp_path, "any 5z tripplets")
    done = CliRunner().invoke(main, [str(path), "--tests", str(tmp_path)])
    assert done.exit_code == 2
    assert "YK216" in done.output


def test_what_is_found_below(tmp_path: Path) -> None:
    for name in ("a.yaml", "b/c.cases.yaml", ".venv/d.yaml", "env/e.yaml", "env/pyvenv.cfg", "f.txt"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("yakulang: 1\n", encoding="utf-8")
    assert [path.name for path in found_below(tmp_path)] == ["a.yaml", "c.cases.yaml"]


def test_examples_and_cases_notice_every_part_of_the_common_rules() -> None:
    """A sample of the parts; all of them by `python -m yakulang.testing.mutants`."""
    mutants = list(mutants_of(riichi()))
    assert len(mutants) == 251
    assert sum(mutant.explained is not None for mutant in mutants) == 8
    assert list(stale(riichi())) == []
    probes = Search(probes_of([CASES]))
    places = {place.path: place for place in places_of(riichi().rulebook)}
    tried = [mutant for mutant in mutants if not mutant.explained][::EVERY]
    left = [str(mutant) for mutant in tried if not probes.noticed(mutant, places[mutant.path])]
    assert not left, "\n".join(left)
    explained = [mutant for mutant in mutants if mutant.explained]
    assert [str(mutant) for mutant in explained if probes.noticed(mutant, places[mutant.path])] == []
    for name in bundled_files():
        if name != "riichi":
            found = search(table_named(name), probes)
            assert [str(one.mutant) for one in found if bool(one.noticed) == bool(one.mutant.explained)] == []
