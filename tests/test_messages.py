"""Sentences in Japanese and Chinese: each template has its translations, and no English is left in what is said."""

from __future__ import annotations

import ast
import copy
import json
import pickle
import re
from dataclasses import replace
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any

import pytest
import yaml

import yakulang
from yakulang import HandError, load_ruleset, ruleset_from_text
from yakulang.engine.called import words_by_name
from yakulang.engine.sayings import saying
from yakulang.errors import LONGEST, Diagnostic, render
from yakulang.lang.vocabulary import FACTS, NOUNS, WINNING_SUBJECTS
from yakulang.message import CATALOGUES, Message, Name, Spoken, message, read_data, translated, translations
from yakulang.rules.bundle import bundled_files, rulesets_folder

if TYPE_CHECKING:
    from collections.abc import Iterator


PACKAGE = Path(yakulang.__file__).resolve().parent
LANGUAGES = ("ja", "zh")

# --- catalogues ---------------------------------------------------------------------------------------------


def written_templates() -> Iterator[tuple[str, ast.Call]]:
    """Every call of `message` outside the module that defines it."""
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.name == "message.py":
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "message":
                yield f"{path.relative_to(PACKAGE).as_posix()}:{node.lineno}", node


def fields(template: str) -> set[str]:
    return {re.split(r"[.\[]", name)[0] for _, name, _, _ in Formatter().parse(template) if name is not None}


def test_templates_stand_where_they_are_used() -> None:
    for place, call in written_templates():
        assert isinstance(call.args[0], ast.Constant), f"{place}: the template must be written here"
        template = call.args[0].value
        assert isinstance(template, str), place
        assert len(call.args) == 1, place
        assert fields(template) == {keyword.arg for keyword in call.keywords}, f"{place}: {template}"


def test_every_template_is_translated_and_no_translation_left_over() -> None:
    used = {call.args[0].value: place for place, call in written_templates() if isinstance(call.args[0], ast.Constant)}
    assert len(used) > 200
    missing = {place: template for template, place in used.items() if template not in translations()}
    assert not missing, f"add these to yakulang/messages: {missing}"
    assert not translations().keys() - used.keys(), "these stand in yakulang/messages and are used nowhere"
    for template, said in translations().items():
        assert set(said) == set(LANGUAGES), template
        for lang in LANGUAGES:
            assert fields(said[lang]) == fields(template), f"{lang}: {template}"
            assert said[lang].strip() == said[lang] != "", template
            assert not re.search(r"(?<!\.\.)[.。]$", said[lang]), template


def test_no_template_stands_in_two_files() -> None:
    named = [template for name in CATALOGUES for template in read_data(f"{name}.yaml")]
    assert len(named) == len(set(named))
    for name in (*CATALOGUES, "vocabulary"):  # YAML keeps the last of two alike
        text = (PACKAGE / "messages" / f"{name}.yaml").read_text("utf-8")
        keys = [line for line in text.splitlines() if re.match(r"(  [a-z]|\")[^\n]*:$", line)]
        assert len(keys) == len(set(keys)), name


def documents() -> list[dict[str, Any]]:
    return [yaml.safe_load(path.read_text("utf-8")) for path in bundled_files().values()]


def test_what_rule_files_say_is_translated() -> None:
    says = {
        entry["say"]
        for data in documents()
        for section in ("words", "impossible", "forbidden")
        for entry in (data.get(section) or {}).values()
        if isinstance(entry, dict) and isinstance(entry.get("say"), str)
    }
    changes = [item for data in documents() for item in (data.get("change") or {}).items()]
    says |= {said for path, said in changes if path.endswith(".say")}
    wording = json.loads(rulesets_folder().joinpath("wording.json").read_text("utf-8"))
    assert len(says) > 40
    assert says == wording["sayings"].keys(), "rulesets/wording.json has a translation of each `say`, and no other"
    for said, by_language in wording["sayings"].items():
        assert set(by_language) == set(LANGUAGES), said
        assert not re.search("[A-Za-z]", "".join(by_language.values())), said


def test_the_vocabulary_has_names() -> None:
    data = read_data("vocabulary.yaml")
    assert data["facts"].keys() == FACTS.keys()
    assert data["nouns"].keys() == NOUNS.keys() | WINNING_SUBJECTS.keys()
    for entry in data["facts"].values():
        assert entry.keys() == {"name", "doc"}
        assert entry["name"].keys() == entry["doc"].keys() == set(LANGUAGES)


@pytest.mark.parametrize("rules", bundled_files())
def test_no_two_words_have_one_name(rules: str) -> None:
    names = words_by_name(load_ruleset(rules).rulebook)
    assert {name: words for name, words in names.items() if len(words) > 1} == {}


