"""Find rule files: bundled ones by id or alias, others by path, and load them merged."""

from __future__ import annotations

import os
import unicodedata
from functools import cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from yakulang.errors import Diagnostic, RuleError, did_you_mean
from yakulang.rules.bundle import SUFFIXES, bundled_files, rulesets_folder
from yakulang.rules.family import RuleFile, gather
from yakulang.rules.many import bounded
from yakulang.rules.merge import Merged, merge
from yakulang.rules.nodes import MapNode, Scalar, SeqNode
from yakulang.rules.normalise import normalise
from yakulang.rules.origin import beside_state, bundled_state, of_bundled, of_file
from yakulang.rules.reader import read, read_file, text_of
from yakulang.rules.schema import check, check_entries
from yakulang.source import Source

if TYPE_CHECKING:
    from collections.abc import Mapping

    from yakulang.source import Span


LONGEST_NAME = 120  # characters of a name that a message shows


def load(reference: str | Path, *, name: str | None = None, validate: bool | None = None) -> Merged:
    """Load a ruleset with all it builds on.

    Args:
        reference: the id or an alias of a bundled ruleset, or the path of a rule file.
        name: what messages call the file of a path; without it, the path.
        validate: whether the fields and values of the files are checked against the schema. None checks every file
            that is not bundled.

    Raises:
        RuleError: there is no such ruleset, or something is wrong with a file; every problem is listed.
    """
    loader = _Loader(validate)
    return loader.merged(loader.named(reference, name))


def load_traced(
    reference: str | Path, texts: Mapping[str, bytes] | None = None
) -> tuple[Merged, dict[str, Any] | None]:
    """Load a ruleset, and say what it was made from.

    Args:
        reference: see `load`.
        texts: the content that files had, by their keys; others are read.

    Returns:
        The merged files and their origin as `origin.unchanged` takes it; None in its place where files changed while
        they were read.

    Raises:
        RuleError: see `load`.
    """
    loader = _Loader(None, texts)
    merged = loader.merged(loader.named(reference))
    return merged, loader.origin(merged)


def load_text(text: str, name: str, folder: Path | None = None, *, validate: bool | None = None) -> Merged:
    """Load a ruleset from the text of a rule file.

    Args:
        text: the text.
        name: what messages call it.
        folder: where the files lie that it may name; without it, it may name bundled ones only.
        validate: see `load`.

    Raises:
        RuleError: something is wrong with a file; every problem is listed.
    """
    loader = _Loader(validate)
    return loader.merged(loader.parsed(Source(name, text), f"text:{name}", folder, bundled=False))


def load_named(name: Scalar, folder: Path | None = None, *, validate: bool | None = None) -> Merged:
    """Load the ruleset that another file names, by the rules for what a rule file may name.

    Args:
        name: the id or an alias of a bundled ruleset, or a file in the folder of the other file or below.
        folder: the folder of the other file; without it, it may name bundled rulesets only.
        validate: see `load`.

    Raises:
        RuleError: there is no such ruleset, or something is wrong with a file; every problem is listed.
    """
    loader = _Loader(validate)
    return loader.merged(loader.referred(RuleFile("", name.span.source, MapNode({}, {}, name.span), folder), name))


def root_of(merged: Merged) -> Merged | None:
    """Return the rules that merged rules begin with, or None where they begin with themselves."""
    root = merged.chain[0]
    if root is merged.chain[-1]:
        return None
    loader = _Loader(validate=False)
    return loader.merged(root)


def load_tree(root: MapNode, folder: Path | None = None, *, validate: bool | None = None) -> Merged:
    """Load a ruleset from the sections of a rule file that stand inside another file.

    Args:
        root: the sections; their places are those of the other file.
        folder: where the files lie that they may name; without it, they may name bundled ones only.
        validate: see `load`.

    Raises:
        RuleError: something is wrong with a file; every problem is listed.
    """
    loader = _Loader(validate)
    return loader.merged(loader.formed(root, f"text:{root.span}", folder, bundled=False))


def known_names() -> dict[str, str]:
    """Return the id of every bundled ruleset by each name it may be called by, ids and aliases."""
    files = bundled_files()
    return {**_aliases(), **{name: name for name in files}}


