"""Wrong use of commands: said in the language that is asked for."""

from __future__ import annotations

import io
import sys

import click
import pytest

from yakulang.cli import main
from yakulang.cli.commands import NAMES, commands
from yakulang.cli.usage import asked_language

Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["score", "--foo", "--lang", "ja"], "エラー: オプション --foo はない"),
        (["score", "--lang", "ja", "1m", "--honba"], "エラー: --honba には値が要る"),
        (["score", "--lang=zh", "1m", "--json=x"], "错误: --json 不带值"),
        (["payment", "--lang", "ja", "--han", "x"], "エラー: --han: 'x' は1から999までの整数ではない"),
        (["payment", "--lang", "zh", "--seat", "Q"], "错误: --seat: 'Q' 不是风; 风为 E S W N"),
        (["rules", "show", "--lang", "ja"], "エラー: NAME がない"),
        (["payment", "--lang", "zh", "--han", "1", "--fu", "30", "foo"], "错误: foo 是多余的"),
        (["payment", "--lang", "ja", "--han", "1", "--fu", "35"], "`tenhou`に35符の手はない"),
        (["payment", "--lang", "ja", "--yakuman", "1", "--liable", "xx"], "--liable: 'xx' は読めない"),
    ],
)
def test_in_the_language_asked_for(capsys: Capture, arguments: list[str], said: str) -> None:
    assert main(arguments) == 2
    err = capsys.readouterr().err
    assert said in err
    assert "Usage" not in err


def test_english_stays_what_it_was(capsys: Capture) -> None:
    assert main(["score", "--foo"]) == 2
    assert "No such option" in capsys.readouterr().err
    assert asked_language(["score", "--lang", "xx"]) == "en"
    assert asked_language(["score", "--", "--lang", "ja"]) == "en"


def test_lines_of_a_file(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'{"a":1\n[]\n')))
    assert main(["score", "--input", "-", "--lang", "ja"]) == 1
    err = capsys.readouterr().err
    assert "エラー[YK603]: 行が JSON ではない: 末尾に , がないか" in err
    assert "エラー[YK605]: 行が手牌の記録ではない" in err
    assert err.rstrip().endswith("2行中2行が失敗")


def test_help_names_no_default_that_says_nothing() -> None:
    for name in NAMES:
        command = commands.get_command(click.Context(commands), name)
        assert command is not None
        with command.make_context(command.name, [], resilient_parsing=True) as context:
            assert "[default: default]" not in command.get_help(context)
