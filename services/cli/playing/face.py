"""How a match is shown: in panes, or line by line where the terminal cannot draw them or where that is wished."""

import os
import sys
from dataclasses import dataclass

from rich.console import Console

from services.cli.playing.conversation import Conversation
from services.cli.playing.scene import PlayedMatch
from services.cli.screen import print_ending

_DUMB = ("dumb", "unknown", "")


@dataclass(frozen=True)
class Face:
    """What the person wishes of the terminal."""

    lines: bool = False
    """Line by line, whatever the terminal could do."""
    passes_windows: bool = False
    """Windows of actions are passed without asking."""

    @property
    def flags(self) -> list[str]:
        """What is typed for these wishes, also by who comes back."""
        return ["--lines"] * self.lines + ["--windows", "pass"] * self.passes_windows

    @property
    def has_panes(self) -> bool:
        """Whether panes are drawn: at a terminal that is no dumb one, unless lines are wished."""
        at_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        return at_terminal and not self.lines and os.environ.get("TERM", "") not in _DUMB


async def show_match(match: PlayedMatch, face: Face, console: Console) -> None:
    """Show a match until it ends or the person leaves."""
    conversation = Conversation(match, face.passes_windows)
    if face.has_panes:
        from services.cli.terminal.app import TerminalApp  # here: line mode starts without Textual

        app = TerminalApp(conversation)
        await app.run_async()
        if app.failure is not None:
            raise app.failure
        if conversation.scene is not None and conversation.scene.ending is not None:
            print_ending(console, conversation.scene.ending, match.lang)
        return
    from services.cli.line_mode import LineMode

    conversation.map_columns = console.width
    await LineMode(console, conversation).run()
