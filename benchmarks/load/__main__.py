"""`python -m benchmarks.load SCENARIO`: a server under the load of a crowd, by a generator beside it.

Choices are due by the clock, whether the server is ready or not, and a wait counts from then: a slow server is seen as
slow. With `--knee` the rate grows until it is not sustained: until less than 99 % is served, p99 is above 100 ms or
something fails."""

import argparse
import asyncio
import contextlib
import os
from dataclasses import replace

from benchmarks.load.generator import Generator, generating
from benchmarks.load.knee import find_knee
from benchmarks.load.report import line_of, print_usage, print_window, server_memory
from benchmarks.load.scenarios import SCENARIOS, Scenario
from benchmarks.load.server import Server, Watch, running
from benchmarks.load.tally import Window
from benchmarks.load.worker import Config

SETTLING_SECONDS = 5.0
"""After a change of the pace, before anything is measured."""


def scenario_of(arguments: argparse.Namespace) -> Scenario:
    """The scenario, with what the command line changes."""
    names = ("matches", "interval", "seconds", "ramp_seconds", "lookers", "stay_seconds", "engines", "kill_seconds")
    changes = {name: value for name in names if (value := getattr(arguments, name)) is not None}
    return replace(SCENARIOS[arguments.scenario], **changes)


def config_of(arguments: argparse.Namespace, scenario: Scenario, server: Server) -> Config:
    """What the generator is told, for all of it."""
    return Config(
        scenario=scenario,
        game=arguments.game,
        game_scenario=arguments.game_scenario,
        engine=server.addresses.engines[arguments.game],
        matchmaking=server.addresses.matchmaking,
        gateway=server.addresses.gateway if arguments.gateway else "",
        token=server.token,
        people_on_connection=arguments.people_on_connection,
        seed=arguments.seed,
    )


class Run:
    """One load test that is under way."""

    def __init__(self, arguments: argparse.Namespace, scenario: Scenario, server: Server, generator: Generator) -> None:
        self._arguments = arguments
        self._scenario = scenario
        self._generator = generator
        self._server = server
        self._second = 0.0

    async def measure(self, seconds: float) -> tuple[Window, Watch]:
        """What is counted in a time, and what the server held and used."""
        watch = Watch(self._server, self._generator.pids)

        def report(part: Window) -> None:
            self._second += part.seconds
            print(line_of(part, self._second, self._generator.live, server_memory(watch.sample())), flush=True)

        return await self._generator.measure(seconds, self._arguments.every, report), watch

    async def scenario(self) -> None:
        """Measure the scenario once."""
        if not self._scenario.is_measured_at_once:
            await self._generator.until_gathered()
            await asyncio.sleep(SETTLING_SECONDS)
        killing = self._server.kill_engines(self._arguments.game, self._scenario.kill_seconds or 10**9)
        death = asyncio.create_task(killing)
        try:
            window, watch = await self.measure(self._scenario.seconds)
        finally:
            death.cancel()
        print_window(window)
        print_usage(watch)
        print(f"sustained: {'yes' if window.is_sustained else 'no'}", flush=True)

    async def knee(self) -> None:
        """Find the highest rate that is sustained."""
        await self._generator.until_gathered()
        watches: dict[int, Watch] = {}

        async def trial(rate: float) -> Window:
            print(f"-- {rate:,.0f} choices/s", flush=True)
            self._generator.set_rate(rate, self._scenario.matches)
            await asyncio.sleep(SETTLING_SECONDS)
            window, watch = await self.measure(self._arguments.trial_seconds)
            watches[id(window)] = watch
            return window

        knee = await find_knee(trial, self._arguments.first_rate, self._arguments.most_rate)
        for name, window in (("sustained", knee.sustained), ("not sustained", knee.failed)):
            if window is not None:
                print(f"-- {name}: {window.offered_rate:,.0f} choices/s")
                print_window(window)
                print_usage(watches[id(window)])


async def run(arguments: argparse.Namespace) -> None:
    """Start a server and the generator beside it, and measure."""
    scenario = scenario_of(arguments)
    way = "through the gateway" if arguments.gateway else "over gRPC"
    print(f"{scenario.about}; {way}, {os.cpu_count()} processors for server and generator together")
    async with contextlib.AsyncExitStack() as stack:
        server = await stack.enter_async_context(
            running(arguments.game, scenario.engines, arguments.store_nodes, arguments.store_replicas)
        )
        config = config_of(arguments, scenario, server)
        generator = await stack.enter_async_context(generating(config, arguments.processes))
        one = Run(arguments, scenario, server, generator)
        await (one.knee() if arguments.knee else one.scenario())


def main() -> None:
    """Run the scenario that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenario", choices=list(SCENARIOS))
    parser.add_argument("--gateway", action="store_true", help="by WebSockets of the gateway; else by Play streams")
    parser.add_argument("--processes", type=int, default=2, help="of the generator")
    parser.add_argument("--knee", action="store_true", help="find the highest rate that is sustained")
    parser.add_argument("--first-rate", type=float, default=200.0, help="choices/s, of the search for the knee")
    parser.add_argument("--most-rate", type=float, default=50_000.0)
    parser.add_argument("--trial-seconds", type=float, default=20.0)
    parser.add_argument("--game", default="wotr")
    parser.add_argument("--game-scenario", default="duel", help="one for two seats")
    parser.add_argument("--store-nodes", type=int, default=1)
    parser.add_argument("--store-replicas", type=int, default=0)
    parser.add_argument("--people-on-connection", type=int, default=50, help="Play streams that share a connection")
    parser.add_argument("--every", type=float, default=10.0, help="seconds between two lines of the report")
    parser.add_argument("--seed", type=int, default=1)
    changes = parser.add_argument_group("in place of what the scenario says")
    for name in ("matches", "lookers", "engines"):
        changes.add_argument(f"--{name}", type=int)
    for name in ("interval", "seconds", "ramp-seconds", "stay-seconds", "kill-seconds"):
        changes.add_argument(f"--{name}", type=float)
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
