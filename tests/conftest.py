"""What all tests share: a bounded and repeatable way to draw examples, and the list of what was compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from comparing import TALLIES
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    import pytest

settings.register_profile(
    "repeatable",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=150,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("repeatable")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List how many rows and fields were compared with recorded results."""
    compared = [tally for tally in TALLIES if tally.rows or tally.left_out]
    if compared:
        terminalreporter.section("compared with recorded results")
        for tally in compared:
            terminalreporter.line(str(tally))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that writes the fixtures of diagnostics anew."""
    text = "write what diagnostics say into tests/diagnostics, to be reviewed by git diff"
    parser.addoption("--update-diagnostics", action="store_true", help=text)


def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Rewrite the fixtures before they are read by the tests that were collected."""
    if config.getoption("--update-diagnostics"):
        from rewriting import rewrite

        rewrite()
        session.shouldstop = "the fixtures in tests/diagnostics are written; review them by git diff"
