"""Giving adjectives their meaning: tile lists, built-in words, traits, and what each of them describes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic, RuleError, did_you_mean
from yakulang.lang import syntax, typed
from yakulang.lang.mistakes import synonym
from yakulang.lang.parser import parse
from yakulang.lang.tilelist import read_tile_list
from yakulang.lang.vocabulary import ADJECTIVES, GROUP, GROUP_KINDS, KIND, LAYERS, NOUNS, SUIT, TILE, Noun
from yakulang.lang.walk import chain_of

if TYPE_CHECKING:
    from yakulang.lang.scope import Scope
    from yakulang.lang.vocabulary import Slot

PLURAL = {TILE: "tiles", KIND: "kinds", GROUP: "groups", SUIT: "suits"}
ALL_GROUPS = NOUNS["groups"]
MAX_CHAIN = 32


def wrong(code: str, message: str, span: object, hint: str | None = None) -> RuleError:
    """Return the error to raise for one mistake."""
    return RuleError([Diagnostic(code, message, span, hint=hint)])  # type: ignore[arg-type]


class AdjectiveChecker:
    """Types adjectives for one scope; traits are checked once for each kind of member."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self._traits: dict[tuple[str, str], typed.Adjective | None] = {}
        self._open: list[str] = []
        self._chains: dict[int, int] = {}
        self._broken: set[str] = set()  # traits whose own mistake is told; those made of them say nothing more
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
        if tiles.names_red and noun.member != TILE:
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
            raise wrong("YK239", f"`{name}` is not known here: {slot.doc} sees no more than {sees(slot)}", node.span)
        return typed.BuiltIn(node.span, name)

    def _trait(self, node: syntax.Word, name: str, noun: Noun, slot: Slot) -> typed.Adjective:
        if name in self._broken:
            raise RuleError([])  # told already
        if name in self._open:
            self._broken.update(self._open[self._open.index(name) :])
            loop = " -> ".join([*self._open[self._open.index(name) :], name])
            raise wrong("YK240", f"a trait can't be made of itself: {loop}", node.span)
        # what a trait means depends on what it describes, not on which noun: pairs and triplets are groups
        key = (name, noun.member)
        if key not in self._traits:
            self._open.append(name)
            try:
                tree = self._tree(name)
                of = ALL_GROUPS if noun.member == GROUP else noun
                self._traits[key] = self.adjective(tree, of, slot)
            except RuleError as error:
                if not error.diagnostics or name in self._broken:
                    self._broken.add(name)
                    raise
                self._traits[key] = None
            finally:
                self._open.pop()
        means = self._traits[key]
        if means is None:
            raise wrong("YK222", f"`{name}` does not describe {noun.name}", node.span)
        if chain_of(means, self._chains) >= MAX_CHAIN:
            self._broken.update([name, *self._open])
            raise wrong("YK245", f"traits stand for traits at most {MAX_CHAIN} deep", node.span)
        return typed.Trait(node.span, name, means)

    def _tree(self, name: str) -> syntax.Node:
        if name not in self._trees:
            written = self.scope.traits[name]
            self._trees[name] = parse(written.text, written.at)
        return self._trees[name]

    def check_trait(self, name: str, slot: Slot) -> list[Diagnostic]:
        """Return what is wrong with a trait as it is defined: it must describe tiles, kinds or groups."""
        written = self.scope.traits[name]
        problems: list[Diagnostic] = []
        for noun in (NOUNS["tiles"], NOUNS["groups"], NOUNS["kinds"]):
            self._open = [name]
            try:
                self.adjective(self._tree(name), noun, slot)
            except RuleError as error:
                if not error.diagnostics:
                    return problems
                problems = problems or list(error.diagnostics)
            else:
                return []
            finally:
                self._open = []
        return problems or [Diagnostic("YK223", f"`{name}` is no adjective", written.span)]

    def _unknown(self, node: syntax.Word, name: str, noun: Noun) -> RuleError:
        if gone := self.scope.taken_out(name, node.span, "traits"):
            return RuleError([gone])
        if name == "closed":
            message = f"`closed` is about the whole hand, not about {noun.name}"
            return wrong("YK220", message, node.span, f"concealed {noun.name}")
        if other := synonym(name):
            return wrong("YK215", f"`{name}` is called `{other}`", node.span)
        fact = self.scope.fact(name)
        if fact or name in self.scope.terms:
            return wrong("YK223", f"`{name}` is no adjective; it does not describe {noun.name}", node.span)
        near = did_you_mean(name, [*ADJECTIVES, *self.scope.traits])
        if name in NOUNS or name in GROUP_KINDS:
            return wrong("YK223", f"`{name}` can't stand before {noun.name}", node.span)
        hint = f"did you mean `{near}`?" if near else "adjectives are tile lists, the vocabulary's words and `traits:`"
        return wrong("YK215", f"`{name}` is not a known word", node.span, hint)


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
