"""A match at the terminal client, for the pilot."""

from collections.abc import Callable, Sequence

from textual.pilot import Pilot

from engine import load
from engine.bots import make_bot
from engine.core.words import Lang
from services.cli.local_match import LocalMatch
from services.cli.playing.conversation import Conversation
from services.cli.playing.question import Question
from services.cli.terminal.app import TerminalApp

_PATIENCE = 600
_STEP_SECONDS = 0.02


class Table:
    """A local match of a known deal, with a person in some seats and quick bots in the others."""

    def __init__(
        self, game: str, scenario: str | None, seat: int, *, people: Sequence[int] = (), lang: Lang = "en"
    ) -> None:
        match = load(game).new_match(scenario, seed=5)
        bots = [make_bot("adept", n) for n in range(match.seats)]
        self.match = LocalMatch(match, list(people) or [seat], bots, lang, None)

    def app(self) -> TerminalApp:
        """The client for it."""
        return TerminalApp(Conversation(self.match))


async def until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    for _ in range(_PATIENCE):
        await pilot.pause(_STEP_SECONDS)
        if holds():
            return
    raise AssertionError("it never came to that")


async def until_asked(pilot: Pilot[None], app: TerminalApp) -> Question | None:
    """Wait until something is asked and shown, or the match is over; the question."""
    conversation = app._conversation
    await until(
        pilot,
        lambda: (
            app.failure is not None
            or conversation.question is not None
            or (conversation.scene is not None and conversation.scene.ending is not None)
        ),
    )
    if app.failure is not None:
        raise app.failure
    await pilot.pause()
    return conversation.question
