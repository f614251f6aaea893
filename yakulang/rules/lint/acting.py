"""Values that never act: a split that nothing states, numbers of players that can't be, what is empty, mix-ins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.lang import typed
from yakulang.lang.walk import walk
from yakulang.message import message
from yakulang.rules.draft import CITED, IDENTITY
from yakulang.rules.lint.subject import warn
from yakulang.rules.listing import texts_in
from yakulang.rules.nodes import MapNode, Scalar, SeqNode, leaves
from yakulang.rules.overview import including

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yakulang.lang.typed import Condition, Number
    from yakulang.rules.lint.subject import Finding, Subject
    from yakulang.rules.nodes import Node
    from yakulang.source import Source, Span

_AFLOAT = "afloat"
_LISTS = ("include", "disable", "change")  # what a file asks for


def no_split(subject: Subject) -> Iterator[Finding]:
    """YK437: the result asks how many are afloat, and nothing says who is."""
    settlement = subject.rulebook.settlement
    if settlement is None or settlement.afloat is not None:
        return
    asking: list[tuple[str, Condition | Number]] = []
    for uma in settlement.floating:
        asking += [(f"settlement.floating.{uma.id}", uma.when)] if uma.when is not None else []
    for extra in settlement.extras:
        nodes = (extra.when, extra.each, extra.among)
        asking += [(f"settlement.extras.{extra.id}", node) for node in nodes if node is not None]
    for path, asked in asking:
        for node in walk(asked):
            if isinstance(node, typed.NumberFact) and node.name == _AFLOAT:
                text = message("who is afloat is not said, so that nobody is")
                hint = message("write {text}", text=f"settlement: {{afloat: points >= {settlement.returned.value}}}")
                yield warn(path, "YK437", text, node.span, hint=hint)
                break


def paid_by_nobody(subject: Subject) -> Iterator[Finding]:
    """YK438: what each pays at a draw with as many ready as play, or more."""
    book = subject.rulebook
    noten = book.draws.noten if book.draws is not None else None
    for ready, paid in noten.each_pays.items() if noten is not None else ():
        if ready >= book.players:
            text = message("with {ready} of {players} players ready nobody pays", ready=ready, players=book.players)
            yield warn("draws.exhaustive", "YK438", text, paid.span, hint=message("remove the line"))


def empty(subject: Subject) -> Iterator[Finding]:
    """YK436: a mapping or a list in which nothing stands."""
    for key, node in subject.file.root.items.items():
        if key not in IDENTITY:
            for path, place in _empty(node, key, subject.file.root.keys[key]):
                text = message("nothing stands under {path}", path=f"`{path}`")
                yield warn(path, "YK436", text, place, hint=message("leave it out, or say what was meant"))


def _empty(node: Node, path: str, key: Span) -> Iterator[tuple[str, Span]]:
    if isinstance(node, MapNode):
        if not node.items:
            yield path, key
        if path == "change":  # an empty value may take the place of another
            return
        for name, item in node.items.items():
            if not isinstance(item, SeqNode):
                yield from _empty(item, f"{path}.{name}", node.keys[name])
    elif path in _LISTS and isinstance(node, SeqNode) and not node.items:
        yield path, key


def idle_mixins(subject: Subject) -> Iterator[Finding]:
    """YK435: a mix-in that changes nothing: others that are included have done all of it."""
    merged = subject.rulebook.merged
    named = subject.file.root.items.get("include")
    if not isinstance(named, SeqNode) or subject.file is not merged.chain[-1]:
        return
    brought: dict[Span, set[Source]] = {}
    for file in merged.chain:
        place = merged.included.get(file.key)
        if place is not None:
            outer = including(merged, place) or place
            brought.setdefault(outer, set()).add(file.source)
    acting = _acting(subject)
    for item in named.items:
        if not isinstance(item, Scalar):
            continue  # single yaku of a file: to pick what is there is refused
        if not brought.get(item.span, set()) & acting:
            text = message("{mixin} changes nothing here: other mix-ins say all of it", mixin=f"`{item.text}`")
            yield warn("", "YK435", text, item.span, hint=message("leave it out"))


def _acting(subject: Subject) -> set[Source]:
    """Return the files of which a value stands, or stood, in the rules, or that took one out."""
    merged = subject.rulebook.merged
    rules = (node for key, node in merged.tree.items.items() if key not in (*IDENTITY, *CITED))
    found = {leaf.span.source for node in rules for _, leaf in leaves(node)}
    found |= {span.source for spans in merged.history.values() for span in spans}
    found |= {span.source for span in merged.removed.values()}
    for file in merged.chain:  # what was taken out and stands again made room
        out = file.root.items.get("disable")
        if any(path not in merged.removed for path in texts_in(out)):
            found.add(file.source)
    return found
