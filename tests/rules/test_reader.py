"""Reading rule files: what plain values mean, where they stand, what is refused and in which words."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from yakulang.errors import RuleError
from yakulang.rules import compose
from yakulang.rules.bundle import bundled_files
from yakulang.rules.many import MOST, everything
from yakulang.rules.nodes import MapNode, Scalar, SeqNode, find, leaves, place, plain, same
from yakulang.rules.reader import MAX_BYTES, read, read_file
from yakulang.source import Source

if TYPE_CHECKING:
    from pathlib import Path

THEIR_WORDS = re.compile(
    r"while (scanning|parsing)|did not find|found (character|unexpected)|token|mapping values|block"
)


def tree(text: str) -> MapNode:
    return read(Source("my.yaml", text))


def refusal(text: str) -> RuleError:
    with pytest.raises(RuleError) as caught:
        tree(text)
    return caught.value


def attempt(text: str) -> tuple[MapNode | None, RuleError | None]:
    try:
        return tree(text), None
    except RuleError as error:
        return None, error


def scalar(root: MapNode, *path: str) -> Scalar:
    node = find(root, path)
    assert isinstance(node, Scalar)
    return node


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("true", True), ("False", False), ("null", None), ("~", None), ("", None),
        ("0", 0), ("-3", -3), ("+4", 4), ("0o17", 15), ("0xff", 255), ("1.5", 1.5), (".5", 0.5), ("2e3", 2000.0),
        ("yes", "yes"), ("on", "on"), ("off", "off"), ("010", "010"), ("12:30", "12:30"), ("1_000", "1_000"),
        ("2026-11-29", "2026-11-29"), ("1e", "1e"), (".", "."), ("-", "-"), (".e5", ".e5"), (".inf", ".inf"),
        (".nan", ".nan"), ("1e999", "1e999"), ("'12'", "12"), ('"true"', "true"), ("0b1", "0b1"), ("٣", "٣"),
    ],
)  # fmt: skip
def test_plain_values(written: str, value: object) -> None:
    node = scalar(tree(f"a: {{b: {written}}}"), "a", "b")
    assert node.value == value
    assert type(node.value) is type(value)


def test_keys_are_text() -> None:
    assert list(tree("1: a\n5m: b\non: c\n~: d\ntrue: e\n'x y': f\n").items) == ["1", "5m", "on", "~", "true", "x y"]


def test_places() -> None:
    text = "yaku:\n  tanyao:   # comment\n    when: all tiles are simple   # more\n    han: {closed: 1, open: 2}\n"
    root = tree(text)
    when = scalar(root, "yaku", "tanyao", "when")
    assert when.span.text == "all tiles are simple"
    assert str(when.at(4, 9)) == "my.yaml:3:15"
    assert when.at(4, 9).text == "tiles"
    assert scalar(root, "yaku", "tanyao", "han", "open").span.text == "2"
    han = find(root, ("yaku", "tanyao", "han"))
    assert han is not None
    assert han.span.text == "{closed: 1, open: 2}"
    assert root.span.text == text.rstrip()
    assert place(root, ("yaku", "tanyao")).text == "tanyao"
    assert place(root, ("yaku", "nothing", "x")).text == "yaku"


def test_place_after_wide_characters_and_windows_line_ends() -> None:
    root = tree("name: {ja: 平和🀄, en: x}\r\nwhen: 東 and x\r\n")
    assert scalar(root, "name", "ja").span.text == "平和🀄"
    assert scalar(root, "when").at(3, 4).text == "n"
    assert scalar(root, "when").span.line == 2


@pytest.mark.parametrize(
    ("written", "part"),
    [
        ("'a b c'", "b"),
        ('"a b c"', "b"),
        ("'a ''b'' c'", "b"),
        ("a\n  b c", "b"),
        (">-\n  a\n  b c", "b"),
        ('"a\\tb c"', "b"),
        ('"a\\x62 b"', None),
    ],
)
def test_places_in_quoted_and_folded_text(written: str, part: str | None) -> None:
    node = scalar(tree(f"when: {written}\n"), "when")
    start = node.text.rindex("b")
    assert node.at(start, start + 1).text == (part or node.span.text)


def test_words_over_two_lines_are_found_whole() -> None:
    node = scalar(tree("when: >-\n  riichi and\n  exactly 3\n  honor tiles\n"), "when")
    start = node.text.index("exactly")
    assert node.at(start, start + len("exactly 3 honor")).text == "exactly 3\n  honor"


def test_equal_whatever_the_place() -> None:
    one, other = tree("a: {x: 1, y: [1, 2]}"), tree("a:\n  y: [1, 2]\n  x: 1")
    assert same(one, other)
    assert not same(one, tree("a: {x: 1, y: [2, 1]}"))
    assert not same(tree("a: 1"), tree("a: true"))
    assert not same(tree("a: 1"), tree("a: '1'"))
    assert [path for path, _ in leaves(one)] == ["a.x", "a.y"]


MISTAKES = [
    ("yaku:\n\ta: 1\n", "YK121", "2:1"),
    ("yaku:\n  b: x\n\tc: y\n", "YK121", "3:1"),
    ("yaku:\n  tanyao\n    han: 1\n", "YK125", "2:3"),
    ("yakulang: 1\nid tenhou\nname: x\n", "YK125", "2:1"),
    ("yakulang:1\nid: x\n", "YK125", "1:1"),
    ("a: {han:1}\n", "YK108", "1:5"),
    ("a: {b: 1, c: 2\nd: 3\n", "YK122", "1:4"),
    ("a: [b, c\nd: 3\n", "YK122", "1:4"),
    ("a: {b: 1}}\n", "YK122", "1:10"),
    ("a: [b}\n", "YK122", "1:6"),
    ("a: {b: c #d}\n", "YK122", "1:4"),
    ("a: 'bcd\ne: f\n", "YK123", "1:4"),
    ("a: 'b' c\n", "YK123", "1:8"),
    ('a: "\\q"\n', "YK123", "1:5"),
    ("a: {b: 1 c: 2}\n", "YK124", "1:10"),
    ("a: {b: [x] c: 2}\n", "YK124", "1:12"),
    ("a: b: c\n", "YK124", "1:5"),
    ("a: , b\n", "YK124", "1:4"),
    (": b\n", "YK125", "1:1"),
    ("a" * 1100 + ": b\n", "YK125", "1:1"),
    ("a: @b\n", "YK126", "1:4"),
    ("a: `b`\n", "YK126", "1:4"),
    ("a: * b\n", "YK126", "1:4"),
    ("a: !<x y\n", "YK126", "1:4"),
    ("a: | b\n", "YK126", "1:4"),
    ("a：1\nb: 2\n", "YK127", "1:2"),
    ("a: {en: x，ja: y}\n", "YK127", "1:10"),
    ("a:\n  b: 1\n    c: 2\n", "YK128", "3:5"),
    ("a:\n    b: 1\n  c: 2\n", "YK128", "3:3"),
    ("a: 1\n- b\n", "YK128", "2:1"),
    ("a: - b\n", "YK128", "1:4"),
    ("a: *b\n", "YK110", "1:4"),
    ("a: &b c\n", "YK110", "1:4"),
    ("a: !!python/object:os.system x\n", "YK111", "1:4"),
    ("a: !foo {b: c}\n", "YK111", "1:4"),
    ("a: ! x\n", "YK111", "1:4"),
    ("a: 1\n---\nb: 2\n", "YK112", "2:1"),
    ("a: 1\n...\nb: 2\n", "YK112", "2:1"),
    ("%YAML 1.1\n---\na: 1\n", "YK113", "1:1"),
    ("a: 12345678901234567890\n", "YK114", "1:4"),
    ("a: \0\n", "YK115", "1:4"),
    ("a: x\u202ey\n", "YK115", "1:5"),
    ('a: "\\e[2J"\n', "YK115", "1:4"),
    ('"a\\nb": 1\n', "YK115", "1:1"),
    ("a: b\n\ufeffc: d\n", "YK115", "2:1"),
    ("{[a]: 1}\n", "YK109", "1:2"),
    ("- a\n", "YK104", "1:1"),
    ("abc\n", "YK104", "1:1"),
]


@pytest.mark.parametrize(("text", "code", "where"), MISTAKES)
def test_mistakes(text: str, code: str, where: str) -> None:
    error = refusal(text)
    assert [d.code for d in error.diagnostics] == [code]
    span = error.diagnostics[0].span
    assert span is not None
    assert f"{span.line}:{span.column}" == where
    assert not THEIR_WORDS.search(str(error))


@pytest.mark.parametrize(("text", "code", "where"), [m for m in MISTAKES if not m[0].startswith("%")])
def test_mistakes_without_the_fast_parser(text: str, code: str, where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compose, "_Parser", yaml.BaseLoader)
    error = refusal(text)
    assert error.diagnostics[0].code == code
    assert not THEIR_WORDS.search(str(error))


@pytest.mark.parametrize("text", ["", "\n", "# only a comment\n", "---\n", "~\n"])
def test_empty(text: str) -> None:
    assert [d.code for d in refusal(text).diagnostics] == ["YK103"]


def test_a_key_twice_shows_both_and_all() -> None:
    error = refusal("a: 1\nb: {c: 1, c: 2}\na: [3]\nd: &x y\ne: *x\n")
    assert [d.code for d in error.diagnostics] == ["YK105", "YK105", "YK110", "YK110"]
    first, second = error.diagnostics[:2]
    assert first.span is not None
    assert second.span is not None
    assert (first.span.line, first.labels[0].span.column) == (2, 5)
    assert (second.span.line, second.labels[0].span.line) == (3, 1)


def test_refused_things_do_not_hide_others() -> None:
    error = refusal("a: *x\nb: !t c\nd: {[e]: f}\ng: 1\ng: 2\n")
    assert [d.code for d in error.diagnostics] == ["YK110", "YK111", "YK109", "YK105"]


def test_repetition_of_repetitions_is_refused_at_once() -> None:
    text = "".join(f"a{i}: &a{i} [*a{i - 1}, *a{i - 1}]\n" for i in range(1, 1000))
    error = refusal(text)
    assert {d.code for d in error.diagnostics} == {"YK110", "YK130"}
    assert len(error.diagnostics) == MOST + 1
    assert len(everything(error.diagnostics)) == 3 * 999


@pytest.mark.parametrize(
    "text",
    [
        "a: " + "[" * 10_000,
        "{a: " * 10_000,
        "".join(" " * i + "a:\n" for i in range(1000)),
        "a:\n  " + "- " * 10_000,
        "a: " + "[" * 10_000 + "]" * 10_000,
    ],
)
def test_deep_nesting_ends_fast(text: str) -> None:
    began = time.perf_counter()
    error = refusal(text)
    assert time.perf_counter() - began < 1
    assert error.diagnostics[0].code == "YK106"


def test_depth_and_count_are_bounded() -> None:
    levels = compose.MAX_DEPTH
    assert tree("a: " + "[" * (levels - 1) + "]" * (levels - 1))
    assert refusal("a: " + "[" * levels + "]" * levels).diagnostics[0].code == "YK106"
    assert refusal("a: [" + "x, " * compose.MAX_NODES + "]").diagnostics[0].code == "YK107"


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_bytes("\ufeffname: 天鳳\r\nid: x\r".encode())
    source = read_file(path, "x.yaml")
    assert source.text == "name: 天鳳\nid: x\n"
    assert plain(read(source)) == {"name": "天鳳", "id": "x"}
    for name, data, code in [
        ("utf16", "a: b".encode("utf-16"), "YK102"),
        ("sjis", "a: 1\nb: 天鳳".encode("shift-jis"), "YK102"),
        ("large", b"a" * (MAX_BYTES + 1), "YK101"),
    ]:
        path = tmp_path / f"{name}.yaml"
        path.write_bytes(data)
        with pytest.raises(RuleError) as caught:
            read_file(path, name)
        assert [d.code for d in caught.value.diagnostics] == [code]
    span = caught.value.diagnostics[0].span
    assert span is None
    for missing in (tmp_path / "none.yaml", tmp_path, tmp_path / "a\0b", tmp_path / ("x" * 5000)):
        with pytest.raises(RuleError) as caught:
            read_file(missing, "it")
        assert [d.code for d in caught.value.diagnostics] == ["YK100"]


def test_not_utf8_is_shown_where_it_is(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_bytes(b"id: x\nname: \xe5\xa4\xa9\xff\n")
    with pytest.raises(RuleError) as caught:
        read_file(path, "x.yaml")
    span = caught.value.diagnostics[0].span
    assert span is not None
    assert (span.line, span.column) == (2, 8)


@given(st.text(alphabet="ab:{}[],'\"#&*!|>-? \n\t%@`\\0~.", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    root, error = attempt(text)
    if error is not None:
        told = re.sub(r"`[^`]*`|^ +\d+ \|.*$", "", str(error), flags=re.MULTILINE)
        assert not THEIR_WORDS.search(told)
        assert all(d.span is None or 0 <= d.span.start <= d.span.end <= len(text) + 1 for d in error.diagnostics)
    for _, leaf in leaves(root) if root is not None else ():
        assert isinstance(leaf, SeqNode) or leaf.span.end <= len(text)


@given(st.data())
def test_broken_rule_files_are_refused_or_read(data: st.DataObject) -> None:
    text = bundled_files()["riichi"].read_text(encoding="utf-8")[:6000]
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 5)))
    broken = text[:start] + data.draw(st.text(alphabet="ab:{}[],'\"#&*!|> \n\t", max_size=3)) + text[end:]
    root, error = attempt(broken)
    assert root is not None or (error is not None and error.diagnostics)
