"""The package holds no rule of mahjong outside `rulesets/`: every file is looked through, whatever its type.

What is not allowed, anywhere in a file, comments and documentation included:

- the id of a yaku of any bundled ruleset, but for the words the condition language has itself;
- the id of a limit. `yakuman` is no exception of ours but a unit, as `han` and `fu` are: a yaku has its value in han or
  in yakuman, and a hand has a number of them.

And in code and data, where documentation may show an example:

- the id or an alias of a bundled ruleset but the root, so that no code asks for one table;
- a number that a rule file gives as points, or that payments come to: 300 and more; and 25, the fu of seven pairs.
  Smaller numbers mean too many other things.
"""

from __future__ import annotations

import ast
import io
import json
import re
import tokenize
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

import yakulang
from yakulang.rules.bundle import bundled_files, rulesets_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(yakulang.__file__).resolve().parent

# words of the condition language that are yaku ids too (facts and adjectives)
OWN_WORDS = {"riichi", "double_riichi", "open_riichi", "ippatsu", "seat_wind", "round_wind"}
UNITS = {"yakuman"}
DRAW_FIELDS = {"tenpai", "exhaustive"}  # fields of `draws:` that every table has, and no kinds of draw

BINARY = {".pyc", ".so", ".pyd"}
TEXTS = {tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}  # f-strings have tokens from 3.12


@dataclass(frozen=True)
class Found:
    """Something that does not belong there."""

    file: str
    line: int
    what: str
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}: {self.text}"


# --- what rules are made of, read from the rule files ------------------------------------------------------


DEFAULT = "default"  # an alias in the rule files: code asks for it without knowing whose it is


@cache
def _documents() -> list[dict[str, Any]]:
    return [yaml.safe_load(path.read_text(encoding="utf-8")) for path in bundled_files().values()]


@cache
def yaku_ids() -> frozenset[str]:
    return frozenset(name for data in _documents() for name in (data.get("yaku") or {})) - OWN_WORDS


@cache
def draw_ids() -> frozenset[str]:
    return frozenset(name for data in _documents() for name in (data.get("draws") or {})) - DRAW_FIELDS


@cache
def limit_ids() -> frozenset[str]:
    return frozenset(name for data in _documents() for name in (data.get("limits") or {})) - UNITS


@cache
def table_names() -> frozenset[str]:
    names: set[str] = set()
    mixins = {yaml.safe_load(p.read_text("utf-8"))["id"] for p in bundled_files().values() if p.parent.name == "local"}
    for data in _documents():
        if "extends" in data and data["id"] not in mixins:
            names |= {data["id"], *data.get("aliases", ())} - {DEFAULT}
    return frozenset(names)


