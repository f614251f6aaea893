"""Every diagnostic: its entry in the registry, and an input whose answer is compared word for word.

The fixtures stand in `diagnostics/`, a file a range of codes. After a change of wording, `pytest --update-diagnostics`
writes the answers anew; review them by `git diff`.
"""

from __future__ import annotations

import ast
import io
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from lang_tools import checker, written

import yakulang
from yakulang import Hand, load_ruleset, ruleset_from_text
from yakulang.cli.checking import check_files
from yakulang.cli.csv_rows import CsvRow, CsvRows
from yakulang.cli.lines import JsonLines, TextLines
from yakulang.engine.match_file import are_lines, read_sheet
from yakulang.engine.match_fold import fold
from yakulang.engine.timeline import timeline
from yakulang.errors import Diagnostic, YakulangError, render
from yakulang.report.why_not import unknown_yaku
from yakulang.rules.bundle import bundled_files
from yakulang.rules.lint.codes import LINTS
from yakulang.rules.reader import read_file
from yakulang.source import Source
from yakulang.table.seeded import seeded_table
from yakulang.table.tile_set import check_text
from yakulang.testing.cases import read_cases

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

PACKAGE = Path(yakulang.__file__).resolve().parent
FOLDER = Path(__file__).parent / "diagnostics"
CODE = re.compile(r"YK[0-9]{3}")
HEAD = "yakulang: 1\nid: my\nextends: tenhou\n"

# --- the registry -------------------------------------------------------------------------------------------


@cache
def registry() -> dict[str, dict[str, Any]]:
    """The entries of `codes.yaml` by code; a code that stands twice is a mistake."""
    found: dict[str, dict[str, Any]] = {}
    for group in yaml.safe_load((PACKAGE / "codes.yaml").read_text("utf-8")):
        for code, entry in group["codes"].items():
            assert code.startswith(group["range"]), code
            assert code not in found, code
            found[code] = entry
    return found


def names_of(code: str) -> set[str]:
    """The stable words that may stand beside a code."""
    name = registry()[code].get("name", [])
    return {name} if isinstance(name, str) else set(name)


def trees() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_text("utf-8"))


def texts(node: ast.AST) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def test_every_code_is_registered_and_every_entry_used() -> None:
    used: dict[str, str] = {}
    for name, tree in trees():
        for text in texts(tree):
            if CODE.fullmatch(text):
                used.setdefault(text, name)
    missing = {code: name for code, name in used.items() if code not in registry()}
    assert not missing, f"add these codes to yakulang/codes.yaml: {missing}"
    assert not registry().keys() - used.keys(), "these entries of yakulang/codes.yaml are used nowhere"


def test_entries_are_complete() -> None:
    fields = {"severity", "name", "title", "means", "do"}
    for code, entry in registry().items():
        assert {"title", "means", "do"} <= entry.keys() <= fields, code
        assert all(isinstance(entry[field], str) and entry[field].strip() for field in ("title", "means", "do")), code
        assert not entry["title"].endswith("."), code
        assert entry["means"].endswith((".", "?")), code
        assert entry.get("severity", "error") == ("warning" if code in LINTS else "error"), code


def test_names_in_calls_are_registered() -> None:
    for file, tree in trees():
        for call in ast.walk(tree):
            if not isinstance(call, ast.Call):
                continue
            codes = [a.value for a in call.args if isinstance(a, ast.Constant) and CODE.fullmatch(str(a.value))]
            given = [keyword.value for keyword in call.keywords if keyword.arg == "name"]
            if isinstance(call.func, ast.Name) and call.func.id == "Fault" and len(call.args) > 2:
                given.append(call.args[2])
            for code in codes:
                names = {a.value for a in given if isinstance(a, ast.Constant)}
                assert names <= names_of(str(code)), f"{file}:{call.lineno}: {names}"


# --- the fixtures -------------------------------------------------------------------------------------------


def caught(act: Callable[[], object]) -> tuple[Diagnostic, ...]:
    try:
        act()
    except YakulangError as error:
        return error.diagnostics
    return ()


def spelt(value: Any) -> Any:
    """An input with its long parts written out: `{before:, repeat:, times:, after:}`, the part perhaps with NUMBER."""
    if isinstance(value, dict) and "repeat" in value:
        part, times = value["repeat"], value["times"]
        if isinstance(part, list):
            return part * times
        parts = [part.replace("NEXT", str(n + 1)).replace("NUMBER", str(n)) for n in range(times)]
        return "".join([value.get("before", ""), *parts, value.get("after", "")])
    return {key: spelt(item) for key, item in value.items()} if isinstance(value, dict) else value


