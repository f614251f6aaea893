"""Lints: what is probably not meant is told, with its place; what is right is left alone."""

from __future__ import annotations

from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from yakulang import RuleError, ruleset_from_text
from yakulang.engine.compiled import CompiledConditions
from yakulang.engine.sample import Sample
from yakulang.rules.build import build
from yakulang.rules.bundle import bundled_files
from yakulang.rules.catalogue import load, load_text
from yakulang.rules.lint import LINTS, lint
from yakulang.rules.proof import Proof, Prover

if TYPE_CHECKING:
    from yakulang.errors import Diagnostic
    from yakulang.lang.typed import Condition
    from yakulang.rules.model import Rulebook

CASES = yaml.safe_load((Path(__file__).parent / "lints.yaml").read_text("utf-8"))
HEAD = "yakulang: 1\nid: house\nextends: riichi\n"


@cache
def found(text: str, head: str = HEAD) -> tuple[Diagnostic, ...]:
    rulebook = build(load_text(head + text + "\n", "house.yaml"))
    return tuple(lint(rulebook, None, Evidence(rulebook)))


class Evidence:
    """A sample that is made when it is asked."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook

    @cached_property
    def sample(self) -> Sample:
        return Sample(self.rulebook, CompiledConditions(self.rulebook))

    def seen(self, condition: Condition, slot: str, *, value: bool) -> object | None:
        return self.sample.seen(condition, slot, value=value)

    def both(self, one: Condition, other: Condition, slot: str) -> object | None:
        return self.sample.both(one, other, slot)


@pytest.mark.parametrize("case", CASES, ids=[case["text"][:60] for case in CASES])
def test_what_is_told(case: dict[str, Any]) -> None:
    diagnostics = found(case["text"], HEAD.replace("riichi", case.get("extends", "riichi")))
    assert [d.code for d in diagnostics] == case.get("all", [case["code"]]), "\n".join(map(str, diagnostics))
    (first, *_) = diagnostics
    assert first.severity == "warning"
    assert first.span is not None
    assert first.span.text == case["caret"]
    assert first.message == case.get("message", first.message)
    assert first.hint == case["hint"] if "hint" in case else True
    assert case.get("label") in [None, *(label.text for label in first.labels)]


def test_every_lint_has_a_case() -> None:
    elsewhere = {"YK439", "YK440", "YK446"}  # what the table refuses, examples and floods are told by the command
    assert {case["code"] for case in CASES} | elsewhere == set(LINTS)
    assert all(text and text == text.strip() and not text.endswith(".") for text in LINTS.values())


@pytest.mark.parametrize("name", [*bundled_files()])
def test_bundled_files_are_clean(name: str) -> None:
    assert lint(build(load(name))) == []


CLEAN = [
    # draws, the match and the result
    "settlement: {afloat: points >= 30000, floating: {one: {when: afloat == 1, uma: [12, -1, -3, -8]}}}",
    "settlement: {extras: {owed: {each: chips, points: 2, to: nobody}, x: {when: points < 0, points: -5, to: last}}}",
    "change: {match.dealer_stays: never}",
    "change: {match.dealer_stays: always}",
    "match: {ends: {far: {when: highest >= 60000 or lowest <= 20000}}}",
    "match: {ends: {nagashi: {when: draw is nagashi_mangan and not drawn}}}",
    "match: {ends: {aborted: {when: drawn and abortive and draw is suukaikan}}}",
    "change: {draws.exhaustive.each_pays: {1: 1000, 2: 1500, 3: 3000}}",
    "include: [local/no-kyuushu, local/no-suukaikan, local/uma-15-5]",
    "change: {reds: {}}\ninclude: [local/reds-3]",
    "yaku: {x: {han: 2, when: triplets contain na n+1a n+2a}}",
    "change: {limits.mangan.when: base >= 2000 or (base >= 1920 and han >= 3)}",
    "yaku: {x: {han: 2, when: all groups are outside and any sequences}}",
    "yaku: {x: {han: 2, when: shape is standard and all groups are outside}}",
    "yaku: {x: {han: 2, when: all tiles are simple and exactly 1 suits}}",
    "yaku: {x: {han: 2, when: all melds are closed_kan}}",
    "yaku: {x: {han: 3, when: groups contain 123a 456b 789c}}",
    "yaku: {x: {han: 1, when: sequences contain na nb ka}}",
    "yaku: {x: {han: 3, when: held(toitoi) and tsumo, replaces: [toitoi]}}",
    "yaku: {x: {yakuman: 1, when: held(toitoi) and held(honitsu), replaces: [toitoi, honitsu]}}",
    "yaku: {x: {han: 1, when: 0 == 1, status: unknown}}",
    "limits: {x: {base: 5000, when: han >= 10}}",
    "limits: {x: {base: 12000}}\nyaku: {y: {at_least: x, when: held(toitoi) and tsumo}}",
    "fu: {fixed: {x: {fu: 30, when: held(pinfu) and tsumo}}}",
    "fu: {fixed: {x: {fu: 25, when: tsumo}}}",  # the same value: no order decides
    "traits: {even: 2468mps}\nyaku: {x: {han: 1, when: all tiles are even}}",
    "terms: {one: tsumo, two: one and closed}\nyaku: {x: {han: 1, when: two and not riichi}}",
    "facts: {super: {type: flag, doc: said twice}}\nwords: {chou: {fact: super}}\nyaku: {x: {han: 1, when: super}}",
    "sources: {book: {title: A book}}\nstatus: stable\nchange: {minimum_han: 2}    # book, page 3",
    "status: stable\nyaku: {x: {han: 1, when: tsumo and riichi, source: mahjong_soul}}",
    "status: draft\nunknown: [minimum_han]\nchange: {minimum_han: 2}",
    "yaku: {x: {han: 1, when: held(toitoi) and tsumo, replaces: [toitoi], allow: {YK413: so it is at our table}}}",
    "yaku: {x: {han: 1, when: exactly 5 quads, allow: {YK400: a joke}}}",
    "reds: {5m: 2}\nyaku: {x: {han: 1, when: at least 2 red tiles}}",
]


@pytest.mark.parametrize("text", CLEAN)
def test_what_is_right_is_left_alone(text: str) -> None:
    assert found(text) == (), "\n".join(map(str, found(text)))


def test_what_a_change_makes_pointless_is_told_though_it_stands_elsewhere() -> None:
    (problem,) = found("change: {limits.baiman.base: 3000}")
    assert problem.span is not None
    assert problem.span.source.name == "riichi.yaml" or problem.span.text == "baiman"
    assert problem.labels[0].text == "`haneman`"


def test_a_hand_is_stronger_than_a_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """Should a proof be wrong, a hand of the sample takes the accusation back."""
    rulebook = build(load_text(HEAD + "yaku: {x: {han: 1, when: tsumo and riichi}}\n", "house.yaml"))
    monkeypatch.setattr(Prover, "never", lambda *_args, **_more: Proof())

    def accused(evidence: Evidence | None) -> set[str]:
        found = lint(rulebook, None, evidence)
        return {d.span.text for d in found if d.code == "YK400" and d.span and d.span.source.name == "house.yaml"}

    assert accused(None) == {"tsumo", "riichi"}
    assert accused(Evidence(rulebook)) == set()


@pytest.mark.parametrize(
    "allow", ["{YK913: why}", "{}", "[YK413]", "{YK413: }", "YK413"], ids=["code", "empty", "list", "no reason", "text"]
)
def test_allow_wants_a_code_and_a_reason(allow: str) -> None:
    with pytest.raises(RuleError) as caught:
        ruleset_from_text(HEAD + f"yaku: {{x: {{han: 1, when: tsumo, allow: {allow}}}}}\n")
    assert {d.code for d in caught.value.diagnostics} <= {"YK140", "YK141", "YK146"}
