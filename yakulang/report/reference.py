"""The reference pages of the documentation, made from the vocabulary and the rule files.

`python -m yakulang.report.reference FOLDER` writes them; a test holds the pages of the checkout to it.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

from yakulang.lang.vocabulary import ADJECTIVES, FACTS, LAYERS, NOUNS, SLOTS
from yakulang.report import reference_rulesets
from yakulang.report.markdown import NOTE, code, table
from yakulang.report.reference_rulesets import short
from yakulang.report.words import fact_name
from yakulang.rules.build import build
from yakulang.rules.bundle import bundled_files
from yakulang.rules.catalogue import load
from yakulang.rules.nodes import SeqNode, plain

if TYPE_CHECKING:
    from collections.abc import Mapping

    from yakulang.lang.vocabulary import Fact
    from yakulang.rules.merge import Merged
    from yakulang.rules.model import Rulebook, Sides, WordRule, YakuRule

LANGUAGES = ("en", "ja", "zh")
WORDS_ABOUT = """\
What the tiles don't show is said with these, for example `--with riichi,ippatsu,dealer_wins=7`. How they are written in
other places stands in [notation.md](../notation.md#the-names-of-things). A rule file adds its own under `words:` and
`facts:`. What a word is worth is up to the yaku.
"""
SAID_OTHERWISE = ("tsumo", "ron", "seat", "round", "honba", "deposits")  # by a sign or an option of their own


def pages() -> dict[str, str]:
    """Return the text of every page by its file name."""
    return {
        "vocabulary.md": vocabulary_page(),
        "words.md": words_page(),
        "yaku.md": yaku_page(),
        "codes.md": codes_page(),
        **reference_rulesets.pages(),
    }


@cache
def _loaded(name: str) -> tuple[Merged, Rulebook]:
    """Return a bundled ruleset; each page asks for all of them."""
    merged = load(name)
    return merged, build(merged)


# --- the vocabulary -----------------------------------------------------------------------------------


def vocabulary_page() -> str:
    """Return the page of all words of conditions."""
    nouns = ((code(n.name), n.doc, LAYERS[n.layer]) for n in NOUNS.values())
    adjectives = (
        (code(a.name), " ".join(f"{member}s" for member in a.of), a.doc, " ".join(map(code, a.nouns)))
        for a in ADJECTIVES.values()
    )
    facts = ((code(f.name), f.type, f.doc, " ".join(f.values), LAYERS[f.layer], f.who) for f in FACTS.values())
    slots = (
        (code(s.name), s.wants, s.doc, ", ".join(LAYERS[layer] for layer in LAYERS if layer in s.sees))
        for s in SLOTS.values()
    )
    return "\n".join([
        NOTE,
        "# The vocabulary of conditions\n",
        "[language.md](../language.md) says how these words are put together.\n",
        "## Nouns\n",
        table(("noun", "what is counted", "known with"), nouns),
        "## Adjectives\n",
        "Tile lists (`19mps`) and the traits of a rule file are adjectives too.\n",
        table(("word", "describes", "meaning", "only before"), adjectives),
        "## Facts\n",
        "Who can tell: L a game log, P a player at the table, D it follows from the rest.\n",
        table(("fact", "type", "meaning", "values", "known with", "who"), facts),
        "## Places for conditions\n",
        table(("place", "wants", "what stands there", "sees"), slots),
    ])  # fmt: skip


# --- the words of the situation ----------------------------------------------------------------------


def words_page() -> str:
    """Return the page of what is said of a hand beside its tiles: words, numbers and choices, fact by fact."""
    rulebooks = {name: _loaded(name)[1] for name in sorted(bundled_files(), key=_depth)}
    words = {word.id: word for rulebook in rulebooks.values() for word in rulebook.words.values()}
    facts = {fact.name: fact for rulebook in rulebooks.values() for fact in rulebook.facts.values()}
    said = [f for f in (*FACTS.values(), *facts.values()) if f.who != "D" and f.name not in SAID_OTHERWISE]
    rows: list[tuple[str, ...]] = []
    for fact in (f for f in said if f.type == "flag"):
        if fact.name not in words:
            rows.append((code(fact.name), fact.doc, *_fact_names(fact, rulebooks), "", _knowing(fact.name, rulebooks)))
        rows += [_word_row(word, fact, rulebooks) for word in words.values() if word.facts[0] == fact.name]
    values = (
        (code(_valued(f)), f.doc, *_fact_names(f, rulebooks), _knowing(f.name, rulebooks))
        for f in said
        if f.type != "flag"
    )
    return "\n".join([
        NOTE,
        "# Words of the situation\n",
        WORDS_ABOUT,
        "## Words\n",
        "Several words may mean the same. A word that does not fit the hand makes it impossible.\n",
        table(("word", "meaning", "日本語", "中文", "fits only", "known to"), rows),
        "## Numbers and choices\n",
        table(("written", "meaning", "日本語", "中文", "known to"), values),
        "Winds, counters and riichi sticks have [options of their own](../notation.md#the-names-of-things).\n",
    ])  # fmt: skip


def _word_row(word: WordRule, fact: Fact, rulebooks: Mapping[str, Rulebook]) -> tuple[str, ...]:
    """Return the row of a word that sets a fact first; it may set others, which are named."""
    more = [name for name in word.facts if name not in (fact.name, word.id)]
    doc = fact.doc + (f"; also {', '.join(map(code, more))}" if more else "")
    names = (word.names.get("ja", ""), word.names.get("zh", ""))
    fits = code(word.when.span.text) if word.when else ""
    return code(word.id), doc, *names, fits, _knowing(word.id, rulebooks)


def _fact_names(fact: Fact, rulebooks: Mapping[str, Rulebook]) -> tuple[str, str]:
    """Return the Japanese and Chinese name of a fact, which is that of the yaku of the same name if there is one."""
    yaku = (rule.names for rulebook in rulebooks.values() for rule in rulebook.yaku if rule.id == fact.name)
    names = next(yaku, {})
    ja, zh = (fact_name(fact.name, lang) if fact.name in FACTS else "" for lang in ("ja", "zh"))
    return names.get("ja", ja), names.get("zh", zh)


def _valued(fact: Fact) -> str:
    return f"{fact.name}=" + ("N" if fact.type == "number" else "|".join(fact.values))


def _knowing(name: str, rulebooks: Mapping[str, Rulebook]) -> str:
    knowing = [r for r, book in rulebooks.items() if name in FACTS or name in book.words or name in book.facts]
    return "all" if len(knowing) == len(rulebooks) else ", ".join(knowing)


# --- yaku ---------------------------------------------------------------------------------------------


def yaku_page() -> str:
    """Return the page of all yaku of the bundled rulesets, each where it is defined first."""
    sections = [NOTE, "# Yaku\n", "Values are those of the file named; other rulesets may change them.\n"]
    seen: set[str] = set()
    for name in sorted(bundled_files(), key=_depth):
        merged, rulebook = _loaded(name)
        fresh = [rule for rule in rulebook.yaku if rule.id not in seen]
        seen |= {rule.id for rule in fresh}
        if fresh:
            sections.append(f"## {name}\n")
            sections += [_yaku_entry(rule, merged) for rule in fresh]
    return "\n".join(sections)


def _depth(name: str) -> tuple[int, str]:
    return len(_loaded(name)[0].chain), name


def _yaku_entry(rule: YakuRule, merged: Merged) -> str:
    lines = [f"### {rule.id}\n"]
    lines.append(" · ".join(rule.names[lang] for lang in LANGUAGES if lang in rule.names) + "\n")
    facts = [f"- value: {_value(rule)}", f"- condition: `{rule.when.span.text}`"]
    if rule.each is not None:
        facts.append(f"- counted for each of: `{rule.each.span.text}`")
    others = {"replaces": rule.replaces, "excludes": rule.excludes}
    facts += [f"- {word}: {', '.join(map(code, names))}" for word, names in others.items() if names]
    lines.append("\n".join(facts) + "\n")
    examples = merged.node(f"yaku.{rule.id}.examples")
    if isinstance(examples, SeqNode):
        lines.append("\n".join(_example(plain(item)) for item in examples.items) + "\n")
    return "\n".join(lines)


def _value(rule: YakuRule) -> str:
    if rule.at_least:
        return f"at least `{rule.at_least}`"
    if rule.yakuman:
        return _sides(rule.yakuman, "yakuman")
    return _sides(rule.han, "han") if rule.han else ""


def _sides(sides: Sides, unit: str) -> str:
    closed, opened = sides.closed, sides.open
    if closed and opened:
        if closed.value == opened.value:
            return f"{closed.value} {unit}"
        return f"{closed.value} {unit} closed, {opened.value} open"
    side, word = (closed, "closed") if closed else (opened, "open")
    return f"{side.value} {unit}, {word} only" if side else ""


def _example(example: Mapping[str, object]) -> str:
    words = [f"{key} {value}" for key, value in example.items() if key == "seat"]
    said = example.get("with")
    words += [short(item) for item in said] if isinstance(said, list) else []
    about = f" ({', '.join(words)})" if words else ""
    if "not" in example:
        return f"- not: `{example['win']}`{about}: {example['not']}"
    note = f": {example['note']}" if "note" in example else ""
    return f"- `{example['win']}`{about}{note}"


# --- diagnostic codes ---------------------------------------------------------------------------------


def codes_page() -> str:
    """Return the page of all diagnostic codes, from the package's registry."""
    ranges = yaml.safe_load(files("yakulang").joinpath("codes.yaml").read_text("utf-8"))
    sections = [NOTE, "# Error codes\n", "A code keeps its meaning for ever.\n"]
    for part in ranges:
        sections.append(f"## {part['title']}\n")
        for name, entry in part["codes"].items():
            said = entry.get("name", [])
            words = [said] if isinstance(said, str) else said
            in_json = f"In JSON: {', '.join(map(code, words))}.\n" if words else ""
            warning = "A warning.\n" if entry.get("severity") == "warning" else ""
            heading = f"### {name}: {entry['title']}\n"
            sections += [
                text for text in (heading, f"{entry['means']}\n", f"{entry['do']}\n", warning, in_json) if text
            ]
    return "\n".join(sections)


def write(folder: Path) -> None:
    """Write every page into a folder."""
    for name, text in pages().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/reference"))
