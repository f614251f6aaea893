"""`yakulang explain`: why a hand gets its ruling, and why it does not get another one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from yakulang.cli.hands import hand_options, read_hand
from yakulang.cli.streams import (
    FINE,
    NO,
    WRONG_USE,
    json_option,
    lang_option,
    print_json,
    print_report,
    print_result,
    rules_option,
    ruleset_of,
    say_all,
    wrong_use,
)
from yakulang.message import message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulang.rules.model import Rulebook, YakuRule

_WHY_NOT = "--why-not"

_EPILOG = """\b
yakulang explain "234m567m345p67s22s +8s" --seat S
yakulang explain "123m456p78s678m55z +9s" --seat S --why-not 平和
"""


@click.command(epilog=_EPILOG)
@click.argument("hand", nargs=-1, required=True)
@rules_option
@hand_options
@click.option(
    _WHY_NOT, "asked", multiple=True, metavar="YAKU", help="Say why the hand has not this yaku: an id or a name."
)
@click.option("--all", "everything", is_flag=True, help="List every yaku with what is missing.")
@json_option
@click.option("--markdown", is_flag=True, help="Print Markdown.")
@lang_option
def explain(
    *,
    hand: tuple[str, ...],
    rules: str,
    asked: tuple[str, ...],
    everything: bool,
    as_json: bool,
    markdown: bool,
    lang: str,
    **said: Any,
) -> int:
    """Say why a HAND is worth what it is.

    What was awarded and what makes it true, what is not counted and why, where fu and payments come from, which yaku
    the hand nearly has, and what the other ways to read it would have paid; each with the file and line of its rule.
    HAND is written as for `score`.
    """
    if as_json and markdown:
        raise wrong_use(message("the answer is printed as --json or as --markdown"), lang)
    ruleset = ruleset_of(rules)
    yaku = _yaku(asked, ruleset.rulebook, lang)
    read = read_hand(" ".join(hand), said, ruleset.id, as_json=as_json, lang=lang)
    from yakulang.report import explain_text  # noqa: PLC0415  what can't be read needs none of it
    from yakulang.report.explain import explain as explained  # noqa: PLC0415

    found = explained(ruleset, read, asked=yaku, everything=everything, lang=lang)
    if as_json:
        single = read.seat is not None
        listed = [one.as_json() for one in found]
        print_json({"rules": ruleset.id, **listed[0]} if single else {"rules": ruleset.id, "by_seat": listed})
    elif markdown:
        print_result(explain_text.explanation_markdown(found, ruleset.rulebook, lang))
    else:
        print_report(explain_text.explanation_report(found, ruleset.rulebook, lang))
    return FINE if any(one.ruling.ok for one in found) else NO


def _yaku(asked: Sequence[str], rulebook: Rulebook, lang: str) -> list[YakuRule]:
    """Return the yaku that are asked for, or end the command with every word that is none."""
    from yakulang.report.why_not import find_yaku, unknown_yaku  # noqa: PLC0415

    found: list[YakuRule] = []
    problems = []
    for word in asked:
        meant = find_yaku(word, rulebook)
        found += [rule for rule in meant if rule not in found]
        if not meant:
            problems.append(unknown_yaku(word, rulebook, _WHY_NOT))
    if problems:
        say_all(problems, lang)
        raise click.exceptions.Exit(WRONG_USE)
    return found
