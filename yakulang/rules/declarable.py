"""Which melds nobody at a table can declare: what `impossible` says of a meld, whatever its tiles and the situation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.lang.evaluator import holds
from yakulang.lang.view import GroupView, TileView, View

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from yakulang.rules.model import Statement

_GROUPS = {"chii": "sequence", "pon": "triplet", "open_kan": "quad", "added_kan": "quad", "closed_kan": "quad"}
_STARTS = (0, 12, 24)  # of sequences: one of each suit, at an end and in the middle
_KINDS = (0, 13, 26, 27, 33)  # a terminal or simple of each suit, a wind, a dragon


def undeclarable(impossible: Sequence[Statement], *, riichi: bool = False) -> Mapping[str, Statement]:
    """Return the declarations that a table has none of, each with the statement of `impossible` that says so.

    Args:
        impossible: the statements of the rules.
        riichi: whether those of a player in riichi are asked for.
    """
    found: dict[str, Statement] = {}
    for declared in _GROUPS:
        views = list(_views(declared, {"riichi"} if riichi else set()))
        for statement in impossible:
            if all(holds(statement.when, view) for view in views):
                found[declared] = statement
                break
    return found


def _views(declared: str, beside: set[str]) -> Iterator[View]:
    """Yield hands with one such meld: with an indicator for a kan and without, by ron and by self-draw."""
    group = _GROUPS[declared]
    called = declared != "closed_kan"
    tile = TileView(0)
    none: dict[str, tuple[TileView, ...]] = {"tiles": ()}
    for lists in (none, {**none, "indicators": (tile,), "kan_indicators": (tile,)}):
        for method in ("ron", "tsumo"):
            flags = frozenset({method, "open" if called else "closed", *beside})
            for kind in _STARTS if group == "sequence" else _KINDS:
                kinds = (kind, kind + 1, kind + 2) if group == "sequence" else (kind,) * (4 if group == "quad" else 3)
                meld = GroupView(group, kinds, concealed=not called, declared=declared)
                yield View(groups=(meld,), lists=lists, flags=flags)
