"""Reading text by hand, with every problem noted where it stands; and tiles read by it."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, cast

from yakulang.errors import Diagnostic, HandError, Label
from yakulang.message import Name, message
from yakulang.notation.numerals import SUIT_HINTS, in_digits
from yakulang.notation.tile_text import (
    DIGITS,
    HONORS,
    MARK_NAMES,
    SPACES,
    SUITS_BY_LETTER,
    plain_tiles,
    shown,
    wind_hint,
    wind_letter,
)
from yakulang.source import Source, Span
from yakulang.tiles import MARK_BY_LETTER, RED, make_tile

if TYPE_CHECKING:
    from yakulang.hand import Wind
    from yakulang.notation.tile_text import Fault
    from yakulang.tiles import Tile

MAX_TEXT = 2048  # characters of one text; a hand with all that can be said of it has some 200
MAX_LIST = 40  # tiles in one list of indicators or of tiles set aside
MAX_FAULTS = 20  # problems reported of one text; more say nothing new

MARKS = "'"


class TextReader:
    """Reads tiles from one text and notes what is wrong with it.

    Attributes:
        pos, end: the stretch still to be read.
        problems: diagnostics, shared by all texts of one hand.
        path: what a message starts with, e.g. the path of a value in a record; empty where there is none.
    """

    __slots__ = ("end", "name", "path", "pos", "problems", "text")

    def __init__(self, text: str, name: str, problems: list[Diagnostic], path: str = "") -> None:
        self.text = text
        self.name = name
        self.problems = problems
        self.path = path
        self.pos = 0
        self.end = len(text)

    def span(self, start: int, end: int) -> Span:
        """Return the stretch of the text between two offsets."""
        return Span(Source(self.name, self.text), start, end)

    def problem(
        self,
        code: str,
        text: str,
        start: int,
        end: int,
        *,
        hint: str | None = None,
        name: str = "unparsable",
        first: tuple[int, int] | None = None,
    ) -> None:
        """Note a problem; `first` is an earlier place that it is about."""
        labels = (Label(self.span(*first), message("the first stands here")),) if first else ()
        text = at_path(self.path, text)
        self.problems.append(Diagnostic(code, text, self.span(start, end), hint, name, labels))

    def fault(self, fault: Fault, start: int, end: int) -> None:
        """Note a fault of the part between two offsets."""
        self.problem(fault.code, fault.message, start, end, hint=fault.hint, name=fault.name)

    def screen(self) -> bool:
        """Note what no text may hold: too many, invisible and full-width characters; say whether it is fit to read."""
        text = self.text
        if len(text) > MAX_TEXT:
            fault = message("the text has {n:,} characters; at most {most:,} are read", n=len(text), most=MAX_TEXT)
            self.text = text[:MAX_TEXT]
            self.problem("YK500", fault, 0, 1)
            return False
        if text.isascii() and text.isprintable():
            return True
        noted = len(self.problems)
        wide = -1  # where a run of full-width characters began
        for place, character in enumerate(text + " "):
            if "！" <= character <= "～":
                wide = place if wide < 0 else wide
                continue
            if wide >= 0:
                run = text[wide:place]
                hint = message("write {text}", text=shown(unicodedata.normalize("NFKC", run)))
                fault = message("`{text}` is in full-width characters", text=shown(run))
                self.problem("YK506", fault, wide, place, hint=hint)
                wide = -1
            if not character.isprintable() and character not in SPACES:
                number = f"U+{ord(character):04X}"
                label = f"{number} {unicodedata.name(character, '').lower()}".rstrip()
                known = Name(label, dict.fromkeys(("ja", "zh"), number))  # characters have English names only
                fault = message("a character that can't be seen stands in the text ({character})", character=known)
                self.problem("YK502", fault, place, place + 1, hint=message("delete it"))
            if len(self.problems) - noted >= MAX_FAULTS:
                break
        return len(self.problems) == noted

    def skip_spaces(self) -> None:
        """Move to the next character that is no space."""
        while self.pos < self.end and self.text[self.pos] in SPACES:
            self.pos += 1

    def skip_to_space(self) -> None:
        """Move behind what can't be read: to the next space outside parentheses."""
        depth = 0
        while self.pos < self.end:
            character = self.text[self.pos]
            if character in SPACES and depth <= 0:
                return
            depth += (character == "(") - (character == ")")
            self.pos += 1

    def at_tile(self) -> bool:
        """Whether a tile group seems to start here."""
        text, pos = self.text, self.pos
        if pos < self.end and text[pos] in MARK_BY_LETTER:
            pos += 1
        return pos < self.end and (text[pos] in DIGITS or text[pos] in HONORS)

    def group(self, out: list[Tile], marks: list[int] | None = None) -> bool:
        """Read one group (`123m`, `r5p`, `東`) and append its tiles to `out`.

        `marks` receives the number of `'` behind each tile; without it they are a mistake.

        Returns:
            Whether it could be read; if not, the problem is noted and the position is behind what was looked at.
        """
        text, start, end = self.text, self.pos, self.end
        pos = start
        while pos < end and text[pos] in DIGITS:
            pos += 1
        if start < pos < end:
            table = SUITS_BY_LETTER.get(text[pos])
            if table is not None:
                try:
                    tiles = [table[digit] for digit in text[start:pos]]
                except KeyError:
                    return self._careful_group(out, marks)
                out += tiles
                if marks is not None:
                    marks += [0] * len(tiles)
                self.pos = pos + 1
                return True
        return self._careful_group(out, marks)

    def _careful_group(self, out: list[Tile], marks: list[int] | None) -> bool:
        text, start = self.text, self.pos
        noted = len(self.problems)
        pieces: list[tuple[int, str, int, int]] = []  # offset, digit, mark, how many `'`
        while True:
            offset = self.pos
            before = MARK_BY_LETTER.get(text[offset]) if offset < self.end else None
            self.pos += before is not None
            character = text[self.pos] if self.pos < self.end else ""
            if character and (character in DIGITS or (character in HONORS and not pieces)):
                self.pos += 1
                pieces.append((offset, character, before.number if before else 0, self._marks(marks)))
                if character in HONORS:
                    break
            elif before and pieces and character not in SUITS_BY_LETTER:  # `123b`: it stands for the suit letter
                self.pos = offset
                break
            elif before:
                fault = message(
                    "`{letter}` makes the tile behind it a {mark} one, but no tile stands there",
                    letter=before.letter,
                    mark=MARK_NAMES[before.word],
                )
                hint = message("write {tile}", tile=f"{before.letter}5m")
                if before.number == RED:
                    hint = message("write {tile}, or {other} for a red five", tile=f"{before.letter}5m", other="0m")
                self.problem("YK508", fault, offset, offset + 1, hint=hint)
                self.skip_to_space()
                return False
            else:
                break
        last = pieces[-1]
        if last[1] not in HONORS:
            letter = text[self.pos] if self.pos < self.end else ""
            table = SUITS_BY_LETTER.get(letter) if letter else None
            if table is None:
                self._no_suit(start, letter)
                return False
            self.pos += 1
            tiles = [self._tile(piece, letter) for piece in pieces]
        else:
            tiles = [make_tile(HONORS[last[1]], last[2])]
        if len(self.problems) > noted:
            return False
        out += cast("list[Tile]", tiles)
        if marks is not None:
            marks += [piece[3] for piece in pieces]
        return True

    def _marks(self, marks: list[int] | None) -> int:
        start = self.pos
        while self.pos < self.end and self.text[self.pos] in MARKS:
            self.pos += 1
        count = self.pos - start
        if count and marks is None:
            fault = message("`'` marks a tile of a meld that was claimed; no claimed tile can stand here")
            self.problem("YK510", fault, start, self.pos, hint=message("leave it out"))
        elif count > 2:
            hint = message("' is the claimed tile, '' the fourth of an added kan")
            self.problem("YK510", message("{n} marks behind one tile", n=count), start, self.pos, hint=hint)
        return count

    def _tile(self, piece: tuple[int, str, int, int], letter: str) -> Tile | None:
        offset, digit, mark, _ = piece
        tile = SUITS_BY_LETTER[letter].get(digit)
        end = offset + 1 + bool(mark)
        if tile is None:
            hint = message("honors are 1z to 7z: east, south, west, north, white, green, red")
            fault = message("there is no tile {tile}", tile=f"{digit}z")
            if digit == "0":
                fault = message("`0` is a red five, and honors have no five")
            self.problem("YK507", fault, offset, end, hint=hint)
        elif mark and digit == "0":
            written = self.text[offset]
            hint = message("write {tile} or {other}", tile=f"0{letter}", other=f"{written}5{letter}")
            fault = message("`0` is a red five already; `{letter}` before it says it twice", letter=written)
            if mark != RED:
                word = MARK_NAMES[MARK_BY_LETTER[written].word]
                fault = message(
                    "`0` is a red five already; `{letter}` before it would make it {mark}", letter=written, mark=word
                )
            self.problem("YK508", fault, offset, end, hint=hint)
        elif mark:
            return make_tile(tile, mark)
        return tile

    def _no_suit(self, start: int, letter: str) -> None:
        text, place = self.text, self.pos
        digits = shown(text[start:place])
        stop = self.letters_end(place)
        word_of_its_own = self.next_is("(=", stop)
        if stop == place or letter in HONORS or word_of_its_own:
            self.skip_spaces()
            hint = message("write one of m p s z behind them, e.g. {tiles}", tiles=f"{digits}m")
            if place < self.pos < self.end and text[self.pos] in SUITS_BY_LETTER and not self._word_follows():
                hint = message("write {tiles} without a space", tiles=f"{digits}{text[self.pos]}")
                self.pos += 1  # the letter belongs to these digits; it is not a second mistake
            fault = message("`{digits}` have no suit letter behind them", digits=digits)
            if place - start == 1:
                fault = message("`{digit}` has no suit letter behind it", digit=digits)
            self.problem("YK504", fault, start, place, hint=hint)
            return
        word = text[place:stop]
        self.pos = stop
        other = word.lower() if word.lower() in SUITS_BY_LETTER else SUIT_HINTS.get(word)
        hint = message("the suit letters are m (man), p (pin), s (sou) and z (honors)")
        if other:
            hint = message("write {text}", text=f"{digits}{other}")
        elif written := in_digits(word):
            behind = re.match("[0-9]*[mpsz]", text[stop:]) if written[-1].isdigit() else None
            tiles = shown(digits + written + (behind[0] if behind else ""))
            hint = message("tiles are written in digits with a suit letter behind: {text}", text=tiles)
        fault = message("`{text}` is no suit letter", text=shown(word))
        self.problem("YK505", fault, place, stop, hint=hint, name="unknown_suit_letter")

    def letters_end(self, place: int) -> int:
        """Return where the letters and `_` that start at an offset end."""
        while place < self.end and (self.text[place].isalpha() or self.text[place] == "_"):
            place += 1
        return place

    def next_is(self, characters: str, place: int) -> bool:
        """Whether one of the characters is the next thing from an offset on, spaces left out."""
        while place < self.end and self.text[place] in SPACES:
            place += 1
        return place < self.end and self.text[place] in characters

    def _word_follows(self) -> bool:
        place = self.pos + 1
        return (place < self.end and self.text[place].isalpha()) or self.next_is("(=", place)

    def unexpected(self) -> None:
        """Note that nothing can start with the character here."""
        character = self.text[self.pos]
        here = (self.pos, self.pos + 1)
        if character == "(":
            hint = message("c( chii, p( pon, k( open kan, d( added kan, a( closed kan, n( norths aside")
            self.problem("YK509", message("`(` needs the letter of a meld before it"), *here, hint=hint)
        elif character == ")":
            self.problem("YK509", message("`)` closes nothing"), *here)
        else:
            like = message("tiles are written like 123m456p789s11z") if not character.isascii() else None
            self.problem("YK503", message("`{text}` has no meaning here", text=shown(character)), *here, hint=like)

    def only_tiles(
        self, start: int, end: int, between: str = SPACES, marks: list[int] | None = None
    ) -> list[Tile] | None:
        """Read tile groups and nothing else between two offsets, or note what else is there and return None."""
        whole = self.end
        self.pos, self.end = start, end
        out: list[Tile] = []
        good = True
        while self.pos < end:
            if self.text[self.pos] in between:
                self.pos += 1
            elif self.at_tile():
                good = self.group(out, marks) and good
            else:
                good = False
                self.unexpected()
                self.skip_to_space()
            if not good and len(self.problems) >= MAX_FAULTS:
                break
        self.end = whole
        return out if good else None


