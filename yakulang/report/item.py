"""One thing that is explained: its name and value, the place of its rule, and the reasons."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from yakulang.report.reason import Reason


@dataclass(frozen=True, slots=True)
class Item:
    """A yaku, a kind of dora, a line of fu, a limit or a payment, with the reasons for it or against it.

    Attributes:
        id: of the rule.
        name, value, detail: as they are shown.
        rule: the file and line that give it; empty where there is none.
        reasons: why it counts, or what keeps it from counting.
        data: the same as plain data.
    """

    id: str
    name: str
    value: str
    detail: str
    rule: str
    reasons: tuple[Reason, ...]
    data: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Return the data, with the reasons as `because`."""
        return {**self.data, "because": [reason.as_json() for reason in self.reasons]}
