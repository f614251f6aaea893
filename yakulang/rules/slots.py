"""What may stand at a path of a ruleset: the schema of rule files, seen by path."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from yakulang.rules.bundle import rulesets_folder

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Slot:
    """What the schema says of one place in a ruleset.

    Attributes:
        kind: `entries`: a mapping of ids to entries of one sort, to which a file may add; `fields`: a mapping with
            fixed fields; `value`: text, a number or a list.
        title: how messages name it, e.g. `a limit`, or None.
        form: the form a value is brought into when it is read, or None.
        one_of: fields of which it has one only.
        whole: whether it is stated as a whole: a second file does not add to it.
        fields: the fields it may have, by name.
        patterns: fields it may have, by a pattern of the name.
        rest: what any other key holds, or None where there may be no other.
    """

    kind: Literal["entries", "fields", "value"]
    title: str | None
    form: str | None
    one_of: tuple[str, ...]
    whole: bool
    fields: Mapping[str, Slot]
    patterns: tuple[tuple[re.Pattern[str], Slot], ...]
    rest: Slot | None

    def child(self, key: str) -> Slot | None:
        """Return what a key holds, or None where there may be no such key."""
        if key in self.fields:
            return self.fields[key]
        for pattern, found in self.patterns:
            if pattern.search(key):
                return found
        return self.rest


@cache
def ruleset_schema() -> dict[str, Any]:
    """Return the JSON Schema of rule files."""
    path = rulesets_folder() / "schema" / "ruleset.schema.json"
    schema: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return schema


@cache
def root_slot() -> Slot:
    """Return what a whole ruleset is made of."""
    return slots_of(ruleset_schema())


def slots_of(schema: dict[str, Any]) -> Slot:
    """Return what a JSON Schema says of the root of a file; its children say the rest."""
    return _slot(schema, schema.get("$defs", {}))


def slot(path: tuple[str, ...]) -> Slot | None:
    """Return what may stand at a path, or None where nothing may."""
    return below(root_slot(), path)


def below(root: Slot, path: tuple[str, ...]) -> Slot | None:
    """Return what may stand at a path from a root, or None where nothing may."""
    found: Slot | None = root
    for key in path:
        found = found.child(key) if found is not None else None
    return found


def entry_of(path: tuple[str, ...]) -> tuple[str, ...]:
    """Return the path of the entry a path belongs to, e.g. `limits.x` for `limits.x.when`; else its first field."""
    for length in range(len(path) - 1, 0, -1):
        found = slot(path[:length])
        if found is not None and found.kind == "entries":
            return path[: length + 1]
    return path[:1]


_ANYTHING = Slot("value", None, None, (), whole=False, fields={}, patterns=(), rest=None)


def _slot(schema: dict[str, Any], defs: Mapping[str, Any]) -> Slot:
    while "$ref" in schema:  # what stands beside a reference wins
        name = schema["$ref"].removeprefix("#/$defs/")
        schema = {**defs[name], **{key: value for key, value in schema.items() if key != "$ref"}}
    fields = {key: _slot(value, defs) for key, value in schema.get("properties", {}).items()}
    patterns = tuple(
        (re.compile(key), _slot(value, defs)) for key, value in schema.get("patternProperties", {}).items()
    )
    additional = schema.get("additionalProperties", bool(fields))
    kind: Literal["entries", "fields", "value"] = "fields" if fields or patterns else "value"
    if isinstance(additional, dict):
        kind = "entries"
        rest: Slot | None = _slot(additional, defs)
    else:
        rest = _ANYTHING if additional else None
    return Slot(
        kind=kind,
        title=schema.get("title"),
        form=schema.get("x-form"),
        one_of=tuple(schema.get("x-one-of", ())),
        whole=bool(schema.get("x-whole")),
        fields=fields,
        patterns=patterns,
        rest=rest,
    )
