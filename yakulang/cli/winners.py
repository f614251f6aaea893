"""`yakulang winners`: all who call ron on one discard."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from yakulang.cli.hands import option_name, shared_options
from yakulang.cli.said import is_of_option, parse_said
from yakulang.cli.seats import seat_of
from yakulang.cli.streams import (
    FINE,
    NO,
    WRONG_USE,
    json_option,
    lang_option,
    print_json,
    print_report,
    rules_option,
    ruleset_of,
    say_all,
    wrong_use,
)
from yakulang.message import message

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from yakulang.engine.ruleset import Ruleset
    from yakulang.engine.table_ruling import TableRuling
    from yakulang.errors import Diagnostic
    from yakulang.hand import Hand

_MOST_POINTS = 10**9
_OF_EACH_HAND = ("seat", "aside", "liable", "ron", "tsumo")  # options of a hand that can't be said of all at once
_OF_HANDS = ("round_", "dora", "ura", "flags")
_EPILOG = """\b
yakulang winners "45p 234m678m99s567s +3p seat=N" "12p 123m789m99s123s +3p seat=E" --from W --honba 1 --sticks 2
yakulang winners --points N:POINTS --points E:POINTS --from W --honba 1
"""


@click.command(epilog=_EPILOG)
@click.argument("hands", nargs=-1, metavar="HAND...")
@rules_option
@shared_options
@click.option(
    "--with", "flags", multiple=True, metavar="WORDS", help="What else was said of every HAND: last_tile and so on."
)
@click.option("--points", multiple=True, metavar="SEAT:POINTS", help="A winner whose points are known; no HAND then.")
@click.option("--riichi", multiple=True, metavar="SEATS", help="With --points: winners who are in riichi.")
@click.option("--riichi-discard", is_flag=True, help="The discard declared riichi.")
@json_option
@lang_option
def winners(
    *,
    hands: tuple[str, ...],
    rules: str,
    points: tuple[str, ...],
    riichi: tuple[str, ...],
    riichi_discard: bool,
    as_json: bool,
    lang: str,
    **said: Any,
) -> int:
    """Say who wins on one discard, and what each is paid.

    Each HAND is one who calls ron, as text in quotes with its seat: "... +3p seat=N". What all share is said once by
    options. --ura counts for those in riichi. In place of hands, --points gives the worth of each.
    """
    if points:
        given = next((name for name in _OF_HANDS if said[name]), None)
        if hands or given:
            what = message("a HAND") if hands else option_name(given or "")
            text = message("with --points the worth of each is known; {option} has no place beside it", option=what)
            raise wrong_use(text, lang)
    elif riichi:
        raise wrong_use(message("--riichi belongs to --points; a HAND says it by {text}", text="with=riichi"), lang)
    elif not hands:
        raise wrong_use(message("there is no HAND, and no --points either"), lang)
    ruleset = ruleset_of(rules)
    if points:
        table = _settled(ruleset, points, riichi, said, riichi_discard=riichi_discard, lang=lang)
    else:
        flags = (*said["flags"], "riichi_discard") if riichi_discard else said["flags"]
        table = _scored(
            ruleset, hands, {**dict.fromkeys(_OF_EACH_HAND), **said, "flags": flags}, as_json=as_json, lang=lang
        )
    if as_json:
        print_json(table.as_json())
    else:
        from yakulang.report.winners_text import table_report  # noqa: PLC0415

        print_report(table_report(table, ruleset.rulebook, lang))
    return FINE if table.status in ("ok", "abortive_draw") else NO


# --- hands --------------------------------------------------------------------------------------------------


def _scored(ruleset: Ruleset, texts: Sequence[str], said: dict[str, Any], *, as_json: bool, lang: str) -> TableRuling:
    """Return the ruling on hands, or end the command with what can't be read."""
    from yakulang import HandError, TableRuling  # noqa: PLC0415

    read: list[tuple[str, str, Hand]] = []
    problems: list[Diagnostic] = []
    for number, text in enumerate(texts, 1):
        name = f"<hand {number}>"
        try:
            read.append((text, name, _parsed(text, {**said, "ura": ()}, name)))
        except HandError as error:
            problems += error.diagnostics
    in_riichi = [_in_riichi(hand, ruleset) for _, _, hand in read]
    hands = [hand for _, _, hand in read]
    for place, (text, name, _) in enumerate(read if said["ura"] else ()):
        if in_riichi[place] or not any(in_riichi):  # where nobody is, each ruling says that they don't count
            try:
                hands[place] = _parsed(text, said, name)
            except HandError as error:
                problems += error.diagnostics
    problems = list(dict.fromkeys(problems))
    if problems:
        say_all(problems, lang)
        if any(is_of_option(problem) for problem in problems):
            raise click.exceptions.Exit(WRONG_USE)
        if as_json:
            print_json(TableRuling("invalid", ruleset.id, errors=tuple(problems)).as_json())
        raise click.exceptions.Exit(NO)
    return _remarked(ruleset, ruleset.score_winners(hands), hands)


