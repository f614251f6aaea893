"""Files and hands from people who mean no good: each ends in a diagnostic, soon, without running or reading anything.

Every input goes to the command line in a process of its own, with bounds on time and memory far above what it needs.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import yakulang
from yakulang import RuleError, ruleset_from_text
from yakulang.testing.fuzz import HANDS, RECORDS, RULES, fuzz

if TYPE_CHECKING:
    from collections.abc import Callable

HEAD = "yakulang: 1\nid: my\nextends: tenhou\n"
HAND = "123m456p78s11m555z +9s"
SECONDS = 20  # a bound for machines under load; each takes a second or less
MEMORY = 2 << 30  # bytes
LONG_ANSWER = 200_000  # characters


def run(folder: Path, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command line in a folder."""

    def bound() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    environment = {**os.environ, "PYTHONPATH": str(Path(yakulang.__file__).parents[1]), "NO_COLOR": "1"}
    return subprocess.run(
        [sys.executable, "-m", "yakulang", *arguments],
        cwd=folder, env=environment, input=stdin, capture_output=True, text=True, timeout=SECONDS, check=False,
        preexec_fn=bound,
    )  # fmt: skip


def refused(done: subprocess.CompletedProcess[str]) -> str:
    """The answer of a command that must refuse its input."""
    answer = done.stderr + done.stdout
    assert done.returncode in {1, 2}, answer[:2000]
    assert "Traceback" not in answer, answer[:4000]
    assert "error[YK" in answer, answer[:2000]
    assert len(answer) < LONG_ANSWER
    assert "\0" not in answer
    assert "\u202e" not in answer
    return answer


def chain(kind: str, count: int, link: str, start: str, use: str) -> str:
    names = "".join(f"  t{n}: {link.replace('PREVIOUS', f't{n - 1}')}\n" for n in range(1, count))
    return (
        f"{HEAD}{kind}:\n  t0: {start}\n{names}yaku: {{a: {{han: 1, when: {use.replace('LAST', f't{count - 1}')}}}}}\n"
    )


