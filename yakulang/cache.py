"""The user's cache folder: what was worked out from files is kept there as JSON, to be read while they are the same.

An entry has a digest of its data before them. One that is damaged, of another format, too large or no regular file is
as good as none, and a folder that can't be read or written is no cache: nothing here ever raises, and nothing that is
read is run. `YAKULANG_CACHE` names another folder, or says `off`.
"""

from __future__ import annotations

import json
import os
import stat
import sys
import time
from typing import Any

try:
    from _blake2 import blake2b  # hashlib prepares OpenSSL first, which takes longer than all of this
except ImportError:  # pragma: no cover  an interpreter without the module
    from hashlib import blake2b

VARIABLE = "YAKULANG_CACHE"
OFF = frozenset({"", "0", "off", "no", "false"})
NAME = "yakulang"
PREFIX = "yakulang-"  # of every file that is written here; no other is touched
FORMAT = b"yakulang cache 1"  # the first word of every entry; another number for another form of entries
SUFFIX = ".json"
MAX_BYTES = 8_000_000  # of an entry, or of a file that is read whole
MAX_ENTRIES = 256
_ABANDONED = 60 * 60.0  # seconds after which what another process began to write is left over


def folder() -> str | None:
    """Return the cache folder, by the conventions of the system; None where it is switched off or there is none."""
    said = os.environ.get(VARIABLE)
    if said is not None:
        return None if said.strip().lower() in OFF else os.path.abspath(os.path.expanduser(said))
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.expanduser(r"~\AppData\Local")
    elif sys.platform == "darwin":
        base = os.path.expanduser("~/Library/Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME", "")
        if not os.path.isabs(base):  # the convention: others are ignored
            base = os.path.expanduser("~/.cache")
    return os.path.join(base, NAME) if os.path.isabs(base) else None


def digest(*parts: bytes) -> str:
    """Return what tells some texts from any others."""
    found = blake2b(digest_size=16)
    for part in parts:
        found.update(b"%d:" % len(part))
        found.update(part)
    return found.hexdigest()


def read_bytes(path: str) -> bytes | None:
    """Return what stands in a regular file; None where there is no such file, or it is too large or can't be read."""
    try:
        number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError):
        return None
    try:
        about = os.fstat(number)
        if not stat.S_ISREG(about.st_mode) or about.st_size > MAX_BYTES:
            return None
        parts = []
        left = MAX_BYTES + 1
        while left > 0 and (part := os.read(number, min(left, about.st_size + 1))):
            parts.append(part)
            left -= len(part)
        return b"".join(parts) if left > 0 else None
    except OSError:
        return None
    finally:
        os.close(number)


def read(name: str) -> Any:
    """Return the data of an entry; None where there is none that is whole."""
    where = folder()
    entry = read_bytes(os.path.join(where, PREFIX + name + SUFFIX)) if where else None
    if entry is None:
        return None
    head, _, body = entry.partition(b"\n")
    if head != _head(body):
        return None
    try:
        return json.loads(body.decode("utf-8"))
    except (ValueError, RecursionError):
        return None


def write(name: str, data: Any) -> None:
    """Keep data as an entry, in place of an older one of that name; do nothing where that can't be done.

    Data that JSON would change are not kept.

    Whoever reads meanwhile finds the older entry or the new one, whole.
    """
    where = folder()
    if where is None:
        return
    try:
        body = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
        same = json.loads(body) == data
    except (TypeError, ValueError, RecursionError):
        return
    entry = b"%s\n%s" % (_head(body), body)
    if not same or len(entry) > MAX_BYTES:
        return
    beside = os.path.join(where, f".{PREFIX}{name}.{os.getpid()}.{time.monotonic_ns()}")
    try:
        os.makedirs(where, 0o700, exist_ok=True)
        number = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
        try:
            with os.fdopen(number, "wb") as file:
                file.write(entry)
            os.replace(beside, os.path.join(where, PREFIX + name + SUFFIX))
        except OSError:
            os.unlink(beside)
            raise
        _prune(where)
    except OSError:
        return


def _head(body: bytes) -> bytes:
    return b"%s %s" % (FORMAT, digest(body).encode())


def _prune(where: str) -> None:
    """Take out the oldest entries where there are many, and what ended processes left half written."""
    now = time.time()
    entries = []
    with os.scandir(where) as found:
        for file in found:
            if not file.name.startswith((PREFIX, f".{PREFIX}")):
                continue
            changed = file.stat(follow_symlinks=False).st_mtime
            if file.name.endswith(SUFFIX):
                entries.append((changed, file.path))
            elif now - changed > _ABANDONED:
                os.unlink(file.path)
    for _, path in sorted(entries)[:-MAX_ENTRIES]:
        os.unlink(path)
