"""The entry point of `westmarch`: its commands, and how bad input is answered.

Bad input gets one line and exit code 2, never a traceback.
"""

import os
import sys
from collections.abc import Sequence
from typing import cast

import typer

from engine.core.errors import EngineError, RulesError
from services.cli import packs
from services.cli.catalogue import cards, games
from services.cli.demo import demo
from services.cli.inputs import BadInput
from services.cli.play import play
from services.cli.replay import replay
from services.cli.server import down, status, token, up
from services.cli.simulate import simulate

# What typer raises for a bad command line; it has no public name of its own.
_BadCommand = cast(type[Exception], typer.BadParameter.__mro__[2])

app = typer.Typer(
    name="westmarch", help="Tolkien tabletop games with full rules: see, play, simulate, replay.", add_completion=False
)
for command in (games, cards, replay, demo, up, status, down, token):
    app.command()(command)
app.add_typer(packs.app, name="pack")
_GAME_OPTIONS = {"allow_extra_args": True, "ignore_unknown_options": True}
"""Further flags of a command are options of the game, such as --mode."""
app.command(context_settings=_GAME_OPTIONS)(simulate)
app.command(context_settings=_GAME_OPTIONS)(play)


def main(given: Sequence[str] | None = None) -> int:
    """Run a command line; the exit code."""
    arguments = list(sys.argv[1:] if given is None else given) or ["--help"]
    try:
        code = app(arguments, prog_name="westmarch", standalone_mode=False)
        sys.stdout.flush()
    except RulesError as fault:
        return _complain(fault, 1)
    except (EngineError, BadInput, OSError, _BadCommand) as fault:
        if isinstance(fault, BrokenPipeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has gone; so may we
            return 0
        return _complain(fault, 2)
    except (KeyboardInterrupt, typer.Abort):
        return 130
    return code if isinstance(code, int) else 0


def _complain(fault: Exception, code: int) -> int:
    """Say what was wrong in one line."""
    words = getattr(fault, "format_message", fault.__str__)()
    if isinstance(fault, OSError) and fault.filename is not None:
        words = f"{fault.filename}: {fault.strerror}"
    print(f"westmarch: {' '.join(words.split())}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