RULE_FILES = {
    "aliases of aliases": "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 20_000)),
    "brackets 10,000 deep": f"a: {'[' * 10_000}",
    "braces 10,000 deep": "{a: " * 10_000,
    "closed brackets 10,000 deep": f"a: {'[' * 10_000}{']' * 10_000}",
    "indented 1,900 deep": "".join(f"{' ' * n}a:\n" for n in range(1900)),
    "dashes 10,000 deep": f"a:\n  {'- ' * 10_000}",
    "a megabyte of (": "(" * 1_000_000,
    "a condition of a megabyte of (": f"{HEAD}yaku: {{a: {{han: 1, when: {'(' * 1_000_000}}}}}\n",
    "not not not": f"{HEAD}yaku: {{a: {{han: 1, when: {'not ' * 500}riichi}}}}\n",
    "a sum of many": f"{HEAD}yaku: {{a: {{han: 1, when: {'1 - ' * 500}1 == 1}}}}\n",
    "a power of powers": f"{HEAD}limits: {{a: {{base: {'9 ^ ' * 40}9}}}}\n",
    "dunder yaku": f"{HEAD}yaku: {{__class__: {{han: 1, when: riichi}}}}\n",
    "dunder words": f"{HEAD}yaku: {{a: {{han: 1, when: __import__ and __builtins__}}}}\n",
    "a call": f"{HEAD}yaku: {{a: {{han: 1, when: __import__('os').system('touch ran')}}}}\n",
    "dunder paths": f"{HEAD}change: {{__class__.__init__.__globals__: 1, yaku.__dict__: 1}}\n",
    "dunder facts": f"{HEAD}facts: {{__init__: {{type: flag, doc: x}}}}\n",
    "tags": "a: !!python/object/apply:os.system ['touch ran']\nb: !!python/name:os.system x\n",
    "a tag for all": "!!python/object/new:os.system [touch ran]\n",
    "NUL bytes": HEAD + "about: " + "\0" * 100_000,
    "right to left": f"{HEAD}yaku: {{a: {{han: 1, when: riichi \u202e and ron}}}}\n",
    "full width": f"{HEAD}ｙａｋｕ：｛ａ：　１｝\n",
    "full width condition": f"{HEAD}yaku: {{a: {{han: 1, when: ｒｉｉｃｈｉ　ａｎｄ　ｒｏｎ}}}}\n",
    "terms that double": chain("terms", 60, "(PREVIOUS and tsumo) or (PREVIOUS and ron)", "riichi", "LAST"),
    "terms in terms": chain("terms", 3000, "not PREVIOUS", "riichi", "LAST"),
    "traits that double": chain("traits", 60, "(PREVIOUS and red) or (PREVIOUS and 5z)", "5z", "any LAST tiles"),
    "traits in traits": chain("traits", 3000, "not PREVIOUS", "5z", "any LAST tiles"),
    "yaku in yaku": f"{HEAD}yaku:\n"
    + "".join(f"  y{n}: {{han: 1, when: held(y{n + 1})}}\n" for n in range(3000))
    + "  y3000: {han: 1, when: riichi}\n",
    "5,000 yaku": HEAD + "yaku:\n" + "".join(f"  y{n}: {{han: 1, when: riichi}}\n" for n in range(5000)),
    "2,000 misspelt yaku": HEAD
    + "yaku:\n"
    + "".join(f"  number_{n}: {{han: 1, when: held(nummber_{n})}}\n" for n in range(2000)),
    "2,000 misspelt changes": HEAD + "change:\n" + "".join(f"  yaku.y{n}.han: 1\n" for n in range(2000)),
    "2,000 misspelt sections": HEAD + "".join(f"yakku{n}: 1\n" for n in range(2000)),
    "2,000 wordy conditions": HEAD
    + "yaku:\n"
    + "".join(f"  y{n}: {{han: 1, when: {'any red tiles and ' * 20}if any pungs}}\n" for n in range(2000)),
    "letters that multiply": HEAD + "yaku: {a: {han: 1, when: tiles contain "
    "red na red ka called na called ka winning na winning ka simple na simple ka red nb red kb}}\n",
    "a path of 100,000 names": f"{HEAD}disable: [{'yaku.' * 100_000}x]\n",
    "an id of a megabyte": f"{HEAD}{'a' * 1_000_000}: 1\n",
    "a number of a megabyte": f"{HEAD}minimum_han: {'9' * 1_000_000}\n",
    "a hundred thousand merges": "<<<<<<< a\n" * 100_000,
    "half a million questions": "? " * 500_000,
    "itself": "yakulang: 1\nid: my\nextends: my.yaml\n",
    "includes itself": f"{HEAD}include: [my.yaml]\n",
    "4,000 missing files": f"{HEAD}include: [{', '.join(f'f{n}.yaml' for n in range(4000))}]\n",
    "5,000 wrong fields": HEAD + "yaku:\n" + "".join(f"  y{n}: {{hann: 1, wen: x}}\n" for n in range(2500)),
    "5,000 wrong fields, each another": HEAD
    + "yaku:\n"
    + "".join(f"  y{n}: {{hann{n}: 1, wen{n}: x}}\n" for n in range(2500)),
    "8,000 entries taken out": f"{HEAD}disable: [{', '.join(f'yaku.y{n}' for n in range(8000))}]\n",
    "a tag of two megabytes": f"{HEAD}about: !{'a' * 1_900_000} x\n",
    "a file above": "yakulang: 1\nid: my\nextends: ../../etc/passwd\n",
    "a file above, with its ending": "yakulang: 1\nid: my\nextends: ../secret.yaml\n",
    "a file of the system": "yakulang: 1\nid: my\nextends: /etc/passwd\n",
    "an address": "yakulang: 1\nid: my\nextends: https://example.org/rules.yaml\n",
    "a link out of the folder": "yakulang: 1\nid: my\nextends: link.yaml\n",
    "a device": "yakulang: 1\nid: my\nextends: zero.yaml\n",
}


@pytest.mark.parametrize("command", ["score", "check"])
@pytest.mark.parametrize("name", RULE_FILES)
def test_rule_files(name: str, command: str, tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").write_text("root:x:0:0\n")
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "my.yaml").write_text(RULE_FILES[name], "utf-8")
    (folder / "link.yaml").symlink_to("../secret.yaml")
    (folder / "zero.yaml").symlink_to("/dev/zero")
    arguments = ("score", HAND, "--rules", "my.yaml") if command == "score" else ("check", "my.yaml")
    answer = refused(run(folder, *arguments))
    assert "root:" not in answer
    assert not [path for path in tmp_path.rglob("*") if path.name == "ran"]


def _sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(100_000_000)


UNUSUAL: dict[str, Callable[[Path], None]] = {
    "100 MB": _sparse,
    "a pipe": os.mkfifo,
    "a folder": Path.mkdir,
    "a link to itself": lambda path: path.symlink_to(path.name),
    "an endless device": lambda path: path.symlink_to("/dev/zero"),
}


