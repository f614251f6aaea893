"""The plugin for case files and rule files in a checkout that is not installed; installed, pytest finds it itself."""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

os.environ.setdefault("YAKULANG_CACHE", "off")  # tests leave the user's cache alone; those of the cache have their own
PLUGIN = "yakulang"  # the name of its entry point


def pytest_configure(config: pytest.Config) -> None:
    """Register the plugin where no installed package has done so."""
    if not config.pluginmanager.has_plugin(PLUGIN):
        config.pluginmanager.register(import_module("yakulang.testing.plugin"), PLUGIN)
