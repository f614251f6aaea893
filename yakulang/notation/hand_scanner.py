"""The parts of a hand as they stand in its text, read from left to right; `text.py` describes the whole."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from yakulang.errors import did_you_mean
from yakulang.hand import Meld
from yakulang.message import message
from yakulang.notation.numerals import in_digits
from yakulang.notation.parts import ADDED, CLAIMED, MELD_LETTERS, QUICK, WORD, is_name, mark_faults, meld_fault
from yakulang.notation.situation import KEYS, Situation, long_list
from yakulang.notation.text_reader import MAX_FAULTS, MAX_LIST, TextReader
from yakulang.notation.tile_text import DIGITS, HONORS, SPACES, SUITS_BY_LETTER, shown, sort_tiles, wind_letter
from yakulang.tiles import MARK_BY_LETTER

if TYPE_CHECKING:
    from yakulang.errors import Diagnostic
    from yakulang.hand import MeldType, Method, Wind
    from yakulang.tiles import Tile

SIGNS: dict[str, Method] = {"+": "ron", "*": "tsumo"}
SIGN_OF = {method: sign for sign, method in SIGNS.items()}
ASIDE = "n"
WIN_HINT = message("write the winning tile behind + (ron) or * (tsumo), e.g. +8s")

_VALUE = re.compile(r"[^\s,()<>+*]+(?:\s*,\s*[^\s,()<>+*]+)*")
_PAIR = re.compile(rf"([a-z]+)=({_VALUE.pattern})")  # the usual way to write one; `_word` reads the others


class HandText(TextReader):
    """The parts of a hand as they stand in a text."""

    __slots__ = ("aside", "closed", "closed_at", "melds", "melds_at", "readable", "situation", "sure", "win", "win_at")

    def __init__(self, text: str, name: str, problems: list[Diagnostic]) -> None:
        super().__init__(text, name, problems)
        self.closed: list[Tile] = []
        self.closed_at = (0, 0)  # from the first concealed tile to the last
        self.melds: list[Meld] = []
        self.melds_at: list[tuple[int, int]] = []
        self.aside: list[Tile] = []
        self.win: tuple[Method, Tile] | None = None
        self.win_at: tuple[int, int] | None = None
        self.situation = Situation(problems)
        self.sure = True  # whether every tile could be read, so that counting them makes sense

    def read(self) -> None:
        """Read the whole text; what is wrong is noted."""
        text, end = self.text, self.end
        closed, group = self.closed, self.group
        first = last = -1
        while self.pos < end:
            start = self.pos
            character = text[start]
            if character in SPACES:
                self.pos += 1
            elif character in DIGITS or character in HONORS or (character in MARK_BY_LETTER and self.at_tile()):
                if not group(closed):
                    self.sure = False
                if first < 0:
                    first = start
                last = self.pos
            elif character in SIGNS:
                self._winning()
            elif character.isalpha():
                self._word()
            elif character == "<":
                self._feeder_astray()
            else:
                self.sure = False
                self.unexpected()
                self.skip_to_space()
            if len(self.problems) >= MAX_FAULTS:
                self.sure = False
                break
        self.closed_at = (max(first, 0), max(last, 0))

    def _winning(self) -> None:
        start = self.pos
        method = SIGNS[self.text[start]]
        self.pos += 1
        self.skip_spaces()
        tiles: list[Tile] = []
        if not self.at_tile():
            self.sure = False
            fault = message("no tile stands behind `{sign}`", sign=self.text[start])
            self.problem("YK515", fault, start, start + 1, hint=WIN_HINT, name="missing_winning_tile")
            stop = self.letters_end(self.pos)
            if not self.next_is("(=", stop):
                self.pos = stop
            return
        good = self.group(tiles)
        if not good:
            self.sure = False
        elif len(tiles) > 1:
            self.sure = False
            fault = message("{n} winning tiles; a hand is won on one", n=len(tiles))
            self.problem("YK516", fault, start, self.pos, name="several_winning_tiles")
        elif self.win_at:
            self.sure = False
            fault = message("a second winning tile; a hand is won on one")
            self.problem("YK516", fault, start, self.pos, first=self.win_at, name="several_winning_tiles")
        else:
            self.win = (method, tiles[0])
        self.win_at = self.win_at or (start, self.pos)

    def _word(self) -> None:
        text, start = self.text, self.pos
        pair = _PAIR.match(text, start)
        if pair and pair[1] in KEYS:
            self.situation.read(pair[1], self, start, *pair.span(2))
            self.pos = pair.end()
            return
        stop = self.letters_end(start)
        word = text[start:stop]
        self.pos = stop
        self.skip_spaces()
        follows = text[self.pos] if self.pos < self.end else ""
        if follows == "(":
            self._bracket(word, start)
        elif follows == "=":
            self._key(word, start)
        elif word in KEYS:
            self.sure = False
            fault = message("`{key}` says nothing without a value", key=word)
            self.problem("YK529", fault, start, stop, hint=message("write {word}=...", word=word))
            value = _VALUE.match(text, self.pos, self.end)
            if value and not self.next_is("(=", value.end()):
                self.pos = value.end()  # it belongs to this word; it is not a second mistake
        elif word in SUITS_BY_LETTER:
            self.sure = False
            self.problem(
                "YK503", message("the suit letter `{letter}` has no digits before it", letter=word), start, stop
            )
        else:
            joined = stop < self.end and text[stop] not in SPACES
            if len(word) == 1 or joined or not self.closed:
                self.sure = False  # it may have been meant as a tile, a meld, or the whole hand
            hint = WIN_HINT if word in SIGN_OF else None
            if written := in_digits(word):
                text = shown(written if written[-1].isalpha() else f"{written}m")
                hint = message("tiles are written in digits with a suit letter behind: {text}", text=text)
            elif hint is None and (WORD.match(word) or is_name(word)):
                hint = message("words of the situation stand behind with=, e.g. with={word}", word=shown(word))
            fault = message("`{text}` has no meaning here", text=shown(word))
            self.problem("YK521", fault, start, stop, hint=hint, name="unknown_key")

    def _bracket(self, letter: str, start: int) -> None:
        text = self.text
        inner = self.pos + 1
        close = text.find(")", inner)
        if letter not in MELD_LETTERS and letter != ASIDE:
            self.sure = False
            self.pos = start
            self.skip_to_space()
            hint = message("c chii, p pon, k open kan, d added kan, a closed kan, n norths set aside")
            fault = message("`{letter}(` is no kind of meld", letter=shown(letter))
            self.problem("YK509", fault, start, start + len(letter), hint=hint)
            return
        if close < 0 or 0 <= text.find("(", inner) < close:
            self.sure = False
            self.pos = inner
            self.skip_to_space()
            self._feeder()
            fault = message("the `(` of `{letter}(` is never closed", letter=letter)
            self.problem("YK509", fault, inner - 1, inner, hint=message("write {letter}(...)", letter=letter))
            return
        if letter == ASIDE:
            self._aside(start, inner, close)
            return
        self.pos = close + 1
        kind = MELD_LETTERS[letter]
        feeder = self._feeder()
        meld = written_meld(kind, text[inner:close], feeder) if close - inner <= QUICK else None
        if meld is None:
            behind = self.pos
            meld = read_meld(self, kind, feeder, (inner, close), (start, behind))
            self.pos = behind
        if meld is None:
            self.sure = False
        else:
            self.melds.append(meld)
            self.melds_at.append((start, close + 1))

    def _aside(self, start: int, inner: int, close: int) -> None:
        tiles = self.only_tiles(inner, close)
        self.pos = close + 1
        if tiles == []:
            self.problem("YK509", message("no tiles stand between the parentheses"), start, close + 1)
        self.aside += tiles or ()
        if len(self.aside) > MAX_LIST:
            fault = long_list(len(self.aside))
            self.fault(fault, start, close + 1)
            self.aside.clear()

    def _feeder(self) -> Wind | None:
        """Read `<E` behind a meld, if it stands there."""
        behind = self.pos
        self.skip_spaces()
        text, start = self.text, self.pos
        if start >= self.end or text[start] != "<":
            self.pos = behind
            return None
        self.pos += 1
        self.skip_spaces()
        begin = self.pos
        stop = self.letters_end(begin)
        if stop - begin > 1 and wind_letter(text[begin:stop]) is None and self.next_is("(", stop):
            stop -= 1  # the letter of the next meld
        self.pos = stop
        wind = wind_letter(text[begin:stop])
        if wind is None:
            hint = message("behind < stands who fed the meld: E S W N")
            fault = message("no wind stands behind `<`")
            if stop > begin:
                fault = message("`{text}` is no wind", text=shown(text[begin:stop]))
            self.problem("YK524", fault, start, max(stop, start + 1), hint=hint, name="unknown_wind")
        return wind

    def _feeder_astray(self) -> None:
        start = self.pos
        self.pos += 1
        self.skip_spaces()
        self.pos = self.letters_end(self.pos)
        hint = message("write it once, right behind the meld: p(555z)<E")
        fault = message("`<` says who fed the meld before it; no meld ends here")
        self.problem("YK511", fault, start, start + 1, hint=hint)

    def _key(self, key: str, start: int) -> None:
        self.pos += 1
        self.skip_spaces()
        value = _VALUE.match(self.text, self.pos, self.end)
        stop = value.end() if value else self.pos
        if key not in KEYS:
            fault = message("`{key}=` is not known", key=shown(key))
            self.problem("YK521", fault, start, start + len(key), hint=_known_keys(key), name="unknown_key")
        elif value is None:
            self.problem("YK529", message("no value stands behind `{key}=`", key=key), start, start + len(key) + 1)
        else:
            self.situation.read(key, self, start, self.pos, stop)
        self.pos = stop


def _known_keys(key: str) -> str:
    known, keys = did_you_mean(key, KEYS), ", ".join(KEYS)
    if known:
        return message("did you mean {key}=?", key=known)
    if not WORD.match(key):
        return message("known are {words}", words=keys)
    return message("known are {words}; other facts stand behind with=, e.g. with={word}=1", words=keys, word=shown(key))


@lru_cache(maxsize=1 << 14)
def written_meld(kind: MeldType, inner: str, feeder: Wind | None) -> Meld | None:
    """Return the meld of correct text, None where something is wrong. Hands share few melds, and melds are frozen."""
    return read_meld(TextReader(inner, "", []), kind, feeder, (0, len(inner)), (0, 0))


def read_meld(
    reader: TextReader, kind: MeldType, feeder: Wind | None, inside: tuple[int, int], whole: tuple[int, int]
) -> Meld | None:
    """Read the tiles of a meld, which stand between two offsets, or note what is wrong and return None."""
    noted = len(reader.problems)
    marks: list[int] = []
    tiles = reader.only_tiles(*inside, marks=marks)
    if tiles is None:
        return None
    fault = meld_fault(kind, tiles)
    if fault:
        reader.fault(fault, *whole)
    called = [tile for tile, mark in zip(tiles, marks, strict=True) if mark == 1]
    added = [tile for tile, mark in zip(tiles, marks, strict=True) if mark == 2]
    for what, marked in ((CLAIMED, called), (ADDED, added)):
        if len(marked) > 1:
            text = message("{n} tiles are marked as {marked}; one can be", n=len(marked), marked=what)
            reader.problem("YK510", text, *whole, hint=message("' is the claimed tile, '' the added one"))
    meld = Meld(kind, sort_tiles(tiles), called[0] if called else None, feeder, added[0] if added else None)
    for mark_fault in () if fault else mark_faults(meld):
        reader.fault(mark_fault, *whole)
    return meld if len(reader.problems) == noted else None
