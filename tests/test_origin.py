"""A kept ruleset is used while every file that had a say is as it was, and a lazy one is what it was when loaded."""

from __future__ import annotations

import copy
import os
import pickle
import shutil
from pathlib import Path
from threading import Thread

import pytest

from yakulang import Hand, RuleError, Ruleset, Ruling, cache, load_ruleset
from yakulang.engine.kept import lazy, store
from yakulang.engine.kept.lazy import LazyRuleset
from yakulang.rules import origin
from yakulang.rules.bundle import bundled_files, rulesets_folder
from yakulang.rules.catalogue import load_traced

HAND = Hand.parse("234m567m345p67s22s +8s seat=S from=W")
OPEN = Hand.parse("67s22s c(234m) p(555m) c(234m) *8s seat=S")
CLUB = "yakulang: 1\nid: club\nextends: tenhou\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    where = tmp_path / "cache"
    monkeypatch.setenv(cache.VARIABLE, str(where))
    return where


def again(reference: str | Path) -> bool:
    """Load a ruleset; whether it was kept."""
    return isinstance(load_ruleset(reference), LazyRuleset)


# --- bundled files -----------------------------------------------------------------------------------


@pytest.fixture
def rulesets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the bundled files, for the question whether they are as they were."""
    copied = tmp_path / "rulesets"
    shutil.copytree(rulesets_folder(), copied)
    monkeypatch.setattr(origin, "bundled_folder", lambda: str(copied))
    return copied


def test_the_folder_and_the_files_are_those_of_the_loader() -> None:
    assert Path(origin.bundled_folder()).resolve() == rulesets_folder()
    names = {name.removesuffix(".yaml") for name in origin._bundled_names(origin.bundled_folder())}
    assert names == bundled_files().keys()


@pytest.mark.parametrize(
    ("reference", "path", "used"),
    [
        ("tenhou", "tenhou.yaml", False),
        ("tenhou", "riichi.yaml", False),
        ("tenhou", "local/reds-3.yaml", False),  # a mix-in
        ("tenhou", "wording.json", False),
        ("tenhou", "sanma.yaml", True),
        ("kansai-sanma", "local/yaku-triplets.yaml", False),  # of which a mix-in takes single yaku
        ("default", "tenhou.yaml", False),
        ("default", "sanma.yaml", False),  # what it says of its aliases may have changed
    ],
)
def test_a_bundled_file_that_changes(reference: str, path: str, used: bool, rulesets: Path) -> None:
    _, where_from = load_traced(reference)
    assert where_from is not None
    assert origin.unchanged(where_from) is not None
    with (rulesets / path).open("a") as file:
        file.write("\n")
    assert (origin.unchanged(where_from) is not None) == used


@pytest.mark.parametrize(("reference", "used"), [("tenhou", True), ("default", False)])
@pytest.mark.parametrize("change", ["one more", "one less"])
def test_the_list_of_bundled_files(reference: str, change: str, used: bool, rulesets: Path) -> None:
    """A name may stand for another file then; an id stands for its own."""
    _, where_from = load_traced(reference)
    assert where_from is not None
    if change == "one more":
        (rulesets / "aaa.yaml").write_text("yakulang: 1\nid: aaa\naliases: [default]\nextends: riichi\n")
    else:
        (rulesets / "sega-mj.yaml").unlink()
    assert (origin.unchanged(where_from) is not None) == used


def test_a_file_that_is_gone(rulesets: Path) -> None:
    _, where_from = load_traced("tenhou")
    assert where_from is not None
    (rulesets / "tenhou.yaml").unlink()
    assert origin.unchanged(where_from) is None


# --- files of the user -------------------------------------------------------------------------------


@pytest.fixture
def club(tmp_path: Path) -> Path:
    path = tmp_path / "club.yaml"
    path.write_text(CLUB)
    return path


def test_a_file_that_changes(club: Path) -> None:
    assert [again(club), again(club)] == [False, True]
    assert load_ruleset(club).score(HAND).points == 2000
    club.write_text(CLUB + "change: {yaku.pinfu.han: 2}\n")
    assert [again(club), again(club)] == [False, True]
    assert load_ruleset(club).score(HAND).points == 3900
    club.write_text(CLUB + "change: {yaku.pinfuu.han: 2}\n")
    with pytest.raises(RuleError):
        load_ruleset(club)
    club.write_text(CLUB)
    assert load_ruleset(club).score(HAND).points == 2000


def test_a_file_with_the_same_size_and_time(club: Path) -> None:
    club.write_text(CLUB + "change: {yaku.pinfu.han: 2}\n")
    about = club.stat()
    assert load_ruleset(club).score(HAND).points == 3900
    club.write_text(CLUB + "change: {yaku.pinfu.han: 3}\n")
    os.utime(club, ns=(about.st_atime_ns, about.st_mtime_ns))
    assert not again(club)
    assert load_ruleset(club).score(HAND).points == 7700


def test_a_file_that_another_includes(club: Path) -> None:
    club.write_text(CLUB + "include: [more.yaml]\n")
    more = club.parent / "more.yaml"
    more.write_text("yakulang: 1\nid: more\nchange: {yaku.pinfu.han: 2}\n")
    assert [again(club), again(club)] == [False, True]
    more.write_text("yakulang: 1\nid: more\nchange: {yaku.pinfu.han: 3}\n")
    assert not again(club)
    more.unlink()
    with pytest.raises(RuleError):
        load_ruleset(club)


def test_a_file_of_which_another_includes_single_yaku(club: Path) -> None:
    yaku = "three: {name: Three, han: 1, when: exactly 3 triplets}, pair: {name: Pair, han: 1, when: any 5z pairs}"
    more = club.with_name("more.yaml")
    more.write_text(f"yakulang: 1\nid: more\nextends: riichi\nyaku: {{{yaku}}}\n")
    club.write_text(CLUB + "include: [{more.yaml: [three]}, {more.yaml: [pair]}]\n")
    assert not again(club)
    assert again(club)
    assert {"three", "pair"} <= {rule.id for rule in load_ruleset(club).rulebook.yaku}
    more.write_text(more.read_text() + "# changed\n")
    assert not again(club)
    assert again(club)


def test_a_link_that_leads_elsewhere(club: Path) -> None:
    """What it leads to may not lie in the folder, or may build on other files."""
    link = club.parent / "link.yaml"
    inner = club.parent / "inner"
    inner.mkdir()
    (inner / "club.yaml").write_text(CLUB)
    link.symlink_to(club)
    assert [again(link), again(link)] == [False, True]
    link.unlink()
    link.symlink_to(inner / "club.yaml")
    assert not again(link)


def test_what_a_file_is_called(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Places are shown as the user wrote the path, and a path means another file elsewhere."""
    club.write_text(CLUB + "change: {yaku.pinfu.han: 2}\n")
    load_ruleset(club)
    monkeypatch.chdir(club.parent)
    assert [again("club.yaml"), again("club.yaml"), again("./club.yaml"), again(club)] == [False, True, False, True]
    places = [load_ruleset(name).score(HAND).yaku[0].rule for name in ("club.yaml", "./club.yaml", club)]
    assert places == ["club.yaml:4", "./club.yaml:4", f"{club}:4"]
    other = club.parent / "other"
    other.mkdir()
    (other / "club.yaml").write_text(CLUB)
    monkeypatch.chdir(other)
    assert load_ruleset("club.yaml").score(HAND).points == 2000