def _rules(case: dict[str, Any], _: Path) -> tuple[Diagnostic, ...]:
    return caught(lambda: ruleset_from_text(case["rules"], "my.yaml"))


def _added(case: dict[str, Any], _: Path) -> tuple[Diagnostic, ...]:
    return caught(lambda: ruleset_from_text(HEAD + case["added"], "my.yaml"))


def _condition(case: dict[str, Any], _: Path) -> tuple[Diagnostic, ...]:
    return caught(lambda: checker().condition(written(case["condition"]), case.get("slot", "yaku")))


def _hand(case: dict[str, Any], _: Path) -> tuple[Diagnostic, ...]:
    """A hand as text with arguments; one that can be read is scored."""
    found: list[Diagnostic] = []

    def act() -> None:
        ruling = _ruleset(case.get("under", "tenhou")).score(Hand.parse(case["hand"], **case.get("arguments", {})))
        found.extend(ruling.errors)

    return (*caught(act), *found)


def _winners(case: dict[str, Any], _: Path) -> tuple[Diagnostic, ...]:
    """Hands of several winners as text, each with its number."""
    hands = [Hand.parse(text, **case.get("arguments", {})) for text in case["winners"]]
    return _ruleset(case.get("under", "tenhou")).score_winners(hands).errors


def _record(case: dict[str, Any], _: Path) -> tuple[Diagnostic, ...]:
    return caught(lambda: Hand.from_record(case["record"]))


def _line(case: dict[str, Any], _: Path) -> tuple[Diagnostic, ...]:
    data = case["line"].encode("latin-1") if isinstance(case["line"], str) else b"a" * case["line"]
    stream = io.BytesIO(data)
    return tuple(line.problem for line in JsonLines(TextLines(stream, stream)) if line.problem)


def _csv(case: dict[str, Any], _: Path) -> tuple[Diagnostic, ...]:
    """A CSV file."""
    stream = io.BytesIO(case["csv"].encode())
    rows: list[CsvRow] = []
    told = caught(lambda: rows.extend(CsvRows(TextLines(stream, stream, "hands.csv"))))
    return (*told, *(row.problem for row in rows if row.problem))


def _bytes(case: dict[str, Any], folder: Path) -> tuple[Diagnostic, ...]:
    path = folder / "my.yaml"
    path.write_bytes(b"a" * case["bytes"] if isinstance(case["bytes"], int) else bytes.fromhex(case["bytes"]))
    return caught(lambda: read_file(path, "my.yaml"))


def _files(case: dict[str, Any], folder: Path) -> tuple[Diagnostic, ...]:
    """Files in a folder, of which the first is loaded."""
    for name, text in case["files"].items():
        (folder / name).write_text(text, "utf-8")
    return caught(lambda: load_ruleset(next(iter(case["files"]), "none.yaml")))


def _chain(case: dict[str, Any], folder: Path) -> tuple[Diagnostic, ...]:
    """Files of which each extends the next."""
    files = {f"f{n}.yaml": f"yakulang: 1\nid: f{n}\nextends: f{n + 1}.yaml\n" for n in range(case["chain"])}
    return _files({"files": files}, folder)


def _checked(case: dict[str, Any], folder: Path) -> tuple[Diagnostic, ...]:
    (folder / "my.yaml").write_text(case["checked"], "utf-8")
    return check_files(["my.yaml"])[0].problems


def _cases(case: dict[str, Any], folder: Path) -> tuple[Diagnostic, ...]:
    (folder / "my.cases.yaml").write_text(case["cases"], "utf-8")
    return caught(lambda: read_cases(folder / "my.cases.yaml", "my.cases.yaml"))


def _asked(case: dict[str, Any], _: Path) -> tuple[Diagnostic, ...]:
    return (unknown_yaku(case["asked"], _ruleset("tenhou").rulebook, "--why-not"),)


def _events(case: dict[str, Any], _: Path) -> tuple[Diagnostic, ...]:
    return caught(lambda: timeline(_ruleset("tenhou"), case["events"]))


def _settled(case: dict[str, Any], _: Path) -> tuple[Diagnostic, ...]:
    """The end of a game, as `settle` is told it."""
    return caught(lambda: _ruleset(case.get("under", "tenhou")).settle(**case["settle"]))


def _drawn(case: dict[str, Any], _: Path) -> tuple[Diagnostic, ...]:
    """A hand that nobody won."""
    return caught(lambda: _ruleset(case.get("under", "tenhou")).draw(**case["draw"]))


