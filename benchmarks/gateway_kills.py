"""`python -m benchmarks.gateway_kills`: what clients on WebSockets feel when what is behind them is killed with -9.

Two hundred clients, each with a socket of its own, play a hundred matches through the gateway of `westmarch up`. The
gateway, the engine and the store die in rounds; after each death everybody has to be served again before the next.
Choices that clients were told of are held against the records, and events against what the server tells again."""

import argparse
import asyncio
import os
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.kill_load import Load, open_stubs
from benchmarks.kills import Death, Up, kill_all, print_table
from engine import Record
from services.client.channel import bearer
from services.rpc.tokens import signing_keyring
from services.supervisor.keys import signing_keys
from tests.e2e.careful import doubled_choices, lost_choices, verified
from tests.e2e.careful_sockets import SocketPlayer

ALLOWED = {
    "WESTMARCH_GATEWAY_MAX_SOCKETS_PER_ADDRESS": "2000",
    "WESTMARCH_CALLS_PER_SECOND_OF_ADDRESS": "100000",
    "WESTMARCH_CALLS_BURST_OF_ADDRESS": "100000",
    "WESTMARCH_MAX_MATCHES_PER_MAKER": "100000",
}
"""All clients have one address here."""


class SocketLoad(Load):
    """Clients on WebSockets, and what came of it."""

    untold = 0
    """Seats that were told of other events than those that happened."""
    sockets = 0
    """How many were opened."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._playing: set[SocketPlayer] = set()

    def finish(self) -> None:
        """Let everybody end the match that they are in, without much thought."""
        self.is_over = True
        for player in self._playing:
            player.thinking_seconds = 0.0

    async def two_play(self, thinking_seconds: float) -> None:
        """Two people play one match after the other, each on a socket of their own."""
        clients = [self.new_client("choice"), self.new_client("choice")]
        while not self.is_over:
            match = await self._new_match("ann", "bob")
            gateway = self.addresses.gateway
            players = [SocketPlayer(gateway, token.token, token.seat, thinking_seconds) for token in match.tokens]
            for player, client in zip(players, clients, strict=True):
                player.waits = client.waits
            self._playing.update(players)
            await asyncio.gather(*(player.play() for player in players))
            self._playing.difference_update(players)
            record = Record.load((await verified(self.stubs.archive, match.match.match_id)).record)
            self.matches += 1
            for player in players:
                self.choices += len(player.acknowledged)
                self.lost += lost_choices(record, player.seat, player)
                self.doubled += doubled_choices(record, player.seat, player)
                self.untold += player.told != await player.story(match.match.match_id)
                self.sockets += player.sockets


async def measure(arguments: argparse.Namespace) -> None:
    """Run everything in a folder that is deleted afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        up = Up(Path(folder), arguments.game)
        try:
            await up.start()
            addresses = up.state().addresses
            token = signing_keyring(signing_keys(up.home)).mint("admin", "benchmark", 36_000)
            async with open_stubs(addresses, arguments.game) as stubs:
                clients = SocketLoad(addresses, arguments.game, arguments.scenario, stubs, bearer(token))
                playing = asyncio.gather(*(clients.two_play(arguments.thinking) for _ in range(arguments.matches)))
                kinds = ["nobody", "gateway", f"engine-{arguments.game}-1", "store"]
                deaths: list[Death] = []
                try:
                    await kill_all(up, clients, kinds, arguments.rounds, deaths)
                    clients.finish()
                    await playing
                finally:
                    playing.cancel()
        finally:
            await up.stop()
    print_table(clients, deaths, up.starts)
    print(f"{clients.sockets:,} sockets; {clients.untold} seats were told of other events than happened")


def main() -> None:
    """Kill as often as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="wotr")
    parser.add_argument("--scenario", default="duel")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--matches", type=int, default=100, help="between two people, at once")
    parser.add_argument("--thinking", type=float, default=1.0, help="seconds before a choice, on average")
    os.environ.update(ALLOWED)
    asyncio.run(measure(parser.parse_args()))


if __name__ == "__main__":
    main()