class _Loader:
    """Loads files for one ruleset."""

    def __init__(self, validate: bool | None, texts: Mapping[str, bytes] | None = None) -> None:
        self.validate = validate
        self.texts = texts or {}
        self.asked: dict[str, Path] = {}  # by which path each file of the user was reached
        self.by_name = False  # whether a name was looked for that no bundled file has
        self.problems: list[Diagnostic] = []  # of the fields and values; other files are read all the same

    def merged(self, entry: RuleFile) -> Merged:
        """Return a file merged with all it builds on."""
        try:
            family = gather(entry, self.referred)
        except RuleError as error:
            raise RuleError(bounded([*self.problems, *error.diagnostics])) from None
        if self.problems:
            raise RuleError(bounded(self.problems))
        merged = merge(entry, family)
        checked = self.validate if self.validate is not None else any(not _is_bundled(file) for file in merged.chain)
        if checked and (problems := check_entries(merged.tree, merged.touched, merged.removed)):
            raise RuleError(bounded(problems))
        return merged

    def named(self, reference: str | Path, name: str | None = None) -> RuleFile:
        """Return the file a user names; `name` is what messages call it."""
        said = str(reference)
        if isinstance(reference, str) and (bundled := self.bundled_id(said)):
            return self.bundled(bundled)
        path = Path(reference)
        key = str(_resolved(path))
        if isinstance(reference, Path) or path.suffix in SUFFIXES or _is_file(path) or key in self.texts:
            source = self.read(path, _shown(name or said), key)
            self.asked[key] = path
            return self.parsed(source, key, path.parent, bundled=False)
        here = next((name for name in _beside(Path()) if Path(name).stem == said), None)
        raise RuleError([_unknown(said, None, f"did you mean `./{here}`?" if here else None)])

    def referred(self, file: RuleFile, name: Scalar) -> RuleFile:
        """Return the file that another rule file names in `extends` or `include`."""
        text = name.text
        if bundled := self.bundled_id(text):
            return self.bundled(bundled)
        if text.endswith(SUFFIXES):
            text = text.removeprefix("./")
        if not _is_plain(text):
            message = f"a rule file may name files in its own folder and below only, not `{_shown(text)}`"
            raise RuleError([Diagnostic("YK301", message, name.span)])
        if not text.endswith(SUFFIXES):
            beside = _beside(file.folder)
            hint = next((f"write `{text}{suffix}`" for suffix in SUFFIXES if f"{text}{suffix}" in beside), None)
            raise RuleError([_unknown(text, name.span, hint)])
        if file.folder is None:
            raise RuleError([Diagnostic("YK302", "a rule file without a folder may name bundled ones only", name.span)])
        path, here = _resolved(file.folder / text), _resolved(file.folder)
        if path is None or here is None or not path.is_relative_to(here):
            raise RuleError([Diagnostic("YK301", f"`{text}` leads out of the folder of the rule file", name.span)])
        if not _is_file(path) and str(path) not in self.texts:
            inner = PurePosixPath(text).parent
            stems = {Path(other).stem: (inner / other).as_posix() for other in _beside(path.parent)}
            near = did_you_mean(PurePosixPath(text).stem, stems)
            hint = f"did you mean `{stems[near]}`?" if near else None
            raise RuleError([Diagnostic("YK303", f"there is no rule file `{text}` here", name.span, hint=hint)])
        shown = (PurePosixPath(file.source.name).parent / text).as_posix()
        source = self.read(path, shown, str(path))
        self.asked[str(path)] = file.folder / text
        return self.parsed(source, str(path), path.parent, bundled=False)

    def bundled(self, name: str) -> RuleFile:
        """Return a bundled file."""
        path, key = bundled_files()[name], f"bundled:{name}"
        shown = path.relative_to(rulesets_folder()).as_posix()
        return self.parsed(self.read(path, shown, key), key, None, bundled=True)

    def bundled_id(self, name: str) -> str | None:
        """Return the id of the bundled ruleset of a name, if there is one."""
        found = _bundled_id(name)
        self.by_name = self.by_name or (found != name and not name.endswith(SUFFIXES))
        return found

    def read(self, path: Path, name: str, key: str) -> Source:
        """Return the text of a file; `name` is what messages call it."""
        known = self.texts.get(key)
        return read_file(path, name) if known is None else text_of(known, name)

    def origin(self, merged: Merged) -> dict[str, Any] | None:
        """Return what a ruleset was made from, see `origin.unchanged`; None where a file is another by now."""
        bundled: dict[str, str] = {}
        others: list[list[str]] = []
        for file in merged.chain:
            if _is_bundled(file):
                name = file.whole.removeprefix("bundled:")  # of which this may be some yaku
                found = of_bundled(name)
                if found is None or text_of(found[1], "").text != file.source.text:
                    return None
                bundled[name] = found[0]
                continue
            own = of_file(os.path.abspath(self.asked[file.whole]))  # noqa: PTH100  links stay
            if own is None or own[0][1] != file.whole or text_of(own[1], "").text != file.source.text:
                return None
            if own[0] not in others:
                others.append(own[0])
        names = _known_names()[1] if self.by_name else None
        if self.by_name and names != bundled_state():
            return None
        return {"bundled": bundled, "files": others, "names": names, "beside": beside_state()}

    def parsed(self, source: Source, key: str, folder: Path | None, *, bundled: bool) -> RuleFile:
        """Return a file in normal form; what is wrong with its fields and values is kept in `problems`."""
        root = _read_bundled(source) if bundled else read(source)
        return self.formed(root, key, folder, bundled=bundled)

    def formed(self, root: MapNode, key: str, folder: Path | None, *, bundled: bool) -> RuleFile:
        """Return what was read of a file in normal form; see `parsed`."""
        checked = self.validate if self.validate is not None else not bundled
        problems = list(_check_bundled(root.span.source) if bundled else check(root)) if checked else []
        try:
            normal = normalise(root)
        except RuleError as error:
            normal = root
            problems += error.diagnostics
        self.problems += problems
        return RuleFile(key, root.span.source, normal, folder)  # the source its places belong to


