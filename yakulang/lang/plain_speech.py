"""What people say of hands in plain speech, and how a condition says the same: the wordings that are tried early.

`COUNTS` come before numbers are looked at, `PLAIN` before the words that no condition has.
"""

from __future__ import annotations

import re

from yakulang.lang.synonyms import NUMBER_WORDS, SYNONYMS
from yakulang.lang.vocabulary import FACTS, NOUNS, WAITS, WINNING_SUBJECTS
from yakulang.lang.wording import ADJ, COLLECTION, SPOT, TILES, VALUE, N, S, Wording

NOT_A_WORD = "`{0}` is not a word of conditions"
SOME_TILE = "with 19mps: some tile of the group is one of these"
SAME = "identical|equal|same|matching"
WAIT_WORDS = {
    "two-sided": "ryanmen", "two sided": "ryanmen", "double-sided": "ryanmen", "open-ended": "ryanmen",
    "middle": "kanchan", "inside": "kanchan", "edge": "penchan", "single": "tanki", "pair": "tanki",
    "dual pon": "shanpon", "double pair": "shanpon",
}  # fmt: skip
_DESCRIBED = {"simple", "terminal", "honor", "wind", "dragon", "red", "man", "pin", "sou"}
UNCOUNTED = r"(?<!any )(?<!no )(?<!all )(?<![0-9] )"
THINGS = "|".join(sorted({*_DESCRIBED, *(word for word, meant in SYNONYMS.items() if meant in _DESCRIBED)}))
OTHER_NOUNS = "|".join(word for word, meant in SYNONYMS.items() if meant in NOUNS or f"{meant}s" in NOUNS)
HONORS = "|".join(word for word in THINGS.split("|") if SYNONYMS.get(word, word) in {"honor", "wind", "dragon"})
_ONE_OF = r"(?:(?:any|some|an?)\s+)?(?:{0})\b"
SEVERAL_THINGS, SEVERAL_HONORS = (
    f"{one}(?:\\s+(?:and|or)\\s+{one})*" for one in (_ONE_OF.format(THINGS), _ONE_OF.format(HONORS))
)
FLAGS = "|".join(name for name, fact in FACTS.items() if fact.type == "flag")
CHOICES = "|".join([*WINNING_SUBJECTS, *(name for name, fact in FACTS.items() if fact.type == "choice")])


