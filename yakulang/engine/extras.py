"""What is installed beside the package only where it is asked for."""

from __future__ import annotations

from importlib.util import find_spec

from yakulang.errors import BatchError, Diagnostic
from yakulang.message import message


def need(*names: str) -> None:
    """Say clearly what is missing where the extra `columns` is not installed.

    Raises:
        BatchError: one of some packages is not installed.
    """
    missing = [name for name in names if find_spec(name) is None]
    if missing:
        text = message("many hands at a time need {names}", names=" and ".join(missing))
        hint = message("pip install yakulang[columns]")
        raise BatchError([Diagnostic("YK623", text, hint=hint, name="extra_missing")])
