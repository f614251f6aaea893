"""`yakulang score`: the ruling on a hand, or on every hand of a file."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

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
)
from yakulang.source import Source, Span

if TYPE_CHECKING:
    from yakulang.errors import Diagnostic

_OPTIONS = {  # by the argument of the reading function
    "seat": "--seat",
    "round": "--round",
    "discarder": "--from",
    "dora": "--dora",
    "ura": "--ura",
    "aside": "--aside",
    "honba": "--honba",
    "deposits": "--sticks",
    "flags": "--with",
}

_EPILOG = """\b
yakulang score "234m567m345p67s22s +8s" --seat S --from W
yakulang score "12p c(123m) p(555z)<E 45699s *3p" --seat S --dora 4s,1z
yakulang score "123m456p789s11122z" --tsumo --seat E --with riichi,ippatsu
yakulang score --input hands.jsonl.gz --output rulings.jsonl
"""


@click.command(epilog=_EPILOG)
@click.argument("hand", nargs=-1)
@rules_option
@click.option("--seat", metavar="WIND", help="The winner's seat wind: E S W N.")
@click.option("--round", "round_", metavar="WIND", help="The prevalent wind; East if not said.")
@click.option("--from", "discarder", metavar="WIND", help="The seat wind of the discarder.")
@click.option("--dora", multiple=True, metavar="TILES", help="Dora indicators: 4s,1z. The first is the dora's.")
@click.option("--ura", multiple=True, metavar="TILES", help="Ura dora indicators.")
@click.option("--aside", metavar="TILES", help="Tiles set aside: 44z.")
@click.option("--honba", metavar="N", help="Counters on the table.")
@click.option("--sticks", "deposits", metavar="N", help="Riichi sticks on the table, those of this hand included.")
@click.option(
    "--with", "flags", multiple=True, metavar="WORDS", help="What else was: riichi,ippatsu,dealer_wins=7 and so on."
)
@click.option("--ron", is_flag=True, help="The last tile written is the winning one, by ron.")
@click.option("--tsumo", is_flag=True, help="The last tile written is the winning one, self-drawn.")
@click.option("--input", "source", metavar="FILE", help="Hand records as JSON lines, .gz too; - is standard input.")
@click.option(
    "--output", "target", metavar="FILE", help="Where the rulings of --input go, .gz too; - is standard output."
)
@json_option
@lang_option
def score(
    *,
    hand: tuple[str, ...],
    rules: str,
    source: str | None,
    target: str | None,
    as_json: bool,
    lang: str,
    **said: Any,
) -> int:
    """Say what a HAND is worth, and why.

    HAND is text: concealed tiles; melds c(123m) chii, p(555z) pon, k(1111p) open kan, d(4444z) added kan, a(9999s)
    closed kan; the winning tile as +8s by ron or *8s by tsumo. Without a seat, both the dealer's and the other
    players' payments are shown.

    With --input, each line of FILE is a hand record, or a row that has one under `input`; the answer is one line for
    each, in the same order. Bad lines are reported and the others scored.
    """
    if source is not None:
        given = [name for name in said if said[name]]
        if hand or given:
            what = "a HAND" if hand else _option_name(given[0])
            raise click.UsageError(f"with --input the records say everything; {what} has no place beside it")
        from yakulang.cli.batch import score_file  # noqa: PLC0415  one hand needs none of it

        return score_file(ruleset_of(rules), source, target or "-")
    if target is not None:
        raise click.UsageError("--output belongs to --input; a single ruling is printed")
    if not hand:
        raise click.UsageError("there is no HAND, and no --input either")
    if said["ron"] and said["tsumo"]:
        raise click.UsageError("a hand is won by --ron or by --tsumo")
    return _score_one(" ".join(hand), rules, said, as_json=as_json, lang=lang)


def _score_one(text: str, rules: str, said: dict[str, Any], *, as_json: bool, lang: str) -> int:
    from yakulang import Hand, HandError, Ruling  # noqa: PLC0415
    from yakulang.engine.remarks import remarks  # noqa: PLC0415
    from yakulang.report.ruling_text import ruling_report  # noqa: PLC0415

    ruleset = ruleset_of(rules)
    try:
        hand = Hand.parse(
            text,
            method="ron" if said["ron"] else "tsumo" if said["tsumo"] else None,
            seat=said["seat"],
            round=said["round_"],
            discarder=said["discarder"],
            dora=",".join(said["dora"]),
            ura=",".join(said["ura"]),
            aside=said["aside"] or (),
            honba=said["honba"],
            deposits=said["deposits"],
            flags=said["flags"],
        )
    except HandError as error:
        problems = tuple(map(_of_option, error.diagnostics))
        say_all(problems)
        if any(_is_of_option(problem) for problem in problems):
            return WRONG_USE
        if as_json:
            print_json(Ruling("invalid", ruleset.id, None, errors=problems).as_json())
        return NO
    ruling = ruleset.score(hand)
    ruling = replace(ruling, notes=(*ruling.notes, *remarks(ruleset, hand, ruling)))
    if as_json:
        print_json(ruling.as_json())
    else:
        print_report(ruling_report(ruling, ruleset.rulebook, lang))
    return FINE if ruling.ok else NO


def _option_name(parameter: str) -> str:
    return _OPTIONS.get(parameter, "--" + parameter.rstrip("_"))


def _of_option(problem: Diagnostic) -> Diagnostic:
    """Return a diagnostic about an argument of the reading function in words of the command line."""
    message, span = problem.message, problem.span
    for name, written in _OPTIONS.items():
        message = message.replace(f"the argument `{name}`", f"the option {written}")
    for method in ("ron", "tsumo"):
        message = message.replace(f"the argument {method}", f"the option --{method}")
    if span and (option := _OPTIONS.get(span.source.name.strip("<>"))):
        span = Span(Source(option, span.source.text), span.start, span.end)
    return replace(problem, message=message, span=span)


def _is_of_option(problem: Diagnostic) -> bool:
    return problem.span is not None and problem.span.source.name in _OPTIONS.values()
