"""A bot of your own on the ladders of a Westmarch server: it enters one, and plays its pairs until you stop it.

Make an account, a bot that belongs to it, and a token for the bot, which is shown once; then start the bot:

    westmarch account create Ann --server 127.0.0.1:7706
    westmarch account add-bot Grinder
    westmarch account add-token ladder --scope bot --bot Grinder
    python docs/examples/ladder_bot.py sparring Grinder wmt_... 127.0.0.1:7706 127.0.0.1:7704 127.0.0.1:7708

The addresses are those of players, ladders and the engine of the ladder's game, as `westmarch status` lists them. Any
function from an update to an index can take the place of `choose`.
"""

import asyncio
import sys
import time

import grpc

from services.api.ladders_pb2 import EnterLadderRequest, Entry
from services.api.ladders_pb2_grpc import LaddersServiceStub
from services.api.match_pb2 import Update
from services.client import OutsideBot, Players, Refusal

VERSION = "1"
"""Changes whenever the bot may choose otherwise: each version is an entrant of its own."""
RENEW_SECONDS = 300.0
"""A player token is good for fifteen minutes."""


def choose(update: Update) -> int:
    """The index of the last option."""
    return len(update.decision.options) - 1


class PlayerTokens:
    """Player tokens for an API token, a new one every few minutes."""

    def __init__(self, players: Players, api_token: str) -> None:
        self._players = players
        self._api_token = api_token
        self._token = ""
        self._renewed = 0.0

    async def __call__(self) -> str:
        """One that is good for some minutes yet."""
        if not self._token or time.monotonic() > self._renewed + RENEW_SECONDS:
            self._token = (await self._players.player_token(self._api_token)).player_token
            self._renewed = time.monotonic()
        return self._token


async def enter(server: str, ladder: str, token: str) -> str:
    """Enter a ladder as the bot that the token is of; its fingerprint there."""
    async with grpc.aio.insecure_channel(server) as channel:
        request = EnterLadderRequest(ladder_id=ladder, entries=[Entry(version=VERSION)])
        metadata = (("authorization", f"Bearer {token}"),)
        answer = await LaddersServiceStub(channel).EnterLadder(request, metadata=metadata)
    return answer.entrants[0].fingerprint


async def main(ladder: str, name: str, api_token: str, players_at: str, ladders_at: str, engine_at: str) -> None:
    """Enter, and play for as long as the ladder goes on."""
    async with Players(players_at) as players:
        token = PlayerTokens(players, api_token)
        print("entered as", await enter(ladders_at, ladder, await token()), flush=True)
        async with OutsideBot(engine_at, name, token, choose) as bot:
            await bot.play()


if __name__ == "__main__":
    if len(sys.argv) != 7:
        sys.exit("usage: python ladder_bot.py LADDER NAME API_TOKEN PLAYERS LADDERS ENGINE")
    try:
        asyncio.run(main(*sys.argv[1:]))
    except KeyboardInterrupt:
        print("stopped")
    except Refusal as refusal:
        sys.exit(f"{refusal.reason}: {refusal}")
    except grpc.RpcError as error:
        sys.exit(error.details())
