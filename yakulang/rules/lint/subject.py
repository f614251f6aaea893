"""What is linted: a rulebook, what can be proved of it, and its conditions with the words for what they decide."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from yakulang.errors import Diagnostic
from yakulang.lang import typed
from yakulang.message import message
from yakulang.rules.proof import Prover
from yakulang.rules.proof.between import BETWEEN
from yakulang.rules.tree import Part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yakulang.errors import Label
    from yakulang.lang.typed import Condition, Number
    from yakulang.rules.family import RuleFile
    from yakulang.rules.model import Rulebook
    from yakulang.source import Source, Span

LONGEST = 60  # characters of a phrase that a message repeats
_NO_WIN = frozenset(
    {"impossible", "word", "free", "sealed", "pao", "loose", "draw", "tenpai"}
)  # no winning hand is asked
NOT_KNOWN = "unknown"  # the status of a yaku whose condition nobody knows: it is not linted


class Evidence(Protocol):
    """Hands against which a proof is checked; what they show is stronger."""

    def seen(self, condition: Condition, slot: str, *, value: bool) -> object | None:
        """Return a hand of which a condition of a slot is true, or with `value` False is not; or None."""

    def both(self, one: Condition, other: Condition, slot: str) -> object | None:
        """Return a hand of which two conditions are true at once, or None."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A warning and the path of the entry that it is about; empty where it is about the file."""

    path: str
    diagnostic: Diagnostic


def warn(path: str, code: str, text: str, span: Span, *labels: Label, hint: str | None = None) -> Finding:
    """Return a finding about an entry."""
    return Finding(path, Diagnostic(code, text, span, hint=hint, labels=labels, severity="warning"))


@dataclass(frozen=True, slots=True)
class Stated:
    """A condition of a rulebook.

    Attributes:
        path: of its entry, e.g. `limits.x`.
        slot: what it sees.
        node: the condition.
        never: what follows if it is never true.
        always: what follows if it always is.
    """

    path: str
    slot: str
    node: Condition
    never: str
    always: str


