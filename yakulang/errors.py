"""Diagnostics: one clear message for each thing that is wrong.

Code ranges: YK1xx reading a file, YK2xx conditions, YK3xx rulesets and their merging,
YK4xx lints, YK5xx hands, YK6xx batches and other input, YK7xx case files, YK8xx the table and the end of a game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from yakulang.message import Spoken, message, translated
from yakulang.source import Span, caret, shortened

if TYPE_CHECKING:
    from collections.abc import Iterable


LONGEST = 1024  # characters of a message or a hint
LONGEST_WORD = 80  # characters of a word for which another is looked for
CUTOFF = 0.72  # how much alike two words are at least
MANY = 1024  # words that are compared letter by letter

_SEVERITIES = {"error": message("error"), "warning": message("warning")}
_HINT = message("hint")


@dataclass(frozen=True)
class Label:
    """A second place that belongs to a diagnostic, with what stands there."""

    span: Span
    text: str

    def __post_init__(self) -> None:
        if len(short := _short(self.text)) < len(self.text):
            object.__setattr__(self, "text", short)


def _short(text: str) -> str:
    """Return a text without what is endless in it: it repeats something of the input."""
    short = shortened(text)
    short = short if len(short) <= LONGEST else f"{short[:LONGEST]}..."
    if len(short) >= len(text):
        return text
    return text.with_english(short) if isinstance(text, Spoken) else short


@dataclass(frozen=True)
class Diagnostic:
    """One problem.

    Attributes:
        code: the stable code, e.g. `YK204`.
        message: one sentence in the words of mahjong and of rule files, no full stop; English, and for what is wrong
            with a hand a `Message` that can be said in other languages.
        span: the offending text, or None where there is none (a missing file).
        hint: what to write instead, where there is something to say.
        name: the stable word of a hand error, e.g. `too_many_red_fives`.
        labels: other places concerned, e.g. the first definition of an id.
        severity: `error` or `warning`.
    """

    code: str
    message: str
    span: Span | None = None
    hint: str | None = None
    name: str | None = None
    labels: tuple[Label, ...] = ()
    severity: str = "error"

    def __post_init__(self) -> None:
        for text in ("message", "hint"):
            said = getattr(self, text)
            if said is not None and len(short := _short(said)) < len(said):
                object.__setattr__(self, text, short)

    def __str__(self) -> str:
        return render(self)

    def as_json(self) -> dict[str, Any]:
        """Return the diagnostic as plain data for editors and scripts."""
        data: dict[str, Any] = {"code": self.code, "severity": self.severity, "message": str(self.message)}
        if self.name:
            data["name"] = self.name
        if self.span:
            data |= {"file": self.span.source.name, "line": self.span.line, "column": self.span.column}
            data["text"] = self.span.text[:200]
        if self.hint:
            data["hint"] = str(self.hint)
        if self.labels:
            data["related"] = [
                {
                    "file": label.span.source.name,
                    "line": label.span.line,
                    "column": label.span.column,
                    "text": str(label.text),
                }
                for label in self.labels
            ]
        return data


class YakulangError(Exception):
    """Raised when a rule file or a hand can't be used; `diagnostics` says everything that is wrong."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(sorted(diagnostics, key=_order))
        super().__init__("\n".join(render(d) for d in self.diagnostics))

    def __reduce__(self) -> tuple[type[YakulangError], tuple[tuple[Diagnostic, ...]]]:
        return type(self), (self.diagnostics,)


class RuleError(YakulangError):
    """A rule file is wrong."""


class HandError(YakulangError):
    """A hand is not written correctly, or can't exist."""


class BatchError(YakulangError):
    """A batch has not the columns of hands."""


def _order(diagnostic: Diagnostic) -> tuple[str, int, str]:
    span = diagnostic.span
    return (span.source.name, span.start, diagnostic.code) if span else ("", 0, diagnostic.code)


def render(diagnostic: Diagnostic, lang: str = "en") -> str:
    """Return the diagnostic as text: the message, the place, the line with a caret, the hint.

    Args:
        diagnostic: what is wrong.
        lang: `en`, `ja` or `zh`. What is said of rule files is said in English whatever is asked for.
    """
    spoken = lang if isinstance(diagnostic.message, Spoken) else "en"
    severity = translated(_SEVERITIES.get(diagnostic.severity, diagnostic.severity), spoken)
    lines = [f"{severity}[{diagnostic.code}]: {_long(diagnostic.message, spoken)}"]
    if diagnostic.span:
        lines += _pointed(diagnostic.span)
    for label in diagnostic.labels:
        lines.append(f"  {_long(label.text, spoken)}:")
        lines += _pointed(label.span)
    if diagnostic.hint:
        lines.append(f"  {translated(_HINT, spoken)}: {_long(diagnostic.hint, spoken)}")
    return "\n".join(lines)


def _long(text: str, lang: str) -> str:
    """Return a text in a language, no longer than it may be."""
    text = translated(text, lang)
    return text if len(text) <= LONGEST + len("...") else f"{text[:LONGEST]}..."


def _pointed(span: Span) -> list[str]:
    return [f"  --> {span}", *caret(span)]


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that is most like `word`, if one is like it."""
    from difflib import get_close_matches  # noqa: PLC0415  only a mistake needs it

    size = len(word)
    if size > LONGEST_WORD:
        return None
    # words of too different length can't be alike enough
    near = [other for other in known if 2 * min(size, len(other)) >= CUTOFF * (size + len(other))]
    if len(near) > MANY:
        near = [other for other in near if other[:1] == word[:1]][:MANY]
    matches = get_close_matches(word, near, n=1, cutoff=CUTOFF)
    return matches[0] if matches else None
