r"""Ways of saying things that are no part of conditions, and how a condition says the same.

A wording is a pattern, what is said about it, and the words that take its place; `\1` is a group of the pattern.
They are looked for in this order, and only in conditions that could not be read; `ALWAYS` in all.
"""

from __future__ import annotations

import re

from yakulang.lang.plain_speech import COUNTS, NOT_A_WORD, OTHER_NOUNS, PLAIN, SOME_TILE, adjective, plural
from yakulang.lang.synonyms import NUMBER_WORDS
from yakulang.lang.vocabulary import WAITS
from yakulang.lang.wording import (
    ADJ,
    COLLECTION,
    COMPARE,
    COUNTED,
    KEYWORD,
    NUMBERS,
    SPOT,
    TILES,
    TWO_WORDS,
    VALUE,
    WORD,
    Mistake,
    N,
    S,
    Wording,
)


def _says(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _tile_range(found: re.Match[str]) -> str:
    contained = re.search(r"\bcontain\s+\S*$", found.string[: found.start()])
    first, last, suits = int(found[1]), int(found[2]), found[3] or ("a" if contained else "mps")
    low, high = min(first, last), max(first, last)
    return "".join(map(str, range(low, high + 1))) + suits


def _spots(found: re.Match[str]) -> str:
    letters = "abc"
    first, last = letters.index(found[2]), letters.index(found[3])
    return " ".join(f"{found[1]}{letter}" for letter in letters[first : last + 1])


def _sequences(found: re.Match[str]) -> str:
    low, high = int(found[1][0]), int(found[3][0])
    return " ".join(f"{rank}{rank + 1}{rank + 2}{found[2]}" for rank in range(low, high + 1, 3))


def _digits(found: re.Match[str]) -> str:
    number = NUMBER_WORDS[found["number"]]
    before = found["before"] or ""
    return f"{before}{number}" if before or number else "no"


def _in_digits(found: re.Match[str]) -> str:
    return f"{'' if found[1] else 'exactly '}{found[1] or ''}{NUMBER_WORDS[found[2]]}"


def _described(found: re.Match[str]) -> str:
    return f"{found[1]} {adjective(found[4])} {found[2]}"


def _written_out(found: re.Match[str]) -> str:
    rank = int(found[2])
    ranks = (rank, rank + 1, rank + 2) if found[1] == "sequence" else (rank,) * {"pair": 2, "quad": 4}.get(found[1], 3)
    return "".join(map(str, ranks)) + found[3]


def _with_suits(found: re.Match[str]) -> str:
    suit = "mps" if found[1].endswith("are ") else "a"
    return found[1] + re.sub(r"[0-9]+", lambda digits: digits.group() + suit, found[2])


def _spots_of_ranks(found: re.Match[str]) -> str:
    return found[1] + re.sub(r"[nk](?:\+[1-8])?(?![mpsabc])", lambda spot: spot.group() + "a", found[2])


RANGES = (
    Wording(
        _says(rf"\b(?:between|from)\s+([0-9]+)\s+(?:and|to)\s+([0-9]+)\s+({COLLECTION})"),
        "YK251", "a range has two ends, each said by itself", r"at least \1 \3 and at most \2 \3",
    ),
    Wording(
        _says(rf"\b(?:exactly |at least |at most )?([0-9]+)\s*(?:-|\.\.+|~|to)\s*([0-9]+)\s+({COLLECTION})"),
        "YK251", "a range has two ends, each said by itself", r"at least \1 \3 and at most \2 \3",
    ),
    Wording(
        _says(r"\b([1-7][1-9]{2})([mpsabc])\s*(?:-|\.\.+|~|to)\s*([1-7][1-9]{2})\2\b"),
        "YK251", "`{0}`: each item is written by itself", _sequences,
    ),
    Wording(
        _says(r"\b([0-9])\s*(?:-|\.\.+|~|to)\s*([0-9])([mpsabc]+)?\b"),
        "YK251", "`{0}`: tiles are written out", _tile_range,
    ),
    Wording(
        _says(r"\b([1-9])([mps]+)\+(?![0-9])"),
        "YK251", "`{0}`: tiles are written out",
        lambda found: "".join(map(str, range(int(found[1]), 10))) + found[2],
    ),
    Wording(
        _says(r"\b([nk])([abc])\s*(?:-|\.\.+|~|to)\s*\1([abc])\b"),
        "YK251", "`{0}`: each item is written by itself", _spots,
    ),
)  # fmt: skip

NUMBERS_WRITTEN = (
    Wording(
        _says(r"[0-9]+\s*%"), "YK253", "conditions count; they know no percent",
        hint="count them, e.g. at least 7 simple tiles",
    ),
    Wording(_says(r"\b([0-9]+)\.0+\b"), "YK253", "`{0}`: a number of things is a whole number", r"\1"),
    Wording(_says(r"\b[0-9]+\.[0-9]+\b"), "YK253", "`{0}`: a number of things is a whole number"),
    Wording(
        _says(r"\b(exactly|at least|at most)\s+(-\s*[0-9]+)"), "YK253", "`{0}`: nothing is there less than 0 times",
        caret=2,
    ),
    Wording(
        _says(r"\bshape\s+is\s+([a-z]+)\s+(?!and\b|or\b)([a-z]+)\b"), "YK250", "`{0}`: a name has no space in it",
        r"shape is \1_\2",
    ),
    Wording(
        _says(rf"(?P<before>\bno (?:more|less|fewer) than |\bat ?least |\bat ?most |\bexactly |\bonly |\bup to |"
              rf"\b(?:than|between|from|to|and|minimum|maximum|min|max) |{COMPARE}\s*)(?P<number>{NUMBERS})\b"),
        "YK258", "numbers are written in digits", _digits, "number",
    ),
    Wording(
        _says(rf"\b(?P<before>)(?P<number>{NUMBERS})\b(?=\s+or\s+(?:more|fewer|less)\b)"),
        "YK258", "numbers are written in digits", lambda found: str(NUMBER_WORDS[found["number"]]), "number",
    ),
    Wording(
        _says(rf"()\b({NUMBERS})\b(?=\s+(?:{WORD}\s+)*?(?:{N}|{S}|(?:{OTHER_NOUNS})\b))"),
        "YK258", "numbers are written in digits", _in_digits, 2,
    ),
    Wording(
        _says(r"\b(no (?:more|less|fewer) than|up to|less than or equal to|more than or equal to|"
              r"minimum|maximum|min|max|at_?least|at-least|at_?most|at-most)\s+(?=[0-9])"),
        "YK211", "write at least or at most",
        lambda found: "at most " if re.match(r"no more|up|less than or|max|at.?most", found[1]) else "at least ",
        caret=1,
    ),
    Wording(_says(r"(?<!at )\b(least|most)\s+(?=[0-9])"), "YK211", "write at least or at most", r"at \1 ", 1),
)  # fmt: skip

PROGRAMMING = (
    Wording(_says(r"\s*(?:#|//).*$"), "YK203", "a note stands outside the condition", ""),
    Wording(_says(rf"\b{N}\.(?:count|length|size)\b"), "YK203", "words of conditions have no dots",
            lambda found: f"count({found[0].partition('.')[0]})"),
    Wording(_says(rf"\b(?:{WORD}\.)+(?:is_?)?({WORD})"), "YK203", "words of conditions have no dots", r"\1"),
    Wording(_says(r"(=>|=<)"), "YK228", "write >= or <=", lambda found: found[0][::-1]),
    Wording(_says(r"<>"), "YK228", "write != for what is not equal", "!="),
    Wording(_says(r"\s*(->|\?|:)\s*"), "YK203", "`{0}` is no sign of conditions", caret=1,
            hint="a condition says when; what it is worth stands beside it in the file"),
    Wording(_says(rf"\b(?:len|size|number|num|count_of|amount|total)\s*\(\s*({COLLECTION})\s*\)"),
            "YK252", "the functions of conditions are count, sum, held and awarded", r"count(\1)"),
    Wording(_says(rf"\b({COUNTED}|all)\s*\(([^()]*\b{N}[^()]*)\)"), "YK219", "no parentheses stand here", r"\1 \2"),
    Wording(_says(rf"\b(?:number|amount|count)\s+of\s+({COLLECTION})"), "YK207", "`{0}`: write count(...)",
            r"count(\1)"),
    Wording(_says(rf"\b(?!(?:count|sum|held|awarded|{KEYWORD}))({WORD})\((?=.)"),
            "YK252", "the functions of conditions are count, sum, held and awarded", caret=1),
    Wording(_says(rf"\b({TILES})\s+(?:in|within|among)\s+(?:hand|tiles)\b"), "YK207", "`{0}` is no condition",
            r"tiles contain \1"),
    Wording(_says(r"\breturn\s+"), "YK207", NOT_A_WORD, ""),
    Wording(_says(r"\b(held|awarded)\s+(?!and\b|or\b)([a-z][a-z0-9_]*)"), "YK254",
            "the id of a yaku stands in parentheses", r"\1(\2)"),
    Wording(_says(rf"\b(held|awarded)\(\s*({WORD})\s+(?:(and|or)\s+)?({WORD})\s*\)"), "YK254",
            "one yaku stands in the parentheses",
            lambda found: f"{found[1]}({found[2]}) {found[3] or 'and'} {found[1]}({found[4]})"),
    Wording(_says(rf"\bcount\s+({COLLECTION})"), "YK219", "what is counted stands in parentheses", r"count(\1)"),
    Wording(_says(rf"\b((?:count|sum)\(\s*(?:{ADJ}\s+)*)((?!{N}){WORD})\s*\)"), "YK216",
            "a noun must follow `{0}`", r"\1\2 tiles)", 2),
)  # fmt: skip

SPEECH = (
    Wording(_says(r"\bif\s+(.{1,160}?)\s+then\s+"), "YK207", "`if` and `then` are not words of conditions",
            r"\1 and "),
    Wording(_says(r"^\s*(if|when|where|whenever|while|must|requires?|needs?)\b\s*"), "YK207", NOT_A_WORD, "", 1),
    Wording(_says(r"\b(if|when|where|whenever|while)\b\s*"), "YK207", NOT_A_WORD, "and ", 1),
    Wording(_says(r"\b(neither)\s+(.{1,160}?)\s+nor\s+"), "YK207", NOT_A_WORD, r"not \2 and not ", 1),
    Wording(_says(rf"\b(is|are)\s+((?:(?:either|any|one)\s+)(?:of\s+)?)({VALUE})((?:\s+(?:or\s+)?(?!and\b){VALUE})+)"),
            "YK207", NOT_A_WORD,
            lambda f: f"{f[1]} ({' or '.join([f[3], *(w for w in f[4].split() if w != 'or')])})", 2),
    Wording(_says(rf"^\s*((?:one|any)\s+of)\s+((?:(?:{'|'.join(WAITS)})\b\s*(?:or\b)?\s*)+)"), "YK207", NOT_A_WORD,
            lambda f: f"wait is ({' or '.join(w for w in f[2].split() if w != 'or')})", 1),
    Wording(_says(r"\b(either|both)\s+"), "YK207", NOT_A_WORD, "", 1),
    Wording(_says(r"(?<=\w)\s+(without)\s+(?:any\s+)?"), "YK207", NOT_A_WORD, " and no ", 1),
    Wording(_says(r"\b(without)\s+(?:any\s+)?"), "YK207", NOT_A_WORD, "no ", 1),
    Wording(_says(r"\b(but not|unless|except)\b"), "YK207", NOT_A_WORD, "and not", 1),
    Wording(_says(r"\b(and also|as well as|but|plus)\b"), "YK207", NOT_A_WORD, "and", 1),
    Wording(_says(rf"\b(xor)\s+({WORD})"), "YK207", NOT_A_WORD, caret=1, hint="(a and not b) or (b and not a)"),
    Wording(_says(r"\b((?:there\s+)?(?:is|are)\s+no|none\s+of(?:\s+the)?)\s+"), "YK207", NOT_A_WORD, "no ", 1),
    Wording(_says(r"(?<!\w )\b((?:hands?\s+)?(?:has|have|holds?|contains?|includes?|with)|there\s+(?:is|are))"
                  rf"\s+(?=[0-9]+\s+(?:[a-z0-9_]+\s+)*(?:{N}|{S}))"), "YK207", NOT_A_WORD, "at least ", 1),
    Wording(_says(r"\b(there\s+(?:is|are)\s+(?:any\s+)?|some\s+)"), "YK207", NOT_A_WORD, "any ", 1),
    Wording(_says(r"^\s*(has|have|having)\s+"), "YK207", NOT_A_WORD, "", 1),
    Wording(_says(r"\b(?:is|are)\s+(in|from|among|within|between|on|of)\s+(?!the same|same)"), "YK207", NOT_A_WORD,
            lambda f: f[0].split()[0] + " ", 1),
    Wording(_says(r"\b(only)\s+(?=[0-9]+\s)"), "YK207", NOT_A_WORD, "exactly ", 1),
    Wording(_says(rf"\b(only)\s+({ADJ})\s+({N})"), "YK207", NOT_A_WORD, r"all \3 are \2", 1),
    Wording(_says(rf"\b(only)\s+({ADJ})"), "YK207", NOT_A_WORD, r"all tiles are \2", 1),
    Wording(_says(r"\b(?:is\s+)?(fully\s+|completely\s+|all\s+)?(closed|concealed)\s+(?:hand|tenpai)\b"), "YK232",
            "say it without `hand`", "closed"),
    Wording(_says(r"\b(?:fully|completely)\s+(?:concealed|closed)\b"), "YK232", "say it in one word", "closed"),
    Wording(_says(r"\bopen(?:ed)?\s+hand\b"), "YK232", "say it without `hand`", "open"),
    Wording(_says(r"^\s*is\s+"), "YK213", "something is missing before `is`", ""),
    Wording(_says(rf"({COLLECTION})\s+(?:do(?:es)?\s*n.?t|do(?:es)?\s+not|cannot|not)\s+(?:contains?|have|has)\s+"
                  rf"((?:(?!and\b|or\b)[^()\s]+\s*)+)"), "YK207", "`not` stands before the whole phrase",
            lambda f: f"not ({f[1]} contain {f[2].strip()}) "),
    Wording(_says(rf"\b({COUNTED}|all)\s+({COLLECTION})\s+(contains?|have|has|include|with)\s+({TILES})"),
            "YK249", "`{0}` can't follow a number of things",
            lambda f: f"all {f[2]} are (with {f[4]})" if f[1] == "all" else f"{f[1]} (with {f[4]}) {f[2]}", 3),
    Wording(_says(rf"\b(?:{COUNTED}|all)\s+{COLLECTION}\s+(contains?|have|has|include|with)\s+{ADJ}"), "YK249",
            "`{0}` can't follow a number of things", caret=1, hint=SOME_TILE),
    Wording(_says(rf"\bare\s+(with)\s+({TILES})"), "YK217", "`with` and its tiles need parentheses here",
            r"are (with \2)", 1),
    Wording(_says(rf"\bare\s+with\s+(?!{TILES})(\S+)"), "YK213", "tiles must follow `with`, not `{0}`", caret=1,
            hint=SOME_TILE),
    Wording(_says(rf"\bhands?\s+(contains?|includes?|has|have|holds?)\s+(?={TILES}|{SPOT})"), "YK207",
            "`{0}`: a hand is its tiles or its groups", "tiles contain "),
    Wording(_says(rf"({N})\s+(contains|contained|containing|includes?|has|have|holds?)\b"), "YK207",
            "`{0}` is not a word of conditions", r"\1 contain", 2),
    Wording(_says(rf"^\s*(contains?)\s+(?={TILES}|{SPOT}|{S})"), "YK213", "a noun is missing before `{0}`",
            "tiles contain ", 1),
)  # fmt: skip

ORDER = (
    Wording(_says(rf"\b({COUNTED})\s+({COLLECTION})\s+(is|are)\s+({VALUE})"), "YK259",
            "the adjective stands before the noun, not behind `{0}`", _described, 3),
    Wording(_says(rf"\ball\s+({COLLECTION})\s+(are)\s+not\s+(\([^()]*\)|{ADJ})"), "YK217",
            "`not` before an adjective needs parentheses", r"all \1 are (not \3)", 2),
    Wording(_says(r"\b(all)\s+(are)\s+"), "YK216", "a noun must follow `{0}`", r"all tiles are ", 1),
    Wording(_says(rf"\ball\s+({COLLECTION})\s+(?!are\b|is\b)({VALUE})"), "YK208", "after the noun of `all` comes `are`",
            r"all \1 are \2", 2),
    Wording(_says(rf"(?<!all )(?<!\w )(?<!\) )({COLLECTION})\s+are\s+(?:all\s+)?({VALUE})"), "YK248",
            "say of how many `{0}` this is true", r"all \1 are \2", 1),
    Wording(_says(r"\b(seat|round)\s+(winds?)\s+is\b"), "YK207", "`{0}` is left out here", r"\1 is", 2),
    Wording(_says(rf"\b({TWO_WORDS})\b"), "YK250", "`{0}` is written as one word",
            lambda f: f[0].replace(" ", "_").replace("-", "_")),
    Wording(_says(rf"\ball\s+{N}\s+are\s+((?:(?:of|in|from)\s+)?(?:the\s+|one\s+)?(?:same\s+)?suits?)\b"), "YK207",
            "`{0}`: suits are counted", "exactly 1 suits", 1),
    Wording(_says(r"\b(of|in|with)\s+(?:the\s+)?same\s+suits?\b"), "YK207", NOT_A_WORD,
            hint="exactly 1 suits; letters are for groups: sequences contain na nb nc"),
    Wording(_says(rf"\b({S}|{N})\s+(of)\s+(?!{N})({WORD}|{TILES})"), "YK259", "the adjective stands before the noun",
            lambda f: f"{f[3]} {plural(f[1])}", 2),
    Wording(_says(r"\b(and|or)\s+(and|or)\b"), "YK213", "something is missing before `{0}`", r"\1", 2),
    Wording(_says(r"^\s*(and|or)\b"), "YK213", "something is missing before `{0}`", "", 1),
    Wording(_says(r"\b(exactly|at least|at most)\s+(?![0-9])(\S+)"), "YK210", "a number must stand here, not `{0}`",
            caret=2, hint="exactly 3 triplets, at least 2 red tiles"),
    Wording(_says(r"\(\s*\)"), "YK213", "something is missing between the parentheses"),
    Wording(_says(rf"(?<![\w(] )(?<!\()({COLLECTION})\s*({COMPARE})\s*([0-9]+)"), "YK229",
            "a number must stand here; count the members", r"count(\1) \2 \3", 1),
    Wording(_says(rf"\b({WORD})\s+(is)\s+([0-9]+)(?![0-9]*[mpsabcz])"), "YK228", "compare numbers with `==`",
            r"\1 == \3", 2),
    Wording(_says(rf"\b({WORD})\s+(is)\s+not\s+([0-9]+)(?![0-9]*[mpsabcz])"), "YK228", "compare numbers with `!=`",
            r"\1 != \3", 2),
    Wording(_says(rf"\b({'|'.join(WAITS)})\s+wait\b"), "YK226", "`{0}`: say `wait is`", r"wait is \1"),
    Wording(_says(rf"\bnon[ _-]({ADJ})\s+(?={N})"), "YK217", "write `not` before the adjective, in parentheses",
            r"(not \1) "),
)  # fmt: skip

ITEMS = (
    Wording(_says(r"(\bcontain\s+)\(([^()]*)\)"), "YK219", "what `contain` asks for stands without parentheses",
            r"\1\2"),
    Wording(_says(r"\b([nk])([mpsabc])?-([0-9])[mpsabc]?"), "YK218",
            "`{0}`: offsets only go up; let the letter stand for the lowest rank", hint="na n+1a n+2a"),
    Wording(_says(r"\b[nk]\+(?:0|9|[0-9]{2,})[mpsabc]?\b"), "YK218", "`{0}`: an offset is a number from 1 to 8"),
    Wording(_says(r"(\bcontain\s+(?:\S+\s+)*?)((?:[nk](?:\+[1-8])?\s+)*[nk](?:\+[1-8])?(?![\w+])"
                  r"(?:\s+[nk](?:\+[1-8])?(?![\w+]))*)"), "YK218",
            "a suit or a suit letter must follow each rank letter", _spots_of_ranks, 2),
    Wording(_says(rf"\bcontain\s+(?:\S+\s+)*?(?!and\b|or\b|not\b|{SPOT})([a-z](?:\+[0-9]+)?[a-z])\b"),
            "YK218", "`{0}`: rank letters are n and k, suit letters a, b and c", caret=1, hint="na nb nc, n+1a, km"),
    Wording(_says(r"\b(triplet|pair|quad|sequence)\s+([1-9])([mpszabc])\b"), "YK231",
            "`{0}`: a group of certain tiles is written out", _written_out),
    Wording(_says(rf"\b(triplet|pair|quad|sequence)\s+({TILES})"), "YK231",
            "`{0}`: tiles that are written out say what kind of group they are", r"\2"),
    Wording(_says(r"\b([0-9]+)\s+(?=[0-9]+[mpsz]+\b)(?<!exactly )"), "YK255", "`{0}` does not say of which suit",
            r"\1", 1),
    Wording(_says(r"(?<!exactly )(?<!least )(?<!most )((?:\bcontain|\bare)\s+)([0-9]+(?:\s+[0-9]+)*)\b(?![mpsabcz])"),
            "YK255", "`{0}` does not say of which suit", _with_suits, 2),
    Wording(_says(rf"^\s*({TILES}(?:\s+{TILES})+)\s*$"), "YK204", "tiles alone are no condition",
            lambda f: f"{'groups' if all(len(w) > 2 for w in f[1].split()) else 'tiles'} contain {f[1]}", 1),
    Wording(_says(rf"({TILES})(?:\s+|\s*\+\s*)({TILES})(?!.*\bcontain\b)(?<!\bcontain\b)"), "YK255",
            "a list of tiles is one word", r"\1\2"),
)  # fmt: skip

# these can't be right whatever a rule file defines, though some of them can be read
ALWAYS = (
    Wording(
        _says(r"\b(?:at least |at most |exactly )?([0-9]+)\s+or\s+(more|fewer|less)\s+"),
        "YK211",
        "write at least or at most",
        lambda found: f"at {'least' if found[2] == 'more' else 'most'} {found[1]} ",
    ),
    Wording(_says(rf"\b([0-9]+)\s*\+\s*(?={COLLECTION})"), "YK211", "write at least or at most", r"at least \1 "),
    Wording(_says(r"\b(no)\s+(any)\s+"), "YK207", "`any` can't stand behind `no`", r"no ", 2),
    Wording(
        _says(rf"({COLLECTION})\s+(contain)\s+(no|not|any)\s+((?:(?!and\b|or\b)[^()\s]+\s*)+)"),
        "YK212",
        "`{0}` can't stand after `contain`",
        lambda f: f"{f[1]} contain {f[4]}" if f[3] == "any" else f"not ({f[1]} contain {f[4].strip()}) ",
        3,
    ),
    Wording(
        _says(rf"\b({COUNTED}\s+(?:{ADJ}\s+)*)(with)\s+({TILES})\s+(?={N})"),
        "YK217",
        "`with` and its tiles need parentheses here",
        r"\1(with \3) ",
        2,
    ),
    Wording(
        _says(rf"\b({COUNTED}\s+(?:{ADJ}\s+)*)(not)\s+({ADJ})\s+(?={N})"),
        "YK217",
        "`not` before an adjective needs parentheses",
        r"\1(not \3) ",
        2,
    ),
)
WORDINGS = (*COUNTS, *RANGES, *NUMBERS_WRITTEN, *PROGRAMMING, *PLAIN, *SPEECH, *ORDER, *ITEMS)


LONGEST = 384  # characters; of a longer condition only the place is told where reading it stopped


def find_always(text: str) -> Mistake | None:
    """Return what a text says in a way that is always wrong."""
    if len(text) > LONGEST:
        return None
    return next((mistake for wording in ALWAYS if (mistake := wording.find(text, len(text)))), None)


def find_wording(text: str, last: int) -> Mistake | None:
    """Return what a text says in words that conditions don't have, beginning at or before the offset `last`."""
    if len(text) > LONGEST:
        return None
    return next((mistake for wording in WORDINGS if (mistake := wording.find(text, last))), None)
