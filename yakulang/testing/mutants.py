"""Whether some example or case notices each part of each condition.

    python -m yakulang.testing.mutants [RULESET-OR-FILE...] [--tests FOLDER]

Takes every part of every condition away, one at a time, and judges the examples and cases again: those of the folder
(the current one) and of the bundled rule files. A part that none of them notices is listed, unless its entry says
under `redundant` why it can't matter.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from yakulang.errors import YakulangError
from yakulang.lang import typed
from yakulang.lang.evaluator import holds, number
from yakulang.rules.bundle import bundled_files
from yakulang.rules.catalogue import load
from yakulang.rules.nodes import MapNode, Scalar, find
from yakulang.testing.files import RULE_SUFFIXES, shown
from yakulang.testing.mutations import Part, Place, parts_of, places_of, without
from yakulang.testing.probes import probes_of
from yakulang.testing.tables import Table, table_of_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from yakulang.lang.view import View
    from yakulang.rules.model import Rulebook
    from yakulang.testing.probes import Probe


@dataclass(frozen=True, slots=True)
class Mutant:
    """A condition without one part.

    Attributes:
        path: the dotted path of the condition.
        part: what is taken away.
        section: the section it is asked with.
        explained: why the part can't matter, as its entry says, or None.
    """

    path: str
    part: Part
    section: str
    explained: str | None

    def __str__(self) -> str:
        of = f" of `{self.part.phrase}`" if self.part.phrase != self.part.text else ""
        return f"{self.part.span}: {self.path} without `{self.part.text}`{of}"


def mutants_of(table: Table) -> Iterator[Mutant]:
    """Yield the mutants of the conditions that the file asked for writes itself."""
    for place in places_of(table.rulebook):
        if place.node.span.source == table.source:
            for part in parts_of(place.node):
                yield Mutant(place.path, part, place.section, _explained(table, place.path, part))


def _explained(table: Table, path: str, part: Part) -> str | None:
    said = find(table.merged.tree, (*path.split(".")[:-1], "redundant"))
    why = said.items.get(part.text) if isinstance(said, MapNode) and said.span.source == table.source else None
    return why.text if isinstance(why, Scalar) else None


def stale(table: Table) -> Iterator[str]:
    """Yield what the file asked for says to be redundant of conditions that have no such part."""
    parts: dict[tuple[str, ...], set[str]] = {}
    for place in places_of(table.rulebook):
        parts.setdefault(tuple(place.path.split(".")[:-1]), set()).update(part.text for part in parts_of(place.node))
    for entry, known in parts.items():
        said = find(table.merged.tree, (*entry, "redundant"))
        if isinstance(said, MapNode) and said.span.source == table.source:
            for text in said.items.keys() - known:
                yield f"{said.keys[text]}: `{'.'.join(entry)}` has no part `{text}`"


class Search:
    """Looks for probes that notice a mutant; those of the same yaku first, then cases, then all others."""

    def __init__(self, probes: Iterable[Probe]) -> None:
        self.probes = list(probes)
        tables = dict.fromkeys(probe.table for probe in self.probes)
        self._places = {table: {place.path: place for place in places_of(table.rulebook)} for table in tables}
        self._values: dict[tuple[int, str], list[Any]] = {}

    @property
    def failing(self) -> list[Probe]:
        """The probes that do not hold as the rules are; they notice nothing."""
        return [probe for probe in self.probes if not probe.holds]

    def noticed(self, mutant: Mutant, origin: Place) -> Probe | None:
        """Return a probe that fails with the mutant, or None where all hold."""
        entry = mutant.path.split(".")[-2] if "." in mutant.path else ""
        nodes: dict[Table, Any] = {}  # the mutated condition in each ruleset that has the same one
        for table, places in self._places.items():
            place = places.get(mutant.path)
            if place is not None and _same(place, origin):
                nodes[table] = without(place.node, mutant.part)
        mutated: dict[Table, Rulebook] = {}
        for probe in sorted(self.probes, key=lambda probe: 0 if probe.about == entry else 2 if probe.about else 1):
            table = probe.table
            if table in nodes and self._differs(probe, self._places[table][mutant.path], nodes[table]):
                if table not in mutated:
                    mutated[table] = self._places[table][mutant.path].put(nodes[table])
                if probe.fails(mutated[table]):
                    return probe
        return None

    def _differs(self, probe: Probe, place: Place, node: Any) -> bool:
        """Return whether the mutated condition says something else of anything this probe asks."""
        views = probe.views(place.section)
        key = (id(probe), place.path)
        if key not in self._values:
            self._values[key] = [_value(place.node, view) for view in views]
        return any(_value(node, view) != value for view, value in zip(views, self._values[key], strict=True))


def _value(node: Any, view: View) -> bool | int:
    return holds(node, view) if isinstance(node, typed.Condition) else number(node, view)


def _same(place: Place, origin: Place) -> bool:
    """Return whether two rulesets have a condition from the same text, terms and traits included."""
    one, other = place.node.span, origin.node.span
    if (one.start, one.end) != (other.start, other.end) or one.source.text != other.source.text:
        return False
    mine, others = parts_of(place.node), parts_of(origin.node)
    return [(part.steps, part.text) for part in mine] == [(part.steps, part.text) for part in others]


@dataclass(frozen=True, slots=True)
class Found:
    """A mutant, and the probe that notices it or None."""

    mutant: Mutant
    noticed: Probe | None


def search(table: Table, probes: Search, *, every: int = 1) -> list[Found]:
    """Return each mutant of a table with a probe that notices it; with `every` 5, only each fifth."""
    places = {place.path: place for place in places_of(table.rulebook)}
    chosen = list(mutants_of(table))[::every]
    return [Found(mutant, probes.noticed(mutant, places[mutant.path])) for mutant in chosen]


def table_named(reference: str) -> Table:
    """Return the rules of a bundled ruleset or a rule file."""
    if reference.endswith(RULE_SUFFIXES):
        return table_of_file(Path(reference), shown(Path(reference).resolve()))
    return Table(load(reference))


def report(table: Table, found: Sequence[Found]) -> Iterator[str]:
    """Yield the lines that are printed of one ruleset."""
    left = [one.mutant for one in found if not one.noticed and not one.mutant.explained]
    explained = [one for one in found if one.mutant.explained]
    noticed = sum(1 for one in found if one.noticed)
    yield from (f"{mutant}: nothing notices" for mutant in left)
    for one in explained:
        if one.noticed:
            yield f"{one.mutant}: said to be redundant, but {one.noticed.place} notices"
    unnoticed = len(explained) - sum(1 for one in explained if one.noticed)
    yield f"{table.id}: {len(found)} parts, {noticed} noticed, {unnoticed} explained, {len(left)} left"


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("rulesets", nargs=-1, metavar="[RULESET-OR-FILE]...")
@click.option("--tests", "folders", multiple=True, default=["."], help="Folders with examples and cases.")
@click.option("--every", default=1, type=click.IntRange(1), help="Try each n-th part only.")
def main(rulesets: tuple[str, ...], folders: tuple[str, ...], every: int) -> None:
    """List the parts of conditions that no example and no case notices. Without rulesets, all bundled ones."""
    try:
        tables = [table_named(name) for name in rulesets or bundled_files()]
        probes = Search(probes_of(Path(folder) for folder in folders))
    except YakulangError as error:
        click.echo(str(error), err=True)
        raise SystemExit(2) from None
    bad = False
    for table in tables:
        found = search(table, probes, every=every)
        bad = bad or any(bool(one.noticed) == bool(one.mutant.explained) for one in found)
        for line in report(table, found):
            click.echo(line)
        for line in stale(table):
            click.echo(line)
            bad = True
    for probe in probes.failing:
        click.echo(f"{probe.place}: does not hold, so it notices nothing", err=True)
    raise SystemExit(1 if bad else 0)


if __name__ == "__main__":
    main()
