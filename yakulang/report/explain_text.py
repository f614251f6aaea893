"""An explanation as people read it: sections of items with their reasons, as text in columns or as Markdown."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from yakulang.errors import render
from yakulang.message import translated
from yakulang.report.layout import Row, Text
from yakulang.report.lost import read_text
from yakulang.report.payment_text import seats_label
from yakulang.report.ruling_text import read_lines, said_lines
from yakulang.report.words import name_in, separator, word

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from yakulang.report.explain import Explanation
    from yakulang.report.item import Item
    from yakulang.report.layout import Line
    from yakulang.report.reason import Reason
    from yakulang.report.why_not import WhyNot
    from yakulang.rules.model import Rulebook


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a section: a row of columns, and what belongs to it."""

    row: Row
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A part of an explanation."""

    heading: str
    entries: tuple[Entry, ...]


def explanation_report(explanations: Sequence[Explanation], rulebook: Rulebook, lang: str = "en") -> list[Line]:
    """Return explanations as the lines of a report; of several, each under the seats it holds for."""
    lines: list[Line] = []
    for place, one in enumerate(explanations):
        lines += [Text()] if place else []
        if len(explanations) > 1:
            lines.append(Text(seats_label(one.seats, lang, rulebook), "heading"))
        lines += _head(one, rulebook, lang)
        for section in _sections(one, rulebook, lang):
            lines += [Text(), Text(section.heading, "heading")]
            for entry in section.entries:
                row = entry.row
                wide = not (row.value or row.detail or row.place)
                indented = f"  {row.name}"
                lines.append(Text(indented) if wide else replace(row, name=indented))
                lines += [Text(f"      {note}", "detail") for note in entry.notes]
    return lines


def explanation_markdown(explanations: Sequence[Explanation], rulebook: Rulebook, lang: str = "en") -> str:
    """Return explanations as Markdown, without a line end at its end."""
    lines: list[str] = []
    for one in explanations:
        head = _head(one, rulebook, lang, pointed=False)
        hand, *rest = [line.text for line in head if isinstance(line, Text)]
        lines += ["", f"## `{hand}`"]
        if len(explanations) > 1:
            lines += ["", f"**{_escaped(seats_label(one.seats, lang, rulebook))}**"]
        lines += ["", *(f"{_escaped(line)}  " for line in rest)]
        for section in _sections(one, rulebook, lang):
            lines += ["", f"### {_escaped(section.heading)}", ""]
            for entry in section.entries:
                lines += _bullets(entry)
    return "\n".join(lines[1:])


def _bullets(entry: Entry) -> Iterator[str]:
    row = entry.row
    shown = [f"**{_escaped(row.name)}**" if row.value or row.place else _escaped(row.name)]
    shown += [_escaped(cell) for cell in (row.value, row.detail) if cell]
    shown += [f"`{row.place}`"] if row.place else []
    yield f"- {' '.join(shown)}"
    for note in entry.notes:
        yield f"  - {_escaped(note)}"


def _escaped(text: str) -> str:
    """Return text that Markdown shows as it stands."""
    return re.sub(r"([\\`*_\[\]<>#|])", r"\\\1", text)


# --- what stands in it --------------------------------------------------------------------------


def _head(one: Explanation, rulebook: Rulebook, lang: str, *, pointed: bool = True) -> list[Line]:
    """Return the hand as it was read, the situation, the sum or the refusal."""
    ruling = one.ruling
    if len(one.seats) > 1 and ruling.hand:
        ruling = replace(ruling, hand=replace(ruling.hand, seat=None))
    lines = [*read_lines(ruling, rulebook, lang), *said_lines(ruling, rulebook, lang)]
    if ruling.ok:
        return [*lines, Text(_total(one, lang), "total")]
    lines.append(Text(word(ruling.status, lang), "refusal"))
    for error in ruling.errors:
        said = [translated(text, lang) for text in (error.message, error.hint) if text]
        lines += [Text(line) for line in (render(error, lang).splitlines() if pointed else said)]
    return lines


def _total(one: Explanation, lang: str) -> str:
    ruling = one.ruling
    if ruling.yakuman:
        value = word("one_yakuman", lang) if ruling.yakuman == 1 else word("n_yakuman", lang, n=ruling.yakuman)
    else:
        value = f"{word('n_han', lang, n=ruling.han)} {word('n_fu', lang, n=ruling.fu)}"
    parts = [value]
    if ruling.limit and not ruling.yakuman:
        parts.append(name_in(ruling.limit.names, lang, ruling.limit.id))
    return separator(lang).join([*parts, f"{word('points', lang)} {ruling.points}"])


def _sections(one: Explanation, rulebook: Rulebook, lang: str) -> Iterator[Section]:
    yield from _answers(one.why_not, lang)
    base = (one.base,) if one.base else ()
    heading = "limit" if one.ruling.limit else "base"
    for key, items in (
        ("awarded", one.awarded),
        ("not_counted", one.not_counted),
        ("fu", one.fu),
        (heading, base),
        ("payments", one.payments),
    ):
        yield from _section(word(key, lang), [_entry(item) for item in items])
    for part in one.by_liable:
        yield from _section(part.text, [_entry(item) for item in part.payments])
    yield from _section(word("chips", lang), [_entry(item) for item in one.chips])
    for key, items in (("near_misses", one.near_misses), ("others", one.others)):
        yield from _section(word(key, lang), [_missed(item, one, rulebook, lang) for item in items])
    lost = [reading for reading in one.readings if not reading.chosen]
    texts = [(read_text(reading.read_as, rulebook, lang), reading.text) for reading in lost]
    yield from _section(word("other_readings", lang), [Entry(Row("", read), (why,)) for read, why in texts])
    yield from _section(word("note", lang), [Entry(Row("", note)) for note in one.notes])


def _section(heading: str, entries: Sequence[Entry]) -> Iterator[Section]:
    if entries:
        yield Section(heading, tuple(entries))


def _answers(answers: Sequence[WhyNot], lang: str) -> Iterator[Section]:
    for answer in answers:
        lines = _lines(answer.reasons, answer.rule)
        entries = [Entry(Row("", line)) for line in lines]
        if answer.answer == "counts":
            entries = [Entry(Row("", word("counts", lang)), lines)]
        entries += [Entry(Row("", other.text)) for other in answer.elsewhere]
        yield from _section(word("why_not", lang, yaku=name_in(answer.names, lang, answer.id)), entries)


def _entry(item: Item) -> Entry:
    return Entry(Row("", item.name, item.value, item.detail, item.rule), _lines(item.reasons, item.rule))


def _missed(item: Item, one: Explanation, rulebook: Rulebook, lang: str) -> Entry:
    """Return a yaku that is not held; with the readings, where it is said of some of several only."""
    entry = _entry(item)
    places = item.data.get("readings", ())
    if one.ruling.ok or len(places) in (0, len(one.readings)):
        return entry
    read = [read_text(one.readings[place].read_as, rulebook, lang) for place in places]
    return Entry(entry.row, (*entry.notes, *(word("in_reading", lang, reading=text) for text in read)))


def _lines(reasons: Sequence[Reason], known: str) -> tuple[str, ...]:
    """Return reasons, those of one rule on one line with its place, unless that stands beside them already."""
    lines = []
    for rule, alike in groupby(reasons, key=lambda reason: reason.rule):
        text = "; ".join(reason.text for reason in alike)
        lines.append(f"{text} ({rule})" if rule and rule != known else text)
    return tuple(lines)
