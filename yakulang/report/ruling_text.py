"""A ruling as people read it: the hand as it was read, each yaku with its rule, fu line by line, and who pays what."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from yakulang.engine.ruling import Ruling
from yakulang.errors import render
from yakulang.message import LANGUAGES, translated
from yakulang.notation import parse_tiles, tiles_text
from yakulang.notation.hand_scanner import SIGN_OF
from yakulang.notation.liable import liable_text
from yakulang.notation.parts import LETTER_OF
from yakulang.report.layout import Row, Text, headed, plain
from yakulang.report.payment_text import chip_rows, payment_rows, seats_label
from yakulang.report.words import fact_name, knows, name_in, separator, word
from yakulang.tiles import tile_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from yakulang.engine.ruling import Award, ReadGroup, SeatRuling
    from yakulang.hand import Hand
    from yakulang.report.layout import Line
    from yakulang.rules.model import Rulebook

    Part = Callable[[Ruling, str, Rulebook], list[Line]]


def ruling_text(ruling: Ruling, rulebook: Rulebook, lang: str = "en") -> str:
    """Return a ruling as plain text of several lines, without a line end at its end.

    Args:
        ruling: of the ruleset whose rulebook is given.
        rulebook: `ruleset.rulebook`; names shapes, words and liabilities.
        lang: `en`, `ja` or `zh`. Names that a rule file gives in English only stay English.

    Raises:
        TypeError: the first is no ruling, or the second no rulebook.
        ValueError: an unknown language.
    """
    if not isinstance(ruling, Ruling):
        raise TypeError(f"ruling_text takes a Ruling, not {type(ruling).__name__}; ruleset.score gives one")
    if not hasattr(rulebook, "shapes"):  # a kept ruleset has one of its own
        raise TypeError(f"ruling_text takes a rulebook, not {type(rulebook).__name__}; it is ruleset.rulebook")
    if lang not in LANGUAGES:
        raise ValueError(f"the languages are {' '.join(LANGUAGES)}")
    return "\n".join(plain(ruling_report(ruling, rulebook, lang)))


def ruling_report(ruling: Ruling, rulebook: Rulebook, lang: str = "en") -> list[Line]:
    """Return a ruling as the lines of a report; see `ruling_text`."""
    if not ruling.ok and len(_reasons(ruling)) < 2:
        return _refusal(ruling, rulebook, lang)
    lines: list[Line] = []
    if ruling.reading:
        lines += [*read_lines(ruling, rulebook, lang), *said_lines(ruling, rulebook, lang)]
    common = [part for part in _PARTS if all(group.ruling.ok for group in ruling.by_seat)]
    worth = [line for part in common for line in part(ruling, lang, rulebook)]
    lines += [Text(), *worth] if worth else []
    if ruling.by_seat:
        apart = [part for part in _PARTS if part not in common or not part(ruling, lang, rulebook)]
        lines += _by_seat(ruling, apart, rulebook, lang)
    elif ruling.hand and ruling.hand.seat:
        lines += payment_rows(ruling, lang, rulebook, [ruling.hand.seat])
        lines += _by_liable(ruling, lang, rulebook, [ruling.hand.seat])
    return lines + _notes(ruling, lang)


def _by_seat(ruling: Ruling, parts: Sequence[Part], rulebook: Rulebook, lang: str) -> list[Line]:
    """Return what depends on the winner's seat, under a heading for each group of seats."""
    lines: list[Line] = []
    for group in ruling.by_seat:
        if group.ruling.ok:
            lines += [Text(), Text(seats_label(group.seats, lang, rulebook), "heading")]
            if not ruling.reading:
                lines += read_lines(group.ruling, rulebook, lang)
            lines += [line for part in parts for line in part(group.ruling, lang, rulebook)]
            lines += payment_rows(group.ruling, lang, rulebook, group.seats)
            lines += _by_liable(group.ruling, lang, rulebook, group.seats)
            lines += _notes(group.ruling, lang)
    for groups in _reasons(ruling).values():
        seats = [seat for group in groups for seat in group.seats]
        refused = groups[0].ruling
        lines += [Text(), Text(seats_label(seats, lang, rulebook), "heading")]
        for error in refused.errors:
            lines.append(Text(f"{word(refused.status, lang)}: {translated(error.message, lang)}", "refusal"))
    return lines