def read_tile_list(text: str, name: str, problems: list[Diagnostic], path: str = "") -> list[Tile] | None:
    """Read tiles from a text of their own, with commas between them or not; note problems and return None."""
    reader = TextReader(text, name, problems, path)
    if not reader.screen():
        return None
    return reader.only_tiles(0, reader.end, SPACES + ",")


def at_path(path: str, text: str) -> str:
    """Return a message with the path of the value that it is about before it, where there is one."""
    return message("{path}: {sentence}", path=path, sentence=text) if path else text


def wind_problem(text: str, span: Span | None) -> Diagnostic:
    """Return the diagnostic for a text that names no wind."""
    hint = wind_hint(text, message("the winds are E S W N, also east south west north and 東南西北"))
    return Diagnostic("YK524", message("`{text}` is no wind", text=shown(text)), span, hint, "unknown_wind")


def parse_wind(text: str) -> Wind:
    """Read a seat or round wind: `E`, `e`, `East`, `東`.

    Raises:
        HandError: it is no wind (YK524).
    """
    wind = wind_letter(text)
    if wind is None:
        short = text[:MAX_TEXT]
        raise HandError([wind_problem(text, Span(Source("<wind>", short), 0, len(short)))])
    return wind


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Read tiles, in the order they are written: `123m0p`, `東東`; commas and spaces may stand between groups.

    Raises:
        HandError: something in the text is not a tile; every problem is listed.
    """
    quick = plain_tiles(text) if len(text) <= MAX_TEXT else None
    if quick is not None:
        return tuple(quick)
    problems: list[Diagnostic] = []
    tiles = read_tile_list(text, "<tiles>", problems)
    if tiles is None:
        raise HandError(problems)
    return tuple(tiles)
