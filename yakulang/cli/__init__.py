"""The command line: `yakulang score`, `explain`, `winners`, `payment`, `draw`, `settle` and more; see `commands`.

Results go to standard output, messages to standard error. Exit status: 0 fine; 1 an answer that is no (no yaku, not
complete, not allowed, impossible, unreadable, a batch with a failed line); 2 wrong use (an option, a file that can't
be read or written, a wrong rule file).
"""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING

from yakulang.cli import quick
from yakulang.cli.printing import WRONG_USE, drop, prepare

if TYPE_CHECKING:
    from collections.abc import Sequence

INTERRUPTED = 130  # what a shell reports of a program ended by Ctrl-C
READER_GONE = 141  # and of one whose reader has closed the pipe


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status; never raises.

    Args:
        arguments: those of the command line, without the program's name; None takes the process's own.
    """
    prepare()
    status = _run(arguments)
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        drop(sys.stdout)
        return READER_GONE
    except OSError as error:
        drop(sys.stdout)
        _say(f"the result can't be written: {error.strerror}")
        return WRONG_USE
    return status


def _run(arguments: Sequence[str] | None) -> int:
    try:
        if arguments is None:
            gc.disable()  # a process that answers one hand has next to nothing to collect
        return _answered(arguments)
    except KeyboardInterrupt:
        _say("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        if sys.stdout is not None:
            drop(sys.stdout)
        return READER_GONE
    except OSError as error:  # a full disk, a device that is gone
        if sys.stdout is not None:
            drop(sys.stdout)
        _say(f"{error.filename or 'the result'}: {error.strerror or error}")
        return WRONG_USE


def _answered(arguments: Sequence[str] | None) -> int:
    answer = quick.answer(sys.argv[1:] if arguments is None else arguments)
    if answer is not None:
        if arguments is None:
            gc.freeze()  # the end of the process need not look through all there is
        return answer.printed()
    if arguments is None:
        gc.enable()
    from yakulang.cli.commands import run  # noqa: PLC0415  what was answered needs no parser of options

    return run(arguments)


def _say(text: str) -> None:
    from yakulang.cli.streams import say  # noqa: PLC0415  seldom needed

    say(text)
