"""The commands as a group, each imported when it is used."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from yakulang import __version__
from yakulang.cli.printing import WRONG_USE
from yakulang.cli.usage import show

if TYPE_CHECKING:
    from collections.abc import Sequence


class _ReaderGoneError(Exception):
    """Whoever read the output wants no more."""


# each in a module of its name
NAMES = (
    *("score", "explain", "winners", "payment", "check", "timeline"),
    *("draw", "settle", "match", "table", "rules"),
)


class _Commands(click.Group):
    """The commands; one is imported when it is used, or when all are listed."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return sorted(NAMES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in NAMES:
            return None
        command: click.Command = getattr(import_module(f"yakulang.cli.{cmd_name}"), cmd_name)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise _ReaderGoneError from None


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="yakulang", message="%(prog)s %(version)s")
def commands() -> None:
    """Score riichi mahjong hands by rules that are files."""


def run(arguments: Sequence[str] | None) -> int:
    """Run a command and return its exit status.

    Raises:
        OSError: what is read or written can't be.
        KeyboardInterrupt: the user ended it.
    """
    try:
        result = commands.main(args=arguments, prog_name="yakulang", standalone_mode=False)
    except click.ClickException as error:
        show(error, sys.argv[1:] if arguments is None else arguments)
        return error.exit_code
    except click.Abort:
        raise KeyboardInterrupt from None
    except _ReaderGoneError:
        raise BrokenPipeError from None
    except SystemExit as error:
        return error.code if isinstance(error.code, int) else WRONG_USE
    return result if isinstance(result, int) else 0