def _match(case: dict[str, Any], _: Path) -> tuple[Diagnostic, ...]:
    """A score sheet."""
    rules = _ruleset(case.get("under", "tenhou"))

    def act() -> None:
        sheet = read_sheet(Source("<match>", case["match"]), rules.rulebook, lines=are_lines(case["match"]))
        fold(rules, sheet.entries, sheet.players, sheet.start, sheet.start_place)

    return caught(act)


def _table(case: dict[str, Any], _: Path) -> tuple[Diagnostic, ...]:
    """A table from a seed."""
    return caught(lambda: seeded_table(_ruleset(case.get("under", "tenhou")).rulebook, **case["table"]))


def _set(case: dict[str, Any], _: Path) -> tuple[Diagnostic, ...]:
    """A set of tiles."""
    return check_text(_ruleset(case.get("under", "tenhou")).rulebook, case["set"])[1]


def _batch(case: dict[str, Any], _: Path) -> tuple[Diagnostic, ...]:
    pyarrow = pytest.importorskip("pyarrow")
    return caught(lambda: _ruleset("tenhou").score_batch(pyarrow.table(case["batch"])))


@cache
def _ruleset(name: str) -> Any:
    return load_ruleset(name) if name.isidentifier() else ruleset_from_text(name, "my.yaml")


KINDS = {
    "rules": _rules, "added": _added, "condition": _condition, "hand": _hand, "winners": _winners, "record": _record,
    "line": _line, "csv": _csv, "bytes": _bytes, "files": _files, "chain": _chain, "checked": _checked, "cases": _cases,
    "asked": _asked, "events": _events, "batch": _batch, "settle": _settled, "table": _table, "set": _set,
    "draw": _drawn,
    "match": _match,
}  # fmt: skip
ELSEWHERE = {
    "YK120": "said where the reader of a file stops without a place, which no text is known to bring about",
    "YK361": "merged values are checked by the schema first",
    "YK363": "merged values are checked by the schema first",
    "YK370": "tests/cli: the command `rules show`", "YK566": "the readers of hands say YK528 first",
    "YK568": "tests/test_liability.py: one of several seats of the winner; else YK528 is said first",
    "YK606": "tests/cli: a damaged file",
    "YK623": "tests/test_batch.py: without numpy",
    "YK567": "tests/test_api.py: hands that code builds", "YK713": "tests/testing: payments of a case",
}  # fmt: skip


def fixtures() -> list[dict[str, Any]]:
    return [case for path in sorted(FOLDER.glob("*.yaml")) for case in yaml.safe_load(path.read_text("utf-8"))]


def told_of(case: dict[str, Any], folder: Path) -> tuple[Diagnostic, ...]:
    kind = next(name for name in KINDS if name in case)
    found = KINDS[kind](spelt(case), folder)
    return tuple(sorted(found, key=lambda d: (d.span.start if d.span else -1, d.code)))


BUNDLED = "|".join(map(re.escape, bundled_files()))


def rendered(told: Iterable[Diagnostic]) -> str:
    """What is printed; lines of bundled files go by no number, so that they may move."""
    lines = "\n".join(map(render, told)).split("\n")
    for place, line in enumerate(lines):
        if re.match(rf"  --> ({BUNDLED})\.yaml:", line):
            lines[place] = re.sub(r":[0-9]+:[0-9]+$", "", line)
            lines[place + 1] = re.sub(r"^ *[0-9]+ \|", "     |", lines[place + 1])
    return re.sub(rf"\b({BUNDLED})\.yaml:[0-9]+", r"\1.yaml", "\n".join(lines))


@pytest.mark.parametrize("case", fixtures(), ids=lambda case: case["code"])
def test_what_is_said(case: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    told = told_of(case, tmp_path)
    assert rendered(told) == case["told"].rstrip("\n")
    assert case["code"] in {diagnostic.code for diagnostic in told}
    for diagnostic in told:
        assert diagnostic.severity == registry()[diagnostic.code].get("severity", "error")
        assert (diagnostic.name is None) == (not names_of(diagnostic.code))
        assert diagnostic.name is None or diagnostic.name in names_of(diagnostic.code)
        assert diagnostic.as_json()["code"] == diagnostic.code


def test_every_code_has_a_fixture() -> None:
    there = {case["code"] for case in fixtures()}
    missing = sorted(registry().keys() - there - ELSEWHERE.keys())
    assert not missing, f"add inputs for these to tests/diagnostics, then pytest --update-diagnostics: {missing}"
    assert not there & ELSEWHERE.keys()
