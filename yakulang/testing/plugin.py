"""The pytest plugin: a folder of rule files and case files is tested by `pytest` alone.

Loaded whenever pytest starts, so nothing of the engine is imported before a file of ours is met.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from yakulang.testing.files import is_case_file, is_rule_file, shown

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator
    from pathlib import Path

    from yakulang.errors import YakulangError
    from yakulang.testing.cases import Trial
    from yakulang.testing.examples import Example
    from yakulang.testing.tables import Table


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect case files by their name and rule files by their first lines."""
    if is_case_file(file_path):
        return CaseFile.from_parent(parent, path=file_path)
    if is_rule_file(file_path):
        return RuleFile.from_parent(parent, path=file_path)
    return None


class NotAsExpectedError(Exception):
    """A case or an example came out otherwise; the text is what people are shown."""


class _OurFile(pytest.File):
    def collect(self) -> Iterator[pytest.Item]:
        """Yield what can be tested of the file; where it can't be read that is one test that fails.

        An error of collection would keep all other files from being tested.
        """
        from yakulang.errors import YakulangError  # noqa: PLC0415

        try:
            yield from self.items()
        except YakulangError as error:
            yield UnreadableItem.from_parent(self, name="readable", error=error)

    def items(self) -> Iterator[pytest.Item]:
        """Yield what can be tested of the file."""
        raise NotImplementedError


class CaseFile(_OurFile):
    """A file of cases."""

    def items(self) -> Iterator[pytest.Item]:
        """Yield its expectations."""
        from yakulang.testing.cases import read_cases  # noqa: PLC0415

        for trial in read_cases(self.path, shown(self.path)):
            yield CaseItem.from_parent(self, name=trial.name, trial=trial)


class RuleFile(_OurFile):
    """A rule file, with the examples it gives."""

    def items(self) -> Iterator[pytest.Item]:
        """Yield the rules as a whole and each example."""
        from yakulang.testing.examples import examples_of  # noqa: PLC0415
        from yakulang.testing.tables import table_of_file  # noqa: PLC0415

        table = table_of_file(self.path, shown(self.path))
        yield RulesItem.from_parent(self, name="rules", table=table)
        for example in examples_of(table):
            yield ExampleItem.from_parent(self, name=example.name, table=table, example=example)


class _OurItem(pytest.Item):
    line = 1

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Show what came out otherwise, never where in Python it was noticed."""
        if isinstance(excinfo.value, NotAsExpectedError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[os.PathLike[str], int, str]:
        """Return the place in the file, the line counted from 0, and the name."""
        return self.path, self.line - 1, self.name


class UnreadableItem(_OurItem):
    """A file that can't be read, or says what can't be."""

    def __init__(self, *, error: YakulangError, **others: Any) -> None:
        super().__init__(**others)
        self.error = error
        spans = (problem.span for problem in error.diagnostics if problem.span)
        self.line = next((span.line for span in spans), 1)

    def runtest(self) -> None:
        """Show what is wrong with it."""
        from yakulang.errors import render  # noqa: PLC0415

        raise NotAsExpectedError("\n\n".join(map(render, self.error.diagnostics)))


class CaseItem(_OurItem):
    """One expectation of a case."""

    def __init__(self, *, trial: Trial, **others: Any) -> None:
        super().__init__(**others)
        self.trial = trial
        self.line = trial.case.span.line

    def runtest(self) -> None:
        """Judge it."""
        from yakulang.testing.judge import try_out  # noqa: PLC0415

        outcome = try_out(self.trial)
        if outcome.differences:
            from yakulang.testing.show import failure_text  # noqa: PLC0415

            raise NotAsExpectedError(failure_text(self.trial, outcome))


class RulesItem(_OurItem):
    """The rules of a file: they were merged and checked when the file was collected; here they are compiled."""

    def __init__(self, *, table: Table, **others: Any) -> None:
        super().__init__(**others)
        self.table = table

    def runtest(self) -> None:
        """Compile them."""
        self.table.compiled  # noqa: B018


class ExampleItem(_OurItem):
    """An example of a yaku."""

    def __init__(self, *, table: Table, example: Example, **others: Any) -> None:
        super().__init__(**others)
        self.table = table
        self.example = example
        self.line = example.span.line

    def runtest(self) -> None:
        """Judge it."""
        from yakulang.testing.examples import failure  # noqa: PLC0415

        wrong = failure(self.example, self.table)
        if wrong is not None:
            raise NotAsExpectedError(wrong)
