"""Check rule files against their JSON Schema, and say what is wrong in the words of rule files."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from yakulang.errors import Diagnostic, did_you_mean
from yakulang.rules.compose import MAX_PROBLEMS
from yakulang.rules.nodes import MapNode, Node, Scalar, SeqNode, plain
from yakulang.rules.slots import ruleset_schema, slot, title
from yakulang.source import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from jsonschema import ValidationError

Path = tuple[str | int, ...]


def check(root: MapNode) -> list[Diagnostic]:
    """Return what is wrong with the fields and values of one rule file, as written or normalised."""
    version = root.items.get("yakulang")
    known = ruleset_schema()["properties"]["yakulang"]["const"]
    if version is not None and not (isinstance(version, Scalar) and _is(version.value, known)):
        # what another version means is not known, so nothing else is said
        message = f"this is version {known} of the rule language; the file asks for another"
        return [Diagnostic("YK148", message, version.span, hint=f"yakulang: {known}")]
    return _check(root, {})


def check_entries(root: MapNode, entries: Iterable[tuple[str, ...]], removed: Mapping[str, Span]) -> list[Diagnostic]:
    """Return what is wrong with some entries of merged rules, e.g. those that were changed.

    `removed` has the places where values were taken away, by path: a missing field is shown there.
    """
    return _check(_only(root, set(entries)), removed, partly=True)


def _check(root: MapNode, removed: Mapping[str, Span], *, partly: bool = False) -> list[Diagnostic]:
    errors = [
        error
        for error in _validator().iter_errors(plain(root))
        if not (partly and not error.absolute_path and error.validator == "required")
    ]
    # a field that lacks another beside it says more than that the whole fits no pattern
    lacking = {tuple(error.absolute_path) for error in errors if error.validator == "dependentRequired"}
    found: dict[tuple[Span | None, str, str], Diagnostic] = {}
    for error in errors:
        if error.validator == "anyOf" and tuple(error.absolute_path) in lacking:
            continue
        for diagnostic in _translate(error, root, removed):
            found.setdefault((diagnostic.span, diagnostic.code, diagnostic.message), diagnostic)
        if len(found) >= MAX_PROBLEMS:
            break
    return list(found.values())


def _only(root: MapNode, paths: set[tuple[str, ...]]) -> MapNode:
    """Return the tree without what does not lie on or below one of the paths."""
    if () in paths:
        return root
    below: dict[str, set[tuple[str, ...]]] = {}
    for path in paths:
        below.setdefault(path[0], set()).add(path[1:])
    items = {
        key: _only(item, below[key]) if isinstance(item, MapNode) else item
        for key, item in root.items.items()
        if key in below
    }
    return MapNode(items, root.keys, root.span)


@cache
def _validator() -> Any:
    # only rule files that are not bundled need it, and it takes longer to load than they take to check
    import jsonschema  # noqa: PLC0415

    validator: Any = jsonschema.Draft202012Validator
    types = validator.TYPE_CHECKER.redefine("integer", _is_whole)
    extend: Any = jsonschema.validators.extend
    return extend(validator, {"uniqueItems": _unique}, type_checker=types)(ruleset_schema())


def _unique(_rules: object, wanted: object, items: object, _schema: object) -> Iterator[ValidationError]:
    """Compare the items of a list as text: the general way takes time by the square of its length."""
    from jsonschema import ValidationError  # noqa: PLC0415

    if wanted and isinstance(items, list) and len({str(item) for item in items}) < len(items):
        yield ValidationError("")


def _is_whole(_checker: object, value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)  # 1.0 is no whole number


def _is(value: object, wanted: object) -> bool:
    return value == wanted and type(value) is type(wanted)


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
    below = ".".join(_names(path))
    return next((span for key, span in reversed([*removed.items()]) if f"{key}.".startswith(f"{below}.")), None)


def _names(path: Path) -> tuple[str, ...]:
    return tuple(str(part) for part in path)


def _label(path: Path) -> str:
    if not path:
        return "the rule file"
    if isinstance(path[-1], int):
        of = next((part for part in reversed(path) if isinstance(part, str)), "")
        return f"number {path[-1] + 1} of `{of}`"
    return f"`{path[-1]}`"


def _title(path: Path) -> str:
    """Return what the thing at a path is called; an item of a list is described by the list's own items."""
    if path and isinstance(path[-1], int):
        return "an example" if "examples" in path else f"an item of `{path[-2]}`"
    return title(_names(path))