# --- messages -----------------------------------------------------------------------------------------------

NEEDS = "the hand is complete, but needs at least {han} han of yaku; dora are none"


def test_a_message_is_its_english_sentence() -> None:
    said = message(NEEDS, han=2)
    assert said == "the hand is complete, but needs at least 2 han of yaku; dora are none"
    assert isinstance(said, str)
    assert said.in_language("en") == said
    assert translated(said, "ja") == "和了形だが、役が2飜以上必要; ドラは役ではない"
    assert translated(said, "zh") == "已成和牌形，但至少须有2番的役; 宝牌不是役"
    assert translated("anything else", "ja") == "anything else"
    assert json.dumps([said]) == f'["{said}"]'


def test_values_with_names_are_translated_and_others_not_filled_in_again() -> None:
    who = Name("daisangen", {"en": "Big three dragons", "ja": "大三元"})
    said = message("{liability}: who fed {meld} is not said, so who is liable is not known", liability=who, meld="{x}")
    assert said.startswith("daisangen: who fed {x} is")
    assert translated(said, "ja").startswith("大三元: {x} を")
    assert translated(said, "zh").startswith("daisangen: ")
    outer = message("{path}: {sentence}", path="win", sentence=message("`{key}` is missing", key="a{0}b"))
    assert outer == "win: `a{0}b` is missing"
    assert translated(outer, "ja") == "win: `a{0}b`がない"


def test_a_sentence_without_a_translation_stays_english() -> None:
    assert translated(Message("no 1", "no {n}", {"n": 1}), "ja") == "no 1"
    assert translated(saying("only my table says {this}"), "zh") == "only my table says {this}"
    assert translated(saying("a closed kan can't be robbed"), "zh") == "暗杠不能抢"


@pytest.mark.parametrize(
    "said",
    [
        message(NEEDS, han=3),
        Name("E", {"ja": "東"}),
        message(
            "{who} sits {seat}; `{rules}` has the seats {seats}",
            who=message("the winner"),
            seat="N",
            rules="x",
            seats="E S W",
        ),
        saying("a closed kan can't be robbed"),
    ],
)
def test_messages_survive_copies(said: Spoken) -> None:
    for other in (pickle.loads(pickle.dumps(said)), copy.copy(said), copy.deepcopy(said)):  # noqa: S301
        assert type(other) is type(said)
        assert other == said
        assert translated(other, "ja") == translated(said, "ja") != said


def test_diagnostics_keep_what_they_say_in_other_languages() -> None:
    told = Diagnostic("YK581", message(NEEDS, han=2), hint=message("write {text}", text="9s"))
    changed = replace(told, span=None, name="no_yaku")
    again = pickle.loads(pickle.dumps(HandError([changed]))).diagnostics[0]  # noqa: S301
    for one in (changed, again):
        assert render(one, "ja").splitlines() == [
            "エラー[YK581]: 和了形だが、役が2飜以上必要; ドラは役ではない",
            "  ヒント: 9s と書く",
        ]
        assert render(one) == render(one, "en")
        assert type(one.as_json()["message"]) is str


def test_endless_input_is_shortened_in_every_language() -> None:
    told = Diagnostic("YK570", message("`{word}` is not a word of the ruleset `{rules}`", word="x" * 5000, rules="t"))
    assert len(told.message) < 200
    for lang in LANGUAGES:
        text = render(told, lang)
        assert "x" * 20 in text
        assert len(text) < 200
    many = Diagnostic("YK570", message("words are {words}", words=", ".join(["riichi"] * 500)))
    assert len(many.message) == LONGEST + 3
    for lang in LANGUAGES:
        assert len(render(many, lang)) < LONGEST + 30
    long = message("write {text}", text="9s")
    assert isinstance(Diagnostic("YK570", "a" * 10, hint=long).hint, Message)


def test_sentences_are_changed_from_within() -> None:
    said = message(
        "{argument} says something else than the text", argument=message("the argument `{name}`", name="seat")
    )
    changed = said.changed(lambda m: message("the option {option}", option="--seat") if "name" in m.values else m)
    assert changed == "the option --seat says something else than the text"
    assert translated(changed, "zh") == "选项 --seat与手牌所写不符"
    assert said.changed(lambda m: m) is said


def test_rule_files_are_answered_in_english() -> None:
    with pytest.raises(yakulang.RuleError) as caught:
        ruleset_from_text("yakulang: 1\nid: my\nextends: nowhere\n", "my.yaml")
    assert [render(d, "ja") for d in caught.value.diagnostics] == [render(d) for d in caught.value.diagnostics]