@dataclass(frozen=True, slots=True)
class Subject:
    """A rulebook under the eyes of the lints."""

    rulebook: Rulebook
    root: Part
    prover: Prover
    file: RuleFile  # that is checked, of those the rulebook is made of
    evidence: Evidence | None = None

    @classmethod
    def of(cls, rulebook: Rulebook, source: Source | None = None, evidence: Evidence | None = None) -> Subject:
        """Return a rulebook ready to be linted; `source` is the text of the file that is checked, if not the last."""
        merged = rulebook.merged
        file = next((file for file in merged.chain if file.source == source), merged.chain[-1])
        return cls(rulebook, Part(merged.tree, (), merged.tree.span, merged), Prover(rulebook), file, evidence)

    @property
    def own(self) -> Source:
        """The text of the file that is checked."""
        return self.file.source

    def key(self, section: str, name: str) -> Span:
        """Return where the name of an entry stands."""
        return next(part.span for key, part in self.root.children(section) if key == name)

    def refuted(self, condition: Condition, slot: str, *, value: bool) -> bool:
        """Return whether some hand shows a condition to be true (or false), whatever was proved."""
        if self.evidence is None or slot in BETWEEN or slot in _NO_WIN:
            return False
        return self.evidence.seen(condition, slot, value=value) is not None

    def conditions(self) -> Iterator[Stated]:
        """Yield every condition of the rulebook that decides something of a hand."""
        book = self.rulebook
        for shape in book.shapes:
            if shape.loose is not None:
                yield Stated(
                    f"shapes.{shape.id}",
                    "loose",
                    shape.loose,
                    message("no hand has this shape"),
                    message("any tiles have it"),
                )
        for rule in book.yaku:
            if rule.status != NOT_KNOWN:
                yield Stated(
                    f"yaku.{rule.id}",
                    "yaku",
                    rule.when,
                    message("no hand holds {id}", id=f"`{rule.id}`"),
                    message("every hand holds it"),
                )
        for kind in book.dora:
            if kind.when is not None:
                yield Stated(
                    f"dora.kinds.{kind.id}",
                    "dora",
                    kind.when,
                    message("these dora never count"),
                    message("leave `when` out"),
                )
        for name, items, slot in (
            ("fixed", book.fu.fixed, "fu"),
            ("items", book.fu.items, "fu"),
            ("floors", book.fu.floors, "floor"),
        ):
            for item in items:
                if item.when is not None:
                    text = message("{id} never counts", id=f"`{item.id}`"), message("it counts for every hand")
                    yield Stated(f"fu.{name}.{item.id}", slot, item.when, *text)
        for limit in book.limits:
            if limit.when is not None:
                text = message("{id} never applies", id=f"`{limit.id}`"), message("it applies to every hand")
                yield Stated(f"limits.{limit.id}", "limit", limit.when, *text)
        for chip in book.chips:
            if chip.when is not None:
                yield Stated(
                    f"chips.{chip.id}",
                    "chip",
                    chip.when,
                    message("{id} is never paid", id=f"`{chip.id}`"),
                    message("leave `when` out"),
                )
        for section, statements in (("impossible", book.impossible), ("forbidden", book.forbidden)):
            for statement in statements:
                text = message("it refuses no hand"), message("it refuses every hand")
                yield Stated(f"{section}.{statement.id}", section, statement.when, *text)
        for word in book.words.values():
            if word.when is not None:
                text = message("the word can never be used"), message("leave `when` out")
                yield Stated(f"words.{word.id}", "word", word.when, *text)
        yield from (stated for stated in self._between_hands() if not _as_said(stated.node))

    def _between_hands(self) -> Iterator[Stated]:
        """Yield what is asked of a hand that nobody wins, after a hand and at the end of the game."""
        draws, match, settlement = self.rulebook.draws, self.rulebook.match, self.rulebook.settlement
        for draw in draws.kinds.values() if draws is not None else ():
            text = message("no hand is a draw by {id}", id=f"`{draw.id}`"), message("leave the entry out")
            if draw.pays is not None:
                text = message("nobody is paid for {id}", id=f"`{draw.id}`"), message("everybody is paid")
            yield Stated(f"draws.{draw.id}", "draw", draw.when, *text)
        if match is not None:
            yield Stated(
                "match",
                "dealer_stays",
                match.dealer_stays,
                message("write {text}", text="`never`"),
                message("write {text}", text="`always`"),
            )
            honba, extension = match.honba, match.extension
            yield Stated(
                "match", "after_hand", honba.grows, message("there are no counters"), message("counters never go")
            )
            if honba.kept is not None:
                yield Stated("match", "after_hand", honba.kept, message("leave it out"), message("counters never go"))
            if extension is not None:
                text = message("all its rounds are played"), message("no extension is played")
                yield Stated("match", "after_hand", extension.until, *text)
                if extension.asked is not None:
                    text = message("all its rounds are played"), message("leave it out")
                    yield Stated("match", "after_hand", extension.asked, *text)
            for end in match.ends:
                text = (
                    message("{id} never ends a match", id=f"`{end.id}`"),
                    message("every match is over after its first hand"),
                )
                yield Stated(f"match.ends.{end.id}", "after_hand", end.when, *text)
        if settlement is not None:
            if settlement.afloat is not None:
                yield Stated(
                    "settlement",
                    "afloat",
                    settlement.afloat,
                    message("nobody is afloat"),
                    message("everybody is afloat"),
                )
            for uma in settlement.floating:
                if uma.when is not None:
                    text = message("{id} is never the uma", id=f"`{uma.id}`"), message("it is the uma of every game")
                    yield Stated(f"settlement.floating.{uma.id}", "uma", uma.when, *text)
            for extra in settlement.extras:
                path = f"settlement.extras.{extra.id}"
                if extra.when is not None:
                    yield Stated(
                        path,
                        "extra",
                        extra.when,
                        message("{id} is never paid", id=f"`{extra.id}`"),
                        message("it is about every player"),
                    )
                if extra.among is not None:
                    yield Stated(
                        path, "extra", extra.among, message("it is among nobody"), message("leave `among` out")
                    )

    def counted(self) -> Iterator[tuple[str, str, Number]]:
        """Yield every number under `each` with the path of its entry and its slot."""
        book = self.rulebook
        for rule in book.yaku:
            if rule.each is not None and rule.status != NOT_KNOWN:
                yield f"yaku.{rule.id}", "yaku_each", rule.each
        for item in book.fu.items:
            if item.each is not None:
                yield f"fu.items.{item.id}", "fu_each", item.each
        for chip in book.chips:
            if chip.each is not None:
                yield f"chips.{chip.id}", "chip_each", chip.each


def _as_said(node: Condition) -> bool:
    """Return whether a condition is `always` or `never`, which is said on purpose."""
    return isinstance(node, typed.Flag) and node.name in ("always", "never")


def quoted(span: Span) -> str:
    """Return a phrase as a message repeats it: on one line, not too long."""
    text = " ".join(span.text.split())
    return f"`{text}`" if len(text) <= LONGEST else f"`{text[: LONGEST - 3]}...`"
