"""Line mode: a match told line by line, for pipes, dumb terminals and screen readers."""

import contextlib

from rich.console import Console
from rich.text import Text

from services.cli import messages
from services.cli.board import board_panel
from services.cli.keyboard import Keyboard
from services.cli.playing.conversation import BoardAgain, Confirm, Conversation, Done, Left, Options, Reply
from services.cli.playing.conversation import Text as Lines
from services.cli.playing.scene import Scene
from services.cli.screen import print_choices, print_ending, print_events, print_line, print_question


class LineMode:
    """Shows scenes one after the other, and reads a line whenever something is asked."""

    def __init__(self, console: Console, conversation: Conversation) -> None:
        self._console = console
        self._keyboard = Keyboard()
        self._conversation = conversation
        self._match = conversation.match
        self._waiting = ""
        """Who was last announced as waited for."""
        self._prompt = ""
        """What stands before the line that is being typed."""
        conversation.listen(self._tell_aside)

    async def run(self) -> None:
        """Play until the match ends or the person leaves."""
        async for scene in self._conversation.scenes():
            if scene.ending is not None:
                self._draw(scene)
                print_ending(self._console, scene.ending, self._match.lang)
            elif scene.decision is None:
                self._announce_waiting(scene)
            elif not await self._decide(scene):
                return

    def _announce_waiting(self, scene: Scene) -> None:
        """Print who is waited for. The board is drawn when that changes for people, not for every bot."""
        if scene.draws_again:
            self._draw(scene)
        elif scene.waiting == self._waiting:
            return
        if scene.draws_again or self._console.is_terminal:
            self._print_line(scene.waiting)
        self._waiting = scene.waiting

    async def _decide(self, scene: Scene) -> bool:
        """Show the question and carry out lines until one is an answer. False: the person leaves."""
        self._waiting = ""
        if scene.in_secret:
            self._console.clear()
            if await self._read(messages.CHANGE_PLACES.say(self._match.lang, name=scene.viewer)) is None:
                return False
        self._draw(scene)
        if scene.notice:
            self._print_line(scene.notice)
        self._print_question()
        self._keyboard.discard()
        while True:
            line = await self._read(messages.CHOOSE.say(self._match.lang))
            if line is None:
                return False
            reply = await self._conversation.answer(line)
            if isinstance(reply, Done | Left):
                return isinstance(reply, Done)
            await self._show(reply, scene)
            if isinstance(reply, Confirm):
                reply = await self._conversation.answer(await self._read(reply.prompt) or "")
                if isinstance(reply, Done):
                    return True

    async def _show(self, reply: Reply, scene: Scene) -> None:
        match reply:
            case BoardAgain():
                self._draw(scene)
                self._print_question()
            case Options(title, choices):
                self._print_line(title)
                print_choices(self._console, choices)
            case Lines(lines, _):
                for one in lines:
                    self._console.print(Text(one), soft_wrap=False)

    def _draw(self, scene: Scene) -> None:
        """Draw the board, and tell what has happened since the person last chose."""
        lang = self._match.lang
        self._console.clear()
        self._console.print(board_panel(self._match.game, scene.observation, scene.viewer, lang))
        print_events(self._console, scene.news, lang)

    def _print_question(self) -> None:
        question = self._conversation.question
        assert question is not None
        print_question(self._console, question.prompt, self._conversation.sections(), self._match.lang)

    async def _read(self, prompt: str) -> str | None:
        """A line from the keyboard; None at the end of the input."""
        self._prompt = f"{prompt}: "
        self._console.print(Text(self._prompt), end="")
        line = await self._keyboard.line()
        self._prompt = ""
        if line is None:
            with contextlib.suppress(OSError):  # the terminal has gone
                self._console.print()
        return line

    def _tell_aside(self, line: str) -> None:
        """Print what happens beside the game; whoever is asked something then is asked again under it."""
        if self._prompt:
            self._console.print()
        self._print_line(line)
        self._console.print(Text(self._prompt), end="")

    def _print_line(self, line: str) -> None:
        print_line(self._console, line)
