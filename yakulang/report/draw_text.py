"""A hand that nobody won as people read it: which draw it is, who is ready, what each gains or loses and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yakulang.message import LANGUAGES, translated
from yakulang.report.layout import Row, Text, plain
from yakulang.report.words import name_in, separator, word
from yakulang.tiles import kind_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yakulang.report.layout import Line
    from yakulang.table.draws import DrawPart, DrawRuling, Readiness

_WORDS: dict[str, tuple[str, str, str]] = {
    "said": ("as said", "申告", "据所述"),
    "ready": ("ready", "テンパイ", "听牌"),
    "not_ready": ("not ready", "ノーテン", "未听牌"),
    "waits": ("waits for {tiles}", "待ち {tiles}", "听 {tiles}"),
    "no_wait": ("waits for nothing", "待ちなし", "无听"),
    "not_counted": ("does not count: {tiles}", "数えない待ち {tiles}", "不计 {tiles}"),
    "noten": ("noten payment", "ノーテン罰符", "不听罚符"),
    "honba": ("counters", "積み棒", "本场"),
    "deposits": ("riichi sticks", "供託", "供托"),
    "stick": ("riichi stick", "リーチ棒", "立直棒"),
    "returned": ("riichi stick back", "リーチ棒の返却", "退还立直棒"),
    "sum": ("change", "増減", "增减"),
    "stay": ("stay on the table", "場に残る", "留在场上"),
    "and": ("{what} ({who})", "{what} ({who})", "{what} ({who})"),
    "next": ("next", "次局", "下一局"),
    "hand": ("{wind} {n}", "{wind}{n}局", "{wind}{n}局"),
    "n_honba": ("{n} honba", "{n}本場", "{n}本场"),
}


def said(key: str, lang: str, **values: object) -> str:
    """Return a word around draws in a language, with `values` filled in."""
    return _WORDS[key][LANGUAGES.index(lang)].format(**values)


def draw_text(ruling: DrawRuling, lang: str = "en") -> str:
    """Return a ruling as plain text of several lines, without a line end at its end."""
    return "\n".join(plain(draw_report(ruling, lang)))


def draw_report(
    ruling: DrawRuling,
    lang: str = "en",
    step: Any = None,
    *,
    known: bool = False,
) -> list[Line]:
    """Return a ruling as the lines of a report.

    Args:
        ruling: what is told.
        lang: `en`, `ja` or `zh`.
        step: what comes after it, where the rules of the match say so.
        known: whether the hand played is known; else the first of a match stands for it, and the next is not named.
    """
    ready = {one.seat: one for one in ruling.readiness}
    name = name_in(ruling.names, lang, ruling.draw)
    lines: list[Line] = [Text(word("rules", lang, id=ruling.rules)), Text()]
    lines += [Row(name, "", "", "" if ruling.judged else said("said", lang), ruling.rule), Text()]
    for seat, change in ruling.deltas.items():
        told = said("ready" if ready[seat].ready else "not_ready", lang) if seat in ready else ""
        after = str(ruling.points[seat]) if ruling.points is not None else ""
        lines.append(Row(word(seat, lang), told, _signed(change), after, total=True))
    waits = [row for one in ruling.readiness for row in _waits(one, lang)]
    lines += [Text(), *waits] if waits else []
    told_before = False
    for seat, parts in ruling.parts.items():
        if not parts:
            continue
        if len(parts) > 1 or not told_before:
            lines.append(Text())
        told_before = True
        for number, part in enumerate(parts):
            lines.append(
                Row(
                    word(seat, lang) if number == 0 else "",
                    _part(ruling, part, lang),
                    _signed(part.points),
                    "",
                    part.rule,
                )
            )
        if len(parts) > 1:
            lines.append(Row("", said("sum", lang), _signed(ruling.deltas[seat]), total=True))
    if ruling.deposits:
        lines += [Text(), Row(said("deposits", lang), "", str(ruling.deposits), said("stay", lang))]
    lines += _next(step, lang, known=known)
    notes = [Text(f"{word('note', lang)}: {translated(note, lang)}") for note in ruling.notes]
    return [*lines, *([Text()] if notes else []), *notes]


def _signed(points: int) -> str:
    return f"{points:+}" if points else "0"


def _waits(one: Readiness, lang: str) -> Iterator[Row]:
    if one.waits is None:
        return
    counting = " ".join(kind_name(wait.kind) for wait in one.waits if wait.counts is not False)
    other = " ".join(kind_name(wait.kind) for wait in one.waits if wait.counts is False)
    told = [said("waits", lang, tiles=counting)] if counting else []
    told += [said("not_counted", lang, tiles=other)] if other else []
    text = separator(lang).join(told) or said("no_wait", lang)
    yield Row(word(one.seat, lang), text, "", "", one.rule if other and one.rule else "")


def _part(ruling: DrawRuling, part: DrawPart, lang: str) -> str:
    name = name_in(ruling.names, lang, ruling.draw) if part.kind == "limit" else said(part.kind, lang)
    return said("and", lang, what=name, who=word(part.seat, lang)) if part.seat else name


def _next(step: Any, lang: str, *, known: bool) -> Iterator[Line]:
    """Yield the next hand as the rules of the match give it, unnamed where the hand played is not known, and why."""
    if step is None:
        return
    state = step.state
    if state is None:
        yield Text()
        for reason in step.telling:
            yield Row("", "", "", translated(reason.text, lang), reason.rule)
        return
    yield Text()
    if known:
        name = said("hand", lang, wind=word(state.wind, lang), n=state.hand)
        yield Row(said("next", lang), name, "", said("n_honba", lang, n=state.honba))
    for place, reason in enumerate(step.reasons):
        heading = said("next", lang) if place == 0 and not known else ""
        yield Row(heading, translated(reason.text, lang), "", "", reason.rule)
