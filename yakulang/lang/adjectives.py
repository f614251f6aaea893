"""Giving adjectives their meaning: tile lists, built-in words, traits, and what each of them describes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic, RuleError, did_you_mean
from yakulang.lang import syntax, typed
from yakulang.lang.parser import parse
from yakulang.lang.refusals import wrong
from yakulang.lang.synonyms import ALIKE, TILE_WORDS, synonym
from yakulang.lang.tilelist import read_tile_list
from yakulang.lang.vocabulary import ADJECTIVES, GROUP, GROUP_KINDS, KIND, LAYERS, NOUNS, SUIT, TILE, Noun

if TYPE_CHECKING:
    from yakulang.lang.levels import Levels
    from yakulang.lang.scope import Scope
    from yakulang.lang.vocabulary import Slot

PLURAL = {TILE: "tiles", KIND: "kinds", GROUP: "groups", SUIT: "suits"}
ALL_GROUPS = NOUNS["groups"]


class AdjectiveChecker:
    """Types adjectives for one scope; traits are checked once for each kind of member."""

    def __init__(self, scope: Scope, levels: Levels) -> None:
        self.scope = scope
        self.levels = levels
        self._traits: dict[tuple[str, str], typed.Adjective | None] = {}
        self._open: list[str] = []
        self._told: set[str] = set()  # traits that are wrong, which is reported already
        self._trees: dict[str, syntax.Node] = {}

    def is_adjective(self, name: str) -> bool:
        """Return whether a name is an adjective."""
        return name in ADJECTIVES or name in self.scope.traits

    def adjective(self, node: syntax.Node, noun: Noun, slot: Slot, *, letters: bool = False) -> typed.Adjective:
        """Return the typed adjective.

        Args:
            node: what stands there.
            noun: what it describes.
            slot: where the condition stands.
            letters: whether suit letters may be used here.
        """
        with self.levels.inside(node.span):
            return self._typed(node, noun, slot, letters=letters)

    def _typed(self, node: syntax.Node, noun: Noun, slot: Slot, *, letters: bool) -> typed.Adjective:
        match node:
            case syntax.Paren(inner=inner):
                return self.adjective(inner, noun, slot, letters=letters)
            case syntax.AllOf(parts=parts):
                return typed.AllAdjectives(node.span, self._parts(parts, noun, slot, letters=letters))
            case syntax.AnyOf(parts=parts):
                return typed.AnyAdjective(node.span, self._parts(parts, noun, slot, letters=letters))
            case syntax.Negate(part=part):
                return typed.NotAdjective(node.span, self.adjective(part, noun, slot, letters=letters))
            case syntax.TileSet(text=text):
                return self._in_list(node, text, noun, some=False, letters=letters)
            case syntax.WithTiles(text=text):
                return self._in_list(node, text, noun, some=True, letters=letters)
            case syntax.Word(name=name):
                return self._word(node, name, noun, slot)
        raise wrong("YK223", "an adjective must stand here, not a phrase", node.span, "e.g. (terminal or honor)")

    def _parts(
        self, parts: tuple[syntax.Node, ...], noun: Noun, slot: Slot, *, letters: bool
    ) -> tuple[typed.Adjective, ...]:
        return tuple(self.adjective(part, noun, slot, letters=letters) for part in parts)

    def _in_list(self, node: syntax.Node, text: str, noun: Noun, *, some: bool, letters: bool) -> typed.Adjective:
        tiles = read_tile_list(text, node.span)
        if tiles.letters and not letters:
            message = "suit letters stand after `contain` and after `all ... are`, nowhere else"
            raise wrong("YK225", message, node.span, "write the suits: 19mps")
        if tiles.names_mark and noun.member != TILE:
            message = f"a red copy is a tile; it can't be named of {PLURAL[noun.member]}"
            raise wrong("YK224", message, node.span, "any red tiles")
        return typed.InList(node.span, tiles, some)

    def _word(self, node: syntax.Word, name: str, noun: Noun, slot: Slot) -> typed.Adjective:
        if name in self.scope.traits:
            return self._trait(node, name, noun, slot)
        word = ADJECTIVES.get(name)
        if word is None:
            raise self._unknown(node, name, noun)
        if noun.member not in word.of or (word.nouns and noun.name not in word.nouns):
            message = f"`{name}` describes {' and '.join(PLURAL[m] for m in word.of)}, not {noun.name}"
            hint = "concealed groups, concealed triplets" if name == "concealed" else None
            raise wrong("YK222", message, node.span, hint)
        if word.layer not in slot.sees and not (word.layer == "melds" and "reading" in slot.sees):
            raise wrong("YK239", f"`{name}` is not known here; what is seen here: {sees(slot)}", node.span)
        return typed.BuiltIn(node.span, name)

    def _trait(self, node: syntax.Word, name: str, noun: Noun, slot: Slot) -> typed.Adjective:
        if name in self._told:
            raise RuleError([])  # what is wrong with it is reported where it is defined
        if name in self._open:
            loop = [*self._open[self._open.index(name) :], name]
            self._told.update(loop)
            raise wrong("YK240", f"a trait can't be made of itself: {' -> '.join(loop)}", node.span)
        # what a trait means depends on what it describes, not on which noun: pairs and triplets are groups
        key = (name, noun.member)
        if key not in self._traits:
            self._open.append(name)
            try:
                of = ALL_GROUPS if noun.member == GROUP else noun
                self._traits[key] = self.adjective(self._tree(name), of, slot)
            except RuleError as error:
                if not error.diagnostics or any(d.code in ("YK240", "YK245") for d in error.diagnostics):
                    self._told.update(self._open)
                    raise
                self._traits[key] = None
            finally:
                self._open.pop()
        means = self._traits[key]
        if means is None:
            raise wrong("YK222", f"`{name}` does not describe {noun.name}", node.span)
        self._told.add(name)  # while it is measured: too large a trait is reported once
        self.levels.measure(means, node.span)
        self._told.discard(name)
        return typed.Trait(node.span, name, means)

    def _tree(self, name: str) -> syntax.Node:
        if name not in self._trees:
            written = self.scope.traits[name]
            self._trees[name] = parse(written.text, written.at)
        return self._trees[name]

    def check_trait(self, name: str, slot: Slot) -> list[Diagnostic]:
        """Return what is wrong with a trait as it is defined: it must describe tiles, kinds or groups."""
        if name in self._told:
            return []
        problems: list[Diagnostic] = []
        for noun in (NOUNS["tiles"], NOUNS["groups"], NOUNS["kinds"]):
            self._open = [name]
            try:
                self.adjective(self._tree(name), noun, slot)
            except RuleError as error:
                problems = problems or list(error.diagnostics)
            else:
                return []
            finally:
                self._open = []
        self._told.add(name)
        return problems

    def _unknown(self, node: syntax.Word, name: str, noun: Noun) -> RuleError:
        if gone := self.scope.taken_out(name, node.span, "traits"):
            return RuleError([gone])
        if name == "closed":
            message = f"`closed` is about the whole hand, not about {noun.name}"
            return wrong("YK220", message, node.span, f"concealed {noun.name}")
        other = TILE_WORDS.get(name) or synonym(name)
        if other:
            return wrong("YK215", f"`{name}` is called `{other}`", node.span, self._example(name, other, noun))
        fact = self.scope.fact(name)
        if fact or name in self.scope.terms:
            return wrong("YK223", f"`{name}` is no adjective; it does not describe {noun.name}", node.span)
        near = did_you_mean(name, [*ADJECTIVES, *self.scope.traits])
        if re.fullmatch(r"[nk][mpsabc]", name):
            message = "rank letters stand after `contain`, nowhere else"
            return wrong("YK225", message, node.span, "sequences contain na nb nc")
        if name in NOUNS or name in GROUP_KINDS:
            return wrong("YK223", f"`{name}` can't stand before {noun.name}", node.span)
        if name in ALIKE:
            return wrong("YK215", f"`{name}` is not a known word", node.span, ALIKE[name])
        hint = f"did you mean `{near}`?" if near else "adjectives are tile lists, the vocabulary's words and `traits:`"
        return wrong("YK215", f"`{name}` is not a known word", node.span, hint)

    @staticmethod
    def _example(name: str, other: str, noun: Noun) -> str | None:
        return f"{other} {noun.name}" if name in TILE_WORDS and noun.member == GROUP else None


def sees(slot: Slot) -> str:
    """Return in words what a slot sees."""
    return ", ".join(text for layer, text in LAYERS.items() if layer in slot.sees)


def fits_no_sequence(adjective: typed.Adjective) -> bool:
    """Return whether an adjective is a list, or a trait that is one, which holds no three tiles in a row."""
    if isinstance(adjective, typed.Trait):
        return fits_no_sequence(adjective.means)
    if not isinstance(adjective, typed.InList) or adjective.some or adjective.tiles.letters:
        return False
    kinds = {kind for kind, _ in adjective.tiles.kinds()}
    return not any({kind, kind + 1, kind + 2} <= kinds for kind in kinds if kind < HONORS and kind % 9 < 7)


HONORS = 27
