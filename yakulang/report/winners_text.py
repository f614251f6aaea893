"""All who call ron on one discard, as people read it: each winner, who is not paid, what the table changes by."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from yakulang.errors import render
from yakulang.message import translated
from yakulang.report.layout import Row, Text, headed, plain
from yakulang.report.payment_text import payment_rows
from yakulang.report.ruling_text import ruling_report
from yakulang.report.words import separator, word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yakulang.engine.ruling import Ruling
    from yakulang.engine.table_ruling import TableRuling
    from yakulang.report.layout import Line
    from yakulang.rules.model import Rulebook


def table_text(table: TableRuling, rulebook: Rulebook, lang: str = "en") -> str:
    """Return the ruling on several hands as plain text of several lines, without a line end at its end."""
    return "\n".join(plain(table_report(table, rulebook, lang)))


def table_report(table: TableRuling, rulebook: Rulebook, lang: str = "en") -> list[Line]:
    """Return the ruling on several hands as the lines of a report."""
    if table.errors:
        lines: list[Line] = [Text(word("impossible_table", lang), "refusal")]
        return lines + [Text(line) for error in table.errors for line in render(error, lang).splitlines()]
    lines = [Text(_said(table, lang))]
    for winner in table.winners:
        lines += [Text(), Text(word(winner.seat, lang), "heading")]
        lines += _hand(winner.ruling, winner.seat, rulebook, lang)
    for one in table.unpaid:
        lines += [Text(), Text(f"{word(one.seat, lang)}: {word(one.reason, lang)}", "heading")]
        lines += _hand(one.ruling, one.seat, rulebook, lang)
    lines += [Text(), *_unpaid(table, lang), *_taken(table, lang), *_change(table, lang)]
    return lines + [Text(f"{word('note', lang)}: {translated(note, lang)}") for note in table.notes]


def _said(table: TableRuling, lang: str) -> str:
    """Return what all share. Counters are named where somebody takes them; sticks are told by who takes them."""
    shown = [word("from", lang, wind=word(table.discarder, lang))] if table.discarder else []
    return separator(lang).join([*shown, word("rules", lang, id=table.rules)])


def _hand(ruling: Ruling, seat: str, rulebook: Rulebook, lang: str) -> list[Line]:
    """Return a hand and what is paid for it; the change is told of the table as a whole."""
    if ruling.hand is None:
        points = Row(word("points", lang), "", str(ruling.points), total=True)
        return [points, *payment_rows(replace(ruling, deltas=None), lang, rulebook, [seat])]
    shared = replace(ruling.hand, honba=0, deposits=0)  # they stand with who takes them
    return ruling_report(replace(ruling, hand=shared, deltas=None), rulebook, lang)


def _unpaid(table: TableRuling, lang: str) -> list[Row]:
    rows = [Row("", word(one.seat, lang), "", word(one.reason, lang), one.rule or "") for one in table.unpaid]
    return headed(rows, word("not_paid", lang))


def _taken(table: TableRuling, lang: str) -> Iterator[Row]:
    for what, takers in (("honba", table.honba), ("deposits", table.deposits)):
        rows = [Row("", word(t.seat, lang), str(t.points), f"{word(what, lang)} {t.number}", t.rule) for t in takers]
        yield from headed(rows, word("taken", lang, what=word(what, lang)))
    if table.deposits_left:
        left = f"{word('deposits', lang)} {table.deposits_left}"
        yield Row(word("deposits", lang), word("stay", lang), "", left)


def _change(table: TableRuling, lang: str) -> list[Row]:
    if table.deltas is None:
        return []
    rows = [Row("", word(seat, lang), f"{change:+d}" if change else "0") for seat, change in table.deltas.items()]
    return headed(rows, word("change", lang))
