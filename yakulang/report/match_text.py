"""A match as people read it: the score sheet hand by hand, why the deal stayed or passed, the end and the result."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from yakulang.engine.table_ruling import TableRuling
from yakulang.lang.vocabulary import FACTS
from yakulang.message import LANGUAGES, translated
from yakulang.report.layout import Text, plain
from yakulang.report.settle_text import settlement_report
from yakulang.report.words import fact_name, name_in, separator, word
from yakulang.rules.draw_model import EXHAUSTIVE
from yakulang.source import display_width
from yakulang.table.draws import DrawRuling
from yakulang.table.match import loan_of, seat_at_start

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from yakulang.engine.match_fold import Match, PlayedHand
    from yakulang.engine.ruling import Ruling
    from yakulang.report.layout import Line
    from yakulang.rules.model import Rulebook
    from yakulang.table.hand_end import MatchState
    from yakulang.table.match_step import Loan, Reason

_WORDS: dict[str, tuple[str, str, str]] = {
    "hand": ("hand", "局", "局"),
    "hand_name": ("{letter}{n}", "{wind}{n}局", "{wind}{n}局"),
    "sticks": ("sticks", "供託", "供托"),
    "what": ("what happened", "結果", "结果"),
    "won_from": ("{who} from {source}", "{who}が{source}からロン", "{who}荣和{source}"),
    "self_draw": ("{who} by self-draw", "{who}ツモ", "{who}自摸"),
    "tenpai": ("tenpai {who}", "聴牌 {who}", "听牌 {who}"),
    "nobody_tenpai": ("nobody tenpai", "聴牌なし", "无人听牌"),
    "riichi": ("riichi {who}", "立直 {who}", "立直 {who}"),
    "chombo": ("chombo {who}", "{who}チョンボ", "{who}错和"),
    "correction": ("correction", "点数修正", "点数更正"),
    "start": ("start", "開始", "开始"),
    "next": (
        "next: {hand}, {honba} honba, {sticks} riichi sticks",
        "次: {hand} {honba}本場 供託{sticks}本",
        "下一局: {hand} {honba}本场 供托{sticks}根",
    ),
    "loan_sticks": (
        "{who} takes {n} of the sticks in reserve",
        "{who}は予備の点棒{n}本を使う",
        "{who}使用备用点棒{n}根",
    ),
    "loan_outside": ("{who} borrows {points} points", "{who}は{points}点を借りる", "{who}借{points}点"),
    "left": ("{n} riichi sticks are left over", "供託が{n}本残る", "剩余供托{n}根"),
}  # fmt: skip
_GAP = "  "
_INDENT = "    "


def said(key: str, lang: str, **values: object) -> str:
    """Return a word around a match in a language, with `values` filled in."""
    return _WORDS[key][LANGUAGES.index(lang)].format(**values)


def match_text(match: Match, rulebook: Rulebook, lang: str = "en") -> str:
    """Return a match as plain text of several lines, without a line end at its end."""
    return "\n".join(plain(match_report(match, rulebook, lang)))


def match_report(match: Match, rulebook: Rulebook, lang: str = "en") -> list[Line]:
    """Return a match as the lines of a report."""
    sheet = _Sheet(match, rulebook, lang)
    lines: list[Line] = [Text(word("rules", lang, id=match.rules)), Text(), *sheet.lines()]
    end = [*sheet.end()]
    lines += [Text(), *end] if end else []
    if match.settlement is not None:
        lines += [Text(), *settlement_report(match.settlement, lang, match.players)[2:]]
    return lines


class _Sheet:
    def __init__(self, match: Match, rulebook: Rulebook, lang: str) -> None:
        self.match, self.rulebook, self.lang = match, rulebook, lang

    def who(self, seat: str) -> str:
        return self.match.players.get(seat) or word(seat, self.lang)

    def player(self, state: MatchState, wind: str) -> str:
        return self.who(seat_at_start(self.rulebook, state, wind))

    def people(self, state: MatchState, winds: Sequence[str]) -> str:
        return separator(self.lang).join(self.player(state, wind) for wind in winds)

    def lines(self) -> Iterator[Line]:
        """Yield a row for each hand with the points after it, and below it what the rules say."""
        seats = self.rulebook.seats
        head = [said("hand", self.lang), word("honba", self.lang), said("sticks", self.lang), *map(self.who, seats)]
        rows = [[*head, said("what", self.lang)]]
        start = self.match.hands[0].before.points if self.match.hands else self.match.points
        rows.append([said("start", self.lang), "", "", *(str(start[seat]) for seat in seats), ""])
        for hand in self.match.hands:
            rows += [self._changes(hand), self._points(hand)]
        widths = [max(map(display_width, column)) for column in zip(*rows, strict=True)]
        for row in rows[:2]:
            yield Text(_set(row, widths), "heading" if row is rows[0] else "plain")
        for number, hand in enumerate(self.match.hands):
            yield Text(_set(rows[2 * number + 2], widths))
            yield Text(_set(rows[2 * number + 3], widths))
            for text in self._reasons(hand):
                yield Text(_INDENT + text, "detail")

    def _changes(self, hand: PlayedHand) -> list[str]:
        state, changes = hand.before, hand.changes
        numbers = [f"{changes[seat]:+d}" if changes[seat] else "0" for seat in self.rulebook.seats]
        return [self.hand_name(state), str(state.honba), str(state.deposits), *numbers, self._what(hand)]

    def _points(self, hand: PlayedHand) -> list[str]:
        return ["", "", "", *(str(hand.step.points[seat]) for seat in self.rulebook.seats), ""]

    def hand_name(self, state: MatchState) -> str:
        return said("hand_name", self.lang, letter=state.wind, wind=word(state.wind, self.lang), n=state.hand)

    def _what(self, hand: PlayedHand) -> str:
        end, state = hand.end, hand.before
        if end is None:
            return said("correction", self.lang)
        if end.chombo:
            return said("chombo", self.lang, who=self.people(state, end.chombo))
        paid = hand.ruling.paid if isinstance(hand.ruling, DrawRuling) else {}
        if paid:  # at the draw, as a win or not
            names = separator(self.lang).join(self._drawn(draw) for draw in dict.fromkeys(paid.values()))
            parts = [f"{names} ({self.people(state, [*paid])})"]
        else:
            parts = [self._won(hand)] if end.winners else [self._drawn(end.draw)]
        if not end.winners and end.tenpai:
            parts.append(said("tenpai", self.lang, who=self.people(state, end.tenpai)))
        elif end.draw == EXHAUSTIVE and isinstance(hand.ruling, DrawRuling):  # read from what was not written
            parts.append(said("nobody_tenpai", self.lang))
        if end.riichi:
            parts.append(said("riichi", self.lang, who=self.people(state, end.riichi)))
        return separator(self.lang).join(parts)

    def _won(self, hand: PlayedHand) -> str:
        end, state = hand.end, hand.before
        assert end is not None  # noqa: S101  somebody won
        who = self.people(state, end.winners)
        if end.discarder is None:
            text = said("self_draw", self.lang, who=who)
        else:
            text = said("won_from", self.lang, who=who, source=self.player(state, end.discarder))
        worth = self._worth(hand.ruling)
        return f"{text} ({worth})" if worth else text

    def _worth(self, ruling: Ruling | TableRuling | DrawRuling | None) -> str:
        if isinstance(ruling, TableRuling):
            each = [self._worth(one.ruling) for one in ruling.winners]
            return separator(self.lang).join(each) if all(each) else ""  # else nobody knows whose it is
        if ruling is None or isinstance(ruling, DrawRuling):
            return ""
        if ruling.yakuman:
            n = ruling.yakuman
            return word("one_yakuman", self.lang) if n == 1 else word("n_yakuman", self.lang, n=n)
        if ruling.han is None or ruling.fu is None:
            return name_in(ruling.limit.names, self.lang, ruling.limit.id) if ruling.limit else ""
        return f"{word('n_han', self.lang, n=ruling.han)} {word('n_fu', self.lang, n=ruling.fu)}"

    def _drawn(self, draw: str | None) -> str:
        rules = self.rulebook.draws
        names: Mapping[str, str] = {}
        if rules is not None and draw is not None:
            kind = rules.kinds.get(draw)
            names = kind.names if kind is not None else rules.noten.names if rules.noten is not None else {}
        return name_in(names, self.lang, draw or "")

    # --- what the rules say ---------------------------------------------------------------------

    def _reasons(self, hand: PlayedHand) -> Iterator[str]:
        for note in hand.notes:
            yield f"{word('note', self.lang)}: {translated(note, self.lang)}"
        for reason in hand.step.telling:
            yield self.reason(reason)
        match = self.rulebook.match
        for seat, loan in hand.step.loans.items():
            if match is None or loan != loan_of(match, hand.before.points[seat]):  # told when it changes
                yield from self._loan(seat, loan)

    def reason(self, reason: Reason) -> str:
        """Return a reason with what holds of its rule, and the rule's place."""
        text = translated(reason.text, self.lang)
        facts = [re.sub("[a-z_]+", self._fact, condition) for condition in reason.because]
        text += f" ({separator(self.lang).join(facts)})" if facts else ""
        return f"{text}{_GAP}{reason.rule}".rstrip()

    def _fact(self, found: re.Match[str]) -> str:
        return fact_name(found[0], self.lang) if found[0] in FACTS else found[0]

    def _loan(self, seat: str, loan: Loan) -> Iterator[str]:
        if loan.sticks:
            yield f"{said('loan_sticks', self.lang, who=self.who(seat), n=loan.sticks)}{_GAP}{loan.rule}"
        if loan.outside:
            yield f"{said('loan_outside', self.lang, who=self.who(seat), points=loan.outside)}{_GAP}{loan.rule}"

    def end(self) -> Iterator[Line]:
        """Yield what follows the last line: the next hand, or sticks that are left over."""
        state = self.match.state
        if state is not None:
            name = self.hand_name(state)
            yield Text(said("next", self.lang, hand=name, honba=state.honba, sticks=state.deposits))
            return
        if self.match.deposits:
            yield Text(said("left", self.lang, n=self.match.deposits))


def _set(row: Sequence[str], widths: Sequence[int]) -> str:
    """Return the cells of a row under each other: numbers to the right, the first and the last column to the left."""
    last = len(row) - 1
    cells = []
    for place, (cell, width) in enumerate(zip(row, widths, strict=True)):
        fill = " " * (width - display_width(cell))
        cells.append(cell + fill if place in (0, last) else fill + cell)
    return _GAP.join(cells).rstrip()
