"""Read a rule file: strict YAML into nodes that know their place.

The accepted part of YAML is small on purpose. One document of mappings, lists and single values; no anchors,
aliases or tags; no key twice; bounded size, depth and number of values, so that no file can take unbounded time
or memory. Plain values follow YAML 1.2: `true` and `false`, `null` or `~` or nothing, whole numbers (`12`, `-3`,
`0o17`, `0xff`) and decimal numbers (`1.5`, `2e3`). Everything else is text: `yes`, `on`, `010`, `12:30`, `1_000`,
`2026-11-29`. A key is always text, so `5m`, `1` and `on` are keys as they look.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic, RuleError
from yakulang.rules.compose import Composer
from yakulang.rules.many import bounded
from yakulang.rules.nodes import MapNode, Scalar, SeqNode
from yakulang.rules.unreadable import bad_characters, encoding, stray_lines
from yakulang.source import Source, Span

if TYPE_CHECKING:
    from pathlib import Path

    from yakulang.rules.nodes import Node

MAX_BYTES = 2_000_000


def read_file(path: Path, name: str) -> Source:
    """Return the text of a rule file; `name` is what messages call it.

    Raises:
        RuleError: there is no such file, it is not a regular file, too large, or not UTF-8.
    """
    try:
        if not path.is_file():
            what = "is a folder" if path.is_dir() else "is not a file" if path.exists() else "does not exist"
            raise RuleError([Diagnostic("YK100", f"the rule file `{name}` {what}")])
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = str(getattr(error, "strerror", None) or "no file can have this name").lower()
        raise RuleError([Diagnostic("YK100", f"the rule file `{name}` can't be read: {reason}")]) from None
    return text_of(data, name)


def text_of(data: bytes, name: str) -> Source:
    """Return the text of the content of a rule file; see `read_file`.

    Raises:
        RuleError: it is too large, or not UTF-8.
    """
    if len(data) > MAX_BYTES:
        raise RuleError([Diagnostic("YK101", f"the rule file `{name}` is larger than {MAX_BYTES:,} bytes")])
    hint = "save the file as UTF-8"
    if other := encoding(data):
        raise RuleError([Diagnostic("YK102", f"the rule file `{name}` is written in {other}, not UTF-8", hint=hint)])
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig", errors="replace")
        source = Source(name, data.decode("utf-8-sig", errors="replace"))
        span = Span(source, len(before), len(before) + 1)
        raise RuleError([Diagnostic("YK102", "the rule file is not UTF-8 from here on", span, hint=hint)]) from None
    return Source(name, text.replace("\r\n", "\n").replace("\r", "\n"))


@lru_cache(2)  # a command looks at its file more than once
def read(source: Source) -> MapNode:
    """Read the text of a rule file.

    Raises:
        RuleError: the text is not a rule file; every problem that can be told apart is listed.
    """
    root = read_node(source)
    if isinstance(root, MapNode):
        return root
    hint = "begin with `yakulang: 1` and `id:`"
    if root is None or (isinstance(root, Scalar) and root.value is None):
        raise RuleError([Diagnostic("YK103", f"the rule file `{source.name}` is empty", hint=hint)])
    if strays := stray_lines(root.span.source):
        raise RuleError(strays)
    if re.match(r"\s*\w+\s*=", root.span.text):
        hint = "write `name: value`, not `name = value`"
    what = "a list" if isinstance(root, SeqNode) else "a single value"
    message = f"a rule file holds fields like `id: friday-table`, not {what}"
    raise RuleError([Diagnostic("YK104", message, root.span, hint=hint)])


def read_node(source: Source) -> Node | None:
    """Read the text of any file that is written as rule files are, whatever stands in it; None where nothing does.

    Raises:
        RuleError: the text can't be read; every problem that can be told apart is listed.
    """
    if source.text.startswith("\ufeff"):
        source = Source(source.name, source.text[1:])
    if len(source.text) > MAX_BYTES:
        raise RuleError([Diagnostic("YK101", f"the rule file `{source.name}` is larger than {MAX_BYTES:,} bytes")])
    if problems := bad_characters(source):
        raise RuleError(bounded(problems))
    composer = Composer(source)
    root = composer.compose()
    if composer.problems:
        unreadable = not set(map(_code, composer.problems)) & {"YK106", "YK107"}
        raise RuleError((stray_lines(source) if unreadable else []) or bounded(composer.problems))
    return root


def _code(diagnostic: Diagnostic) -> str:
    return diagnostic.code