def _in_riichi(hand: Hand, ruleset: Ruleset) -> bool:
    from yakulang.engine.called import in_words  # noqa: PLC0415
    from yakulang.engine.situation import facts_of  # noqa: PLC0415

    flags = in_words(hand, ruleset.rulebook).flags
    return any("riichi" in facts_of(word, ruleset.rulebook) for word in flags)


def _parsed(text: str, said: dict[str, Any], name: str) -> Hand:
    marked = re.search(r"[+*]", text)
    return parse_said(text, {**said, "ron": not marked, "tsumo": False}, name)


def _remarked(ruleset: Ruleset, table: TableRuling, hands: Sequence[Hand]) -> TableRuling:
    """Return the ruling with a note for what is said of a hand without effect."""
    from yakulang.engine.remarks import remarks  # noqa: PLC0415

    if table.errors:
        return table
    notes = {hand.seat: remarks(ruleset, hand, ruleset.score(hand)) for hand in hands}

    def marked(one: Any) -> Any:
        return replace(one, ruling=replace(one.ruling, notes=(*one.ruling.notes, *notes[one.seat])))

    return replace(
        table,
        winners=tuple(map(marked, table.winners)),
        unpaid=tuple(map(marked, table.unpaid)),
        notes=(*table.notes, *_missing_sticks(ruleset, hands)),
    )


def _missing_sticks(ruleset: Ruleset, hands: Sequence[Hand]) -> Iterator[str]:
    """Yield that there are fewer sticks than winners in riichi; that there is none, is said of each of them."""
    sticks = hands[0].deposits
    riichi = sum(_in_riichi(hand, ruleset) for hand in hands)
    if 0 < sticks < riichi:
        yield message("{n} who call ron are in riichi; sticks on the table: {sticks}", n=riichi, sticks=sticks)


# --- points -------------------------------------------------------------------------------------------------


def _settled(
    ruleset: Ruleset,
    points: Sequence[str],
    riichi: Sequence[str],
    said: dict[str, Any],
    *,
    riichi_discard: bool,
    lang: str,
) -> TableRuling:
    if said["discarder"] is None:
        raise wrong_use(message("who discarded? give --from"), lang)
    claimed = []
    for item in points:
        seat, _, worth = item.rpartition(":")
        if seat and re.fullmatch(r"[0-9]+", worth) and not 1 <= int(worth[:11]) <= _MOST_POINTS:
            text = message("the points of a winner are a whole number from 1 to {most:,}", most=_MOST_POINTS)
            raise wrong_use(text, lang)
        if not seat or not re.fullmatch(r"[0-9]+", worth):
            text = message("--points is a seat and its points with a colon between, and not {text!r}", text=item)
            raise wrong_use(text, lang)
        claimed.append((seat_of(seat, "--points", lang), int(worth)))
    seats = [
        seat_of(seat, "--riichi", lang) for item in riichi for seat in re.split(r"[,\s]+", item.strip(", ")) if seat
    ]
    numbers = {name: _number(said[name], option_name(name), lang) for name in ("honba", "deposits")}
    try:
        return ruleset.settle_winners(
            claimed,
            discarder=seat_of(said["discarder"], "--from", lang),
            riichi=seats,
            riichi_discard=riichi_discard,
            **numbers,
        )
    except ValueError as error:
        raise wrong_use(error.args[0], lang) from None


def _number(text: str | None, option: str, lang: str) -> int:
    if text is None:
        return 0
    if not re.fullmatch(r"[0-9]{1,3}", text):
        said = message("{option} is a whole number from 0 to 999, and not {text!r}", option=option, text=text)
        raise wrong_use(said, lang)
    return int(text)
