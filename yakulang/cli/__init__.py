"""The command line: `yakulang score`, `explain`, `winners`, `payment`, `timeline`, `check` and `rules`.

Results go to standard output, messages to standard error. Exit status: 0 fine; 1 an answer that is no (no yaku, not
complete, not allowed, impossible, unreadable, a batch with a failed line); 2 wrong use (an option, a file that can't
be read or written, a wrong rule file).
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from yakulang import __version__
from yakulang.cli.check import check
from yakulang.cli.explain import explain
from yakulang.cli.payment import payment
from yakulang.cli.rules import rules
from yakulang.cli.score import score
from yakulang.cli.streams import WRONG_USE, drop, prepare, say
from yakulang.cli.timeline import timeline
from yakulang.cli.winners import winners

if TYPE_CHECKING:
    from collections.abc import Sequence

INTERRUPTED = 130  # what a shell reports of a program ended by Ctrl-C
READER_GONE = 141  # and of one whose reader has closed the pipe


class _ReaderGoneError(Exception):
    """Whoever read the output wants no more."""


class _Commands(click.Group):
    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise _ReaderGoneError from None


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="yakulang", message="%(prog)s %(version)s")
def commands() -> None:
    """Score riichi mahjong hands by rules that are files."""


commands.add_command(score)
commands.add_command(explain)
commands.add_command(winners)
commands.add_command(payment)
commands.add_command(check)
commands.add_command(rules)
commands.add_command(timeline)


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
        say(f"the result can't be written: {error.strerror}")
        return WRONG_USE
    return status


def _run(arguments: Sequence[str] | None) -> int:
    try:
        result = commands.main(args=arguments, prog_name="yakulang", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        say("interrupted")
        return INTERRUPTED
    except (_ReaderGoneError, BrokenPipeError):
        if sys.stdout is not None:
            drop(sys.stdout)
        return READER_GONE
    except OSError as error:  # a full disk, a device that is gone
        if sys.stdout is not None:
            drop(sys.stdout)
        say(f"{error.filename or 'the result'}: {error.strerror or error}")
        return WRONG_USE
    except SystemExit as error:
        return error.code if isinstance(error.code, int) else WRONG_USE
    return result if isinstance(result, int) else 0
