"""A bot of your own that plays on a Westmarch server: finds a match and chooses until it is over.

Install Westmarch first (`pip install .` in its folder, or `make setup` and `.venv/bin/python`), then:

    python docs/examples/external_bot.py 127.0.0.1:7701 wotr duel

It prefers options that do something. Any function from an update to an index can take the place of `choose`: the update
has the options by verb and arguments, and with `observations=True` all that the seat may see, as JSON.
"""

import asyncio
import json
import random
import sys

from services.api.match_pb2 import Update
from services.client import Lobby, Refusal, seat_of

IDLE = ("pass", "done", "leave", "skip")


def choose(update: Update) -> int:
    """The index of an option that does something; of any, where none does."""
    options = [json.loads(option.data) for option in update.decision.options]
    active = [index for index, option in enumerate(options) if option[0] not in IDLE]
    return random.choice(active or range(len(options)))


async def main(server: str, game: str, scenario: str) -> None:
    """Play one match, from ticket to outcome."""
    async with Lobby(server) as lobby:
        assignment = await lobby.find(game, "external-bot", scenario=scenario, bots_after_ms=0)
    async with seat_of(assignment, observations=True) as seat:
        last = await seat.play(choose)
    print("won" if seat.number in last.end.outcome.winners else "lost", "after", last.version, "versions")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: python external_bot.py SERVER GAME SCENARIO, such as 127.0.0.1:7701 wotr duel")
    try:
        asyncio.run(main(*sys.argv[1:]))
    except Refusal as refusal:
        sys.exit(f"{refusal.reason}: {refusal}")
