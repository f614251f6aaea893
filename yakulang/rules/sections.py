"""Each section of a rule file, from its entries to typed data."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar

from yakulang.errors import Diagnostic, RuleError, did_you_mean
from yakulang.fixed import Fixed
from yakulang.lang.scope import Scope
from yakulang.lang.tilelist import read_tile_list
from yakulang.lang.vocabulary import FACTS, NOUNS
from yakulang.rules.gathered import Gathered
from yakulang.rules.model import (
    AsideRules,
    DoraKind,
    FuRule,
    FuRules,
    LimitRule,
    ShapeRule,
    Sides,
    Stacking,
    Statement,
    TileSet,
    WordRule,
    YakuRule,
)
from yakulang.tiles import KINDS, MARKS, kind_name

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from yakulang.lang.checker import Checker
    from yakulang.lang.typed import Condition, Number
    from yakulang.rules.tree import Part
    from yakulang.source import Span

T = TypeVar("T")
U = TypeVar("U")
_TILES = re.compile(r"([0-9]+[mpsz]+)+")
FOLLOWING = ("tsumo", "ron", "closed", "open")  # flags that a hand shows by itself
HAND_SIZE = 14


def both(first: Callable[[], T], second: Callable[[], U]) -> tuple[T, U]:
    """Return what two readings give.

    Raises:
        RuleError: with what is wrong in either.
    """
    try:
        one = first()
    except RuleError as error:
        try:
            second()
        except RuleError as other:
            raise RuleError([*error.diagnostics, *other.diagnostics]) from None
        raise
    return one, second()


def unknown_names(part: Part, path: str, known: Collection[str], section: str) -> list[Diagnostic]:
    """Return the names listed at a path that are not entries of a section (`yaku` or `limits`)."""
    problems = []
    for index, name in enumerate(part.texts(path)):
        if name in known or (section == "yaku" and name in part.merged.left):
            continue
        if gone := Scope(removed=part.merged.removed).taken_out(name, part.item_span(path, index), section):
            problems.append(gone)
            continue
        near = did_you_mean(name, known)
        hint = f"did you mean `{near}`?" if near else None
        word = {"yaku": "yaku", "limits": "limit"}[section]
        problems.append(Diagnostic("YK350", f"no {word} `{name}`", part.item_span(path, index), hint=hint))
    return problems


class Sections:
    """Reads the entries of a merged ruleset; every method raises RuleError with what is wrong in its entry."""

    def __init__(self, checker: Checker, root: Part) -> None:
        self.checker = checker
        self.root = root
        self.yaku_ids = [name for name, _ in root.children("yaku")]
        self.limit_ids = [name for name, _ in root.children("limits")]

    # --- conditions -----------------------------------------------------------------------------

    def optional(self, part: Part, path: str, slot: str) -> Condition | None:
        """Return the condition at a path, or None where there is none."""
        return self.checker.condition(part.written(path), slot) if part.has(path) else None

    def _each(self, part: Part, slot: str) -> Number | None:
        return self.checker.each(part.written("each"), slot) if part.has("each") else None

    def refer(self, part: Part, path: str, section: str) -> tuple[str, ...]:
        """Return names that must exist; of yaku that are left where others are taken, those that are there."""
        known = self.yaku_ids if section == "yaku" else self.limit_ids
        if problems := unknown_names(part, path, known, section):
            raise RuleError(problems)
        return tuple(name for name in part.texts(path) if name in known)

    # --- entries --------------------------------------------------------------------------------

    def shape(self, key: str, part: Part) -> ShapeRule:
        """Read an entry of `shapes:`."""
        names = part.names("name", key)
        if part.has("loose"):
            loose = self.checker.condition(part.written("loose"), "loose")
            return ShapeRule(key, names, part.span, loose=loose)
        if part.has("one_of_each"):
            tiles = self._tiles(part.text("one_of_each"), part.at("one_of_each"))
            if len(set(tiles)) < len(tiles) or any(mark for _, mark in tiles):
                message = "`one_of_each` names different kinds, no red copies"
                raise RuleError([Diagnostic("YK368", message, part.at("one_of_each"))])
            self._whole_hand(part, len(tiles) + part.number("repeat"))
            kinds = tuple(sorted(kind for kind, _ in tiles))
            return ShapeRule(key, names, part.span, one_of_each=kinds, repeat=part.number("repeat"))
        distinct = part.has("distinct") and part.text("distinct") == "true"
        groups = part.number("groups") if part.has("groups") else 0
        pairs = part.number("pairs") if part.has("pairs") else 0
        self._whole_hand(part, 3 * groups + 2 * pairs)
        return ShapeRule(key, names, part.span, groups=groups, pairs=pairs, distinct=distinct)

    def _whole_hand(self, part: Part, tiles: int) -> None:
        if tiles != HAND_SIZE:
            message = f"this shape has {tiles} tiles; a complete hand has {HAND_SIZE}, a quad counted as three"
            raise RuleError([Diagnostic("YK368", message, part.span, hint="{groups: 4, pairs: 1}, {pairs: 7}")])

    def yaku(self, key: str, part: Part) -> YakuRule:
        """Read an entry of `yaku:`."""
        gathered = Gathered()
        when = gathered.read(lambda: self.checker.condition(part.written("when"), "yaku"))
        each = gathered.read(lambda: self._each(part, "yaku_each"))
        limit = gathered.read(lambda: self.refer(part, "at_least", "limits"))
        replaces = gathered.read(lambda: self.refer(part, "replaces", "yaku"))
        excludes = gathered.read(lambda: self.refer(part, "excludes", "yaku"))
        if gathered.problems or when is None:
            raise RuleError(gathered.problems)
        rule = YakuRule(
            id=key,
            names=part.names("name", key),
            span=part.span,
            when=when,
            each=each,
            han=self._sides(part, "han"),
            yakuman=self._sides(part, "yakuman"),
            at_least=limit[0] if limit else None,
            at_least_span=part.at("at_least") if limit else None,
            replaces=replaces or (),
            excludes=excludes or (),
            status=part.text("status") if part.has("status") else None,
            aliases=part.texts("aliases"),
        )
        kinds = [name for name in ("han", "yakuman", "at_least") if part.has(name)]
        if len(kinds) != 1:
            message = f"`{key}` has {' and '.join(kinds) or 'no value'}; a yaku has one of han, yakuman, at_least"
            raise RuleError([Diagnostic("YK363", message, part.span)])
        return rule

    def _sides(self, part: Part, path: str) -> Sides | None:
        if not part.has(path):
            return None
        return Sides(part.maybe(f"{path}.closed"), part.maybe(f"{path}.open"))

    def fu(self, key: str, part: Part) -> FuRule:
        """Read an entry of `fu.items:` or `fu.fixed:`."""
        when, each = both(lambda: self.optional(part, "when", "fu"), lambda: self._each(part, "fu_each"))
        return FuRule(key, part.names("name", key), part.valued("fu"), when, each)

    def floor(self, key: str, part: Part) -> FuRule:
        """Read an entry of `fu.floors:`."""
        return FuRule(key, part.names("name", key), part.valued("fu"), self.optional(part, "when", "floor"))

    def fu_rules(self, fixed: tuple[FuRule, ...], items: tuple[FuRule, ...], floors: tuple[FuRule, ...]) -> FuRules:
        """Read what belongs to `fu:` as a whole."""
        step = self.root.number("fu.round_up_to") if self.root.has("fu.round_up_to") else 1
        return FuRules(fixed, items, floors, step)

    def dora(self, key: str, part: Part) -> DoraKind:
        """Read an entry of `dora.kinds:`."""
        shown_by = part.text("shown_by") if part.has("shown_by") else None
        lists = [noun.name for noun in NOUNS.values() if noun.name.endswith("indicators")]
        if shown_by and shown_by not in lists:
            message = f"`{shown_by}` is no list of indicators"
            raise RuleError([Diagnostic("YK354", message, part.at("shown_by"), hint=", ".join(lists))])
        if (shown_by is None) == (not part.has("each")):
            message = "a kind of dora has `shown_by:` or `each:`"
            raise RuleError([Diagnostic("YK354", message, part.span)])
        own_cycle = part if part.has("next") else None
        if shown_by and not own_cycle and not self.root.has("dora.next"):
            message = "which tile does an indicator show? `next:` is missing"
            raise RuleError([Diagnostic("YK354", message, part.at("shown_by"), hint="dora: {next: [123456789m, ...]}")])
        when, each = both(lambda: self.optional(part, "when", "dora"), lambda: self._each(part, "dora_each"))
        return DoraKind(
            id=key,
            label=part.text("as") if part.has("as") else key,
            names=part.names("name", key),
            han=part.valued("han"),
            when=when,
            each=each,
            shown_by=shown_by,
            next=self._cycle(own_cycle, "next") if own_cycle else self._cycle(self.root, "dora.next"),
        )

    def _cycle(self, part: Part, path: str) -> tuple[int, ...]:
        """Return for each kind the one that follows it in its cycle, or -1."""
        following = [-1] * KINDS
        problems: list[Diagnostic] = []
        for index, text in enumerate(part.texts(path)):
            span = part.item_span(path, index)
            tiles = self._tiles(text, span)
            if any(red for _, red in tiles):
                message = "a cycle names kinds; a red copy shows, and is shown, as its kind is"
                problems.append(Diagnostic("YK354", message, span, hint=f"write {text.replace('0', '5')}"))
                continue
            kinds = [kind for kind, _ in tiles]
            for kind, after in zip(kinds, kinds[1:] + kinds[:1], strict=True):
                if following[kind] != -1:
                    message = f"{kind_name(kind)} stands in two cycles, or twice in one"
                    problems.append(Diagnostic("YK354", message, span))
                    break
                following[kind] = after
        if problems:
            raise RuleError(problems)
        return tuple(following)

    def limit(self, key: str, part: Part) -> LimitRule:
        """Read an entry of `limits:`."""
        base, when = both(
            lambda: self.checker.number(part.written("base"), "limit_base"),
            lambda: self.optional(part, "when", "limit"),
        )
        return LimitRule(key, part.names("name", key), base, when, part.deciding("base", "when"))

    def impossible(self, key: str, part: Part) -> Statement:
        """Read an entry of `impossible:`."""
        return self._statement(key, part, "impossible", "contradictory_flags")

    def forbidden(self, key: str, part: Part) -> Statement:
        """Read an entry of `forbidden:`."""
        return self._statement(key, part, "forbidden", "forbidden_win")

    def _statement(self, key: str, part: Part, slot: str, name: str) -> Statement:
        when = self.checker.condition(part.written("when"), slot)
        error = part.text("error") if part.has("error") else name
        return Statement(key, when, part.text("say"), error, part.span)

    def word(self, key: str, part: Part) -> WordRule:
        """Read an entry of `words:`."""
        facts = part.texts("fact")
        scope = self.checker.scope
        known = [f.name for f in (*FACTS.values(), *scope.facts.values()) if f.type == "flag"]
        if key in FACTS and key not in facts:
            message = f"`{key}` is a fact of the vocabulary; a word of that name must set it"
            raise RuleError([Diagnostic("YK356", message, part.span, hint=f"fact: [{key}, {', '.join(facts)}]")])
        for index, name in enumerate(facts):
            if name in FOLLOWING:
                message = f"`{name}` follows from the hand; no word can set it"
                raise RuleError([Diagnostic("YK353", message, part.item_span("fact", index))])
            if name not in known:
                near = did_you_mean(name, known)
                hint = f"did you mean `{near}`?" if near else "a new fact is declared under `facts:`"
                raise RuleError([Diagnostic("YK353", f"no fact `{name}`", part.item_span("fact", index), hint=hint)])
        say = part.text("say") if part.has("say") else f"`{key}` does not fit"
        names, when = part.names("name", key), self.optional(part, "when", "word")
        return WordRule(key, names, facts, when, say, part.span, part.texts("aliases"))

    # --- whole sections -------------------------------------------------------------------------

    def tiles(self) -> TileSet:
        """Read `tiles:`, the tiles of `aside:`, and `reds:` and the sections of other marks."""
        root = self.root
        removed = frozenset(self.kinds(root, "tiles.remove")) if root.has("tiles.remove") else frozenset[int]()
        copies = root.number("tiles.copies") if root.has("tiles.copies") else 4
        if (left := (KINDS - len(removed)) * copies) < HAND_SIZE:
            message = f"that leaves {left} tiles, and a hand has {HAND_SIZE}"
            raise RuleError([Diagnostic("YK364", message, root.at("tiles.remove"))])
        aside = frozenset(self.kinds(root, "aside.tiles")) if root.has("aside.tiles") else frozenset[int]()
        marked: dict[int, dict[int, int]] = {mark.number: {} for mark in MARKS}
        for mark in MARKS:
            for name, part in root.children(mark.section):
                kinds = self._tiles(name, part.span)
                count = root.number(f"{mark.section}.{name}")
                before = sum(others.get(kinds[0][0], 0) for others in marked.values())
                if len(kinds) != 1 or kinds[0][1] or before + count > copies:
                    message = f"{mark.word} copies are stated a kind, e.g. `5m: 1`, no more than there are copies"
                    raise RuleError([Diagnostic("YK364", message, part.span)])
                marked[mark.number][kinds[0][0]] = count
        fixed = Fixed({number: Fixed(kinds) for number, kinds in marked.items()})
        more = root.number("aside.copies") if root.has("aside.copies") else copies
        return TileSet(copies, removed, fixed, aside, Fixed(dict.fromkeys(aside, more) if more != copies else {}))

    def kinds(self, part: Part, path: str) -> list[int]:
        """Return the kinds of a tile list."""
        return [kind for kind, _ in self._tiles(part.text(path), part.at(path))]

    def _tiles(self, text: str, span: Span) -> list[tuple[int, int]]:
        tiles = read_tile_list(text, span)
        if tiles.letters or not _TILES.fullmatch(text):
            raise RuleError([Diagnostic("YK364", f"`{text}` is no list of tiles", span, hint="e.g. 123456789m, 4z")])
        return list(tiles.kinds())

    def stacking(self) -> Stacking:
        """Read `stacking:`."""
        part = self.root
        as_han = part.number("stacking.yakuman_as_han") if part.has("stacking.yakuman_as_han") else None
        beside = part.text("stacking.han_beside_yakuman") if part.has("stacking.han_beside_yakuman") else "ignored"
        if as_han is not None and beside != "counted":
            message = "`yakuman_as_han` needs `han_beside_yakuman: counted`"
            raise RuleError([Diagnostic("YK365", message, part.at("stacking.yakuman_as_han"))])
        most = part.number("stacking.most") if part.has("stacking.most") else None
        return Stacking(part.text("stacking.yakuman"), beside, as_han, most)

    def turned(self) -> Mapping[str, str]:
        """Read `dora.turned:`: when the indicator of each kind of kan is turned."""
        return Fixed({key: self.root.text(f"dora.turned.{key}") for key, _ in self.root.children("dora.turned")})

    def aside(self) -> AsideRules:
        """Read what `aside:` says beside its tiles."""
        part = self.root
        source = part.text("aside.replaced_from") if part.has("aside.replaced_from") else "wall"
        return AsideRules(frozenset(part.texts("aside.breaks")), source)