def _translate(error: Any, root: MapNode, removed: Mapping[str, Span]) -> Iterator[Diagnostic]:
    node, span = _locate(root, tuple(error.absolute_path))
    path = _as_written(root, tuple(error.absolute_path))
    schema: dict[str, Any] = error.schema if isinstance(error.schema, dict) else {}
    rule = error.validator
    if "propertyNames" in error.absolute_schema_path:
        yield _bad_id(node, str(error.instance), schema["errorMessage"])
    elif error.instance is None:
        hint = "write `none` to take a value away" if path[0] == "change" else None
        yield Diagnostic("YK146", f"{_label(path)} has no value", span, hint=hint)
    elif rule == "additionalProperties":
        yield from _unknown_fields(node, path, schema)
    elif rule == "required":
        yield from _missing(error, node, path, span, removed)
    elif rule == "dependentRequired":
        yield from _dependent(error, node, path, removed)
    elif rule == "enum":
        yield _not_one_of(error, path, span)
    elif rule in {"minimum", "maximum"}:
        low, high = schema["minimum"], schema["maximum"]
        yield Diagnostic("YK144", f"{_label(path)} is {error.instance}; it lies between {low} and {high}", span)
    elif rule == "uniqueItems":
        yield from _twice(node)
    elif rule in {"anyOf", "not"}:
        if isinstance(node, MapNode) and not _misspelt(node, path, schema):  # what is misspelt is told, not missing
            yield Diagnostic("YK147", f"{_label(path)} {schema['errorMessage']}", _taken(path, removed) or span)
    else:
        wants = schema.get("errorMessage", "can't have this value")
        if isinstance(node, MapNode) and not node.items:
            span = _taken(path, removed) or span
        yield Diagnostic("YK141", f"{_label(path)} {wants}", span, hint=_value_hint(error.instance, schema))


def _bad_id(node: Node, key: str, allowed: str) -> Diagnostic:
    span = node.keys[key] if isinstance(node, MapNode) else node.span
    better = re.sub(r"[^a-z0-9_]+", "_", key.lower()).strip("_")
    hint = f"write `{better}`" if re.fullmatch(r"[a-z][a-z0-9_]*", better) and better != key else None
    return Diagnostic("YK145", f"`{key}` can't be an id; an id has {allowed}", span, hint=hint)


def _unknown_fields(node: Node, path: Path, schema: dict[str, Any]) -> Iterator[Diagnostic]:
    if not isinstance(node, MapNode):
        return
    fields = list(schema.get("properties", ()))
    patterns = schema.get("patternProperties", {})
    for key in node.items:
        if key in fields or any(re.search(pattern, key) for pattern in patterns):
            continue
        near = did_you_mean(key, fields)
        value = node.items[key]
        if " " in key and isinstance(value, Scalar) and value.span.start == value.span.end:
            hint: str | None = "a text that holds a comma needs quotes"
        elif near:
            hint = f"did you mean `{near}`?"
        elif fields and path:
            hint = "its fields are " + ", ".join(f"`{name}`" for name in fields)
        else:
            hint = str(schema["errorMessage"]).removeprefix("wants ") if patterns else None
        yield Diagnostic("YK140", f"`{key}` is not a field of {_title(path)}", node.keys[key], hint=hint)


def _misspelt(node: Node, path: Path, schema: dict[str, Any]) -> set[str]:
    """Return the fields that were meant by unknown fields of a mapping."""
    where = slot(_names(path))
    fields = schema.get("properties") or (where.fields if where is not None else {})
    unknown = [key for key in node.items if key not in fields] if isinstance(node, MapNode) else []
    return {near for key in unknown if (near := did_you_mean(key, fields))}


def _missing(error: Any, node: Node, path: Path, span: Span, removed: Mapping[str, Span]) -> Iterator[Diagnostic]:
    misspelt = _misspelt(node, path, error.schema)
    wanted: list[str] = [name for name in error.validator_value if name not in error.instance and name not in misspelt]
    for name in wanted:
        taken = removed.get(".".join((*_names(path), name)))
        if taken is not None:
            yield Diagnostic("YK142", f"{_title(path)} can't be without `{name}`", taken)
            return
    if wanted:
        what = " and ".join(f"`{name}`" for name in wanted)
        yield Diagnostic("YK142", f"{_title(path)} needs {what}", span)


def _dependent(error: Any, node: Node, path: Path, removed: Mapping[str, Span]) -> Iterator[Diagnostic]:
    for name, wanted in error.validator_value.items():
        for other in wanted:
            if name in error.instance and other not in error.instance and isinstance(node, MapNode):
                span = removed.get(".".join((*_names(path), other))) or node.keys[name]
                yield Diagnostic("YK142", f"`{name}` needs `{other}` beside it", span)


def _not_one_of(error: Any, path: Path, span: Span) -> Diagnostic:
    words = [str(value).lower() if isinstance(value, bool) else str(value) for value in error.validator_value]
    choice = ", ".join(f"`{word}`" for word in words)
    near = did_you_mean(error.instance, words) if isinstance(error.instance, str) else None
    hint = f"did you mean `{near}`?" if near else None
    return Diagnostic("YK143", f"{_label(path)} is one of {choice}", span, hint=hint)


def _twice(node: Node) -> Iterator[Diagnostic]:
    seen: set[str] = set()
    for item in node.items if isinstance(node, SeqNode) else ():
        text = item.text if isinstance(item, Scalar) else str(plain(item))
        if text in seen:
            yield Diagnostic("YK147", f"`{text}` is listed twice", item.span, hint="list it once")
        seen.add(text)


def _value_hint(value: object, schema: dict[str, Any]) -> str | None:
    kinds = schema.get("type", ())
    if isinstance(value, str) and "integer" in kinds:
        digits = value.replace("_", "").replace(",", "")
        if re.fullmatch(r"[0-9]{1,18}", digits):
            return f"write {int(digits)}"
    if isinstance(value, bool) and "number" in kinds:
        return "put it in quotes if it is text"
    return None
