"""Check files against their JSON Schema: rule files, or files of another form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic
from yakulang.rules.advice import Spelling
from yakulang.rules.form import rule_form
from yakulang.rules.nodes import MapNode, Scalar, plain
from yakulang.rules.schema_errors import Mistake

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from yakulang.rules.form import Form
    from yakulang.source import Span


_BOUNDS = {"minimum", "maximum", "pattern", "minLength", "minItems", "minProperties", "enum"}


def check(root: MapNode) -> list[Diagnostic]:
    """Return what is wrong with the fields and values of one rule file, as written or normalised."""
    version = root.items.get("yakulang")
    known = rule_form().schema["properties"]["yakulang"]["const"]
    if version is not None and not (isinstance(version, Scalar) and _is(version.value, known)):
        # what another version means is not known, so nothing else is said
        message = f"this is version {known} of the rule language; the file asks for another"
        return [Diagnostic("YK148", message, version.span, hint=f"yakulang: {known}")]
    return check_form(root, rule_form())


def check_entries(root: MapNode, entries: Iterable[tuple[str, ...]], removed: Mapping[str, Span]) -> list[Diagnostic]:
    """Return what is wrong with some entries of merged rules, e.g. those that were changed.

    `removed` has the places where values were taken away, by path: a missing field is shown there.
    """
    return _check(_only(root, set(entries)), rule_form(), removed, partly=True)


def check_form(root: MapNode, form: Form) -> list[Diagnostic]:
    """Return what is wrong with the fields and values of a file."""
    return _check(root, form, {})


def _check(root: MapNode, form: Form, removed: Mapping[str, Span], *, partly: bool = False) -> list[Diagnostic]:
    errors = [
        error
        for error in form.validator.iter_errors(plain(root))
        if not (partly and not error.absolute_path and error.validator == "required")
    ]
    # a value of the wrong kind is out of every bound
    unlike = {tuple(error.absolute_path) for error in errors if error.validator == "type"}
    # a field that lacks another beside it says more than that the whole fits no pattern
    lacking = {tuple(error.absolute_path) for error in errors if error.validator == "dependentRequired"}
    found: dict[tuple[Span | None, str, str], Diagnostic] = {}
    spelling = Spelling()
    for error in errors:
        path = tuple(error.absolute_path)
        if (error.validator == "anyOf" and path in lacking) or (error.validator in _BOUNDS and path in unlike):
            continue
        for diagnostic in Mistake(error, root, removed, form, spelling).told():
            found.setdefault((diagnostic.span, diagnostic.code, diagnostic.message), diagnostic)
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


def _is(value: object, wanted: object) -> bool:
    return value == wanted and type(value) is type(wanted)
