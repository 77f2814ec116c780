"""A match on a server, as the person at one of its seats plays it in the terminal."""

import contextlib
import hashlib
import json
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from engine.core.game import Component
from engine.core.registry import load
from engine.core.state import Outcome
from engine.core.words import Lang, Words
from services.api.match_pb2 import End, MatchInfo, Update
from services.cli import messages
from services.cli.board import board_panel
from services.cli.holders import Holders
from services.cli.keyboard import Keyboard, option_index
from services.cli.screen import print_cards, print_events, print_help, print_line, print_options, print_outcome
from services.client import Refusal, Seat

_NO_VERSION = -1


class ServerMatch:
    """One match until it ends or the person leaves."""

    def __init__(self, console: Console, seat: Seat, game: str, lang: Lang) -> None:
        self._console = console
        self._keyboard = Keyboard()
        self._seat = seat
        self.game = load(game)
        self._lang = lang
        self._news: list[str] = []
        """What happened since this seat last chose."""
        self._waiting_for: list[int] = []
        """The seats that were last announced as waited for."""
        self._holders = Holders(seat.number, lang)
        self._components: Sequence[Component] = ()
        self._commitment = ""
        self._chosen_version = _NO_VERSION
        """The version of the decision that the person last chose for."""
        self.has_begun = False
        self.is_over = False

    async def run(self) -> None:
        """Show every decision of this seat and carry out what is typed, until the end or the person leaves."""
        async for update in self._seat:
            if not self.has_begun:
                await self._begin(await self._seat.info())
            self._news += self._holders.update(update.seats)
            self._news += [event.text for event in update.events if event.text]
            if update.HasField("end"):
                self.is_over = True
                self._draw(update)
                self._print_end(update.end)
                return
            if self._seat.decision is None:
                self._announce_waiting(update)
                continue
            self._draw(update)
            if not await self._decide(update):
                return
            self._news, self._waiting_for = [], []

    async def leave(self) -> Words:
        """Hand the seat over to a bot if strangers would have to wait; a farewell that says what becomes of it."""
        with contextlib.suppress(Refusal):
            self._holders.update((await self._seat.info()).seats)  # updates were not read while the person decided
            if self._holders.should_hand_over:
                await self._seat.hand_over()
                return messages.SEAT_HANDED_OVER
        return messages.SEAT_WAITS

    async def _begin(self, info: MatchInfo) -> None:
        """Load the game and the holders of a match, and take the seat if a bot holds it."""
        if info.game != self.game.id:  # a friend's table may be of another game than was typed
            self.game = load(info.game)
            self._news.append(messages.OTHER_GAME.say(self._lang, title=self.game.title.say(self._lang), id=info.game))
        options = {name: json.loads(value) for name, value in info.options.items()}
        setting = self.game.setting(info.scenario, len(info.seats), options)
        self._components = self.game.components(setting)
        self._news += self._holders.load(setting.roles, info)
        self._commitment = info.commitment
        self.has_begun = True
        if self._holders.bot_holds_own_seat:
            with contextlib.suppress(Refusal):  # the match is over; the updates will say so
                await self._seat.take_seat()

    def _announce_waiting(self, update: Update) -> None:
        """Print who is waited for. The board is drawn when the waiting starts, and whenever people change it."""
        waiting_for = list(update.waiting_for)
        if not self._waiting_for or self._holders.has_person(waiting_for):
            self._draw(update)
        elif waiting_for == self._waiting_for:
            return
        self._waiting_for = waiting_for
        self._print_line(messages.OTHERS_CHOOSE.say(self._lang, names=", ".join(map(self._holders.name, waiting_for))))

    async def _decide(self, update: Update) -> bool:
        """Show the options and carry out commands until one is sent. False: the person leaves."""
        labels = [option.label for option in update.decision.options]
        self._keyboard.discard()
        print_options(self._console, update.decision.prompt, labels)
        while True:
            line = await self._read(messages.CHOOSE.say(self._lang))
            word, _, rest = (line or "").partition(" ")
            index = option_index(line or "", len(labels))
            if line is None or word == "q":
                return False
            if index is not None:
                await self._seat.choose(index)
                self._chosen_version = update.decision.version
                return True
            if word == "u":
                await self._seat.undo()
                return True
            if word == "c" and await self._read(messages.CONFIRM_CONCEDE.say(self._lang)) in messages.YES:
                await self._seat.concede()
                return True
            self._carry_out(update, word, rest.strip(), labels)

    def _carry_out(self, update: Update, word: str, rest: str, labels: list[str]) -> None:
        """Carry out a command that does not need the server."""
        match word:
            case "" | "c":
                pass
            case "?":
                print_help(self._console, messages.SERVER_HELP, self.game, self._lang)
            case "b":
                self._draw(update)
                print_options(self._console, update.decision.prompt, labels)
            case "i":
                print_cards(self._console, self._components, rest, labels, self._lang)
            case _:
                self._print_line(messages.no_such_choice(f"{word} {rest}".strip(), len(labels), self._lang))

    async def _read(self, prompt: str) -> str | None:
        self._console.print(Text(f"{prompt}: "), end="")
        line = await self._keyboard.line()
        return None if line is None else line.lower()

    def _draw(self, update: Update) -> None:
        """Draw the board, what happened, and what became of the last command if it was not carried out."""
        self._console.clear()
        viewer = self._holders.name(self._seat.number)
        self._console.print(board_panel(self.game, self.game.read_observation(update.observation), viewer, self._lang))
        print_events(self._console, self._news, self._lang)
        if self._seat.refusal is not None:
            self._print_refusal(self._seat.refusal)
        elif self._seat.decision is not None and update.decision.version == self._chosen_version:
            self._print_line(messages.CHOICE_LOST.say(self._lang))

    def _print_refusal(self, refusal: Refusal) -> None:
        reason = str(refusal).rstrip(".")
        if refusal.reason == "UNDO_REFUSED":
            self._print_line(messages.CANNOT_UNDO.say(self._lang, reason=reason[:1].lower() + reason[1:]))
        else:
            self._print_line(messages.REFUSED.say(self._lang, reason=reason))

    def _print_end(self, end: End) -> None:
        """Print the outcome, and whether the seed fits the commitment that was given at the start."""
        outcome = Outcome(
            list(end.outcome.winners), end.outcome.side, end.outcome.reason, dict(sorted(end.outcome.scores.items()))
        )
        explanation = end.explanation or self.game.reason(outcome, self._lang)
        print_outcome(self._console, self._holders.roles, outcome, explanation, self._lang)
        fits = hashlib.sha256(end.seed).hexdigest() == self._commitment
        message = messages.SEED_FITS if fits else messages.SEED_DIFFERS
        self._print_line(message.say(self._lang, seed=end.seed.hex(), commitment=self._commitment))

    def _print_line(self, line: str) -> None:
        print_line(self._console, line)
