"""One process of the generator: `python -m benchmarks.load.worker CONFIG`.

It prints lines of JSON: when everybody has come, and every second what was counted. Lines of JSON on its standard input
change the pace, or end it."""

import asyncio
import gc
import json
import sys
from typing import Any

import msgspec
import uvloop

from benchmarks.load.crowd import Crowd
from benchmarks.load.lines import grpc_lines, socket_lines
from benchmarks.load.makers import DirectedMaker, GatewayTicketMaker, Maker, TicketMaker
from benchmarks.load.scenarios import Scenario
from services.process.garbage import GC_THRESHOLD
from services.rpc.channels import read_on_completion_thread

REPORT_SECONDS = 1.0


class Config(msgspec.Struct):
    """What a process is told."""

    scenario: Scenario
    """With its share of people."""
    game: str
    game_scenario: str
    engine: str
    matchmaking: str
    gateway: str
    """Empty: over gRPC."""
    token: str
    """Of an admin, who has matches made for others."""
    people_on_connection: int
    seed: int


def new_maker(config: Config) -> Maker:
    """What makes the matches."""
    if config.scenario.is_directed:
        return DirectedMaker(config.engine, config.game, config.game_scenario, config.token)
    if config.gateway:
        return GatewayTicketMaker(config.gateway, config.game, config.game_scenario, config.token)
    return TicketMaker(config.matchmaking, config.game, config.game_scenario, config.token)


async def run(config: Config) -> None:
    """Run the crowd until told to stop."""
    lines = socket_lines(config.gateway) if config.gateway else grpc_lines(config.engine, config.people_on_connection)
    crowd = Crowd(config.scenario, lines, lambda: new_maker(config), config.seed)
    reporting = asyncio.create_task(report(crowd))
    gathering = asyncio.create_task(gather(crowd))
    await obey(crowd)
    gathering.cancel()
    reporting.cancel()
    await crowd.close()


async def gather(crowd: Crowd) -> None:
    """Let everybody come, and say when they have."""
    await crowd.gather()
    gc.freeze()  # or all people are looked at again and again, and nobody does anything meanwhile
    print(json.dumps({"gathered": True}), flush=True)


async def report(crowd: Crowd) -> None:
    """Print what was counted, every second."""
    while True:
        await asyncio.sleep(REPORT_SECONDS)
        print(json.dumps({"tally": crowd.tally.take().to_json(), "live": crowd.live}), flush=True)


async def obey(crowd: Crowd) -> None:
    """Do what is said on standard input, until it is to stop or there is nobody any more to say it."""
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        order: dict[str, Any] = json.loads(line)
        if "interval" in order:
            crowd.set_interval(order["interval"])
        else:
            return


def main() -> None:
    """Run as the command line says."""
    read_on_completion_thread()
    gc.set_threshold(*GC_THRESHOLD)
    config = msgspec.json.decode(sys.argv[1], type=Config)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(run(config))


if __name__ == "__main__":
    main()
