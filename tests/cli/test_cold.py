"""`yakulang score` by a kept ruleset: what it prints is what the rule files say, whatever became of the cache."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import click
import pytest

from yakulang import cache
from yakulang.cli import main, quick
from yakulang.cli.score import score
from yakulang.engine import load
from yakulang.engine.kept import store
from yakulang.rules import origin

if TYPE_CHECKING:
    from collections.abc import Callable

CHECKOUT = Path(__file__).resolve().parents[2]
HAND = "234m567m345p67s22s +8s"
CLOSED = [HAND, "--seat", "S", "--from", "W"]
RIICHI = [*CLOSED, "--with", "riichi,ippatsu"]
DORA = ["12p c(123m) p(555z)<E 45699s *3p", "--seat", "S", "--dora", "4s,1z"]
LIABLE = ["23m99p p(555z)<E p(666z) p(777z)<W +1m", "--seat", "S", "--from", "N"]

CHIPS = ["123789p78s11555z9s", "--rules", "zan", "--with", "riichi,ippatsu"]

READ = load._read
Capture = pytest.CaptureFixture[str]
Outcome = tuple[int, str, str]

# what is answered by kept data
AT_ONCE = [
    CLOSED,
    [HAND],
    [*HAND.split(), "--json"],
    [*CLOSED, "--json", "--honba=2", "--sticks", "1"],
    [HAND, "--lang", "ja"],
    [*RIICHI, "--lang=zh"],
    [*RIICHI, "--sticks", "1", "--ura", "1m", "--rules", "m-league"],
    [*DORA, "--rules", "mahjongsoul", "--lang", "ja"],
    ["123m456p789s11122z", "--tsumo", "--seat", "E", "--with", "riichi,ippatsu"],
    ["1112223334445z *5z", "--seat", "E", "--rules", "majsoul", "--json"],
    ["11m22233355777z n(44z) +5z", "--seat", "S", "--from", "E", "--dora", "4p", "--rules", "tenhou-sanma"],
    ["22m345p67s555m a(9999m) *8s", "--seat", "S", "--dora", "1p", "--dora=2p", "--with", "riichi"],
    ["r5m34m567m345p67s22s +8s", "--seat", "S", "--rules", "m-league"],  # a red five where it counts
    ["234m567p34s678m88p +5s", "--seat", "S", "--from", "N", "--with", "riichi_discard", "--lang", "ja"],
    [HAND, "--with", "立直", "--lang", "ja"],
    ["123m456p78s99m p(111z) +9s", "--seat", "S", "--lang", "zh"],  # no yaku
    ["123m456p789s1122z +3z", "--seat", "S"],  # not complete
    ["19m19p19s1234567z *1m", "--seat", "E"],
    [HAND, "--with", "ippatsu", "--seat", "S", "--lang", "ja"],  # a word that needs another
    ["222234m345p67s22s +2m", "--seat", "S"],  # five copies
    [HAND, "--with", "nonsense", "--lang", "zh"],
    [*CHIPS, "--tsumo", "--ura", "7z", "--seat", "S"],
    [*CHIPS, "--tsumo", "--ura", "7z", "--json"],
]
# and what is not: somebody may be liable, wrong use, words that are none, other commands, other spellings
LEFT = [
    LIABLE,
    [*LIABLE, "--json", "--lang", "ja"],
    [HAND, "--seat", "X"],
    [HAND, "--ron", "--tsumo"],
    [HAND, "--dora", ""],
    [HAND, "--dora"],
    [HAND, "--lang", "fr"],
    [HAND, "--nonsense"],
    [HAND, "--seat", "S", "--seat", "W"],
    ["--", HAND],
    ["--json", "--input", os.devnull],
    [HAND, "--output", "x"],
    [HAND, "--rules", "no-such-rules"],
    [HAND, "--help"],
    [],
    ["not a hand"],
    [HAND, "--liable", "W"],
]


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read the rule files of a ruleset once for all tests."""
    monkeypatch.setattr(load, "_read", _read)


@functools.cache
def _read_once(reference: str) -> Any:
    return READ(reference, None)