def _by_liable(ruling: Ruling, lang: str, rulebook: Rulebook, seats: Sequence[str]) -> list[Line]:
    """Return what is paid for each answer to who is liable."""
    lines: list[Line] = []
    if not ruling.by_liable:
        return lines
    from yakulang.report.liability import answer_label  # noqa: PLC0415  seldom needed, and much with it

    for part in ruling.by_liable:
        lines += [Text(), Text(answer_label(part, rulebook, lang), "heading")]
        lines += payment_rows(part.ruling, lang, rulebook, seats)
    return lines


def _reasons(ruling: Ruling) -> dict[object, list[SeatRuling]]:
    """Return the seats that can't win by the reasons why."""
    found: dict[object, list[SeatRuling]] = {}
    for group in ruling.by_seat:
        if not group.ruling.ok:
            key = (group.ruling.status, *((error.code, error.hint) for error in group.ruling.errors))
            found.setdefault(key, []).append(group)
    return found


def payment_report(ruling: Ruling, rulebook: Rulebook, lang: str, seats: Sequence[str], method: str) -> list[Line]:
    """Return what a number of han and fu, or of yakuman, pays to a winner on some seats."""
    title = separator(lang).join([seats_label(seats, lang, rulebook), word(method, lang)])
    lines: list[Line] = [Text(title, "heading")]
    for part in _PARTS:
        lines += part(ruling, lang, rulebook)
    return lines + payment_rows(ruling, lang, rulebook, seats)


def _refusal(ruling: Ruling, rulebook: Rulebook, lang: str) -> list[Line]:
    lines = [*read_lines(ruling, rulebook, lang), *said_lines(ruling, rulebook, lang)] if ruling.reading else []
    lines.append(Text(word(ruling.status, lang), "refusal"))
    for error in ruling.errors:
        lines += [Text(line) for line in render(error, lang).splitlines()]
    return lines


def _notes(ruling: Ruling, lang: str) -> list[Line]:
    return [Text(f"{word('note', lang)}: {translated(note, lang)}") for note in ruling.notes]


# --- the hand -----------------------------------------------------------------------------------------


def read_lines(ruling: Ruling, rulebook: Rulebook, lang: str) -> list[Line]:
    """Return the hand as it was read, and how it was won; as it was written where it was not read."""
    reading, hand = ruling.reading, ruling.hand
    if reading is None or hand is None:
        return [Text(str(hand), "hand")] if hand else []
    groups = " ".join(_group(group, reading.winning_tile, hand) for group in reading.groups)
    names = next((shape.names for shape in rulebook.shapes if shape.id == reading.shape), {})
    how = [name_in(names, lang, reading.shape)]
    if knows(reading.wait):
        how.append(word(reading.wait, lang))
    how.append(word(hand.method, lang))
    if hand.discarder:
        how.append(word("from", lang, wind=word(hand.discarder, lang)))
    return [Text(groups, "hand"), Text(separator(lang).join(how))]


def _group(group: ReadGroup, winning_tile: str, hand: Hand) -> str:
    """Return a group as it is written: `67s+8s` where it was finished, `p(555z)` where it was called."""
    if group.meld:
        letter = _LETTERS[group.meld]
        return f"{letter}({group.tiles})"
    if not group.winning and group.kind != "tiles":
        return group.tiles
    tiles = list(parse_tiles(group.tiles))
    tiles.remove(*parse_tiles(winning_tile))
    return f"{tiles_text(tiles)}{SIGN_OF[hand.method]}{winning_tile}"


_LETTERS: dict[str, str] = {str(meld): letter for meld, letter in LETTER_OF.items()}


def said_lines(ruling: Ruling, rulebook: Rulebook, lang: str) -> list[Line]:
    """Return the situation as it was said, and the rules that were asked."""
    hand = ruling.hand
    if hand is None:
        return []
    said: list[str] = []
    if hand.seat:
        said.append(word("seat", lang, wind=word(hand.seat, lang)))
    said.append(word("round", lang, wind=word(hand.round, lang)))
    said += [_word_of(flag, rulebook, lang) for flag in sorted(hand.flags)]
    said += [f"{fact_name(name, lang)} {_value(value, lang)}" for name, value in sorted(hand.facts.items())]
    for key, tiles in (
        ("indicators", (*hand.indicators, *hand.kan_indicators)),
        ("ura_indicators", (*hand.ura_indicators, *hand.kan_ura_indicators)),
    ):
        if tiles:
            said.append(word(key, lang, tiles=" ".join(map(tile_name, tiles))))
    if hand.aside:
        said.append(f"n({tiles_text(hand.aside)})")
    said += [f"{word(key, lang)} {n}" for key, n in (("honba", hand.honba), ("deposits", hand.deposits)) if n]
    if hand.liable:
        said.append(f"{word('liable', lang)} {liable_text(hand.liable)}")
    said.append(word("rules", lang, id=ruling.rules))
    return [Text(separator(lang).join(said))]


