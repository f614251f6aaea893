"""Sentences in several languages: an English sentence that keeps its template and the values in it.

A `Message` is an English text like any other. It is made of a template and values, and can be said in another language
by the same template's translation in the files of the folder `messages`. These are read when another language is
asked for, not before.
"""

from __future__ import annotations

import functools
import os
from typing import TYPE_CHECKING, Any

from yakulang import cache
from yakulang.source import shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

LANGUAGES = ("en", "ja", "zh")
CATALOGUES = (
    "hands",
    "rulings",
    "commands",
    "batches",
    "table",
    "draws",
    "match",
    "rules",
)  # the files of translated templates


class Spoken(str):
    """An English text that can be said in other languages too."""

    __slots__ = ()

    def in_language(self, lang: str) -> str:  # noqa: ARG002  others know more languages
        """Return the text in a language, in English where there is no translation."""
        return str(self)

    def with_english(self, text: str) -> Spoken:  # noqa: ARG002
        """Return the same with another English text, e.g. a shorter one."""
        return self


class Name(Spoken):
    """What something is called: its English text, and names by language, e.g. those of a rule file."""

    __slots__ = ("names",)
    names: Mapping[str, str]

    def __new__(cls, text: str, names: Mapping[str, str]) -> Name:
        """Make a name of its English text and the names in other languages."""
        self = super().__new__(cls, text)
        self.names = names
        return self

    def __reduce__(self) -> tuple[type[Name], tuple[str, dict[str, str]]]:
        return Name, (str(self), dict(self.names))

    def in_language(self, lang: str) -> str:
        """Return the name in a language, else the English text."""
        return self.names.get(lang) or str(self)

    def with_english(self, text: str) -> Name:
        """Return the same names with another English text."""
        return Name(text, self.names)


class Message(Spoken):
    """An English sentence that keeps the template and the values it was made of. `message` makes one."""

    __slots__ = ("template", "values")
    template: str
    values: Mapping[str, Any]

    def __new__(cls, text: str, template: str, values: Mapping[str, Any]) -> Message:
        """Make a sentence of its English text, which is the template with the values, or that shortened."""
        self = super().__new__(cls, text)
        self.template = template
        self.values = values
        return self

    def __reduce__(self) -> tuple[type[Message], tuple[str, str, Mapping[str, Any]]]:
        return Message, (str(self), self.template, self.values)

    def in_language(self, lang: str) -> str:
        """Return the sentence in a language; in English where the template has no translation."""
        template = None if lang == LANGUAGES[0] else translations().get(self.template, {}).get(lang)
        if template is None:
            return str(self)
        return template.format(**{name: _said(value, lang) for name, value in self.values.items()})

    def with_english(self, text: str) -> Message:
        """Return the same template and values with another English text."""
        return Message(text, self.template, self.values)

    def changed(self, change: Callable[[Message], Message]) -> Message:
        """Return the sentence with every message among its values, and then itself, put through a function."""
        values = {n: v.changed(change) if isinstance(v, Message) else v for n, v in self.values.items()}
        if any(values[name] is not value for name, value in self.values.items()):
            return change(message(self.template, **values))
        return change(self)


def message(template: str, /, **values: Any) -> Message:
    """Return an English sentence that can be translated.

    Args:
        template: the sentence, with `{fields}` for the values; braces that stand for themselves are doubled. It is
            written where the function is called, so that translations can be checked for it.
        values: what stands in the fields. A `Name` or another `Message` among them is translated as well.
    """
    return Message(template.format(**values), template, values)


def translated(text: str, lang: str) -> str:
    """Return a text in a language, if it is one that can be translated; any other text as it stands."""
    return text.in_language(lang) if isinstance(text, Spoken) else text


def _said(value: Any, lang: str) -> Any:
    """Return a value as it stands in a translated sentence, shortened where it repeats something endless."""
    if isinstance(value, Spoken):
        return value.in_language(lang)
    return shortened(value) if isinstance(value, str) else value


@functools.cache
def translations() -> Mapping[str, Mapping[str, str]]:
    """Return the translations of each template by language."""
    found: dict[str, Mapping[str, str]] = {}
    for name in CATALOGUES:
        found |= read_data(f"{name}.yaml")
    return found


@functools.cache
def read_data(name: str) -> Mapping[str, Any]:
    """Return what stands in a file of the folder `messages`."""
    text = cache.read_bytes(os.path.join(os.path.dirname(__file__), "messages", name))  # noqa: PTH118, PTH120
    if text is None:  # a package in an archive
        from importlib.resources import files  # noqa: PLC0415

        text = files("yakulang").joinpath("messages", name).read_bytes()
    entry = cache.digest(b"data", text)
    kept = cache.read(entry)
    if isinstance(kept, dict):
        return kept
    import yaml  # noqa: PLC0415  only other languages need it, once

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    data: Mapping[str, Any] = yaml.load(text.decode("utf-8"), loader)  # noqa: S506  both loaders are safe
    cache.write(entry, data)
    return data
