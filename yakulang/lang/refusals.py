"""What to say of words that have a meaning, but not here: adjectives, choices and numbers taken for conditions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from yakulang.errors import Diagnostic, RuleError, did_you_mean
from yakulang.lang import syntax
from yakulang.lang.facts import BETWEEN_HANDS
from yakulang.lang.synonyms import ALIKE, NUMBER_WORDS, TILE_WORDS, synonym
from yakulang.lang.tilelist import read_tile_list
from yakulang.lang.unfinished import plural_of
from yakulang.lang.vocabulary import ADJECTIVES, FACTS, NOUNS, TILE, WINNING_SUBJECTS
from yakulang.lang.wording import Phrases

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yakulang.lang.scope import Scope
from yakulang.lang.vocabulary import Fact

TRUTH = {"true": True, "yes": True, "false": False, "no": False}


def wrong(code: str, message: str, span: object, hint: str | None = None) -> RuleError:
    """Return the error to raise for one mistake."""
    return RuleError([Diagnostic(code, message, span, hint=hint)])  # type: ignore[arg-type]


class Refusals:
    """Errors about words, for the names of one ruleset."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def _facts(self, type: str) -> list[str]:
        return [fact.name for fact in (*FACTS.values(), *self.scope.facts.values()) if fact.type == type]

    def is_adjective(self, name: str) -> bool:
        """Return whether a name is an adjective."""
        return name in ADJECTIVES or name in self.scope.traits

    def _is_flag(self, name: str) -> bool:
        fact = self.scope.fact(name)
        return bool(fact and fact.type == "flag") or name in self.scope.terms

    # --- conditions -----------------------------------------------------------------------------

    def astray(self, parts: Sequence[syntax.Node], joined: str) -> dict[int, Diagnostic | None]:
        """Return which parts of a list joined by `and` or `or` belong to the phrase before them, by their place.

        That is the second word of `wait is kanchan or penchan`, `all tiles are terminal or honor` and
        `triplets contain 1z and 2z`. The first of several such words bears the diagnostic.
        """
        found: dict[int, Diagnostic | None] = {}
        anchor, taken = 0, 0
        for place in range(1, len(parts)):
            belongs = self._belongs(parts[anchor], parts[place])
            if not belongs:
                anchor = place
            elif place == anchor + 1:
                taken = next(
                    (n for n in range(place, len(parts)) if not self._belongs(parts[anchor], parts[n])), len(parts)
                )
                found[place] = self._told(parts[anchor], parts[place:taken], joined)
            else:
                found[place] = None
        return found

    def _belongs(self, first: syntax.Node, part: syntax.Node) -> bool:
        match first:
            case syntax.Is(subject=subject) if subject.name in WINNING_SUBJECTS:
                return self._describes(part)
            case syntax.Is(subject=subject):
                fact = self.scope.fact(subject.name)
                return bool(fact) and isinstance(part, syntax.Word) and part.name in self.scope.values(fact)  # type: ignore[arg-type]
            case syntax.Every():
                return self._describes(part)
            case syntax.Contain():
                return self._is_item(part)
        return False

    def _told(self, first: syntax.Node, parts: Sequence[syntax.Node], joined: str) -> Diagnostic:
        words = [part.span.text for part in parts]
        word, text = words[0], first.span.text
        if isinstance(first, syntax.Contain):
            others = [f"{first.collection.span.text} contain {other}" for other in words]
            hint = " ".join([text, *words]) if joined == "and" else " or ".join([text, *others])
            return Diagnostic("YK226", f"`{word}` is no condition; it belongs to `contain`", parts[0].span, hint)
        assert isinstance(first, syntax.Is | syntax.Every)  # noqa: S101  nothing else has such words
        said = first.value.inner if isinstance(first.value, syntax.Paren) else first.value
        before = text[: first.value.span.start - first.span.start]
        if joined == "and" and self._apart([said, *parts]):
            joined = "or"  # nothing is both, so that no hand would have it
        values = f" {joined} ".join([said.span.text, *words])
        if isinstance(first, syntax.Every) or first.subject.name in WINNING_SUBJECTS:
            does = "names tiles" if isinstance(parts[0], syntax.TileSet) else "describes tiles or groups"
            message = f"`{word}` {does}; it is not true or false by itself"
            return Diagnostic("YK204", message, parts[0].span, f"{before}({values})")
        name = first.subject.name
        message = f"`{word}` is a choice of `{name}`"
        if joined == "and":
            message = f"`{name}` is one thing at a time; `{word}` is another of its choices"
            values = values.replace(" and ", " or ")
        return Diagnostic("YK226", message, parts[0].span, f"{before}({values})")

    def _apart(self, parts: Sequence[syntax.Node]) -> bool:
        """Return whether adjectives are lists of tiles that have no tile in common."""
        seen: set[int] = set()
        for part in parts:
            trait = self.scope.traits.get(part.name) if isinstance(part, syntax.Word) else None
            text = part.span.text if isinstance(part, syntax.TileSet) else trait.text if trait else ""
            if not re.fullmatch(r"(?:[0-9]+[mpsz]+)+", text):
                return False
            kinds = {kind for kind, _ in read_tile_list(text, part.span).kinds()}
            if seen & kinds:
                return False
            seen |= kinds
        return True

    def _describes(self, part: syntax.Node) -> bool:
        if isinstance(part, syntax.Negate):
            return self._describes(part.part)
        if isinstance(part, syntax.Word):
            return self.is_adjective(part.name) and not self._is_flag(part.name)
        return isinstance(part, syntax.TileSet | syntax.WithTiles)

    def _is_item(self, part: syntax.Node) -> bool:
        if isinstance(part, syntax.TileSet):
            return True
        return isinstance(part, syntax.Word) and bool(re.fullmatch(r"[nk][mpsabc]", part.name))

    def no_condition(self, node: syntax.Node) -> RuleError:
        """Return the error for something that is not true or false by itself."""
        text = node.span.text
        match node:
            case syntax.Word(name=name):
                return self._word_is_no_condition(node, name)
            case syntax.TileSet():
                hint = f"tiles contain {text}, or winning_tile is {text}"
                return wrong("YK204", f"`{text}` names tiles; say what about them", node.span, hint)
            case syntax.WithTiles():
                return wrong("YK204", f"`{text}` describes groups", node.span, f"all groups are ({text})")
            case syntax.Arithmetic(left=syntax.Word(name=left), right=syntax.Word(name=right)):
                return self._joined_by_sign(node, left, right)
            case syntax.Integer():
                return wrong("YK227", "a number is not true or false", node.span)
            case syntax.Tally() | syntax.Arithmetic():
                return wrong("YK227", "a number is not true or false; compare it", node.span, f"{text} >= 1")
        return wrong("YK204", "a condition must stand here", node.span)

    def _joined_by_sign(self, node: syntax.Arithmetic, left: str, right: str) -> RuleError:
        """`self-draw` is a word, `riichi + ippatsu` two conditions."""
        text, whole = node.span.text, f"{left}_{right}"
        meant = synonym(whole) or (whole if self.scope.fact(whole) or whole in self.scope.terms else None)
        if text == f"{left}-{right}" and meant:
            return wrong("YK215", f"`{text}` is called `{meant}`", node.span, meant)
        if self._is_flag(left) and self._is_flag(right):
            sign = node.operator
            return wrong(
                "YK257", f"`{sign}` reckons with numbers; join conditions by words", node.span, f"{left} and {right}"
            )
        return wrong("YK227", "a number is not true or false; compare it", node.span, f"{text} >= 1")

    def _word_is_no_condition(self, node: syntax.Node, name: str) -> RuleError:
        if gone := self.scope.taken_out(name, node.span, "terms", "facts", "traits"):
            return RuleError([gone])
        if self.is_adjective(name):
            message = f"`{name}` describes tiles or groups; it is not true or false by itself"
            if plural := plural_of(name):
                return wrong("YK204", message, node.span, Phrases(f"any {plural}, no {plural}"))
            if name in ADJECTIVES and TILE not in ADJECTIVES[name].of:
                return wrong("YK204", message, node.span, Phrases(f"any {name} groups, no {name} groups"))
            return wrong("YK204", message, node.span, f"all tiles are {name}, any {name} tiles, (... or {name})")
        fact = self.scope.fact(name)
        if fact and fact.type == "number":
            return wrong("YK227", "a number is not true or false; compare it", node.span, f"{name} >= 1")
        if fact:
            example = (*self.scope.values(fact), "...")[0]
            return wrong("YK227", f"`{name}` is a choice; say which", node.span, f"{name} is {example}")
        if name in self.scope.yaku:
            return wrong("YK238", f"`{name}` is a yaku", node.span, f"held({name})")
        if name in WINNING_SUBJECTS:
            return wrong("YK227", f"say what `{name}` is", node.span, f"{name} is 5p")
        if choices := self._choices_of(name):
            hint = ", ".join(f"{choice} is {name}" for choice in choices)
            return wrong("YK226", f"`{name}` is a choice of {' and '.join(f'`{c}`' for c in choices)}", node.span, hint)
        if name in TRUTH or name in {"none", "null"}:
            return wrong("YK256", f"`{name}` is no condition", node.span, "leave `when:` out where it may be left out")
        if other := synonym(name):
            seat = f"seat is {other}" if other == "east" else None
            return wrong("YK215", f"`{name}` is called `{other}`", node.span, seat)
        near = did_you_mean(name, [*self._facts("flag"), *self.scope.terms, *ADJECTIVES, *self.scope.traits])
        hint = f"did you mean `{near}`?" if near else "a new word is declared under `facts:` or `terms:`"
        return wrong("YK215", f"`{name}` is not a known word", node.span, hint)

    def _choices_of(self, value: str) -> list[str]:
        """Return the choices that may have a value; those of declarations and `none` say too little alone."""
        known = [fact for fact in (*FACTS.values(), *self.scope.facts.values()) if fact.type == "choice"]
        known = [fact for fact in known if fact.layer not in BETWEEN_HANDS]
        return [fact.name for fact in known if value in self.scope.values(fact) and value != "none"]

    # --- choices and numbers --------------------------------------------------------------------

    def no_choice(self, node: syntax.Is) -> RuleError:
        """Return the error for `X is Y` where X is no choice."""
        subject, name, value = node.subject, node.subject.name, node.value.span.text
        fact = self.scope.fact(name)
        if fact and fact.type == "number":
            return wrong("YK228", f"`{name}` is a number; compare it with == >= <=", subject.span)
        if self._is_flag(name) and isinstance(node.value, syntax.TileSet) and not node.negated:
            message = f"`{name}` is true or false by itself; the tile is another condition"
            return wrong("YK256", message, node.span, f"{name} and winning_tile is {value}")
        if self._is_flag(name):
            return self.flag_by_itself(node, name, value, negated=node.negated)
        if name in {"seat_wind", "round_wind"}:
            choice = name.removesuffix("_wind")
            message = f"`{name}` describes tiles; the choice is `{choice}`"
            return wrong("YK233", message, subject.span, f"{choice} is {value}")
        if plural := plural_of(name):
            how = "no" if node.negated else "any"
            return wrong("YK209", "nouns are plural, and it is said how many", subject.span, f"{how} {value} {plural}")
        if self.is_adjective(name):
            return wrong("YK204", f"`{name}` describes tiles or groups; it is no choice", subject.span)
        known = [*self._facts("choice"), *WINNING_SUBJECTS]
        near = did_you_mean(name, known)
        hint = f"did you mean `{near}`?" if near else f"choices are {', '.join(known)}"
        return wrong("YK233", f"`{name}` is no choice, so it can't be asked with `is`", subject.span, hint)

    def flag_by_itself(self, node: syntax.Node, name: str, value: str, *, negated: bool) -> RuleError:
        """Return the error for a condition that is compared with true, false, 1 or 0."""
        false = value in {"false", "no", "0"}
        hint = f"not {name}" if false != negated else name
        return wrong("YK256", f"`{name}` is true or false by itself", node.span, hint)

    def compared(self, node: syntax.Compare) -> None:
        """Refuse a comparison of what is no number.

        Raises:
            RuleError: a side is a choice or a condition.
        """
        for side, other in ((node.left, node.right), (node.right, node.left)):
            negated = node.operator == "!="
            if isinstance(side, syntax.YakuRef):
                raise self.flag_by_itself(node, side.span.text, other.span.text, negated=negated)
            if not isinstance(side, syntax.Word):
                continue
            fact = self.scope.fact(side.name)
            if (fact and fact.type == "choice") or side.name in WINNING_SUBJECTS:
                hint = f"{side.name} is {'not ' if negated else ''}{other.span.text}"
                raise wrong("YK228", "compare a choice with `is`", node.span, hint)
            truth = other.span.text in {*TRUTH, "1", "0"} and node.operator in {"==", "!="}
            if (fact and fact.type == "flag") and truth:
                raise self.flag_by_itself(node, side.name, other.span.text, negated=negated)

    def no_value(self, node: syntax.Node, fact: Fact) -> RuleError:
        """Return the error for what a choice never is."""
        allowed = self.scope.values(fact)
        name = node.span.text
        if gone := self.scope.taken_out(name, node.span, "shapes"):
            return RuleError([gone])
        if isinstance(node, syntax.AllOf):
            hint = f"{fact.name} is ({' or '.join(part.span.text for part in node.parts)})"
            return wrong("YK226", f"`{fact.name}` is one thing at a time", node.span, hint)
        tiles = {tile: word for word, tile in TILE_WORDS.items() if word in allowed}
        if isinstance(node, syntax.TileSet) and name in tiles:
            return wrong(
                "YK234", f"`{name}` is a tile; a {fact.name} is a wind", node.span, f"{fact.name} is {tiles[name]}"
            )
        if not isinstance(node, syntax.Word):
            return wrong("YK234", f"a value of `{fact.name}` must stand here", node.span, " ".join(allowed))
        other = synonym(name)
        if other in allowed:
            return wrong("YK215", f"`{name}` is called `{other}`", node.span, f"{fact.name} is {other}")
        near = did_you_mean(name, allowed)
        ending = [value for value in allowed if value.endswith(f"_{name}") or value.startswith(f"{name}_")]
        meant = f"did you mean `{near}`?" if near else None
        if ending:
            meant = f"{fact.name} is ({' or '.join(ending)})" if len(ending) > 1 else f"{fact.name} is {ending[0]}"
        message = f"{fact.name} is never `{name}`; it is one of {' '.join(allowed)}"
        return wrong("YK234", message, node.span, meant)

    def no_number(self, node: syntax.Node) -> RuleError:
        """Return the error for what is no number."""
        text = node.span.text
        if isinstance(node, syntax.TileSet):
            message = f"`{text}` names tiles; a number must stand here"
            return wrong("YK229", message, node.span, f"count({text} tiles)")
        if not isinstance(node, syntax.Word):
            return wrong("YK229", "a number must stand here", node.span, "e.g. 3, count(red tiles), honba")
        name = node.name
        if self.scope.fact(name) or name in self.scope.terms:
            return wrong("YK229", f"`{name}` is not a number", node.span)
        if name in NUMBER_WORDS:
            return wrong("YK258", "numbers are written in digits", node.span, str(NUMBER_WORDS[name]))
        if name in NOUNS:
            return wrong("YK229", f"`{name}` are no number; count them", node.span, f"count({name})")
        if self.is_adjective(name):
            return wrong("YK229", f"`{name}` is no number; count what it describes", node.span, f"count({name} tiles)")
        if name in ALIKE:
            return wrong("YK215", f"`{name}` is not a known number", node.span, ALIKE[name])
        numbers = self._facts("number")
        near = did_you_mean(name, [*numbers, *self.scope.terms])
        hint = f"did you mean `{near}`?" if near else f"numbers are {', '.join(numbers)}"
        return wrong("YK215", f"`{name}` is not a known number", node.span, hint)
