"""Kinds of files with a JSON Schema of their own, and how messages speak of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from yakulang.rules.slots import Slot, below, root_slot, ruleset_schema

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from jsonschema import ValidationError

Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Form:
    """A kind of file.

    Attributes:
        what: how messages call such a file, e.g. `rule file`.
        schema: its JSON Schema.
        slots: the schema seen by path.
        codes: the code of each kind of mistake: `unknown_field`, `wrong_value`, `missing`, `not_one_of`, `too_much`,
            `bad_id`, `no_value`, `wrong_form`.
    """

    what: str
    schema: dict[str, Any]
    slots: Slot
    codes: Mapping[str, str]

    @cached_property
    def validator(self) -> Any:
        """What finds the mistakes."""
        # only files that are not bundled need it, and it takes longer to load than they take to check
        import jsonschema  # noqa: PLC0415

        validator: Any = jsonschema.Draft202012Validator
        types = validator.TYPE_CHECKER.redefine("integer", _is_whole)
        extend: Any = jsonschema.validators.extend
        return extend(validator, {"uniqueItems": _unique}, type_checker=types)(self.schema)

    def slot(self, path: Path) -> Slot | None:
        """Return what may stand at a path."""
        return below(self.slots, names(path))

    def title(self, path: Path, schema: Mapping[str, Any]) -> str:
        """Return what the thing at a path is called; an item of a list is described by the list's own items."""
        if path and isinstance(path[-1], int):
            return schema.get("title") or f"an item of `{path[-2]}`"
        found = self.slot(path)
        if found is not None and found.title:
            return found.title
        return f"`{path[-1]}`" if path else f"a {self.what}"


@cache
def rule_form() -> Form:
    """Return the form of rule files."""
    codes = {
        "unknown_field": "YK140",
        "wrong_value": "YK141",
        "missing": "YK142",
        "not_one_of": "YK143",
        "too_much": "YK144",
        "bad_id": "YK145",
        "no_value": "YK146",
        "wrong_form": "YK147",
    }
    return Form("rule file", ruleset_schema(), root_slot(), codes)


def names(path: Path) -> tuple[str, ...]:
    """Return a path as texts."""
    return tuple(str(part) for part in path)


def _unique(_rules: object, wanted: object, items: object, _schema: object) -> Iterator[ValidationError]:
    """Compare the items of a list as text: the general way takes time by the square of its length."""
    from jsonschema import ValidationError  # noqa: PLC0415

    if wanted and isinstance(items, list) and len({str(item) for item in items}) < len(items):
        yield ValidationError("")


def _is_whole(_checker: object, value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)  # 1.0 is no whole number