def _value(value: int | str, lang: str) -> str:
    """Return the value of a number or a choice; in English the word of the rule file."""
    return word(value, lang) if lang != "en" and isinstance(value, str) and knows(value) else str(value)


def _word_of(flag: str, rulebook: Rulebook, lang: str) -> str:
    rule = rulebook.words.get(flag) or next((yaku for yaku in rulebook.yaku if yaku.id == flag), None)
    return name_in(rule.names, lang, flag) if rule else fact_name(flag, lang)


# --- its value ----------------------------------------------------------------------------------------


def _yaku(ruling: Ruling, lang: str, rulebook: Rulebook) -> list[Line]:
    yaku = [award_row(award, lang, rulebook) for award in ruling.yaku if not award.is_dora]
    dora = [award_row(award, lang, rulebook) for award in ruling.yaku if award.is_dora]
    return [*headed(yaku, word("yaku", lang)), *headed(dora, word("dora", lang))]


def award_row(award: Award, lang: str, rulebook: Rulebook) -> Row:
    """Return a yaku or a kind of dora with its value."""
    if award.at_least is not None:
        names = next((limit.names for limit in rulebook.limits if limit.id == award.at_least), {})
        value = word("at_least", lang, limit=name_in(names, lang, award.at_least))
    elif award.yakuman is not None:
        value = _yakuman(award.yakuman, lang)
    else:
        value = word("n_han", lang, n=award.han)
    return Row("", name_in(award.names, lang, award.id), value, "", award.rule)


def _yakuman(times: int, lang: str) -> str:
    return word("one_yakuman", lang) if times == 1 else word("n_yakuman", lang, n=times)


def _fu(ruling: Ruling, lang: str, rulebook: Rulebook) -> list[Line]:  # noqa: ARG001  a part like the others
    rows = [
        Row("", name_in(line.names, lang, line.id), word("n_fu", lang, n=line.fu), line.tiles, line.rule)
        for line in ruling.fu_items
    ]
    if rows and ruling.fu is not None and (len(rows) > 1 or ruling.fu_raw != ruling.fu):
        detail = f"{ruling.fu_raw} -> {ruling.fu}" if ruling.fu_raw != ruling.fu else ""
        rows.append(Row("", word("sum", lang), word("n_fu", lang, n=ruling.fu), detail, total=True))
    return [*headed(rows, word("fu", lang))]


def _total(ruling: Ruling, lang: str, rulebook: Rulebook) -> list[Line]:  # noqa: ARG001
    if ruling.yakuman:
        return [Row(word("total", lang), _yakuman(ruling.yakuman, lang), total=True)]
    if ruling.han is None:
        return []
    counted = [word("n_han", lang, n=ruling.han)]
    if ruling.fu is not None:
        counted.append(word("n_fu", lang, n=ruling.fu))
    return [Row(word("total", lang), " ".join(counted), total=True)]


def _base(ruling: Ruling, lang: str, rulebook: Rulebook) -> list[Line]:
    row = base_row(ruling, lang, rulebook)
    return [row] if row else []


def base_row(ruling: Ruling, lang: str, rulebook: Rulebook) -> Row | None:
    """Return the limit that set the base, or the formula of the rule file with the numbers of the hand in it."""
    if ruling.base is None:
        return None
    if limit := ruling.limit:
        name = name_in(limit.names, lang, limit.id)
        return Row(word("limit", lang), name, str(limit.base), word("base", lang), limit.rule)
    numbers = {"han": ruling.han, "fu": ruling.fu}
    written = " ".join(rulebook.payments.base_span.text.split())
    filled = re.sub(r"\b(han|fu)\b", lambda found: str(numbers[found[0]]), written)
    return Row(word("base", lang), filled, str(ruling.base), "", rulebook.payments.base_span.place)


def _points(ruling: Ruling, lang: str, rulebook: Rulebook) -> list[Line]:  # noqa: ARG001
    if ruling.points is None:
        return []
    return [Row(word("points", lang), "", str(ruling.points), total=True)]


def _chips(ruling: Ruling, lang: str, rulebook: Rulebook) -> list[Line]:  # noqa: ARG001
    return [*headed(chip_rows(ruling, lang), word("chips", lang))]


_PARTS: tuple[Part, ...] = (_yaku, _fu, _total, _base, _points, _chips)