def test_a_bundled_name_hides_a_file(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (club.parent / "sanma").write_text(CLUB)
    (club.parent / "table").write_text(CLUB)
    monkeypatch.chdir(club.parent)
    for _ in range(2):
        assert [load_ruleset("sanma").id, load_ruleset("table").id] == ["sanma", "club"]


def test_rules_that_are_wrong_are_read_every_time(club: Path, folder: Path) -> None:
    club.write_text(CLUB + "yaku: {x: {han: 1, when: nonsense}}\n")
    for _ in range(2):
        with pytest.raises(RuleError):
            load_ruleset(club)
    assert not folder.exists()


def test_a_text_is_not_kept_and_the_reference_evaluator_neither(folder: Path) -> None:
    load_ruleset("riichi", compiled=False)
    assert not folder.exists()
    load_ruleset("riichi")
    assert not isinstance(load_ruleset("riichi", compiled=False), LazyRuleset)


# --- rule files are read when they are needed --------------------------------------------------------


@pytest.fixture
def ruleset(club: Path) -> LazyRuleset:
    load_ruleset(club)
    found = load_ruleset(club)
    assert isinstance(found, LazyRuleset)
    assert isinstance(found, Ruleset)
    return found


def is_read(ruleset: Ruleset) -> bool:
    return "rulebook" in vars(ruleset)


def test_a_few_hands_need_no_files(ruleset: LazyRuleset) -> None:
    assert ruleset.id == "club"
    assert repr(ruleset) == "<Ruleset club>"
    expected = load_ruleset("tenhou", compiled=False)
    for _ in range(lazy.MOST):
        assert ruleset.score(HAND).points == expected.score(HAND).points
    assert not is_read(ruleset)
    assert ruleset.score(HAND).points == 2000
    assert is_read(ruleset)


@pytest.mark.parametrize("changed", [None, "yakulang: 1\nid: other\nextends: sanma\n", "nonsense"])
def test_they_are_what_they_were(ruleset: LazyRuleset, club: Path, changed: str | None) -> None:
    """A ruleset never changes, though its files are read later."""
    if changed is None:
        club.unlink()
    else:
        club.write_text(changed)
    assert ruleset.rulebook.players == 4
    assert ruleset.rulebook.merged.chain[-1].source.text == CLUB
    assert ruleset.score(HAND).points == 2000


def test_everything_else_asks_the_files(ruleset: LazyRuleset) -> None:
    assert ruleset.payment(han=3, fu=40, seat="S", method="ron").points == 5200
    assert is_read(ruleset)
    with pytest.raises(AttributeError, match="has no nonsense"):
        ruleset.nonsense  # noqa: B018


def test_copies(ruleset: LazyRuleset) -> None:
    for other in (copy.copy(ruleset), pickle.loads(pickle.dumps(ruleset))):  # noqa: S301
        assert other.score(HAND) == ruleset.score(HAND)


def test_hands_made_in_code(ruleset: LazyRuleset) -> None:
    made = Hand(HAND.closed, HAND.win, "ron", seat="S")
    assert ruleset.score(made).points == 2000
    assert not is_read(ruleset)
    wrong = Hand(HAND.closed, HAND.win, "nonsense", seat="S")  # type: ignore[arg-type]
    assert ruleset.score(wrong).status == "invalid"
    with pytest.raises(TypeError, match="takes a Hand"):
        ruleset.score("234m")  # type: ignore[arg-type]


def test_threads(ruleset: LazyRuleset) -> None:
    found: list[Ruling] = []

    def work() -> None:
        found.extend(ruleset.score(OPEN) for _ in range(lazy.MOST))

    threads = [Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4 * lazy.MOST
    assert len({str(ruling.as_json()) for ruling in found}) == 1


def test_a_working_folder_that_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert store.entry_names("tenhou")
    assert [again("tenhou"), again("tenhou")] == [False, True]
