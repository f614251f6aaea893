"""What to write instead of a field or a value that is not one: the words people use for it, and better spellings."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Any

from yakulang.errors import did_you_mean
from yakulang.tiles import MARKS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

_MARKED = frozenset(mark.section for mark in MARKS)
FIELD_WORDS = {
    **dict.fromkeys(("if", "condition", "conditions", "cond", "where", "requires", "rule", "条件"), "when"),
    **dict.fromkeys(("value", "points", "worth", "fan", "翻", "飜", "番"), "han"),
    **dict.fromkeys(("役満", "役满"), "yakuman"),
    **dict.fromkeys(("符",), "fu"),
    **dict.fromkeys(("concealed", "menzen", "closed_hand", "門前", "门前"), "closed"),
    **dict.fromkeys(("naki", "furo", "kuisagari", "called", "鳴き", "副露"), "open"),
    **dict.fromkeys(("minimum", "at_least_limit", "limit", "counts_as"), "at_least"),
    **dict.fromkeys(("overrides", "supersedes", "instead_of", "implies"), "replaces"),
    **dict.fromkeys(("conflicts", "exclusive", "incompatible"), "excludes"),
    **dict.fromkeys(("message", "reason", "text", "because"), "say"),
    **dict.fromkeys(("description", "desc", "comment"), "about"),
    **dict.fromkeys(("title", "names", "label", "名前", "名称"), "name"),
    **dict.fromkeys(("役", "hands", "patterns", "yakus", "local_yaku"), "yaku"),
    **dict.fromkeys(("based_on", "base_rules", "parent", "inherits", "from"), "extends"),
    **dict.fromkeys(("includes", "import", "imports", "mixins", "mixin"), "include"),
    **dict.fromkeys(("override", "overrides", "changes", "set", "modify"), "change"),
    **dict.fromkeys(("remove", "delete", "without", "disabled", "exclude"), "disable"),
    **dict.fromkeys(("red_fives", "aka", "akadora", "red", "赤"), "reds"),
    **dict.fromkeys(("blue_fives", "aodora", "blue", "青"), "blues"),
    **dict.fromkeys(("version",), "yakulang"),
}
LANGUAGES = {  # the code of a language by what people write for it
    **dict.fromkeys(("jp", "jpn", "jap", "japan", "japanese", "日本語", "日语", "日文"), "ja"),
    **dict.fromkeys(("cn", "chn", "zho", "china", "chinese", "zh_cn", "中文", "汉语", "中国語"), "zh"),
    **dict.fromkeys(("us", "gb", "uk", "eng", "english", "en_us", "en_gb", "英語", "英语"), "en"),
}
MOST_SLIPS = 512
NUMBER_WORDS = {
    word: number
    for number, words in enumerate(
        (("zero",), ("one", "single"), ("two", "double"), ("three", "triple"), ("four",), ("five",), ("six",))
    )
    for word in words
}
YES = {"yes", "true", "on"}
NO = {"no", "off", "false", "never", "disabled", "delete", "remove", "null", "nil"}


class Spelling:
    """Recognises fields of a file that were meant by other names; so many slips only, for comparing takes time."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, tuple[str, ...]], str | None] = {}  # one slip is often made in every entry

    def field_meant(self, key: str, fields: Iterable[str]) -> str | None:
        """Return the field that a key was meant to be: one spelt like it, or one that other rules call so."""
        asked = key, tuple(fields)
        if asked not in self._known and len(self._known) < MOST_SLIPS:
            self._known[asked] = _field_meant(*asked)
        return self._known.get(asked)


def _field_meant(key: str, fields: tuple[str, ...]) -> str | None:
    near = did_you_mean(key, fields)
    if near is None and key.lower() in fields:
        near = key.lower()
    word = FIELD_WORDS.get(key) or FIELD_WORDS.get(key.lower())
    return near or (word if word in fields else None)


def language_meant(key: str) -> str | None:
    """Return the code of the language that a key was meant to name."""
    return LANGUAGES.get(key.lower())


def stray_field(key: str, value: object, kept: str) -> str | None:
    """Return the hint for a key that no field of `kept` (the path, `` for the file itself) is like."""
    if key == "<<":
        return "rule files have no such short cuts; write the fields again"
    inside = set(value) if isinstance(value, dict) else set()
    if inside & {"when", "each"} and inside & {"han", "yakuman", "at_least"} and not kept.startswith("yaku"):
        return f"a yaku stands in the section `yaku`: yaku: {{{key}: ...}}"
    if not kept and key in {"han", "when", "yakuman", "replaces"}:
        return f"`{key}` is a field of a yaku: yaku: {{ID: {{{key}: ...}}}}"
    return None


