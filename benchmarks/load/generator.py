"""The processes of the generator together: started with their shares, told the pace, and added up."""

import asyncio
import json
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

import msgspec

from benchmarks.load.tally import Tally, Window
from benchmarks.load.worker import Config

STOP_SECONDS = 20.0


def shares(config: Config, processes: int) -> list[Config]:
    """A config for each process: matches and people who look on are divided evenly.

    Where there are fewer matches than processes those that have none look on at nothing, so all is done by one."""
    scenario = config.scenario
    processes = min(processes, scenario.matches)
    return [
        msgspec.structs.replace(
            config,
            scenario=replace(
                scenario,
                matches=_share(scenario.matches, number, processes),
                lookers=_share(scenario.lookers, number, processes),
            ),
            seed=config.seed + number,
        )
        for number in range(processes)
    ]


def _share(count: int, number: int, processes: int) -> int:
    return count * (number + 1) // processes - count * number // processes


class Generator:
    """Running processes of the generator."""

    def __init__(self, processes: list[asyncio.subprocess.Process]) -> None:
        self._processes = processes
        self._tally = Tally()
        self._gathered = 0
        self._is_whole = asyncio.Event()
        self._live = dict.fromkeys(range(len(processes)), 0)
        self._reading = [asyncio.create_task(self._read(number)) for number in range(len(processes))]

    @property
    def pids(self) -> list[int]:
        """Their numbers."""
        return [process.pid for process in self._processes]

    @property
    def live(self) -> int:
        """How many matches are in play."""
        return sum(self._live.values())

    async def until_gathered(self) -> None:
        """Wait until everybody has come."""
        waiting = asyncio.ensure_future(self._is_whole.wait())
        await asyncio.wait([waiting, *self._reading], return_when=asyncio.FIRST_COMPLETED)
        if not waiting.done():
            waiting.cancel()
            raise SystemExit("a process of the generator ended")

    def set_rate(self, choices_per_second: float, matches: int) -> None:
        """Let so many choices be due in a second, in all matches together."""
        for process in self._processes:
            assert process.stdin is not None
            process.stdin.write(json.dumps({"interval": matches / choices_per_second}).encode() + b"\n")

    async def measure(self, seconds: float, every: float, report: Callable[[Window], None]) -> Window:
        """What is counted in a time; `report` is called with each part of it."""
        self._tally = Tally()
        whole, began = Tally(), time.monotonic()
        until = began + seconds
        while (now := time.monotonic()) < until:
            await asyncio.sleep(min(every, until - now))
            part = Window(time.monotonic() - now, self._tally.take())
            whole.merge(part.tally)
            report(part)
        return Window(time.monotonic() - began, whole)

    async def stop(self) -> None:
        """Let everybody go."""
        for process in self._processes:
            if process.returncode is None:
                assert process.stdin is not None
                process.stdin.write(b'{"stop": true}\n')
        for process in self._processes:
            try:
                await asyncio.wait_for(process.wait(), STOP_SECONDS)
            except TimeoutError:
                process.kill()
        await asyncio.gather(*self._reading)

    async def _read(self, number: int) -> None:
        stdout = self._processes[number].stdout
        assert stdout is not None
        while line := await stdout.readline():
            message = json.loads(line)
            if "tally" in message:
                self._tally.merge(Tally.of_json(message["tally"]))
                self._live[number] = message["live"]
            else:
                self._gathered += 1
                if self._gathered == len(self._processes):
                    self._is_whole.set()


@asynccontextmanager
async def generating(config: Config, processes: int) -> AsyncIterator[Generator]:
    """A generator of so many processes, for as long as the block runs."""
    started = [
        await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "benchmarks.load.worker",
            msgspec.json.encode(one).decode(),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=2**24,
        )
        for one in shares(config, processes)
    ]
    generator = Generator(started)
    try:
        yield generator
    finally:
        await generator.stop()
