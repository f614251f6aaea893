"""Why a yaku that somebody asks for is not in the ruling, and whether another reading has it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from yakulang.engine.sayings import saying
from yakulang.errors import Diagnostic, Label, did_you_mean
from yakulang.message import message, translated
from yakulang.report.alike import four_alike
from yakulang.report.because import Because
from yakulang.report.lost import han_of_yaku, lost_because, points_less, read_text
from yakulang.report.reason import remark
from yakulang.report.words import name_in, word
from yakulang.rules.everyday import mixins_with
from yakulang.rules.overview import including, paths_of, places_called
from yakulang.rules.typed_names import folded
from yakulang.source import Source, Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from yakulang.engine.trace import ReadingTrace, Trace, YakuTrace
    from yakulang.report.reason import Reason
    from yakulang.rules.model import Rulebook, YakuRule


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Another reading in which the yaku holds: its place in the list of readings, what it pays less, and a sentence."""

    reading: int
    less: int | None
    text: str


@dataclass(frozen=True, slots=True)
class WhyNot:
    """The answer about one yaku.

    Attributes:
        id: the yaku.
        names: its names by language.
        answer: `counts`, `not_met` (conditions are false), `no_value` (an open or closed hand can't have it),
            `replaced`, `excluded`, `beside_yakuman`, `no_times`, `too_few_han`, or the status of the ruling where
            that is not about yaku: `not_winning`, `not_allowed`, `invalid`.
        reasons: each with its sentence; those of false conditions are the fewest that would have to be true.
        elsewhere: other readings in which it holds.
        rule: the file and line of the yaku's condition.
    """

    id: str
    names: Mapping[str, str]
    answer: str
    reasons: tuple[Reason, ...]
    elsewhere: tuple[Elsewhere, ...]
    rule: str

    def as_json(self) -> dict[str, Any]:
        """Return `{id, answer, reasons, elsewhere, rule}`."""
        others = [{"reading": one.reading, "less": one.less, "text": one.text} for one in self.elsewhere]
        return {
            "id": self.id,
            "answer": self.answer,
            "reasons": [reason.as_json() for reason in self.reasons],
            "elsewhere": others,
            "rule": self.rule,
        }


def find_yaku(asked: str, rulebook: Rulebook) -> list[YakuRule]:
    """Return the yaku that somebody means: by id, or all of a name in any language or of an everyday name.

    What is called so may be a part of a yaku, as what one is worth with an open hand.
    """
    wanted = folded(asked)
    found = [rule for rule in rulebook.yaku if folded(rule.id) == wanted]
    found = found or [rule for rule in rulebook.yaku if wanted in map(folded, (*rule.names.values(), *rule.aliases))]
    return found or [rule for rule in rulebook.yaku if f"yaku.{rule.id}" in map(_entry, places_called(asked))]


def _entry(path: str) -> str:
    return ".".join(path.split(".")[:2])


def unknown_yaku(asked: str, rulebook: Rulebook, option: str) -> Diagnostic:
    """Return the diagnostic for a word that is no yaku; a mix-in may have it."""
    span = Span(Source(option, asked), 0, len(asked))
    text = message("`{word}` is no yaku of the ruleset `{rules}`", word=asked, rules=rulebook.id)
    named = {folded(name): name for rule in rulebook.yaku for name in (rule.id, *rule.names.values())}
    called = {folded(name): name for rule in rulebook.yaku for name in rule.aliases}
    near = did_you_mean(folded(asked), named) or did_you_mean(folded(asked), called)
    hint = message("did you mean `{word}`?", word=(called | named)[near]) if near else None
    if mixins := mixins_with(asked, rulebook.merged, section="yaku"):
        hint = message("it comes by including {mixins}", mixins=", ".join(f"`{name}`" for name in mixins))
    labels = tuple(_taken_out(asked, rulebook))
    return Diagnostic(
        "YK610", text, span, hint=None if labels and not mixins else hint, name="unknown_yaku", labels=labels
    )


def _taken_out(asked: str, rulebook: Rulebook) -> Iterator[Label]:
    """Yield where a yaku of the rules built on was taken out, and where the mix-in that did it is included."""
    merged = rulebook.merged
    for path in paths_of(merged, asked):
        span = merged.removed.get(path)
        if span is not None and path.startswith("yaku."):
            yield Label(span, message("it was taken out here"))
            if (included := including(merged, span)) is not None:
                yield Label(included, message("which is included here"))


def why_not(rule: YakuRule, trace: Trace, rulebook: Rulebook, lang: str) -> WhyNot:
    """Return why a yaku is not in a ruling."""
    place = rule.when.span.place
    chosen = trace.chosen
    if chosen is None:
        told = (remark(translated(error.message, lang)) for error in trace.ruling.errors)
        reasons = (*four_alike(rule, trace.hand, rulebook, lang), *told)
        return WhyNot(rule.id, rule.names, trace.ruling.status, reasons, (), place)
    yaku = chosen.of(rule.id)
    answer, reasons = _answer(yaku, chosen, trace, rulebook, lang)
    elsewhere = () if yaku.held else tuple(_elsewhere(rule, trace, rulebook, lang))
    return WhyNot(rule.id, rule.names, answer, reasons, elsewhere, place)