def value_hint(value: Any, schema: Mapping[str, Any], path: tuple[str, ...]) -> str | None:
    """Return what to write instead of a value of the wrong kind."""
    kinds = schema.get("type", ())
    name = path[-1] if path else ""
    if isinstance(value, str):
        return _text_hint(value, kinds, name, path)
    if isinstance(value, bool):
        if value is False and _is_entry(schema):
            return f"disable: [{'.'.join(path)}]"
        return "put it in quotes if it is text" if _is_text(schema) else None
    if isinstance(value, list):
        return _list_hint(value, schema, name)
    if isinstance(value, (int, float)) and _is_text(schema):
        return f"put it in quotes if it is text: '{value}'"
    if "array" in kinds and isinstance(value, (int, float)):
        return f"write '{value}'" if "string" in kinds else f"write ['{value}']"
    if "array" in kinds and isinstance(value, dict) and all(isinstance(items, list) for items in value.values()):
        return f"write [{', '.join(f'{key}.{item}' for key, items in value.items() for item in items)}]"
    if name == "id" and isinstance(value, int):
        return f"put it in quotes: '{value}'"
    return None


def _text_hint(value: str, kinds: Collection[str], name: str, path: tuple[str, ...]) -> str | None:
    text = unicodedata.normalize("NFKC", value).strip()
    if "integer" in kinds:
        return _limit_hint(text, path) or _number_hint(text, by_hand="object" in kinds)
    if name == "at_least" and re.fullmatch(r"[A-Za-z][A-Za-z0-9_ -]*", text) and text.lower() != value:
        return f"write {re.sub('[ -]+', '_', text.lower())}"
    if name == "id":
        slug = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
        return f"write {slug}" if slug and slug != value else None
    if "array" in kinds and re.fullmatch(r"[\w.-]+([\s,]+[\w.-]+)*", text):
        words = ", ".join(re.split(r"[\s,]+", text))
        return f"write [{words}]"
    if "object" in kinds and text.lower() in NO and len(path) > 1:
        return f"disable: [{'.'.join(path)}]"
    return None


def _limit_hint(text: str, path: tuple[str, ...]) -> str | None:
    """Return where the name of a limit stands, for a value by hand that is one."""
    kinds = {"han", "yakuman"} & {*path[-1:], *(path[-2:-1] if path[-1:] in {("closed",), ("open",)} else ())}
    word = text.lower()
    if not kinds or word in NUMBER_WORDS or word in NO | YES or re.search(r"[0-9]", word):
        return None
    if FIELD_WORDS.get(word, word) == "yakuman":
        return "write yakuman: 1 in place of han" if "han" in kinds else "write 1"
    if re.fullmatch(r"[a-z][a-z0-9_]*", word):
        return f"the name of a limit stands in another field: at_least: {word}"
    return "the id of a limit stands in another field: at_least: ID" if word.isalpha() else None


def _is_text(schema: Mapping[str, Any]) -> bool:
    return str(schema.get("errorMessage", "")).startswith("wants text")


def _number_hint(text: str, *, by_hand: bool) -> str | None:
    if "#" in text:
        return "a space stands before the `#` of a comment"
    if text.lower() in NO:
        return "`none` under `change:` takes a value away"
    digits = text.replace("_", "").replace(",", "")
    two = re.fullmatch(r"([0-9]{1,3})\s*[/|]\s*([0-9]{1,3})", text)
    if two and by_hand:
        return f"write {{closed: {two[1]}, open: {two[2]}}}"
    if text.lower() in NUMBER_WORDS:
        return f"write {NUMBER_WORDS[text.lower()]}"
    if text.lower() in YES:
        return "write 1"
    found = re.fullmatch(r"[^0-9.]{0,12}?([0-9]{1,18})(?:[^0-9.]{0,12}|\.0+)", digits)
    if found and not digits.startswith("-"):
        return f"write {int(found[1])}"
    return None


def _list_hint(value: list[Any], schema: Mapping[str, Any], name: str) -> str | None:
    kinds = schema.get("type", ())
    if name == "extends":
        return "name one; what is added to it stands in the list `include:`"
    if "integer" in kinds and len(value) == 2 and all(isinstance(item, int) for item in value):
        return f"write {{closed: {value[0]}, open: {value[1]}}}"
    if name == "when" and value and all(isinstance(item, str) for item in value):
        return f"write {' and '.join(value)}"
    if name == "change":
        return "write the paths below it without `-`"
    if value and all(isinstance(item, dict) for item in value):
        return "write an id and `:` in place of each `-`"
    if name in _MARKED and value and all(isinstance(item, str) for item in value):
        return f"write {{{', '.join(f'{item}: 1' for item in value)}}}"
    return None


def _is_entry(schema: Mapping[str, Any]) -> bool:
    return schema.get("type") == "object"