def _read(reference: str, texts: Any, **more: Any) -> Any:
    return READ(reference, texts, **more) if texts or not isinstance(reference, str) else _read_once(reference)


@pytest.fixture
def warm(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache that is shared by the tests of this module: what was asked once is kept."""
    monkeypatch.setenv(cache.VARIABLE, str(folder))
    return folder


def outcome(arguments: list[str], capsys: Capture) -> Outcome:
    status = main(["score", *arguments])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def without_cache(arguments: list[str], capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> Outcome:
    with monkeypatch.context() as patch:
        patch.setenv(cache.VARIABLE, "off")
        assert quick.answer(["score", *arguments]) is None
        return outcome(arguments, capsys)


@pytest.mark.parametrize("arguments", [*AT_ONCE, *LEFT], ids=" ".join)
def test_the_same_with_and_without(
    arguments: list[str], warm: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = without_cache(arguments, capsys, monkeypatch)
    assert outcome(arguments, capsys) == expected  # whether it is kept by now or not
    assert outcome(arguments, capsys) == expected
    assert (quick.answer(["score", *arguments]) is not None) == (arguments in AT_ONCE)


def test_options_are_those_of_the_command() -> None:
    """A new option of the command must be known here, or the quick way would not see it."""
    options = {option: p for p in score.params if isinstance(p, click.Option) for option in p.opts}
    of_files = {"--input", "--output", "--keep", "--yaku-ids"}
    assert options.keys() - of_files == {*quick.ONCE, *quick.SEVERAL, *quick.ALONE}
    for table, is_flag, multiple in ((quick.ONCE, 0, 0), (quick.SEVERAL, 0, 1), (quick.ALONE, 1, 0)):
        for option, parameter in table.items():
            found = options[option]
            assert (found.name, found.is_flag, found.multiple) == (parameter, bool(is_flag), bool(multiple))
            assert not found.secondary_opts
            assert found.nargs == 1


@pytest.mark.parametrize("arguments", [a for a in [*AT_ONCE, *LEFT] if quick.plain(a)], ids=" ".join)
def test_options_are_read_as_the_command_reads_them(arguments: list[str]) -> None:
    read = quick.plain(arguments)
    assert read is not None
    text, said = read
    values = dict(score.make_context("score", list(arguments)).params)
    assert " ".join(values.pop("hand")) == text
    assert [values.pop(name) for name in ("source", "target", "keep", "yaku_ids")] == [None, None, (), False]
    assert values == said


# --- a process of its own ----------------------------------------------------------------------------

FORBIDDEN = ("yaml", "lark", "jsonschema", "numpy", "rich", "click", "pathlib", "fractions", "yakulang.lang.typed",
             "yakulang.lang.ir", "yakulang.rules.catalogue", "yakulang.rules.model",
             "yakulang.engine.compiled")  # fmt: skip
LISTING = "import sys; from yakulang.cli import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"


def process(arguments: list[str], folder: Path, code: str = LISTING) -> tuple[str, set[str]]:
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT), cache.VARIABLE: str(folder)}
    command = [sys.executable, "-c", code, "score", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60, check=True)
    return done.stdout, set(done.stderr.split())


@pytest.mark.parametrize(
    "arguments", [CLOSED, [*RIICHI, "--lang", "ja", "--json"], [*CHIPS, "--ron", "--seat", "S"]], ids=" ".join
)
def test_what_is_imported(arguments: list[str], warm: Path) -> None:
    first, _ = process(arguments, warm)
    second, modules = process(arguments, warm)
    assert second == first
    assert sorted(modules & set(FORBIDDEN)) == []
    assert "dataclasses" in modules


def test_no_colour_library_on_a_terminal(warm: Path) -> None:
    pretend = "import sys, os; sys.stdout.isatty = lambda: True; os.environ['TERM'] = 'xterm'; " + LISTING
    process(CLOSED, warm)
    out, modules = process(CLOSED, warm, pretend)
    assert "\x1b[1m" in out
    assert sorted(modules & set(FORBIDDEN)) == []


def test_processes_at_once(tmp_path: Path) -> None:
    """All begin with an empty cache; each prints the same."""
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT), cache.VARIABLE: str(tmp_path)}
    command = [sys.executable, "-m", "yakulang", "score", *CLOSED]
    running = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) for _ in range(2)]
    printed = {process.communicate(timeout=60)[0] for process in running}
    assert len(printed) == 1
    assert b"2000" in printed.pop()
    assert [path.suffix for path in tmp_path.iterdir()] == [".json"]


# --- data that are not what they were ----------------------------------------------------------------


def entry_of(name: str, arguments: list[str], capsys: Capture) -> tuple[str, dict[str, Any]]:
    """Return the name of the entry of a ruleset, and its data."""
    outcome(arguments, capsys)
    (where,) = (n for n in store.entry_names(name) if cache.read(n) is not None)
    return where, cache.read(where)


def test_entries_of_other_versions_are_not_used(warm: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    entry_of("default", CLOSED, capsys)
    assert store.find("default") is not None
    monkeypatch.setattr(store, "__version__", "0.0.0")
    assert store.find("default") is None


def test_a_changed_module_counts_as_another_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(origin, "PACKAGE", str(tmp_path))
    (tmp_path / "lang").mkdir()
    module = tmp_path / "lang" / "x.py"
    states = [origin.made_by("1"), origin.made_by("2")]
    module.write_text("x = 1\n")
    states.append(origin.made_by("1"))
    os.utime(module, ns=(1, 1))
    states.append(origin.made_by("1"))
    assert len(set(states)) == 4
    assert origin.made_by("1") == states[-1]


BROKEN: list[Callable[[dict[str, Any]], Any]] = [
    lambda data: data.clear(),
    lambda data: data.update(origin=None),
    lambda data: data["origin"].update(bundled={"../../secret": "x"}),
    lambda data: data.update(rules=[]),
    lambda data: data["rules"].pop("book"),
    lambda data: data["rules"].update(steps=[[99, 0]]),
    lambda data: data["rules"].update(steps=[[2, 0, 0]]),  # a step that asks for itself
    lambda data: data["rules"]["steps"].insert(0, [13, 5, 5]),  # and one for those that come later
    lambda data: data["rules"].update(steps="import os"),
    lambda data: data["rules"]["steps"].__setitem__(0, [0, 1 << 99]),
    lambda data: data["rules"]["index"].update(held=999),
    lambda data: data["rules"]["index"].update(extra="x"),
    lambda data: [rule.update(names={"en": 7}) for rule in data["rules"]["book"]["yaku"]],
    lambda data: [rule.update(when=None) for rule in data["rules"]["book"]["yaku"]],
    lambda data: [rule.update(when={"": "When", "place": 10**9}) for rule in data["rules"]["book"]["yaku"]],
    lambda data: data["rules"]["book"].update(order=[10**9]),
    lambda data: data["rules"]["book"]["payments"].update(base_span={"": "Span", "place": 3, "text": 3}),
]


@pytest.mark.parametrize("number", range(len(BROKEN)))
def test_data_that_were_tampered_with(
    number: int, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever writes a digest that fits can't make more of it than the rule files say, or else numbers they chose."""
    expected = without_cache(CLOSED, capsys, monkeypatch)
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    where, data = entry_of("default", CLOSED, capsys)
    BROKEN[number](data)
    cache.write(where, data)
    assert outcome(CLOSED, capsys) == expected


def test_random_changes_of_data(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is an answer, whatever it is, and no traceback; the time is bounded."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    where, data = entry_of("default", RIICHI, capsys)
    text, rng = json.dumps(data), Random(5)
    answered = 0
    for _ in range(120):
        changed = json.loads(text)
        here: Any = changed["rules"]
        while True:
            key = rng.choice(list(here) if isinstance(here, dict) else range(len(here)))
            if not here[key] or not isinstance(here[key], dict | list) or rng.random() < 0.05:
                break
            here = here[key]
        here[key] = rng.choice([None, -1, 0, 7, 10**12, "x", "", [], {}, [[1]], True, 1.5])
        cache.write(where, changed)
        found = quick.answer(["score", *RIICHI])
        answered += found is not None
        if found is not None:
            found.printed()
    capsys.readouterr()
    assert 20 < answered < 120
