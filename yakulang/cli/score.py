"""`yakulang score`: the ruling on a hand, or on every hand of a file."""

from __future__ import annotations

from typing import Any

import click

from yakulang.cli.hands import hand_options, option_name, read_hand
from yakulang.cli.streams import (
    FINE,
    NO,
    json_option,
    lang_option,
    print_json,
    print_report,
    rules_option,
    ruleset_of,
    wrong_use,
)
from yakulang.message import message

_EPILOG = """\b
yakulang score "234m567m345p67s22s +8s" --seat S --from W
yakulang score "12p c(123m) p(555z)<E 45699s *3p" --seat S --dora 4s,1z
yakulang score "123m456p789s11122z" --tsumo --seat E --with riichi,ippatsu
yakulang score --input hands.jsonl.gz --output rulings.jsonl
yakulang score --input hands.parquet --output rulings.parquet
yakulang score --input hands.csv.gz --output rulings.csv --keep id,game
"""


@click.command(epilog=_EPILOG)
@click.argument("hand", nargs=-1)
@rules_option
@hand_options
@click.option("--input", "source", metavar="FILE", help="Hand records as JSON lines, .gz too; or a table.")
@click.option(
    "--output", "target", metavar="FILE", help="Where the rulings of --input go, .gz too; - is standard output."
)
@click.option("--keep", multiple=True, metavar="NAMES", help="Columns of a table that go into the result as well.")
@click.option("--yaku-ids", is_flag=True, help="Parquet and Arrow results have the ids of yaku beside their bits.")
@json_option
@lang_option
def score(
    *,
    hand: tuple[str, ...],
    rules: str,
    source: str | None,
    target: str | None,
    keep: tuple[str, ...],
    yaku_ids: bool,
    as_json: bool,
    lang: str,
    **said: Any,
) -> int:
    """Say what a HAND is worth, and why.

    HAND is text: concealed tiles; melds c(123m) chii, p(555z) pon, k(1111p) open kan, d(4444z) added kan, a(9999s)
    closed kan; the winning tile as +8s by ron or *8s by tsumo. Without a seat, both the dealer's and the other
    players' payments are shown.

    With --input, each line of FILE is a hand record, or a row that has one under `input`, or several winners of one
    discard under `wins`; the answer is one line for each, in the same order. Bad lines are reported and the others
    scored. For several winners without a file see `yakulang winners`. Files that end in .parquet, .arrow, .feather
    or .csv, packed with .gz or not, are tables with a row for each hand (docs/batch.md); pip install
    yakulang[columns] reads and writes them.
    """
    if source is not None:
        given = [name for name in said if said[name]]
        if hand or given:
            what = message("a HAND") if hand else option_name(given[0])
            text = message("with --input the records say everything; {option} has no place beside it", option=what)
            raise wrong_use(text, lang)
        from yakulang.cli.batch import score_file  # noqa: PLC0415  one hand needs none of it

        kept = tuple(dict.fromkeys(name.strip() for names in keep for name in names.split(",") if name.strip()))
        target = "-" if target is None else target
        return score_file(ruleset_of(rules), source, target, lang, keep=kept, yaku_ids=yaku_ids)
    for option, is_said in (("--output", target is not None), ("--keep", keep), ("--yaku-ids", yaku_ids)):
        if is_said:
            text = message("{option} belongs to --input; a single ruling is printed", option=option)
            raise wrong_use(text, lang)
    if not hand:
        raise wrong_use(message("there is no HAND, and no --input either"), lang)
    return _score_one(" ".join(hand), rules, said, as_json=as_json, lang=lang)


def _score_one(text: str, rules: str, said: dict[str, Any], *, as_json: bool, lang: str) -> int:
    from yakulang.report.ruling_text import ruling_report  # noqa: PLC0415

    ruleset = ruleset_of(rules)
    hand = read_hand(text, said, ruleset.id, as_json=as_json, lang=lang)
    ruling, rulebook = ruleset.answer(hand)
    if as_json:
        print_json(ruling.as_json())
    else:
        print_report(ruling_report(ruling, rulebook, lang))
    return FINE if ruling.ok else NO
