"""What was counted over every complete closed hand, as a page of the documentation."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from yakulang.rules.model import Rulebook
    from yakulang.testing.every_hand import Totals

HEAD = """# Every complete closed hand

There are {hands:,} sets of tiles that are complete without a meld under `{rules}`. Each was scored with every tile it
can be won by: {rows:,} times by a discard and as often by self-draw. The winner is South in the East round, without
riichi, dora or red tiles, so every figure comes from the tiles and the wait alone. Each set of tiles counts once; the
figures do not say how often a hand comes up at a table.

`python -m yakulang.testing.every_hand --state docs/every-hand.json --page docs/every-hand.md` counts them anew and
writes this page; a run that was stopped goes on. [every-hand.json](every-hand.json) has the figures, and a digest of
each part of the run: a test counts some parts again.
"""


def page(totals: Totals, rulebook: Rulebook) -> str:
    """Return the page of a run.

    Args:
        totals: what was counted, of a run that is finished.
        rulebook: the rules it was counted under, for the names.
    """
    by_id = {rule.id: rule.names for rule in rulebook.yaku} | {one.id: one.names for one in rulebook.limits}

    def named(id_: str) -> Sequence[str]:
        names = by_id.get(id_, {})
        return [f"`{id_}`", names.get("en", ""), names.get("ja", ""), names.get("zh", "")]

    rows = sum(totals.counts["ron"]["status"].values())
    parts = [HEAD.format(hands=totals.hands, rules=totals.rules, rows=rows)]
    parts.append(_table("Whether they count", totals, "status", named=lambda word: [f"`{word}`"], heads=["status"]))
    heads = ["yaku", "English", "日本語", "中文"]
    parts.append(_table("Yaku", totals, "yaku", named=named, heads=heads, order=[rule.id for rule in rulebook.yaku]))
    parts.append(
        _table(
            "Limits",
            totals,
            "limit",
            named=named,
            heads=["limit", *heads[1:]],
            order=[one.id for one in rulebook.limits],
        )
    )
    parts.append(
        _table("Han and fu", totals, "value", named=lambda value: [value], heads=["value"], order=_by_value(totals))
    )
    return "\n".join(parts)


def _by_value(totals: Totals) -> list[str]:
    """Return the values in order: han, then fu; yakuman last."""
    values = {value for kinds in totals.counts.values() for value in kinds["value"]}

    def key(value: str) -> tuple[bool, list[int]]:
        return value.endswith("yakuman"), [int(word) for word in value.split() if word.isdigit()]

    return sorted(values, key=key)


def _table(
    title: str,
    totals: Totals,
    kind: str,
    *,
    named: Callable[[str], Sequence[str]],
    heads: Sequence[str],
    order: Iterable[str] = (),
) -> str:
    """Return a table of one kind of counts: by a discard, by self-draw."""
    counts: Mapping[str, Mapping[str, int]] = {method: kinds[kind] for method, kinds in totals.counts.items()}
    found = dict.fromkeys([*order, *(key for one in counts.values() for key in one)])
    lines = [f"## {title}\n", f"| {' | '.join(heads)} | ron | tsumo |", f"|{' --- |' * len(heads)} ---: | ---: |"]
    for key in found:
        numbers = [counts[method].get(key, 0) for method in ("ron", "tsumo")]
        if any(numbers):
            lines.append(f"| {' | '.join([*named(key), *(f'{number:,}' for number in numbers)])} |")
    return "\n".join(lines) + "\n"