@cache
def rule_numbers() -> frozenset[int]:
    """Return the numbers of 300 and more that rule files give, the payments made of them, and 25."""
    found: set[int] = set()
    for data in _documents():
        for section in ("payments", "limits", "fu", "draws", "pao"):
            found |= {
                int(number) for number in re.findall(r"(?<![\w.])\d+(?![\w.])", json.dumps(data.get(section, {})))
            }
        changes = {path: new for path, new in (data.get("change") or {}).items() if not path.startswith(BETWEEN_HANDS)}
        found |= {int(number) for number in re.findall(r"(?<![\w.])\d+(?![\w.])", json.dumps(changes))}
    bases = [
        han_fu
        for han, fu in product(range(1, 5), (20, 25, *range(30, 111, 10)))
        if (han_fu := fu * 2 ** (han + 2)) < 2000
    ]
    bases += [number for number in found if number >= 1000]
    shares = {-(-base * share // 100) * 100 for base in bases for share in (1, 2, 4, 6)}
    # points at the start and at the end of a game; sticks. No payments are made of them
    table = {25000, 30000, 35000, 40000, 20000, 3000, *_between_hands()}
    return frozenset({25, *(number for number in {*found, *shares, *table} if number >= 300)})


BETWEEN_HANDS = ("setup.", "settlement.")


def _between_hands() -> set[int]:
    found: set[int] = set()
    for data in _documents():
        texts = [json.dumps(data.get(section, {})) for section in ("setup", "settlement")]
        texts += [json.dumps(new) for path, new in (data.get("change") or {}).items() if path.startswith(BETWEEN_HANDS)]
        found |= {int(number) for text in texts for number in re.findall(r"(?<![\w.])\d+(?![\w.])", text)}
    return found


# --- looking ------------------------------------------------------------------------------------------------


def files() -> Iterator[Path]:
    """Yield every file of the package outside the rule files."""
    for path in sorted(PACKAGE.rglob("*")):
        if path.is_file() and rulesets_folder() not in path.parents and path.suffix not in BINARY:
            yield path


def look(name: str, text: str) -> list[Found]:
    """Return what of mahjong's rules stands in a file."""
    found = _words(name, text, yaku_ids() | draw_ids(), "the id of a yaku")
    found += _words(name, text, limit_ids(), "the id of a limit")
    pieces = _python(text) if name.endswith(".py") else _other(text)
    for line, piece in pieces:
        if isinstance(piece, int):
            found += [Found(name, line, "a number of the rules", str(piece))] if piece in rule_numbers() else []
        else:
            inside = _words(name, piece, table_names(), "the name of a table")
            found += [Found(name, line + item.line - 1, item.what, item.text) for item in inside]
            if name.endswith(".py"):
                numbers = [int(number) for number in re.findall(r"(?<![\w.])\d{3,6}(?![\w.])", piece)]
                found += [Found(name, line, "a number of the rules", str(n)) for n in numbers if n in rule_numbers()]
    return sorted(set(found), key=lambda item: (item.line, item.what, item.text))


def _words(name: str, text: str, words: frozenset[str], what: str) -> list[Found]:
    return [
        Found(name, text.count("\n", 0, match.start()) + 1, what, match.group())
        for match in _any_of(words).finditer(text)
    ]


@cache
def _any_of(words: frozenset[str]) -> re.Pattern[str]:
    """Return what finds any of some words; names with a hyphen or in kanji are found as they stand."""
    return re.compile("|".join(rf"(?<![A-Za-z0-9_]){re.escape(word)}(?![A-Za-z0-9_])" for word in sorted(words)))


def _python(text: str) -> Iterator[tuple[int, int | str]]:
    """Yield the numbers and texts of Python code with their lines; documentation is left out."""
    documentation = {
        (node.body[0].value.lineno, node.body[0].value.col_offset)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
        and isinstance(node.body[0].value, ast.Constant)
        and isinstance(node.body[0].value.value, str)
    }
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.NUMBER:
            value = ast.literal_eval(token.string)
            if isinstance(value, int | float) and value == int(value):
                yield token.start[0], int(value)
        elif (token.type in TEXTS and token.start not in documentation) or token.type == tokenize.NAME:
            yield token.start[0], token.string


def _other(text: str) -> Iterator[tuple[int, int | str]]:
    """Yield the numbers and the lines of any other file."""
    for number, line in enumerate(text.splitlines(), 1):
        yield number, line
        for match in re.findall(r"(?<![\w.])\d+(?![\w.])", line):
            yield number, int(match)


# --- tests ------------------------------------------------------------------------------------------------------


def test_no_rule_stands_in_the_package() -> None:
    seen = list(files())
    found = [item for path in seen for item in look(path.relative_to(PACKAGE).as_posix(), path.read_text("utf-8"))]
    assert not found, "\n".join(map(str, ["", *found]))
    # that it looks at all of them: code, grammar, schema, mark of types
    assert {".py", ".lark", ".json", ".typed"} <= {path.suffix for path in seen} | {path.name[2:] for path in seen}
    assert len(seen) > 40


def test_what_is_looked_for() -> None:
    # those of riichi.yaml and the local ones
    assert len(yaku_ids()) == 45 + 82 - len(OWN_WORDS)
    assert {"mangan", "counted_yakuman"} <= limit_ids()
    assert {"m-league", "天鳳"} <= table_names()
    assert {25, 300, 1000, 1920, 2000, 3000, 7700, 8000, 11600, 12000, 25000, 32000, 48000} <= rule_numbers()


@pytest.mark.parametrize(
    ("name", "text", "what", "line"),
    [
        ("a.py", "x = 1\nif 'pinfu' in held:\n    pass\n", "the id of a yaku", 2),
        ("a.py", "# counts chanta\n", "the id of a yaku", 1),
        ("a.py", '"""Reads tenhou."""\n', "the id of a yaku", 1),
        ("a.py", "def toitoi() -> int: ...\n", "the id of a yaku", 1),
        ("a.py", "nagashi_mangan = True\n", "the id of a yaku", 1),
        ("a.py", "limit = mangan\n", "the id of a limit", 1),
        ("a.py", "points = 8_000\n", "a number of the rules", 1),
        ("a.py", "x = {\n  'honba': 300}\n", "a number of the rules", 2),
        ("a.py", "fu = 25\n", "a number of the rules", 1),
        ("a.py", "base = int('1920')\n", "a number of the rules", 1),
        ("a.py", "base = 2e3\n", "a number of the rules", 1),
        ("a.py", "default = 'm-league'\n", "the name of a table", 1),
        ("a.py", "if rules == '天鳳':\n    pass\n", "the name of a table", 1),
        ("a.py", "text = f'pays {x} of 7700'\n", "a number of the rules", 1),
        ("a.lark", "YAKU: /ryanpeikou|iipeikou/\n", "the id of a yaku", 1),
        ("a.json", '{\n "enum": ["riichi", "haitei"]}\n', "the id of a yaku", 2),
        ("a.json", '{"start": 25000}\n', "a number of the rules", 1),
        ("a.md", "Under M-League …\n", "the name of a table", 1),
        ("a", "baiman\n", "the id of a limit", 1),
    ],
)
def test_a_planted_rule_is_found(name: str, text: str, what: str, line: int) -> None:
    found = look(name, text)
    assert (what, line) in {(item.what, item.line) for item in found}, found


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", "if 'riichi' in flags and 'ippatsu' in flags or seat_wind == round_wind:\n    pass\n"),
        ("a.py", "yakuman = sum(multiples)\n"),
        ("a.py", '"""Shows `m-league`, 2000 points."""\n'),
        ("a.py", "MAX = 64\nfor i in range(9, 34): pass\n"),
        ("a.py", "haitei_like = toitoied = 3\n"),
        ("a.json", '{"maxLength": 200}\n'),
    ],
)
def test_what_is_no_rule_is_left_alone(name: str, text: str) -> None:
    assert look(name, text) == []