@pytest.mark.parametrize("name", UNUSUAL)
def test_what_is_no_rule_file(name: str, tmp_path: Path) -> None:
    UNUSUAL[name](tmp_path / "my.yaml")
    for arguments in (("score", HAND, "--rules", "my.yaml"), ("check", "my.yaml")):
        assert "error[YK10" in refused(run(tmp_path, *arguments))


TEXTS = {
    "a megabyte would not fit on a command line; 100,000 (": "(" * 100_000,
    "digits": "1" * 100_000,
    "melds in melds": "c(" * 1000 + "123m" + ")" * 1000,
    "right to left": f"{HAND[:-3]}\u202e+9s",
    "full width": "１２３ｍ４５６ｐ７８ｓ１１ｍ５５５ｚ　＋９ｓ",
    "control characters": f"{HAND}\x1b[2J\x07",
    "dunder words": f"{HAND} with=__class__,__init__ seat=S",
    "dunder keys": f"{HAND} __class__=S",
    "endless numbers": f"{HAND} honba={'9' * 1500}",
    "many words": f"{HAND} with={','.join(f'w{n}' for n in range(300))} seat=S",
    "nothing but marks": "'" * 2000,
    "kanji": "東" * 2000,
}


@pytest.mark.parametrize("name", TEXTS)
def test_hands(name: str, tmp_path: Path) -> None:
    refused(run(tmp_path, "score", TEXTS[name], "--rules", "tenhou"))


RECORD = {"closed": "123m456p78s11m555z", "win": "9s", "method": "ron", "seat": "S"}
LINES = {
    "deep": "[" * 100_000,
    "deep objects": '{"a":' * 100_000,
    "an endless line": "9" * 3_000_000,
    "endless digits": f'{{"honba": {"9" * 100_000}}}',
    "huge numbers": json.dumps(RECORD | {"honba": 10**300}),
    "not a number": '{"honba": NaN}',
    "infinite": '{"honba": 1e999}',
    "dunder keys": json.dumps(RECORD | {"__class__": "x"}),
    "dunder facts": json.dumps(RECORD | {"facts": {"__init__": 1}}),
    "10,000 melds": json.dumps(RECORD | {"melds": [{"type": "pon", "tiles": "555z"}] * 10_000}),
    "half a character": '{"closed": "\\ud800"}',
    "NUL": json.dumps(RECORD | {"win": "\0"}),
}


@pytest.mark.parametrize("name", LINES)
def test_lines_of_a_batch(name: str, tmp_path: Path) -> None:
    done = run(tmp_path, "score", "--rules", "tenhou", "--input", "-", stdin=f"{LINES[name]}\n{json.dumps(RECORD)}\n")
    refused(done)
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert [result["line"] for result in results] == [1, 2]
    assert results[1]["ruling"]["status"] == "ok"  # the rest is scored


def test_a_batch_without_an_end(tmp_path: Path) -> None:
    done = run(tmp_path, "score", "--rules", "tenhou", "--input", "/dev/zero")
    refused(done)
    (result,) = map(json.loads, done.stdout.splitlines())
    assert result["error"]["message"] == "the line does not end within 268,435,456 bytes; nothing behind it is read"
    assert result["line"] == 1


def test_a_batch_of_100_mb_in_one_line(tmp_path: Path) -> None:
    _sparse(tmp_path / "hands.jsonl")
    assert "error[YK601]" in refused(run(tmp_path, "score", "--rules", "tenhou", "--input", "hands.jsonl"))


@pytest.mark.parametrize("kind", [RULES, HANDS, RECORDS])
@pytest.mark.parametrize("seed", [1, 2])
def test_broken_inputs_end_in_an_answer(kind: str, seed: int) -> None:
    tally = fuzz(seed, 100 if kind == RULES else 400, (kind,))
    assert not tally.failed, "\n".join(tally.failed[:3])
    assert tally.read
    assert tally.refused


def test_a_bracket_left_open_above_a_comment_at_the_end() -> None:
    rest = "none is double, no renhou, the draw after a kan has its 2 fu,"
    text = f"yakulang: 1\nid: m-league\naliases: [mleague, m_league, M-Lea\n  # {rest}"
    with pytest.raises(RuleError) as caught:
        ruleset_from_text(text, "broken.yaml")
    (problem,) = caught.value.diagnostics
    assert problem.code in {"YK122", "YK124"}
    assert problem.span
    assert problem.span.line in {3, 4}
