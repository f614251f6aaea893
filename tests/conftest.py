"""What all tests share: a bounded and repeatable way to draw examples, and the list of what was compared."""

from __future__ import annotations

from typing import Any

import pytest
from comparing import TALLIES
from hypothesis import HealthCheck, settings

settings.register_profile(
    "repeatable",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=150,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("repeatable")

SENT = "compared"  # what a worker of several sends to the process that prints
_received: list[str] = []


def _compared() -> list[str]:
    return [str(tally) for tally in TALLIES if tally.rows or tally.left_out]


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Send what was compared, where several processes share the tests."""
    output: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
    if output is not None:
        output[SENT] = _compared()


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take in what a worker has compared."""
    _received.extend(getattr(node, "workeroutput", {}).get(SENT, []))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List how many rows and fields were compared with recorded results."""
    lines = sorted([*_compared(), *_received])
    if lines:
        terminalreporter.section("compared with recorded results")
        for line in lines:
            terminalreporter.line(line)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that writes the fixtures of diagnostics anew."""
    text = "write what diagnostics say into tests/diagnostics, to be reviewed by git diff"
    parser.addoption("--update-diagnostics", action="store_true", help=text)
    text = "write the places of rules anew into the examples of README and docs"
    parser.addoption("--update-pages", action="store_true", help=text)


def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Rewrite the fixtures before they are read by the tests that were collected."""
    if config.getoption("--update-diagnostics"):
        from rewriting import rewrite

        rewrite()
        session.shouldstop = "the fixtures in tests/diagnostics are written; review them by git diff"
