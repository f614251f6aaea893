"""`yakulang score HAND` with a ruleset that is kept: the same answer as the command's, before much is imported.

Whatever is not the plain case (no kept ruleset, an option that is not spelt out, a hand that can't be read) is no
business of this module: it answers None, prints nothing, and the command does it all.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from yakulang.cli.printing import DEFAULT_RULES, FINE, NO, print_json, print_report
from yakulang.message import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMAND = "score"
ONCE = {  # the options that have a value, by the parameter of the command
    "--rules": "rules", "--seat": "seat", "--round": "round_", "--from": "discarder", "--aside": "aside",
    "--honba": "honba", "--sticks": "deposits", "--liable": "liable", "--lang": "lang",
}  # fmt: skip
SEVERAL = {"--dora": "dora", "--ura": "ura", "--with": "flags"}
ALONE = {"--ron": "ron", "--tsumo": "tsumo", "--json": "as_json"}
EXPANDED = frozenset("*?[~%$")  # characters that the parser of options expands where the shell does not
COMPLETING = "_YAKULANG_COMPLETE"  # set by a shell that wants to know how a word goes on


class Answer(NamedTuple):
    """What is printed: data as JSON, or the lines of a report; and the exit status."""

    status: int
    data: Any
    lines: Any

    def printed(self) -> int:
        """Print it; return the exit status."""
        if self.lines is None:
            print_json(self.data)
        else:
            print_report(self.lines)
        return self.status


def answer(arguments: Sequence[str]) -> Answer | None:
    """Return the answer to a command line, or None where that is for the command itself."""
    if not arguments or arguments[0] != COMMAND or os.environ.get(COMPLETING):
        return None
    if os.name == "nt" and not EXPANDED.isdisjoint("".join(arguments)):
        return None
    read = plain(arguments[1:])
    if read is None:
        return None
    text, said = read
    from yakulang.engine.kept.store import find  # noqa: PLC0415  other commands look elsewhere

    found = find(said["rules"])
    if found is None:
        return None
    from yakulang.cli.said import parse_said  # noqa: PLC0415
    from yakulang.report.ruling_text import ruling_report  # noqa: PLC0415

    try:
        ruling, rulebook = found[0].answer(parse_said(text, said))
        status = FINE if ruling.ok else NO
        if said["as_json"]:
            return Answer(status, ruling.as_json(), None)
        return Answer(status, None, ruling_report(ruling, rulebook, said["lang"]))
    except Exception:
        return None


def plain(arguments: Sequence[str]) -> tuple[str, dict[str, Any]] | None:
    """Return the hand and the values of the options by parameter, if they are spelt out; None where they are not."""
    hand: list[str] = []
    said: dict[str, Any] = dict.fromkeys(ONCE.values()) | dict.fromkeys(ALONE.values(), False)
    several: dict[str, list[str]] = {name: [] for name in SEVERAL.values()}
    left = iter(arguments)
    for word in left:
        if not word.startswith("-"):
            hand.append(word)
            continue
        option, is_joined, joined = word.partition("=")
        if option in ALONE and not is_joined:
            said[ALONE[option]] = True
            continue
        value = joined if is_joined else next(left, "")
        if not value.strip() or value.startswith("-"):
            return None
        if option in SEVERAL:
            several[SEVERAL[option]].append(value)
        elif option in ONCE and said[ONCE[option]] is None:
            said[ONCE[option]] = value
        else:
            return None
    said["rules"] = said["rules"] or DEFAULT_RULES
    said["lang"] = said["lang"] or LANGUAGES[0]
    if not hand or (said["ron"] and said["tsumo"]) or said["lang"] not in LANGUAGES:
        return None
    return " ".join(hand), said | {name: tuple(values) for name, values in several.items()}
