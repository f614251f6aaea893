"""Text to syntax tree: bounds first, then lark, then frozen nodes with spans."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from yakulang.errors import Diagnostic, RuleError
from yakulang.lang import syntax
from yakulang.lang.mistakes import explain_signs, explain_unexpected, mended
from yakulang.lang.wording import Phrases, Whole

if TYPE_CHECKING:
    from collections.abc import Callable

    from lark import Lark, Token, Tree
    from lark.exceptions import UnexpectedInput

    from yakulang.lang.wording import Mistake
    from yakulang.source import Span

MAX_LENGTH = 2048  # characters; the longest sketched rule has 160
MAX_DEPTH = 24  # parentheses within parentheses
MAX_DIGITS = 9
MAX_LEVELS = 60  # parts within parts: parentheses, `not`, signs


@cache
def _grammar() -> Lark:
    from lark import Lark  # noqa: PLC0415  building a grammar costs 20 ms, and not every command needs it

    text = files("yakulang.lang").joinpath("grammar.lark").read_text("utf-8")
    return Lark(text, parser="lalr", start=["start", "each"], propagate_positions=True, maybe_placeholders=False)


@lru_cache(maxsize=2048)  # the files that many rulesets build on are read once, and so are their conditions
def parse(text: str, at: Callable[[int, int], Span], *, start: str = "start") -> syntax.Node:
    """Return the syntax tree of a condition.

    Args:
        text: the condition.
        at: gives the span of text[start:end] in the file it stands in.
        start: `start`, or `each` for the slot that takes a collection or a number.

    Raises:
        RuleError: it is not a condition, or is too long or too deep.
    """
    if problem := _out_of_bounds(text, at):
        raise RuleError([problem])
    if mistake := explain_signs(text):
        raise RuleError([_diagnostic(mistake, at, start)])
    from lark.exceptions import UnexpectedInput  # noqa: PLC0415

    try:
        tree = _grammar().parse(text, start=start)
    except UnexpectedInput as error:
        raise RuleError([_diagnostic(explain_unexpected(_position(error), text), at, start)]) from None
    node: syntax.Node = _Builder(at).node(tree)
    return node


def _position(error: UnexpectedInput) -> int | None:
    """Return where reading stopped, or None for the end of the text."""
    at_end = getattr(getattr(error, "token", None), "type", "") == "$END"
    return None if at_end else error.pos_in_stream


def _stop(text: str, start: str) -> int | bool | None:
    """Return where reading a text stops: True where it does not, None at the end."""
    from lark.exceptions import UnexpectedInput  # noqa: PLC0415

    try:
        _grammar().parse(text, start=start)
    except UnexpectedInput as error:
        return _position(error)
    return True


def _diagnostic(mistake: Mistake, at: Callable[[int, int], Span], start: str) -> Diagnostic:
    hint = mistake.hint
    whole = mended(mistake.instead, lambda text: _stop(text, start)) if mistake.instead else None
    if isinstance(hint, Phrases):
        hint = Phrases(hint, whole)
    elif hint is None and whole:
        hint = Whole(whole)
    return Diagnostic(mistake.code, mistake.message, at(mistake.start, mistake.end), hint=hint)


def _out_of_bounds(text: str, at: Callable[[int, int], Span]) -> Diagnostic | None:
    if not text.strip():
        return Diagnostic(
            "YK200", "a condition is missing here", at(0, max(1, len(text))), hint="e.g. all tiles are simple"
        )
    if len(text) > MAX_LENGTH:
        message = f"a condition has at most {MAX_LENGTH} characters; this one has {len(text)}"
        return Diagnostic("YK201", message, at(0, MAX_LENGTH), hint="name parts of it under `terms:`")
    depth = 0
    for index, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth > MAX_DEPTH:
            message = f"parentheses stand at most {MAX_DEPTH} deep"
            return Diagnostic("YK201", message, at(index, index + 1), hint="name parts of it under `terms:`")
    number = re.search(rf"(?<![0-9]){'[0-9]' * MAX_DIGITS}[0-9]+(?![0-9]*[mpsabcz])", text)
    if number:
        return Diagnostic("YK201", f"a number has at most {MAX_DIGITS} digits", at(number.start(), number.end()))
    return None


class _Builder:
    """Turns lark's tree into nodes; each method is named like a rule of the grammar."""

    def __init__(self, at: Callable[[int, int], Span]) -> None:
        self.at = at
        self.level = 0

    def node(self, tree: Any) -> Any:
        """Return the node of a tree or token."""
        if self.level >= MAX_LEVELS:
            message = f"parts of a condition stand at most {MAX_LEVELS} deep in each other"
            raise RuleError([Diagnostic("YK201", message, self.span(tree), hint="name parts of it under `terms:`")])
        self.level += 1
        try:
            return getattr(self, f"_{tree.data}")(tree)
        finally:
            self.level -= 1

    def nodes(self, trees: list[Any]) -> tuple[Any, ...]:
        """Return the nodes of some trees."""
        return tuple(self.node(tree) for tree in trees)

    def span(self, tree: Tree[Token]) -> Span:
        """Return where a tree stands."""
        return self.at(tree.meta.start_pos, tree.meta.end_pos)

    def token_span(self, token: Any) -> Span:
        """Return where a token stands."""
        return self.at(token.start_pos, token.end_pos)

    def _start(self, tree: Any) -> syntax.Node:
        node: syntax.Node = self.node(tree.children[0])
        return node

    _each = _start

    def _all_of(self, tree: Any) -> syntax.AllOf:
        return syntax.AllOf(self.span(tree), self.nodes(tree.children))

    def _any_of(self, tree: Any) -> syntax.AnyOf:
        return syntax.AnyOf(self.span(tree), self.nodes(tree.children))

    def _negate(self, tree: Any) -> syntax.Negate:
        return syntax.Negate(self.span(tree), self.node(tree.children[0]))

    def _paren(self, tree: Any) -> syntax.Paren:
        return syntax.Paren(self.span(tree), self.node(tree.children[0]))

    def _compare(self, tree: Any) -> syntax.Compare:
        left, operator, right = tree.children
        return syntax.Compare(self.span(tree), str(operator), self.node(left), self.node(right))

    def _is_value(self, tree: Any, *, negated: bool = False) -> syntax.Is:
        subject, value = tree.children
        return syntax.Is(self.span(tree), self.node(subject), self.node(value), negated)

    def _is_not_value(self, tree: Any) -> syntax.Is:
        return self._is_value(tree, negated=True)

    def _quantity(self, tree: Any) -> syntax.Quantity:
        *number, collection = tree.children
        words = str(tree.data).replace("_", " ")
        return syntax.Quantity(self.span(tree), words, int(number[0]) if number else 0, self.node(collection))

    _any = _no = _exactly = _at_least = _at_most = _quantity

    def _every(self, tree: Any) -> syntax.Every:
        collection, value = tree.children
        return syntax.Every(self.span(tree), self.node(collection), self.node(value))

    def _contain(self, tree: Any) -> syntax.Contain:
        collection, *items = tree.children
        return syntax.Contain(self.span(tree), self.node(collection), self.nodes(items))

    def _collection(self, tree: Any) -> syntax.Collection:
        *adjectives, noun = tree.children
        return syntax.Collection(self.span(tree), self.nodes(adjectives), str(noun), self.token_span(noun))

    def _kind_item(self, tree: Any) -> syntax.Item:
        *words, kind, spot = tree.children
        return syntax.Item(self.span(tree), self.nodes(words), str(kind), str(spot), None)

    def _spot_item(self, tree: Any) -> syntax.Item:
        *words, spot = tree.children
        return syntax.Item(self.span(tree), self.nodes(words), None, str(spot), None)

    def _tiles_item(self, tree: Any) -> syntax.Item:
        *words, tiles = tree.children
        return syntax.Item(self.span(tree), self.nodes(words), None, None, str(tiles))

    def _name(self, tree: Any) -> syntax.Word:
        return syntax.Word(self.span(tree), str(tree.children[0]))

    _item_word = _name

    def _tile_set(self, tree: Any) -> syntax.TileSet:
        return syntax.TileSet(self.span(tree), str(tree.children[0]))

    def _with_tiles(self, tree: Any) -> syntax.WithTiles:
        return syntax.WithTiles(self.span(tree), str(tree.children[0]))

    def _number(self, tree: Any) -> syntax.Integer:
        return syntax.Integer(self.span(tree), int(tree.children[0]))

    def _arithmetic(self, operator: str, tree: Any) -> syntax.Arithmetic:
        left, right = tree.children
        return syntax.Arithmetic(self.span(tree), operator, self.node(left), self.node(right))

    def _add(self, tree: Any) -> syntax.Arithmetic:
        return self._arithmetic("+", tree)

    def _subtract(self, tree: Any) -> syntax.Arithmetic:
        return self._arithmetic("-", tree)

    def _multiply(self, tree: Any) -> syntax.Arithmetic:
        return self._arithmetic("*", tree)

    def _power(self, tree: Any) -> syntax.Arithmetic:
        return self._arithmetic("^", tree)

    def _tally(self, function: str, tree: Any) -> syntax.Tally:
        return syntax.Tally(self.span(tree), function, self.node(tree.children[0]))

    def _count(self, tree: Any) -> syntax.Tally:
        return self._tally("count", tree)

    def _total(self, tree: Any) -> syntax.Tally:
        return self._tally("sum", tree)

    def _yaku(self, function: str, tree: Any) -> syntax.YakuRef:
        name = tree.children[0]
        return syntax.YakuRef(self.span(tree), function, str(name), self.token_span(name))

    def _held(self, tree: Any) -> syntax.YakuRef:
        return self._yaku("held", tree)

    def _awarded(self, tree: Any) -> syntax.YakuRef:
        return self._yaku("awarded", tree)
