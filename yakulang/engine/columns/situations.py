"""What the words of a hand, its winds and its method say: once for each situation that was seen."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from yakulang.engine.columns.hands import MELD_TYPES
from yakulang.engine.columns.memo import Chain, Memo
from yakulang.engine.situation import situation_of
from yakulang.hand import Hand, Meld
from yakulang.lang.vocabulary import FACTS
from yakulang.tiles import WINDS, make_tile

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from yakulang.engine.columns.chunk import Chunk
    from yakulang.engine.columns.program import ColumnProgram
    from yakulang.engine.compiled import CompiledConditions

WORD = 64
_LAST_CALL = 3  # bits
_SHORT = 16
_OWN = 7  # parts of the key before the words
_GIVEN = {"tsumo", "ron", "seat", "round", "honba", "deposits"}  # said by columns of their own


@dataclass(frozen=True, slots=True)
class Situation:
    """`fine`: hands that need no judge for their words. `held`: words of the yaku that the situation decides."""

    fine: NDArray[np.bool_]
    held: list[NDArray[np.uint64]]


class Situations:
    """The situations under one ruleset."""

    def __init__(self, code: CompiledConditions, program: ColumnProgram) -> None:
        self._code, self._program = code, program
        rules = code.rulebook
        facts = {**FACTS, **rules.facts}
        said = {name: fact for name, fact in facts.items() if fact.who != "D" and name not in _GIVEN}
        self._words = sorted({*rules.words, *(name for name, fact in said.items() if fact.type == "flag")})
        self._choices = {name: fact.values for name, fact in said.items() if fact.type == "choice"}
        self._numbers = {name for name, fact in said.items() if fact.type == "number"}
        bits = [2, 2, 1, 1, _LAST_CALL, 1, 1, *(1 for _ in self._words)]
        bits += [len(values).bit_length() for values in self._choices.values()]
        self._places: list[int] = []  # the bit of each part of the key; no part stands in two shorts
        self._bits = bits
        place = 0
        for width in bits:
            if place % _SHORT + width > _SHORT:
                place += _SHORT - place % _SHORT
            self._places.append(place)
            place += width
        self._length = (place - 1) // WORD + 1
        self._chain = Chain(self._length)
        self._facts = program.facts()
        self._registers = ["flags", "self_drawn", *(register for name, (register, _) in code.lowering.choices.items())]
        self._registers = [register for register in self._registers if register in code.index]
        dtypes: list[Any] = [
            np.bool_,
            *(np.int64 if name in ("flags", "self_drawn") else np.int16 for name in self._registers),
        ]
        dtypes += [np.uint64] * program.words
        self._memo = Memo(self._row, dtypes, most=None if self._length > 1 else 1 << 18)

    def of(self, chunk: Chunk) -> Situation:
        """Return the situations of hands, and make their registers."""
        hands = chunk.hands
        for name, numbers in hands.numbers.items():
            if name not in self._numbers:
                chunk.bad |= numbers >= 0
        for name, choice in hands.choices.items():
            if name not in self._choices:
                chunk.bad |= choice.codes >= 0
        for name, flag in hands.flags.items():
            if name not in self._words:
                chunk.bad |= flag
        parts: list[NDArray[Any] | None] = [hands.seat & 3, hands.round & 3, hands.tsumo, chunk.closed, chunk.last_meld]
        parts += [chunk.has_added, chunk.has_aside]
        parts += [hands.flags.get(name) for name in self._words]
        for name, values in self._choices.items():
            given = hands.choices.get(name)
            parts.append(None)
            if given is not None:
                known = np.array([values.index(v) + 1 if v in values else -1 for v in given.values] + [0], np.int16)
                codes = known[given.codes]
                chunk.bad |= codes < 0
                parts[-1] = np.maximum(codes, 0)
        shorts: dict[int, NDArray[np.uint16]] = {}  # sixteen bits at a time, which is quicker than whole words
        for part, place in zip(parts, self._places, strict=True):
            if part is not None:
                at, bit = divmod(place, _SHORT)
                moved = part.astype(np.uint16)
                moved <<= np.uint16(bit)
                shorts[at] = shorts[at] | moved if at in shorts else moved
        words = [np.zeros(chunk.size, np.uint64) for _ in range(self._length)]
        for at, short in shorts.items():
            word, quarter = divmod(at, WORD // _SHORT)
            words[word] |= short.astype(np.uint64) << np.uint64(_SHORT * quarter)
        rows, columns = self._memo.look(self._chain.join(words))
        count = len(self._registers)
        for name, column in zip(self._registers, columns[1 : count + 1], strict=True):
            chunk.makers[name] = partial(column.take, rows)
        return Situation(columns[0][rows], [column[rows] for column in columns[count + 1 :]])

    def _row(self, key: int) -> list[int]:
        words = self._chain.split(key)
        whole = sum(word << WORD * place for place, word in enumerate(words))
        parts = [whole >> place & (1 << width) - 1 for place, width in zip(self._places, self._bits, strict=True)]
        hand = self._hand(parts)
        nothing = [0] * (1 + len(self._registers) + self._program.words)
        if str(hand.seat) not in self._code.rulebook.seats:
            return nothing
        situation, problems = situation_of(hand, self._code.rulebook, self._code.said)
        if problems:
            return nothing
        registers = self._code.situation_words(situation)
        held = self._facts(registers)
        if held < 0:
            return nothing
        index = self._code.index
        words = [held >> WORD * place & (1 << WORD) - 1 for place in range(self._program.words)]
        return [1, *(registers[index[name]] for name in self._registers), *words]

    def _hand(self, parts: list[int]) -> Hand:
        """Return a hand without tiles of which the same is known."""
        seat, round_, tsumo, closed, last, added, aside = parts[:_OWN]
        count = _OWN + len(self._words)
        facts = {
            name: values[place - 1]
            for (name, values), place in zip(self._choices.items(), parts[count:], strict=True)
            if place
        }
        types: list[Any] = [MELD_TYPES[last - 1]] if last else []
        if added and types != ["added_kan"]:
            types.insert(0, "added_kan")
        if not closed and types == ["closed_kan"]:
            types.insert(0, "chii")
        return Hand(
            closed=(),
            win=make_tile(0),
            method="tsumo" if tsumo else "ron",
            melds=tuple(Meld(type_, ()) for type_ in types),
            seat=WINDS[seat],  # type: ignore[arg-type]
            round=WINDS[round_],  # type: ignore[arg-type]
            aside=(make_tile(0),) if aside else (),
            flags=frozenset(word for word, said in zip(self._words, parts[_OWN:count], strict=True) if said),
            facts=facts,
        )