def _answer(
    yaku: YakuTrace, chosen: ReadingTrace, trace: Trace, rulebook: Rulebook, lang: str
) -> tuple[str, tuple[Reason, ...]]:
    rule, because = yaku.rule, Because(chosen.view, rulebook, lang)

    if not yaku.held:
        alike = () if yaku.verdict.value else four_alike(rule, trace.hand, rulebook, lang)
        reasons = (*missing(yaku, chosen, rulebook, lang), *alike)
        return ("not_met" if not yaku.verdict.value else "no_value"), reasons
    if yaku.replaced_by:
        return "replaced", replaced(yaku, rulebook, lang)
    if yaku.excluded_by:
        return "excluded", excluded(yaku, rulebook, lang)
    if yaku.times <= 0 and rule.each is not None:
        return "no_times", (remark(word("no_times", lang), rule.each.span.place),)
    if chosen.judged is None:
        han = han_of_yaku(chosen, closed=trace.hand.is_closed)
        text = word("too_few_han", lang, han=han, minimum=rulebook.minimum_han)
        return "too_few_han", (remark(text, rulebook.merged.span_of("minimum_han").place),)
    if chosen.forbidden is not None:
        return "not_allowed", (remark(translated(saying(chosen.forbidden.say), lang), chosen.forbidden.span.place),)
    if not yaku.counted:
        return "beside_yakuman", beside_yakuman(rulebook, lang)
    return "counts", because.why(yaku.verdict)


def missing(yaku: YakuTrace, reading: ReadingTrace, rulebook: Rulebook, lang: str) -> tuple[Reason, ...]:
    """Return what keeps a yaku from being held: the fewest false conditions, and the value that is missing."""
    reasons = Because(reading.view, rulebook, lang).why_not(yaku.verdict)
    return reasons if yaku.has_value else (*reasons, _no_value(yaku.rule, reading, rulebook, lang))


def _no_value(rule: YakuRule, reading: ReadingTrace, rulebook: Rulebook, lang: str) -> Reason:
    sides = rule.han or rule.yakuman
    closed = "closed" in reading.view.flags
    name = name_in(rule.names, lang, rule.id)
    other = sides.of(closed=not closed) if sides else None
    key = "no_value" if other is None else "no_closed_value" if closed else "no_open_value"
    kind, side = "han" if rule.han else "yakuman", "closed" if closed else "open"
    taken = rulebook.merged.removed.get(f"yaku.{rule.id}.{kind}.{side}")
    span = taken or (other.span if other else rule.span)
    return remark(word(key, lang, yaku=name), span.place)


def replaced(yaku: YakuTrace, rulebook: Rulebook, lang: str) -> tuple[Reason, ...]:
    """Return by which yaku one is replaced, with the place that says so."""
    return tuple(
        remark(
            word("replaced_by", lang, yaku=_name(other, rulebook, lang)),
            rulebook.merged.span_of(f"yaku.{other}.replaces").place,
        )
        for other in yaku.replaced_by
    )


def excluded(yaku: YakuTrace, rulebook: Rulebook, lang: str) -> tuple[Reason, ...]:
    """Return beside which awarded yaku one can't stand, with the place that says so."""
    return tuple(
        remark(
            word("excluded_by", lang, yaku=_name(other, rulebook, lang)),
            rulebook.merged.span_of(f"yaku.{other if _says(other, yaku, rulebook) else yaku.rule.id}.excludes").place,
        )
        for other in yaku.excluded_by
    )


def beside_yakuman(rulebook: Rulebook, lang: str) -> tuple[Reason, ...]:
    """Return that han are not counted beside a yakuman, with the place that says so."""
    place = rulebook.merged.span_of("stacking.han_beside_yakuman").place
    return (remark(word("beside_yakuman", lang), place),)


def _says(other: str, yaku: YakuTrace, rulebook: Rulebook) -> bool:
    return any(yaku.rule.id in rule.excludes for rule in rulebook.yaku if rule.id == other)


def _name(name: str, rulebook: Rulebook, lang: str) -> str:
    return next((name_in(rule.names, lang, name) for rule in rulebook.yaku if rule.id == name), name)


def _elsewhere(rule: YakuRule, trace: Trace, rulebook: Rulebook, lang: str) -> list[Elsewhere]:
    winner, found = trace.readings[0], []
    for place, reading in enumerate(trace.readings[1:], 1):
        if reading.of(rule.id).held:
            result = lost_because(reading, winner, rulebook, lang)
            shown = read_text(reading.read_as, rulebook, lang)
            text = word("holds_elsewhere", lang, reading=shown, result=result)
            found.append(Elsewhere(place, points_less(reading, winner), text))
    return found