def _is_bundled(file: RuleFile) -> bool:
    return file.key.startswith("bundled:")


@cache
def _read_bundled(source: Source) -> MapNode:
    return read(source)


@cache
def _check_bundled(source: Source) -> tuple[Diagnostic, ...]:
    return tuple(check(_read_bundled(source)))


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def _bundled_id(name: str) -> str | None:
    files = bundled_files()
    if name in files:
        return name
    if name.endswith(SUFFIXES):
        return None
    folded = _folded(name)
    if folded in files:
        return folded
    return next((target for alias, target in _aliases().items() if _folded(alias) == folded), None)


def _aliases() -> dict[str, str]:
    """Return the id of each bundled ruleset by its aliases and, for one in a folder, the id its file gives itself.

    A file that can't be read has none.
    """
    return _known_names()[0]


@cache
def _known_names() -> tuple[dict[str, str], str]:
    """Return the ids by aliases, and the state of the files before they were asked for them."""
    found: dict[str, str] = {}
    state = bundled_state()
    for name, path in bundled_files().items():
        try:
            root = read(read_file(path, path.name))
        except RuleError:
            continue
        node, own = root.items.get("aliases"), root.items.get("id")
        for item in (*(node.items if isinstance(node, SeqNode) else ()), own):
            if isinstance(item, Scalar) and item.text != name:
                found.setdefault(item.text, name)
    return found, state


def _is_plain(text: str) -> bool:
    """Return whether a name leads to a file in the same folder or below, whatever the system."""
    parts = text.split("/")
    return not any(part in {"", ".", ".."} or set(part) & set("\\:~\0") for part in parts)


def _beside(folder: Path | None) -> list[str]:
    """Return the names of the rule files in a folder."""
    try:
        return [path.name for path in folder.iterdir() if path.suffix in SUFFIXES and path.is_file()] if folder else []
    except OSError:
        return []


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name no file can have
        return False


def _resolved(path: Path) -> Path | None:
    """Return where a path leads, or None where it leads nowhere (a loop of links)."""
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError):
        return None


def _shown(name: str) -> str:
    """Return a name as messages show it: on one line, without control characters, not too long."""
    shown = "".join(c if c.isprintable() else "?" for c in name)
    return shown if len(shown) <= LONGEST_NAME else shown[:LONGEST_NAME] + "..."


def _unknown(name: str, span: Span | None, hint: str | None = None) -> Diagnostic:
    if hint is None:
        near = did_you_mean(name, known_names())
        bundled = ", ".join(f"`{known}`" for known in bundled_files() if "/" not in known)
        hint = f"did you mean `{near}`?" if near else f"bundled are {bundled}, and mix-ins that `yakulang rules` lists"
    return Diagnostic("YK300", f"there is no ruleset `{_shown(name)}`", span, hint=hint)
