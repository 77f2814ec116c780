"""Takes the pictures of the terminal client that the README shows: `python -m tests.services.cli.terminal.pictures`."""

import asyncio
import os
import tempfile
from pathlib import Path

from engine.bots import Perspective, make_bot
from tests.services.cli.terminal.pilots import Table, until, until_asked

FOLDER = Path(__file__).parents[4] / "docs/pictures"
SIZE = (120, 45)
CHOICES = {"wotr": ("duel", 0, 24), "lotr": (None, 0, 60), "meq": (None, 1, 40), "bofa": (None, 0, 60)}
"""Scenario, seat, and after how many choices a match looks like the middle of one."""


async def take_picture(game: str) -> None:
    """Let bots play the beginning of a match, and take a picture of the next question."""
    scenario, seat, choices = CHOICES[game]
    table = Table(game, scenario, seat)
    match, bot = table.match._match, make_bot("adept", 7)
    while len(match.choices) < choices or match.decision(seat) is None or len(match.options(seat)) < 4:
        chooser = match.pending[0].seat
        match.choose(chooser, bot.choose(Perspective(match, chooser)))
    app = table.app()
    async with app.run_test(size=SIZE) as pilot:
        await until_asked(pilot, app)
        named = app._match.lookup.named(". ".join(one.label for one in app._conversation.question.choices))
        if named:
            await app.action_look(named[0].name)
        if app._match.lookup.places:
            await pilot.press("f3")
        await until(pilot, lambda: app._conversation.question is not None)
        await pilot.pause(0.2)
        app.save_screenshot(str(FOLDER / f"terminal-{game}.svg"))


async def take_pictures() -> None:
    """One of each game."""
    for game in CHOICES:
        await take_picture(game)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_STATE_HOME"] = folder
        os.chdir(folder)
        asyncio.run(take_pictures())
