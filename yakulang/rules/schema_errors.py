"""What a JSON Schema finds wrong, said in the words of the file it is about."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from yakulang.errors import Diagnostic, did_you_mean
from yakulang.rules.advice import language_meant, stray_field, value_hint
from yakulang.rules.form import names
from yakulang.rules.nodes import MapNode, Node, Scalar, SeqNode, plain
from yakulang.source import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from yakulang.rules.advice import Spelling
    from yakulang.rules.form import Form, Path

# fields of a file that nobody means by another name; a hint that lists all fields leaves them out
MOST_EMPTY = 8  # keys without a value that are looked at for what was meant to stand below them
OF_THE_FILE = {"yakulang", "id", "name", "aliases", "status", "about", "unknown", "sources", "winning_tile_free"}


@dataclass
class Mistake:
    """One error of the validator in a file.

    Attributes:
        error: the validator's.
        root: the file.
        removed: the places that took values away, by dotted path.
        form: the kind of file.
        spelling: knows which fields are meant by others.
    """

    error: Any
    root: MapNode
    removed: Mapping[str, Span]
    form: Form
    spelling: Spelling

    def told(self) -> Iterator[Diagnostic]:
        """Yield what is wrong."""
        error, path = self.error, self.path
        node, span = _locate(self.root, tuple(error.absolute_path))
        schema, rule = self.schema, error.validator
        if "propertyNames" in error.absolute_schema_path:
            yield self._bad_id(node, str(error.instance))
        elif error.instance is None:
            yield self._told("no_value", f"{self.label} has no value", span, self._no_value_hint())
        elif rule == "additionalProperties":
            yield from self._unknown_fields(node)
        elif rule == "required":
            yield from self._missing(node, span)
        elif rule == "dependentRequired":
            yield from self._dependent(node)
        elif rule == "enum":
            yield self._not_one_of(span)
        elif rule in {"minimum", "maximum"}:
            low, high = schema["minimum"], schema["maximum"]
            yield self._told("too_much", f"{self.label} is {error.instance}; it lies between {low} and {high}", span)
        elif rule == "uniqueItems":
            yield from self._twice(node)
        elif rule in {"anyOf", "not"}:
            if isinstance(node, MapNode) and not self._misspelt(node):  # what is misspelt is told, not missing
                place = _taken(path, self.removed) or span
                yield self._told("wrong_form", f"{self.label} {schema['errorMessage']}", place)
        else:
            wants = schema.get("errorMessage", "can't have this value")
            if isinstance(node, MapNode) and not node.items:
                span = _taken(path, self.removed) or span
            if not self._belongs_above():
                hint = value_hint(error.instance, schema, names(path))
                yield self._told("wrong_value", f"{self.label} {wants}", span, hint)

    @cached_property
    def path(self) -> Path:
        """Where it is, as it was written."""
        return _as_written(self.root, tuple(self.error.absolute_path))

    @property
    def schema(self) -> dict[str, Any]:
        """What the schema says there."""
        return self.error.schema if isinstance(self.error.schema, dict) else {}

    @property
    def label(self) -> str:
        """What messages call the value there."""
        path = self.path
        if not path:
            return f"the {self.form.what}"
        if isinstance(path[-1], int):
            of = next((part for part in reversed(path) if isinstance(part, str)), "")
            return f"number {path[-1] + 1} of `{of}`"
        return f"`{path[-1]}`"

    @property
    def title(self) -> str:
        """What messages call the thing there."""
        return self.form.title(self.path, self.schema)

    def _told(self, kind: str, message: str, span: Span, hint: str | None = None) -> Diagnostic:
        return Diagnostic(self.form.codes[kind], message, span, hint=hint)

    def _no_value_hint(self) -> str | None:
        if self.path[0] == "change":
            return "write `none` to take a value away"
        around, _ = _locate(self.root, self.path[:-1])
        later = _after(around, str(self.path[-1])) if isinstance(around, MapNode) else []
        if any(self._is_below(key, str(self.path[-1]), self.path[:-1]) for key in later):
            return f"what belongs to `{self.path[-1]}` is indented below it"
        return None

    def _is_below(self, key: str, empty: str, path: Path) -> bool:
        """Return whether a key that stands beside an empty one, after it, was meant to stand below it."""
        outer, inner = self.form.slot(path), self.form.slot((*path, empty))
        if outer is None or inner is None:
            return False
        return key in inner.fields if outer.kind == "entries" else outer.child(key) is None

    def _belongs_above(self) -> bool:
        """Return whether a value is wrong only because it was not indented below the empty key before it."""
        path = self.path
        around, _ = _locate(self.root, path[:-1]) if path else (None, None)
        if not isinstance(around, MapNode) or isinstance(path[-1], int):
            return False
        return any(
            path[-1] in _after(around, key) and self._is_below(path[-1], key, path[:-1])
            for key in _empty(around)[:MOST_EMPTY]
        )

    def _bad_id(self, node: Node, key: str) -> Diagnostic:
        span = node.keys[key] if isinstance(node, MapNode) else node.span
        allowed = self.schema["errorMessage"]
        better = re.sub(r"[^a-z0-9_]+", "_", key.lower()).strip("_")
        hint = f"write `{better}`" if re.fullmatch(r"[a-z][a-z0-9_]*", better) and better != key else None
        return self._told("bad_id", f"`{key}` can't be an id; an id has {allowed}", span, hint)

    def _unknown_fields(self, node: Node) -> Iterator[Diagnostic]:
        if not isinstance(node, MapNode):
            return
        fields = list(self.schema.get("properties", ()))
        patterns = self.schema.get("patternProperties", {})
        empty = _empty(node)[:MOST_EMPTY]
        for key in node.items:
            if key in fields or any(re.search(pattern, key) for pattern in patterns):
                continue
            near = self.spelling.field_meant(key, fields)
            if self.schema.get("x-form") == "by_language":
                near = near or language_meant(key)
            value = node.items[key]
            above = [name for name in empty if key in _after(node, name)]
            if near is None and any(self._is_below(key, name, self.path) for name in above):
                continue  # the empty key says what is wrong
            stray = stray_field(key, plain(value), ".".join(names(self.path)))
            if re.fullmatch("[0-9]{3}", key) and isinstance(value, Scalar) and not value.text:
                stray = "a number has no comma in it"
            if self._is_yaku(node):
                stray = stray or "a yaku stands in the section `yaku`"
            if " " in key and isinstance(value, Scalar) and value.span.start == value.span.end:
                hint: str | None = "a text that holds a comma needs quotes"
            elif near:
                hint = f"did you mean `{near}`?"
            elif stray:
                hint = stray
            elif fields:
                shown = [name for name in fields if self.path or name not in OF_THE_FILE]
                hint = "its fields are " + ", ".join(f"`{name}`" for name in shown)
            else:
                hint = str(self.schema["errorMessage"]).removeprefix("wants ") if patterns else None
            yield self._told("unknown_field", f"`{key}` is not a field of {self.title}", node.keys[key], hint)

    def _misspelt(self, node: Node) -> set[str]:
        """Return the fields that were meant by unknown fields of a mapping."""
        where = self.form.slot(self.path)
        fields = self.schema.get("properties") or (where.fields if where is not None else {})
        unknown = [key for key in node.items if key not in fields] if isinstance(node, MapNode) else []
        if "<<" in unknown or (isinstance(node, MapNode) and self._is_yaku(node)):
            return set(fields)  # what is missing follows from what is told
        return {near for key in unknown if (near := self.spelling.field_meant(key, fields))}

    def _is_yaku(self, node: MapNode) -> bool:
        """Return whether an entry of another section has the fields of a yaku."""
        where = self.form.slot(self.path)
        foreign = {"han", "yakuman", "at_least"} - set(where.fields if where is not None else ())
        return len(self.path) > 1 and len(foreign) > 1 and "when" in node.items and bool(foreign & node.items.keys())

    def _missing(self, node: Node, span: Span) -> Iterator[Diagnostic]:
        error = self.error
        misspelt = self._misspelt(node)
        wanted = [name for name in error.validator_value if name not in error.instance and name not in misspelt]
        for name in wanted:
            taken = self.removed.get(".".join((*names(self.path), name)))
            if taken is not None:
                whole = ".".join(names(self.path))
                hint = f"change single fields: {whole}.FIELD: ..." if taken.text == whole else None
                yield self._told("missing", f"{self.title} can't be without `{name}`", taken, hint)
                return
        if wanted:
            what = " and ".join(f"`{name}`" for name in wanted)
            yield self._told("missing", f"{self.title} needs {what}", span)

    def _dependent(self, node: Node) -> Iterator[Diagnostic]:
        error = self.error
        for name, wanted in error.validator_value.items():
            for other in wanted:
                if name in error.instance and other not in error.instance and isinstance(node, MapNode):
                    span = self.removed.get(".".join((*names(self.path), other))) or node.keys[name]
                    yield self._told("missing", f"`{name}` needs `{other}` beside it", span)

    def _not_one_of(self, span: Span) -> Diagnostic:
        error = self.error
        words = [str(value).lower() if isinstance(value, bool) else str(value) for value in error.validator_value]
        choice = ", ".join(f"`{word}`" for word in words)
        near = did_you_mean(error.instance, words) if isinstance(error.instance, str) else None
        hint = f"did you mean `{near}`?" if near else None
        return self._told("not_one_of", f"{self.label} is one of {choice}", span, hint)

    def _twice(self, node: Node) -> Iterator[Diagnostic]:
        seen: set[str] = set()
        for item in node.items if isinstance(node, SeqNode) else ():
            text = item.text if isinstance(item, Scalar) else str(plain(item))
            if text in seen:
                yield self._told("wrong_form", f"`{text}` is listed twice", item.span, "list it once")
            seen.add(text)


def _locate(root: MapNode, path: Path) -> tuple[Node, Span]:
    """Return the node at a path and the place that shows it: a value, or the key of a mapping or of nothing."""
    node: Node = root
    span = Span(root.span.source, root.span.start, root.span.start + 1)
    for part in path:
        if isinstance(node, MapNode):
            key = node.keys[str(part)]
            node = node.items[str(part)]
            span = key if isinstance(node, MapNode) or node.span.start == node.span.end else node.span
        elif isinstance(node, SeqNode):
            node = node.items[int(part)]
            span = (
                Span(node.span.source, node.span.start, node.span.start + 1) if isinstance(node, MapNode) else node.span
            )
    return node, span


def _as_written(root: MapNode, path: Path) -> Path:
    """Return the path without what normalisation added: `han`, not `han.closed`, where `han: 2` was written."""
    node, _ = _locate(root, path[:-1])
    made = bool(path) and isinstance(node, MapNode) and node.keys.get(str(path[-1])) == node.span
    return path[:-1] if made else path


def _taken(path: Path, removed: Mapping[str, Span]) -> Span | None:
    """Return the place that last took something away at or below a path."""
    whole = ".".join(names(path))
    return next((span for key, span in reversed([*removed.items()]) if f"{key}.".startswith(f"{whole}.")), None)


def _empty(node: MapNode) -> list[str]:
    """Return the keys without a value."""
    return [
        key for key, item in node.items.items() if isinstance(item, Scalar) and item.value is None and not item.text
    ]


def _after(node: MapNode, key: str) -> list[str]:
    """Return the keys that stand after a key of a mapping."""
    keys = list(node.items)
    return keys[keys.index(key) + 1 :] if key in keys else []