def _says(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def adjective(value: str) -> str:
    """Return an adjective as it stands before a noun: one with `not` in parentheses."""
    return f"({value})" if value.startswith("not ") else value


def plural(noun: str) -> str:
    """Return a noun in the plural."""
    return noun if noun.endswith("s") else f"{noun}s"


def _any_of(found: re.Match[str]) -> str:
    """`groups contain winds and dragons` is `any wind groups and any dragon groups`."""
    return _any("tiles" if found[1].startswith("hand") else plural(found[1]), found[3])


def _any(noun: str, things: str) -> str:
    words = [word for word in re.split(r"\W+", things) if word not in {"any", "some", "a", "an", "and", "or"}]
    joined = " or " if re.search(r"\bor\b", things) else " and "
    return joined.join(f"any {SYNONYMS.get(word, word)} {noun}" for word in words)


def _exactly(found: re.Match[str]) -> str:
    return f"exactly {NUMBER_WORDS.get(found[1], found[1])} suits"


def _either(words: str) -> str:
    parts = [SYNONYMS.get(word, word) for word in re.split(r"[\s()]+", words) if word not in {"and", "or", ""}]
    return f"({' or '.join(parts)})" if len(parts) > 1 else "".join(parts)


def _all_are(found: re.Match[str]) -> str:
    """`all terminal or honor tiles` is `all tiles are (terminal or honor)`."""
    words = found[1]
    if re.search(r"\b(?:and|or)\b", words) and "(" not in words:
        words = f"({words})"
    elif " " in words and not re.fullmatch(r"\([^()]*\)", words):
        words = f"({' and '.join(re.findall(r'[^ ()]+|[(][^()]*[)]', words))})"
    return f"all {found[2]} are {words}"


COUNTS = (
    Wording(_says(rf"\b({CHOICES})\s*(:)\s*(?=\w)"), "YK203", "`{0}` is no sign of conditions", r"\1 is ", 2),
    Wording(
        _says(rf"\b(?:{SAME})\s+(sequence|triplet)s?\s+in\s+(?:(?:all|each|every|the|three|3)\s+)+suits?\b"),
        "YK207",
        "`{0}`: letters say what is alike",
        r"\1s contain na nb nc",
    ),
    Wording(
        _says(rf"\b(?:exactly\s+|at\s+least\s+)?(two|three|four|[234])\s+(?:{SAME})\s+sequences?\b"),
        "YK207",
        "`{0}`: letters say what is alike",
        lambda f: "sequences contain" + " na" * int(NUMBER_WORDS.get(f[1], f[1])),
    ),
    Wording(
        _says(r"\ball\s+(?:of\s+)?(?:(?:three|3)\s+)?suits\b(?!\s+(?:are|is)\b)(?:\s+(?:present|used))?"),
        "YK210",
        "say how the number is meant",
        "exactly 3 suits",
    ),
    Wording(
        _says(
            r"\ball\s+tiles\s+(?:(?:are|is)\s+)?((?:(?:of|in|from)\s+)?(?:only\s+)?(?:exactly\s+)?"
            r"(?:one|1|single|one single)\s+suits?)\b"
        ),
        "YK207",
        "`{0}`: suits are counted",
        "exactly 1 suits",
        1,
    ),
    Wording(
        _says(r"\b(?:only\s+)?(one|two|three|[123])\s+suits?\s+only\b"),
        "YK210",
        "say how the number is meant",
        _exactly,
    ),
    Wording(
        _says(r"\btiles\s+(?:of|in|from)\s+(?:exactly\s+|only\s+)?(one|two|three|[123])\s+suits?\b"),
        "YK207",
        "`{0}`: suits are counted",
        _exactly,
    ),
    Wording(
        _says(r"\b(?:only|all(?:\s+groups)?(?:\s+are)?)\s+(triplets|sequences|quads|pairs)\b(?!\s+(?:are|contain)\b)"),
        "YK210",
        "say how the number is meant",
        lambda f: f"exactly {7 if f[1] == 'pairs' else 4} {f[1]}",
    ),
)


PLAIN = (
    Wording(
        _says(rf"^\s*((?:hands?\s+)?(?:has|have|holds?|contains?|includes?))\s+((?:{ADJ}\s+)*{S})"),
        "YK207",
        NOT_A_WORD,
        lambda f: f"any {plural(f[2])}",
        1,
    ),
    Wording(
        _says(rf"^\s*(has|have|holds?)\s+({SEVERAL_THINGS})(?!\s+(?:{N}|{S}))"),
        "YK207",
        NOT_A_WORD,
        lambda f: _any("tiles", f[2]),
        1,
    ),
    Wording(_says(rf"\b(only)\s+({TILES})(?!\s+(?:{N}|{S}))"), "YK207", NOT_A_WORD, r"all tiles are \2", 1),
    Wording(
        _says(
            rf"\ball\s+((?:{ADJ}|\([^()]*\))(?:\s+(?:(?:and|or)\s+)?(?:{ADJ}|\([^()]*\)))*)\s+({N})"
            r"(?!\s+(?:are|is|contain)\b)"
        ),
        "YK208",
        "after the noun of `all` comes `are`",
        _all_are,
        2,
    ),
    Wording(
        _says(rf"\bwait\s+(?:(?:on|in|for|with|of)\s+)?({'|'.join(WAITS)})\b"),
        "YK226",
        "`{0}`: say `wait is`",
        r"wait is \1",
    ),
    Wording(
        _says(rf"\bwinning[ _]tile\s+(?:(?:in|from|among|of)\s+)?({TILES})"),
        "YK226",
        "`{0}`: say `winning_tile is`",
        r"winning_tile is \1",
    ),
    Wording(
        _says(rf"(?:(?<=^)|(?<=and )|(?<=or )|(?<=\())({N}|{S})\s+(?={TILES}(?:\s+{TILES})*\s*(?:$|and\b|or\b))"),
        "YK213",
        "`contain` is missing before the tiles",
        lambda f: f"{plural(f[1])} contain ",
    ),
    Wording(
        _says(rf"\b({'|'.join(WAIT_WORDS)})[ -]wait\b"),
        "YK226",
        "`{0}`: say `wait is`",
        lambda f: f"wait is {WAIT_WORDS[f[1]]}",
    ),
    Wording(
        _says(rf"\b(all)\s+((?:{THINGS})\b(?:\s+(?:and|or)\s+(?:{THINGS})\b)+)(?!\s+(?:{N}|{S}))"),
        "YK216",
        "a noun must follow `{0}`",
        lambda f: f"all tiles are {_either(f[2])}",
        1,
    ),
    Wording(
        _says(rf"\b(no)\s+((?:{THINGS})\b(?:\s+(?:and|or)\s+(?:{THINGS})\b)+)(?!\s+(?:{N}|{S}))"),
        "YK216",
        "a noun must follow `{0}`",
        lambda f: f"no {_either(f[2])} tiles",
        1,
    ),
    Wording(
        _says(
            rf"{UNCOUNTED}\b({N}|{S}|hands?)\s+(contains?|includes?|have|has|holds?)\s+({SEVERAL_HONORS})"
            rf"(?!\s+(?:{N}|{S}))"
        ),
        "YK249",
        "after `contain` come tiles or groups; say which are there",
        _any_of,
        2,
    ),
    Wording(
        _says(rf"\b(tiles|hands?)\s+(contains?|includes?|have|has|holds?)\s+({SEVERAL_THINGS})(?!\s+(?:{N}|{S}))"),
        "YK249",
        "after `contain` come tiles or groups; say which are there",
        _any_of,
        2,
    ),
    Wording(
        _says(rf"{UNCOUNTED}\b({N}|{S})\s+(contains?|includes?|have|has|holds?)\s+(?:{THINGS})\b"),
        "YK249",
        "after `contain` come tiles or groups",
        caret=2,
        hint=SOME_TILE,
    ),
    Wording(
        _says(
            rf"{UNCOUNTED}\b({S})\s+(contains?|includes?|has|have|holds?)\s+"
            rf"(?={TILES}|{SPOT})"
        ),
        "YK209",
        "nouns are plural",
        lambda f: f"{plural(f[1])} contain ",
        1,
    ),
    Wording(
        _says(rf"\b(any|no|some)\s+({S})\s+(is|are)\s+({VALUE})"),
        "YK259",
        "the adjective stands before the noun, not behind `{0}`",
        lambda f: f"{'any' if f[1] == 'some' else f[1]} {adjective(f[4])} {plural(f[2])}",
        3,
    ),
    Wording(
        _says(rf"\b({THINGS})\s+(only)\b"),
        "YK207",
        NOT_A_WORD,
        lambda f: f"all tiles are {SYNONYMS.get(f[1], f[1])}",
        2,
    ),
    Wording(
        _says(rf"\b(only)\s+((?:{THINGS})\b(?:\s+(?:and|or)\s+(?:{THINGS})\b)+)(?!\s+(?:{N}|{S}))"),
        "YK207",
        NOT_A_WORD,
        lambda f: f"all tiles are {_either(f[2])}",
        1,
    ),
    Wording(
        _says(r"\b((?:wins?|won|winning|goes\s+out)\s+(?:by|with|on|from|off|at|(?=after)))\s*"),
        "YK207",
        NOT_A_WORD,
        "",
        1,
    ),
    Wording(_says(rf"(?<=\w)\s+(on|at|in|during)\s+(?=(?:{FLAGS})\b)"), "YK207", NOT_A_WORD, " and ", 1),
    Wording(_says(rf"(?<=\w)\s+(without)\s+(?:any\s+)?({FLAGS})\b"), "YK207", NOT_A_WORD, r" and not \2", 1),
    Wording(_says(r"\bred\s+fives?\b(?:\s+tiles)?"), "YK215", "`{0}` are called `red tiles`", "red tiles"),
    Wording(_says(rf"\b(?:sum|total)\s+of\s+({COLLECTION})"), "YK207", "`{0}`: write sum(...)", r"sum(\1)"),
    Wording(
        _says(rf"\b(?:number|amount|count)\s+of\s+({THINGS})\b(?!\s+(?:{N}|{S}))"),
        "YK207",
        "`{0}`: write count(...)",
        lambda f: f"count({SYNONYMS.get(f[1], f[1])} tiles)",
    ),
    Wording(
        _says(rf"(?<!\w )(?<!\w)({THINGS})\s+(pon|chii|chi)s?\b(?!\s+(?:{N}|{S}))"),
        "YK216",
        "`{0}` is an adjective; a noun must follow",
        lambda f: f"any {SYNONYMS.get(f[1], f[1])} {SYNONYMS.get(f[2], f[2])} melds",
        2,
    ),
)
